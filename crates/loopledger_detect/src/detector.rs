//! The engine: windows for each thread or run, and the queue of warnings.

use std::fmt;
use std::sync::Arc;

use crate::call_set::{Call, CallSetDigest, KeyExplanation, Keyer};
use crate::config::Config;
use crate::decision::{
    Action, Counted, Decision, HookError, LOOP_CAPPED, Layer, Outcome, ToolName, Warning,
};
use crate::frequency::{Frequency, Names};
use crate::history::History;
use crate::lru::Lru;
use crate::revision::{BatchRule, Revision, WindowScope};

/// How many warnings wait for one run at most; upstream's constant.
pub const MAX_PENDING_WARNINGS_PER_RUN: usize = 4;

/// For how many runs a stop reason is kept until somebody takes it; upstream's constant.
pub const MAX_STOP_REASONS: usize = 1000;

/// A thread, as the detector tells them apart.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ThreadId(Arc<str>);

/// The run that a hook belongs to, as its context names it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum RunId {
    /// The context has a run id, and it is null; an id like any other.
    Null,
    /// The context has a run id.
    Named(Arc<str>),
    /// The context has no run id.
    ///
    /// Upstream then tells runs apart by an object of the process: up to 2026-09-08 the runtime
    /// that the hook was given, from 2026-09-10 on the invocation's control object, for which it
    /// makes an id of its own.
    Absent {
        /// A number that stands for that object; callers who know only one invocation give 0.
        anchor: u64,
    },
}

/// A run, as the detector tells them apart.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RunKey {
    /// The run whose id is null.
    Null,
    /// A run with an id.
    Named(Arc<str>),
    /// A run without an id: up to 2026-09-08 the anchor of [`RunId::Absent`], from 2026-09-10 on
    /// the ordinal, from 1, of the invocations without an id.
    Invocation(u64),
}

/// What a pair of windows belongs to: a thread, and from revision 2026-09-10 on one run of it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ScopeId {
    /// The thread.
    pub thread: ThreadId,
    /// The run; `None` in revisions whose windows belong to the thread.
    pub run: Option<RunKey>,
}

/// DeerFlow's loop detector, as one instance of the middleware keeps it.
///
/// ```
/// use loopledger_detect::{Action, Call, Config, Detector, Revision, RunId, ThreadId};
///
/// let mut detector = Detector::new(Revision::default(), Config::default());
/// let (thread, run) = (ThreadId::new("t"), RunId::named("r"));
/// let calls = [Call::new("bash", r#"{"command": "ls"}"#)];
/// let decided: Vec<_> = (0..5)
///     .map(|_| {
///         let outcome = detector.observe(&thread, &run, &calls);
///         outcome.decision().map(|decision| decision.action)
///     })
///     .collect();
/// assert_eq!(decided, [None, None, Some(Action::Warn), None, Some(Action::HardStop)]);
/// ```
#[derive(Debug)]
pub struct Detector {
    revision: Revision,
    config: Config,
    /// [`Config::tool_freq_window`], which looks at every override.
    frequency_window: i64,
    keyer: Keyer,
    names: Names,
    windows: Lru<ScopeId, Windows>,
    /// The last response's thread and run, where the run has an id, and what its windows are kept
    /// under.
    recent: Option<(ThreadId, RunId, ScopeId)>,
    pending: Lru<(ThreadId, RunKey), Vec<Warning>>,
    /// By run, with the thread that it was stopped in; never touched, so that the order is that of
    /// insertion.
    stopped: Lru<RunKey, ThreadId>,
    /// The ordinals of invocations without a run id, by anchor.
    invocations: Lru<u64, u64>,
    last_invocation: u64,
}

/// What is kept for a thread or run.
#[derive(Debug, Default)]
struct Windows {
    history: History,
    frequency: Frequency,
}

/// What the windows say about a response.
struct Verdict {
    decision: Option<Decision>,
    superseded: Option<Decision>,
}

impl Verdict {
    /// A decision that replaces none.
    fn of(decision: Decision) -> Self {
        Self {
            decision: Some(decision),
            superseded: None,
        }
    }
}

/// The windows of a thread or run, to look at.
#[derive(Debug, Clone, Copy)]
pub struct WindowsView<'d> {
    windows: &'d Windows,
    names: &'d Names,
}

/// A tool's share of the frequency window.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolUse {
    /// The tool.
    pub tool: ToolName,
    /// How many calls of it the window holds; 0 only for a tool that is still marked as warned.
    pub count: u64,
    /// Whether it was warned about and will not be again before its count has dropped.
    pub is_warned: bool,
}

impl ThreadId {
    /// The thread of a context's thread id; an empty one is upstream's thread `default`.
    pub fn new(id: &str) -> Self {
        Self(Arc::from(if id.is_empty() { "default" } else { id }))
    }

    /// The thread of a context's thread id, where it may be missing or null.
    pub fn from_context(id: Option<&str>) -> Self {
        Self::new(id.unwrap_or_default())
    }

    /// The thread's name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ThreadId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl RunId {
    /// The run with this id.
    pub fn named(id: &str) -> Self {
        Self::Named(Arc::from(id))
    }
}

impl Detector {
    /// A detector that has seen nothing.
    ///
    /// The configuration is taken as it is, as upstream's constructor does: see
    /// [`Config::validated`] and [`Config::lints`].
    pub fn new(revision: Revision, config: Config) -> Self {
        Self {
            revision,
            frequency_window: config.tool_freq_window(),
            config,
            keyer: Keyer::default(),
            names: Names::default(),
            windows: Lru::new(),
            recent: None,
            pending: Lru::new(),
            stopped: Lru::new(),
            invocations: Lru::new(),
            last_invocation: 0,
        }
    }

    /// The revision that is replayed.
    pub fn revision(&self) -> Revision {
        self.revision
    }

    /// The effective configuration.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Counts one model response and decides about it. Upstream: `after_model`.
    ///
    /// `calls` are the response's proposed tool calls in their order; a response without any
    /// changes nothing.
    pub fn observe(&mut self, thread: &ThreadId, run: &RunId, calls: &[Call<'_>]) -> Outcome {
        self.count(thread, run, calls, None)
    }

    /// As [`observe`](Self::observe), with a digest that [`call_set_digest`](Self::call_set_digest)
    /// has made of the same calls under the same rule for `read_file`: to replay one trace under
    /// many configurations, its calls need keying only once.
    pub fn observe_keyed(
        &mut self,
        thread: &ThreadId,
        run: &RunId,
        calls: &[Call<'_>],
        digest: CallSetDigest,
    ) -> Outcome {
        self.count(thread, run, calls, Some(digest))
    }

    /// Hands the waiting warnings of a run over to its next model request, oldest first; they are
    /// not handed over twice. Upstream: `wrap_model_call`.
    pub fn model_request(&mut self, thread: &ThreadId, run: &RunId) -> Vec<Warning> {
        let key = (thread.clone(), self.run_key(run));
        self.pending.remove(&key).unwrap_or_default()
    }

    /// A run begins. Upstream: `before_agent`; up to 2026-09-08 it drops the waiting warnings of
    /// the thread's other runs.
    pub fn before_agent(&mut self, thread: &ThreadId, run: &RunId) {
        if self.revision.scope() == WindowScope::Thread {
            let run = self.run_key(run);
            self.pending
                .retain(|(other, other_run), _| other != thread || *other_run == run);
        }
    }

    /// A run ends. Upstream: `after_agent`; drops the run's waiting warnings, not its windows.
    pub fn after_agent(&mut self, thread: &ThreadId, run: &RunId) {
        let key = (thread.clone(), self.run_key(run));
        self.pending.remove(&key);
        if let RunId::Absent { anchor } = run {
            self.invocations.remove(anchor);
        }
    }

    /// Forgets a thread: its windows and waiting warnings, and from 2026-09-10 on the stop reasons
    /// of its runs. Without a thread, or with an empty id, forgets everything, as upstream does.
    pub fn reset(&mut self, thread_id: Option<&str>) {
        let Some(id) = thread_id.filter(|id| !id.is_empty()) else {
            self.names.clear();
            self.windows.clear();
            self.pending.clear();
            self.stopped.clear();
            self.invocations.clear();
            return;
        };
        self.windows.retain(|scope, _| *scope.thread.0 != *id);
        self.pending.retain(|(thread, _), _| *thread.0 != *id);
        if self.revision.scope() == WindowScope::Run {
            self.stopped.retain(|_, thread| *thread.0 != *id);
        }
    }

    /// Takes the stop reason of a run: [`LOOP_CAPPED`] if a hard stop ended it and nobody has taken
    /// the reason yet. Upstream: `consume_stop_reason`, which has no way to name a run without id.
    pub fn consume_stop_reason(&mut self, run: &RunId) -> Option<&'static str> {
        let run = match run {
            RunId::Null => RunKey::Null,
            RunId::Named(id) => RunKey::Named(id.clone()),
            RunId::Absent { .. } => return None,
        };
        self.stopped.remove(&run).map(|_| LOOP_CAPPED)
    }

    /// Why a call has its key.
    ///
    /// # Errors
    /// Where upstream raises while it makes the key.
    pub fn explain_key(&mut self, call: &Call<'_>) -> Result<KeyExplanation, HookError> {
        self.keyer.explain(call, self.revision.read_file_key())
    }

    /// The digest of a call set, without counting it.
    ///
    /// # Errors
    /// Where upstream raises while it makes a key.
    pub fn call_set_digest(&mut self, calls: &[Call<'_>]) -> Result<CallSetDigest, HookError> {
        self.keyer.digest(calls, self.revision.read_file_key())
    }

    /// The windows that a response of this thread and run would be counted in; `None` before the
    /// first one.
    pub fn windows(&self, thread: &ThreadId, run: &RunId) -> Option<WindowsView<'_>> {
        let scope = self.scope_id(thread, self.known_run_key(run)?);
        Some(WindowsView {
            windows: self.windows.get(&scope)?,
            names: &self.names,
        })
    }

    /// The threads, or runs of threads, whose windows are kept; the one used longest ago first.
    pub fn tracked(&self) -> impl Iterator<Item = &ScopeId> {
        self.windows.iter().map(|(scope, _)| scope)
    }

    /// The warnings that wait for a run's next model request, oldest first.
    pub fn pending(&self, thread: &ThreadId, run: &RunId) -> &[Warning] {
        self.known_run_key(run)
            .and_then(|run| self.pending.get(&(thread.clone(), run)))
            .map_or(&[], Vec::as_slice)
    }

    /// How much memory the detector occupies, in bytes: what it has reserved, from the capacities
    /// of its buffers; the allocator's own overhead, and the texts of thread and run ids, are not
    /// in it.
    pub fn memory_bytes(&self) -> usize {
        let windows: usize = self
            .windows
            .iter()
            .map(|(_, windows)| windows.capacity_bytes())
            .sum();
        let pending: usize = self
            .pending
            .iter()
            .map(|(_, warnings)| warnings.capacity() * size_of::<Warning>())
            .sum();
        size_of::<Self>()
            + windows
            + pending
            + self.keyer.capacity_bytes()
            + self.names.capacity_bytes()
            + self.windows.capacity_bytes()
            + self.pending.capacity_bytes()
            + self.stopped.capacity_bytes()
            + self.invocations.capacity_bytes()
    }

    fn count(
        &mut self,
        thread: &ThreadId,
        run: &RunId,
        calls: &[Call<'_>],
        digest: Option<CallSetDigest>,
    ) -> Outcome {
        if calls.is_empty() || !self.config.enabled {
            return Outcome::Skipped;
        }
        match self.try_count(thread, run, calls, digest) {
            Ok(counted) => Outcome::Counted(counted),
            Err(error) => Outcome::Raised(error),
        }
    }

    fn try_count(
        &mut self,
        thread: &ThreadId,
        run: &RunId,
        calls: &[Call<'_>],
        digest: Option<CallSetDigest>,
    ) -> Result<Counted, HookError> {
        let recent = match self.recent.take() {
            Some(recent) if recent.0 == *thread && recent.1 == *run => recent,
            _ => {
                let scope = self.run_key(run);
                (thread.clone(), run.clone(), self.scope_id(thread, scope))
            }
        };
        let scope = &recent.2;
        let digest = match digest {
            Some(digest) => digest,
            None => self.call_set_digest(calls)?,
        };
        self.track(scope);
        let Self {
            revision,
            config,
            frequency_window,
            keyer,
            names,
            windows,
            ..
        } = self;
        let Some(windows) = windows.get_mut(scope) else {
            return Err(HookError::NoTrackedThread);
        };
        let repetitions = windows.history.push(digest, config.window_size);
        let Verdict {
            decision,
            superseded,
        } = windows.decide(
            &Response {
                batch_rule: revision.batch_rule(),
                config,
                frequency_window: *frequency_window,
                calls,
                digest,
                repetitions,
            },
            keyer,
            names,
        )?;
        if let Some(decision) = &decision {
            let run = self.run_key(run);
            self.act_on(decision, thread, run);
        }
        // The ordinal of an invocation without an id may change.
        if !matches!(run, RunId::Absent { .. }) {
            self.recent = Some(recent);
        }
        Ok(Counted {
            digest,
            repetitions: repetitions.into(),
            decision,
            superseded,
        })
    }

    /// Makes a scope the one used last, with empty windows if it has none, and drops those that
    /// are one too many.
    fn track(&mut self, scope: &ScopeId) {
        if self.windows.touch(scope) {
            return;
        }
        self.windows.insert(scope.clone(), Windows::default());
        while i64::try_from(self.windows.len())
            .is_ok_and(|length| length > self.config.max_tracked_threads)
        {
            let Some((dropped, _)) = self.windows.pop_oldest() else {
                return;
            };
            match dropped.run {
                Some(run) => {
                    self.pending.remove(&(dropped.thread, run));
                }
                None if self.pending.len() > 0 => self
                    .pending
                    .retain(|(thread, _), _| *thread != dropped.thread),
                None => {}
            }
        }
    }

    fn act_on(&mut self, decision: &Decision, thread: &ThreadId, run: RunKey) {
        match decision.action {
            Action::HardStop => {
                if let Some(owner) = self.stopped.get_mut(&run) {
                    owner.clone_from(thread);
                } else {
                    if self.stopped.len() >= MAX_STOP_REASONS {
                        self.stopped.pop_oldest();
                    }
                    self.stopped.insert(run, thread.clone());
                }
            }
            Action::Warn => {
                let warning = match (decision.layer, decision.tools.first()) {
                    (Layer::ToolFrequency, Some(tool)) => Warning::ToolFrequency {
                        tool: tool.clone(),
                        count: decision.count,
                    },
                    _ => Warning::IdenticalCallSet,
                };
                self.queue(warning, &(thread.clone(), run));
            }
        }
    }

    fn queue(&mut self, warning: Warning, key: &(ThreadId, RunKey)) {
        if !self.pending.touch(key) {
            self.pending.insert(key.clone(), Vec::new());
        }
        if let Some(warnings) = self.pending.get_mut(key) {
            if !warnings.contains(&warning) {
                warnings.push(warning);
            }
            let surplus = warnings.len().saturating_sub(MAX_PENDING_WARNINGS_PER_RUN);
            warnings.drain(..surplus);
        }
        // The run itself was touched last, so at least it stays.
        let limit = self.doubled_tracked();
        while self.pending.len() > limit {
            self.pending.pop_oldest();
        }
    }

    /// Upstream's bound for what is kept besides the windows.
    fn doubled_tracked(&self) -> usize {
        let doubled = self.config.max_tracked_threads.saturating_mul(2).max(1);
        usize::try_from(doubled).unwrap_or(usize::MAX)
    }

    fn scope_id(&self, thread: &ThreadId, run: RunKey) -> ScopeId {
        ScopeId {
            thread: thread.clone(),
            run: match self.revision.scope() {
                WindowScope::Thread => None,
                WindowScope::Run => Some(run),
            },
        }
    }

    /// The run that an id stands for; an invocation without an id gets one of its own here.
    fn run_key(&mut self, run: &RunId) -> RunKey {
        if let Some(key) = self.known_run_key(run) {
            if let RunId::Absent { anchor } = run {
                self.invocations.touch(anchor);
            }
            return key;
        }
        self.last_invocation += 1;
        if let RunId::Absent { anchor } = run {
            self.invocations.insert(*anchor, self.last_invocation);
            while self.invocations.len() > self.doubled_tracked() {
                self.invocations.pop_oldest();
            }
        }
        RunKey::Invocation(self.last_invocation)
    }

    /// The run that an id stands for; `None` for an invocation that has no id and no ordinal yet.
    fn known_run_key(&self, run: &RunId) -> Option<RunKey> {
        match run {
            RunId::Null => Some(RunKey::Null),
            RunId::Named(id) => Some(RunKey::Named(id.clone())),
            RunId::Absent { anchor } => match self.revision.scope() {
                WindowScope::Thread => Some(RunKey::Invocation(*anchor)),
                WindowScope::Run => self
                    .invocations
                    .get(anchor)
                    .map(|&ordinal| RunKey::Invocation(ordinal)),
            },
        }
    }
}

/// A response whose call set has been counted.
struct Response<'r> {
    batch_rule: BatchRule,
    config: &'r Config,
    frequency_window: i64,
    calls: &'r [Call<'r>],
    digest: CallSetDigest,
    repetitions: u32,
}

impl Response<'_> {
    /// A decision of the history window.
    fn repetition(&self, action: Action, threshold: i64, keyer: &mut Keyer) -> Decision {
        let tools = self
            .calls
            .iter()
            .map(|call| ToolName::new(keyer.counted_name(call.name).unwrap_or(b"?")))
            .collect();
        Decision {
            action,
            layer: Layer::IdenticalCallSet,
            tools,
            count: self.repetitions.into(),
            threshold,
        }
    }
}

impl Windows {
    /// Checks the history window, counts the response's calls in the frequency window and checks
    /// that.
    fn decide(
        &mut self,
        response: &Response<'_>,
        keyer: &mut Keyer,
        names: &mut Names,
    ) -> Result<Verdict, HookError> {
        let &Response {
            batch_rule,
            config,
            frequency_window,
            calls,
            digest,
            repetitions,
        } = response;
        let Self { history, frequency } = self;
        let counts_all = batch_rule == BatchRule::CountAll;
        let repetitions = i64::from(repetitions);
        if repetitions >= config.hard_limit {
            return Ok(Verdict::of(response.repetition(
                Action::HardStop,
                config.hard_limit,
                keyer,
            )));
        }
        let mut candidate = None;
        if repetitions >= config.warn_threshold && !history.is_warned(digest) {
            let warning = response.repetition(Action::Warn, config.warn_threshold, keyer);
            if !counts_all {
                history.mark_warned(digest);
                return Ok(Verdict::of(warning));
            }
            candidate = Some((warning, None));
        }
        for call in calls {
            let Some(name) = keyer.counted_name(call.name) else {
                continue;
            };
            let name = names.intern(name, config);
            let count = frequency.push(name, frequency_window, names, counts_all)?;
            let limits = names.limits(name);
            let decision = |action, threshold| Decision {
                action,
                layer: Layer::ToolFrequency,
                tools: names.name(name).cloned().into_iter().collect(),
                count: count.into(),
                threshold,
            };
            if i64::from(count) >= limits.hard_limit {
                return Ok(Verdict {
                    decision: Some(decision(Action::HardStop, limits.hard_limit)),
                    superseded: candidate.map(|(warning, _)| warning),
                });
            }
            if i64::from(count) < limits.warn {
                frequency.rearm(name);
            } else if candidate.is_none() && !frequency.is_warned(name) {
                let warning = decision(Action::Warn, limits.warn);
                if !counts_all {
                    frequency.mark_warned(name);
                    return Ok(Verdict::of(warning));
                }
                candidate = Some((warning, Some(name)));
            }
        }
        let decision = candidate.map(|(warning, name)| {
            match name {
                None => history.mark_warned(digest),
                // Later calls of the same response may have pushed the burst out again.
                Some(name) if i64::from(frequency.count(name)) >= warning.threshold => {
                    frequency.mark_warned(name);
                }
                Some(_) => {}
            }
            warning
        });
        Ok(Verdict {
            decision,
            superseded: None,
        })
    }

    fn capacity_bytes(&self) -> usize {
        self.history.capacity_bytes() + self.frequency.capacity_bytes()
    }
}

impl<'d> WindowsView<'d> {
    /// The call sets of the history window, oldest first, each with whether it was warned about.
    pub fn history(self) -> impl Iterator<Item = (CallSetDigest, bool)> + 'd {
        let history = &self.windows.history;
        history
            .iter()
            .map(|digest| (digest, history.is_warned(digest)))
    }

    /// How many call sets the history window holds.
    pub fn history_len(self) -> usize {
        self.windows.history.len()
    }

    /// How many times the history window holds a call set.
    pub fn repetitions(self, digest: CallSetDigest) -> u64 {
        self.windows.history.count(digest).into()
    }

    /// The call sets in the history window that were warned about, sorted.
    pub fn warned(self) -> Vec<CallSetDigest> {
        self.windows.history.warned()
    }

    /// The tool names of the frequency window, oldest first.
    pub fn frequency(self) -> impl Iterator<Item = &'d ToolName> + 'd {
        let Self { windows, names } = self;
        windows.frequency.iter().filter_map(|id| names.name(id))
    }

    /// How many calls the frequency window holds.
    pub fn frequency_len(self) -> usize {
        self.windows.frequency.len()
    }

    /// Each tool's share of the frequency window, sorted by name; tools that are only marked as
    /// warned included.
    pub fn tools(self) -> Vec<ToolUse> {
        let mut tools: Vec<_> = self
            .windows
            .frequency
            .uses()
            .filter_map(|(id, count, is_warned)| {
                Some(ToolUse {
                    tool: self.names.name(id)?.clone(),
                    count: count.into(),
                    is_warned,
                })
            })
            .collect();
        tools.sort_unstable_by(|a, b| a.tool.cmp(&b.tool));
        tools
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LS: Call<'_> = Call {
        name: crate::CallName::Text(b"bash"),
        args: crate::CallArgs::Json(br#"{"command": "ls"}"#),
    };

    /// A detector that warns at the first call of each tool and never stops by it.
    fn eager(revision: Revision, max_tracked_threads: i64) -> Detector {
        let config = Config {
            max_tracked_threads,
            tool_freq_warn: 1,
            ..Config::default()
        };
        Detector::new(revision, config)
    }

    fn warn(detector: &mut Detector, thread: &ThreadId, run: &RunId, tool: &str) {
        let outcome = detector.observe(thread, run, &[Call::new(tool, "{}")]);
        let action = outcome.decision().map(|decision| decision.action);
        assert_eq!(action, Some(Action::Warn), "{tool}");
    }

    fn waiting(detector: &Detector, thread: &ThreadId, run: &RunId) -> Vec<String> {
        let pending = detector.pending(thread, run).iter();
        pending
            .map(|warning| match warning {
                Warning::IdenticalCallSet => "call set".to_owned(),
                Warning::ToolFrequency { tool, .. } => tool.to_string(),
            })
            .collect()
    }

    #[test]
    fn last_four_warnings_wait() {
        let mut detector = eager(Revision::default(), 100);
        let (thread, run) = (ThreadId::new("t"), RunId::named("r"));
        for tool in ["a", "b", "c", "d", "e"] {
            warn(&mut detector, &thread, &run, tool);
        }
        assert_eq!(waiting(&detector, &thread, &run), ["b", "c", "d", "e"]);
        assert_eq!(detector.model_request(&thread, &run).len(), 4);
        assert!(detector.model_request(&thread, &run).is_empty());
    }

    #[test]
    fn runs_that_wait_longest_are_dropped() {
        let mut detector = eager(Revision::V20260908, 1);
        let thread = ThreadId::new("t");
        let runs = ["1", "2", "3"].map(RunId::named);
        for (run, tool) in runs.iter().zip(["a", "b", "c"]) {
            warn(&mut detector, &thread, run, tool);
        }
        let waiting = runs.map(|run| waiting(&detector, &thread, &run).len());
        assert_eq!(waiting, [0, 1, 1]);
    }

    #[test]
    fn evicted_thread_loses_the_warnings_of_all_its_runs() {
        for (revision, expected) in [(Revision::V20260908, [0, 0]), (Revision::V20260910, [0, 1])] {
            let mut detector = eager(revision, 2);
            let thread = ThreadId::new("t");
            let runs = ["1", "2"].map(RunId::named);
            warn(&mut detector, &thread, &runs[0], "a");
            warn(&mut detector, &thread, &runs[1], "b");
            let others = match revision.scope() {
                WindowScope::Thread => ["u", "v"].as_slice(),
                WindowScope::Run => &["u"],
            };
            for other in others {
                warn(&mut detector, &ThreadId::new(other), &runs[0], "c");
            }
            let waiting = runs.map(|run| waiting(&detector, &thread, &run).len());
            assert_eq!(waiting, expected, "{revision}");
        }
    }

    #[test]
    fn run_begins_without_the_warnings_of_others_up_to_2026_09_08() {
        for (revision, expected) in [(Revision::V20260908, 0), (Revision::V20260910, 1)] {
            let mut detector = eager(revision, 100);
            let (thread, run) = (ThreadId::new("t"), RunId::named("1"));
            warn(&mut detector, &thread, &run, "a");
            detector.before_agent(&thread, &RunId::named("2"));
            assert_eq!(
                waiting(&detector, &thread, &run).len(),
                expected,
                "{revision}"
            );
            detector.after_agent(&thread, &run);
            assert!(detector.pending(&thread, &run).is_empty());
        }
    }

    #[test]
    fn null_and_absent_runs_differ() {
        let mut detector = Detector::new(Revision::V20260910, Config::default());
        let thread = ThreadId::from_context(None);
        assert_eq!(thread.as_str(), "default");
        let runs = [
            RunId::Null,
            RunId::named(""),
            RunId::Absent { anchor: 7 },
            RunId::Absent { anchor: 8 },
        ];
        for run in &runs {
            detector.observe(&thread, run, &[LS]);
        }
        let tracked: Vec<_> = detector.tracked().map(|scope| scope.run.clone()).collect();
        assert_eq!(
            tracked,
            [
                Some(RunKey::Null),
                Some(RunKey::Named(Arc::from(""))),
                Some(RunKey::Invocation(1)),
                Some(RunKey::Invocation(2)),
            ]
        );
        // An invocation that has ended is another one when its anchor comes back.
        detector.after_agent(&thread, &runs[2]);
        detector.observe(&thread, &runs[2], &[LS]);
        let view = detector.windows(&thread, &runs[2]).unwrap();
        assert_eq!(view.history_len(), 1);
    }

    #[test]
    fn stop_reason_is_taken_once() {
        let config = Config {
            warn_threshold: 1,
            hard_limit: 1,
            ..Config::default()
        };
        let mut detector = Detector::new(Revision::default(), config);
        let thread = ThreadId::new("t");
        let run = RunId::named("0");
        detector.observe(&thread, &run, &[LS]);
        assert_eq!(detector.consume_stop_reason(&run), Some(LOOP_CAPPED));
        assert_eq!(detector.consume_stop_reason(&run), None);
        // The oldest is dropped once there are too many; a run that stops again keeps its place.
        for number in 0..MAX_STOP_REASONS {
            let run = RunId::named(&number.to_string());
            detector.observe(&thread, &run, &[LS]);
        }
        detector.observe(&thread, &run, &[LS]);
        detector.observe(&thread, &RunId::Null, &[LS]);
        assert_eq!(detector.consume_stop_reason(&run), None);
        assert_eq!(
            detector.consume_stop_reason(&RunId::named("1")),
            Some(LOOP_CAPPED)
        );
        assert_eq!(
            detector.consume_stop_reason(&RunId::Null),
            Some(LOOP_CAPPED)
        );
    }

    #[test]
    fn reset_forgets_a_thread_or_everything() {
        for (revision, expected) in [
            (Revision::V20260908, Some(LOOP_CAPPED)),
            (Revision::V20260910, None),
        ] {
            let config = Config {
                hard_limit: 1,
                ..Config::default()
            };
            let mut detector = Detector::new(revision, config);
            let (one, other) = (ThreadId::new("1"), ThreadId::new("2"));
            let runs = ["a", "b"].map(RunId::named);
            detector.observe(&one, &runs[0], &[LS]);
            detector.observe(&other, &runs[1], &[LS]);
            detector.reset(Some("1"));
            assert!(detector.windows(&one, &runs[0]).is_none());
            assert!(detector.windows(&other, &runs[1]).is_some());
            assert_eq!(
                detector.consume_stop_reason(&runs[0]),
                expected,
                "{revision}"
            );
            detector.reset(Some(""));
            assert_eq!(detector.tracked().count(), 0);
            assert_eq!(detector.consume_stop_reason(&runs[1]), None);
        }
    }

    #[test]
    fn exception_leaves_nothing_behind() {
        let mut detector = Detector::new(Revision::default(), Config::default());
        let (thread, run) = (ThreadId::new("t"), RunId::Null);
        let endless = Call::new("read_file", r#"{"start_line": Infinity}"#);
        let outcome = detector.observe(&thread, &run, &[LS, endless]);
        assert_eq!(outcome, Outcome::Raised(HookError::InfiniteLine));
        assert_eq!(detector.tracked().count(), 0);
    }

    #[test]
    fn disabled_detector_counts_nothing() {
        let config = Config {
            enabled: false,
            hard_limit: 1,
            ..Config::default()
        };
        let mut detector = Detector::new(Revision::default(), config);
        let outcome = detector.observe(&ThreadId::new("t"), &RunId::Null, &[LS]);
        assert_eq!(outcome, Outcome::Skipped);
    }

    #[test]
    fn repeated_call_with_another_name_is_another_call_set() {
        let mut detector = Detector::new(Revision::default(), Config::default());
        let calls = [("ab", r#""c""#), ("a", r#""bc""#), ("ab", r#""d""#)];
        for (name, args) in calls.into_iter().cycle().take(30) {
            let call = [Call::new(name, args)];
            let fresh = Detector::new(Revision::default(), Config::default())
                .call_set_digest(&call)
                .unwrap();
            assert_eq!(detector.call_set_digest(&call), Ok(fresh), "{name} {args}");
        }
    }

    #[test]
    fn odd_sizes_do_what_python_does() {
        let (thread, run) = (ThreadId::new("t"), RunId::Null);
        let observe = |config: Config| {
            let mut detector = Detector::new(Revision::default(), config);
            detector.observe(&thread, &run, &[LS]);
            detector.observe(&thread, &run, &[LS])
        };
        let config = Config::default();
        let held = |outcome: &Outcome| outcome.counted().map(|counted| counted.repetitions);
        // A window of 0 keeps everything, a negative one nothing.
        let unbounded = observe(Config {
            window_size: 0,
            ..config.clone()
        });
        assert_eq!(held(&unbounded), Some(2));
        let empty = observe(Config {
            window_size: -1,
            ..config.clone()
        });
        assert_eq!(held(&empty), Some(0));
        let untracked = observe(Config {
            max_tracked_threads: 0,
            ..config.clone()
        });
        assert_eq!(untracked, Outcome::Raised(HookError::NoTrackedThread));
        let negative = observe(Config {
            window_size: -1,
            tool_freq_hard_limit: -1,
            tool_freq_warn: -1,
            ..config
        });
        assert_eq!(
            negative,
            Outcome::Raised(HookError::NegativeFrequencyWindow)
        );
    }
}
