use super::*;
use loopledger_model::experiment::{Baseline, Task, Variant};
use loopledger_model::{Currency, Measured, Money, Place, Review, UnknownReason};

const DIGEST: &str = "d1";

/// An experiment of so many tasks with three attempts each on both sides, of which one is rejected;
/// the variant costs twice as much.
struct Fixture {
    experiment: Experiment,
    variant: EffectiveConfiguration,
    attempts: Vec<AttemptRecord>,
    digest: Option<&'static str>,
    changes: Vec<Mismatch>,
    unreadable: Vec<Unreadable>,
}

impl Fixture {
    fn new(tasks: usize) -> Self {
        let baseline = EffectiveConfiguration::default();
        let variant = EffectiveConfiguration {
            hard_limit: 8,
            ..baseline.clone()
        };
        let names: Vec<String> = (0..tasks).map(|n| format!("t{n}")).collect();
        let mut attempts = Vec::new();
        for (id, configuration, price) in [("base", &baseline, 1), ("hard-8", &variant, 2)] {
            for (n, task) in names.iter().enumerate() {
                for number in 0..3 {
                    let cents = i64::try_from(n).unwrap() % 4 + 10;
                    let mut record = attempt(id, task, number, cents * price);
                    record.effective_configuration = Some(configuration.clone());
                    attempts.push(record);
                }
            }
        }
        Self {
            experiment: Experiment {
                schema: Experiment::SCHEMA.to_owned(),
                experiment_id: "e".to_owned(),
                tasks: names
                    .into_iter()
                    .map(|task_id| Task {
                        task_id,
                        title: None,
                        acceptance_criteria: Vec::new(),
                    })
                    .collect(),
                source_revision: Some("rev".to_owned()),
                model_configuration: None,
                concurrency: Some(2),
                rubric: None,
                baseline: Baseline {
                    variant_id: "base".to_owned(),
                    configuration: baseline,
                },
                variants: vec![Variant {
                    variant_id: "hard-8".to_owned(),
                    setting: "hard_limit".to_owned(),
                    value: "8".to_owned(),
                }],
                frozen: None,
                other_forms: Vec::new(),
                place: None,
            },
            variant,
            attempts,
            digest: Some(DIGEST),
            changes: Vec::new(),
            unreadable: Vec::new(),
        }
    }

    fn compare(&self) -> Result<Comparison, Vec<Refusal>> {
        let attempts: Vec<&AttemptRecord> = self.attempts.iter().collect();
        compare(&Inputs {
            experiment: &self.experiment,
            freeze: Freeze {
                digest: self.digest,
                changes: &self.changes,
            },
            configurations: (&self.experiment.baseline.configuration, Some(&self.variant)),
            variant_id: "hard-8",
            attempts: &attempts,
            unreadable: &self.unreadable,
            resampling: Resampling {
                resamples: 1_000,
                ..Resampling::default()
            },
        })
    }

    /// The one refusal, with its mismatches as `subject side expected found attempts`.
    fn check_refusal(&self, code: RefusalCode, expected: &[&str]) {
        let refusals = self.compare().unwrap_err();
        let [refusal] = refusals.as_slice() else {
            panic!("{refusals:?}");
        };
        assert_eq!(refusal.code, code);
        let found: Vec<String> = refusal
            .mismatches
            .iter()
            .map(|it| {
                let side = it.side.map_or("-", |side| match side {
                    Side::Baseline => "baseline",
                    Side::Variant => "variant",
                });
                let text = |text: &Option<String>| text.clone().unwrap_or("-".to_owned());
                format!(
                    "{} {side} {} {} {}",
                    it.subject,
                    text(&it.expected),
                    text(&it.found),
                    it.attempts
                )
            })
            .collect();
        assert_eq!(found, expected);
    }

    fn metric(&self, metric: &Metric) -> Compared {
        let comparison = self.compare().unwrap();
        let mut found = comparison.metrics.into_iter();
        found.find(|it| it.metric == *metric).unwrap()
    }

    fn first_of_variant(&mut self) -> &mut AttemptRecord {
        let half = self.attempts.len() / 2;
        &mut self.attempts[half]
    }
}

fn place() -> Place {
    Place::file("a.jsonl".into())
}

fn known<T>(value: T) -> Measured<T> {
    Measured::reported(value, place())
}

fn dollars(cents: i64) -> Measured<Money> {
    known(Money {
        amount: rust_decimal::Decimal::new(cents, 2),
        currency: Currency::new("USD"),
    })
}

fn attempt(variant: &str, task: &str, number: u64, cents: i64) -> AttemptRecord {
    let id = format!("{variant}-{task}-{number}");
    let mut record = AttemptRecord::new(id, UnknownReason::AbsentField);
    record.experiment_id = Some("e".to_owned());
    record.manifest_digest = Some(DIGEST.to_owned());
    record.task_id = Some(task.to_owned());
    record.variant_id = Some(variant.to_owned());
    record.model = Some("m".to_owned());
    record.source_revision = Some("rev".to_owned());
    record.concurrency = Some(2);
    record.detector_revision = Some("2026-09-08".to_owned());
    record.model_cost = dollars(cents);
    record.latency_ms = known(rust_decimal::Decimal::from(1_000 + number));
    record.stop_reason = known((number == 2).then_some(StopReason::LoopCapped));
    record.review = Some(Review {
        rubric: None,
        rubric_version: None,
        decision: Some(if number == 2 {
            Decision::Rejected
        } else {
            Decision::Accepted
        }),
        reason: (number == 2).then(|| "nothing delivered".to_owned()),
        reviewer: None,
        artifacts: Vec::new(),
    });
    record
}

fn value(figure: &Figure) -> String {
    match &figure.value {
        Ok(amount) => amount.value.normalize().to_string(),
        Err(why) => why.code().to_owned(),
    }
}

#[test]
fn both_sides_and_their_difference_stand_there() {
    let found = Fixture::new(8).metric(&Metric::CostPerAccepted);
    // 3 · 2 · (10 + 11 + 12 + 13) cents over 16 accepted artifacts.
    assert_eq!(value(&found.baseline), "0.1725");
    assert_eq!(value(&found.variant), "0.345");
    let difference = found.difference.as_ref().unwrap();
    assert_eq!(difference.amount.value.normalize().to_string(), "0.1725");
    let interval = difference.interval.unwrap();
    assert!(0.15 < interval.low && interval.low < 0.1725);
    assert!(0.1725 < interval.high && interval.high < 0.195);
    assert_eq!(found.verdict(), Verdict::Higher);
}

#[test]
fn equal_sides_are_not_told_apart() {
    let found = Fixture::new(8).metric(&Metric::AcceptanceRate);
    assert_eq!(value(&found.baseline), "0.6666666667");
    assert_eq!(found.verdict(), Verdict::Undecided);
}

#[test]
fn an_interval_that_touches_zero_tells_nothing_apart() {
    let mut found = Fixture::new(8).metric(&Metric::ModelCost);
    let interval = &mut found.difference.as_mut().unwrap().interval;
    *interval = interval.map(|it| bootstrap::Interval { low: 0.0, ..it });
    assert_eq!(found.verdict(), Verdict::Undecided);
}

#[test]
fn one_unknown_cost_makes_its_difference_null() {
    let mut fixture = Fixture::new(8);
    fixture.attempts[0].model_cost = Measured::unknown(UnknownReason::NoPriceForModel);
    let found = fixture.metric(&Metric::CostPerAccepted);
    assert_eq!(value(&found.baseline), "no_price_for_model");
    assert_eq!((found.baseline.measured, found.baseline.of), (23, 24));
    assert_eq!(found.baseline.at_least[0].value.to_string(), "2.66");
    assert_eq!(
        found.difference,
        Err(WhyNull::Unknown(UnknownReason::NoPriceForModel))
    );
    assert_eq!(found.verdict(), Verdict::Unknown);
}

#[test]
fn currencies_are_not_subtracted() {
    let mut fixture = Fixture::new(8);
    let Measured::Known { value: cost, .. } = &mut fixture.first_of_variant().model_cost else {
        panic!("known");
    };
    cost.currency = Currency::new("EUR");
    let found = fixture.metric(&Metric::ModelCost);
    assert_eq!(value(&found.variant), "mixed_currencies");
    assert_eq!(found.difference, Err(WhyNull::MixedCurrencies));
}

#[test]
fn sides_in_two_currencies_have_no_difference() {
    let mut fixture = Fixture::new(8);
    let half = fixture.attempts.len() / 2;
    for record in &mut fixture.attempts[half..] {
        record.model_cost = known(Money {
            amount: 1.into(),
            currency: Currency::new("EUR"),
        });
    }
    let found = fixture.metric(&Metric::ModelCost);
    assert_eq!(found.difference, Err(WhyNull::MixedCurrencies));
}

#[test]
fn what_nobody_judged_leaves_acceptance_unknown() {
    let mut fixture = Fixture::new(8);
    fixture.first_of_variant().review = None;
    let found = fixture.metric(&Metric::AcceptanceRate);
    assert_eq!(found.difference, Err(WhyNull::NotReviewed));
    assert_eq!(found.variant.at_least[0].value.to_string(), "15");
    let reservations = fixture.compare().unwrap().reservations;
    let [reservation] = reservations.as_slice() else {
        panic!("{reservations:?}");
    };
    assert_eq!(reservation.code, ReservationCode::NotReviewed);
    assert_eq!((reservation.baseline, reservation.variant), (0, 1));
}

#[test]
fn four_tasks_have_a_difference_and_no_interval() {
    let found = Fixture::new(4).metric(&Metric::ModelCost);
    let difference = found.difference.as_ref().unwrap();
    assert_eq!(difference.interval, Err(WhyNull::TooFewTasks));
    assert_eq!(found.verdict(), Verdict::Unknown);
}

#[test]
fn a_percentile_has_no_interval() {
    let found = Fixture::new(8).metric(&Metric::P95Latency);
    assert_eq!(value(&found.baseline), "1002");
    assert_eq!(found.difference.unwrap().interval, Err(WhyNull::Percentile));
}

#[test]
fn reasons_of_both_sides_are_counted() {
    let mut fixture = Fixture::new(8);
    fixture.first_of_variant().stop_reason = Measured::unknown(UnknownReason::AbsentField);
    let comparison = fixture.compare().unwrap();
    let counts: Vec<(Stop, u64, u64)> = comparison
        .stops
        .into_iter()
        .map(|it| (it.what, it.baseline, it.variant))
        .collect();
    assert_eq!(
        counts,
        [
            (Stop::None, 16, 15),
            (Stop::Reason(StopReason::LoopCapped), 8, 8),
            (Stop::Unknown, 0, 1)
        ]
    );
    let rejection = &comparison.rejections[0];
    assert_eq!(rejection.what.as_deref(), Some("nothing delivered"));
    assert_eq!((rejection.baseline, rejection.variant), (8, 8));
}

#[test]
fn tasks_are_paired_in_the_manifests_order() {
    let comparison = Fixture::new(12).compare().unwrap();
    let pair = &comparison.pairs[10];
    assert_eq!(pair.task_id, "t10");
    assert_eq!(value(&pair.baseline.model_cost), "0.36");
    assert_eq!(value(&pair.variant.model_cost), "0.72");
    assert_eq!(value(&pair.variant.accepted), "2");
}

#[test]
fn what_was_never_frozen_is_refused() {
    let mut fixture = Fixture::new(8);
    fixture.digest = None;
    fixture.check_refusal(RefusalCode::NotFrozen, &["e - - - 0"]);
}

#[test]
fn a_change_after_freezing_is_refused() {
    let mut fixture = Fixture::new(8);
    fixture.changes = vec![Mismatch {
        subject: "tasks t1 title".to_owned(),
        ..Mismatch::default()
    }];
    fixture.check_refusal(
        RefusalCode::ChangedAfterFreezing,
        &["tasks t1 title - - - 0"],
    );
}

#[test]
fn another_digest_and_none_are_refused() {
    let mut fixture = Fixture::new(8);
    fixture.attempts[0].manifest_digest = None;
    fixture.first_of_variant().manifest_digest = Some("d2".to_owned());
    fixture.check_refusal(
        RefusalCode::DifferentDigests,
        &[
            "manifestDigest baseline d1 - 1",
            "manifestDigest variant d1 d2 1",
        ],
    );
}

#[test]
fn attempts_that_cannot_be_read_are_refused() {
    let mut fixture = Fixture::new(8);
    fixture.unreadable = vec![Unreadable {
        reason: UnknownReason::ParseError,
        place: Place {
            line: Some(7),
            ..place()
        },
    }];
    fixture.check_refusal(
        RefusalCode::UnreadableAttempts,
        &["a.jsonl:7 - - parse_error 0"],
    );
}

#[test]
fn a_side_without_attempts_is_refused() {
    let mut fixture = Fixture::new(8);
    let half = fixture.attempts.len() / 2;
    fixture.attempts.truncate(half);
    fixture.check_refusal(RefusalCode::NoAttempts, &["hard-8 variant - - 0"]);
}

#[test]
fn attempts_of_another_experiment_do_not_count() {
    let mut fixture = Fixture::new(8);
    let mut stranger = fixture.attempts[0].clone();
    stranger.experiment_id = Some("other".to_owned());
    fixture.attempts.push(stranger);
    let comparison = fixture.compare().unwrap();
    assert_eq!(comparison.others, 1);
    assert_eq!(comparison.pairs[0].baseline.attempts, 3);
}

#[test]
fn a_missing_task_and_a_foreign_one_are_refused() {
    let mut fixture = Fixture::new(8);
    for number in 0..3 {
        fixture.attempts[number].task_id = Some("other".to_owned());
    }
    fixture.check_refusal(
        RefusalCode::DifferentTasks,
        &["t0 baseline 1 0 0", "other baseline - other 3"],
    );
}

#[test]
fn a_second_setting_is_refused() {
    let mut fixture = Fixture::new(8);
    for record in &mut fixture.attempts[24..] {
        record.effective_configuration.as_mut().unwrap().window_size = 40;
    }
    fixture.check_refusal(
        RefusalCode::DifferentSettings,
        &["window_size variant 20 40 24"],
    );
}

#[test]
fn a_change_that_did_not_take_place_is_refused() {
    let mut fixture = Fixture::new(8);
    for record in &mut fixture.attempts[24..] {
        record.effective_configuration.as_mut().unwrap().hard_limit = 5;
    }
    fixture.check_refusal(
        RefusalCode::DifferentSettings,
        &["hard_limit variant 8 5 24"],
    );
}

#[test]
fn another_model_is_refused() {
    let mut fixture = Fixture::new(8);
    fixture.first_of_variant().model = Some("n".to_owned());
    fixture.check_refusal(RefusalCode::DifferentModels, &["model variant m n 1"]);
}

#[test]
fn another_source_revision_is_refused() {
    let mut fixture = Fixture::new(8);
    fixture.attempts[3].source_revision = Some("x".to_owned());
    fixture.check_refusal(
        RefusalCode::DifferentSourceRevisions,
        &["sourceRevision baseline rev x 1"],
    );
}

#[test]
fn another_concurrency_is_refused() {
    let mut fixture = Fixture::new(8);
    fixture.attempts[3].concurrency = Some(9);
    fixture.check_refusal(
        RefusalCode::DifferentConcurrency,
        &["concurrency baseline 2 9 1"],
    );
}

#[test]
fn another_detector_is_refused() {
    let mut fixture = Fixture::new(8);
    fixture.attempts[3].detector_revision = Some("2026-09-16".to_owned());
    fixture.check_refusal(
        RefusalCode::DifferentDetectors,
        &["detectorRevision baseline 2026-09-08 2026-09-16 1"],
    );
}

#[test]
fn what_was_not_recorded_is_a_reservation() {
    let mut fixture = Fixture::new(8);
    fixture.attempts[0].model = None;
    fixture.attempts[1].source_revision = None;
    fixture.attempts.remove(2);
    let comparison = fixture.compare().unwrap();
    let found: Vec<_> = comparison
        .reservations
        .iter()
        .map(|it| (it.code.code(), it.baseline, it.variant))
        .collect();
    assert_eq!(
        found,
        [
            ("uneven_attempts", 0, 1),
            ("model_not_recorded", 1, 0),
            ("source_revision_not_recorded", 1, 0)
        ]
    );
}
