//! The Start page.

use crate::hooks::use_i18n;
use crate::t;
use yew::{Html, component, html};

/// The Start page.
#[component]
pub fn StartPage() -> Html {
    let i18n = use_i18n();
    html! { <div class="page"><h1>{ t!(i18n, "nav-start") }</h1></div> }
}
