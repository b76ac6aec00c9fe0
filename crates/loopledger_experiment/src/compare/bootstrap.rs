//! Intervals by the paired bootstrap over tasks.
//!
//! A resample draws as many tasks as there are, with replacement, and takes both sides of each
//! (Efron & Tibshirani, *An Introduction to the Bootstrap*, 1993, chapters 8 and 13). The interval is
//! the expanded percentile interval (Hesterberg, *What Teachers Should Know About the Bootstrap*,
//! The American Statistician 69(4), 2015, section 5.3): the plain one is too narrow for few tasks.
//!
//! Nothing but `+ - * /` and comparisons of doubles, in a fixed order, on numbers of a fixed
//! generator, so that every platform finds the same bits.

use super::tails::{FAR, FIRST, TAILS};
use rand_pcg::Pcg32;
use rand_pcg::rand_core::Rng as _;

/// The fewest tasks for which there is an interval.
pub const MIN_TASKS: usize = FIRST;

/// What is resampled, and how often.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Resampling {
    /// The generator's start (PCG XSH RR 64/32 on stream [`STREAM`](Self::STREAM)).
    pub seed: u64,
    /// How many resamples are drawn.
    pub resamples: u32,
}

impl Resampling {
    /// The generator's stream.
    pub const STREAM: u64 = 1;
}

impl Default for Resampling {
    /// 10,000 resamples from a seed that was chosen once, before there was a result.
    fn default() -> Self {
        Self {
            seed: 20_261_201,
            resamples: 10_000,
        }
    }
}

/// What one task adds to both sides of a statistic.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Pair {
    /// Of the baseline.
    pub baseline: Part,
    /// Of the variant.
    pub variant: Part,
}

/// A numerator and a denominator.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Part {
    /// What is added up.
    pub numerator: f64,
    /// What it is divided by; not used by a total.
    pub denominator: f64,
}

/// What is taken of the sums of both sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Statistic {
    /// Variant's numerator less baseline's.
    Total,
    /// Variant's quotient less baseline's.
    Ratio,
}

/// An interval for a difference.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
    /// Resamples in which a side had nothing to divide by.
    pub undefined: u32,
}

/// Why there is no interval.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoInterval {
    /// There are fewer tasks than [`MIN_TASKS`].
    TooFewTasks,
    /// So many resamples had nothing to divide by that an end of the interval is none.
    NothingToDivideBy {
        /// How many they were.
        undefined: u32,
    },
}

/// The tail probability on either side, for a 95 % interval over so many tasks.
pub fn tail(tasks: usize) -> f64 {
    if let Some(tail) = tasks.checked_sub(FIRST).and_then(|at| TAILS.get(at)) {
        return *tail;
    }
    let inverse = 1.0 / double(tasks);
    let ends = FAR.iter().map(|&(n, tail)| (1.0 / n, tail));
    let ends = ends.chain([(0.0, 0.025)]);
    let (mut from, mut found) = ((1.0, 0.0), 0.0);
    for end in ends {
        if end.0 <= inverse {
            found = end.1 + (from.1 - end.1) * (inverse - end.0) / (from.0 - end.0);
            break;
        }
        from = end;
    }
    found
}

/// The intervals of several statistics over the same tasks, at this tail probability on either side.
/// All share their resamples.
pub fn intervals(
    series: &[(Statistic, Vec<Pair>)],
    resampling: Resampling,
    tail: f64,
) -> Vec<Result<Interval, NoInterval>> {
    let tasks = series.first().map_or(0, |(_, pairs)| pairs.len());
    if tasks < MIN_TASKS {
        return series
            .iter()
            .map(|_| Err(NoInterval::TooFewTasks))
            .collect();
    }
    let mut random = Pcg32::new(resampling.seed, Resampling::STREAM);
    let mut drawn = vec![0; tasks];
    let mut replicates: Vec<Replicates> = series.iter().map(|_| Replicates::default()).collect();
    for _ in 0..resampling.resamples {
        for task in &mut drawn {
            *task = below(&mut random, tasks);
        }
        for ((statistic, pairs), replicates) in series.iter().zip(&mut replicates) {
            replicates.add(*statistic, sum(pairs, &drawn));
        }
    }
    replicates
        .into_iter()
        .map(|replicates| replicates.interval(tail))
        .collect()
}

/// A number below a bound, each equally likely (Lemire, *Fast random integer generation in an
/// interval*, 2019).
fn below(random: &mut Pcg32, bound: usize) -> usize {
    // More tasks than 2^32 - 1 are in no manifest.
    let bound = u32::try_from(bound).unwrap_or(u32::MAX);
    let floor = bound.wrapping_neg() % bound;
    loop {
        let product = u64::from(random.next_u32()) * u64::from(bound);
        // The low half decides whether the draw counts, the high half is below the bound.
        if product & u64::from(u32::MAX) >= u64::from(floor) {
            return usize::try_from(product >> 32).unwrap_or_default();
        }
    }
}

fn sum(pairs: &[Pair], drawn: &[usize]) -> Pair {
    let mut total = Pair::default();
    for pair in drawn.iter().filter_map(|&task| pairs.get(task)) {
        total.baseline.numerator += pair.baseline.numerator;
        total.baseline.denominator += pair.baseline.denominator;
        total.variant.numerator += pair.variant.numerator;
        total.variant.denominator += pair.variant.denominator;
    }
    total
}

/// The statistic in every resample.
#[derive(Debug, Default)]
struct Replicates {
    finite: Vec<f64>,
    /// Resamples whose baseline has nothing to divide by: the difference has no lower bound.
    below: u32,
    /// Resamples whose variant has nothing to divide by: the difference has no upper bound.
    above: u32,
    /// Resamples in which neither has: they may lie on either side.
    anywhere: u32,
}

impl Replicates {
    fn add(&mut self, statistic: Statistic, total: Pair) {
        let Pair { baseline, variant } = total;
        match statistic {
            // Adding 0 makes one zero of two.
            Statistic::Total => self
                .finite
                .push(variant.numerator - baseline.numerator + 0.0),
            Statistic::Ratio => match (baseline.denominator > 0.0, variant.denominator > 0.0) {
                (true, true) => self.finite.push(
                    variant.numerator / variant.denominator
                        - baseline.numerator / baseline.denominator
                        + 0.0,
                ),
                (false, true) => self.below += 1,
                (true, false) => self.above += 1,
                (false, false) => self.anywhere += 1,
            },
        }
    }

    fn interval(mut self, tail: f64) -> Result<Interval, NoInterval> {
        self.finite.sort_unstable_by(f64::total_cmp);
        let undefined = self.below + self.above + self.anywhere;
        let all = self.finite.len() + size(undefined);
        // What may lie anywhere lies where it widens the interval: below its lower end and above
        // its upper end.
        let low = self.quantile(all, tail, self.below + self.anywhere);
        let high = self.quantile(all, 1.0 - tail, self.below);
        match (low, high) {
            (Some(low), Some(high)) => Ok(Interval {
                low,
                high,
                undefined,
            }),
            _ => Err(NoInterval::NothingToDivideBy { undefined }),
        }
    }

    /// The quantile of all resamples, linear between order statistics (Hyndman & Fan's type 7, as
    /// R has it), where so many of them lie below every finite one.
    fn quantile(&self, all: usize, probability: f64, below: u32) -> Option<f64> {
        let position = double(all - 1) * probability;
        let whole = position.floor();
        let share = position - whole;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a whole number from 0 to the number of resamples, which are at most 2^32"
        )]
        let at = (whole as usize).checked_sub(size(below))?;
        let low = *self.finite.get(at)?;
        if share <= 0.0 {
            return Some(low);
        }
        let high = *self.finite.get(at + 1)?;
        Some(low + (high - low) * share)
    }
}

fn size(count: u32) -> usize {
    // Every platform that this is built for has at least 32 bits.
    usize::try_from(count).unwrap_or(usize::MAX)
}

fn double(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests;
