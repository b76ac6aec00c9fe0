//! The frequency window: a row for each tool, against its own warning and hard limit.

use super::glyph::{Sign, sign_icon};
use super::words;
use crate::chart::replay::attribute;
use crate::chart::replay::bars::{BarRow, Bars, STOP_AT};
use crate::chart::replay::cells::Flow;
use crate::i18n::{I18n, number};
use crate::t;
use crate::visible_text;
use loopledger::view::{FrameView, ReplayView};
use yew::{Html, classes, html};

/// Width of every bar and strip in its own units; they are stretched to their column.
const LENGTH: f64 = 1000.0;

/// The frequency window as a table: counts, bars, and the names in their order.
pub(super) fn frequency_window(
    i18n: &I18n,
    view: &ReplayView,
    frame: &FrameView,
    flow: Option<&Flow>,
) -> Html {
    let bars = Bars::new(view, frame);
    let entered = flow.map_or(0, |flow| flow.frequency_entered);
    let fresh = frame
        .frequency
        .len()
        .min(bars.places)
        .saturating_sub(entered);
    // A little below the first fresh place, so that rounding does not leave it out.
    let fresh_from = (crate::chart::replay::coordinate(fresh) - 0.5) * bars.place;
    let is_cut = frame.frequency_capacity > bars.places as u64;
    html! {
        <section class="replay-panel" aria-labelledby="replay-frequency-title">
            <header>
                <h2 id="replay-frequency-title">{ t!(i18n, "replay-frequency-title") }</h2>
                <p class="replay-fill">
                    { t!(i18n, "replay-frequency-fill",
                        filled = frame.frequency_len, capacity = frame.frequency_capacity) }
                </p>
            </header>
            <p class="replay-lead">{ t!(i18n, "replay-frequency-lead") }</p>
            <table class="replay-tools" role="table">
                { head(i18n, &bars, frame) }
                <tbody role="rowgroup">
                    { for bars.rows.iter().map(|row| tool_row(i18n, row, bars.place, fresh_from)) }
                </tbody>
            </table>
            if bars.hidden > 0 {
                <p class="replay-note">
                    { t!(i18n, "replay-frequency-hidden", hidden = bars.hidden as u64) }
                </p>
            }
            if is_cut {
                <p class="replay-note">
                    { t!(i18n, "replay-frequency-cut", shown = bars.places as u64) }
                </p>
            }
            { left(i18n, view, flow) }
        </section>
    }
}

fn head(i18n: &I18n, bars: &Bars, frame: &FrameView) -> Html {
    let places = (bars.places as u64).min(frame.frequency_capacity);
    html! {
        <thead role="rowgroup">
            <tr role="row">
                <th role="columnheader" scope="col">{ t!(i18n, "replay-frequency-tool") }</th>
                <th role="columnheader" scope="col" class="replay-number">
                    { t!(i18n, "replay-frequency-calls") }
                </th>
                <th role="columnheader" scope="col">
                    { t!(i18n, "replay-frequency-bar") }
                </th>
                <th role="columnheader" scope="col">
                    { t!(i18n, "replay-frequency-strip", places = places) }
                </th>
            </tr>
        </thead>
    }
}

fn tool_row(i18n: &I18n, row: &BarRow, place: f64, fresh_from: f64) -> Html {
    let state = row_state(row);
    let lang = i18n.lang();
    html! {
        <tr key={row.tool} role="row" class={classes!(state)}>
            <th role="rowheader" scope="row">
                <span class="replay-tool-name">{ visible_text(&row.name) }</span>
                if row.is_override {
                    <span class="replay-override">{ t!(i18n, "replay-override") }</span>
                }
            </th>
            <td role="cell" class="replay-number">
                <span class="replay-count">
                    if row.is_warned { { sign_icon(Sign::Warn, false) } }
                    { number::integer(lang, row.count) }
                </span>
                <span class="replay-marks">
                    { t!(i18n, "replay-frequency-marks",
                        warn = words::threshold(row.warn),
                        limit = words::threshold(row.hard_limit)) }
                </span>
            </td>
            <td role="cell" class="replay-bar-cell">{ bar(row) }</td>
            <td role="cell" class="replay-strip-cell">{ strip(row, place, fresh_from) }</td>
        </tr>
    }
}

fn row_state(row: &BarRow) -> &'static str {
    if row.hard_limit >= 1 && row.count >= words::threshold(row.hard_limit) {
        "is-stop"
    } else if row.count >= words::threshold(row.warn) {
        "is-warn"
    } else if row.count == 0 {
        "is-zero"
    } else {
        "is-calm"
    }
}

/// The bar; its numbers stand beside it.
fn bar(row: &BarRow) -> Html {
    let stop_at = attribute(STOP_AT * LENGTH);
    let warn_at = attribute(row.warn_at * LENGTH);
    html! {
        <svg
            class="replay-bar"
            viewBox="0 0 1000 20"
            preserveAspectRatio="none"
            width="100%"
            height="20"
            aria-hidden="true"
        >
            <rect class="replay-bar-room" x="0" y="5" width={stop_at.clone()} height="10" />
            <rect
                class="replay-bar-fill"
                x="0"
                y="5"
                width={attribute(row.length * LENGTH)}
                height="10"
            />
            if row.is_cut {
                <path class="replay-bar-cut" d="M970 3L980 17M985 3L995 17" />
            }
            <line class="replay-mark is-warn" x1={warn_at.clone()} x2={warn_at} y1="1" y2="19" />
            <line class="replay-mark is-stop" x1={stop_at.clone()} x2={stop_at} y1="1" y2="19" />
        </svg>
    }
}

/// The calls of one tool at their places in the window.
fn strip(row: &BarRow, place: f64, fresh_from: f64) -> Html {
    let width = attribute((place * LENGTH * 0.82).max(1.5));
    let path = |is_fresh: bool| -> String {
        row.strip
            .iter()
            .filter(|&&at| (at >= fresh_from) == is_fresh)
            .map(|&at| format!("M{} 3h{width}v14h-{width}z", attribute(at * LENGTH)))
            .collect::<Vec<_>>()
            .concat()
    };
    html! {
        <svg
            class="replay-strip"
            viewBox="0 0 1000 20"
            preserveAspectRatio="none"
            width="100%"
            height="20"
            aria-hidden="true"
        >
            <line class="replay-strip-room" x1="0" x2="1000" y1="19" y2="19" />
            <path class="replay-strip-call" d={path(false)} />
            <path class="replay-strip-call is-fresh" d={path(true)} />
        </svg>
    }
}

/// The names that left with this step; the line stays, so that nothing jumps.
fn left(i18n: &I18n, view: &ReplayView, flow: Option<&Flow>) -> Html {
    let names: Vec<&str> = flow
        .map(|flow| flow.frequency_left.as_slice())
        .unwrap_or_default()
        .iter()
        .filter_map(|&tool| view.tools.get(usize::try_from(tool).ok()?))
        .map(String::as_str)
        .collect();
    html! {
        <p class="replay-left">
            if !names.is_empty() {
                { t!(i18n, "replay-frequency-left",
                    count = names.len() as u64, tools = names.join(", ")) }
            }
        </p>
    }
}
