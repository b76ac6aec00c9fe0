//! The engine, for every component.

use super::Engine;
use yew::{ContextProvider, Html, Properties, component, hook, html, use_context, use_memo};

/// Properties of the providers that wrap the page.
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct ProviderProps {
    /// What is inside.
    pub children: Html,
}

/// Gives every component inside it the same engine.
#[component]
pub fn EngineProvider(props: &ProviderProps) -> Html {
    let engine = use_memo((), |()| Engine::new());
    html! {
        <ContextProvider<Engine> context={(*engine).clone()}>
            { props.children.clone() }
        </ContextProvider<Engine>>
    }
}

/// The engine: `use_engine().replay(key, &settings).await`.
#[hook]
pub fn use_engine() -> Engine {
    // Outside of the provider there is a worker without files, as at the start.
    use_context().unwrap_or_else(Engine::new)
}
