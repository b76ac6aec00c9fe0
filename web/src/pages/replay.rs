//! A run, step by step.

use crate::components::NothingHere;
use crate::hooks::use_i18n;
use crate::t;
use yew::{Html, component, html};

/// The Replay page.
#[component]
pub fn ReplayPage() -> Html {
    let i18n = use_i18n();
    html! {
        <div class="page">
            <h1>{ t!(i18n, "nav-replay") }</h1>
            <NothingHere text={t!(i18n, "replay-nothing")} />
        </div>
    }
}
