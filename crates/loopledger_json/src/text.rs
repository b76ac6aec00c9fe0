//! Strings in their source form.

use std::borrow::Cow;
use std::fmt;

/// A JSON string: the source text between the quotes, decoded only when asked for.
#[derive(Clone, Copy)]
pub struct JsonStr<'a> {
    raw: &'a [u8],
    has_escape: bool,
}

/// A string cannot be text because it holds half of a surrogate pair, which Python accepts and
/// Unicode text cannot hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LoneSurrogate;

impl fmt::Display for LoneSurrogate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the string holds a lone surrogate")
    }
}

impl std::error::Error for LoneSurrogate {}

impl<'a> JsonStr<'a> {
    pub(crate) fn new(raw: &'a [u8], has_escape: bool) -> Self {
        Self { raw, has_escape }
    }

    /// The source bytes between the quotes, escapes not resolved.
    pub fn raw(self) -> &'a [u8] {
        self.raw
    }

    /// Whether the source has a backslash, so that decoding differs from [`raw`](Self::raw).
    pub fn has_escape(self) -> bool {
        self.has_escape
    }

    /// The string's code points as WTF-8: UTF-8 in which a lone surrogate takes its three bytes.
    /// Borrows where nothing is escaped.
    pub fn to_wtf8(self) -> Cow<'a, [u8]> {
        if !self.has_escape {
            return Cow::Borrowed(self.raw);
        }
        let mut out = Vec::with_capacity(self.raw.len());
        decode_into(self.raw, &mut out);
        Cow::Owned(out)
    }

    /// Appends the decoded string to a buffer, as WTF-8.
    pub fn decode_into(self, out: &mut Vec<u8>) {
        if self.has_escape {
            decode_into(self.raw, out);
        } else {
            out.extend_from_slice(self.raw);
        }
    }

    /// The string as text.
    ///
    /// # Errors
    /// [`LoneSurrogate`] where the string cannot be Unicode text.
    pub fn to_str(self) -> Result<Cow<'a, str>, LoneSurrogate> {
        match self.to_wtf8() {
            Cow::Borrowed(bytes) => std::str::from_utf8(bytes)
                .map(Cow::Borrowed)
                .map_err(|_| LoneSurrogate),
            Cow::Owned(bytes) => String::from_utf8(bytes)
                .map(Cow::Owned)
                .map_err(|_| LoneSurrogate),
        }
    }

    /// The string as text to show; a lone surrogate is shown as U+FFFD.
    /// Never for anything that is compared.
    pub fn to_display(self) -> Cow<'a, str> {
        match self.to_wtf8() {
            Cow::Borrowed(bytes) => String::from_utf8_lossy(bytes),
            Cow::Owned(bytes) => Cow::Owned(String::from_utf8_lossy(&bytes).into_owned()),
        }
    }
}

impl fmt::Debug for JsonStr<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.to_display(), f)
    }
}

impl PartialEq for JsonStr<'_> {
    fn eq(&self, other: &Self) -> bool {
        if self.has_escape || other.has_escape {
            self.to_wtf8() == other.to_wtf8()
        } else {
            self.raw == other.raw
        }
    }
}

impl Eq for JsonStr<'_> {}

impl PartialEq<str> for JsonStr<'_> {
    fn eq(&self, other: &str) -> bool {
        if self.has_escape {
            *self.to_wtf8() == *other.as_bytes()
        } else {
            self.raw == other.as_bytes()
        }
    }
}

/// Appends a code point, surrogates included, as WTF-8.
///
/// A low surrogate right after a high one is *not* joined with it: only two adjacent escapes of
/// one string are, and the decoder does that itself.
pub fn push_code_point(out: &mut Vec<u8>, code: u32) {
    if let Some(character) = char::from_u32(code) {
        let mut buffer = [0; 4];
        out.extend_from_slice(character.encode_utf8(&mut buffer).as_bytes());
    } else {
        let [_, _, high, low] = code.to_be_bytes();
        out.extend_from_slice(&[
            0xE0 | (high >> 4),
            0x80 | ((high << 2) & 0x3C) | (low >> 6),
            0x80 | (low & 0x3F),
        ]);
    }
}

fn decode_into(raw: &[u8], out: &mut Vec<u8>) {
    let mut rest = raw;
    while let Some(at) = rest.iter().position(|&byte| byte == b'\\') {
        let (before, escape) = rest.split_at(at);
        out.extend_from_slice(before);
        // The parser has checked the escapes; anything else is passed over unread.
        let Some(&kind) = escape.get(1) else { return };
        let mut used = 2;
        match kind {
            b'b' => out.push(0x08),
            b'f' => out.push(0x0C),
            b'n' => out.push(b'\n'),
            b'r' => out.push(b'\r'),
            b't' => out.push(b'\t'),
            b'u' => {
                used = 6;
                let mut code = hex4(escape.get(2..6));
                if (0xD800..0xDC00).contains(&code) && escape.get(6..8) == Some(br"\u".as_slice()) {
                    let low = hex4(escape.get(8..12));
                    if (0xDC00..0xE000).contains(&low) {
                        used = 12;
                        code = 0x1_0000 + ((code - 0xD800) << 10) + (low - 0xDC00);
                    }
                }
                push_code_point(out, code);
            }
            other => out.push(other),
        }
        rest = escape.get(used..).unwrap_or_default();
    }
    out.extend_from_slice(rest);
}

fn hex4(digits: Option<&[u8]>) -> u32 {
    digits.unwrap_or_default().iter().fold(0, |code, &digit| {
        code * 16 + char::from(digit).to_digit(16).unwrap_or_default()
    })
}
