//! Money and outcomes: what an accepted artifact cost.
mod exact;
pub mod price;
pub mod quantile;
pub mod sum;
