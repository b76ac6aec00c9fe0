//! A link inside of the viewer.

use crate::route::Address;
use yew::{AttrValue, Classes, Html, Properties, classes, component, html};

/// Properties of [`Link`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct LinkProps {
    /// Where it leads.
    pub to: Address,
    /// Classes.
    #[prop_or_default]
    pub class: Classes,
    /// Whether it leads to what is shown.
    #[prop_or_default]
    pub is_current: bool,
    /// Its name, where its content is not one.
    #[prop_or_default]
    pub label: Option<AttrValue>,
    /// What it shows.
    pub children: Html,
}

/// A true link, so that it can be copied and opened in another tab.
#[component]
pub fn Link(props: &LinkProps) -> Html {
    let current = props.is_current.then_some("page");
    html! {
        <a
            class={classes!(props.class.clone())}
            href={props.to.to_hash()}
            aria-current={current}
            aria-label={props.label.clone()}
        >
            { props.children.clone() }
        </a>
    }
}
