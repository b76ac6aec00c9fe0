//! A decision as a sign and a sentence.

use super::glyph::{Sign, SignIcon};
use super::words;
use crate::hooks::use_i18n;
use loopledger::view::{DecisionView, ReplayView};
use std::rc::Rc;
use yew::{Html, Properties, classes, component, html};

/// Properties of [`DecisionLine`] and [`DecisionBadge`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub(super) struct DecisionProps {
    /// The replay.
    pub view: Rc<ReplayView>,
    /// The decision.
    pub decision: DecisionView,
    /// Whether the recorded run decided it.
    #[prop_or_default]
    pub is_recorded: bool,
}

/// A decision as a sign and a sentence.
#[component]
pub(super) fn DecisionLine(props: &DecisionProps) -> Html {
    let i18n = use_i18n();
    let DecisionProps {
        view,
        decision,
        is_recorded,
    } = props;
    html! {
        <span class={classes!("replay-decision", action_class(decision))}>
            <SignIcon sign={Sign::of(&decision.action)} is_recorded={*is_recorded} />
            <span>{ words::decision(&i18n, view, decision) }</span>
        </span>
    }
}

/// A decision as a sign and three words.
#[component]
pub(super) fn DecisionBadge(props: &DecisionProps) -> Html {
    let i18n = use_i18n();
    html! {
        <span class={classes!("replay-badge", action_class(&props.decision))}>
            <SignIcon
                sign={Sign::of(&props.decision.action)}
                is_recorded={props.is_recorded}
            />
            <span>{ words::decision_short(&i18n, &props.decision) }</span>
        </span>
    }
}

fn action_class(decision: &DecisionView) -> &'static str {
    match Sign::of(&decision.action) {
        Sign::Warn => "is-warn",
        Sign::Stop => "is-stop",
    }
}
