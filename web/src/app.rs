//! The page as a whole.

use crate::components::{DropTarget, ExcerptPanel, Header, HelpDialog, LoadStatus, SkipLink};
use crate::hooks::{
    AddressProvider, DraftProvider, EngineProvider, I18nProvider, LibraryProvider, PanelProvider,
    ThemeProvider, use_address, use_host, use_i18n, use_keys, use_library, use_sources,
};
use crate::pages::{
    AttemptsPage, ComparePage, ExperimentPage, FilesPage, LimitsPage, ReplayPage, ReportPage,
    ReviewPage, StartPage, UnknownPage,
};
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
                                <DraftProvider>
                                    <Shell />
                                </DraftProvider>
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
    let is_embedded = address.address().is_embedded();

    use_sources();
    use_host();
    use_mode(is_embedded);
    use_page_keys(!is_embedded, {
        let is_help_open = is_help_open.clone();
        Callback::from(move |()| is_help_open.set(!*is_help_open))
    });

    let title = page_title(&page, &i18n);
    use_effect_with(title, |title| document().set_title(title));
    // After a change of page the reading position is its beginning, for everyone.
    let is_first = use_mut_ref(|| true);
    use_effect_with(page.clone(), move |_| {
        let is_first = std::mem::replace(&mut *is_first.borrow_mut(), false);
        // Inside of another page, a page that the host turns must not take the focus.
        let is_here = !is_embedded || document().has_focus().unwrap_or_default();
        if !is_first && is_here {
            gloo::utils::window().scroll_to_with_x_and_y(0.0, 0.0);
            focus_main();
        }
    });

    if is_embedded {
        return html! { <Embedded /> };
    }
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

/// The viewer as a part of another page: the content, and what happens to it.
#[component]
fn Embedded() -> Html {
    let i18n = use_i18n();
    let address = use_address();
    let library = use_library();
    let is_waiting = !library.is_busy() && library.failures.is_empty();
    let full = address.address().clone().with("mode", None);
    html! {
        <>
            <LoadStatus />
            <main id="main" tabindex="-1">
                if library.data.is_some() {
                    { page_content(&address.address().page) }
                } else {
                    <h1 class="visually-hidden">
                        { crate::components::page_name(&address.address().page, &i18n) }
                    </h1>
                    if is_waiting {
                        <p class="embed-note">{ t!(i18n, "embed-waiting") }</p>
                    }
                }
            </main>
            <ExcerptPanel />
            <footer class="embed-foot">
                if full.query.get("src").is_some() {
                    <a href={full.to_hash()} target="_blank" rel="noopener">
                        { t!(i18n, "embed-open-full") }
                    </a>
                } else if library.data.is_some() {
                    <span>{ t!(i18n, "embed-handed-over") }</span>
                }
            </footer>
        </>
    }
}

/// Lets the styles know.
#[yew::hook]
fn use_mode(is_embedded: bool) {
    yew::use_memo(is_embedded, |is_embedded| {
        let root = gloo::utils::document_element();
        // Attributes of the root element can always be set.
        let _ = if *is_embedded {
            root.set_attribute("data-mode", "embed")
        } else {
            root.remove_attribute("data-mode")
        };
    });
}

fn page_content(page: &Page) -> Html {
    match page {
        Page::Start => html! { <StartPage /> },
        Page::Files => html! { <FilesPage /> },
        Page::Report => html! { <ReportPage /> },
        Page::Attempts => html! { <AttemptsPage /> },
        Page::Replay => html! { <ReplayPage /> },
        Page::Experiment => html! { <ExperimentPage /> },
        Page::Review => html! { <ReviewPage /> },
        Page::Limits => html! { <LimitsPage /> },
        Page::Compare => html! { <ComparePage /> },
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
fn use_page_keys(is_on: bool, on_help: Callback<()>) {
    let address = use_address();
    let chord = use_mut_ref(|| None::<Timeout>);
    use_keys(move |event| {
        // The keys of the page around this one are its own.
        if !is_on {
            return false;
        }
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
        "e" => Some(Page::Experiment),
        "v" => Some(Page::Review),
        "l" => Some(Page::Limits),
        "c" => Some(Page::Compare),
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
        assert_eq!(page_of_digit("9"), Some(Page::Compare));
        assert_eq!(page_of_digit("0"), None);
        assert_eq!(page_of_digit("x"), None);
    }
}
