//! Message ids of the stable codes that records and views carry.

use crate::hooks::EngineError;
use loopledger::model::{Outcome, UnknownReason};

/// The name of an outcome.
pub fn outcome_name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Accepted => "outcome-accepted",
        Outcome::Rejected => "outcome-rejected",
        Outcome::Failed => "outcome-failed",
        Outcome::Capped => "outcome-capped",
        Outcome::Unknown => "outcome-unknown",
    }
}

/// Why something is unknown, in two or three words.
pub fn reason_short(reason: UnknownReason) -> &'static str {
    match reason {
        UnknownReason::AbsentField => "reason-absent-field",
        UnknownReason::NullField => "reason-null-field",
        UnknownReason::SentinelZero => "reason-sentinel-zero",
        UnknownReason::NoPriceForModel => "reason-no-price-for-model",
        UnknownReason::StreamPartial => "reason-stream-partial",
        UnknownReason::TruncatedFile => "reason-truncated-file",
        UnknownReason::ParseError => "reason-parse-error",
        UnknownReason::Ambiguous => "reason-ambiguous",
        UnknownReason::NotRun => "reason-not-run",
        UnknownReason::NothingAccepted => "reason-nothing-accepted",
        UnknownReason::NoSamples => "reason-no-samples",
        UnknownReason::PartUnknown => "reason-part-unknown",
        _ => "reason-other",
    }
}

/// Why something is unknown, in a sentence.
pub fn reason_text(reason: UnknownReason) -> &'static str {
    match reason {
        UnknownReason::AbsentField => "reason-absent-field-text",
        UnknownReason::NullField => "reason-null-field-text",
        UnknownReason::SentinelZero => "reason-sentinel-zero-text",
        UnknownReason::NoPriceForModel => "reason-no-price-for-model-text",
        UnknownReason::StreamPartial => "reason-stream-partial-text",
        UnknownReason::TruncatedFile => "reason-truncated-file-text",
        UnknownReason::ParseError => "reason-parse-error-text",
        UnknownReason::Ambiguous => "reason-ambiguous-text",
        UnknownReason::NotRun => "reason-not-run-text",
        UnknownReason::NothingAccepted => "reason-nothing-accepted-text",
        UnknownReason::NoSamples => "reason-no-samples-text",
        UnknownReason::PartUnknown => "reason-part-unknown-text",
        _ => "reason-other-text",
    }
}

/// Where a value comes from, in a sentence; `None` for a code of another version.
pub fn origin_text(origin: &str) -> Option<&'static str> {
    Some(match origin {
        "reported" => "origin-reported-text",
        "derived" => "origin-derived-text",
        "priced" => "origin-priced-text",
        "mixed" => "origin-mixed-text",
        _ => return None,
    })
}

/// Where a value comes from, in a word; `None` for a code of another version.
pub fn origin_name(origin: &str) -> Option<&'static str> {
    Some(match origin {
        "reported" => "origin-reported",
        "derived" => "origin-derived",
        "priced" => "origin-priced",
        "mixed" => "origin-mixed",
        _ => return None,
    })
}

/// What went wrong between the page and the engine.
pub fn engine_error(error: &EngineError) -> &'static str {
    match error.code() {
        "gone" => "error-gone",
        "unreadable" => "error-unreadable",
        "too_large" => "error-too-large",
        "unknown_run" => "error-unknown-run",
        "unknown_revision" | "invalid_configuration" => "error-replay",
        "unknown_step" => "error-unknown-step",
        "sweep_no_tool" | "sweep_not_of_tool" => "error-sweep-tool",
        "sweep_empty_range" => "error-sweep-range",
        "sweep_too_many_values" => "error-sweep-values",
        "sweep_no_runs" => "error-sweep-runs",
        "sweep_several_rules" => "error-sweep-rules",
        "sweep_unchanged" => "error-sweep-unchanged",
        "cancelled" => "error-cancelled",
        "address_invalid" => "error-address-invalid",
        "address_scheme" => "error-address-scheme",
        "address_credentials" => "error-address-credentials",
        "declined" => "error-declined",
        "no_answer" => "error-no-answer",
        "not_shared" => "error-not-shared",
        "policy" => "error-policy",
        "http_status" => "error-http-status",
        "redirected" => "error-redirected",
        "web_page" => "error-web-page",
        "broken_off" => "error-broken-off",
        "size_mismatch" => "error-size-mismatch",
        "digest_mismatch" => "error-digest-mismatch",
        "listing" => "error-listing",
        _ => "error-other",
    }
}

/// The name of a file format; `None` for a code of another version.
pub fn format_name(code: &str) -> Option<&'static str> {
    Some(match code {
        "deerflow-event-journal" => "format-event-journal",
        "deerflow-run-rows" => "format-run-rows",
        "deerflow-thread-state" => "format-thread-state",
        "langchain-messages" => "format-message-dump",
        "deerflow-config" => "format-config-yaml",
        "loopledger-attempts" => "format-attempt-records",
        "loopledger-result" => "format-result-record",
        "loopledger-experiment" => "format-experiment-manifest",
        "loopledger-review" => "format-review",
        "loopledger-proposal" => "format-proposal",
        "attempt-list" => "format-attempt-list",
        "terminal-bench-results" => "format-terminal-bench",
        "mini-swe-agent-trajectory" => "format-mini-swe-agent",
        "swe-agent-trajectory" => "format-swe-agent",
        "swe-bench-report" => "format-swe-bench",
        "loopledger-trace" => "format-redacted-trace",
        "litellm-prices" => "format-price-table",
        _ => return None,
    })
}

/// How bad a diagnostic is.
pub fn severity_name(code: &str) -> Option<&'static str> {
    Some(match code {
        "error" => "severity-error",
        "warning" => "severity-warning",
        "info" => "severity-info",
        _ => return None,
    })
}

/// The name of a field of an attempt record; `None` where it has no name beside its own.
pub fn field_name(field: &str) -> Option<&'static str> {
    Some(match field {
        "record" => "field-record",
        "modelCost" => "field-model-cost",
        "toolCost" => "field-tool-cost",
        "sandboxSeconds" => "field-sandbox-seconds",
        "latencyMs" => "field-latency",
        "stopReason" => "field-stop-reason",
        "startedAt" => "field-started-at",
        "endedAt" => "field-ended-at",
        "tokens.inputUncached" => "field-tokens-input-uncached",
        "tokens.cacheRead" => "field-tokens-cache-read",
        "tokens.cacheWrite" => "field-tokens-cache-write",
        "tokens.output" => "field-tokens-output",
        "tokens.reasoning" => "field-tokens-reasoning",
        "toolCalls.proposed" => "field-tool-calls-proposed",
        "toolCalls.executed" => "field-tool-calls-executed",
        "toolCalls.suppressed" => "field-tool-calls-suppressed",
        _ => return None,
    })
}

/// Which guard stopped a run, in words; `None` for text that upstream does not write.
pub fn stop_reason_name(code: &str) -> Option<&'static str> {
    Some(match code {
        "loop_capped" => "stop-loop-capped",
        "token_capped" => "stop-token-capped",
        "safety_capped" => "stop-safety-capped",
        "subagent_limit_capped" => "stop-subagent-limit-capped",
        "model_length_capped" => "stop-model-length-capped",
        "turn_capped" => "stop-turn-capped",
        "orphan_recovered" => "stop-orphan-recovered",
        "scheduled_task_orphan_recovered" => "stop-scheduled-task-orphan-recovered",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_has_words_of_its_own() {
        for code in [
            "absent_field",
            "null_field",
            "sentinel_zero",
            "no_price_for_model",
            "stream_partial",
            "truncated_file",
            "parse_error",
            "ambiguous",
            "not_run",
            "nothing_accepted",
            "no_samples",
            "part_unknown",
        ] {
            let reason = UnknownReason::from_code(code).unwrap();
            assert_ne!(reason_short(reason), "reason-other", "{code}");
            assert_ne!(reason_text(reason), "reason-other-text", "{code}");
        }
    }
}
