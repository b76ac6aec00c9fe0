//! Verdicts on attempts and on interventions.

use crate::components::NothingHere;
use crate::hooks::use_i18n;
use crate::t;
use yew::{Html, component, html};

/// The Review page.
#[component]
pub fn ReviewPage() -> Html {
    let i18n = use_i18n();
    html! {
        <div class="page">
            <h1>{ t!(i18n, "nav-review") }</h1>
            <NothingHere text={t!(i18n, "report-nothing")} />
        </div>
    }
}
