//! Domains and ticks.

/// A linear axis from 0 to a round number at or above the largest value.
#[derive(Debug, Clone, PartialEq)]
pub struct Axis {
    /// The end of the domain.
    pub max: f64,
    /// Where the ticks are, 0 included.
    pub ticks: Vec<f64>,
    /// Places after the point that tell the ticks apart.
    pub places: u8,
}

impl Axis {
    /// An axis for values up to `largest`, with about `wanted` intervals.
    pub fn new(largest: f64, wanted: u32) -> Self {
        let ticks = ticks(largest, wanted);
        let max = ticks.last().copied().unwrap_or(1.0);
        let step = ticks.get(1).copied().unwrap_or(1.0);
        Self {
            max,
            places: places(step),
            ticks,
        }
    }

    /// Where a value stands on an axis that is `length` long.
    pub fn position(&self, value: f64, length: f64) -> f64 {
        (value / self.max).clamp(0.0, 1.0) * length
    }
}

/// Ticks from 0 to the first multiple of a round step at or above `largest`.
///
/// Steps are 1, 2 or 5 times a power of ten. Without a positive finite value the axis is [0, 1].
pub fn ticks(largest: f64, wanted: u32) -> Vec<f64> {
    if !largest.is_finite() || largest <= 0.0 || wanted == 0 {
        return vec![0.0, 1.0];
    }
    let rough = largest / f64::from(wanted);
    let power = power_of_ten_below(rough);
    let step = [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|factor| factor * power)
        // The tolerance takes 0.30000000000000004 for 0.3.
        .find(|step| *step >= rough * (1.0 - 1e-9))
        .unwrap_or(10.0 * power);
    let mut ticks = vec![0.0];
    let mut index = 0_u32;
    loop {
        index += 1;
        let tick = f64::from(index) * step;
        ticks.push(tick);
        if tick >= largest * (1.0 - 1e-9) {
            return ticks;
        }
    }
}

/// The largest power of ten that is not above a positive value.
fn power_of_ten_below(value: f64) -> f64 {
    let mut power = 1.0;
    while power > value && power > 1e-300 {
        power /= 10.0;
    }
    while power * 10.0 <= value {
        power *= 10.0;
    }
    power
}

/// Places after the point of a step that is 1, 2 or 5 times a power of ten.
fn places(step: f64) -> u8 {
    let mut places = 0;
    let mut scaled = step;
    while scaled < 0.999_999 && places < 12 {
        scaled *= 10.0;
        places += 1;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(largest: f64, wanted: u32, expected: &[f64]) {
        let found = ticks(largest, wanted);
        assert_eq!(found.len(), expected.len(), "{found:?}");
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-9, "{found} {expected}");
        }
    }

    #[test]
    fn ticks_are_round_and_reach_the_largest_value() {
        check(10.0, 5, &[0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        check(0.084, 4, &[0.0, 0.05, 0.1]);
        check(0.3, 3, &[0.0, 0.1, 0.2, 0.3]);
        check(1234.0, 5, &[0.0, 500.0, 1000.0, 1500.0]);
    }

    #[test]
    fn nothing_to_show_still_has_an_axis() {
        check(0.0, 5, &[0.0, 1.0]);
        check(f64::NAN, 5, &[0.0, 1.0]);
        check(f64::INFINITY, 5, &[0.0, 1.0]);
    }

    #[test]
    fn places_tell_ticks_apart() {
        assert_eq!(Axis::new(0.084, 4).places, 2);
        assert_eq!(Axis::new(12.0, 4).places, 0);
        assert_eq!(Axis::new(0.001, 5).places, 4);
    }

    #[test]
    fn positions_stay_on_the_axis() {
        let axis = Axis::new(10.0, 5);
        assert!((axis.position(5.0, 200.0) - 100.0).abs() < 1e-9);
        assert!((axis.position(50.0, 200.0) - 200.0).abs() < 1e-9);
    }
}
