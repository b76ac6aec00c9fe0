//! Token counts in five disjoint categories.

use crate::{Measured, UnknownReason};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One value for each of the five disjoint token categories.
///
/// Where a source does not separate a category, its tokens are counted in the wider one:
/// `input_uncached` holds cached input whose share the source does not state, and `output` holds
/// reasoning that it does not state; the category itself is then unknown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Tokens_for_{T}")]
pub struct Tokens<T> {
    /// Input tokens that were neither read from nor written to a cache.
    pub input_uncached: T,
    /// Input tokens read from a cache.
    pub cache_read: T,
    /// Input tokens written to a cache.
    pub cache_write: T,
    /// Output tokens without reasoning, where that can be separated.
    pub output: T,
    /// Reasoning tokens.
    pub reasoning: T,
}

/// A token count of one response: known, or unknown with the reason.
pub type Count = Result<u64, UnknownReason>;

impl<T> Tokens<T> {
    /// The same value in every category.
    pub fn splat(value: T) -> Self
    where
        T: Clone,
    {
        Self {
            input_uncached: value.clone(),
            cache_read: value.clone(),
            cache_write: value.clone(),
            output: value.clone(),
            reasoning: value,
        }
    }

    /// The categories with their names as they stand in records, in record order.
    pub fn named(&self) -> [(&'static str, &T); 5] {
        [
            ("inputUncached", &self.input_uncached),
            ("cacheRead", &self.cache_read),
            ("cacheWrite", &self.cache_write),
            ("output", &self.output),
            ("reasoning", &self.reasoning),
        ]
    }

    /// Applies a function to every category.
    pub fn map<U>(self, mut f: impl FnMut(T) -> U) -> Tokens<U> {
        Tokens {
            input_uncached: f(self.input_uncached),
            cache_read: f(self.cache_read),
            cache_write: f(self.cache_write),
            output: f(self.output),
            reasoning: f(self.reasoning),
        }
    }

    /// Joins two sets of counts category by category.
    pub fn zip<U, V>(self, other: Tokens<U>, mut f: impl FnMut(T, U) -> V) -> Tokens<V> {
        Tokens {
            input_uncached: f(self.input_uncached, other.input_uncached),
            cache_read: f(self.cache_read, other.cache_read),
            cache_write: f(self.cache_write, other.cache_write),
            output: f(self.output, other.output),
            reasoning: f(self.reasoning, other.reasoning),
        }
    }
}

impl Tokens<Measured<u64>> {
    /// Tokens of which nothing is known, all for the same reason.
    pub fn unknown(reason: UnknownReason) -> Self {
        Self::splat(Measured::unknown(reason))
    }
}
