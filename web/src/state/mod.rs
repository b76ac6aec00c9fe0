//! State.

pub mod replay;
