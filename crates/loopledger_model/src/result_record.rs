//! The result record: what a whole benchmark came to.

use crate::{Currency, Place, StopReason};
use indexmap::IndexMap;
use rust_decimal::Decimal;
use schemars::JsonSchema;

/// The published result record.
///
/// In JSON it has exactly these keys, in this order, all always present:
/// `attempts`, `acceptedArtifacts`, `totalModelCost`, `sandboxSeconds`, `p95LatencyMs`,
/// `costPerAcceptedArtifact`, `stopReasons`, `benchmarkExecuted`; amounts are JSON numbers.
/// A sibling key `loopledger` may carry the rest. The ledger writes it, so that no digit of an
/// amount is lost on the way.
#[derive(Debug, Clone, Default, PartialEq, Eq, JsonSchema)]
#[schemars(rename_all = "camelCase")]
pub struct ResultRecord {
    /// Attempts of any end. A count, not a measurement: 0 where nothing was run.
    pub attempts: u64,
    /// Accepted artifacts; `None` where there are attempts and none was ever reviewed.
    pub accepted_artifacts: Option<u64>,
    /// What all model calls cost, in units of the currency that the sibling key names.
    #[schemars(with = "Option<f64>")]
    pub total_model_cost: Option<Decimal>,
    /// The currency of both amounts; `None` where the record does not say.
    #[schemars(skip)]
    pub currency: Option<Currency>,
    /// Seconds that sandboxes were held, all attempts.
    #[schemars(with = "Option<f64>")]
    pub sandbox_seconds: Option<Decimal>,
    /// 95th percentile of end-to-end latency, nearest rank, in milliseconds.
    #[schemars(with = "Option<f64>")]
    pub p95_latency_ms: Option<Decimal>,
    /// Total model cost over accepted artifacts.
    #[schemars(with = "Option<f64>")]
    pub cost_per_accepted_artifact: Option<Decimal>,
    /// How many attempts each stop reason ended.
    pub stop_reasons: IndexMap<StopReason, u64>,
    /// Whether anything was run; if not, every metric is `null`.
    pub benchmark_executed: bool,
    /// Where the record stands, if it was read.
    #[schemars(skip)]
    pub place: Option<Place>,
}
