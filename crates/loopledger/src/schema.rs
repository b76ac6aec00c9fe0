//! JSON Schemas (draft 2020-12) of what is read and written.

use crate::inspect::InspectView;
use crate::view::experiment::ExperimentsView;
use crate::view::opinions::Opinions;
use crate::view::review::ReviewView;
use crate::view::{Replays, ReportAnswer};
use loopledger_ledger::schema;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::Value;

pub use loopledger_ledger::schema::RecordKind;

/// What a schema can be asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SchemaKind {
    /// The attempt record, one line of JSON Lines.
    Attempt,
    /// The result record.
    Result,
    /// The experiment manifest.
    Experiment,
    /// One reviewer's verdicts.
    Review,
    /// What was read from each file.
    Inspect,
    /// What reviewers decided, with what there is to review.
    ReviewAnswer,
    /// Runs judged again.
    Replay,
    /// What everything came to.
    Report,
    /// The manifests, and what was recorded under them.
    Experiments,
    /// What other detectors say.
    Opinions,
}

/// The text names no kind of schema.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown kind of schema {0:?}; known are {known}", known = codes())]
pub struct UnknownSchemaKind(pub String);

fn codes() -> String {
    let codes: Vec<&str> = SchemaKind::ALL.iter().map(|kind| kind.code()).collect();
    codes.join(", ")
}

impl SchemaKind {
    /// Every kind: what is read first, then what is answered.
    pub const ALL: &'static [Self] = &[
        Self::Attempt,
        Self::Result,
        Self::Experiment,
        Self::Review,
        Self::Inspect,
        Self::ReviewAnswer,
        Self::Replay,
        Self::Report,
        Self::Experiments,
        Self::Opinions,
    ];

    /// The kind's stable code.
    pub fn code(self) -> &'static str {
        match self {
            Self::Attempt => "attempt",
            Self::Result => "result",
            Self::Experiment => "experiment",
            Self::Review => "review",
            Self::ReviewAnswer => "review-answer",
            Self::Inspect => "inspect",
            Self::Replay => "replay",
            Self::Report => "report",
            Self::Experiments => "experiments",
            Self::Opinions => "opinions",
        }
    }
}

impl std::str::FromStr for SchemaKind {
    type Err = UnknownSchemaKind;

    fn from_str(text: &str) -> Result<Self, UnknownSchemaKind> {
        Self::ALL
            .iter()
            .copied()
            .find(|kind| kind.code() == text)
            .ok_or_else(|| UnknownSchemaKind(text.to_owned()))
    }
}

/// The schema of a kind.
pub fn of_kind(kind: SchemaKind) -> Value {
    match kind {
        SchemaKind::Attempt => of_record(RecordKind::Attempt),
        SchemaKind::Result => of_record(RecordKind::Result),
        SchemaKind::Experiment => of_record(RecordKind::Experiment),
        SchemaKind::Review => of_record(RecordKind::Review),
        SchemaKind::Inspect => of::<InspectView>(),
        SchemaKind::ReviewAnswer => of::<ReviewView>(),
        SchemaKind::Replay => of::<Replays>(),
        SchemaKind::Report => of::<ReportAnswer>(),
        SchemaKind::Experiments => of::<ExperimentsView>(),
        SchemaKind::Opinions => of::<Opinions>(),
    }
}

/// The schema of a published record.
pub fn of_record(kind: RecordKind) -> Value {
    schema::schema(kind).to_value()
}

/// The schema of anything that this crate answers.
pub fn of<T: JsonSchema>() -> Value {
    SchemaSettings::draft2020_12()
        .for_serialize()
        .into_generator()
        .into_root_schema_for::<T>()
        .to_value()
}
