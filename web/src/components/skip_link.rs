//! The way past the navigation.

use crate::hooks::use_i18n;
use crate::t;
use yew::{Callback, Html, Properties, component, html};

/// Properties of [`SkipLink`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct SkipLinkProps {
    /// Takes the focus to the content.
    pub on_skip: Callback<()>,
}

/// A button, because the part of the address after `#` says what is shown.
#[component]
pub fn SkipLink(props: &SkipLinkProps) -> Html {
    let i18n = use_i18n();
    let on_click = props.on_skip.reform(|_| ());
    html! {
        <button type="button" class="skip-link" onclick={on_click}>
            { t!(i18n, "skip-to-content") }
        </button>
    }
}
