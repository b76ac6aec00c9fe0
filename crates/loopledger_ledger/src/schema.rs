//! JSON Schemas of the published records.

use crate::result::ResultDetails;
use loopledger_model::{AttemptRecord, Experiment, ResultRecord};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde_json::json;

/// A published record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RecordKind {
    /// One try at a task, one JSON object a line.
    Attempt,
    /// What a benchmark came to.
    Result,
    /// What was fixed before anything ran.
    Experiment,
}

impl RecordKind {
    /// Every record, in the order in which they are listed.
    pub const ALL: [Self; 3] = [Self::Attempt, Self::Result, Self::Experiment];

    /// The record's name, as a user types it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Attempt => "attempt",
            Self::Result => "result",
            Self::Experiment => "experiment",
        }
    }

    /// The record with a name; `None` for any other text.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// The JSON Schema (draft 2020-12) of a record as it is written: every key is required, and a
/// measurement that was not made is `null`.
pub fn schema(kind: RecordKind) -> Schema {
    match kind {
        RecordKind::Attempt => written::<AttemptRecord>(),
        RecordKind::Experiment => written::<Experiment>(),
        RecordKind::Result => result_schema(),
    }
}

/// [`schema`] as JSON text with line breaks.
pub fn schema_text(kind: RecordKind) -> String {
    // A schema is a JSON value already.
    serde_json::to_string_pretty(&schema(kind)).unwrap_or_default()
}

fn written<T: JsonSchema>() -> Schema {
    SchemaSettings::draft2020_12()
        .for_serialize()
        .into_generator()
        .into_root_schema_for::<T>()
}

/// The record's own keys, and beside them `loopledger`, which may be left out.
fn result_schema() -> Schema {
    let mut generator = SchemaSettings::draft2020_12()
        .for_serialize()
        .into_generator();
    let details = generator.subschema_for::<ResultDetails>();
    let mut schema = generator.into_root_schema_for::<ResultRecord>();
    if let Some(properties) = schema
        .get_mut("properties")
        .and_then(|it| it.as_object_mut())
    {
        properties.insert("loopledger".to_owned(), json!(details));
    }
    schema
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back() {
        for kind in RecordKind::ALL {
            assert_eq!(RecordKind::from_name(kind.name()), Some(kind));
        }
        assert_eq!(RecordKind::from_name("Attempt"), None);
    }
}
