//! The keys.

use crate::hooks::use_i18n;
use crate::t;
use wasm_bindgen::JsCast as _;
use web_sys::HtmlDialogElement;
use yew::{AttrValue, Callback, Html, Properties, component, html, use_effect_with, use_node_ref};

/// Properties of [`HelpDialog`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct HelpDialogProps {
    /// Whether it is shown.
    pub is_open: bool,
    /// Closes it.
    pub on_close: Callback<()>,
}

/// The list of keys, as a modal dialog: the browser keeps the focus inside and hears Escape.
#[component]
pub fn HelpDialog(props: &HelpDialogProps) -> Html {
    let i18n = use_i18n();
    let dialog = use_node_ref();
    use_effect_with((dialog.clone(), props.is_open), |(dialog, is_open)| {
        let dialog = dialog
            .get()
            .and_then(|node| node.dyn_into::<HtmlDialogElement>().ok());
        if let Some(dialog) = dialog {
            if *is_open && !dialog.open() {
                // Fails only where it is open already.
                let _ = dialog.show_modal();
            } else if !*is_open && dialog.open() {
                dialog.close();
            }
        }
    });
    let on_close = props.on_close.reform(|_: yew::Event| ());
    let on_click = props.on_close.reform(|_: yew::MouseEvent| ());
    let keys: [(&'static str, AttrValue); 13] = [
        ("?", t!(i18n, "help-key-help")),
        ("g s", t!(i18n, "nav-start")),
        ("g f", t!(i18n, "nav-files")),
        ("g r", t!(i18n, "nav-report")),
        ("g a", t!(i18n, "nav-attempts")),
        ("g p", t!(i18n, "nav-replay")),
        ("1 … 5", t!(i18n, "help-key-digits")),
        ("j k", t!(i18n, "help-key-rows")),
        ("n p", t!(i18n, "help-key-next")),
        ("/", t!(i18n, "help-key-search")),
        ("a r", t!(i18n, "help-key-review-attempts")),
        ("y x u", t!(i18n, "help-key-review-verdicts")),
        ("Esc", t!(i18n, "help-key-escape")),
    ];
    html! {
        <dialog ref={dialog} class="help" aria-labelledby="help-title" onclose={on_close}>
            <h2 id="help-title">{ t!(i18n, "help-title") }</h2>
            <dl>
                { for keys.into_iter().map(|(key, meaning)| html! {
                    <div key={key}>
                        <dt>{ for key.split(' ').map(|key| html! { <kbd>{ key }</kbd> }) }</dt>
                        <dd>{ meaning }</dd>
                    </div>
                }) }
            </dl>
            <p class="detail">{ t!(i18n, "help-while-typing") }</p>
            <button type="button" onclick={on_click}>{ t!(i18n, "close") }</button>
        </dialog>
    }
}
