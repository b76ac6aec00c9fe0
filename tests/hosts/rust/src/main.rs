//! Asks the component, in wasmtime, what the native program was asked, and compares the answers.
//!
//! `loopledger_host COMPONENT INPUTS`

mod example;
mod plain;

use std::error::Error;
use std::process::ExitCode;

use serde_json::Value;
use wasmtime::component::{
    Component, ComponentExportIndex, Func, Instance, Linker, ResourceAny, Val,
};
use wasmtime::{Engine, Store};

use plain::{agrees, flat_observation, flat_warning, json_text, plain};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> ExitCode {
    match run() {
        Ok(summary) => {
            println!("{summary}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [component, inputs] = arguments.as_slice() else {
        return Err("usage: loopledger_host COMPONENT INPUTS".into());
    };
    let inputs: Value = serde_json::from_str(&std::fs::read_to_string(inputs)?)?;
    let engine = Engine::default();
    let component = Component::from_file(&engine, component)?;

    check_example(&engine, &component)?;
    let mut host = Host::new(&engine, &component)?;
    let (mut asked, mut differences) = (0, Vec::new());
    let mut counts = [
        ("vector", "vectors", 0),
        ("case", "cases", 0),
        ("probe", "probes", 0),
    ];
    for script in list(&inputs, "scripts") {
        let name = text(script, "name");
        let (asks, answers) = (list(script, "asks"), list(script, "answers"));
        if asks.is_empty() || asks.len() != answers.len() {
            return Err(format!(
                "{name}: {} questions, {} answers",
                asks.len(),
                answers.len()
            )
            .into());
        }
        for (ask, expected) in asks.iter().zip(answers) {
            asked += 1;
            let found = host.answer(ask)?;
            if expected.as_str() != Some(&found) {
                differences.push(format!("{name}: {}", difference(ask, expected, &found)));
            }
        }
        for (kind, _, count) in &mut counts {
            *count += usize::from(script["kind"] == **kind);
        }
    }
    for (_, key, count) in counts {
        if count == 0 || inputs[key] != count {
            return Err(format!("{count} {key} were run of {}", inputs[key]).into());
        }
    }
    if inputs["questions"] != asked {
        return Err(format!("{asked} questions were asked of {}", inputs["questions"]).into());
    }
    if let Some(first) = differences.first() {
        return Err(format!(
            "{} of {asked} answers differ, first {first}",
            differences.len()
        )
        .into());
    }
    let [vectors, cases, probes] = counts.map(|(_, key, count)| format!("{count} {key}"));
    Ok(format!(
        "{vectors}, {cases}, {probes}: {asked} answers equal the native program's"
    ))
}

/// The README's example does what the README says.
fn check_example(engine: &Engine, component: &Component) -> Result<()> {
    use example::exports::loopledger::core::detection::Decision;
    let decisions = example::decisions(engine, component)?;
    let shown = format!("{decisions:?}");
    let is_right = matches!(
        &decisions[..],
        [
            Decision::Continue,
            Decision::Continue,
            Decision::Warn(warning),
            Decision::Continue,
            Decision::HardStop(stop),
        ] if (warning.count, warning.threshold) == (3, 3)
            && (stop.finding.count, stop.finding.threshold) == (5, 5)
            && stop.stop_reason == "loop_capped"
            && stop.suppressed == ["call-1"]
    );
    if !is_right {
        return Err(format!("the example answers {shown}").into());
    }
    Ok(())
}

/// A question and where its answers part.
fn difference(ask: &Value, expected: &Value, found: &str) -> String {
    let expected = expected.as_str().unwrap_or_default();
    let same = expected
        .bytes()
        .zip(found.bytes())
        .take_while(|(a, b)| a == b)
        .count();
    let piece = |text: &str| {
        let start = (0..=same.saturating_sub(60))
            .rev()
            .find(|&at| text.is_char_boundary(at));
        text[start.unwrap_or(0)..]
            .chars()
            .take(160)
            .collect::<String>()
    };
    format!(
        "{}: expected …{}…, found …{}…",
        ask["ask"],
        piece(expected),
        piece(found)
    )
}

/// The component, and what was made of it.
struct Host {
    store: Store<()>,
    instance: Instance,
    detector: Option<ResourceAny>,
    session: Option<ResourceAny>,
}

/// A failure that is an answer: the case of the WIT's `error`, and what it carries.
enum Answer {
    Value(Val),
    Refused(Val),
}

impl Host {
    fn new(engine: &Engine, component: &Component) -> Result<Self> {
        let mut store = Store::new(engine, ());
        let instance = Linker::new(engine).instantiate(&mut store, component)?;
        Ok(Self {
            store,
            instance,
            detector: None,
            session: None,
        })
    }

    fn function(&mut self, interface: &str, name: &str) -> Result<Func> {
        let interface = format!("loopledger:core/{interface}@0.1.0");
        let index = |host: &mut Self, parent: Option<&ComponentExportIndex>, name: &str| {
            host.instance
                .get_export_index(&mut host.store, parent, name)
                .ok_or_else(|| format!("the component exports no {name}"))
        };
        let parent = index(self, None, &interface)?;
        let function = index(self, Some(&parent), name)?;
        let function = self.instance.get_func(&mut self.store, function);
        function.ok_or_else(|| format!("{name} is no function").into())
    }

    fn call(&mut self, interface: &str, name: &str, arguments: &[Val]) -> Result<Answer> {
        let function = self.function(interface, name)?;
        let mut results = vec![Val::Bool(false); function.ty(&self.store).results().len()];
        function.call(&mut self.store, arguments, &mut results)?;
        Ok(match results.pop() {
            None => Answer::Value(Val::Option(None)),
            Some(Val::Result(Ok(value))) => Answer::Value(value.map_or(Val::Option(None), |v| *v)),
            Some(Val::Result(Err(error))) => {
                Answer::Refused(error.map_or(Val::Option(None), |v| *v))
            }
            Some(value) => Answer::Value(value),
        })
    }

    /// A method of the detector.
    fn detector(&mut self, name: &str, arguments: Vec<Val>) -> Result<Answer> {
        let detector = self.detector.ok_or("there is no detector")?;
        let arguments = [vec![Val::Resource(detector)], arguments].concat();
        self.call("detection", &format!("[method]detector.{name}"), &arguments)
    }

    /// A method of the session.
    fn session(&mut self, name: &str, arguments: Vec<Val>) -> Result<Answer> {
        let session = self.session.ok_or("there is no session")?;
        let arguments = [vec![Val::Resource(session)], arguments].concat();
        self.call("records", &format!("[method]session.{name}"), &arguments)
    }

    fn answer(&mut self, ask: &Value) -> Result<String> {
        let kind = ask["ask"].as_str().unwrap_or_default();
        let answer = self.ask(kind, ask)?;
        let value = match answer {
            Answer::Value(value) => value,
            Answer::Refused(Val::Variant(case, payload)) => {
                let payload = payload.map_or_else(String::new, |payload| plain(&payload));
                return Ok(format!("error {case} {payload}"));
            }
            Answer::Refused(other) => return Err(format!("{kind} fails with {other:?}").into()),
        };
        whole(kind, &value)
    }

    fn ask(&mut self, kind: &str, ask: &Value) -> Result<Answer> {
        let nothing = || Ok(Answer::Value(Val::Option(None)));
        match kind {
            "detector" | "unchecked" => {
                let name = match kind {
                    "detector" => "[constructor]detector",
                    _ => "[static]detector.unchecked",
                };
                let made = self.call("detection", name, &[settings(&ask["settings"])])?;
                let Answer::Value(Val::Resource(detector)) = made else {
                    return Ok(made);
                };
                if let Some(old) = self.detector.replace(detector) {
                    old.resource_drop(&mut self.store)?;
                }
                nothing()
            }
            "revision" | "configuration" | "lints" | "tracked" => self.detector(kind, vec![]),
            "observe" => {
                let arguments = vec![context(&ask["context"]), calls(ask)];
                self.detector(kind, arguments)
            }
            "model-request" | "before-agent" | "after-agent" | "pending" | "windows" => {
                self.detector(kind, vec![context(&ask["context"])])
            }
            "reset" => self.detector(kind, vec![optional_text(&ask["thread"])]),
            "consume-stop-reason" => self.detector(kind, vec![run_identity(&ask["run"])]),
            "explain-key" => self.detector(kind, vec![call(&ask["call"])]),
            "call-set-digest" => self.detector(kind, vec![calls(ask)]),
            "session" => {
                let made = self.call("records", "[constructor]session", &[])?;
                let Answer::Value(Val::Resource(session)) = made else {
                    return Ok(made);
                };
                if let Some(old) = self.session.replace(session) {
                    old.resource_drop(&mut self.store)?;
                }
                nothing()
            }
            "add-file" => self.session(kind, file(ask)),
            "add-in-steps" => self.add_in_steps(ask),
            "remove-file" => self.session(kind, vec![Val::U64(number(&ask["id"])?)]),
            "clear" | "files" | "runs" | "report" | "attempts" => self.session(kind, vec![]),
            "replay" => {
                let arguments = vec![string(&ask["run"]), settings(&ask["settings"])];
                self.session(kind, arguments)
            }
            "frame" => {
                let step = Val::U64(number(&ask["step"])?);
                let arguments = vec![string(&ask["run"]), settings(&ask["settings"]), step];
                self.session(kind, arguments)
            }
            "excerpt" => {
                let place = &ask["place"];
                let number =
                    |key: &str| option(&place[key], |value| Val::U64(value.as_u64().unwrap_or(0)));
                let place = record([
                    ("file", string(&place["file"])),
                    ("line", number("line")),
                    ("byte", number("byte")),
                    ("pointer", optional_text(&place["pointer"])),
                ]);
                self.session(kind, vec![place])
            }
            "inspect" => self.session(kind, vec![settings(&ask["settings"])]),
            "revisions" => self.call("records", kind, &[]),
            "parse-configuration" => self.call("records", kind, &file(ask)[..2]),
            other => Err(format!("{other:?} is no question that this host knows").into()),
        }
    }

    fn add_in_steps(&mut self, ask: &Value) -> Result<Answer> {
        let Answer::Value(reading) = self.call("records", "begin-file", &file(ask))? else {
            return Err("begin-file cannot fail".into());
        };
        let budget = Val::U64(number(&ask["budget"])?);
        let mut steps = Vec::new();
        loop {
            let arguments = [reading.clone(), budget.clone()];
            let progress = self.call("records", "[method]reading.advance", &arguments)?;
            let Answer::Value(Val::Record(fields)) = progress else {
                return Err("progress is a record".into());
            };
            let [(_, done), (_, total), (_, is_done)] = &fields[..] else {
                return Err("progress has three fields".into());
            };
            steps.push(Val::List(vec![done.clone(), total.clone()]));
            if *is_done == Val::Bool(true) {
                break;
            }
        }
        let Answer::Value(id) = self.session("add", vec![reading])? else {
            return Err("add cannot fail".into());
        };
        Ok(Answer::Value(Val::List(vec![Val::List(steps), id])))
    }
}

/// An answer as the native program writes it.
fn whole(kind: &str, value: &Val) -> Result<String> {
    Ok(match (kind, value) {
        ("observe", observation) => flat_observation(observation),
        ("pending" | "model-request", Val::List(warnings)) => {
            let warnings: Vec<String> = warnings.iter().map(flat_warning).collect();
            format!("[{}]", warnings.join(","))
        }
        ("files" | "runs" | "attempts", Val::List(records)) => {
            let texts: Vec<String> = records.iter().map(json_of).collect::<Result<_>>()?;
            format!("[{}]", texts.join(","))
        }
        ("replay" | "report", record) => json_of(record)?,
        ("frame" | "inspect", Val::String(text)) => text.clone(),
        ("excerpt", Val::Option(Some(text))) => match &**text {
            Val::String(text) => text.clone(),
            other => return Err(format!("an excerpt is {other:?}").into()),
        },
        (_, value) => plain(value),
    })
}

/// The whole answer beside a record's own fields, once these are seen to say the same.
fn json_of(record: &Val) -> Result<String> {
    let text = json_text(record).ok_or("a record without its whole answer")?;
    agrees(record, &serde_json::from_str(text)?)?;
    Ok(text.to_owned())
}

// Questions as values of the WIT.

fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or_default()
}

fn number(value: &Value) -> Result<u64> {
    value
        .as_u64()
        .ok_or_else(|| format!("{value} is no number of 64 bits").into())
}

fn record<const N: usize>(fields: [(&str, Val); N]) -> Val {
    Val::Record(fields.map(|(name, value)| (name.to_owned(), value)).into())
}

fn variant(case: &str, payload: Option<Val>) -> Val {
    Val::Variant(case.to_owned(), payload.map(Box::new))
}

fn option(value: &Value, some: impl FnOnce(&Value) -> Val) -> Val {
    Val::Option((!value.is_null()).then(|| Box::new(some(value))))
}

fn string(value: &Value) -> Val {
    Val::String(value.as_str().unwrap_or_default().to_owned())
}

fn optional_text(value: &Value) -> Val {
    option(value, string)
}

fn integer(value: &Value) -> Val {
    Val::S64(value.as_i64().unwrap_or_default())
}

fn settings(value: &Value) -> Val {
    record([
        ("revision", optional_text(&value["revision"])),
        (
            "configuration",
            option(&value["configuration"], configuration),
        ),
    ])
}

fn configuration(value: &Value) -> Val {
    let overrides = value["tool_freq_overrides"].as_object();
    let overrides = overrides.into_iter().flatten().map(|(tool, limits)| {
        record([
            ("tool", Val::String(tool.clone())),
            ("warn", integer(&limits["warn"])),
            ("hard-limit", integer(&limits["hard_limit"])),
        ])
    });
    record([
        ("enabled", Val::Bool(value["enabled"] == true)),
        ("warn-threshold", integer(&value["warn_threshold"])),
        ("hard-limit", integer(&value["hard_limit"])),
        ("window-size", integer(&value["window_size"])),
        (
            "max-tracked-threads",
            integer(&value["max_tracked_threads"]),
        ),
        ("tool-freq-warn", integer(&value["tool_freq_warn"])),
        (
            "tool-freq-hard-limit",
            integer(&value["tool_freq_hard_limit"]),
        ),
        ("tool-freq-overrides", Val::List(overrides.collect())),
    ])
}

/// A value that is written as `"case"` or `{"case": payload}`.
fn tagged(value: &Value, payload: impl FnOnce(&Value) -> Val) -> Val {
    match value.as_object().and_then(|object| object.iter().next()) {
        Some((case, inner)) => variant(case, Some(payload(inner))),
        None => variant(value.as_str().unwrap_or_default(), None),
    }
}

fn run_identity(value: &Value) -> Val {
    tagged(value, |inner| match inner.as_u64() {
        Some(number) => Val::U64(number),
        None => string(inner),
    })
}

fn context(value: &Value) -> Val {
    record([
        ("thread-id", optional_text(&value["threadId"])),
        ("run", run_identity(&value["run"])),
    ])
}

fn call(value: &Value) -> Val {
    record([
        ("id", optional_text(&value["id"])),
        ("name", tagged(&value["name"], string)),
        ("arguments", optional_text(&value["arguments"])),
    ])
}

fn calls(ask: &Value) -> Val {
    Val::List(list(ask, "calls").iter().map(call).collect())
}

/// A file's name, bytes and time.
fn file(ask: &Value) -> Vec<Val> {
    let hex = text(ask, "hex").as_bytes();
    let bytes = hex.chunks(2).map(|pair| {
        let pair = std::str::from_utf8(pair).unwrap_or_default();
        Val::U8(u8::from_str_radix(pair, 16).unwrap_or_default())
    });
    vec![
        string(&ask["name"]),
        Val::List(bytes.collect()),
        optional_text(&ask["modified"]),
    ]
}
