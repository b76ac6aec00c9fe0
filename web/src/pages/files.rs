//! The Files page.

use crate::hooks::use_i18n;
use crate::t;
use yew::{Html, component, html};

/// The Files page.
#[component]
pub fn FilesPage() -> Html {
    let i18n = use_i18n();
    html! { <div class="page"><h1>{ t!(i18n, "nav-files") }</h1></div> }
}
