//! What a record must say for its experiment, and does not.

use loopledger_model::{AttemptRecord, UnknownReason};

/// A field that an attempt's record lacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lacking {
    /// The field, by its name in the record (`tokens.reasoning`, `modelCost`, …).
    pub field: &'static str,
    /// Why it is unknown.
    pub reason: UnknownReason,
}

/// The fields that every attempt of an experiment must have and this one lacks, in the record's
/// order.
pub fn lacking(record: &AttemptRecord) -> Vec<Lacking> {
    let tokens = &record.tokens;
    let calls = &record.tool_calls;
    let absent = |is_there: bool| (!is_there).then_some(UnknownReason::AbsentField);
    [
        ("experimentId", absent(record.experiment_id.is_some())),
        ("manifestDigest", absent(record.manifest_digest.is_some())),
        ("taskId", absent(record.task_id.is_some())),
        ("variantId", absent(record.variant_id.is_some())),
        ("model", absent(record.model.is_some())),
        ("sourceRevision", absent(record.source_revision.is_some())),
        ("concurrency", absent(record.concurrency.is_some())),
        (
            "effectiveConfiguration",
            absent(record.effective_configuration.is_some()),
        ),
        ("tokens.inputUncached", tokens.input_uncached.reason()),
        ("tokens.cacheRead", tokens.cache_read.reason()),
        ("tokens.cacheWrite", tokens.cache_write.reason()),
        ("tokens.output", tokens.output.reason()),
        ("tokens.reasoning", tokens.reasoning.reason()),
        ("toolCalls.proposed", calls.proposed.reason()),
        ("toolCalls.executed", calls.executed.reason()),
        ("toolCalls.suppressed", calls.suppressed.reason()),
        ("modelCost", record.model_cost.reason()),
        ("toolCost", record.tool_cost.reason()),
        ("sandboxSeconds", record.sandbox_seconds.reason()),
        ("latencyMs", record.latency_ms.reason()),
        ("stopReason", record.stop_reason.reason()),
    ]
    .into_iter()
    .filter_map(|(field, reason)| {
        Some(Lacking {
            field,
            reason: reason?,
        })
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::lacking;
    use loopledger_model::{AttemptRecord, Measured, Place, UnknownReason};

    #[test]
    fn an_unknown_is_lacking_with_its_reason() {
        let mut record = AttemptRecord::new("a".to_owned(), UnknownReason::NullField);
        record.model_cost = Measured::unknown(UnknownReason::NoPriceForModel);
        let found = lacking(&record);
        assert_eq!(found.len(), 21);
        let cost = found.iter().find(|it| it.field == "modelCost").unwrap();
        assert_eq!(cost.reason, UnknownReason::NoPriceForModel);
    }

    #[test]
    fn a_known_none_is_not_lacking() {
        let mut record = AttemptRecord::new("a".to_owned(), UnknownReason::NullField);
        let place = Place::file("a.jsonl".into());
        record.stop_reason = Measured::reported(None, place);
        assert!(lacking(&record).iter().all(|it| it.field != "stopReason"));
    }
}
