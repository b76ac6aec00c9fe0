//! One limit over a range, and what raising it can cost.

use crate::components::NothingHere;
use crate::hooks::use_i18n;
use crate::t;
use yew::{Html, component, html};

/// The Limits page.
#[component]
pub fn LimitsPage() -> Html {
    let i18n = use_i18n();
    html! {
        <div class="page">
            <h1>{ t!(i18n, "nav-limits") }</h1>
            <NothingHere text={t!(i18n, "report-nothing")} />
        </div>
    }
}
