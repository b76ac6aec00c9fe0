//! Single keys.

use gloo::events::{EventListener, EventListenerOptions};
use gloo::utils::{document, window};
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use web_sys::{Element, KeyboardEvent};
use yew::{hook, use_effect_with, use_mut_ref};

/// Hears single keys wherever the focus is, except while the reader types.
///
/// `on_key` says whether it took the key. Keys with Ctrl, Alt or Meta belong to the browser.
#[hook]
pub fn use_keys(on_key: impl Fn(&KeyboardEvent) -> bool + 'static) {
    let latest = use_mut_ref(|| Rc::new(|_: &KeyboardEvent| false) as Rc<dyn Fn(&_) -> bool>);
    *latest.borrow_mut() = Rc::new(on_key);
    use_effect_with((), move |()| {
        // Without the option the listener is passive, and a key that was taken scrolls as well.
        let options = EventListenerOptions::enable_prevent_default();
        let listener =
            EventListener::new_with_options(&window(), "keydown", options, move |event| {
                let Some(event) = event.dyn_ref::<KeyboardEvent>() else {
                    return;
                };
                if event.ctrl_key() || event.alt_key() || event.meta_key() || is_typing() {
                    return;
                }
                // Not borrowed while it runs, because it may render.
                let on_key = Rc::clone(&latest.borrow());
                if !event.default_prevented() && on_key(event) {
                    event.prevent_default();
                }
            });
        move || drop(listener)
    });
}

/// Whether the focus is where letters are text.
pub fn is_typing() -> bool {
    document()
        .active_element()
        .as_ref()
        .is_some_and(is_text_field)
}

fn is_text_field(element: &Element) -> bool {
    match element.tag_name().as_str() {
        "TEXTAREA" | "SELECT" => true,
        "INPUT" => !matches!(
            element.get_attribute("type").as_deref(),
            Some("checkbox" | "radio" | "button" | "range" | "file")
        ),
        _ => element.has_attribute("contenteditable"),
    }
}
