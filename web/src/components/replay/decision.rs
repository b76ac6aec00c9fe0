//! A decision as a sign and a sentence.

use super::glyph::{Sign, sign_icon};
use super::words;
use crate::i18n::I18n;
use loopledger::view::{DecisionView, ReplayView};
use yew::{Html, classes, html};

/// A decision as a sign and a sentence.
pub(super) fn decision_line(
    i18n: &I18n,
    view: &ReplayView,
    decision: &DecisionView,
    is_recorded: bool,
) -> Html {
    html! {
        <span class={classes!("replay-decision", action_class(decision))}>
            { sign_icon(Sign::of(&decision.action), is_recorded) }
            <span>{ words::decision(i18n, view, decision) }</span>
        </span>
    }
}

/// A decision as a sign and three words.
pub(super) fn decision_badge(i18n: &I18n, decision: &DecisionView, is_recorded: bool) -> Html {
    html! {
        <span class={classes!("replay-badge", action_class(decision))}>
            { sign_icon(Sign::of(&decision.action), is_recorded) }
            <span>{ words::decision_short(i18n, decision) }</span>
        </span>
    }
}

fn action_class(decision: &DecisionView) -> &'static str {
    match Sign::of(&decision.action) {
        Sign::Warn => "is-warn",
        Sign::Stop => "is-stop",
    }
}
