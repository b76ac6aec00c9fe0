//! Tests that span crates; see `it/`.
