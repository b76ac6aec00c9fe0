//! Tests across crates.

mod cli;
mod conformance;
mod corpus;
mod faults;
mod typescript;
