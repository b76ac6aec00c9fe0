//! A sign for each call set: the same call set is the same sign everywhere on the page.
//!
//! Shape and fill alone tell 32 call sets apart without colour; the letters tell all of them apart.
//! Triangles and octagons are left out, because they mean warnings and stops.

/// Outline of a glyph, drawn in a box of 24 by 24.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Shape {
    /// A disc.
    Circle,
    /// A square.
    Square,
    /// A square on its corner.
    Diamond,
    /// A hexagon on its side.
    Hexagon,
    /// A lying stadium.
    Pill,
    /// A Greek cross.
    Plus,
    /// A pentagon with its top in the middle.
    House,
    /// A parallelogram.
    Slant,
}

/// How a glyph's outline is filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Fill {
    /// Filled whole.
    Solid,
    /// Only its outline.
    Outline,
    /// Its outline, filled pale.
    Tint,
    /// Its outline, twice.
    Double,
}

/// The sign of a call set.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Glyph {
    /// Its outline.
    pub shape: Shape,
    /// How the outline is filled.
    pub fill: Fill,
    /// `A` to `Z`, then `AA`, `AB` and so on: different for every call set.
    pub letters: String,
    /// Which of the [`HUES`] colours it has; never the only difference.
    pub hue: u32,
}

const SHAPES: [Shape; 8] = [
    Shape::Circle,
    Shape::Square,
    Shape::Diamond,
    Shape::Hexagon,
    Shape::Pill,
    Shape::Plus,
    Shape::House,
    Shape::Slant,
];

const FILLS: [Fill; 4] = [Fill::Solid, Fill::Outline, Fill::Tint, Fill::Double];

/// How many colours there are.
pub const HUES: u32 = 6;

impl Glyph {
    /// The sign of the call set with a number.
    pub fn of(call_set: u32) -> Self {
        // The remainders are below the lengths, so that both casts and both look-ups are exact.
        let shape = SHAPES
            .get((call_set % 8) as usize)
            .copied()
            .unwrap_or(Shape::Circle);
        let fill = FILLS
            .get((call_set / 8 % 4) as usize)
            .copied()
            .unwrap_or(Fill::Solid);
        Self {
            shape,
            fill,
            letters: letters(call_set),
            hue: call_set % HUES,
        }
    }
}

impl Shape {
    /// The outline as path data in a box of 24 by 24.
    pub fn path(self) -> &'static str {
        match self {
            Self::Circle => "M12 1.5a10.5 10.5 0 1 1 0 21a10.5 10.5 0 1 1 0-21z",
            Self::Square => "M2.5 2.5h19v19h-19z",
            Self::Diamond => "M12 .5L23.5 12L12 23.5L.5 12z",
            Self::Hexagon => "M6.3 2h11.4L23.5 12L17.7 22H6.3L.5 12z",
            Self::Pill => "M7 4.5h10a7.5 7.5 0 0 1 0 15h-10a7.5 7.5 0 0 1 0-15z",
            Self::Plus => "M7.5 1.5h9v6h6v9h-6v6h-9v-6h-6v-9h6z",
            Self::House => "M12 .5L23 9.5V22.5H1V9.5z",
            Self::Slant => "M7 3h16.5L17 21H.5z",
        }
    }
}

/// Bijective base 26: 0 is `A`, 25 is `Z`, 26 is `AA`.
pub fn letters(number: u32) -> String {
    let mut rest = u64::from(number) + 1;
    let mut reversed = Vec::new();
    while rest > 0 {
        rest -= 1;
        // A remainder of 26 fits a u8.
        reversed.push(b'A' + u8::try_from(rest % 26).unwrap_or_default());
        rest /= 26;
    }
    reversed
        .iter()
        .rev()
        .map(|&byte| char::from(byte))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{Glyph, letters};
    use std::collections::BTreeSet;

    #[test]
    fn letters_go_on_after_z() {
        for (number, expected) in [
            (0, "A"),
            (25, "Z"),
            (26, "AA"),
            (51, "AZ"),
            (52, "BA"),
            (701, "ZZ"),
            (702, "AAA"),
        ] {
            assert_eq!(letters(number), expected);
        }
        assert_eq!(letters(u32::MAX), "MWLQKWV");
    }

    #[test]
    fn thirty_two_call_sets_differ_without_colour_and_letters() {
        let signs: BTreeSet<String> = (0..32)
            .map(|number| {
                let glyph = Glyph::of(number);
                format!("{:?}{:?}", glyph.shape, glyph.fill)
            })
            .collect();
        assert_eq!(signs.len(), 32);
    }

    #[test]
    fn every_call_set_has_letters_of_its_own() {
        let all: BTreeSet<String> = (0..30_000).map(letters).collect();
        assert_eq!(all.len(), 30_000);
    }

    #[test]
    fn neighbours_differ_in_shape_and_colour() {
        for number in 0..200 {
            let (one, other) = (Glyph::of(number), Glyph::of(number + 1));
            assert_ne!(one.shape, other.shape);
            assert_ne!(one.hue, other.hue);
        }
    }
}
