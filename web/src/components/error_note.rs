//! Something that went wrong.

use crate::hooks::{EngineError, use_i18n};
use crate::i18n::I18n;
use crate::i18n::codes::engine_error;
use crate::rich;
use crate::source::AddressProblem;
use crate::visible_text;
use yew::{Html, Properties, component, html};

/// Properties of [`ErrorNote`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct ErrorNoteProps {
    /// What went wrong.
    pub error: EngineError,
}

/// What went wrong: the kind and what to do in the reader's language, the details as they came.
#[component]
pub fn ErrorNote(props: &ErrorNoteProps) -> Html {
    let i18n = use_i18n();
    html! {
        <div class="error-note" role="alert">
            <p>{ i18n.text(engine_error(&props.error)) }</p>
            { remedy(&i18n, &props.error) }
            <p class="detail" lang="en">{ visible_text(&props.error.to_string()) }</p>
        </div>
    }
}

/// The very line that somebody has to write, where that is what helps.
fn remedy(i18n: &I18n, error: &EngineError) -> Html {
    let EngineError::Address { problem, .. } = error else {
        return Html::default();
    };
    match problem {
        AddressProblem::Policy(origin) => {
            let line = html! { <code>{ format!("connect-src 'self' {origin}") }</code> };
            html! { <p>{ rich!(i18n, "error-policy-remedy", line = line) }</p> }
        }
        AddressProblem::NotShared { page, .. } => {
            let line = html! { <code>{ format!("Access-Control-Allow-Origin: {page}") }</code> };
            html! { <p>{ rich!(i18n, "error-not-shared-remedy", line = line) }</p> }
        }
        _ => Html::default(),
    }
}
