use super::*;
use crate::view::DecisionView;
use loopledger_model::ReviewRecord;
use loopledger_model::trace::{InterventionAction, Layer};
use loopledger_read::{FileMeta, Reading};
use proptest::prelude::*;
use std::fmt::Write as _;

/// A journal of a run: each response proposes these calls, tool and argument, which all run but
/// for those of a last response that was stopped.
struct Journal {
    thread: String,
    text: String,
    records: u64,
    responses: u64,
}

impl Journal {
    fn new(name: &str) -> Self {
        let mut journal = Self {
            thread: name.to_owned(),
            text: String::new(),
            records: 0,
            responses: 0,
        };
        journal.put("run.start", "trace", "{}", "{}");
        journal
    }

    fn put(&mut self, kind: &str, category: &str, content: &str, metadata: &str) {
        self.records += 1;
        let Self {
            thread,
            records,
            text,
            ..
        } = self;
        let (minute, second) = (*records / 60 % 60, *records % 60);
        writeln!(
            text,
            r#"{{"thread_id":"{thread}","run_id":"r-{thread}","event_type":"{kind}","category":"{category}","content":{content},"metadata":{metadata},"seq":{records},"created_at":"2026-09-08T10:{minute:02}:{second:02}+00:00"}}"#
        )
        .unwrap();
    }

    fn response(&mut self, calls: &[(&str, String)], runs: bool) {
        let ordinal = self.responses;
        self.responses += 1;
        let list: Vec<String> = calls
            .iter()
            .enumerate()
            .map(|(index, (name, argument))| {
                format!(r#"{{"name":"{name}","args":{{"query":"{argument}"}},"id":"c{ordinal}-{index}","type":"tool_call"}}"#)
            })
            .collect();
        let usage = r#"{"input_tokens":100,"output_tokens":10,"total_tokens":110,"input_token_details":{"cache_read":0}}"#;
        let content = format!(
            r#"{{"content":"","additional_kwargs":{{}},"response_metadata":{{"finish_reason":"tool_calls","model_name":"m"}},"type":"ai","name":null,"id":"ai-{ordinal}","tool_calls":[{}],"invalid_tool_calls":[],"usage_metadata":{usage}}}"#,
            list.join(",")
        );
        let metadata = format!(
            r#"{{"caller":"lead_agent","usage":{usage},"latency_ms":20,"llm_call_index":{ordinal}}}"#
        );
        self.put("llm.ai.response", "message", &content, &metadata);
        for (index, (name, _)) in calls.iter().enumerate().filter(|_| runs) {
            let content = format!(
                r#"{{"content":"ok","additional_kwargs":{{}},"response_metadata":{{}},"type":"tool","name":"{name}","id":null,"tool_call_id":"c{ordinal}-{index}","artifact":null,"status":"success"}}"#
            );
            self.put("llm.tool.result", "message", &content, "{}");
        }
    }

    fn intervention(&mut self, action: &str, count: u64, threshold: u64) {
        let content = format!(
            r#"{{"name":"LoopDetectionMiddleware","hook":"after_model","action":"{action}","changes":{{"is_subagent":false,"agent_id":null,"detection_layer":"identical_call_set","tool_names":["bash"],"count":{count},"threshold":{threshold}}}}}"#
        );
        self.put("middleware:loop_detection", "middleware", &content, "{}");
    }

    fn end(mut self) -> (String, String) {
        self.put("run.end", "outputs", "{}", r#"{"status":"success"}"#);
        (format!("{}.jsonl", self.thread), self.text)
    }
}

/// A run that asks the same again and again: warned at the third response, stopped at the fifth.
fn stopped(name: &str) -> (String, String) {
    let mut journal = Journal::new(name);
    for ordinal in 0..5 {
        journal.response(&[("bash", "status".to_owned())], ordinal < 4);
        if ordinal == 2 {
            journal.intervention("warn", 3, 3);
        }
    }
    journal.intervention("hard_stop", 5, 5);
    journal.end()
}

/// A run that asks the same four times, is warned, and ends of itself two responses later.
fn finished(name: &str) -> (String, String) {
    let mut journal = Journal::new(name);
    for ordinal in 0..4 {
        journal.response(&[("bash", "status".to_owned())], true);
        if ordinal == 2 {
            journal.intervention("warn", 3, 3);
        }
    }
    journal.response(&[("read", "a".to_owned()), ("read", "b".to_owned())], true);
    journal.response(&[], true);
    journal.end()
}

const PRICES: &str =
    r#"{"m":{"input_cost_per_token":0.001,"output_cost_per_token":0.01,"litellm_provider":"p"}}"#;

fn session(files: impl IntoIterator<Item = (String, String)>) -> Session {
    let mut session = Session::new();
    for (name, text) in files {
        session.add(Reading::new(FileMeta::new(&name), text.into_bytes()));
    }
    session
}

fn request(setting: LimitSetting, from: i64, to: i64) -> SweepRequest {
    SweepRequest {
        settings: ReplaySettings::default(),
        variant: None,
        setting,
        tool: None,
        from,
        to,
        step: 1,
    }
}

fn figures(view: &SweepView, value: i64) -> &SweepFigures {
    let found = view.values.iter().find(|it| it.value == value).unwrap();
    found.figures.as_ref().unwrap()
}

fn judge(session: &mut Session, run: &str, verdict: Verdict) {
    let mut draft = session
        .review_draft()
        .cloned()
        .unwrap_or_else(|| ReviewRecord::new("a".to_owned()));
    draft.judgements.push(loopledger_model::Judgement {
        run: format!("{run}/r-{run}"),
        response: 4,
        action: InterventionAction::HardStop,
        layer: Layer::IdenticalCallSet,
        tools: vec!["bash".to_owned()],
        verdict,
        note: None,
        place: None,
    });
    session.set_review_draft(Some(draft));
}

#[test]
fn a_lower_limit_stops_earlier_and_says_what_was_recorded_behind() {
    let prices = ("prices.json".to_owned(), PRICES.to_owned());
    let mut session = session([stopped("a"), finished("b"), prices]);
    let view = session
        .sweep(&request(LimitSetting::HardLimit, 3, 6))
        .unwrap();
    let four = figures(&view, 4);
    // Both runs are stopped at their fourth response.
    assert_eq!(
        (four.stopped.attempts, four.stopped.first_response),
        (2, Some(3))
    );
    // Of a, the call of the fourth response ran; of b, that one and the two reads.
    assert_eq!(four.after_stop.calls.value, Some(1 + 3));
    // Behind it are one response of a and two of b, of 110 tokens and 0.2 dollars each.
    assert_eq!(four.after_stop.tokens.value, Some(330));
    let cost = four.after_stop.cost.value.as_ref().unwrap();
    assert_eq!(
        (cost.amount.as_str(), cost.currency.as_str()),
        ("0.6", "USD")
    );
    assert_eq!(four.after_stop.what_if, 2);
    // The stop itself follows from what was recorded.
    assert_eq!(four.stopped.what_if, 0);
    assert_eq!(four.gate, Gate::Tightens);
}

#[test]
fn behind_a_recorded_stop_nothing_is_known() {
    let mut session = session([stopped("a"), finished("b")]);
    let view = session
        .sweep(&request(LimitSetting::HardLimit, 3, 6))
        .unwrap();
    let five = figures(&view, 5);
    assert_eq!(five.stopped.attempts, 1);
    let calls = &five.after_stop.calls;
    assert_eq!(
        (calls.value, calls.reason),
        (None, Some(loopledger_model::UnknownReason::NotRun))
    );
    assert_eq!((calls.measured, calls.of), (0, 1));
    assert_eq!(five.gate, Gate::Current);
    let six = figures(&view, 6);
    assert_eq!((six.stopped.attempts, six.goes_on), (0, 1));
}

#[test]
fn a_warning_in_time_counts_what_follows_it() {
    let mut session = session([finished("b")]);
    let view = session
        .sweep(&request(LimitSetting::HardLimit, 5, 5))
        .unwrap();
    let five = figures(&view, 5);
    assert_eq!(
        (five.warned.attempts, five.warned.first_response),
        (1, Some(2))
    );
    // The fourth call and two reads; three responses of 110 tokens.
    assert_eq!(five.after_warning.calls.value, Some(3));
    assert_eq!(five.after_warning.tokens.value, Some(330));
    assert_eq!(five.after_warning.what_if, 0);
    let reason = five.after_warning.cost.reason;
    assert_eq!(
        reason,
        Some(loopledger_model::UnknownReason::NoPriceForModel)
    );
}

#[test]
fn values_that_break_a_rule_are_said_and_not_left_out() {
    let mut session = session([stopped("a")]);
    let view = session
        .sweep(&request(LimitSetting::HardLimit, 0, 3))
        .unwrap();
    let codes: Vec<_> = view
        .values
        .iter()
        .map(|value| (value.value, value.errors.len(), value.figures.is_some()))
        .collect();
    assert_eq!(
        codes,
        [(0, 1, false), (1, 1, false), (2, 1, false), (3, 0, true)]
    );
    assert!(view.values[1].errors[0].contains("below the warning threshold 3"));
}

#[test]
fn a_stop_that_would_go_is_in_question_until_somebody_looks() {
    let mut session = session([stopped("a"), stopped("b"), stopped("c")]);
    let gate = |session: &mut Session| {
        let view = session
            .sweep(&request(LimitSetting::HardLimit, 4, 8))
            .unwrap();
        let eight = figures(&view, 8);
        (eight.gate, eight.stops)
    };
    let (first, stops) = gate(&mut session);
    assert_eq!(
        (first, stops.count, stops.looked_at),
        (Gate::Unlooked, 3, 0)
    );
    judge(&mut session, "a", Verdict::FalsePositive);
    judge(&mut session, "b", Verdict::Right);
    let (second, stops) = gate(&mut session);
    assert_eq!((second, stops.looked_at), (Gate::Unlooked, 2));
    judge(&mut session, "c", Verdict::Unsure);
    let (third, stops) = gate(&mut session);
    assert_eq!(third, Gate::Inspected);
    assert_eq!(
        (stops.false_positives, stops.right, stops.unsure),
        (1, 1, 1)
    );
}

#[test]
fn an_earlier_stop_takes_no_false_positive_away() {
    let mut session = session([stopped("a")]);
    judge(&mut session, "a", Verdict::FalsePositive);
    let view = session
        .sweep(&request(LimitSetting::HardLimit, 4, 6))
        .unwrap();
    assert_eq!(figures(&view, 4).stops.false_positives, 0);
    assert_eq!(figures(&view, 6).stops.false_positives, 1);
    assert_eq!(view.judged.false_positive_stops, 1);
}

#[test]
fn a_later_warning_leaves_the_earlier_one_in_question() {
    let mut session = session([finished("b")]);
    let view = session
        .sweep(&request(LimitSetting::WarnThreshold, 2, 5))
        .unwrap();
    assert_eq!(figures(&view, 2).warnings.count, 0);
    let four = figures(&view, 4);
    // Warned at the fourth response instead of at the third.
    assert_eq!(
        (four.warned.attempts, four.warned.first_response),
        (1, Some(3))
    );
    assert_eq!((four.warnings.count, four.gate), (1, Gate::Unlooked));
    // The record goes another way from the third response on.
    assert_eq!(four.warned.what_if, 1);
}

#[test]
fn a_raise_that_takes_nothing_away_has_no_reason() {
    let mut session = session([finished("b")]);
    let view = session
        .sweep(&request(LimitSetting::HardLimit, 5, 8))
        .unwrap();
    assert_eq!(figures(&view, 8).gate, Gate::NoReason);
}

#[test]
fn a_tool_without_an_override_gets_one() {
    let mut session = session([finished("b")]);
    let request = SweepRequest {
        tool: Some("bash".to_owned()),
        ..request(LimitSetting::OverrideHardLimit, 30, 60)
    };
    let view = session.sweep(&request).unwrap();
    assert_eq!(view.current, [50]);
    let worst = &figures(&view, 60).worst_case[0];
    assert_eq!(worst.one_tool.bound.calls, Some(59));
    // A window of 60 that bash and read do fill: 59 and 49.
    assert_eq!(
        worst.all_tools.bound.reason.as_deref(),
        Some("tools_take_turns")
    );
}

#[test]
fn what_cannot_be_swept_is_refused() {
    let mut session = session([finished("b")]);
    let mut code = |request: SweepRequest| session.sweep(&request).unwrap_err().code();
    assert_eq!(
        code(request(LimitSetting::OverrideWarn, 1, 2)),
        "sweep_no_tool"
    );
    let tool = SweepRequest {
        tool: Some("bash".to_owned()),
        ..request(LimitSetting::HardLimit, 1, 2)
    };
    assert_eq!(code(tool), "sweep_not_of_tool");
    assert_eq!(
        code(request(LimitSetting::HardLimit, 2, 1)),
        "sweep_empty_range"
    );
    assert_eq!(
        code(request(LimitSetting::HardLimit, 1, 1001)),
        "sweep_too_many_values"
    );
    assert_eq!(
        code(request(LimitSetting::HardLimit, i64::MIN, i64::MAX)),
        "sweep_too_many_values"
    );
    let nothing = Session::new().sweep(&request(LimitSetting::HardLimit, 1, 2));
    assert_eq!(nothing.unwrap_err().code(), "sweep_no_runs");
}

#[test]
fn a_sweep_in_pieces_is_the_sweep_at_once() {
    let files = || {
        [
            stopped("a"),
            finished("b"),
            Journal::new("c").end(),
            stopped("d"),
        ]
    };
    let request = request(LimitSetting::HardLimit, 3, 9);
    let at_once = session(files()).sweep(&request).unwrap();
    let mut session = session(files());
    let mut pieces = 0;
    let mut done = 0;
    loop {
        let progress = session.sweep_on(&request, 3).unwrap();
        assert!(progress.done >= done);
        done = progress.done;
        pieces += 1;
        if progress.is_done {
            assert_eq!(progress.done, progress.total);
            break;
        }
    }
    assert!(pieces > 20, "{pieces}");
    assert_eq!(session.sweep(&request).unwrap(), at_once);
}

#[test]
fn a_sweep_does_not_outlive_a_change_of_the_files() {
    let mut session = session([stopped("a")]);
    let request = request(LimitSetting::HardLimit, 3, 9);
    session.sweep(&request).unwrap();
    let (name, text) = stopped("b");
    session.add(Reading::new(FileMeta::new(&name), text.into_bytes()));
    assert_eq!(session.sweep(&request).unwrap().basis.runs, 2);
}

#[test]
fn a_proposal_carries_what_it_rests_on_and_reads_back() {
    let mut session = session([stopped("a"), finished("b")]);
    judge(&mut session, "a", Verdict::FalsePositive);
    let request = request(LimitSetting::HardLimit, 3, 9);
    let proposal = session.propose(&request, 8).unwrap();
    assert_eq!((proposal.from, proposal.to), (5, 8));
    assert_eq!((proposal.stopped_before, proposal.stopped_after), (1, 0));
    let stops = proposal.stops_in_question;
    assert_eq!(
        (stops.count, stops.looked_at, stops.false_positives),
        (1, 1, 1)
    );
    assert!(proposal.is_inspected);
    assert_eq!(proposal.worst_case_before.same_call.calls, Some(4));
    assert_eq!(proposal.worst_case_after.same_call.calls, Some(7));
    assert_eq!(proposal.files.len(), 2);
    let text = serde_json::to_string_pretty(&proposal).unwrap();
    let name = FileMeta::new("proposal.json");
    session.add(Reading::new(name, text.into_bytes()));
    let [read] = session.proposals()[..] else {
        panic!("one proposal");
    };
    let mut read = read.clone();
    assert!(read.place.take().is_some());
    assert_eq!(read, proposal);
    assert!(session.files()[2].diagnostics.is_empty());
    // A proposal is no input of the next one.
    assert_eq!(session.propose(&request, 8).unwrap().files.len(), 2);
}

#[test]
fn a_proposal_of_which_a_number_is_missing_does_not_count() {
    let mut session = session([stopped("a")]);
    let proposal = session
        .propose(&request(LimitSetting::HardLimit, 3, 9), 8)
        .unwrap();
    assert!(!proposal.is_inspected);
    let mut value = serde_json::to_value(&proposal).unwrap();
    value["stopsInQuestion"]
        .as_object_mut()
        .unwrap()
        .remove("lookedAt");
    let name = FileMeta::new("proposal.json");
    session.add(Reading::new(name, value.to_string().into_bytes()));
    assert!(session.proposals().is_empty());
    let files = session.files();
    let diagnostic = &files[1].diagnostics[0];
    assert_eq!(diagnostic.code, "incomplete_proposal");
    assert_eq!(
        diagnostic.pointer.as_deref(),
        Some("/stopsInQuestion/lookedAt")
    );
}

#[test]
fn what_cannot_be_proposed_is_refused() {
    let mut session = session([stopped("a")]);
    let request = request(LimitSetting::HardLimit, 3, 9);
    let mut code = |to| session.propose(&request, to).unwrap_err().code();
    assert_eq!(code(5), "sweep_unchanged");
    assert_eq!(code(2), "invalid_configuration");
}

type Responses = Vec<Vec<(usize, u8)>>;

fn any_responses() -> impl Strategy<Value = Responses> {
    let call = (0_usize..3, 0_u8..4);
    prop::collection::vec(prop::collection::vec(call, 0..4), 0..40)
}

fn any_request() -> impl Strategy<Value = SweepRequest> {
    let configuration = (1_i64..4, 0_i64..4, 1_i64..8, 1_i64..6, 0_i64..5);
    let revision = prop::sample::select(crate::REVISIONS.to_vec());
    let setting = prop::sample::select(LimitSetting::ALL.to_vec());
    (configuration, revision, setting, -1_i64..4).prop_map(
        |((warn, more, window, tool_warn, tool_more), revision, setting, from)| SweepRequest {
            settings: ReplaySettings {
                revision: Some(revision.to_owned()),
                configuration: Some(EffectiveConfiguration {
                    warn_threshold: warn,
                    hard_limit: warn + more,
                    window_size: window,
                    tool_freq_warn: tool_warn,
                    tool_freq_hard_limit: tool_warn + tool_more,
                    ..EffectiveConfiguration::default()
                }),
            },
            tool: setting.is_of_tool().then(|| "bash".to_owned()),
            ..request(setting, from, from + 7)
        },
    )
}

proptest! {
    #[test]
    fn a_value_of_a_sweep_is_the_replay_under_it(
        responses in any_responses(),
        recorded in prop::option::of(0_u64..12),
        request in any_request(),
    ) {
        let mut journal = Journal::new("t");
        for (ordinal, calls) in responses.iter().enumerate() {
            let calls: Vec<(&str, String)> = calls
                .iter()
                .map(|(tool, argument)| (["bash", "read", "list"][*tool], argument.to_string()))
                .collect();
            journal.response(&calls, true);
            if recorded == Some(ordinal as u64) {
                journal.intervention("warn", 3, 3);
            }
        }
        let mut session = session([journal.end()]);
        let view = session.sweep(&request).unwrap();
        for value in &view.values {
            let mut settings = request.settings.clone();
            let configuration = settings.configuration.as_mut().unwrap();
            set(configuration, &request, value.value);
            match session.replay("t/r-t", &settings) {
                Err(_) => prop_assert!(!value.errors.is_empty()),
                Ok(replay) => {
                    prop_assert!(value.errors.is_empty(), "{:?}", value.errors);
                    let rows = session.sweep_rows(&request, value.value).unwrap();
                    let stop = |it: &&DecisionView| it.action == "stop";
                    let stopped_at = replay.decisions.iter().find(stop).map(|it| it.response);
                    let warned_at = replay
                        .decisions
                        .iter()
                        .find(|it| it.action == "warn")
                        .map(|it| it.response)
                        .filter(|warned| stopped_at.is_none_or(|stopped| *warned < stopped));
                    let row = rows.first();
                    prop_assert_eq!(row.and_then(|row| row.stopped_at), stopped_at);
                    prop_assert_eq!(row.and_then(|row| row.warned_at), warned_at);
                    if let Some(row) = row {
                        prop_assert_eq!(row.what_if_after, replay.what_if_after);
                        prop_assert_eq!(&row.configuration, &replay.configuration);
                    }
                }
            }
        }
    }
}
