use super::*;

/// Figures of another implementation; `tests/bootstrap/make.py` writes them.
const FIGURES: &str = include_str!("../../../tests/bootstrap/figures.json");

fn pair([a, b, c, d]: [f64; 4]) -> Pair {
    Pair {
        baseline: Part {
            numerator: a,
            denominator: b,
        },
        variant: Part {
            numerator: c,
            denominator: d,
        },
    }
}

fn interval(
    statistic: Statistic,
    terms: &[[f64; 4]],
    resampling: Resampling,
    tail: f64,
) -> Result<Interval, NoInterval> {
    let pairs = terms.iter().copied().map(pair).collect();
    *intervals(&[(statistic, pairs)], resampling, tail)
        .first()
        .unwrap()
}

struct Case {
    name: String,
    statistic: Statistic,
    terms: Vec<[f64; 4]>,
    percentile: [f64; 2],
    expanded: [f64; 2],
    error: f64,
}

fn cases() -> Vec<Case> {
    let figures: serde_json::Value = serde_json::from_str(FIGURES).unwrap();
    let ends =
        |value: &serde_json::Value| -> [f64; 2] { serde_json::from_value(value.clone()).unwrap() };
    figures["cases"]
        .as_array()
        .unwrap()
        .iter()
        .map(|case| Case {
            name: format!("{} {}", case["kind"], case["tasks"]),
            statistic: if case["kind"] == "total" {
                Statistic::Total
            } else {
                Statistic::Ratio
            },
            terms: serde_json::from_value(case["terms"].clone()).unwrap(),
            percentile: ends(&case["percentile"]),
            expanded: ends(&case["expanded"]),
            error: case["standardError"].as_f64().unwrap(),
        })
        .collect()
}

/// The two ends lie within Monte Carlo error of the expected ones: a tenth of the standard error is
/// more than three times the error of such a quantile of 100,000 resamples, except where the
/// statistic takes few values; then the next value is allowed.
fn check_near(case: &Case, tail: f64, expected: [f64; 2]) {
    let resampling = Resampling {
        resamples: 50_000,
        ..Resampling::default()
    };
    let found = interval(case.statistic, &case.terms, resampling, tail).unwrap();
    for (found, expected) in [(found.low, expected[0]), (found.high, expected[1])] {
        assert!(
            (found - expected).abs() <= 0.1 * case.error,
            "{}: {found} is not near {expected} (standard error {})",
            case.name,
            case.error
        );
    }
}

#[test]
fn the_plain_percentile_interval_is_scipys() {
    for case in cases() {
        check_near(&case, 0.025, case.percentile);
    }
}

#[test]
fn the_expanded_percentile_interval_is_scipys_at_its_level() {
    for case in cases() {
        check_near(&case, tail(case.terms.len()), case.expanded);
    }
}

#[test]
fn the_generator_is_pcg32() {
    // The first numbers of the reference implementation's demonstration (pcg32-demo, seed 42,
    // stream 54).
    let mut random = Pcg32::new(42, 54);
    let first: Vec<u32> = (0..6).map(|_| random.next_u32()).collect();
    assert_eq!(
        first,
        [
            0xa15c_02b7,
            0x7b47_f409,
            0xba1d_3330,
            0x83d2_f293,
            0xbfa4_784b,
            0xcbed_606e
        ]
    );
}

#[test]
fn every_task_is_drawn_equally_often() {
    let mut random = Pcg32::new(1, 1);
    let mut counts = [0_i64; 7];
    for _ in 0..70_000 {
        counts[below(&mut random, 7)] += 1;
    }
    // Chi-squared with 6 degrees of freedom is above 22.46 once in a thousand times.
    let chi: i64 = counts.iter().map(|count| (count - 10_000).pow(2)).sum();
    assert!(chi < 224_600, "{counts:?}");
}

#[test]
fn another_implementation_finds_the_same_bits() {
    let figures: serde_json::Value = serde_json::from_str(FIGURES).unwrap();
    let terms: Vec<[f64; 4]> = serde_json::from_value(figures["exact"]["terms"].clone()).unwrap();
    let found = interval(
        Statistic::Ratio,
        &terms,
        Resampling::default(),
        tail(terms.len()),
    )
    .unwrap();
    let bits = [found.low, found.high].map(|end| format!("{:016x}", end.to_bits()));
    assert_eq!(serde_json::json!(bits), figures["exact"]["bits"]);
}

#[test]
fn fewer_tasks_than_five_have_no_interval() {
    let check = |tasks: usize, expected: bool| {
        let terms = vec![[1.0, 1.0, 2.0, 1.0]; tasks];
        let found = interval(Statistic::Total, &terms, Resampling::default(), 0.01);
        assert_eq!(found.is_ok(), expected, "{tasks} tasks: {found:?}");
    };
    check(0, false);
    check(4, false);
    check(5, true);
}

#[test]
fn tails_approach_their_limit() {
    assert!((tail(5) - 0.000_954).abs() < 1e-6);
    assert!((tail(100) - 0.023_064).abs() < 1e-6);
    // Φ(−√(150/149)·t) for 149 degrees of freedom is 0.023702.
    assert!((tail(150) - 0.023_702).abs() < 1e-5, "{}", tail(150));
    assert!(tail(1_000_000) < 0.025);
    assert!(tail(1_000_000) > 0.024_99);
    let tails: Vec<f64> = (5..2_000).map(tail).collect();
    assert!(tails.is_sorted());
}

#[test]
fn resamples_without_a_denominator_are_counted() {
    // One task of twelve has the baseline's only accepted artifacts: about a third of the resamples
    // lack it, which is more than a tail.
    let mut terms = vec![[1.0, 0.0, 1.0, 1.0]; 12];
    terms[0] = [1.0, 2.0, 1.0, 1.0];
    let found = interval(Statistic::Ratio, &terms, Resampling::default(), 0.0125);
    let Err(NoInterval::NothingToDivideBy { undefined }) = found else {
        panic!("{found:?}");
    };
    assert!((3_300..3_750).contains(&undefined), "{undefined}");
}

#[test]
fn a_few_resamples_without_a_denominator_widen_the_interval() {
    // Five tasks of twelve have what the baseline is divided by: (7/12)^12 is 0.15 %.
    let mut terms = vec![[1.0, 0.0, 1.0, 1.0]; 12];
    for (term, n) in terms.iter_mut().zip([1.0, 1.0, 2.0, 2.0, 3.0]) {
        *term = [1.0, n, 1.0, 1.0];
    }
    let found = interval(Statistic::Ratio, &terms, Resampling::default(), 0.0125).unwrap();
    assert!((5..30).contains(&found.undefined), "{found:?}");
    assert!(found.low < found.high);
}

/// How often an interval covers the true difference, of so many simulated experiments.
fn coverage(statistic: Statistic, tasks: usize, truth: f64, tail: f64) -> (u32, u32) {
    const EXPERIMENTS: u32 = 1_000;
    let mut random = Pcg32::new(7, 11);
    let mut covered = 0;
    for experiment in 0..EXPERIMENTS {
        let terms: Vec<[f64; 4]> = (0..tasks).map(|_| task(&mut random)).collect();
        let resampling = Resampling {
            seed: u64::from(experiment),
            resamples: 1_000,
        };
        if let Ok(found) = interval(statistic, &terms, resampling, tail) {
            covered += u32::from(found.low <= truth && truth <= found.high);
        }
    }
    (covered, EXPERIMENTS)
}

/// A task of the simulation: three attempts on each side, whose chance of acceptance and whose cost
/// depend on how hard the task is. Costs are skewed to the right.
fn task(random: &mut Pcg32) -> [f64; 4] {
    let mut uniform = || (f64::from(random.next_u32()) + 0.5) / 4_294_967_296.0;
    let hardness = uniform();
    let mut side = |ease: f64, price: f64| {
        let mut cost = 0.0;
        let mut accepted = 0.0;
        for _ in 0..3 {
            // A square is skewed without a function that differs between platforms.
            let draw = uniform();
            cost += price * (0.5 + hardness) * (0.5 + 1.5 * draw * draw);
            accepted += f64::from(u8::from(uniform() < ease * (1.0 - 0.5 * hardness)));
        }
        [cost, accepted]
    };
    let [a, b] = side(0.9, 1.0);
    let [c, d] = side(0.8, 1.2);
    [a, b, c, d]
}

/// The expected cost of an attempt is price · E(0.5 + h) · E(0.5 + 1.5u²) = price; the expected
/// share that is accepted is ease · 0.75.
const COST_PER_ACCEPTED: f64 = 1.2 / (0.8 * 0.75) - 1.0 / (0.9 * 0.75);

/// The difference in the cost of a task's three attempts, per task.
const COST_PER_TASK: f64 = 3.0 * (1.2 - 1.0);

/// 95 % of 1,000 is 950 ± 4 · 6.9 by the binomial error of the simulation.
fn check_coverage(statistic: Statistic, tasks: usize, truth: f64) {
    let (covered, of) = coverage(statistic, tasks, truth, tail(tasks));
    let rate = f64::from(covered) / f64::from(of);
    println!("{statistic:?} over {tasks} tasks: {covered} of {of}");
    assert!(
        (0.95 - rate).abs() <= 4.0 * (0.95 * 0.05 / f64::from(of)).sqrt(),
        "{statistic:?} over {tasks} tasks covers {covered} of {of}"
    );
}

#[test]
fn a_ratio_over_twelve_tasks_is_covered_at_about_the_nominal_rate() {
    check_coverage(Statistic::Ratio, 12, COST_PER_ACCEPTED);
}

#[test]
fn a_ratio_over_thirty_tasks_is_covered_at_about_the_nominal_rate() {
    check_coverage(Statistic::Ratio, 30, COST_PER_ACCEPTED);
}

#[test]
fn a_total_over_twelve_tasks_is_covered_at_about_the_nominal_rate() {
    check_coverage(Statistic::Total, 12, 12.0 * COST_PER_TASK);
}

#[test]
fn a_total_over_thirty_tasks_is_covered_at_about_the_nominal_rate() {
    check_coverage(Statistic::Total, 30, 30.0 * COST_PER_TASK);
}

#[test]
fn the_plain_interval_would_cover_too_little() {
    // Why the expanded one is used: over twelve tasks the plain one misses its rate.
    let (covered, of) = coverage(Statistic::Ratio, 12, COST_PER_ACCEPTED, 0.025);
    println!("plain: {covered} of {of}");
    assert!(covered < 940, "{covered} of {of}");
}
