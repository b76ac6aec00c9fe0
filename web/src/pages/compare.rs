//! A baseline against one change.

use crate::components::NothingHere;
use crate::hooks::use_i18n;
use crate::t;
use yew::{Html, component, html};

/// The Compare page.
#[component]
pub fn ComparePage() -> Html {
    let i18n = use_i18n();
    html! {
        <div class="page">
            <h1>{ t!(i18n, "nav-compare") }</h1>
            <NothingHere text={t!(i18n, "report-nothing")} />
        </div>
    }
}
