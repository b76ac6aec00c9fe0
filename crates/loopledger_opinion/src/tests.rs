//! Each detector on short runs: facts of upstream's own tests, and what it cannot know.

use crate::{Blind, DETECTORS, Kind, Sequence, Settings, UNPLAYED, Unseen, Verdict};
use loopledger_model::trace::{
    Agent, CallOutcome, ContentDigest, RedactedCall, RedactedCalls, RedactedDigest, RedactedKey,
    Response, Run, ToolCall, TraceSource,
};
use loopledger_model::{Measured, Tokens, UnknownReason};
use proptest::prelude::*;

/// A run: responses with a space in between, their calls with `+`.
///
/// A call is a letter for tool and arguments, then `=` and its result: a letter, `!` and a letter
/// for an error, `?` where nobody knows, nothing where it did not run. After `~` stand the words;
/// `~?` where nobody knows. A response of words alone begins with `~`.
fn run(text: &str) -> Run {
    let responses = text.split_whitespace().map(response).collect();
    Run {
        file: "run.jsonl".into(),
        source: TraceSource::EventJournal,
        thread_id: None,
        run_id: None,
        agent: Agent::Lead,
        responses,
        other_spend: Vec::new(),
        interventions: Vec::new(),
        started_at: Measured::unknown(UnknownReason::AbsentField),
        ended_at: Measured::unknown(UnknownReason::AbsentField),
        status: None,
        stop_reason: Measured::unknown(UnknownReason::AbsentField),
        artifacts: Vec::new(),
        usage_total: None,
        has_terminal_record: true,
        is_truncated: false,
        unreadable_records: 0,
        line: 1,
    }
}

fn digest(text: &str) -> ContentDigest {
    let mut bytes = [0; 8];
    for (slot, byte) in bytes.iter_mut().zip(text.bytes()) {
        *slot = byte;
    }
    ContentDigest(bytes)
}

fn response(text: &str) -> Response {
    let (calls, words) = text.split_once('~').unwrap_or((text, ""));
    Response {
        id: None,
        line: 1,
        byte: 0,
        pointer: String::new(),
        caller: "lead_agent".into(),
        model: None,
        tool_calls: calls
            .split('+')
            .filter(|call| !call.is_empty())
            .map(call)
            .collect(),
        redacted: None,
        tokens: Tokens::splat(Err(UnknownReason::AbsentField)),
        cache_write_1h: Err(UnknownReason::AbsentField),
        latency_millis: Err(UnknownReason::AbsentField),
        words: (words != "?").then(|| digest(words)),
        finish_reason: None,
        created_at: None,
    }
}

fn call(text: &str) -> ToolCall {
    let (name, result) = text.split_once('=').unwrap_or((text, ""));
    let (is_error, content) = match result.strip_prefix('!') {
        Some(content) => (true, content),
        None => (false, result),
    };
    ToolCall {
        id: None,
        name: Some(format!("\"{name}\"").into()),
        args: Some(r#"{"a":1,"b":2}"#.into()),
        is_args_truncated: false,
        outcome: match content {
            "" => CallOutcome::Suppressed,
            _ => CallOutcome::Executed {
                line: 1,
                byte: 0,
                is_error,
                at: None,
            },
        },
        result: (content != "?" && !content.is_empty()).then(|| digest(content)),
    }
}

/// What a detector says, as text: `warn 3 rule` and `stop 5 rule`, ordinals counted from 1.
fn said(id: &str, run: &Run, settings: &Settings) -> String {
    let detector = DETECTORS.iter().find(|it| it.id == id).unwrap();
    match detector.judge(&Sequence::new(run), settings) {
        Verdict::Off => "off".to_owned(),
        Verdict::Undecided(unseen) => {
            let codes: Vec<_> = unseen.iter().map(|it| it.code()).collect();
            format!("null {}", codes.join(" "))
        }
        Verdict::Judged(marks) => {
            let marks: Vec<_> = marks
                .iter()
                .map(|mark| format!("{} {} {}", mark.kind.code(), mark.step + 1, mark.rule))
                .collect();
            marks.join(", ")
        }
    }
}

#[track_caller]
fn check(id: &str, text: &str, expected: &str) {
    assert_eq!(
        said(id, &run(text), &Settings::default()),
        expected,
        "{text}"
    );
}

/// Keys of another order in the second half of a run.
fn reordered(mut run: Run) -> Run {
    let half = run.responses.len() / 2;
    for response in &mut run.responses[half..] {
        for call in &mut response.tool_calls {
            call.args = Some(r#"{"b":2,"a":1}"#.into());
        }
    }
    run
}

/// A run whose arguments were taken out: `salient` is the key of every call.
fn redacted(mut run: Run, salient: [u8; 6]) -> Run {
    for response in &mut run.responses {
        let key = RedactedKey {
            bucket: RedactedDigest::Digest(salient),
            exact_lines: RedactedDigest::Digest(salient),
        };
        let calls = response
            .tool_calls
            .iter_mut()
            .map(|call| {
                call.args = None;
                RedactedCall {
                    args_bytes: Some(13),
                    key: key.clone(),
                }
            })
            .collect();
        response.redacted = Some(Box::new(RedactedCalls {
            call_set: key.clone(),
            calls,
        }));
    }
    run
}

// OpenHands SDK, tests/sdk/conversation/local/test_stuck_detector_nudge.py at 6db3274: of four
// failing calls the third is answered with a nudge and the fourth is stuck; who does something else
// after the nudge is never stuck.
#[test]
fn openhands_nudges_at_the_third_error_and_is_stuck_at_the_fourth() {
    check(
        "openhands",
        "a=!e a=!f a=!g a=!h",
        "warn 3 repeated_error, stop 4 repeated_error",
    );
    check(
        "openhands",
        "a=!e a=!e a=!e ~sorry",
        "warn 3 repeated_error",
    );
}

#[test]
fn openhands_stops_at_four_equal_pairs() {
    check("openhands", "a=x a=x a=x", "");
    check("openhands", "a=x a=x a=x a=x a=x", "stop 4 repeated_pair");
    check("openhands", "b=y a=x a=x a=x a=x", "stop 5 repeated_pair");
}

#[test]
fn openhands_goes_on_where_results_change() {
    check("openhands", "a=v a=w a=x a=y a=z", "");
}

#[test]
fn a_changed_thought_hides_a_loop_from_openhands() {
    let text = "a=x~one a=x~two a=x~three a=x~four";
    check("openhands", text, "");
    check("openhands-no-thought", text, "stop 4 repeated_pair");
}

#[test]
fn openhands_stops_at_three_messages_in_a_row() {
    check("openhands", "a=x ~one ~two ~three", "stop 4 monologue");
    check("openhands", "~one ~two a=x ~three", "");
}

#[test]
fn openhands_stops_where_two_pairs_alternate_three_times() {
    check("openhands", "a=x b=y a=x b=y a=x b=y", "stop 6 alternation");
    check("openhands", "a=x b=y a=x b=y a=x b=z", "");
    check("openhands", "a=x b=y c=z a=x b=y c=z a=x b=y c=z", "");
}

#[test]
fn openhands_looks_at_twenty_events() {
    // Nine messages leave room for eleven more events.
    let messages = "~m ~m a=v ".repeat(3);
    let text = format!("{messages}a=x a=x b=w a=x a=x");
    check("openhands", &text, "");
}

// Gemini CLI, packages/core/src/services/loopDetectionService.ts: five identical
// calls in a row are a loop, four are none, and others in between break it.
#[test]
fn gemini_stops_at_the_fifth_identical_call() {
    check("gemini-cli", "a=v a=w a=x a=y", "");
    check("gemini-cli", "a=v a=w a=x a=y a=z", "stop 5 cycle");
    check("gemini-cli", "a=v a=w b=u a=x a=y a=z", "");
}

#[test]
fn gemini_finds_cycles_of_up_to_five_calls() {
    check("gemini-cli", &"a=v b=w ".repeat(5), "stop 10 cycle");
    check(
        "gemini-cli",
        &"a=v+b=w+c=x+d=y+e=z ".repeat(5),
        "stop 5 cycle",
    );
    check("gemini-cli", &"a=v b=w c=x d=y e=z f=u ".repeat(9), "");
}

#[test]
fn the_order_of_keys_hides_a_loop_from_gemini_and_not_from_cline() {
    let run = reordered(run("a=x a=x a=x a=x a=x"));
    assert_eq!(said("gemini-cli", &run, &Settings::default()), "");
    assert_eq!(
        said("cline", &run, &Settings::default()),
        "warn 3 repeated_call, stop 5 repeated_call"
    );
}

// Cline, sdk/packages/core/src/runtime/safety/loop-detection.ts at 0377e94.
#[test]
fn cline_warns_at_the_third_and_stops_at_the_fifth() {
    check("cline", "a=x a=x a=x a=x", "warn 3 repeated_call");
    check(
        "cline",
        "a=x a=x b=y a=x a=x a=x a=x a=x",
        "warn 6 repeated_call, stop 8 repeated_call",
    );
}

#[test]
fn equal_calls_of_one_response_are_one_batch_of_cline() {
    check("cline", "a=x+a=x+a=x+a=x+a=x a=x", "");
}

#[test]
fn a_changed_result_begins_clines_streak_anew_up_to_a_ceiling() {
    check("cline", "a=1 a=2 a=3 a=4 a=5 a=6 a=7", "");
    let text = (0..20)
        .map(|n| format!("a={n}"))
        .collect::<Vec<_>>()
        .join(" ");
    check("cline", &text, "stop 20 absolute_limit");
}

// Roo Code, src/core/tools/ToolRepetitionDetector.ts at 3747946.
#[test]
fn roo_blocks_every_fourth_identical_call() {
    check("roo-code", "a=x a=x a=x", "");
    check(
        "roo-code",
        &"a=x ".repeat(9),
        "stop 4 repeated_call, stop 8 repeated_call",
    );
}

// opencode, packages/opencode/src/session/processor.ts at 9c094ad.
#[test]
fn opencode_looks_at_one_message() {
    check("opencode", "a=x a=x a=x a=x", "");
    check("opencode", "a=x+a=x+a=x", "stop 1 repeated_call");
    check("opencode", "a=x+b=y+a=x+a=x", "");
    check("opencode-session", "a=x a=x a=x", "stop 3 repeated_call");
}

// goose, crates/goose/src/tool_monitor.rs at 37c043b.
#[test]
fn goose_is_off_until_somebody_sets_its_limit() {
    check("goose", "a=x a=x a=x", "off");
    let settings = Settings {
        goose_max_repetitions: Some(2),
        ..Settings::default()
    };
    let said = said("goose", &run("a=x a=x a=x b=y a=x"), &settings);
    assert_eq!(said, "stop 3 repeated_call");
}

// kimi-code, packages/agent-core/src/agent/turn/tool-dedup.ts at 261a1e1.
#[test]
fn kimi_reminds_from_the_third_on_and_stops_at_the_twelfth() {
    let expected = (3..12)
        .map(|n| {
            format!(
                "warn {n} reminder_{}",
                [1, 2, 3][usize::from(n >= 5) + usize::from(n >= 8)]
            )
        })
        .chain(["stop 12 repeated_call".to_owned()])
        .collect::<Vec<_>>()
        .join(", ");
    check("kimi-code", &"a=x ".repeat(14), &expected);
}

#[test]
fn kimi_counts_equal_calls_of_one_response_without_a_word() {
    check("kimi-code", "a=x+a=x+a=x+a=x", "");
    check("kimi-code", "a=x+a=x+a=x a=x", "warn 2 reminder_1");
}

// crewAI, lib/crewai/src/crewai/tools/tool_usage.py at 020cf9b.
#[test]
fn crewai_does_not_run_a_call_that_repeats_the_one_before() {
    check("crewai", "a=x b=y a=x", "");
    check(
        "crewai",
        "a=x a=x a=x",
        "stop 2 repeated_call, stop 3 repeated_call",
    );
}

#[test]
fn limits_that_are_off_by_default_need_a_number() {
    check("langchain-tool-calls", "a=x", "off");
    check("langchain-model-calls", "a=x", "off");
    let settings = Settings {
        tool_call_limit: Some(2),
        model_call_limit: Some(2),
        ..Settings::default()
    };
    let run = run("a=x+b=y c=z ~done");
    assert_eq!(
        said("langchain-tool-calls", &run, &settings),
        "stop 2 tool_calls"
    );
    assert_eq!(
        said("langchain-model-calls", &run, &settings),
        "stop 2 model_calls"
    );
}

#[test]
fn a_run_that_ends_at_the_limit_is_not_stopped_by_it() {
    let twenty = "a=x b=y ".repeat(10);
    check("smolagents", &twenty, "");
    check("smolagents", &format!("{twenty}c=z"), "stop 20 max_steps");
    check("crewai-max-iter", &format!("{twenty}c=z"), "");
}

#[test]
fn unknown_results_leave_open_what_results_decide() {
    check("openhands", "a=? a=? a=? a=?", "null unknown_results");
    check("openhands", "a=? b=? c=? d=? e=?", "");
    check("gemini-cli", "a=? a=? a=? a=? a=?", "stop 5 cycle");
}

#[test]
fn unknown_words_leave_open_what_words_decide() {
    check("openhands", "a=x~? a=x~? a=x~? a=x~?", "null unknown_words");
    check(
        "openhands-no-thought",
        "a=x~? a=x~? a=x~? a=x~?",
        "stop 4 repeated_pair",
    );
}

#[test]
fn cut_arguments_leave_open_whether_calls_are_the_same() {
    let mut run = run("a=x a=x a=x a=x a=x");
    run.responses[2].tool_calls[0].is_args_truncated = true;
    assert_eq!(
        said("crewai", &run, &Settings::default()),
        "null cut_arguments"
    );
}

#[test]
fn several_turns_of_a_user_may_hide_in_a_list_of_messages() {
    let mut run = run("~one ~two ~three");
    assert_eq!(
        said("openhands", &run, &Settings::default()),
        "stop 3 monologue"
    );
    run.source = TraceSource::MessageDump;
    assert_eq!(
        said("openhands", &run, &Settings::default()),
        "null unknown_user_messages"
    );
}

#[test]
fn redacted_arguments_are_never_taken_for_equal() {
    let same = redacted(run("bash=x bash=x bash=x bash=x bash=x"), *b"salien");
    let said_of = |id, run: &Run| said(id, run, &Settings::default());
    assert_eq!(said_of("cline", &same), "null redacted_arguments");
    assert_eq!(said_of("gemini-cli", &same), "null redacted_arguments");
    // Different keys are different arguments.
    let mut different = same;
    for (number, response) in (0_u8..).zip(&mut different.responses) {
        let kept = &mut response.redacted.as_deref_mut().unwrap().calls[0];
        kept.key.exact_lines = RedactedDigest::Digest([number; 6]);
    }
    assert_eq!(said_of("cline", &different), "");
    assert_eq!(said_of("gemini-cli", &different), "");
}

#[test]
fn the_key_of_all_arguments_tells_equal_ones_whatever_their_order() {
    let run = redacted(run(&"write_file=x ".repeat(5)), *b"whole.");
    let said_of = |id| said(id, &run, &Settings::default());
    assert_eq!(
        said_of("cline"),
        "warn 3 repeated_call, stop 5 repeated_call"
    );
    assert_eq!(said_of("gemini-cli"), "null redacted_arguments");
}

#[test]
fn ids_and_codes_are_unique() {
    let mut ids: Vec<_> = DETECTORS
        .iter()
        .map(|it| it.id)
        .chain(UNPLAYED.iter().map(|it| it.id))
        .chain(Blind::ALL.iter().map(|it| it.code()))
        .chain(Unseen::ALL.iter().map(|it| it.code()))
        .collect();
    let count = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), count);
}

fn any_run() -> impl Strategy<Value = String> {
    proptest::collection::vec("[ab](=[xy?!]?|=!x)(\\+[ab]=x)?(~[m?])?", 0..14)
        .prop_map(|steps| steps.join(" "))
}

proptest! {
    #[test]
    fn a_stop_that_ends_the_run_is_the_last_mark(text in any_run()) {
        for detector in DETECTORS {
            let verdict = detector.judge(&Sequence::new(&run(&text)), &Settings::default());
            if let Verdict::Judged(marks) = verdict
                && detector.effect == crate::StopEffect::EndsRun
            {
                let stops = marks.iter().filter(|mark| mark.kind == Kind::Stop).count();
                prop_assert!(stops <= 1);
                prop_assert!(stops == 0 || marks.last().unwrap().kind == Kind::Stop);
            }
        }
    }

    #[test]
    fn what_comes_later_changes_nothing_before(text in any_run(), cut in 0_usize..14) {
        let whole = run(&text);
        let mut start = whole.clone();
        start.responses.truncate(cut);
        for detector in DETECTORS.iter().filter(|it| !it.id.contains("max")) {
            let judge = |run| detector.judge(&Sequence::new(run), &Settings::default());
            if let (Verdict::Judged(all), Verdict::Judged(some)) = (judge(&whole), judge(&start)) {
                let before: Vec<_> = all.into_iter().filter(|mark| mark.step < cut).collect();
                prop_assert_eq!(before, some);
            }
        }
    }

    #[test]
    fn a_verdict_holds_whatever_the_unknown_is(text in any_run(), fill in "[xy]", word in "[mn]") {
        let told = text.replace("=?", &format!("={fill}")).replace("~?", &format!("~{word}"));
        for detector in DETECTORS {
            let judge = |text: &str| detector.judge(&Sequence::new(&run(text)), &Settings::default());
            if let verdict @ Verdict::Judged(_) = judge(&text) {
                prop_assert_eq!(verdict, judge(&told), "{} {}", detector.id, text);
            }
        }
    }
}
