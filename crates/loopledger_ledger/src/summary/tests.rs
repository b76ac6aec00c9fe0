//! Accounting faults that other tools had, and what must hold for every summary.

use super::*;
use crate::result::{result_details, result_record, to_json};
use loopledger_model::{AttemptRecord, Place, Review, RunStatus};
use proptest::prelude::*;

fn place(line: u64) -> Place {
    Place {
        line: Some(line),
        ..Place::file("attempts.jsonl".into())
    }
}

fn dollars(amount: &str) -> Money {
    Money {
        amount: amount.parse().unwrap(),
        currency: Currency::new("USD"),
    }
}

/// The reason of everything that a test does not set, so that it is told from other reasons.
const UNSET: UnknownReason = UnknownReason::AbsentField;

fn record(id: &str) -> AttemptRecord {
    let mut record = AttemptRecord::new(id.to_owned(), UNSET);
    record.place = Some(place(1));
    record
}

fn costing(id: &str, cost: &str) -> AttemptRecord {
    let mut record = record(id);
    record.model_cost = Measured::reported(dollars(cost), place(1));
    record
}

fn judged(mut record: AttemptRecord, is_accepted: bool) -> AttemptRecord {
    record.review = Some(Review {
        rubric: None,
        rubric_version: None,
        decision: Some(if is_accepted {
            Decision::Accepted
        } else {
            Decision::Rejected
        }),
        reason: None,
        reviewer: None,
        artifacts: Vec::new(),
    });
    record
}

fn ended(mut record: AttemptRecord, status: &str) -> AttemptRecord {
    record.status = Some(RunStatus::new(status));
    record
}

fn summary(records: impl IntoIterator<Item = AttemptRecord>) -> Summary {
    let attempts: Vec<_> = records.into_iter().map(Attempt::new).collect();
    Summary::of(&attempts)
}

/// Total model cost, accepted artifacts and cost per accepted artifact: what the record shows, or
/// the reason why it shows `null`.
fn check(
    summary: &Summary,
    total: Result<&str, &str>,
    accepted: Option<u64>,
    per: Result<&str, &str>,
) {
    let record = result_record(summary);
    let details = result_details(summary);
    let shown = |value: Option<Decimal>, key: &str| {
        value.map(|it| it.to_string()).ok_or_else(|| {
            let reason = details.unknown.get(key).copied();
            reason.map_or("no reason", UnknownReason::code).to_owned()
        })
    };
    let owned =
        |expected: Result<&str, &str>| expected.map(ToOwned::to_owned).map_err(ToOwned::to_owned);
    assert_eq!(
        shown(record.total_model_cost, "totalModelCost"),
        owned(total)
    );
    assert_eq!(record.accepted_artifacts, accepted);
    assert_eq!(
        shown(record.cost_per_accepted_artifact, "costPerAcceptedArtifact"),
        owned(per)
    );
}

/// `08-unknown-price-is-not-zero.json`, as priced.
#[test]
fn one_unpriced_attempt_makes_the_total_unknown() {
    let mut unpriced = record("a2");
    unpriced.model_cost = Measured::unknown_at(UnknownReason::NoPriceForModel, place(2));
    let summary = summary([
        judged(costing("a1", "3.0"), true),
        judged(unpriced, false),
        judged(costing("a3", "0.0"), true),
    ]);
    check(
        &summary,
        Err("no_price_for_model"),
        Some(2),
        Err("no_price_for_model"),
    );
    assert_eq!(summary.model_cost.known_part(), [dollars("3.0")]);
    assert_eq!(summary.model_cost.tally().unmeasured(), 1);
    // At least 3.0 over 2.
    let at_least = summary.cost_per_accepted().at_least;
    assert_eq!(at_least, [Ratio::new(dollars("3.0"), 2).unwrap()]);
}

/// `15-failed-attempts-count.json`.
#[test]
fn failed_and_capped_attempts_count() {
    let mut capped = ended(judged(costing("t2", "4.0"), false), "success");
    capped.stop_reason = Measured::reported(Some(StopReason::LoopCapped), place(3));
    let summary = summary([
        ended(judged(costing("t1/1", "2.0"), false), "failed"),
        ended(judged(costing("t1/2", "3.0"), true), "success"),
        capped,
        ended(judged(costing("t3", "1.0"), true), "success"),
    ]);
    assert_eq!(summary.attempts, 4);
    check(&summary, Ok("10.0"), Some(2), Ok("5"));
    let spent = |outcome| {
        let total = summary.outcomes.get(&outcome)?;
        Some((total.attempts, total.model_cost.known_part()))
    };
    assert_eq!(spent(Outcome::Accepted), Some((2, vec![dollars("4.0")])));
    assert_eq!(spent(Outcome::Failed), Some((1, vec![dollars("2.0")])));
    assert_eq!(spent(Outcome::Capped), Some((1, vec![dollars("4.0")])));
    assert_eq!(spent(Outcome::Rejected), None);
}

/// `17-nothing-accepted.json`.
#[test]
fn nothing_accepted_is_neither_zero_nor_infinite() {
    let mut first = judged(costing("a", "1.5"), false);
    first.latency_ms = Measured::reported(Decimal::from(900), place(1));
    let summary = summary([first, judged(costing("b", "2.5"), false)]);
    check(&summary, Ok("4.0"), Some(0), Err("nothing_accepted"));
    assert!(summary.cost_per_accepted().at_least.is_empty());

    // No cost that is still to come could make a quotient of it.
    let unpriced = summary_of_unpriced_rejection();
    check(
        &unpriced,
        Err("absent_field"),
        Some(0),
        Err("nothing_accepted"),
    );
}

fn summary_of_unpriced_rejection() -> Summary {
    summary([judged(record("a"), false)])
}

/// `17-nothing-run.json`, and the record of a benchmark that was not executed.
#[test]
fn nothing_run() {
    let summary = summary([]);
    check(&summary, Err("not_run"), Some(0), Err("not_run"));
    let details = result_details(&summary);
    assert!(
        details
            .unknown
            .values()
            .all(|reason| *reason == UnknownReason::NotRun)
    );
    assert!(details.unknown.contains_key("p95LatencyMs"));
}

/// `18-p95-few-samples.json`.
#[test]
fn a_failed_attempt_without_duration_is_no_sample() {
    let timed = |id, status, latency| AttemptRecord {
        latency_ms: latency,
        ..ended(record(id), status)
    };
    let summary = summary([
        timed("ok", "success", Measured::reported(1200.into(), place(1))),
        timed("err", "error", Measured::reported(0.into(), place(2))),
        timed(
            "timeout",
            "timeout",
            Measured::unknown_at(UnknownReason::NullField, place(3)),
        ),
    ]);
    let latencies = &summary.latencies;
    assert_eq!(latencies.p95().value(), Some(&Decimal::from(1200)));
    assert_eq!((latencies.samples(), latencies.unmeasured()), (1, 2));
    assert!(latencies.is_p95_maximum());
    let sentinel = latencies
        .unknown()
        .get(&UnknownReason::SentinelZero)
        .unwrap();
    assert_eq!(sentinel.first, Some(place(2)));
}

#[test]
fn a_successful_attempt_may_take_no_time() {
    let mut fast = ended(record("fast"), "success");
    fast.latency_ms = Measured::reported(0.into(), place(1));
    assert_eq!(summary([fast]).latencies.samples(), 1);
}

/// `20-credit-negative.json`.
#[test]
fn a_negative_amount_counts_only_as_a_declared_credit() {
    let mut lost = judged(record("bad"), true);
    lost.model_cost = Measured::unknown_at(UnknownReason::NullField, place(3));
    lost.tokens.input_uncached = Measured::unknown_at(UnknownReason::ParseError, place(3));
    lost.tokens.output = Measured::reported(10, place(3));
    let refund = judged(costing("refund", "-1.0"), false);
    let all = |refund| summary([judged(costing("a", "3.0"), true), refund, lost.clone()]);

    let undeclared = all(refund.clone());
    check(
        &undeclared,
        Err("part_unknown"),
        Some(2),
        Err("part_unknown"),
    );
    assert_eq!(undeclared.model_cost.known_part(), [dollars("3.0")]);
    let tally = undeclared.model_cost.tally().unknown();
    assert_eq!(tally.get(&UnknownReason::ParseError).unwrap().count, 1);

    let declared = all(AttemptRecord {
        credit: true,
        ..refund
    });
    check(&declared, Err("null_field"), Some(2), Err("null_field"));
    assert_eq!(declared.model_cost.known_part(), [dollars("2.0")]);
    // The third attempt's count is lost; the two others state none.
    assert_eq!(
        declared.tokens.input_uncached.total().reason(),
        Some(UnknownReason::PartUnknown)
    );
    assert_eq!(declared.tokens.output.known_part(), Some(10));
}

/// `21-capped-run-says-success.json`.
#[test]
fn stop_reasons_none_and_unknown_are_three_things() {
    let run = |id, stop_reason| AttemptRecord {
        stop_reason,
        ..ended(record(id), "success")
    };
    let summary = summary([
        run(
            "r1",
            Measured::reported(Some(StopReason::LoopCapped), place(1)),
        ),
        run("r2", Measured::reported(None, place(2))),
        run(
            "r3",
            Measured::unknown_at(UnknownReason::AbsentField, place(3)),
        ),
    ]);
    let counts = &summary.stop_reasons;
    assert_eq!(counts.by_reason, [(StopReason::LoopCapped, 1)].into());
    assert_eq!((counts.none, counts.unknown), (1, 1));
    // Success is not acceptance: nobody has reviewed anything.
    check(&summary, Err("absent_field"), None, Err("absent_field"));
    let details = result_details(&summary);
    assert_eq!(
        details.unknown.get("acceptedArtifacts"),
        Some(&UnknownReason::AbsentField)
    );
    assert_eq!(details.outcomes.capped, 1);
    assert_eq!(details.outcomes.unknown, 2);
}

/// `34-nan-infinity.json`: what is not a number is unknown, and takes nothing else with it.
#[test]
fn what_is_no_number_stays_out_of_the_record() {
    let first = judged(costing("a", "1.0"), true);
    let mut second = judged(costing("b", "2.0"), false);
    second.latency_ms = Measured::unknown_at(UnknownReason::ParseError, place(1));
    let summary = summary([first, second]);
    check(&summary, Ok("3.0"), Some(1), Ok("3"));
    let json = to_json(&result_record(&summary), Some(&result_details(&summary)));
    assert!(!json.contains("NaN") && !json.contains("Infinity"));
}

/// `38-torn-tail.jsonl`.
#[test]
fn an_unreadable_record_makes_the_total_unknown() {
    let mut summary = summary([
        judged(costing("a", "1.0"), true),
        judged(costing("b", "2.0"), false),
    ]);
    summary.add_unreadable(&Unreadable {
        reason: UnknownReason::TruncatedFile,
        place: place(3),
    });
    assert_eq!((summary.attempts, summary.unreadable), (2, 1));
    check(
        &summary,
        Err("truncated_file"),
        Some(1),
        Err("truncated_file"),
    );
    assert_eq!(summary.model_cost.known_part(), [dollars("3.0")]);
    let tally = summary.model_cost.tally();
    assert_eq!((tally.measured(), tally.terms()), (2, 3));
    // The lost record may be that of a second accepted artifact.
    let at_least = summary.cost_per_accepted().at_least;
    assert_eq!(at_least, [Ratio::new(dollars("3.0"), 2).unwrap()]);
}

/// `44-lying-zero.json`, as a reader that distrusts the zeros of the format hands it on.
#[test]
fn a_zero_that_means_not_measured_is_unknown() {
    let tokens = |id, input, output| {
        let mut record = record(id);
        record.tokens.input_uncached = input;
        record.tokens.output = output;
        record
    };
    let unknown = |reason| {
        (
            Measured::unknown_at(reason, place(1)),
            Measured::unknown_at(reason, place(1)),
        )
    };
    let (zero, null) = (
        unknown(UnknownReason::SentinelZero),
        unknown(UnknownReason::NullField),
    );
    let summary = summary([
        judged(tokens("t1", zero.0, zero.1), true),
        ended(tokens("t2", null.0.clone(), null.1.clone()), "error"),
        judged(tokens("t3", null.0, null.1), false),
        judged(
            tokens(
                "t4",
                Measured::reported(4836, place(4)),
                Measured::reported(2544, place(4)),
            ),
            true,
        ),
    ]);
    assert_eq!((summary.attempts, summary.accepted), (4, 2));
    assert_eq!(summary.reviewed, 3);
    let (input, output) = (&summary.tokens.input_uncached, &summary.tokens.output);
    assert_eq!(input.tally().measured(), 1);
    assert_eq!(input.total().reason(), Some(UnknownReason::PartUnknown));
    let known = (input.known_part().unwrap(), output.known_part().unwrap());
    assert_eq!(known.0 + known.1, 7380);
    check(&summary, Err("absent_field"), Some(2), Err("absent_field"));
}

#[test]
fn currencies_are_kept_apart() {
    let mut yuan = judged(costing("b", "20"), false);
    yuan.model_cost = yuan.model_cost.map(|money| Money {
        currency: Currency::new("CNY"),
        ..money
    });
    let summary = summary([judged(costing("a", "3.0"), true), yuan]);
    check(&summary, Err("ambiguous"), Some(1), Err("ambiguous"));
    assert_eq!(summary.currency(), None);
    assert_eq!(summary.cost_per_accepted().at_least.len(), 2);
}

#[test]
fn different_manifests_are_different_groups() {
    let under = |id, manifest: Option<&str>, variant: &str| AttemptRecord {
        experiment_id: Some("loops".to_owned()),
        manifest_digest: manifest.map(ToOwned::to_owned),
        variant_id: Some(variant.to_owned()),
        ..costing(id, "1")
    };
    let attempts: Vec<_> = [
        under("a", Some("1111"), "base"),
        under("b", Some("2222"), "base"),
        under("c", Some("1111"), "base"),
        under("d", Some("1111"), "higher"),
        under("e", None, "base"),
    ]
    .map(Attempt::new)
    .into();
    let sizes = |by| -> Vec<_> {
        let groups = summarise(&attempts, &[], by).into_iter();
        groups
            .map(|group| {
                assert!(!group.summary.is_mixed());
                (
                    group.key.manifest_digest,
                    group.key.variant_id,
                    group.summary.attempts,
                )
            })
            .collect()
    };
    let text = |it: &str| Some(it.to_owned());
    assert_eq!(
        sizes(GroupBy::Variant),
        [
            (None, text("base"), 1),
            (text("1111"), text("base"), 2),
            (text("1111"), text("higher"), 1),
            (text("2222"), text("base"), 1),
        ]
    );
    assert_eq!(
        sizes(GroupBy::Experiment),
        [
            (None, None, 1),
            (text("1111"), None, 3),
            (text("2222"), None, 1)
        ]
    );
    assert!(Summary::of(&attempts).is_mixed());
}

#[test]
fn a_lost_record_may_be_of_any_group_of_its_file() {
    let of = |id, variant: &str, file: &str| AttemptRecord {
        variant_id: Some(variant.to_owned()),
        place: Some(Place::file(file.into())),
        ..costing(id, "1")
    };
    let attempts: Vec<_> = [
        of("a", "base", "one.jsonl"),
        of("b", "higher", "one.jsonl"),
        of("c", "other", "two.jsonl"),
    ]
    .map(Attempt::new)
    .into();
    let lost = |file: &str| Unreadable {
        reason: UnknownReason::ParseError,
        place: Place::file(file.into()),
    };
    let unreadable = |lost: &[Unreadable]| -> Vec<_> {
        let groups = summarise(&attempts, lost, GroupBy::Variant).into_iter();
        groups.map(|group| group.summary.unreadable).collect()
    };
    assert_eq!(unreadable(&[lost("one.jsonl")]), [1, 1, 0]);
    assert_eq!(unreadable(&[lost("three.jsonl")]), [1, 0, 0, 0]);
}

#[test]
fn division_rounds_once_and_half_to_even() {
    let divide = |amount: &str, count, scale| {
        let ratio = Ratio::new(dollars(amount), count).unwrap();
        ratio.divide(scale).map(|it| it.to_string())
    };
    assert_eq!(divide("1", 8, 3).as_deref(), Some("0.125"));
    assert_eq!(divide("1", 8, 2).as_deref(), Some("0.12"));
    assert_eq!(divide("3", 8, 2).as_deref(), Some("0.38"));
    assert_eq!(divide("-1", 8, 2).as_deref(), Some("-0.12"));
    // Rounding 0.4999… first to 0.5 and then to 1 would be rounding twice.
    assert_eq!(divide("0.49999999", 1, 0).as_deref(), Some("0"));
    assert_eq!(divide("0.5", 1, 0).as_deref(), Some("0"));
    assert_eq!(divide("1.5000", 1, 0).as_deref(), Some("2"));
    assert_eq!(divide("0.51", 1, 0).as_deref(), Some("1"));
    // Just above a half because of the remainder.
    assert_eq!(divide("1.001", 2, 3).as_deref(), Some("0.5"));
    assert_eq!(divide("1.003", 2, 3).as_deref(), Some("0.502"));
    assert_eq!(
        divide("1.0000000000000000000000001", 2, 0).as_deref(),
        Some("1")
    );
    assert_eq!(Ratio::new(dollars("1"), 0), None);
    assert_eq!(divide(&Decimal::MAX.to_string(), 11, 12), None);
}

fn any_attempt() -> impl Strategy<Value = Attempt> {
    fn measured<T: Clone + std::fmt::Debug>(
        values: impl Strategy<Value = T>,
    ) -> impl Strategy<Value = Measured<T>> {
        prop_oneof![
            4 => (values, 1_u64..5).prop_map(|(value, line)| Measured::reported(value, place(line))),
            1 => prop::sample::select(vec![UnknownReason::NullField, UnknownReason::ParseError])
                .prop_map(Measured::unknown),
        ]
    }
    let money = (
        0_i64..1_000_000,
        0_u32..12,
        prop::sample::select(vec!["USD", "USD", "CNY"]),
    );
    let money = money.prop_map(|(digits, scale, currency)| Money {
        amount: Decimal::new(digits, scale),
        currency: Currency::new(currency),
    });
    let reason = prop::option::of(prop::sample::select(vec![
        StopReason::LoopCapped,
        StopReason::OrphanRecovered,
        StopReason::Other("rained".to_owned()),
    ]));
    (
        measured(money),
        measured(0_u64..1_000_000),
        measured((0_i64..5000).prop_map(Decimal::from)),
        measured(reason),
        prop::sample::select(vec!["success", "error", "running"]),
        prop::option::of(any::<bool>()),
        prop::option::of(prop::sample::select(vec!["1111", "2222"])),
    )
        .prop_map(
            |(cost, tokens, latency, stop_reason, status, verdict, manifest)| {
                let mut record = ended(record("a"), status);
                record.model_cost = cost;
                record.tokens.output = tokens;
                record.latency_ms = latency;
                record.stop_reason = stop_reason;
                record.manifest_digest = manifest.map(ToOwned::to_owned);
                Attempt::new(match verdict {
                    Some(is_accepted) => judged(record, is_accepted),
                    None => record,
                })
            },
        )
}

proptest! {
    #[test]
    fn merging_in_any_grouping_gives_the_same_summary(
        attempts in prop::collection::vec(any_attempt(), 0..24),
        cuts in (0_usize..24, 0_usize..24),
    ) {
        let first = cuts.0.min(attempts.len());
        let (head, tail) = attempts.split_at(first);
        let (middle, tail) = tail.split_at(cuts.1.min(tail.len()));
        let whole = Summary::of(&attempts);

        let mut forwards = Summary::of(head);
        forwards.merge(&Summary::of(middle));
        forwards.merge(&Summary::of(tail));
        prop_assert_eq!(&forwards, &whole);

        let mut right = Summary::of(tail);
        right.merge(&Summary::of(head));
        let mut backwards = Summary::of(middle);
        backwards.merge(&right);
        prop_assert_eq!(&backwards, &whole);
        prop_assert_eq!(
            to_json(&result_record(&backwards), Some(&result_details(&backwards))),
            to_json(&result_record(&whole), Some(&result_details(&whole)))
        );
    }

    #[test]
    fn the_total_is_the_sum_of_the_outcomes(attempts in prop::collection::vec(any_attempt(), 1..24)) {
        let summary = Summary::of(&attempts);
        let mut parts = MoneySum::default();
        let mut count = 0;
        for total in summary.outcomes.values() {
            parts.merge(&total.model_cost);
            count += total.attempts;
        }
        prop_assert_eq!(&parts, &summary.model_cost);
        prop_assert_eq!(count, summary.attempts);
    }

    #[test]
    fn an_unknown_cost_never_becomes_a_number(attempts in prop::collection::vec(any_attempt(), 1..24)) {
        let is_known = attempts.iter().all(|it| it.record().model_cost.is_known());
        let result = result_record(&Summary::of(&attempts));
        if !is_known {
            prop_assert_eq!(result.total_model_cost, None);
            prop_assert_eq!(result.cost_per_accepted_artifact, None);
        }
    }

    #[test]
    fn every_null_has_a_reason(attempts in prop::collection::vec(any_attempt(), 0..12)) {
        let summary = Summary::of(&attempts);
        let result = result_record(&summary);
        let unknown = result_details(&summary).unknown;
        for (key, is_null) in [
            ("acceptedArtifacts", result.accepted_artifacts.is_none()),
            ("totalModelCost", result.total_model_cost.is_none()),
            ("sandboxSeconds", result.sandbox_seconds.is_none()),
            ("p95LatencyMs", result.p95_latency_ms.is_none()),
            ("costPerAcceptedArtifact", result.cost_per_accepted_artifact.is_none()),
        ] {
            prop_assert_eq!(unknown.contains_key(key), is_null, "{}", key);
        }
    }

    #[test]
    fn a_quotient_is_within_half_a_unit(digits in 0_i64..i64::MAX, count in 1_u64.., scale in 0_u32..=12) {
        let money = Money { amount: Decimal::new(digits, 6), currency: Currency::new("USD") };
        if let Some(quotient) = Ratio::new(money, count).unwrap().divide(scale) {
            prop_assert!(quotient.scale() <= scale);
            // |quotient - amount / count| <= 10^-scale / 2, without dividing.
            let unit = 10_i128.pow(18 - scale);
            let quotient = quotient.mantissa() * 10_i128.pow(18 - quotient.scale());
            let amount = i128::from(digits) * 10_i128.pow(12);
            if let Some(product) = quotient.checked_mul(i128::from(count)) {
                let error = (product - amount).unsigned_abs();
                prop_assert!(error * 2 <= unit.unsigned_abs() * u128::from(count));
            }
        }
    }
}
