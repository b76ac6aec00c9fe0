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

impl Rates {
    /// The rates of DeerFlow's own `models[*].pricing`, which are prices per million tokens.
    ///
    /// `None` where a price has more digits than a price per token could keep.
    ///
    /// That section states what cached input costs only where it is cheaper; without
    /// `input_cache_hit_per_million` upstream charges it as other input. It charges writing to a
    /// cache as input and reasoning as output, whatever is stated
    /// (`routers/console.py`, revision 2026-09-08).
    pub fn from_deerflow_pricing(
        input_per_million: Decimal,
        output_per_million: Decimal,
        input_cache_hit_per_million: Option<Decimal>,
    ) -> Option<Self> {
        let input = per_token(input_per_million)?;
        let cache_read = match input_cache_hit_per_million {
            Some(price) => per_token(price)?,
            None => input,
        };
        Some(Self {
            input: Some(input),
            output: Some(per_token(output_per_million)?),
            cache_read: Some(cache_read),
            cache_write: Some(input),
            cache_write_1h: Some(input),
            reasoning: None,
        })
    }
}

/// A price per million tokens as a price per token, without losing a digit.
///
/// ```
/// use loopledger_model::price::per_token;
///
/// let price = per_token("2.50".parse().unwrap()).unwrap();
/// assert_eq!(price.to_string(), "0.0000025");
/// ```
pub fn per_token(per_million: Decimal) -> Option<Decimal> {
    let per_million = per_million.normalize();
    Decimal::try_from_i128_with_scale(per_million.mantissa(), per_million.scale() + 6)
        .ok()
        .map(|price| price.normalize())
}
