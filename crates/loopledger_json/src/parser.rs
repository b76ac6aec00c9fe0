//! The parser: one pass, no recursion.

use crate::{JsonError, JsonStr, Member, Node, Number, Value};

/// How deep arrays and objects may nest; deeper text is an error, as Python's own recursion limit
/// makes it one there.
pub const MAX_DEPTH: usize = 990;

/// How many values a text may hold, containers included: the tree of a document is many times larger
/// than its text, and a browser has 4 GiB for everything.
pub const MAX_VALUES: usize = 5_000_000;

/// How many digits an integer may have: CPython's `sys.int_info.default_max_str_digits`, above
/// which `json.loads` raises `ValueError`.
pub const MAX_INT_DIGITS: usize = 4300;

/// Parses one JSON value that fills the text, white space around it aside.
///
/// # Errors
/// [`JsonError`] with the byte offset of the first thing that Python's `json.loads` would refuse.
pub fn parse(text: &str) -> Result<Node<'_>, JsonError> {
    parse_wtf8(text.as_bytes())
}

/// Parses text that may hold lone surrogates, as a Python `str` may: WTF-8, see
/// [`JsonStr::to_wtf8`].
///
/// # Errors
/// As [`parse`].
pub fn parse_wtf8(text: &[u8]) -> Result<Node<'_>, JsonError> {
    let mut parser = Parser { text, at: 0 };
    let node = parser.document()?;
    parser.skip_space();
    if parser.at < text.len() {
        return Err(parser.error("the end of the text"));
    }
    Ok(node)
}

/// Parses the JSON value that begins the text and leaves alone what follows it; the node's
/// [`end`](Node::end) says where that is.
///
/// # Errors
/// As [`parse`], but for what follows the value.
pub fn parse_prefix(text: &[u8]) -> Result<Node<'_>, JsonError> {
    Parser { text, at: 0 }.document()
}

struct Parser<'a> {
    text: &'a [u8],
    at: usize,
}

/// A container whose end has not been seen yet.
enum Open<'a> {
    Array(Vec<Node<'a>>),
    Object(Vec<Member<'a>>, JsonStr<'a>, usize),
}

impl<'a> Parser<'a> {
    fn document(&mut self) -> Result<Node<'a>, JsonError> {
        let mut stack: Vec<(Open<'a>, usize)> = Vec::new();
        let mut values = 0;
        'value: loop {
            self.skip_space();
            let start = self.at;
            values += 1;
            if values > MAX_VALUES {
                return Err(JsonError {
                    offset: start,
                    expected: "at most 5000000 values",
                    found: "one more".to_owned(),
                });
            }
            let mut value = match self.peek() {
                Some(b'{') => {
                    self.at += 1;
                    self.skip_space();
                    if self.peek() == Some(b'}') {
                        self.at += 1;
                        Value::Object(Vec::new())
                    } else {
                        Self::check_depth(&stack, start)?;
                        let (key, key_start) = self.key("a key in double quotes or '}'")?;
                        stack.push((Open::Object(Vec::new(), key, key_start), start));
                        continue 'value;
                    }
                }
                Some(b'[') => {
                    self.at += 1;
                    self.skip_space();
                    if self.peek() == Some(b']') {
                        self.at += 1;
                        Value::Array(Vec::new())
                    } else {
                        Self::check_depth(&stack, start)?;
                        stack.push((Open::Array(Vec::new()), start));
                        continue 'value;
                    }
                }
                Some(b'"') => Value::Str(self.string()?),
                _ => self.scalar()?,
            };
            let mut start = start;
            // The value is complete: hand it to its container, and close containers that end here.
            loop {
                let node = Node {
                    value,
                    start,
                    end: self.at,
                };
                let Some((open, open_start)) = stack.pop() else {
                    return Ok(node);
                };
                self.skip_space();
                start = open_start;
                match open {
                    Open::Array(mut items) => {
                        items.push(node);
                        match self.peek() {
                            Some(b',') => {
                                self.at += 1;
                                stack.push((Open::Array(items), open_start));
                                continue 'value;
                            }
                            Some(b']') => self.at += 1,
                            _ => return Err(self.error("',' or ']'")),
                        }
                        value = Value::Array(items);
                    }
                    Open::Object(mut members, key, key_start) => {
                        members.push(Member {
                            key,
                            key_start,
                            value: node,
                        });
                        match self.peek() {
                            Some(b',') => {
                                self.at += 1;
                                self.skip_space();
                                let (key, key_start) = self.key("a key in double quotes")?;
                                stack.push((Open::Object(members, key, key_start), open_start));
                                continue 'value;
                            }
                            Some(b'}') => self.at += 1,
                            _ => return Err(self.error("',' or '}'")),
                        }
                        value = Value::Object(members);
                    }
                }
            }
        }
    }

    fn check_depth(stack: &[(Open<'a>, usize)], start: usize) -> Result<(), JsonError> {
        if stack.len() < MAX_DEPTH {
            return Ok(());
        }
        Err(JsonError {
            offset: start,
            expected: "at most 990 levels of nesting",
            found: "one more".to_owned(),
        })
    }

    fn key(&mut self, expected: &'static str) -> Result<(JsonStr<'a>, usize), JsonError> {
        let key_start = self.at;
        if self.peek() != Some(b'"') {
            return Err(self.error(expected));
        }
        let key = self.string()?;
        self.skip_space();
        if self.peek() != Some(b':') {
            return Err(self.error("':'"));
        }
        self.at += 1;
        Ok((key, key_start))
    }

    fn string(&mut self) -> Result<JsonStr<'a>, JsonError> {
        self.at += 1;
        let start = self.at;
        let mut has_escape = false;
        loop {
            self.skip_plain();
            match self.peek() {
                Some(b'"') => {
                    let raw = self.text.get(start..self.at).unwrap_or_default();
                    self.at += 1;
                    return Ok(JsonStr::new(raw, has_escape));
                }
                Some(b'\\') => {
                    has_escape = true;
                    self.escape()?;
                }
                Some(_) => return Err(self.error("no raw control character in a string")),
                None => return Err(self.error("the string's closing quote")),
            }
        }
    }

    /// Moves to the next quote, backslash or control character, eight bytes at a time.
    fn skip_plain(&mut self) {
        const ONES: u64 = 0x0101_0101_0101_0101;
        const HIGHS: u64 = 0x8080_8080_8080_8080;
        let rest = self.text.get(self.at..).unwrap_or_default();
        let (chunks, tail) = rest.as_chunks::<8>();
        let mut skipped = 0;
        for chunk in chunks {
            let word = u64::from_le_bytes(*chunk);
            let has_zero = |x: u64| x.wrapping_sub(ONES) & !x;
            let special = (has_zero(word ^ (ONES * 0x22))
                | has_zero(word ^ (ONES * 0x5C))
                | (word.wrapping_sub(ONES * 0x20) & !word))
                & HIGHS;
            if special != 0 {
                // The lowest flagged byte is exact: borrows only disturb the bytes above it.
                self.at += skipped + (special.trailing_zeros() / 8) as usize;
                return;
            }
            skipped += 8;
        }
        let plain = tail
            .iter()
            .position(|&byte| byte == b'"' || byte == b'\\' || byte < 0x20)
            .unwrap_or(tail.len());
        self.at += skipped + plain;
    }

    fn escape(&mut self) -> Result<(), JsonError> {
        match self.text.get(self.at + 1) {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => self.at += 2,
            Some(b'u')
                if self
                    .text
                    .get(self.at + 2..self.at + 6)
                    .is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit)) =>
            {
                self.at += 6;
            }
            _ => return Err(self.error("an escape that JSON knows")),
        }
        Ok(())
    }

    fn scalar(&mut self) -> Result<Value<'a>, JsonError> {
        let rest = self.text.get(self.at..).unwrap_or_default();
        for (word, value) in [
            ("null", Value::Null),
            ("true", Value::Bool(true)),
            ("false", Value::Bool(false)),
            ("NaN", Value::Number(Number("NaN"))),
            ("Infinity", Value::Number(Number("Infinity"))),
            ("-Infinity", Value::Number(Number("-Infinity"))),
        ] {
            if rest.starts_with(word.as_bytes()) {
                self.at += word.len();
                return Ok(value);
            }
        }
        self.number()
    }

    fn number(&mut self) -> Result<Value<'a>, JsonError> {
        let start = self.at;
        let mut end = start;
        let digits_from = |from: usize| {
            self.text
                .get(from..)
                .unwrap_or_default()
                .iter()
                .take_while(|byte| byte.is_ascii_digit())
                .count()
        };
        if self.text.get(end) == Some(&b'-') {
            end += 1;
        }
        let int_digits = match self.text.get(end) {
            Some(b'0') => 1,
            Some(b'1'..=b'9') => digits_from(end),
            _ => return Err(self.error("a JSON value")),
        };
        end += int_digits;
        let mut is_int = true;
        if self.text.get(end) == Some(&b'.') {
            let digits = digits_from(end + 1);
            if digits > 0 {
                end += 1 + digits;
                is_int = false;
            }
        }
        if matches!(self.text.get(end), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(self.text.get(end + 1), Some(b'+' | b'-')));
            let digits = digits_from(end + 1 + sign);
            if digits > 0 {
                end += 1 + sign + digits;
                is_int = false;
            }
        }
        if is_int && int_digits > MAX_INT_DIGITS {
            return Err(self.error("an integer of at most 4300 digits"));
        }
        let text = self
            .text
            .get(start..end)
            .and_then(|bytes| std::str::from_utf8(bytes).ok())
            .unwrap_or_default();
        self.at = end;
        Ok(Value::Number(Number(text)))
    }

    fn skip_space(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.peek() {
            self.at += 1;
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn error(&self, expected: &'static str) -> JsonError {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let found = match rest.first() {
            None => "end of text".to_owned(),
            Some(byte) if *byte < 0x20 || *byte == 0x7F => format!("byte 0x{byte:02x}"),
            Some(_) => {
                let text = String::from_utf8_lossy(rest.get(..rest.len().min(48)).unwrap_or(rest));
                let shown: String = text
                    .chars()
                    .take_while(|character| !character.is_control())
                    .take(12)
                    .collect();
                format!("'{shown}'")
            }
        };
        JsonError {
            offset: self.at,
            expected,
            found,
        }
    }
}
