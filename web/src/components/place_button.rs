//! A place in a file, which leads to its text.

use crate::hooks::{Provenance, use_i18n, use_panel};
use crate::t;
use crate::visible_text;
use loopledger::model::Place;
use yew::{AttrValue, Callback, Html, Properties, component, html};

/// Properties of [`PlaceButton`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct PlaceButtonProps {
    /// What stands there.
    pub label: AttrValue,
    /// The place.
    pub place: Place,
    /// Whether the JSON pointer is shown too.
    #[prop_or_default]
    pub has_pointer: bool,
}

/// File and line; opens the text around it.
#[component]
pub fn PlaceButton(props: &PlaceButtonProps) -> Html {
    let i18n = use_i18n();
    let panel = use_panel();
    let Place { file, line, .. } = &props.place;
    let text = match line {
        Some(line) => format!("{file}:{line}"),
        None => file.to_string(),
    };
    let on_click = {
        let props = props.clone();
        Callback::from(move |_| {
            panel.open(Provenance {
                label: props.label.clone(),
                value: None,
                origin: None,
                reason: None,
                place: Some(props.place.clone()),
                sum: None,
            });
        })
    };
    html! {
        <button
            type="button"
            class="figure sourced place-button"
            aria-haspopup="dialog"
            onclick={on_click}
        >
            <span class="visually-hidden">
                { t!(i18n, "label-of", label = props.label.clone()) }
                { " " }
            </span>
            { visible_text(&text) }
            if let Some(pointer) = props.place.pointer.clone().filter(|_| props.has_pointer) {
                <span class="pointer">{ " " }{ visible_text(&pointer) }</span>
            }
        </button>
    }
}
