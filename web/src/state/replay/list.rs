//! Which rows of a long list are drawn.

use crate::chart::replay::{coordinate, index_at};

/// Height of a row in pixels; `web/styles/replay.css` says the same.
pub const ROW_HEIGHT: f64 = 28.0;
/// Rows that are drawn beyond either edge, so that scrolling shows no gap.
const OVERSCAN: usize = 12;

/// The part of a list that is drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ListWindow {
    /// The first row that is drawn.
    pub first: usize,
    /// The row after the last that is drawn.
    pub end: usize,
    /// Room above, in pixels.
    pub above: f64,
    /// Room below, in pixels.
    pub below: f64,
}

impl ListWindow {
    /// The part that a viewport of a height shows after scrolling so far.
    pub fn new(rows: usize, scrolled: f64, height: f64) -> Self {
        let top = index_at(scrolled / ROW_HEIGHT, rows);
        let fitting = index_at((height / ROW_HEIGHT).ceil(), rows);
        let first = top.saturating_sub(OVERSCAN);
        let end = top
            .saturating_add(fitting)
            .saturating_add(OVERSCAN + 1)
            .min(rows);
        Self {
            first: first.min(end),
            end,
            above: coordinate(first.min(end)) * ROW_HEIGHT,
            below: coordinate(rows - end) * ROW_HEIGHT,
        }
    }
}

/// How far to scroll so that a row is seen whole; `None` where it is.
pub fn reveal(row: usize, scrolled: f64, height: f64) -> Option<f64> {
    let top = coordinate(row) * ROW_HEIGHT;
    let bottom = top + ROW_HEIGHT;
    if top < scrolled {
        // A row of context above, where there is one.
        Some((top - ROW_HEIGHT).max(0.0))
    } else if bottom > scrolled + height {
        Some((bottom + ROW_HEIGHT - height).max(0.0))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::{ListWindow, ROW_HEIGHT, reveal};

    #[test]
    fn a_long_list_draws_few_rows() {
        let window = ListWindow::new(100_000, 50_000.0 * ROW_HEIGHT, 400.0);
        assert!(window.first <= 50_000 && window.end > 50_015);
        assert!(window.end - window.first < 50);
        let drawn = super::coordinate(window.end - window.first) * ROW_HEIGHT;
        assert!((window.above + drawn + window.below - 100_000.0 * ROW_HEIGHT).abs() < 1e-6);
    }

    #[test]
    fn a_short_list_is_drawn_whole() {
        let window = ListWindow::new(3, 0.0, 400.0);
        assert_eq!((window.first, window.end), (0, 3));
        assert_eq!(ListWindow::new(0, 0.0, 400.0).end, 0);
    }

    #[test]
    fn scrolling_too_far_is_harmless() {
        let window = ListWindow::new(10, 1e9, 400.0);
        assert_eq!(window.end, 10);
        assert!(window.below.abs() < 1e-9);
    }

    #[test]
    fn a_row_is_revealed_only_when_hidden() {
        assert_eq!(reveal(2, 0.0, 280.0), None);
        assert_eq!(reveal(10, 0.0, 280.0), Some(56.0));
        assert_eq!(reveal(0, 100.0, 280.0), Some(0.0));
        assert_eq!(reveal(5, 10.0 * ROW_HEIGHT, 280.0), Some(4.0 * ROW_HEIGHT));
    }
}
