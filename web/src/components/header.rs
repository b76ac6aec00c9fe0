//! The head of the page: where one is, what is loaded, language and theme.

use super::Link;
use crate::hooks::{
    AddressHandle, LibraryHandle, ThemeChoice, ThemeHandle, use_address, use_i18n, use_library,
    use_theme,
};
use crate::i18n::{I18n, Lang};
use crate::route::Page;
use crate::t;
use web_sys::HtmlSelectElement;
use yew::{AttrValue, Callback, Html, Properties, TargetCast as _, component, html};

/// Properties of [`Header`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct HeaderProps {
    /// Opens the list of keys.
    pub on_help: Callback<()>,
}

/// The name of a page.
pub fn page_name(page: &Page, i18n: &I18n) -> AttrValue {
    match page {
        Page::Start => t!(i18n, "nav-start"),
        Page::Files => t!(i18n, "nav-files"),
        Page::Report => t!(i18n, "nav-report"),
        Page::Attempts => t!(i18n, "nav-attempts"),
        Page::Replay => t!(i18n, "nav-replay"),
        Page::Experiment => t!(i18n, "nav-experiment"),
        Page::Review => t!(i18n, "nav-review"),
        Page::Limits => t!(i18n, "nav-limits"),
        Page::Compare => t!(i18n, "nav-compare"),
        Page::Unknown(_) => t!(i18n, "nav-unknown"),
    }
}

/// The head of the page.
#[component]
pub fn Header(props: &HeaderProps) -> Html {
    let i18n = use_i18n();
    let address = use_address();
    let theme = use_theme();
    let library = use_library();
    let on_help = props.on_help.reform(|_| ());
    let links = Page::ALL.into_iter().map(|page| {
        let name = page_name(&page, &i18n);
        let is_current = address.address().page == page;
        html! {
            <li key={name.to_string()}>
                <Link to={address.link(page)} is_current={is_current}>{ name }</Link>
            </li>
        }
    });
    html! {
        <header class="header">
            <div class="header-inner">
                <Link to={address.link(Page::Start)} class="wordmark">{ t!(i18n, "product-name") }</Link>
                <nav aria-label={t!(i18n, "nav-label")}>
                    <ul>{ for links }</ul>
                </nav>
                <div class="header-tools">
                    { lang_switch(&i18n, &address) }
                    { theme_switch(&i18n, &address, theme) }
                    <button
                        type="button"
                        class="quiet help-button"
                        aria-label={t!(i18n, "help-open")}
                        title={t!(i18n, "help-open")}
                        onclick={on_help}
                    >
                        <span aria-hidden="true">{ t!(i18n, "help-key") }</span>
                    </button>
                </div>
                { loaded(&i18n, &library) }
            </div>
        </header>
    }
}

/// What is loaded, in numbers.
fn loaded(i18n: &I18n, library: &LibraryHandle) -> Html {
    let Some(data) = library.data.clone().filter(|data| !data.files.is_empty()) else {
        return Html::default();
    };
    let rejected: u64 = data.files.iter().map(|file| file.records_rejected).sum();
    let refused = data
        .files
        .iter()
        .filter(|file| file.format.is_none())
        .count();
    html! {
        <p class="loaded">
            <span>{ t!(i18n, "loaded-files", n = count(data.files.len())) }</span>
            <span>{ t!(i18n, "loaded-attempts", n = count(data.attempts.len())) }</span>
            <span>{ t!(i18n, "loaded-runs", n = count(data.runs.len())) }</span>
            if rejected > 0 {
                <span class="loaded-bad">{ t!(i18n, "loaded-rejected", n = rejected) }</span>
            }
            if refused > 0 {
                <span class="loaded-bad">{ t!(i18n, "loaded-refused", n = count(refused)) }</span>
            }
        </p>
    }
}

fn count(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}

fn lang_switch(i18n: &I18n, address: &AddressHandle) -> Html {
    let address = address.clone();
    let on_change = Callback::from(move |event: yew::Event| {
        let chosen = event.target_unchecked_into::<HtmlSelectElement>().value();
        address.set("lang", Some(&chosen));
    });
    html! {
        <select class="quiet" aria-label={t!(i18n, "lang-label")} onchange={on_change}>
            { for Lang::ALL.into_iter().map(|lang| html! {
                <option
                    key={lang.tag()}
                    value={lang.tag()}
                    lang={lang.tag()}
                    selected={lang == i18n.lang()}
                >
                    { lang.name() }
                </option>
            }) }
        </select>
    }
}

fn theme_switch(i18n: &I18n, address: &AddressHandle, theme: ThemeHandle) -> Html {
    let address = address.clone();
    let on_change = Callback::from(move |event: yew::Event| {
        let chosen = event.target_unchecked_into::<HtmlSelectElement>().value();
        let choice = ThemeChoice::from_name(Some(&chosen));
        address.set("theme", choice.name());
    });
    html! {
        <select
            class="quiet"
            aria-label={t!(i18n, "theme-label")}
            title={t!(i18n, "theme-label")}
            onchange={on_change}
        >
            { for ThemeChoice::ALL.into_iter().map(|choice| {
                let name = match choice {
                    ThemeChoice::System => t!(i18n, "theme-system"),
                    ThemeChoice::Light => t!(i18n, "theme-light"),
                    ThemeChoice::Dark => t!(i18n, "theme-dark"),
                };
                let value = choice.name().unwrap_or("system");
                html! {
                    <option key={value} value={value} selected={choice == theme.choice}>{ name }</option>
                }
            }) }
        </select>
    }
}
