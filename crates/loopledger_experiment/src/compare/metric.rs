//! What is compared.

use super::Stop;
use loopledger_model::{AttemptRecord, Measured};
use rust_decimal::Decimal;

/// A figure of both sides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Metric {
    /// Accepted artifacts over attempts.
    AcceptanceRate,
    /// Model cost of all attempts over accepted artifacts.
    CostPerAccepted,
    /// Model cost of all attempts.
    ModelCost,
    /// Tool cost of all attempts.
    ToolCost,
    /// Input tokens that no cache held.
    TokensInputUncached,
    /// Input tokens read from a cache.
    TokensCacheRead,
    /// Input tokens written to a cache.
    TokensCacheWrite,
    /// Output tokens without reasoning.
    TokensOutput,
    /// Reasoning tokens.
    TokensReasoning,
    /// Tool calls proposed.
    CallsProposed,
    /// Tool calls that ran.
    CallsExecuted,
    /// Tool calls that a guard took out.
    CallsSuppressed,
    /// Seconds that sandboxes were held.
    SandboxSeconds,
    /// End-to-end latency over attempts, in milliseconds.
    MeanLatency,
    /// The 95th percentile of latency, nearest rank, in milliseconds. It has no interval: an extreme
    /// order statistic is what the bootstrap estimates worst.
    P95Latency,
    /// Attempts with this end over attempts.
    StopShare(Stop),
}

/// What a metric is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A sum over attempts.
    Total,
    /// A sum over the number of attempts.
    PerAttempt,
    /// A sum over accepted artifacts.
    PerAccepted,
    /// A percentile.
    Percentile,
}

/// A metric's unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// A share of 1.
    Share,
    /// Money, in the currency of the figure.
    Money,
    /// Tokens.
    Tokens,
    /// Tool calls.
    Calls,
    /// Seconds.
    Seconds,
    /// Milliseconds.
    Milliseconds,
}

impl Metric {
    /// The metrics that every comparison has, but for the shares of stop reasons.
    pub(super) const ALWAYS: [Self; 15] = [
        Self::AcceptanceRate,
        Self::CostPerAccepted,
        Self::ModelCost,
        Self::ToolCost,
        Self::TokensInputUncached,
        Self::TokensCacheRead,
        Self::TokensCacheWrite,
        Self::TokensOutput,
        Self::TokensReasoning,
        Self::CallsProposed,
        Self::CallsExecuted,
        Self::CallsSuppressed,
        Self::SandboxSeconds,
        Self::MeanLatency,
        Self::P95Latency,
    ];

    /// The metric's stable code; the share of a stop reason is `stopShare`, and that of
    /// attempts that no guard stopped `notStopped`.
    pub fn code(&self) -> &'static str {
        match self {
            Self::AcceptanceRate => "acceptanceRate",
            Self::CostPerAccepted => "costPerAcceptedArtifact",
            Self::ModelCost => "modelCost",
            Self::ToolCost => "toolCost",
            Self::TokensInputUncached => "tokens.inputUncached",
            Self::TokensCacheRead => "tokens.cacheRead",
            Self::TokensCacheWrite => "tokens.cacheWrite",
            Self::TokensOutput => "tokens.output",
            Self::TokensReasoning => "tokens.reasoning",
            Self::CallsProposed => "toolCalls.proposed",
            Self::CallsExecuted => "toolCalls.executed",
            Self::CallsSuppressed => "toolCalls.suppressed",
            Self::SandboxSeconds => "sandboxSeconds",
            Self::MeanLatency => "meanLatencyMs",
            Self::P95Latency => "p95LatencyMs",
            Self::StopShare(Stop::None) => "notStopped",
            Self::StopShare(_) => "stopShare",
        }
    }

    /// What it is made of.
    pub fn kind(&self) -> Kind {
        match self {
            Self::AcceptanceRate | Self::MeanLatency | Self::StopShare(_) => Kind::PerAttempt,
            Self::CostPerAccepted => Kind::PerAccepted,
            Self::P95Latency => Kind::Percentile,
            _ => Kind::Total,
        }
    }

    /// Its unit.
    pub fn unit(&self) -> Unit {
        match self {
            Self::AcceptanceRate | Self::StopShare(_) => Unit::Share,
            Self::CostPerAccepted | Self::ModelCost | Self::ToolCost => Unit::Money,
            Self::TokensInputUncached
            | Self::TokensCacheRead
            | Self::TokensCacheWrite
            | Self::TokensOutput
            | Self::TokensReasoning => Unit::Tokens,
            Self::CallsProposed | Self::CallsExecuted | Self::CallsSuppressed => Unit::Calls,
            Self::SandboxSeconds => Unit::Seconds,
            Self::MeanLatency | Self::P95Latency => Unit::Milliseconds,
        }
    }

    /// What an attempt adds to a metric of counts or durations; `None` for the others.
    pub(super) fn measured(&self, record: &AttemptRecord) -> Option<Measured<Decimal>> {
        let tokens = &record.tokens;
        let calls = &record.tool_calls;
        let count = |measured: &Measured<u64>| measured.clone().map(Decimal::from);
        Some(match self {
            Self::TokensInputUncached => count(&tokens.input_uncached),
            Self::TokensCacheRead => count(&tokens.cache_read),
            Self::TokensCacheWrite => count(&tokens.cache_write),
            Self::TokensOutput => count(&tokens.output),
            Self::TokensReasoning => count(&tokens.reasoning),
            Self::CallsProposed => count(&calls.proposed),
            Self::CallsExecuted => count(&calls.executed),
            Self::CallsSuppressed => count(&calls.suppressed),
            Self::SandboxSeconds => record.sandbox_seconds.clone(),
            Self::MeanLatency | Self::P95Latency => record.latency_ms.clone(),
            Self::StopShare(stop) => record.stop_reason.clone().map(|reason| {
                Decimal::from(u8::from(match (&reason, stop) {
                    (Some(reason), Stop::Reason(meant)) => reason == meant,
                    (None, Stop::None) => true,
                    _ => false,
                }))
            }),
            _ => return None,
        })
    }
}
