//! The browser report viewer.
//!
//! [`App`](app::App) is the page; [`SessionWorker`](worker::SessionWorker) holds the files and does
//! the work. Nothing that a reader drops leaves the tab.

pub mod app;
pub mod chart;
pub mod components;
pub mod embed;
pub mod export;
pub mod fetching;
pub mod hooks;
pub mod i18n;
pub mod intake;
pub mod pages;
pub mod route;
pub mod source;
pub mod start;
pub mod state;
mod visible_text;
pub mod worker;

pub use visible_text::visible_text;
