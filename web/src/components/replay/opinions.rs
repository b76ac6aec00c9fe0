//! Second opinions: what other detectors say about the same run.

use super::glyph::{Sign, sign_in};
use super::use_width::use_width;
use super::{opinion_words, words};
use crate::chart::replay::attribute;
use crate::chart::replay::opinions::{OpinionChart, OpinionMarks, OpinionRow, Silence};
use crate::components::figure::{count_figure, money_figure};
use crate::components::{ErrorNote, Link};
use crate::hooks::{use_address, use_engine, use_i18n, use_library, use_query};
use crate::i18n::{I18n, number};
use crate::route::Address;
use crate::state::Loading;
use crate::state::replay::playback::PlaybackAction;
use crate::t;
use crate::visible_text;
use crate::worker::{OpinionsQuestion, Question};
use loopledger::view::opinions::{
    OpinionLane, OpinionMark, OpinionSettings, OpinionSource, OpinionsView,
};
use loopledger::view::{ReplaySettings, ReplayView};
use std::rc::Rc;
use web_sys::{Element, Event, HtmlInputElement, PointerEvent};
use yew::{
    AttrValue, Callback, Html, Properties, TargetCast as _, classes, component, html, use_memo,
    use_node_ref, use_state_eq,
};

/// Marks that are listed first, and with each press of the button after them.
const PAGE: usize = 50;

/// Properties of [`Opinions`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub(super) struct OpinionsProps {
    /// The replay beside which they stand.
    pub view: Rc<ReplayView>,
    /// Its rules.
    pub rules: ReplaySettings,
    /// What the reader did.
    pub on_action: Callback<PlaybackAction>,
}

/// Lanes, their table, and where the rules come from.
#[component]
pub(super) fn Opinions(props: &OpinionsProps) -> Html {
    let i18n = use_i18n();
    let address = use_address();
    let engine = use_engine();
    let library = use_library();
    let node = use_node_ref();
    let width = use_width(&node, 960.0);
    let shown = use_state_eq(|| PAGE);
    let refused = use_state_eq(|| None::<&'static str>);
    let settings = settings_of(address.address(), &props.rules);
    let question = (props.view.run.key.clone(), settings, library.generation);
    let answer = use_query(Some(question), |(run, settings, _)| async move {
        let question = Question::Opinions(OpinionsQuestion::OnRun { run, settings });
        engine
            .question::<OpinionsView>(&question)
            .await
            .map(Rc::new)
    });
    let view = answer
        .ready()
        .filter(|view| view.run.key == props.view.run.key)
        .cloned();
    let chart = use_memo((view.clone(), width.to_bits()), |(view, _)| {
        view.as_ref().map(|view| OpinionChart::new(view, width))
    });
    let on_press = {
        let (node, chart, on_action) = (node.clone(), Rc::clone(&chart), props.on_action.clone());
        move |event: PointerEvent| {
            if let (Some(element), Some(chart)) = (node.cast::<Element>(), &*chart) {
                let bounds = element.get_bounding_client_rect();
                let x = f64::from(event.client_x()) - bounds.left();
                let y = f64::from(event.client_y()) - bounds.top();
                on_action.emit(PlaybackAction::Go(chart.hit(x, y)));
            }
        }
    };
    let on_limit = {
        let (address, refused) = (address.clone(), refused.setter());
        Callback::from(move |(key, text): (&'static str, String)| {
            let text = text.trim();
            let is_limit = text.parse::<u64>().is_ok_and(|limit| limit > 0);
            if text.is_empty() || is_limit {
                refused.set(None);
                address.set(key, is_limit.then_some(text));
            } else {
                refused.set(Some(key));
            }
        })
    };
    let on_more = {
        let shown = shown.clone();
        Callback::from(move |()| shown.set(*shown + PAGE))
    };
    let is_reading = matches!(answer, Loading::Idle | Loading::Reading);
    html! {
        <section class="opinions" aria-labelledby="opinions-title">
            <h2 id="opinions-title">{ t!(i18n, "opinions-title") }</h2>
            if let Loading::Failed(error) = &answer {
                <ErrorNote error={error.clone()} />
            }
            if is_reading {
                <p class="replay-note" role="status">{ t!(i18n, "opinions-reading") }</p>
            }
            if let Some(view) = &view {
                <p class="replay-lead opinions-finding">{ finding(&i18n, view) }</p>
            }
            <div ref={node} class="opinions-drawing" onpointerdown={on_press}>
                if let (Some(view), Some(chart)) = (&view, &*chart) {
                    { drawing(&i18n, view, chart) }
                }
            </div>
            if let Some(view) = &view {
                { table(&i18n, address.address(), view) }
                { marks_table(&i18n, address.address(), view, *shown, &on_more) }
                { sources(&i18n, view) }
            }
            { limits(&i18n, address.address(), *refused, &on_limit) }
        </section>
    }
}

/// A limit that a reader may set: its key in the address, its setting upstream.
const LIMITS: [(&str, &str, &str); 5] = [
    ("goose", "goose", "max_repetitions"),
    (
        "tool-calls",
        "LangChain",
        "ToolCallLimitMiddleware run_limit",
    ),
    (
        "model-calls",
        "LangChain",
        "ModelCallLimitMiddleware run_limit",
    ),
    ("smolagents", "smolagents", "max_steps"),
    ("crewai", "crewAI", "max_iter"),
];

/// The limits that an address names; what is no limit is left out.
fn settings_of(address: &Address, rules: &ReplaySettings) -> OpinionSettings {
    let limit = |key: &str| {
        let text = address.query.get(key)?;
        text.parse().ok().filter(|limit: &u64| *limit > 0)
    };
    OpinionSettings {
        rules: rules.clone(),
        goose_max_repetitions: limit("goose"),
        tool_call_limit: limit("tool-calls"),
        model_call_limit: limit("model-calls"),
        smolagents_max_steps: limit("smolagents"),
        crewai_max_iter: limit("crewai"),
    }
}

/// What comes of it, in a few sentences.
fn finding(i18n: &I18n, view: &OpinionsView) -> AttrValue {
    let count = |wanted: &dyn Fn(&OpinionLane) -> bool| {
        view.lanes.iter().filter(|lane| wanted(lane)).count() as u64
    };
    let is_judged = |lane: &OpinionLane| lane.verdict == "judged";
    let stops = count(&|lane| lane.first_stop.is_some());
    let warns = count(&|lane| lane.first_stop.is_none() && lane.first_warn.is_some());
    let judged = count(&is_judged);
    let mut text = t!(
        i18n,
        "opinions-finding",
        judged = judged,
        stops = stops,
        warns = warns,
        silent = judged - stops - warns
    )
    .to_string();
    let undecided = count(&|lane| lane.verdict == "undecided");
    let mut add = |sentence: AttrValue| {
        text.push(' ');
        text.push_str(&sentence);
    };
    if undecided > 0 {
        add(t!(i18n, "opinions-finding-undecided", count = undecided));
    }
    let suspects = count(&|lane| lane.is_candidate_false_positive == Some(true));
    if suspects > 0 {
        add(t!(i18n, "opinions-finding-accepted", count = suspects));
    }
    if let Some(first) = view.recorded_intervention {
        let response = words::ordinal(words::index(first));
        add(t!(i18n, "opinions-finding-what-if", response = response));
    }
    text.into()
}

fn drawing(i18n: &I18n, view: &OpinionsView, chart: &OpinionChart) -> Html {
    let (width, height) = (attribute(chart.width), attribute(chart.height));
    html! {
        <svg
            class="opinions-plot"
            viewBox={format!("0 0 {width} {height}")}
            width={width}
            height={height}
            aria-hidden="true"
        >
            { what_if(i18n, chart) }
            { for view.lanes.iter().zip(&chart.rows).map(|(lane, row)| {
                lane_drawing(i18n, chart, lane, row)
            }) }
        </svg>
    }
}

fn what_if(i18n: &I18n, chart: &OpinionChart) -> Html {
    let Some(x) = chart.what_if else {
        return Html::default();
    };
    let room = chart.edges.right - x;
    let is_before = room < 70.0;
    html! {
        <g class="replay-what-if">
            <rect
                x={attribute(x)}
                y="16"
                width={attribute(room)}
                height={attribute(chart.height - 16.0)}
                fill="url(#replay-hatch)"
            />
            <line x1={attribute(x)} x2={attribute(x)} y1="2" y2={attribute(chart.height)} />
            <text
                x={attribute(if is_before { x - 5.0 } else { x + 5.0 })}
                y="11"
                text-anchor={anchor(is_before)}
            >
                { t!(i18n, "replay-what-if") }
            </text>
        </g>
    }
}

/// Text beside a line stands before it where there is no room after it.
fn anchor(is_before: bool) -> &'static str {
    if is_before {
        return "end";
    }
    "start"
}

fn lane_drawing(i18n: &I18n, chart: &OpinionChart, lane: &OpinionLane, row: &OpinionRow) -> Html {
    let edges = chart.edges;
    let middle = row.top + chart.lane / 2.0;
    let (x, y) = if edges.is_narrow {
        (edges.left, row.top - 3.0)
    } else {
        (0.0, middle + 4.0)
    };
    let bottom = attribute(row.top + chart.lane);
    let silence = row.silence.map(|silence| match silence {
        Silence::Undecided => t!(i18n, "null-word"),
        Silence::Off => t!(i18n, "opinions-off"),
    });
    html! {
        <g class="replay-lane">
            <text x={attribute(x)} y={attribute(y)}>{ opinion_words::lane(i18n, lane) }</text>
            <line
                x1={attribute(edges.left)}
                x2={attribute(edges.right)}
                y1={bottom.clone()}
                y2={bottom}
            />
            if let Some(silence) = silence {
                <text
                    class="opinions-silence"
                    x={attribute(edges.left + 4.0)}
                    y={attribute(middle + 4.0)}
                >
                    { silence }
                </text>
            }
            { for row.marks.iter().map(|mark| mark_drawing(i18n, chart, lane, row, mark)) }
        </g>
    }
}

fn mark_drawing(
    i18n: &I18n,
    chart: &OpinionChart,
    lane: &OpinionLane,
    row: &OpinionRow,
    mark: &OpinionMarks,
) -> Html {
    let sign = if mark.stops > 0 {
        Sign::Stop
    } else {
        Sign::Warn
    };
    let size = mark.warns + mark.stops;
    let title = t!(
        i18n,
        "opinions-mark",
        detector = opinion_words::lane(i18n, lane),
        response = words::ordinal(mark.step),
        last = words::ordinal(mark.last),
        warns = mark.warns,
        stops = mark.stops
    );
    html! {
        <g class="replay-timeline-mark">
            <title>{ title }</title>
            { sign_in(sign, (mark.x, row.top + chart.lane / 2.0), 13.0, false) }
            if size > 1 {
                <text
                    x={attribute(mark.x)}
                    y={attribute(row.top + chart.lane + 1.0)}
                    text-anchor="middle"
                >
                    { number::integer(i18n.lang(), size) }
                </text>
            }
        </g>
    }
}

/// A link to a response.
fn step_link(i18n: &I18n, address: &Address, step: u64) -> Html {
    let response = words::ordinal(words::index(step));
    html! {
        <Link
            to={address.clone().with("step", Some(&response.to_string()))}
            class={classes!("num")}
            label={t!(i18n, "replay-go-to", response = response)}
        >
            { number::integer(i18n.lang(), response) }
        </Link>
    }
}

/// The first mark of a kind with its rule, or why there is none.
fn first(
    i18n: &I18n,
    address: &Address,
    lane: &OpinionLane,
    kind: &str,
    step: Option<u64>,
) -> Html {
    match (lane.verdict.as_str(), step) {
        ("off", _) => html! { <span class="muted">{ t!(i18n, "opinions-off") }</span> },
        ("undecided", _) => html! {
            <span class="null">
                <span class="null-word">{ t!(i18n, "null-word") }</span>
                { " " }
                <span class="null-reason">
                    { for lane.unseen.iter().enumerate().map(|(index, code)| html! {
                        <>
                            { if index > 0 { ", " } else { "" } }
                            { opinion_words::unseen(i18n, code) }
                        </>
                    }) }
                </span>
            </span>
        },
        (_, None) => html! { <span class="muted">{ t!(i18n, "opinions-none") }</span> },
        (_, Some(step)) => {
            let mark = lane.marks.iter().find(|mark| mark.kind == kind);
            html! {
                <>
                    { step_link(i18n, address, step) }
                    if let Some(mark) = mark {
                        { " " }
                        <span class="opinions-rule">{ rule_text(i18n, mark) }</span>
                    }
                </>
            }
        }
    }
}

fn rule_text(i18n: &I18n, mark: &OpinionMark) -> Html {
    html! {
        <>
            { opinion_words::rule(i18n, mark) }
            if mark.is_what_if {
                { " " }
                <em>{ t!(i18n, "replay-what-if") }</em>
            }
        </>
    }
}

fn table(i18n: &I18n, address: &Address, view: &OpinionsView) -> Html {
    let head = [
        t!(i18n, "opinions-column-detector"),
        t!(i18n, "opinions-column-warning"),
        t!(i18n, "opinions-column-stop"),
        t!(i18n, "opinions-column-effect"),
        t!(i18n, "opinions-column-look"),
    ];
    let after = after_labels(i18n);
    html! {
        <div class="scroll" tabindex="0" role="group" aria-labelledby="opinions-title">
            <table class="ledger opinions-table">
                <thead>
                    <tr>
                        { for head.iter().map(|label| html! {
                            <th scope="col" rowspan="2">{ label }</th>
                        }) }
                        <th scope="colgroup" colspan="6">{ t!(i18n, "opinions-column-after") }</th>
                    </tr>
                    <tr>
                        { for after.iter().map(|label| html! {
                            <th scope="col" class="right">{ label }</th>
                        }) }
                    </tr>
                </thead>
                <tbody>
                    { for view.lanes.iter().map(|lane| row(i18n, address, lane, &after)) }
                </tbody>
            </table>
        </div>
    }
}

fn after_labels(i18n: &I18n) -> [AttrValue; 6] {
    [
        t!(i18n, "opinions-column-responses"),
        t!(i18n, "opinions-column-calls"),
        t!(i18n, "opinions-column-input"),
        t!(i18n, "opinions-column-cache"),
        t!(i18n, "opinions-column-output"),
        t!(i18n, "opinions-column-cost"),
    ]
}

fn row(i18n: &I18n, address: &Address, lane: &OpinionLane, labels: &[AttrValue; 6]) -> Html {
    let look = match lane.is_candidate_false_positive {
        Some(true) => t!(i18n, "opinions-look"),
        Some(false) | None => AttrValue::default(),
    };
    let [responses, calls, input, cache, output, cost] = labels;
    let after_stop = match &lane.after_stop {
        None => html! { <td colspan="6"></td> },
        Some(after) => html! {
            <>
                <td class="right">{ count_figure(i18n, responses, &after.responses) }</td>
                <td class="right">{ count_figure(i18n, calls, &after.tool_calls) }</td>
                <td class="right">{ count_figure(i18n, input, &after.tokens.input_uncached) }</td>
                <td class="right">{ count_figure(i18n, cache, &after.tokens.cache_read) }</td>
                <td class="right">{ count_figure(i18n, output, &after.tokens.output) }</td>
                <td class="right">{ money_figure(i18n, cost, &after.model_cost) }</td>
            </>
        },
    };
    let is_what_if = lane.after_stop.as_ref().is_some_and(|it| it.is_what_if);
    html! {
        <tr key={lane.id.clone()} class={classes!(is_what_if.then_some("is-what-if"))}>
            <th scope="row">
                { opinion_words::lane(i18n, lane) }
                { " " }
                <code>{ lane.name.clone() }</code>
            </th>
            <td>{ first(i18n, address, lane, "warn", lane.first_warn) }</td>
            <td>{ first(i18n, address, lane, "stop", lane.first_stop) }</td>
            <td>{ opinion_words::effect(i18n, &lane.stop_effect) }</td>
            <td class="opinions-look">{ look }</td>
            { after_stop }
        </tr>
    }
}

/// Every mark as a row: what the lanes draw.
fn marks_table(
    i18n: &I18n,
    address: &Address,
    view: &OpinionsView,
    shown: usize,
    on_more: &Callback<()>,
) -> Html {
    let all = || {
        view.lanes
            .iter()
            .flat_map(|lane| lane.marks.iter().map(move |mark| (lane, mark)))
    };
    let count = all().count();
    if count == 0 {
        return Html::default();
    }
    let hidden = count.saturating_sub(shown);
    html! {
        <details class="twin opinions-marks">
            <summary>{ t!(i18n, "opinions-marks", count = count as u64) }</summary>
            <div class="scroll" tabindex="0" role="group" aria-label={t!(i18n, "chart-table")}>
                <table class="ledger">
                    <thead>
                        <tr>
                            <th scope="col">{ t!(i18n, "opinions-column-detector") }</th>
                            <th scope="col">{ t!(i18n, "replay-column-response") }</th>
                            <th scope="col">{ t!(i18n, "opinions-column-kind") }</th>
                            <th scope="col">{ t!(i18n, "opinions-column-rule") }</th>
                        </tr>
                    </thead>
                    <tbody>
                        { for all().take(shown).map(|(lane, mark)| html! {
                            <tr>
                                <th scope="row">{ opinion_words::lane(i18n, lane) }</th>
                                <td>{ step_link(i18n, address, mark.step) }</td>
                                <td>
                                    { if mark.kind == "stop" {
                                        t!(i18n, "opinions-stop")
                                    } else {
                                        t!(i18n, "opinions-warning")
                                    } }
                                </td>
                                <td>{ rule_text(i18n, mark) }</td>
                            </tr>
                        }) }
                    </tbody>
                </table>
            </div>
            if hidden > 0 {
                <button type="button" onclick={on_more.reform(|_| ())}>
                    { t!(i18n, "opinions-more", hidden = hidden as u64) }
                </button>
            }
        </details>
    }
}

/// Where each rule was read, its limits, and what it cannot see here.
fn sources(i18n: &I18n, view: &OpinionsView) -> Html {
    html! {
        <details class="twin opinions-sources">
            <summary>{ t!(i18n, "opinions-sources") }</summary>
            <div class="scroll" tabindex="0" role="group" aria-label={t!(i18n, "opinions-sources")}>
                <table class="ledger">
                    <thead>
                        <tr>
                            <th scope="col">{ t!(i18n, "opinions-column-detector") }</th>
                            <th scope="col">{ t!(i18n, "opinions-column-source") }</th>
                            <th scope="col">{ t!(i18n, "opinions-column-limits") }</th>
                            <th scope="col">{ t!(i18n, "opinions-column-blind") }</th>
                        </tr>
                    </thead>
                    <tbody>
                        { for view.lanes.iter().map(|lane| html! {
                            <tr key={lane.id.clone()}>
                                <th scope="row">{ opinion_words::lane(i18n, lane) }</th>
                                <td>{ source(i18n, &lane.source) }</td>
                                <td>{ parameters(i18n, lane) }</td>
                                <td>
                                    if lane.blind.is_empty() {
                                        { t!(i18n, "opinions-blind-none") }
                                    }
                                    { for lane.blind.iter().map(|code| html! {
                                        <p>{ opinion_words::blind(i18n, code) }</p>
                                    }) }
                                </td>
                            </tr>
                        }) }
                    </tbody>
                </table>
            </div>
            <h3>{ t!(i18n, "opinions-unplayed") }</h3>
            <ul>
                { for view.unplayed.iter().map(|other| html! {
                    <li key={other.id.clone()}>
                        <strong>{ other.project.clone() }</strong>
                        { " " }
                        { opinion_words::blind(i18n, &other.needs) }
                        { " " }
                        { source(i18n, &other.source) }
                    </li>
                }) }
            </ul>
        </details>
    }
}

fn source(i18n: &I18n, source: &OpinionSource) -> Html {
    html! {
        <span class="opinions-source">
            <code>{ source.repository.clone() }</code>
            { " " }
            <code>{ source.file.clone() }</code>
            if let Some(revision) = &source.revision {
                { " " }
                <code title={revision.clone()}>{ short(revision) }</code>
            }
            { " " }
            { opinion_words::seen(i18n, &source.seen) }
        </span>
    }
}

/// A commit as people write it; a date stays whole.
fn short(revision: &str) -> String {
    let is_commit = revision.len() == 40;
    revision
        .chars()
        .take(if is_commit { 12 } else { usize::MAX })
        .collect()
}

fn parameters(i18n: &I18n, lane: &OpinionLane) -> Html {
    if lane.parameters.is_empty() {
        return html! { { t!(i18n, "opinions-limits-of-replay") } };
    }
    lane.parameters
        .iter()
        .map(|parameter| {
            let value = match parameter.value {
                Some(value) => AttrValue::from(number::integer(i18n.lang(), value)),
                None => t!(i18n, "opinions-off"),
            };
            html! {
                <p><code>{ visible_text(&parameter.name) }</code>{ " " }{ value }</p>
            }
        })
        .collect()
}

/// Limits that are off upstream, or that every user sets.
fn limits(
    i18n: &I18n,
    address: &Address,
    refused: Option<&'static str>,
    on_limit: &Callback<(&'static str, String)>,
) -> Html {
    html! {
        <details class="twin opinions-limits">
            <summary>{ t!(i18n, "opinions-limits") }</summary>
            <p class="replay-note">{ t!(i18n, "opinions-limits-text") }</p>
            <div class="opinions-fields">
                { for LIMITS.iter().map(|&(key, project, setting)| {
                    let id = format!("opinions-limit-{key}");
                    let is_refused = refused == Some(key);
                    let on_change = {
                        let on_limit = on_limit.clone();
                        move |event: Event| {
                            if let Some(input) = event.target_dyn_into::<HtmlInputElement>() {
                                on_limit.emit((key, input.value()));
                            }
                        }
                    };
                    html! {
                        <div class="replay-limit" {key}>
                            <label for={id.clone()}>
                                { project }
                                { " " }
                                <code>{ setting }</code>
                            </label>
                            <input
                                id={id.clone()}
                                type="text"
                                inputmode="numeric"
                                value={address.query.get(key).unwrap_or_default().to_owned()}
                                aria-invalid={is_refused.then_some("true")}
                                aria-describedby={is_refused.then(|| format!("{id}-problem"))}
                                onchange={on_change}
                            />
                            if is_refused {
                                <p id={format!("{id}-problem")} class="replay-problem" role="alert">
                                    { t!(i18n, "opinions-limit-problem") }
                                </p>
                            }
                        </div>
                    }
                }) }
            </div>
        </details>
    }
}
