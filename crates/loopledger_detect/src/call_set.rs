//! What a model response proposes, and what of it decides that two responses are the same.
//!
//! Each tool call is reduced to its name and its *stable key*; the multiset of these is the *call
//! set*, and its [`CallSetDigest`] is what the repetition window holds.

mod dump;
mod int;
mod repr;
mod scan;
mod seen;
mod unicode;

use std::borrow::Cow;
use std::fmt;
use std::hash::{Hash, Hasher};

use loopledger_json::{Node, Value};
use md5::{Digest as _, Md5};

use crate::decision::HookError;
use crate::revision::ReadFileKey;
use dump::{Dumper, Nested, Sink, decode_escapes, push_quoted_ascii};
use int::{IntResult, Integer, to_int};
use repr::{is_truthy, push_str};
use scan::{Kind, ScanError, Tape};
use seen::{CallHash, Seen};

/// The argument names that stand for a call, where one of them is given; sorted.
///
/// Upstream (2026-08-22 and later) uses only these for the key of most tools, so that a changed
/// description or page number does not make a call a new one.
pub const SALIENT_FIELDS: [&str; 7] = ["cmd", "command", "glob", "path", "pattern", "query", "url"];

/// The name of a tool call, as a message has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallName<'a> {
    /// The call has no `name`.
    Absent,
    /// A string, decoded (WTF-8, see [`loopledger_json::JsonStr::to_wtf8`]).
    Text(&'a [u8]),
    /// JSON source text of any value: a string with escapes, or what only a hand-made message has
    /// (`null`, a number, …). Text that is not JSON is taken as the name itself.
    Json(&'a [u8]),
}

/// The arguments of a tool call, as a message has them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallArgs<'a> {
    /// The call has no `args`; the same as an empty object.
    Absent,
    /// JSON source text: an object in messages that LangChain made, any value in hand-made ones.
    /// Text that is not JSON is keyed like a string that is not JSON.
    Json(&'a [u8]),
}

/// One tool call that a model response proposes; borrows its texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Call<'a> {
    /// Which tool is called.
    pub name: CallName<'a>,
    /// With which arguments.
    pub args: CallArgs<'a>,
}

/// The first 48 bits of the MD5 of a call set, as upstream compares it: twelve hex digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct CallSetDigest(pub [u8; 6]);

/// Why a call has the key that it has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyExplanation {
    /// The call as the call set holds it, `name:key`, in WTF-8: the only exact form, since a
    /// string may hold lone surrogates.
    pub wtf8: Vec<u8>,
    /// The rule that made the key.
    pub rule: KeyRule,
}

/// The rule that made a stable key. Upstream: `_stable_tool_key`, 2026-08-22 and later.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum KeyRule {
    /// `read_file` up to revision 2026-09-10: the path, and the first and last block of 200 lines;
    /// every other argument is ignored.
    ReadFileBucket,
    /// `read_file` from revision 2026-09-16 on: the path and the lines asked for.
    ReadFileLines,
    /// `write_file` and `str_replace`: all arguments, since the content matters.
    AllArguments,
    /// Only these arguments, each one of [`SALIENT_FIELDS`] and not null; sorted.
    Salient(Vec<&'static str>),
    /// The arguments are a string that is no JSON; the string itself.
    RawText,
    /// The arguments are JSON but no object, or a string that holds such JSON; its canonical text.
    OtherValue,
    /// No salient argument is given; all arguments.
    NoSalient,
}

impl<'a> Call<'a> {
    /// A call with a name and the JSON source text of its arguments.
    pub fn new(name: &'a str, args: &'a str) -> Self {
        Self {
            name: CallName::Text(name.as_bytes()),
            args: CallArgs::Json(args.as_bytes()),
        }
    }

    /// The call that a parsed object describes by its `name` and `args`, where `text` is the text
    /// that was parsed. Anything but an object is a call without both.
    pub fn from_node(node: &Node<'a>, text: &'a [u8]) -> Self {
        let span = |node: &Node<'a>| text.get(node.start..node.end).unwrap_or_default();
        let name = match node.get("name") {
            None => CallName::Absent,
            Some(name) => match &name.value {
                Value::Str(plain) if !plain.has_escape() => CallName::Text(plain.raw()),
                _ => CallName::Json(span(name)),
            },
        };
        let args = match node.get("args") {
            None => CallArgs::Absent,
            Some(args) => CallArgs::Json(span(args)),
        };
        Self { name, args }
    }
}

impl CallSetDigest {
    /// Reads twelve lower-case hex digits; `None` for anything else.
    pub fn from_hex(hex: &str) -> Option<Self> {
        let mut digest = [0; 6];
        if hex.len() != 12 || hex.bytes().any(|byte| byte.is_ascii_uppercase()) {
            return None;
        }
        for (byte, pair) in digest.iter_mut().zip(hex.as_bytes().chunks(2)) {
            if !pair.iter().all(u8::is_ascii_hexdigit) {
                return None;
            }
            *byte = u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?;
        }
        Some(Self(digest))
    }
}

impl Hash for CallSetDigest {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // A digest is spread evenly by itself; one word of it is cheaper to hash than a slice.
        let mut word = [0; 8];
        for (to, from) in word.iter_mut().zip(self.0) {
            *to = from;
        }
        state.write_u64(u64::from_le_bytes(word));
    }
}

impl fmt::Display for CallSetDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl KeyExplanation {
    /// `name:key` to show; a lone surrogate is shown as U+FFFD.
    pub fn text(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.wtf8)
    }
}

impl KeyRule {
    /// The rule's stable code, for reports and translation.
    pub fn code(&self) -> &'static str {
        match self {
            Self::ReadFileBucket => "read_file_bucket",
            Self::ReadFileLines => "read_file_lines",
            Self::AllArguments => "all_arguments",
            Self::Salient(_) => "salient",
            Self::RawText => "raw_text",
            Self::OtherValue => "other_value",
            Self::NoSalient => "no_salient",
        }
    }
}

/// Turns calls into keys and digests, in buffers that it keeps.
#[derive(Debug, Default)]
pub(crate) struct Keyer {
    seen: Seen,
    reader: Reader,
    /// The texts `name:key` of the calls of one response, one after the other.
    keys: Vec<u8>,
    /// Where each of them stands in `keys`.
    spans: Vec<(usize, usize)>,
    blob: Vec<u8>,
}

/// What reads the parts of a call.
#[derive(Debug, Default)]
struct Reader {
    tape: Tape,
    /// Decoded arguments that are a string.
    text: Vec<u8>,
    text_tape: Tape,
    dumper: Dumper,
    /// A name, path or number on its way.
    scratch: Vec<u8>,
}

/// A rule as the reader reports it, without allocating.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rule {
    ReadFile,
    AllArguments,
    /// A bit for each of [`SALIENT_FIELDS`].
    Salient(u8),
    RawText,
    OtherValue,
    NoSalient,
}

/// Which rule a tool's name asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tool {
    ReadFile,
    ContentSensitive,
    Other,
}

impl Keyer {
    /// The digest of a response's calls; the rule for `read_file` must always be the same.
    pub(crate) fn digest(
        &mut self,
        calls: &[Call<'_>],
        read_file_key: ReadFileKey,
    ) -> Result<CallSetDigest, HookError> {
        if let [
            Call {
                name: CallName::Text(name),
                args: CallArgs::Json(args),
            },
        ] = calls
            && let Some(hash) = CallHash::new(name, args)
        {
            if let Some(digest) = self.seen.get(hash, name, args) {
                return Ok(digest);
            }
            let digest = self.make_digest(calls, read_file_key)?;
            self.seen.note(hash, name, args, digest);
            return Ok(digest);
        }
        self.make_digest(calls, read_file_key)
    }

    fn make_digest(
        &mut self,
        calls: &[Call<'_>],
        read_file_key: ReadFileKey,
    ) -> Result<CallSetDigest, HookError> {
        let Self {
            reader,
            keys,
            spans,
            blob,
            ..
        } = self;
        blob.clear();
        blob.push(b'[');
        if let [call] = calls {
            // Nothing to sort, so the text can be written where it belongs at once.
            blob.push(b'"');
            reader.push_call(call, read_file_key, &mut Nested(blob))?;
            blob.push(b'"');
        } else {
            keys.clear();
            spans.clear();
            for call in calls {
                let start = keys.len();
                reader.push_call(call, read_file_key, keys)?;
                spans.push((start, keys.len()));
            }
            let key = |&(start, end): &(usize, usize)| keys.get(start..end).unwrap_or_default();
            // Byte order of WTF-8 is the order of code points, Python's.
            spans.sort_unstable_by(|a, b| key(a).cmp(key(b)));
            for (at, span) in spans.iter().enumerate() {
                blob.extend_from_slice(if at == 0 { b"\"" } else { b", \"" });
                Nested(blob).decoded(key(span));
                blob.push(b'"');
            }
        }
        blob.push(b']');
        let mut digest = CallSetDigest([0; 6]);
        for (to, from) in digest.0.iter_mut().zip(Md5::digest(blob.as_slice())) {
            *to = from;
        }
        Ok(digest)
    }

    /// Why a call has its key.
    pub(crate) fn explain(
        &mut self,
        call: &Call<'_>,
        read_file_key: ReadFileKey,
    ) -> Result<KeyExplanation, HookError> {
        self.keys.clear();
        let rule = self.reader.push_call(call, read_file_key, &mut self.keys)?;
        Ok(KeyExplanation {
            wtf8: self.keys.clone(),
            rule: match rule {
                Rule::ReadFile => match read_file_key {
                    ReadFileKey::Bucket200 => KeyRule::ReadFileBucket,
                    ReadFileKey::ExactLines => KeyRule::ReadFileLines,
                },
                Rule::AllArguments => KeyRule::AllArguments,
                Rule::Salient(fields) => KeyRule::Salient(
                    (0..)
                        .zip(SALIENT_FIELDS)
                        .filter(|(bit, _)| fields & (1 << bit) != 0)
                        .map(|(_, field)| field)
                        .collect(),
                ),
                Rule::RawText => KeyRule::RawText,
                Rule::OtherValue => KeyRule::OtherValue,
                Rule::NoSalient => KeyRule::NoSalient,
            },
        })
    }

    /// A name's text for the frequency window; `None` where Python takes the name for false, which
    /// is not counted.
    pub(crate) fn counted_name<'k>(&'k mut self, name: CallName<'k>) -> Option<&'k [u8]> {
        match name {
            CallName::Absent => None,
            CallName::Text(text) => (!text.is_empty()).then_some(text),
            CallName::Json(source) => {
                let Reader { tape, scratch, .. } = &mut self.reader;
                if tape.scan(source).is_err() {
                    return (!source.is_empty()).then_some(source);
                }
                scratch.clear();
                push_str(tape, source, 0, scratch);
                is_truthy(tape, source, 0).then_some(scratch)
            }
        }
    }

    pub(crate) fn capacity_bytes(&self) -> usize {
        self.seen.capacity_bytes()
            + self.reader.capacity_bytes()
            + self.keys.capacity()
            + self.spans.capacity() * size_of::<(usize, usize)>()
            + self.blob.capacity()
    }
}

impl Reader {
    /// Writes `name:key`.
    fn push_call<S: Sink>(
        &mut self,
        call: &Call<'_>,
        read_file_key: ReadFileKey,
        out: &mut S,
    ) -> Result<Rule, HookError> {
        let tool = match call.name {
            CallName::Absent => Tool::Other,
            CallName::Text(name) => {
                out.decoded(name);
                Tool::of(name)
            }
            CallName::Json(source) => self.push_json_name(source, out)?,
        };
        out.plain(b":");
        self.push_key(tool, call.args, read_file_key, out)
    }

    fn push_json_name<S: Sink>(&mut self, source: &[u8], out: &mut S) -> Result<Tool, HookError> {
        let Self { tape, scratch, .. } = self;
        if !scan_or_deep(tape, source)? {
            out.decoded(source);
            return Ok(Tool::of(source));
        }
        scratch.clear();
        push_str(tape, source, 0, scratch);
        out.decoded(scratch);
        match tape.root().kind {
            Kind::Ascii | Kind::Text | Kind::Escaped => Ok(Tool::of(scratch)),
            // Upstream looks the name up in a set, which needs a hash.
            Kind::Array => Err(HookError::UnhashableName { kind: "list" }),
            Kind::Object => Err(HookError::UnhashableName { kind: "dict" }),
            _ => Ok(Tool::Other),
        }
    }

    fn push_key<S: Sink>(
        &mut self,
        tool: Tool,
        args: CallArgs<'_>,
        read_file_key: ReadFileKey,
        out: &mut S,
    ) -> Result<Rule, HookError> {
        let Self {
            tape,
            text,
            text_tape,
            dumper,
            scratch,
        } = self;
        let source = match args {
            CallArgs::Absent => b"{}",
            CallArgs::Json(source) => source,
        };
        if !scan_or_deep(tape, source)? {
            out.decoded(source);
            return Ok(Rule::RawText);
        }
        let root = tape.root();
        let object = match root.kind {
            Kind::Object => Object { tape, text: source },
            Kind::Null => {
                scan_or_deep(tape, b"{}")?;
                Object { tape, text: b"{}" }
            }
            Kind::Ascii | Kind::Text | Kind::Escaped => {
                text.clear();
                decode_escapes(root.bytes(source), text);
                if !scan_or_deep(text_tape, text)? {
                    out.decoded(text);
                    return Ok(Rule::RawText);
                }
                if text_tape.root().kind != Kind::Object {
                    dumper.dump(text_tape, text, 0, out);
                    return Ok(Rule::OtherValue);
                }
                Object {
                    tape: text_tape,
                    text,
                }
            }
            _ => {
                dumper.dump(tape, source, 0, out);
                return Ok(Rule::OtherValue);
            }
        };
        match tool {
            Tool::ReadFile => {
                scratch.clear();
                object.push_read_file_key(read_file_key, scratch)?;
                out.decoded(scratch);
                Ok(Rule::ReadFile)
            }
            Tool::ContentSensitive => {
                dumper.dump(object.tape, object.text, 0, out);
                Ok(Rule::AllArguments)
            }
            Tool::Other => Ok(object.push_salient_key(dumper, out)),
        }
    }

    fn capacity_bytes(&self) -> usize {
        self.tape.capacity_bytes()
            + self.text.capacity()
            + self.text_tape.capacity_bytes()
            + self.dumper.capacity_bytes()
            + self.scratch.capacity()
    }
}

impl Tool {
    fn of(name: &[u8]) -> Self {
        match name {
            b"read_file" => Self::ReadFile,
            b"write_file" | b"str_replace" => Self::ContentSensitive,
            _ => Self::Other,
        }
    }
}

/// Scans a text; `false` where it is not JSON.
fn scan_or_deep(tape: &mut Tape, text: &[u8]) -> Result<bool, HookError> {
    match tape.scan(text) {
        Ok(()) => Ok(true),
        Err(ScanError::NotJson) => Ok(false),
        Err(ScanError::TooDeep) => Err(HookError::NestedTooDeep),
    }
}

/// Arguments that are a JSON object: the root of a tape.
struct Object<'t> {
    tape: &'t Tape,
    text: &'t [u8],
}

impl Object<'_> {
    /// The places of the values of some keys, each the last one where a key is repeated; `slot`
    /// says where in the result a key's value goes.
    fn find<const N: usize>(&self, slot: impl Fn(&[u8]) -> Option<usize>) -> [Option<u32>; N] {
        let mut found = [None; N];
        let end = self.tape.root().next;
        let mut key = 1;
        while key < end {
            let token = self.tape.get(key);
            let bytes = token.bytes(self.text);
            let slot = if token.kind == Kind::Escaped {
                let mut decoded = Vec::new();
                decode_escapes(bytes, &mut decoded);
                slot(&decoded)
            } else {
                slot(bytes)
            };
            if let Some(value) = slot.and_then(|slot| found.get_mut(slot)) {
                *value = Some(key + 1);
            }
            key = self.tape.get(key + 1).next;
        }
        found
    }

    fn push_salient_key<S: Sink>(&self, dumper: &mut Dumper, out: &mut S) -> Rule {
        let found: [_; SALIENT_FIELDS.len()] = self.find(|key| match key {
            b"cmd" => Some(0),
            b"command" => Some(1),
            b"glob" => Some(2),
            b"path" => Some(3),
            b"pattern" => Some(4),
            b"query" => Some(5),
            b"url" => Some(6),
            _ => None,
        });
        let mut fields = 0_u8;
        for (bit, (name, value)) in SALIENT_FIELDS.iter().zip(found).enumerate() {
            let Some(value) = value.filter(|&value| self.tape.get(value).kind != Kind::Null) else {
                continue;
            };
            out.plain(if fields == 0 { b"{" } else { b", " });
            fields |= 1 << bit;
            push_quoted_ascii(name.as_bytes(), out);
            out.plain(b": ");
            dumper.dump(self.tape, self.text, value, out);
        }
        if fields == 0 {
            dumper.dump(self.tape, self.text, 0, out);
            return Rule::NoSalient;
        }
        out.plain(b"}");
        Rule::Salient(fields)
    }

    fn push_read_file_key(
        &self,
        read_file_key: ReadFileKey,
        out: &mut Vec<u8>,
    ) -> Result<(), HookError> {
        let [path, start, end] = self.find(|key| match key {
            b"path" => Some(0),
            b"start_line" => Some(1),
            b"end_line" => Some(2),
            _ => None,
        });
        if let Some(path) = path.filter(|&path| is_truthy(self.tape, self.text, path)) {
            push_str(self.tape, self.text, path, out);
        }
        out.push(b':');
        let start = self.line(start)?.unwrap_or(Integer::Small(1));
        let end = self.line(end)?;
        match read_file_key {
            ReadFileKey::Bucket200 => {
                let end = end.unwrap_or_else(|| start.clone());
                let (first, last) = if end < start {
                    (end, start)
                } else {
                    (start, end)
                };
                first.at_least_one().push_bucket(out);
                out.push(b'-');
                last.at_least_one().push_bucket(out);
            }
            ReadFileKey::ExactLines => {
                start.at_least_one().push_decimal(out);
                out.push(b'-');
                if let Some(end) = end {
                    end.at_least_one().push_decimal(out);
                }
            }
        }
        Ok(())
    }

    /// The line number at a place; `None` where there is none that `int()` reads.
    fn line(&self, value: Option<u32>) -> Result<Option<Integer>, HookError> {
        let Some(value) = value else { return Ok(None) };
        match to_int(self.tape, self.text, value) {
            IntResult::Value(line) => Ok(Some(line)),
            IntResult::NotAnInteger => Ok(None),
            IntResult::Infinite => Err(HookError::InfiniteLine),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks `name:key` of a call, both given as JSON text.
    fn check(name: &str, args: &str, expected: &str) {
        let call = Call {
            name: CallName::Json(name.as_bytes()),
            args: CallArgs::Json(args.as_bytes()),
        };
        let key = Keyer::default().explain(&call, ReadFileKey::Bucket200);
        assert_eq!(
            key.map(|key| key.text().into_owned()).as_deref(),
            Ok(expected),
            "{name} {args}"
        );
    }

    fn check_error(name: &str, args: &str, expected: HookError) {
        let call = Call {
            name: CallName::Json(name.as_bytes()),
            args: CallArgs::Json(args.as_bytes()),
        };
        let key = Keyer::default().explain(&call, ReadFileKey::Bucket200);
        assert_eq!(key, Err(expected), "{name} {args}");
    }

    #[test]
    fn floats_are_written_as_python_does() {
        for (source, expected) in [
            ("1.0", "1.0"),
            ("1E2", "100.0"),
            ("123456789012345680.0", "1.2345678901234568e+17"),
            ("1e16", "1e+16"),
            ("9999999999999998.0", "9999999999999998.0"),
            ("0.0001", "0.0001"),
            ("0.00001", "1e-05"),
            ("1.5e-7", "1.5e-07"),
            ("1e-100", "1e-100"),
            ("-0.0", "-0.0"),
            ("1e400", "Infinity"),
            ("-1e400", "-Infinity"),
            ("5e-324", "5e-324"),
            ("1.7976931348623157e308", "1.7976931348623157e+308"),
            // Two texts are equally near: the even one.
            ("636096726272158.25", "636096726272158.2"),
            // A power of two, where the nearest short text lies outside of the narrower side.
            ("5.684341886080802e-14", "5.684341886080802e-14"),
        ] {
            check(r#""x""#, source, &format!("x:{expected}"));
        }
    }

    #[test]
    fn other_values_are_written_as_python_does() {
        check(r#""x""#, "-0", "x:0");
        check(
            r#""x""#,
            "[1, {\"b\":NaN ,\"a\":[]}]",
            "x:[1, {\"a\": [], \"b\": NaN}]",
        );
        check(
            r#""x""#,
            r#"["\u007f/\/\ud800é😀\u0001\t"]"#,
            r#"x:["\u007f//\ud800\u00e9\ud83d\ude00\u0001\t"]"#,
        );
    }

    /// The scanner and the writer look at eight bytes at once, so every place is tried.
    #[test]
    fn special_characters_are_found_everywhere() {
        for (special, source, written) in [
            ("é", "é", r"\u00e9"),
            ("\u{7f}", "\u{7f}", r"\u007f"),
            ("\"", r#"\""#, r#"\""#),
            ("\n", r"\u000A", r"\n"),
        ] {
            for before in 0..20 {
                for after in 0..20 {
                    let around =
                        |middle| format!("{}{middle}{}", "a".repeat(before), "b".repeat(after));
                    let args = format!(r#"{{"query": "{}", "é": 1}}"#, around(source));
                    let expected = format!(r#"x:{{"query": "{}"}}"#, around(written));
                    check(r#""x""#, &args, &expected);
                    let args = format!(r#"{{"path": "{}"}}"#, around(source));
                    let expected = format!("read_file:{}:0-0", around(special));
                    check(r#""read_file""#, &args, &expected);
                }
            }
        }
    }

    #[test]
    fn keys_are_sorted_by_code_point() {
        check(
            r#""x""#,
            r#"{"\ud83d\ude00":1,"\uffff":2,"a":3}"#,
            r#"x:{"a": 3, "\uffff": 2, "\ud83d\ude00": 1}"#,
        );
    }

    #[test]
    fn last_of_repeated_keys_wins() {
        check(
            r#""x""#,
            r#"{"a":1,"b":2,"\u0061":3}"#,
            r#"x:{"a": 3, "b": 2}"#,
        );
        check(
            r#""x""#,
            r#"{"query":1,"query":null,"z":[]}"#,
            r#"x:{"query": null, "z": []}"#,
        );
    }

    #[test]
    fn python_text_of_names() {
        check("null", "{}", "None:{}");
        check("1e16", "{}", "1e+16:{}");
        check("false", "{}", "False:{}");
        check_error("[1]", "{}", HookError::UnhashableName { kind: "list" });
        check_error("{}", "{}", HookError::UnhashableName { kind: "dict" });
    }

    #[test]
    fn paths_are_python_text() {
        check(
            r#""read_file""#,
            r#"{"path":["it's","\"",'x]}"#,
            r#"read_file:{"path":["it's","\"",'x]}"#,
        );
        check(
            r#""read_file""#,
            r#"{"path":["it's","a\"'","\u00ad\u200b\ud800","é\ud83d\ude00",1.0,null,{"k":true}]}"#,
            "read_file:[\"it's\", 'a\"\\'', '\\xad\\u200b\\ud800', 'é😀', 1.0, None, {'k': True}]:0-0",
        );
        check(r#""read_file""#, r#"{"path":0.0}"#, "read_file::0-0");
        check(r#""read_file""#, r#"{"path":NaN}"#, "read_file:nan:0-0");
    }

    #[test]
    fn characters_of_unicode_15_are_printable() {
        // U+1F6DC was assigned in 15.0, U+2FFC in 15.1.
        check(
            r#""read_file""#,
            "{\"path\":[\"\u{1F6DC}\u{2FFC}\"]}",
            "read_file:['\u{1F6DC}\\u2ffc']:0-0",
        );
        // Kawi digit two, of 15.0.
        check(
            r#""read_file""#,
            "{\"start_line\":\"\u{11F52}01\"}",
            "read_file::1-1",
        );
    }

    #[test]
    fn line_numbers_are_python_integers() {
        for (start, bucket) in [
            ("200.9", "0"),
            ("201.9", "1"),
            ("true", "0"),
            (r#"" \u0662\u0660\u0661\u00a0""#, "1"),
            (r#""2_01""#, "1"),
            (r#""2__01""#, "0"),
            (r#""\u001c201""#, "0"),
            (r#""+201""#, "1"),
            (r#""201.0""#, "0"),
            ("NaN", "0"),
            ("[201]", "0"),
            ("1e20", "499999999999999999"),
            ("-9223372036854775809", "0"),
            ("9223372036854775808", "46116860184273879"),
            ("100000000000000000000", "499999999999999999"),
            ("100000000000000000001", "500000000000000000"),
        ] {
            let args = format!(r#"{{"start_line":{start}}}"#);
            check(
                r#""read_file""#,
                &args,
                &format!("read_file::{bucket}-{bucket}"),
            );
        }
        let (long, longer) = ("0".repeat(4298) + "401", "0".repeat(4298) + "0401");
        check(
            r#""read_file""#,
            &format!(r#"{{"start_line":"{}"}}"#, &long[1..]),
            "read_file::2-2",
        );
        check(
            r#""read_file""#,
            &format!(r#"{{"start_line":"{longer}"}}"#),
            "read_file::0-0",
        );
        check_error(
            r#""read_file""#,
            r#"{"end_line":1e999}"#,
            HookError::InfiniteLine,
        );
    }

    #[test]
    fn deep_arguments_raise() {
        let deep = format!("{}1{}", "[".repeat(991), "]".repeat(991));
        check_error(r#""x""#, &deep, HookError::NestedTooDeep);
        let fits = format!("{}1{}", "[".repeat(990), "]".repeat(990));
        check(r#""x""#, &fits, &format!("x:{fits}"));
    }

    #[test]
    fn rules_are_explained() {
        let rule = |name, args, read_file_key| {
            let mut keyer = Keyer::default();
            let key = keyer
                .explain(&Call::new(name, args), read_file_key)
                .unwrap();
            (key.text().into_owned(), key.rule)
        };
        let explain = |name, args| rule(name, args, ReadFileKey::Bucket200);
        assert_eq!(
            explain("grep", r#"{"url":0,"x":1,"path":"p","cmd":null}"#),
            (
                r#"grep:{"path": "p", "url": 0}"#.to_owned(),
                KeyRule::Salient(vec!["path", "url"])
            )
        );
        assert_eq!(explain("task", r#"{"x":1}"#).1, KeyRule::NoSalient);
        assert_eq!(
            explain("write_file", r#"{"path":1}"#).1,
            KeyRule::AllArguments
        );
        assert_eq!(explain("read_file", "{}").1, KeyRule::ReadFileBucket);
        assert_eq!(explain("read_file", r#""no json""#).1, KeyRule::RawText);
        assert_eq!(explain("bash", r#""5""#).1, KeyRule::OtherValue);
        let lines = |args| rule("read_file", args, ReadFileKey::ExactLines);
        assert_eq!(
            lines(r#"{"path":"p","start_line":-3}"#),
            ("read_file:p:1-".to_owned(), KeyRule::ReadFileLines)
        );
        assert_eq!(
            lines(r#"{"path":"p"}"#),
            lines(r#"{"path":"p","start_line":1}"#)
        );
        assert_ne!(
            lines(r#"{"path":"p","start_line":1}"#),
            lines(r#"{"path":"p","start_line":1,"end_line":1}"#)
        );
    }

    #[test]
    fn scanner_and_parser_agree() {
        let mut tape = Tape::default();
        for text in [
            "",
            " ",
            "nul",
            "nulll",
            "NaN",
            "-Infinity",
            "-",
            "01",
            "1.",
            "1.e5",
            "1e5",
            "1e+",
            "+1",
            "[",
            "[]",
            "[1,]",
            "[,]",
            "{}",
            "{\"a\"}",
            "{\"a\":1,}",
            "{,}",
            "\"",
            "\"\\x\"",
            "\"\\u12g4\"",
            "\"\t\"",
            "\u{feff}1",
            "1 2",
            "[1 2]",
            "{1:2}",
            "[}",
            "{]",
            "'a'",
            "{\"a\":[{\"b\":[]}, {}]} ",
            "\u{a0}1",
            "tru",
            "truefalse",
        ] {
            assert_eq!(
                tape.scan(text.as_bytes()).is_ok(),
                loopledger_json::parse(text).is_ok(),
                "{text:?}"
            );
        }
    }

    #[test]
    fn digests_are_read_back() {
        let digest = Keyer::default()
            .digest(&[], ReadFileKey::Bucket200)
            .unwrap();
        assert_eq!(digest.to_string(), "d75171398898");
        assert_eq!(CallSetDigest::from_hex("d75171398898"), Some(digest));
        for wrong in [
            "",
            "d7517139889",
            "D75171398898",
            "d7517139889é",
            "+75171398898",
        ] {
            assert_eq!(CallSetDigest::from_hex(wrong), None, "{wrong}");
        }
    }
}
