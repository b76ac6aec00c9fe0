//! The viewer as a part of another page.

pub mod protocol;
pub mod target;
