//! The Attempts page.

use crate::hooks::use_i18n;
use crate::t;
use yew::{Html, component, html};

/// The Attempts page.
#[component]
pub fn AttemptsPage() -> Html {
    let i18n = use_i18n();
    html! { <div class="page"><h1>{ t!(i18n, "nav-attempts") }</h1></div> }
}
