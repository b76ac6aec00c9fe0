//! What a vector does, for whoever runs it elsewhere.

use loopledger_detect::{Call, CallArgs, CallName, Config, Revision, RunId};
use loopledger_json::{Node, Value, parse};

use crate::trace::{id_text, list, read_config};
use crate::{label, python_literal, read, revision_of};

/// A vector as steps to be done with a new detector.
#[derive(Debug, Clone)]
pub struct Script {
    /// The vector's name or number.
    pub name: String,
    /// The revision of upstream that was recorded.
    pub revision: Revision,
    /// The detector's settings.
    pub config: Config,
    /// What is done, in order.
    pub steps: Vec<ScriptStep>,
}

/// One step of a vector.
#[derive(Debug, Clone)]
pub struct ScriptStep {
    /// What is done.
    pub operation: Operation,
    /// The thread's id.
    pub thread_id: Option<String>,
    /// The run.
    pub run: RunId,
    /// The calls of a model response.
    pub calls: Vec<ScriptCall>,
    /// What was recorded, as far as a door tells it.
    pub recorded: Recorded,
}

/// What a step does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    /// A model response.
    Respond,
    /// A request to the model.
    ModelRequest,
    /// A run begins.
    BeforeAgent,
    /// A run ends.
    AfterAgent,
    /// A thread is forgotten.
    Reset,
    /// A stop reason is taken.
    ConsumeStopReason,
    /// A call set is keyed and not counted.
    Key,
}

/// A tool call, its texts its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScriptCall {
    /// The name.
    pub name: ScriptName,
    /// JSON source text of the arguments, if there are any.
    pub args: Option<String>,
}

/// A tool's name, as [`CallName`] has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ScriptName {
    /// The call has no name.
    Absent,
    /// The name itself.
    Text(String),
    /// JSON source text of any value.
    Json(String),
}

/// What upstream answered; `None` where it was not recorded.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Recorded {
    /// `none`, `warn`, `hard_stop` or `exception`.
    pub outcome: Option<String>,
    /// The window of the decision.
    pub layer: Option<String>,
    /// The count of the decision.
    pub count: Option<i64>,
    /// The threshold of the decision.
    pub threshold: Option<i64>,
    /// The digest of the call set.
    pub digest: Option<String>,
    /// How often the history window holds it.
    pub repetitions: Option<i64>,
    /// How many warnings wait.
    pub pending: Option<i64>,
}

/// Every vector of a file as a script.
///
/// # Errors
/// Where the file, or a vector of it, cannot be read.
pub fn scripts(file: &str, text: &str) -> Result<Vec<Script>, String> {
    read(text)?
        .iter()
        .enumerate()
        .map(|(at, (vector, text))| {
            let name = label(at, vector, text);
            let script = script(file, name.clone(), vector, text);
            script.map_err(|error| format!("{file}: {name}: {error}"))
        })
        .collect()
}

fn script(file: &str, name: String, vector: &Node<'_>, text: &str) -> Result<Script, String> {
    let revision = revision_of(file, vector)?;
    if vector.get("steps").is_none() {
        return Ok(Script {
            name,
            revision,
            config: Config::default(),
            steps: vec![key_step(vector, text)?],
        });
    }
    let recorded = match vector.get("results") {
        Some(_) => list(vector, "results")?,
        None => list(vector, "expect")?,
    };
    Ok(Script {
        name,
        revision,
        config: read_config(vector)?,
        steps: list(vector, "steps")?
            .iter()
            .zip(recorded)
            .map(|(step, recorded)| script_step(step, recorded, text))
            .collect::<Result<_, _>>()?,
    })
}

fn script_step(step: &Node<'_>, recorded: &Node<'_>, text: &str) -> Result<ScriptStep, String> {
    let operation = match step.get("op").and_then(Node::str) {
        Some(name) => name.to_display().into_owned(),
        None => "respond".to_owned(),
    };
    let operation = match operation.as_str() {
        "respond" => Operation::Respond,
        "model_request" => Operation::ModelRequest,
        "before_agent" => Operation::BeforeAgent,
        "after_agent" => Operation::AfterAgent,
        "reset" => Operation::Reset,
        "consume_stop_reason" => Operation::ConsumeStopReason,
        other => return Err(format!("{other:?} is not a known operation")),
    };
    let run = match step.get("run_id") {
        None if operation == Operation::ConsumeStopReason => RunId::Null,
        None => RunId::Absent { anchor: 0 },
        Some(id) => id_text(id).map_or(RunId::Null, |id| RunId::named(&id)),
    };
    let calls = step.get("tool_calls").and_then(Node::array);
    Ok(ScriptStep {
        operation,
        thread_id: step.get("thread_id").and_then(id_text),
        run,
        calls: calls
            .unwrap_or_default()
            .iter()
            .map(|call| script_call(call, text))
            .collect::<Result<_, _>>()?,
        recorded: Recorded {
            outcome: string(recorded, "outcome"),
            layer: string(recorded, "layer"),
            count: integer(recorded, "count"),
            threshold: integer(recorded, "threshold"),
            digest: string(recorded, "call_hash"),
            repetitions: integer(recorded, "hash_count"),
            pending: integer(recorded, "pending"),
        },
    })
}

fn key_step(vector: &Node<'_>, text: &str) -> Result<ScriptStep, String> {
    let calls = if let Some(call) = vector.get("call") {
        vec![script_call(call, text)?]
    } else if let Some(calls) = vector.get("calls").and_then(Node::array) {
        calls
            .iter()
            .map(|call| script_call(call, text))
            .collect::<Result<_, _>>()?
    } else {
        let literal = vector.get("call_py").and_then(Node::str).ok_or("no call")?;
        let json = python_literal::to_json(&literal.to_display())
            .ok_or_else(|| "call_py: not a Python literal".to_owned())?;
        let call = parse(&json).map_err(|error| error.to_string())?;
        vec![script_call(&call, &json)?]
    };
    Ok(ScriptStep {
        operation: Operation::Key,
        thread_id: None,
        run: RunId::Null,
        calls,
        recorded: Recorded {
            digest: string(vector, "hash"),
            ..Recorded::default()
        },
    })
}

fn script_call(call: &Node<'_>, text: &str) -> Result<ScriptCall, String> {
    let own = |bytes: &[u8]| {
        String::from_utf8(bytes.to_vec()).map_err(|_| "a call is no UTF-8".to_owned())
    };
    let Call { name, args } = Call::from_node(call, text.as_bytes());
    Ok(ScriptCall {
        name: match name {
            CallName::Absent => ScriptName::Absent,
            CallName::Text(name) => ScriptName::Text(own(name)?),
            CallName::Json(source) => ScriptName::Json(own(source)?),
        },
        args: match args {
            CallArgs::Absent => None,
            CallArgs::Json(source) => Some(own(source)?),
        },
    })
}

fn string(node: &Node<'_>, key: &str) -> Option<String> {
    let text = node.get(key)?.str()?;
    Some(text.to_display().into_owned())
}

fn integer(node: &Node<'_>, key: &str) -> Option<i64> {
    match &node.get(key)?.value {
        Value::Number(number) => number.to_i64(),
        _ => None,
    }
}
