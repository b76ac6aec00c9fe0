//! Verdicts of evaluation reports, put where the attempts have theirs.
//!
//! A report says which task was solved, and hardly whose attempt that was. A verdict belongs to an
//! attempt of its task
//!
//! 1. whose run's folder the report lies in, directly or in folders of evaluations
//!    (`run/eval/…/report.json`), or else
//! 2. whose run, or else model, the report names: in itself, in its file's name
//!    (`<model>.<run>.json`) or in its folders (`<run>/<model>/<task>/report.json`), or else
//! 3. where neither the report nor its folder names anything, of the only run that is loaded.
//!
//! Where that leaves none, or several, the verdict counts for nobody, and a [`Remark`] says so.

use super::{Disagreement, Dispute, Ledger};
use loopledger_model::{Decision, Evaluation, Place, Review};

/// What became of a verdict, or of an attempt, that found no counterpart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark {
    /// What it is about.
    pub kind: RemarkKind,
    /// The task.
    pub task_id: String,
    /// The verdict's place, or the attempt's.
    pub place: Place,
    /// Which attempts there are, in words; empty where there is nothing to say.
    pub found: String,
}

/// What a [`Remark`] says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum RemarkKind {
    /// No attempt of the task is loaded.
    WithoutAttempt,
    /// There are attempts of the task, of other runs than the report's.
    OtherRun,
    /// Several attempts could be meant.
    Ambiguous,
    /// No report has a verdict on the attempt.
    WithoutVerdict,
}

/// Folders that evaluations are put into; their names tell no run.
const EVALUATION_FOLDERS: [&str; 12] = [
    "eval",
    "evals",
    "evaluation",
    "evaluations",
    "eval_results",
    "log",
    "logs",
    "results",
    "report",
    "reports",
    "run_evaluation",
    "evaluation_results",
];
/// Words before the name of a run.
const LEADING_WORDS: [&str; 4] = ["exp", "experiment", "run", "output"];

/// Where an attempt comes from.
struct Origin<'a> {
    attempt: usize,
    task_id: &'a str,
    folders: Vec<&'a str>,
    variant: Option<String>,
    model: Option<String>,
}

impl Ledger {
    /// Gives attempts the verdicts of evaluation reports. An attempt that has a verdict of its own
    /// keeps it, and two reports that differ leave it without one; both are disagreements.
    pub fn evaluate(&mut self, evaluations: &[&Evaluation]) -> Vec<Remark> {
        if evaluations.is_empty() {
            return Vec::new();
        }
        let mut remarks = Vec::new();
        let mut found: Vec<Vec<&Evaluation>> = vec![Vec::new(); self.attempts.len()];
        let origins: Vec<Origin<'_>> = self
            .attempts
            .iter()
            .enumerate()
            .filter_map(|(attempt, it)| {
                let record = it.record();
                let task_id = record.task_id.as_deref()?;
                Some(Origin {
                    attempt,
                    task_id,
                    folders: folders(&record.place.as_ref()?.file, task_id),
                    variant: record.variant_id.as_deref().map(plain),
                    model: record.model.as_deref().map(plain),
                })
            })
            .collect();
        for evaluation in evaluations {
            let of_task: Vec<&Origin<'_>> = origins
                .iter()
                .filter(|origin| origin.task_id == evaluation.task_id)
                .collect();
            let meant = meant(evaluation, &of_task, &origins);
            let kind = match meant.as_slice() {
                [one] => {
                    if let Some(list) = found.get_mut(one.attempt) {
                        list.push(evaluation);
                    }
                    continue;
                }
                [] if of_task.is_empty() => RemarkKind::WithoutAttempt,
                [] => RemarkKind::OtherRun,
                _ => RemarkKind::Ambiguous,
            };
            let candidates = if meant.is_empty() { &of_task } else { &meant };
            let names: Vec<&str> = candidates
                .iter()
                .filter_map(|origin| self.attempts.get(origin.attempt))
                .map(|attempt| attempt.record().attempt_id.as_str())
                .collect();
            remarks.push(Remark {
                kind,
                task_id: evaluation.task_id.clone(),
                place: evaluation.place.clone(),
                found: names.join(", "),
            });
        }
        for (index, list) in found.into_iter().enumerate() {
            if list.is_empty() {
                remarks.extend(self.without_verdict(index));
            } else {
                self.apply(index, &list);
            }
        }
        remarks
    }

    fn without_verdict(&self, index: usize) -> Option<Remark> {
        let record = self.attempts.get(index)?.record();
        let is_open = record.decision().is_none() && record.trace.is_some();
        Some(Remark {
            kind: RemarkKind::WithoutVerdict,
            task_id: record.task_id.clone().filter(|_| is_open)?,
            place: record.place.clone()?,
            found: record.attempt_id.clone(),
        })
    }

    fn apply(&mut self, index: usize, list: &[&Evaluation]) {
        let Some(attempt) = self.attempts.get_mut(index) else {
            return;
        };
        let decided = |wanted| list.iter().copied().find(|it| it.decision == Some(wanted));
        let (accepted, rejected) = (decided(Decision::Accepted), decided(Decision::Rejected));
        let own = attempt.record.decision();
        if let Some(own) = own {
            let other = match own {
                Decision::Accepted => rejected,
                Decision::Rejected => accepted,
            };
            if let Some(other) = other {
                self.disagreements.push(Disagreement {
                    attempt_id: attempt.record.attempt_id.clone(),
                    field: "review".to_owned(),
                    kept: word(own).to_owned(),
                    kept_at: attempt.record.place.clone(),
                    other: other.decision.map(word).unwrap_or_default().to_owned(),
                    other_at: Some(other.place.clone()),
                });
            }
            return;
        }
        if let (Some(accepted), Some(rejected)) = (accepted, rejected) {
            let (yes, no) = (&accepted.place, &rejected.place);
            let dispute = Dispute {
                sides: format!("{}: accepted; {}: rejected", yes.file, no.file),
                first_at: Some(yes.clone()),
                other_at: Some(no.clone()),
            };
            self.dispute(index, dispute);
            return;
        }
        // The report of one task says more than the list of a run.
        let best = list.iter().max_by_key(|it| {
            let reason = it.reason.as_deref().map_or(0, str::len);
            (it.decision.is_some(), reason)
        });
        if let Some(best) = best {
            self.decide(
                index,
                Review {
                    rubric: Some("SWE-bench".to_owned()),
                    rubric_version: None,
                    decision: best.decision,
                    reason: best.reason.clone(),
                    reviewer: None,
                    artifacts: Vec::new(),
                },
            );
        }
    }
}

fn word(decision: Decision) -> &'static str {
    match decision {
        Decision::Accepted => "accepted",
        Decision::Rejected => "rejected",
    }
}

/// The attempts that a verdict may be about, among those of its task.
fn meant<'o, 'a>(
    evaluation: &Evaluation,
    of_task: &[&'o Origin<'a>],
    all: &[Origin<'a>],
) -> Vec<&'o Origin<'a>> {
    let inside = folders(&evaluation.place.file, &evaluation.task_id);
    let pick = |fits: &dyn Fn(&Origin<'a>) -> bool| -> Vec<&'o Origin<'a>> {
        of_task.iter().copied().filter(|it| fits(it)).collect()
    };
    // The folder of the innermost run around the report, whatever its tasks.
    let around = all
        .iter()
        .filter(|origin| {
            !origin.folders.is_empty()
                && inside
                    .strip_prefix(origin.folders.as_slice())
                    .is_some_and(|rest| rest.first().is_none_or(|it| is_of_evaluation(it, origin)))
        })
        .map(|origin| &origin.folders)
        .max_by_key(|folders| folders.len());
    if let Some(around) = around {
        let here = pick(&|origin| origin.folders == *around);
        if !here.is_empty() {
            return here;
        }
    }
    // Folders around runs name none of them.
    let common = |origin: &Origin<'a>| {
        let pairs = inside.iter().zip(&origin.folders);
        pairs.take_while(|(a, b)| a == b).count()
    };
    let around_runs = all.iter().map(common).max().unwrap_or_default();
    let names = names(evaluation, inside.get(around_runs..).unwrap_or_default());
    let has = |own: &Option<String>| {
        own.as_ref()
            .is_some_and(|own| names.iter().any(|name| is_named(name, own)))
    };
    let by_run = pick(&|origin| has(&origin.variant));
    if !by_run.is_empty() {
        return by_run;
    }
    let by_model = pick(&|origin| has(&origin.model));
    if !by_model.is_empty() {
        return by_model;
    }
    let is_nameless = names.is_empty();
    let is_only_run = |origin: &Origin<'a>| all.iter().all(|it| it.folders == origin.folders);
    pick(&|origin| {
        let shared = common(origin);
        let mut rest = inside.iter().skip(shared);
        is_nameless && is_only_run(origin) && rest.all(|it| is_of_evaluation(it, origin))
    })
}

fn is_of_evaluation(folder: &str, origin: &Origin<'_>) -> bool {
    let folder = plain(folder);
    EVALUATION_FOLDERS.contains(&folder.as_str())
        || Some(&folder) == origin.model.as_ref()
        || Some(&folder) == origin.variant.as_ref()
}

/// The names that a report goes by: of its model and run.
fn names(evaluation: &Evaluation, inside: &[&str]) -> Vec<String> {
    let mut out: Vec<String> = evaluation.model.as_deref().map(plain).into_iter().collect();
    let file = evaluation.place.file.rsplit(['/', '\\']).next();
    let mut stem = file.unwrap_or_default();
    for end in [".gz", ".json", ".report"] {
        stem = stem.strip_suffix(end).unwrap_or(stem);
    }
    if !matches!(
        stem,
        "report" | "results" | "result" | "summary" | "evaluation"
    ) {
        out.push(plain(stem));
    }
    // `<run>/<model>/<task>/report.json`.
    let run_and_model = inside.iter().rev().take(2).copied().map(plain);
    out.extend(run_and_model.filter(|name| !EVALUATION_FOLDERS.contains(&name.as_str())));
    out
}

/// Whether a report's name, or one of its parts between dots, is that of a run or model.
fn is_named(name: &str, own: &str) -> bool {
    let bare = LEADING_WORDS.iter().find_map(|word| {
        let rest = own.strip_prefix(word)?;
        rest.strip_prefix(['-', '_'])
    });
    [Some(own), bare].into_iter().flatten().any(|own| {
        name == own
            || name
                .strip_prefix(own)
                .is_some_and(|rest| rest.starts_with('.'))
            || name
                .strip_suffix(own)
                .is_some_and(|rest| rest.ends_with('.'))
            || name.contains(&format!(".{own}."))
    })
}

/// A name as reports write it: in lower case, and without the slash of a model's provider.
fn plain(name: &str) -> String {
    name.to_lowercase().replace('/', "__")
}

/// The folders of a file, without that of its task and those that every run has.
fn folders<'a>(file: &'a str, task_id: &str) -> Vec<&'a str> {
    let mut out: Vec<&str> = file
        .split(['/', '\\'])
        .filter(|part| !part.is_empty() && *part != ".")
        .collect();
    out.pop();
    if out.last() == Some(&task_id) {
        out.pop();
    }
    while out
        .last()
        .is_some_and(|it| matches!(*it, "trajs" | "traj" | "trajectories"))
    {
        out.pop();
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::Sources;
    use loopledger_model::{AttemptRecord, TraceLink, UnknownReason};

    fn attempt(file: &str, variant: &str, model: &str) -> AttemptRecord {
        let mut record = AttemptRecord::new(format!("{variant}/t"), UnknownReason::AbsentField);
        record.task_id = Some("t".to_owned());
        record.variant_id = Some(variant.to_owned());
        record.model = Some(model.to_owned());
        record.trace = Some(TraceLink {
            file: Some(file.to_owned()),
            ..TraceLink::default()
        });
        record.place = Some(Place::file(file.into()));
        record
    }

    fn verdict(file: &str, decision: Option<Decision>) -> Evaluation {
        Evaluation {
            task_id: "t".to_owned(),
            model: None,
            decision,
            reason: None,
            place: Place::file(file.into()),
        }
    }

    /// The ids of the attempts that an accepting report is about, and what is remarked about it.
    fn check(
        files: &[(&str, &str, &str)],
        report: &str,
        accepted: &[&str],
        kind: Option<RemarkKind>,
    ) {
        let records: Vec<_> = files
            .iter()
            .map(|(file, variant, model)| attempt(file, variant, model))
            .collect();
        let records: Vec<_> = records.iter().collect();
        let mut ledger = Ledger::new(&Sources {
            records: &records,
            ..Sources::default()
        });
        let evaluation = verdict(report, Some(Decision::Accepted));
        let remarks = ledger.evaluate(&[&evaluation]);
        let found: Vec<_> = ledger
            .attempts
            .iter()
            .map(super::super::Attempt::record)
            .filter(|record| record.decision() == Some(Decision::Accepted))
            .map(|record| record.attempt_id.as_str())
            .collect();
        assert_eq!(found, accepted, "{report}");
        let of_report = remarks
            .iter()
            .find(|it| it.kind != RemarkKind::WithoutVerdict)
            .map(|it| it.kind);
        assert_eq!(of_report, kind, "{report}");
    }

    const A: (&str, &str, &str) = ("r/exp-a/t/t.traj.json", "exp-a", "p/m-a");
    const B: (&str, &str, &str) = ("r/exp-b/t/t.traj.json", "exp-b", "p/m-b");
    const SAME_MODEL: (&str, &str, &str) = ("r/exp-c/t/t.traj.json", "exp-c", "p/m-a");

    #[test]
    fn a_report_in_the_folder_of_a_run_is_about_that_run() {
        check(&[A, B], "r/exp-b/eval/t/report.json", &["exp-b/t"], None);
        check(&[A, B], "r/exp-a/x.json", &["exp-a/t"], None);
    }

    #[test]
    fn a_report_in_the_folder_of_another_run_is_not() {
        let other = Some(RemarkKind::OtherRun);
        check(&[A], "r/exp-b/eval/t/report.json", &[], other);
        check(&[A], "r/swebench.b.report.json", &[], other);
        let flat = ("r/t.traj.json", "r", "p/m");
        check(&[flat], "r/exp-b/eval/t/report.json", &[], other);
    }

    #[test]
    fn a_report_is_about_the_run_or_model_that_it_names() {
        check(&[A, B], "r/swebench.a.report.json", &["exp-a/t"], None);
        check(&[A, B], "r/p__m-b.whatever.json", &["exp-b/t"], None);
        check(
            &[A, B],
            "logs/run_evaluation/x/p__m-a/t/report.json",
            &["exp-a/t"],
            None,
        );
    }

    #[test]
    fn two_runs_of_one_model_are_told_apart_by_the_run_only() {
        let report = "r/p__m-a.c.json";
        check(&[A, SAME_MODEL], report, &["exp-c/t"], None);
        let ambiguous = Some(RemarkKind::Ambiguous);
        check(&[A, SAME_MODEL], "r/p__m-a.x.json", &[], ambiguous);
    }

    #[test]
    fn a_report_without_names_is_about_the_only_run() {
        check(&[A], "r/eval/t/report.json", &["exp-a/t"], None);
        check(
            &[A, B],
            "r/eval/t/report.json",
            &[],
            Some(RemarkKind::OtherRun),
        );
    }

    #[test]
    fn two_reports_that_differ_leave_the_attempt_open() {
        let record = attempt(A.0, A.1, A.2);
        let mut ledger = Ledger::new(&Sources {
            records: &[&record],
            ..Sources::default()
        });
        let yes = verdict("r/exp-a/one.json", Some(Decision::Accepted));
        let no = verdict("r/exp-a/two.json", Some(Decision::Rejected));
        ledger.evaluate(&[&yes, &no]);
        assert_eq!(ledger.attempts[0].record().decision(), None);
        let field = ledger.disagreements.last().map(|it| it.field.as_str());
        assert_eq!(field, Some("review"));
    }

    #[test]
    fn an_attempt_without_a_verdict_is_named() {
        let records = [attempt(A.0, A.1, A.2), attempt(B.0, B.1, B.2)];
        let mut ledger = Ledger::new(&Sources {
            records: &[&records[0], &records[1]],
            ..Sources::default()
        });
        let yes = verdict("r/exp-a/one.json", Some(Decision::Accepted));
        let remarks = ledger.evaluate(&[&yes]);
        let [only] = remarks.as_slice() else {
            panic!("{remarks:?}")
        };
        assert_eq!(only.kind, RemarkKind::WithoutVerdict);
        assert_eq!(only.found, "exp-b/t");
    }
}
