//! Numbers as the reader's language writes them.
//!
//! In the browser `Intl` writes them, from decimal text, so that no digit is lost on the way;
//! natively, where only tests run, they are written plainly.

use crate::i18n::Lang;

/// A count.
pub fn integer(lang: Lang, value: u64) -> String {
    decimal(lang, &value.to_string(), 0, 0)
}

/// Decimal text, rounded to at most `max` places after the point and filled up to `min`.
pub fn decimal(lang: Lang, text: &str, min: u8, max: u8) -> String {
    platform::decimal(lang, text, min, max)
}

/// A float with a fixed number of places; for shares and coordinates, never for money.
pub fn float(lang: Lang, value: f64, places: u8) -> String {
    decimal(lang, &value.to_string(), places, places)
}

/// An amount of money as it is shown in a sentence or a table: four places, so that amounts stand
/// in columns, or as many as it takes to show two digits of a smaller amount.
pub fn amount(lang: Lang, text: &str) -> String {
    decimal(lang, text, 4, places_for_two_digits(text).max(4))
}

/// A point in time (RFC 3339), in UTC; other text stays as it is.
pub fn date_time(lang: Lang, text: &str) -> String {
    platform::date_time(lang, text)
}

/// Seconds, given in milliseconds as decimal text: one place, or as many as it takes to show two
/// digits of a shorter time.
pub fn seconds(lang: Lang, millis: &str) -> String {
    let text = shift_left(millis, 3);
    let places = match places_for_two_digits(&text) {
        // Tenths and hundredths are what the first place shows or rounds to.
        0..=2 => 1,
        places => places,
    };
    decimal(lang, &text, 1, places)
}

/// Seconds with all their digits, given in milliseconds as decimal text.
pub fn exact_seconds(lang: Lang, millis: &str) -> String {
    decimal(lang, &shift_left(millis, 3), 0, 12)
}

/// A size in bytes with its unit, in powers of ten.
pub fn bytes(lang: Lang, value: u64) -> String {
    const UNITS: [(&str, u64); 3] = [("GB", 1_000_000_000), ("MB", 1_000_000), ("kB", 1_000)];
    for (unit, size) in UNITS {
        if value >= size {
            let tenths = u128::from(value) * 10 / u128::from(size);
            let text = format!("{}.{}", tenths / 10, tenths % 10);
            return format!("{}\u{a0}{unit}", decimal(lang, &text, 1, 1));
        }
    }
    format!("{}\u{a0}B", integer(lang, value))
}

/// Places after the point at which the second significant digit of a small amount stands, at most
/// twelve; 0 for an amount of one or more.
fn places_for_two_digits(text: &str) -> u8 {
    let digits = text.trim_start_matches('-');
    let Some((whole, fraction)) = digits.split_once('.') else {
        return 0;
    };
    if whole.bytes().any(|digit| digit != b'0') {
        return 0;
    }
    let zeros = fraction.bytes().take_while(|&digit| digit == b'0').count();
    if zeros == fraction.len() {
        return 0;
    }
    u8::try_from(zeros + 2).unwrap_or(12).min(12)
}

/// Moves the decimal point of decimal text to the left.
fn shift_left(text: &str, places: usize) -> String {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", text),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let padded = format!("{whole:0>width$}", width = places + 1);
    // The text is padded to more than `places` ASCII digits; other text is left alone.
    let Some((head, tail)) = padded.split_at_checked(padded.len() - places) else {
        return text.to_owned();
    };
    format!("{sign}{head}.{tail}{fraction}")
}

#[cfg(target_arch = "wasm32")]
mod platform {
    use super::Lang;
    use js_sys::{Array, Date, Function, Intl, Object, Reflect};
    use rustc_hash::FxHashMap;
    use std::cell::RefCell;
    use wasm_bindgen::JsValue;

    thread_local! {
        // A formatter takes some 50 µs to make, and a table shows thousands of numbers.
        static FORMATS: RefCell<FxHashMap<(Lang, u8, u8), Function>> = RefCell::default();
    }

    pub(super) fn decimal(lang: Lang, text: &str, min: u8, max: u8) -> String {
        FORMATS.with_borrow_mut(|formats| {
            formats
                .entry((lang, min, max))
                .or_insert_with(|| formatter(lang, min, max))
                .call1(&JsValue::UNDEFINED, &JsValue::from_str(text))
                .ok()
                .and_then(|formatted| formatted.as_string())
                .unwrap_or_else(|| text.to_owned())
        })
    }

    pub(super) fn date_time(lang: Lang, text: &str) -> String {
        let date = Date::new(&text.into());
        if date.get_time().is_nan() {
            return text.to_owned();
        }
        let options = Object::new();
        for (name, value) in [
            ("dateStyle", "medium"),
            ("timeStyle", "medium"),
            ("timeZone", "UTC"),
        ] {
            // Setting a property of a fresh object cannot fail.
            let _ = Reflect::set(&options, &name.into(), &value.into());
        }
        date.to_locale_string(lang.tag(), &options).into()
    }

    fn formatter(lang: Lang, min: u8, max: u8) -> Function {
        let options = Object::new();
        for (name, value) in [
            ("minimumFractionDigits", min),
            ("maximumFractionDigits", max),
        ] {
            // Setting a property of a fresh object cannot fail.
            let _ = Reflect::set(&options, &name.into(), &value.into());
        }
        let locales = Array::of1(&lang.tag().into());
        Intl::NumberFormat::new(&locales, &options).format()
    }
}

#[cfg(not(target_arch = "wasm32"))]
mod platform {
    use super::Lang;

    pub(super) fn date_time(_: Lang, text: &str) -> String {
        text.to_owned()
    }

    pub(super) fn decimal(_: Lang, text: &str, min: u8, max: u8) -> String {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let mut fraction: String = fraction.chars().take(max.into()).collect();
        while fraction.len() < min.into() {
            fraction.push('0');
        }
        if fraction.is_empty() {
            whole.to_owned()
        } else {
            format!("{whole}.{fraction}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_amounts_keep_two_digits() {
        let check = |text, expected| assert_eq!(amount(Lang::En, text), expected, "{text}");
        check("12", "12.0000");
        check("1.23456", "1.2345");
        check("0.00001234", "0.000012");
        check("0.000", "0.0000");
        check("-0.00001234", "-0.000012");
    }

    #[test]
    fn milliseconds_become_seconds() {
        let check = |text, expected| assert_eq!(shift_left(text, 3), expected);
        check("1", "0.001");
        check("12345.5", "12.3455");
        check("-250", "-0.250");
    }

    #[test]
    fn short_times_keep_two_digits() {
        let check = |millis, expected| assert_eq!(seconds(Lang::En, millis), expected, "{millis}");
        check("12", "0.012");
        check("0.5", "0.0005");
        check("400", "0.4");
        check("12345.5", "12.3");
        check("0", "0.0");
    }

    #[test]
    fn sizes_have_a_unit() {
        assert_eq!(bytes(Lang::En, 999), "999\u{a0}B");
        assert_eq!(bytes(Lang::En, 60_000_000), "60.0\u{a0}MB");
        assert_eq!(bytes(Lang::En, 1_234), "1.2\u{a0}kB");
    }
}
