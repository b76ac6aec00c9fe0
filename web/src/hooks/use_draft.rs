//! The manifest that is being made, which must outlive a look at another page.

use super::use_engine::ProviderProps;
use crate::state::draft::Draft;
use yew::{
    ContextProvider, Html, UseReducerHandle, component, hook, html, use_context, use_reducer_eq,
};

/// Gives every component inside it the draft.
#[component]
pub fn DraftProvider(props: &ProviderProps) -> Html {
    let draft = use_reducer_eq(Draft::default);
    html! {
        <ContextProvider<UseReducerHandle<Draft>> context={draft}>
            { props.children.clone() }
        </ContextProvider<UseReducerHandle<Draft>>>
    }
}

/// The draft; one of its own outside of the provider.
#[hook]
pub fn use_draft() -> UseReducerHandle<Draft> {
    let own = use_reducer_eq(Draft::default);
    use_context().unwrap_or(own)
}
