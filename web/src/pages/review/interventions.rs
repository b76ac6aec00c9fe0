//! Every warning and stop, and whether it was right.

use super::{ViewProps, words};
use crate::hooks::{ReviewHandle, use_address, use_i18n, use_keys, use_review};
use crate::i18n::I18n;
use crate::route::{Address, Page};
use crate::state::review::DraftAction;
use crate::t;
use crate::visible_text;
use gloo::utils::document;
use loopledger::model::Verdict;
use loopledger::view::review::{
    JudgementVoteView, ReviewInterventionView, ReviewSubjectView, ReviewView,
};
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use web_sys::{HtmlElement, HtmlInputElement};
use yew::{Callback, Html, TargetCast as _, classes, component, html, use_mut_ref};

/// Warnings and stops that are shown at once.
const ROWS: usize = 20;

/// The verdicts, each with its key.
const VERDICTS: [(Verdict, &str); 3] = [
    (Verdict::Right, "y"),
    (Verdict::FalsePositive, "x"),
    (Verdict::Unsure, "u"),
];

/// The list of warnings and stops.
#[component]
pub(super) fn Interventions(props: &ViewProps) -> Html {
    let i18n = use_i18n();
    let review = use_review();
    let address = use_address();
    let view = &props.view;
    let all = &view.interventions;
    let chosen = chosen(view, address.get("stop"));
    use_verdict_keys(Rc::clone(view), review.clone());
    let first = chosen.unwrap_or(0) / ROWS * ROWS;
    let shown = all.iter().enumerate().skip(first).take(ROWS);
    let page_link = |from: usize| {
        let number = all.get(from).map(|it| it.number.to_string());
        address.address().clone().with("stop", number.as_deref())
    };
    html! {
        <section aria-labelledby="review-stops">
            <h2 id="review-stops">{ t!(i18n, "review-stops-title") }</h2>
            if all.is_empty() {
                <p>{ t!(i18n, "review-no-stops") }</p>
            } else {
                <p>{ t!(i18n, "review-stops-text") }</p>
            }
            if view.interventions_without_layer > 0 {
                <p class="detail">
                    { t!(i18n, "review-without-layer", n = view.interventions_without_layer) }
                </p>
            }
            <ol class="review-stops" start={(first + 1).to_string()}>
                { for shown.map(|(index, about)| {
                    let replay = replay_link(&address.link(Page::Replay), about);
                    row(&i18n, &review, view, (index, about), Some(index) == chosen, &replay)
                }) }
            </ol>
            if all.len() > ROWS {
                <nav class="pager" aria-label={t!(i18n, "review-stops-title")}>
                    if first > 0 {
                        <crate::components::Link to={page_link(first - ROWS)}>
                            { t!(i18n, "attempts-previous") }
                        </crate::components::Link>
                    }
                    <span class="num">
                        { t!(
                            i18n,
                            "review-stops-shown",
                            from = words::count(first + 1),
                            until = words::count((first + ROWS).min(all.len())),
                            of = words::count(all.len())
                        ) }
                    </span>
                    if first + ROWS < all.len() {
                        <crate::components::Link to={page_link(first + ROWS)}>
                            { t!(i18n, "attempts-next") }
                        </crate::components::Link>
                    }
                </nav>
            }
        </section>
    }
}

/// Which one an address names.
fn chosen(view: &ReviewView, number: Option<&str>) -> Option<usize> {
    let number: u64 = number?.parse().ok()?;
    let mut all = view.interventions.iter();
    all.position(|it| it.number == number)
}

fn replay_link(page: &Address, about: &ReviewInterventionView) -> Address {
    let step = (about.response + 1).to_string();
    page.clone()
        .with("run", Some(&about.run))
        .with("step", Some(&step))
}

/// `j` and `k` choose the next and the previous one; `y`, `x` and `u` judge it.
#[yew::hook]
fn use_verdict_keys(view: Rc<ReviewView>, review: ReviewHandle) {
    let address = use_address();
    let was_g = use_mut_ref(|| false);
    use_keys(move |event| {
        let key = event.key();
        if std::mem::replace(&mut *was_g.borrow_mut(), key == "g") {
            return false;
        }
        let last = view.interventions.len().saturating_sub(1);
        // Of now: the key before this one may have chosen it.
        let chosen = chosen(&view, address.now().query.get("stop"));
        let next = match (key.as_str(), chosen) {
            ("j", None) => 0,
            ("j", Some(chosen)) => (chosen + 1).min(last),
            ("k", chosen) => chosen.unwrap_or(0).saturating_sub(1),
            (key, Some(chosen)) => {
                let verdict = VERDICTS.iter().find(|(_, of_key)| *of_key == key);
                let about = view.interventions.get(chosen);
                let (Some((verdict, _)), Some(about)) = (verdict, about) else {
                    return false;
                };
                review.dispatch(judged(&view.subject, about, *verdict));
                return true;
            }
            _ => return false,
        };
        if let Some(about) = view.interventions.get(next) {
            address.set("stop", Some(&about.number.to_string()));
            focus(&row_id(about));
        }
        true
    });
}

fn row_id(about: &ReviewInterventionView) -> String {
    format!("stop-{}", about.number)
}

fn focus(id: &str) {
    let element = document()
        .get_element_by_id(id)
        .and_then(|element| element.dyn_into::<HtmlElement>().ok());
    if let Some(element) = element {
        // An element with a tabindex can take the focus, and comes into sight.
        let _ = element.focus();
    }
}

fn judged(
    subject: &ReviewSubjectView,
    about: &ReviewInterventionView,
    verdict: Verdict,
) -> DraftAction {
    DraftAction::Judged {
        subject: subject.clone(),
        about: Rc::new(about.clone()),
        verdict,
    }
}

fn row(
    i18n: &I18n,
    review: &ReviewHandle,
    view: &ReviewView,
    (index, about): (usize, &ReviewInterventionView),
    is_chosen: bool,
    replay: &Address,
) -> Html {
    let is_blind = review.record().is_blind;
    let own = review.judgement(about);
    html! {
        <li
            key={about.number}
            id={row_id(about)}
            tabindex="-1"
            class={classes!(is_chosen.then_some("is-chosen"))}
            aria-current={is_chosen.then_some("true")}
            value={(index + 1).to_string()}
        >
            <p class="review-stop-head">
                <strong>
                    { words::action(i18n, about.action) }
                    { " " }
                    { t!(i18n, "review-at-response", n = about.response + 1) }
                </strong>
                { " " }
                <code>{ visible_text(&about.tools.join(", ")) }</code>
                { " " }
                { words::layer(i18n, about.layer) }
                { " " }
                <span class="num">
                    { t!(
                        i18n,
                        "review-count",
                        count = about.count,
                        threshold = about.threshold.to_string()
                    ) }
                </span>
            </p>
            <p class="detail">
                { why(i18n, about) }
                { " " }
                { standing(i18n, about) }
            </p>
            <p>
                { whose(i18n, view, about, is_blind) }
                if is_blind {
                    { " " }
                    <span class="detail">{ t!(i18n, "review-replay-hidden") }</span>
                } else {
                    { " " }
                    <crate::components::Link to={replay.clone()}>
                        { t!(i18n, "review-to-replay", n = about.response + 1) }
                    </crate::components::Link>
                }
            </p>
            { verdict(i18n, review, view, (index, about)) }
            if own.is_some() {
                { others(i18n, about, &review.record().reviewer) }
            }
        </li>
    }
}

/// The three verdicts, and a note on the one that is given.
fn verdict(
    i18n: &I18n,
    review: &ReviewHandle,
    view: &ReviewView,
    (index, about): (usize, &ReviewInterventionView),
) -> Html {
    let own = review.judgement(about);
    let group = format!("verdict-{}", about.number);
    let on_note = {
        let (review, about) = (review.clone(), Rc::new(about.clone()));
        Callback::from(move |event: yew::Event| {
            review.dispatch(DraftAction::Noted {
                about: Rc::clone(&about),
                note: event.target_unchecked_into::<HtmlInputElement>().value(),
            });
        })
    };
    let on_undo = {
        let (review, about) = (review.clone(), Rc::new(about.clone()));
        Callback::from(move |_| review.dispatch(DraftAction::Unjudged(Rc::clone(&about))))
    };
    html! {
            <fieldset class="review-verdict">
                <legend class="visually-hidden">
                    { t!(i18n, "review-verdict-on", n = words::count(index + 1)) }
                </legend>
                { for VERDICTS.iter().map(|(verdict, key)| {
                    let on_change = {
                        let (review, verdict) = (review.clone(), *verdict);
                        let (subject, about) = (view.subject.clone(), about.clone());
                        Callback::from(move |_| review.dispatch(judged(&subject, &about, verdict)))
                    };
                    html! {
                        <label key={*key}>
                            <input
                                type="radio"
                                name={group.clone()}
                                checked={own.is_some_and(|own| own.verdict == *verdict)}
                                onchange={on_change}
                            />
                            { words::verdict(i18n, *verdict) }
                        </label>
                    }
                }) }
                if let Some(own) = own {
                    <label class="review-note">
                        { t!(i18n, "review-note") }
                        <input
                            type="text"
                            autocomplete="off"
                            value={own.note.clone().unwrap_or_default()}
                            onchange={on_note}
                        />
                    </label>
                    <button type="button" class="quiet" onclick={on_undo}>
                        { t!(i18n, "review-undo") }
                    </button>
                }
            </fieldset>
    }
}

/// Why it stands where it does.
fn why(i18n: &I18n, about: &ReviewInterventionView) -> Html {
    let first = match about.why_first.as_str() {
        "accepted_attempt" => Some(t!(i18n, "review-why-accepted")),
        "changing_results" => Some(t!(i18n, "review-why-changing")),
        _ => None,
    };
    html! {
        <>
            if let Some(first) = first {
                <mark class="review-why">{ first }</mark>
                { " " }
            }
            { match about.distinct_results {
                Some(distinct) => t!(
                    i18n,
                    "review-results",
                    results = about.results,
                    distinct = distinct
                ),
                None => t!(i18n, "review-results-unknown"),
            } }
        </>
    }
}

/// Whether it was recorded, and whether the replay comes to it.
fn standing(i18n: &I18n, about: &ReviewInterventionView) -> Html {
    let text = match (about.is_recorded, about.is_replayed, about.is_what_if) {
        (true, true, _) => t!(i18n, "review-recorded"),
        (true, false, _) => t!(i18n, "review-only-recorded"),
        (false, _, true) => t!(i18n, "review-what-if"),
        (false, _, false) => t!(i18n, "review-only-replayed"),
    };
    html! { { text } }
}

fn whose(i18n: &I18n, view: &ReviewView, about: &ReviewInterventionView, is_blind: bool) -> Html {
    let name = about
        .attempt_id
        .as_ref()
        .map(|id| words::attempt_name(i18n, view, id, is_blind));
    html! {
        <>
            if let Some(task) = &about.task_id {
                <code>{ visible_text(task) }</code>
                { " " }
            }
            { name.unwrap_or_else(|| t!(i18n, "review-no-attempt")) }
        </>
    }
}

fn others(i18n: &I18n, about: &ReviewInterventionView, own: &str) -> Html {
    let others = about.votes.iter().filter(|vote| vote.reviewer != own);
    let others: Vec<JudgementVoteView> = others.cloned().collect();
    html! {
        <>
            if let Some(why) = &about.open {
                <p class="bad">{ words::open(i18n, why) }</p>
            }
            if !others.is_empty() {
                { judgements(i18n, &others) }
            }
        </>
    }
}

/// Who judged how.
pub(super) fn judgements(i18n: &I18n, votes: &[JudgementVoteView]) -> Html {
    html! {
        <ul class="review-votes">
            { for votes.iter().map(|vote| html! {
                <li>
                    <strong>{ words::reviewer(i18n, &vote.reviewer) }</strong>
                    { " " }
                    { words::verdict(i18n, vote.verdict) }
                    if let Some(note) = &vote.note {
                        { " " }
                        <q>{ visible_text(note) }</q>
                    }
                </li>
            }) }
        </ul>
    }
}
