//! What became of an attempt: a shape, a colour and a word.

use crate::hooks::use_i18n;
use crate::i18n::codes::outcome_name;
use loopledger::model::Outcome;
use yew::{Html, Properties, component, html};

/// Properties of [`OutcomeMark`] and [`OutcomeShape`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct OutcomeProps {
    /// What became of it.
    pub outcome: Outcome,
}

/// Class that colours an outcome.
fn class(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Accepted => "outcome-accepted",
        Outcome::Rejected => "outcome-rejected",
        Outcome::Failed => "outcome-failed",
        Outcome::Capped => "outcome-capped",
        Outcome::Unknown => "outcome-unknown",
    }
}

/// Shape and word.
#[component]
pub fn OutcomeMark(props: &OutcomeProps) -> Html {
    let i18n = use_i18n();
    html! {
        <span class="outcome">
            <OutcomeShape outcome={props.outcome} />
            { i18n.text(outcome_name(props.outcome)) }
        </span>
    }
}

/// The shape alone, where the word stands beside it anyway.
#[component]
pub fn OutcomeShape(props: &OutcomeProps) -> Html {
    let shape = match props.outcome {
        Outcome::Accepted => html! { <circle cx="6" cy="6" r="5" /> },
        Outcome::Rejected => html! { <path d="M6 1 11 6 6 11 1 6Z" /> },
        Outcome::Failed => html! {
            <path d="M2.6 1 6 4.4 9.4 1 11 2.6 7.6 6 11 9.4 9.4 11 6 7.6 2.6 11 1 9.4 4.4 6 1 2.6Z" />
        },
        Outcome::Capped => html! { <path d="M1 1H11V4H1ZM3 6H9V11H3Z" /> },
        Outcome::Unknown => html! {
            <path d="M1.5 1.5H10.5V10.5H1.5ZM1.5 6.5 6.5 1.5M1.5 10.5 10.5 1.5M6 10.5 10.5 6" />
        },
    };
    html! {
        <svg
            class={yew::classes!("outcome-shape", class(props.outcome))}
            viewBox="0 0 12 12"
            width="12"
            height="12"
            aria-hidden="true"
        >
            { shape }
        </svg>
    }
}
