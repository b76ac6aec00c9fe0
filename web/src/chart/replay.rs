//! What the replay page draws, as plain numbers.

pub mod bars;
pub mod cells;
pub mod glyph;
pub mod opinions;
pub mod timeline;

/// An index as a coordinate; runs have fewer than 2³² responses, beyond that it saturates.
pub fn coordinate(index: usize) -> f64 {
    u32::try_from(index).map_or(f64::from(u32::MAX), f64::from)
}

/// A count as a coordinate, saturating like [`coordinate`].
pub fn count_coordinate(count: u64) -> f64 {
    u32::try_from(count).map_or(f64::from(u32::MAX), f64::from)
}

/// The whole part of a coordinate as an index from 0 to `last`; what is not a number is 0.
pub fn index_at(coordinate: f64, last: usize) -> usize {
    if coordinate.is_nan() || coordinate <= 0.0 {
        return 0;
    }
    if coordinate >= self::coordinate(last) {
        return last;
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between 0 and `last`, which is a usize"
    )]
    let index = coordinate as usize;
    index
}

/// A coordinate as attribute text: two decimals at most, so that the same picture is the same text.
pub fn attribute(coordinate: f64) -> String {
    let text = format!("{coordinate:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0" } else { text }.to_owned()
}

#[cfg(test)]
pub(crate) mod test_view;

#[cfg(test)]
mod tests {
    use super::{attribute, index_at};

    #[test]
    fn indexes_stay_in_range() {
        assert_eq!(index_at(f64::NAN, 9), 0);
        assert_eq!(index_at(-3.0, 9), 0);
        assert_eq!(index_at(3.99, 9), 3);
        assert_eq!(index_at(f64::INFINITY, 9), 9);
    }

    #[test]
    fn attributes_are_short() {
        assert_eq!(attribute(3.0), "3");
        assert_eq!(attribute(3.456), "3.46");
        assert_eq!(attribute(-0.0001), "0");
        assert_eq!(attribute(100.5), "100.5");
    }
}
