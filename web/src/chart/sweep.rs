//! One limit over a range: attempts that are stopped and warned under each value.

use super::{Axis, Rect, intervals};
use loopledger::view::limits::{SweepCount, SweepView};

/// Where everything of the chart goes.
#[derive(Debug, Clone, PartialEq)]
pub struct SweepChart {
    /// Width of the whole.
    pub width: f64,
    /// Height of the whole.
    pub height: f64,
    /// Left end of the plot.
    pub left: f64,
    /// Right end of the plot.
    pub right: f64,
    /// Upper end of the plot.
    pub top: f64,
    /// Lower end of the plot, where the count is 0.
    pub bottom: f64,
    /// Counts of attempts, from 0; each tick with where it is.
    pub ticks: Vec<(f64, f64)>,
    /// One for each value, in order.
    pub columns: Vec<Column>,
    /// The distance of two columns.
    pub pitch: f64,
}

/// What stands above one value.
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    /// The value.
    pub value: i64,
    /// The middle of the column.
    pub x: f64,
    /// Whether the value breaks no rule.
    pub is_valid: bool,
    /// Whether it is in force, in some of the runs at least.
    pub is_current: bool,
    /// Whether there is room for the value below it.
    pub has_label: bool,
    /// Attempts that are stopped.
    pub stopped: Bar,
    /// Attempts that are warned.
    pub warned: Bar,
    /// Height at which the false positives that would go are marked; `None` without any.
    pub false_positives: Option<f64>,
    /// Height at which the right stops that would be lost are marked; `None` without any.
    pub right: Option<f64>,
}

/// A bar whose upper part is *what if*.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bar {
    /// What follows from the record.
    pub sure: Rect,
    /// What does not.
    pub what_if: Rect,
}

const HEIGHT: f64 = 260.0;
const LEFT: f64 = 44.0;
const RIGHT: f64 = 12.0;
const TOP: f64 = 26.0;
const BOTTOM: f64 = 34.0;
/// Room for a value below its column.
const LABEL_ROOM: f64 = 34.0;
const WIDEST_BAR: f64 = 26.0;

impl SweepChart {
    /// Computes where everything goes.
    pub fn new(view: &SweepView, width: f64) -> Self {
        let (left, right) = (LEFT, (width - RIGHT).max(LEFT + 1.0));
        let (top, bottom) = (TOP, HEIGHT - BOTTOM);
        let figures = || {
            view.values
                .iter()
                .filter_map(|value| value.figures.as_ref())
        };
        let largest = figures()
            .map(|figures| {
                figures
                    .stopped
                    .attempts
                    .max(figures.warned.attempts)
                    .max(figures.stops.false_positives + figures.warnings.false_positives)
                    .max(figures.stops.right)
            })
            .max()
            .unwrap_or_default();
        let axis = whole_axis(largest, bottom - top);
        let y = |count: u64| bottom - axis.position(number(count), bottom - top);
        let count = u32::try_from(view.values.len()).unwrap_or(u32::MAX).max(1);
        let pitch = (right - left) / f64::from(count);
        let every = every(pitch);
        let bar_width = (pitch * 0.36).clamp(1.0, WIDEST_BAR);
        let columns = view
            .values
            .iter()
            .zip(0_u32..)
            .map(|(value, index)| {
                let x = left + (f64::from(index) + 0.5) * pitch;
                let figures = value.figures.as_ref();
                let bar = |x: f64, count: SweepCount| {
                    let SweepCount {
                        attempts, what_if, ..
                    } = count;
                    let middle = y(attempts.saturating_sub(what_if));
                    let upper = y(attempts);
                    let rect = |from: f64, to: f64| Rect {
                        x,
                        y: from,
                        width: bar_width,
                        height: to - from,
                    };
                    Bar {
                        sure: rect(middle, bottom),
                        what_if: rect(upper, middle),
                    }
                };
                let mark = |count: u64| (count > 0).then(|| y(count));
                Column {
                    value: value.value,
                    x,
                    is_valid: figures.is_some(),
                    is_current: view.current.contains(&value.value),
                    has_label: index.is_multiple_of(every),
                    stopped: bar(
                        x - bar_width - 1.0,
                        figures.map(|it| it.stopped).unwrap_or_default(),
                    ),
                    warned: bar(x + 1.0, figures.map(|it| it.warned).unwrap_or_default()),
                    false_positives: figures.and_then(|it| {
                        mark(it.stops.false_positives + it.warnings.false_positives)
                    }),
                    right: figures.and_then(|it| mark(it.stops.right)),
                }
            })
            .collect();
        Self {
            width,
            height: HEIGHT,
            left,
            right,
            top,
            bottom,
            ticks: axis
                .ticks
                .iter()
                .map(|tick| (*tick, bottom - axis.position(*tick, bottom - top)))
                .collect(),
            columns,
            pitch,
        }
    }

    /// Index of the column nearest to a place; `None` where there is none.
    pub fn hit(&self, x: f64) -> Option<usize> {
        let distance = |column: &Column| (column.x - x).abs();
        let nearest = self
            .columns
            .iter()
            .enumerate()
            .min_by(|(_, one), (_, two)| distance(one).total_cmp(&distance(two)));
        nearest.map(|(index, _)| index)
    }
}

/// An axis whose ticks are whole: there is no half an attempt.
fn whole_axis(largest: u64, length: f64) -> Axis {
    let wanted = intervals(length);
    if largest < u64::from(wanted) {
        let ticks = (0..=u32::try_from(largest.max(1)).unwrap_or(1)).map(f64::from);
        let ticks: Vec<f64> = ticks.collect();
        return Axis {
            max: ticks.last().copied().unwrap_or(1.0),
            ticks,
            places: 0,
        };
    }
    Axis::new(number(largest), wanted)
}

/// Every how manieth column has room for its value.
fn every(pitch: f64) -> u32 {
    let mut every = 1;
    while every < 1000 && f64::from(every) * pitch < LABEL_ROOM {
        every += 1;
    }
    every
}

fn number(count: u64) -> f64 {
    #[expect(
        clippy::cast_precision_loss,
        reason = "a coordinate needs no more digits"
    )]
    let number = count as f64;
    number
}

#[cfg(test)]
mod tests {
    use super::*;
    use loopledger::view::ReplaySettings;
    use loopledger::view::limits::{LimitSetting, SweepRequest};
    use loopledger::{FileMeta, Reading, Session};

    /// The sweep of a run that repeats itself five times, from 2 on.
    fn view(to: i64) -> SweepView {
        let call = |id: usize| {
            format!(
                r#"{{"type":"ai","content":"","tool_calls":[{{"name":"bash","args":{{"command":"ls"}},"id":"c{id}"}}]}},{{"type":"tool","content":"a","tool_call_id":"c{id}"}}"#
            )
        };
        let calls: Vec<String> = (0..5).map(call).collect();
        let text = format!("[{}]", calls.join(","));
        let mut session = Session::new();
        session.add(Reading::new(FileMeta::new("a.json"), text.into_bytes()));
        session
            .sweep(&SweepRequest {
                settings: ReplaySettings::default(),
                variant: None,
                setting: LimitSetting::HardLimit,
                tool: None,
                from: 2,
                to,
                step: 1,
            })
            .unwrap()
    }

    #[test]
    fn a_column_stands_in_its_share_of_the_width() {
        let chart = SweepChart::new(&view(6), 500.0);
        assert_eq!(chart.columns.len(), 5);
        for (index, column) in chart.columns.iter().enumerate() {
            assert_eq!(chart.hit(column.x), Some(index));
            assert!(column.stopped.sure.x >= chart.left);
            assert!(column.warned.sure.x + column.warned.sure.width <= chart.right);
        }
        assert_eq!(chart.hit(-10.0), Some(0));
        assert_eq!(chart.hit(10_000.0), Some(4));
    }

    #[test]
    fn an_invalid_value_has_no_bar_and_the_one_in_force_is_marked() {
        let chart = SweepChart::new(&view(6), 500.0);
        let valid: Vec<bool> = chart.columns.iter().map(|column| column.is_valid).collect();
        assert_eq!(valid, [false, true, true, true, true]);
        let current = chart.columns.iter().position(|column| column.is_current);
        assert_eq!(current, Some(3));
        assert!(chart.columns[0].stopped.sure.height.abs() < 1e-9);
    }

    #[test]
    fn a_bar_is_as_high_as_its_count() {
        let chart = SweepChart::new(&view(6), 500.0);
        // One attempt, on an axis of 0 and 1.
        let column = &chart.columns[3];
        let height = column.stopped.sure.height + column.stopped.what_if.height;
        assert!((height - (chart.bottom - chart.top)).abs() < 1e-9);
        assert!(chart.columns[4].stopped.sure.height.abs() < 1e-9);
        assert_eq!(chart.ticks.len(), 2);
    }

    #[test]
    fn labels_that_have_no_room_are_left_out() {
        let chart = SweepChart::new(&view(101), 500.0);
        let labels: Vec<f64> = chart
            .columns
            .iter()
            .filter(|column| column.has_label)
            .map(|column| column.x)
            .collect();
        assert!(
            labels
                .windows(2)
                .all(|pair| pair[1] - pair[0] >= LABEL_ROOM - 1e-9)
        );
        assert!(labels.len() > 5);
    }
}
