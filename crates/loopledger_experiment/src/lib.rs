//! Experiments: what was frozen, how it was reviewed, and whether two variants differ.

pub mod compare;
pub mod lacking;
pub mod manifest;
pub mod review;
