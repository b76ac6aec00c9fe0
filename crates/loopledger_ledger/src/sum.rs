//! Sums that know what is missing from them.
//!
//! A sum is known only if every term is. Otherwise it is unknown, and beside it stand the known
//! part, how many of how many terms were measured, and where the first of each kind is missing.
//! Every sum merges with another one, in any order and grouping, to the same result.

use crate::exact::Exact;
use loopledger_model::{Currency, Measured, Money, Origin, Place, UnknownReason};
use rust_decimal::Decimal;
use std::collections::BTreeMap;

/// How many terms a sum has, how many of them were measured, and why the others were not.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally {
    terms: u64,
    priced: u64,
    first: Option<Origin>,
    first_priced: Option<Origin>,
    unknown: BTreeMap<UnknownReason, Unknowns>,
}

/// The unknown terms of a sum that share a reason.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Unknowns {
    /// How many there are.
    pub count: u64,
    /// Where the first of them should have stood, by [`Place`]'s own order; `None` where no term
    /// has a place.
    pub first: Option<Place>,
}

impl Tally {
    /// The number of terms, measured or not.
    pub fn terms(&self) -> u64 {
        self.terms
    }

    /// The number of terms that were measured.
    pub fn measured(&self) -> u64 {
        self.terms - self.unmeasured()
    }

    /// The number of terms that were not measured.
    pub fn unmeasured(&self) -> u64 {
        self.unknown.values().map(|unknowns| unknowns.count).sum()
    }

    /// The number of measured terms that were not reported but priced from the user's table.
    pub fn priced(&self) -> u64 {
        self.priced
    }

    /// The unknown terms by reason.
    pub fn unknown(&self) -> &BTreeMap<UnknownReason, Unknowns> {
        &self.unknown
    }

    fn add<T>(&mut self, term: &Measured<T>) {
        self.terms += 1;
        match term {
            Measured::Known { origin, .. } => {
                if matches!(origin, Origin::Priced { .. }) {
                    self.priced += 1;
                    keep_first_origin(&mut self.first_priced, Some(origin));
                }
                keep_first_origin(&mut self.first, Some(origin));
            }
            Measured::Unknown { reason, place } => {
                let unknowns = self.unknown.entry(*reason).or_default();
                unknowns.count += 1;
                keep_first_place(&mut unknowns.first, place.as_ref());
            }
        }
    }

    fn merge(&mut self, other: &Self) {
        let Self {
            terms,
            priced,
            first,
            first_priced,
            unknown,
        } = other;
        self.terms += terms;
        self.priced += priced;
        keep_first_origin(&mut self.first, first.as_ref());
        keep_first_origin(&mut self.first_priced, first_priced.as_ref());
        for (reason, theirs) in unknown {
            let ours = self.unknown.entry(*reason).or_default();
            ours.count += theirs.count;
            keep_first_place(&mut ours.first, theirs.first.as_ref());
        }
    }

    /// The total, or why there is none. `value` is `None` where the known terms do not add up to
    /// one value: they differ in currency, or the sum is too large.
    fn total<T>(&self, value: Option<T>) -> Measured<T> {
        let mut reasons = self.unknown.keys().copied();
        let place = || {
            let places = self.unknown.values().filter_map(|it| it.first.as_ref());
            places.min().cloned()
        };
        let reason = match (reasons.next(), reasons.next(), &value) {
            _ if self.terms == 0 => UnknownReason::NotRun,
            (None, ..) => {
                // Every term is known, so that there is a first one.
                let Some(origin) = self.origin() else {
                    return Measured::unknown(UnknownReason::NotRun);
                };
                return match value {
                    Some(value) => Measured::Known { value, origin },
                    None => Measured::unknown_at(UnknownReason::Ambiguous, origin.place().clone()),
                };
            }
            (Some(reason), None, Some(_)) => reason,
            (Some(UnknownReason::Ambiguous), None, None) => UnknownReason::Ambiguous,
            (Some(_), ..) => UnknownReason::PartUnknown,
        };
        Measured::Unknown {
            reason,
            place: place(),
        }
    }

    /// A single term keeps its own origin; a sum with a priced term is priced.
    fn origin(&self) -> Option<Origin> {
        let first = self.first.as_ref()?;
        Some(if self.terms == 1 {
            first.clone()
        } else if let Some(priced) = &self.first_priced {
            priced.clone()
        } else {
            Origin::Derived(first.place().clone())
        })
    }
}

fn keep_first_origin(kept: &mut Option<Origin>, other: Option<&Origin>) {
    if let Some(other) = other
        && kept
            .as_ref()
            .is_none_or(|kept| (other.place(), other) < (kept.place(), kept))
    {
        *kept = Some(other.clone());
    }
}

fn keep_first_place(kept: &mut Option<Place>, other: Option<&Place>) {
    if let Some(other) = other
        && kept.as_ref().is_none_or(|kept| other < kept)
    {
        *kept = Some(other.clone());
    }
}

/// A sum of counts: tokens or tool calls.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CountSum {
    tally: Tally,
    /// 2^64 terms of 64 bits fit 128 bits.
    known: u128,
    partial: u128,
}

impl CountSum {
    /// Adds a term.
    pub fn add(&mut self, term: &Measured<u64>) {
        self.add_at_least(term, None);
    }

    /// Adds a term of which a part may be known although the whole is not.
    pub fn add_at_least(&mut self, term: &Measured<u64>, at_least: Option<u64>) {
        self.tally.add(term);
        match (term.value(), at_least) {
            (Some(value), _) => self.known += u128::from(*value),
            (None, Some(part)) => self.partial += u128::from(part),
            (None, None) => {}
        }
    }

    /// Adds the terms of another sum.
    pub fn merge(&mut self, other: &Self) {
        let Self {
            tally,
            known,
            partial,
        } = other;
        self.tally.merge(tally);
        self.known += known;
        self.partial += partial;
    }

    /// The total: known if there are terms, every one of them is known, and it fits 64 bits.
    pub fn total(&self) -> Measured<u64> {
        self.tally.total(u64::try_from(self.known).ok())
    }

    /// What the measured terms come to; `None` where nothing was measured or it does not fit.
    pub fn known_part(&self) -> Option<u64> {
        if self.tally.measured() == 0 {
            return None;
        }
        u64::try_from(self.known).ok()
    }

    /// The least that the total can be: the measured terms and the measured parts of the others;
    /// `None` where nothing was measured or it does not fit.
    pub fn at_least(&self) -> Option<u64> {
        if self.tally.measured() == 0 && self.partial == 0 {
            return None;
        }
        u64::try_from(self.known + self.partial).ok()
    }

    /// How much was measured, and why the rest was not.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }
}

/// A sum of exact decimals of one unit, such as seconds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DecimalSum {
    tally: Tally,
    known: Exact,
}

impl DecimalSum {
    /// Adds a term.
    pub fn add(&mut self, term: &Measured<Decimal>) {
        self.tally.add(term);
        if let Some(value) = term.value() {
            self.known.add(&Exact::new(*value));
        }
    }

    /// Adds the terms of another sum.
    pub fn merge(&mut self, other: &Self) {
        self.tally.merge(&other.tally);
        self.known.add(&other.known);
    }

    /// The total: known if there are terms, every one of them is known, and a decimal can hold it.
    pub fn total(&self) -> Measured<Decimal> {
        self.tally.total(self.known.to_decimal())
    }

    /// What the measured terms come to, the least that the total can be; `None` where nothing was
    /// measured or a decimal cannot hold it.
    pub fn known_part(&self) -> Option<Decimal> {
        if self.tally.measured() == 0 {
            return None;
        }
        self.known.to_decimal()
    }

    /// How much was measured, and why the rest was not.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }
}

/// A sum of amounts of money, one subtotal for each currency.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MoneySum {
    tally: Tally,
    known: BTreeMap<Currency, Exact>,
    partial: BTreeMap<Currency, Exact>,
    possible_credits: u64,
}

impl MoneySum {
    /// Adds a term.
    pub fn add(&mut self, term: &Measured<Money>) {
        self.add_at_least(term, &[]);
    }

    /// Adds a term of which a part may be known although the whole is not, one amount for each
    /// currency.
    pub fn add_at_least(&mut self, term: &Measured<Money>, at_least: &[Money]) {
        self.tally.add(term);
        if let Some(money) = term.value() {
            add_money(&mut self.known, money);
        } else {
            for money in at_least {
                add_money(&mut self.partial, money);
            }
        }
    }

    /// Adds a term of a record that declares a credit. Where its amount is unknown it may be
    /// negative, and the sum has no lower bound any more.
    pub fn add_credit(&mut self, term: &Measured<Money>) {
        self.add(term);
        self.possible_credits += u64::from(!term.is_known());
    }

    /// Adds the terms of another sum.
    pub fn merge(&mut self, other: &Self) {
        let Self {
            tally,
            known,
            partial,
            possible_credits,
        } = other;
        self.tally.merge(tally);
        merge_subtotals(&mut self.known, known);
        merge_subtotals(&mut self.partial, partial);
        self.possible_credits += possible_credits;
    }

    /// The total: known if there are terms, every one of them is known, all are in one currency,
    /// and a decimal can hold it.
    pub fn total(&self) -> Measured<Money> {
        let mut subtotals = self.known.iter();
        let value = match (subtotals.next(), subtotals.next()) {
            (Some(subtotal), None) => to_money(subtotal),
            (Some(_), Some(_)) => None,
            // There is nothing to add up, which the tally knows; the value is not used.
            (None, _) => Some(Money {
                amount: Decimal::ZERO,
                currency: Currency::unstated(),
            }),
        };
        self.tally.total(value)
    }

    /// What the measured terms come to, by currency; a subtotal that no decimal can hold is left
    /// out.
    pub fn known_part(&self) -> Vec<Money> {
        self.known.iter().filter_map(to_money).collect()
    }

    /// The least that the total can be, by currency: the measured terms and the measured parts of
    /// the others. Empty where nothing was measured, and where an unknown term may be a credit.
    pub fn at_least(&self) -> Vec<Money> {
        if self.possible_credits > 0 {
            return Vec::new();
        }
        let mut subtotals = self.known.clone();
        merge_subtotals(&mut subtotals, &self.partial);
        subtotals.iter().filter_map(to_money).collect()
    }

    /// How much was measured, and why the rest was not.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }
}

fn add_money(subtotals: &mut BTreeMap<Currency, Exact>, money: &Money) {
    let term = Exact::new(money.amount);
    if let Some(subtotal) = subtotals.get_mut(&money.currency) {
        subtotal.add(&term);
    } else {
        subtotals.insert(money.currency.clone(), term);
    }
}

fn merge_subtotals(ours: &mut BTreeMap<Currency, Exact>, theirs: &BTreeMap<Currency, Exact>) {
    for (currency, subtotal) in theirs {
        ours.entry(currency.clone()).or_default().add(subtotal);
    }
}

fn to_money((currency, subtotal): (&Currency, &Exact)) -> Option<Money> {
    Some(Money {
        amount: subtotal.to_decimal()?,
        currency: currency.clone(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn place(line: u64) -> Place {
        Place {
            line: Some(line),
            ..Place::file("a.jsonl".into())
        }
    }

    fn money(amount: &str, currency: &str) -> Money {
        Money {
            amount: amount.parse().unwrap(),
            currency: Currency::new(currency),
        }
    }

    fn sum(terms: &[Measured<Money>]) -> MoneySum {
        let mut sum = MoneySum::default();
        for term in terms {
            sum.add(term);
        }
        sum
    }

    fn known(amount: &str, currency: &str, line: u64) -> Measured<Money> {
        Measured::reported(money(amount, currency), place(line))
    }

    fn check_reason(terms: &[Measured<Money>], expected: UnknownReason) {
        assert_eq!(sum(terms).total().reason(), Some(expected));
    }

    #[test]
    fn a_sum_over_nothing_was_not_run() {
        check_reason(&[], UnknownReason::NotRun);
        assert_eq!(
            CountSum::default().total().reason(),
            Some(UnknownReason::NotRun)
        );
        assert_eq!(CountSum::default().known_part(), None);
        assert!(sum(&[]).at_least().is_empty());
    }

    #[test]
    fn a_total_of_known_terms_is_known_to_the_digit() {
        let total = sum(&[known("0.10", "USD", 2), known("0.2", "USD", 1)]).total();
        assert_eq!(total, Measured::derived(money("0.30", "USD"), place(1)));
        assert_eq!(total.value().unwrap().amount.to_string(), "0.30");
    }

    #[test]
    fn a_known_zero_is_known() {
        assert_eq!(sum(&[known("0", "USD", 1)]).total(), known("0", "USD", 1));
    }

    #[test]
    fn unknown_terms_leave_a_known_part() {
        let sum = sum(&[
            known("3.0", "USD", 1),
            Measured::unknown_at(UnknownReason::NullField, place(9)),
            Measured::unknown_at(UnknownReason::NullField, place(7)),
        ]);
        assert_eq!(
            sum.total(),
            Measured::unknown_at(UnknownReason::NullField, place(7))
        );
        assert_eq!(sum.at_least(), [money("3.0", "USD")]);
        assert_eq!((sum.tally().measured(), sum.tally().terms()), (1, 3));
        let nulls = sum
            .tally()
            .unknown()
            .get(&UnknownReason::NullField)
            .unwrap();
        assert_eq!((nulls.count, nulls.first.clone()), (2, Some(place(7))));
    }

    #[test]
    fn different_reasons_are_a_part_unknown() {
        check_reason(
            &[
                Measured::unknown(UnknownReason::NullField),
                Measured::unknown(UnknownReason::ParseError),
            ],
            UnknownReason::PartUnknown,
        );
    }

    #[test]
    fn currencies_are_not_added() {
        let mixed = [known("1", "USD", 1), known("2", "EUR", 2)];
        check_reason(&mixed, UnknownReason::Ambiguous);
        assert_eq!(
            sum(&mixed).at_least(),
            [money("2", "EUR"), money("1", "USD")]
        );
        check_reason(
            &[known("1", "USD", 1), known("0", "XXX", 2)],
            UnknownReason::Ambiguous,
        );
    }

    #[test]
    fn overflow_is_ambiguous_and_does_not_wrap() {
        let mut count = CountSum::default();
        count.add(&Measured::reported(u64::MAX, place(1)));
        count.add(&Measured::reported(1, place(2)));
        assert_eq!(count.total().reason(), Some(UnknownReason::Ambiguous));
        assert_eq!(count.known_part(), None);

        let max = Decimal::MAX.to_string();
        check_reason(
            &[known(&max, "USD", 1), known(&max, "USD", 2)],
            UnknownReason::Ambiguous,
        );
    }

    #[test]
    fn a_priced_term_makes_a_priced_sum() {
        let priced = Measured::Known {
            value: money("1", "USD"),
            origin: Origin::Priced {
                price: place(1),
                tokens: place(5),
            },
        };
        let sum = sum(&[known("2", "USD", 2), priced]);
        assert_eq!(sum.tally().priced(), 1);
        let Measured::Known { origin, .. } = sum.total() else {
            panic!("known");
        };
        assert_eq!(origin.code(), "priced");
    }

    #[test]
    fn an_unknown_credit_takes_the_lower_bound_away() {
        let mut sum = sum(&[known("3", "USD", 1)]);
        sum.add_credit(&Measured::unknown(UnknownReason::NullField));
        assert!(sum.at_least().is_empty());
        assert_eq!(sum.known_part(), [money("3", "USD")]);
    }

    fn any_reason() -> impl Strategy<Value = UnknownReason> {
        prop::sample::select(vec![
            UnknownReason::AbsentField,
            UnknownReason::NullField,
            UnknownReason::Ambiguous,
        ])
    }

    fn any_money() -> impl Strategy<Value = Measured<Money>> {
        prop_oneof![
            3 => (any::<i64>(), 0_u32..=28, 0_u64..9, prop::sample::select(vec!["USD", "EUR"]))
                .prop_map(|(mantissa, scale, line, currency)| Measured::reported(
                    Money {
                        amount: Decimal::from_i128_with_scale(i128::from(mantissa), scale),
                        currency: Currency::new(currency),
                    },
                    place(line),
                )),
            1 => (any_reason(), prop::option::of((0_u64..9).prop_map(place)))
                .prop_map(|(reason, place)| Measured::Unknown { reason, place }),
        ]
    }

    fn any_count() -> impl Strategy<Value = Measured<u64>> {
        prop_oneof![
            3 => (any::<u64>(), 0_u64..9)
                .prop_map(|(count, line)| Measured::reported(count, place(line))),
            1 => any_reason().prop_map(Measured::unknown),
        ]
    }

    proptest! {
        #[test]
        fn money_merges_in_any_order_and_grouping(
            a in prop::collection::vec(any_money(), 0..6),
            b in prop::collection::vec(any_money(), 0..6),
            c in prop::collection::vec(any_money(), 0..6),
        ) {
            let whole = sum(&[a.clone(), b.clone(), c.clone()].concat());
            let (a, b, c) = (sum(&a), sum(&b), sum(&c));

            let mut left = a.clone();
            left.merge(&b);
            left.merge(&c);
            let mut right = c;
            right.merge(&b);
            let mut outer = right;
            outer.merge(&a);

            prop_assert_eq!(&left, &whole);
            prop_assert_eq!(&outer, &whole);
        }

        #[test]
        fn counts_merge_in_any_order(
            a in prop::collection::vec(any_count(), 0..6),
            b in prop::collection::vec(any_count(), 0..6),
        ) {
            let sum = |terms: &[Measured<u64>]| {
                let mut sum = CountSum::default();
                for term in terms {
                    sum.add(term);
                }
                sum
            };
            let (mut ab, mut ba) = (sum(&a), sum(&b));
            ab.merge(&sum(&b));
            ba.merge(&sum(&a));
            prop_assert_eq!(&ab, &ba);
            prop_assert_eq!(&ab, &sum(&[a, b].concat()));
        }

        #[test]
        fn a_total_is_known_iff_every_term_is(terms in prop::collection::vec(any_money(), 1..6)) {
            let sum = sum(&terms);
            let usd = terms.iter().filter_map(Measured::value).filter(|it| it.currency.code() == "USD").count();
            let known = terms.iter().filter(|it| it.is_known()).count();
            if known < terms.len() || (usd > 0 && usd < known) {
                prop_assert!(!sum.total().is_known());
            } else if let Some(total) = sum.total().value() {
                let naive = terms.iter().filter_map(Measured::value).map(|it| it.amount).sum::<Decimal>();
                // The naive sum may have been rounded in its last digits.
                prop_assert!((total.amount - naive).abs() < Decimal::ONE);
            }
        }
    }
}
