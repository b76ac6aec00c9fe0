//! How wide a drawing may be.

use gloo::events::EventListener;
use gloo::utils::window;
use web_sys::Element;
use yew::{NodeRef, hook, use_effect_with, use_state_eq};

/// The width of an element in pixels, also after it changed; `assumed` before it is known.
#[hook]
pub fn use_width(node: &NodeRef, assumed: f64) -> f64 {
    let width = use_state_eq(|| assumed);
    let setter = width.setter();
    use_effect_with(node.clone(), move |node| {
        let node = node.clone();
        let measure = move || {
            let measured = node
                .cast::<Element>()
                .map(|element| f64::from(element.client_width()))
                .filter(|&width| width > 0.0);
            if let Some(measured) = measured {
                setter.set(measured);
            }
        };
        measure();
        let listener = EventListener::new(&window(), "resize", move |_| measure());
        move || drop(listener)
    });
    *width
}
