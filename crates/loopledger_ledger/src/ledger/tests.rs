//! What belongs together is counted once, and what is not known stays unknown.

use super::*;
use indexmap::IndexMap;
use loopledger_model::price::per_token;
use loopledger_model::tokens::Count;
use loopledger_model::trace::{Agent, CallOutcome, Response, RunUsage, ToolCall, TraceSource};
use loopledger_model::{
    Currency, Decision, ModelPrice, Origin, Outcome, PriceTier, Rates, Review, RunStatus,
    StopReason, TraceLink,
};

const ABSENT: UnknownReason = UnknownReason::AbsentField;

fn response(id: &str, line: u64, tokens: Tokens<Count>) -> Response {
    Response {
        id: Some(id.to_owned()),
        line,
        byte: line * 100,
        pointer: "/content".to_owned(),
        caller: "lead_agent".into(),
        model: Some("gpt-demo".into()),
        tool_calls: vec![ToolCall {
            id: Some(format!("call-{id}")),
            name: Some("\"bash\"".into()),
            args: Some("{}".into()),
            is_args_truncated: false,
            outcome: CallOutcome::Executed {
                line: line + 1,
                byte: line * 100 + 50,
                is_error: false,
                at: None,
            },
            result: None,
        }],
        redacted: None,
        tokens,
        cache_write_1h: Err(ABSENT),
        latency_millis: Ok(1),
        words: None,
        finish_reason: None,
        created_at: None,
    }
}

fn tokens(input_uncached: u64, cache_read: u64, output: u64) -> Tokens<Count> {
    Tokens {
        input_uncached: Ok(input_uncached),
        cache_read: Ok(cache_read),
        cache_write: Err(ABSENT),
        output: Ok(output),
        reasoning: Err(ABSENT),
    }
}

/// A run of two responses, 1000 and 400 + 800 cached input tokens, 40 output tokens each; the call
/// of the second one was taken out.
fn run(file: &str, run_id: Option<&str>, thread_id: Option<&str>) -> Run {
    let mut responses = vec![
        response("ai-0", 3, tokens(1000, 0, 40)),
        response("ai-1", 5, tokens(400, 800, 40)),
    ];
    responses[1].tool_calls[0].outcome = CallOutcome::Suppressed;
    let at = |millis: i64| jiff::Timestamp::from_millisecond(millis).unwrap();
    Run {
        file: file.into(),
        source: TraceSource::EventJournal,
        thread_id: thread_id.map(ToOwned::to_owned),
        run_id: run_id.map(ToOwned::to_owned),
        agent: Agent::Lead,
        responses,
        other_spend: Vec::new(),
        interventions: Vec::new(),
        started_at: Measured::reported(at(1_000), Place::file(file.into())),
        ended_at: Measured::reported(at(3_500), Place::file(file.into())),
        status: Some(RunStatus::Success),
        stop_reason: Measured::reported(Some(StopReason::LoopCapped), Place::file(file.into())),
        artifacts: Vec::new(),
        usage_total: None,
        has_terminal_record: true,
        is_truncated: false,
        unreadable_records: 0,
        line: 1,
    }
}

#[test]
fn a_total_of_all_responses_stands_for_their_own_tokens() {
    let mut run = run("run.jsonl", Some("r"), Some("t"));
    for response in &mut run.responses {
        response.tokens = Tokens::splat(Err(ABSENT));
    }
    run.usage_total = Some(RunUsage {
        tokens: tokens(1400, 800, 80),
        model: None,
        line: 9,
        byte: 900,
        pointer: "/content/usage".to_owned(),
    });
    let ledger = Ledger::new(&Sources {
        runs: &[&run],
        ..Sources::default()
    });
    let output = &ledger.attempts[0].record().tokens.output;
    assert_eq!(output.value(), Some(&80));
    assert_eq!(output.place().and_then(|place| place.line), Some(9));
}

fn subagent(mut run: Run, task_id: &str) -> Run {
    run.agent = Agent::Subagent {
        task_id: task_id.to_owned(),
        name: None,
    };
    run
}

fn row(run_id: &str) -> RunRow {
    let place = Place::file("runs.json".into());
    let totals = Tokens {
        input_uncached: Ok(1400),
        cache_read: Ok(800),
        cache_write: Err(ABSENT),
        output: Ok(80),
        reasoning: Err(ABSENT),
    };
    RunRow {
        run_id: run_id.to_owned(),
        thread_id: Some("t".to_owned()),
        status: Some(RunStatus::Success),
        stop_reason: Measured::reported(Some(StopReason::LoopCapped), place.clone()),
        error: None,
        model: None,
        tokens: totals,
        tokens_by_model: vec![("gpt-demo".to_owned(), totals)],
        llm_call_count: Measured::reported(2, place.clone()),
        created_at: Measured::unknown(ABSENT),
        updated_at: Measured::unknown(ABSENT),
        place,
    }
}

fn record(attempt_id: &str) -> AttemptRecord {
    let mut record = AttemptRecord::new(attempt_id.to_owned(), ABSENT);
    record.place = Some(Place::file("attempts.jsonl".into()));
    record
}

fn linked(attempt_id: &str, run_id: &str) -> AttemptRecord {
    let mut record = record(attempt_id);
    record.trace = Some(TraceLink {
        run_id: Some(run_id.to_owned()),
        ..TraceLink::default()
    });
    record
}

fn prices() -> PriceTable {
    let rate = |text: &str| per_token(text.parse().unwrap());
    PriceTable {
        file: "prices.json".into(),
        sha256: String::new(),
        date: None,
        models: IndexMap::from([(
            "gpt-demo".to_owned(),
            ModelPrice {
                place: Place::file("prices.json".into()),
                currency: Currency::new("USD"),
                base: Rates {
                    input: rate("2"),
                    cache_read: rate("0.5"),
                    output: rate("8"),
                    ..Rates::default()
                },
                tiers: Vec::new(),
            },
        )]),
        aliases: IndexMap::new(),
    }
}

/// Everything that a test hands in.
#[derive(Default)]
struct Case {
    records: Vec<AttemptRecord>,
    runs: Vec<Run>,
    rows: Vec<RunRow>,
    prices: Option<PriceTable>,
}

impl Case {
    fn ledger(&self) -> Ledger {
        let records: Vec<_> = self.records.iter().collect();
        let runs: Vec<_> = self.runs.iter().collect();
        let rows: Vec<_> = self.rows.iter().collect();
        Ledger::new(&Sources {
            records: &records,
            runs: &runs,
            rows: &rows,
            unreadable: &[],
            prices: self.prices.as_ref(),
        })
    }

    /// The only attempt, about which nothing disagrees.
    fn only(&self) -> Attempt {
        let ledger = self.ledger();
        assert_eq!(ledger.disagreements, []);
        let [attempt] = ledger.attempts.as_slice() else {
            panic!("{} attempts", ledger.attempts.len());
        };
        attempt.clone()
    }
}

fn shown<T: ToString>(measured: &Measured<T>) -> String {
    match measured {
        Measured::Known { value, .. } => value.to_string(),
        Measured::Unknown { reason, .. } => reason.to_string(),
    }
}

fn shown_tokens(attempt: &Attempt) -> [String; 5] {
    attempt
        .record()
        .tokens
        .named()
        .map(|(_, count)| shown(count))
}

fn shown_cost(attempt: &Attempt) -> String {
    shown(&attempt.record().model_cost.clone().map(|it| it.amount))
}

#[test]
fn a_run_without_a_record_is_an_attempt() {
    let attempt = Case {
        runs: vec![run("run-1.jsonl", Some("run-1"), Some("t"))],
        ..Case::default()
    }
    .only();
    let record = attempt.record();
    assert_eq!(record.attempt_id, "run-1");
    assert_eq!(record.model.as_deref(), Some("gpt-demo"));
    assert_eq!(record.outcome(), Outcome::Capped);
    assert_eq!(
        shown_tokens(&attempt),
        ["1400", "800", "absent_field", "80", "absent_field"]
    );
    let calls = &record.tool_calls;
    assert_eq!(
        [&calls.proposed, &calls.executed, &calls.suppressed].map(shown),
        ["2", "1", "1"]
    );
    assert_eq!(shown(&record.latency_ms), "2500");
    assert_eq!(shown(&record.sandbox_seconds), "absent_field");
    assert_eq!(shown_cost(&attempt), "no_price_for_model");
    assert_eq!(record.unknown.get("toolCost"), Some(&ABSENT));
    assert_eq!(record.unknown.get("latencyMs"), None);
}

#[test]
fn a_trace_is_priced_request_by_request() {
    let mut prices = prices();
    // The total of the run exceeds the tier; no request does.
    prices.models[0].tiers.push(PriceTier {
        above_input_tokens: 1_300,
        rates: Rates {
            input: Some("1".parse().unwrap()),
            ..Rates::default()
        },
    });
    let case = Case {
        runs: vec![run("run-1.jsonl", Some("run-1"), Some("t"))],
        prices: Some(prices),
        ..Case::default()
    };
    let attempt = case.only();
    // 1400 at 2, 800 at 0.5 and 80 at 8 a million.
    assert_eq!(shown_cost(&attempt), "0.00384");
    let Measured::Known { origin, .. } = &attempt.record().model_cost else {
        panic!("known");
    };
    assert!(matches!(origin, Origin::Priced { .. }));

    // The row alone cannot choose a tier.
    let attempt = Case {
        rows: vec![row("run-1")],
        runs: Vec::new(),
        ..case
    }
    .only();
    assert_eq!(shown_cost(&attempt), "ambiguous");
    assert_eq!(
        attempt.model_cost_at_least()[0].amount.to_string(),
        "0.00384"
    );
}

#[test]
fn a_record_comes_first_and_is_completed_by_its_trace() {
    let mut own = linked("a-1", "run-1");
    own.tokens.output = Measured::reported(80, Place::file("attempts.jsonl".into()));
    own.model_cost = Measured::reported(
        Money {
            amount: "7.50".parse().unwrap(),
            currency: Currency::new("USD"),
        },
        Place::file("attempts.jsonl".into()),
    );
    let attempt = Case {
        records: vec![own],
        runs: vec![run("run-1.jsonl", Some("run-1"), Some("t"))],
        rows: vec![row("run-1")],
        prices: Some(prices()),
    }
    .only();
    assert_eq!(attempt.record().attempt_id, "a-1");
    assert_eq!(
        (attempt.runs(), attempt.rows()),
        ([0].as_slice(), [0].as_slice())
    );
    let file = |measured: &Measured<u64>| measured.place().unwrap().file.to_string();
    let tokens = &attempt.record().tokens;
    assert_eq!(file(&tokens.output), "attempts.jsonl");
    assert_eq!(file(&tokens.input_uncached), "run-1.jsonl");
    assert_eq!(shown_cost(&attempt), "7.50");
}

#[test]
fn a_record_may_have_the_id_of_its_run() {
    let attempt = Case {
        records: vec![record("run-1")],
        runs: vec![run("run-1.jsonl", Some("run-1"), Some("t"))],
        ..Case::default()
    }
    .only();
    assert_eq!(shown(&attempt.record().tokens.output), "80");
}

#[test]
fn a_record_may_name_a_thread_or_a_file() {
    for link in [
        TraceLink {
            thread_id: Some("t".to_owned()),
            ..TraceLink::default()
        },
        TraceLink {
            file: Some("run-1.jsonl".to_owned()),
            ..TraceLink::default()
        },
    ] {
        let mut own = record("a-1");
        own.trace = Some(link);
        let attempt = Case {
            records: vec![own],
            runs: vec![run("drop/run-1.jsonl", Some("run-1"), Some("t"))],
            ..Case::default()
        }
        .only();
        assert_eq!(attempt.record().attempt_id, "a-1");
        assert_eq!(shown(&attempt.record().tokens.output), "80");
    }
}

#[test]
fn a_run_is_counted_for_one_record_only() {
    let ledger = Case {
        records: vec![linked("a-1", "run-1"), linked("a-2", "run-1")],
        runs: vec![run("run-1.jsonl", Some("run-1"), Some("t"))],
        ..Case::default()
    }
    .ledger();
    assert_eq!(ledger.attempts.len(), 2);
    let output = ledger.summary().tokens.output;
    assert_eq!(output.known_part(), Some(80));
    assert_eq!(ledger.disagreements[0].field, "trace");
    assert_eq!(ledger.disagreements[0].attempt_id, "a-2");
}

#[test]
fn subagents_belong_to_their_run() {
    let attempt = Case {
        runs: vec![
            subagent(run("run-1.jsonl", Some("run-1"), Some("t")), "task-1"),
            run("run-1.jsonl", Some("run-1"), Some("t")),
            subagent(run("run-1.jsonl", Some("run-1"), Some("t")), "task-2"),
        ],
        ..Case::default()
    }
    .only();
    assert_eq!(attempt.runs(), [1, 0, 2]);
    assert_eq!(shown(&attempt.record().tokens.output), "240");
    assert_eq!(shown(&attempt.record().tool_calls.proposed), "6");
}

#[test]
fn middleware_is_paid_for() {
    let mut run = run("run-1.jsonl", Some("run-1"), Some("t"));
    let mut title = response("title", 9, tokens(10, 0, 5));
    title.tool_calls.clear();
    run.other_spend.push(title);
    let attempt = Case {
        runs: vec![run],
        ..Case::default()
    }
    .only();
    assert_eq!(shown(&attempt.record().tokens.output), "85");
    assert_eq!(shown(&attempt.record().tool_calls.proposed), "2");
}

#[test]
fn a_response_without_usage_makes_the_tokens_unknown() {
    let mut silent = run("run-1.jsonl", Some("run-1"), Some("t"));
    silent.responses[1].tokens = Tokens::splat(Err(ABSENT));
    let case = Case {
        runs: vec![silent],
        prices: Some(prices()),
        ..Case::default()
    };
    let check = |attempt: &Attempt| {
        assert_eq!(shown(&attempt.record().tokens.output), "absent_field");
        assert_eq!(attempt.tokens_at_least().output, Some(40));
        assert_eq!(attempt.tokens_at_least().input_uncached, Some(1000));
        assert_eq!(shown_cost(attempt), "absent_field");
        assert_eq!(
            attempt.model_cost_at_least()[0].amount.to_string(),
            "0.00232"
        );
    };
    check(&case.only());
    // The row counted that response as 0, so that it is no help.
    check(
        &Case {
            rows: vec![row("run-1")],
            ..case
        }
        .only(),
    );
}

#[test]
fn a_journal_without_an_end_has_no_duration() {
    let attempt = Case {
        runs: vec![Run {
            has_terminal_record: false,
            ..run("run-1.jsonl", Some("run-1"), Some("t"))
        }],
        ..Case::default()
    }
    .only();
    assert_eq!(shown(&attempt.record().ended_at), "stream_partial");
    assert_eq!(shown(&attempt.record().latency_ms), "stream_partial");
}

#[test]
fn what_is_lost_of_a_file_makes_its_sums_unknown() {
    let torn = Run {
        is_truncated: true,
        ..run("run-1.jsonl", Some("run-1"), Some("t"))
    };
    let broken = Run {
        unreadable_records: 1,
        ..run("run-1.jsonl", Some("run-1"), Some("t"))
    };
    for (run, reason) in [(torn, "truncated_file"), (broken, "parse_error")] {
        let case = Case {
            runs: vec![run],
            prices: Some(prices()),
            ..Case::default()
        };
        let attempt = case.only();
        let record = attempt.record();
        assert_eq!(shown(&record.tokens.output), reason);
        assert_eq!(attempt.tokens_at_least().output, Some(80));
        assert_eq!(shown(&record.tool_calls.proposed), reason);
        assert_eq!(shown(&record.latency_ms), reason);
        assert_eq!(shown_cost(&attempt), reason);
        assert_eq!(
            attempt.model_cost_at_least()[0].amount.to_string(),
            "0.00384"
        );

        // A row has the whole run, and every response that is there has usage.
        let attempt = Case {
            rows: vec![row("run-1")],
            ..case
        }
        .only();
        assert_eq!(shown(&attempt.record().tokens.output), "80");
        assert_eq!(shown_cost(&attempt), "0.00384");
        assert_eq!(attempt.tokens_at_least().output, None);
        assert!(attempt.model_cost_at_least().is_empty());
    }
}

#[test]
fn a_row_without_tokens_did_not_measure_them() {
    let zero = |calls: Measured<u64>| {
        let mut row = row("run-1");
        row.tokens = tokens(0, 0, 0);
        row.tokens_by_model.clear();
        row.llm_call_count = calls;
        let attempt = Case {
            rows: vec![row],
            ..Case::default()
        }
        .only();
        shown(&attempt.record().tokens.output)
    };
    let known = |calls| Measured::reported(calls, Place::file("runs.json".into()));
    assert_eq!(zero(known(3)), "sentinel_zero");
    assert_eq!(zero(Measured::unknown(ABSENT)), "sentinel_zero");
    assert_eq!(zero(known(0)), "0");
}

#[test]
fn a_run_that_goes_on_has_no_totals_yet() {
    let attempt = Case {
        rows: vec![RunRow {
            status: Some(RunStatus::Running),
            ..row("run-1")
        }],
        ..Case::default()
    }
    .only();
    assert_eq!(shown(&attempt.record().tokens.output), "stream_partial");
}

#[test]
fn a_row_must_split_all_its_tokens_to_be_priced() {
    let mut partial = row("run-1");
    partial.tokens_by_model[0].1.output = Ok(79);
    let attempt = Case {
        rows: vec![partial],
        prices: Some(prices()),
        ..Case::default()
    }
    .only();
    assert_eq!(shown_cost(&attempt), "ambiguous");
    let attempt = Case {
        rows: vec![row("run-1")],
        prices: Some(prices()),
        ..Case::default()
    }
    .only();
    assert_eq!(shown_cost(&attempt), "0.00384");
}

#[test]
fn a_row_that_does_not_split_input_agrees_with_a_trace_that_does() {
    let mut coarse = row("run-1");
    coarse.tokens.input_uncached = Ok(2200);
    coarse.tokens.cache_read = Err(ABSENT);
    let attempt = Case {
        runs: vec![run("run-1.jsonl", Some("run-1"), Some("t"))],
        rows: vec![coarse],
        ..Case::default()
    }
    .only();
    assert_eq!(shown_tokens(&attempt)[..2], ["1400", "800"]);
}

#[test]
fn a_record_that_does_not_split_input_takes_the_split() {
    let mut own = linked("a-1", "run-1");
    let at = || Place::file("attempts.jsonl".into());
    own.tokens.input_uncached = Measured::reported(2200, at());
    let attempt = Case {
        records: vec![own.clone()],
        runs: vec![run("run-1.jsonl", Some("run-1"), Some("t"))],
        ..Case::default()
    }
    .only();
    assert_eq!(shown_tokens(&attempt)[..2], ["1400", "800"]);

    // Other tokens altogether: nothing is taken, or some would count twice.
    own.tokens.input_uncached = Measured::reported(2300, at());
    let ledger = Case {
        records: vec![own],
        runs: vec![run("run-1.jsonl", Some("run-1"), Some("t"))],
        ..Case::default()
    }
    .ledger();
    assert_eq!(
        shown_tokens(&ledger.attempts[0])[..2],
        ["2300", "absent_field"]
    );
    let [disagreement] = ledger.disagreements.as_slice() else {
        panic!("one disagreement");
    };
    assert_eq!(disagreement.field, "tokens.inputUncached");
    assert_eq!(disagreement.kept, "2300 + null + null");
    assert_eq!(disagreement.other, "1400 + 800 + null");
    assert_eq!(
        disagreement.other_at.as_ref().unwrap().to_string(),
        "run-1.jsonl:3 /content"
    );
}

#[test]
fn two_sources_that_differ_are_reported() {
    let mut other = row("run-1");
    other.tokens.output = Ok(99);
    other.stop_reason = Measured::reported(None, Place::file("runs.json".into()));
    other.status = Some(RunStatus::Timeout);
    let ledger = Case {
        runs: vec![run("run-1.jsonl", Some("run-1"), Some("t"))],
        rows: vec![other],
        ..Case::default()
    }
    .ledger();
    let record = ledger.attempts[0].record();
    assert_eq!(shown(&record.tokens.output), "80");
    // A journal always says success.
    assert_eq!(record.status, Some(RunStatus::Timeout));
    assert_eq!(
        record.stop_reason.value(),
        Some(&Some(StopReason::LoopCapped))
    );
    let fields: Vec<_> = ledger
        .disagreements
        .iter()
        .map(|it| it.field.as_str())
        .collect();
    assert_eq!(fields, ["tokens.output", "stopReason"]);
}

#[test]
fn a_run_in_two_files_counts_once() {
    let once = Case {
        runs: vec![
            run("run-1.jsonl", Some("run-1"), Some("t")),
            run("events.json", Some("run-1"), None),
        ],
        ..Case::default()
    };
    assert_eq!(shown(&once.only().record().tokens.output), "80");
    assert_eq!(once.ledger().covered_runs, [1]);

    let mut other = once;
    other.runs[1].responses[0].tokens.output = Ok(41);
    let ledger = other.ledger();
    assert_eq!(ledger.attempts.len(), 1);
    // Neither copy is the better one, whichever is loaded first.
    assert_eq!(
        shown(&ledger.attempts[0].record().tokens.output),
        "ambiguous"
    );
    assert_eq!(ledger.attempts[0].tokens_at_least().output, Some(80));
    let [disagreement] = ledger.disagreements.as_slice() else {
        panic!("one disagreement");
    };
    assert_eq!(
        (disagreement.kept.as_str(), disagreement.other.as_str()),
        ("40", "41")
    );
}

#[test]
fn a_whole_copy_is_better_than_a_torn_one() {
    let mut torn = run("torn.jsonl", Some("run-1"), Some("t"));
    torn.is_truncated = true;
    torn.responses.pop();
    let case = Case {
        runs: vec![torn, run("run-1.jsonl", Some("run-1"), Some("t"))],
        ..Case::default()
    };
    assert_eq!(shown(&case.only().record().tokens.output), "80");
    assert_eq!(case.ledger().covered_runs, [0]);
}

#[test]
fn runs_without_ids_are_told_apart_by_what_they_hold() {
    let dump = |file, id: &str| {
        let mut run = run(file, None, None);
        run.source = TraceSource::MessageDump;
        run.responses[0].id = Some(id.to_owned());
        run
    };
    let case = Case {
        runs: vec![
            dump("a.json", "x"),
            dump("b.json", "x"),
            dump("c.json", "y"),
        ],
        ..Case::default()
    };
    let ledger = case.ledger();
    let ids: Vec<_> = ledger
        .attempts
        .iter()
        .map(|it| it.record().attempt_id.as_str())
        .collect();
    assert_eq!(ids, ["a.json:1", "c.json:1"]);
    assert_eq!(ledger.covered_runs, [1]);
    // Such a file has no times, and has lost the calls of a stopped response.
    let record = ledger.attempts[0].record();
    assert_eq!(shown(&record.latency_ms), "absent_field");
    assert_eq!(shown(&record.tool_calls.proposed), "absent_field");
    assert_eq!(shown(&record.tool_calls.executed), "1");
}

#[test]
fn a_thread_state_adds_nothing_to_its_runs() {
    let mut state = run("state.json", None, Some("t"));
    state.source = TraceSource::ThreadState;
    let case = Case {
        runs: vec![state.clone(), run("run-1.jsonl", Some("run-1"), Some("t"))],
        ..Case::default()
    };
    assert_eq!(shown(&case.only().record().tokens.output), "80");
    assert_eq!(case.ledger().covered_runs, [0]);

    // It is the trace of a thread's only row.
    let attempt = Case {
        runs: vec![state.clone()],
        rows: vec![row("run-1")],
        ..Case::default()
    }
    .only();
    assert_eq!(attempt.record().attempt_id, "run-1");
    assert_eq!(attempt.runs(), [0]);
    assert_eq!(shown(&attempt.record().tool_calls.executed), "1");

    // Alone it is an attempt, and a later state of the thread replaces an earlier one.
    let mut earlier = state.clone();
    earlier.responses.pop();
    let attempt = Case {
        runs: vec![earlier, state],
        ..Case::default()
    }
    .only();
    assert_eq!(attempt.record().attempt_id, "t");
    assert_eq!(shown(&attempt.record().tokens.output), "80");
}

#[test]
fn one_run_id_in_two_threads_is_two_runs() {
    let ledger = Case {
        runs: vec![
            run("a.jsonl", Some("run-1"), Some("t")),
            run("b.jsonl", Some("run-1"), Some("u")),
        ],
        ..Case::default()
    }
    .ledger();
    assert_eq!(ledger.attempts.len(), 2);
}

#[test]
fn a_reviewed_copy_of_a_record_is_the_same_attempt() {
    let open = linked("a-1", "run-1");
    let mut reviewed = open.clone();
    reviewed.review = Some(Review {
        rubric: None,
        rubric_version: None,
        decision: Some(Decision::Accepted),
        reason: None,
        reviewer: None,
        artifacts: Vec::new(),
    });
    let attempt = Case {
        records: vec![open, reviewed],
        ..Case::default()
    }
    .only();
    assert_eq!(attempt.record().outcome(), Outcome::Accepted);
}

#[test]
fn records_with_one_id_are_one_attempt_only_if_they_can_be() {
    let costing = |amount: &str, experiment: Option<&str>| {
        let mut record = record("a");
        record.experiment_id = experiment.map(ToOwned::to_owned);
        record.model_cost = Measured::reported(
            Money {
                amount: amount.parse().unwrap(),
                currency: Currency::new("USD"),
            },
            Place::file("attempts.jsonl".into()),
        );
        record
    };
    let check = |records: Vec<AttemptRecord>, attempts: usize, field: Option<&str>| {
        let ledger = Case {
            records,
            ..Case::default()
        }
        .ledger();
        assert_eq!(ledger.attempts.len(), attempts);
        let found = ledger.disagreements.first().map(|it| it.field.as_str());
        assert_eq!(found, field);
    };
    // The same file twice.
    check(vec![costing("1.5", None), costing("1.50", None)], 1, None);
    // Outside an experiment an id is not unique, and no spend may be lost.
    check(
        vec![costing("1.5", None), costing("1.0", None)],
        2,
        Some("attemptId"),
    );
    check(
        vec![costing("1.5", Some("x")), costing("1.0", Some("x"))],
        1,
        Some("modelCost"),
    );
    check(
        vec![costing("1.5", Some("x")), costing("1.0", Some("y"))],
        2,
        None,
    );
    let mut other_manifest = costing("1.0", Some("x"));
    other_manifest.manifest_digest = Some("1111".to_owned());
    check(vec![costing("1.5", Some("x")), other_manifest], 2, None);
    let mut other_task = costing("1.0", Some("x"));
    other_task.task_id = Some("t-2".to_owned());
    let mut task = costing("1.5", Some("x"));
    task.task_id = Some("t-1".to_owned());
    check(vec![task, other_task], 2, Some("attemptId"));
}

/// Input tokens of two records of one attempt, and what becomes of them.
fn check_input(
    first: [Option<u64>; 2],
    second: [Option<u64>; 2],
    expected: [&str; 2],
    disagree: bool,
) {
    let own = |[input_uncached, cache_read]: [Option<u64>; 2]| {
        let measured = |count: Option<u64>| match count {
            Some(count) => Measured::reported(count, Place::file("attempts.jsonl".into())),
            None => Measured::unknown(ABSENT),
        };
        let mut record = record("a");
        record.experiment_id = Some("loops".to_owned());
        record.tokens.input_uncached = measured(input_uncached);
        record.tokens.cache_read = measured(cache_read);
        record
    };
    let ledger = Case {
        records: vec![own(first), own(second)],
        ..Case::default()
    }
    .ledger();
    assert_eq!(ledger.attempts.len(), 1);
    assert_eq!(shown_tokens(&ledger.attempts[0])[..2], expected);
    assert_eq!(!ledger.disagreements.is_empty(), disagree);
}

#[test]
fn no_token_is_counted_in_two_categories() {
    let null = "absent_field";
    check_input([None, None], [Some(5), Some(3)], ["5", "3"], false);
    check_input([Some(5), None], [Some(5), Some(3)], ["5", "3"], false);
    check_input([None, Some(3)], [Some(5), Some(3)], ["5", "3"], false);
    // The 8 may be the 5 and the 3.
    check_input([None, Some(3)], [Some(8), None], [null, "3"], false);
    check_input([Some(8), None], [None, Some(3)], ["8", null], false);
    // The 8 are the 5 and the 3.
    check_input([Some(8), None], [Some(5), Some(3)], ["5", "3"], false);
    check_input([Some(5), Some(3)], [Some(8), None], ["5", "3"], false);
    // Two records of one rank that contradict each other: neither counts.
    let doubt = ["ambiguous", "ambiguous"];
    check_input([Some(4), Some(4)], [Some(5), Some(3)], doubt, true);
    check_input([None, Some(4)], [Some(5), Some(3)], doubt, true);
    check_input([Some(9), None], [Some(5), Some(3)], doubt, true);
}

#[test]
fn a_record_of_its_own_is_priced_as_a_total() {
    let mut own = record("a");
    own.model = Some("gpt-demo".to_owned());
    let at = || Place::file("attempts.jsonl".into());
    own.tokens = Tokens {
        input_uncached: Measured::reported(1400, at()),
        cache_read: Measured::reported(800, at()),
        output: Measured::reported(80, at()),
        ..own.tokens
    };
    let case = Case {
        records: vec![own],
        prices: Some(prices()),
        ..Case::default()
    };
    assert_eq!(shown_cost(&case.only()), "0.00384");
}

#[test]
fn several_runs_of_a_thread_make_one_attempt() {
    let mut own = record("a-1");
    own.trace = Some(TraceLink {
        thread_id: Some("t".to_owned()),
        ..TraceLink::default()
    });
    let attempt = Case {
        records: vec![own],
        runs: vec![
            run("run-1.jsonl", Some("run-1"), Some("t")),
            run("run-2.jsonl", Some("run-2"), Some("t")),
        ],
        prices: Some(prices()),
        ..Case::default()
    }
    .only();
    let record = attempt.record();
    assert_eq!(shown(&record.tokens.output), "160");
    assert_eq!(shown_cost(&attempt), "0.00768");
    assert_eq!(shown(&record.latency_ms), "ambiguous");
    assert_eq!(
        record.stop_reason.value(),
        Some(&Some(StopReason::LoopCapped))
    );
}

#[test]
fn records_of_one_attempt_with_two_costs_have_no_cost() {
    let costing = |amount: &str| {
        let mut record = record("a");
        record.experiment_id = Some("loops".to_owned());
        record.model_cost = Measured::reported(
            Money {
                amount: amount.parse().unwrap(),
                currency: Currency::new("USD"),
            },
            Place::file("attempts.jsonl".into()),
        );
        record
    };
    let case = Case {
        records: vec![costing("1"), costing("2"), costing("2")],
        ..Case::default()
    };
    let ledger = case.ledger();
    assert_eq!(ledger.attempts.len(), 1);
    assert_eq!(
        ledger.attempts[0].record().model_cost.reason(),
        Some(UnknownReason::Ambiguous)
    );
}

#[test]
fn subagents_whose_responses_stand_with_the_lead_agent_are_counted_once() {
    let mut lead = run("run-1.jsonl", Some("run-1"), Some("t"));
    let mut pooled = response("sub-0", 7, tokens(100, 0, 9));
    pooled.caller = "subagent:general-purpose".into();
    lead.other_spend.push(pooled);
    let mut steps = subagent(run("run-1.jsonl", Some("run-1"), Some("t")), "task-1");
    for response in &mut steps.responses {
        response.tokens = Tokens::splat(Err(ABSENT));
    }
    let attempt = Case {
        runs: vec![lead, steps],
        ..Case::default()
    }
    .only();
    let record = attempt.record();
    assert_eq!(shown(&record.tokens.output), "89");
    // Two of the lead agent, two of the subagent, none of them twice.
    assert_eq!(record.tool_calls.proposed.value(), Some(&4));
}

#[test]
fn what_middleware_asks_for_is_no_call_of_the_agent() {
    let mut lead = run("run-1.jsonl", Some("run-1"), Some("t"));
    let mut title = response("title", 7, tokens(100, 0, 9));
    title.caller = "middleware:title".into();
    lead.other_spend.push(title);
    let attempt = Case {
        runs: vec![lead],
        ..Case::default()
    }
    .only();
    let record = attempt.record();
    assert_eq!(record.tool_calls.proposed.value(), Some(&2));
    assert_eq!(shown(&record.tokens.output), "89");
}
