//! What is to be shown of the attempts.

use super::order::Selection;
use crate::hooks::AddressHandle;
use crate::i18n::I18n;
use crate::i18n::codes::{field_name, outcome_name};
use crate::route::Page;
use crate::t;
use crate::visible_text;
use indexmap::IndexSet;
use loopledger::model::Outcome;
use loopledger::view::AttemptView;
use std::rc::Rc;
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::{AttrValue, Callback, Html, TargetCast as _, html};

/// The outcomes with their names in an address.
const OUTCOMES: [(&str, Outcome); 5] = [
    ("accepted", Outcome::Accepted),
    ("rejected", Outcome::Rejected),
    ("failed", Outcome::Failed),
    ("capped", Outcome::Capped),
    ("unknown", Outcome::Unknown),
];

/// Text, outcome, variant, and which field is unknown.
pub(super) fn filters(
    i18n: &I18n,
    address: &AddressHandle,
    attempts: &[Rc<AttemptView>],
    selection: &Selection,
) -> Html {
    let variants: IndexSet<&str> = attempts
        .iter()
        .filter_map(|attempt| attempt.variant_id.as_deref())
        // An address cannot tell an empty name from any.
        .filter(|variant| !variant.is_empty())
        .collect();
    let on_text = {
        let address = address.clone();
        Callback::from(move |event: yew::InputEvent| {
            let text = event.target_unchecked_into::<HtmlInputElement>().value();
            address.set("page", None);
            address.set(
                "filter",
                Some(text.as_str()).filter(|text| !text.is_empty()),
            );
        })
    };
    let on_key = Callback::from(|event: yew::KeyboardEvent| {
        if event.key() == "Escape" {
            // A field that has the focus can lose it.
            let _ = event.target_unchecked_into::<HtmlInputElement>().blur();
        }
    });
    let on_choice = |key: &'static str| {
        let address = address.clone();
        Callback::from(move |event: yew::Event| {
            let value = event.target_unchecked_into::<HtmlSelectElement>().value();
            address.set("page", None);
            address.set(key, Some(value.as_str()).filter(|value| !value.is_empty()));
        })
    };
    let option = |value: &str, name: AttrValue, chosen: Option<&str>| {
        html! {
            <option
                key={value.to_owned()}
                value={value.to_owned()}
                selected={chosen.unwrap_or_default() == value}
            >
                { name }
            </option>
        }
    };
    html! {
        <form class="filters no-print" role="search" onsubmit={|event: yew::SubmitEvent| event.prevent_default()}>
            <label>
                <span>{ t!(i18n, "attempts-filter") }</span>
                <input
                    id="attempts-filter"
                    type="search"
                    value={selection.text.clone()}
                    oninput={on_text}
                    onkeydown={on_key}
                />
            </label>
            <label>
                <span>{ t!(i18n, "column-outcome") }</span>
                <select onchange={on_choice("outcome")}>
                    { option("", t!(i18n, "attempts-any"), selection.outcome.as_deref()) }
                    { for OUTCOMES.iter().map(|(code, outcome)| {
                        option(code, i18n.text(outcome_name(*outcome)), selection.outcome.as_deref())
                    }) }
                </select>
            </label>
            if variants.len() > 1 {
                <label>
                    <span>{ t!(i18n, "column-variant") }</span>
                    <select onchange={on_choice("variant")}>
                        { option("", t!(i18n, "attempts-any"), selection.variant.as_deref()) }
                        { for variants.into_iter().map(|variant| {
                            option(variant, visible_text(variant), selection.variant.as_deref())
                        }) }
                    </select>
                </label>
            }
            if let Some(field) = &selection.lacks {
                <span class="lacks">
                    { t!(
                        i18n,
                        "attempts-lacks",
                        field = field_name(field).map_or_else(
                            || AttrValue::from(field.clone()),
                            |name| i18n.text(name),
                        ),
                    ) }
                </span>
            }
            if *selection != (Selection { sort: selection.sort, ..Selection::default() }) {
                <a href={address.link(Page::Attempts).to_hash()}>{ t!(i18n, "attempts-clear") }</a>
            }
        </form>
    }
}
