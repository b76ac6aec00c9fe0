//! What components share: one `use_*` hook per subject.

mod engine;
mod use_address;
mod use_draft;
mod use_engine;
mod use_host;
mod use_i18n;
mod use_keys;
mod use_library;
mod use_panel;
mod use_query;
mod use_sources;
mod use_theme;

pub use engine::{Engine, EngineError};
pub use use_address::{AddressHandle, AddressProvider, use_address};
pub use use_draft::{DraftProvider, use_draft};
pub use use_engine::{EngineProvider, use_engine};
pub use use_host::use_host;
pub use use_i18n::{I18nProvider, use_i18n};
pub use use_keys::{is_typing, use_keys};
pub use use_library::{Incoming, LibraryHandle, LibraryProvider, LoadResult, Loaded, use_library};
pub use use_panel::{PanelHandle, PanelProvider, Provenance, Sum, use_panel, use_shown_provenance};
pub use use_query::use_query;
pub use use_sources::use_sources;
pub use use_theme::{ThemeChoice, ThemeHandle, ThemeProvider, use_theme};
