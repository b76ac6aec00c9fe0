//! The history window: a cell for each place, the same call set the same sign.

use super::glyph::{Sign, glyph_icon, glyph_in, sign_in};
use super::use_width::use_width;
use super::words;
use crate::chart::replay::cells::{CellGrid, Flow};
use crate::chart::replay::glyph::letters;
use crate::chart::replay::{attribute, coordinate, count_coordinate};
use crate::hooks::use_i18n;
use crate::i18n::I18n;
use crate::{rich, t};
use loopledger::view::{FrameView, HistoryCellView, ReplayView, StepView};
use std::rc::Rc;
use yew::{AttrValue, Html, Properties, classes, component, html, use_node_ref};

/// The number of call sets whose arguments are cut, so that nobody knows which they are.
const UNKNOWN_SET: u32 = u32::MAX;
/// Above so many places the meter is a bar, not a row of boxes.
const MOST_PIPS: u64 = 24;

/// Properties of [`HistoryWindow`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub(super) struct HistoryWindowProps {
    /// The replay.
    pub view: Rc<ReplayView>,
    /// The windows after the step that is shown.
    pub frame: Rc<FrameView>,
    /// What entered and left with this step, where that is known.
    pub flow: Option<Rc<Flow>>,
}

/// The history window, the count of the current call set in it, and what just left it.
#[component]
pub(super) fn HistoryWindow(props: &HistoryWindowProps) -> Html {
    let i18n = use_i18n();
    let node = use_node_ref();
    let width = use_width(&node, 640.0);
    let HistoryWindowProps { view, frame, flow } = props;
    let grid = CellGrid::new(frame.history_capacity, width - 2.0);
    let step = view.steps.get(words::index(frame.step));
    html! {
        <section class="replay-panel" aria-labelledby="replay-history-title">
            <header>
                <h2 id="replay-history-title">{ t!(i18n, "replay-history-title") }</h2>
                <p class="replay-fill">
                    { t!(i18n, "replay-history-fill",
                        filled = frame.history_len, capacity = frame.history_capacity) }
                </p>
            </header>
            <p class="replay-lead">{ t!(i18n, "replay-history-lead") }</p>
            <div ref={node} class="replay-cells-room">
                <Cells {grid} frame={Rc::clone(frame)} current={step.and_then(|step| step.call_set)} />
            </div>
            if grid.hidden > 0 {
                <p class="replay-note">{ t!(i18n, "replay-history-cut", hidden = grid.hidden) }</p>
            }
            { step.map(|step| meter(&i18n, view, step)).unwrap_or_default() }
            { left(&i18n, flow.as_deref()) }
        </section>
    }
}

/// Properties of [`Cells`].
#[derive(Debug, Clone, PartialEq, Properties)]
struct CellsProps {
    grid: CellGrid,
    frame: Rc<FrameView>,
    /// The call set of the step that is shown.
    current: Option<u32>,
}

/// The cells as one drawing.
#[component]
fn Cells(props: &CellsProps) -> Html {
    let i18n = use_i18n();
    let CellsProps {
        grid,
        frame,
        current,
    } = props;
    let filled = grid.filled(frame);
    let (width, height) = grid.size();
    let (width, height) = (attribute(width + 2.0), attribute(height + 2.0));
    let side = grid.pitch - 3.0;
    let cells = (0..grid.cells).map(|index| {
        let (x, y) = grid.corner(index);
        let cell = filled.get(index);
        let is_newest = index + 1 == filled.len() && current.is_some();
        html! {
            <g key={index} transform={format!("translate({} {})", attribute(x + 1.5), attribute(y + 1.5))}>
                { cell_box(cell, side, *current, is_newest) }
                { cell.map(|cell| cell_sign(cell, filled, grid, *current)).unwrap_or_default() }
            </g>
        }
    });
    html! {
        <svg
            class="replay-cells"
            role="img"
            aria-label={description(&i18n, frame, filled)}
            viewBox={format!("0 0 {width} {height}")}
            width={width}
            height={height}
        >
            { for cells }
        </svg>
    }
}

fn cell_box(
    cell: Option<&HistoryCellView>,
    side: f64,
    current: Option<u32>,
    is_newest: bool,
) -> Html {
    let state = match cell {
        None => "is-empty",
        Some(cell) if Some(cell.call_set) == current => "is-current",
        Some(_) => "is-filled",
    };
    let newest = is_newest.then_some("is-newest");
    html! {
        <rect
            class={classes!("replay-cell", state, newest)}
            width={attribute(side)}
            height={attribute(side)}
            rx="3"
        />
    }
}

fn cell_sign(
    cell: &HistoryCellView,
    filled: &[HistoryCellView],
    grid: &CellGrid,
    current: Option<u32>,
) -> Html {
    let side = grid.pitch - 3.0;
    if cell.call_set == UNKNOWN_SET {
        let side = attribute(side - 6.0);
        return html! {
            <rect
                class="replay-cell-unknown"
                x="3"
                y="3"
                width={side.clone()}
                height={side}
                fill="url(#replay-hatch)"
            />
        };
    }
    // What stands there once is drawn quietly, so that a repetition is what is seen.
    let is_repeated = filled
        .iter()
        .filter(|other| other.call_set == cell.call_set)
        .nth(1)
        .is_some();
    let is_quiet = !is_repeated && Some(cell.call_set) != current;
    let inset = if grid.has_letters { 4.0 } else { 2.5 };
    html! {
        <>
            { glyph_in(cell.call_set, (inset, inset), side - inset * 2.0, is_quiet, grid.has_letters) }
            if cell.is_warned {
                { sign_in(Sign::Warn, (side - 5.0, 5.0), side.min(30.0) * 0.4, false) }
            }
            <title>{ format!("{} · {}", letters(cell.call_set), cell.digest) }</title>
        </>
    }
}

/// The window in words: how full it is, and its newest call sets.
fn description(i18n: &I18n, frame: &FrameView, filled: &[HistoryCellView]) -> AttrValue {
    let from = filled.len().saturating_sub(20);
    let names: Vec<String> = filled
        .get(from..)
        .unwrap_or_default()
        .iter()
        .map(|cell| match cell.call_set {
            UNKNOWN_SET => t!(i18n, "null-word").to_string(),
            known => letters(known),
        })
        .collect();
    if names.is_empty() {
        return t!(
            i18n,
            "replay-history-empty",
            capacity = frame.history_capacity
        );
    }
    t!(
        i18n,
        "replay-history-description",
        filled = frame.history_len,
        capacity = frame.history_capacity,
        sets = names.join(" ")
    )
}

/// How often the current call set stands in the window, against its two thresholds.
fn meter(i18n: &I18n, view: &ReplayView, step: &StepView) -> Html {
    let warn = words::threshold(view.configuration.warn_threshold);
    let limit = words::threshold(view.configuration.hard_limit);
    let Some(call_set) = step.call_set else {
        return html! { <p class="replay-meter-line">{ words::no_call_set(i18n, step) }</p> };
    };
    let sign = html! {
        <b class="replay-set">{ glyph_icon(call_set, false) }{ letters(call_set) }</b>
    };
    let sentence = rich!(
        i18n,
        "replay-meter",
        set = sign,
        count = step.count,
        warn = warn,
        limit = limit
    );
    html! {
        <div class="replay-meter-line">
            <p>{ sentence }</p>
            { meter_boxes(step.count, warn, limit) }
        </div>
    }
}

/// A box for each repetition up to the limit, with the marks of both thresholds.
fn meter_boxes(count: u64, warn: u64, limit: u64) -> Html {
    let last = limit.max(warn).max(1);
    if last > MOST_PIPS {
        return meter_bar(count, warn, limit, last);
    }
    let number = usize::try_from(last).unwrap_or(1);
    let pitch = 18.0;
    let middle = |value: u64| (count_coordinate(value) - 0.5).max(0.0) * pitch + 8.0;
    let pips = (0..number).map(|index| {
        let is_full = (index as u64) < count;
        let state = is_full.then(|| meter_state(count, warn, limit));
        let state = state.unwrap_or("is-empty");
        html! {
            <rect
                key={index}
                class={classes!("replay-pip", state)}
                x={attribute(coordinate(index) * pitch + 1.0)}
                y="1"
                width="14"
                height="14"
                rx="2"
            />
        }
    });
    let width = attribute(coordinate(number) * pitch + 6.0);
    html! {
        <svg
            class="replay-meter"
            viewBox={format!("0 0 {width} 30")}
            width={width}
            height="30"
            aria-hidden="true"
        >
            { for pips }
            if warn < limit {
                { sign_in(Sign::Warn, (middle(warn), 23.0), 11.0, false) }
            }
            { sign_in(Sign::Stop, (middle(limit), 23.0), 11.0, false) }
        </svg>
    }
}

fn meter_state(count: u64, warn: u64, limit: u64) -> &'static str {
    match (count >= limit, count >= warn) {
        (true, _) => "is-stop",
        (false, true) => "is-warn",
        (false, false) => "is-filled",
    }
}

/// The same for limits that are too high for boxes.
fn meter_bar(count: u64, warn: u64, limit: u64, last: u64) -> Html {
    let length = 420.0;
    let at = |value: u64| count_coordinate(value.min(last)) / count_coordinate(last) * length;
    html! {
        <svg class="replay-meter" viewBox="0 0 432 30" width="432" height="30" aria-hidden="true">
            <rect class="replay-pip is-empty" x="1" y="1" width={attribute(length)} height="14" />
            <rect
                class={classes!("replay-pip", meter_state(count, warn, limit))}
                x="1"
                y="1"
                width={attribute(at(count).max(1.0))}
                height="14"
            />
            if warn < limit {
                { sign_in(Sign::Warn, (at(warn), 23.0), 11.0, false) }
            }
            { sign_in(Sign::Stop, (at(limit), 23.0), 11.0, false) }
        </svg>
    }
}

/// What left the window with this step; the line stays, so that nothing jumps.
fn left(i18n: &I18n, flow: Option<&Flow>) -> Html {
    let left = flow
        .and_then(|flow| flow.history_left.as_ref())
        .filter(|cell| cell.call_set != UNKNOWN_SET);
    html! {
        <p class="replay-left">
            { left.map(|cell| {
                let sign = html! {
                    <b class="replay-set">
                        { glyph_icon(cell.call_set, false) }{ letters(cell.call_set) }
                    </b>
                };
                rich!(i18n, "replay-history-left", set = sign)
            }).unwrap_or_default() }
        </p>
    }
}
