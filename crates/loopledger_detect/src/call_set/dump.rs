//! Python's `json.dumps(value, sort_keys=True)`, from tokens.

use super::scan::{Kind, Tape, Token, verbatim_prefix};
use std::io::Write as _;

/// Where canonical text goes.
pub(crate) trait Sink {
    /// Takes printable ASCII without quotes and backslashes.
    fn plain(&mut self, ascii: &[u8]);
    /// Takes a quote of the canonical text.
    fn quote(&mut self);
    /// Takes a backslash of the canonical text.
    fn backslash(&mut self);
    /// Takes any text, decoded (WTF-8).
    fn decoded(&mut self, wtf8: &[u8]);
}

/// The text itself.
impl Sink for Vec<u8> {
    fn plain(&mut self, ascii: &[u8]) {
        self.extend_from_slice(ascii);
    }

    fn quote(&mut self) {
        self.push(b'"');
    }

    fn backslash(&mut self) {
        self.push(b'\\');
    }

    fn decoded(&mut self, wtf8: &[u8]) {
        self.extend_from_slice(wtf8);
    }
}

/// The inside of a JSON string that holds the text.
#[derive(Debug)]
pub(crate) struct Nested<'b>(pub(crate) &'b mut Vec<u8>);

impl Sink for Nested<'_> {
    fn plain(&mut self, ascii: &[u8]) {
        self.0.extend_from_slice(ascii);
    }

    fn quote(&mut self) {
        self.0.extend_from_slice(b"\\\"");
    }

    fn backslash(&mut self) {
        self.0.extend_from_slice(b"\\\\");
    }

    fn decoded(&mut self, wtf8: &[u8]) {
        push_escaped(wtf8, self.0);
    }
}

/// Buffers for sorting the members of objects.
#[derive(Debug, Default)]
pub(crate) struct Dumper {
    /// The members of every object that is being written, innermost last.
    members: Vec<DumpMember>,
    /// Decoded keys; only keys with escapes need it.
    keys: Vec<u8>,
}

#[derive(Debug, Clone, Copy)]
struct DumpMember {
    /// The key's bytes: in the text, or in `keys` where the key has an escape.
    start: usize,
    end: usize,
    is_decoded: bool,
    key: u32,
}

impl Dumper {
    /// Appends the canonical text of a value.
    ///
    /// The recursion is as deep as the value, which the scanner bounds.
    pub(crate) fn dump<S: Sink>(&mut self, tape: &Tape, text: &[u8], index: u32, out: &mut S) {
        let token = tape.get(index);
        match token.kind {
            Kind::Null => out.plain(b"null"),
            Kind::True => out.plain(b"true"),
            Kind::False => out.plain(b"false"),
            Kind::Int => out.plain(int_text(token.bytes(text))),
            Kind::Float => push_json_float(to_f64(token.bytes(text)), out),
            Kind::Ascii => push_quoted_ascii(token.bytes(text), out),
            Kind::Text => push_quoted(token.bytes(text), out),
            Kind::Escaped => push_quoted_source(token.bytes(text), out),
            Kind::Array => {
                out.plain(b"[");
                let mut item = index + 1;
                while item < token.next {
                    if item > index + 1 {
                        out.plain(b", ");
                    }
                    self.dump(tape, text, item, out);
                    item = tape.get(item).next;
                }
                out.plain(b"]");
            }
            Kind::Object => self.dump_object(tape, text, index, token, out),
        }
    }

    fn dump_object<S: Sink>(
        &mut self,
        tape: &Tape,
        text: &[u8],
        index: u32,
        token: Token,
        out: &mut S,
    ) {
        let first = self.members.len();
        let first_key = self.keys.len();
        let mut key = index + 1;
        while key < token.next {
            let key_token = tape.get(key);
            let bytes = key_token.bytes(text);
            let (start, end, is_decoded) = if key_token.kind == Kind::Escaped {
                let start = self.keys.len();
                decode_escapes(bytes, &mut self.keys);
                (start, self.keys.len(), true)
            } else {
                let start = key_token.start();
                (start, start + bytes.len(), false)
            };
            self.members.push(DumpMember {
                start,
                end,
                is_decoded,
                key,
            });
            key = tape.get(key + 1).next;
        }
        let Self { members, keys } = self;
        let keys = keys.as_slice();
        let key_bytes = |member: &DumpMember| -> &[u8] {
            let source = if member.is_decoded { keys } else { text };
            source.get(member.start..member.end).unwrap_or_default()
        };
        let mine = members.get_mut(first..).unwrap_or_default();
        // WTF-8 sorts by code point; among equal keys the last one of the source comes last.
        mine.sort_unstable_by(|a, b| key_bytes(a).cmp(key_bytes(b)).then(a.key.cmp(&b.key)));
        let mut kept = 0;
        for at in 0..mine.len() {
            let is_repeated = match (mine.get(at), mine.get(at + 1)) {
                (Some(this), Some(next)) => key_bytes(this) == key_bytes(next),
                _ => false,
            };
            if !is_repeated {
                mine.swap(kept, at);
                kept += 1;
            }
        }
        self.members.truncate(first + kept);
        self.keys.truncate(first_key);
        out.plain(b"{");
        for at in first..first + kept {
            let Some(&DumpMember { key, .. }) = self.members.get(at) else {
                break;
            };
            if at > first {
                out.plain(b", ");
            }
            // A key is a string, so this goes one level down at most.
            self.dump(tape, text, key, out);
            out.plain(b": ");
            self.dump(tape, text, key + 1, out);
        }
        out.plain(b"}");
        self.members.truncate(first);
    }

    pub(crate) fn capacity_bytes(&self) -> usize {
        self.members.capacity() * size_of::<DumpMember>() + self.keys.capacity()
    }
}

/// The number as Python's `float` would read it.
pub(crate) fn to_f64(source: &[u8]) -> f64 {
    match source {
        b"NaN" => f64::NAN,
        b"Infinity" => f64::INFINITY,
        b"-Infinity" => f64::NEG_INFINITY,
        _ => std::str::from_utf8(source)
            .ok()
            .and_then(|text| text.parse().ok())
            .unwrap_or(f64::NAN),
    }
}

/// An integer's text; `-0` is 0 in Python.
pub(crate) fn int_text(source: &[u8]) -> &[u8] {
    if source == b"-0" { b"0" } else { source }
}

fn push_json_float<S: Sink>(value: f64, out: &mut S) {
    if value.is_nan() {
        out.plain(b"NaN");
    } else if value.is_infinite() {
        out.plain(if value > 0.0 {
            b"Infinity"
        } else {
            b"-Infinity"
        });
    } else {
        push_finite_float(value, out);
    }
}

/// Appends Python's `repr` of a finite float: the shortest digits that read back the same, with an
/// exponent from 1e16 on and below 1e-4.
pub(crate) fn push_finite_float<S: Sink>(value: f64, out: &mut S) {
    let (mut shortest, mut nearest) = ([0; 32], [0; 32]);
    let shortest = scientific_text(&mut shortest, format_args!("{value:e}"));
    // Where two shortest texts are equally near, Python takes the one with the even last digit and
    // Rust the greater one; rounding to as many digits goes to even.
    let decimals = shortest
        .iter()
        .filter(|byte| byte.is_ascii_digit())
        .count()
        .saturating_sub(exponent_digits(shortest) + 1);
    let nearest = scientific_text(&mut nearest, format_args!("{value:.decimals$e}"));
    let scientific = if to_f64(nearest).to_bits() == value.to_bits() {
        nearest
    } else {
        shortest
    };
    let (sign, scientific) = match scientific.split_first() {
        Some((b'-', rest)) => (true, rest),
        _ => (false, scientific),
    };
    if sign {
        out.plain(b"-");
    }
    let split = scientific
        .iter()
        .position(|&byte| byte == b'e')
        .unwrap_or(scientific.len());
    let (mantissa, exponent) = scientific.split_at(split);
    let exponent: i32 = exponent
        .get(1..)
        .and_then(|digits| std::str::from_utf8(digits).ok())
        .and_then(|digits| digits.parse().ok())
        .unwrap_or(0);
    // The digits without the point.
    let mut buffer = [b'0'; 24];
    let mut count = 0_usize;
    for (to, digit) in buffer
        .iter_mut()
        .zip(mantissa.iter().filter(|byte| byte.is_ascii_digit()))
    {
        *to = *digit;
        count += 1;
    }
    match usize::try_from(exponent) {
        // 123.0 or 1.25; the buffer goes on with zeros.
        Ok(whole) if whole < 16 => {
            let (before, after) = buffer.split_at(whole + 1);
            out.plain(before);
            out.plain(b".");
            let decimals = count.saturating_sub(whole + 1).max(1);
            out.plain(after.get(..decimals).unwrap_or_default());
        }
        // 0.00012
        Err(_) if exponent >= -4 => {
            out.plain(b"0.");
            for _ in exponent + 1..0 {
                out.plain(b"0");
            }
            out.plain(buffer.get(..count).unwrap_or_default());
        }
        // 1.5e-07 or 1e+16
        _ => {
            let sign = if exponent < 0 { '-' } else { '+' };
            let mut buffer = [0; 32];
            out.plain(mantissa);
            out.plain(scientific_text(
                &mut buffer,
                format_args!("e{sign}{:02}", exponent.unsigned_abs()),
            ));
        }
    }
}

/// Writes d.ddde±x into a buffer: 17 digits, two signs, a point and an exponent fit.
fn scientific_text<'b>(buffer: &'b mut [u8; 32], text: std::fmt::Arguments<'_>) -> &'b [u8] {
    let mut rest = buffer.as_mut_slice();
    let written = rest.write_fmt(text);
    debug_assert!(written.is_ok(), "32 bytes hold any float");
    let unused = rest.len();
    buffer.get(..32 - unused).unwrap_or_default()
}

fn exponent_digits(scientific: &[u8]) -> usize {
    let digits = scientific.iter().rev();
    digits.take_while(|byte| byte.is_ascii_digit()).count()
}

/// Appends a decoded string (WTF-8) as JSON text in quotes.
fn push_quoted<S: Sink>(text: &[u8], out: &mut S) {
    out.quote();
    push_escaped(text, out);
    out.quote();
}

/// Appends a string of printable ASCII without quotes and backslashes as JSON text in quotes.
pub(crate) fn push_quoted_ascii<S: Sink>(text: &[u8], out: &mut S) {
    out.quote();
    out.plain(text);
    out.quote();
}

fn push_escaped<S: Sink>(text: &[u8], out: &mut S) {
    let mut rest = text;
    loop {
        let plain = verbatim_prefix(rest);
        let (verbatim, special) = rest.split_at(plain);
        out.plain(verbatim);
        let Some((&byte, after)) = special.split_first() else {
            return;
        };
        if byte < 0x80 {
            push_unit(u16::from(byte), out);
            rest = after;
        } else {
            let (code, length) = next_code_point(special);
            push_code_point_escape(code, out);
            rest = special.get(length..).unwrap_or_default();
        }
    }
}

/// Appends a string in its source form, with escapes, as canonical JSON text in quotes.
fn push_quoted_source<S: Sink>(source: &[u8], out: &mut S) {
    out.quote();
    let mut rest = source;
    loop {
        let Some(at) = rest.iter().position(|&byte| byte == b'\\') else {
            push_escaped(rest, out);
            break;
        };
        let (before, escape) = rest.split_at(at);
        push_escaped(before, out);
        let (unit, used) = escape_unit(escape);
        // Each half of a pair is written as it is read, so pairs need no joining here.
        push_unit(unit, out);
        rest = escape.get(used..).unwrap_or_default();
    }
    out.quote();
}

/// The UTF-16 unit that an escape stands for, and the escape's length.
fn escape_unit(escape: &[u8]) -> (u16, usize) {
    match escape.get(1) {
        Some(b'b') => (0x08, 2),
        Some(b'f') => (0x0C, 2),
        Some(b'n') => (0x0A, 2),
        Some(b'r') => (0x0D, 2),
        Some(b't') => (0x09, 2),
        Some(b'u') => {
            let unit = escape
                .get(2..6)
                .and_then(|digits| std::str::from_utf8(digits).ok())
                .and_then(|digits| u16::from_str_radix(digits, 16).ok());
            (unit.unwrap_or_default(), 6)
        }
        Some(&other) => (u16::from(other), 2),
        None => (u16::from(b'\\'), 1),
    }
}

/// Appends a string with its escapes resolved, as WTF-8; adjacent halves of a pair are joined.
pub(crate) fn decode_escapes(source: &[u8], out: &mut Vec<u8>) {
    let mut rest = source;
    while let Some(at) = rest.iter().position(|&byte| byte == b'\\') {
        let (before, escape) = rest.split_at(at);
        out.extend_from_slice(before);
        let (unit, mut used) = escape_unit(escape);
        let mut code = u32::from(unit);
        if (0xD800..0xDC00).contains(&unit) && escape.get(6..8) == Some(br"\u".as_slice()) {
            let (low, _) = escape_unit(escape.get(6..).unwrap_or_default());
            if (0xDC00..0xE000).contains(&low) {
                code = 0x1_0000 + ((code - 0xD800) << 10) + (u32::from(low) - 0xDC00);
                used = 12;
            }
        }
        loopledger_json::push_code_point(out, code);
        rest = escape.get(used..).unwrap_or_default();
    }
    out.extend_from_slice(rest);
}

/// The first code point of WTF-8 text, and its length in bytes; never 0 bytes for text that is not
/// empty, whatever it holds.
pub(crate) fn next_code_point(text: &[u8]) -> (u32, usize) {
    let byte = |at: usize| u32::from(text.get(at).copied().unwrap_or_default());
    let low = |at: usize| byte(at) & 0x3F;
    match byte(0) {
        lead @ 0xF0.. if text.len() >= 4 => (
            ((lead & 0x07) << 18) | (low(1) << 12) | (low(2) << 6) | low(3),
            4,
        ),
        lead @ 0xE0..0xF0 if text.len() >= 3 => (((lead & 0x0F) << 12) | (low(1) << 6) | low(2), 3),
        lead @ 0xC0..0xE0 if text.len() >= 2 => (((lead & 0x1F) << 6) | low(1), 2),
        lead => (lead, 1),
    }
}

fn push_code_point_escape<S: Sink>(code: u32, out: &mut S) {
    if let Ok(unit) = u16::try_from(code) {
        push_unit(unit, out);
    } else if let Some(character) = char::from_u32(code) {
        let mut units = [0; 2];
        for &mut unit in character.encode_utf16(&mut units) {
            push_unit(unit, out);
        }
    }
}

/// Appends one UTF-16 unit as `json.dumps` writes it: as it is, as a short escape or as `\uxxxx`.
fn push_unit<S: Sink>(unit: u16, out: &mut S) {
    const HEX: [u8; 16] = *b"0123456789abcdef";
    let [high, low] = unit.to_be_bytes();
    let short = match (high, low) {
        (0, b'"') => {
            out.backslash();
            return out.quote();
        }
        (0, b'\\') => {
            out.backslash();
            return out.backslash();
        }
        (0, 0x08) => b'b',
        (0, 0x0C) => b'f',
        (0, b'\n') => b'n',
        (0, b'\r') => b'r',
        (0, b'\t') => b't',
        (0, 0x20..0x7F) => return out.plain(&[low]),
        _ => {
            out.backslash();
            out.plain(b"u");
            let digits = [high >> 4, high & 15, low >> 4, low & 15];
            // A nibble is always an index into the 16 digits.
            out.plain(&digits.map(|digit| HEX[usize::from(digit)]));
            return;
        }
    };
    out.backslash();
    out.plain(&[short]);
}
