//! Verdicts on attempts and on interventions.

mod attempt;
mod interventions;
mod reviewers;
mod setup;
mod words;

use crate::components::{ErrorNote, FilePickers, NothingHere};
use crate::hooks::{
    use_address, use_engine, use_i18n, use_keys, use_library, use_query, use_review,
};
use crate::state::Loading;
use crate::t;
use crate::worker::{Question, ReviewQuestion};
use attempt::AttemptStage;
use interventions::Interventions;
use loopledger::view::review::ReviewView;
use reviewers::reviewers;
use setup::Setup;
use std::rc::Rc;
use yew::{Html, Properties, component, html, use_mut_ref};

/// Properties of the parts that show the review.
#[derive(Debug, Clone, PartialEq, Properties)]
pub(super) struct ViewProps {
    /// What there is to review, and what reviewers decided.
    pub(super) view: Rc<ReviewView>,
}

/// The Review page.
#[component]
pub fn ReviewPage() -> Html {
    let i18n = use_i18n();
    let library = use_library();
    let review = use_review();
    let engine = use_engine();
    let question = (!library.is_empty()).then_some(library.generation);
    let view = use_query(question, |_| async move {
        let question = Question::Review(ReviewQuestion::View);
        engine.question::<ReviewView>(&question).await.map(Rc::new)
    });
    let content = match &view {
        Loading::Idle if library.is_empty() => html! {
            <>
                if !review.is_empty() {
                    <Setup view={Rc::new(words::nothing())} />
                }
                <NothingHere text={t!(i18n, "review-nothing")} />
            </>
        },
        Loading::Idle | Loading::Reading => html! { <p role="status">{ t!(i18n, "reading") }</p> },
        Loading::Failed(error) => html! { <ErrorNote error={error.clone()} /> },
        Loading::Ready(view) => html! { <Ready view={Rc::clone(view)} /> },
    };
    html! {
        <div class="page review">
            <h1>{ t!(i18n, "nav-review") }</h1>
            { content }
        </div>
    }
}

#[component]
fn Ready(props: &ViewProps) -> Html {
    let i18n = use_i18n();
    let address = use_address();
    let review = use_review();
    let view = &props.view;
    let last = view.attempts.len().saturating_sub(1);
    let chosen = chosen(address.get("item"), last);
    use_attempt_keys(last);
    html! {
        <>
            <Setup view={Rc::clone(view)} />
            <section aria-labelledby="review-attempts">
                <h2 id="review-attempts">{ t!(i18n, "nav-attempts") }</h2>
                if let Some(attempt) = view.attempts.get(chosen) {
                    if view.other_attempts > 0 {
                        <p class="detail">
                            { t!(i18n, "review-other-attempts", n = view.other_attempts) }
                        </p>
                    }
                    // Typed text and what was said last belong to one attempt.
                    <AttemptStage
                        key={attempt.attempt_id.clone()}
                        view={Rc::clone(view)}
                        index={chosen}
                    />
                } else {
                    <p>{ t!(i18n, "review-no-attempts") }</p>
                    <FilePickers />
                }
            </section>
            <Interventions view={Rc::clone(view)} />
            { reviewers(&i18n, &review, view) }
        </>
    }
}

/// Which attempt an address names; the first where it names none.
fn chosen(item: Option<&str>, last: usize) -> usize {
    item.and_then(|item| item.parse::<usize>().ok())
        .and_then(|item| item.checked_sub(1))
        .map_or(0, |index| index.min(last))
}

/// `n` and `p` choose the next and the previous attempt.
#[yew::hook]
fn use_attempt_keys(last: usize) {
    let address = use_address();
    let was_g = use_mut_ref(|| false);
    use_keys(move |event| {
        let key = event.key();
        // `g p` leads to another page.
        if std::mem::replace(&mut *was_g.borrow_mut(), key == "g") {
            return false;
        }
        let chosen = chosen(address.now().query.get("item"), last);
        let next = match key.as_str() {
            "n" => (chosen + 1).min(last),
            "p" => chosen.saturating_sub(1),
            _ => return false,
        };
        address.set("item", Some(&(next + 1).to_string()));
        true
    });
}
