//! Every decision as a row: what was recorded, what this replay decides, how they differ.

use super::decision::decision_line;
use super::words;
use crate::hooks::use_i18n;
use crate::i18n::{I18n, number};
use crate::state::replay::decisions::{DecisionRow, decision_rows};
use crate::state::replay::playback::PlaybackAction;
use crate::t;
use loopledger::view::{DecisionView, ReplayView};
use std::rc::Rc;
use web_sys::{Event, HtmlInputElement};
use yew::{
    AttrValue, Callback, Html, Properties, TargetCast as _, classes, component, html, use_memo,
    use_state_eq,
};

/// Rows that are shown first, and with each press of the button after them.
const PAGE: usize = 20;

/// Properties of [`DecisionsTable`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub(super) struct DecisionsTableProps {
    /// The replay.
    pub view: Rc<ReplayView>,
    /// The response that is shown.
    pub step: usize,
    /// What the reader did.
    pub on_action: Callback<PlaybackAction>,
}

/// The table that holds what the timeline draws.
#[component]
pub(super) fn DecisionsTable(props: &DecisionsTableProps) -> Html {
    let i18n = use_i18n();
    let only_changes = use_state_eq(|| false);
    let shown = use_state_eq(|| PAGE);
    let DecisionsTableProps {
        view,
        step,
        on_action,
    } = props;
    let rows = use_memo((Rc::clone(view), *only_changes), |(view, only_changes)| {
        let mut rows = decision_rows(view);
        if *only_changes {
            rows.retain(|row| row.change.is_some());
        }
        rows
    });
    let on_only = {
        let only_changes = only_changes.setter();
        move |event: Event| {
            if let Some(input) = event.target_dyn_into::<HtmlInputElement>() {
                only_changes.set(input.checked());
            }
        }
    };
    let on_more = {
        let shown = shown.clone();
        move |_| shown.set(*shown + PAGE)
    };
    let hidden = rows.len().saturating_sub(*shown);
    html! {
        <section class="replay-decisions" aria-labelledby="replay-decisions-title">
            <h2 id="replay-decisions-title">{ t!(i18n, "replay-decisions-title") }</h2>
            <p class="replay-lead">{ summary(&i18n, view) }</p>
            if !view.changes.is_empty() {
                <label>
                    <input type="checkbox" checked={*only_changes} onchange={on_only} />
                    { t!(i18n, "replay-only-changes") }
                </label>
            }
            if !rows.is_empty() {
                <div class="scroll" tabindex="0" role="group" aria-labelledby="replay-decisions-title">
                    <table class="ledger">
                        { head(&i18n, view) }
                        <tbody>
                            { for rows.iter().take(*shown).map(|row| {
                                table_row(&i18n, view, row, *step, on_action)
                            }) }
                        </tbody>
                    </table>
                </div>
            }
            if hidden > 0 {
                <button type="button" onclick={on_more}>
                    { t!(i18n, "replay-more-decisions", hidden = hidden as u64) }
                </button>
            }
        </section>
    }
}

/// How this replay differs from the record, as a sentence.
fn summary(i18n: &I18n, view: &ReplayView) -> AttrValue {
    if !view.has_recorded_decisions {
        return t!(i18n, "replay-changes-no-record");
    }
    if view.changes.is_empty() {
        return t!(
            i18n,
            "replay-changes-none",
            count = view.recorded.len() as u64
        );
    }
    let count = |kind: &str| {
        view.changes
            .iter()
            .filter(|change| change.change == kind)
            .count() as u64
    };
    t!(
        i18n,
        "replay-changes",
        added = count("added"),
        removed = count("removed"),
        changed = count("changed")
    )
}

fn head(i18n: &I18n, view: &ReplayView) -> Html {
    html! {
        <thead>
            <tr>
                <th scope="col" class="replay-number">{ t!(i18n, "replay-column-response") }</th>
                <th scope="col" class="replay-number">{ t!(i18n, "replay-column-line") }</th>
                if view.has_recorded_decisions {
                    <th scope="col">{ t!(i18n, "replay-column-recorded") }</th>
                }
                <th scope="col">{ t!(i18n, "replay-column-replayed") }</th>
                if view.has_recorded_decisions {
                    <th scope="col">{ t!(i18n, "replay-column-change") }</th>
                }
            </tr>
        </thead>
    }
}

fn table_row(
    i18n: &I18n,
    view: &Rc<ReplayView>,
    row: &DecisionRow,
    step: usize,
    on_action: &Callback<PlaybackAction>,
) -> Html {
    let index = words::index(row.response);
    let response = number::integer(i18n.lang(), words::ordinal(index));
    let is_what_if = view.what_if_after.is_some_and(|after| row.response > after);
    let on_go = on_action.reform(move |_| PlaybackAction::Go(index));
    html! {
        <tr
            key={row.response}
            class={classes!(
                (index == step).then_some("is-selected"),
                is_what_if.then_some("is-what-if"),
            )}
        >
            <th scope="row" class="replay-number">
                <button
                    type="button"
                    class="quiet"
                    aria-label={t!(i18n, "replay-go-to", response = words::ordinal(index))}
                    onclick={on_go}
                >
                    { response }
                </button>
            </th>
            <td class="replay-number">
                { view.steps.get(index).map(|step| number::integer(i18n.lang(), step.line)) }
            </td>
            if view.has_recorded_decisions {
                <td>{ decision(i18n, view, row.recorded.as_ref(), true) }</td>
            }
            <td>{ decision(i18n, view, row.replayed.as_ref(), false) }</td>
            if view.has_recorded_decisions {
                <td>{ change(i18n, row) }</td>
            }
        </tr>
    }
}

fn decision(
    i18n: &I18n,
    view: &ReplayView,
    decision: Option<&DecisionView>,
    is_recorded: bool,
) -> Html {
    decision.map_or_else(Html::default, |decision| {
        decision_line(i18n, view, decision, is_recorded)
    })
}

fn change(i18n: &I18n, row: &DecisionRow) -> Html {
    let text = match row.change.as_deref() {
        Some("added") => t!(i18n, "replay-change-added"),
        Some("removed") => t!(i18n, "replay-change-removed"),
        Some(_) => t!(i18n, "replay-change-changed"),
        None => t!(i18n, "replay-change-same"),
    };
    let class = row.change.as_ref().map(|change| format!("is-{change}"));
    html! { <span class={classes!("replay-change", class)}>{ text }</span> }
}
