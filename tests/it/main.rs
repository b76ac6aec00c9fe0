//! Tests across crates.

mod conformance;
