//! What vectors cannot show: properties of the detector for all inputs.

use std::collections::{BTreeMap, BTreeSet};

use loopledger_detect::{
    Action, BatchRule, Call, CallSetDigest, Config, Detector, FreqLimits, Layer, Outcome, Revision,
    RunId, ThreadId,
};
use proptest::prelude::*;

const TOOLS: [&str; 4] = ["a", "b", "read_file", "write_file"];
const ARGS: [&str; 5] = [
    "{}",
    r#"{"command": "x"}"#,
    r#"{"command":"y", "z": 1}"#,
    r#"{"path": "p", "start_line": 300}"#,
    "\"no json\"",
];

/// A call by its places in `TOOLS` and `ARGS`.
type Proposed = (usize, usize);

fn calls(response: &[Proposed]) -> Vec<Call<'static>> {
    response
        .iter()
        .map(|&(tool, args)| Call::new(TOOLS[tool], ARGS[args]))
        .collect()
}

fn responses() -> impl Strategy<Value = Vec<Vec<Proposed>>> {
    let call = (0..TOOLS.len(), 0..ARGS.len());
    prop::collection::vec(prop::collection::vec(call, 1..5), 1..80)
}

fn configs() -> impl Strategy<Value = Config> {
    let pair = || (1..9_i64, 0..8_i64);
    let overrides = prop::collection::btree_map(0..TOOLS.len(), pair(), 0..3);
    (pair(), 1..12_i64, pair(), overrides).prop_map(
        |((warn, hard), window_size, (freq_warn, freq_hard), overrides)| Config {
            warn_threshold: warn,
            hard_limit: warn + hard,
            window_size,
            tool_freq_warn: freq_warn,
            tool_freq_hard_limit: freq_warn + freq_hard,
            tool_freq_overrides: overrides
                .into_iter()
                .map(|(tool, (warn, more))| {
                    let limits = FreqLimits {
                        warn,
                        hard_limit: warn + more,
                    };
                    (TOOLS[tool].to_owned(), limits)
                })
                .collect(),
            ..Config::default()
        },
    )
}

fn revisions() -> impl Strategy<Value = Revision> {
    prop::sample::select(Revision::ALL.to_vec())
}

fn ids() -> (ThreadId, RunId) {
    (ThreadId::new("thread"), RunId::named("run"))
}

fn replay(detector: &mut Detector, responses: &[Vec<Proposed>]) -> Vec<Outcome> {
    let (thread, run) = ids();
    responses
        .iter()
        .map(|response| detector.observe(&thread, &run, &calls(response)))
        .collect()
}

type Decided = (Action, Layer, Vec<String>, u64, i64);

fn decided(outcome: &Outcome) -> Option<Decided> {
    outcome.decision().map(|decision| {
        let tools = decision.tools.iter().map(ToString::to_string).collect();
        (
            decision.action,
            decision.layer,
            tools,
            decision.count,
            decision.threshold,
        )
    })
}

/// The detector as one would write it down: lists that are searched again for every call.
struct Model {
    counts_all: bool,
    config: Config,
    history: Vec<CallSetDigest>,
    warned: BTreeSet<CallSetDigest>,
    names: Vec<String>,
    freq_warned: BTreeSet<String>,
}

impl Model {
    fn new(revision: Revision, config: Config) -> Self {
        Self {
            counts_all: revision.batch_rule() == BatchRule::CountAll,
            config,
            history: Vec::new(),
            warned: BTreeSet::new(),
            names: Vec::new(),
            freq_warned: BTreeSet::new(),
        }
    }

    fn limits(&self, tool: &str) -> FreqLimits {
        let all = self.config.tool_freq_limits();
        *self.config.tool_freq_overrides.get(tool).unwrap_or(&all)
    }

    fn used(&self, tool: &str) -> i64 {
        let used = self.names.iter().filter(|name| *name == tool).count();
        i64::try_from(used).unwrap_or(i64::MAX)
    }

    fn observe(&mut self, digest: CallSetDigest, response: &[Proposed]) -> Option<Decided> {
        let window = usize::try_from(self.config.window_size).unwrap_or(0);
        self.history.push(digest);
        if self.history.len() > window {
            self.history.remove(0);
        }
        let history = &self.history;
        self.warned.retain(|digest| history.contains(digest));
        let count = history.iter().filter(|other| **other == digest).count();
        let count = i64::try_from(count).unwrap_or(i64::MAX);
        let tools: Vec<_> = response
            .iter()
            .map(|&(tool, _)| TOOLS[tool].to_owned())
            .collect();
        let set = |action, threshold| {
            let layer = Layer::IdenticalCallSet;
            Some((
                action,
                layer,
                tools.clone(),
                count.unsigned_abs(),
                threshold,
            ))
        };
        if count >= self.config.hard_limit {
            return set(Action::HardStop, self.config.hard_limit);
        }
        let mut candidate = None;
        if count >= self.config.warn_threshold && !self.warned.contains(&digest) {
            candidate = set(Action::Warn, self.config.warn_threshold);
            if !self.counts_all {
                self.warned.insert(digest);
                return candidate;
            }
        }
        let window = usize::try_from(self.config.tool_freq_window()).unwrap_or(0);
        for tool in &tools {
            self.names.push(tool.clone());
            if self.names.len() > window {
                let old = self.names.remove(0);
                if self.counts_all && self.used(&old) < self.limits(&old).warn {
                    self.freq_warned.remove(&old);
                }
            }
            let (used, limits) = (self.used(tool), self.limits(tool));
            let frequent = |action, threshold| {
                let tools = vec![tool.clone()];
                Some((
                    action,
                    Layer::ToolFrequency,
                    tools,
                    used.unsigned_abs(),
                    threshold,
                ))
            };
            if used >= limits.hard_limit {
                return frequent(Action::HardStop, limits.hard_limit);
            }
            if used < limits.warn {
                self.freq_warned.remove(tool);
            } else if candidate.is_none() && !self.freq_warned.contains(tool) {
                candidate = frequent(Action::Warn, limits.warn);
                if !self.counts_all {
                    self.freq_warned.insert(tool.clone());
                    return candidate;
                }
            }
        }
        match &candidate {
            Some((_, Layer::IdenticalCallSet, ..)) => {
                self.warned.insert(digest);
            }
            Some((_, Layer::ToolFrequency, tools, _, threshold))
                if self.used(&tools[0]) >= *threshold =>
            {
                self.freq_warned.insert(tools[0].clone());
            }
            _ => {}
        }
        candidate
    }
}

proptest! {
    #[test]
    fn decides_as_the_plain_algorithm_does(
        revision in revisions(),
        config in configs(),
        responses in responses(),
    ) {
        let mut detector = Detector::new(revision, config.clone());
        let mut model = Model::new(revision, config);
        let (thread, run) = ids();
        for response in &responses {
            let digest = detector.call_set_digest(&calls(response)).unwrap();
            let outcome = detector.observe(&thread, &run, &calls(response));
            prop_assert_eq!(decided(&outcome), model.observe(digest, response));
            let view = detector.windows(&thread, &run).unwrap();
            let history: Vec<_> = view.history().collect();
            let expected: Vec<_> = model
                .history
                .iter()
                .map(|digest| (*digest, model.warned.contains(digest)))
                .collect();
            prop_assert_eq!(history, expected);
            let freq_warned: BTreeSet<_> = view
                .tools()
                .iter()
                .filter(|tool| tool.is_warned)
                .map(|tool| tool.tool.to_string())
                .collect();
            prop_assert_eq!(&freq_warned, &model.freq_warned);
        }
    }

    #[test]
    fn counters_mirror_their_windows(
        revision in revisions(),
        config in configs(),
        responses in responses(),
    ) {
        let window = usize::try_from(config.window_size).unwrap();
        let freq_window = usize::try_from(config.tool_freq_window()).unwrap();
        let mut detector = Detector::new(revision, config);
        let (thread, run) = ids();
        for response in &responses {
            detector.observe(&thread, &run, &calls(response));
            let view = detector.windows(&thread, &run).unwrap();
            prop_assert!(view.history_len() <= window);
            prop_assert!(view.frequency_len() <= freq_window);
            for (digest, _) in view.history() {
                let held = view.history().filter(|(other, _)| *other == digest).count();
                prop_assert_eq!(view.repetitions(digest), u64::try_from(held).unwrap());
            }
            let mut held: BTreeMap<String, u64> = BTreeMap::new();
            for tool in view.frequency() {
                *held.entry(tool.to_string()).or_default() += 1;
            }
            let counted: BTreeMap<_, _> = view
                .tools()
                .iter()
                .filter(|tool| tool.count > 0)
                .map(|tool| (tool.tool.to_string(), tool.count))
                .collect();
            prop_assert_eq!(counted, held);
        }
    }

    #[test]
    fn warning_never_hides_a_later_hard_stop(config in configs(), responses in responses()) {
        // Every first response is a candidate for a warning here, and names only leave the window
        // once it is longer than every hard limit.
        let config = Config { warn_threshold: 1, hard_limit: 2, ..config };
        let mut response: Vec<_> = responses.into_iter().flatten().collect();
        response.truncate(usize::try_from(config.tool_freq_window()).unwrap());
        let all = config.tool_freq_limits();
        let stops = TOOLS.iter().enumerate().any(|(at, tool)| {
            let used = response.iter().filter(|(tool, _)| *tool == at).count();
            let limits = config.tool_freq_overrides.get(*tool).unwrap_or(&all);
            i64::try_from(used).unwrap() >= limits.hard_limit
        });
        let mut detector = Detector::new(Revision::V20260908, config);
        let outcomes = replay(&mut detector, &[response]);
        let action = outcomes[0].decision().map(|decision| decision.action);
        prop_assert_eq!(action, Some(if stops { Action::HardStop } else { Action::Warn }));
    }

    #[test]
    fn order_inside_a_call_set_is_irrelevant(
        (response, shuffled) in responses().prop_flat_map(|responses| {
            let response: Vec<_> = responses.into_iter().flatten().collect();
            (Just(response.clone()), Just(response).prop_shuffle())
        }),
    ) {
        let mut detector = Detector::new(Revision::default(), Config::default());
        prop_assert_eq!(
            detector.call_set_digest(&calls(&response)),
            detector.call_set_digest(&calls(&shuffled))
        );
    }

    #[test]
    fn replay_in_chunks_is_replay_at_once(
        revision in revisions(),
        config in configs(),
        responses in responses(),
        cut in any::<prop::sample::Index>(),
    ) {
        let mut at_once = Detector::new(revision, config.clone());
        let expected = replay(&mut at_once, &responses);
        let mut chunked = Detector::new(revision, config);
        let (first, second) = responses.split_at(cut.index(responses.len() + 1));
        let mut outcomes = replay(&mut chunked, first);
        outcomes.extend(replay(&mut chunked, second));
        prop_assert_eq!(outcomes, expected);
    }

    #[test]
    fn replay_with_known_digests_is_replay(
        revision in revisions(),
        config in configs(),
        responses in responses(),
    ) {
        let mut detector = Detector::new(revision, config.clone());
        let expected = replay(&mut detector, &responses);
        let mut keyer = Detector::new(revision, Config::default());
        let mut keyed = Detector::new(revision, config);
        let (thread, run) = ids();
        for (response, expected) in responses.iter().zip(&expected) {
            let calls = calls(response);
            let digest = keyer.call_set_digest(&calls).unwrap();
            prop_assert_eq!(&keyed.observe_keyed(&thread, &run, &calls, digest), expected);
        }
    }

    #[test]
    fn other_threads_do_not_matter(
        revision in revisions(),
        config in configs(),
        responses in responses(),
    ) {
        let mut alone = Detector::new(revision, config.clone());
        let expected = replay(&mut alone, &responses);
        let mut shared = Detector::new(revision, config);
        let (thread, run) = ids();
        let other = ThreadId::new("other");
        for (response, expected) in responses.iter().zip(&expected) {
            shared.observe(&other, &run, &calls(response));
            prop_assert_eq!(&shared.observe(&thread, &run, &calls(response)), expected);
        }
    }
}

/// Repeating what has been seen reserves no more memory, whatever the number of calls.
#[test]
fn repeated_calls_reserve_nothing() {
    let mut detector = Detector::new(Revision::default(), Config::default());
    let responses: Vec<_> = (0..TOOLS.len())
        .flat_map(|tool| (0..ARGS.len()).map(move |args| vec![(tool, args), (0, args)]))
        .collect();
    for _ in 0..10 {
        replay(&mut detector, &responses);
    }
    let reserved = detector.memory_bytes();
    for _ in 0..100 {
        replay(&mut detector, &responses);
    }
    assert_eq!(detector.memory_bytes(), reserved);
}

/// `BENCHMARKS.md` states what a thread takes; this keeps it true.
#[test]
fn thread_with_full_windows_takes_little() {
    let config = Config {
        max_tracked_threads: 1000,
        warn_threshold: i64::MAX,
        hard_limit: i64::MAX,
        ..Config::default()
    };
    let mut detector = Detector::new(Revision::default(), config);
    let run = RunId::named("run");
    let fill = |detector: &mut Detector, threads: std::ops::Range<u32>| {
        for thread in threads {
            let thread = ThreadId::new(&thread.to_string());
            for number in 0..60 {
                let args = format!(r#"{{"command": "{number}"}}"#);
                let tool = TOOLS[number % TOOLS.len()];
                detector.observe(&thread, &run, &[Call::new(tool, &args)]);
            }
        }
        detector.memory_bytes()
    };
    let few = fill(&mut detector, 0..100);
    let many = fill(&mut detector, 100..1000);
    let bytes = (many - few) / 900;
    assert!((500..1300).contains(&bytes), "{bytes} bytes a thread");
}
