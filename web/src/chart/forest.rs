//! Differences with their intervals, each on a scale of its own around zero.

use super::{Anchor, Canvas, LABEL, Palette, Rect, TICK};

/// One difference.
#[derive(Debug, Clone, PartialEq)]
pub struct ForestRow {
    /// The metric's name.
    pub name: String,
    /// The difference and its interval's ends; `None` if there is no interval.
    pub interval: Option<(f64, f64, f64)>,
    /// What stands beside it: the difference, or `null` with its reason.
    pub text: String,
    /// Whether the interval lies on one side of zero.
    pub is_told_apart: bool,
}

/// Everything that the chart shows.
#[derive(Debug, Clone, PartialEq)]
pub struct Forest {
    /// The rows, in order.
    pub rows: Vec<ForestRow>,
    /// What lies left of zero.
    pub lower: String,
    /// What lies right of zero.
    pub higher: String,
}

/// Where a row's marks are.
#[derive(Debug, Clone, PartialEq)]
pub enum Marks {
    /// On the strip: the interval's ends and the difference.
    Known {
        /// Left end.
        low: f64,
        /// The difference.
        at: f64,
        /// Right end.
        high: f64,
    },
    /// In a band of its own, which covers the strip.
    Unknown(Rect),
}

/// Where things are.
#[derive(Debug, Clone, PartialEq)]
pub struct Layout {
    /// Left end of the strips.
    pub left: f64,
    /// Length of the strips.
    pub length: f64,
    /// Each row's middle and marks, in order.
    pub rows: Vec<(f64, Marks)>,
    /// Whether names and values stand above their strips.
    pub is_narrow: bool,
    /// Height of the whole.
    pub height: f64,
}

const TOP: f64 = 22.0;
const NAME: f64 = 285.0;
const TEXT: f64 = 190.0;
/// Room at either end of a strip.
const MARGIN: f64 = 8.0;
const CAP: f64 = 4.0;
const DOT: f64 = 7.0;
const BAND: f64 = 14.0;

impl Forest {
    /// Computes where everything goes.
    pub fn layout(&self, width: f64) -> Layout {
        let is_narrow = width < 720.0;
        let (left, right) = if is_narrow { (0.0, 0.0) } else { (NAME, TEXT) };
        let length = (width - left - right).max(0.0);
        let row = if is_narrow { 46.0 } else { 28.0 };
        let lead = if is_narrow { 32.0 } else { 14.0 };
        let rows = self.rows.iter().zip(0_u32..).map(|(data, index)| {
            let y = TOP + f64::from(index) * row + lead;
            (y, marks(data, left, length, y))
        });
        let rows: Vec<_> = rows.collect();
        let count = u32::try_from(self.rows.len()).unwrap_or(u32::MAX);
        Layout {
            left,
            length,
            rows,
            is_narrow,
            height: TOP + f64::from(count) * row + 4.0,
        }
    }

    /// Draws the chart.
    pub fn draw(&self, width: f64, palette: &Palette) -> Canvas {
        let layout = self.layout(width);
        let mut canvas = Canvas::new(width, layout.height);
        let zero = layout.left + layout.length / 2.0;
        canvas.label(
            zero - 10.0,
            8.0,
            self.lower.clone(),
            Anchor::End,
            TICK,
            palette.muted,
        );
        canvas.label(
            zero + 10.0,
            8.0,
            self.higher.clone(),
            Anchor::Start,
            TICK,
            palette.muted,
        );
        for (row, (y, marks)) in self.rows.iter().zip(&layout.rows) {
            if layout.is_narrow {
                canvas.label(
                    0.0,
                    y - 18.0,
                    row.name.clone(),
                    Anchor::Start,
                    TICK,
                    palette.ink,
                );
            } else {
                canvas.label(
                    layout.left - 12.0,
                    *y,
                    row.name.clone(),
                    Anchor::End,
                    LABEL,
                    palette.ink,
                );
            }
            match marks {
                Marks::Known { low, at, high } => {
                    canvas.line((zero, y - 10.0), (zero, y + 10.0), palette.rule);
                    let color = if row.is_told_apart {
                        palette.accent
                    } else {
                        palette.muted
                    };
                    canvas.line((*low, *y), (*high, *y), color);
                    for end in [low, high] {
                        canvas.line((*end, y - CAP), (*end, y + CAP), color);
                    }
                    canvas.fill(
                        Rect {
                            x: at - DOT / 2.0,
                            y: y - DOT / 2.0,
                            width: DOT,
                            height: DOT,
                        },
                        color,
                    );
                    let (x, y, anchor) = if layout.is_narrow {
                        (width, y - 18.0, Anchor::End)
                    } else {
                        (layout.left + layout.length + 12.0, *y, Anchor::Start)
                    };
                    canvas.label(x, y, row.text.clone(), anchor, TICK, palette.ink);
                }
                Marks::Unknown(rect) => canvas.unknown(*rect, &row.text, TICK, palette),
            }
        }
        canvas
    }
}

/// A strip's middle is zero, and its ends are as far from it as the farthest of the three.
fn marks(row: &ForestRow, left: f64, length: f64, y: f64) -> Marks {
    let Some((at, low, high)) = row.interval else {
        return Marks::Unknown(Rect {
            x: left,
            y: y - BAND / 2.0,
            width: length,
            height: BAND,
        });
    };
    let farthest = at.abs().max(low.abs()).max(high.abs());
    let half = (length / 2.0 - MARGIN).max(0.0);
    let position = |value: f64| {
        let share = if farthest > 0.0 {
            value / farthest
        } else {
            0.0
        };
        left + length / 2.0 + share * half
    };
    Marks::Known {
        low: position(low),
        at: position(at),
        high: position(high),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forest(intervals: &[Option<(f64, f64, f64)>]) -> Forest {
        Forest {
            rows: intervals
                .iter()
                .map(|interval| ForestRow {
                    name: "cost".to_owned(),
                    interval: *interval,
                    text: "text".to_owned(),
                    is_told_apart: false,
                })
                .collect(),
            lower: "lower".to_owned(),
            higher: "higher".to_owned(),
        }
    }

    #[test]
    fn each_row_has_a_scale_of_its_own() {
        let layout = forest(&[Some((1.0, 0.5, 2.0)), Some((1000.0, 500.0, 2000.0))]).layout(900.0);
        assert_eq!(layout.rows[0].1, layout.rows[1].1);
    }

    #[test]
    fn zero_is_in_the_middle() {
        let layout = forest(&[Some((0.0, -1.0, 1.0))]).layout(900.0);
        let Marks::Known { low, at, high } = layout.rows[0].1 else {
            panic!("known");
        };
        let middle = layout.left + layout.length / 2.0;
        assert!((at - middle).abs() < 1e-9);
        assert!((middle - low - (high - middle)).abs() < 1e-9);
        assert!(low >= layout.left && high <= layout.left + layout.length);
    }

    #[test]
    fn a_row_of_zeros_stands_in_the_middle() {
        let layout = forest(&[Some((0.0, 0.0, 0.0))]).layout(400.0);
        let Marks::Known { low, high, .. } = layout.rows[0].1 else {
            panic!("known");
        };
        assert!((low - 200.0).abs() < 1e-9 && (high - 200.0).abs() < 1e-9);
    }

    #[test]
    fn without_an_interval_a_row_is_a_band() {
        let layout = forest(&[None]).layout(900.0);
        let (_, Marks::Unknown(rect)) = &layout.rows[0] else {
            panic!("unknown");
        };
        assert!((rect.width - layout.length).abs() < 1e-9);
    }
}
