//! The Report page.

use crate::hooks::use_i18n;
use crate::t;
use yew::{Html, component, html};

/// The Report page.
#[component]
pub fn ReportPage() -> Html {
    let i18n = use_i18n();
    html! { <div class="page"><h1>{ t!(i18n, "nav-report") }</h1></div> }
}
