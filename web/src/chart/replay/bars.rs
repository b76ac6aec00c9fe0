//! The frequency window: a row per tool, each against its own marks.

use super::{coordinate, count_coordinate};
use loopledger::model::{EffectiveConfiguration, ToolFreqOverride};
use loopledger::view::{FrameView, ReplayView};

/// At most as many tools have a row; the tools with the largest counts go first.
pub const MOST_ROWS: usize = 12;

/// Where the hard limit stands on every bar, as a share of the bar's room; what is beyond it is
/// drawn in the rest.
pub const STOP_AT: f64 = 0.86;

/// One tool of the frequency window.
#[derive(Debug, Clone, PartialEq)]
pub struct BarRow {
    /// Index into [`ReplayView::tools`].
    pub tool: u32,
    /// The tool's name.
    pub name: String,
    /// Its calls in the window.
    pub count: u64,
    /// Its warning threshold.
    pub warn: i64,
    /// Its hard limit.
    pub hard_limit: i64,
    /// Whether it has been warned about while in the window.
    pub is_warned: bool,
    /// Whether its thresholds are an override.
    pub is_override: bool,
    /// Length of the bar from 0 to 1; its own hard limit is at [`STOP_AT`].
    pub length: f64,
    /// Where its warning threshold stands, from 0 to 1.
    pub warn_at: f64,
    /// Whether the count is so far beyond the hard limit that the bar had to be cut.
    pub is_cut: bool,
    /// Places of its calls in the strip, from 0 (the oldest place) to 1, with the width of a place.
    pub strip: Vec<f64>,
}

/// The rows of the frequency window.
#[derive(Debug, Clone, PartialEq)]
pub struct Bars {
    /// One row per tool, in order of first appearance in the run, so that rows stay where they are
    /// while the run plays.
    pub rows: Vec<BarRow>,
    /// Tools that have no row.
    pub hidden: usize,
    /// Width of one place of the strip, from 0 to 1.
    pub place: f64,
    /// Places that the strip draws.
    pub places: usize,
}

impl Bars {
    /// The rows for a frame.
    pub fn new(view: &ReplayView, frame: &FrameView) -> Self {
        let mut tools: Vec<(u32, &str, u64)> = (0_u32..)
            .zip(&view.tools)
            .map(|(index, name)| {
                let count = frame
                    .bars
                    .iter()
                    .find(|bar| &bar.tool == name)
                    .map_or(0, |bar| bar.count);
                (index, name.as_str(), count)
            })
            .collect();
        let hidden = tools.len().saturating_sub(MOST_ROWS);
        if hidden > 0 {
            tools.sort_by_key(|&(index, _, count)| (std::cmp::Reverse(count), index));
            tools.truncate(MOST_ROWS);
            tools.sort_by_key(|&(index, _, _)| index);
        }
        let capacity = usize::try_from(frame.frequency_capacity).unwrap_or(usize::MAX);
        let places = capacity.clamp(1, super::cells::MOST_CELLS);
        let place = 1.0 / coordinate(places);
        let from = frame.frequency.len().saturating_sub(places);
        let newest = frame.frequency.get(from..).unwrap_or_default();
        let rows = tools
            .into_iter()
            .map(|(tool, name, count)| {
                let strip = newest
                    .iter()
                    .enumerate()
                    .filter(|&(_, &at)| at == tool)
                    .map(|(index, _)| coordinate(index) * place)
                    .collect();
                row(view, frame, tool, name, count, strip)
            })
            .collect();
        Self {
            rows,
            hidden,
            place,
            places,
        }
    }
}

fn row(
    view: &ReplayView,
    frame: &FrameView,
    tool: u32,
    name: &str,
    count: u64,
    strip: Vec<f64>,
) -> BarRow {
    let (limits, is_override) = thresholds(&view.configuration, name);
    let is_warned = frame
        .bars
        .iter()
        .any(|bar| bar.tool == name && bar.is_warned);
    let share = |value: f64| {
        let limit = count_coordinate(u64::try_from(limits.hard_limit).unwrap_or(1).max(1));
        value / limit * STOP_AT
    };
    let length = share(count_coordinate(count));
    let warn_at = share(count_coordinate(u64::try_from(limits.warn).unwrap_or(0)));
    BarRow {
        tool,
        name: name.to_owned(),
        count,
        warn: limits.warn,
        hard_limit: limits.hard_limit,
        is_warned,
        is_override,
        length: length.min(1.0),
        warn_at: warn_at.min(1.0),
        is_cut: length > 1.0,
        strip,
    }
}

/// The thresholds of a tool, and whether they are an override.
pub fn thresholds(configuration: &EffectiveConfiguration, tool: &str) -> (ToolFreqOverride, bool) {
    configuration.tool_freq_overrides.get(tool).map_or(
        (
            ToolFreqOverride {
                warn: configuration.tool_freq_warn,
                hard_limit: configuration.tool_freq_hard_limit,
            },
            false,
        ),
        |&limits| (limits, true),
    )
}

#[cfg(test)]
mod tests {
    use super::{Bars, MOST_ROWS, STOP_AT};
    use crate::chart::replay::test_view;
    use loopledger::model::ToolFreqOverride;
    use loopledger::view::{FrameView, FrequencyBarView, ReplayView};

    fn view(tools: &[&str]) -> ReplayView {
        let mut view = test_view::run(&[0; 9], &[]);
        view.tools = tools.iter().map(|&tool| tool.to_owned()).collect();
        view
    }

    fn frame(counts: &[(&str, u64)], names: &[u32]) -> FrameView {
        let mut frame = test_view::frame(8, &[], names);
        frame.bars = counts
            .iter()
            .map(|&(tool, count)| FrequencyBarView {
                tool: tool.to_owned(),
                count,
                warn: 30,
                hard_limit: 50,
                is_warned: count >= 30,
                is_override: false,
            })
            .collect();
        frame
    }

    #[test]
    fn rows_stay_in_order_of_appearance() {
        let view = view(&["bash", "grep", "task"]);
        let bars = Bars::new(&view, &frame(&[("task", 3), ("bash", 1)], &[0, 2, 2, 2]));
        let rows: Vec<(&str, u64)> = bars
            .rows
            .iter()
            .map(|row| (row.name.as_str(), row.count))
            .collect();
        assert_eq!(rows, [("bash", 1), ("grep", 0), ("task", 3)]);
        assert_eq!(bars.rows[2].strip, [0.25, 0.5, 0.75]);
    }

    #[test]
    fn every_bar_ends_at_its_own_limit() {
        let mut view = view(&["bash", "grep"]);
        let limits = ToolFreqOverride {
            warn: 150,
            hard_limit: 300,
        };
        view.configuration
            .tool_freq_overrides
            .insert("bash".to_owned(), limits);
        let bars = Bars::new(&view, &frame(&[("bash", 300), ("grep", 50)], &[]));
        for row in &bars.rows {
            assert!((row.length - STOP_AT).abs() < 1e-9, "{row:?}");
            assert!(!row.is_cut);
        }
        assert!(bars.rows[0].is_override && !bars.rows[1].is_override);
        assert!((bars.rows[0].warn_at - STOP_AT / 2.0).abs() < 1e-9);
    }

    #[test]
    fn a_bar_far_beyond_its_limit_is_cut() {
        let bars = Bars::new(&view(&["bash"]), &frame(&[("bash", 90)], &[]));
        assert!(bars.rows[0].is_cut);
        assert!((bars.rows[0].length - 1.0).abs() < 1e-9);
    }

    #[test]
    fn many_tools_leave_the_busiest() {
        let names: Vec<String> = (0..30).map(|tool| format!("tool_{tool}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let bars = Bars::new(&view(&names), &frame(&[("tool_29", 4)], &[29, 29, 29, 29]));
        assert_eq!(bars.rows.len(), MOST_ROWS);
        assert_eq!(bars.hidden, 18);
        assert!(bars.rows.iter().any(|row| row.name == "tool_29"));
    }
}
