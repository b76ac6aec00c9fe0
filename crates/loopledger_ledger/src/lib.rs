//! Money and outcomes: what an accepted artifact cost.
//!
//! The one figure that matters is the model cost of *all* attempts, accepted or not, over accepted
//! artifacts. This crate finds the attempts in what was read ([`ledger`]), prices their tokens
//! where the user supplied a table ([`price`]), adds everything up ([`sum`], [`quantile`],
//! [`summary`]) and writes the published record ([`result`], [`schema`]).
//!
//! - What is unknown stays unknown, with its reason; beside an unknown sum stand its known part and
//!   how many of its terms were measured.
//! - Every aggregate merges with another one, in any order and grouping, to the same result.
//! - Amounts are exact: no floating point, no rounding before display, and no adding of currencies.
//! - Nothing here can fail, and nothing reads a clock or a file.
//!
//! ```
//! use loopledger_ledger::ledger::{Ledger, Sources};
//! use loopledger_model::{AttemptRecord, UnknownReason};
//!
//! let record = AttemptRecord::new("a-1".to_owned(), UnknownReason::AbsentField);
//! let ledger = Ledger::new(&Sources {
//!     records: &[&record],
//!     ..Sources::default()
//! });
//! let summary = ledger.summary();
//! assert_eq!(summary.attempts, 1);
//! // Nobody stated the cost, so there is none to show, and certainly not 0.
//! assert!(!summary.model_cost.total().is_known());
//! ```

mod exact;
pub mod ledger;
pub mod price;
pub mod quantile;
pub mod result;
pub mod schema;
pub mod sum;
pub mod summary;
