use super::*;
use crate::{Call, Detector, Outcome, RunId, ThreadId};
use proptest::prelude::*;

/// A response as a test proposes it: the tool and the argument of each call.
type Proposed = Vec<(&'static str, String)>;

const TOOLS: [&str; 3] = ["a", "b", "c"];

/// A detector that counts the calls that ran.
struct Agent {
    detector: Detector,
    thread: ThreadId,
    run: RunId,
    ran: BTreeMap<&'static str, u64>,
}

impl Agent {
    fn new(revision: Revision, config: &Config) -> Self {
        Self {
            detector: Detector::new(revision, config.clone()),
            thread: ThreadId::new("t"),
            run: RunId::named("r"),
            ran: BTreeMap::new(),
        }
    }

    /// Proposes a response; `false` where it was stopped.
    fn propose(&mut self, response: &Proposed) -> bool {
        let args: Vec<String> = response
            .iter()
            .map(|(_, argument)| format!(r#"{{"query": "{argument}"}}"#))
            .collect();
        let calls: Vec<Call<'_>> = response
            .iter()
            .zip(&args)
            .map(|((tool, _), args)| Call::new(tool, args))
            .collect();
        let outcome = self.detector.observe(&self.thread, &self.run, &calls);
        assert!(!matches!(outcome, Outcome::Raised(_)));
        if outcome
            .decision()
            .is_some_and(crate::Decision::is_hard_stop)
        {
            return false;
        }
        for (tool, _) in response {
            *self.ran.entry(tool).or_default() += 1;
        }
        true
    }

    fn ran(&self) -> u64 {
        self.ran.values().sum()
    }
}

fn single(tool: &'static str, argument: &str) -> Proposed {
    vec![(tool, argument.to_owned())]
}

fn config(warn: i64, hard: i64, window: i64, tool_warn: i64, tool_hard: i64) -> Config {
    Config {
        warn_threshold: warn,
        hard_limit: hard,
        window_size: window,
        tool_freq_warn: tool_warn,
        tool_freq_hard_limit: tool_hard,
        ..Config::default()
    }
}

/// The most that any agent can run that picks each response among `choices`, by trying every
/// sequence. A choice whose argument is empty never repeats.
fn search(revision: Revision, config: &Config, choices: &[Proposed], deepest: usize) -> u64 {
    fn step(
        revision: Revision,
        config: &Config,
        choices: &[Proposed],
        path: &mut Vec<usize>,
        deepest: usize,
    ) -> u64 {
        let mut agent = Agent::new(revision, config);
        for (ordinal, &choice) in path.iter().enumerate() {
            let response: Proposed = choices[choice]
                .iter()
                .enumerate()
                .map(|(index, (tool, argument))| {
                    let fresh = format!("{ordinal}-{index}");
                    (
                        *tool,
                        if argument.is_empty() {
                            fresh
                        } else {
                            argument.clone()
                        },
                    )
                })
                .collect();
            if !agent.propose(&response) {
                return agent.ran();
            }
        }
        assert!(path.len() < deepest, "no stop after {deepest} responses");
        (0..choices.len())
            .map(|choice| {
                path.push(choice);
                let ran = step(revision, config, choices, path, deepest);
                path.pop();
                ran
            })
            .max()
            .unwrap_or_default()
    }
    step(revision, config, choices, &mut Vec::new(), deepest)
}

fn one_tool_choices() -> Vec<Proposed> {
    vec![
        single("a", ""),
        single("a", "x"),
        vec![("a", String::new()), ("a", String::new())],
        vec![("a", "x".to_owned()), ("a", "x".to_owned())],
    ]
}

#[test]
fn every_agent_with_one_tool_is_stopped_where_the_bound_says() {
    for revision in [Revision::V20260822, Revision::V20260908] {
        for (warn, hard, window, tool_warn, tool_hard) in [
            (3, 5, 20, 4, 4),
            (2, 3, 3, 4, 4),
            (2, 3, 2, 4, 4),
            (3, 3, 4, 3, 3),
            (1, 1, 4, 4, 4),
            (2, 4, 1, 4, 4),
            (2, 2, 5, 1, 1),
        ] {
            let config = config(warn, hard, window, tool_warn, tool_hard);
            let Bound::AtMost(bound) = Exposure::new(revision, &config).one_tool(Some("a")) else {
                panic!("bounded");
            };
            let found = search(revision, &config, &one_tool_choices(), 12);
            assert_eq!(found, bound, "{revision} {config:?}");
        }
    }
}

#[test]
fn every_agent_with_two_tools_is_stopped_where_the_bound_says() {
    let choices = [
        single("a", ""),
        single("b", ""),
        single("a", "x"),
        single("a", "y"),
        single("b", "x"),
        single("b", "y"),
        vec![("a", String::new()), ("b", String::new())],
    ];
    for revision in [Revision::V20260822, Revision::V20260908] {
        // Two tools with two calls each do not fill a window of five.
        for (warn, hard) in [(3, 5), (2, 3), (4, 4)] {
            let config = config(warn, hard, 5, 3, 3);
            let Bound::AtMost(bound) = Exposure::new(revision, &config).all_tools(["a", "b"])
            else {
                panic!("bounded");
            };
            let found = search(revision, &config, &choices, 12);
            assert_eq!(found, bound, "{revision} {config:?}");
        }
    }
}

#[test]
fn the_defaults_bound_one_tool_and_one_call_and_not_two_tools() {
    let config = Config::default();
    let exposure = Exposure::new(Revision::V20260908, &config);
    assert_eq!(exposure.same_call(Some("a")), Bound::AtMost(4));
    assert_eq!(exposure.one_tool(Some("a")), Bound::AtMost(49));
    assert_eq!(exposure.all_tools(["a"]), Bound::AtMost(49));
    let turns = Bound::Unbounded(Unbounded::ToolsTakeTurns);
    assert_eq!(exposure.all_tools(["a", "b"]), turns);
    assert_eq!(exposure.one_among("a", ["a", "b"]), turns);
}

#[test]
fn an_enlarged_window_bounds_tools_that_took_turns() {
    let mut config = Config::default();
    let limits = FreqLimits {
        warn: 150,
        hard_limit: 300,
    };
    config.tool_freq_overrides.insert("bash".to_owned(), limits);
    let exposure = Exposure::new(Revision::V20260908, &config);
    // Two tools of 49 calls each do not fill a window of 300.
    assert_eq!(exposure.all_tools(["a", "b"]), Bound::AtMost(98));
    assert_eq!(exposure.one_among("a", ["b"]), Bound::AtMost(49));
    let turns = Bound::Unbounded(Unbounded::ToolsTakeTurns);
    assert_eq!(exposure.all_tools(["a", "bash"]), turns);
}

#[test]
fn a_limit_beyond_the_history_window_bounds_no_repetition() {
    let config = config(3, 30, 20, 30, 50);
    let exposure = Exposure::new(Revision::V20260908, &config);
    assert_eq!(exposure.same_call(None), Bound::AtMost(49));
}

#[test]
fn an_early_warning_lets_a_whole_response_pass() {
    let config = Config::default();
    let exposure = Exposure::new(Revision::V20260822, &config);
    let reason = Bound::Unbounded(Unbounded::WarningEndsAccounting);
    assert_eq!(exposure.one_tool(None), reason);
    let mut agent = Agent::new(Revision::V20260822, &config);
    let batch = (0..1000).map(|call| ("a", call.to_string())).collect();
    assert!(agent.propose(&batch));
    // The later revision counts the whole response.
    assert!(!Agent::new(Revision::V20260908, &config).propose(&batch));
}

#[test]
fn a_call_passes_behind_the_warning_of_another_tool() {
    let mut config = config(2, 2, 1, 1, 1);
    let limits = FreqLimits {
        warn: 1,
        hard_limit: 2,
    };
    config.tool_freq_overrides.insert("a".to_owned(), limits);
    let bound = Exposure::new(Revision::V20260822, &config).one_among("b", ["a", "b"]);
    assert_eq!(bound, Bound::Unbounded(Unbounded::WarningEndsAccounting));
}

#[test]
fn a_detector_that_is_off_bounds_nothing() {
    let config = Config {
        enabled: false,
        ..Config::default()
    };
    let bound = Exposure::new(Revision::default(), &config).one_tool(None);
    assert_eq!(bound, Bound::Unbounded(Unbounded::DetectorOff));
}

#[test]
fn settings_below_one_have_no_bound() {
    let config = config(3, 5, 0, 30, 50);
    let exposure = Exposure::new(Revision::default(), &config);
    assert_eq!(exposure.all_tools(["a"]), Bound::Underived);
    let config = Config::default();
    let exposure = Exposure::new(Revision::default(), &config);
    assert_eq!(exposure.all_tools([]), Bound::Underived);
}

fn any_config() -> impl Strategy<Value = Config> {
    (
        (1_i64..5, 0_i64..4, 1_i64..8),
        (1_i64..6, 0_i64..4),
        prop::option::of((1_i64..6, 0_i64..6)),
    )
        .prop_map(|((warn, more, window), (tool_warn, tool_more), over)| {
            let mut config = config(warn, warn + more, window, tool_warn, tool_warn + tool_more);
            if let Some((warn, more)) = over {
                let limits = FreqLimits {
                    warn,
                    hard_limit: warn + more,
                };
                config.tool_freq_overrides.insert("a".to_owned(), limits);
            }
            config
        })
}

fn any_revision() -> impl Strategy<Value = Revision> {
    prop::sample::select(Revision::ALL.to_vec())
}

/// Responses of an agent that likes to repeat itself, but not too much.
fn any_responses() -> impl Strategy<Value = Vec<Vec<(usize, Option<u8>)>>> {
    let call = (0_usize..3, prop::option::weighted(0.4, 0_u8..3));
    prop::collection::vec(prop::collection::vec(call, 1..4), 1..60)
}

/// The tools that tests call, taking turns so that every stretch of the window holds each less
/// often than its limit.
fn turns(config: &Config, tools: &[&'static str]) -> Vec<&'static str> {
    let window = usize::try_from(config.tool_freq_window()).unwrap();
    let mut word = Vec::new();
    for tool in tools {
        let limits = config.tool_freq_overrides.get(*tool).copied();
        let hard = limits.unwrap_or(config.tool_freq_limits()).hard_limit;
        let places = usize::try_from(hard - 1).unwrap().min(window - word.len());
        word.extend(std::iter::repeat_n(*tool, places));
    }
    word
}

proptest! {
    #[test]
    fn no_agent_runs_more_than_the_bound(
        revision in any_revision(),
        config in any_config(),
        responses in any_responses(),
        tools in 1_usize..=3,
    ) {
        let exposure = Exposure::new(revision, &config);
        let mut agent = Agent::new(revision, &config);
        let tools = &TOOLS[..tools];
        for (ordinal, response) in responses.iter().enumerate() {
            let response = response
                .iter()
                .enumerate()
                .map(|(index, (tool, argument))| {
                    let argument = match argument {
                        Some(argument) => argument.to_string(),
                        None => format!("{ordinal}-{index}"),
                    };
                    (tools[tool % tools.len()], argument)
                })
                .collect();
            if !agent.propose(&response) {
                break;
            }
        }
        if let Bound::AtMost(bound) = exposure.all_tools(tools.iter().copied()) {
            prop_assert!(agent.ran() <= bound, "{} > {bound}", agent.ran());
        }
        for tool in tools {
            let ran = agent.ran.get(tool).copied().unwrap_or_default();
            if let Bound::AtMost(bound) = exposure.one_among(tool, tools.iter().copied()) {
                prop_assert!(ran <= bound, "{tool}: {ran} > {bound}");
            }
        }
    }

    #[test]
    fn the_same_call_runs_exactly_as_often_as_its_bound(
        revision in any_revision(),
        config in any_config(),
    ) {
        let mut agent = Agent::new(revision, &config);
        while agent.propose(&single("a", "x")) {}
        let bound = Exposure::new(revision, &config).same_call(Some("a"));
        prop_assert_eq!(bound, Bound::AtMost(agent.ran()));
    }

    #[test]
    fn an_agent_reaches_the_bound_of_one_tool(
        revision in any_revision(),
        config in any_config(),
    ) {
        let bound = Exposure::new(revision, &config).one_tool(Some("a"));
        let mut agent = Agent::new(revision, &config);
        if let Bound::AtMost(bound) = bound {
                // It repeats each call until that would not be counted any more.
                let warn = u64::try_from(config.warn_threshold).unwrap();
                let repeats = revision.batch_rule() == BatchRule::WarnAtOnce
                    && Exposure::new(revision, &config).repetition_warns();
                let each = if repeats { warn } else { 1 };
                let mut ordinal = 0;
                while agent.propose(&single("a", &(ordinal / each).to_string())) {
                    ordinal += 1;
                }
                prop_assert_eq!(agent.ran(), bound);
        } else {
                let batch: Proposed = (0..500).map(|call| ("a", call.to_string())).collect();
                prop_assert!(agent.propose(&batch));
        }
    }

    #[test]
    fn tools_that_take_turns_are_never_stopped(config in any_config(), tools in 1_usize..=3) {
        let tools = &TOOLS[..tools];
        let revision = Revision::V20260908;
        let bound = Exposure::new(revision, &config).all_tools(tools.iter().copied());
        let mut agent = Agent::new(revision, &config);
        if let Bound::AtMost(bound) = bound {
                let word = if config.hard_limit == 1 { Vec::new() } else { turns(&config, tools) };
                for (ordinal, tool) in word.iter().enumerate() {
                    prop_assert!(agent.propose(&single(tool, &ordinal.to_string())));
                }
                prop_assert_eq!(agent.ran(), bound);
        } else {
                let word = turns(&config, tools);
                prop_assert_eq!(i64::try_from(word.len()).unwrap(), config.tool_freq_window());
                for ordinal in 0..20 * word.len() {
                    let call = single(word[ordinal % word.len()], &ordinal.to_string());
                    prop_assert!(agent.propose(&call));
                }
        }
    }
}
