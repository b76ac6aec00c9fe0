//! What keeps a manifest from being frozen.

use super::setting;
use loopledger_detect::ConfigPath;
use loopledger_model::experiment::{Experiment, Rubric};
use std::collections::BTreeSet;

/// Something that keeps a manifest from being frozen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// A stable code.
    pub code: &'static str,
    /// JSON pointer to the value at fault, from the manifest on.
    pub pointer: String,
    /// The task's or variant's id, where it is one's fault.
    pub id: Option<String>,
    /// What would have fitted.
    pub expected: String,
}

/// Everything that keeps a manifest from being frozen, in its own order; nothing where it can be.
pub fn faults(manifest: &Experiment) -> Vec<Fault> {
    let mut faults = Faults(Vec::new());
    let Experiment {
        schema: _,
        experiment_id,
        tasks,
        source_revision,
        model_configuration,
        concurrency,
        rubric,
        baseline,
        variants: _,
        frozen: _,
        other_forms,
        place: _,
    } = manifest;
    faults.blank("no_experiment_id", "/experimentId", experiment_id);
    if tasks.is_empty() {
        faults.push("no_tasks", "/tasks", "at least one task");
    }
    let mut ids = BTreeSet::new();
    for (index, task) in tasks.iter().enumerate() {
        let at = |field: &str| format!("/tasks/{index}/{field}");
        let own = &mut faults.of(&task.task_id);
        own.blank("no_task_id", &at("taskId"), &task.task_id);
        if !ids.insert(task.task_id.as_str()) {
            own.push("duplicate_task", &at("taskId"), "an id of its own");
        }
        own.criteria(&at("acceptanceCriteria"), &task.acceptance_criteria);
    }
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    faults.blank(
        "no_source_revision",
        "/sourceRevision",
        &text(source_revision),
    );
    faults.blank(
        "no_model_configuration",
        "/modelConfiguration",
        &text(model_configuration),
    );
    match concurrency {
        None => faults.push("no_concurrency", "/concurrency", "a whole number"),
        Some(0) => faults.push("below_one", "/concurrency", "at least 1"),
        Some(number) if *number > super::MAX_EXACT.unsigned_abs() => {
            faults.too_large("/concurrency");
        }
        Some(_) => {}
    }
    match rubric {
        None => faults.push("no_rubric", "/rubric", "a rubric with criteria"),
        Some(Rubric {
            rubric, criteria, ..
        }) => {
            faults.blank("no_rubric_id", "/rubric/rubric", rubric);
            faults.criteria("/rubric/criteria", criteria);
        }
    }
    faults.blank("no_variant_id", "/baseline/variantId", &baseline.variant_id);
    faults.baseline(manifest);
    faults.variants(manifest);
    for form in other_forms.iter().filter(|form| form.is_lossy) {
        let expected = "a field of a manifest, once and in its published form";
        faults.push("not_read", &form.pointer, expected);
    }
    faults.0
}

struct Faults(Vec<Fault>);

/// Faults of one task or variant.
struct Own<'f> {
    faults: &'f mut Faults,
    id: String,
}

impl Faults {
    fn push(&mut self, code: &'static str, pointer: &str, expected: &str) {
        self.0.push(Fault {
            code,
            pointer: pointer.to_owned(),
            id: None,
            expected: expected.to_owned(),
        });
    }

    fn of(&mut self, id: &str) -> Own<'_> {
        Own {
            faults: self,
            id: id.to_owned(),
        }
    }

    fn blank(&mut self, code: &'static str, pointer: &str, text: &str) {
        if text.trim().is_empty() {
            self.push(code, pointer, "a text");
        }
    }

    fn too_large(&mut self, pointer: &str) {
        self.push("number_too_large", pointer, "at most 9007199254740991");
    }

    fn criteria(&mut self, pointer: &str, criteria: &[String]) {
        if criteria.is_empty() {
            self.push("no_criteria", pointer, "at least one criterion");
        }
        for (index, criterion) in criteria.iter().enumerate() {
            self.blank("empty_criterion", &format!("{pointer}/{index}"), criterion);
        }
    }

    fn baseline(&mut self, manifest: &Experiment) {
        let configuration = &manifest.baseline.configuration;
        let pointer = |at: &ConfigPath| {
            let mut pointer = "/baseline/configuration".to_owned();
            for step in &at.0 {
                pointer.push('/');
                pointer.push_str(&step.replace('~', "~0").replace('/', "~1"));
            }
            pointer
        };
        let config = setting::config(configuration);
        if let Err(errors) = config.check() {
            for error in errors {
                self.push(error.code(), &pointer(error.at()), &error.to_string());
            }
        }
        let limits = [
            ("warn_threshold", config.warn_threshold),
            ("hard_limit", config.hard_limit),
            ("window_size", config.window_size),
            ("max_tracked_threads", config.max_tracked_threads),
            ("tool_freq_warn", config.tool_freq_warn),
            ("tool_freq_hard_limit", config.tool_freq_hard_limit),
        ];
        let plain = limits
            .into_iter()
            .map(|(name, limit)| (vec![name.to_owned()], limit));
        let of_tools = config
            .tool_freq_overrides
            .iter()
            .flat_map(|(tool, limits)| {
                [("warn", limits.warn), ("hard_limit", limits.hard_limit)].map(|(name, limit)| {
                    let at = ["tool_freq_overrides", tool, name].map(str::to_owned);
                    (at.to_vec(), limit)
                })
            });
        for (at, limit) in plain.chain(of_tools) {
            if limit > super::MAX_EXACT {
                self.too_large(&pointer(&ConfigPath(at)));
            }
        }
    }

    fn variants(&mut self, manifest: &Experiment) {
        let baseline = &manifest.baseline;
        if manifest.variants.is_empty() {
            self.push("no_variants", "/variants", "at least one variant");
        }
        let mut ids = BTreeSet::from([baseline.variant_id.as_str()]);
        for (index, variant) in manifest.variants.iter().enumerate() {
            let at = |field: &str| format!("/variants/{index}/{field}");
            let own = &mut self.of(&variant.variant_id);
            own.blank("no_variant_id", &at("variantId"), &variant.variant_id);
            if !ids.insert(variant.variant_id.as_str()) {
                own.push("duplicate_variant", &at("variantId"), "an id of its own");
            }
            let changed =
                setting::with_setting(&baseline.configuration, &variant.setting, &variant.value);
            if let Err(fault) = changed {
                let field = if fault.is_value { "value" } else { "setting" };
                own.push(fault.code, &at(field), &fault.expected);
            }
        }
    }
}

impl Own<'_> {
    fn mark(&mut self, first: usize) {
        for fault in self.faults.0.iter_mut().skip(first) {
            fault.id = Some(self.id.clone());
        }
    }

    fn push(&mut self, code: &'static str, pointer: &str, expected: &str) {
        let first = self.faults.0.len();
        self.faults.push(code, pointer, expected);
        self.mark(first);
    }

    fn blank(&mut self, code: &'static str, pointer: &str, text: &str) {
        let first = self.faults.0.len();
        self.faults.blank(code, pointer, text);
        self.mark(first);
    }

    fn criteria(&mut self, pointer: &str, criteria: &[String]) {
        let first = self.faults.0.len();
        self.faults.criteria(pointer, criteria);
        self.mark(first);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manifest::freeze::tests::manifest;
    use loopledger_model::experiment::OtherForm;

    /// Checks what is at fault once a whole manifest was changed.
    fn check(change: impl FnOnce(&mut Experiment), expected: &[&str]) {
        let mut manifest = manifest();
        change(&mut manifest);
        let found: Vec<_> = faults(&manifest)
            .iter()
            .map(|fault| match &fault.id {
                Some(id) => format!("{} {} {id}", fault.code, fault.pointer),
                None => format!("{} {}", fault.code, fault.pointer),
            })
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_whole_manifest_has_no_fault() {
        check(|_| {}, &[]);
    }

    #[test]
    fn ids_are_there_and_unique() {
        check(
            |it| it.experiment_id.clear(),
            &["no_experiment_id /experimentId"],
        );
        check(
            |it| it.tasks[1].task_id = "t-1".to_owned(),
            &["duplicate_task /tasks/1/taskId t-1"],
        );
        check(
            |it| it.tasks[0].task_id = " ".to_owned(),
            &["no_task_id /tasks/0/taskId  "],
        );
        check(
            |it| it.variants[0].variant_id = "base".to_owned(),
            &["duplicate_variant /variants/0/variantId base"],
        );
        check(
            |it| it.baseline.variant_id.clear(),
            &["no_variant_id /baseline/variantId"],
        );
    }

    #[test]
    fn nothing_may_be_left_open() {
        check(
            |it| {
                it.source_revision = None;
                it.model_configuration = Some(String::new());
                it.concurrency = None;
                it.rubric = None;
                it.variants.clear();
            },
            &[
                "no_source_revision /sourceRevision",
                "no_model_configuration /modelConfiguration",
                "no_concurrency /concurrency",
                "no_rubric /rubric",
                "no_variants /variants",
            ],
        );
        check(|it| it.concurrency = Some(0), &["below_one /concurrency"]);
        check(
            |it| it.concurrency = Some(1 << 53),
            &["number_too_large /concurrency"],
        );
        check(|it| it.tasks.clear(), &["no_tasks /tasks"]);
    }

    #[test]
    fn criteria_are_there() {
        check(
            |it| it.tasks[1].acceptance_criteria.clear(),
            &["no_criteria /tasks/1/acceptanceCriteria t-2"],
        );
        check(
            |it| it.tasks[0].acceptance_criteria.push("\t".to_owned()),
            &["empty_criterion /tasks/0/acceptanceCriteria/1 t-1"],
        );
        check(
            |it| it.rubric.as_mut().unwrap().criteria.clear(),
            &["no_criteria /rubric/criteria"],
        );
        check(
            |it| it.rubric.as_mut().unwrap().rubric.clear(),
            &["no_rubric_id /rubric/rubric"],
        );
    }

    #[test]
    fn variants_change_one_setting() {
        check(
            |it| it.variants[0].setting = "mood".to_owned(),
            &["unknown_setting /variants/0/setting higher"],
        );
        check(
            |it| it.variants[0].setting = "hard_limit warn_threshold".to_owned(),
            &["two_settings /variants/0/setting higher"],
        );
        check(
            |it| it.variants[0].value = "5".to_owned(),
            &["same_as_baseline /variants/0/value higher"],
        );
    }

    #[test]
    fn the_baseline_keeps_deerflows_rules() {
        check(
            |it| it.baseline.configuration.window_size = 0,
            &["below_one /baseline/configuration/window_size"],
        );
        check(
            |it| {
                let limits = loopledger_model::ToolFreqOverride {
                    warn: 1,
                    hard_limit: 1 << 53,
                };
                let overrides = &mut it.baseline.configuration.tool_freq_overrides;
                overrides.insert("a/b".to_owned(), limits);
            },
            &["number_too_large /baseline/configuration/tool_freq_overrides/a~1b/hard_limit"],
        );
    }

    #[test]
    fn what_would_be_lost_is_a_fault() {
        let form = |pointer: &str, is_lossy| OtherForm {
            pointer: pointer.to_owned(),
            is_lossy,
        };
        check(
            |it| it.other_forms = vec![form("/variants/0/value", false), form("/also", true)],
            &["not_read /also"],
        );
    }
}
