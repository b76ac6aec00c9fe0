//! Loopledger's one API: files in, replays and reports out.
//!
//! Every door (command line, JavaScript, viewer) converts, calls this crate, and converts back.

pub mod view;

pub use loopledger_model as model;
