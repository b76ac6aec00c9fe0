//! Times as records write them.

use jiff::Timestamp;
use jiff::civil::DateTime;
use loopledger_json::{Node, Value};
use loopledger_model::UnknownReason;

/// Unix times below this many seconds are taken for something else: a duration, a counter.
const EARLIEST_UNIX_SECONDS: i128 = 100_000_000;

/// Reads a time: RFC 3339 with any offset, or a Unix time in seconds, milli-, micro- or
/// nanoseconds, told apart by its size.
///
/// ```
/// use loopledger_model::UnknownReason;
/// use loopledger_read::timestamp_from_text;
///
/// let time = timestamp_from_text("2026-03-29T08:31:00+08:00").unwrap();
/// assert_eq!(time.to_string(), "2026-03-29T00:31:00Z");
/// assert_eq!(timestamp_from_text("1774744500000").unwrap().to_string(), "2026-03-29T00:35:00Z");
/// assert_eq!(timestamp_from_text("2026-03-29T00:33:00"), Err(UnknownReason::Ambiguous));
/// ```
///
/// # Errors
/// [`UnknownReason::Ambiguous`] where the text names no zone, or is a number too small to be a
/// time of day in our days; [`UnknownReason::ParseError`] where it is no time at all.
pub fn timestamp_from_text(text: &str) -> Result<Timestamp, UnknownReason> {
    let text = text.trim();
    if let Some(time) = unix_time(text) {
        return time;
    }
    if let Ok(time) = text.parse::<Timestamp>() {
        return Ok(time);
    }
    if text.parse::<DateTime>().is_ok() {
        return Err(UnknownReason::Ambiguous);
    }
    Err(UnknownReason::ParseError)
}

/// The same for a JSON value.
pub(crate) fn timestamp(node: &Node<'_>) -> Result<Timestamp, UnknownReason> {
    match &node.value {
        Value::Null => Err(UnknownReason::NullField),
        Value::Str(text) => match text.to_str() {
            Ok(text) => timestamp_from_text(&text),
            Err(_) => Err(UnknownReason::ParseError),
        },
        Value::Number(number) => unix_time(number.text()).unwrap_or(Err(UnknownReason::ParseError)),
        _ => Err(UnknownReason::ParseError),
    }
}

/// A Unix time; `None` where the text is no plain decimal number.
fn unix_time(text: &str) -> Option<Result<Timestamp, UnknownReason>> {
    let (digits, fraction) = text.split_once('.').unwrap_or((text, ""));
    let unsigned = digits.strip_prefix('-').unwrap_or(digits);
    let is_decimal = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if unsigned.is_empty() || !is_decimal(unsigned) || !is_decimal(fraction) {
        return None;
    }
    let Ok(whole) = digits.parse::<i128>() else {
        return Some(Err(UnknownReason::ParseError));
    };
    let nanos_per_unit = match whole.unsigned_abs() {
        size if size < EARLIEST_UNIX_SECONDS.unsigned_abs() => {
            return Some(Err(UnknownReason::Ambiguous));
        }
        size if size < 100_000_000_000 => 1_000_000_000,
        size if size < 100_000_000_000_000 => 1_000_000,
        size if size < 100_000_000_000_000_000 => 1_000,
        _ => 1,
    };
    let mut nanos = whole.checked_mul(nanos_per_unit)?;
    let mut unit = nanos_per_unit;
    for digit in fraction.bytes() {
        unit /= 10;
        let part = i128::from(digit - b'0') * unit;
        nanos += if whole < 0 { -part } else { part };
    }
    Some(Timestamp::from_nanosecond(nanos).map_err(|_| UnknownReason::ParseError))
}
