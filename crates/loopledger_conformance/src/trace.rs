//! A configuration, steps, and what was answered to each.

use std::collections::BTreeMap;

use loopledger_detect::{
    Call, Config, Decision, Detector, FreqLimits, LOOP_CAPPED, Outcome, RawValue, Revision, RunId,
    RunKey, ThreadId, ToolName, Warning, WindowScope, WindowsView,
};
use loopledger_json::{JsonStr, Node, Value};
use rustc_hash::FxHashSet;

use crate::fact::{Fact, compare};

const CASE_FIELDS: [&str; 9] = [
    "name",
    "i",
    "config",
    "validate",
    "steps",
    "results",
    "expect",
    "tool_freq_window",
    "revision",
];

const STEP_FIELDS: [&str; 8] = [
    "op",
    "thread_id",
    "run_id",
    "tool_calls",
    // What a message says besides its calls changes no decision.
    "content",
    "response_metadata",
    "is_subagent",
    "agent_id",
];

pub(crate) fn run(case: &Node<'_>, text: &str, revision: Revision) -> Result<(), String> {
    only_known(case, &CASE_FIELDS)?;
    let config = read_config(case)?;
    if let Some(expected) = case.get("tool_freq_window") {
        let actual = Fact::Int(config.tool_freq_window().into());
        compare("tool_freq_window", expected, &actual)?;
    }
    let steps = list(case, "steps")?;
    let results = match case.get("results") {
        Some(_) => list(case, "results")?,
        None => list(case, "expect")?,
    };
    if steps.len() != results.len() {
        return Err(format!("{} steps, {} results", steps.len(), results.len()));
    }
    let mut replay = Replay {
        detector: Detector::new(revision, config),
        text: text.as_bytes(),
        stopped: FxHashSet::default(),
    };
    for (at, (step, expected)) in steps.iter().zip(results).enumerate() {
        let actual = replay
            .step(step)
            .map_err(|error| format!("step {at}: {error}"))?;
        compare_result(at, expected, &actual)?;
    }
    Ok(())
}

/// Compares the recorded fields of a result; more may be answered than was recorded.
fn compare_result(at: usize, expected: &Node<'_>, actual: &[(&str, Fact)]) -> Result<(), String> {
    let Some(fields) = expected.object() else {
        return Err(format!("step {at}: {} is no result", expected.value.kind()));
    };
    for member in fields {
        let field = member.key.to_display();
        let Some((_, actual)) = actual.iter().find(|(name, _)| *name == field) else {
            return Err(format!("step {at}: {field}: not a known field here"));
        };
        compare(&format!("step {at}: {field}"), &member.value, actual)?;
    }
    Ok(())
}

struct Replay<'a> {
    detector: Detector,
    text: &'a [u8],
    /// The contexts, by thread and run as they are written, that a stop was noted in.
    stopped: FxHashSet<(Option<String>, RunId)>,
}

impl Replay<'_> {
    fn step(&mut self, step: &Node<'_>) -> Result<Vec<(&'static str, Fact)>, String> {
        only_known(step, &STEP_FIELDS)?;
        let operation = match step.get("op").and_then(Node::str) {
            Some(name) => name.to_display().into_owned(),
            None => "respond".to_owned(),
        };
        let thread_name = step.get("thread_id").and_then(id_text);
        let thread = ThreadId::from_context(thread_name.as_deref());
        let run = match step.get("run_id") {
            None => RunId::Absent { anchor: 0 },
            Some(id) => id_text(id).map_or(RunId::Null, |id| RunId::named(&id)),
        };
        let mut facts = Vec::new();
        match operation.as_str() {
            "respond" => facts = self.respond(step, &thread, &run),
            "model_request" => {
                let warnings = self.detector.model_request(&thread, &run);
                facts.push(("injected", injected(&warnings)));
            }
            "before_agent" => self.detector.before_agent(&thread, &run),
            "after_agent" => self.detector.after_agent(&thread, &run),
            "reset" => self.detector.reset(thread_name.as_deref()),
            "consume_stop_reason" => {
                let run = match run {
                    RunId::Absent { .. } => RunId::Null,
                    run => run,
                };
                let reason = self.detector.consume_stop_reason(&run);
                facts.push(("stop_reason", reason.map_or(Fact::Null, Fact::text)));
            }
            other => return Err(format!("{other:?} is not a known operation")),
        }
        facts.push(("op", Fact::text(operation)));
        Ok(facts)
    }

    fn respond(
        &mut self,
        step: &Node<'_>,
        thread: &ThreadId,
        run: &RunId,
    ) -> Vec<(&'static str, Fact)> {
        let calls: Vec<_> = step
            .get("tool_calls")
            .and_then(Node::array)
            .unwrap_or_default()
            .iter()
            .map(|call| Call::from_node(call, self.text))
            .collect();
        let outcome = self.detector.observe(thread, run, &calls);
        let mut facts = Vec::new();
        facts.push(("outcome", Fact::text(outcome_word(&outcome))));
        if let Outcome::Raised(error) = &outcome {
            facts.push(("error", Fact::text(error.python())));
        }
        let decision = outcome.decision();
        if let Some(decision) = decision {
            facts.push(("layer", Fact::text(decision.layer.as_str())));
            facts.push(("tools", names(&decision.tools)));
            facts.push(("count", Fact::Int(decision.count.into())));
            facts.push(("threshold", Fact::Int(decision.threshold.into())));
        }
        let context = (step.get("thread_id").and_then(id_text), run.clone());
        if decision.is_some_and(Decision::is_hard_stop) {
            self.stopped.insert(context.clone());
        }
        let reason = self.stopped.contains(&context).then_some(LOOP_CAPPED);
        facts.push(("ctx_stop_reason", reason.map_or(Fact::Null, Fact::text)));
        facts.push(("events", self.events(step, decision)));
        let (digest, repetitions) = match outcome.counted() {
            Some(counted) => (
                Fact::text(counted.digest.to_string()),
                Fact::Int(counted.repetitions.into()),
            ),
            None => (Fact::Null, Fact::Null),
        };
        facts.push(("call_hash", digest));
        facts.push(("hash_count", repetitions));
        let pending = self.detector.pending(thread, run);
        facts.push(("pending", count(pending.len())));
        facts.push((
            "pending_list",
            Fact::List(pending.iter().map(warning_fact).collect()),
        ));
        self.push_windows(thread, run, &mut facts);
        facts
    }

    fn push_windows(&self, thread: &ThreadId, run: &RunId, facts: &mut Vec<(&'static str, Fact)>) {
        let view = self.detector.windows(thread, run);
        let tools = view.map(WindowsView::tools).unwrap_or_default();
        let counts = tools
            .iter()
            .filter(|tool| tool.count > 0)
            .map(|tool| (tool.tool.as_wtf8().to_vec(), Fact::Int(tool.count.into())))
            .collect();
        let freq_warned = Fact::List(
            tools
                .iter()
                .filter(|tool| tool.is_warned)
                .map(|tool| Fact::text(tool.tool.as_wtf8()))
                .collect(),
        );
        let warned = Fact::List(
            view.map(WindowsView::warned)
                .unwrap_or_default()
                .iter()
                .map(|digest| Fact::text(digest.to_string()))
                .collect(),
        );
        let threads = self.tracked();
        facts.push(("freq", Fact::Counts(counts)));
        facts.push((
            "state",
            Fact::map([
                (
                    "hash_history_len",
                    count(view.map_or(0, WindowsView::history_len)),
                ),
                ("warned", warned.clone()),
                (
                    "freq_len",
                    count(view.map_or(0, WindowsView::frequency_len)),
                ),
                ("freq_warned", freq_warned.clone()),
                ("threads", threads.clone()),
            ]),
        ));
        facts.push(("warned", warned));
        facts.push(("freq_warned", freq_warned));
        facts.push(("threads", threads));
    }

    fn tracked(&self) -> Fact {
        let by_run = self.detector.revision().scope() == WindowScope::Run;
        Fact::List(
            self.detector
                .tracked()
                .map(|scope| {
                    let thread = Fact::text(scope.thread.as_str());
                    if !by_run {
                        return thread;
                    }
                    let run = match &scope.run {
                        None | Some(RunKey::Null) => Fact::Null,
                        Some(RunKey::Named(id)) => Fact::text(id.as_bytes()),
                        Some(RunKey::Invocation(_)) => Fact::Invocation,
                    };
                    Fact::List(vec![thread, run])
                })
                .collect(),
        )
    }

    fn events(&self, step: &Node<'_>, decision: Option<&Decision>) -> Fact {
        let Some(decision) = decision else {
            return Fact::List(Vec::new());
        };
        if !self.detector.revision().writes_audit_events() {
            return Fact::List(Vec::new());
        }
        let is_subagent = step.get("is_subagent").and_then(Node::bool) == Some(true);
        let agent = step
            .get("agent_id")
            .filter(|_| is_subagent)
            .and_then(Node::str);
        Fact::List(vec![Fact::map([
            ("event_type", Fact::text("middleware:loop_detection")),
            (
                "content",
                Fact::map([
                    ("name", Fact::text("LoopDetectionMiddleware")),
                    ("hook", Fact::text("after_model")),
                    ("action", Fact::text(decision.action.as_str())),
                    (
                        "changes",
                        Fact::map([
                            ("is_subagent", Fact::Bool(is_subagent)),
                            (
                                "agent_id",
                                agent.map_or(Fact::Null, |id| Fact::text(id.to_wtf8())),
                            ),
                            ("detection_layer", Fact::text(decision.layer.as_str())),
                            ("tool_names", names(&decision.tools)),
                            ("count", Fact::Int(decision.count.into())),
                            ("threshold", Fact::Int(decision.threshold.into())),
                        ]),
                    ),
                ]),
            ),
        ])])
    }
}

fn outcome_word(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Raised(_) => "exception",
        _ => outcome
            .decision()
            .map_or("none", |decision| decision.action.as_str()),
    }
}

fn names(tools: &[ToolName]) -> Fact {
    Fact::List(
        tools
            .iter()
            .map(|tool| Fact::text(tool.as_wtf8()))
            .collect(),
    )
}

fn count(length: usize) -> Fact {
    // A length in memory is far below the largest 128-bit number.
    Fact::Int(i128::try_from(length).unwrap_or(i128::MAX))
}

/// One message for all warnings; a single one stands alone, several in a list.
fn injected(warnings: &[Warning]) -> Fact {
    let content = match warnings {
        [] => return Fact::List(Vec::new()),
        [warning] => warning_fact(warning),
        several => Fact::List(several.iter().map(warning_fact).collect()),
    };
    Fact::List(vec![Fact::map([
        ("type", Fact::text("human")),
        ("name", Fact::text("loop_warning")),
        ("content", content),
    ])])
}

fn warning_fact(warning: &Warning) -> Fact {
    match warning {
        Warning::ToolFrequency { tool, count } => Fact::map([
            ("layer", Fact::text("tool_frequency")),
            ("tool", Fact::text(tool.as_wtf8())),
            ("count", Fact::Int((*count).into())),
        ]),
        _ => Fact::map([("layer", Fact::text("identical_call_set"))]),
    }
}

/// An id as Python's `str` has it; `None` for null.
pub(crate) fn id_text(id: &Node<'_>) -> Option<String> {
    match &id.value {
        Value::Null => None,
        Value::Str(text) => Some(text.to_display().into_owned()),
        Value::Number(number) => Some(number.text().to_owned()),
        Value::Bool(true) => Some("True".to_owned()),
        Value::Bool(false) => Some("False".to_owned()),
        Value::Array(_) | Value::Object(_) => Some(id.value.kind().to_owned()),
    }
}

fn only_known(node: &Node<'_>, fields: &[&str]) -> Result<(), String> {
    let Some(members) = node.object() else {
        return Err(format!("{} instead of an object", node.value.kind()));
    };
    let unknown = members
        .iter()
        .map(|member| member.key.to_display())
        .find(|key| !fields.contains(&&**key));
    match unknown {
        Some(key) => Err(format!("{key}: not a known field")),
        None => Ok(()),
    }
}

pub(crate) fn list<'n, 'a>(node: &'n Node<'a>, key: &str) -> Result<&'n [Node<'a>], String> {
    node.get(key)
        .and_then(Node::array)
        .ok_or_else(|| format!("{key}: not a list"))
}

pub(crate) fn read_config(case: &Node<'_>) -> Result<Config, String> {
    let Some(fields) = case.get("config") else {
        return Ok(Config::default());
    };
    if case.get("validate").and_then(Node::bool) == Some(true) {
        return Config::from_fields(&raw_value(fields)).map_err(|errors| {
            let errors: Vec<_> = errors.iter().map(ToString::to_string).collect();
            format!("config: {}", errors.join("; "))
        });
    }
    let mut config = Config::default();
    for member in fields.object().unwrap_or_default() {
        let key = member.key.to_display();
        let value = &member.value;
        let field = match &*key {
            "enabled" => {
                config.enabled = value.bool().ok_or("config.enabled: not true or false")?;
                continue;
            }
            "tool_freq_overrides" => {
                config.tool_freq_overrides = read_overrides(value)?;
                continue;
            }
            "warn_threshold" => &mut config.warn_threshold,
            "hard_limit" => &mut config.hard_limit,
            "window_size" => &mut config.window_size,
            "max_tracked_threads" => &mut config.max_tracked_threads,
            "tool_freq_warn" => &mut config.tool_freq_warn,
            "tool_freq_hard_limit" => &mut config.tool_freq_hard_limit,
            _ => return Err(format!("config.{key}: not a known field")),
        };
        *field = integer(&format!("config.{key}"), value)?;
    }
    Ok(config)
}

/// Overrides as the constructor takes them, pairs, or as the configuration does.
fn read_overrides(value: &Node<'_>) -> Result<BTreeMap<String, FreqLimits>, String> {
    let mut overrides = BTreeMap::new();
    for member in value.object().unwrap_or_default() {
        let tool = member.key.to_display().into_owned();
        let path = format!("config.tool_freq_overrides.{tool}");
        let limits = match member.value.array() {
            Some([warn, hard_limit]) => (warn, hard_limit),
            Some(_) => return Err(format!("{path}: not a pair")),
            None => member
                .value
                .get("warn")
                .zip(member.value.get("hard_limit"))
                .ok_or_else(|| format!("{path}: not two limits"))?,
        };
        overrides.insert(
            tool,
            FreqLimits {
                warn: integer(&path, limits.0)?,
                hard_limit: integer(&path, limits.1)?,
            },
        );
    }
    Ok(overrides)
}

fn integer(path: &str, value: &Node<'_>) -> Result<i64, String> {
    value
        .number()
        .and_then(loopledger_json::Number::to_i64)
        .ok_or_else(|| format!("{path}: not a 64-bit integer"))
}

fn raw_value(node: &Node<'_>) -> RawValue {
    let text = |text: &JsonStr<'_>| RawValue::Str(text.to_display().into_owned());
    match &node.value {
        Value::Null => RawValue::Null,
        Value::Bool(value) => RawValue::Bool(*value),
        Value::Number(number) if number.is_int() => RawValue::Int(number.text().to_owned()),
        Value::Number(number) => RawValue::Float(number.to_f64()),
        Value::Str(value) => text(value),
        Value::Array(items) => RawValue::List(items.iter().map(raw_value).collect()),
        Value::Object(members) => RawValue::Map(
            members
                .iter()
                .map(|member| (text(&member.key), raw_value(&member.value)))
                .collect(),
        ),
    }
}
