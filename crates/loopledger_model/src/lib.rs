//! The vocabulary of Loopledger: plain data, without behaviour that could fail.
//!
//! Everything that was measured is a [`Measured`] value: known, with the place where it stands, or
//! unknown, with the reason. There is no default of zero anywhere in this crate.
//!
//! The serde form of [`AttemptRecord`], [`ResultRecord`] and [`Experiment`] *is* the published
//! record, so there is one set of structs; `schemars` derives their JSON Schema.

pub mod attempt;
pub mod configuration;
pub mod evaluation;
pub mod experiment;
pub mod measured;
pub mod money;
pub mod place;
pub mod price;
pub mod proposal;
pub mod result_record;
pub mod review;
mod run_row;
pub mod stop_reason;
pub mod tokens;
pub mod trace;

pub use attempt::{
    Artifact, AttemptRecord, Decision, Outcome, Review, RunStatus, ToolCallCounts, TraceLink,
};
pub use configuration::{EffectiveConfiguration, ToolFreqOverride};
pub use evaluation::Evaluation;
pub use experiment::Experiment;
pub use measured::{Measured, Origin, UnknownReason};
pub use money::{Currency, Money};
pub use place::Place;
pub use price::{ModelPrice, PriceTable, PriceTier, Rates};
pub use proposal::{InQuestion, InputFile, Proposal, WorstCase, WorstCount};
pub use result_record::ResultRecord;
pub use review::{AttemptDecision, Judgement, ReviewRecord, Verdict};
pub use run_row::RunRow;
pub use stop_reason::StopReason;
pub use tokens::Tokens;
