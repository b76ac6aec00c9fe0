//! Tests across crates.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod cli;
mod compare;
mod component;
mod conformance;
mod corpus;
mod deerflow;
mod examples;
mod faults;
mod redact;
mod review;
mod session;
mod typescript;
mod workflows;
