//! Charts: what is drawn is computed here as plain data; plotters only draws it.

/// Size of names and values.
const LABEL: f64 = 13.5;
/// Size of what stands at an axis.
const TICK: f64 = 12.0;

mod axis;
mod canvas;
mod cost_bars;
mod forest;
mod money_stack;
mod palette;
pub mod replay;
mod sweep;

pub use axis::{Axis, ticks};
pub use canvas::{Anchor, Canvas, Rect};
pub use cost_bars::{CostBar, CostBars};
pub use forest::{Forest, ForestRow};
pub use money_stack::{MoneyRow, MoneyStack};
pub use palette::Palette;
pub use sweep::{Bar, Column, SweepChart};

/// How many intervals of an axis have room for their numbers.
fn intervals(length: f64) -> u32 {
    const ROOM: f64 = 80.0;
    let mut intervals = 1;
    while intervals < 6 && f64::from(intervals + 1) * ROOM <= length {
        intervals += 1;
    }
    intervals
}
