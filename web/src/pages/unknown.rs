//! An address that names no page.

use crate::components::NothingHere;
use crate::hooks::use_i18n;
use crate::t;
use crate::visible_text;
use yew::{AttrValue, Html, Properties, component, html};

/// Properties of [`UnknownPage`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct UnknownPageProps {
    /// The part of the address after `#`.
    pub address: AttrValue,
}

/// Says that there is no such page, and where the way goes on.
#[component]
pub fn UnknownPage(props: &UnknownPageProps) -> Html {
    let i18n = use_i18n();
    html! {
        <div class="page">
            <h1>{ t!(i18n, "unknown-title") }</h1>
            <p><code class="address">{ "#" }{ visible_text(&props.address) }</code></p>
            <NothingHere text={t!(i18n, "unknown-text")} />
        </div>
    }
}
