//! Tests across crates.

mod conformance;
mod corpus;
mod typescript;
