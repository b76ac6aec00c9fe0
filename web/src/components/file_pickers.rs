//! Buttons that bring files in.

use crate::hooks::{use_i18n, use_library};
use crate::intake::{self, SourceFile};
use crate::t;
use web_sys::{HtmlInputElement, HtmlTextAreaElement};
use yew::{Callback, Html, NodeRef, TargetCast as _, component, html, use_node_ref, use_state_eq};

/// Choose files, choose a folder, paste text.
#[component]
pub fn FilePickers() -> Html {
    let i18n = use_i18n();
    let library = use_library();
    let files = use_node_ref();
    let folder = use_node_ref();
    let text = use_node_ref();
    let is_pasting = use_state_eq(|| false);

    let on_change = {
        let library = library.clone();
        Callback::from(move |event: yew::Event| {
            let input = event.target_unchecked_into::<HtmlInputElement>();
            if let Some(list) = input.files() {
                library.add(intake::from_list(&list));
            }
            // So that the same file can be chosen again.
            input.set_value("");
        })
    };
    let open = |input: &NodeRef| {
        let input = input.clone();
        Callback::from(move |_| {
            if let Some(input) = input.cast::<HtmlInputElement>() {
                input.click();
            }
        })
    };
    let on_paste = {
        let is_pasting = is_pasting.clone();
        Callback::from(move |_| is_pasting.set(!*is_pasting))
    };
    let on_read = {
        let (text, is_pasting) = (text.clone(), is_pasting.clone());
        Callback::from(move |_| {
            let pasted = text
                .cast::<HtmlTextAreaElement>()
                .map(|area| area.value())
                .filter(|pasted| !pasted.trim().is_empty());
            library.add(
                pasted
                    .iter()
                    .map(|pasted| SourceFile::new(intake::PASTED, pasted.as_bytes()))
                    .collect(),
            );
            if pasted.is_some() {
                is_pasting.set(false);
            }
        })
    };
    html! {
        <div class="pickers no-print">
            <button type="button" class="primary" onclick={open(&files)}>
                { t!(i18n, "pick-files") }
            </button>
            <button type="button" onclick={open(&folder)}>{ t!(i18n, "pick-folder") }</button>
            <button
                type="button"
                aria-expanded={is_pasting.to_string()}
                onclick={on_paste}
            >
                { t!(i18n, "pick-paste") }
            </button>
            <input
                ref={files}
                type="file"
                multiple=true
                hidden=true
                data-pick="files"
                onchange={on_change.clone()}
            />
            <input
                ref={folder}
                type="file"
                multiple=true
                webkitdirectory=true
                hidden=true
                data-pick="folder"
                onchange={on_change}
            />
            if *is_pasting {
                <div class="paste">
                    <label for="paste-text">{ t!(i18n, "pick-paste-label") }</label>
                    <textarea id="paste-text" ref={text} rows="6" spellcheck="false" />
                    <button type="button" onclick={on_read}>{ t!(i18n, "pick-paste-read") }</button>
                </div>
            }
        </div>
    }
}
