//! Freezing, and what changed since.

use super::canonical::Json;
use super::fault::{Fault, faults};
use loopledger_model::experiment::{Experiment, Frozen, FrozenPart, Part};
use std::collections::BTreeMap;

/// What changed in a manifest since it was frozen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// What happened to it.
    pub kind: ChangeKind,
    /// The kind of part that it happened to; `None` for a field of the manifest itself.
    pub part: Option<Part>,
    /// The part's id.
    pub id: Option<String>,
    /// The field, by its name, or by a JSON pointer where the file is in another form.
    pub field: Option<String>,
}

/// A kind of change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeKind {
    /// It holds something else now.
    Changed,
    /// It was not there.
    Added,
    /// It is gone.
    Removed,
    /// The same parts stand in another order.
    Moved,
    /// The file holds it in another form than the published one, so that nobody else would find its
    /// digest.
    OtherForm,
    /// The frozen block does not fit itself: somebody changed it.
    BlockEdited,
}

impl ChangeKind {
    /// The kind's stable code.
    pub fn code(self) -> &'static str {
        match self {
            Self::Changed => "changed",
            Self::Added => "added",
            Self::Removed => "removed",
            Self::Moved => "moved",
            Self::OtherForm => "other_form",
            Self::BlockEdited => "block_edited",
        }
    }
}

/// Why a manifest is not frozen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FreezeRefusal {
    /// It has faults.
    Faults(Vec<Fault>),
    /// It is frozen already, and changed since.
    Changed(Vec<Change>),
}

/// SHA-256 of a manifest's canonical form without its frozen block, in lower-case hex.
pub fn digest(manifest: &Experiment) -> String {
    Json::of(manifest).digest()
}

/// The digests of a manifest as it is now.
pub fn frozen(manifest: &Experiment) -> Frozen {
    let json = Json::of(manifest);
    let fields = json
        .members()
        .iter()
        .filter(|(key, _)| !matches!(&**key, "tasks" | "rubric" | "baseline" | "variants"));
    let mut parts = Vec::new();
    for task in &manifest.tasks {
        parts.push(part(Part::Task, &task.task_id, &Json::of(task)));
    }
    if let Some(rubric) = &manifest.rubric {
        parts.push(part(Part::Rubric, &rubric.rubric, &Json::of(rubric)));
    }
    let baseline = &manifest.baseline;
    let mut frozen = part(Part::Baseline, &baseline.variant_id, &Json::of(baseline));
    frozen
        .fields
        .extend(digests(Json::of(&baseline.configuration).members()));
    parts.push(frozen);
    for variant in &manifest.variants {
        parts.push(part(Part::Variant, &variant.variant_id, &Json::of(variant)));
    }
    Frozen {
        digest: json.digest(),
        frozen_at: None,
        fields: digests(fields),
        parts,
    }
}

fn part(part: Part, id: &str, json: &Json) -> FrozenPart {
    FrozenPart {
        part,
        id: id.to_owned(),
        digest: json.digest(),
        fields: digests(json.members()),
    }
}

fn digests<'j>(members: impl IntoIterator<Item = &'j (String, Json)>) -> BTreeMap<String, String> {
    members
        .into_iter()
        .map(|(key, value)| (key.clone(), value.digest()))
        .collect()
}

/// What changed since a manifest was frozen; `None` where it never was.
pub fn changes(manifest: &Experiment) -> Option<Vec<Change>> {
    let then = manifest.frozen.as_ref()?;
    let now = frozen(manifest);
    let mut changes = Vec::new();
    let of_manifest = |kind, field: &str| Change {
        kind,
        part: None,
        id: None,
        field: Some(field.to_owned()),
    };
    for field in differing(&then.fields, &now.fields) {
        changes.push(of_manifest(ChangeKind::Changed, field));
    }
    let mut left: Vec<&FrozenPart> = now.parts.iter().collect();
    for part in &then.parts {
        let found = left
            .iter()
            .position(|other| other.part == part.part && other.id == part.id);
        match found {
            Some(index) => part_changes(part, left.remove(index), &mut changes),
            None => changes.push(whole_part(ChangeKind::Removed, part)),
        }
    }
    let added = left.into_iter();
    changes.extend(added.map(|part| whole_part(ChangeKind::Added, part)));
    if changes.is_empty() {
        // The same parts, so that only their order is left to differ.
        for (part, other) in then.parts.iter().zip(&now.parts) {
            if (part.part, &part.id) != (other.part, &other.id) {
                changes.push(whole_part(ChangeKind::Moved, other));
            }
        }
    }
    for form in &manifest.other_forms {
        changes.push(of_manifest(ChangeKind::OtherForm, &form.pointer));
    }
    if changes.is_empty() && then.digest != now.digest {
        changes.push(of_manifest(ChangeKind::BlockEdited, "digest"));
    }
    Some(changes)
}

fn whole_part(kind: ChangeKind, part: &FrozenPart) -> Change {
    Change {
        kind,
        part: Some(part.part),
        id: Some(part.id.clone()),
        field: None,
    }
}

fn part_changes(then: &FrozenPart, now: &FrozenPart, changes: &mut Vec<Change>) {
    let before = changes.len();
    let fields = differing(&then.fields, &now.fields)
        // Its settings say it better.
        .filter(|field| !(now.part == Part::Baseline && *field == "configuration"));
    let kind = if then.digest == now.digest {
        ChangeKind::BlockEdited
    } else {
        ChangeKind::Changed
    };
    changes.extend(fields.map(|field| Change {
        field: Some(field.to_owned()),
        ..whole_part(kind, now)
    }));
    if changes.len() == before && then.digest != now.digest {
        changes.push(whole_part(ChangeKind::BlockEdited, now));
    }
}

/// The fields whose digests differ, or that only one side has.
fn differing<'m>(
    then: &'m BTreeMap<String, String>,
    now: &'m BTreeMap<String, String>,
) -> impl Iterator<Item = &'m str> {
    let gone = then.keys().filter(|field| !now.contains_key(*field));
    let here = now
        .iter()
        .filter(|(field, digest)| then.get(*field) != Some(digest))
        .map(|(field, _)| field);
    gone.chain(here).map(String::as_str)
}

/// The manifest frozen; one that is frozen already and unchanged comes back as it was.
///
/// `frozen_at` is the time (RFC 3339) that whoever freezes it wants to be written into it.
///
/// # Errors
/// [`FreezeRefusal`] where it has faults, or was frozen and changed since.
pub fn freeze(
    manifest: &Experiment,
    frozen_at: Option<String>,
) -> Result<Experiment, FreezeRefusal> {
    if let Some(changes) = changes(manifest).filter(|changes| !changes.is_empty()) {
        return Err(FreezeRefusal::Changed(changes));
    }
    let faults = faults(manifest);
    if !faults.is_empty() {
        return Err(FreezeRefusal::Faults(faults));
    }
    let mut out = manifest.clone();
    if out.frozen.is_none() {
        out.frozen = Some(Frozen {
            frozen_at,
            ..frozen(manifest)
        });
    }
    // What it is written as is the published form.
    out.other_forms.clear();
    Ok(out)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use loopledger_model::EffectiveConfiguration;
    use loopledger_model::experiment::{Baseline, OtherForm, Rubric, Task, Variant};

    pub(in super::super) fn manifest() -> Experiment {
        let task = |id: &str| Task {
            task_id: id.to_owned(),
            title: None,
            acceptance_criteria: vec!["It works".to_owned()],
        };
        Experiment {
            schema: Experiment::SCHEMA.to_owned(),
            experiment_id: "loops".to_owned(),
            tasks: vec![task("t-1"), task("t-2")],
            source_revision: Some("b83c2f1".to_owned()),
            model_configuration: Some("alder-1".to_owned()),
            concurrency: Some(2),
            rubric: Some(Rubric {
                rubric: "delivery".to_owned(),
                rubric_version: None,
                criteria: vec!["Meets every criterion".to_owned()],
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
            frozen: None,
            other_forms: Vec::new(),
            place: None,
        }
    }

    /// Checks what is named once a frozen manifest was changed.
    fn check(change: impl FnOnce(&mut Experiment), expected: &[&str]) {
        let mut frozen = freeze(&manifest(), None).unwrap();
        change(&mut frozen);
        let found: Vec<_> = changes(&frozen)
            .unwrap()
            .iter()
            .map(|change| {
                let part = change.part.map_or("manifest", Part::code);
                let id = change.id.as_deref().unwrap_or("-");
                let field = change.field.as_deref().unwrap_or("-");
                format!("{} {part} {id} {field}", change.kind.code())
            })
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn the_digest_is_that_of_the_canonical_form() {
        // The digest is Python's: hashlib over json.dumps with sorted keys.
        assert_eq!(
            super::super::canonical(&manifest()),
            concat!(
                r#"{"baseline":{"configuration":{"enabled":true,"hard_limit":5,"#,
                r#""max_tracked_threads":100,"tool_freq_hard_limit":50,"tool_freq_overrides":{},"#,
                r#""tool_freq_warn":30,"warn_threshold":3,"window_size":20},"variantId":"base"},"#,
                r#""concurrency":2,"experimentId":"loops","modelConfiguration":"alder-1","#,
                r#""rubric":{"criteria":["Meets every criterion"],"rubric":"delivery","#,
                r#""rubricVersion":null},"schema":"loopledger.experiment/v1","#,
                r#""sourceRevision":"b83c2f1","tasks":[{"acceptanceCriteria":["It works"],"#,
                r#""taskId":"t-1","title":null},{"acceptanceCriteria":["It works"],"#,
                r#""taskId":"t-2","title":null}],"#,
                r#""variants":[{"setting":"hard_limit","value":"8","variantId":"higher"}]}"#,
            )
        );
        assert_eq!(digest(&manifest()), DIGEST);
    }

    const DIGEST: &str = "3d08cc5b7e355ac99edde7fa8bca3e8f3974163e0817311f803eb71fbd2a6618";

    #[test]
    fn freezing_leaves_the_digest_alone() {
        let frozen = freeze(&manifest(), Some("2026-12-01T00:00:00Z".to_owned())).unwrap();
        assert_eq!(digest(&frozen), digest(&manifest()));
        assert_eq!(frozen.frozen.unwrap().digest, digest(&manifest()));
    }

    #[test]
    fn what_was_never_frozen_has_not_changed() {
        assert_eq!(changes(&manifest()), None);
        check(|_| {}, &[]);
    }

    #[test]
    fn a_changed_part_is_named_with_its_field() {
        check(
            |it| it.tasks[1].acceptance_criteria[0].push('!'),
            &["changed task t-2 acceptanceCriteria"],
        );
        check(
            |it| it.tasks[0].title = Some("Now with one".to_owned()),
            &["changed task t-1 title"],
        );
        check(
            |it| it.baseline.configuration.hard_limit = 6,
            &["changed baseline base hard_limit"],
        );
        check(
            |it| it.variants[0].value = "9".to_owned(),
            &["changed variant higher value"],
        );
        check(
            |it| it.rubric.as_mut().unwrap().rubric_version = Some("2".to_owned()),
            &["changed rubric delivery rubricVersion"],
        );
        check(
            |it| it.source_revision = None,
            &["changed manifest - sourceRevision"],
        );
    }

    #[test]
    fn parts_that_come_go_or_move_are_named() {
        check(|it| drop(it.tasks.remove(0)), &["removed task t-1 -"]);
        check(
            |it| it.tasks.push(it.tasks[0].clone()),
            &["added task t-1 -"],
        );
        check(
            |it| it.tasks[0].task_id = "t-3".to_owned(),
            &["removed task t-1 -", "added task t-3 -"],
        );
        check(
            |it| it.tasks.reverse(),
            &["moved task t-2 -", "moved task t-1 -"],
        );
        check(|it| it.rubric = None, &["removed rubric delivery -"]);
    }

    #[test]
    fn an_edited_block_is_noticed() {
        let block = |change: fn(&mut Frozen)| {
            move |it: &mut Experiment| change(it.frozen.as_mut().unwrap())
        };
        check(
            block(|it| it.digest = "0".repeat(64)),
            &["block_edited manifest - digest"],
        );
        check(
            block(|it| it.parts[0].digest.clear()),
            &["block_edited task t-1 -"],
        );
        check(
            block(|it| {
                it.parts[0].fields.remove("title");
            }),
            &["block_edited task t-1 title"],
        );
    }

    #[test]
    fn another_form_of_a_frozen_file_is_a_change() {
        check(
            |it| {
                it.other_forms = vec![OtherForm {
                    pointer: "/note".to_owned(),
                    is_lossy: true,
                }];
            },
            &["other_form manifest - /note"],
        );
    }

    #[test]
    fn freezing_again_changes_nothing() {
        let once = freeze(&manifest(), Some("then".to_owned())).unwrap();
        assert_eq!(freeze(&once, Some("now".to_owned())), Ok(once));
    }

    #[test]
    fn a_changed_manifest_is_not_frozen_again() {
        let mut frozen = freeze(&manifest(), None).unwrap();
        frozen.tasks[0].task_id = "t-0".to_owned();
        let refusal = freeze(&frozen, None).unwrap_err();
        assert!(matches!(refusal, FreezeRefusal::Changed(_)), "{refusal:?}");
    }

    #[test]
    fn a_manifest_with_faults_is_not_frozen() {
        let mut manifest = manifest();
        manifest.rubric = None;
        let refusal = freeze(&manifest, None).unwrap_err();
        assert!(matches!(refusal, FreezeRefusal::Faults(_)), "{refusal:?}");
    }
}
