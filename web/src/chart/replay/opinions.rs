//! What several detectors say, lane by lane, above the same responses as the timeline.
//!
//! Marks that would overlap are drawn as one with their number. Nothing is dropped.

use super::timeline::{Edges, MARK_GAP, SNAP, Scale};
use loopledger::view::opinions::{OpinionLane, OpinionsView};

/// Height of a lane.
const LANE: f64 = 22.0;
/// Between two lanes, and more where names stand above them.
const GAP: f64 = 4.0;
const NARROW_GAP: f64 = 17.0;
/// Room for the words *what if*.
const HEAD: f64 = 16.0;

/// One or more marks that stand close together.
#[derive(Debug, Clone, PartialEq)]
pub struct OpinionMarks {
    /// Where they are drawn: at the first stop, else at the first mark.
    pub x: f64,
    /// The response that pressing them leads to.
    pub step: usize,
    /// The last response they stand for.
    pub last: usize,
    /// Warnings among them.
    pub warns: u64,
    /// Stops among them.
    pub stops: u64,
}

/// Why a lane says nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Silence {
    /// The file leaves open what it would say.
    Undecided,
    /// It has no limit.
    Off,
}

/// One detector.
#[derive(Debug, Clone, PartialEq)]
pub struct OpinionRow {
    /// Upper edge.
    pub top: f64,
    /// Why it says nothing; `None` where it is judged.
    pub silence: Option<Silence>,
    /// What it says, left to right.
    pub marks: Vec<OpinionMarks>,
}

/// All lanes as they are drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct OpinionChart {
    /// Between what they stand.
    pub edges: Edges,
    /// Where responses stand.
    pub scale: Scale,
    /// Width of the whole drawing.
    pub width: f64,
    /// Height of the whole drawing.
    pub height: f64,
    /// Height of a lane.
    pub lane: f64,
    /// One for each lane of the view.
    pub rows: Vec<OpinionRow>,
    /// Where *what if* begins, in pixels; `None` where the recorded run never intervened.
    pub what_if: Option<f64>,
}

impl OpinionChart {
    /// The layout for a width in pixels.
    pub fn new(view: &OpinionsView, width: f64) -> Self {
        let edges = Edges::new(width);
        let scale = Scale {
            left: edges.left,
            length: edges.right - edges.left,
            steps: index(view.run.responses),
        };
        let gap = if edges.is_narrow { NARROW_GAP } else { GAP };
        let mut top = HEAD;
        let rows = view
            .lanes
            .iter()
            .map(|lane| {
                top += gap;
                let row = OpinionRow {
                    top,
                    silence: match lane.verdict.as_str() {
                        "undecided" => Some(Silence::Undecided),
                        "off" => Some(Silence::Off),
                        _ => None,
                    },
                    marks: marks(lane, scale),
                };
                top += LANE;
                row
            })
            .collect();
        Self {
            edges,
            scale,
            width,
            height: top + 2.0,
            lane: LANE,
            rows,
            what_if: view.recorded_intervention.and_then(|first| {
                let next = index(first).checked_add(1)?;
                (next < scale.steps).then(|| scale.edge(next))
            }),
        }
    }

    /// The response that a press means: a mark that is close, else the response below the pointer.
    pub fn hit(&self, x: f64, y: f64) -> usize {
        self.rows
            .iter()
            .filter(|row| y >= row.top && y < row.top + self.lane)
            .flat_map(|row| &row.marks)
            .filter(|mark| (mark.x - x).abs() <= SNAP)
            .min_by(|one, other| (one.x - x).abs().total_cmp(&(other.x - x).abs()))
            .map_or_else(|| self.scale.step_at(x), |mark| mark.step)
    }
}

fn index(step: u64) -> usize {
    usize::try_from(step).unwrap_or(usize::MAX)
}

fn marks(lane: &OpinionLane, scale: Scale) -> Vec<OpinionMarks> {
    let mut joined: Vec<OpinionMarks> = Vec::new();
    for mark in &lane.marks {
        let step = index(mark.step);
        let x = scale.x(step);
        let (warns, stops) = if mark.kind == "stop" { (0, 1) } else { (1, 0) };
        match joined.last_mut() {
            Some(last) if x - last.x < MARK_GAP => {
                if last.stops == 0 && stops > 0 {
                    (last.x, last.step) = (x, step);
                }
                last.last = step;
                last.warns += warns;
                last.stops += stops;
            }
            _ => joined.push(OpinionMarks {
                x,
                step,
                last: step,
                warns,
                stops,
            }),
        }
    }
    joined
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::chart::replay::test_view;
    use loopledger::view::opinions::{OpinionMark, OpinionSource};

    /// A view of lanes with these marks; `None` is a detector that is off.
    pub(crate) fn view(steps: usize, lanes: &[Option<&[(u64, &str)]>]) -> OpinionsView {
        let lanes = lanes.iter().map(|marks| OpinionLane {
            id: "goose".to_owned(),
            project: "goose".to_owned(),
            name: "RepetitionInspector".to_owned(),
            source: OpinionSource {
                repository: "owner/name".to_owned(),
                file: "file".to_owned(),
                revision: None,
                seen: "described".to_owned(),
            },
            parameters: Vec::new(),
            stop_effect: "skips_call".to_owned(),
            blind: Vec::new(),
            verdict: if marks.is_some() { "judged" } else { "off" }.to_owned(),
            unseen: Vec::new(),
            marks: marks
                .unwrap_or_default()
                .iter()
                .map(|(step, kind)| OpinionMark {
                    step: *step,
                    kind: (*kind).to_owned(),
                    rule: "repeated_call".to_owned(),
                    count: 3,
                    calls_before: 0,
                    is_what_if: false,
                })
                .collect(),
            first_warn: None,
            first_stop: None,
            after_stop: None,
            is_candidate_false_positive: None,
        });
        OpinionsView {
            run: test_view::run(&vec![1; steps], &[]).run,
            attempt_id: None,
            decision: None,
            recorded_intervention: None,
            lanes: lanes.collect(),
            unplayed: Vec::new(),
        }
    }

    #[test]
    fn a_response_stands_below_itself_in_the_timeline() {
        let replay = test_view::run(&[1; 7], &[]);
        for width in [320.0, 960.0] {
            let geometry = super::super::timeline::Geometry::new(&replay, width);
            let timeline =
                super::super::timeline::Timeline::new(&replay, geometry.left, geometry.right);
            let chart = OpinionChart::new(&view(7, &[]), width);
            assert_eq!(chart.scale, timeline.scale);
        }
    }

    #[test]
    fn marks_that_would_overlap_are_one_at_its_first_stop() {
        let marks: &[_] = &[(100, "warn"), (101, "stop"), (102, "stop"), (900, "warn")];
        let chart = OpinionChart::new(&view(1000, &[Some(marks)]), 960.0);
        let row = &chart.rows[0];
        let sizes: Vec<_> = row
            .marks
            .iter()
            .map(|mark| (mark.step, mark.last, mark.warns, mark.stops))
            .collect();
        assert_eq!(sizes, [(101, 102, 1, 2), (900, 900, 1, 0)]);
    }

    #[test]
    fn a_press_beside_a_mark_means_the_mark_of_its_lane() {
        let lanes = [Some([(10, "warn")].as_slice()), Some([].as_slice()), None];
        let chart = OpinionChart::new(&view(400, &lanes), 960.0);
        let x = chart.rows[0].marks[0].x + 6.0;
        assert_eq!(chart.hit(x, chart.rows[0].top + 5.0), 10);
        assert_eq!(chart.hit(x, chart.rows[1].top + 5.0), 13);
        assert_eq!(chart.rows[2].silence, Some(Silence::Off));
    }

    #[test]
    fn what_if_begins_after_the_response_that_was_intervened_on() {
        let mut view = view(10, &[]);
        view.recorded_intervention = Some(4);
        let chart = OpinionChart::new(&view, 960.0);
        assert_eq!(chart.what_if, Some(chart.scale.edge(5)));
        view.recorded_intervention = Some(9);
        assert_eq!(OpinionChart::new(&view, 960.0).what_if, None);
    }
}
