//! A question that the reader has to answer before something is opened.

use crate::hooks::{use_i18n, use_library};
use crate::state::{Question, Subject};
use crate::t;
use std::rc::Rc;
use yew::{Callback, Html, Properties, component, html};

/// Names that are shown at most.
const SHOWN: usize = 5;

/// Properties of [`Ask`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct AskProps {
    /// The question.
    pub question: Rc<Question>,
}

/// The question with its two answers.
///
/// It stands in the page and not before it: inside of another page it must not take the focus, and
/// a dialog would stand outside of what the reader sees.
#[component]
pub fn Ask(props: &AskProps) -> Html {
    let i18n = use_i18n();
    let library = use_library();
    let question = &props.question;
    let count = |length: usize| u64::try_from(length).unwrap_or(u64::MAX);
    let answer = |is_allowed: bool| {
        let library = library.clone();
        Callback::from(move |_| library.answer(is_allowed))
    };
    let n = count(question.names.len());
    let (title, text, allow) = match question.subject {
        Subject::Fetch => (
            t!(i18n, "ask-fetch-title"),
            t!(i18n, "ask-fetch-text", n = n),
            t!(i18n, "ask-fetch-allow"),
        ),
        Subject::Host => (
            t!(i18n, "ask-host-title"),
            t!(i18n, "ask-host-text", n = n),
            t!(i18n, "ask-host-allow"),
        ),
    };
    let more = question.names.len().saturating_sub(SHOWN);
    html! {
        <section class="ask" aria-labelledby="ask-title">
            <h2 id="ask-title">{ title }</h2>
            <ul class="ask-origins">
                { for question.origins.iter().map(|origin| html! {
                    <li key={origin.clone()}><strong>{ origin.clone() }</strong></li>
                }) }
            </ul>
            <p>{ text }</p>
            <ul class="ask-names">
                { for question.names.iter().take(SHOWN).map(|name| html! {
                    <li><code>{ name.clone() }</code></li>
                }) }
                if more > 0 {
                    <li>{ t!(i18n, "ask-more", n = count(more)) }</li>
                }
            </ul>
            <p class="buttons">
                <button type="button" class="primary" onclick={answer(true)}>{ allow }</button>
                <button type="button" onclick={answer(false)}>{ t!(i18n, "ask-decline") }</button>
            </p>
        </section>
    }
}
