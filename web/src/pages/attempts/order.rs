//! Sorting and filtering: plain functions over attempts.

use crate::export::outcome_code;
use loopledger::view::{AttemptView, Figure, MoneyView};
use std::cmp::Ordering;
use std::rc::Rc;

/// A column of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Column {
    Attempt,
    Outcome,
    Variant,
    Task,
    ModelCost,
    InputUncached,
    CacheRead,
    CacheWrite,
    Output,
    Reasoning,
    Proposed,
    Executed,
    Suppressed,
    Latency,
    Sandbox,
    ToolCost,
    StopReason,
}

/// Smallest first, or largest first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Direction {
    #[default]
    Up,
    Down,
}

/// What is to be shown, and in which order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Selection {
    /// The column that is sorted by; file order without one.
    pub(super) sort: Option<(Column, Direction)>,
    /// Text that must occur.
    pub(super) text: String,
    /// The outcome's code.
    pub(super) outcome: Option<String>,
    /// The variant.
    pub(super) variant: Option<String>,
    /// The field that must be unknown.
    pub(super) lacks: Option<String>,
}

impl Column {
    pub(super) const ALL: [Self; 17] = [
        Self::Attempt,
        Self::Outcome,
        Self::Variant,
        Self::Task,
        Self::ModelCost,
        Self::InputUncached,
        Self::CacheRead,
        Self::CacheWrite,
        Self::Output,
        Self::Reasoning,
        Self::Proposed,
        Self::Executed,
        Self::Suppressed,
        Self::Latency,
        Self::Sandbox,
        Self::ToolCost,
        Self::StopReason,
    ];

    /// Its name in an address.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Attempt => "attempt",
            Self::Outcome => "outcome",
            Self::Variant => "variant",
            Self::Task => "task",
            Self::ModelCost => "cost",
            Self::InputUncached => "input",
            Self::CacheRead => "cache-read",
            Self::CacheWrite => "cache-write",
            Self::Output => "output",
            Self::Reasoning => "reasoning",
            Self::Proposed => "proposed",
            Self::Executed => "executed",
            Self::Suppressed => "suppressed",
            Self::Latency => "latency",
            Self::Sandbox => "sandbox",
            Self::ToolCost => "tool-cost",
            Self::StopReason => "stop",
        }
    }

    /// Whether it holds numbers.
    pub(super) fn is_number(self) -> bool {
        !matches!(
            self,
            Self::Attempt | Self::Outcome | Self::Variant | Self::Task | Self::StopReason
        )
    }
}

impl Selection {
    /// Reads `sort=cost` (up) or `sort=-cost` (down), and the filters.
    pub(super) fn from_query<'a>(get: impl Fn(&str) -> Option<&'a str>) -> Self {
        let sort = get("sort").and_then(|text| {
            let (name, direction) = match text.strip_prefix('-') {
                Some(name) => (name, Direction::Down),
                None => (text, Direction::Up),
            };
            let column = Column::ALL
                .into_iter()
                .find(|column| column.name() == name)?;
            Some((column, direction))
        });
        let owned = |key| get(key).filter(|text| !text.is_empty()).map(str::to_owned);
        Self {
            sort,
            text: owned("filter").unwrap_or_default(),
            outcome: owned("outcome"),
            variant: owned("variant"),
            lacks: owned("lacks"),
        }
    }

    /// What a click on a column's head asks for: up, then down, then file order.
    pub(super) fn next_sort(&self, column: Column) -> Option<String> {
        match self.sort {
            Some((sorted, Direction::Up)) if sorted == column => {
                Some(format!("-{}", column.name()))
            }
            Some((sorted, Direction::Down)) if sorted == column => None,
            _ => Some(column.name().to_owned()),
        }
    }

    /// The attempts that pass the filters, in order.
    pub(super) fn apply(&self, attempts: &[Rc<AttemptView>]) -> Rc<[Rc<AttemptView>]> {
        let needle = self.text.to_lowercase();
        let mut found: Vec<Rc<AttemptView>> = attempts
            .iter()
            .filter(|attempt| self.passes(attempt, &needle))
            .cloned()
            .collect();
        if let Some((column, direction)) = self.sort {
            // Stable, so that equal rows stay in file order.
            found.sort_by(|a, b| compare(column, direction, a, b));
        }
        found.into()
    }

    fn passes(&self, attempt: &AttemptView, needle: &str) -> bool {
        let is = |wanted: &Option<String>, found: Option<&str>| {
            wanted.is_none() || wanted.as_deref() == found
        };
        is(&self.outcome, Some(outcome_code(attempt.outcome)))
            && is(&self.variant, attempt.variant_id.as_deref())
            && self
                .lacks
                .as_ref()
                .is_none_or(|field| attempt.unknown.contains_key(field))
            && (needle.is_empty()
                || [
                    Some(&attempt.attempt_id),
                    attempt.task_id.as_ref(),
                    attempt.variant_id.as_ref(),
                    attempt.model.as_ref(),
                    attempt.status.as_ref(),
                    attempt.stop_reason.value.as_ref(),
                    attempt.decision_reason.as_ref(),
                ]
                .into_iter()
                .flatten()
                .any(|text| text.to_lowercase().contains(needle)))
    }
}

fn compare(column: Column, direction: Direction, a: &AttemptView, b: &AttemptView) -> Ordering {
    let text = |get: fn(&AttemptView) -> Option<&str>| {
        known_first(get(a), get(b), direction, |a, b| natural(a, b))
    };
    let count = |get: fn(&AttemptView) -> &Figure<u64>| {
        known_first(get(a).value, get(b).value, direction, Ord::cmp)
    };
    let amount = |get: fn(&AttemptView) -> &Figure<MoneyView>| {
        known_first(
            get(a).value.as_ref(),
            get(b).value.as_ref(),
            direction,
            |a, b| {
                a.currency
                    .cmp(&b.currency)
                    .then_with(|| decimal(&a.amount, &b.amount))
            },
        )
    };
    let number = |get: fn(&AttemptView) -> &Figure<String>| {
        known_first(
            get(a).value.as_ref(),
            get(b).value.as_ref(),
            direction,
            |a, b| decimal(a, b),
        )
    };
    match column {
        Column::Attempt => text(|attempt| Some(&attempt.attempt_id)),
        Column::Outcome => directed(direction, a.outcome.cmp(&b.outcome)),
        Column::Variant => text(|attempt| attempt.variant_id.as_deref()),
        Column::Task => text(|attempt| attempt.task_id.as_deref()),
        Column::StopReason => text(|attempt| attempt.stop_reason.value.as_deref()),
        Column::ModelCost => amount(|attempt| &attempt.model_cost),
        Column::ToolCost => amount(|attempt| &attempt.tool_cost),
        Column::InputUncached => count(|attempt| &attempt.tokens.input_uncached),
        Column::CacheRead => count(|attempt| &attempt.tokens.cache_read),
        Column::CacheWrite => count(|attempt| &attempt.tokens.cache_write),
        Column::Output => count(|attempt| &attempt.tokens.output),
        Column::Reasoning => count(|attempt| &attempt.tokens.reasoning),
        Column::Proposed => count(|attempt| &attempt.tool_calls_proposed),
        Column::Executed => count(|attempt| &attempt.tool_calls_executed),
        Column::Suppressed => count(|attempt| &attempt.tool_calls_suppressed),
        Column::Latency => number(|attempt| &attempt.latency_ms),
        Column::Sandbox => number(|attempt| &attempt.sandbox_seconds),
    }
}

/// Unknowns are a cohort of their own, at the end in either direction.
fn known_first<T>(
    a: Option<T>,
    b: Option<T>,
    direction: Direction,
    compare: impl FnOnce(&T, &T) -> Ordering,
) -> Ordering {
    match (a, b) {
        (Some(a), Some(b)) => directed(direction, compare(&a, &b)),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => Ordering::Equal,
    }
}

fn directed(direction: Direction, ordering: Ordering) -> Ordering {
    match direction {
        Direction::Up => ordering,
        Direction::Down => ordering.reverse(),
    }
}

/// Compares decimal text by value, digit by digit, so that nothing is rounded.
pub(super) fn decimal(a: &str, b: &str) -> Ordering {
    let (a_negative, a) = magnitude(a);
    let (b_negative, b) = magnitude(b);
    match (a_negative, b_negative) {
        (false, true) => Ordering::Greater,
        (true, false) => Ordering::Less,
        (false, false) => a.cmp(&b),
        (true, true) => b.cmp(&a),
    }
}

/// The sign and the digits: length and digits of the whole part, then those of the fraction.
fn magnitude(text: &str) -> (bool, (usize, &str, &str)) {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let whole = whole.trim_start_matches('0');
    let fraction = fraction.trim_end_matches('0');
    let is_zero = whole.is_empty() && fraction.is_empty();
    (sign && !is_zero, (whole.len(), whole, fraction))
}

/// Compares text so that `a-2` comes before `a-10`.
fn natural(a: &str, b: &str) -> Ordering {
    let (mut a_rest, mut b_rest) = (a, b);
    loop {
        let (a_part, a_next) = chunk(a_rest);
        let (b_part, b_next) = chunk(b_rest);
        let ordering = match (is_digits(a_part), is_digits(b_part)) {
            (true, true) => decimal(a_part, b_part),
            _ => a_part.cmp(b_part),
        };
        if ordering != Ordering::Equal {
            return ordering;
        }
        if a_part.is_empty() {
            return a.cmp(b);
        }
        (a_rest, b_rest) = (a_next, b_next);
    }
}

fn is_digits(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
}

/// A run of digits, or of anything else, from the beginning of a text.
fn chunk(text: &str) -> (&str, &str) {
    let wanted = is_digits(text);
    let end = text
        .find(|c: char| c.is_ascii_digit() != wanted)
        .unwrap_or(text.len());
    text.split_at(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_compare_by_value() {
        let check = |a, b, expected| assert_eq!(decimal(a, b), expected, "{a} {b}");
        check("2", "10", Ordering::Less);
        check("0.10", "0.1", Ordering::Equal);
        check("0.09", "0.1", Ordering::Less);
        check("-1", "0", Ordering::Less);
        check("-2", "-1", Ordering::Less);
        check("-0.0", "0", Ordering::Equal);
        check("1.000000000000000001", "1", Ordering::Greater);
    }

    #[test]
    fn names_compare_by_their_numbers() {
        assert_eq!(natural("a-2", "a-10"), Ordering::Less);
        assert_eq!(natural("b-1", "a-2"), Ordering::Greater);
        assert_eq!(natural("a", "a-1"), Ordering::Less);
        assert_eq!(natural("a-01", "a-1"), Ordering::Less);
    }

    #[test]
    fn unknowns_come_last_in_either_direction() {
        for direction in [Direction::Up, Direction::Down] {
            let mut values = [None, Some(0), Some(5), None, Some(2)];
            values.sort_by(|a, b| known_first(*a, *b, direction, Ord::cmp));
            assert_eq!(values[3..], [None, None], "{direction:?}");
            assert!(values[..3].iter().all(Option::is_some));
        }
    }

    #[test]
    fn a_click_sorts_up_then_down_then_not_at_all() {
        let selection =
            |sort: &'static str| Selection::from_query(move |key| (key == "sort").then_some(sort));
        let next = |sort| selection(sort).next_sort(Column::ModelCost);
        assert_eq!(next(""), Some("cost".to_owned()));
        assert_eq!(next("cost"), Some("-cost".to_owned()));
        assert_eq!(next("-cost"), None);
        assert_eq!(next("latency"), Some("cost".to_owned()));
    }
}
