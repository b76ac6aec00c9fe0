//! The address, for every component.
//!
//! yew-router's hash history throws when a reader clears the part after `#`, or puts something
//! there that does not begin with a slash; here such an address is one more unknown page.

use super::use_engine::ProviderProps;
use crate::route::{Address, Page};
use gloo::events::EventListener;
use gloo::utils::window;
use std::rc::Rc;
use wasm_bindgen::JsValue;
use yew::{
    ContextProvider, Html, UseStateSetter, component, hook, html, use_context, use_effect_with,
    use_state_eq,
};

/// The address, and how to change it.
#[derive(Debug, Clone, PartialEq)]
pub struct AddressHandle {
    address: Rc<Address>,
    setter: Option<UseStateSetter<Rc<Address>>>,
}

impl AddressHandle {
    /// The address as of this render.
    pub fn address(&self) -> &Address {
        &self.address
    }

    /// The address as of now, which a task that took time must ask for.
    pub fn now(&self) -> Address {
        current()
    }

    /// A value of its query.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.address.query.get(key)
    }

    /// The address of a page, to be linked to.
    pub fn link(&self, page: Page) -> Address {
        self.address.to_page(page)
    }

    /// Goes to an address; Back comes back here.
    pub fn push(&self, address: &Address) {
        self.go(address, false);
    }

    /// Goes to an address in place of this one; for choices of which nobody wants to undo each.
    pub fn replace(&self, address: &Address) {
        self.go(address, true);
    }

    /// Sets a key of the current query, in place.
    ///
    /// It starts from the address as it is now, so that two changes in one event both count.
    pub fn set(&self, key: &str, value: Option<&str>) {
        self.replace(&current().with(key, value));
    }

    fn go(&self, address: &Address, replace: bool) {
        let hash = address.to_hash();
        if hash == current().to_hash() {
            return;
        }
        if let Ok(history) = window().history() {
            let null = JsValue::NULL;
            // Fails only when called many times a second; the state is set all the same.
            let _ = if replace {
                history.replace_state_with_url(&null, "", Some(&hash))
            } else {
                history.push_state_with_url(&null, "", Some(&hash))
            };
        }
        if let Some(setter) = &self.setter {
            setter.set(Rc::new(address.clone()));
        }
    }
}

fn current() -> Address {
    Address::parse(&window().location().hash().unwrap_or_default())
}

/// Gives every component inside it the address, and follows its changes.
#[component]
pub fn AddressProvider(props: &ProviderProps) -> Html {
    let address = use_state_eq(|| Rc::new(current()));
    let setter = address.setter();
    use_effect_with((), move |()| {
        let follow = |name: &'static str| {
            let setter = setter.clone();
            EventListener::new(&window(), name, move |_| setter.set(Rc::new(current())))
        };
        let listeners = [follow("hashchange"), follow("popstate")];
        move || drop(listeners)
    });
    let handle = AddressHandle {
        address: Rc::clone(&address),
        setter: Some(address.setter()),
    };
    html! {
        <ContextProvider<AddressHandle> context={handle}>
            { props.children.clone() }
        </ContextProvider<AddressHandle>>
    }
}

/// The address.
#[hook]
pub fn use_address() -> AddressHandle {
    use_context().unwrap_or_else(|| AddressHandle {
        address: Rc::new(Address::default()),
        setter: None,
    })
}
