//! The panel that says where a number comes from.

use super::use_engine::ProviderProps;
use crate::route::Address;
use gloo::utils::document;
use loopledger::model::{Place, UnknownReason};
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use web_sys::HtmlElement;
use yew::{
    AttrValue, ContextProvider, Html, UseStateHandle, component, hook, html, use_context,
    use_mut_ref, use_state_eq,
};

/// Where a number comes from, or why there is none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Provenance {
    /// What is measured, in the reader's language.
    pub label: AttrValue,
    /// The value with all its digits; `None` if unknown.
    pub value: Option<AttrValue>,
    /// `reported`, `derived`, `priced` or `mixed`.
    pub origin: Option<AttrValue>,
    /// Why it is unknown.
    pub reason: Option<UnknownReason>,
    /// Where it stands, or should have stood.
    pub place: Option<Place>,
    /// What it is added up from, if it is a sum.
    pub sum: Option<Sum>,
}

/// What a sum is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sum {
    /// How many parts are known.
    pub measured: u64,
    /// How many parts there are.
    pub of: u64,
    /// Where each part is shown.
    pub parts: Option<Address>,
}

/// What the panel shows, and how to open and close it.
#[derive(Debug, Clone, PartialEq)]
pub struct PanelHandle {
    shown: Option<UseStateHandle<Option<Rc<Provenance>>>>,
    opener: Rc<std::cell::RefCell<Option<HtmlElement>>>,
}

impl PanelHandle {
    /// What it shows; `None` while it is closed.
    pub fn shown(&self) -> Option<Rc<Provenance>> {
        self.shown.as_ref().and_then(|shown| (**shown).clone())
    }

    /// Shows where a number comes from.
    pub fn open(&self, provenance: Provenance) {
        if let Some(shown) = &self.shown {
            if shown.is_none() {
                *self.opener.borrow_mut() = document()
                    .active_element()
                    .and_then(|element| element.dyn_into().ok());
            }
            shown.set(Some(Rc::new(provenance)));
        }
    }

    /// Closes it, and leaves the focus alone.
    pub fn hide(&self) {
        if let Some(shown) = &self.shown {
            shown.set(None);
        }
        self.opener.borrow_mut().take();
    }

    /// Closes it, and takes the focus back to where it was opened.
    pub fn close(&self) {
        if let Some(shown) = &self.shown {
            shown.set(None);
        }
        if let Some(opener) = self.opener.borrow_mut().take() {
            // An element that is gone cannot take the focus; the page keeps it.
            let _ = opener.focus();
        }
    }
}

/// Gives every component inside it the panel.
#[component]
pub fn PanelProvider(props: &ProviderProps) -> Html {
    let shown = use_state_eq(|| None);
    let opener = use_mut_ref(|| None);
    let handle = PanelHandle {
        shown: Some(shown),
        opener,
    };
    html! {
        <ContextProvider<PanelHandle> context={handle}>
            { props.children.clone() }
        </ContextProvider<PanelHandle>>
    }
}

/// The panel.
#[hook]
pub fn use_panel() -> PanelHandle {
    use_context().unwrap_or_else(|| PanelHandle {
        shown: None,
        opener: Rc::default(),
    })
}
