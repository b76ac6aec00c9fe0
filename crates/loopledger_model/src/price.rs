//! A user's price table, as plain data.

use crate::{Currency, Place};
use indexmap::IndexMap;
use rust_decimal::Decimal;
use std::sync::Arc;

/// A price table: off until the user supplies one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PriceTable {
    /// The file that it was read from.
    pub file: Arc<str>,
    /// SHA-256 of the file's bytes, lower-case hex.
    pub sha256: String,
    /// The file's date, where the host knows it (RFC 3339).
    pub date: Option<String>,
    /// Prices by model name, in file order. A model matches only its exact name or an alias that
    /// the user wrote.
    pub models: IndexMap<String, ModelPrice>,
    /// Names that stand for a model of the table, as the user wrote them.
    pub aliases: IndexMap<String, String>,
}

/// What a model's tokens cost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelPrice {
    /// Where the price stands.
    pub place: Place,
    /// The currency of every rate.
    pub currency: Currency,
    /// The rates below the first tier.
    pub base: Rates,
    /// Rates of requests with longer input, by ascending threshold.
    pub tiers: Vec<PriceTier>,
}

/// Rates that hold for a whole request once its input is longer than a threshold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PriceTier {
    /// Input tokens, cached ones included, that a request must exceed.
    pub above_input_tokens: u64,
    /// The tier's rates; a rate that it lacks is the one below it.
    pub rates: Rates,
}

/// Prices per token, exact, in whole units of the currency; `None` where the table has none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Rates {
    /// Uncached input.
    pub input: Option<Decimal>,
    /// Output.
    pub output: Option<Decimal>,
    /// Input read from a cache.
    pub cache_read: Option<Decimal>,
    /// Input written to a cache, shortest retention.
    pub cache_write: Option<Decimal>,
    /// Input written to a cache for an hour.
    pub cache_write_1h: Option<Decimal>,
    /// Reasoning, where it is not priced as output.
    pub reasoning: Option<Decimal>,
}
