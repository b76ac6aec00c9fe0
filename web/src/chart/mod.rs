//! Charts: what is drawn is computed here as plain data; plotters only draws it.

mod axis;
mod canvas;
mod cost_bars;
mod money_stack;
mod palette;
pub mod replay;

pub use axis::{Axis, ticks};
pub use canvas::{Anchor, Canvas, Rect};
pub use cost_bars::{CostBar, CostBars};
pub use money_stack::{MoneyRow, MoneyStack};
pub use palette::Palette;
