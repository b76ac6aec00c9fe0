//! Cohen's kappa, exactly.

/// How far two reviewers agree beyond what chance alone would give them.
///
/// κ = (pₒ − pₑ) / (1 − pₑ), where pₒ is the share of cases that both decide alike, and pₑ the share
/// that they would if each kept to his own shares of every decision and knew nothing of the case.
/// Both are fractions over the number of cases, so that κ is one too; it becomes a float last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kappa {
    cases: u64,
    agreeing: u64,
    /// Numerator and denominator; the latter is positive.
    exact: Result<(i128, i128), KappaUnknown>,
}

/// Why there is no kappa.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum KappaUnknown {
    /// There is no case that both decided.
    NoCases,
    /// Chance alone would make them agree on every case, because each decided all cases alike: there
    /// is nothing beyond chance to measure.
    ExpectedAgreementIsOne,
}

impl Kappa {
    /// Of a table that counts, for each decision of the first reviewer (row), the decisions of the
    /// second one (column).
    pub fn of_table<const N: usize>(table: &[[u32; N]; N]) -> Self {
        let count = |n: u32| i128::from(n);
        let cases: i128 = table.iter().flatten().copied().map(count).sum();
        let mut agreeing = 0;
        let mut expected = 0;
        for (index, row) in table.iter().enumerate() {
            agreeing += row.get(index).copied().map_or(0, count);
            let of_first: i128 = row.iter().copied().map(count).sum();
            let of_second: i128 = table
                .iter()
                .filter_map(|row| row.get(index))
                .copied()
                .map(count)
                .sum();
            expected += of_first * of_second;
        }
        // Both shares times the square of the number of cases.
        let numerator = cases * agreeing - expected;
        let denominator = cases * cases - expected;
        let exact = if cases == 0 {
            Err(KappaUnknown::NoCases)
        } else if denominator == 0 {
            Err(KappaUnknown::ExpectedAgreementIsOne)
        } else {
            let divisor = greatest_common_divisor(numerator, denominator);
            Ok((numerator / divisor, denominator / divisor))
        };
        Self {
            // Sums of 32-bit counts of a small table.
            cases: u64::try_from(cases).unwrap_or(u64::MAX),
            agreeing: u64::try_from(agreeing).unwrap_or(u64::MAX),
            exact,
        }
    }

    /// How many cases both decided.
    pub fn cases(&self) -> u64 {
        self.cases
    }

    /// On how many of them they agree.
    pub fn agreeing(&self) -> u64 {
        self.agreeing
    }

    /// The coefficient as a fraction in lowest terms, or why there is none.
    pub fn exact(&self) -> Result<(i128, i128), KappaUnknown> {
        self.exact
    }

    /// The coefficient, or why there is none.
    pub fn value(&self) -> Result<f64, KappaUnknown> {
        self.exact
            .map(|(numerator, denominator)| to_float(numerator) / to_float(denominator))
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "the fraction is in lowest terms, and its float is only shown"
)]
fn to_float(value: i128) -> f64 {
    value as f64
}

fn greatest_common_divisor(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<const N: usize>(table: [[u32; N]; N], exact: (i128, i128), float: f64) {
        let kappa = Kappa::of_table(&table);
        assert_eq!(kappa.exact(), Ok(exact));
        // The figure of the other program, to the last digit that it prints.
        let value = kappa.value().unwrap();
        assert!((value - float).abs() <= 1e-15, "{value} is not {float}");
    }

    #[test]
    fn worked_examples() {
        // Two readers of fifty proposals: pₒ = 0.7 and pₑ = 0.5 give 0.4.
        check([[20, 5], [10, 15]], (2, 5), 0.4);
        // The same agreement with even and with uneven shares.
        check([[45, 15], [25, 15]], (3, 23), 0.130_434_782_608_695_65);
        check([[25, 35], [5, 35]], (7, 27), 0.259_259_259_259_259_23);
    }

    /// The figures of scikit-learn 1.9.1 (`sklearn.metrics.cohen_kappa_score`) for the same tables.
    #[test]
    fn scikit_learns_figures() {
        check([[61, 2], [6, 25]], (1513, 1889), 0.800_952_885_124_404_4);
        check(
            [[88, 14, 18], [10, 40, 10], [2, 6, 12]],
            (29, 59),
            0.491_525_423_728_813_6,
        );
        check(
            [[17, 4, 8], [5, 12, 0], [10, 3, 13]],
            (409, 1129),
            0.362_267_493_356_953_1,
        );
    }

    #[test]
    fn perfect_agreement_is_one() {
        check([[3, 0], [0, 4]], (1, 1), 1.0);
    }

    #[test]
    fn less_than_chance_is_negative() {
        check([[0, 5], [5, 0]], (-1, 1), -1.0);
    }

    #[test]
    fn without_cases_there_is_none() {
        let kappa = Kappa::of_table(&[[0, 0], [0, 0]]);
        assert_eq!(kappa.value(), Err(KappaUnknown::NoCases));
        assert_eq!(kappa.cases(), 0);
    }

    #[test]
    fn where_chance_explains_everything_there_is_none() {
        let kappa = Kappa::of_table(&[[7, 0], [0, 0]]);
        assert_eq!(kappa.value(), Err(KappaUnknown::ExpectedAgreementIsOne));
        assert_eq!((kappa.cases(), kappa.agreeing()), (7, 7));
    }
}
