//! A manifest as JSON text: canonical, for its digest, and with line breaks, for its file.

use indexmap::IndexMap;
use loopledger_model::experiment::{
    Baseline, Experiment, Frozen, FrozenPart, Rubric, Task, Variant,
};
use loopledger_model::{EffectiveConfiguration, ToolFreqOverride};
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// JSON of the kinds that a manifest holds: its numbers are whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Json {
    Null,
    Flag(bool),
    /// A whole number's digits.
    Whole(String),
    Text(String),
    List(Vec<Json>),
    /// Members in the order in which a file has them.
    Object(Vec<(String, Json)>),
}

/// The manifest without its frozen block as canonical JSON (RFC 8785, JCS).
///
/// Its numbers are whole; those beyond [`MAX_EXACT`](super::MAX_EXACT) keep their digits here,
/// which RFC 8785 would not write, and [`faults`](super::faults) refuses them.
pub fn canonical(manifest: &Experiment) -> String {
    Json::of(manifest).canonical()
}

/// The manifest as the text of a file, with its frozen block, with line breaks and a line end.
pub fn file_text(manifest: &Experiment) -> String {
    let mut json = Json::of(manifest);
    if let Json::Object(members) = &mut json {
        members.push(("frozen".to_owned(), Json::maybe(manifest.frozen.as_ref())));
    }
    let mut out = String::new();
    json.write_lines(&mut out, 0);
    out.push('\n');
    out
}

/// SHA-256 in lower-case hex.
pub(super) fn sha256(text: &str) -> String {
    let mut out = String::with_capacity(64);
    for byte in Sha256::digest(text.as_bytes()) {
        // Writing to a string cannot fail.
        let _ = write!(out, "{byte:02x}");
    }
    out
}

impl Json {
    pub(super) fn of(value: &impl ToJson) -> Self {
        value.to_json()
    }

    fn maybe<T: ToJson>(value: Option<&T>) -> Self {
        value.map_or(Self::Null, ToJson::to_json)
    }

    pub(super) fn members(&self) -> &[(String, Json)] {
        match self {
            Self::Object(members) => members,
            _ => &[],
        }
    }

    pub(super) fn digest(&self) -> String {
        sha256(&self.canonical())
    }

    fn canonical(&self) -> String {
        let mut out = String::new();
        self.write_canonical(&mut out);
        out
    }

    fn write_canonical(&self, out: &mut String) {
        match self {
            Self::List(items) => {
                out.push('[');
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        out.push(',');
                    }
                    item.write_canonical(out);
                }
                out.push(']');
            }
            Self::Object(members) => {
                let mut sorted: Vec<_> = members.iter().collect();
                sorted.sort_by(|(a, _), (b, _)| a.encode_utf16().cmp(b.encode_utf16()));
                out.push('{');
                for (index, (key, value)) in sorted.into_iter().enumerate() {
                    if index > 0 {
                        out.push(',');
                    }
                    write_text(out, key);
                    out.push(':');
                    value.write_canonical(out);
                }
                out.push('}');
            }
            _ => self.write_leaf(out),
        }
    }

    fn write_lines(&self, out: &mut String, depth: usize) {
        let line = |out: &mut String, depth: usize| {
            out.push('\n');
            (0..depth).for_each(|_| out.push_str("  "));
        };
        match self {
            Self::List(items) if !items.is_empty() => {
                out.push('[');
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        out.push(',');
                    }
                    line(out, depth + 1);
                    item.write_lines(out, depth + 1);
                }
                line(out, depth);
                out.push(']');
            }
            Self::Object(members) if !members.is_empty() => {
                out.push('{');
                for (index, (key, value)) in members.iter().enumerate() {
                    if index > 0 {
                        out.push(',');
                    }
                    line(out, depth + 1);
                    write_text(out, key);
                    out.push_str(": ");
                    value.write_lines(out, depth + 1);
                }
                line(out, depth);
                out.push('}');
            }
            _ => self.write_leaf(out),
        }
    }

    fn write_leaf(&self, out: &mut String) {
        match self {
            Self::Null => out.push_str("null"),
            Self::Flag(flag) => out.push_str(if *flag { "true" } else { "false" }),
            Self::Whole(digits) => out.push_str(digits),
            Self::Text(text) => write_text(out, text),
            Self::List(_) => out.push_str("[]"),
            Self::Object(_) => out.push_str("{}"),
        }
    }
}

/// A JSON string, with the escapes of RFC 8785.
fn write_text(out: &mut String, text: &str) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\u{8}' => out.push_str("\\b"),
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '\u{c}' => out.push_str("\\f"),
            '\r' => out.push_str("\\r"),
            '\0'..'\u{20}' => {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\u{:04x}", u32::from(character));
            }
            other => out.push(other),
        }
    }
    out.push('"');
}

/// What has a JSON form in a manifest.
pub(super) trait ToJson {
    fn to_json(&self) -> Json;
}

impl ToJson for str {
    fn to_json(&self) -> Json {
        Json::Text(self.to_owned())
    }
}

impl ToJson for String {
    fn to_json(&self) -> Json {
        Json::Text(self.clone())
    }
}

impl ToJson for i64 {
    fn to_json(&self) -> Json {
        Json::Whole(self.to_string())
    }
}

impl ToJson for u64 {
    fn to_json(&self) -> Json {
        Json::Whole(self.to_string())
    }
}

impl<T: ToJson> ToJson for Vec<T> {
    fn to_json(&self) -> Json {
        Json::List(self.iter().map(ToJson::to_json).collect())
    }
}

impl ToJson for BTreeMap<String, String> {
    fn to_json(&self) -> Json {
        Json::Object(
            self.iter()
                .map(|(key, value)| (key.clone(), value.to_json()))
                .collect(),
        )
    }
}

impl ToJson for IndexMap<String, ToolFreqOverride> {
    fn to_json(&self) -> Json {
        Json::Object(
            self.iter()
                .map(|(key, value)| (key.clone(), value.to_json()))
                .collect(),
        )
    }
}

fn object<const N: usize>(members: [(&str, Json); N]) -> Json {
    Json::Object(
        members
            .into_iter()
            .map(|(key, value)| (key.to_owned(), value))
            .collect(),
    )
}

impl ToJson for Experiment {
    /// Without the frozen block.
    fn to_json(&self) -> Json {
        let Self {
            schema,
            experiment_id,
            tasks,
            source_revision,
            model_configuration,
            concurrency,
            rubric,
            baseline,
            variants,
            frozen: _,
            other_forms: _,
            place: _,
        } = self;
        object([
            ("schema", schema.to_json()),
            ("experimentId", experiment_id.to_json()),
            ("tasks", tasks.to_json()),
            ("sourceRevision", Json::maybe(source_revision.as_ref())),
            (
                "modelConfiguration",
                Json::maybe(model_configuration.as_ref()),
            ),
            ("concurrency", Json::maybe(concurrency.as_ref())),
            ("rubric", Json::maybe(rubric.as_ref())),
            ("baseline", baseline.to_json()),
            ("variants", variants.to_json()),
        ])
    }
}

impl ToJson for Task {
    fn to_json(&self) -> Json {
        let Self {
            task_id,
            title,
            acceptance_criteria,
        } = self;
        object([
            ("taskId", task_id.to_json()),
            ("title", Json::maybe(title.as_ref())),
            ("acceptanceCriteria", acceptance_criteria.to_json()),
        ])
    }
}

impl ToJson for Rubric {
    fn to_json(&self) -> Json {
        let Self {
            rubric,
            rubric_version,
            criteria,
        } = self;
        object([
            ("rubric", rubric.to_json()),
            ("rubricVersion", Json::maybe(rubric_version.as_ref())),
            ("criteria", criteria.to_json()),
        ])
    }
}

impl ToJson for Baseline {
    fn to_json(&self) -> Json {
        let Self {
            variant_id,
            configuration,
        } = self;
        object([
            ("variantId", variant_id.to_json()),
            ("configuration", configuration.to_json()),
        ])
    }
}

impl ToJson for Variant {
    fn to_json(&self) -> Json {
        let Self {
            variant_id,
            setting,
            value,
        } = self;
        object([
            ("variantId", variant_id.to_json()),
            ("setting", setting.to_json()),
            ("value", value.to_json()),
        ])
    }
}

impl ToJson for EffectiveConfiguration {
    fn to_json(&self) -> Json {
        let Self {
            enabled,
            warn_threshold,
            hard_limit,
            window_size,
            max_tracked_threads,
            tool_freq_warn,
            tool_freq_hard_limit,
            tool_freq_overrides,
        } = self;
        object([
            ("enabled", Json::Flag(*enabled)),
            ("warn_threshold", warn_threshold.to_json()),
            ("hard_limit", hard_limit.to_json()),
            ("window_size", window_size.to_json()),
            ("max_tracked_threads", max_tracked_threads.to_json()),
            ("tool_freq_warn", tool_freq_warn.to_json()),
            ("tool_freq_hard_limit", tool_freq_hard_limit.to_json()),
            ("tool_freq_overrides", tool_freq_overrides.to_json()),
        ])
    }
}

impl ToJson for ToolFreqOverride {
    fn to_json(&self) -> Json {
        object([
            ("warn", self.warn.to_json()),
            ("hard_limit", self.hard_limit.to_json()),
        ])
    }
}

impl ToJson for Frozen {
    fn to_json(&self) -> Json {
        let Self {
            digest,
            frozen_at,
            fields,
            parts,
        } = self;
        object([
            ("digest", digest.to_json()),
            ("frozenAt", Json::maybe(frozen_at.as_ref())),
            ("fields", fields.to_json()),
            ("parts", parts.to_json()),
        ])
    }
}

impl ToJson for FrozenPart {
    fn to_json(&self) -> Json {
        let Self {
            part,
            id,
            digest,
            fields,
        } = self;
        object([
            ("part", part.code().to_json()),
            ("id", id.to_json()),
            ("digest", digest.to_json()),
            ("fields", fields.to_json()),
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manifest::freeze::frozen;
    use proptest::prelude::*;

    /// Any manifest, with texts that need escapes and keys that sort differently as UTF-16.
    fn any_manifest() -> impl Strategy<Value = Experiment> {
        let text = || {
            prop_oneof![
                any::<String>(),
                Just("\u{1}\u{7f}\u{2028}\"\\/\n\u{10ffff}\u{e000}é".to_owned()),
            ]
        };
        let whole = || -super::super::MAX_EXACT..=super::super::MAX_EXACT;
        let overrides = prop::collection::vec((text(), whole(), whole()), 0..4);
        let tasks = prop::collection::vec(
            (
                text(),
                prop::option::of(text()),
                prop::collection::vec(text(), 0..3),
            ),
            0..3,
        );
        (
            text(),
            tasks,
            prop::option::of(text()),
            prop::option::of(0..=super::super::MAX_EXACT.unsigned_abs()),
            (whole(), whole(), any::<bool>(), overrides),
            prop::collection::vec((text(), text(), text()), 0..3),
        )
            .prop_map(
                |(id, tasks, maybe, concurrency, limits, variants)| Experiment {
                    schema: Experiment::SCHEMA.to_owned(),
                    experiment_id: id.clone(),
                    tasks: tasks
                        .into_iter()
                        .map(|(task_id, title, acceptance_criteria)| Task {
                            task_id,
                            title,
                            acceptance_criteria,
                        })
                        .collect(),
                    source_revision: maybe.clone(),
                    model_configuration: maybe.clone(),
                    concurrency,
                    rubric: maybe.map(|rubric| Rubric {
                        criteria: vec![rubric.clone()],
                        rubric,
                        rubric_version: None,
                    }),
                    baseline: Baseline {
                        variant_id: id,
                        configuration: EffectiveConfiguration {
                            enabled: limits.2,
                            warn_threshold: limits.0,
                            hard_limit: limits.1,
                            tool_freq_overrides: limits
                                .3
                                .into_iter()
                                .map(|(tool, warn, hard_limit)| {
                                    (tool, ToolFreqOverride { warn, hard_limit })
                                })
                                .collect(),
                            ..EffectiveConfiguration::default()
                        },
                    },
                    variants: variants
                        .into_iter()
                        .map(|(variant_id, setting, value)| Variant {
                            variant_id,
                            setting,
                            value,
                        })
                        .collect(),
                    frozen: None,
                    other_forms: Vec::new(),
                    place: None,
                },
            )
    }

    proptest! {
        #[test]
        fn the_canonical_form_is_rfc_8785(manifest in any_manifest()) {
            let mut value = serde_json::to_value(&manifest).unwrap();
            value.as_object_mut().unwrap().remove("frozen");
            let expected = serde_json_canonicalizer::to_string(&value).unwrap();
            prop_assert_eq!(canonical(&manifest), expected);
        }

        #[test]
        fn the_file_is_the_published_record(mut manifest in any_manifest()) {
            let mut block = frozen(&manifest);
            block.frozen_at = Some("2026-12-01T00:00:00Z".to_owned());
            manifest.frozen = Some(block);
            let expected = serde_json::to_string_pretty(&manifest).unwrap();
            prop_assert_eq!(file_text(&manifest), format!("{expected}\n"));
        }
    }

    #[test]
    fn digests_are_lower_case_hex() {
        // FIPS 180-4's example.
        assert_eq!(
            sha256("abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }
}
