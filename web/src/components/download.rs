//! Saving what was made here.

use gloo::file::{Blob, ObjectUrl};
use gloo::timers::callback::Timeout;
use gloo::utils::document;
use wasm_bindgen::JsCast as _;
use web_sys::HtmlAnchorElement;

/// How long the browser has to take over a download.
const GRACE_MILLIS: u32 = 60_000;

/// Offers text as a file.
pub fn download(name: &str, kind: &str, text: &str) {
    // Copied first: a view of this memory is empty once the memory has grown, which making the
    // blob may bring about.
    let text = js_sys::JsString::from(text);
    let url = ObjectUrl::from(Blob::new_with_options(text, Some(kind)));
    let anchor = document()
        .create_element("a")
        .ok()
        .and_then(|anchor| anchor.dyn_into::<HtmlAnchorElement>().ok());
    if let Some(anchor) = anchor {
        anchor.set_href(&url);
        anchor.set_download(name);
        anchor.click();
    }
    // The address is revoked when it is dropped, which must not be before the download began.
    Timeout::new(GRACE_MILLIS, move || drop(url)).forget();
}
