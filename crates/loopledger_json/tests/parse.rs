//! What Python's `json.loads` accepts, refuses and keeps apart.

use loopledger_json::{MAX_VALUES, Value, dict_members, parse, parse_prefix};

fn refused(text: &str) -> (usize, &'static str) {
    let error = parse(text).expect_err(text);
    (error.offset, error.expected)
}

#[test]
fn spans_cover_each_value() {
    let text = r#" {"a": [1, {"b": "x"}], "c": null} "#;
    let node = parse(text).unwrap();
    let b = node.pointer("/a/1/b").unwrap();
    assert_eq!(&text[b.start..b.end], r#""x""#);
    let a = node.pointer("/a").unwrap();
    assert_eq!(&text[a.start..a.end], r#"[1, {"b": "x"}]"#);
    assert_eq!((node.start, node.end), (1, text.len() - 1));
}

#[test]
fn numbers_keep_their_source_form() {
    let node = parse("[1, 1.0, 1e2, -0, 123456789012345678901234567890]").unwrap();
    let texts: Vec<_> = node
        .array()
        .unwrap()
        .iter()
        .map(|item| item.number().unwrap().text())
        .collect();
    assert_eq!(
        texts,
        ["1", "1.0", "1e2", "-0", "123456789012345678901234567890"]
    );
}

#[test]
fn nan_and_infinities_are_numbers() {
    let node = parse("[NaN, Infinity, -Infinity]").unwrap();
    assert!(
        node.array()
            .unwrap()
            .iter()
            .all(|item| item.number().unwrap().is_non_finite_literal())
    );
}

#[test]
fn last_of_repeated_keys_wins_even_if_spelled_with_escapes() {
    let node = parse(r#"{"k": 1, "\u006b": 2, "z": 3}"#).unwrap();
    assert_eq!(node.get("k").unwrap().number().unwrap().text(), "2");
    let members = dict_members(node.object().unwrap());
    assert_eq!(members.len(), 2);
    assert_eq!(members[0].value.number().unwrap().text(), "2");
}

#[test]
fn surrogate_escapes_join_only_as_a_pair() {
    let node = parse(r#"["\ud83d\ude00", "\ud83d", "\ude00\ud83d"]"#).unwrap();
    let items = node.array().unwrap();
    assert_eq!(items[0].str().unwrap().to_str().unwrap(), "😀");
    assert!(items[1].str().unwrap().to_str().is_err());
    assert_eq!(
        &*items[2].str().unwrap().to_wtf8(),
        [0xED, 0xB8, 0x80, 0xED, 0xA0, 0xBD]
    );
}

#[test]
fn refuses_what_python_refuses() {
    assert_eq!(refused(""), (0, "a JSON value"));
    assert_eq!(refused("\u{feff}1"), (0, "a JSON value"));
    assert_eq!(refused("01"), (1, "the end of the text"));
    assert_eq!(refused("1."), (1, "the end of the text"));
    assert_eq!(refused("[1,]"), (3, "a JSON value"));
    assert_eq!(refused("{\"a\":1,}"), (7, "a key in double quotes"));
    assert_eq!(
        refused("\"a\u{1}b\""),
        (2, "no raw control character in a string")
    );
    assert_eq!(refused("\"abc"), (4, "the string's closing quote"));
    assert_eq!(refused(r#""\x""#), (1, "an escape that JSON knows"));
    assert_eq!(refused("nul"), (0, "a JSON value"));
}

#[test]
fn control_characters_are_found_at_every_position_of_a_word() {
    for before in 0..40 {
        for control in ['\u{0}', '\u{1f}', '\n'] {
            let text = format!("\"{}{control}aaaaaaaaaaaa\"", "é".repeat(before));
            assert_eq!(refused(&text).0, 1 + 2 * before, "{text:?}");
        }
    }
}

#[test]
fn deep_nesting_is_an_error_and_not_a_crash() {
    let deep = "[".repeat(1_000_000);
    assert_eq!(refused(&deep).0, 990);
    let allowed = format!("{}{}", "[".repeat(990), "]".repeat(990));
    assert!(parse(&allowed).is_ok());
}

#[test]
fn a_text_has_at_most_five_million_values() {
    let list = |items: usize| format!("[{}]", vec!["0"; items].join(","));
    // The list itself is one of them.
    assert!(parse(&list(MAX_VALUES - 1)).is_ok());
    let (offset, expected) = refused(&list(MAX_VALUES));
    assert_eq!(offset, 1 + 2 * (MAX_VALUES - 1));
    assert_eq!(expected, format!("at most {MAX_VALUES} values"));
}

#[test]
fn integers_have_at_most_4300_digits() {
    assert!(parse(&"9".repeat(4300)).is_ok());
    assert_eq!(refused(&"9".repeat(4301)).0, 0);
    assert!(parse(&format!("{}.0", "9".repeat(4301))).is_ok());
}

#[test]
fn empty_containers_are_values() {
    assert_eq!(parse("[ ]").unwrap().value, Value::Array(vec![]));
    assert_eq!(parse("{\t}").unwrap().value, Value::Object(vec![]));
}

#[test]
fn a_prefix_ends_where_its_value_ends() {
    let node = parse_prefix(b" {\"a\": 1} {\"b\"").unwrap();
    assert_eq!((node.start, node.end), (1, 9));
}
