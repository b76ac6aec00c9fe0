//! The timeline of a run: every response, what each window counted there, and every decision.
//!
//! A run may have a hundred thousand responses; columns then stand for several of them, and marks
//! that would overlap are drawn as one with their number. Nothing is dropped.

use super::bars::thresholds;
use super::{coordinate, count_coordinate, index_at};
use loopledger::view::{DecisionView, ReplayView};

/// A column is at least so wide, its gap included.
const NARROWEST_COLUMN: f64 = 3.0;
/// A column is never drawn wider.
const WIDEST_COLUMN: f64 = 22.0;
/// Marks closer than this are drawn as one.
pub(super) const MARK_GAP: f64 = 13.0;
/// A press so near a mark means the mark.
pub(super) const SNAP: f64 = 8.0;
/// A response needs so much room for a glyph.
const GLYPH_PITCH: f64 = 17.0;
/// Where every column of the frequency lane has its hard limit, from 0 to 1.
pub const STOP_AT: f64 = 0.9;

/// Where responses stand from left to right.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scale {
    /// Left end in pixels.
    pub left: f64,
    /// Length in pixels.
    pub length: f64,
    /// Responses.
    pub steps: usize,
}

impl Scale {
    /// Room of one response in pixels.
    pub fn pitch(&self) -> f64 {
        self.length / coordinate(self.steps.max(1))
    }

    /// The middle of a response's room.
    pub fn x(&self, step: usize) -> f64 {
        self.left + (coordinate(step) + 0.5) * self.pitch()
    }

    /// The left edge of a response's room.
    pub fn edge(&self, step: usize) -> f64 {
        self.left + coordinate(step.min(self.steps)) * self.pitch()
    }

    /// The response at a coordinate; outside, the first or the last.
    pub fn step_at(&self, x: f64) -> usize {
        index_at(
            ((x - self.left) / self.pitch()).floor(),
            self.steps.saturating_sub(1),
        )
    }
}

/// One or more neighbouring responses.
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    /// The first response.
    pub first: usize,
    /// The last response.
    pub last: usize,
    /// Left edge in pixels.
    pub x: f64,
    /// Width in pixels, without the gap.
    pub width: f64,
    /// Largest count of a call set in the history window, as a share of the lane's height.
    pub repetition: f64,
    /// Nearness of a tool to its own hard limit in the frequency window; [`STOP_AT`] is at it.
    pub frequency: f64,
    /// Whether a response proposes calls whose digest cannot be known.
    pub has_unknown: bool,
    /// Whether no response proposes a call.
    pub is_silent: bool,
}

/// Which decisions a mark stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Lane {
    /// Decisions of the recorded run.
    Recorded,
    /// Decisions under the rules of the replay.
    Replayed,
    /// Differences between the two.
    Changed,
}

/// One or more decisions, or differences, that stand close together.
#[derive(Debug, Clone, PartialEq)]
pub struct Mark {
    /// What it stands for.
    pub lane: Lane,
    /// Where it is drawn: at the first of its stops, else at its first response.
    pub x: f64,
    /// The response that pressing it leads to.
    pub step: usize,
    /// The last response it stands for.
    pub last: usize,
    /// Warnings among its decisions; for changes, those that were added.
    pub warns: u64,
    /// Stops among its decisions; for changes, those that were removed.
    pub stops: u64,
    /// Only for changes: decisions that differ in both.
    pub others: u64,
}

impl Mark {
    /// How many decisions it stands for.
    pub fn size(&self) -> u64 {
        self.warns + self.stops + self.others
    }
}

/// A threshold of the repetition lane.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Threshold {
    /// The count.
    pub value: i64,
    /// Its height as a share of the lane's height.
    pub at: f64,
    /// Whether it stops.
    pub is_stop: bool,
}

/// The timeline as it is drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct Timeline {
    /// Where responses stand.
    pub scale: Scale,
    /// The columns, left to right.
    pub columns: Vec<Column>,
    /// The marks of all lanes, lane by lane, left to right.
    pub marks: Vec<Mark>,
    /// The thresholds of the repetition lane that are within its height.
    pub thresholds: Vec<Threshold>,
    /// The largest count that the repetition lane has room for.
    pub top: u64,
    /// Where *what if* begins, in pixels; `None` where everything is exact.
    pub what_if: Option<f64>,
    /// Responses that are named below the axis.
    pub ticks: Vec<usize>,
    /// Whether responses have room for a glyph each.
    pub has_glyphs: bool,
}

impl Timeline {
    /// The layout for a plot between two coordinates.
    pub fn new(view: &ReplayView, left: f64, right: f64) -> Self {
        let scale = Scale {
            left,
            length: (right - left).max(1.0),
            steps: view.steps.len(),
        };
        let (top, thresholds) = repetition_axis(view);
        let mut marks = decision_marks(Lane::Recorded, &view.recorded, scale);
        marks.extend(decision_marks(Lane::Replayed, &view.decisions, scale));
        marks.extend(change_marks(view, scale));
        Self {
            scale,
            columns: columns(view, scale, top),
            marks,
            thresholds,
            top,
            what_if: view.what_if_after.and_then(|after| {
                let first = usize::try_from(after).ok()?.checked_add(1)?;
                (first < scale.steps).then(|| scale.edge(first))
            }),
            ticks: ticks(scale),
            has_glyphs: scale.pitch() >= GLYPH_PITCH,
        }
    }

    /// The response that a press means: a mark that is close in the lanes of marks, else the
    /// response below the pointer.
    pub fn hit(&self, x: f64, lane: Option<Lane>) -> usize {
        lane.and_then(|lane| {
            self.marks
                .iter()
                .filter(|mark| mark.lane == lane && (mark.x - x).abs() <= SNAP)
                .min_by(|one, other| (one.x - x).abs().total_cmp(&(other.x - x).abs()))
                .map(|mark| mark.step)
        })
        .unwrap_or_else(|| self.scale.step_at(x))
    }
}

/// Between what every lane stands, so that a response stands below itself in each of them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Edges {
    /// Whether there is no room for names beside the lanes.
    pub is_narrow: bool,
    /// Left end in pixels.
    pub left: f64,
    /// Right end in pixels.
    pub right: f64,
}

impl Edges {
    /// For a width in pixels.
    pub fn new(width: f64) -> Self {
        let is_narrow = width < 640.0;
        let left = if is_narrow { 6.0 } else { 132.0 };
        Self {
            is_narrow,
            left,
            right: (width - 10.0).max(left + 1.0),
        }
    }
}

/// Room of one lane from top to bottom.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LaneBox {
    /// Which marks it holds; `None` for a lane of columns.
    pub lane: Option<Lane>,
    /// Whether it is the lane of the frequency window.
    pub is_frequency: bool,
    /// Its upper edge.
    pub top: f64,
    /// Its height.
    pub height: f64,
}

/// Where the lanes of the timeline stand.
#[derive(Debug, Clone, PartialEq)]
pub struct Geometry {
    /// Whether there is no room for names beside the lanes; they stand above them then.
    pub is_narrow: bool,
    /// Width of the whole drawing.
    pub width: f64,
    /// Height of the whole drawing.
    pub height: f64,
    /// Left end of the lanes.
    pub left: f64,
    /// Right end of the lanes.
    pub right: f64,
    /// Upper edge of the first lane.
    pub top: f64,
    /// Lower edge of the last lane, below the glyphs.
    pub bottom: f64,
    /// Every lane, from top to bottom.
    pub lanes: Vec<LaneBox>,
    /// The lane of the history window's counts.
    pub repetition: LaneBox,
    /// The lane of the frequency window's counts.
    pub frequency: LaneBox,
    /// Upper edge of the row of glyphs.
    pub glyphs_top: f64,
}

impl Geometry {
    /// The lanes that a replay needs, for a width in pixels.
    pub fn new(view: &ReplayView, width: f64) -> Self {
        let Edges {
            is_narrow,
            left,
            right,
        } = Edges::new(width);
        let gap = if is_narrow { 19.0 } else { 6.0 };
        let mut top = 16.0;
        let mut lanes = Vec::new();
        let mut add = |lane: Option<Lane>, is_frequency: bool, height: f64| {
            top += gap;
            let place = LaneBox {
                lane,
                is_frequency,
                top,
                height,
            };
            top += height;
            lanes.push(place);
            place
        };
        if view.has_recorded_decisions {
            add(Some(Lane::Recorded), false, 22.0);
        }
        add(Some(Lane::Replayed), false, 22.0);
        if !view.changes.is_empty() {
            add(Some(Lane::Changed), false, 20.0);
        }
        let repetition = add(None, false, 60.0);
        let frequency = add(None, true, 40.0);
        let pitch = (right - left) / coordinate(view.steps.len().max(1));
        let glyphs_top = top + 4.0;
        let bottom = if pitch >= GLYPH_PITCH {
            glyphs_top + 24.0
        } else {
            top
        };
        Self {
            is_narrow,
            width,
            height: bottom + 28.0,
            left,
            right,
            top: 16.0,
            bottom,
            lanes,
            repetition,
            frequency,
            glyphs_top,
        }
    }

    /// Where the marks of a lane stand; `None` where there is no such lane.
    pub fn lane(&self, lane: Lane) -> Option<&LaneBox> {
        self.lanes.iter().find(|place| place.lane == Some(lane))
    }

    /// The lane of marks at a height.
    pub fn lane_at(&self, y: f64) -> Option<Lane> {
        self.lanes
            .iter()
            .find(|place| y >= place.top - 3.0 && y <= place.top + place.height + 3.0)
            .and_then(|place| place.lane)
    }
}

/// The largest count that has room, and the thresholds that are within it.
fn repetition_axis(view: &ReplayView) -> (u64, Vec<Threshold>) {
    let most = view.steps.iter().map(|step| step.count).max().unwrap_or(0);
    let warn = view.configuration.warn_threshold;
    let stop = view.configuration.hard_limit;
    let positive = |value: i64| u64::try_from(value).unwrap_or(0);
    let wanted = most.max(positive(warn)).max(1);
    // A limit far above everything that was counted would leave the lane empty.
    let top = if positive(stop) <= wanted.saturating_mul(3) {
        wanted.max(positive(stop))
    } else {
        wanted
    };
    let height = count_coordinate(top) * 1.12;
    let thresholds = [(warn, false), (stop, true)]
        .into_iter()
        .filter(|&(value, _)| value >= 1 && positive(value) <= top)
        .map(|(value, is_stop)| Threshold {
            value,
            at: count_coordinate(positive(value)) / height,
            is_stop,
        })
        .collect();
    (top, thresholds)
}

fn columns(view: &ReplayView, scale: Scale, top: u64) -> Vec<Column> {
    let steps = view.steps.len();
    if steps == 0 {
        return Vec::new();
    }
    let fitting = index_at((scale.length / NARROWEST_COLUMN).floor(), usize::MAX).max(1);
    let number = steps.min(fitting);
    let height = count_coordinate(top) * 1.12;
    let room = scale.length / coordinate(number);
    let gap = (room * 0.3).clamp(0.5, 4.0);
    let width = (room - gap).clamp(0.5, WIDEST_COLUMN);
    (0..number)
        .filter_map(|index| {
            let first = boundary(index, steps, number);
            let last = boundary(index + 1, steps, number).checked_sub(1)?;
            let members = view.steps.get(first..=last)?;
            let repetition = members.iter().map(|step| step.count).max().unwrap_or(0);
            let frequency = members
                .iter()
                .filter_map(|step| step.frequency)
                .map(|at| nearness(view, at.tool, at.count))
                .fold(0.0, f64::max);
            Some(Column {
                first,
                last,
                x: scale.left + (coordinate(index) + 0.5) * room - width / 2.0,
                width,
                repetition: count_coordinate(repetition) / height,
                frequency: (frequency * STOP_AT).min(1.0),
                has_unknown: members
                    .iter()
                    .any(|step| step.digest.is_none() && !step.calls.is_empty()),
                is_silent: members.iter().all(|step| step.calls.is_empty()),
            })
        })
        .collect()
}

/// Where the `index`th of `number` equal parts of `steps` begins.
fn boundary(index: usize, steps: usize, number: usize) -> usize {
    let product = index as u64 * steps as u64 / (number.max(1) as u64);
    usize::try_from(product).unwrap_or(steps).min(steps)
}

/// A tool's count as a share of its own hard limit.
fn nearness(view: &ReplayView, tool: u32, count: u64) -> f64 {
    let name = usize::try_from(tool)
        .ok()
        .and_then(|tool| view.tools.get(tool))
        .map_or("", String::as_str);
    let (limits, _) = thresholds(&view.configuration, name);
    let limit = u64::try_from(limits.hard_limit).unwrap_or(1).max(1);
    count_coordinate(count) / count_coordinate(limit)
}

fn decision_marks(lane: Lane, decisions: &[DecisionView], scale: Scale) -> Vec<Mark> {
    cluster(
        lane,
        decisions
            .iter()
            .map(|decision| (decision.response, u8::from(decision.action == "stop"))),
        scale,
    )
}

fn change_marks(view: &ReplayView, scale: Scale) -> Vec<Mark> {
    cluster(
        Lane::Changed,
        view.changes.iter().map(|change| {
            let kind = match change.change.as_str() {
                "added" => 0,
                "removed" => 1,
                _ => 2,
            };
            (change.response, kind)
        }),
        scale,
    )
}

/// Joins what would overlap; a mark keeps the place of its first stop, so that a stop is found.
fn cluster(lane: Lane, of: impl Iterator<Item = (u64, u8)>, scale: Scale) -> Vec<Mark> {
    let mut marks: Vec<Mark> = Vec::new();
    let mut began = f64::NEG_INFINITY;
    for (response, kind) in of {
        let Ok(step) = usize::try_from(response) else {
            continue;
        };
        let x = scale.x(step);
        if marks.is_empty() || x - began >= MARK_GAP {
            began = x;
            marks.push(Mark {
                lane,
                x,
                step,
                last: step,
                warns: 0,
                stops: 0,
                others: 0,
            });
        }
        if let Some(mark) = marks.last_mut() {
            mark.last = step;
            match kind {
                0 => mark.warns += 1,
                1 => {
                    if mark.stops == 0 && lane != Lane::Changed {
                        mark.step = step;
                    }
                    mark.stops += 1;
                }
                _ => mark.others += 1,
            }
        }
    }
    marks
}

/// Round ordinals, at least 64 pixels apart; the first response is 1 to a reader.
fn ticks(scale: Scale) -> Vec<usize> {
    if scale.steps == 0 {
        return Vec::new();
    }
    let mut stride: usize = 1;
    'search: for power in 0..10 {
        for factor in [1, 2, 5] {
            stride = 10_usize.saturating_pow(power).saturating_mul(factor);
            if coordinate(stride) * scale.pitch() >= 64.0 {
                break 'search;
            }
        }
    }
    let mut ticks = vec![0];
    let mut ordinal = stride;
    while ordinal <= scale.steps {
        let far = scale.x(ordinal - 1) - scale.x(0) >= 48.0;
        if ordinal > 1 && far {
            ticks.push(ordinal - 1);
        }
        ordinal += stride;
    }
    ticks
}

#[cfg(test)]
mod tests {
    use super::{Geometry, Lane, Mark, Scale, Timeline};
    use crate::chart::replay::test_view;
    use loopledger::view::{ChangeView, ReplayView};

    fn timeline(view: &ReplayView, width: f64) -> Timeline {
        Timeline::new(view, 40.0, 40.0 + width)
    }

    fn sizes(marks: &[Mark], lane: Lane) -> u64 {
        marks
            .iter()
            .filter(|mark| mark.lane == lane)
            .map(Mark::size)
            .sum()
    }

    #[test]
    fn one_response_has_the_whole_width() {
        let timeline = timeline(&test_view::run(&[0], &[]), 600.0);
        assert_eq!(timeline.columns.len(), 1);
        assert_eq!(timeline.ticks, [0]);
        assert_eq!(timeline.hit(-5.0, None), 0);
        assert_eq!(timeline.hit(1e9, None), 0);
    }

    #[test]
    fn a_run_without_responses_draws_nothing() {
        let timeline = timeline(&test_view::run(&[], &[]), 600.0);
        assert!(timeline.columns.is_empty());
        assert!(timeline.ticks.is_empty());
    }

    #[test]
    fn columns_cover_every_response_once() {
        for steps in [1, 7, 200, 201, 24_000, 100_000] {
            let view = test_view::run(&vec![0; steps], &[]);
            let timeline = timeline(&view, 1000.0);
            let mut next = 0;
            for column in &timeline.columns {
                assert_eq!(column.first, next);
                next = column.last + 1;
            }
            assert_eq!(next, steps);
            assert!(timeline.columns.len() <= 334);
        }
    }

    #[test]
    fn no_decision_is_lost_in_a_long_run() {
        let steps = 100_000;
        let decisions: Vec<(u64, &str)> = (0..steps)
            .step_by(7)
            .zip(["stop", "warn", "warn"].into_iter().cycle())
            .collect();
        let view = test_view::run(&vec![0; 100_000], &decisions);
        let timeline = timeline(&view, 1200.0);
        assert_eq!(
            sizes(&timeline.marks, Lane::Replayed),
            decisions.len() as u64
        );
        assert!(timeline.marks.len() <= 93);
    }

    #[test]
    fn a_joined_mark_leads_to_its_first_stop() {
        let view = test_view::run(
            &vec![0; 1000],
            &[(500, "warn"), (502, "stop"), (504, "stop")],
        );
        let timeline = timeline(&view, 500.0);
        let [mark] = timeline.marks.as_slice() else {
            panic!("{:?}", timeline.marks)
        };
        assert_eq!((mark.step, mark.last), (502, 504));
        assert_eq!((mark.warns, mark.stops), (1, 2));
        assert_eq!(timeline.hit(mark.x + 5.0, Some(Lane::Replayed)), 502);
        assert_eq!(timeline.hit(mark.x, Some(Lane::Recorded)), 500);
    }

    #[test]
    fn marks_with_room_stay_apart() {
        let view = test_view::run(&[0; 10], &[(2, "warn"), (4, "stop")]);
        let timeline = timeline(&view, 500.0);
        assert_eq!(timeline.marks.len(), 2);
    }

    #[test]
    fn changes_have_a_lane_of_their_own() {
        let mut view = test_view::run(&[0; 10], &[]);
        view.changes = vec![
            ChangeView {
                response: 4,
                change: "removed".to_owned(),
                recorded: None,
                replayed: None,
            },
            ChangeView {
                response: 9,
                change: "added".to_owned(),
                recorded: None,
                replayed: None,
            },
        ];
        let timeline = timeline(&view, 500.0);
        assert_eq!(sizes(&timeline.marks, Lane::Changed), 2);
    }

    #[test]
    fn what_if_begins_after_the_first_intervention() {
        let mut view = test_view::run(&[0; 10], &[(4, "stop")]);
        view.what_if_after = Some(4);
        assert_eq!(timeline(&view, 500.0).what_if, Some(40.0 + 250.0));
        view.what_if_after = Some(9);
        assert_eq!(timeline(&view, 500.0).what_if, None);
    }

    #[test]
    fn steps_are_found_where_they_are_drawn() {
        let scale = Scale {
            left: 40.0,
            length: 990.0,
            steps: 24_000,
        };
        for step in [0, 1, 11_999, 23_999] {
            assert_eq!(scale.step_at(scale.x(step)), step);
        }
    }

    #[test]
    fn ticks_are_round_and_apart() {
        let view = test_view::run(&vec![0; 24_000], &[]);
        let timeline = timeline(&view, 1000.0);
        let ticks: Vec<usize> = timeline.ticks.iter().map(|tick| tick + 1).collect();
        assert_eq!(ticks.first(), Some(&1));
        assert!(
            ticks
                .get(1..)
                .unwrap_or_default()
                .iter()
                .all(|tick| tick % 2000 == 0)
        );
    }

    #[test]
    fn a_limit_out_of_reach_does_not_flatten_the_counts() {
        let mut view = test_view::run(&[1, 2, 3, 4], &[]);
        view.configuration.hard_limit = 1000;
        let timeline = timeline(&view, 500.0);
        assert_eq!(timeline.top, 4);
        assert_eq!(timeline.thresholds.len(), 1);
    }

    #[test]
    fn lanes_are_there_when_needed_and_do_not_overlap() {
        let mut view = test_view::run(&[1, 2, 3], &[]);
        assert_eq!(Geometry::new(&view, 900.0).lanes.len(), 3);
        view.has_recorded_decisions = true;
        view.changes = vec![ChangeView {
            response: 1,
            change: "added".to_owned(),
            recorded: None,
            replayed: None,
        }];
        for width in [300.0, 900.0] {
            let geometry = Geometry::new(&view, width);
            assert_eq!(geometry.lanes.len(), 5);
            for pair in geometry.lanes.windows(2) {
                assert!(pair[0].top + pair[0].height < pair[1].top);
            }
            let recorded = geometry.lane(Lane::Recorded).unwrap();
            assert_eq!(geometry.lane_at(recorded.top + 1.0), Some(Lane::Recorded));
            assert_eq!(geometry.lane_at(geometry.repetition.top + 20.0), None);
        }
    }

    #[test]
    fn the_frequency_lane_measures_each_tool_against_its_own_limit() {
        let mut view = test_view::run(&[1; 3], &[]);
        view.steps[1].frequency = Some(loopledger::view::StepFrequencyView { tool: 0, count: 50 });
        let timeline = timeline(&view, 300.0);
        assert!((timeline.columns[1].frequency - super::STOP_AT).abs() < 1e-9);
    }
}
