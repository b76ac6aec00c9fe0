//! The panel that says where a number comes from.

use super::use_engine::ProviderProps;
use crate::route::Address;
use gloo::utils::document;
use loopledger::model::{Place, UnknownReason};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use web_sys::HtmlElement;
use yew::{
    AttrValue, ContextProvider, Html, UseStateSetter, component, hook, html, use_context,
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

/// How to open and close the panel.
///
/// It stays the same while the panel opens and closes: a page holds thousands of numbers that can
/// open it, and none of them is drawn again for that.
#[derive(Debug, Clone)]
pub struct PanelHandle {
    setter: Option<UseStateSetter<Option<Rc<Provenance>>>>,
    opener: Rc<RefCell<Option<HtmlElement>>>,
}

impl PartialEq for PanelHandle {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.opener, &other.opener)
    }
}

impl PanelHandle {
    /// Shows where a number comes from.
    pub fn open(&self, provenance: Provenance) {
        let opener = document()
            .active_element()
            .filter(|element| !matches!(element.closest(".panel"), Ok(Some(_))));
        // Opened from inside of the panel, it still leads back to where it was first opened.
        if let Some(opener) = opener {
            *self.opener.borrow_mut() = opener.dyn_into().ok();
        }
        self.show(Some(Rc::new(provenance)));
    }

    /// Closes it, and leaves the focus alone.
    pub fn hide(&self) {
        self.show(None);
        self.opener.borrow_mut().take();
    }

    /// Closes it, and takes the focus back to where it was opened.
    pub fn close(&self) {
        self.show(None);
        if let Some(opener) = self.opener.borrow_mut().take() {
            // An element that is gone cannot take the focus; the page keeps it.
            let _ = opener.focus();
        }
    }

    fn show(&self, provenance: Option<Rc<Provenance>>) {
        if let Some(setter) = &self.setter {
            setter.set(provenance);
        }
    }
}

/// What the panel shows.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Shown(Option<Rc<Provenance>>);

/// Gives every component inside it the panel.
#[component]
pub fn PanelProvider(props: &ProviderProps) -> Html {
    let shown = use_state_eq(|| None);
    let opener = use_mut_ref(|| None);
    let handle = PanelHandle {
        setter: Some(shown.setter()),
        opener,
    };
    html! {
        <ContextProvider<PanelHandle> context={handle}>
            <ContextProvider<Shown> context={Shown((*shown).clone())}>
                { props.children.clone() }
            </ContextProvider<Shown>>
        </ContextProvider<PanelHandle>>
    }
}

/// How to open and close the panel.
#[hook]
pub fn use_panel() -> PanelHandle {
    use_context().unwrap_or_else(|| PanelHandle {
        setter: None,
        opener: Rc::default(),
    })
}

/// What the panel shows; `None` while it is closed.
#[hook]
pub fn use_shown_provenance() -> Option<Rc<Provenance>> {
    use_context::<Shown>().and_then(|shown| shown.0)
}
