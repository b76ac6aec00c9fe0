//! JSON Schemas of the published records.

use crate::result::ResultDetails;
use loopledger_model::{AttemptRecord, Experiment, ResultRecord, ReviewRecord};
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
    /// What one reviewer decided.
    Review,
}

impl RecordKind {
    /// Every record, in the order in which they are listed.
    pub const ALL: [Self; 4] = [Self::Attempt, Self::Result, Self::Experiment, Self::Review];

    /// The record's name, as a user types it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Attempt => "attempt",
            Self::Result => "result",
            Self::Experiment => "experiment",
            Self::Review => "review",
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
        RecordKind::Experiment => experiment_schema(),
        RecordKind::Review => written::<ReviewRecord>(),
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

/// A manifest that was never frozen may leave `frozen` out.
fn experiment_schema() -> Schema {
    let mut schema = written::<Experiment>();
    if let Some(required) = schema.get_mut("required").and_then(|it| it.as_array_mut()) {
        required.retain(|key| key != "frozen");
    }
    schema
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
    use crate::ledger::{Ledger, Sources};
    use crate::result::{result_details, result_record, to_json};
    use crate::summary::Summary;
    use loopledger_model::experiment::{Baseline, Frozen, FrozenPart, Part, Rubric, Task, Variant};
    use loopledger_model::trace::{InterventionAction, Layer};
    use loopledger_model::{
        Artifact, AttemptDecision, Currency, Decision, EffectiveConfiguration, Judgement, Measured,
        Money, Place, Review, RunStatus, StopReason, ToolFreqOverride, TraceLink, UnknownReason,
        Verdict,
    };
    use serde_json::Value;
    use std::collections::BTreeMap;

    /// Checks the part of JSON Schema that the records' schemas use: references, types, constants,
    /// alternatives, items and keys. Keys that a schema does not name are faults, too.
    fn faults(root: &Value, schema: &Value, value: &Value, at: &str, found: &mut Vec<String>) {
        if let Some(name) = schema["$ref"].as_str() {
            let target = root.pointer(name.trim_start_matches('#')).unwrap();
            faults(root, target, value, at, found);
        }
        if let Some(constant) = schema.get("const")
            && constant != value
        {
            found.push(format!("{at}: not {constant}"));
        }
        for alternatives in ["anyOf", "oneOf"].map(|key| schema[key].as_array()) {
            let fits = |schema: &Value| {
                let mut found = Vec::new();
                faults(root, schema, value, at, &mut found);
                found.is_empty()
            };
            if alternatives.is_some_and(|all| !all.iter().any(fits)) {
                found.push(format!("{at}: fits no alternative"));
            }
        }
        let types: Vec<_> = match &schema["type"] {
            Value::Array(types) => types.iter().filter_map(Value::as_str).collect(),
            name => name.as_str().into_iter().collect(),
        };
        let is_type = |name: &&str| match *name {
            "null" => value.is_null(),
            "boolean" => value.is_boolean(),
            "integer" => value.is_i64() || value.is_u64(),
            "number" => value.is_number(),
            "string" => value.is_string(),
            "array" => value.is_array(),
            _ => value.is_object(),
        };
        if !types.is_empty() && !types.iter().any(is_type) {
            found.push(format!("{at}: {value} is not {types:?}"));
        }
        if let Some(items) = value.as_array() {
            for (index, item) in items.iter().enumerate() {
                let at = format!("{at}/{index}");
                faults(root, &schema["items"], item, &at, found);
            }
        }
        let Some(members) = value.as_object().filter(|_| types.contains(&"object")) else {
            return;
        };
        for key in schema["required"].as_array().into_iter().flatten() {
            if !members.contains_key(key.as_str().unwrap()) {
                found.push(format!("{at}: {key} is missing"));
            }
        }
        for (key, value) in members {
            let schema = schema["properties"]
                .get(key)
                .or_else(|| schema.get("additionalProperties"));
            let at = format!("{at}/{key}");
            match schema {
                Some(schema) => faults(root, schema, value, &at, found),
                None => found.push(format!("{at}: unknown key")),
            }
        }
    }

    fn check(kind: RecordKind, json: &str) {
        let schema: Value = serde_json::from_str(&schema_text(kind)).unwrap();
        let value = serde_json::from_str(json).unwrap();
        let mut found = Vec::new();
        faults(&schema, &schema, &value, "", &mut found);
        assert_eq!(found, Vec::<String>::new());
    }

    fn full_attempt() -> AttemptRecord {
        let place = || Place::file("attempts.jsonl".into());
        let mut record = AttemptRecord::new("a-1".to_owned(), UnknownReason::AbsentField);
        record.effective_configuration = Some(EffectiveConfiguration {
            tool_freq_overrides: [(
                "bash".to_owned(),
                ToolFreqOverride {
                    warn: 60,
                    hard_limit: 100,
                },
            )]
            .into(),
            ..EffectiveConfiguration::default()
        });
        record.concurrency = Some(4);
        record.tokens.output = Measured::reported(80, place());
        record.model_cost = Measured::reported(
            Money {
                amount: "0.10".parse().unwrap(),
                currency: Currency::new("USD"),
            },
            place(),
        );
        record.latency_ms = Measured::reported("1200.5".parse().unwrap(), place());
        record.status = Some(RunStatus::Success);
        record.stop_reason = Measured::reported(Some(StopReason::LoopCapped), place());
        record.review = Some(Review {
            rubric: Some("report".to_owned()),
            rubric_version: Some("1".to_owned()),
            decision: Some(Decision::Rejected),
            reason: Some("no sources".to_owned()),
            reviewer: None,
            artifacts: vec![Artifact {
                path: "report.md".to_owned(),
                sha256: None,
            }],
        });
        record.trace = Some(TraceLink::default());
        record.name_unknowns();
        record
    }

    #[test]
    fn attempt_records_fit_their_schema() {
        let empty = AttemptRecord::new("a".to_owned(), UnknownReason::NotRun);
        for record in [empty, full_attempt()] {
            check(
                RecordKind::Attempt,
                &serde_json::to_string(&record).unwrap(),
            );
        }
    }

    #[test]
    fn result_records_fit_their_schema() {
        let record = full_attempt();
        let ledger = Ledger::new(&Sources {
            records: &[&record],
            ..Sources::default()
        });
        for summary in [Summary::default(), ledger.summary()] {
            let record = result_record(&summary);
            check(RecordKind::Result, &to_json(&record, None));
            check(
                RecordKind::Result,
                &to_json(&record, Some(&result_details(&summary))),
            );
        }
    }

    #[test]
    fn experiments_fit_their_schema() {
        let experiment = Experiment {
            schema: Experiment::SCHEMA.to_owned(),
            experiment_id: "loops".to_owned(),
            tasks: vec![Task {
                task_id: "t-1".to_owned(),
                title: None,
                acceptance_criteria: vec!["names its sources".to_owned()],
            }],
            source_revision: None,
            model_configuration: None,
            concurrency: Some(1),
            rubric: Some(Rubric {
                rubric: "report".to_owned(),
                rubric_version: None,
                criteria: Vec::new(),
            }),
            baseline: Baseline {
                variant_id: "base".to_owned(),
                configuration: EffectiveConfiguration::default(),
            },
            variants: vec![Variant {
                variant_id: "higher".to_owned(),
                setting: "hard_limit".to_owned(),
                value: "8".to_owned(),
            }],
            frozen: Some(Frozen {
                digest: "0".repeat(64),
                frozen_at: None,
                fields: [("experimentId".to_owned(), "1".repeat(64))].into(),
                parts: vec![FrozenPart {
                    part: Part::Task,
                    id: "t-1".to_owned(),
                    digest: "2".repeat(64),
                    fields: BTreeMap::new(),
                }],
            }),
            other_forms: Vec::new(),
            place: None,
        };
        check(
            RecordKind::Experiment,
            &serde_json::to_string(&experiment).unwrap(),
        );
    }

    #[test]
    fn reviews_fit_their_schema() {
        let mut review = ReviewRecord::new("Ana".to_owned());
        check(RecordKind::Review, &serde_json::to_string(&review).unwrap());
        review.manifest_digest = Some("00".to_owned());
        review.decisions.push(AttemptDecision {
            attempt_id: "a-1".to_owned(),
            task_id: None,
            decision: Decision::Rejected,
            reason: Some("no sources".to_owned()),
            artifacts: vec![Artifact {
                path: "report.md".to_owned(),
                sha256: None,
            }],
            place: Some(Place::file("review.json".into())),
        });
        review.judgements.push(Judgement {
            run: "t/r".to_owned(),
            response: 4,
            action: InterventionAction::HardStop,
            layer: Layer::IdenticalCallSet,
            tools: vec!["bash".to_owned()],
            verdict: Verdict::FalsePositive,
            note: None,
            place: None,
        });
        check(RecordKind::Review, &serde_json::to_string(&review).unwrap());
    }

    #[test]
    fn every_key_of_a_result_is_required_but_the_sibling() {
        let schema = schema(RecordKind::Result);
        let required: Vec<_> = schema.get("required").unwrap().as_array().unwrap().clone();
        assert_eq!(required.len(), 8);
        assert!(!required.contains(&json!("loopledger")));
    }

    #[test]
    fn names_lead_back() {
        for kind in RecordKind::ALL {
            assert_eq!(RecordKind::from_name(kind.name()), Some(kind));
        }
        assert_eq!(RecordKind::from_name("Attempt"), None);
    }
}
