//! The word `null`, and why.

use crate::hooks::{Provenance, Sum, use_i18n, use_panel};
use crate::i18n::codes::reason_short;
use crate::t;
use loopledger::model::{Place, UnknownReason};
use yew::{AttrValue, Callback, Html, Properties, component, html};

/// Properties of [`NullBadge`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct NullBadgeProps {
    /// What is not known, in the reader's language.
    pub label: AttrValue,
    /// Why not.
    pub reason: UnknownReason,
    /// Where it should have stood.
    #[prop_or_default]
    pub place: Option<Place>,
    /// What it is added up from, if it is a sum.
    #[prop_or_default]
    pub sum: Option<Sum>,
}

/// An unknown: the same wherever one is shown. Leads to the full reason and the place.
#[component]
pub fn NullBadge(props: &NullBadgeProps) -> Html {
    let i18n = use_i18n();
    let panel = use_panel();
    let reason = i18n.text(reason_short(props.reason));
    let on_click = {
        let props = props.clone();
        Callback::from(move |_| {
            panel.open(Provenance {
                label: props.label.clone(),
                value: None,
                origin: None,
                reason: Some(props.reason),
                place: props.place.clone(),
                sum: props.sum.clone(),
            });
        })
    };
    html! {
        <button type="button" class="null" aria-haspopup="dialog" onclick={on_click}>
            // Named for those who do not see the head of the column.
            <span class="visually-hidden">
                { t!(i18n, "label-of", label = props.label.clone()) }
                { " " }
            </span>
            <span class="null-word">{ t!(i18n, "null-word") }</span>
            { " " }
            <span class="null-reason">{ reason }</span>
        </button>
    }
}
