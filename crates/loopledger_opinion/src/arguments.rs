//! What makes the arguments of two calls the same.

use loopledger_json::{JsonStr, Node, Number, Value, dict_members, parse, push_code_point};

/// Arguments as texts that are equal exactly where a detector takes the arguments for equal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ArgumentTexts {
    /// With the keys of objects in the order in which they were written, as `JSON.stringify` leaves
    /// them.
    pub(crate) ordered: Vec<u8>,
    /// With the keys of objects sorted.
    pub(crate) sorted: Vec<u8>,
}

/// Of the JSON source text of arguments. A string that holds JSON stands for that JSON, since some
/// providers send arguments that way; text that is no JSON is compared as it is.
pub(crate) fn texts(source: &str) -> ArgumentTexts {
    let Ok(node) = parse(source) else {
        return plain(source.as_bytes());
    };
    if let Value::Str(text) = &node.value {
        let inner = text.to_wtf8();
        return match loopledger_json::parse_wtf8(&inner) {
            Ok(node) => of_node(&node),
            Err(_) => plain(&inner),
        };
    }
    of_node(&node)
}

fn of_node(node: &Node<'_>) -> ArgumentTexts {
    let text = |order| {
        let mut out = Vec::new();
        write(node, order, &mut out);
        out
    };
    ArgumentTexts {
        ordered: text(Order::Written),
        sorted: text(Order::Sorted),
    }
}

fn plain(text: &[u8]) -> ArgumentTexts {
    // No JSON begins with this byte.
    let text = [b"\0", text].concat();
    ArgumentTexts {
        ordered: text.clone(),
        sorted: text,
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Order {
    Written,
    Sorted,
}

fn write(node: &Node<'_>, order: Order, out: &mut Vec<u8>) {
    match &node.value {
        Value::Null => out.extend(b"null"),
        Value::Bool(true) => out.extend(b"true"),
        Value::Bool(false) => out.extend(b"false"),
        Value::Number(number) => write_number(*number, out),
        Value::Str(text) => write_string(*text, out),
        Value::Array(items) => {
            out.push(b'[');
            for item in items {
                write(item, order, out);
                out.push(b',');
            }
            out.push(b']');
        }
        Value::Object(members) => {
            let mut members = dict_members(members);
            if order == Order::Sorted {
                members.sort_by_cached_key(|member| member.key.to_wtf8().into_owned());
            }
            out.push(b'{');
            for member in members {
                write_string(member.key, out);
                out.push(b':');
                write(&member.value, order, out);
                out.push(b',');
            }
            out.push(b'}');
        }
    }
}

/// `1` and `1.0` are the same number, as they are in JavaScript and in a comparison of Python's.
fn write_number(number: Number<'_>, out: &mut Vec<u8>) {
    if let Some(whole) = number.to_i64() {
        out.extend(whole.to_string().as_bytes());
        return;
    }
    if number.is_int() {
        out.extend(number.text().as_bytes());
        return;
    }
    let value = number.to_f64();
    let text = if value == 0.0 {
        "0".to_owned()
    } else {
        // A whole float is written without a fraction, so that it meets its integer.
        value.to_string()
    };
    out.extend(text.as_bytes());
}

fn write_string(text: JsonStr<'_>, out: &mut Vec<u8>) {
    out.push(b'"');
    for &byte in text.to_wtf8().iter() {
        if matches!(byte, b'"' | b'\\') {
            push_code_point(out, u32::from(b'\\'));
        }
        out.push(byte);
    }
    out.push(b'"');
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether two arguments are the same in their order, and without it.
    fn check(one: &str, other: &str) -> (bool, bool) {
        let (one, other) = (texts(one), texts(other));
        (one.ordered == other.ordered, one.sorted == other.sorted)
    }

    #[test]
    fn the_order_of_keys_counts_only_where_it_is_kept() {
        let (one, other) = (
            r#"{"a":1,"b":{"c":2,"d":3}}"#,
            r#"{"b":{"d":3,"c":2},"a":1}"#,
        );
        assert_eq!(check(one, other), (false, true));
    }

    #[test]
    fn space_and_escapes_say_nothing() {
        assert_eq!(check(r#"{"a":"A"}"#, r#"{ "a" : "\u0041" }"#), (true, true));
    }

    #[test]
    fn the_order_of_a_list_always_counts() {
        assert_eq!(check("[1,2]", "[2,1]"), (false, false));
    }

    #[test]
    fn a_number_is_its_value() {
        assert_eq!(check("[1,0,100]", "[1.0,-0.0,1e2]"), (true, true));
        assert_eq!(check("[1]", "[1.5]"), (false, false));
        assert_eq!(check("[1]", r#"["1"]"#), (false, false));
    }

    #[test]
    fn a_string_of_json_is_that_json() {
        assert_eq!(check(r#"{"a":1}"#, r#""{\"a\":1}""#), (true, true));
        assert_eq!(check(r#""a""#, r#""b""#), (false, false));
    }

    #[test]
    fn quotes_inside_of_texts_cannot_be_confused() {
        assert_eq!(check(r#"["a\",\"b"]"#, r#"["a","b"]"#), (false, false));
    }
}
