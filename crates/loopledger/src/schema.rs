//! JSON Schemas (draft 2020-12) of what is read and written.

use loopledger_ledger::schema;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::Value;

pub use loopledger_ledger::schema::RecordKind;

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
