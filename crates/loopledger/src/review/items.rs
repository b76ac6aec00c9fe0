//! The attempts, and the warnings and stops, that there are to review.

use super::changing::{results, why_first};
use super::words;
use crate::Session;
use crate::replay::{Cursor, changes, recorded_decisions, response_place, tool_name};
use crate::report::{figure, money_view};
use crate::view::review::{
    ReviewAttemptView, ReviewInterventionView, ReviewMessageView, ReviewSubjectView,
};
use crate::view::{DecisionView, ReplaySettings};
use indexmap::IndexMap;
use loopledger_experiment::review::{AttemptKey, Conclusion, InterventionKey, Merged};
use loopledger_ledger::ledger::{Attempt, Ledger};
use loopledger_model::experiment::Task;
use loopledger_model::trace::{CallOutcome, InterventionAction, Layer, Run};
use loopledger_model::{Artifact, Outcome, Place, Verdict};
use rustc_hash::FxHashMap;

/// Model responses whose texts and results are shown of an attempt.
const LAST_RESPONSES: usize = 3;

/// A warning or a stop of a run, recorded or replayed.
struct Found {
    decision: DecisionView,
    is_recorded: bool,
    is_replayed: bool,
}

impl Session {
    /// The attempts of the subject, and how many others there are.
    pub(super) fn review_attempts(
        &self,
        ledger: &Ledger,
        merged: &Merged,
        subject: &ReviewSubjectView,
    ) -> (Vec<ReviewAttemptView>, u64) {
        let tasks: IndexMap<&str, &Task> = self
            .reads()
            .flat_map(|read| &read.experiments)
            .filter(|manifest| Some(&manifest.experiment_id) == subject.experiment_id.as_ref())
            .flat_map(|manifest| &manifest.tasks)
            .map(|task| (task.task_id.as_str(), task))
            .collect();
        let by_key: FxHashMap<&AttemptKey, _> = merged
            .attempts
            .iter()
            .map(|attempt| (&attempt.key, attempt))
            .collect();
        let runs: Vec<(&str, &Run)> = self.keyed_runs().collect();
        let mut others = 0;
        let mut views: Vec<(usize, ReviewAttemptView)> = Vec::new();
        for attempt in &ledger.attempts {
            let record = attempt.record();
            if record.experiment_id != subject.experiment_id
                || record.manifest_digest != subject.manifest_digest
            {
                others += 1;
                continue;
            }
            let task = record.task_id.as_deref();
            let task = task.and_then(|task| tasks.get_full(task));
            let of_reviews = by_key.get(&AttemptKey::of(record));
            let votes = of_reviews.map_or_else(Vec::new, |merged| {
                merged.votes.iter().map(words::vote).collect()
            });
            let of_record = record.review.iter().flat_map(|review| &review.artifacts);
            let of_votes = of_reviews
                .into_iter()
                .flat_map(|merged| &merged.votes)
                .flat_map(|vote| &vote.artifacts);
            let mut artifacts: Vec<Artifact> = Vec::new();
            for artifact in of_record.chain(of_votes) {
                if !artifacts.contains(artifact) {
                    artifacts.push(artifact.clone());
                }
            }
            let run = attempt.runs().first().and_then(|&run| runs.get(run));
            let order = task.map_or(usize::MAX, |(index, ..)| index);
            let view = ReviewAttemptView {
                attempt_id: record.attempt_id.clone(),
                task_id: record.task_id.clone(),
                variant_id: record.variant_id.clone(),
                blind_number: 0,
                title: task.and_then(|(_, _, task)| task.title.clone()),
                acceptance_criteria: task
                    .map(|(_, _, task)| task.acceptance_criteria.clone())
                    .unwrap_or_default(),
                artifacts,
                run: run.map(|(key, _)| (*key).to_owned()),
                messages: run.map_or_else(Vec::new, |(_, run)| messages(run)),
                outcome: record.outcome(),
                status: record
                    .status
                    .as_ref()
                    .map(|status| status.as_str().to_owned()),
                stop_reason: figure(&record.stop_reason, |reason| {
                    reason.as_ref().map(ToString::to_string).unwrap_or_default()
                }),
                model_cost: figure(&record.model_cost, money_view),
                decision: record.decision(),
                open: of_reviews.and_then(|merged| match merged.conclusion {
                    Conclusion::Open(why) => Some(words::open(why).to_owned()),
                    Conclusion::Agreed(_) => None,
                }),
                votes,
                place: record.place.clone(),
            };
            views.push((order, view));
        }
        views.sort_by(|(a, one), (b, other)| (a, &one.task_id).cmp(&(b, &other.task_id)));
        let mut views: Vec<ReviewAttemptView> = views.into_iter().map(|(_, view)| view).collect();
        number_blindly(&mut views);
        (views, others)
    }

    /// Every warning and stop of every run, those to look at first first; also how many do not say
    /// their layer.
    pub(super) fn review_interventions(
        &self,
        ledger: &Ledger,
        merged: &Merged,
        attempts: &[ReviewAttemptView],
    ) -> (Vec<ReviewInterventionView>, u64) {
        let mut attempt_of: FxHashMap<usize, &Attempt> = FxHashMap::default();
        for attempt in &ledger.attempts {
            attempt_of.extend(attempt.runs().iter().map(|&run| (run, attempt)));
        }
        let numbers: FxHashMap<&str, u64> = attempts
            .iter()
            .map(|attempt| (attempt.attempt_id.as_str(), attempt.blind_number))
            .collect();
        let by_key: FxHashMap<&InterventionKey, _> = merged
            .interventions
            .iter()
            .map(|intervention| (&intervention.key, intervention))
            .collect();
        let mut found: Vec<(u8, ReviewInterventionView)> = Vec::new();
        let mut without_layer = 0;
        for (index, (key, run)) in self.keyed_runs().enumerate() {
            // A run whose rules cannot be had has no replay; its records are offered all the same.
            let rules = self.rules(run, &ReplaySettings::default()).ok();
            let (mut call_sets, mut replayed) = (Vec::new(), Vec::new());
            if let Some(rules) = &rules {
                let mut cursor = Cursor::new(run, rules);
                let stop = self.row_stop_reason(run);
                while let Some(step) = cursor.advance(run, stop) {
                    replayed.extend(cursor.decision(call_sets.len()));
                    call_sets.push(step.call_set);
                }
            }
            let window = rules
                .as_ref()
                .and_then(|rules| usize::try_from(rules.config.window_size).ok())
                .unwrap_or_default();
            let recorded = recorded_decisions(run);
            let what_if_after = if recorded.is_empty() {
                replayed.first().map(|decision| decision.response)
            } else {
                let first = changes(run, &recorded, &replayed);
                first.first().map(|change| change.response)
            };
            let attempt = attempt_of.get(&index).map(|attempt| attempt.record());
            for found_here in joined(recorded, replayed) {
                let Found {
                    decision,
                    is_recorded,
                    is_replayed,
                } = found_here;
                let Some(layer) = layer(&decision.layer) else {
                    without_layer += 1;
                    continue;
                };
                let Ok(ordinal) = usize::try_from(decision.response) else {
                    continue;
                };
                let Some(response) = run.responses.get(ordinal) else {
                    continue;
                };
                let mut tools = decision.tools;
                tools.sort();
                let action = if decision.action == "stop" {
                    InterventionAction::HardStop
                } else {
                    InterventionAction::Warn
                };
                let intervention = InterventionKey {
                    run: key.to_owned(),
                    response: decision.response,
                    action,
                    layer,
                    tools,
                };
                let results = results(
                    run,
                    &call_sets,
                    ordinal,
                    (layer, &intervention.tools),
                    window,
                );
                let is_accepted =
                    attempt.is_some_and(|record| record.outcome() == Outcome::Accepted);
                let (rank, why_first) = why_first(action, is_accepted, results);
                let judged = by_key.get(&intervention);
                let attempt_id = attempt.map(|record| record.attempt_id.clone());
                let view = ReviewInterventionView {
                    response: decision.response,
                    action,
                    layer,
                    count: decision.count,
                    threshold: decision.threshold,
                    place: response_place(run, response),
                    is_recorded,
                    is_replayed,
                    is_what_if: what_if_after.is_some_and(|first| decision.response > first),
                    blind_number: attempt_id
                        .as_deref()
                        .and_then(|id| numbers.get(id))
                        .copied(),
                    attempt_id,
                    task_id: attempt.and_then(|record| record.task_id.clone()),
                    variant_id: attempt.and_then(|record| record.variant_id.clone()),
                    results: results.known,
                    distinct_results: results.distinct,
                    why_first: why_first.to_owned(),
                    verdict: judged.and_then(|judged| match judged.conclusion {
                        Conclusion::Agreed(verdict) => Some(verdict),
                        Conclusion::Open(_) => None::<Verdict>,
                    }),
                    open: judged.and_then(|judged| match judged.conclusion {
                        Conclusion::Agreed(_) => None,
                        Conclusion::Open(why) => Some(words::open(why).to_owned()),
                    }),
                    votes: judged.map_or_else(Vec::new, |judged| words::judgements(&judged.votes)),
                    run: intervention.run,
                    tools: intervention.tools,
                };
                found.push((rank, view));
            }
        }
        found.sort_by_key(|(rank, _)| *rank);
        (
            found.into_iter().map(|(_, view)| view).collect(),
            without_layer,
        )
    }
}

/// The last responses of a run, each with the results of its calls.
fn messages(run: &Run) -> Vec<ReviewMessageView> {
    let first = run.responses.len().saturating_sub(LAST_RESPONSES);
    let mut messages = Vec::new();
    for (ordinal, response) in run.responses.iter().enumerate().skip(first) {
        let ordinal = ordinal as u64;
        messages.push(ReviewMessageView {
            kind: "response".to_owned(),
            response: ordinal,
            tool: None,
            place: response_place(run, response),
        });
        for call in &response.tool_calls {
            if let CallOutcome::Executed { line, byte, .. } = call.outcome {
                messages.push(ReviewMessageView {
                    kind: "result".to_owned(),
                    response: ordinal,
                    tool: Some(tool_name(call).into_owned()),
                    place: Place {
                        file: run.file.clone(),
                        line: Some(line),
                        byte: Some(byte),
                        pointer: None,
                    },
                });
            }
        }
    }
    messages
}

/// Numbers attempts so that a number does not tell the variant: those of a task by a digest of
/// their id, tasks in their order.
fn number_blindly(attempts: &mut [ReviewAttemptView]) {
    // FNV-1a, and MurmurHash's last step, without which ids that begin alike stay together; it only
    // has to be the same everywhere.
    let mixed = |text: &str| {
        let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        let hash = (hash ^ (hash >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
        let hash = (hash ^ (hash >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
        hash ^ (hash >> 33)
    };
    let mut first = 0;
    while first < attempts.len() {
        let task = attempts.get(first).map(|attempt| attempt.task_id.clone());
        let length = attempts
            .iter()
            .skip(first)
            .take_while(|attempt| Some(&attempt.task_id) == task.as_ref())
            .count();
        let mut order: Vec<(u64, usize)> = attempts
            .iter()
            .enumerate()
            .skip(first)
            .take(length)
            .map(|(index, attempt)| (mixed(&attempt.attempt_id), index))
            .collect();
        order.sort_unstable();
        for (number, (_, index)) in order.into_iter().enumerate() {
            if let Some(attempt) = attempts.get_mut(index) {
                attempt.blind_number = (first + number + 1) as u64;
            }
        }
        first += length;
    }
}

/// Recorded and replayed decisions, each once, by response.
fn joined(recorded: Vec<DecisionView>, replayed: Vec<DecisionView>) -> Vec<Found> {
    let mut all: Vec<Found> = replayed
        .into_iter()
        .map(|decision| Found {
            decision,
            is_recorded: false,
            is_replayed: true,
        })
        .collect();
    for decision in recorded {
        let same = all.iter_mut().find(|found| {
            let replayed = &found.decision;
            found.is_replayed
                && replayed.response == decision.response
                && replayed.action == decision.action
                && (decision.layer == "unknown"
                    || (replayed.layer == decision.layer
                        && sorted(&replayed.tools) == sorted(&decision.tools)))
        });
        match same {
            Some(found) => found.is_recorded = true,
            None => all.push(Found {
                decision,
                is_recorded: true,
                is_replayed: false,
            }),
        }
    }
    all.sort_by_key(|found| found.decision.response);
    all
}

fn sorted(tools: &[String]) -> Vec<&String> {
    let mut tools: Vec<&String> = tools.iter().collect();
    tools.sort();
    tools
}

fn layer(text: &str) -> Option<Layer> {
    [Layer::IdenticalCallSet, Layer::ToolFrequency]
        .into_iter()
        .find(|layer| layer.as_str() == text)
}
