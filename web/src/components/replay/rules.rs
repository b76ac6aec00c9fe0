//! Which rules the replay follows, where they come from, and other ones.

use super::limits_form::LimitsForm;
use super::words;
use crate::components::Sourced;
use crate::i18n::I18n;
use crate::state::replay::limits::REVISIONS;
use crate::state::replay::what_if::WhatIf;
use crate::{rich, t};
use loopledger::model::EffectiveConfiguration;
use loopledger::view::ReplayView;
use web_sys::{Event, HtmlSelectElement};
use yew::{AttrValue, Callback, Html, TargetCast as _, UseReducerHandle, html};

/// The rules in a sentence, what is odd about them, and the form of others.
pub(super) fn rules(
    i18n: &I18n,
    view: &ReplayView,
    form: &UseReducerHandle<WhatIf>,
    is_what_if: bool,
    on_revision: &Callback<String>,
    on_apply: &Callback<EffectiveConfiguration>,
    on_reset: &Callback<()>,
) -> Html {
    html! {
        <section class="replay-rules" aria-label={t!(i18n, "replay-rules")}>
            <div class="replay-revision">
                { revision_choice(i18n, view, on_revision) }
                <p class="replay-note">{ words::revision(i18n, &view.revision) }</p>
            </div>
            <p class="replay-effective">{ limits(i18n, view) }{ " " }{ origin(i18n, view) }</p>
            if !view.lints.is_empty() {
                <ul class="replay-lints" aria-label={t!(i18n, "replay-lints")}>
                    { for view.lints.iter().map(|lint| html! {
                        <li key={format!("{}{}", lint.code, lint.setting)}>
                            { words::lint(i18n, view, lint) }
                        </li>
                    }) }
                </ul>
            }
            <details class="replay-limits-details">
                <summary>{ t!(i18n, "replay-limits-title") }</summary>
                <LimitsForm
                    form={form.clone()}
                    tools={view.tools.clone()}
                    is_what_if={is_what_if}
                    on_apply={on_apply.clone()}
                    on_reset={on_reset.clone()}
                />
            </details>
        </section>
    }
}

fn revision_choice(i18n: &I18n, view: &ReplayView, on_revision: &Callback<String>) -> Html {
    let on_change = on_revision.reform(|event: Event| {
        event
            .target_dyn_into::<HtmlSelectElement>()
            .map(|select| select.value())
            .unwrap_or_default()
    });
    html! {
        <>
            <label for="replay-revision-choice">{ t!(i18n, "replay-revision") }</label>
            <select id="replay-revision-choice" onchange={on_change}>
                { for REVISIONS.into_iter().map(|revision| html! {
                    <option value={revision} selected={revision == view.revision}>
                        { revision }
                    </option>
                }) }
            </select>
        </>
    }
}

/// The limits in force, as a sentence.
fn limits(i18n: &I18n, view: &ReplayView) -> Html {
    let limits = &view.configuration;
    let overrides = limits
        .tool_freq_overrides
        .iter()
        .map(|(tool, limits)| {
            t!(
                i18n,
                "replay-effective-override",
                tool = tool.clone(),
                warn = words::threshold(limits.warn),
                limit = words::threshold(limits.hard_limit)
            )
            .to_string()
        })
        .collect::<Vec<_>>()
        .join("; ");
    html! {
        <>
            { t!(i18n, "replay-effective-history",
                warn = words::threshold(limits.warn_threshold),
                limit = words::threshold(limits.hard_limit),
                window = words::threshold(limits.window_size)) }
            { " " }
            { t!(i18n, "replay-effective-frequency",
                warn = words::threshold(limits.tool_freq_warn),
                limit = words::threshold(limits.tool_freq_hard_limit),
                window = view.tool_freq_window) }
            if !overrides.is_empty() {
                { " " }
                { t!(i18n, "replay-effective-overrides", overrides = overrides) }
            }
        </>
    }
}

/// Where the limits come from.
fn origin(i18n: &I18n, view: &ReplayView) -> Html {
    let text = match view.configuration_source.as_str() {
        "given" => t!(i18n, "replay-origin-given"),
        "config_file" => t!(i18n, "replay-origin-config"),
        "attempt_record" => t!(i18n, "replay-origin-record"),
        _ => t!(i18n, "replay-origin-defaults"),
    };
    match &view.configuration_place {
        Some(place) => {
            let link = html! {
                <Sourced
                    label={t!(i18n, "replay-rules")}
                    text={AttrValue::from(place.to_string())}
                    place={place.clone()}
                />
            };
            html! { <>{ text }{ " " }{ rich!(i18n, "replay-origin-place", place = link) }</> }
        }
        None => html! { { text } },
    }
}
