//! What was fixed beforehand, and what was recorded.

use crate::components::NothingHere;
use crate::hooks::use_i18n;
use crate::t;
use yew::{Html, component, html};

/// The Experiment page.
#[component]
pub fn ExperimentPage() -> Html {
    let i18n = use_i18n();
    html! {
        <div class="page">
            <h1>{ t!(i18n, "nav-experiment") }</h1>
            <NothingHere text={t!(i18n, "report-nothing")} />
        </div>
    }
}
