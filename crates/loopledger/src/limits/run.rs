//! One run under every value of a sweep.

use super::Changed;
use crate::replay::{self, Keyed, Keyer, Rules};
use crate::view::DecisionView;
use loopledger_detect::{CallSetDigest, Revision};
use loopledger_model::StopReason;
use loopledger_model::trace::Run;
use rustc_hash::FxHashMap;

/// A run that is judged again, as far as it has come.
#[derive(Debug)]
pub(super) struct SweptRun {
    pub(super) key: String,
    /// Index of its attempt in the ledger.
    pub(super) attempt: usize,
    /// Index of the rules that it follows.
    pub(super) group: usize,
    pub(super) is_exact: bool,
    /// The response of the recorded stop.
    pub(super) recorded_stop: Option<u64>,
    /// Whether the file has lost the calls of that response.
    pub(super) has_lost_stop: bool,
    keyer: Option<Keyer>,
    keys: Vec<Keyed>,
    recorded: Vec<DecisionView>,
    subjects: FxHashMap<Subject, u32>,
    /// What was recorded, and what the rules in force decide; each response once for each action.
    pub(super) seen: Vec<Seen>,
    base: Option<Outcome>,
    outcomes: Vec<Outcome>,
}

/// What is left to do for a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    Key,
    Base,
    Value(usize),
    Done,
}

/// What a decision is about.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Subject {
    CallSet(CallSetDigest),
    Tool(String),
}

/// A decision, as far as a sweep goes by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Mark {
    pub(super) response: u64,
    pub(super) is_stop: bool,
    /// Number of its subject; `None` where the record does not say.
    subject: Option<u32>,
}

/// A warning or stop that a value may take away.
#[derive(Debug, Clone, Copy)]
pub(super) struct Seen {
    pub(super) mark: Mark,
    /// The response of the warning before it about the same subject.
    previous: Option<u64>,
    /// Whether the file has lost the calls of its response.
    pub(super) is_lost: bool,
}

/// What the detector decides under one value, up to the stop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Outcome {
    pub(super) marks: Vec<Mark>,
    /// The response after which everything is *what if*.
    pub(super) what_if_after: Option<u64>,
}

impl SweptRun {
    pub(super) fn new(key: &str, attempt: usize, group: usize, run: &Run) -> Self {
        let recorded = replay::recorded_decisions(run);
        let stop = recorded.iter().find(|decision| decision.action == "stop");
        let recorded_stop = stop.map(|decision| decision.response);
        Self {
            key: key.to_owned(),
            attempt,
            group,
            is_exact: run.source.keeps_proposed_calls()
                && !run.is_truncated
                && run.unreadable_records == 0,
            recorded_stop,
            has_lost_stop: recorded_stop
                .is_some_and(|response| replay::has_lost_its_calls(run, response)),
            keyer: None,
            keys: Vec::new(),
            recorded,
            subjects: FxHashMap::default(),
            seen: Vec::new(),
            base: None,
            outcomes: Vec::new(),
        }
    }

    pub(super) fn stage(&self, run: &Run, values: usize) -> Stage {
        if self.keys.len() < run.responses.len() {
            Stage::Key
        } else if self.base.is_none() {
            Stage::Base
        } else if self.outcomes.len() < values {
            Stage::Value(self.outcomes.len())
        } else {
            Stage::Done
        }
    }

    /// Keys some of the responses, and says how many.
    pub(super) fn key_some(
        &mut self,
        run: &Run,
        revision: Revision,
        stop: Option<&StopReason>,
        most: u64,
    ) -> u64 {
        let keyer = self.keyer.get_or_insert_with(|| Keyer::new(run, revision));
        let mut done = 0;
        while done < most && self.keys.len() < run.responses.len() {
            self.keys.push(keyer.key(run, self.keys.len(), stop));
            done += 1;
        }
        done
    }

    /// Judges the run under the rules in force.
    pub(super) fn judge_base(&mut self, run: &Run, rules: &Rules) {
        let base = self.judged(run, rules, &rules.config);
        let recorded: Vec<Mark> = {
            let recorded = std::mem::take(&mut self.recorded);
            let marks = recorded
                .iter()
                .map(|decision| self.mark(decision))
                .collect();
            self.recorded = recorded;
            marks
        };
        let until = self.recorded_stop;
        let recorded = recorded
            .into_iter()
            .filter(|mark| until.is_none_or(|until| mark.response <= until));
        let mut marks: Vec<Mark> = recorded.collect();
        for mark in &base.marks {
            let is_known =
                |other: &Mark| (other.response, other.is_stop) == (mark.response, mark.is_stop);
            if !marks.iter().any(is_known) {
                marks.push(*mark);
            }
        }
        marks.sort_by_key(|mark| (mark.response, mark.is_stop));
        self.seen = marks
            .iter()
            .enumerate()
            .map(|(index, mark)| {
                let before = marks.get(..index).unwrap_or_default();
                let previous = before
                    .iter()
                    .rev()
                    .find(|other| !other.is_stop && other.subject == mark.subject);
                Seen {
                    mark: *mark,
                    previous: previous.map(|other| other.response),
                    is_lost: mark.is_stop
                        && self.has_lost_stop
                        && self.recorded_stop == Some(mark.response),
                }
            })
            .collect();
        self.base = Some(base);
    }

    /// Judges the run under the next value.
    pub(super) fn judge(&mut self, run: &Run, rules: &Rules, changed: &Changed) {
        let outcome = match &self.base {
            Some(base) if changed.config == rules.config => base.clone(),
            _ if !changed.errors.is_empty() => Outcome {
                marks: Vec::new(),
                what_if_after: None,
            },
            _ => self.judged(run, rules, &changed.config),
        };
        self.outcomes.push(outcome);
    }

    pub(super) fn outcome(&self, value: usize) -> Option<&Outcome> {
        self.outcomes.get(value)
    }

    /// The response at which the rules in force stop the run.
    pub(super) fn base_stop(&self) -> Option<u64> {
        self.base.as_ref().and_then(Outcome::stopped_at)
    }

    fn judged(&mut self, run: &Run, rules: &Rules, config: &loopledger_detect::Config) -> Outcome {
        let decisions = match &self.keyer {
            Some(keyer) => keyer.judge(run, &self.keys, config),
            // A run without responses was never keyed.
            None => Vec::new(),
        };
        Outcome {
            what_if_after: replay::what_if_after(run, &self.recorded, rules.revision, &decisions),
            marks: decisions
                .iter()
                .map(|decision| self.mark(decision))
                .collect(),
        }
    }

    fn mark(&mut self, decision: &DecisionView) -> Mark {
        let subject = match decision.layer.as_str() {
            "identical_call_set" => usize::try_from(decision.response)
                .ok()
                .and_then(|response| self.keys.get(response))
                .and_then(|key| match key {
                    Keyed::Digest(digest) => Some(Subject::CallSet(*digest)),
                    Keyed::Skipped => None,
                }),
            "tool_frequency" => decision.tools.first().cloned().map(Subject::Tool),
            _ => None,
        };
        let number = u32::try_from(self.subjects.len()).unwrap_or(u32::MAX);
        Mark {
            response: decision.response,
            is_stop: decision.action == "stop",
            subject: subject.map(|subject| *self.subjects.entry(subject).or_insert(number)),
        }
    }
}

impl Outcome {
    pub(super) fn warned_at(&self) -> Option<u64> {
        let warning = self.marks.iter().find(|mark| !mark.is_stop);
        warning.map(|mark| mark.response)
    }

    pub(super) fn stopped_at(&self) -> Option<u64> {
        let stop = self.marks.iter().find(|mark| mark.is_stop);
        stop.map(|mark| mark.response)
    }

    /// Whether a response lies where the record went another way.
    pub(super) fn is_what_if(&self, response: u64) -> bool {
        self.what_if_after.is_some_and(|after| response > after)
    }
}

impl Seen {
    /// Whether it would go; `lets_pass` says whether the value lets runs pass that are stopped now.
    pub(super) fn would_go(&self, outcome: &Outcome, lets_pass: bool) -> bool {
        if self.is_lost {
            return lets_pass;
        }
        let Mark {
            response,
            is_stop,
            subject,
        } = self.mark;
        let stays = |other: &Mark| {
            other.response <= response
                && (other.is_stop
                    || (!is_stop
                        && (subject.is_none() || other.subject == subject)
                        && self
                            .previous
                            .is_none_or(|previous| other.response > previous)))
        };
        !outcome.marks.iter().any(stays)
    }
}
