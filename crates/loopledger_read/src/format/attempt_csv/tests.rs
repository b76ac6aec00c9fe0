use super::write_attempts_csv;
use crate::{FileMeta, FileRead, Format, read};
use loopledger_model::{
    Artifact, AttemptRecord, Currency, Decision, EffectiveConfiguration, Measured, Money, Outcome,
    Place, Review, RunStatus, StopReason, ToolFreqOverride, TraceLink, UnknownReason,
};
use proptest::prelude::*;
use rust_decimal::Decimal;

fn read_text(text: &str) -> FileRead {
    read(FileMeta::new("attempts.csv"), text.as_bytes().to_vec()).unwrap()
}

/// A record as it is published, which leaves places out.
fn published(record: &AttemptRecord) -> String {
    serde_json::to_string(record).unwrap()
}

/// One attempt out of a header and a row.
fn one(header: &str, row: &str) -> AttemptRecord {
    let mut file = read_text(&format!("{header}\r\n{row}\r\n"));
    assert_eq!(file.attempts.len(), 1, "{:?}", file.diagnostics);
    file.attempts.remove(0)
}

#[test]
fn an_unknown_is_an_empty_field_with_its_reason() {
    let mut record = AttemptRecord::new("a".to_owned(), UnknownReason::AbsentField);
    record.model_cost = Measured::unknown(UnknownReason::NoPriceForModel);
    record.name_unknowns();
    let text = write_attempts_csv(&[&record]);
    let row = text.lines().nth(1).unwrap();
    assert!(
        row.starts_with("a,,,,unknown,,,,,,,,,,,,,,,,,,,,,"),
        "{row}"
    );
    assert!(row.contains("modelCost=no_price_for_model;"), "{row}");
}

#[test]
fn an_empty_field_is_unknown_and_not_zero() {
    let attempt = one(
        "attemptId,modelCost,toolCalls.proposed,unknown",
        "a,,,modelCost=sentinel_zero",
    );
    assert_eq!(
        attempt.model_cost.reason(),
        Some(UnknownReason::SentinelZero)
    );
    assert_eq!(
        attempt.tool_calls.proposed.reason(),
        Some(UnknownReason::NullField)
    );
    assert_eq!(
        attempt.latency_ms.reason(),
        Some(UnknownReason::AbsentField)
    );
}

#[test]
fn the_word_null_is_unknown_too() {
    let attempt = one(
        "attemptId,modelCost,unknown",
        "a,null,modelCost=no_price_for_model",
    );
    assert_eq!(
        attempt.model_cost.reason(),
        Some(UnknownReason::NoPriceForModel)
    );
}

#[test]
fn a_formula_is_disarmed_and_comes_back() {
    let mut record = AttemptRecord::new("=1+1".to_owned(), UnknownReason::AbsentField);
    record.task_id = Some("@SUM(A1)".to_owned());
    record.variant_id = Some("-x".to_owned());
    record.retry_of = Some("'quoted".to_owned());
    let text = write_attempts_csv(&[&record]);
    assert!(text.contains("\r\n'=1+1,'@SUM(A1),'-x,''quoted,"), "{text}");
    let back = read_text(&text).attempts.remove(0);
    assert_eq!(back.attempt_id, "=1+1");
    assert_eq!(back.retry_of.as_deref(), Some("'quoted"));
}

#[test]
fn a_negative_amount_stays_a_number() {
    let attempt = one(
        "attemptId,modelCost,modelCost.currency,credit,unknown",
        "a,-0.5,USD,true,",
    );
    assert_eq!(
        attempt.model_cost.value().unwrap().amount,
        Decimal::new(-5, 1)
    );
}

#[test]
fn columns_may_stand_in_another_order() {
    let attempt = one("unknown,modelCost,latencyMs,attemptId", ",1.50,2000,a");
    assert_eq!(attempt.attempt_id, "a");
    assert_eq!(attempt.latency_ms.value(), Some(&Decimal::from(2_000)));
    assert!(!attempt.model_cost.value().unwrap().currency.is_stated());
}

#[test]
fn a_value_that_is_none_is_named_with_its_column() {
    let file = read_text("attemptId,modelCost,unknown\r\na,cheap,\r\n");
    let diagnostic = &file.diagnostics[0];
    assert_eq!(diagnostic.code, "csv_value");
    assert_eq!(diagnostic.place.line, Some(2));
    assert_eq!(diagnostic.place.pointer.as_deref(), Some("/modelCost"));
    assert_eq!(
        file.attempts[0].model_cost.reason(),
        Some(UnknownReason::ParseError)
    );
}

#[test]
fn a_row_of_another_length_is_rejected_and_counted() {
    let file = read_text("attemptId,modelCost,unknown\r\na,1\r\nb,2,\r\n");
    assert_eq!((file.records_read, file.records_rejected), (1, 1));
    assert_eq!(file.diagnostics[0].code, "csv_fields");
    assert_eq!(file.diagnostics[0].place.byte, Some(29));
}

#[test]
fn a_byte_order_mark_does_not_hide_the_header() {
    let text = "\u{FEFF}attemptId,modelCost,unknown\r\na,1,\r\n";
    let file = read_text(text);
    assert_eq!(file.format, Format::AttemptRecords);
    assert_eq!(file.attempts[0].place.as_ref().unwrap().byte, Some(32));
}

#[test]
fn other_tables_are_not_taken_for_attempts() {
    let other = read(
        FileMeta::new("a.csv"),
        b"attemptId,cost\r\na,1\r\n".to_vec(),
    );
    assert!(other.is_err());
}

#[test]
fn the_outcome_follows_from_the_rest() {
    let attempt = one(
        "attemptId,modelCost,outcome,decision,unknown",
        "a,1,failed,accepted,",
    );
    assert_eq!(attempt.outcome(), Outcome::Accepted);
}

fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[ -~]{0,12}",
        "\\PC{0,6}",
        prop::sample::select(vec![
            "",
            "'",
            "''",
            "=1",
            "+1",
            "-1",
            "@a",
            "\ttab",
            "\rcr",
            "none",
            "'none",
            "null",
            "a,b",
            "say \"no\"",
            "two\nlines"
        ])
        .prop_map(ToOwned::to_owned),
    ]
}

fn maybe<T: std::fmt::Debug + Clone>(
    value: impl Strategy<Value = T>,
) -> impl Strategy<Value = Option<T>> {
    prop::option::of(value)
}

fn measured<T: std::fmt::Debug + Clone>(
    value: impl Strategy<Value = T>,
) -> impl Strategy<Value = Measured<T>> {
    prop_oneof![
        3 => value.prop_map(|value| Measured::reported(value, Place::file("x".into()))),
        1 => prop::sample::select(vec![
            UnknownReason::AbsentField,
            UnknownReason::NullField,
            UnknownReason::SentinelZero,
            UnknownReason::NoPriceForModel,
        ])
        .prop_map(Measured::unknown),
    ]
}

fn any_decimal() -> impl Strategy<Value = Decimal> {
    (any::<i64>(), 0_u32..=20)
        .prop_map(|(mantissa, scale)| Decimal::from_i128_with_scale(i128::from(mantissa), scale))
}

fn any_money() -> impl Strategy<Value = Money> {
    (
        any_decimal(),
        prop::sample::select(vec!["USD", "EUR", "XXX"]),
    )
        .prop_map(|(amount, currency)| Money {
            amount,
            currency: Currency::new(currency),
        })
}

fn any_review() -> impl Strategy<Value = Review> {
    (
        [
            maybe(any_text()),
            maybe(any_text()),
            maybe(any_text()),
            maybe(any_text()),
        ],
        maybe(prop::sample::select(vec![
            Decision::Accepted,
            Decision::Rejected,
        ])),
        prop::collection::vec((any_text(), maybe(any_text())), 0..3),
    )
        .prop_map(
            |([rubric, rubric_version, reason, reviewer], decision, artifacts)| Review {
                rubric,
                rubric_version,
                decision,
                reason,
                reviewer,
                artifacts: artifacts
                    .into_iter()
                    .map(|(path, sha256)| Artifact { path, sha256 })
                    .collect(),
            },
        )
}

fn any_attempt() -> impl Strategy<Value = AttemptRecord> {
    let texts = prop::collection::vec(maybe(any_text()), 12);
    let counts = prop::collection::vec(measured(any::<u64>()), 8);
    let rest = (
        measured(any_money()),
        measured(any_money()),
        measured(any_decimal()),
        measured(any_decimal()),
        measured(maybe(any_text())),
        maybe(any_review()),
        maybe((any::<i64>(), any_text(), any::<i64>())),
        measured(0_i64..4_000_000_000_000),
        any::<bool>(),
    );
    (any_text(), texts, counts, rest, maybe(any::<u64>())).prop_map(
        |(id, texts, counts, rest, concurrency)| {
            let (model_cost, tool_cost, sandbox, latency, stop, review, limits, start, credit) =
                rest;
            let mut texts = texts.into_iter();
            let mut text = || texts.next().flatten();
            let mut counts = counts.into_iter();
            let mut count = || counts.next().unwrap();
            let mut out = AttemptRecord::new(id, UnknownReason::AbsentField);
            out.experiment_id = text();
            out.manifest_digest = text();
            out.task_id = text();
            out.variant_id = text();
            out.retry_of = text();
            out.model = text();
            out.source_revision = text();
            out.detector_revision = text();
            out.status = text().map(|text| RunStatus::new(&text));
            let trace = TraceLink {
                file: text(),
                thread_id: text(),
                run_id: text(),
            };
            out.trace = (trace != TraceLink::default()).then_some(trace);
            out.concurrency = concurrency;
            out.effective_configuration = limits.map(|(hard, tool, warn)| {
                let mut limits = EffectiveConfiguration {
                    hard_limit: hard,
                    ..EffectiveConfiguration::default()
                };
                let entry = ToolFreqOverride {
                    warn,
                    hard_limit: hard,
                };
                limits.tool_freq_overrides.insert(tool, entry);
                limits
            });
            out.tokens = out.tokens.map(|_| count());
            out.tool_calls.proposed = count();
            out.tool_calls.executed = count();
            out.tool_calls.suppressed = count();
            out.model_cost = model_cost;
            out.tool_cost = tool_cost;
            out.sandbox_seconds = sandbox;
            out.latency_ms = latency;
            out.stop_reason = stop.map(|text| text.map(|text| StopReason::new(&text)));
            out.review = review;
            out.started_at = start.map(|millis| jiff::Timestamp::from_millisecond(millis).unwrap());
            out.credit = credit;
            out.name_unknowns();
            out
        },
    )
}

proptest! {
    #[test]
    fn attempts_come_back(attempts in prop::collection::vec(any_attempt(), 1..4)) {
        let records: Vec<&AttemptRecord> = attempts.iter().collect();
        let file = read_text(&write_attempts_csv(&records));
        prop_assert_eq!(&file.diagnostics, &[]);
        let back: Vec<String> = file.attempts.iter().map(published).collect();
        let sent: Vec<String> = attempts.iter().map(published).collect();
        prop_assert_eq!(back, sent);
    }

    #[test]
    fn decimals_come_back_digit_for_digit(value in any_decimal()) {
        let mut record = AttemptRecord::new("a".to_owned(), UnknownReason::AbsentField);
        record.latency_ms = Measured::reported(value, Place::file("x".into()));
        record.name_unknowns();
        let file = read_text(&write_attempts_csv(&[&record]));
        prop_assert_eq!(
            file.attempts[0].latency_ms.value().unwrap().to_string(),
            value.to_string()
        );
    }
}
