//! The messages, for every component.

use super::use_address;
use super::use_engine::ProviderProps;
use crate::i18n::{I18n, Lang};
use gloo::utils::{document_element, window};
use yew::{ContextProvider, Html, component, hook, html, use_context, use_effect_with, use_memo};

/// Chooses the language: the address's, else the first of the browser's that the viewer speaks.
#[component]
pub fn I18nProvider(props: &ProviderProps) -> Html {
    let address = use_address();
    let lang = address
        .get("lang")
        .and_then(Lang::from_tag)
        .unwrap_or_else(browser_lang);
    let i18n = use_memo(lang, |&lang| I18n::new(lang));
    use_effect_with(lang, |lang| {
        // An attribute of the root element can always be set.
        let _ = document_element().set_attribute("lang", lang.tag());
    });
    html! {
        <ContextProvider<I18n> context={(*i18n).clone()}>
            { props.children.clone() }
        </ContextProvider<I18n>>
    }
}

/// The messages: `t!(use_i18n(), "id")`.
#[hook]
pub fn use_i18n() -> I18n {
    use_context().unwrap_or_else(|| I18n::new(Lang::default()))
}

fn browser_lang() -> Lang {
    let tags: Vec<String> = window()
        .navigator()
        .languages()
        .iter()
        .filter_map(|tag| tag.as_string())
        .collect();
    Lang::preferred(tags.iter().map(String::as_str))
}
