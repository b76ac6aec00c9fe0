//! The sweep as a chart that is a slider over its values.

use super::choices::setting_name;
use crate::chart::replay::attribute;
use crate::chart::{Bar, Column, Rect, SweepChart};
use crate::components::replay::use_width;
use crate::hooks::{use_address, use_i18n};
use crate::i18n::{I18n, number};
use crate::t;
use loopledger::view::limits::SweepView;
use std::fmt::Write as _;
use std::rc::Rc;
use web_sys::{Element, KeyboardEvent, PointerEvent};
use yew::{AttrValue, Callback, Html, Properties, component, html, use_memo, use_node_ref};

/// Values that a large step of the slider passes over.
const LARGE_STEP: usize = 5;

/// Properties of [`SweepFigure`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub(super) struct SweepFigureProps {
    /// What is drawn.
    pub(super) view: Rc<SweepView>,
    /// The value that is chosen.
    pub(super) value: Option<i64>,
}

/// The chart with its legend.
#[component]
pub(super) fn SweepFigure(props: &SweepFigureProps) -> Html {
    let i18n = use_i18n();
    let address = use_address();
    let node = use_node_ref();
    let width = use_width(&node, 720.0);
    let view = &props.view;
    let chart = use_memo((Rc::clone(view), width.to_bits()), |(view, _)| {
        SweepChart::new(view, width)
    });
    let chosen = props
        .value
        .and_then(|value| view.values.iter().position(|it| it.value == value));
    let choose = {
        let (view, address) = (Rc::clone(view), address.clone());
        Callback::from(move |index: usize| {
            if let Some(value) = view.values.get(index) {
                address.set("value", Some(&value.value.to_string()));
            }
        })
    };
    let on_pointer_down = {
        let (node, chart, choose) = (node.clone(), Rc::clone(&chart), choose.clone());
        move |event: PointerEvent| {
            if let Some(element) = node.cast::<Element>().filter(|_| event.button() == 0) {
                let x = f64::from(event.client_x()) - element.get_bounding_client_rect().left();
                if let Some(index) = chart.hit(x) {
                    choose.emit(index);
                }
            }
        }
    };
    let on_key = {
        let last = view.values.len().saturating_sub(1);
        let (chart, address) = (Rc::clone(&chart), address.clone());
        move |event: KeyboardEvent| {
            // As it is now: two keys may come before the page is drawn again. Where nothing is
            // chosen yet, they begin at the value in force.
            let now = address.now();
            let value = now
                .query
                .get("value")
                .and_then(|text| text.parse::<i64>().ok());
            let mut columns = chart.columns.iter();
            let start = match value {
                Some(value) => columns.position(|column| column.value == value),
                None => columns.position(|column| column.is_current),
            };
            let from = start.unwrap_or(0);
            let to = match event.key().as_str() {
                "ArrowRight" | "ArrowUp" => from.saturating_add(1),
                "ArrowLeft" | "ArrowDown" => from.saturating_sub(1),
                "PageUp" => from.saturating_add(LARGE_STEP),
                "PageDown" => from.saturating_sub(LARGE_STEP),
                "Home" => 0,
                "End" => last,
                _ => return,
            };
            event.prevent_default();
            choose.emit(to.min(last));
        }
    };
    let name = setting_name(view.request.setting, view.request.tool.as_deref());
    let (first, last) = (view.values.first(), view.values.last());
    let now = chosen.and_then(|index| view.values.get(index)).or(first);
    let text = |value: Option<i64>| value.unwrap_or_default().to_string();
    html! {
        <figure class="chart limits-figure">
            <figcaption>{ t!(i18n, "limits-chart", setting = name.clone()) }</figcaption>
            { legend(&i18n) }
            <div
                ref={node}
                class="limits-chart"
                role="slider"
                tabindex="0"
                aria-label={t!(i18n, "limits-slider", setting = name)}
                aria-valuemin={text(first.map(|it| it.value))}
                aria-valuemax={text(last.map(|it| it.value))}
                aria-valuenow={text(now.map(|it| it.value))}
                aria-valuetext={value_text(&i18n, view, chosen)}
                onpointerdown={on_pointer_down}
                onkeydown={on_key}
            >
                { svg(&i18n, &chart, chosen) }
            </div>
        </figure>
    }
}

/// What stands at a value, in words.
fn value_text(i18n: &I18n, view: &SweepView, chosen: Option<usize>) -> AttrValue {
    let Some(value) = chosen.and_then(|index| view.values.get(index)) else {
        return t!(i18n, "limits-value-none");
    };
    match &value.figures {
        None => t!(
            i18n,
            "limits-value-invalid",
            value = value.value.to_string()
        ),
        Some(figures) => t!(
            i18n,
            "limits-value",
            value = value.value.to_string(),
            stopped = figures.stopped.attempts,
            whatif = figures.stopped.what_if,
            warned = figures.warned.attempts,
            wrong = figures.stops.false_positives + figures.warnings.false_positives,
            right = figures.stops.right,
        ),
    }
}

fn legend(i18n: &I18n) -> Html {
    let entry = |sign: Html, text: AttrValue| {
        html! {
            <li>
                <svg class="limits-sign" viewBox="0 0 16 16" aria-hidden="true">{ sign }</svg>
                { " " }
                { text }
            </li>
        }
    };
    html! {
        <ul class="legend limits-legend">
            { entry(
                html! { <rect class="limits-stopped" x="1" y="1" width="14" height="14" /> },
                t!(i18n, "limits-legend-stopped"),
            ) }
            { entry(
                html! { <rect class="limits-warned" x="1" y="1" width="14" height="14" /> },
                t!(i18n, "limits-legend-warned"),
            ) }
            { entry(
                html! {
                    <>
                        <rect class="limits-what-if" x="1" y="1" width="14" height="14" />
                        <path class="limits-hatch" d="M1 8L8 1M1 15L15 1M8 15L15 8" />
                    </>
                },
                t!(i18n, "limits-legend-what-if"),
            ) }
            { entry(
                html! { <circle class="limits-false" cx="8" cy="8" r="5" /> },
                t!(i18n, "limits-legend-false"),
            ) }
            { entry(
                html! { <path class="limits-right" d="M2 3H14L8 14Z" /> },
                t!(i18n, "limits-legend-right"),
            ) }
            { entry(
                html! { <path class="limits-invalid" d="M3 3L13 13M13 3L3 13" /> },
                t!(i18n, "limits-legend-invalid"),
            ) }
        </ul>
    }
}

fn svg(i18n: &I18n, chart: &SweepChart, chosen: Option<usize>) -> Html {
    let (width, height) = (attribute(chart.width), attribute(chart.height));
    let bottom = chart.bottom;
    html! {
        <svg
            viewBox={format!("0 0 {width} {height}")}
            width={width.clone()}
            height={height.clone()}
            aria-hidden="true"
        >
            { for chart.ticks.iter().map(|(tick, y)| html! {
                <g key={attribute(*tick)}>
                    <line
                        class="limits-rule"
                        x1={attribute(chart.left)}
                        x2={attribute(chart.right)}
                        y1={attribute(*y)}
                        y2={attribute(*y)}
                    />
                    <text x={attribute(chart.left - 8.0)} y={attribute(*y)} class="limits-tick is-end">
                        { number::float(i18n.lang(), *tick, 0) }
                    </text>
                </g>
            }) }
            if let Some(column) = chosen.and_then(|index| chart.columns.get(index)) {
                <rect
                    class="limits-chosen"
                    x={attribute(column.x - chart.pitch / 2.0)}
                    y={attribute(chart.top - 6.0)}
                    width={attribute(chart.pitch)}
                    height={attribute(bottom - chart.top + 6.0)}
                />
            }
            { for chart.columns.iter().map(|column| draw_column(i18n, chart, column)) }
            <line
                class="limits-axis"
                x1={attribute(chart.left)}
                x2={attribute(chart.right)}
                y1={attribute(bottom)}
                y2={attribute(bottom)}
            />
        </svg>
    }
}

fn draw_column(i18n: &I18n, chart: &SweepChart, column: &Column) -> Html {
    let Column {
        x,
        stopped,
        warned,
        false_positives,
        right,
        ..
    } = column;
    let label_y = chart.bottom + 16.0;
    html! {
        <g key={column.value.to_string()}>
            if column.is_current {
                <line
                    class="limits-current"
                    x1={attribute(*x)}
                    x2={attribute(*x)}
                    y1={attribute(chart.top - 8.0)}
                    y2={attribute(chart.bottom)}
                />
                <text x={attribute(*x)} y={attribute(chart.top - 16.0)} class="limits-tick">
                    { t!(i18n, "limits-in-force") }
                </text>
            }
            { draw_bar("limits-stopped", stopped) }
            { draw_bar("limits-warned", warned) }
            if !column.is_valid {
                <path class="limits-invalid" d={format!(
                    "M{0} {2}L{1} {3}M{1} {2}L{0} {3}",
                    attribute(x - 5.0),
                    attribute(x + 5.0),
                    attribute(chart.bottom - 16.0),
                    attribute(chart.bottom - 6.0),
                )} />
            }
            if let Some(y) = false_positives {
                <circle
                    class="limits-false"
                    cx={attribute(x - 8.0)}
                    cy={attribute(*y)}
                    r="5"
                />
            }
            if let Some(y) = right {
                <path class="limits-right" d={format!(
                    "M{0} {3}H{2}L{1} {4}Z",
                    attribute(x + 2.0),
                    attribute(x + 8.0),
                    attribute(x + 14.0),
                    attribute(y - 5.0),
                    attribute(y + 6.0),
                )} />
            }
            if column.has_label {
                <text x={attribute(*x)} y={attribute(label_y)} class="limits-tick">
                    { column.value.to_string() }
                </text>
            }
        </g>
    }
}

fn draw_bar(class: &'static str, bar: &Bar) -> Html {
    let rect = |class: &'static str, rect: &Rect| {
        if rect.height < 0.5 {
            return Html::default();
        }
        html! {
            <rect
                {class}
                x={attribute(rect.x)}
                y={attribute(rect.y)}
                width={attribute(rect.width)}
                height={attribute(rect.height)}
            />
        }
    };
    let what_if = &bar.what_if;
    html! {
        <>
            { rect(class, &bar.sure) }
            if what_if.height >= 0.5 {
                { rect("limits-what-if", what_if) }
                <path class="limits-hatch" d={hatching(what_if)} />
            }
        </>
    }
}

/// Diagonal lines across a bar.
fn hatching(rect: &Rect) -> String {
    let Rect {
        x,
        y,
        width,
        height,
    } = *rect;
    let mut path = String::new();
    let mut offset = 5.0;
    while offset < width + height {
        let (left, low) = if offset <= height {
            (0.0, offset)
        } else {
            (offset - height, height)
        };
        let (across, high) = if offset <= width {
            (offset, 0.0)
        } else {
            (width, offset - width)
        };
        // Writing into a string cannot fail.
        let _ = write!(
            path,
            "M{} {}L{} {}",
            attribute(x + left),
            attribute(y + low),
            attribute(x + across),
            attribute(y + high)
        );
        offset += 5.0;
    }
    path
}
