//! One attempt beside the criteria, and the decision.

use super::words;
use crate::components::{
    ErrorNote, OutcomeMark, PlaceButton, known_text, money_figure, write_money,
};
use crate::hooks::{
    ReviewHandle, use_address, use_engine, use_i18n, use_keys, use_library, use_query, use_review,
};
use crate::i18n::I18n;
use crate::i18n::codes::{reason_short, stop_reason_name};
use crate::state::Loading;
use crate::state::review::DraftAction;
use crate::t;
use crate::visible_text;
use crate::worker::{Question, ReviewQuestion};
use loopledger::model::Decision;
use loopledger::view::review::{MessageTextView, ReviewAttemptView, ReviewMessageView, ReviewView};
use std::rc::Rc;
use web_sys::{HtmlElement, HtmlInputElement};
use yew::{
    AttrValue, Callback, Html, NodeRef, Properties, TargetCast as _, classes, component, html,
    use_effect_with, use_mut_ref, use_node_ref, use_state_eq,
};

/// Properties of [`AttemptStage`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub(super) struct AttemptStageProps {
    /// Everything there is to review.
    pub(super) view: Rc<ReviewView>,
    /// Which attempt.
    pub(super) index: usize,
}

/// The attempt, what was asked of it, and what is decided.
#[component]
pub(super) fn AttemptStage(props: &AttemptStageProps) -> Html {
    let i18n = use_i18n();
    let review = use_review();
    let address = use_address();
    let reason = use_node_ref();
    let is_refused = use_state_eq(|| false);
    let AttemptStageProps { view, index } = props;
    let decide = {
        let (view, review, reason) = (Rc::clone(view), review.clone(), reason.clone());
        let (index, is_refused) = (*index, is_refused.setter());
        Callback::from(move |decision: Decision| {
            let Some(attempt) = view.attempts.get(index) else {
                return;
            };
            let field = reason.cast::<HtmlInputElement>();
            let text = field
                .as_ref()
                .map_or_else(String::new, HtmlInputElement::value);
            let is_without_reason = decision == Decision::Rejected && text.trim().is_empty();
            is_refused.set(is_without_reason);
            if is_without_reason {
                focus(&reason);
                return;
            }
            review.dispatch(decided(&view, attempt, decision, text));
            if let Some(field) = field {
                // A field that has the focus can lose it; single keys work again then.
                let _ = field.blur();
            }
        })
    };
    use_decision_keys(decide.clone(), reason.clone());
    let Some(attempt) = view.attempts.get(*index) else {
        return Html::default();
    };
    let go = |to: usize| {
        let address = address.clone();
        Callback::from(move |_| address.set("item", Some(&(to + 1).to_string())))
    };
    let is_blind = review.record().is_blind;
    html! {
        <div class="review-stage">
            <div class="review-stage-head">
                <button type="button" disabled={*index == 0} onclick={go(index.saturating_sub(1))}>
                    { t!(i18n, "review-previous") }
                </button>
                <h3><span role="status">
                    { t!(
                        i18n,
                        "review-attempt-of",
                        n = attempt.blind_number,
                        of = words::count(view.attempts.len())
                    ) }
                </span></h3>
                <button
                    type="button"
                    disabled={*index + 1 >= view.attempts.len()}
                    onclick={go(index + 1)}
                >
                    { t!(i18n, "review-next") }
                </button>
            </div>
            <div class="review-sides">
                { criteria(&i18n, view, attempt) }
                { delivered(&i18n, &review, attempt, is_blind) }
            </div>
            <DecisionForm
                review={review.clone()}
                attempt={Rc::new(attempt.clone())}
                {reason}
                is_refused={*is_refused}
                {decide}
            />
        </div>
    }
}

fn decided(
    view: &ReviewView,
    attempt: &ReviewAttemptView,
    decision: Decision,
    reason: String,
) -> DraftAction {
    DraftAction::Decided {
        subject: view.subject.clone(),
        attempt_id: attempt.attempt_id.clone(),
        task_id: attempt.task_id.clone(),
        artifacts: attempt.artifacts.clone(),
        decision,
        reason,
    }
}

fn focus(node: &NodeRef) {
    if let Some(element) = node.cast::<HtmlElement>() {
        // A field that is not disabled can take the focus.
        let _ = element.focus();
    }
}

/// `a` accepts, `r` goes to the reason of a rejection.
#[yew::hook]
fn use_decision_keys(decide: Callback<Decision>, reason: NodeRef) {
    let was_g = use_mut_ref(|| false);
    use_keys(move |event| {
        let key = event.key();
        // `g a` and `g r` lead to other pages.
        if std::mem::replace(&mut *was_g.borrow_mut(), key == "g") {
            return false;
        }
        match key.as_str() {
            "a" => decide.emit(Decision::Accepted),
            "r" => focus(&reason),
            _ => return false,
        }
        true
    });
}

fn criteria(i18n: &I18n, view: &ReviewView, attempt: &ReviewAttemptView) -> Html {
    let subject = &view.subject;
    let list = |texts: &[String]| {
        html! { <ul>{ for texts.iter().map(|text| html! { <li>{ visible_text(text) }</li> }) }</ul> }
    };
    html! {
        <div class="review-criteria">
            <h4>{ t!(i18n, "review-task") }</h4>
            <p>
                if let Some(title) = &attempt.title {
                    { visible_text(title) }
                    { " " }
                }
                if let Some(task) = &attempt.task_id {
                    <code>{ visible_text(task) }</code>
                } else {
                    { words::null(i18n, i18n.text("reason-absent-field")) }
                }
            </p>
            <h4>{ t!(i18n, "review-acceptance") }</h4>
            if attempt.acceptance_criteria.is_empty() {
                <p class="detail">{ t!(i18n, "review-no-criteria") }</p>
            } else {
                { list(&attempt.acceptance_criteria) }
            }
            <h4>
                { t!(i18n, "review-rubric") }
                { " " }
                if let Some(rubric) = &subject.rubric {
                    <code>{ visible_text(rubric) }</code>
                }
                if let Some(version) = &subject.rubric_version {
                    { " " }
                    <code>{ visible_text(version) }</code>
                }
            </h4>
            if subject.criteria.is_empty() {
                <p class="detail">{ t!(i18n, "review-no-rubric") }</p>
            } else {
                { list(&subject.criteria) }
            }
        </div>
    }
}

fn delivered(
    i18n: &I18n,
    review: &ReviewHandle,
    attempt: &ReviewAttemptView,
    is_blind: bool,
) -> Html {
    let cost_label = t!(i18n, "field-model-cost");
    html! {
        <div class="review-delivered">
            <h4>{ t!(i18n, "review-artifacts") }</h4>
            if attempt.artifacts.is_empty() {
                <p class="detail">{ t!(i18n, "review-no-artifacts") }</p>
            } else {
                <ul>
                    { for attempt.artifacts.iter().map(|artifact| html! {
                        <li>
                            { visible_text(&artifact.path) }
                            { " " }
                            if let Some(digest) = &artifact.sha256 {
                                <code class="sha">{ visible_text(digest) }</code>
                            } else {
                                { words::null(i18n, t!(i18n, "review-no-digest")) }
                            }
                        </li>
                    }) }
                </ul>
            }
            <dl class="facts review-facts">
                if !is_blind {
                    <div>
                        <dt>{ t!(i18n, "review-attempt") }</dt>
                        <dd>{ visible_text(&attempt.attempt_id) }</dd>
                    </div>
                    <div>
                        <dt>{ t!(i18n, "column-variant") }</dt>
                        <dd>{ or_null(i18n, attempt.variant_id.as_deref()) }</dd>
                    </div>
                }
                <div>
                    <dt>{ t!(i18n, "review-status") }</dt>
                    <dd>{ or_null(i18n, attempt.status.as_deref()) }</dd>
                </div>
                <div>
                    <dt>{ t!(i18n, "field-stop-reason") }</dt>
                    <dd>{ stop_reason(i18n, attempt) }</dd>
                </div>
                <div>
                    <dt>{ cost_label.clone() }</dt>
                    <dd>
                        if is_blind {
                            // Its place would name the file, and that the variant.
                            { match (&attempt.model_cost.value, attempt.model_cost.reason) {
                                (Some(money), _) => html! { { known_text(&write_money(i18n, money)) } },
                                (None, Some(reason)) => words::null(i18n, i18n.text(reason_short(reason))),
                                (None, None) => words::null(i18n, AttrValue::default()),
                            } }
                        } else {
                            { money_figure(i18n, &cost_label, &attempt.model_cost) }
                        }
                    </dd>
                </div>
                // What others decided must not decide for this reviewer.
                if review.decision(&attempt.attempt_id).is_some() {
                    <div>
                        <dt>{ t!(i18n, "review-outcome") }</dt>
                        <dd><OutcomeMark outcome={attempt.outcome} /></dd>
                    </div>
                }
            </dl>
            <h4>{ t!(i18n, "review-messages") }</h4>
            <Messages messages={attempt.messages.clone()} {is_blind} />
        </div>
    }
}

fn or_null(i18n: &I18n, text: Option<&str>) -> Html {
    match text {
        Some(text) => html! { { visible_text(text) } },
        None => words::null(i18n, i18n.text("reason-absent-field")),
    }
}

fn stop_reason(i18n: &I18n, attempt: &ReviewAttemptView) -> Html {
    match (
        attempt.stop_reason.value.as_deref(),
        attempt.stop_reason.reason,
    ) {
        (Some(""), _) => html! { { t!(i18n, "report-not-stopped") } },
        (Some(code), _) => match stop_reason_name(code) {
            Some(name) => html! { <>{ i18n.text(name) }{ " " }<code>{ code.to_owned() }</code></> },
            None => html! { <code>{ visible_text(code) }</code> },
        },
        (None, Some(reason)) => words::null(i18n, i18n.text(reason_short(reason))),
        (None, None) => words::null(i18n, AttrValue::default()),
    }
}

/// Properties of [`Messages`].
#[derive(Debug, Clone, PartialEq, Properties)]
struct MessagesProps {
    messages: Vec<ReviewMessageView>,
    is_blind: bool,
}

/// What was said last.
#[component]
fn Messages(props: &MessagesProps) -> Html {
    let i18n = use_i18n();
    let engine = use_engine();
    let library = use_library();
    let places: Vec<_> = props
        .messages
        .iter()
        .map(|message| message.place.clone())
        .collect();
    let question = (!places.is_empty()).then_some((places, library.generation));
    let texts = use_query(question, |(places, _)| async move {
        let question = Question::Review(ReviewQuestion::Messages(places));
        engine
            .question::<Vec<MessageTextView>>(&question)
            .await
            .map(Rc::new)
    });
    match &texts {
        Loading::Idle if props.messages.is_empty() => {
            html! { <p class="detail">{ t!(i18n, "review-no-trace") }</p> }
        }
        Loading::Idle | Loading::Reading => html! { <p class="detail">{ t!(i18n, "reading") }</p> },
        Loading::Failed(error) => html! { <ErrorNote error={error.clone()} /> },
        Loading::Ready(texts) => html! {
            <ol class="review-messages">
                { for props.messages.iter().zip(texts.iter()).map(|(message, text)| {
                    message_item(&i18n, message, text, props.is_blind)
                }) }
            </ol>
        },
    }
}

fn message_item(
    i18n: &I18n,
    message: &ReviewMessageView,
    text: &MessageTextView,
    is_blind: bool,
) -> Html {
    let number = message.response + 1;
    let head = match &message.tool {
        Some(tool) => t!(i18n, "review-result-of", tool = tool.clone(), n = number),
        None => t!(i18n, "review-response", n = number),
    };
    html! {
        <li>
            <p class="review-message-head">
                { head.clone() }
                if !is_blind {
                    { " " }
                    <PlaceButton label={head} place={message.place.clone()} />
                }
            </p>
            if let Some(said) = &text.text {
                <p class="review-said">{ visible_text(said) }</p>
            }
            { for text.calls.iter().map(|call| html! {
                <p class="review-said">
                    <code>{ visible_text(&call.tool) }{ " " }{ visible_text(&call.arguments) }</code>
                </p>
            }) }
            if text.is_cut {
                <p class="detail">{ t!(i18n, "review-cut") }</p>
            }
            if text.text.is_none() && text.calls.is_empty() {
                <p class="detail">{ t!(i18n, "review-no-text") }</p>
            }
        </li>
    }
}

/// Properties of [`DecisionForm`].
#[derive(Debug, Clone, PartialEq, Properties)]
struct DecisionFormProps {
    review: ReviewHandle,
    attempt: Rc<ReviewAttemptView>,
    reason: NodeRef,
    is_refused: bool,
    decide: Callback<Decision>,
}

/// Accept, or reject with a reason.
#[component]
fn DecisionForm(props: &DecisionFormProps) -> Html {
    let i18n = use_i18n();
    let DecisionFormProps {
        review,
        attempt,
        reason,
        is_refused,
        decide,
    } = props;
    let own = review.decision(&attempt.attempt_id);
    let kept = own.and_then(|own| own.reason.clone()).unwrap_or_default();
    // What was typed is the field's; what was decided comes into it once.
    use_effect_with((reason.clone(), kept), |(reason, kept)| {
        if let Some(field) = reason.cast::<HtmlInputElement>() {
            field.set_value(kept);
        }
    });
    let on_submit = {
        let decide = decide.clone();
        Callback::from(move |event: yew::SubmitEvent| {
            event.prevent_default();
            decide.emit(Decision::Rejected);
        })
    };
    let on_accept = {
        let decide = decide.clone();
        Callback::from(move |_| decide.emit(Decision::Accepted))
    };
    let on_key = Callback::from(|event: yew::KeyboardEvent| {
        if event.key() == "Escape" {
            // A field that has the focus can lose it.
            let _ = event.target_unchecked_into::<HtmlInputElement>().blur();
        }
    });
    let on_undo = {
        let (review, id) = (review.clone(), attempt.attempt_id.clone());
        Callback::from(move |_| review.dispatch(DraftAction::Undecided(id.clone())))
    };
    let is = |decision| own.is_some_and(|own| own.decision == decision);
    let pressed = |decision| is(decision).to_string();
    html! {
        <form class="review-form" onsubmit={on_submit}>
            <div class="review-form-row">
                <button
                    type="button"
                    class={classes!("review-accept", is(Decision::Accepted).then_some("is-chosen"))}
                    aria-pressed={pressed(Decision::Accepted)}
                    onclick={on_accept}
                >
                    { t!(i18n, "review-accept") }
                </button>
                <label class="review-reason">
                    { t!(i18n, "review-reason") }
                    <input
                        ref={reason.clone()}
                        id="review-reason"
                        type="text"
                        autocomplete="off"
                        aria-invalid={is_refused.then_some("true")}
                        aria-describedby={is_refused.then_some("review-refusal")}
                        onkeydown={on_key}
                    />
                </label>
                <button
                    type="submit"
                    class={classes!("review-reject", is(Decision::Rejected).then_some("is-chosen"))}
                    aria-pressed={pressed(Decision::Rejected)}
                >
                    { t!(i18n, "review-reject") }
                </button>
            </div>
            if *is_refused {
                <p id="review-refusal" class="bad" role="alert">
                    { t!(i18n, "review-reason-needed") }
                </p>
            }
            <p class="review-decided" role="status">
                { match own.map(|own| own.decision) {
                    Some(Decision::Accepted) => t!(i18n, "review-you-accepted"),
                    Some(Decision::Rejected) => t!(i18n, "review-you-rejected"),
                    None => t!(i18n, "review-you-open"),
                } }
            </p>
            if own.is_some() {
                <p>
                    <button type="button" class="quiet" onclick={on_undo}>
                        { t!(i18n, "review-undo") }
                    </button>
                </p>
                { others(&i18n, attempt, &review.record().reviewer) }
            }
        </form>
    }
}

/// What others decided, once this reviewer has.
fn others(i18n: &I18n, attempt: &ReviewAttemptView, own: &str) -> Html {
    let others: Vec<_> = attempt
        .votes
        .iter()
        .filter(|vote| vote.reviewer != own)
        .cloned()
        .collect();
    html! {
        <>
            if let Some(why) = &attempt.open {
                <p class="bad">{ words::open(i18n, why) }</p>
            }
            if !others.is_empty() {
                <h4>{ t!(i18n, "review-others") }</h4>
                { words::votes(i18n, &others) }
            }
        </>
    }
}
