//! Where the money went: a stacked bar for each group, a piece for each outcome.

use super::{Anchor, Axis, Canvas, LABEL, Palette, Rect, TICK, intervals};
use loopledger::model::Outcome;

/// One group.
#[derive(Debug, Clone, PartialEq)]
pub struct MoneyRow {
    /// The group's name.
    pub name: String,
    /// The known cost of each outcome, in order.
    pub pieces: Vec<(Outcome, f64)>,
    /// What stands in the band of unknowns; `None` where every cost is known.
    pub unknown: Option<String>,
}

/// Everything that the chart shows.
#[derive(Debug, Clone, PartialEq)]
pub struct MoneyStack {
    /// The groups, in order.
    pub rows: Vec<MoneyRow>,
    /// Unit of the axis.
    pub unit: String,
    /// Heading of the band of unknowns.
    pub unknown: String,
}

/// Where things are.
#[derive(Debug, Clone, PartialEq)]
pub struct Layout {
    /// Left end of the axis.
    pub left: f64,
    /// Length of the axis.
    pub length: f64,
    /// Left end of the band of unknowns; `None` where all is known.
    pub band: Option<f64>,
    /// The pieces of each row.
    pub rows: Vec<Vec<(Outcome, Rect)>>,
    /// Top of each bar.
    pub tops: Vec<f64>,
    /// Whether names stand above their bars.
    pub is_narrow: bool,
    /// Where the axis is drawn.
    pub baseline: f64,
}

/// Where a name begins that stands above its bar, clear of the axis.
const NAME: f64 = 5.0;
const BAR: f64 = 22.0;
const TOP: f64 = 22.0;
const AXIS: f64 = 26.0;
const BAND: f64 = 132.0;
const GAP: f64 = 28.0;
/// Room for the unit behind the last tick.
const UNIT: f64 = 28.0;

impl MoneyStack {
    /// The axis, up to the most expensive group; as many ticks as have room.
    pub fn axis(&self, length: f64) -> Axis {
        let largest = self
            .rows
            .iter()
            .map(|row| row.pieces.iter().map(|(_, cost)| cost).sum::<f64>())
            .fold(0.0, f64::max);
        Axis::new(largest, intervals(length))
    }

    /// Computes where everything goes.
    pub fn layout(&self, width: f64) -> Layout {
        let is_narrow = width < 560.0;
        let left = if is_narrow { 0.0 } else { 150.0 };
        let has_unknown = self.rows.iter().any(|row| row.unknown.is_some());
        let band_width = if has_unknown {
            BAND.min((width - left) / 2.0)
        } else {
            0.0
        };
        let gap = if has_unknown { GAP } else { UNIT };
        let length = (width - left - band_width - gap).max(0.0);
        let axis = self.axis(length);
        let row_height = if is_narrow { 48.0 } else { 36.0 };
        let lead = if is_narrow { 20.0 } else { 7.0 };
        let mut rows = Vec::with_capacity(self.rows.len());
        let mut tops = Vec::with_capacity(self.rows.len());
        for (row, index) in self.rows.iter().zip(0_u32..) {
            let y = TOP + f64::from(index) * row_height + lead;
            let mut before = 0.0;
            let pieces = row
                .pieces
                .iter()
                .map(|(outcome, cost)| {
                    let from = axis.position(before, length);
                    before += cost;
                    let to = axis.position(before, length);
                    let rect = Rect {
                        x: left + from,
                        y,
                        width: to - from,
                        height: BAR,
                    };
                    (*outcome, rect)
                })
                .collect();
            rows.push(pieces);
            tops.push(y);
        }
        let count = u32::try_from(self.rows.len()).unwrap_or(u32::MAX);
        Layout {
            left,
            length,
            band: has_unknown.then_some(width - band_width),
            rows,
            tops,
            is_narrow,
            baseline: TOP + f64::from(count) * row_height,
        }
    }

    /// Draws the chart; `tick` writes the numbers of the axis.
    pub fn draw(&self, width: f64, palette: &Palette, tick: impl Fn(f64, u8) -> String) -> Canvas {
        let layout = self.layout(width);
        let axis = self.axis(layout.length);
        let mut canvas = Canvas::new(width, layout.baseline + AXIS);
        for value in &axis.ticks {
            let x = layout.left + axis.position(*value, layout.length);
            canvas.line((x, TOP), (x, layout.baseline), palette.rule);
            canvas.label(
                x,
                layout.baseline + 12.0,
                tick(*value, axis.places),
                if x <= 1.0 {
                    Anchor::Start
                } else {
                    Anchor::Middle
                },
                TICK,
                palette.muted,
            );
        }
        canvas.label(
            layout.left + layout.length,
            10.0,
            self.unit.clone(),
            Anchor::End,
            TICK,
            palette.muted,
        );
        if let Some(x) = layout.band {
            let heading = self.unknown.clone();
            canvas.label(x, 10.0, heading, Anchor::Start, TICK, palette.muted);
        }
        for ((row, pieces), top) in self.rows.iter().zip(&layout.rows).zip(&layout.tops) {
            let middle = top + BAR / 2.0;
            if layout.is_narrow {
                let name = row.name.clone();
                canvas.label(NAME, top - 9.0, name, Anchor::Start, LABEL, palette.ink);
            } else {
                let x = layout.left - 10.0;
                canvas.label(x, middle, row.name.clone(), Anchor::End, LABEL, palette.ink);
            }
            for (outcome, rect) in pieces {
                let color = palette.outcome(*outcome);
                // A thin gap keeps neighbours apart whatever their colours.
                let rect = Rect {
                    width: (rect.width - 2.0).max(0.0),
                    ..*rect
                };
                if *outcome == Outcome::Unknown && rect.width > 1.0 {
                    canvas.hatch(rect, color);
                } else {
                    canvas.fill(rect, color);
                    if rect.width > 18.0 {
                        canvas.glyph(*outcome, rect.x + TICK, middle, palette.paper);
                    }
                }
            }
            if let (Some(text), Some(x)) = (&row.unknown, layout.band) {
                let rect = Rect {
                    x,
                    y: *top,
                    width: width - x,
                    height: BAR,
                };
                canvas.unknown(rect, text, TICK, palette);
            }
        }
        canvas.line(
            (layout.left, TOP),
            (layout.left, layout.baseline),
            palette.ink,
        );
        canvas
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stack() -> MoneyStack {
        MoneyStack {
            rows: vec![
                MoneyRow {
                    name: "base".to_owned(),
                    pieces: vec![
                        (Outcome::Accepted, 0.2),
                        (Outcome::Rejected, 0.0),
                        (Outcome::Capped, 0.3),
                    ],
                    unknown: None,
                },
                MoneyRow {
                    name: "changed".to_owned(),
                    pieces: vec![(Outcome::Accepted, 0.1)],
                    unknown: Some("null × 1".to_owned()),
                },
            ],
            unit: "USD".to_owned(),
            unknown: "null".to_owned(),
        }
    }

    #[test]
    fn pieces_follow_each_other() {
        let layout = stack().layout(900.0);
        let pieces = &layout.rows[0];
        for pair in pieces.windows(2) {
            assert!((pair[0].1.x + pair[0].1.width - pair[1].1.x).abs() < 1e-9);
        }
        assert!(pieces[1].1.width < 1e-9);
        let total: f64 = pieces.iter().map(|(_, rect)| rect.width).sum();
        assert!((total - layout.length).abs() < 1e-9);
    }

    #[test]
    fn unknown_costs_stand_right_of_the_axis() {
        for width in [360.0, 900.0] {
            let layout = stack().layout(width);
            assert!(layout.band.unwrap() > layout.left + layout.length);
        }
    }
}
