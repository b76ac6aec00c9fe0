//! One call: its arguments, its key, and why it got that key.

use super::words;
use crate::components::Sourced;
use crate::hooks::use_i18n;
use crate::i18n::I18n;
use crate::state::replay::pretty::pretty;
use crate::t;
use crate::visible_text;
use loopledger::view::CallDetailView;
use yew::{AttrValue, Callback, Html, Properties, classes, component, html, use_state_eq};

/// One call of the selected response.
pub(super) fn call_card(i18n: &I18n, number: usize, call: &CallDetailView) -> Html {
    let outcome = words::outcome(i18n, &call.outcome);
    let state = match call.outcome.as_str() {
        "executed" => "is-executed",
        "failed" => "is-failed",
        "suppressed" => "is-suppressed",
        _ => "is-unknown",
    };
    html! {
        <article key={number} class="replay-call">
            <header>
                <h3>
                    <span class="replay-call-number">{ number.to_string() }</span>
                    { visible_text(&call.tool) }
                </h3>
                <span class={classes!("replay-outcome", state)}>
                    if call.result_place.is_some() {
                        <Sourced
                            label={t!(i18n, "replay-result")}
                            text={outcome}
                            place={call.result_place.clone()}
                        />
                    } else {
                        { outcome }
                    }
                </span>
            </header>
            <Arguments call={call.clone()} />
            <p class="replay-why">{ key_rule(i18n, call) }</p>
            if let Some(key) = &call.key {
                <div class="replay-key">
                    <span>{ t!(i18n, "replay-key") }</span>
                    <code>{ visible_text(key) }</code>
                </div>
            }
        </article>
    }
}

/// Properties of [`Arguments`].
#[derive(Debug, Clone, PartialEq, Properties)]
struct ArgumentsProps {
    call: CallDetailView,
}

/// The arguments, laid out for reading or as the source has them.
#[component]
fn Arguments(props: &ArgumentsProps) -> Html {
    let i18n = use_i18n();
    let is_raw = use_state_eq(|| false);
    let CallDetailView {
        args,
        is_args_shortened,
        ..
    } = &props.call;
    let Some(args) = args else {
        let note = match props.call.key_rule.as_str() {
            "redacted" => t!(i18n, "replay-args-redacted"),
            _ => t!(i18n, "replay-args-none"),
        };
        return html! { <p class="replay-note">{ note }</p> };
    };
    let laid_out = pretty(args).filter(|laid_out| laid_out != args);
    let on_toggle = {
        let is_raw = is_raw.clone();
        Callback::from(move |_| is_raw.set(!*is_raw))
    };
    let text = match &laid_out {
        Some(laid_out) if !*is_raw => laid_out.clone(),
        _ => args.clone(),
    };
    html! {
        <div class="replay-args">
            <pre tabindex="0" role="group" aria-label={t!(i18n, "replay-args")}>{ visible_text(&text) }</pre>
            if laid_out.is_some() {
                <button type="button" class="quiet" aria-pressed={is_raw.to_string()} onclick={on_toggle}>
                    { t!(i18n, "replay-args-raw") }
                </button>
            }
            if *is_args_shortened {
                <p class="replay-note">{ t!(i18n, "replay-args-shortened") }</p>
            }
        </div>
    }
}

/// Why a call has the key that it has.
fn key_rule(i18n: &I18n, call: &CallDetailView) -> AttrValue {
    let fields = call.key_fields.join(", ");
    match call.key_rule.as_str() {
        "read_file_bucket" => t!(i18n, "replay-rule-read-file-bucket"),
        "read_file_lines" => t!(i18n, "replay-rule-read-file-lines"),
        "salient" => t!(i18n, "replay-rule-salient", fields = fields),
        "no_salient" => t!(i18n, "replay-rule-no-salient"),
        "all_arguments" => t!(i18n, "replay-rule-all-arguments"),
        "raw_text" => t!(i18n, "replay-rule-raw-text"),
        "other_value" => t!(i18n, "replay-rule-other-value"),
        "redacted" => t!(i18n, "replay-rule-redacted"),
        _ => t!(i18n, "replay-rule-unknown"),
    }
}
