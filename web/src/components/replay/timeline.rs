//! The timeline: every response, what both windows counted, and every decision.

use super::glyph::{Sign, glyph_in, sign_in};
use super::use_width::use_width;
use super::words;
use crate::chart::replay::attribute;
use crate::chart::replay::timeline::{
    Column, Geometry, Lane, LaneBox, Mark, STOP_AT, Threshold, Timeline,
};
use crate::hooks::use_i18n;
use crate::i18n::{I18n, number};
use crate::state::replay::keys;
use crate::state::replay::playback::PlaybackAction;
use crate::t;
use loopledger::view::ReplayView;
use std::rc::Rc;
use web_sys::{Element, KeyboardEvent, PointerEvent};
use yew::{
    AttrValue, Callback, Html, Properties, classes, component, html, use_memo, use_mut_ref,
    use_node_ref,
};

/// Properties of [`TimelineSlider`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub(super) struct TimelineSliderProps {
    /// The replay.
    pub view: Rc<ReplayView>,
    /// The response that is shown.
    pub step: usize,
    /// What the reader did.
    pub on_action: Callback<PlaybackAction>,
}

/// The timeline as a slider over all responses.
#[component]
pub(super) fn TimelineSlider(props: &TimelineSliderProps) -> Html {
    let i18n = use_i18n();
    let node = use_node_ref();
    let width = use_width(&node, 960.0);
    let is_dragging = use_mut_ref(|| false);
    let TimelineSliderProps {
        view,
        step,
        on_action,
    } = props;
    let drawing = use_memo((Rc::clone(view), width.to_bits()), |(view, _)| {
        Drawing::new(view, width)
    });

    let go = {
        let (node, drawing, on_action) = (node.clone(), Rc::clone(&drawing), on_action.clone());
        move |event: &PointerEvent, snaps: bool| {
            if let Some(element) = node.cast::<Element>() {
                let bounds = element.get_bounding_client_rect();
                let x = f64::from(event.client_x()) - bounds.left();
                let y = f64::from(event.client_y()) - bounds.top();
                let lane = snaps.then(|| drawing.geometry.lane_at(y)).flatten();
                on_action.emit(PlaybackAction::Go(drawing.timeline.hit(x, lane)));
            }
        }
    };
    let on_pointer_down = {
        let (go, node, is_dragging) = (go.clone(), node.clone(), Rc::clone(&is_dragging));
        move |event: PointerEvent| {
            if event.button() == 0 {
                *is_dragging.borrow_mut() = true;
                if let Some(element) = node.cast::<Element>() {
                    // Without capture, dragging ends at the edge; nothing else is lost.
                    let _ = element.set_pointer_capture(event.pointer_id());
                }
                go(&event, true);
            }
        }
    };
    let on_pointer_move = {
        let is_dragging = Rc::clone(&is_dragging);
        move |event: PointerEvent| {
            if *is_dragging.borrow() {
                go(&event, false);
            }
        }
    };
    let on_pointer_end = move |_: PointerEvent| *is_dragging.borrow_mut() = false;
    let on_key = {
        let on_action = on_action.clone();
        move |event: KeyboardEvent| {
            if let Some(action) = keys::slider_action(&event.key()) {
                event.prevent_default();
                on_action.emit(action);
            }
        }
    };
    html! {
        <div
            ref={node}
            class="replay-timeline"
            role="slider"
            tabindex="0"
            aria-label={t!(i18n, "replay-timeline-label")}
            aria-valuemin="1"
            aria-valuemax={view.steps.len().to_string()}
            aria-valuenow={(step + 1).to_string()}
            aria-valuetext={value_text(&i18n, view, *step)}
            onpointerdown={on_pointer_down}
            onpointermove={on_pointer_move}
            onpointerup={on_pointer_end.clone()}
            onpointercancel={on_pointer_end}
            onkeydown={on_key}
        >
            <Plot view={Rc::clone(view)} drawing={Rc::clone(&drawing)} />
            { playhead(&i18n, &drawing, *step) }
        </div>
    }
}

/// The layout together with the size it was made for.
#[derive(Debug, PartialEq)]
struct Drawing {
    timeline: Timeline,
    geometry: Geometry,
}

impl Drawing {
    fn new(view: &ReplayView, width: f64) -> Self {
        let geometry = Geometry::new(view, width);
        Self {
            timeline: Timeline::new(view, geometry.left, geometry.right),
            geometry,
        }
    }
}

fn value_text(i18n: &I18n, view: &ReplayView, step: usize) -> AttrValue {
    let response = words::ordinal(step);
    let responses = view.steps.len() as u64;
    let decision = view
        .decisions
        .iter()
        .find(|decision| words::index(decision.response) == step);
    match decision {
        Some(decision) => t!(
            i18n,
            "replay-position-decision",
            response = response,
            responses = responses,
            decision = words::decision_short(i18n, decision)
        ),
        None => t!(
            i18n,
            "replay-position",
            response = response,
            responses = responses
        ),
    }
}

/// Where the reader stands; drawn over the plot, so that the plot itself stays as it is.
fn playhead(i18n: &I18n, drawing: &Drawing, step: usize) -> Html {
    let Drawing { timeline, geometry } = drawing;
    if timeline.columns.is_empty() {
        return Html::default();
    }
    let x = timeline.scale.x(step);
    let half = (timeline.scale.pitch() / 2.0).clamp(1.0, 14.0);
    let (width, height) = (attribute(geometry.width), attribute(geometry.height));
    let end = x > geometry.width - 60.0;
    html! {
        <svg
            class="replay-playhead"
            viewBox={format!("0 0 {width} {height}")}
            width={width}
            height={height}
            aria-hidden="true"
        >
            <rect
                class="replay-playhead-band"
                x={attribute(x - half)}
                y={attribute(geometry.top)}
                width={attribute(half * 2.0)}
                height={attribute(geometry.bottom - geometry.top)}
            />
            <line
                x1={attribute(x)}
                x2={attribute(x)}
                y1={attribute(geometry.top)}
                y2={attribute(geometry.bottom)}
            />
            <path d={format!("M{} {}l6 8h-12z", attribute(x), attribute(geometry.bottom))} />
            <text
                x={attribute(if end { x - 9.0 } else { x + 9.0 })}
                y={attribute(geometry.bottom + 10.0)}
                text-anchor={anchor(end)}
            >
                { number::integer(i18n.lang(), words::ordinal(step)) }
            </text>
        </svg>
    }
}

/// Properties of [`Plot`].
#[derive(Debug, Clone, PartialEq, Properties)]
struct PlotProps {
    view: Rc<ReplayView>,
    drawing: Rc<Drawing>,
}

/// Everything but the reader's place.
#[component]
fn Plot(props: &PlotProps) -> Html {
    let i18n = use_i18n();
    let PlotProps { view, drawing } = props;
    let Drawing { timeline, geometry } = &**drawing;
    let (width, height) = (attribute(geometry.width), attribute(geometry.height));
    html! {
        <svg
            class="replay-plot"
            viewBox={format!("0 0 {width} {height}")}
            width={width}
            height={height}
            aria-hidden="true"
        >
            <defs>
                <pattern
                    id="replay-hatch"
                    width="8"
                    height="8"
                    patternUnits="userSpaceOnUse"
                    patternTransform="rotate(45)"
                >
                    <line x1="0" y1="0" x2="0" y2="8" class="replay-hatch-line" />
                </pattern>
            </defs>
            { what_if(&i18n, timeline, geometry) }
            { for geometry.lanes.iter().map(|lane| lane_label(&i18n, geometry, lane)) }
            { for [Lane::Recorded, Lane::Replayed, Lane::Changed].into_iter().map(|lane| {
                marks(&i18n, view, timeline, geometry, lane)
            }) }
            { repetition(&i18n, timeline, geometry) }
            { frequency(timeline, geometry) }
            { glyphs(view, timeline, geometry) }
            { axis(&i18n, timeline, geometry) }
        </svg>
    }
}

/// Text beside a line stands before it where there is no room after it.
fn anchor(is_before: bool) -> &'static str {
    if is_before {
        return "end";
    }
    "start"
}

fn what_if(i18n: &I18n, timeline: &Timeline, geometry: &Geometry) -> Html {
    let Some(x) = timeline.what_if else {
        return Html::default();
    };
    let room = geometry.right - x;
    html! {
        <g class="replay-what-if">
            <rect
                x={attribute(x)}
                y={attribute(geometry.top)}
                width={attribute(room)}
                height={attribute(geometry.bottom - geometry.top)}
                fill="url(#replay-hatch)"
            />
            <line
                x1={attribute(x)}
                x2={attribute(x)}
                y1="2"
                y2={attribute(geometry.bottom)}
            />
            <text
                x={attribute(if room < 70.0 { x - 5.0 } else { x + 5.0 })}
                y="11"
                text-anchor={anchor(room < 70.0)}
            >
                { t!(i18n, "replay-what-if") }
            </text>
        </g>
    }
}

fn lane_label(i18n: &I18n, geometry: &Geometry, lane: &LaneBox) -> Html {
    let text = match lane.lane {
        Some(Lane::Recorded) => t!(i18n, "replay-lane-recorded"),
        Some(Lane::Replayed) => t!(i18n, "replay-lane-replayed"),
        Some(Lane::Changed) => t!(i18n, "replay-lane-changed"),
        None if lane.is_frequency => t!(i18n, "replay-lane-frequency"),
        None => t!(i18n, "replay-lane-repetition"),
    };
    let (x, y) = if geometry.is_narrow {
        (geometry.left, lane.top - 3.0)
    } else {
        (0.0, lane.top + lane.height.min(24.0) / 2.0 + 4.0)
    };
    html! {
        <g class="replay-lane">
            <text x={attribute(x)} y={attribute(y)}>{ text }</text>
            <line
                x1={attribute(geometry.left)}
                x2={attribute(geometry.right)}
                y1={attribute(lane.top + lane.height)}
                y2={attribute(lane.top + lane.height)}
            />
        </g>
    }
}

fn marks(
    i18n: &I18n,
    view: &ReplayView,
    timeline: &Timeline,
    geometry: &Geometry,
    lane: Lane,
) -> Html {
    let Some(place) = geometry.lane(lane) else {
        return Html::default();
    };
    let middle = place.top + place.height / 2.0;
    timeline
        .marks
        .iter()
        .filter(|mark| mark.lane == lane)
        .map(|mark| {
            let drawn = if lane == Lane::Changed {
                change_sign(mark, middle)
            } else {
                let sign = if mark.stops > 0 {
                    Sign::Stop
                } else {
                    Sign::Warn
                };
                sign_in(sign, (mark.x, middle), 13.0, lane == Lane::Recorded)
            };
            html! {
                <g class="replay-timeline-mark">
                    <title>{ mark_title(i18n, view, mark) }</title>
                    { drawn }
                    if mark.size() > 1 {
                        <text
                            x={attribute(mark.x)}
                            y={attribute(place.top + place.height + 1.0)}
                            text-anchor="middle"
                        >
                            { number::integer(i18n.lang(), mark.size()) }
                        </text>
                    }
                </g>
            }
        })
        .collect()
}

/// `+` added, `−` removed, `≠` changed; joined ones show the first of these that they hold.
fn change_sign(mark: &Mark, middle: f64) -> Html {
    let (class, lines) = if mark.warns > 0 {
        ("is-added", "M-4 0h8M0-4v8")
    } else if mark.stops > 0 {
        ("is-removed", "M-4 0h8")
    } else {
        ("is-changed", "M-4-2h8M-4 2h8M2-5l-4 10")
    };
    html! {
        <path
            class={classes!("replay-change-sign", class)}
            d={lines}
            transform={format!("translate({} {})", attribute(mark.x), attribute(middle))}
        />
    }
}

fn mark_title(i18n: &I18n, view: &ReplayView, mark: &Mark) -> AttrValue {
    let response = words::ordinal(mark.step);
    if mark.size() == 1 && mark.lane != Lane::Changed {
        let decisions = if mark.lane == Lane::Recorded {
            &view.recorded
        } else {
            &view.decisions
        };
        let decision = decisions
            .iter()
            .find(|decision| words::index(decision.response) == mark.step);
        if let Some(decision) = decision {
            return t!(
                i18n,
                "replay-mark-one",
                response = response,
                decision = words::decision(i18n, view, decision)
            );
        }
    }
    let last = words::ordinal(mark.last);
    if mark.lane == Lane::Changed {
        t!(
            i18n,
            "replay-mark-changes",
            response = response,
            last = last,
            added = mark.warns,
            removed = mark.stops,
            changed = mark.others
        )
    } else {
        t!(
            i18n,
            "replay-mark-many",
            response = response,
            last = last,
            warns = mark.warns,
            stops = mark.stops
        )
    }
}

/// Columns of one height class as one path.
fn column_path(
    columns: &[Column],
    lane: &LaneBox,
    share: impl Fn(&Column) -> f64,
    wanted: impl Fn(f64) -> bool,
) -> String {
    columns
        .iter()
        .filter_map(|column| {
            let share = share(column);
            (share > 0.0 && wanted(share)).then(|| {
                let height = (share * lane.height).max(1.0);
                format!(
                    "M{} {}h{}v{}h-{}z",
                    attribute(column.x),
                    attribute(lane.top + lane.height - height),
                    attribute(column.width),
                    attribute(height),
                    attribute(column.width)
                )
            })
        })
        .collect()
}

fn repetition(i18n: &I18n, timeline: &Timeline, geometry: &Geometry) -> Html {
    let lane = &geometry.repetition;
    let at = |is_stop: bool| {
        timeline
            .thresholds
            .iter()
            .find(|threshold| threshold.is_stop == is_stop)
            .map_or(f64::INFINITY, |threshold| threshold.at - 1e-6)
    };
    let (warn, stop) = (at(false), at(true));
    let limit = timeline
        .thresholds
        .iter()
        .find(|threshold| threshold.is_stop);
    let path = |wanted: &dyn Fn(f64) -> bool| {
        column_path(&timeline.columns, lane, |c| c.repetition, wanted)
    };
    html! {
        <>
            <path class="replay-column" d={path(&|share| share < warn.min(stop))} />
            <path class="replay-column is-warn" d={path(&|share| share >= warn && share < stop)} />
            <path class="replay-column is-stop" d={path(&|share| share >= stop)} />
            { for timeline.thresholds.iter().map(|line| threshold_line(i18n, geometry, line, limit)) }
            { unknowns(timeline, lane) }
        </>
    }
}

/// A threshold; its number is left out where it would stand on that of the stop.
fn threshold_line(
    i18n: &I18n,
    geometry: &Geometry,
    threshold: &Threshold,
    stop: Option<&Threshold>,
) -> Html {
    let lane = &geometry.repetition;
    let has_label =
        threshold.is_stop || stop.is_none_or(|stop| (stop.at - threshold.at) * lane.height >= 11.0);
    let y = attribute(lane.top + lane.height * (1.0 - threshold.at));
    let class = if threshold.is_stop {
        "is-stop"
    } else {
        "is-warn"
    };
    html! {
        <g class={classes!("replay-threshold", class)}>
            <line
                x1={attribute(geometry.left)}
                x2={attribute(geometry.right)}
                y1={y.clone()}
                y2={y.clone()}
            />
            if !geometry.is_narrow && has_label {
                <text x={attribute(geometry.left - 5.0)} {y} text-anchor="end" dominant-baseline="central">
                    { number::integer(i18n.lang(), words::threshold(threshold.value)) }
                </text>
            }
        </g>
    }
}

/// Responses whose call set cannot be known are hatched, those without calls a dot.
fn unknowns(timeline: &Timeline, lane: &LaneBox) -> Html {
    let bottom = lane.top + lane.height;
    timeline
        .columns
        .iter()
        .filter_map(|column| {
            if column.has_unknown {
                Some(html! {
                    <rect
                        class="replay-column-unknown"
                        x={attribute(column.x)}
                        y={attribute(lane.top + lane.height * 0.3)}
                        width={attribute(column.width)}
                        height={attribute(lane.height * 0.7)}
                        fill="url(#replay-hatch)"
                    />
                })
            } else if column.is_silent {
                Some(html! {
                    <circle
                        class="replay-column-silent"
                        cx={attribute(column.x + column.width / 2.0)}
                        cy={attribute(bottom - 3.0)}
                        r="1.5"
                    />
                })
            } else {
                None
            }
        })
        .collect()
}

fn frequency(timeline: &Timeline, geometry: &Geometry) -> Html {
    let lane = &geometry.frequency;
    let y = attribute(lane.top + lane.height * (1.0 - STOP_AT));
    let path = |is_stop: bool| {
        column_path(
            &timeline.columns,
            lane,
            |column| column.frequency,
            |share| (share >= STOP_AT - 1e-6) == is_stop,
        )
    };
    html! {
        <>
            <path class="replay-column" d={path(false)} />
            <path class="replay-column is-stop" d={path(true)} />
            <g class="replay-threshold is-stop">
                <line
                    x1={attribute(geometry.left)}
                    x2={attribute(geometry.right)}
                    y1={y.clone()}
                    y2={y}
                />
            </g>
        </>
    }
}

/// A sign below each response, where there is room for it.
fn glyphs(view: &ReplayView, timeline: &Timeline, geometry: &Geometry) -> Html {
    if !timeline.has_glyphs {
        return Html::default();
    }
    let side = timeline.scale.pitch().min(22.0) - 2.0;
    view.steps
        .iter()
        .enumerate()
        .filter_map(|(index, step)| {
            let call_set = step.call_set?;
            let x = timeline.scale.x(index) - side / 2.0;
            let y = geometry.glyphs_top;
            Some(glyph_in(
                call_set,
                (x, y),
                side,
                step.count < 2,
                side >= 15.0,
            ))
        })
        .collect()
}

/// The last number would be cut off at the edge.
fn tick_anchor(is_last: bool) -> &'static str {
    if is_last {
        return "end";
    }
    "middle"
}

fn axis(i18n: &I18n, timeline: &Timeline, geometry: &Geometry) -> Html {
    let y = attribute(geometry.bottom + 22.0);
    html! {
        <g class="replay-axis">
            { for timeline.ticks.iter().map(|&tick| {
                let x = timeline.scale.x(tick);
                let is_last = x > geometry.right - 24.0;
                let x = attribute(if is_last { geometry.width } else { x });
                html! {
                    <text {x} y={y.clone()} text-anchor={tick_anchor(is_last)}>
                        { number::integer(i18n.lang(), words::ordinal(tick)) }
                    </text>
                }
            }) }
            if !geometry.is_narrow {
                <text x="0" {y}>{ t!(i18n, "replay-lane-axis") }</text>
            }
        </g>
    }
}
