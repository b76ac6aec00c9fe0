//! Money and outcomes: what an accepted artifact cost.
mod exact;
pub mod ledger;
pub mod price;
pub mod quantile;
pub mod result;
pub mod schema;
pub mod sum;
pub mod summary;
