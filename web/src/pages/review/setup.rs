//! Who reviews, how, how far it is, and where it is kept.

use super::ViewProps;
use super::words::count;
use crate::components::download;
use crate::hooks::{Keeping, use_address, use_i18n, use_review};
use crate::state::review::DraftAction;
use crate::t;
use web_sys::HtmlInputElement;
use yew::{Callback, Html, TargetCast as _, component, html};

/// The head of the page.
#[component]
pub(super) fn Setup(props: &ViewProps) -> Html {
    let i18n = use_i18n();
    let review = use_review();
    let address = use_address();
    let view = &props.view;
    let record = review.record();
    let on_name = {
        let review = review.clone();
        Callback::from(move |event: yew::Event| {
            let name = event.target_unchecked_into::<HtmlInputElement>().value();
            review.dispatch(DraftAction::Named(name.trim().to_owned()));
        })
    };
    let on_blind = {
        let review = review.clone();
        Callback::from(move |event: yew::Event| {
            let is_blind = event.target_unchecked_into::<HtmlInputElement>().checked();
            review.dispatch(DraftAction::Blinded(is_blind));
        })
    };
    let on_keep = {
        let review = review.clone();
        Callback::from(move |event: yew::Event| {
            review.keep(event.target_unchecked_into::<HtmlInputElement>().checked());
        })
    };
    let on_save = {
        let review = review.clone();
        Callback::from(move |_| {
            let record = review.record();
            // A record is plain data; writing it as JSON cannot fail.
            let mut text = serde_json::to_string_pretty(&**record).unwrap_or_default();
            text.push('\n');
            download(&file_name(&record.reviewer), "application/json", &text);
            review.dispatch(DraftAction::Saved);
        })
    };
    let on_forget = {
        let review = review.clone();
        Callback::from(move |_| review.forget())
    };
    let on_dismiss = {
        let review = review.clone();
        Callback::from(move |_| review.dismiss())
    };
    let decided = view
        .attempts
        .iter()
        .filter(|attempt| review.decision(&attempt.attempt_id).is_some());
    let judged = view
        .interventions
        .iter()
        .filter(|about| review.judgement(about).is_some());
    let (decided, judged) = (count(decided.count()), count(judged.count()));
    let is_nameless = record.reviewer.is_empty();
    let can_save = !is_nameless && !review.is_empty();
    html! {
        <section class="review-setup" aria-label={t!(i18n, "review-yours")}>
            <p class="lead">{ t!(i18n, "review-lead") }</p>
            if review.is_restored() {
                <div class="review-notice" role="status">
                    <p>{ t!(i18n, "review-restored") }</p>
                    <button type="button" class="quiet" onclick={on_dismiss}>
                        { t!(i18n, "close") }
                    </button>
                </div>
            }
            <div class="review-fields">
                <label>
                    { t!(i18n, "review-name") }
                    <input
                        id="review-name"
                        type="text"
                        autocomplete="off"
                        value={record.reviewer.clone()}
                        onchange={on_name}
                    />
                </label>
                <label class="review-check">
                    <input type="checkbox" checked={record.is_blind} onchange={on_blind} />
                    { t!(i18n, "review-blind") }
                </label>
                if !address.address().is_embedded() {
                    <label class="review-check">
                        <input
                            type="checkbox"
                            checked={review.keeping() == Keeping::On}
                            onchange={on_keep}
                        />
                        { t!(i18n, "review-keep") }
                    </label>
                }
            </div>
            <p class="detail">
                { match review.keeping() {
                    Keeping::On => t!(i18n, "review-kept"),
                    Keeping::Off => t!(i18n, "review-not-kept"),
                    Keeping::Refused => t!(i18n, "review-keep-refused"),
                } }
            </p>
            <p class="review-progress">
                <progress
                    aria-label={t!(i18n, "review-progress-label")}
                    max={view.attempts.len().max(1).to_string()}
                    value={decided.to_string()}
                />
                { " " }
                <span id="review-progress" role="status">
                    { t!(
                        i18n,
                        "review-progress",
                        decided = decided,
                        attempts = count(view.attempts.len()),
                        judged = judged,
                        interventions = count(view.interventions.len())
                    ) }
                </span>
            </p>
            if is_nameless && !review.is_empty() {
                <p class="bad" role="alert">{ t!(i18n, "review-nameless") }</p>
            }
            if review.is_about_other(&view.subject) && !view.attempts.is_empty() {
                <p class="bad" role="alert">{ t!(i18n, "review-about-other") }</p>
            }
            <p class="buttons">
                <button type="button" class="primary" disabled={!can_save} onclick={on_save}>
                    { t!(i18n, "review-download") }
                </button>
                <button
                    type="button"
                    disabled={review.is_empty() && review.keeping() != Keeping::On}
                    onclick={on_forget}
                >
                    { t!(i18n, "review-forget") }
                </button>
                if review.is_unsaved() {
                    <span class="detail">{ t!(i18n, "review-unsaved") }</span>
                }
            </p>
        </section>
    }
}

/// The name of the review's file: ASCII letters and digits of the reviewer's name, which may come
/// from a file, so that it is a name everywhere and harms nowhere.
fn file_name(reviewer: &str) -> String {
    let name: String = reviewer
        .chars()
        .map(|letter| {
            if letter.is_ascii_alphanumeric() {
                letter
            } else {
                '-'
            }
        })
        .collect();
    format!("review-{}.json", name.trim_matches('-'))
}

#[cfg(test)]
mod tests {
    use super::file_name;

    #[test]
    fn a_files_name_has_letters_and_digits_of_the_reviewers() {
        assert_eq!(file_name("A. Núñez/2"), "review-A--N--ez-2.json");
        assert_eq!(file_name("../x"), "review-x.json");
    }
}
