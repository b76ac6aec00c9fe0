//! Times as records write them.

use jiff::Timestamp;
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
    let mut rest = Text(text.as_bytes());
    let written = rest.date_time().ok_or(UnknownReason::ParseError)?;
    let offset = rest.offset().ok_or(UnknownReason::ParseError)?;
    rest.annotations().ok_or(UnknownReason::ParseError)?;
    let Offset::Seconds(offset_seconds) = offset else {
        return Err(UnknownReason::Ambiguous);
    };
    Timestamp::new(written.seconds - offset_seconds, written.nanos)
        .map_err(|_| UnknownReason::ParseError)
}

/// A date and a time of day, in a zone that is not said yet.
struct Written {
    /// Seconds since 1970 by that zone's clock.
    seconds: i64,
    nanos: i32,
}

/// A zone's distance from UTC.
enum Offset {
    Unsaid,
    Seconds(i64),
}

/// What of a text is not read yet.
///
/// jiff reads more than records write, and its parser brings the text of every error that it
/// knows, which is a twentieth of what a visitor of the viewer would download. The tests hold this
/// one against it.
struct Text<'a>(&'a [u8]);

impl Text<'_> {
    /// ISO 8601: a date, with or without hyphens, and perhaps a time of day.
    fn date_time(&mut self) -> Option<Written> {
        let year = self.digits(4)?;
        let is_split = self.take(b"-").is_some();
        let month = self.digits(2)?;
        if is_split {
            self.take(b"-")?;
        }
        let day = self.digits(2)?;
        let days = days_since_epoch(year, month, day)?;
        let (mut of_day, mut nanos) = (0, 0);
        if self.take(b"Tt ").is_some() {
            let (hour, minute, second) = self.clock()?;
            if hour > 23 || minute > 59 || second > 60 {
                return None;
            }
            nanos = self.fraction()?;
            // A leap second has no number of its own in Unix time.
            of_day = hour * 3_600 + minute * 60 + second.min(59);
        }
        Some(Written {
            seconds: days * 86_400 + of_day,
            nanos,
        })
    }

    /// Hours, and perhaps minutes and seconds, with or without colons.
    fn clock(&mut self) -> Option<(i64, i64, i64)> {
        let hour = self.digits(2)?;
        let is_split = self.take(b":").is_some();
        if !is_split && !self.0.first().is_some_and(u8::is_ascii_digit) {
            return Some((hour, 0, 0));
        }
        let minute = self.digits(2)?;
        let has_second = if is_split {
            self.take(b":").is_some()
        } else {
            self.0.first().is_some_and(u8::is_ascii_digit)
        };
        let second = if has_second { self.digits(2)? } else { 0 };
        Some((hour, minute, second))
    }

    /// A fraction of a second down to the nanosecond, if there is one.
    fn fraction(&mut self) -> Option<i32> {
        if self.take(b".,").is_none() {
            return Some(0);
        }
        let (mut nanos, mut unit) = (0, 1_000_000_000);
        while let Some(digit) = self.take(b"0123456789") {
            unit /= 10;
            if unit == 0 {
                return None;
            }
            nanos += i32::from(digit - b'0') * unit;
        }
        (unit < 1_000_000_000).then_some(nanos)
    }

    /// The zone's distance from UTC, if it is said.
    fn offset(&mut self) -> Option<Offset> {
        if self.take(b"Zz").is_some() {
            return Some(Offset::Seconds(0));
        }
        let Some(sign) = self.take(b"+-") else {
            return Some(Offset::Unsaid);
        };
        let (hour, minute, second) = self.clock()?;
        if hour > 25 || minute > 59 || second > 59 {
            return None;
        }
        let seconds = hour * 3_600 + minute * 60 + second;
        Some(Offset::Seconds(if sign == b'-' {
            -seconds
        } else {
            seconds
        }))
    }

    /// Names of zones and calendars in brackets, which change nothing here, and the end.
    fn annotations(&mut self) -> Option<()> {
        while self.take(b"[").is_some() {
            let end = self.0.iter().position(|&byte| byte == b']')?;
            self.0 = self.0.get(end + 1..)?;
        }
        self.0.is_empty().then_some(())
    }

    fn take(&mut self, any_of: &[u8]) -> Option<u8> {
        let (&first, rest) = self.0.split_first()?;
        if !any_of.contains(&first) {
            return None;
        }
        self.0 = rest;
        Some(first)
    }

    fn digits(&mut self, count: usize) -> Option<i64> {
        let mut value = 0;
        for _ in 0..count {
            value = value * 10 + i64::from(self.take(b"0123456789")? - b'0');
        }
        Some(value)
    }
}

/// Days from 1970-01-01 to a day of the Gregorian calendar; `None` where there is no such day.
fn days_since_epoch(year: i64, month: i64, day: i64) -> Option<i64> {
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let longest = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if is_leap => 29,
        2 => 28,
        _ => return None,
    };
    if !(1..=longest).contains(&day) {
        return None;
    }
    // Counted in years that begin in March, so that a leap day ends its year.
    let (year, month) = if month < 3 {
        (year - 1, month + 9)
    } else {
        (year, month - 3)
    };
    let day_of_year = (153 * month + 2) / 5 + day - 1;
    let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    Some(year * 365 + leap_days + day_of_year - 719_468)
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

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::DateTime;
    use proptest::prelude::*;

    /// What jiff makes of a text that is no number.
    fn by_jiff(text: &str) -> Result<Timestamp, UnknownReason> {
        if let Ok(time) = text.parse::<Timestamp>() {
            return Ok(time);
        }
        if text.parse::<DateTime>().is_ok() {
            return Err(UnknownReason::Ambiguous);
        }
        Err(UnknownReason::ParseError)
    }

    fn check(text: &str) {
        assert_eq!(timestamp_from_text(text), by_jiff(text), "{text}");
    }

    #[test]
    fn the_spellings_of_records_mean_what_jiff_says() {
        for text in [
            "2026-03-29T00:33:00Z",
            "2026-03-29t00:33:00z",
            "2026-03-29 00:33:00.123456+00:00",
            "2026-03-29T00:33:00,5-07:30",
            "2026-03-29T00:33-0730",
            "20260329T003300.25Z",
            "2026-03-29T00+01",
            "2026-03-29T08:31:00+08:00[Asia/Shanghai]",
            "2026-03-29T00:33:00",
            "2026-03-29",
            "2026-12-31T23:59:60Z",
            "2026-12-31T23:59:60.5Z",
            "2024-02-29T00:00:00Z",
            "2023-02-29T00:00:00Z",
            "2000-02-29T00:00:00Z",
            "1900-02-29T00:00:00Z",
            "0000-01-01T00:00:00Z",
            "9999-12-31T23:59:59Z",
            "2026-03-29T24:00:00Z",
            "2026-03-29T00:60:00Z",
            "2026-03-29T00:33:00.Z",
            "2026-03-29T00:33:00.0123456789Z",
            "2026-03-29T00:33:00Z and more",
            "2026-3-29T00:33:00Z",
            "2026-03-29T00:33:00+26:00",
            "2026-03-29T00:33:00+08:00[Asia/Shanghai",
            "yesterday",
            "",
        ] {
            check(text);
        }
    }

    proptest! {
        #[test]
        fn any_time_means_what_jiff_says(
            year in 0..10_000u16, month in 0..14u8, day in 0..33u8,
            hour in 0..25u8, minute in 0..61u8, second in 0..62u8,
            zone in "(Z|[+-](0[0-9]|1[0-9]|2[0-6])(:?[0-6][0-9])?)?",
            fraction in "([.,][0-9]{1,10})?",
        ) {
            check(&format!(
                "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}{fraction}{zone}"
            ));
        }
    }
}
