//! Sentences about decisions, runs and rules.

use crate::chart::replay::glyph::letters;
use crate::i18n::I18n;
use crate::t;
use loopledger::view::{DecisionView, LintView, ReplayView, RunView, StepView};
use yew::AttrValue;

/// A response's number as a reader counts.
pub(super) fn ordinal(step: usize) -> u64 {
    (step as u64).saturating_add(1)
}

/// A count of the detector, which is an `i64` because upstream takes any.
pub(super) fn threshold(value: i64) -> u64 {
    u64::try_from(value).unwrap_or(0)
}

/// The response of a decision as an index.
pub(super) fn index(response: u64) -> usize {
    usize::try_from(response).unwrap_or(usize::MAX)
}

/// The tools of a decision, each once, in their order.
fn tools(decision: &DecisionView) -> String {
    let mut names: Vec<&str> = Vec::new();
    for tool in &decision.tools {
        if !names.contains(&tool.as_str()) {
            names.push(tool);
        }
    }
    names.join(", ")
}

/// A decision as a sentence.
pub(super) fn decision(i18n: &I18n, view: &ReplayView, decision: &DecisionView) -> AttrValue {
    if is_of_other_rules(view, decision) {
        return recorded_decision(i18n, view, decision);
    }
    let tools = tools(decision);
    let count = decision.count;
    let limit = threshold(decision.threshold);
    let set = set(view, decision);
    let frequency = view.tool_freq_window;
    let window = threshold(view.configuration.window_size);
    match kind(decision) {
        Kind::WarnSet => t!(
            i18n,
            "replay-decision-warn-set",
            set = set,
            tools = tools,
            count = count,
            limit = limit,
            window = window
        ),
        Kind::StopSet => t!(
            i18n,
            "replay-decision-stop-set",
            set = set,
            tools = tools,
            count = count,
            limit = limit,
            window = window
        ),
        Kind::WarnTool => t!(
            i18n,
            "replay-decision-warn-tool",
            tools = tools,
            count = count,
            limit = limit,
            window = frequency
        ),
        Kind::StopTool => t!(
            i18n,
            "replay-decision-stop-tool",
            tools = tools,
            count = count,
            limit = limit,
            window = frequency
        ),
        Kind::WarnUnknown => t!(i18n, "replay-decision-warn-unknown"),
        Kind::StopUnknown => t!(i18n, "replay-decision-stop-unknown"),
    }
}

/// A decision of the recorded run under rules that need not be those of the replay: how long its
/// windows were is not known.
fn recorded_decision(i18n: &I18n, view: &ReplayView, decision: &DecisionView) -> AttrValue {
    let tools = tools(decision);
    let count = decision.count;
    let limit = threshold(decision.threshold);
    let set = set(view, decision);
    match kind(decision) {
        Kind::WarnSet => t!(
            i18n,
            "replay-recorded-warn-set",
            set = set,
            tools = tools,
            count = count,
            limit = limit
        ),
        Kind::StopSet => t!(
            i18n,
            "replay-recorded-stop-set",
            set = set,
            tools = tools,
            count = count,
            limit = limit
        ),
        Kind::WarnTool => t!(
            i18n,
            "replay-recorded-warn-tool",
            tools = tools,
            count = count,
            limit = limit
        ),
        Kind::StopTool => t!(
            i18n,
            "replay-recorded-stop-tool",
            tools = tools,
            count = count,
            limit = limit
        ),
        Kind::WarnUnknown => t!(i18n, "replay-decision-warn-unknown"),
        Kind::StopUnknown => t!(i18n, "replay-decision-stop-unknown"),
    }
}

/// What a decision does, and which window it comes from.
enum Kind {
    WarnSet,
    StopSet,
    WarnTool,
    StopTool,
    WarnUnknown,
    StopUnknown,
}

fn kind(decision: &DecisionView) -> Kind {
    match (decision.action.as_str(), decision.layer.as_str()) {
        ("stop", "identical_call_set") => Kind::StopSet,
        ("stop", "tool_frequency") => Kind::StopTool,
        ("stop", _) => Kind::StopUnknown,
        (_, "identical_call_set") => Kind::WarnSet,
        (_, "tool_frequency") => Kind::WarnTool,
        _ => Kind::WarnUnknown,
    }
}

/// The letters of the call set at a decision's response.
fn set(view: &ReplayView, decision: &DecisionView) -> String {
    view.steps
        .get(index(decision.response))
        .and_then(|step| step.call_set)
        .map(letters)
        .unwrap_or_default()
}

/// Whether a recorded decision is one that the replay does not share; only recorded ones have the
/// line that shows them.
fn is_of_other_rules(view: &ReplayView, decision: &DecisionView) -> bool {
    decision.line.is_some()
        && view
            .changes
            .binary_search_by_key(&decision.response, |change| change.response)
            .is_ok()
}

/// A decision in three words.
pub(super) fn decision_short(i18n: &I18n, decision: &DecisionView) -> AttrValue {
    let tools = tools(decision);
    let count = decision.count;
    match kind(decision) {
        Kind::WarnSet => t!(i18n, "replay-short-warn-set", count = count),
        Kind::StopSet => t!(i18n, "replay-short-stop-set", count = count),
        Kind::WarnTool => t!(i18n, "replay-short-warn-tool", tools = tools, count = count),
        Kind::StopTool => t!(i18n, "replay-short-stop-tool", tools = tools, count = count),
        Kind::WarnUnknown => t!(i18n, "replay-short-warn-unknown"),
        Kind::StopUnknown => t!(i18n, "replay-short-stop-unknown"),
    }
}

/// The tools of a step with their numbers: `bash ×2, grep`; empty for a step without calls.
pub(super) fn step_tools(view: &ReplayView, step: &StepView) -> String {
    let mut counts: Vec<(u32, usize)> = Vec::new();
    for call in &step.calls {
        match counts.iter_mut().find(|(tool, _)| *tool == call.tool) {
            Some((_, count)) => *count += 1,
            None => counts.push((call.tool, 1)),
        }
    }
    let names: Vec<String> = counts
        .into_iter()
        .map(|(tool, count)| {
            let name = usize::try_from(tool)
                .ok()
                .and_then(|tool| view.tools.get(tool))
                .map_or("?", String::as_str);
            if count == 1 {
                name.to_owned()
            } else {
                format!("{name} ×{count}")
            }
        })
        .collect();
    names.join(", ")
}

/// Why a step has no call set that is known; `None` where it has one.
pub(super) fn no_call_set(i18n: &I18n, step: &StepView) -> Option<AttrValue> {
    Some(match step.no_digest.as_deref()? {
        "no_calls" => t!(i18n, "replay-set-none"),
        "cut_arguments" => t!(i18n, "replay-set-unknown"),
        "other_guard" => t!(i18n, "replay-set-other-guard"),
        "detector_off" => t!(i18n, "replay-set-off"),
        _ => t!(i18n, "replay-set-raised"),
    })
}

/// What a step is, in a few words: its tools, or why it has none.
pub(super) fn step_summary(i18n: &I18n, view: &ReplayView, step: &StepView) -> AttrValue {
    if step.calls.is_empty() {
        t!(i18n, "replay-step-silent")
    } else {
        step_tools(view, step).into()
    }
}

/// How many calls of a step failed and how many were suppressed, in words; `None` where all ran.
pub(super) fn step_outcomes(i18n: &I18n, step: &StepView) -> Option<AttrValue> {
    let count = |outcome: &str| {
        step.calls
            .iter()
            .filter(|call| call.outcome == outcome)
            .count() as u64
    };
    match (count("failed"), count("suppressed")) {
        (0, 0) => None,
        (failed, 0) => Some(t!(i18n, "replay-step-failed", count = failed)),
        (0, suppressed) => Some(t!(i18n, "replay-step-suppressed", count = suppressed)),
        (failed, suppressed) => Some(t!(
            i18n,
            "replay-step-failed-suppressed",
            failed = failed,
            suppressed = suppressed
        )),
    }
}

/// What became of a call.
pub(super) fn outcome(i18n: &I18n, outcome: &str) -> AttrValue {
    match outcome {
        "executed" => t!(i18n, "replay-outcome-executed"),
        "failed" => t!(i18n, "replay-outcome-failed"),
        "suppressed" => t!(i18n, "replay-outcome-suppressed"),
        _ => t!(i18n, "replay-outcome-unknown"),
    }
}

/// A run as the picker names it.
pub(super) fn run_name(i18n: &I18n, run: &RunView) -> AttrValue {
    let thread = run
        .thread_id
        .clone()
        .unwrap_or_else(|| t!(i18n, "replay-run-no-id").to_string());
    let id = run
        .run_id
        .clone()
        .unwrap_or_else(|| t!(i18n, "replay-run-no-id").to_string());
    match (&run.subagent_name, &run.subagent_task) {
        (None, None) => t!(
            i18n,
            "replay-run-name",
            thread = thread,
            run = id,
            responses = run.responses
        ),
        (name, task) => t!(
            i18n,
            "replay-run-subagent",
            thread = thread,
            run = id,
            name = name.clone().unwrap_or_default(),
            task = task.clone().unwrap_or_default(),
            responses = run.responses
        ),
    }
}

/// What kind of record a run was read from.
pub(super) fn source(i18n: &I18n, source: &str) -> AttrValue {
    match source {
        "event_journal" => t!(i18n, "replay-source-journal"),
        "thread_state" => t!(i18n, "replay-source-state"),
        "message_dump" => t!(i18n, "replay-source-dump"),
        "trajectory" => t!(i18n, "replay-source-trajectory"),
        other => other.to_owned().into(),
    }
}

/// What sets a revision apart.
pub(super) fn revision(i18n: &I18n, revision: &str) -> AttrValue {
    match revision {
        "2026-08-22" => t!(i18n, "replay-revision-2026-08-22"),
        "2026-09-08" => t!(i18n, "replay-revision-2026-09-08"),
        "2026-09-10" => t!(i18n, "replay-revision-2026-09-10"),
        "2026-09-16" => t!(i18n, "replay-revision-2026-09-16"),
        _ => AttrValue::default(),
    }
}

/// A lint as a sentence; one that is not known here speaks English.
pub(super) fn lint(i18n: &I18n, view: &ReplayView, lint: &LintView) -> AttrValue {
    let limits = &view.configuration;
    let setting = lint.setting.clone();
    match lint.code.as_str() {
        "hard_limit_unreachable" => t!(
            i18n,
            "replay-lint-hard-limit-unreachable",
            limit = threshold(limits.hard_limit),
            window = threshold(limits.window_size)
        ),
        "warn_threshold_unreachable" => t!(
            i18n,
            "replay-lint-warn-threshold-unreachable",
            limit = threshold(limits.warn_threshold),
            window = threshold(limits.window_size)
        ),
        "warn_threshold_never_warns" | "warn_threshold_above_hard_limit" => t!(
            i18n,
            "replay-lint-warn-threshold-never",
            warn = threshold(limits.warn_threshold),
            limit = threshold(limits.hard_limit)
        ),
        "tool_freq_warn_never_warns" | "tool_freq_warn_above_hard_limit" => {
            t!(i18n, "replay-lint-tool-freq-warn-never", setting = setting)
        }
        "override_enlarges_window" => t!(
            i18n,
            "replay-lint-override-enlarges",
            setting = setting,
            window = view.tool_freq_window
        ),
        _ => lint.message.clone().into(),
    }
}

#[cfg(test)]
mod tests {
    use super::{decision, step_tools};
    use crate::chart::replay::test_view;
    use crate::i18n::{I18n, Lang};
    use loopledger::view::StepCallView;

    #[test]
    fn tools_of_a_step_are_counted() {
        let mut view = test_view::run(&[1], &[]);
        view.tools = vec!["bash".to_owned(), "grep".to_owned()];
        let call = |tool| StepCallView {
            tool,
            outcome: "executed".to_owned(),
        };
        view.steps[0].calls = vec![call(0), call(1), call(0)];
        assert_eq!(step_tools(&view, &view.steps[0]), "bash ×2, grep");
    }

    #[test]
    fn a_decision_names_each_tool_once() {
        let mut view = test_view::run(&[3], &[(0, "stop")]);
        view.decisions[0].tools = vec!["bash".to_owned(), "bash".to_owned()];
        let text = decision(&I18n::new(Lang::En), &view, &view.decisions[0]);
        assert_eq!(text.matches("bash").count(), 1, "{text}");
    }
}
