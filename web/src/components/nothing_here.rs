//! A page without data says what to load.

use super::Link;
use crate::hooks::{use_address, use_i18n};
use crate::route::Page;
use crate::t;
use yew::{AttrValue, Html, Properties, component, html};

/// Properties of [`NothingHere`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct NothingHereProps {
    /// What is missing, in a sentence.
    pub text: AttrValue,
}

/// Says what is missing and where it comes in.
#[component]
pub fn NothingHere(props: &NothingHereProps) -> Html {
    let i18n = use_i18n();
    let address = use_address();
    html! {
        <div class="nothing">
            <p>{ props.text.clone() }</p>
            if !address.address().is_embedded() {
            <p>
                <Link to={address.link(Page::Start)}>{ t!(i18n, "nothing-go-to-start") }</Link>
            </p>
            }
        </div>
    }
}
