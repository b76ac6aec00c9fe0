//! The response that is shown: what it decided, what it cost, what it called.

use super::call::call_card;
use super::decision::decision_line;
use super::glyph::glyph_icon;
use super::words;
use crate::chart::replay::glyph::letters;
use crate::components::{Kind, Shown, Sourced, count_figure, figure};
use crate::i18n::I18n;
use crate::visible_text;
use crate::{rich, t};
use loopledger::view::{DecisionView, Figure, FrameView, ReplayView, StepView};
use yew::{AttrValue, Html, html};

/// Calls of one response that are shown at once; the list scrolls, but a response of thousands of
/// calls would take seconds to lay out.
const MOST_CALLS: usize = 50;

/// The response that is shown.
pub(super) fn step_detail(i18n: &I18n, view: &ReplayView, frame: &FrameView) -> Html {
    let index = words::index(frame.step);
    let Some(step) = view.steps.get(index) else {
        return Html::default();
    };
    let hidden = frame.calls.len().saturating_sub(MOST_CALLS);
    html! {
        <section class="replay-detail" aria-labelledby="replay-detail-title">
            <h2 id="replay-detail-title">
                { t!(i18n, "replay-detail-title", response = words::ordinal(index)) }
            </h2>
            { decisions(i18n, view, frame) }
            { call_set(i18n, step) }
            { facts(i18n, frame, step) }
            { for frame.calls.iter().take(MOST_CALLS).enumerate().map(|(index, call)| {
                call_card(i18n, index + 1, call)
            }) }
            if hidden > 0 {
                <p class="replay-note">{ t!(i18n, "replay-calls-hidden", hidden = hidden as u64) }</p>
            }
        </section>
    }
}

/// What was decided here, what a stop superseded, and what waits for the model.
fn decisions(i18n: &I18n, view: &ReplayView, frame: &FrameView) -> Html {
    let line = |decision: &DecisionView| decision_line(i18n, view, decision, false);
    // The warning of this response waits as well; it stands above already.
    let waiting: Vec<&DecisionView> = frame
        .pending
        .iter()
        .filter(|waiting| frame.decision.as_ref() != Some(waiting))
        .collect();
    let consequence = frame.decision.as_ref().map(|decision| {
        if decision.action == "stop" {
            t!(i18n, "replay-consequence-stop")
        } else {
            t!(i18n, "replay-consequence-warn")
        }
    });
    html! {
        <>
            if let Some(decision) = &frame.decision {
                <p class="replay-verdict">{ line(decision) }</p>
            }
            if let Some(consequence) = consequence {
                <p class="replay-note">{ consequence }</p>
            }
            if let Some(superseded) = &frame.superseded {
                <p class="replay-superseded">
                    { rich!(i18n, "replay-superseded", warning = line(superseded)) }
                </p>
            }
            if !waiting.is_empty() {
                <div class="replay-pending">
                    <p>{ t!(i18n, "replay-pending", count = waiting.len() as u64) }</p>
                    <ol>
                        { for waiting.into_iter().map(|decision| html! {
                            <li key={decision.response}>{ line(decision) }</li>
                        }) }
                    </ol>
                </div>
            }
        </>
    }
}

/// The sign and digest of the response's call set, or why it has none.
fn call_set(i18n: &I18n, step: &StepView) -> Html {
    match (step.call_set, &step.digest) {
        (Some(call_set), Some(digest)) => {
            let sign = html! {
                <b class="replay-set">{ glyph_icon(call_set, false) }{ letters(call_set) }</b>
            };
            let digest = html! { <code>{ digest.clone() }</code> };
            html! {
                <p>{ rich!(i18n, "replay-detail-set", set = sign, digest = digest) }</p>
            }
        }
        _ => html! { <p class="replay-note">{ words::no_call_set(i18n, step) }</p> },
    }
}

/// What the record says about the model call.
fn facts(i18n: &I18n, frame: &FrameView, step: &StepView) -> Html {
    let FrameView {
        tokens,
        latency_ms,
        model,
        finish_reason,
        place,
        ..
    } = frame;
    let source = html! {
        <Sourced
            label={t!(i18n, "replay-fact-source")}
            text={t!(i18n, "replay-line", line = step.line)}
            place={place.clone()}
        />
    };
    html! {
        <dl class="replay-facts">
            { fact(t!(i18n, "replay-fact-source"), source) }
            if let Some(created_at) = &step.created_at {
                { fact(t!(i18n, "replay-fact-time"), html! { <time>{ visible_text(created_at) }</time> }) }
            }
            if let Some(model) = model {
                { fact(t!(i18n, "replay-fact-model"), html! { { visible_text(model) } }) }
            }
            if let Some(finish_reason) = finish_reason {
                { fact(t!(i18n, "replay-fact-finish"), html! { <code>{ visible_text(finish_reason) }</code> }) }
            }
            { count(i18n, t!(i18n, "replay-fact-input"), &tokens.input_uncached) }
            { count(i18n, t!(i18n, "replay-fact-cache-read"), &tokens.cache_read) }
            { count(i18n, t!(i18n, "replay-fact-cache-write"), &tokens.cache_write) }
            { count(i18n, t!(i18n, "replay-fact-output"), &tokens.output) }
            { count(i18n, t!(i18n, "replay-fact-reasoning"), &tokens.reasoning) }
            { latency(i18n, latency_ms) }
        </dl>
    }
}

fn fact(label: AttrValue, value: Html) -> Html {
    html! { <div><dt>{ label }</dt><dd>{ value }</dd></div> }
}

fn count(i18n: &I18n, label: AttrValue, value: &Figure<u64>) -> Html {
    let value = count_figure(i18n, &label, value);
    fact(label, value)
}

fn latency(i18n: &I18n, value: &Figure<u64>) -> Html {
    let label = t!(i18n, "replay-fact-latency");
    let value = figure(i18n, &label, value, |millis| -> Shown {
        Kind::Millis.write(i18n, &millis.to_string())
    });
    fact(label, value)
}
