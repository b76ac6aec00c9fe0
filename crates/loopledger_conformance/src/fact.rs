//! What the detector answered, and how it is compared with what was recorded.

use loopledger_json::{Node, Value};

/// A value of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Fact {
    Null,
    Bool(bool),
    Int(i128),
    /// Decoded text (WTF-8).
    Text(Vec<u8>),
    /// The id of an invocation without run id, of which only the beginning is fixed.
    Invocation,
    List(Vec<Fact>),
    /// Compared whatever the order.
    Map(Vec<(String, Fact)>),
    /// A map whose keys are tool names, compared whatever the order.
    Counts(Vec<(Vec<u8>, Fact)>),
}

impl Fact {
    pub(crate) fn text(text: impl AsRef<[u8]>) -> Self {
        Self::Text(text.as_ref().to_vec())
    }

    pub(crate) fn map<const N: usize>(members: [(&str, Self); N]) -> Self {
        Self::Map(
            members
                .into_iter()
                .map(|(key, fact)| (key.to_owned(), fact))
                .collect(),
        )
    }
}

/// Compares a recorded value with an answer; `path` is for the message.
pub(crate) fn compare(path: &str, expected: &Node<'_>, actual: &Fact) -> Result<(), String> {
    let agrees = match (&expected.value, actual) {
        (Value::Null, Fact::Null) => true,
        (Value::Bool(expected), Fact::Bool(actual)) => expected == actual,
        (Value::Number(expected), Fact::Int(actual)) => {
            expected.is_int() && expected.text().parse() == Ok(*actual)
        }
        (Value::Str(expected), Fact::Text(actual)) => *expected.to_wtf8() == **actual,
        (Value::Str(expected), Fact::Invocation) => {
            expected.to_display().starts_with("__invocation__:")
        }
        (Value::Array(expected), Fact::List(actual)) if expected.len() == actual.len() => {
            for (at, (expected, actual)) in expected.iter().zip(actual).enumerate() {
                compare(&format!("{path}[{at}]"), expected, actual)?;
            }
            true
        }
        (Value::Object(members), Fact::Map(actual)) => {
            let unmatched = actual
                .iter()
                .find(|(key, _)| expected.get(key).is_none())
                .map(|(key, _)| key);
            if let Some(key) = unmatched {
                return Err(format!("{path}: {key} is not recorded, but answered"));
            }
            for member in members {
                let key = member.key.to_display();
                let Some((_, actual)) = actual.iter().find(|(name, _)| *name == key) else {
                    return Err(format!("{path}.{key}: not a known field"));
                };
                compare(&format!("{path}.{key}"), &member.value, actual)?;
            }
            true
        }
        (Value::Object(members), Fact::Counts(actual)) if members.len() == actual.len() => {
            for member in members {
                let key = member.key.to_wtf8();
                let shown = member.key.to_display();
                let Some((_, actual)) = actual.iter().find(|(name, _)| **name == *key) else {
                    return Err(format!("{path}: no {shown:?} in {}", show(actual)));
                };
                compare(&format!("{path}.{shown}"), &member.value, actual)?;
            }
            true
        }
        _ => false,
    };
    if agrees {
        return Ok(());
    }
    Err(format!(
        "{path}: recorded {}, answered {}",
        show_node(expected),
        show_fact(actual)
    ))
}

fn show(counts: &[(Vec<u8>, Fact)]) -> String {
    show_fact(&Fact::Counts(counts.to_vec()))
}

fn show_fact(fact: &Fact) -> String {
    match fact {
        Fact::Null => "null".to_owned(),
        Fact::Bool(value) => value.to_string(),
        Fact::Int(value) => value.to_string(),
        Fact::Text(text) => format!("{:?}", String::from_utf8_lossy(text)),
        Fact::Invocation => "an invocation's id".to_owned(),
        Fact::List(items) => {
            let items: Vec<_> = items.iter().map(show_fact).collect();
            format!("[{}]", items.join(", "))
        }
        Fact::Map(members) => {
            let members: Vec<_> = members
                .iter()
                .map(|(key, fact)| format!("{key}: {}", show_fact(fact)))
                .collect();
            format!("{{{}}}", members.join(", "))
        }
        Fact::Counts(members) => {
            let members: Vec<_> = members
                .iter()
                .map(|(key, fact)| {
                    format!("{:?}: {}", String::from_utf8_lossy(key), show_fact(fact))
                })
                .collect();
            format!("{{{}}}", members.join(", "))
        }
    }
}

fn show_node(node: &Node<'_>) -> String {
    match &node.value {
        Value::Null => "null".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Number(number) => number.text().to_owned(),
        Value::Str(text) => format!("{:?}", text.to_display()),
        Value::Array(items) => {
            let items: Vec<_> = items.iter().map(show_node).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Object(members) => {
            let members: Vec<_> = members
                .iter()
                .map(|member| format!("{}: {}", member.key.to_display(), show_node(&member.value)))
                .collect();
            format!("{{{}}}", members.join(", "))
        }
    }
}
