//! Sweeps one limit over recorded runs, and says what raising it can cost at worst.
//!
//! A sweep changes one setting of the rules that each run follows, and judges every run again under
//! each value.
//! It goes forward in pieces, so that a worker hears a cancellation in between, and stays with its
//! session until the files change or another one is asked for.
//!
//! - A replay is followed up to the stop that ends the run; what was recorded after it would not
//!   have happened.
//! - A stop *would go* where the run is not stopped at its response or before. A warning would go
//!   where neither that happens nor the same call set or tool is warned about at its response or
//!   before it, as far back as the warning before it about the same.
//! - A state export has lost the calls of a stopped response. Whether such a stop would go cannot
//!   be told, and it counts as one that would where the value lets longer runs pass.
//! - After a recorded stop nothing was recorded, so that what a run would do there is `not_run`.
//! - Figures are of a run's own responses; what its subagents and middleware spend stands with
//!   them.

mod run;
mod tally;
mod worst;

use crate::replay::{Rules, detector_config, effective};
use crate::session::{ReplayError, Session};
use crate::view::ReplaySettings;
use crate::view::limits::{
    Gate, LimitSetting, SweepBasis, SweepFigures, SweepJudged, SweepProgress, SweepRequest,
    SweepRow, SweepRules, SweepValue, SweepView, SweptStop, WorstCaseView,
};
use indexmap::IndexMap;
use loopledger_detect::{Config, FreqLimits};
use loopledger_experiment::review::{Conclusion, Merged};
use loopledger_ledger::ledger::Ledger;
use loopledger_ledger::summary::Summary;
use loopledger_model::trace::{Agent, InterventionAction, Run};
use loopledger_model::{
    EffectiveConfiguration, InputFile, Proposal, ToolFreqOverride, Verdict, WorstCase,
};
use run::{Stage, SweptRun};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::sync::Arc;
use tally::{RunTally, ValueTally};

/// Values that are swept at once, at most.
pub const MOST_VALUES: u64 = 1000;

/// Responses that are judged before a sweep that nobody waits for is looked at again.
const WHOLE: u64 = u64::MAX;

/// Why a limit cannot be swept.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SweepError {
    /// The setting belongs to a single tool, and none is named.
    #[error("{setting} needs a tool")]
    NoTool {
        /// The setting.
        setting: &'static str,
    },
    /// The setting belongs to all tools, and one is named.
    #[error("{setting} is no setting of a single tool")]
    NotOfTool {
        /// The setting.
        setting: &'static str,
    },
    /// The last value lies below the first, or the step is 0.
    #[error("there is no value from {from} to {to} in steps of {step}")]
    EmptyRange {
        /// The first value.
        from: i64,
        /// The last value.
        to: i64,
        /// The step.
        step: u64,
    },
    /// There are too many values.
    #[error("{values} values are more than {MOST_VALUES}")]
    TooManyValues {
        /// How many.
        values: u64,
    },
    /// No run can be judged again.
    #[error("no run is loaded that could be judged again")]
    NoRuns,
    /// The runs follow different rules, so that there is no one configuration to change.
    #[error("the runs follow {rules} different configurations or revisions; give one for all")]
    SeveralRules {
        /// How many.
        rules: u64,
    },
    /// The value breaks rules of DeerFlow's configuration.
    #[error("{}", .0.join("; "))]
    InvalidValue(Vec<String>),
    /// The value is in force already.
    #[error("{setting} is {value} already")]
    Unchanged {
        /// The setting.
        setting: &'static str,
        /// The value.
        value: i64,
    },
    /// A run's rules are not to be had.
    #[error("{0}")]
    Replay(ReplayError),
}

impl SweepError {
    /// The error's stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NoTool { .. } => "sweep_no_tool",
            Self::NotOfTool { .. } => "sweep_not_of_tool",
            Self::EmptyRange { .. } => "sweep_empty_range",
            Self::TooManyValues { .. } => "sweep_too_many_values",
            Self::NoRuns => "sweep_no_runs",
            Self::SeveralRules { .. } => "sweep_several_rules",
            Self::InvalidValue(_) => "invalid_configuration",
            Self::Unchanged { .. } => "sweep_unchanged",
            Self::Replay(error) => error.code(),
        }
    }
}

impl From<ReplayError> for SweepError {
    fn from(error: ReplayError) -> Self {
        Self::Replay(error)
    }
}

/// A sweep on its way.
#[derive(Debug)]
pub(crate) struct Sweep {
    request: SweepRequest,
    values: Vec<i64>,
    groups: Vec<RuleGroup>,
    runs: Vec<SweptRun>,
    /// The run that is judged.
    at: usize,
    done: u64,
    total: u64,
    basis: SweepBasis,
    ledger: Arc<Ledger>,
}

/// Rules that runs share, with the setting at each value.
#[derive(Debug)]
struct RuleGroup {
    rules: Rules,
    current: i64,
    /// In the order of the values.
    changed: Vec<Changed>,
}

/// Rules with one setting changed.
#[derive(Debug)]
struct Changed {
    config: Config,
    /// What DeerFlow's configuration has against the value.
    errors: Vec<String>,
}

impl Session {
    /// What there is to sweep under these rules, in the attempts of one variant or of all.
    ///
    /// # Errors
    /// [`SweepError::Replay`] where the revision or the limits are not to be had.
    pub fn sweep_basis(
        &mut self,
        settings: &ReplaySettings,
        variant: Option<&str>,
    ) -> Result<SweepBasis, SweepError> {
        let ledger = self.ledger();
        let (basis, _, _) = self.basis(&ledger, settings, variant)?;
        Ok(basis)
    }

    /// Goes on with a sweep, for at least so many responses as the budget says, and says how far it
    /// is. A request other than the last one begins anew.
    ///
    /// # Errors
    /// [`SweepError`].
    pub fn sweep_on(
        &mut self,
        request: &SweepRequest,
        budget: u64,
    ) -> Result<SweepProgress, SweepError> {
        let sweep = self.sweep.take().filter(|sweep| sweep.request == *request);
        let mut sweep = match sweep {
            Some(sweep) => sweep,
            None => Sweep::new(self, request)?,
        };
        let progress = sweep.advance(self, budget);
        self.sweep = Some(sweep);
        progress
    }

    /// One setting over a range of values; what is left to judge is judged now.
    ///
    /// # Errors
    /// [`SweepError`].
    pub fn sweep(&mut self, request: &SweepRequest) -> Result<SweepView, SweepError> {
        self.sweep_on(request, WHOLE)?;
        match self.sweep.take() {
            Some(sweep) => {
                let view = sweep.view(self);
                self.sweep = Some(sweep);
                view
            }
            None => Err(SweepError::NoRuns),
        }
    }

    /// The runs that one value of a sweep warns, stops or lets go on, in the order of the files.
    ///
    /// # Errors
    /// [`SweepError`]; [`SweepError::InvalidValue`] where the sweep does not have the value.
    pub fn sweep_rows(
        &mut self,
        request: &SweepRequest,
        value: i64,
    ) -> Result<Vec<SweepRow>, SweepError> {
        self.sweep_on(request, WHOLE)?;
        match self.sweep.take() {
            Some(sweep) => {
                let rows = sweep.rows(self, value);
                self.sweep = Some(sweep);
                rows
            }
            None => Err(SweepError::NoRuns),
        }
    }

    /// A changed limit with what it rests on; of the request, the range is passed over.
    ///
    /// # Errors
    /// [`SweepError`]; [`SweepError::SeveralRules`] where there is no one configuration to change.
    pub fn propose(&mut self, request: &SweepRequest, to: i64) -> Result<Proposal, SweepError> {
        let request = SweepRequest {
            from: to,
            to,
            step: 1,
            ..request.clone()
        };
        let mut sweep = Sweep::new(self, &request)?;
        sweep.advance(self, WHOLE)?;
        sweep.proposal(self, to)
    }

    /// [`propose`](Self::propose) as the text of a file.
    ///
    /// # Errors
    /// As [`propose`](Self::propose).
    pub fn proposal_file(&mut self, request: &SweepRequest, to: i64) -> Result<String, SweepError> {
        let proposal = self.propose(request, to)?;
        // A proposal is plain data; writing it as JSON cannot fail.
        let mut text = serde_json::to_string_pretty(&proposal).unwrap_or_default();
        text.push('\n');
        Ok(text)
    }

    /// The proposals that were read.
    pub fn proposals(&self) -> Vec<&Proposal> {
        self.reads().flat_map(|read| &read.proposals).collect()
    }

    /// The rules of every run, and what is swept.
    fn basis(
        &self,
        ledger: &Ledger,
        settings: &ReplaySettings,
        variant: Option<&str>,
    ) -> Result<(SweepBasis, Vec<Rules>, Vec<SweptRun>), SweepError> {
        let keyed: Vec<(&str, &Run)> = self.keyed_runs().collect();
        let mut rules: Vec<Rules> = Vec::new();
        let mut counts: Vec<u64> = Vec::new();
        let mut runs = Vec::new();
        let mut tools = BTreeSet::new();
        let mut responses = 0;
        let mut variants: Vec<String> = Vec::new();
        let mut summary = Summary::default();
        let mut attempts = 0;
        let mut attempts_without_run = 0;
        for (attempt, entry) in ledger.attempts.iter().enumerate() {
            let of = entry.record().variant_id.as_deref();
            if let Some(of) = of
                && !variants.iter().any(|known| known == of)
            {
                variants.push(of.to_owned());
            }
            if variant.is_some() && variant != of {
                continue;
            }
            summary.add(entry);
            if entry.runs().is_empty() {
                attempts_without_run += 1;
            } else {
                attempts += 1;
            }
            for &index in entry.runs() {
                let Some(&(key, run)) = keyed.get(index) else {
                    continue;
                };
                let found = self.rules(run, settings)?;
                let group = rules.iter().position(|rules| {
                    (rules.revision, &rules.config) == (found.revision, &found.config)
                });
                let group = group.unwrap_or_else(|| {
                    rules.push(found);
                    counts.push(0);
                    rules.len() - 1
                });
                if let Some(count) = counts.get_mut(group) {
                    *count += 1;
                }
                responses += run.responses.len() as u64;
                for response in &run.responses {
                    for call in &response.tool_calls {
                        let name = crate::replay::tool_name(call);
                        if !tools.contains(name.as_ref()) {
                            tools.insert(name.into_owned());
                        }
                    }
                }
                runs.push(SweptRun::new(key, attempt, group, run));
            }
        }
        for unreadable in &ledger.unreadable {
            summary.add_unreadable(unreadable);
        }
        let basis = SweepBasis {
            variants,
            attempts,
            attempts_without_run,
            runs: runs.len() as u64,
            responses,
            covered_runs: ledger.covered_runs.len() as u64,
            inexact_runs: runs
                .iter()
                .filter(|run| !run.is_exact)
                .map(|run| run.key.clone())
                .collect(),
            tools: tools.into_iter().collect(),
            rules: rules
                .iter()
                .zip(counts)
                .map(|(rules, runs)| SweepRules {
                    revision: rules.revision.to_string(),
                    configuration: rules.configuration.clone(),
                    configuration_source: rules.source.as_str().to_owned(),
                    runs,
                })
                .collect(),
            cost_per_call: worst::cost_per_call(&summary),
        };
        Ok((basis, rules, runs))
    }
}

impl Sweep {
    fn new(session: &mut Session, request: &SweepRequest) -> Result<Self, SweepError> {
        let values = values(request)?;
        let ledger = session.ledger();
        let (basis, rules, runs) =
            session.basis(&ledger, &request.settings, request.variant.as_deref())?;
        if runs.is_empty() {
            return Err(SweepError::NoRuns);
        }
        let groups = rules
            .into_iter()
            .map(|rules| RuleGroup::new(rules, request, &values))
            .collect();
        // A run is keyed, judged as it is, and then under each value.
        let total = basis.responses.saturating_mul(values.len() as u64 + 2);
        Ok(Self {
            request: request.clone(),
            values,
            groups,
            runs,
            at: 0,
            done: 0,
            total,
            basis,
            ledger,
        })
    }

    fn advance(&mut self, session: &Session, budget: u64) -> Result<SweepProgress, SweepError> {
        let until = self.done.saturating_add(budget.max(1));
        while self.done < until {
            let Some(swept) = self.runs.get_mut(self.at) else {
                break;
            };
            let run = session.find_run(&swept.key)?;
            let stop = session.row_stop_reason(run);
            let Some(group) = self.groups.get(swept.group) else {
                break;
            };
            match swept.stage(run, self.values.len()) {
                Stage::Key => {
                    self.done += swept.key_some(run, group.rules.revision, stop, until - self.done);
                }
                Stage::Base => {
                    swept.judge_base(run, &group.rules);
                    self.done += run.responses.len() as u64;
                }
                Stage::Value(index) => {
                    if let Some(changed) = group.changed.get(index) {
                        swept.judge(run, &group.rules, changed);
                    }
                    self.done += run.responses.len() as u64;
                }
                Stage::Done => self.at += 1,
            }
        }
        Ok(SweepProgress {
            done: self.done,
            total: self.total,
            is_done: self.at >= self.runs.len(),
        })
    }

    /// What DeerFlow's configuration has against a value, in any of the rules.
    fn errors(&self, index: usize) -> Vec<String> {
        let mut errors: Vec<String> = Vec::new();
        for group in &self.groups {
            for error in group
                .changed
                .get(index)
                .into_iter()
                .flat_map(|it| &it.errors)
            {
                if !errors.contains(error) {
                    errors.push(error.clone());
                }
            }
        }
        errors
    }

    /// Whether a value lets runs go on that are stopped now.
    fn lets_pass(&self, value: i64) -> bool {
        let mut current = self.groups.iter().map(|group| group.current);
        match self.request.setting {
            LimitSetting::HardLimit
            | LimitSetting::ToolFreqHardLimit
            | LimitSetting::OverrideHardLimit => current.any(|current| value > current),
            LimitSetting::WindowSize => current.any(|current| value < current),
            _ => false,
        }
    }

    fn gate(&self, value: i64, figures: &SweepFigures) -> Gate {
        let mut current = self.groups.iter().map(|group| group.current);
        if current.all(|current| current == value) {
            return Gate::Current;
        }
        let raises_warning = self.request.setting.is_warning()
            && self.groups.iter().any(|group| value > group.current);
        let SweepFigures {
            stops, warnings, ..
        } = figures;
        let count = stops.count + warnings.count;
        if count > stops.looked_at + warnings.looked_at {
            Gate::Unlooked
        } else if count > 0 {
            Gate::Inspected
        } else if self.lets_pass(value) || raises_warning {
            Gate::NoReason
        } else {
            Gate::Tightens
        }
    }

    /// The tallies of every value, and what was judged.
    fn tallies(&self, session: &mut Session) -> Result<(Vec<ValueTally>, SweepJudged), SweepError> {
        let merged = session.merged_reviews();
        let judgements = Judgements::new(&merged);
        let session = &*session;
        let mut tallies: Vec<ValueTally> =
            self.values.iter().map(|_| ValueTally::default()).collect();
        let mut judged = SweepJudged::default();
        for swept in &self.runs {
            let run = session.find_run(&swept.key)?;
            let given = judgements.of(&swept.key);
            let mut tally = RunTally::new(swept, run, session.prices.as_ref(), given);
            tally.count_judged(&mut judged);
            for (index, (value, total)) in self.values.iter().zip(&mut tallies).enumerate() {
                if let Some(outcome) = swept.outcome(index) {
                    tally.add_to(total, outcome, self.lets_pass(*value));
                }
            }
        }
        Ok((tallies, judged))
    }

    fn figures(&self, index: usize, value: i64, tally: &ValueTally) -> SweepFigures {
        let mut figures = tally.figures();
        figures.gate = self.gate(value, &figures);
        figures.worst_case = self
            .groups
            .iter()
            .filter_map(|group| {
                let config = &group.changed.get(index)?.config;
                Some(self.worst_case(group, config))
            })
            .collect();
        figures
    }

    fn worst_case(&self, group: &RuleGroup, config: &Config) -> WorstCaseView {
        worst::worst_case(
            group.rules.revision,
            config,
            self.request.tool.as_deref(),
            &self.basis.tools,
            &self.basis.cost_per_call,
        )
    }

    fn view(&self, session: &mut Session) -> Result<SweepView, SweepError> {
        let (tallies, judged) = self.tallies(session)?;
        let values = self
            .values
            .iter()
            .zip(&tallies)
            .enumerate()
            .map(|(index, (&value, tally))| {
                let errors = self.errors(index);
                SweepValue {
                    value,
                    is_current: self.groups.iter().all(|group| group.current == value),
                    figures: errors.is_empty().then(|| self.figures(index, value, tally)),
                    errors,
                }
            })
            .collect();
        Ok(SweepView {
            request: self.request.clone(),
            basis: self.basis.clone(),
            current: self.groups.iter().map(|group| group.current).collect(),
            worst_case_now: self
                .groups
                .iter()
                .map(|group| self.worst_case(group, &group.rules.config))
                .collect(),
            judged,
            values,
        })
    }

    fn rows(&self, session: &mut Session, value: i64) -> Result<Vec<SweepRow>, SweepError> {
        let index = self.values.iter().position(|&other| other == value);
        let Some(index) = index else {
            let message = format!("the sweep has no value {value}");
            return Err(SweepError::InvalidValue(vec![message]));
        };
        let errors = self.errors(index);
        if !errors.is_empty() {
            return Err(SweepError::InvalidValue(errors));
        }
        let merged = session.merged_reviews();
        let judgements = Judgements::new(&merged);
        let session = &*session;
        let mut rows = Vec::new();
        for swept in &self.runs {
            let run = session.find_run(&swept.key)?;
            let (Some(outcome), Some(attempt), Some(changed)) = (
                swept.outcome(index),
                self.ledger.attempts.get(swept.attempt),
                self.groups
                    .get(swept.group)
                    .and_then(|group| group.changed.get(index)),
            ) else {
                continue;
            };
            let given = judgements.of(&swept.key);
            let tally = RunTally::new(swept, run, None, given);
            let lost_stop = tally.lost_stop(outcome, self.lets_pass(value));
            if outcome.marks.is_empty() && lost_stop.is_none() {
                continue;
            }
            let record = attempt.record();
            rows.push(SweepRow {
                attempt_id: record.attempt_id.clone(),
                task_id: record.task_id.clone(),
                variant_id: record.variant_id.clone(),
                run: swept.key.clone(),
                is_subagent: matches!(run.agent, Agent::Subagent { .. }),
                is_exact: swept.is_exact,
                warned_at: outcome.warned_at(),
                stopped_at: outcome.stopped_at(),
                recorded_stop: swept.recorded_stop,
                what_if_after: outcome.what_if_after,
                lost_stop: lost_stop.map(|(response, verdict)| SweptStop {
                    response,
                    verdict: verdict.map(|verdict| verdict.as_str().to_owned()),
                }),
                configuration: effective(&changed.config),
            });
        }
        Ok(rows)
    }

    fn proposal(&self, session: &mut Session, to: i64) -> Result<Proposal, SweepError> {
        let [group] = self.groups.as_slice() else {
            return Err(SweepError::SeveralRules {
                rules: self.groups.len() as u64,
            });
        };
        if group.current == to {
            return Err(SweepError::Unchanged {
                setting: self.request.setting.as_str(),
                value: to,
            });
        }
        let errors = self.errors(0);
        if !errors.is_empty() {
            return Err(SweepError::InvalidValue(errors));
        }
        let (tallies, _) = self.tallies(session)?;
        let figures = tallies
            .first()
            .map(|tally| self.figures(0, to, tally))
            .ok_or(SweepError::NoRuns)?;
        let before = self.worst_case(group, &group.rules.config);
        let after = figures
            .worst_case
            .first()
            .cloned()
            .unwrap_or_else(|| before.clone());
        let mut digests: Vec<Option<&String>> = self
            .runs
            .iter()
            .filter_map(|run| self.ledger.attempts.get(run.attempt))
            .map(|attempt| attempt.record().manifest_digest.as_ref())
            .collect();
        digests.dedup();
        let stopped_before: BTreeSet<usize> = self
            .runs
            .iter()
            .filter(|run| run.base_stop().is_some())
            .map(|run| run.attempt)
            .collect();
        Ok(Proposal {
            schema: Proposal::SCHEMA.to_owned(),
            setting: self.request.setting.as_str().to_owned(),
            tool: self.request.tool.clone(),
            from: group.current,
            to,
            configuration: group.rules.configuration.clone(),
            detector_revision: group.rules.revision.to_string(),
            attempts: self.basis.attempts,
            attempts_without_run: self.basis.attempts_without_run,
            stopped_before: stopped_before.len() as u64,
            stopped_after: figures.stopped.attempts,
            stops_in_question: figures.stops,
            warnings_in_question: figures.warnings,
            stops_untold: self.runs.iter().filter(|run| run.has_lost_stop).count() as u64,
            is_inspected: figures.gate == Gate::Inspected,
            worst_case_before: written(before),
            worst_case_after: written(after),
            manifest_digest: match digests.as_slice() {
                [digest] => digest.cloned(),
                _ => None,
            },
            files: session
                .files()
                .into_iter()
                .filter(|file| {
                    file.format
                        .as_deref()
                        .is_some_and(|format| format != "loopledger-proposal")
                })
                .map(|file| InputFile {
                    name: file.name,
                    sha256: file.sha256,
                })
                .collect(),
            place: None,
        })
    }
}

fn written(view: WorstCaseView) -> WorstCase {
    WorstCase {
        same_call: view.same_call.bound,
        one_tool: view.one_tool.bound,
        all_tools: view.all_tools.bound,
    }
}

impl RuleGroup {
    fn new(rules: Rules, request: &SweepRequest, values: &[i64]) -> Self {
        let current = value_of(&rules.configuration, request);
        // What was recorded may break rules already; the value is not to blame for those.
        let before = broken_rules(&rules.config);
        let changed = values
            .iter()
            .map(|&value| {
                let mut configuration = rules.configuration.clone();
                set(&mut configuration, request, value);
                let config = detector_config(&configuration);
                let errors = broken_rules(&config)
                    .into_iter()
                    .filter(|error| value != current && !before.contains(error))
                    .collect();
                Changed { config, errors }
            })
            .collect();
        Self {
            rules,
            current,
            changed,
        }
    }
}

/// What reviewers say of the warnings and stops of each run.
struct Judgements<'m>(FxHashMap<&'m str, Vec<Judged>>);

/// What reviewers say of one warning or stop.
#[derive(Debug, Clone, Copy)]
struct Judged {
    response: u64,
    is_stop: bool,
    verdict: Verdict,
}

impl<'m> Judgements<'m> {
    fn new(merged: &'m Merged) -> Self {
        let mut by_run: FxHashMap<&str, Vec<Judged>> = FxHashMap::default();
        for intervention in &merged.interventions {
            let key = &intervention.key;
            by_run.entry(&key.run).or_default().push(Judged {
                response: key.response,
                is_stop: key.action == InterventionAction::HardStop,
                verdict: match intervention.conclusion {
                    Conclusion::Agreed(verdict) => verdict,
                    // It was looked at, and nothing came of it.
                    Conclusion::Open(_) => Verdict::Unsure,
                },
            });
        }
        Self(by_run)
    }

    fn of(&self, run: &str) -> &[Judged] {
        self.0.get(run).map_or(&[], Vec::as_slice)
    }
}

fn broken_rules(config: &Config) -> Vec<String> {
    match config.check() {
        Ok(()) => Vec::new(),
        Err(errors) => errors.iter().map(ToString::to_string).collect(),
    }
}

/// The values of a request.
fn values(request: &SweepRequest) -> Result<Vec<i64>, SweepError> {
    let &SweepRequest {
        setting,
        ref tool,
        from,
        to,
        step,
        ..
    } = request;
    match (setting.is_of_tool(), tool) {
        (true, None) => {
            let setting = setting.as_str();
            return Err(SweepError::NoTool { setting });
        }
        (false, Some(_)) => {
            let setting = setting.as_str();
            return Err(SweepError::NotOfTool { setting });
        }
        _ => {}
    }
    if to < from || step == 0 {
        return Err(SweepError::EmptyRange { from, to, step });
    }
    let values = to.abs_diff(from) / step;
    if values >= MOST_VALUES {
        return Err(SweepError::TooManyValues {
            values: values.saturating_add(1),
        });
    }
    let mut value = from;
    let mut all = vec![value];
    while let Some(next) = value.checked_add_unsigned(step).filter(|next| *next <= to) {
        all.push(next);
        value = next;
    }
    Ok(all)
}

fn value_of(configuration: &EffectiveConfiguration, request: &SweepRequest) -> i64 {
    let tool = request.tool.as_deref();
    request.setting.value_in(configuration, tool)
}

/// Changes the one setting. The value in force changes nothing, not even where it would write an
/// override down that follows from the settings of all tools.
fn set(configuration: &mut EffectiveConfiguration, request: &SweepRequest, value: i64) {
    if value == value_of(configuration, request) {
        return;
    }
    let FreqLimits { warn, hard_limit } = detector_config(configuration).tool_freq_limits();
    let mut limits = |change: &dyn Fn(&mut ToolFreqOverride)| {
        let tool = request.tool.clone().unwrap_or_default();
        let overrides: &mut IndexMap<String, ToolFreqOverride> =
            &mut configuration.tool_freq_overrides;
        change(
            overrides
                .entry(tool)
                .or_insert(ToolFreqOverride { warn, hard_limit }),
        );
    };
    match request.setting {
        LimitSetting::WarnThreshold => configuration.warn_threshold = value,
        LimitSetting::HardLimit => configuration.hard_limit = value,
        LimitSetting::WindowSize => configuration.window_size = value,
        LimitSetting::ToolFreqWarn => configuration.tool_freq_warn = value,
        LimitSetting::ToolFreqHardLimit => configuration.tool_freq_hard_limit = value,
        LimitSetting::OverrideWarn => limits(&|limits| limits.warn = value),
        LimitSetting::OverrideHardLimit => limits(&|limits| limits.hard_limit = value),
    }
}

#[cfg(test)]
mod tests;
