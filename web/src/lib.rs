//! The browser report viewer.

pub mod chart;
pub mod state;
