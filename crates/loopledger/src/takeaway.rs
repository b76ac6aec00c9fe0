//! What there is to take along; each reads back to the same state.

use crate::{Session, markdown};
use loopledger_ledger::result;
use loopledger_model::AttemptRecord;
use std::sync::Arc;

impl Session {
    /// The result record of everything that is loaded, with what stands beside it, as the text of a
    /// file.
    pub fn result_json(&mut self) -> String {
        let summary = self.ledger().summary();
        let record = result::result_record(&summary);
        let mut text = result::to_json(&record, Some(&result::result_details(&summary)));
        text.push('\n');
        text
    }

    /// The attempts as the published records, one a line.
    pub fn attempts_jsonl(&mut self) -> String {
        let ledger = self.ledger();
        let mut text = String::new();
        for attempt in &ledger.attempts {
            // A record is plain data; writing it as JSON cannot fail.
            text.push_str(&serde_json::to_string(attempt.record()).unwrap_or_default());
            text.push('\n');
        }
        text
    }

    /// The attempts as comma-separated values, which
    /// [`write_attempts_csv`](loopledger_read::write_attempts_csv) describes.
    pub fn attempts_csv(&mut self) -> String {
        let ledger = Arc::clone(&self.ledger());
        let records: Vec<&AttemptRecord> = ledger
            .attempts
            .iter()
            .map(loopledger_ledger::ledger::Attempt::record)
            .collect();
        loopledger_read::write_attempts_csv(&records)
    }

    /// The comparison with a variant, or why there is none, as Markdown for a pull request.
    pub fn summary_markdown(&mut self, variant: Option<&str>) -> String {
        markdown::comparison(&self.compare(variant))
    }
}
