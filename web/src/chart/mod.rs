//! Charts: what is drawn is computed here as plain data; plotters only draws it.

mod axis;
mod canvas;
mod palette;
pub mod replay;

pub use axis::{Axis, ticks};
pub use canvas::{Anchor, Canvas, Rect};
pub use palette::Palette;
