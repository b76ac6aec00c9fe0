//! A number that leads back to where it comes from.

use crate::hooks::{Provenance, Sum, use_i18n, use_panel};
use crate::t;
use crate::visible_text;
use loopledger::model::Place;
use yew::{AttrValue, Callback, Html, Properties, component, html};

/// Properties of [`Sourced`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct SourcedProps {
    /// What is measured, in the reader's language.
    pub label: AttrValue,
    /// The value as it is shown.
    pub text: AttrValue,
    /// The value with all its digits, where `text` is rounded.
    #[prop_or_default]
    pub exact: Option<AttrValue>,
    /// Its unit.
    #[prop_or_default]
    pub unit: Option<AttrValue>,
    /// `reported`, `derived`, `priced` or `mixed`.
    #[prop_or_default]
    pub origin: Option<AttrValue>,
    /// Where it stands.
    #[prop_or_default]
    pub place: Option<Place>,
    /// What it is added up from, if it is a sum.
    #[prop_or_default]
    pub sum: Option<Sum>,
}

/// A number; a button if there is anything to be said about its origin.
#[component]
pub fn Sourced(props: &SourcedProps) -> Html {
    let i18n = use_i18n();
    let panel = use_panel();
    let number = html! {
        <>
            <span class="num">{ visible_text(&props.text) }</span>
            if let Some(unit) = props.unit.clone() {
                <span class="unit">{ "\u{a0}" }{ unit }</span>
            }
        </>
    };
    if props.place.is_none() && props.origin.is_none() {
        return html! { <span class="figure">{ number }</span> };
    }
    let is_priced = props.origin.as_deref() == Some("priced");
    let on_click = {
        let props = props.clone();
        Callback::from(move |_| {
            let text = props.exact.as_ref().unwrap_or(&props.text);
            panel.open(Provenance {
                label: props.label.clone(),
                value: Some(match &props.unit {
                    Some(unit) => AttrValue::from(format!("{text}\u{a0}{unit}")),
                    None => text.clone(),
                }),
                origin: props.origin.clone(),
                reason: None,
                place: props.place.clone(),
                sum: props.sum.clone(),
            });
        })
    };
    html! {
        <button
            type="button"
            class="figure sourced"
            aria-haspopup="dialog"
            onclick={on_click}
        >
            { number }
            if is_priced {
                <span class="priced">{ t!(i18n, "origin-priced-short") }</span>
            }
        </button>
    }
}
