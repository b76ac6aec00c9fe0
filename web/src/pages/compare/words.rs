//! Names and figures of a comparison in the reader's language.

use crate::components::{Kind, Shown, known_text, write_money};
use crate::i18n::codes::{reason_short, stop_reason_name};
use crate::i18n::{I18n, number};
use crate::t;
use crate::visible_text;
use loopledger::model::UnknownReason;
use loopledger::view::MoneyView;
use loopledger::view::compare::{MetricView, SideFigureView};
use yew::{AttrValue, Html, html};

/// A metric's name.
pub(super) fn metric_name(i18n: &I18n, metric: &MetricView) -> AttrValue {
    if let Some(stop) = &metric.stop_reason {
        return t!(i18n, "compare-stop-share", reason = stop_name(i18n, stop));
    }
    i18n.text(match metric.code.as_str() {
        "acceptanceRate" => "compare-acceptance-rate",
        "costPerAcceptedArtifact" => "cost-per-accepted",
        "modelCost" => "field-model-cost",
        "toolCost" => "field-tool-cost",
        "tokens.inputUncached" => "field-tokens-input-uncached",
        "tokens.cacheRead" => "field-tokens-cache-read",
        "tokens.cacheWrite" => "field-tokens-cache-write",
        "tokens.output" => "field-tokens-output",
        "tokens.reasoning" => "field-tokens-reasoning",
        "toolCalls.proposed" => "field-tool-calls-proposed",
        "toolCalls.executed" => "field-tool-calls-executed",
        "toolCalls.suppressed" => "field-tool-calls-suppressed",
        "sandboxSeconds" => "field-sandbox-seconds",
        "meanLatencyMs" => "compare-mean-latency",
        "p95LatencyMs" => "report-p95",
        _ => "compare-not-stopped",
    })
}

/// A stop reason in words, or as the source spells it.
pub(super) fn stop_name(i18n: &I18n, code: &str) -> AttrValue {
    stop_reason_name(code).map_or_else(|| visible_text(code), |name| i18n.text(name))
}

/// Why something is null, in a few words.
pub(super) fn why_null(i18n: &I18n, code: &str) -> AttrValue {
    i18n.text(match UnknownReason::from_code(code) {
        Some(reason) => reason_short(reason),
        None => match code {
            "mixed_currencies" => "compare-why-mixed-currencies",
            "not_reviewed" => "compare-why-not-reviewed",
            "too_few_tasks" => "compare-why-too-few-tasks",
            "nothing_accepted_in_resamples" => "compare-why-nothing-accepted",
            "percentile" => "compare-why-percentile",
            _ => "reason-other",
        },
    })
}

/// The word `null` on its badge, with the reason.
pub(super) fn null(i18n: &I18n, code: Option<&String>) -> Html {
    html! {
        <span class="null">
            <span class="null-word">{ t!(i18n, "null-word") }</span>
            { " " }
            <span class="null-reason">
                { why_null(i18n, code.map_or("", String::as_str)) }
            </span>
        </span>
    }
}

/// A value of a metric, rounded, with its unit.
pub(super) fn value(i18n: &I18n, unit: &str, currency: Option<&str>, value: &str) -> AttrValue {
    known_text(&shown(i18n, unit, currency, value))
}

fn shown(i18n: &I18n, unit: &str, currency: Option<&str>, value: &str) -> Shown {
    match (unit, currency) {
        ("money", currency) => write_money(
            i18n,
            &MoneyView {
                amount: value.to_owned(),
                currency: currency.unwrap_or("XXX").to_owned(),
            },
        ),
        ("share", _) => Shown {
            text: number::decimal(i18n.lang(), value, 3, 3).into(),
            exact: None,
            unit: None,
        },
        ("tokens", _) => Kind::Tokens.write(i18n, value),
        ("calls", _) => Shown {
            text: number::decimal(i18n.lang(), value, 0, 1).into(),
            exact: None,
            unit: Some(t!(i18n, "unit-calls")),
        },
        ("seconds", _) => Kind::Seconds.write(i18n, value),
        ("milliseconds", _) => Kind::Millis.write(i18n, value),
        _ => Shown {
            text: number::decimal(i18n.lang(), value, 0, 0).into(),
            exact: None,
            unit: None,
        },
    }
}

/// The currency of a difference, which both sides have.
pub(super) fn currency(metric: &MetricView) -> Option<&str> {
    metric.variant.currency.as_deref()
}

/// A difference or an end of its interval, with a sign where it is above zero.
pub(super) fn signed(i18n: &I18n, metric: &MetricView, number: &str) -> AttrValue {
    let text = value(i18n, &metric.unit, currency(metric), number);
    let is_above = number.parse::<f64>().is_ok_and(|number| number > 0.0);
    if is_above {
        AttrValue::from(format!("+{text}"))
    } else {
        text
    }
}

/// The interval in words; `None` if there is none.
pub(super) fn interval(i18n: &I18n, metric: &MetricView) -> Option<AttrValue> {
    let (low, high) = (metric.low.as_ref()?, metric.high.as_ref()?);
    Some(t!(
        i18n,
        "compare-interval",
        low = signed(i18n, metric, low),
        high = signed(i18n, metric, high)
    ))
}

/// One side's figure: its value, or `null` with the reason and what is known.
pub(super) fn side(i18n: &I18n, unit: &str, figure: &SideFigureView) -> Html {
    if let Some(known) = &figure.value {
        let text = value(i18n, unit, figure.currency.as_deref(), known);
        return html! { <span class="num">{ text }</span> };
    }
    // What is known of a share is a count of attempts.
    let sum_unit = match unit {
        "share" => "count",
        other => other,
    };
    html! {
        <span class="sum">
            { null(i18n, figure.reason.as_ref()) }
            { for figure.at_least.iter().map(|bound| {
                let known = value(i18n, sum_unit, bound.currency.as_deref(), &bound.value);
                html! {
                    <span class="at-least num">{ t!(i18n, "at-least", value = known) }</span>
                }
            }) }
            <span class="samples">
                { t!(i18n, "samples", measured = figure.measured, of = figure.of) }
            </span>
        </span>
    }
}

/// What an interval says.
pub(super) fn verdict(i18n: &I18n, metric: &MetricView) -> AttrValue {
    i18n.text(match metric.verdict.as_str() {
        "higher" => "compare-higher",
        "lower" => "compare-lower",
        "undecided" => "compare-undecided",
        _ => "compare-unknown",
    })
}
