//! The page as a whole.

use crate::components::{DropTarget, ExcerptPanel, Header, HelpDialog, LoadStatus, SkipLink};
use crate::hooks::{
    AddressProvider, EngineProvider, I18nProvider, LibraryProvider, PanelProvider, ThemeProvider,
    use_address, use_i18n, use_keys, use_sources,
};
use crate::pages::{AttemptsPage, FilesPage, ReplayPage, ReportPage, StartPage, UnknownPage};
use crate::route::Page;
use crate::t;
use gloo::timers::callback::Timeout;
use gloo::utils::document;
use wasm_bindgen::JsCast as _;
use web_sys::HtmlElement;
use yew::{AttrValue, Callback, Html, component, html, use_effect_with, use_mut_ref, use_state_eq};

/// The viewer.
#[component]
pub fn App() -> Html {
    html! {
        <AddressProvider>
            <I18nProvider>
                <ThemeProvider>
                    <EngineProvider>
                        <LibraryProvider>
                            <PanelProvider>
                                <Shell />
                            </PanelProvider>
                        </LibraryProvider>
                    </EngineProvider>
                </ThemeProvider>
            </I18nProvider>
        </AddressProvider>
    }
}

#[component]
fn Shell() -> Html {
    let i18n = use_i18n();
    let address = use_address();
    let is_help_open = use_state_eq(|| false);
    let page = address.address().page.clone();

    use_sources();
    use_page_keys({
        let is_help_open = is_help_open.clone();
        Callback::from(move |()| is_help_open.set(!*is_help_open))
    });

    let title = page_title(&page, &i18n);
    use_effect_with(title, |title| document().set_title(title));
    // After a change of page the reading position is its beginning, for everyone.
    let is_first = use_mut_ref(|| true);
    use_effect_with(page.clone(), move |_| {
        if !std::mem::replace(&mut *is_first.borrow_mut(), false) {
            gloo::utils::window().scroll_to_with_x_and_y(0.0, 0.0);
            focus_main();
        }
    });

    let on_help = {
        let is_help_open = is_help_open.clone();
        Callback::from(move |()| is_help_open.set(true))
    };
    let on_close_help = {
        let is_help_open = is_help_open.clone();
        Callback::from(move |()| is_help_open.set(false))
    };
    html! {
        <>
            <SkipLink on_skip={Callback::from(|()| focus_main())} />
            <Header on_help={on_help} />
            <LoadStatus />
            <main id="main" tabindex="-1">
                { page_content(&page) }
            </main>
            <footer class="footer">
                <p>{ t!(i18n, "footer-privacy") }</p>
            </footer>
            <ExcerptPanel />
            <DropTarget />
            <HelpDialog is_open={*is_help_open} on_close={on_close_help} />
        </>
    }
}

fn page_content(page: &Page) -> Html {
    match page {
        Page::Start => html! { <StartPage /> },
        Page::Files => html! { <FilesPage /> },
        Page::Report => html! { <ReportPage /> },
        Page::Attempts => html! { <AttemptsPage /> },
        Page::Replay => html! { <ReplayPage /> },
        Page::Unknown(text) => html! { <UnknownPage address={text.clone()} /> },
    }
}

fn page_title(page: &Page, i18n: &crate::i18n::I18n) -> AttrValue {
    let name = crate::components::page_name(page, i18n);
    t!(i18n, "page-title", page = name)
}

fn focus_main() {
    let main = document()
        .get_element_by_id("main")
        .and_then(|main| main.dyn_into::<HtmlElement>().ok());
    if let Some(main) = main {
        // An element with a tabindex can take the focus.
        let _ = main.focus();
    }
}

/// How long `g` waits for the letter of a page.
const CHORD_MILLIS: u32 = 1_500;

/// The keys that work on every page: `g` and a letter, or a digit, for the pages; `?` for help.
#[yew::hook]
fn use_page_keys(on_help: Callback<()>) {
    let address = use_address();
    let chord = use_mut_ref(|| None::<Timeout>);
    use_keys(move |event| {
        let key = event.key();
        let page = if chord.borrow_mut().take().is_some() {
            page_of_letter(&key)
        } else {
            page_of_digit(&key)
        };
        if let Some(page) = page {
            address.push(&address.now().to_page(page));
            // A page's own keys must not hear the letter.
            event.stop_immediate_propagation();
            return true;
        }
        match key.as_str() {
            "g" => {
                let pending = std::rc::Rc::clone(&chord);
                let timeout = Timeout::new(CHORD_MILLIS, move || drop(pending.take()));
                *chord.borrow_mut() = Some(timeout);
                event.stop_immediate_propagation();
                true
            }
            "?" => {
                on_help.emit(());
                true
            }
            _ => false,
        }
    });
}

fn page_of_letter(key: &str) -> Option<Page> {
    match key {
        "s" => Some(Page::Start),
        "f" => Some(Page::Files),
        "r" => Some(Page::Report),
        "a" => Some(Page::Attempts),
        "p" => Some(Page::Replay),
        _ => None,
    }
}

fn page_of_digit(key: &str) -> Option<Page> {
    let digit: usize = key.parse().ok()?;
    Page::ALL.get(digit.checked_sub(1)?).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_follow_the_navigation() {
        assert_eq!(page_of_digit("1"), Some(Page::Start));
        assert_eq!(page_of_digit("5"), Some(Page::Replay));
        assert_eq!(page_of_digit("0"), None);
        assert_eq!(page_of_digit("6"), None);
        assert_eq!(page_of_digit("x"), None);
    }
}
