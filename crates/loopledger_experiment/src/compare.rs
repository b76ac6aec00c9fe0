//! A baseline against one change.

pub mod bootstrap;
mod tails;
