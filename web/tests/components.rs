//! What only a browser can show: elements, `Intl`, and the address.

#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use gloo::utils::{document, document_element, window};
use loopledger::model::{Place, UnknownReason};
use loopledger_web::app::App;
use loopledger_web::components::{ExcerptPanel, NullBadge};
use loopledger_web::hooks::{
    AddressProvider, EngineProvider, I18nProvider, LibraryProvider, PanelProvider,
};
use loopledger_web::i18n::{Lang, number};
use wasm_bindgen::JsCast as _;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::{Element, HtmlElement};
use yew::{Html, component, html, scheduler};

wasm_bindgen_test_configure!(run_in_browser);

fn root() -> Element {
    let root = document().create_element("div").unwrap();
    document().body().unwrap().append_child(&root).unwrap();
    root
}

fn click(root: &Element, selector: &str) {
    let element: HtmlElement = root
        .query_selector(selector)
        .unwrap()
        .unwrap_or_else(|| panic!("no {selector}"))
        .dyn_into()
        .unwrap();
    element.click();
}

#[component]
fn Badge() -> Html {
    let place = Place {
        file: "attempts.jsonl".into(),
        line: Some(3),
        byte: None,
        pointer: Some("/modelCost".to_owned()),
    };
    html! {
        <AddressProvider>
            <I18nProvider>
                <EngineProvider>
                    <LibraryProvider>
                        <PanelProvider>
                            <NullBadge
                                label="Model cost"
                                reason={UnknownReason::SentinelZero}
                                {place}
                            />
                            <ExcerptPanel />
                        </PanelProvider>
                    </LibraryProvider>
                </EngineProvider>
            </I18nProvider>
        </AddressProvider>
    }
}

#[wasm_bindgen_test]
async fn a_badge_says_null_and_why_and_leads_to_its_place() {
    window().location().set_hash("#/v1/start?lang=en").unwrap();
    let root = root();
    yew::Renderer::<Badge>::with_root(root.clone()).render();
    scheduler::flush().await;
    let text = root.text_content().unwrap();
    assert!(text.contains("Model cost,"), "{text}");
    assert!(text.contains("null 0 means not measured"), "{text}");

    click(&root, "button.null");
    scheduler::flush().await;
    let panel = root.query_selector(".panel").unwrap().unwrap();
    let text = panel.text_content().unwrap();
    assert!(text.contains("attempts.jsonl"), "{text}");
    assert!(text.contains("line 3"), "{text}");
    assert!(text.contains("writes 0 where it did not measure"), "{text}");
}

#[wasm_bindgen_test]
async fn an_address_that_names_no_page_says_so() {
    window().location().set_hash("#nonsense").unwrap();
    let root = root();
    let app = yew::Renderer::<App>::with_root(root.clone()).render();
    scheduler::flush().await;
    assert!(root.text_content().unwrap().contains("#nonsense"));
    app.destroy();
}

#[wasm_bindgen_test]
async fn the_language_of_the_address_is_the_page_s() {
    window().location().set_hash("#/v1/report?lang=es").unwrap();
    let root = root();
    let app = yew::Renderer::<App>::with_root(root.clone()).render();
    scheduler::flush().await;
    assert_eq!(
        document_element().get_attribute("lang").as_deref(),
        Some("es")
    );
    assert!(root.text_content().unwrap().contains("Informe"));
    app.destroy();
}

#[wasm_bindgen_test]
fn numbers_are_written_as_the_language_does() {
    assert_eq!(number::integer(Lang::En, 1_234_567), "1,234,567");
    assert_eq!(number::integer(Lang::Es, 1_234_567), "1.234.567");
    assert_eq!(number::amount(Lang::Es, "0.5"), "0,5000");
}

#[wasm_bindgen_test]
fn no_digit_of_an_amount_is_lost_on_the_way() {
    let exact = "12345678901234567890.123456789";
    assert_eq!(
        number::decimal(Lang::En, exact, 2, 20),
        "12,345,678,901,234,567,890.123456789"
    );
}
