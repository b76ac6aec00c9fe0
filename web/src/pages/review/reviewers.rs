//! The reviews that are loaded: whose, how far they agree, where they differ.

use super::interventions::judgements;
use super::words::{self, attempt_name};
use crate::hooks::ReviewHandle;
use crate::i18n::{I18n, number};
use crate::t;
use crate::visible_text;
use loopledger::view::review::{
    AgreementView, DisputedInterventionView, NotAppliedView, ReviewView, ReviewerView,
};
use yew::{Callback, Html, html};

/// Everything about reviews but what is to be reviewed.
pub(super) fn reviewers(i18n: &I18n, review: &ReviewHandle, view: &ReviewView) -> Html {
    let is_blind = review.record().is_blind;
    html! {
        <section aria-labelledby="review-reviewers">
            <h2 id="review-reviewers">{ t!(i18n, "review-reviewers-title") }</h2>
            <p>{ t!(i18n, "review-reviewers-text") }</p>
            if !view.reviews.is_empty() {
                { loaded(i18n, review, view) }
            }
            if !view.agreement.is_empty() {
                <h3 id="review-agreement">{ t!(i18n, "review-agreement-title") }</h3>
                <p>{ t!(i18n, "review-agreement-text") }</p>
                { agreement(i18n, &view.agreement) }
            }
            if view.reviews.len() > 1 {
                <h3 id="review-differences">{ t!(i18n, "review-differences-title") }</h3>
                if view.disagreements.is_empty() && view.disputed_interventions.is_empty() {
                    <p>{ t!(i18n, "review-no-differences") }</p>
                } else {
                    <p>{ t!(i18n, "review-differences-text") }</p>
                }
            }
            if !view.disagreements.is_empty() {
                { disputed_attempts(i18n, view, is_blind) }
            }
            if !view.disputed_interventions.is_empty() {
                { disputed_interventions(i18n, view, is_blind) }
            }
            if !view.not_applied.is_empty() {
                <h3 id="review-not-applied">{ t!(i18n, "review-not-applied-title") }</h3>
                { not_applied(i18n, view, is_blind) }
            }
        </section>
    }
}

fn loaded(i18n: &I18n, review: &ReviewHandle, view: &ReviewView) -> Html {
    html! {
        <div class="scroll" tabindex="0" role="group" aria-labelledby="review-reviewers">
            <table class="ledger review-loaded">
                <thead>
                    <tr>
                        <th scope="col">{ t!(i18n, "review-reviewer") }</th>
                        <th scope="col" class="right">{ t!(i18n, "review-decisions") }</th>
                        <th scope="col" class="right">{ t!(i18n, "review-judgements") }</th>
                        <th scope="col">{ t!(i18n, "review-blind-column") }</th>
                        <th scope="col">{ t!(i18n, "review-file") }</th>
                        <th scope="col">{ t!(i18n, "review-do") }</th>
                    </tr>
                </thead>
                <tbody>
                    { for view.reviews.iter().map(|it| loaded_row(i18n, review, view, it)) }
                </tbody>
            </table>
        </div>
    }
}

fn loaded_row(i18n: &I18n, review: &ReviewHandle, view: &ReviewView, it: &ReviewerView) -> Html {
    // What else its file holds would go with it.
    let of_file = view
        .reviews
        .iter()
        .filter(|other| other.file_id == it.file_id);
    let is_alone = of_file.count() == 1;
    let on_take_over = {
        let (review, json, file) = (review.clone(), it.json.clone(), it.file_id);
        Callback::from(move |_| review.take_over(json.clone(), file))
    };
    html! {
        <tr>
            <th scope="row">{ words::reviewer(i18n, &it.reviewer) }</th>
            <td class="right num">{ number::integer(i18n.lang(), it.decisions) }</td>
            <td class="right num">{ number::integer(i18n.lang(), it.judgements) }</td>
            <td>
                { if it.is_blind { t!(i18n, "review-yes") } else { t!(i18n, "review-no") } }
            </td>
            <td>
                { match &it.file {
                    Some(file) => visible_text(file),
                    None => t!(i18n, "review-draft"),
                } }
            </td>
            <td>
                if it.file_id.is_some() && is_alone && review.is_empty() {
                    <button type="button" class="quiet" onclick={on_take_over}>
                        { t!(i18n, "review-take-over", reviewer = it.reviewer.clone()) }
                    </button>
                }
            </td>
        </tr>
    }
}

fn agreement(i18n: &I18n, pairs: &[AgreementView]) -> Html {
    let count = |value: u64| {
        html! { <td class="right num">{ number::integer(i18n.lang(), value) }</td> }
    };
    html! {
        <div class="scroll" tabindex="0" role="group" aria-labelledby="review-agreement">
            <table class="ledger">
                <thead>
                    <tr>
                        <th scope="col">{ t!(i18n, "review-pair") }</th>
                        <th scope="col" class="right">{ t!(i18n, "review-n") }</th>
                        <th scope="col" class="right">{ t!(i18n, "review-kappa") }</th>
                        <th scope="col" class="right">{ t!(i18n, "review-share") }</th>
                        <th scope="col" class="right">{ t!(i18n, "review-both-accept") }</th>
                        <th scope="col" class="right">{ t!(i18n, "review-only-first") }</th>
                        <th scope="col" class="right">{ t!(i18n, "review-only-second") }</th>
                        <th scope="col" class="right">{ t!(i18n, "review-both-reject") }</th>
                    </tr>
                </thead>
                <tbody>
                    { for pairs.iter().map(|pair| html! {
                        <tr>
                            <th scope="row">
                                { t!(
                                    i18n,
                                    "review-pair-of",
                                    first = pair.first.clone(),
                                    second = pair.second.clone()
                                ) }
                            </th>
                            { count(pair.attempts) }
                            <td class="right num">{ kappa(i18n, pair) }</td>
                            <td class="right num">
                                { match pair.agreement {
                                    Some(share) => html! {
                                        { t!(
                                            i18n,
                                            "review-percent",
                                            share = number::float(i18n.lang(), share * 100.0, 1)
                                        ) }
                                    },
                                    None => words::null(i18n, t!(i18n, "review-kappa-no-cases")),
                                } }
                            </td>
                            { count(pair.both_accept) }
                            { count(pair.only_first_accepts) }
                            { count(pair.only_second_accepts) }
                            { count(pair.both_reject) }
                        </tr>
                    }) }
                </tbody>
            </table>
        </div>
    }
}

fn kappa(i18n: &I18n, pair: &AgreementView) -> Html {
    match (pair.kappa, pair.kappa_reason.as_deref()) {
        (Some(kappa), _) => html! { { number::float(i18n.lang(), kappa, 3) } },
        (None, Some("no_cases")) => words::null(i18n, t!(i18n, "review-kappa-no-cases")),
        (None, _) => words::null(i18n, t!(i18n, "review-kappa-one")),
    }
}

fn disputed_attempts(i18n: &I18n, view: &ReviewView, is_blind: bool) -> Html {
    html! {
        <div class="scroll" tabindex="0" role="group" aria-labelledby="review-differences">
            <table class="ledger review-disputes">
                <thead>
                    <tr>
                        <th scope="col">{ t!(i18n, "review-attempt") }</th>
                        <th scope="col">{ t!(i18n, "review-task") }</th>
                        <th scope="col">{ t!(i18n, "review-why-open") }</th>
                        <th scope="col">{ t!(i18n, "review-who") }</th>
                    </tr>
                </thead>
                <tbody>
                    { for view.disagreements.iter().map(|it| html! {
                        <tr>
                            <th scope="row">
                                { attempt_name(i18n, view, &it.attempt_id, is_blind) }
                            </th>
                            <td>{ visible_text(it.task_id.as_deref().unwrap_or_default()) }</td>
                            <td>
                                { words::open(i18n, &it.why) }
                                { contradicting(i18n, &it.conflicts) }
                            </td>
                            <td>{ words::votes(i18n, &it.votes) }</td>
                        </tr>
                    }) }
                </tbody>
            </table>
        </div>
    }
}

fn contradicting(i18n: &I18n, names: &[String]) -> Html {
    if names.is_empty() {
        return Html::default();
    }
    html! {
        <span class="detail">
            { " " }
            { t!(i18n, "review-contradicts", names = names.join(", ")) }
        </span>
    }
}

fn disputed_interventions(i18n: &I18n, view: &ReviewView, is_blind: bool) -> Html {
    let name = |it: &DisputedInterventionView| {
        let mut all = view.interventions.iter();
        let of = all.find(|of| of.run == it.run && of.response == it.response);
        match of.and_then(|of| of.attempt_id.as_deref()) {
            Some(id) => attempt_name(i18n, view, id, is_blind),
            None if is_blind => t!(i18n, "review-some-attempt"),
            None => visible_text(&it.run),
        }
    };
    html! {
        <div class="scroll" tabindex="0" role="group" aria-labelledby="review-differences">
            <table class="ledger review-disputes">
                <thead>
                    <tr>
                        <th scope="col">{ t!(i18n, "review-attempt") }</th>
                        <th scope="col">{ t!(i18n, "review-what") }</th>
                        <th scope="col">{ t!(i18n, "review-why-open") }</th>
                        <th scope="col">{ t!(i18n, "review-who-judged") }</th>
                    </tr>
                </thead>
                <tbody>
                    { for view.disputed_interventions.iter().map(|it| html! {
                        <tr>
                            <th scope="row">{ name(it) }</th>
                            <td>
                                { words::action(i18n, it.action) }
                                { " " }
                                { t!(i18n, "review-at-response", n = it.response + 1) }
                            </td>
                            <td>
                                { words::open(i18n, &it.why) }
                                { contradicting(i18n, &it.conflicts) }
                            </td>
                            <td>{ judgements(i18n, &it.votes) }</td>
                        </tr>
                    }) }
                </tbody>
            </table>
        </div>
    }
}

fn not_applied(i18n: &I18n, view: &ReviewView, is_blind: bool) -> Html {
    html! {
        <div class="scroll" tabindex="0" role="group" aria-labelledby="review-not-applied">
            <table class="ledger">
                <thead>
                    <tr>
                        <th scope="col">{ t!(i18n, "review-reviewer") }</th>
                        <th scope="col">{ t!(i18n, "review-attempt") }</th>
                        <th scope="col">{ t!(i18n, "review-decision") }</th>
                        <th scope="col">{ t!(i18n, "review-why-not") }</th>
                    </tr>
                </thead>
                <tbody>
                    { for view.not_applied.iter().map(|it| html! {
                        <tr>
                            <th scope="row">{ words::reviewer(i18n, &it.reviewer) }</th>
                            <td>{ attempt_name(i18n, view, &it.attempt_id, is_blind) }</td>
                            <td>{ words::decision(i18n, it.decision) }</td>
                            <td>{ why_not(i18n, it) }</td>
                        </tr>
                    }) }
                </tbody>
            </table>
        </div>
    }
}

fn why_not(i18n: &I18n, it: &NotAppliedView) -> Html {
    let why = match it.why.as_str() {
        "other_manifest" => t!(i18n, "review-not-manifest"),
        "other_experiment" => t!(i18n, "review-not-experiment"),
        "other_rubric" => t!(i18n, "review-not-rubric"),
        "other_task" => t!(i18n, "review-not-task"),
        "other_artifact" => t!(i18n, "review-not-artifact"),
        _ => t!(i18n, "review-not-attempt"),
    };
    if it.expected.is_none() && it.found.is_none() {
        return html! { { why } };
    }
    let side = |text: &Option<String>| match text {
        Some(text) => html! { <code class="sha">{ visible_text(text) }</code> },
        None => html! { <code class="null-word">{ t!(i18n, "null-word") }</code> },
    };
    html! {
        <>
            { why }
            { " " }
            { side(&it.found) }
            { " " }
            { t!(i18n, "review-in-place-of") }
            { " " }
            { side(&it.expected) }
        </>
    }
}
