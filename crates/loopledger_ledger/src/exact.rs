//! Exact sums and products of decimals.
//!
//! [`Decimal`] rounds silently where a sum or a product needs more than its 96 bits, and then the
//! result depends on the order of the terms. Sums of money must not: what merges in one order must
//! come to the same digits in every other.

use rust_decimal::Decimal;

/// The scale of the fixed point: the largest that a [`Decimal`] can have.
const SCALE: u32 = Decimal::MAX_SCALE;

/// The powers of ten that fit a `u64`: 10^0 to 10^19.
const MAX_CHUNK: u32 = 19;

/// A number with 28 decimals in 256 bits, two's complement, least significant limb first.
///
/// A [`Decimal`] needs at most 190 bits of it, so that 2^64 of them can be added. A product has at
/// most 192 bits, and only the few of one request are added before they become a decimal again.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Exact {
    limbs: [u64; 4],
    /// The most decimals that a term had: the sum of 1.50 and 2.50 is 4.00.
    decimals: u32,
}

impl Exact {
    /// A decimal as it is.
    pub(crate) fn new(value: Decimal) -> Self {
        // 96 bits times 10^28 fits.
        Self::product(value, 1).unwrap_or_default()
    }

    /// A decimal times a count; `None` where the product is larger than any decimal.
    pub(crate) fn product(value: Decimal, count: u64) -> Option<Self> {
        let magnitude = value.mantissa().unsigned_abs();
        let mut limbs = [low_bits(magnitude), low_bits(magnitude >> 64), 0, 0];
        let mut shift = SCALE - value.scale();
        while shift > 0 {
            let chunk = shift.min(MAX_CHUNK);
            multiply(&mut limbs, 10_u64.pow(chunk))?;
            shift -= chunk;
        }
        multiply(&mut limbs, count)?;
        if value.is_sign_negative() {
            negate(&mut limbs);
        }
        Some(Self {
            limbs,
            decimals: value.scale(),
        })
    }

    /// Adds another number.
    pub(crate) fn add(&mut self, other: &Self) {
        let mut carry = false;
        for (limb, other) in self.limbs.iter_mut().zip(other.limbs) {
            let (sum, first) = limb.overflowing_add(other);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            *limb = sum;
            carry = first || second;
        }
        self.decimals = self.decimals.max(other.decimals);
    }

    /// The number as a decimal; `None` where it has more digits than a decimal can hold.
    pub(crate) fn to_decimal(self) -> Option<Decimal> {
        let mut limbs = self.limbs;
        let negative = self.is_negative();
        if negative {
            negate(&mut limbs);
        }
        // Every term is a multiple of 10^-decimals, so the cut-off digits are zeros.
        let mut scale = SCALE;
        while scale > self.decimals {
            divide_by_ten(&mut limbs);
            scale -= 1;
        }
        loop {
            let [low, high, 0, 0] = limbs else {
                drop_zero(&mut limbs, &mut scale)?;
                continue;
            };
            let magnitude = u128::from(high) << 64 | u128::from(low);
            let Ok(magnitude) = i128::try_from(magnitude) else {
                drop_zero(&mut limbs, &mut scale)?;
                continue;
            };
            let signed = if negative { -magnitude } else { magnitude };
            if let Ok(decimal) = Decimal::try_from_i128_with_scale(signed, scale) {
                return Some(decimal);
            }
            drop_zero(&mut limbs, &mut scale)?;
        }
    }

    fn is_negative(&self) -> bool {
        let [_, _, _, top] = self.limbs;
        top >> 63 == 1
    }
}

/// The low half of a `u128`.
fn low_bits(value: u128) -> u64 {
    // What is left after masking fits.
    u64::try_from(value & u128::from(u64::MAX)).unwrap_or(u64::MAX)
}

/// Multiplies a magnitude in place; `None` where it has more than 192 bits.
fn multiply(limbs: &mut [u64; 4], factor: u64) -> Option<()> {
    let mut carry = 0_u128;
    for limb in limbs.iter_mut() {
        // (2^64 - 1)^2 + (2^64 - 1) < 2^128.
        let product = u128::from(*limb) * u128::from(factor) + carry;
        *limb = low_bits(product);
        carry = product >> 64;
    }
    let [_, _, _, top] = *limbs;
    (carry == 0 && top == 0).then_some(())
}

fn negate(limbs: &mut [u64; 4]) {
    let mut carry = true;
    for limb in limbs {
        let (sum, overflow) = (!*limb).overflowing_add(u64::from(carry));
        *limb = sum;
        carry = overflow;
    }
}

/// Divides a magnitude by ten and returns the remainder.
fn divide_by_ten(limbs: &mut [u64; 4]) -> u64 {
    let mut remainder = 0_u128;
    for limb in limbs.iter_mut().rev() {
        let value = remainder << 64 | u128::from(*limb);
        // The remainder is below ten, so the quotient fits the limb.
        *limb = low_bits(value / 10);
        remainder = value % 10;
    }
    low_bits(remainder)
}

/// Takes a trailing zero off; `None` where there is none to take.
fn drop_zero(limbs: &mut [u64; 4], scale: &mut u32) -> Option<()> {
    if *scale == 0 || divide_by_ten(limbs) != 0 {
        return None;
    }
    *scale -= 1;
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn decimal(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    fn check_sum(terms: &[&str], expected: Option<&str>) {
        let mut sum = Exact::default();
        for term in terms {
            sum.add(&Exact::new(decimal(term)));
        }
        assert_eq!(
            sum.to_decimal().map(|sum| sum.to_string()).as_deref(),
            expected
        );
    }

    #[test]
    fn sums_keep_digits() {
        check_sum(&[], Some("0"));
        check_sum(&["1.50", "2.50"], Some("4.00"));
        check_sum(&["3.0", "0"], Some("3.0"));
        check_sum(&["0.1", "0.2"], Some("0.3"));
        check_sum(&["3.0", "-1.0"], Some("2.0"));
        check_sum(&["1.0", "-3.5"], Some("-2.5"));
        // 2^36 in 10^28ths: the lowest limb is 0.
        check_sum(&["68719476736", "-68719476736", "1"], Some("1"));
    }

    #[test]
    fn large_terms_may_cancel() {
        let max = Decimal::MAX.to_string();
        let min = Decimal::MIN.to_string();
        check_sum(&[&max, &max], None);
        check_sum(&[&max, &max, &min], Some(&max));
        // A decimal cannot hold both ends of this sum.
        check_sum(&[&max, "0.1"], None);
        check_sum(&[&max, "0.1", &min], Some("0.1"));
    }

    #[test]
    fn a_product_that_leaves_no_room_is_refused() {
        assert_eq!(Exact::product(Decimal::MAX, u64::MAX), None);
        assert_eq!(
            Exact::product(decimal("0.0000002"), 10_001)
                .and_then(Exact::to_decimal)
                .unwrap()
                .to_string(),
            "0.0020002"
        );
    }

    proptest! {
        #[test]
        fn any_decimal_comes_back(mantissa in -(1_i128 << 95)..(1_i128 << 95), scale in 0_u32..=28) {
            let value = Decimal::from_i128_with_scale(mantissa, scale);
            prop_assert_eq!(Exact::new(value).to_decimal().unwrap().to_string(), value.to_string());
        }

        #[test]
        fn sums_agree_with_integers(terms in prop::collection::vec(-1_000_000_000_i64..1_000_000_000, 0..20)) {
            let mut sum = Exact::default();
            for term in &terms {
                sum.add(&Exact::new(Decimal::new(*term, 6)));
            }
            prop_assert_eq!(sum.to_decimal().unwrap(), Decimal::new(terms.iter().sum(), 6));
        }
    }
}
