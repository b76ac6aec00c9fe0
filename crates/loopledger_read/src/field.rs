//! Single values: counts, amounts, texts, and what is wrong with them.

use crate::diagnostic::{Severity, shortened};
use crate::source::{Context, Record, Source, pointer_step};
use crate::time;
use jiff::Timestamp;
use loopledger_json::{JsonStr, Node, Number, Value};
use loopledger_model::{Measured, Place, UnknownReason};
use rust_decimal::Decimal;
use std::borrow::Cow;

/// Why a value is not what it should be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bad {
    /// It is `null`.
    Null,
    /// It is something else.
    Value {
        code: &'static str,
        expected: &'static str,
        reason: UnknownReason,
    },
}

impl Bad {
    fn parse(code: &'static str, expected: &'static str) -> Self {
        Self::Value {
            code,
            expected,
            reason: UnknownReason::ParseError,
        }
    }
}

const NOT_A_COUNT: &str = "a whole number of at least 0";
const NOT_AN_AMOUNT: &str = "a number";

/// A non-negative integer, exact up to 2^64 − 1. A fraction of zeros (`12.0`) is none.
pub(crate) fn count(node: &Node<'_>) -> Result<u64, Bad> {
    let number = finite_number(node, NOT_A_COUNT)?;
    if let Some(value) = number.to_u64() {
        return Ok(value);
    }
    if number.text().starts_with('-') {
        return Err(Bad::parse("negative_count", NOT_A_COUNT));
    }
    if number.is_int() {
        return Err(Bad::parse(
            "count_too_large",
            "a whole number below 2^64, which is 18446744073709551616",
        ));
    }
    match exact_decimal(number.text()) {
        Some(value) if value.fract().is_zero() => u64::try_from(value).map_err(|_| {
            Bad::parse(
                "count_too_large",
                "a whole number below 2^64, which is 18446744073709551616",
            )
        }),
        _ => Err(Bad::parse("not_a_count", NOT_A_COUNT)),
    }
}

/// A decimal number, digit for digit as it is written; also where it is written as a string.
pub(crate) fn decimal(node: &Node<'_>) -> Result<Decimal, Bad> {
    if let Value::Str(text) = &node.value {
        let text = text.to_display();
        let is_plain = text.bytes().any(|byte| byte.is_ascii_digit())
            && text.bytes().all(|byte| {
                byte.is_ascii_digit() || matches!(byte, b'-' | b'.' | b'e' | b'E' | b'+')
            });
        return is_plain
            .then(|| exact_decimal(text.trim()))
            .flatten()
            .ok_or(Bad::parse("not_a_number", NOT_AN_AMOUNT));
    }
    let number = finite_number(node, NOT_AN_AMOUNT)?;
    exact_decimal(number.text()).ok_or(Bad::parse(
        "number_too_long",
        "a number of at most 28 digits",
    ))
}

fn finite_number<'a>(node: &Node<'a>, expected: &'static str) -> Result<Number<'a>, Bad> {
    match &node.value {
        Value::Null => Err(Bad::Null),
        Value::Number(number) if number.is_non_finite_literal() => {
            Err(Bad::parse("not_finite", expected))
        }
        Value::Number(number) => Ok(*number),
        _ => Err(Bad::parse("not_a_number", expected)),
    }
}

/// A decimal number from its text, with an exponent or without; `None` where a digit would be lost.
pub(crate) fn exact_decimal(text: &str) -> Option<Decimal> {
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i64>().ok()?),
        None => (text, 0),
    };
    let (mantissa, is_negative) = match mantissa.strip_prefix('-') {
        Some(rest) => (rest, true),
        None => (mantissa.strip_prefix('+').unwrap_or(mantissa), false),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let mut digits = String::with_capacity(whole.len() + fraction.len());
    digits.push_str(whole);
    digits.push_str(fraction);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let mut scale = i64::try_from(fraction.len()).ok()?.checked_sub(exponent)?;
    let significant = digits.trim_start_matches('0');
    if significant.is_empty() {
        // Zeros after the point are kept as written, as far as that is a number of digits at all.
        let scale = u32::try_from(scale.clamp(0, 28)).ok()?;
        return Decimal::try_from_i128_with_scale(0, scale).ok();
    }
    let mut significant = significant.to_owned();
    while scale > 28 && significant.ends_with('0') {
        significant.pop();
        scale -= 1;
    }
    if scale < 0 {
        let zeros = usize::try_from(-scale).ok().filter(|zeros| *zeros <= 28)?;
        significant.push_str(&"0".repeat(zeros));
        scale = 0;
    }
    if significant.len() > 29 {
        return None;
    }
    let mut value = significant.parse::<i128>().ok()?;
    if is_negative {
        value = -value;
    }
    Decimal::try_from_i128_with_scale(value, u32::try_from(scale).ok()?).ok()
}

/// A string's text. Half of a surrogate pair cannot be text: such a string keeps its escapes, so
/// that two different ones stay different.
pub(crate) fn text_of(text: JsonStr<'_>) -> Cow<'_, str> {
    text.to_str()
        .unwrap_or_else(|_| Cow::Owned(String::from_utf8_lossy(text.raw()).into_owned()))
}

/// A text; a number is taken as its source text, for ids.
pub(crate) fn text<'a>(node: &Node<'a>) -> Option<Cow<'a, str>> {
    match &node.value {
        Value::Str(text) => Some(text_of(*text)),
        Value::Number(number) => Some(Cow::Borrowed(number.text())),
        _ => None,
    }
}

/// What stands at a value, shortened, for a message.
pub(crate) fn found(source: &Source<'_>, node: &Node<'_>) -> String {
    match &node.value {
        Value::Array(_) | Value::Object(_) => node.value.kind().to_owned(),
        _ => shortened(source.slice(node)),
    }
}

impl<'a> Record<'_, 'a> {
    pub(crate) fn place_of_offset(&self, offset: usize, pointer: &str) -> Place {
        self.source
            .place(offset, format!("{}{pointer}", self.pointer))
    }

    pub(crate) fn get(&self, key: &str) -> Option<&Node<'a>> {
        self.node.get(key)
    }

    /// The first of several keys that stands in the record.
    pub(crate) fn first_of<'k>(&self, keys: &[&'k str]) -> Option<(&'k str, &Node<'a>)> {
        keys.iter()
            .find_map(|key| Some((*key, self.node.get(key)?)))
    }

    /// The place of a field: of its value, or of the record where it is absent.
    pub(crate) fn place_of_key(&self, key: &str) -> Place {
        let offset = self.get(key).map_or(self.node.start, |node| node.start);
        self.place_of_offset(offset, &pointer_step(key))
    }

    /// Reports that a field holds something else than it should.
    pub(crate) fn report_key(
        &self,
        context: &mut Context,
        severity: Severity,
        code: &'static str,
        key: &str,
        expected: &str,
    ) {
        let found = self
            .get(key)
            .map_or_else(|| "nothing".to_owned(), |node| found(self.source, node));
        context.report(severity, code, self.place_of_key(key), expected, found);
    }

    /// A text or a number as text; `None` where the field is absent or `null`.
    pub(crate) fn text(&self, context: &mut Context, key: &str) -> Option<String> {
        let node = self.get(key)?;
        if node.is_null() {
            return None;
        }
        let text = text(node).map(Cow::into_owned);
        if text.is_none() {
            self.report_key(context, Severity::Error, "not_a_text", key, "a text");
        }
        text
    }

    /// `true` or `false`; `None` where the field is absent or `null`.
    pub(crate) fn flag(&self, context: &mut Context, key: &str) -> Option<bool> {
        let node = self.get(key)?;
        if node.is_null() {
            return None;
        }
        let flag = node.bool();
        if flag.is_none() {
            self.report_key(
                context,
                Severity::Error,
                "not_a_boolean",
                key,
                "true or false",
            );
        }
        flag
    }

    /// A measurement that a function reads from a value.
    pub(crate) fn measured<T>(
        &self,
        context: &mut Context,
        key: &str,
        read: impl FnOnce(&Node<'a>) -> Result<T, Bad>,
    ) -> Measured<T> {
        let place = self.place_of_key(key);
        let Some(node) = self.get(key) else {
            return Measured::unknown_at(UnknownReason::AbsentField, place);
        };
        match read(node) {
            Ok(value) => Measured::reported(value, place),
            Err(Bad::Null) => Measured::unknown_at(UnknownReason::NullField, place),
            Err(Bad::Value {
                code,
                expected,
                reason,
            }) => {
                self.report_key(context, Severity::Error, code, key, expected);
                Measured::unknown_at(reason, place)
            }
        }
    }

    /// A time.
    pub(crate) fn time(&self, context: &mut Context, key: &str) -> Measured<Timestamp> {
        self.measured(context, key, |node| {
            time::timestamp(node).map_err(|reason| match reason {
                UnknownReason::NullField => Bad::Null,
                UnknownReason::Ambiguous => Bad::Value {
                    code: "time_without_zone",
                    expected: "a time with its zone, or a Unix time",
                    reason,
                },
                _ => Bad::Value {
                    code: "not_a_time",
                    expected: "a time (RFC 3339, or a Unix time)",
                    reason,
                },
            })
        })
    }
}
