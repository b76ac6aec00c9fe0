//! Python's `str()` and truth of a JSON value, from tokens.

use std::io::Write as _;

use super::dump::{decode_escapes, int_text, next_code_point, push_finite_float, to_f64};
use super::scan::{Kind, Tape};
use super::unicode::is_printable;

/// Whether Python takes the value for true.
pub(crate) fn is_truthy(tape: &Tape, text: &[u8], index: u32) -> bool {
    let token = tape.get(index);
    match token.kind {
        Kind::Null | Kind::False => false,
        Kind::True => true,
        Kind::Int => !matches!(token.bytes(text), b"0" | b"-0"),
        // NaN is not equal to zero, and so it is true.
        Kind::Float => to_f64(token.bytes(text)) != 0.0,
        Kind::Ascii | Kind::Text | Kind::Escaped => !token.bytes(text).is_empty(),
        Kind::Array | Kind::Object => token.next > index + 1,
    }
}

/// Appends `str(value)` as WTF-8: a string as it is, anything else as `repr` has it.
pub(crate) fn push_str(tape: &Tape, text: &[u8], index: u32, out: &mut Vec<u8>) {
    let token = tape.get(index);
    match token.kind {
        Kind::Ascii | Kind::Text => out.extend_from_slice(token.bytes(text)),
        Kind::Escaped => decode_escapes(token.bytes(text), out),
        _ => push_repr(tape, text, index, out),
    }
}

/// Appends `repr(value)` as WTF-8. The recursion is as deep as the value, which the scanner bounds.
fn push_repr(tape: &Tape, text: &[u8], index: u32, out: &mut Vec<u8>) {
    let token = tape.get(index);
    match token.kind {
        Kind::Null => out.extend_from_slice(b"None"),
        Kind::True => out.extend_from_slice(b"True"),
        Kind::False => out.extend_from_slice(b"False"),
        Kind::Int => out.extend_from_slice(int_text(token.bytes(text))),
        Kind::Float => push_float(to_f64(token.bytes(text)), out),
        Kind::Ascii | Kind::Text => push_str_repr(token.bytes(text), out),
        Kind::Escaped => {
            let mut decoded = Vec::new();
            decode_escapes(token.bytes(text), &mut decoded);
            push_str_repr(&decoded, out);
        }
        Kind::Array => {
            out.push(b'[');
            let mut item = index + 1;
            while item < token.next {
                if item > index + 1 {
                    out.extend_from_slice(b", ");
                }
                push_repr(tape, text, item, out);
                item = tape.get(item).next;
            }
            out.push(b']');
        }
        Kind::Object => {
            out.push(b'{');
            for (at, (key, value)) in dict_items(tape, text, index).into_iter().enumerate() {
                if at > 0 {
                    out.extend_from_slice(b", ");
                }
                push_repr(tape, text, key, out);
                out.extend_from_slice(b": ");
                push_repr(tape, text, value, out);
            }
            out.push(b'}');
        }
    }
}

/// The keys and values of an object as a Python `dict` holds them: a repeated key stands where it
/// first stood and has its last value.
fn dict_items(tape: &Tape, text: &[u8], index: u32) -> Vec<(u32, u32)> {
    let end = tape.get(index).next;
    let mut items: Vec<(Vec<u8>, u32, u32)> = Vec::new();
    let mut key = index + 1;
    while key < end {
        let mut name = Vec::new();
        push_str(tape, text, key, &mut name);
        let value = key + 1;
        match items.iter_mut().find(|(other, ..)| *other == name) {
            Some((.., last)) => *last = value,
            None => items.push((name, key, value)),
        }
        key = tape.get(value).next;
    }
    items
        .into_iter()
        .map(|(_, key, value)| (key, value))
        .collect()
}

fn push_float(value: f64, out: &mut Vec<u8>) {
    if value.is_nan() {
        out.extend_from_slice(b"nan");
    } else if value.is_infinite() {
        out.extend_from_slice(if value > 0.0 { b"inf" } else { b"-inf" });
    } else {
        push_finite_float(value, out);
    }
}

fn push_str_repr(decoded: &[u8], out: &mut Vec<u8>) {
    let quote = if decoded.contains(&b'\'') && !decoded.contains(&b'"') {
        b'"'
    } else {
        b'\''
    };
    out.push(quote);
    let mut rest = decoded;
    while !rest.is_empty() {
        let (code, length) = next_code_point(rest);
        let (character, after) = rest.split_at(length);
        rest = after;
        match character {
            b"\\" => out.extend_from_slice(b"\\\\"),
            b"\t" => out.extend_from_slice(b"\\t"),
            b"\n" => out.extend_from_slice(b"\\n"),
            b"\r" => out.extend_from_slice(b"\\r"),
            [byte] if *byte == quote => out.extend_from_slice(&[b'\\', quote]),
            _ if is_printable(code) => out.extend_from_slice(character),
            _ => {
                let written = match code {
                    0..=0xFF => write!(out, "\\x{code:02x}"),
                    0x100..=0xFFFF => write!(out, "\\u{code:04x}"),
                    _ => write!(out, "\\U{code:08x}"),
                };
                debug_assert!(written.is_ok(), "a vector takes any text");
            }
        }
    }
    out.push(quote);
}
