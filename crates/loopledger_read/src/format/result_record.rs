//! Our result record: exactly eight keys, and a sibling that carries the rest.

use super::attempt_record::{KnownKeys, report_duplicate_keys, stop_reason_counts};
use crate::diagnostic::Severity;
use crate::field::{self, Bad};
use crate::source::{Context, Record};
use loopledger_json::Node;
use loopledger_model::{Currency, ResultRecord};

pub(crate) const WANTS: &str =
    "the keys of a result record (attempts, acceptedArtifacts, …, benchmarkExecuted)";

const FIELDS: [&str; 9] = [
    "attempts",
    "acceptedArtifacts",
    "totalModelCost",
    "sandboxSeconds",
    "p95LatencyMs",
    "costPerAcceptedArtifact",
    "stopReasons",
    "benchmarkExecuted",
    "loopledger",
];

/// Whether an object is a result record: most of its keys are there.
pub(crate) fn is_record(node: &Node<'_>) -> bool {
    let count = FIELDS.iter().filter(|key| node.get(key).is_some()).count();
    count >= 5
        && (node.get("benchmarkExecuted").is_some() || node.get("acceptedArtifacts").is_some())
}

/// Reads a record. `Err` names what it should have been.
pub(crate) fn read_record(
    context: &mut Context,
    keys: &mut KnownKeys,
    record: Record<'_, '_>,
) -> Result<ResultRecord, &'static str> {
    report_duplicate_keys(context, record);
    keys.check(context, record, &FIELDS, "a result record");
    for key in FIELDS.iter().take(8) {
        if record.get(key).is_none() {
            record.report_key(
                context,
                Severity::Error,
                "absent_field",
                key,
                "the field, if only as null",
            );
        }
    }
    let Some(attempts) = record
        .measured(context, "attempts", field::count)
        .value()
        .copied()
    else {
        return Err("a result record with a whole number of attempts");
    };
    let Some(benchmark_executed) = record.flag(context, "benchmarkExecuted") else {
        return Err("a result record whose benchmarkExecuted is true or false");
    };
    let amount = |context: &mut Context, key: &str| {
        record
            .measured(context, key, |node| {
                if node.str().is_some() {
                    return Err(Bad::Value {
                        code: "not_a_number",
                        expected: "a JSON number or null",
                        reason: loopledger_model::UnknownReason::ParseError,
                    });
                }
                field::decimal(node)
            })
            .value()
            .copied()
    };
    Ok(ResultRecord {
        attempts,
        accepted_artifacts: record
            .measured(context, "acceptedArtifacts", field::count)
            .value()
            .copied(),
        total_model_cost: amount(context, "totalModelCost"),
        currency: record
            .get("loopledger")
            .and_then(|rest| rest.get("currency")?.str())
            .map(|code| Currency::new(&code.to_display())),
        sandbox_seconds: amount(context, "sandboxSeconds"),
        p95_latency_ms: amount(context, "p95LatencyMs"),
        cost_per_accepted_artifact: amount(context, "costPerAcceptedArtifact"),
        stop_reasons: stop_reason_counts(context, record, "stopReasons"),
        benchmark_executed,
        place: Some(record.place()),
    })
}
