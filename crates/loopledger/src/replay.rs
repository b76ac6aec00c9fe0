//! A recorded run, judged again: step by step, with both windows in view.

use crate::redact;
use crate::view::{
    CallDetailView, ChangeView, DecisionView, Figure, FrameView, FrequencyBarView, HistoryCellView,
    LintView, ReplayView, RunView, StepCallView, StepFrequencyView, StepView,
};
use indexmap::IndexSet;
use loopledger_detect::{
    Action, Call, CallArgs, CallName, CallSetDigest, Config, Detector, FreqLimits, HookError,
    KeyRule, Layer, Lint, LintCode, Outcome, Revision, RunId, ThreadId, WindowsView,
};
use loopledger_json::parse;
use loopledger_model::trace::{
    CallOutcome, InterventionAction, RedactedCalls, RedactedDigest, Response, Run, ToolCall,
    TraceSource,
};
use loopledger_model::{EffectiveConfiguration, Place, StopReason, ToolFreqOverride};
use rustc_hash::FxHashMap;
use std::borrow::Cow;

/// Cells of either window that a frame shows at most.
const SHOWN_CELLS: usize = 400;

/// Characters of a call's arguments that a frame shows at most.
const SHOWN_ARGS: usize = 20_000;

/// Where the limits of a replay come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ConfigurationSource {
    Given,
    AttemptRecord,
    ConfigFile,
    Defaults,
}

/// What a replay follows.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Rules {
    pub(crate) revision: Revision,
    pub(crate) config: Config,
    pub(crate) source: ConfigurationSource,
    pub(crate) place: Option<Place>,
    /// Order of the overrides as they were written, for display.
    pub(crate) configuration: EffectiveConfiguration,
}

impl ConfigurationSource {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Given => "given",
            Self::AttemptRecord => "attempt_record",
            Self::ConfigFile => "config_file",
            Self::Defaults => "defaults",
        }
    }
}

/// A detector on its way through a run; it can only go forward.
#[derive(Debug)]
pub(crate) struct Cursor {
    detector: Detector,
    thread: ThreadId,
    run: RunId,
    /// Ordinal of the next response.
    next: usize,
    /// Number of each call set, by first appearance.
    call_sets: FxHashMap<CallSetDigest, u32>,
    /// Tool names by first appearance.
    tools: IndexSet<String>,
    /// What came of the latest response.
    outcome: Outcome,
    /// The warnings that waited before the latest response, with the responses that caused them.
    pending: Vec<DecisionView>,
}

impl Cursor {
    pub(crate) fn new(run: &Run, rules: &Rules) -> Self {
        Self {
            detector: Detector::new(rules.revision, rules.config.clone()),
            thread: ThreadId::from_context(run.thread_id.as_deref()),
            run: match &run.run_id {
                Some(id) => RunId::named(id),
                None => RunId::Absent { anchor: 0 },
            },
            next: 0,
            call_sets: FxHashMap::default(),
            tools: IndexSet::new(),
            outcome: Outcome::Skipped,
            pending: Vec::new(),
        }
    }

    /// How many responses were judged.
    pub(crate) fn next(&self) -> usize {
        self.next
    }

    /// Judges the next response and returns what is shown of it; `None` at the end of the run.
    ///
    /// [`StepView::frequency`] is left open, because only a whole replay shows it.
    pub(crate) fn advance(&mut self, run: &Run, stop: Option<&StopReason>) -> Option<StepView> {
        let response = run.responses.get(self.next)?;
        let ordinal = self.next;
        self.next += 1;
        // The warnings that wait reach the model with the request that this response answers.
        self.detector.model_request(&self.thread, &self.run);
        self.pending.clear();
        let is_cut = response
            .tool_calls
            .iter()
            .any(|call| call.is_args_truncated);
        let is_emptied = is_emptied_by_another_guard(run, ordinal, stop);
        self.outcome = if is_emptied {
            Outcome::Skipped
        } else if is_cut {
            self.observe_cut(response, ordinal)
        } else if let Some(redacted) = &response.redacted {
            self.observe_redacted(response, redacted)
        } else {
            let calls: Vec<_> = response.tool_calls.iter().map(detector_call).collect();
            self.detector.observe(&self.thread, &self.run, &calls)
        };
        if let Some(decision) = self.decision(ordinal)
            && decision.action == "warn"
        {
            self.pending.push(decision);
        }
        let counted = self.outcome.counted().filter(|_| !is_cut);
        let call_set = counted.map(|counted| {
            let number = u32::try_from(self.call_sets.len()).unwrap_or(u32::MAX);
            *self.call_sets.entry(counted.digest).or_insert(number)
        });
        let digest = counted.map(|counted| counted.digest.to_string());
        let count = counted.map_or(0, |counted| counted.repetitions);
        let no_digest = match &self.outcome {
            _ if response.tool_calls.is_empty() => Some("no_calls"),
            Outcome::Raised(_) => Some("raised"),
            Outcome::Skipped if is_emptied => Some("other_guard"),
            Outcome::Skipped => Some("detector_off"),
            Outcome::Counted(_) => is_cut.then_some("cut_arguments"),
        };
        let calls = response
            .tool_calls
            .iter()
            .map(|call| {
                let (tool, _) = self.tools.insert_full(tool_name(call).into_owned());
                StepCallView {
                    tool: u32::try_from(tool).unwrap_or(u32::MAX),
                    outcome: outcome_code(call.outcome).to_owned(),
                }
            })
            .collect();
        Some(StepView {
            line: response.line,
            digest,
            no_digest: no_digest.map(str::to_owned),
            call_set,
            count,
            calls,
            frequency: None,
            created_at: response.created_at.map(|at| at.to_string()),
        })
    }

    /// A response whose arguments are cut: its call set is like no other, because nobody knows
    /// what it is; its tools are counted all the same.
    fn observe_cut(&mut self, response: &Response, ordinal: usize) -> Outcome {
        let stand_ins: Vec<_> = (0..response.tool_calls.len())
            .map(|index| format!("\"cut arguments of response {ordinal}, call {index}\""))
            .collect();
        let calls: Vec<_> = response
            .tool_calls
            .iter()
            .zip(&stand_ins)
            .map(|(call, stand_in)| Call {
                args: CallArgs::Json(stand_in.as_bytes()),
                ..detector_call(call)
            })
            .collect();
        self.detector.observe(&self.thread, &self.run, &calls)
    }

    /// A response whose arguments were taken out: its call set is known by its digest alone.
    fn observe_redacted(&mut self, response: &Response, redacted: &RedactedCalls) -> Outcome {
        let calls: Vec<_> = response.tool_calls.iter().map(detector_call).collect();
        match redact::digest(&redacted.call_set, self.detector.revision()) {
            _ if calls.is_empty() || !self.detector.config().enabled => Outcome::Skipped,
            RedactedDigest::Digest(digest) => {
                self.detector
                    .observe_keyed(&self.thread, &self.run, &calls, CallSetDigest(*digest))
            }
            RedactedDigest::Raised(code) => match HookError::from_cause(code) {
                Some(error) => Outcome::Raised(error),
                None => Outcome::Skipped,
            },
            // Without a key there is nothing to count.
            RedactedDigest::Unknown => Outcome::Skipped,
        }
    }

    /// The decision on the latest response.
    pub(crate) fn decision(&self, ordinal: usize) -> Option<DecisionView> {
        let decision = self.outcome.decision()?;
        Some(decision_view(decision, ordinal))
    }

    /// The tool that stands nearest to its own hard limit, the first of equals.
    fn nearest_tool(&self, config: &Config) -> Option<StepFrequencyView> {
        let mut nearest: Option<(StepFrequencyView, i128)> = None;
        for used in self.detector.windows(&self.thread, &self.run)?.tools() {
            let name = used.tool.to_display();
            let limits = config.tool_freq_overrides.get(name.as_ref());
            let limit = limits
                .copied()
                .unwrap_or(config.tool_freq_limits())
                .hard_limit;
            let index = self.tools.get_index_of(name.as_ref());
            let Some(tool) = index.and_then(|index| u32::try_from(index).ok()) else {
                continue;
            };
            let step = StepFrequencyView {
                tool,
                count: used.count,
            };
            // Compared as fractions: a / b > c / d where a · d > c · b.
            let is_nearer = nearest.is_none_or(|(other, other_limit)| {
                let (one, two) = (
                    i128::from(used.count) * other_limit,
                    i128::from(other.count) * i128::from(limit),
                );
                one > two || (one == two && tool < other.tool)
            });
            if is_nearer {
                nearest = Some((step, i128::from(limit)));
            }
        }
        nearest.map(|(step, _)| step)
    }

    fn superseded(&self, ordinal: usize) -> Option<DecisionView> {
        let superseded = self.outcome.counted()?.superseded.as_ref()?;
        Some(decision_view(superseded, ordinal))
    }

    /// Both windows after the latest response.
    pub(crate) fn frame(&mut self, run: &Run, rules: &Rules) -> Option<FrameView> {
        let ordinal = self.next.checked_sub(1)?;
        let response = run.responses.get(ordinal)?;
        let calls = response
            .tool_calls
            .iter()
            .map(|call| self.call_detail(run, call, response.redacted.is_some()))
            .collect();
        let windows = self.detector.windows(&self.thread, &self.run);
        let history_len = windows.map_or(0, WindowsView::history_len);
        let frequency_len = windows.map_or(0, WindowsView::frequency_len);
        let history = windows.map_or_else(Vec::new, |windows| {
            windows
                .history()
                .skip(history_len.saturating_sub(SHOWN_CELLS))
                .map(|(digest, is_warned)| HistoryCellView {
                    call_set: self.call_sets.get(&digest).copied().unwrap_or(u32::MAX),
                    digest: digest.to_string(),
                    is_warned,
                })
                .collect()
        });
        let frequency = windows.map_or_else(Vec::new, |windows| {
            windows
                .frequency()
                .skip(frequency_len.saturating_sub(SHOWN_CELLS))
                .map(|name| {
                    self.tools
                        .get_index_of(name.to_display().as_ref())
                        .and_then(|index| u32::try_from(index).ok())
                        .unwrap_or(u32::MAX)
                })
                .collect()
        });
        let mut bars = windows.map_or_else(Vec::new, |windows| {
            windows
                .tools()
                .into_iter()
                .map(|tool| frequency_bar(&tool, &rules.config))
                .collect()
        });
        bars.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.tool.cmp(&b.tool)));
        let place = response_place(run, response);
        Some(FrameView {
            step: ordinal as u64,
            history,
            history_len: history_len as u64,
            history_capacity: u64::try_from(rules.config.window_size).unwrap_or_default(),
            frequency,
            frequency_len: frequency_len as u64,
            frequency_capacity: u64::try_from(rules.config.tool_freq_window()).unwrap_or_default(),
            bars,
            decision: self.decision(ordinal),
            superseded: self.superseded(ordinal),
            pending: self.pending.clone(),
            calls,
            tokens: response.tokens.map(|count| count_figure(count, &place)),
            latency_ms: count_figure(response.latency_millis, &place),
            model: response.model.as_deref().map(str::to_owned),
            finish_reason: response.finish_reason.as_deref().map(str::to_owned),
            place: Some(place),
        })
    }

    fn call_detail(&mut self, run: &Run, call: &ToolCall, is_redacted: bool) -> CallDetailView {
        let explanation = if call.is_args_truncated || is_redacted {
            None
        } else {
            self.detector.explain_key(&detector_call(call)).ok()
        };
        let without_rule = if is_redacted { "redacted" } else { "unknown" };
        let args = call.args.as_deref();
        let shown: Option<String> = args.map(|args| args.chars().take(SHOWN_ARGS).collect());
        CallDetailView {
            tool: tool_name(call).into_owned(),
            id: call.id.clone(),
            is_args_shortened: shown.as_deref().map(str::len) != args.map(str::len),
            args: shown,
            key: explanation
                .as_ref()
                .map(|explanation| explanation.text().into_owned()),
            key_rule: explanation
                .as_ref()
                .map_or(without_rule, |explanation| explanation.rule.code())
                .to_owned(),
            key_fields: explanation
                .as_ref()
                .map_or_else(Vec::new, |explanation| key_fields(&explanation.rule)),
            outcome: outcome_code(call.outcome).to_owned(),
            result_place: match call.outcome {
                CallOutcome::Executed { line, byte, .. } => Some(Place {
                    file: run.file.clone(),
                    line: Some(line),
                    byte: Some(byte),
                    pointer: None,
                }),
                CallOutcome::Suppressed | CallOutcome::Unknown => None,
            },
        }
    }
}

/// The whole run under these rules.
pub(crate) fn replay(
    run: &Run,
    view: RunView,
    rules: &Rules,
    stop: Option<&StopReason>,
) -> ReplayView {
    let mut cursor = Cursor::new(run, rules);
    let mut steps = Vec::with_capacity(run.responses.len());
    let mut decisions = Vec::new();
    while let Some(mut step) = cursor.advance(run, stop) {
        step.frequency = cursor.nearest_tool(&rules.config);
        decisions.extend(cursor.decision(steps.len()));
        steps.push(step);
    }
    let recorded = recorded_decisions(run);
    let has_recorded_decisions = !recorded.is_empty()
        || (run.source == TraceSource::EventJournal && rules.revision.writes_audit_events());
    let changes = if has_recorded_decisions {
        changes(run, &recorded, &decisions)
    } else {
        Vec::new()
    };
    let what_if_after = if has_recorded_decisions {
        changes.first().map(|change| change.response)
    } else {
        decisions.first().map(|decision| decision.response)
    };
    ReplayView {
        run: view,
        revision: rules.revision.to_string(),
        configuration: rules.configuration.clone(),
        configuration_source: rules.source.as_str().to_owned(),
        configuration_place: rules.place.clone(),
        tool_freq_window: u64::try_from(rules.config.tool_freq_window()).unwrap_or_default(),
        lints: rules.config.lints().iter().map(lint_view).collect(),
        tools: cursor.tools.into_iter().collect(),
        steps,
        decisions,
        recorded,
        changes,
        what_if_after,
        has_recorded_decisions,
    }
}

/// The decisions alone, for tables and other programs.
pub(crate) fn decisions(run: &Run, rules: &Rules, stop: Option<&StopReason>) -> Vec<DecisionView> {
    let mut cursor = Cursor::new(run, rules);
    let mut decisions = Vec::new();
    while cursor.advance(run, stop).is_some() {
        decisions.extend(cursor.decision(cursor.next().saturating_sub(1)));
    }
    decisions
}

/// What the recorded run's own loop detector decided.
pub(crate) fn recorded_decisions(run: &Run) -> Vec<DecisionView> {
    run.interventions
        .iter()
        .filter(|intervention| {
            intervention.layer.is_some() || intervention.stop_reason == Some(StopReason::LoopCapped)
        })
        .map(|intervention| DecisionView {
            response: intervention.response as u64,
            action: match intervention.action {
                InterventionAction::Warn => "warn",
                InterventionAction::HardStop => "stop",
            }
            .to_owned(),
            layer: intervention
                .layer
                .map_or("unknown", loopledger_model::trace::Layer::as_str)
                .to_owned(),
            tools: intervention.tools.clone(),
            count: intervention.count.unwrap_or_default(),
            threshold: intervention
                .threshold
                .and_then(|threshold| i64::try_from(threshold).ok())
                .unwrap_or_default(),
            line: Some(intervention.line),
        })
        .collect()
}

pub(crate) fn changes(
    run: &Run,
    recorded: &[DecisionView],
    replayed: &[DecisionView],
) -> Vec<ChangeView> {
    let mut by_response: std::collections::BTreeMap<
        u64,
        (Option<&DecisionView>, Option<&DecisionView>),
    > = std::collections::BTreeMap::new();
    for decision in recorded {
        by_response.entry(decision.response).or_default().0 = Some(decision);
    }
    for decision in replayed {
        by_response.entry(decision.response).or_default().1 = Some(decision);
    }
    by_response
        .into_iter()
        .filter_map(|(response, (recorded, replayed))| {
            let change = match (recorded, replayed) {
                (Some(recorded), Some(replayed)) if is_same(recorded, replayed) => return None,
                (Some(_), Some(_)) => "changed",
                // A state export has lost the calls of a stopped response; there is nothing to
                // compare then.
                (Some(_), None) if has_lost_its_calls(run, response) => return None,
                (Some(_), None) => "removed",
                (None, _) => "added",
            };
            Some(ChangeView {
                response,
                change: change.to_owned(),
                recorded: recorded.cloned(),
                replayed: replayed.cloned(),
            })
        })
        .collect()
}

fn is_same(recorded: &DecisionView, replayed: &DecisionView) -> bool {
    recorded.action == replayed.action
        && (recorded.layer == "unknown"
            || (recorded.layer == replayed.layer
                && recorded.tools == replayed.tools
                && recorded.count == replayed.count
                && recorded.threshold == replayed.threshold))
}

fn has_lost_its_calls(run: &Run, response: u64) -> bool {
    !run.source.keeps_proposed_calls()
        && usize::try_from(response)
            .ok()
            .and_then(|response| run.responses.get(response))
            .is_none_or(|response| response.tool_calls.is_empty())
}

/// Whether a guard that runs before the loop detector had already taken the calls out: the last
/// response of a run that a token budget or a safety filter stopped.
/// Source: DeerFlow's hook order, 2026-09-08.
fn is_emptied_by_another_guard(run: &Run, ordinal: usize, stop: Option<&StopReason>) -> bool {
    let stop = stop.or_else(|| run.stop_reason.value().and_then(Option::as_ref));
    matches!(
        stop,
        Some(StopReason::TokenCapped | StopReason::SafetyCapped)
    ) && ordinal + 1 == run.responses.len()
        && run.responses.last().is_some_and(|response| {
            !response.tool_calls.is_empty()
                && response
                    .tool_calls
                    .iter()
                    .all(|call| call.outcome == CallOutcome::Suppressed)
        })
}

pub(crate) fn detector_call(call: &ToolCall) -> Call<'_> {
    Call {
        name: match call.name.as_deref() {
            None => CallName::Absent,
            Some(name) => match plain_string(name) {
                Some(text) => CallName::Text(text.as_bytes()),
                None => CallName::Json(name.as_bytes()),
            },
        },
        args: match call.args.as_deref() {
            None => CallArgs::Absent,
            Some(args) => CallArgs::Json(args.as_bytes()),
        },
    }
}

/// The text of a JSON string without escapes.
fn plain_string(json: &str) -> Option<&str> {
    json.strip_prefix('"')?
        .strip_suffix('"')
        .filter(|text| !text.contains('\\'))
}

/// The tool's name to show: `?` where the call has none, as upstream shows it.
pub(crate) fn tool_name(call: &ToolCall) -> Cow<'_, str> {
    let Some(name) = call.name.as_deref() else {
        return Cow::Borrowed("?");
    };
    if let Some(text) = plain_string(name) {
        return Cow::Borrowed(text);
    }
    match parse(name).ok().and_then(|node| node.str()) {
        Some(text) => Cow::Owned(text.to_display().into_owned()),
        None if name == "null" => Cow::Borrowed("None"),
        None => Cow::Borrowed(name),
    }
}

pub(crate) fn key_fields(rule: &KeyRule) -> Vec<String> {
    match rule {
        KeyRule::ReadFileBucket | KeyRule::ReadFileLines => ["path", "start_line", "end_line"]
            .map(str::to_owned)
            .to_vec(),
        KeyRule::Salient(fields) => fields.iter().map(|&field| field.to_owned()).collect(),
        _ => Vec::new(),
    }
}

fn outcome_code(outcome: CallOutcome) -> &'static str {
    match outcome {
        CallOutcome::Executed { is_error: true, .. } => "failed",
        CallOutcome::Executed { .. } => "executed",
        CallOutcome::Suppressed => "suppressed",
        CallOutcome::Unknown => "unknown",
    }
}

fn decision_view(decision: &loopledger_detect::Decision, ordinal: usize) -> DecisionView {
    DecisionView {
        response: ordinal as u64,
        action: match decision.action {
            Action::Warn => "warn",
            Action::HardStop => "stop",
        }
        .to_owned(),
        layer: match decision.layer {
            Layer::IdenticalCallSet => "identical_call_set",
            Layer::ToolFrequency => "tool_frequency",
        }
        .to_owned(),
        tools: decision
            .tools
            .iter()
            .map(|tool| tool.to_display().into_owned())
            .collect(),
        count: decision.count,
        threshold: decision.threshold,
        line: None,
    }
}

pub(crate) fn frequency_bar(
    tool: &loopledger_detect::ToolUse,
    config: &Config,
) -> FrequencyBarView {
    let name = tool.tool.to_display().into_owned();
    let over = config.tool_freq_overrides.get(&name);
    let FreqLimits { warn, hard_limit } = over.copied().unwrap_or(config.tool_freq_limits());
    FrequencyBarView {
        tool: name,
        count: tool.count,
        warn,
        hard_limit,
        is_warned: tool.is_warned,
        is_override: over.is_some(),
    }
}

pub(crate) fn response_place(run: &Run, response: &Response) -> Place {
    Place {
        file: run.file.clone(),
        line: Some(response.line),
        byte: Some(response.byte),
        pointer: (!response.pointer.is_empty()).then(|| response.pointer.clone()),
    }
}

fn count_figure(count: Result<u64, loopledger_model::UnknownReason>, place: &Place) -> Figure<u64> {
    Figure {
        value: count.ok(),
        reason: count.err(),
        origin: count.is_ok().then(|| "reported".to_owned()),
        place: Some(place.clone()),
    }
}

/// A lint in words; programs go by its code.
pub(crate) fn lint_view(lint: &Lint) -> LintView {
    let Lint {
        code,
        tool,
        value,
        against,
    } = lint;
    let (setting, message) = match code {
        LintCode::HardLimitUnreachable => (
            "hard_limit".to_owned(),
            format!(
                "hard_limit {value} can never be reached: the history window holds {against} call sets"
            ),
        ),
        LintCode::WarnThresholdUnreachable => (
            "warn_threshold".to_owned(),
            format!(
                "warn_threshold {value} can never be reached: the history window holds {against} call sets"
            ),
        ),
        LintCode::WarnThresholdNeverWarns | LintCode::WarnThresholdAboveHardLimit => (
            "warn_threshold".to_owned(),
            format!("warn_threshold {value} never warns: the hard limit {against} stops first"),
        ),
        LintCode::ToolFreqWarnNeverWarns | LintCode::ToolFreqWarnAboveHardLimit => {
            let setting = match tool {
                Some(tool) => format!("tool_freq_overrides.{tool}.warn"),
                None => "tool_freq_warn".to_owned(),
            };
            let message =
                format!("{setting} {value} never warns: the hard limit {against} stops first");
            (setting, message)
        }
        LintCode::OverrideEnlargesWindow => {
            let tool = tool.as_deref().unwrap_or_default();
            (
                format!("tool_freq_overrides.{tool}.hard_limit"),
                format!(
                    "the override of {tool} makes the frequency window {value} calls long instead of {against}, for every tool"
                ),
            )
        }
        other => ("loop_detection".to_owned(), other.as_str().to_owned()),
    };
    LintView {
        code: code.as_str().to_owned(),
        setting,
        message,
    }
}

/// The detector's configuration as a record carries it.
pub(crate) fn effective(config: &Config) -> EffectiveConfiguration {
    EffectiveConfiguration {
        enabled: config.enabled,
        warn_threshold: config.warn_threshold,
        hard_limit: config.hard_limit,
        window_size: config.window_size,
        max_tracked_threads: config.max_tracked_threads,
        tool_freq_warn: config.tool_freq_warn,
        tool_freq_hard_limit: config.tool_freq_hard_limit,
        tool_freq_overrides: config
            .tool_freq_overrides
            .iter()
            .map(|(tool, limits)| {
                (
                    tool.clone(),
                    ToolFreqOverride {
                        warn: limits.warn,
                        hard_limit: limits.hard_limit,
                    },
                )
            })
            .collect(),
    }
}

/// A record's configuration as the detector takes it.
pub(crate) fn detector_config(configuration: &EffectiveConfiguration) -> Config {
    Config {
        enabled: configuration.enabled,
        warn_threshold: configuration.warn_threshold,
        hard_limit: configuration.hard_limit,
        window_size: configuration.window_size,
        max_tracked_threads: configuration.max_tracked_threads,
        tool_freq_warn: configuration.tool_freq_warn,
        tool_freq_hard_limit: configuration.tool_freq_hard_limit,
        tool_freq_overrides: configuration
            .tool_freq_overrides
            .iter()
            .map(|(tool, limits)| {
                (
                    tool.clone(),
                    FreqLimits {
                        warn: limits.warn,
                        hard_limit: limits.hard_limit,
                    },
                )
            })
            .collect(),
    }
}
