//! Where the cells of the history window stand.

use super::{coordinate, index_at};
use loopledger::view::{FrameView, HistoryCellView};

/// At most as many cells are drawn; a longer window shows its newest ones.
pub const MOST_CELLS: usize = 400;

/// Cells in balanced rows, oldest first, left to right and top to bottom.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CellGrid {
    /// Cells that are drawn, empty ones included.
    pub cells: usize,
    /// Cells in a row; the last row may have fewer.
    pub columns: usize,
    /// Rows.
    pub rows: usize,
    /// Side of a cell, the gap to the next included.
    pub pitch: f64,
    /// Whether a cell is large enough for letters.
    pub has_letters: bool,
    /// Places of the window that are not drawn.
    pub hidden: u64,
}

impl CellGrid {
    /// The grid of a window with so many places, for a width in pixels.
    pub fn new(capacity: u64, width: f64) -> Self {
        let cells = usize::try_from(capacity)
            .unwrap_or(usize::MAX)
            .clamp(1, MOST_CELLS);
        let one_row = width / coordinate(cells);
        let pitch: f64 = match cells {
            // A little smaller rather than a second row.
            0..=40 if one_row >= 28.0 => one_row.min(36.0),
            0..=40 => 34.0,
            41..=120 => 28.0,
            _ => 20.0,
        };
        let fitting = index_at((width / pitch).floor(), MOST_CELLS).max(1);
        let rows = cells.div_ceil(fitting);
        Self {
            cells,
            columns: cells.div_ceil(rows),
            rows,
            pitch,
            has_letters: pitch >= 28.0,
            hidden: capacity.saturating_sub(cells as u64),
        }
    }

    /// The upper left corner of a cell.
    pub fn corner(&self, cell: usize) -> (f64, f64) {
        let columns = self.columns.max(1);
        (
            coordinate(cell % columns) * self.pitch,
            coordinate(cell / columns) * self.pitch,
        )
    }

    /// Width and height of all cells.
    pub fn size(&self) -> (f64, f64) {
        (
            coordinate(self.columns) * self.pitch,
            coordinate(self.rows) * self.pitch,
        )
    }

    /// The filled cells: the newest call sets that there is room for, oldest first.
    pub fn filled<'a>(&self, frame: &'a FrameView) -> &'a [HistoryCellView] {
        let from = frame.history.len().saturating_sub(self.cells);
        frame.history.get(from..).unwrap_or_default()
    }
}

/// What entered and left the windows between one response and the next.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Flow {
    /// The call set that left the history window.
    pub history_left: Option<HistoryCellView>,
    /// How many names entered the frequency window.
    pub frequency_entered: usize,
    /// The names that left the frequency window, oldest first; indexes of tools.
    pub frequency_left: Vec<u32>,
}

/// What entered and left, from the frame before and the frame of a response; `None` where they are
/// not neighbours, or where a window is too long to be known whole.
pub fn flow(before: &FrameView, after: &FrameView) -> Option<Flow> {
    if before.step + 1 != after.step {
        return None;
    }
    let whole = |shown: usize, all: u64| shown as u64 == all;
    if !whole(before.history.len(), before.history_len)
        || !whole(before.frequency.len(), before.frequency_len)
    {
        return None;
    }
    let proposed = after.calls.len();
    let repetition_stop = after.decision.as_ref().is_some_and(|decision| {
        decision.action == "stop" && decision.layer == "identical_call_set"
    });
    let enters = proposed > 0 && after.history_len > 0;
    let history_left = (enters && before.history_len == before.history_capacity)
        .then(|| before.history.first().cloned())
        .flatten();
    let most = if repetition_stop { 0 } else { proposed };
    // A stop inside the batch counts only its first calls, so that the longest overlap that fits
    // is looked for from the whole batch downwards.
    let (frequency_left, frequency_entered) = (0..=most).rev().find_map(|entered| {
        let kept = after.frequency.len().checked_sub(entered)?;
        let left = before.frequency.len().checked_sub(kept)?;
        let fits = left == 0 || after.frequency_len == after.frequency_capacity;
        (fits && before.frequency.get(left..) == after.frequency.get(..kept)).then(|| {
            (
                before.frequency.get(..left).unwrap_or_default().to_vec(),
                entered,
            )
        })
    })?;
    Some(Flow {
        history_left,
        frequency_entered,
        frequency_left,
    })
}

#[cfg(test)]
mod tests {
    use super::{CellGrid, MOST_CELLS, flow};
    use crate::chart::replay::test_view::{call, decision, frame};
    use loopledger::view::FrameView;

    fn with_calls(mut frame: FrameView, calls: usize) -> FrameView {
        frame.calls = vec![call("bash"); calls];
        frame
    }

    #[test]
    fn a_window_that_is_not_full_loses_nothing() {
        let before = frame(0, &[0], &[0]);
        let after = with_calls(frame(1, &[0, 1], &[0, 0]), 1);
        let flow = flow(&before, &after).unwrap();
        assert_eq!(flow.history_left, None);
        assert_eq!(flow.frequency_entered, 1);
        assert!(flow.frequency_left.is_empty());
    }

    #[test]
    fn the_oldest_leaves_a_full_window() {
        let before = frame(3, &[0, 1, 2], &[0, 1, 2, 3]);
        let after = with_calls(frame(4, &[1, 2, 0], &[2, 3, 0, 0]), 2);
        let flow = flow(&before, &after).unwrap();
        assert_eq!(flow.history_left.map(|cell| cell.call_set), Some(0));
        assert_eq!(flow.frequency_left, [0, 1]);
    }

    #[test]
    fn alike_names_still_move_on() {
        let before = frame(3, &[0, 0, 0], &[0, 0, 0, 0]);
        let after = with_calls(frame(4, &[0, 0, 0], &[0, 0, 0, 0]), 1);
        let flow = flow(&before, &after).unwrap();
        assert_eq!(flow.frequency_entered, 1);
        assert_eq!(flow.frequency_left, [0]);
    }

    #[test]
    fn a_repetition_stop_keeps_names_out() {
        let before = frame(3, &[0, 0], &[0, 0]);
        let mut after = with_calls(frame(4, &[0, 0, 0], &[0, 0]), 1);
        after.decision = Some(decision(4, "stop"));
        assert_eq!(flow(&before, &after).unwrap().frequency_entered, 0);
    }

    #[test]
    fn a_stop_inside_a_batch_counts_its_first_calls() {
        let before = frame(3, &[0], &[0, 1]);
        let after = with_calls(frame(4, &[0, 1], &[0, 1, 2]), 3);
        assert_eq!(flow(&before, &after).unwrap().frequency_entered, 1);
    }

    #[test]
    fn only_neighbours_flow() {
        assert_eq!(flow(&frame(1, &[], &[]), &frame(3, &[], &[])), None);
        assert_eq!(flow(&frame(3, &[], &[]), &frame(2, &[], &[])), None);
    }

    fn check(capacity: u64, width: f64, columns: usize, rows: usize) {
        let grid = CellGrid::new(capacity, width);
        assert_eq!((grid.columns, grid.rows), (columns, rows), "{grid:?}");
        assert!(grid.columns * grid.rows >= grid.cells);
        assert!(grid.size().0 <= width.max(grid.pitch), "{grid:?}");
    }

    #[test]
    fn the_default_window_is_one_row_where_it_fits() {
        check(20, 760.0, 20, 1);
    }

    #[test]
    fn rows_are_balanced() {
        check(20, 380.0, 10, 2);
        check(20, 600.0, 20, 1);
        check(20, 260.0, 7, 3);
        check(1, 300.0, 1, 1);
        check(50, 600.0, 17, 3);
    }

    #[test]
    fn a_width_of_nothing_still_draws() {
        check(5, 0.0, 1, 5);
    }

    #[test]
    fn a_long_window_is_cut() {
        let grid = CellGrid::new(1_000_000, 600.0);
        assert_eq!(grid.cells, MOST_CELLS);
        assert_eq!(grid.hidden, 999_600);
        assert!(!grid.has_letters);
    }

    #[test]
    fn corners_run_left_to_right_then_down() {
        let grid = CellGrid::new(20, 380.0);
        assert_eq!(grid.corner(0), (0.0, 0.0));
        assert_eq!(grid.corner(9), (9.0 * 34.0, 0.0));
        assert_eq!(grid.corner(10), (0.0, 34.0));
    }
}
