//! The finding, as a sentence.

use crate::components::{NullBadge, known_text, write_money};
use crate::i18n::I18n;
use crate::i18n::codes::reason_text;
use crate::{rich, t};
use loopledger::model::UnknownReason;
use loopledger::view::{GroupView, MoneyView};
use yew::{Html, html};

/// What an accepted artifact cost, over how many attempts, of which how many were accepted.
pub(super) fn finding(i18n: &I18n, group: &GroupView) -> Html {
    // Parts of the sum that belong to no attempt are records that could not be read.
    let unreadable = group.model_cost.of.saturating_sub(group.attempts);
    html! {
        <section class="finding" aria-label={t!(i18n, "report-finding")}>
            <p class="finding-sentence">{ sentence(i18n, group) }</p>
            if let Some(variant) = &group.variant {
                <p class="detail">{ t!(i18n, "finding-variant", variant = variant.as_str()) }</p>
            }
            { ground(i18n, group) }
            if unreadable > 0 {
                <p>{ t!(i18n, "finding-unreadable", n = unreadable) }</p>
            }
        </section>
    }
}

fn strong(i18n: &I18n, money: &MoneyView) -> Html {
    html! { <strong class="num">{ known_text(&write_money(i18n, money)) }</strong> }
}

fn sentence(i18n: &I18n, group: &GroupView) -> Html {
    let ratio = &group.cost_per_accepted_artifact;
    let accepted = group.accepted_artifacts.unwrap_or(0);
    match (&ratio.value, ratio.reason) {
        (Some(value), _) => rich!(
            i18n,
            "finding-known",
            cost = strong(i18n, value),
            attempts = group.attempts,
            accepted = accepted,
        ),
        (None, Some(UnknownReason::NothingAccepted)) => rich!(
            i18n,
            "finding-nothing-accepted",
            null = badge(i18n, UnknownReason::NothingAccepted),
            attempts = group.attempts,
        ),
        (None, reason) => rich!(
            i18n,
            "finding-unknown",
            null = badge(i18n, reason.unwrap_or(UnknownReason::PartUnknown)),
            attempts = group.attempts,
            accepted = match group.accepted_artifacts {
                Some(accepted) => t!(i18n, "finding-accepted", n = accepted),
                None => t!(i18n, "finding-not-reviewed"),
            },
        ),
    }
}

fn badge(i18n: &I18n, reason: UnknownReason) -> Html {
    html! { <NullBadge label={t!(i18n, "cost-per-accepted")} {reason} /> }
}

/// The total behind it: what was spent, or at least how much of it is known.
fn ground(i18n: &I18n, group: &GroupView) -> Html {
    let cost = &group.model_cost;
    let total = match (&cost.value, &cost.lower_bound) {
        (Some(total), _) => rich!(
            i18n,
            "finding-total",
            total = strong(i18n, total),
            attempts = group.attempts,
        ),
        (None, Some(bound)) => rich!(
            i18n,
            "finding-lower-bound",
            total = strong(i18n, bound),
            measured = cost.measured,
            of = cost.of,
        ),
        (None, None) => html! { { t!(i18n, "finding-nothing-known", of = cost.of) } },
    };
    let reasons = cost.reasons.iter().map(|(reason, n)| {
        html! {
            <li key={reason.code()}>
                { t!(i18n, "finding-reason", n = *n) }
                { " " }
                { i18n.text(reason_text(*reason)) }
            </li>
        }
    });
    html! {
        <>
            <p>
                { total }
                if let Some(bound) = &group.cost_per_accepted_artifact.lower_bound {
                    if group.cost_per_accepted_artifact.value.is_none() {
                        { " " }
                        { rich!(i18n, "finding-ratio-bound", cost = strong(i18n, bound)) }
                    }
                }
            </p>
            if cost.value.is_none() && !cost.reasons.is_empty() {
                <ul class="reasons">{ for reasons }</ul>
            }
            if !group.model_cost_by_currency.is_empty() {
                <p>
                    { t!(i18n, "finding-currencies") }
                    { " " }
                    { for group.model_cost_by_currency.iter().map(|money| html! {
                        <span key={money.currency.clone()} class="by-currency">
                            { strong(i18n, money) }
                            { " " }
                        </span>
                    }) }
                </p>
            }
        </>
    }
}
