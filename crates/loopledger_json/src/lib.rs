//! JSON as Python's `json.loads` reads it, with the place of every value.
//!
//! DeerFlow is a Python program: what its detector compares went through `json.loads` and
//! `json.dumps`, and what its journals hold was written by them.
//! Such text may hold `NaN`, lone surrogates, integers of any size and duplicate keys, and whether
//! `1` and `1.0` are the same call depends on keeping them apart.
//! Diagnostics need the byte where a value stands.
//! This parser gives both: values borrow from the source text, numbers and strings keep their
//! source form until somebody asks for more, and every node knows its byte span.
//!
//! ```
//! use loopledger_json::parse;
//!
//! let node = parse(r#"{"args": {"n": 1.0}}"#)?;
//! let n = node.get("args").and_then(|args| args.get("n")).unwrap();
//! assert_eq!(n.number().unwrap().text(), "1.0");
//! assert_eq!((n.start, n.end), (15, 18));
//! # Ok::<(), loopledger_json::JsonError>(())
//! ```

mod parser;
mod text;

pub use parser::{MAX_DEPTH, MAX_INT_DIGITS, MAX_VALUES, parse, parse_prefix, parse_wtf8};
pub use text::{JsonStr, LoneSurrogate, push_code_point};

use std::fmt;

/// A JSON value and the bytes it occupies in the source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node<'a> {
    /// The value itself.
    pub value: Value<'a>,
    /// Offset of the value's first byte in the parsed text.
    pub start: usize,
    /// Offset one past the value's last byte.
    pub end: usize,
}

/// What a [`Node`] holds; strings and numbers borrow their source text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value<'a> {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// Any number, `NaN`, `Infinity` or `-Infinity`.
    Number(Number<'a>),
    /// A string.
    Str(JsonStr<'a>),
    /// An array.
    Array(Vec<Node<'a>>),
    /// An object; members in source order, duplicates kept.
    Object(Vec<Member<'a>>),
}

/// One key and value of an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member<'a> {
    /// The key.
    pub key: JsonStr<'a>,
    /// Offset of the key's opening quote.
    pub key_start: usize,
    /// The value.
    pub value: Node<'a>,
}

/// A number in its source form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Number<'a>(&'a str);

/// Why a text is not JSON, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JsonError {
    /// Byte offset of the first thing that does not fit.
    pub offset: usize,
    /// What would have fitted there.
    pub expected: &'static str,
    /// What stood there, shortened; `end of text` if nothing did.
    pub found: String,
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            offset,
            expected,
            found,
        } = self;
        write!(f, "expected {expected} at byte {offset}, found {found}")
    }
}

impl std::error::Error for JsonError {}

impl<'a> Number<'a> {
    /// The number as it is written.
    pub fn text(self) -> &'a str {
        self.0
    }

    /// Whether Python would read it as an `int`: no fraction, no exponent, not `NaN` or infinite.
    pub fn is_int(self) -> bool {
        self.0
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'-')
    }

    /// Whether it is `NaN`, `Infinity` or `-Infinity`, spelled so.
    pub fn is_non_finite_literal(self) -> bool {
        matches!(self.0, "NaN" | "Infinity" | "-Infinity")
    }

    /// The value as Python's `float` would hold it; infinite where it overflows.
    pub fn to_f64(self) -> f64 {
        match self.0 {
            "NaN" => f64::NAN,
            "Infinity" => f64::INFINITY,
            "-Infinity" => f64::NEG_INFINITY,
            text => text.parse().unwrap_or(f64::NAN),
        }
    }

    /// The value as an integer; `None` if it is written with a fraction or exponent, or does not fit.
    pub fn to_i64(self) -> Option<i64> {
        self.0.parse().ok()
    }

    /// The value as a non-negative integer; `None` if it is anything else or does not fit.
    ///
    /// `-0` is 0, as in Python.
    pub fn to_u64(self) -> Option<u64> {
        if self.0 == "-0" {
            return Some(0);
        }
        self.0.parse().ok()
    }
}

impl Value<'_> {
    /// A word for the kind of value, for messages: `null`, `a boolean`, `a number`, …
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "a boolean",
            Self::Number(_) => "a number",
            Self::Str(_) => "a string",
            Self::Array(_) => "an array",
            Self::Object(_) => "an object",
        }
    }
}

impl<'a> Node<'a> {
    /// The value of a key; the last one where the key is repeated, as in Python.
    /// `None` where the key is absent or this is no object.
    pub fn get(&self, key: &str) -> Option<&Self> {
        self.member(key).map(|member| &member.value)
    }

    /// The member with a key; the last one where the key is repeated.
    pub fn member(&self, key: &str) -> Option<&Member<'a>> {
        self.object()?
            .iter()
            .rev()
            .find(|member| member.key == *key)
    }

    /// The members, where this is an object.
    pub fn object(&self) -> Option<&[Member<'a>]> {
        match &self.value {
            Value::Object(members) => Some(members),
            _ => None,
        }
    }

    /// The items, where this is an array.
    pub fn array(&self) -> Option<&[Self]> {
        match &self.value {
            Value::Array(items) => Some(items),
            _ => None,
        }
    }

    /// The string, where this is one.
    pub fn str(&self) -> Option<JsonStr<'a>> {
        match self.value {
            Value::Str(text) => Some(text),
            _ => None,
        }
    }

    /// The number, where this is one.
    pub fn number(&self) -> Option<Number<'a>> {
        match self.value {
            Value::Number(number) => Some(number),
            _ => None,
        }
    }

    /// The boolean, where this is one.
    pub fn bool(&self) -> Option<bool> {
        match self.value {
            Value::Bool(value) => Some(value),
            _ => None,
        }
    }

    /// Whether this is `null`.
    pub fn is_null(&self) -> bool {
        self.value == Value::Null
    }

    /// Follows a JSON pointer (RFC 6901); `None` where it leads nowhere.
    pub fn pointer(&self, pointer: &str) -> Option<&Self> {
        let mut node = self;
        for token in pointer.split('/').skip(1) {
            let token = token.replace("~1", "/").replace("~0", "~");
            node = match &node.value {
                Value::Object(_) => node.get(&token)?,
                Value::Array(items) => items.get(token.parse::<usize>().ok()?)?,
                _ => return None,
            };
        }
        Some(node)
    }
}

/// The members of an object as Python's `dict` holds them: a repeated key stands where it first
/// stood and has its last value.
pub fn dict_members<'n, 'a>(members: &'n [Member<'a>]) -> Vec<&'n Member<'a>> {
    let mut kept: Vec<&Member<'a>> = Vec::with_capacity(members.len());
    for member in members {
        match kept.iter_mut().find(|other| other.key == member.key) {
            Some(slot) => *slot = member,
            None => kept.push(member),
        }
    }
    kept
}
