//! Python's `int()` of a JSON value, as line numbers need it: of any size.

use std::cmp::Ordering;
use std::io::Write as _;

use loopledger_json::MAX_INT_DIGITS;

use super::dump::{decode_escapes, next_code_point, to_f64};
use super::scan::{Kind, Tape};
use super::unicode::{decimal_digit, is_int_space};

/// An integer of any size.
///
/// Numbers that fit 64 bits are always `Small`, so that equal numbers look equal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Integer {
    Small(i64),
    /// Outside of 64 bits: the sign, and decimal digits without leading zeros.
    Big {
        is_negative: bool,
        digits: Vec<u8>,
    },
}

/// What `int(value)` does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum IntResult {
    Value(Integer),
    /// `TypeError` or `ValueError`, which upstream catches.
    NotAnInteger,
    /// `OverflowError`: the value is infinite; upstream does not catch it.
    Infinite,
}

/// `int(value)` of the value at a token.
pub(crate) fn to_int(tape: &Tape, text: &[u8], index: u32) -> IntResult {
    let token = tape.get(index);
    let bytes = token.bytes(text);
    let found = match token.kind {
        Kind::True => Some(Integer::Small(1)),
        Kind::False => Some(Integer::Small(0)),
        Kind::Int => {
            let (is_negative, digits) = match bytes.split_first() {
                Some((b'-', digits)) => (true, digits),
                _ => (false, bytes),
            };
            Some(Integer::from_digits(is_negative, digits))
        }
        Kind::Float => {
            let value = to_f64(bytes);
            if value.is_infinite() {
                return IntResult::Infinite;
            }
            Integer::from_f64(value)
        }
        Kind::Ascii | Kind::Text => parse_int(bytes),
        Kind::Escaped => {
            let mut decoded = Vec::new();
            decode_escapes(bytes, &mut decoded);
            parse_int(&decoded)
        }
        Kind::Null | Kind::Array | Kind::Object => None,
    };
    found.map_or(IntResult::NotAnInteger, IntResult::Value)
}

/// `int(text)`: white space around, a sign, digits of any script, single underscores between
/// digits, at most 4300 digits.
fn parse_int(decoded: &[u8]) -> Option<Integer> {
    let mut rest = trim_end(trim_start(decoded));
    let is_negative = match rest.split_first() {
        Some((sign @ (b'+' | b'-'), digits)) => {
            rest = digits;
            *sign == b'-'
        }
        _ => false,
    };
    let mut small = Some(0_i64);
    let mut count = 0;
    let mut may_separate = false;
    let mut unread = rest;
    while !unread.is_empty() {
        let (code, length) = next_code_point(unread);
        unread = unread.get(length..).unwrap_or_default();
        if code == u32::from(b'_') {
            if !may_separate {
                return None;
            }
            may_separate = false;
        } else {
            let digit = decimal_digit(code)?;
            small = small.and_then(|value| append_digit(value, is_negative, digit));
            count += 1;
            may_separate = true;
        }
    }
    // Neither empty, nor a sign alone, nor an underscore at the end; leading zeros count.
    if !may_separate || count > MAX_INT_DIGITS {
        return None;
    }
    if let Some(value) = small {
        return Some(Integer::Small(value));
    }
    let mut digits = Vec::with_capacity(count);
    while !rest.is_empty() {
        let (code, length) = next_code_point(rest);
        rest = rest.get(length..).unwrap_or_default();
        digits.extend(decimal_digit(code).map(|digit| b'0' + digit));
    }
    Some(Integer::from_digits(is_negative, &digits))
}

fn append_digit(value: i64, is_negative: bool, digit: u8) -> Option<i64> {
    let digit = i64::from(digit);
    let digit = if is_negative { -digit } else { digit };
    value.checked_mul(10)?.checked_add(digit)
}

fn trim_start(mut text: &[u8]) -> &[u8] {
    while !text.is_empty() {
        let (code, length) = next_code_point(text);
        if !is_int_space(code) {
            break;
        }
        text = text.get(length..).unwrap_or_default();
    }
    text
}

fn trim_end(mut text: &[u8]) -> &[u8] {
    loop {
        let start = text
            .iter()
            .rposition(|byte| byte & 0xC0 != 0x80)
            .unwrap_or_default();
        let (before, last) = text.split_at(start);
        if last.is_empty() || !is_int_space(next_code_point(last).0) {
            return text;
        }
        text = before;
    }
}

impl Integer {
    /// The number with these decimal digits.
    fn from_digits(is_negative: bool, digits: &[u8]) -> Self {
        let zeros = digits.iter().take_while(|&&digit| digit == b'0').count();
        let digits = digits.get(zeros..).unwrap_or_default();
        let small = digits.iter().try_fold(0_i64, |value, digit| {
            append_digit(value, is_negative, digit - b'0')
        });
        small.map_or_else(
            || Self::Big {
                is_negative,
                digits: digits.to_vec(),
            },
            Self::Small,
        )
    }

    /// The number without its fraction; `None` for NaN.
    fn from_f64(value: f64) -> Option<Self> {
        if value.is_nan() {
            return None;
        }
        // Without a fraction, this text is the exact value; the largest float has 309 digits.
        let mut buffer = [0_u8; 320];
        let mut rest = buffer.as_mut_slice();
        write!(rest, "{:.0}", value.trunc().abs()).ok()?;
        let used = 320 - rest.len();
        let digits = buffer.get(..used).unwrap_or_default();
        Some(Self::from_digits(value < 0.0, digits))
    }

    /// The number, or 1 if it is less.
    pub(crate) fn at_least_one(self) -> Self {
        match self {
            Self::Small(value) => Self::Small(value.max(1)),
            Self::Big {
                is_negative: true, ..
            } => Self::Small(1),
            big @ Self::Big { .. } => big,
        }
    }

    /// Appends `(self - 1) // 200` of a number that is at least 1.
    pub(crate) fn push_bucket(&self, out: &mut Vec<u8>) {
        match self {
            Self::Small(value) => push_i64((value - 1).div_euclid(200), out),
            Self::Big { digits, .. } => {
                // Long division of `digits - 1`; the borrow is taken while dividing, from behind.
                let mut less_one = digits.clone();
                for digit in less_one.iter_mut().rev() {
                    if *digit > b'0' {
                        *digit -= 1;
                        break;
                    }
                    *digit = b'9';
                }
                let mut remainder = 0_u32;
                let mut seen = false;
                for digit in less_one {
                    let value = remainder * 10 + u32::from(digit - b'0');
                    remainder = value % 200;
                    let quotient = u8::try_from(value / 200).unwrap_or_default();
                    seen |= quotient > 0;
                    if seen {
                        out.push(b'0' + quotient);
                    }
                }
            }
        }
    }

    /// Appends the number in decimal.
    pub(crate) fn push_decimal(&self, out: &mut Vec<u8>) {
        match self {
            Self::Small(value) => push_i64(*value, out),
            Self::Big {
                is_negative,
                digits,
            } => {
                if *is_negative {
                    out.push(b'-');
                }
                out.extend_from_slice(digits);
            }
        }
    }
}

impl Ord for Integer {
    fn cmp(&self, other: &Self) -> Ordering {
        // Big numbers have more digits than any small one.
        let key = |integer: &Self| match integer {
            Self::Small(_) => 0,
            Self::Big {
                is_negative: true, ..
            } => -1,
            Self::Big { .. } => 1,
        };
        key(self)
            .cmp(&key(other))
            .then_with(|| match (self, other) {
                (Self::Small(mine), Self::Small(theirs)) => mine.cmp(theirs),
                (
                    Self::Big {
                        is_negative,
                        digits: mine,
                    },
                    Self::Big { digits: theirs, .. },
                ) => {
                    let order = mine.len().cmp(&theirs.len()).then_with(|| mine.cmp(theirs));
                    if *is_negative { order.reverse() } else { order }
                }
                _ => Ordering::Equal,
            })
    }
}

impl PartialOrd for Integer {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

fn push_i64(value: i64, out: &mut Vec<u8>) {
    let written = write!(out, "{value}");
    debug_assert!(written.is_ok(), "a vector takes any text");
}
