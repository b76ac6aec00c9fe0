//! Every response as a row; only the rows in sight are drawn.

use super::decision::decision_badge;
use super::glyph::glyph_icon;
use super::words;
use crate::chart::replay::attribute;
use crate::chart::replay::glyph::letters;
use crate::hooks::use_i18n;
use crate::i18n::{I18n, number};
use crate::state::replay::keys;
use crate::state::replay::list::{ListWindow, reveal};
use crate::state::replay::playback::PlaybackAction;
use crate::t;
use crate::visible_text;
use loopledger::view::{DecisionView, ReplayView, StepView};
use std::rc::Rc;
use web_sys::{Element, Event, KeyboardEvent};
use yew::{
    Callback, Html, Properties, classes, component, html, use_effect_with, use_node_ref,
    use_state_eq,
};

/// Properties of [`StepList`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub(super) struct StepListProps {
    /// The replay.
    pub view: Rc<ReplayView>,
    /// The response that is shown.
    pub step: usize,
    /// What the reader did.
    pub on_action: Callback<PlaybackAction>,
}

/// The responses as a list box whose selection follows the reader's place.
#[component]
pub(super) fn StepList(props: &StepListProps) -> Html {
    let i18n = use_i18n();
    let node = use_node_ref();
    // How far it is scrolled, and how high it is, in whole rows, so that scrolling renders seldom.
    let scrolled = use_state_eq(|| (0_i32, 420_i32));
    let StepListProps {
        view,
        step,
        on_action,
    } = props;

    let measure = {
        let (node, scrolled) = (node.clone(), scrolled.setter());
        move || {
            if let Some(element) = node.cast::<Element>() {
                let row = 28;
                let top = element.scroll_top() / row * row;
                scrolled.set((top, element.client_height()));
            }
        }
    };
    use_effect_with((node.clone(), *step, view.steps.len()), {
        let measure = measure.clone();
        move |(node, step, _)| {
            if let Some(element) = node.cast::<Element>() {
                let height = f64::from(element.client_height());
                if let Some(top) = reveal(*step, f64::from(element.scroll_top()), height) {
                    #[expect(
                        clippy::cast_possible_truncation,
                        reason = "a scroll position of at most some million pixels"
                    )]
                    element.set_scroll_top(top as i32);
                }
            }
            measure();
        }
    });
    let on_key = {
        let on_action = on_action.clone();
        move |event: KeyboardEvent| {
            if let Some(action) = keys::list_action(&event.key()) {
                event.prevent_default();
                on_action.emit(action);
            }
        }
    };
    let window = ListWindow::new(
        view.steps.len(),
        f64::from(scrolled.0),
        f64::from(scrolled.1),
    );
    let rows = view
        .steps
        .iter()
        .enumerate()
        .take(window.end)
        .skip(window.first)
        .map(|(index, _)| {
            html! {
                <StepRow
                    key={index}
                    view={Rc::clone(view)}
                    {index}
                    is_selected={index == *step}
                    on_action={on_action.clone()}
                />
            }
        });
    html! {
        <div
            ref={node}
            class="replay-steps"
            role="listbox"
            tabindex="0"
            aria-label={t!(i18n, "replay-steps-label")}
            aria-activedescendant={format!("replay-step-{step}")}
            onscroll={move |_: Event| measure()}
            onkeydown={on_key}
        >
            { spacer(window.above) }
            { for rows }
            { spacer(window.below) }
        </div>
    }
}

/// Room for rows that are not drawn; an SVG has a height without a style attribute.
fn spacer(height: f64) -> Html {
    html! {
        <svg
            class="replay-spacer"
            width="1"
            height={attribute(height)}
            aria-hidden="true"
        />
    }
}

/// Properties of [`StepRow`].
#[derive(Debug, Clone, PartialEq, Properties)]
struct StepRowProps {
    view: Rc<ReplayView>,
    index: usize,
    is_selected: bool,
    on_action: Callback<PlaybackAction>,
}

/// One response.
#[component]
fn StepRow(props: &StepRowProps) -> Html {
    let i18n = use_i18n();
    let StepRowProps {
        view,
        index,
        is_selected,
        on_action,
    } = props;
    let Some(step) = view.steps.get(*index) else {
        return Html::default();
    };
    let response = *index as u64;
    let is_what_if = view.what_if_after.is_some_and(|after| response > after);
    let on_click = {
        let (on_action, index) = (on_action.clone(), *index);
        move |_| on_action.emit(PlaybackAction::Go(index))
    };
    html! {
        <div
            id={format!("replay-step-{index}")}
            class={classes!("replay-step", is_what_if.then_some("is-what-if"))}
            role="option"
            aria-selected={is_selected.to_string()}
            aria-setsize={view.steps.len().to_string()}
            aria-posinset={(index + 1).to_string()}
            onclick={on_click}
        >
            <span class="replay-step-number">
                { number::integer(i18n.lang(), words::ordinal(*index)) }
            </span>
            { set(&i18n, step) }
            <span class="replay-step-tools">
                { visible_text(&words::step_summary(&i18n, view, step)) }
                if let Some(outcomes) = words::step_outcomes(&i18n, step) {
                    <small>{ outcomes }</small>
                }
            </span>
            <span class="replay-step-decisions">{ decisions(&i18n, view, response) }</span>
            <span class="replay-step-line">{ t!(i18n, "replay-line", line = step.line) }</span>
        </div>
    }
}

fn set(i18n: &I18n, step: &StepView) -> Html {
    match step.call_set {
        Some(call_set) => html! {
            <span class="replay-set">
                { glyph_icon(call_set, step.count < 2) }
                <span class="visually-hidden">{ letters(call_set) }</span>
            </span>
        },
        None if step.calls.is_empty() => html! { <span class="replay-set" /> },
        None => html! {
            <span class="replay-set is-unknown" title={words::no_call_set(i18n, step)}>
                { t!(i18n, "null-word") }
            </span>
        },
    }
}

/// The decisions at a response; a recorded one only where the replay decides otherwise.
fn decisions(i18n: &I18n, view: &ReplayView, response: u64) -> Html {
    let replayed = at(&view.decisions, response);
    let change = view
        .changes
        .binary_search_by_key(&response, |change| change.response)
        .ok()
        .and_then(|index| view.changes.get(index));
    let recorded = change.and_then(|change| change.recorded.as_ref());
    html! {
        <>
            if let Some(decision) = recorded {
                <del>{ decision_badge(i18n, decision, true) }</del>
            }
            if let Some(decision) = replayed {
                { decision_badge(i18n, decision, false) }
            }
        </>
    }
}

/// The decision at a response; decisions are in order of response.
fn at(decisions: &[DecisionView], response: u64) -> Option<&DecisionView> {
    let index = decisions.partition_point(|decision| decision.response < response);
    decisions
        .get(index)
        .filter(|decision| decision.response == response)
}
