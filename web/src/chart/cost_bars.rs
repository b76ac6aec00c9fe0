//! Cost per accepted artifact, a bar for each group.

use super::{Anchor, Axis, Canvas, LABEL, Palette, Rect, TICK, intervals};

/// One bar.
#[derive(Debug, Clone, PartialEq)]
pub struct CostBar {
    /// The group's name.
    pub name: String,
    /// Its value, for the length of the bar; `None` if unknown.
    pub value: Option<f64>,
    /// What stands beside the bar: the value, or `null` with what is known.
    pub text: String,
}

/// Everything that the chart shows.
#[derive(Debug, Clone, PartialEq)]
pub struct CostBars {
    /// The bars, in order.
    pub bars: Vec<CostBar>,
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
    /// The band of unknowns, right of the axis; `None` where all is known.
    pub band: Option<Rect>,
    /// Each bar, in order: on the axis if known, in the band if not.
    pub bars: Vec<Rect>,
    /// Whether names stand above their bars, for want of room beside them.
    pub is_narrow: bool,
    /// Height of the whole.
    pub height: f64,
    /// Where the axis is drawn.
    pub baseline: f64,
}

/// Where a name begins that stands above its bar, clear of the axis.
const NAME: f64 = 5.0;
const BAR: f64 = 18.0;
const TOP: f64 = 22.0;
const AXIS: f64 = 26.0;
const BAND: f64 = 132.0;
const GAP: f64 = 16.0;
/// Room for the text at the end of the longest bar.
const TEXT: f64 = 96.0;
/// Room for the unit behind the last tick.
const UNIT: f64 = 48.0;

impl CostBars {
    /// The axis: from 0, so that lengths can be compared; as many ticks as have room.
    pub fn axis(&self, length: f64) -> Axis {
        let largest = self
            .bars
            .iter()
            .filter_map(|bar| bar.value)
            .fold(0.0, f64::max);
        Axis::new(largest, intervals(length))
    }

    /// Computes where everything goes.
    pub fn layout(&self, width: f64) -> Layout {
        let is_narrow = width < 560.0;
        let has_unknown = self.bars.iter().any(|bar| bar.value.is_none());
        let has_known = self.bars.iter().any(|bar| bar.value.is_some());
        let left = if is_narrow { 0.0 } else { 150.0 };
        let room = (width - left).max(0.0);
        let band_width = match (has_unknown, has_known) {
            (false, _) => 0.0,
            (true, true) => BAND.min(room / 2.0),
            (true, false) => room,
        };
        let gap = if has_unknown && has_known { GAP } else { 0.0 };
        let text = match (has_known, is_narrow) {
            (false, _) => 0.0,
            (true, true) => UNIT,
            (true, false) => TEXT,
        };
        let length = (room - band_width - gap - text).max(0.0);
        let row = if is_narrow { 44.0 } else { 32.0 };
        let lead = if is_narrow { 20.0 } else { 7.0 };
        let axis = self.axis(length);
        let count = u32::try_from(self.bars.len()).unwrap_or(u32::MAX);
        let baseline = TOP + f64::from(count) * row;
        let bars = self
            .bars
            .iter()
            .zip(0_u32..)
            .map(|(bar, index)| {
                let y = TOP + f64::from(index) * row + lead;
                match bar.value {
                    Some(value) => Rect {
                        x: left,
                        y,
                        width: axis.position(value, length),
                        height: BAR,
                    },
                    None => Rect {
                        x: width - band_width,
                        y,
                        width: band_width,
                        height: BAR,
                    },
                }
            })
            .collect();
        Layout {
            left,
            length,
            band: has_unknown.then_some(Rect {
                x: width - band_width,
                y: 0.0,
                width: band_width,
                height: baseline,
            }),
            bars,
            is_narrow,
            height: baseline + if has_known { AXIS } else { 6.0 },
            baseline,
        }
    }

    /// Draws the chart; `tick` writes the numbers of the axis.
    pub fn draw(&self, width: f64, palette: &Palette, tick: impl Fn(f64, u8) -> String) -> Canvas {
        let layout = self.layout(width);
        let axis = self.axis(layout.length);
        let mut canvas = Canvas::new(width, layout.height);
        if layout.length > 0.0 && self.bars.iter().any(|bar| bar.value.is_some()) {
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
                layout.left + layout.length + if layout.is_narrow { 16.0 } else { 28.0 },
                layout.baseline + 12.0,
                self.unit.clone(),
                Anchor::Start,
                TICK,
                palette.muted,
            );
        }
        if let Some(band) = layout.band {
            canvas.label(
                band.x,
                8.0,
                self.unknown.clone(),
                Anchor::Start,
                TICK,
                palette.muted,
            );
        }
        for (bar, rect) in self.bars.iter().zip(&layout.bars) {
            let middle = rect.y + rect.height / 2.0;
            if layout.is_narrow {
                canvas.label(
                    NAME,
                    rect.y - 9.0,
                    bar.name.clone(),
                    Anchor::Start,
                    LABEL,
                    palette.ink,
                );
            } else {
                let x = layout.left - 10.0;
                canvas.label(x, middle, bar.name.clone(), Anchor::End, LABEL, palette.ink);
            }
            if bar.value.is_some() {
                canvas.fill(*rect, palette.accent);
                let (x, y, anchor) = if layout.is_narrow {
                    (layout.left + layout.length, rect.y - 9.0, Anchor::End)
                } else {
                    (rect.x + rect.width + 7.0, middle, Anchor::Start)
                };
                canvas.label(x, y, bar.text.clone(), anchor, LABEL, palette.ink);
            } else {
                canvas.unknown(*rect, &bar.text, TICK, palette);
            }
        }
        if layout.length > 0.0 {
            canvas.line(
                (layout.left, TOP),
                (layout.left, layout.baseline),
                palette.ink,
            );
        }
        canvas
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bars(values: &[Option<f64>]) -> CostBars {
        CostBars {
            bars: values
                .iter()
                .map(|value| CostBar {
                    name: "variant".to_owned(),
                    value: *value,
                    text: "text".to_owned(),
                })
                .collect(),
            unit: "USD".to_owned(),
            unknown: "null".to_owned(),
        }
    }

    #[test]
    fn an_unknown_stands_in_a_band_right_of_the_axis() {
        for width in [360.0, 900.0] {
            let layout = bars(&[Some(0.08), None]).layout(width);
            let band = layout.band.unwrap();
            assert!(band.x >= layout.left + layout.length);
            assert!(layout.bars[1].x >= band.x);
            assert!(layout.bars[0].x + layout.bars[0].width <= band.x);
        }
    }

    #[test]
    fn lengths_are_in_proportion() {
        let layout = bars(&[Some(0.1), Some(0.05)]).layout(900.0);
        assert!(layout.band.is_none());
        assert!((layout.bars[0].width - 2.0 * layout.bars[1].width).abs() < 1e-9);
    }

    #[test]
    fn without_a_known_value_there_is_no_axis() {
        let layout = bars(&[None]).layout(900.0);
        assert!(layout.length < 1.0);
        assert!((layout.bars[0].x + layout.bars[0].width - 900.0).abs() < 1e-9);
    }
}
