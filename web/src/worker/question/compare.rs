//! What the Compare page asks.

use crate::worker::desk::encoded;
use crate::worker::{Bytes, Refusal};
use loopledger::Session;
use serde::{Deserialize, Serialize};

/// A question of the Compare page, and of whoever takes results along.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum CompareQuestion {
    /// The baseline against this variant, or the manifest's first.
    Compare(Option<String>),
    /// Something to take along, as the text of a file.
    Export(ExportKind, Option<String>),
}

/// What can be taken along.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ExportKind {
    /// The result record.
    Result,
    /// The attempts as JSON Lines.
    Jsonl,
    /// The attempts as comma-separated values.
    Csv,
    /// The comparison with the variant as Markdown.
    Summary,
}

impl CompareQuestion {
    pub(super) fn answer(self, session: &mut Session) -> Result<Bytes, Refusal> {
        match self {
            Self::Compare(variant) => encoded(&session.compare(variant.as_deref())),
            Self::Export(kind, variant) => encoded(&match kind {
                ExportKind::Result => session.result_json(),
                ExportKind::Jsonl => session.attempts_jsonl(),
                ExportKind::Csv => session.attempts_csv(),
                ExportKind::Summary => session.summary_markdown(variant.as_deref()),
            }),
        }
    }
}
