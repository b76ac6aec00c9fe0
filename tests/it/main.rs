//! Tests across crates.

mod conformance;
mod corpus;
