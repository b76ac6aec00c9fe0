//! The chosen attempt, with the origin and the place of every number.

use super::order::Column;
use super::table::{Unit, cell, column_name};
use crate::components::{Kind, Link, OutcomeMark, PlaceButton, text_figure};
use crate::hooks::AddressHandle;
use crate::i18n::I18n;
use crate::i18n::codes::{origin_name, reason_text};
use crate::route::Page;
use crate::t;
use crate::visible_text;
use loopledger::model::{EffectiveConfiguration, Place, UnknownReason};
use loopledger::view::{AttemptView, Figure};
use yew::{AttrValue, Html, html};

/// Everything that is known about an attempt.
pub(super) fn details(i18n: &I18n, address: &AddressHandle, attempt: &AttemptView) -> Html {
    html! {
        <section class="details" aria-labelledby="attempt-details">
            <h2 id="attempt-details">
                { t!(i18n, "details-title", attempt = attempt.attempt_id.as_str()) }
            </h2>
            <p class="details-facts">
                <OutcomeMark outcome={attempt.outcome} />
                if let Some(run) = &attempt.run {
                    <Link to={address.link(Page::Replay).with("run", Some(run))}>
                        { t!(i18n, "details-replay") }
                    </Link>
                } else {
                    <span class="detail">{ t!(i18n, "details-no-run") }</span>
                }
                if let Some(place) = attempt.place.clone() {
                    <PlaceButton label={t!(i18n, "details-record")} {place} />
                }
            </p>
            { facts(i18n, attempt) }
            { measurements(i18n, attempt) }
            if let Some(configuration) = &attempt.effective_configuration {
                { limits(i18n, configuration) }
            }
            <details class="twin">
                <summary>{ t!(i18n, "details-json") }</summary>
                <pre class="json" tabindex="0">{ visible_text(&attempt.json) }</pre>
            </details>
        </section>
    }
}

fn facts(i18n: &I18n, attempt: &AttemptView) -> Html {
    let facts = [
        ("task_id", t!(i18n, "column-task"), &attempt.task_id),
        (
            "variant_id",
            t!(i18n, "column-variant"),
            &attempt.variant_id,
        ),
        ("model", t!(i18n, "details-model"), &attempt.model),
        ("status", t!(i18n, "details-status"), &attempt.status),
        ("retry_of", t!(i18n, "details-retry-of"), &attempt.retry_of),
        ("reviewer", t!(i18n, "details-reviewer"), &attempt.reviewer),
        (
            "decision_reason",
            t!(i18n, "details-reason"),
            &attempt.decision_reason,
        ),
    ];
    html! {
        <dl class="facts">
            { for facts.into_iter().filter_map(|(key, name, value)| {
                let value = value.clone()?;
                Some(html! {
                    <div {key}><dt>{ name }</dt><dd>{ visible_text(&value) }</dd></div>
                })
            }) }
            <div key="start">
                <dt>{ t!(i18n, "field-started-at") }</dt>
                <dd>
                    { text_figure(
                        i18n,
                        &t!(i18n, "field-started-at"),
                        Kind::Time,
                        &attempt.started_at,
                    ) }
                </dd>
            </div>
            <div key="end">
                <dt>{ t!(i18n, "field-ended-at") }</dt>
                <dd>
                    { text_figure(i18n, &t!(i18n, "field-ended-at"), Kind::Time, &attempt.ended_at) }
                </dd>
            </div>
        </dl>
    }
}

/// What stands behind a cell: origin, reason and place, whatever its type.
struct Backing<'a> {
    origin: Option<&'a str>,
    reason: Option<UnknownReason>,
    place: Option<&'a Place>,
}

impl<'a, T> From<&'a Figure<T>> for Backing<'a> {
    fn from(figure: &'a Figure<T>) -> Self {
        Self {
            origin: figure.origin.as_deref(),
            reason: figure.reason,
            place: figure.place.as_ref(),
        }
    }
}

fn backing(column: Column, attempt: &AttemptView) -> Option<Backing<'_>> {
    let tokens = &attempt.tokens;
    Some(match column {
        Column::Attempt | Column::Outcome | Column::Variant | Column::Task => return None,
        Column::ModelCost => (&attempt.model_cost).into(),
        Column::InputUncached => (&tokens.input_uncached).into(),
        Column::CacheRead => (&tokens.cache_read).into(),
        Column::CacheWrite => (&tokens.cache_write).into(),
        Column::Output => (&tokens.output).into(),
        Column::Reasoning => (&tokens.reasoning).into(),
        Column::Proposed => (&attempt.tool_calls_proposed).into(),
        Column::Executed => (&attempt.tool_calls_executed).into(),
        Column::Suppressed => (&attempt.tool_calls_suppressed).into(),
        Column::Latency => (&attempt.latency_ms).into(),
        Column::Sandbox => (&attempt.sandbox_seconds).into(),
        Column::ToolCost => (&attempt.tool_cost).into(),
        Column::StopReason => (&attempt.stop_reason).into(),
    })
}

fn measurements(i18n: &I18n, attempt: &AttemptView) -> Html {
    let rows = Column::ALL.into_iter().filter_map(|column| {
        let Backing {
            origin,
            reason,
            place,
        } = backing(column, attempt)?;
        let label = column_name(i18n, column);
        let story = match (origin.and_then(origin_name), reason) {
            (Some(name), _) => i18n.text(name),
            (None, Some(reason)) => i18n.text(reason_text(reason)),
            (None, None) => AttrValue::default(),
        };
        Some(html! {
            <tr key={column.name()}>
                <th scope="row">{ label.clone() }</th>
                <td>{ cell(i18n, column, Unit::Beside, attempt) }</td>
                <td class="detail">{ story }</td>
                <td>
                    if let Some(place) = place.cloned() {
                        <PlaceButton {label} {place} has_pointer=true />
                    }
                </td>
            </tr>
        })
    });
    html! {
        <div class="scroll" tabindex="0" role="group" aria-label={t!(i18n, "details-measurements")}>
            <table class="ledger">
                <caption>{ t!(i18n, "details-measurements") }</caption>
                <thead>
                    <tr>
                        <th scope="col">{ t!(i18n, "column-measure") }</th>
                        <th scope="col">{ t!(i18n, "column-value") }</th>
                        <th scope="col">{ t!(i18n, "column-origin") }</th>
                        <th scope="col">{ t!(i18n, "column-place") }</th>
                    </tr>
                </thead>
                <tbody>{ for rows }</tbody>
            </table>
        </div>
    }
}

/// Upstream's name of the switch.
const ENABLED: &str = "enabled";

/// The limits in force, under upstream's own names.
fn limits(i18n: &I18n, configuration: &EffectiveConfiguration) -> Html {
    let rows = [
        ("warn_threshold", configuration.warn_threshold),
        ("hard_limit", configuration.hard_limit),
        ("window_size", configuration.window_size),
        ("max_tracked_threads", configuration.max_tracked_threads),
        ("tool_freq_warn", configuration.tool_freq_warn),
        ("tool_freq_hard_limit", configuration.tool_freq_hard_limit),
    ];
    html! {
        <>
            <h3>{ t!(i18n, "details-limits") }</h3>
            <dl class="facts">
                <div key="enabled">
                    <dt><code>{ ENABLED }</code></dt>
                    <dd>{ configuration.enabled.to_string() }</dd>
                </div>
                { for rows.into_iter().map(|(name, value)| html! {
                    <div key={name}>
                        <dt><code>{ name }</code></dt>
                        <dd class="num">{ value.to_string() }</dd>
                    </div>
                }) }
                { for configuration.tool_freq_overrides.iter().map(|(tool, limits)| html! {
                    <div key={format!("={tool}")}>
                        <dt><code>{ visible_text(tool) }</code></dt>
                        <dd class="num">
                            { t!(
                                i18n,
                                "details-override",
                                warn = limits.warn.to_string(),
                                limit = limits.hard_limit.to_string(),
                            ) }
                        </dd>
                    </div>
                }) }
            </dl>
        </>
    }
}
