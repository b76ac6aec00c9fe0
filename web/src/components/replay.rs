//! The replay of one run.

mod call;
mod controls;
mod decision;
mod decisions_table;
mod detail;
mod frequency;
mod glyph;
mod header;
mod history;
mod limits_form;
mod opinion_words;
mod opinions;
mod rules;
mod screen;
mod step_list;
mod timeline;
mod use_width;
mod words;

pub use screen::{ReplayScreen, ReplayScreenProps, settings_of};
pub use use_width::use_width;
