//! A manifest that is being made: what is typed, and what it comes to.

use loopledger::experiment::SETTINGS;
use loopledger::model::experiment::{Baseline, Rubric, Task, Variant};
use loopledger::model::{EffectiveConfiguration, Experiment, ToolFreqOverride};
use loopledger::view::experiment::PrefillView;
use std::rc::Rc;
use yew::Reducible;

/// What is typed; lists are texts with an entry on each line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// The manifest's own fields, in the order of [`OWN`].
    own: [String; OWN.len()],
    /// `true` or `false`.
    enabled: String,
    /// The baseline's limits, in the order of [`LIMITS`].
    limits: [String; LIMITS.len()],
    /// Thresholds of single tools in the baseline.
    pub overrides: Vec<[String; OVERRIDE.len()]>,
    /// The tasks.
    pub tasks: Vec<[String; TASK.len()]>,
    /// The variants.
    pub variants: Vec<[String; VARIANT.len()]>,
}

/// JSON pointers of the manifest's own fields.
pub const OWN: [&str; 8] = [
    "/experimentId",
    "/sourceRevision",
    "/modelConfiguration",
    "/concurrency",
    "/rubric/rubric",
    "/rubric/rubricVersion",
    "/rubric/criteria",
    "/baseline/variantId",
];

/// The baseline's limits: every setting but `enabled`.
pub const LIMITS: [&str; 6] = [
    "warn_threshold",
    "hard_limit",
    "window_size",
    "max_tracked_threads",
    "tool_freq_warn",
    "tool_freq_hard_limit",
];

/// The fields of an override.
pub const OVERRIDE: [&str; 3] = ["tool", "warn", "hard_limit"];

/// The fields of a task.
pub const TASK: [&str; 3] = ["taskId", "title", "acceptanceCriteria"];

/// The fields of a variant: its id, its setting, the setting's value, and for the setting that is
/// one tool's override the tool and its thresholds.
pub const VARIANT: [&str; 6] = [
    "variantId",
    "setting",
    "value",
    "tool",
    "warn",
    "hard_limit",
];

/// What the choice of settings calls the override of one tool.
pub const ONE_TOOL: &str = "tool_freq_overrides";

/// Something that is typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Field {
    /// One of [`OWN`].
    Own(usize),
    /// Whether the baseline's detector runs.
    Enabled,
    /// One of [`LIMITS`].
    Limit(usize),
    /// One of [`OVERRIDE`] of a row.
    Override(usize, usize),
    /// One of [`TASK`] of a task.
    Task(usize, usize),
    /// One of [`VARIANT`] of a variant.
    Variant(usize, usize),
}

/// A list of the draft.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rows {
    /// Overrides of the baseline.
    Overrides,
    /// Tasks.
    Tasks,
    /// Variants.
    Variants,
}

/// What can happen to a draft.
#[derive(Debug, Clone, PartialEq)]
pub enum DraftAction {
    /// A field was changed.
    Edit(Field, String),
    /// One more row.
    Add(Rows),
    /// A row away.
    Remove(Rows, usize),
    /// Tasks from a list: `ID=TITLE` a line, and below it a criterion a line after `- `.
    Paste(String),
    /// A manifest into the form.
    Load(Rc<Experiment>),
    /// What attempts know into the fields that are still empty.
    Prefill(Rc<PrefillView>),
    /// Everything away.
    Reset,
}

impl Default for Draft {
    fn default() -> Self {
        let mut draft = Self {
            own: Default::default(),
            enabled: String::new(),
            limits: Default::default(),
            overrides: Vec::new(),
            tasks: vec![Default::default()],
            variants: vec![Default::default()],
        };
        draft.set_configuration(&EffectiveConfiguration::default());
        draft.set(Field::Own(7), "baseline");
        draft
    }
}

impl Field {
    /// JSON pointer to it, from the manifest on.
    pub fn pointer(self, draft: &Draft) -> String {
        let name = |names: &[&'static str], index: usize| names.get(index).copied();
        match self {
            Self::Own(index) => name(&OWN, index).unwrap_or_default().to_owned(),
            Self::Enabled => "/baseline/configuration/enabled".to_owned(),
            Self::Limit(index) => format!(
                "/baseline/configuration/{}",
                name(&LIMITS, index).unwrap_or_default()
            ),
            Self::Override(row, index) => {
                let tool = draft.text(Self::Override(row, 0));
                let tool = tool.replace('~', "~0").replace('/', "~1");
                let limit = name(&OVERRIDE, index).unwrap_or_default();
                format!("/baseline/configuration/tool_freq_overrides/{tool}/{limit}")
            }
            Self::Task(row, index) => {
                format!("/tasks/{row}/{}", name(&TASK, index).unwrap_or_default())
            }
            Self::Variant(row, index) => match name(&VARIANT, index).unwrap_or_default() {
                // Both are one value; its fault is told once.
                "tool" => format!("/variants/{row}/setting"),
                "warn" => format!("/variants/{row}/value"),
                "hard_limit" => format!("/variants/{row}/-"),
                name => format!("/variants/{row}/{name}"),
            },
        }
    }
}

impl Draft {
    /// What is typed into a field.
    pub fn text(&self, field: Field) -> &str {
        let text = match field {
            Field::Own(index) => self.own.get(index),
            Field::Enabled => Some(&self.enabled),
            Field::Limit(index) => self.limits.get(index),
            Field::Override(row, index) => self.overrides.get(row).and_then(|it| it.get(index)),
            Field::Task(row, index) => self.tasks.get(row).and_then(|it| it.get(index)),
            Field::Variant(row, index) => self.variants.get(row).and_then(|it| it.get(index)),
        };
        text.map_or("", String::as_str)
    }

    fn set(&mut self, field: Field, value: &str) {
        let text = match field {
            Field::Own(index) => self.own.get_mut(index),
            Field::Enabled => Some(&mut self.enabled),
            Field::Limit(index) => self.limits.get_mut(index),
            Field::Override(row, index) => {
                self.overrides.get_mut(row).and_then(|it| it.get_mut(index))
            }
            Field::Task(row, index) => self.tasks.get_mut(row).and_then(|it| it.get_mut(index)),
            Field::Variant(row, index) => {
                self.variants.get_mut(row).and_then(|it| it.get_mut(index))
            }
        };
        if let Some(text) = text {
            value.clone_into(text);
        }
    }

    fn set_configuration(&mut self, configuration: &EffectiveConfiguration) {
        self.enabled = configuration.enabled.to_string();
        self.limits = LIMITS.map(|name| limit(configuration, name).unwrap_or_default());
        self.overrides = configuration
            .tool_freq_overrides
            .iter()
            .map(|(tool, limits)| {
                [
                    tool.clone(),
                    limits.warn.to_string(),
                    limits.hard_limit.to_string(),
                ]
            })
            .collect();
    }

    /// Whether nothing was typed yet.
    pub fn is_untouched(&self) -> bool {
        *self == Self::default()
    }

    /// The manifest that the form makes. What is no number becomes one that its rules refuse.
    pub fn manifest(&self) -> Experiment {
        let own = |index: usize| self.text(Field::Own(index)).to_owned();
        let maybe = |index: usize| Some(own(index)).filter(|text| !text.trim().is_empty());
        let number = |text: &str| text.trim().parse::<i64>().unwrap_or(0);
        let limit = |index: usize| number(self.text(Field::Limit(index)));
        Experiment {
            schema: Experiment::SCHEMA.to_owned(),
            experiment_id: own(0),
            tasks: self
                .tasks
                .iter()
                .map(|[id, title, criteria]| Task {
                    task_id: id.clone(),
                    title: Some(title.clone()).filter(|title| !title.trim().is_empty()),
                    acceptance_criteria: lines(criteria),
                })
                .collect(),
            source_revision: maybe(1),
            model_configuration: maybe(2),
            concurrency: own(3).trim().parse().ok(),
            rubric: Some(Rubric {
                rubric: own(4),
                rubric_version: maybe(5),
                criteria: lines(&own(6)),
            }),
            baseline: Baseline {
                variant_id: own(7),
                configuration: EffectiveConfiguration {
                    enabled: self.enabled == "true",
                    warn_threshold: limit(0),
                    hard_limit: limit(1),
                    window_size: limit(2),
                    max_tracked_threads: limit(3),
                    tool_freq_warn: limit(4),
                    tool_freq_hard_limit: limit(5),
                    tool_freq_overrides: self
                        .overrides
                        .iter()
                        .map(|[tool, warn, hard_limit]| {
                            let limits = ToolFreqOverride {
                                warn: number(warn),
                                hard_limit: number(hard_limit),
                            };
                            (tool.clone(), limits)
                        })
                        .collect(),
                },
            },
            variants: self.variants.iter().map(variant).collect(),
            frozen: None,
            other_forms: Vec::new(),
            place: None,
        }
    }

    fn load(&mut self, manifest: &Experiment) {
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        let rubric = manifest.rubric.as_ref();
        self.own = [
            manifest.experiment_id.clone(),
            text(&manifest.source_revision),
            text(&manifest.model_configuration),
            manifest
                .concurrency
                .map_or_else(String::new, |number| number.to_string()),
            rubric.map_or_else(String::new, |rubric| rubric.rubric.clone()),
            rubric.map_or_else(String::new, |rubric| text(&rubric.rubric_version)),
            rubric.map_or_else(String::new, |rubric| rubric.criteria.join("\n")),
            manifest.baseline.variant_id.clone(),
        ];
        self.set_configuration(&manifest.baseline.configuration);
        self.tasks = manifest
            .tasks
            .iter()
            .map(|task| {
                [
                    task.task_id.clone(),
                    text(&task.title),
                    task.acceptance_criteria.join("\n"),
                ]
            })
            .collect();
        self.variants = manifest.variants.iter().map(variant_row).collect();
    }

    fn prefill(&mut self, known: &PrefillView) {
        let number = known.concurrency.map(|number| number.to_string());
        for (index, value) in [
            (0, &known.experiment_id),
            (1, &known.source_revision),
            (2, &known.model),
            (3, &number),
        ] {
            let field = Field::Own(index);
            if let Some(value) = value
                && self.text(field).is_empty()
            {
                self.set(field, value);
            }
        }
        let is_blank = |row: &[String]| row.iter().all(String::is_empty);
        if self.tasks.iter().all(|row| is_blank(row)) && !known.tasks.is_empty() {
            let rows = known.tasks.iter();
            self.tasks = rows
                .map(|id| [id.clone(), String::new(), String::new()])
                .collect();
        }
        let baseline = self.text(Field::Own(7)).to_owned();
        let others: Vec<_> = known
            .variants
            .iter()
            .filter(|id| **id != baseline)
            .collect();
        if self.variants.iter().all(|row| is_blank(row)) && !others.is_empty() {
            self.variants = others
                .into_iter()
                .map(|id| {
                    let mut row: [String; VARIANT.len()] = Default::default();
                    id.clone_into(&mut row[0]);
                    row
                })
                .collect();
        }
    }

    fn paste(&mut self, text: &str) {
        self.tasks.retain(|row| row.iter().any(|it| !it.is_empty()));
        for line in lines(text) {
            match (line.strip_prefix("- "), self.tasks.last_mut()) {
                (Some(criterion), Some([_, _, criteria])) => {
                    if !criteria.is_empty() {
                        criteria.push('\n');
                    }
                    criteria.push_str(criterion.trim());
                }
                _ => {
                    let (id, title) = line.split_once('=').unwrap_or((&line, ""));
                    let row = [id.trim().to_owned(), title.trim().to_owned(), String::new()];
                    self.tasks.push(row);
                }
            }
        }
    }
}

/// A limit of a configuration as text, by its name.
pub fn limit(configuration: &EffectiveConfiguration, setting: &str) -> Option<String> {
    let limit = match setting {
        "warn_threshold" => configuration.warn_threshold,
        "hard_limit" => configuration.hard_limit,
        "window_size" => configuration.window_size,
        "max_tracked_threads" => configuration.max_tracked_threads,
        "tool_freq_warn" => configuration.tool_freq_warn,
        "tool_freq_hard_limit" => configuration.tool_freq_hard_limit,
        _ => return None,
    };
    Some(limit.to_string())
}

/// The lines of a text that are not blank, without blanks around them.
fn lines(text: &str) -> Vec<String> {
    text.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .map(str::to_owned)
        .collect()
}

fn variant([id, setting, value, tool, warn, hard]: &[String; VARIANT.len()]) -> Variant {
    let is_one_tool = setting == ONE_TOOL;
    let value = match (is_one_tool, warn.trim(), hard.trim()) {
        (false, ..) => value.trim().to_owned(),
        (true, "", "") => "null".to_owned(),
        (true, warn, hard) => format!("{{\"warn\":{warn},\"hard_limit\":{hard}}}"),
    };
    Variant {
        variant_id: id.clone(),
        setting: if is_one_tool {
            format!("{setting}.{tool}")
        } else {
            setting.clone()
        },
        value,
    }
}

/// A variant as a row; an override that is not written as this form writes it stays as it is.
fn variant_row(from: &Variant) -> [String; VARIANT.len()] {
    let plain = || {
        let mut row: [String; VARIANT.len()] = Default::default();
        from.variant_id.clone_into(&mut row[0]);
        from.setting.clone_into(&mut row[1]);
        from.value.clone_into(&mut row[2]);
        row
    };
    let tool = from.setting.strip_prefix(ONE_TOOL);
    let Some(tool) = tool.and_then(|rest| rest.strip_prefix('.')) else {
        return plain();
    };
    let limits = if from.value == "null" {
        Some(("", ""))
    } else {
        let inner = from.value.strip_prefix("{\"warn\":");
        inner
            .and_then(|rest| rest.strip_suffix('}'))
            .and_then(|rest| rest.split_once(",\"hard_limit\":"))
    };
    match limits {
        Some((warn, hard)) => [
            from.variant_id.clone(),
            ONE_TOOL.to_owned(),
            String::new(),
            tool.to_owned(),
            warn.to_owned(),
            hard.to_owned(),
        ],
        None => plain(),
    }
}

impl Reducible for Draft {
    type Action = DraftAction;

    fn reduce(self: Rc<Self>, action: Self::Action) -> Rc<Self> {
        let mut next = (*self).clone();
        match action {
            DraftAction::Edit(field, text) => {
                next.set(field, &text);
                // The first value that can be chosen is one.
                if let Field::Variant(row, 1) = field
                    && text == SETTINGS[0]
                {
                    next.set(Field::Variant(row, 2), "false");
                }
            }
            DraftAction::Add(Rows::Overrides) => next.overrides.push(Default::default()),
            DraftAction::Add(Rows::Tasks) => next.tasks.push(Default::default()),
            DraftAction::Add(Rows::Variants) => next.variants.push(Default::default()),
            DraftAction::Remove(rows, index) => match rows {
                Rows::Overrides => remove(&mut next.overrides, index),
                Rows::Tasks => remove(&mut next.tasks, index),
                Rows::Variants => remove(&mut next.variants, index),
            },
            DraftAction::Paste(text) => next.paste(&text),
            DraftAction::Load(manifest) => next.load(&manifest),
            DraftAction::Prefill(known) => next.prefill(&known),
            DraftAction::Reset => next = Self::default(),
        }
        if next == *self { self } else { Rc::new(next) }
    }
}

fn remove<T>(rows: &mut Vec<T>, index: usize) {
    if index < rows.len() {
        rows.remove(index);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(actions: Vec<DraftAction>) -> Rc<Draft> {
        actions
            .into_iter()
            .fold(Rc::new(Draft::default()), Draft::reduce)
    }

    fn edit(field: Field, text: &str) -> DraftAction {
        DraftAction::Edit(field, text.to_owned())
    }

    #[test]
    fn a_manifest_comes_back_as_it_was() {
        let mut manifest = after(vec![
            edit(Field::Own(0), "loops"),
            edit(Field::Own(3), "2"),
            edit(Field::Own(6), "whole\n\n usable "),
            DraftAction::Add(Rows::Overrides),
            edit(Field::Override(0, 0), "bash"),
            edit(Field::Override(0, 1), "4"),
            edit(Field::Override(0, 2), "6"),
            DraftAction::Paste("a=First\n- works\n- is short\nb".to_owned()),
            edit(Field::Variant(0, 1), ONE_TOOL),
            edit(Field::Variant(0, 3), "web.search"),
            edit(Field::Variant(0, 4), "40"),
            edit(Field::Variant(0, 5), "60"),
        ])
        .manifest();
        assert_eq!(
            manifest.rubric.as_ref().unwrap().criteria,
            ["whole", "usable"]
        );
        assert_eq!(manifest.tasks[0].acceptance_criteria, ["works", "is short"]);
        assert_eq!(
            manifest.variants[0].setting,
            "tool_freq_overrides.web.search"
        );
        assert_eq!(
            manifest.variants[0].value,
            "{\"warn\":40,\"hard_limit\":60}"
        );
        let mut removed = manifest.variants[0].clone();
        removed.value = "null".to_owned();
        let mut other = removed.clone();
        other.value = "{ \"warn\": 1, \"hard_limit\": 2 }".to_owned();
        manifest.variants.extend([removed, other]);
        let again = after(vec![DraftAction::Load(Rc::new(manifest.clone()))]);
        assert_eq!(again.manifest(), manifest);
    }

    #[test]
    fn what_is_no_number_is_refused_by_its_rules() {
        let draft = after(vec![
            edit(Field::Limit(1), "many"),
            edit(Field::Own(3), "x"),
        ]);
        let manifest = draft.manifest();
        assert_eq!(manifest.baseline.configuration.hard_limit, 0);
        assert_eq!(manifest.concurrency, None);
    }

    #[test]
    fn attempts_fill_what_is_empty() {
        let known = PrefillView {
            experiment_id: Some("theirs".to_owned()),
            tasks: vec!["a".to_owned(), "b".to_owned()],
            variants: vec!["baseline".to_owned(), "higher".to_owned()],
            source_revision: Some("r".to_owned()),
            model: None,
            concurrency: Some(2),
        };
        let draft = after(vec![
            edit(Field::Own(0), "mine"),
            DraftAction::Prefill(Rc::new(known)),
        ]);
        let manifest = draft.manifest();
        assert_eq!(manifest.experiment_id, "mine");
        assert_eq!(manifest.source_revision.as_deref(), Some("r"));
        assert_eq!(manifest.concurrency, Some(2));
        assert_eq!(manifest.tasks.len(), 2);
        let variants: Vec<_> = manifest.variants.iter().map(|it| &it.variant_id).collect();
        assert_eq!(variants, ["higher"]);
    }

    #[test]
    fn rows_come_and_go() {
        let draft = after(vec![
            DraftAction::Add(Rows::Tasks),
            edit(Field::Task(1, 0), "second"),
            DraftAction::Remove(Rows::Tasks, 0),
            DraftAction::Remove(Rows::Tasks, 7),
        ]);
        assert_eq!(draft.tasks.len(), 1);
        assert_eq!(draft.text(Field::Task(0, 0)), "second");
    }
}
