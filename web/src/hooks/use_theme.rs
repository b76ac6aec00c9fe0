//! Light and dark.

use super::use_address;
use super::use_engine::ProviderProps;
use gloo::events::EventListener;
use gloo::utils::{document_element, window};
use yew::{
    ContextProvider, Html, component, hook, html, use_context, use_effect_with, use_memo,
    use_state_eq,
};

/// What the reader chose.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ThemeChoice {
    /// As the system has it.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

impl ThemeChoice {
    /// Every choice, in the order of the switch.
    pub const ALL: [Self; 3] = [Self::System, Self::Light, Self::Dark];

    /// Its name in an address; `None` for the default.
    pub fn name(self) -> Option<&'static str> {
        match self {
            Self::System => None,
            Self::Light => Some("light"),
            Self::Dark => Some("dark"),
        }
    }

    /// The choice of that name.
    pub fn from_name(name: Option<&str>) -> Self {
        Self::ALL
            .into_iter()
            .find(|choice| choice.name() == name)
            .unwrap_or_default()
    }
}

/// The theme as it is shown; charts are drawn again when it changes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ThemeHandle {
    /// What the reader chose.
    pub choice: ThemeChoice,
    /// What follows from it.
    pub is_dark: bool,
}

/// Sets the theme that the address asks for, and follows the system's where it asks for none.
#[component]
pub fn ThemeProvider(props: &ProviderProps) -> Html {
    let address = use_address();
    let choice = ThemeChoice::from_name(address.get("theme"));
    let is_system_dark = use_state_eq(|| system_query().is_some_and(|query| query.matches()));
    let setter = is_system_dark.setter();
    use_effect_with((), move |()| {
        let listener = system_query().map(|query| {
            EventListener::new(&query.clone(), "change", move |_| {
                setter.set(query.matches());
            })
        });
        move || drop(listener)
    });
    // While rendering and not afterwards, because charts inside read the colours that follow.
    use_memo(choice, |choice| {
        let root = document_element();
        // Attributes of the root element can always be set.
        let _ = match choice.name() {
            Some(name) => root.set_attribute("data-theme", name),
            None => root.remove_attribute("data-theme"),
        };
    });
    let theme = ThemeHandle {
        choice,
        is_dark: match choice {
            ThemeChoice::System => *is_system_dark,
            ThemeChoice::Light => false,
            ThemeChoice::Dark => true,
        },
    };
    html! {
        <ContextProvider<ThemeHandle> context={theme}>
            { props.children.clone() }
        </ContextProvider<ThemeHandle>>
    }
}

/// The theme.
#[hook]
pub fn use_theme() -> ThemeHandle {
    use_context().unwrap_or_default()
}

fn system_query() -> Option<web_sys::MediaQueryList> {
    window()
        .match_media("(prefers-color-scheme: dark)")
        .ok()
        .flatten()
}
