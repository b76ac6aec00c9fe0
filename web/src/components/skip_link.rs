//! The way past the navigation.

use crate::i18n::I18n;
use crate::t;
use yew::{Callback, Html, html};

/// A button, because the part of the address after `#` says what is shown.
pub fn skip_link(i18n: &I18n, on_skip: &Callback<()>) -> Html {
    let on_click = on_skip.reform(|_| ());
    html! {
        <button type="button" class="skip-link" onclick={on_click}>
            { t!(i18n, "skip-to-content") }
        </button>
    }
}
