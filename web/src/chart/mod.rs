//! Data of charts.

pub mod replay;
