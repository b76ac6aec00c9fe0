//! Values of the WIT as the JSON text that the native program writes for them.

use serde_json::Value;
use wasmtime::component::Val;

/// The JSON text of any value.
pub fn plain(value: &Val) -> String {
    match value {
        Val::Bool(value) => value.to_string(),
        Val::U32(value) => value.to_string(),
        Val::U64(value) => value.to_string(),
        Val::S64(value) => value.to_string(),
        Val::String(text) => quoted(text),
        Val::Enum(case) => quoted(&snake(case)),
        Val::Option(None) => "null".to_owned(),
        Val::Option(Some(value)) => plain(value),
        Val::List(values) => {
            let values: Vec<String> = values.iter().map(plain).collect();
            format!("[{}]", values.join(","))
        }
        Val::Variant(case, None) => quoted(&snake(case)),
        Val::Variant(case, Some(payload)) => {
            format!("{{{}:{}}}", quoted(&snake(case)), plain(payload))
        }
        Val::Record(fields) if is_configuration(fields) => configuration(fields),
        Val::Record(fields) => object(
            fields
                .iter()
                .map(|(name, value)| (camel(name), plain(value))),
        ),
        other => panic!("{other:?} is in no answer"),
    }
}

/// The limits, under upstream's own names.
fn configuration(fields: &[(String, Val)]) -> String {
    object(fields.iter().map(|(name, value)| match value {
        Val::List(overrides) => {
            let overrides = overrides.iter().map(|limits| {
                let tool = match field(limits, "tool") {
                    Some(Val::String(tool)) => tool.clone(),
                    other => panic!("{other:?} is no tool"),
                };
                let limit = |name| field(limits, name).map(plain).unwrap_or_default();
                let limits = object([
                    ("warn".to_owned(), limit("warn")),
                    ("hard_limit".to_owned(), limit("hard-limit")),
                ]);
                (tool, limits)
            });
            (snake(name), object(overrides))
        }
        value => (snake(name), plain(value)),
    }))
}

fn is_configuration(fields: &[(String, Val)]) -> bool {
    fields.iter().any(|(name, _)| name == "tool-freq-overrides")
}

/// An observation, its decision taken apart.
pub fn flat_observation(observation: &Val) -> String {
    let Some(Val::Variant(action, payload)) = field(observation, "decision") else {
        panic!("{observation:?} has no decision");
    };
    let null = || "null".to_owned();
    let (mut finding, mut reason, mut suppressed, mut error) =
        (null(), null(), "[]".to_owned(), null());
    match (action.as_str(), payload) {
        ("warn", Some(payload)) => finding = plain(payload),
        ("hard-stop", Some(stop)) => {
            finding = field(stop, "finding").map_or_else(null, plain);
            reason = field(stop, "stop-reason").map_or_else(null, plain);
            suppressed = field(stop, "suppressed").map_or_else(null, plain);
        }
        ("raised", Some(payload)) => error = plain(payload),
        _ => {}
    }
    let of = |name| field(observation, name).map_or_else(null, plain);
    object(
        [
            ("action", quoted(&snake(action))),
            ("finding", finding),
            ("stopReason", reason),
            ("suppressed", suppressed),
            ("error", error),
            ("superseded", of("superseded")),
            ("callSet", of("call-set")),
        ]
        .map(|(name, text)| (name.to_owned(), text)),
    )
}

/// A warning, with every field that the flat form has.
pub fn flat_warning(warning: &Val) -> String {
    let Val::Variant(layer, tool) = warning else {
        panic!("{warning:?} is no warning");
    };
    let of = |name| {
        let value = tool.as_ref().and_then(|tool| field(tool, name));
        value.map_or_else(|| "null".to_owned(), plain)
    };
    object([
        ("layer".to_owned(), quoted(&snake(layer))),
        ("tool".to_owned(), of("tool")),
        ("count".to_owned(), of("count")),
    ])
}

/// The whole answer beside a record's own fields.
pub fn json_text(record: &Val) -> Option<&str> {
    match field(record, "json")? {
        Val::String(text) => Some(text),
        _ => None,
    }
}

/// Whether a record's own fields say what the whole answer says.
pub fn agrees(record: &Val, whole: &Value) -> Result<(), String> {
    let Val::Record(fields) = record else {
        return Err(format!("{record:?} is no record"));
    };
    for (name, value) in fields.iter().filter(|(name, _)| name != "json") {
        let whole = whole
            .get(camel(name))
            .ok_or_else(|| format!("the whole answer has no {}", camel(name)))?;
        let is_same = match value {
            Val::Variant(case, Some(payload)) if case == "known" => {
                same(payload, &whole["value"]) && whole["reason"].is_null()
            }
            Val::Variant(case, Some(payload)) if case == "unknown" => {
                same(payload, &whole["reason"]) && whole["value"].is_null()
            }
            Val::Option(Some(group)) if name == "total" => {
                agrees(group, whole)?;
                true
            }
            Val::List(groups) if name == "variants" => {
                let wholes = whole.as_array().map_or(&[][..], Vec::as_slice);
                if groups.len() != wholes.len() {
                    return Err("the whole answer has other variants".to_owned());
                }
                for (group, whole) in groups.iter().zip(wholes) {
                    agrees(group, whole)?;
                }
                true
            }
            value => same(value, whole),
        };
        if !is_same {
            return Err(format!(
                "{name} is {value:?}, and {whole} in the whole answer"
            ));
        }
    }
    Ok(())
}

fn same(value: &Val, whole: &Value) -> bool {
    serde_json::from_str::<Value>(&plain(value)).is_ok_and(|value| value == *whole)
}

fn field<'v>(record: &'v Val, name: &str) -> Option<&'v Val> {
    let Val::Record(fields) = record else {
        return None;
    };
    let (_, value) = fields.iter().find(|(field, _)| field == name)?;
    Some(value)
}

fn object(members: impl IntoIterator<Item = (String, String)>) -> String {
    let members: Vec<String> = members
        .into_iter()
        .map(|(name, text)| format!("{}:{text}", quoted(&name)))
        .collect();
    format!("{{{}}}", members.join(","))
}

fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

fn snake(name: &str) -> String {
    name.replace('-', "_")
}

fn camel(name: &str) -> String {
    let mut words = name.split('-');
    let mut joined = words.next().unwrap_or_default().to_owned();
    for word in words {
        let (first, rest) = word.split_at(1);
        joined += &first.to_uppercase();
        joined += rest;
    }
    joined
}
