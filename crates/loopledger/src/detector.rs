//! A detector that is fed step by step, for programs that have a run of their own.

use crate::ReplayError;
use crate::replay::{detector_config, effective, frequency_bar, key_fields, lint_view};
use crate::session::checked_config;
use crate::view::{
    CountedCallSetView, DetectorContext, FindingView, HookErrorView, KeyView, LintView,
    ObservationView, ProposedCall, ProposedName, ReplaySettings, RunIdentity, TrackedView,
    WarningView, WindowCallSetView, WindowsView,
};
use loopledger_detect::{
    Call, CallArgs, CallName, Config, Counted, Decision, HookError, LOOP_CAPPED, Layer, Outcome,
    Revision, RunId, RunKey, ThreadId, Warning,
};
use loopledger_model::EffectiveConfiguration;

/// DeerFlow's loop detector, fed with one model response after the other.
///
/// ```
/// use loopledger::Detector;
/// use loopledger::view::{
///     DetectorContext, ProposedCall, ProposedName, ReplaySettings, RunIdentity,
/// };
///
/// let mut detector = Detector::new(&ReplaySettings::default())?;
/// let context = DetectorContext {
///     thread_id: Some("t".to_owned()),
///     run: RunIdentity::Named("r".to_owned()),
/// };
/// let call = ProposedCall {
///     id: Some("call-1".to_owned()),
///     name: ProposedName::Text("bash".to_owned()),
///     arguments: Some(r#"{"command": "ls"}"#.to_owned()),
/// };
/// let actions: Vec<_> = (0..5)
///     .map(|_| detector.observe(&context, std::slice::from_ref(&call)).action)
///     .collect();
/// assert_eq!(actions, ["continue", "continue", "warn", "continue", "hard_stop"]);
/// # Ok::<(), loopledger::ReplayError>(())
/// ```
#[derive(Debug)]
pub struct Detector {
    inner: loopledger_detect::Detector,
    /// Order of the overrides as they were given, for display.
    configuration: EffectiveConfiguration,
}

impl Detector {
    /// A detector that has seen nothing, under limits that DeerFlow's configuration accepts.
    ///
    /// # Errors
    /// [`ReplayError::UnknownRevision`] and [`ReplayError::Configuration`].
    pub fn new(settings: &ReplaySettings) -> Result<Self, ReplayError> {
        let config = match &settings.configuration {
            Some(configuration) => checked_config(configuration)?,
            None => Config::default(),
        };
        Self::with_config(settings, config)
    }

    /// A detector under any limits, as upstream's constructor takes them: what a recorded run had
    /// is replayed even where the configuration would refuse it.
    ///
    /// # Errors
    /// [`ReplayError::UnknownRevision`].
    pub fn unchecked(settings: &ReplaySettings) -> Result<Self, ReplayError> {
        let config = settings.configuration.as_ref().map(detector_config);
        Self::with_config(settings, config.unwrap_or_default())
    }

    fn with_config(settings: &ReplaySettings, config: Config) -> Result<Self, ReplayError> {
        let revision = match &settings.revision {
            Some(text) => text.parse()?,
            None => Revision::default(),
        };
        let given = settings.configuration.clone();
        Ok(Self {
            configuration: given.unwrap_or_else(|| effective(&config)),
            inner: loopledger_detect::Detector::new(revision, config),
        })
    }

    /// The revision of upstream that is replayed.
    pub fn revision(&self) -> &'static str {
        self.inner.revision().as_str()
    }

    /// The limits in force.
    pub fn configuration(&self) -> &EffectiveConfiguration {
        &self.configuration
    }

    /// Limits that cannot be reached, warnings that can never fire.
    pub fn lints(&self) -> Vec<LintView> {
        self.inner.config().lints().iter().map(lint_view).collect()
    }

    /// Counts one model response and decides about it.
    pub fn observe(
        &mut self,
        context: &DetectorContext,
        calls: &[ProposedCall],
    ) -> ObservationView {
        let (thread, run) = ids(context);
        let proposed: Vec<_> = calls.iter().map(detector_call).collect();
        let outcome = self.inner.observe(&thread, &run, &proposed);
        let is_stopped = outcome.decision().is_some_and(Decision::is_hard_stop);
        ObservationView {
            action: action(&outcome).to_owned(),
            finding: outcome.decision().map(finding),
            stop_reason: is_stopped.then(|| LOOP_CAPPED.to_owned()),
            suppressed: calls
                .iter()
                .filter(|_| is_stopped)
                .filter_map(|call| call.id.clone())
                .collect(),
            error: match &outcome {
                Outcome::Raised(error) => Some(hook_error(error)),
                Outcome::Skipped | Outcome::Counted(_) => None,
            },
            superseded: outcome
                .counted()
                .and_then(|counted| counted.superseded.as_ref())
                .map(finding),
            call_set: outcome.counted().map(call_set),
        }
    }

    /// Hands the waiting warnings of a run over to its next model request, oldest first; they are
    /// not handed over twice.
    pub fn model_request(&mut self, context: &DetectorContext) -> Vec<WarningView> {
        let (thread, run) = ids(context);
        let warnings = self.inner.model_request(&thread, &run);
        warnings.iter().map(warning_view).collect()
    }

    /// A run begins: up to revision 2026-09-08 the waiting warnings of the thread's other runs are
    /// dropped.
    pub fn before_agent(&mut self, context: &DetectorContext) {
        let (thread, run) = ids(context);
        self.inner.before_agent(&thread, &run);
    }

    /// A run ends: its waiting warnings are dropped, its windows are not.
    pub fn after_agent(&mut self, context: &DetectorContext) {
        let (thread, run) = ids(context);
        self.inner.after_agent(&thread, &run);
    }

    /// Forgets a thread; without an id, or with an empty one, everything.
    pub fn reset(&mut self, thread_id: Option<&str>) {
        self.inner.reset(thread_id);
    }

    /// Takes the stop reason of a run: once for each hard stop, and never for a run without an id,
    /// which upstream has no way to name.
    pub fn consume_stop_reason(&mut self, run: &RunIdentity) -> Option<String> {
        let reason = self.inner.consume_stop_reason(&run_id(run));
        reason.map(str::to_owned)
    }

    /// The warnings that wait for a run's next model request, oldest first.
    pub fn pending(&self, context: &DetectorContext) -> Vec<WarningView> {
        let (thread, run) = ids(context);
        let warnings = self.inner.pending(&thread, &run);
        warnings.iter().map(warning_view).collect()
    }

    /// The windows that a response would be counted in; `None` before the first one.
    pub fn windows(&self, context: &DetectorContext) -> Option<WindowsView> {
        let (thread, run) = ids(context);
        let windows = self.inner.windows(&thread, &run)?;
        let config = self.inner.config();
        let history = windows.history();
        Some(WindowsView {
            history: history
                .map(|(digest, is_warned)| WindowCallSetView {
                    digest: digest.to_string(),
                    is_warned,
                })
                .collect(),
            history_capacity: u64::try_from(config.window_size).unwrap_or_default(),
            frequency: windows
                .frequency()
                .map(|name| name.to_display().into_owned())
                .collect(),
            frequency_capacity: u64::try_from(config.tool_freq_window()).unwrap_or_default(),
            bars: windows
                .tools()
                .iter()
                .map(|tool| frequency_bar(tool, config))
                .collect(),
        })
    }

    /// The threads, or runs of threads, whose windows are kept; the one used longest ago first.
    pub fn tracked(&self) -> Vec<TrackedView> {
        self.inner
            .tracked()
            .map(|scope| TrackedView {
                thread_id: scope.thread.as_str().to_owned(),
                run: scope.run.as_ref().map(|run| match run {
                    RunKey::Null => RunIdentity::Null,
                    RunKey::Named(id) => RunIdentity::Named(id.to_string()),
                    RunKey::Invocation(ordinal) => RunIdentity::Absent(*ordinal),
                }),
            })
            .collect()
    }

    /// Why a call has its key; nothing is counted.
    ///
    /// # Errors
    /// Where upstream raises while it makes the key.
    pub fn explain_key(&mut self, call: &ProposedCall) -> Result<KeyView, HookErrorView> {
        let explanation = self
            .inner
            .explain_key(&detector_call(call))
            .map_err(|error| hook_error(&error))?;
        Ok(KeyView {
            key: explanation.text().into_owned(),
            rule: explanation.rule.code().to_owned(),
            fields: key_fields(&explanation.rule),
        })
    }

    /// The digest of a call set, twelve hex digits; nothing is counted.
    ///
    /// # Errors
    /// Where upstream raises while it makes a key.
    pub fn call_set_digest(&mut self, calls: &[ProposedCall]) -> Result<String, HookErrorView> {
        let calls: Vec<_> = calls.iter().map(detector_call).collect();
        match self.inner.call_set_digest(&calls) {
            Ok(digest) => Ok(digest.to_string()),
            Err(error) => Err(hook_error(&error)),
        }
    }
}

fn ids(context: &DetectorContext) -> (ThreadId, RunId) {
    let thread = ThreadId::from_context(context.thread_id.as_deref());
    (thread, run_id(&context.run))
}

fn run_id(run: &RunIdentity) -> RunId {
    match run {
        RunIdentity::Named(id) => RunId::named(id),
        RunIdentity::Null => RunId::Null,
        RunIdentity::Absent(anchor) => RunId::Absent { anchor: *anchor },
    }
}

fn detector_call(call: &ProposedCall) -> Call<'_> {
    Call {
        name: match &call.name {
            ProposedName::Text(name) => CallName::Text(name.as_bytes()),
            ProposedName::Json(source) => CallName::Json(source.as_bytes()),
            ProposedName::Absent => CallName::Absent,
        },
        args: match &call.arguments {
            Some(source) => CallArgs::Json(source.as_bytes()),
            None => CallArgs::Absent,
        },
    }
}

fn action(outcome: &Outcome) -> &'static str {
    match (outcome, outcome.decision()) {
        (Outcome::Raised(_), _) => "raised",
        (_, None) => "continue",
        (_, Some(decision)) => decision.action.as_str(),
    }
}

fn finding(decision: &Decision) -> FindingView {
    FindingView {
        layer: decision.layer.as_str().to_owned(),
        tools: decision
            .tools
            .iter()
            .map(|tool| tool.to_display().into_owned())
            .collect(),
        count: decision.count,
        threshold: decision.threshold,
    }
}

fn call_set(counted: &Counted) -> CountedCallSetView {
    CountedCallSetView {
        digest: counted.digest.to_string(),
        count: counted.repetitions,
    }
}

fn warning_view(warning: &Warning) -> WarningView {
    match warning {
        Warning::ToolFrequency { tool, count } => WarningView {
            layer: Layer::ToolFrequency.as_str().to_owned(),
            tool: Some(tool.to_display().into_owned()),
            count: Some(*count),
        },
        _ => WarningView {
            layer: Layer::IdenticalCallSet.as_str().to_owned(),
            tool: None,
            count: None,
        },
    }
}

fn hook_error(error: &HookError) -> HookErrorView {
    HookErrorView {
        code: error.code().to_owned(),
        message: error.to_string(),
        exception: error.python(),
    }
}
