//! The 95th percentile of latencies, by nearest rank.
//!
//! The method is definition 1 of Hyndman and Fan, "Sample Quantiles in Statistical Packages",
//! The American Statistician 50(4), 1996, pages 361 to 365: the inverse of the empirical
//! distribution function. Of n samples in ascending order it is number ⌈0.95 n⌉, so that it is
//! always a sample and nothing is interpolated. Below 20 samples that is the last one, the maximum.

use crate::sum::Unknowns;
use loopledger_model::{Measured, Origin, Place, UnknownReason};
use rust_decimal::Decimal;
use std::collections::BTreeMap;

/// The latencies of attempts, in milliseconds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Latencies {
    samples: BTreeMap<Decimal, Sample>,
    count: u64,
    unknown: BTreeMap<UnknownReason, Unknowns>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Sample {
    count: u64,
    first: Place,
}

impl Latencies {
    /// The number of samples from which on the 95th percentile may differ from the maximum.
    pub const ENOUGH: u64 = 20;

    /// Adds an attempt's latency; an unknown one is counted, and is no sample.
    pub fn add(&mut self, latency: &Measured<Decimal>) {
        match latency {
            Measured::Known { value, origin } => {
                self.count += 1;
                // Equal latencies may differ in trailing zeros, and which of them stays must not
                // depend on the order of the attempts.
                self.keep(value.normalize(), 1, origin.place());
            }
            Measured::Unknown { reason, place } => {
                self.lack(*reason, 1, place.as_ref());
            }
        }
    }

    /// Adds the samples of another set.
    pub fn merge(&mut self, other: &Self) {
        let Self {
            samples,
            count,
            unknown,
        } = other;
        self.count += count;
        for (value, sample) in samples {
            self.keep(*value, sample.count, &sample.first);
        }
        for (reason, unknowns) in unknown {
            self.lack(*reason, unknowns.count, unknowns.first.as_ref());
        }
    }

    /// The 95th percentile, with the place of its first sample; unknown without samples.
    pub fn p95(&self) -> Measured<Decimal> {
        let rank = (u128::from(self.count) * 95).div_ceil(100);
        let mut below = 0_u128;
        for (value, sample) in &self.samples {
            below += u128::from(sample.count);
            if below >= rank {
                return Measured::Known {
                    value: *value,
                    origin: Origin::Derived(sample.first.clone()),
                };
            }
        }
        Measured::unknown(if self.unknown.is_empty() {
            UnknownReason::NotRun
        } else {
            UnknownReason::NoSamples
        })
    }

    /// The number of samples.
    pub fn samples(&self) -> u64 {
        self.count
    }

    /// The number of attempts without a latency.
    pub fn unmeasured(&self) -> u64 {
        self.unknown.values().map(|unknowns| unknowns.count).sum()
    }

    /// The attempts without a latency, by reason.
    pub fn unknown(&self) -> &BTreeMap<UnknownReason, Unknowns> {
        &self.unknown
    }

    /// Whether the 95th percentile is the maximum because there are fewer than 20 samples.
    pub fn is_p95_maximum(&self) -> bool {
        (1..Self::ENOUGH).contains(&self.count)
    }

    fn keep(&mut self, value: Decimal, count: u64, place: &Place) {
        let sample = self.samples.entry(value).or_insert_with(|| Sample {
            count: 0,
            first: place.clone(),
        });
        sample.count += count;
        if *place < sample.first {
            sample.first = place.clone();
        }
    }

    fn lack(&mut self, reason: UnknownReason, count: u64, place: Option<&Place>) {
        let unknowns = self.unknown.entry(reason).or_default();
        unknowns.count += count;
        if let Some(place) = place
            && unknowns.first.as_ref().is_none_or(|first| place < first)
        {
            unknowns.first = Some(place.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn known(millis: i64) -> Measured<Decimal> {
        Measured::reported(Decimal::from(millis), Place::file("a".into()))
    }

    fn latencies(millis: impl IntoIterator<Item = i64>) -> Latencies {
        let mut latencies = Latencies::default();
        for millis in millis {
            latencies.add(&known(millis));
        }
        latencies
    }

    fn check(millis: impl IntoIterator<Item = i64>, expected: i64, is_maximum: bool) {
        let latencies = latencies(millis);
        assert_eq!(latencies.p95().value(), Some(&Decimal::from(expected)));
        assert_eq!(latencies.is_p95_maximum(), is_maximum);
    }

    #[test]
    fn nearest_rank() {
        check([1200], 1200, true);
        check(1..=19, 19, true);
        check(1..=20, 19, false);
        check(1..=21, 20, false);
        check(1..=100, 95, false);
        check(1..=101, 96, false);
    }

    #[test]
    fn no_samples_no_percentile() {
        let mut latencies = Latencies::default();
        assert_eq!(latencies.p95().reason(), Some(UnknownReason::NotRun));
        latencies.add(&Measured::unknown(UnknownReason::NullField));
        assert_eq!(latencies.p95().reason(), Some(UnknownReason::NoSamples));
        assert_eq!((latencies.samples(), latencies.unmeasured()), (0, 1));
        assert!(!latencies.is_p95_maximum());
    }

    proptest! {
        #[test]
        fn agrees_with_the_definition(millis in prop::collection::vec(0_i64..50, 1..200)) {
            // The smallest sample that at least 95 % of the samples do not exceed.
            let naive = millis.iter().copied().filter(|candidate| {
                let at_most = millis.iter().filter(|it| *it <= candidate).count();
                at_most * 100 >= millis.len() * 95
            }).min().unwrap();
            prop_assert_eq!(latencies(millis).p95().value().copied(), Some(Decimal::from(naive)));
        }

        #[test]
        fn merges_in_any_order(a in prop::collection::vec(0_i64..50, 0..30), b in prop::collection::vec(0_i64..50, 0..30)) {
            let mut ab = latencies(a.clone());
            ab.merge(&latencies(b.clone()));
            let mut ba = latencies(b.clone());
            ba.merge(&latencies(a.clone()));
            prop_assert_eq!(&ab, &ba);
            prop_assert_eq!(&ab, &latencies([a, b].concat()));
        }
    }
}
