//! A call set and its digest.

use loopledger_detect::{Call, Config, Detector, HookError, Revision};
use loopledger_json::{Node, parse};

use crate::fact::{Fact, compare};
use crate::python_literal;

const FIELDS: [&str; 8] = [
    "label",
    "call",
    "calls",
    "call_py",
    "normalized",
    "hash",
    "strict_json",
    "revision",
];

pub(crate) fn run(vector: &Node<'_>, text: &str, revision: Revision) -> Result<(), String> {
    for member in vector.object().unwrap_or_default() {
        let field = member.key.to_display();
        if !FIELDS.contains(&&*field) {
            return Err(format!("{field}: not a known field"));
        }
    }
    if let Some(call) = vector.get("call") {
        return check(vector, &[Call::from_node(call, text.as_bytes())], revision);
    }
    if let Some(calls) = vector.get("calls").and_then(Node::array) {
        let calls: Vec<_> = calls
            .iter()
            .map(|call| Call::from_node(call, text.as_bytes()))
            .collect();
        return check(vector, &calls, revision);
    }
    let Some(literal) = vector.get("call_py").and_then(Node::str) else {
        return Err("no call".to_owned());
    };
    let json = python_literal::to_json(&literal.to_display())
        .ok_or_else(|| "call_py: not a Python literal".to_owned())?;
    let call = parse(&json).map_err(|error| error.to_string())?;
    check(vector, &[Call::from_node(&call, json.as_bytes())], revision)
}

fn check(vector: &Node<'_>, calls: &[Call<'_>], revision: Revision) -> Result<(), String> {
    let mut detector = Detector::new(revision, Config::default());
    if let (Some(expected), [call]) = (vector.get("normalized"), calls) {
        let actual = match detector.explain_key(call) {
            Ok(explanation) => Fact::Text(explanation.wtf8),
            Err(_) => Fact::Null,
        };
        compare("normalized", expected, &actual)?;
    } else if vector.get("normalized").is_some() {
        return Err("normalized: known for single calls only".to_owned());
    }
    let actual = match detector.call_set_digest(calls) {
        Ok(digest) => digest.to_string(),
        Err(error) => raised(&error),
    };
    // The caller has seen that there is a hash.
    let Some(expected) = vector.get("hash") else {
        return Err("no hash".to_owned());
    };
    compare("hash", expected, &Fact::text(actual))
}

fn raised(error: &HookError) -> String {
    format!("EXC {}", error.python())
}
