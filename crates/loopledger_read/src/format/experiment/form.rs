//! The published form of a manifest, and what in a file departs from it.

use crate::source::pointer_step;
use loopledger_json::{Node, Value};
use loopledger_model::experiment::OtherForm;

/// So many departures are named; a file that has more is no manifest of ours.
const MAX_OTHER_FORMS: usize = 100;

/// What stands in the published form.
enum Form {
    /// A text.
    Text,
    /// JSON text; other values mean their own text.
    JsonText,
    /// A whole number.
    Whole,
    /// `true` or `false`.
    Flag,
    /// That, or `null`.
    Maybe(&'static Form),
    /// A list of that.
    List(&'static Form),
    /// An object with exactly these fields.
    Object(&'static [(&'static str, Form)]),
    /// An object with any keys, each with that.
    Map(&'static Form),
}

const TEXTS: Form = Form::List(&Form::Text);

const MANIFEST: &[(&str, Form)] = &[
    ("schema", Form::Text),
    ("experimentId", Form::Text),
    ("tasks", Form::List(&Form::Object(TASK))),
    ("sourceRevision", Form::Maybe(&Form::Text)),
    ("modelConfiguration", Form::Maybe(&Form::JsonText)),
    ("concurrency", Form::Maybe(&Form::Whole)),
    ("rubric", Form::Maybe(&Form::Object(RUBRIC))),
    ("baseline", Form::Object(BASELINE)),
    ("variants", Form::List(&Form::Object(VARIANT))),
];

const TASK: &[(&str, Form)] = &[
    ("taskId", Form::Text),
    ("title", Form::Maybe(&Form::Text)),
    ("acceptanceCriteria", TEXTS),
];

const RUBRIC: &[(&str, Form)] = &[
    ("rubric", Form::Text),
    ("rubricVersion", Form::Maybe(&Form::Text)),
    ("criteria", TEXTS),
];

const BASELINE: &[(&str, Form)] = &[
    ("variantId", Form::Text),
    ("configuration", Form::Object(CONFIGURATION)),
];

const CONFIGURATION: &[(&str, Form)] = &[
    ("enabled", Form::Flag),
    ("warn_threshold", Form::Whole),
    ("hard_limit", Form::Whole),
    ("window_size", Form::Whole),
    ("max_tracked_threads", Form::Whole),
    ("tool_freq_warn", Form::Whole),
    ("tool_freq_hard_limit", Form::Whole),
    ("tool_freq_overrides", Form::Map(&Form::Object(OVERRIDE))),
];

const OVERRIDE: &[(&str, Form)] = &[("warn", Form::Whole), ("hard_limit", Form::Whole)];

const VARIANT: &[(&str, Form)] = &[
    ("variantId", Form::Text),
    ("setting", Form::Text),
    ("value", Form::JsonText),
];

/// Where a manifest is not in its published form.
pub(super) fn other_forms(manifest: &Node<'_>) -> Vec<OtherForm> {
    let mut found = Vec::new();
    fields(MANIFEST, manifest, "", &mut found);
    found.truncate(MAX_OTHER_FORMS);
    found
}

fn look(form: &Form, node: &Node<'_>, pointer: &str, found: &mut Vec<OtherForm>) {
    if found.len() > MAX_OTHER_FORMS {
        return;
    }
    let mut other = |is_lossy| {
        found.push(OtherForm {
            pointer: pointer.to_owned(),
            is_lossy,
        });
    };
    match (form, &node.value) {
        (Form::Maybe(_), Value::Null) | (Form::Flag, Value::Bool(_)) => {}
        (Form::Maybe(form), _) => look(form, node, pointer, found),
        (Form::Text | Form::JsonText, Value::Str(text)) => {
            // Half a character is kept as its escape, which another reader does not do.
            if text.to_str().is_err() {
                other(false);
            }
        }
        (Form::Text, Value::Number(_)) => other(false),
        (Form::JsonText, value) => other(matches!(value, Value::Null)),
        (Form::Whole, Value::Number(number)) => {
            if !number.is_int() {
                other(number.to_i64().is_none());
            }
        }
        (Form::List(form), Value::Array(items)) => {
            for (index, item) in items.iter().enumerate() {
                look(form, item, &format!("{pointer}/{index}"), found);
            }
        }
        (Form::Object(known), Value::Object(_)) => fields(known, node, pointer, found),
        (Form::Map(form), Value::Object(members)) => {
            for (index, member) in members.iter().enumerate() {
                let key = crate::field::text_of(member.key);
                let pointer = format!("{pointer}{}", pointer_step(&key));
                if is_repeated(members, index) || member.key.to_str().is_err() {
                    found.push(OtherForm {
                        pointer,
                        is_lossy: true,
                    });
                } else {
                    look(form, &member.value, &pointer, found);
                }
            }
        }
        _ => other(true),
    }
}

fn fields(known: &[(&str, Form)], node: &Node<'_>, pointer: &str, found: &mut Vec<OtherForm>) {
    let members = node.object().unwrap_or_default();
    for (index, member) in members.iter().enumerate() {
        let form = known.iter().find(|(key, _)| member.key == **key);
        let key = crate::field::text_of(member.key);
        let below = format!("{pointer}{}", pointer_step(&key));
        match form {
            Some((_, form)) if !is_repeated(members, index) => {
                look(form, &member.value, &below, found);
            }
            // Not part of what is frozen.
            None if pointer.is_empty() && key == "frozen" => {}
            _ => found.push(OtherForm {
                pointer: below,
                is_lossy: true,
            }),
        }
    }
    for (key, form) in known {
        if node.get(key).is_none() {
            found.push(OtherForm {
                pointer: format!("{pointer}/{key}"),
                is_lossy: !matches!(form, Form::Maybe(_)) && *key != "schema",
            });
        }
    }
}

fn is_repeated(members: &[loopledger_json::Member<'_>], index: usize) -> bool {
    let before = members.get(..index).unwrap_or_default();
    members
        .get(index)
        .is_some_and(|member| before.iter().any(|other| other.key == member.key))
}

#[cfg(test)]
mod tests {
    use super::other_forms;

    const WHOLE: &str = r#"{"schema":"s","experimentId":"e","tasks":[{"taskId":"t","title":null,"acceptanceCriteria":["c"]}],"sourceRevision":null,"modelConfiguration":"m","concurrency":1,"rubric":{"rubric":"r","rubricVersion":null,"criteria":["c"]},"baseline":{"variantId":"b","configuration":{"enabled":true,"warn_threshold":3,"hard_limit":5,"window_size":20,"max_tracked_threads":100,"tool_freq_warn":30,"tool_freq_hard_limit":50,"tool_freq_overrides":{"a":{"warn":1,"hard_limit":2}}}},"variants":[{"variantId":"v","setting":"hard_limit","value":"8"}],"frozen":{"digest":"d"}}"#;

    /// Checks what is found where one piece of the text is another.
    fn check(piece: &str, other: &str, expected: &[(&str, bool)]) {
        assert!(WHOLE.contains(piece), "{piece}");
        let text = WHOLE.replacen(piece, other, 1);
        let node = loopledger_json::parse(&text).unwrap();
        let found = other_forms(&node);
        let found: Vec<_> = found
            .iter()
            .map(|form| (form.pointer.as_str(), form.is_lossy))
            .collect();
        assert_eq!(found, expected, "{other}");
    }

    #[test]
    fn the_published_form_is_no_other_form() {
        check("\"e\"", "\"e\"", &[]);
    }

    #[test]
    fn what_means_the_same_is_named() {
        check(
            "\"value\":\"8\"",
            "\"value\":8",
            &[("/variants/0/value", false)],
        );
        check(
            "\"taskId\":\"t\"",
            "\"taskId\":7",
            &[("/tasks/0/taskId", false)],
        );
        check(
            "\"modelConfiguration\":\"m\"",
            "\"modelConfiguration\":{\"t\":0}",
            &[("/modelConfiguration", false)],
        );
        check("\"title\":null,", "", &[("/tasks/0/title", false)]);
        check(
            "[\"c\"]",
            "[\"\\ud800\"]",
            &[("/tasks/0/acceptanceCriteria/0", false)],
        );
    }

    #[test]
    fn what_would_be_lost_is_named() {
        check("\"taskId\":\"t\",", "", &[("/tasks/0/taskId", true)]);
        check(
            "\"title\":null",
            "\"title\":[]",
            &[("/tasks/0/title", true)],
        );
        check(
            "\"warn\":1",
            "\"warn\":1,\"warn\":1",
            &[("/baseline/configuration/tool_freq_overrides/a/warn", true)],
        );
        check(
            "\"value\":\"8\"",
            "\"value\":\"8\",\"also\":1",
            &[("/variants/0/also", true)],
        );
        check(
            "\"hard_limit\":5",
            "\"hard_limit\":5.5",
            &[("/baseline/configuration/hard_limit", true)],
        );
        check(
            "\"experimentId\"",
            "\"~/\":0,\"experimentId\"",
            &[("/~0~1", true)],
        );
    }
}
