//! Small runs for tests.

use loopledger::model::{EffectiveConfiguration, Tokens, UnknownReason};
use loopledger::view::{
    CallDetailView, DecisionView, Figure, FrameView, HistoryCellView, ReplayView, RunView,
    StepCallView, StepView,
};

/// A decision at a response; `action` is `warn` or `stop`.
pub(crate) fn decision(response: u64, action: &str) -> DecisionView {
    DecisionView {
        response,
        action: action.to_owned(),
        layer: "identical_call_set".to_owned(),
        tools: vec!["bash".to_owned()],
        count: 3,
        threshold: 3,
        line: None,
    }
}

/// A run of one tool with these counts in the history window, and these decisions.
pub(crate) fn run(counts: &[u64], decisions: &[(u64, &str)]) -> ReplayView {
    ReplayView {
        run: RunView {
            key: "thread/run".to_owned(),
            file: "journal.jsonl".to_owned(),
            thread_id: Some("thread".to_owned()),
            run_id: Some("run".to_owned()),
            subagent_task: None,
            subagent_name: None,
            source: "event_journal".to_owned(),
            is_exact: true,
            responses: counts.len() as u64,
            tool_calls: counts.len() as u64,
            suppressed_tool_calls: Some(0),
            interventions: 0,
            line: 1,
        },
        revision: "2026-09-08".to_owned(),
        configuration: EffectiveConfiguration::default(),
        configuration_source: "defaults".to_owned(),
        configuration_place: None,
        tool_freq_window: 50,
        lints: Vec::new(),
        tools: vec!["bash".to_owned()],
        steps: counts
            .iter()
            .enumerate()
            .map(|(index, &count)| StepView {
                line: index as u64 + 1,
                digest: Some("644d05a19cdd".to_owned()),
                no_digest: None,
                call_set: Some(0),
                count,
                calls: vec![StepCallView {
                    tool: 0,
                    outcome: "executed".to_owned(),
                }],
                frequency: None,
                created_at: None,
            })
            .collect(),
        decisions: decisions
            .iter()
            .map(|&(response, action)| decision(response, action))
            .collect(),
        recorded: Vec::new(),
        changes: Vec::new(),
        what_if_after: None,
        has_recorded_decisions: false,
    }
}

/// A frame with these call sets in the history and these tools in the frequency window.
pub(crate) fn frame(step: u64, history: &[u32], frequency: &[u32]) -> FrameView {
    let unknown = Figure {
        value: None,
        reason: Some(UnknownReason::AbsentField),
        origin: None,
        place: None,
    };
    FrameView {
        step,
        history: history
            .iter()
            .map(|&call_set| HistoryCellView {
                call_set,
                digest: format!("{call_set:012x}"),
                is_warned: false,
            })
            .collect(),
        history_len: history.len() as u64,
        history_capacity: 3,
        frequency: frequency.to_vec(),
        frequency_len: frequency.len() as u64,
        frequency_capacity: 4,
        bars: Vec::new(),
        decision: None,
        superseded: None,
        pending: Vec::new(),
        calls: Vec::new(),
        place: None,
        tokens: Tokens::splat(unknown.clone()),
        latency_ms: unknown,
        model: None,
        finish_reason: None,
    }
}

/// A call of a tool.
pub(crate) fn call(tool: &str) -> CallDetailView {
    CallDetailView {
        tool: tool.to_owned(),
        id: None,
        args: Some("{}".to_owned()),
        is_args_shortened: false,
        key: Some(format!("{tool}:{{}}")),
        key_rule: "all_args".to_owned(),
        key_fields: Vec::new(),
        outcome: "executed".to_owned(),
        result_place: None,
    }
}
