//! What things are called here.

use crate::i18n::I18n;
use crate::t;
use crate::visible_text;
use loopledger::model::trace::{InterventionAction, Layer};
use loopledger::model::{Decision, Verdict};
use loopledger::view::review::{ReviewAttemptView, ReviewSubjectView, ReviewView, VoteView};
use yew::{AttrValue, Html, html};

/// A review of nothing.
pub(super) fn nothing() -> ReviewView {
    ReviewView {
        subject: ReviewSubjectView::default(),
        attempts: Vec::new(),
        other_attempts: 0,
        interventions: Vec::new(),
        interventions_without_layer: 0,
        reviews: Vec::new(),
        disagreements: Vec::new(),
        disputed_interventions: Vec::new(),
        not_applied: Vec::new(),
        agreement: Vec::new(),
    }
}

pub(super) fn count(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}

pub(super) fn decision(i18n: &I18n, decision: Decision) -> AttrValue {
    match decision {
        Decision::Accepted => t!(i18n, "review-accepted"),
        Decision::Rejected => t!(i18n, "review-rejected"),
    }
}

pub(super) fn verdict(i18n: &I18n, verdict: Verdict) -> AttrValue {
    match verdict {
        Verdict::Right => t!(i18n, "review-right"),
        Verdict::FalsePositive => t!(i18n, "review-false-positive"),
        Verdict::Unsure => t!(i18n, "review-unsure"),
    }
}

pub(super) fn action(i18n: &I18n, action: InterventionAction) -> AttrValue {
    match action {
        InterventionAction::Warn => t!(i18n, "review-warning"),
        InterventionAction::HardStop => t!(i18n, "review-stop"),
    }
}

pub(super) fn layer(i18n: &I18n, layer: Layer) -> AttrValue {
    match layer {
        Layer::IdenticalCallSet => t!(i18n, "review-layer-identical"),
        Layer::ToolFrequency => t!(i18n, "review-layer-frequency"),
    }
}

/// Why nothing follows from what was decided.
pub(super) fn open(i18n: &I18n, why: &str) -> AttrValue {
    match why {
        "conflict" => t!(i18n, "review-conflict"),
        "several_rubrics" => t!(i18n, "review-several-rubrics"),
        _ => t!(i18n, "review-disagreement"),
    }
}

/// What an attempt is called: without its id, which may tell the variant, for a blind reviewer.
pub(super) fn attempt_name(
    i18n: &I18n,
    view: &ReviewView,
    attempt_id: &str,
    is_blind: bool,
) -> AttrValue {
    if !is_blind {
        return visible_text(attempt_id);
    }
    let of_id = |attempt: &&ReviewAttemptView| attempt.attempt_id == attempt_id;
    match view.attempts.iter().find(of_id) {
        Some(attempt) => numbered(i18n, attempt),
        None => t!(i18n, "review-some-attempt"),
    }
}

pub(super) fn numbered(i18n: &I18n, attempt: &ReviewAttemptView) -> AttrValue {
    t!(i18n, "review-attempt-number", n = attempt.blind_number)
}

pub(super) fn reviewer(i18n: &I18n, name: &str) -> AttrValue {
    if name.is_empty() {
        t!(i18n, "review-unnamed")
    } else {
        visible_text(name)
    }
}

/// Who decided what, and why.
pub(super) fn votes(i18n: &I18n, votes: &[VoteView]) -> Html {
    html! {
        <ul class="review-votes">
            { for votes.iter().map(|vote| html! {
                <li>
                    <strong>{ reviewer(i18n, &vote.reviewer) }</strong>
                    { " " }
                    { decision(i18n, vote.decision) }
                    if let Some(reason) = &vote.reason {
                        { " " }
                        <q>{ visible_text(reason) }</q>
                    }
                    if vote.source == "attempt_record" {
                        { " " }
                        <span class="detail">{ t!(i18n, "review-in-record") }</span>
                    }
                </li>
            }) }
        </ul>
    }
}

/// An unknown without a place.
pub(super) fn null(i18n: &I18n, why: AttrValue) -> Html {
    html! {
        <span class="null">
            <span class="null-word">{ t!(i18n, "null-word") }</span>
            { " " }
            <span class="null-reason">{ why }</span>
        </span>
    }
}
