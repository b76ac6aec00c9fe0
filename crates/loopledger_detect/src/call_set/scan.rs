//! One pass over JSON text into a reusable list of tokens.
//!
//! [`loopledger_json`] builds a tree, which allocates for every array and object; the detector reads
//! the arguments of every call once and throws the result away, so it scans into buffers that it
//! keeps.
//! The grammar is the same, Python's, and a test holds the two equal.

use loopledger_json::{MAX_DEPTH, MAX_INT_DIGITS};

/// What a [`Token`] stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Null,
    True,
    False,
    /// A number without fraction and exponent.
    Int,
    /// Any other number, `NaN` and the infinities included.
    Float,
    /// A string of printable ASCII without a backslash, which `json.dumps` writes as it is; the
    /// token's span leaves the quotes out.
    Ascii,
    /// Any other string without a backslash; the token's span leaves the quotes out.
    Text,
    /// A string with a backslash; the token's span leaves the quotes out.
    Escaped,
    Array,
    /// An object; its tokens alternate between key and value.
    Object,
}

/// A value, or a key, and where it stands.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    start: u32,
    end: u32,
    /// Index of the token after this value and everything inside it.
    pub(crate) next: u32,
}

/// Why a text was not scanned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ScanError {
    /// Python's `json.loads` raises `ValueError`.
    NotJson,
    /// Python's `json.loads` raises `RecursionError`.
    TooDeep,
}

/// The tokens of one text; the first one is the whole value.
#[derive(Debug, Default)]
pub(crate) struct Tape {
    tokens: Vec<Token>,
    open: Vec<u32>,
}

impl Token {
    /// Offset of the first byte in the text that was scanned.
    pub(crate) fn start(self) -> usize {
        self.start as usize
    }

    /// The token's bytes in the text that was scanned.
    pub(crate) fn bytes(self, text: &[u8]) -> &[u8] {
        text.get(self.start as usize..self.end as usize)
            .unwrap_or_default()
    }
}

impl Tape {
    pub(crate) fn root(&self) -> Token {
        self.get(0)
    }

    /// The token at an index; an index outside, which no scanned text has, reads as `null`.
    pub(crate) fn get(&self, index: u32) -> Token {
        self.tokens.get(index as usize).copied().unwrap_or(Token {
            kind: Kind::Null,
            start: 0,
            end: 0,
            next: u32::MAX,
        })
    }

    pub(crate) fn capacity_bytes(&self) -> usize {
        self.tokens.capacity() * size_of::<Token>() + self.open.capacity() * size_of::<u32>()
    }

    /// Scans a text that holds one value and white space around it.
    pub(crate) fn scan(&mut self, text: &[u8]) -> Result<(), ScanError> {
        self.tokens.clear();
        self.open.clear();
        if u32::try_from(text.len()).is_err() {
            return Err(ScanError::NotJson);
        }
        let mut scanner = Scanner { text, at: 0 };
        'value: loop {
            scanner.skip_space();
            let start = scanner.at;
            match scanner.peek() {
                Some(b'"') => {
                    let token = scanner.string()?;
                    self.push(token);
                }
                Some(b'{') => {
                    scanner.at += 1;
                    self.push_at(Kind::Object, start, start);
                    scanner.skip_space();
                    if scanner.peek() == Some(b'}') {
                        scanner.at += 1;
                        self.close(scanner.at);
                    } else {
                        self.open_last()?;
                        self.key(&mut scanner)?;
                        continue 'value;
                    }
                }
                Some(b'[') => {
                    scanner.at += 1;
                    self.push_at(Kind::Array, start, start);
                    scanner.skip_space();
                    if scanner.peek() == Some(b']') {
                        scanner.at += 1;
                        self.close(scanner.at);
                    } else {
                        self.open_last()?;
                        continue 'value;
                    }
                }
                Some(_) => {
                    let kind = scanner.scalar()?;
                    self.push_at(kind, start, scanner.at);
                }
                None => return Err(ScanError::NotJson),
            }
            // A value is complete: close what ends here, or go on to the next value.
            loop {
                scanner.skip_space();
                let Some(&parent) = self.open.last() else {
                    return if scanner.at == text.len() {
                        Ok(())
                    } else {
                        Err(ScanError::NotJson)
                    };
                };
                let is_object = self.get(parent).kind == Kind::Object;
                match scanner.peek() {
                    Some(b',') => {
                        scanner.at += 1;
                        if is_object {
                            scanner.skip_space();
                            self.key(&mut scanner)?;
                        }
                        continue 'value;
                    }
                    Some(b'}') if is_object => {}
                    Some(b']') if !is_object => {}
                    _ => return Err(ScanError::NotJson),
                }
                scanner.at += 1;
                self.open.pop();
                self.close_at(parent, scanner.at);
            }
        }
    }

    fn key(&mut self, scanner: &mut Scanner<'_>) -> Result<(), ScanError> {
        if scanner.peek() != Some(b'"') {
            return Err(ScanError::NotJson);
        }
        let token = scanner.string()?;
        self.push(token);
        scanner.skip_space();
        if scanner.peek() != Some(b':') {
            return Err(ScanError::NotJson);
        }
        scanner.at += 1;
        Ok(())
    }

    fn push(&mut self, token: Token) {
        let next = Self::index(self.tokens.len() + 1);
        self.tokens.push(Token { next, ..token });
    }

    fn push_at(&mut self, kind: Kind, start: usize, end: usize) {
        self.push(Token {
            kind,
            start: Self::index(start),
            end: Self::index(end),
            next: 0,
        });
    }

    /// Marks the last token as a container whose end has not been seen.
    fn open_last(&mut self) -> Result<(), ScanError> {
        if self.open.len() >= MAX_DEPTH {
            return Err(ScanError::TooDeep);
        }
        self.open.push(Self::index(self.tokens.len()) - 1);
        Ok(())
    }

    /// Ends the last token, an empty container.
    fn close(&mut self, end: usize) {
        self.close_at(Self::index(self.tokens.len()) - 1, end);
    }

    fn close_at(&mut self, index: u32, end: usize) {
        let next = Self::index(self.tokens.len());
        if let Some(token) = self.tokens.get_mut(index as usize) {
            token.end = Self::index(end);
            token.next = next;
        }
    }

    /// Offsets fit because [`scan`](Self::scan) refuses a longer text, and a text has no more
    /// tokens than bytes.
    fn index(offset: usize) -> u32 {
        u32::try_from(offset).unwrap_or(u32::MAX)
    }
}

struct Scanner<'a> {
    text: &'a [u8],
    at: usize,
}

impl Scanner<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.peek() {
            self.at += 1;
        }
    }

    fn string(&mut self) -> Result<Token, ScanError> {
        self.at += 1;
        let start = self.at;
        let mut kind = Kind::Ascii;
        loop {
            let (length, is_verbatim) = plain_prefix(self.text.get(self.at..).unwrap_or_default());
            self.at += length;
            if !is_verbatim && kind == Kind::Ascii {
                kind = Kind::Text;
            }
            match self.peek() {
                Some(b'"') => {
                    let token = Token {
                        kind,
                        start: Tape::index(start),
                        end: Tape::index(self.at),
                        next: 0,
                    };
                    self.at += 1;
                    return Ok(token);
                }
                Some(b'\\') => {
                    kind = Kind::Escaped;
                    self.escape()?;
                }
                _ => return Err(ScanError::NotJson),
            }
        }
    }

    fn escape(&mut self) -> Result<(), ScanError> {
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
            _ => return Err(ScanError::NotJson),
        }
        Ok(())
    }

    fn scalar(&mut self) -> Result<Kind, ScanError> {
        let rest = self.text.get(self.at..).unwrap_or_default();
        for (word, kind) in [
            (b"null".as_slice(), Kind::Null),
            (b"true", Kind::True),
            (b"false", Kind::False),
            (b"NaN", Kind::Float),
            (b"Infinity", Kind::Float),
            (b"-Infinity", Kind::Float),
        ] {
            if rest.starts_with(word) {
                self.at += word.len();
                return Ok(kind);
            }
        }
        self.number()
    }

    fn number(&mut self) -> Result<Kind, ScanError> {
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        let int_digits = match self.peek() {
            Some(b'0') => 1,
            Some(b'1'..=b'9') => self.digits_at(self.at),
            _ => return Err(ScanError::NotJson),
        };
        self.at += int_digits;
        let mut kind = Kind::Int;
        if self.peek() == Some(b'.') {
            let digits = self.digits_at(self.at + 1);
            if digits > 0 {
                self.at += 1 + digits;
                kind = Kind::Float;
            }
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(self.text.get(self.at + 1), Some(b'+' | b'-')));
            let digits = self.digits_at(self.at + 1 + sign);
            if digits > 0 {
                self.at += 1 + sign + digits;
                kind = Kind::Float;
            }
        }
        if kind == Kind::Int && int_digits > MAX_INT_DIGITS {
            return Err(ScanError::NotJson);
        }
        Ok(kind)
    }

    fn digits_at(&self, from: usize) -> usize {
        self.text
            .get(from..)
            .unwrap_or_default()
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count()
    }
}

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGHS: u64 = 0x8080_8080_8080_8080;

/// A word whose high bits mark the bytes that are zero; exact up to the lowest one.
fn zero_bytes(word: u64) -> u64 {
    word.wrapping_sub(ONES) & !word
}

/// The bytes of a word that are quotes, backslashes or control characters, as high bits; exact up
/// to the lowest one.
fn quotes_and_controls(word: u64) -> u64 {
    zero_bytes(word ^ (ONES * 0x22))
        | zero_bytes(word ^ (ONES * 0x5C))
        | (word.wrapping_sub(ONES * 0x20) & !word)
}

/// The bytes of a word that are DEL or no ASCII, as high bits; where there are any, their
/// neighbours may be named too.
fn above_printable(word: u64) -> u64 {
    word | word.wrapping_add(ONES)
}

/// How many bytes stand before the first quote, backslash or control character, and whether they
/// are all printable ASCII.
fn plain_prefix(bytes: &[u8]) -> (usize, bool) {
    let (chunks, tail) = bytes.as_chunks::<8>();
    let mut above = 0;
    let mut skipped = 0;
    for chunk in chunks {
        let word = u64::from_le_bytes(*chunk);
        let special = quotes_and_controls(word) & HIGHS;
        if special != 0 {
            // The lowest flagged byte is exact: borrows only disturb the bytes above it.
            let bits = special.trailing_zeros() & !7;
            above |= above_printable(word) & !(u64::MAX << bits);
            return (skipped + (bits / 8) as usize, above & HIGHS == 0);
        }
        above |= above_printable(word);
        skipped += 8;
    }
    let plain = tail
        .iter()
        .position(|&byte| byte == b'"' || byte == b'\\' || byte < 0x20)
        .unwrap_or(tail.len());
    let is_verbatim = above & HIGHS == 0 && tail.iter().take(plain).all(|&byte| byte < 0x7F);
    (skipped + plain, is_verbatim)
}

/// How many bytes stand before the first one that Python's `json.dumps` would not write as it is.
pub(crate) fn verbatim_prefix(bytes: &[u8]) -> usize {
    let (chunks, tail) = bytes.as_chunks::<8>();
    let mut skipped = 0;
    for chunk in chunks {
        let word = u64::from_le_bytes(*chunk);
        let special = (quotes_and_controls(word) | zero_bytes(word ^ (ONES * 0x7F)) | word) & HIGHS;
        if special != 0 {
            return skipped + (special.trailing_zeros() / 8) as usize;
        }
        skipped += 8;
    }
    let verbatim = tail
        .iter()
        .position(|&byte| byte == b'"' || byte == b'\\' || !(0x20..0x7F).contains(&byte));
    skipped + verbatim.unwrap_or(tail.len())
}
