//! Something that went wrong.

use crate::hooks::{EngineError, use_i18n};
use crate::i18n::codes::engine_error;
use crate::visible_text;
use yew::{Html, Properties, component, html};

/// Properties of [`ErrorNote`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct ErrorNoteProps {
    /// What went wrong.
    pub error: EngineError,
}

/// What went wrong: the kind in the reader's language, the details as they came.
#[component]
pub fn ErrorNote(props: &ErrorNoteProps) -> Html {
    let i18n = use_i18n();
    html! {
        <div class="error-note" role="alert">
            <p>{ i18n.text(engine_error(&props.error)) }</p>
            <p class="detail" lang="en">{ visible_text(&props.error.to_string()) }</p>
        </div>
    }
}
