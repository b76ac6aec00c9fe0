//! Measurements: known numbers lead to their place, unknown ones are `null` with the reason.

use super::{NullBadge, Sourced};
use crate::hooks::Sum;
use crate::i18n::{I18n, number};
use crate::route::Address;
use crate::t;
use crate::visible_text;
use loopledger::view::{Figure, MoneyView, SumFigure};
use yew::{AttrValue, Html, html};

/// What kind of number a figure is, and so how it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A count whose unit stands elsewhere.
    Count,
    /// A count of tokens.
    Tokens,
    /// A count of tool calls.
    Calls,
    /// An amount of a currency that stands elsewhere, as decimal text.
    Amount,
    /// Seconds, as decimal text.
    Seconds,
    /// Milliseconds as decimal text, shown as seconds.
    Millis,
    /// A point in time, RFC 3339.
    Time,
}

/// A value as it is shown: rounded, exact, and its unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    /// Rounded, as the reader's language writes it.
    pub text: AttrValue,
    /// With all its digits, where that is more.
    pub exact: Option<AttrValue>,
    /// Its unit.
    pub unit: Option<AttrValue>,
}

impl Kind {
    /// Writes a value.
    pub fn write(self, i18n: &I18n, value: &str) -> Shown {
        let lang = i18n.lang();
        let (text, exact, unit) = match self {
            Self::Count => (number::decimal(lang, value, 0, 0), None, None),
            Self::Tokens => (
                number::decimal(lang, value, 0, 0),
                None,
                Some(t!(i18n, "unit-tokens")),
            ),
            Self::Calls => (
                number::decimal(lang, value, 0, 0),
                None,
                Some(t!(i18n, "unit-calls")),
            ),
            Self::Amount => (
                number::amount(lang, value),
                Some(number::decimal(lang, value, 2, 20)),
                None,
            ),
            Self::Seconds => (
                number::decimal(lang, value, 1, 1),
                Some(number::decimal(lang, value, 0, 12)),
                Some(t!(i18n, "unit-seconds")),
            ),
            Self::Millis => (
                number::seconds(lang, value),
                Some(number::exact_seconds(lang, value)),
                Some(t!(i18n, "unit-seconds")),
            ),
            Self::Time => (
                number::date_time(lang, value),
                Some(value.to_owned()),
                Some(t!(i18n, "unit-utc")),
            ),
        };
        Shown {
            text: text.into(),
            exact: exact.map(AttrValue::from),
            unit,
        }
    }
}

/// Writes an amount of money.
pub fn write_money(i18n: &I18n, money: &MoneyView) -> Shown {
    let lang = i18n.lang();
    Shown {
        text: number::amount(lang, &money.amount).into(),
        exact: Some(number::decimal(lang, &money.amount, 2, 20).into()),
        unit: Some(if money.currency == "XXX" {
            t!(i18n, "unit-no-currency")
        } else {
            visible_text(&money.currency)
        }),
    }
}

/// One measurement.
pub fn figure<T>(
    i18n: &I18n,
    label: &AttrValue,
    figure: &Figure<T>,
    write: impl FnOnce(&T) -> Shown,
) -> Html {
    match (&figure.value, figure.reason) {
        (Some(value), _) => {
            let Shown { text, exact, unit } = write(value);
            html! {
                <Sourced
                    label={label.clone()}
                    {text}
                    {exact}
                    {unit}
                    origin={figure.origin.clone().map(AttrValue::from)}
                    place={figure.place.clone()}
                />
            }
        }
        (None, Some(reason)) => html! {
            <NullBadge label={label.clone()} {reason} place={figure.place.clone()} />
        },
        // Not a figure of this version: no value and no reason why.
        (None, None) => html! { <span class="null-word">{ t!(i18n, "null-word") }</span> },
    }
}

/// One count.
pub fn count_figure(i18n: &I18n, label: &AttrValue, value: &Figure<u64>) -> Html {
    figure(i18n, label, value, |value| {
        Kind::Count.write(i18n, &value.to_string())
    })
}

/// One amount.
pub fn money_figure(i18n: &I18n, label: &AttrValue, value: &Figure<MoneyView>) -> Html {
    figure(i18n, label, value, |money| write_money(i18n, money))
}

/// One measurement that comes as text.
pub fn text_figure(i18n: &I18n, label: &AttrValue, kind: Kind, value: &Figure<String>) -> Html {
    figure(i18n, label, value, |text| kind.write(i18n, text))
}

/// A sum: its value, or `null` with what is known beside it; and of how many parts.
///
/// `parts` is where each part is shown.
pub fn sum_figure<T>(
    i18n: &I18n,
    label: &AttrValue,
    sum: &SumFigure<T>,
    parts: Option<Address>,
    write: impl Fn(&T) -> Shown,
) -> Html {
    html! {
        <span class="sum">
            <span class="sum-value">{ sum_value(i18n, label, sum, parts, write) }</span>
            <span class="samples">
                { t!(i18n, "samples", measured = sum.measured, of = sum.of) }
            </span>
        </span>
    }
}

fn sum_value<T>(
    i18n: &I18n,
    label: &AttrValue,
    sum: &SumFigure<T>,
    parts: Option<Address>,
    write: impl Fn(&T) -> Shown,
) -> Html {
    let made_of = Sum {
        measured: sum.measured,
        of: sum.of,
        parts,
    };
    match (&sum.value, sum.reason) {
        (Some(value), _) => {
            let Shown { text, exact, unit } = write(value);
            html! {
                <Sourced
                    label={label.clone()}
                    {text}
                    {exact}
                    {unit}
                    origin={sum.origin.clone().map(AttrValue::from)}
                    place={sum.place.clone()}
                    sum={made_of}
                />
            }
        }
        (None, Some(reason)) => html! {
            <>
                <NullBadge
                    label={label.clone()}
                    {reason}
                    place={sum.place.clone()}
                    sum={made_of}
                />
                if let Some(bound) = &sum.lower_bound {
                    { at_least(i18n, write(bound)) }
                }
            </>
        },
        (None, None) => html! { <span class="null-word">{ t!(i18n, "null-word") }</span> },
    }
}

/// What an unknown sum comes to at least.
pub fn at_least(i18n: &I18n, bound: Shown) -> Html {
    let Shown { text, unit, .. } = bound;
    html! {
        <span class="at-least">
            <span class="num">{ t!(i18n, "at-least", value = text) }</span>
            if let Some(unit) = unit {
                <span class="unit">{ "\u{a0}" }{ unit }</span>
            }
        </span>
    }
}

/// A value as plain text with its unit.
pub fn known_text(shown: &Shown) -> AttrValue {
    match &shown.unit {
        Some(unit) => AttrValue::from(format!("{}\u{a0}{unit}", shown.text)),
        None => shown.text.clone(),
    }
}

/// A position in a file; a dash where the format has none.
pub fn number_or_dash(value: Option<u64>) -> String {
    value.map_or_else(|| "–".to_owned(), |value| value.to_string())
}
