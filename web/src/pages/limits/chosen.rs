//! One value: whether it may be recommended, its worst case, and what it does to which run.

use super::ask;
use super::choices::{Choice, setting_name};
use crate::components::{ErrorNote, Link, NullBadge, download, known_text, write_money};
use crate::hooks::{AddressHandle, Engine, EngineError};
use crate::i18n::I18n;
use crate::route::{Address, Page};
use crate::state::Loading;
use crate::state::replay::limits::to_address;
use crate::t;
use crate::visible_text;
use crate::worker::LimitsQuestion;
use loopledger::model::{InQuestion, Proposal, UnknownReason, WorstCount};
use loopledger::view::limits::{
    Gate, LimitSetting, SweepFigures, SweepRequest, SweepRow, SweepView, WorstCaseFigure,
    WorstCaseView,
};
use std::rc::Rc;
use yew::{AttrValue, Callback, Html, UseStateSetter, html, platform::spawn_local};

/// Rows of the table of runs that are shown at most.
const ROWS: usize = 200;

pub(super) fn section(
    i18n: &I18n,
    address: &AddressHandle,
    view: &SweepView,
    choice: &Choice,
    rows: &Loading<Rc<[SweepRow]>>,
    on_export: &Callback<(SweepRequest, i64)>,
) -> Html {
    let name = setting_name(view.request.setting, view.request.tool.as_deref());
    let Some(value) = choice.value else {
        return html! { <p class="detail no-print">{ t!(i18n, "limits-choose") }</p> };
    };
    let Some(swept) = view.values.iter().find(|it| it.value == value) else {
        return html! {
            <p class="detail">{ t!(i18n, "limits-not-in-range", value = value.to_string()) }</p>
        };
    };
    html! {
        <section class="limits-value" aria-labelledby="limits-chosen">
            <h2 id="limits-chosen">
                { t!(i18n, "limits-chosen", setting = name.clone(), value = value.to_string()) }
            </h2>
            if let Some(figures) = &swept.figures {
                <div class="limits-verdict" role="status">{ gate(i18n, address, view, figures) }</div>
                { export_button(i18n, view, value, figures, on_export) }
                { worst_cases(i18n, view, value, figures) }
                { runs(i18n, address, view, figures, rows) }
            } else {
                <p>
                    { t!(i18n, "limits-invalid") }
                    { " " }
                    <span class="samples" lang="en">{ visible_text(&swept.errors.join("; ")) }</span>
                </p>
            }
        </section>
    }
}

/// Whether the value may be called a recommendation, with what that rests on.
fn gate(i18n: &I18n, address: &AddressHandle, view: &SweepView, figures: &SweepFigures) -> Html {
    let question = counted(figures);
    let review = html! {
        <Link to={address.link(Page::Review)}>{ t!(i18n, "limits-to-review") }</Link>
    };
    let text = match figures.gate {
        Gate::Current => t!(i18n, "limits-gate-current"),
        Gate::Tightens => t!(i18n, "limits-gate-tightens"),
        Gate::NoReason => t!(i18n, "limits-gate-no-reason"),
        Gate::Unlooked => t!(
            i18n,
            "limits-gate-unlooked",
            looked = question.looked_at,
            n = question.count
        ),
        Gate::Inspected => t!(i18n, "limits-gate-inspected", n = question.count),
    };
    let is_open = figures.gate == Gate::Unlooked;
    html! {
        <>
            <p class={is_open.then_some("limits-open")}>
                { text }
                if is_open {
                    { " " }
                    { review }
                }
            </p>
            if question.count > 0 {
                <p>
                    { t!(
                        i18n,
                        "limits-in-question",
                        stops = figures.stops.count,
                        warnings = figures.warnings.count,
                        wrong = question.false_positives,
                        right = question.right,
                        unsure = question.unsure,
                        open = question.count.saturating_sub(question.looked_at),
                    ) }
                </p>
            }
            if view.judged.stops_untold > 0 {
                <p>{ t!(i18n, "limits-untold", n = view.judged.stops_untold) }</p>
            }
            if view.judged.unmatched > 0 {
                <p>{ t!(i18n, "limits-unmatched", n = view.judged.unmatched) }</p>
            }
        </>
    }
}

/// Stops and warnings in question together.
fn counted(figures: &SweepFigures) -> InQuestion {
    let (stops, warnings) = (figures.stops, figures.warnings);
    InQuestion {
        count: stops.count + warnings.count,
        looked_at: stops.looked_at + warnings.looked_at,
        false_positives: stops.false_positives + warnings.false_positives,
        right: stops.right + warnings.right,
        unsure: stops.unsure + warnings.unsure,
    }
}

fn export_button(
    i18n: &I18n,
    view: &SweepView,
    value: i64,
    figures: &SweepFigures,
    on_export: &Callback<(SweepRequest, i64)>,
) -> Html {
    if figures.gate == Gate::Current {
        return Html::default();
    }
    if view.current.len() > 1 {
        return html! { <p class="detail">{ t!(i18n, "limits-export-several") }</p> };
    }
    let request = view.request.clone();
    let on_click = on_export.reform(move |_| (request.clone(), value));
    html! {
        <p class="no-print">
            <button type="button" onclick={on_click}>{ t!(i18n, "limits-export") }</button>
            { " " }
            <span class="samples">{ t!(i18n, "limits-export-text") }</span>
        </p>
    }
}

/// Saves the proposal of a value.
pub(super) fn export(
    engine: Engine,
    request: SweepRequest,
    to: i64,
    refused: UseStateSetter<Option<EngineError>>,
) {
    spawn_local(async move {
        let name = format!("proposal-{}-{to}.json", request.setting.as_str());
        match ask::<String>(&engine, LimitsQuestion::Propose { request, to }).await {
            Ok(text) => {
                refused.set(None);
                download(&name, "application/json", &text);
            }
            Err(error) => refused.set(Some(error)),
        }
    });
}

fn worst_cases(i18n: &I18n, view: &SweepView, value: i64, figures: &SweepFigures) -> Html {
    let rules = view.basis.rules.iter();
    let cases = view.worst_case_now.iter().zip(&figures.worst_case);
    let cost = match &view.basis.cost_per_call.value {
        Some(cost) => html! {
            { t!(i18n, "limits-cost-per-call", cost = known_text(&write_money(i18n, cost))) }
        },
        None => html! {
            <>
                { t!(i18n, "limits-cost-per-call-null") }
                { " " }
                <NullBadge
                    label={t!(i18n, "limits-cost-label")}
                    reason={view.basis.cost_per_call.reason.unwrap_or(UnknownReason::NotRun)}
                />
            </>
        },
    };
    html! {
        <>
            <h3>{ t!(i18n, "limits-worst-title") }</h3>
            <p class="replay-note">{ t!(i18n, "limits-worst-text") }{ " " }{ cost }</p>
            { for rules.zip(cases).map(|(rules, (now, then))| html! {
                worst_table(
                    i18n,
                    view,
                    value,
                    view.request.setting.value_in(&rules.configuration, view.request.tool.as_deref()),
                    (now, then),
                )
            }) }
        </>
    }
}

fn worst_table(
    i18n: &I18n,
    view: &SweepView,
    value: i64,
    current: i64,
    (now, then): (&WorstCaseView, &WorstCaseView),
) -> Html {
    let tools = u64::try_from(view.basis.tools.len()).unwrap_or(u64::MAX);
    let one = match &view.request.tool {
        Some(tool) => t!(i18n, "limits-worst-this-tool", tool = tool.clone()),
        None => t!(i18n, "limits-worst-one-tool"),
    };
    let row = |name: AttrValue, now: &WorstCaseFigure, then: &WorstCaseFigure| {
        html! {
            <tr>
                <th scope="row">{ name }</th>
                <td class="num">{ worst(i18n, now) }</td>
                <td class="num">{ worst(i18n, then) }</td>
            </tr>
        }
    };
    html! {
        <div class="scroll" tabindex="0" role="group" aria-label={t!(i18n, "limits-worst-title")}>
            <table class="ledger limits-worst">
                <thead>
                    <tr>
                        <th scope="col">{ t!(i18n, "limits-worst-what") }</th>
                        <th scope="col" class="num">
                            { t!(i18n, "limits-worst-now", value = current.to_string()) }
                        </th>
                        <th scope="col" class="num">
                            { t!(i18n, "limits-worst-then", value = value.to_string()) }
                        </th>
                    </tr>
                </thead>
                <tbody>
                    { row(t!(i18n, "limits-worst-same"), &now.same_call, &then.same_call) }
                    { row(one, &now.one_tool, &then.one_tool) }
                    { row(t!(i18n, "limits-worst-all", n = tools), &now.all_tools, &then.all_tools) }
                </tbody>
            </table>
        </div>
    }
}

fn worst(i18n: &I18n, figure: &WorstCaseFigure) -> Html {
    let WorstCaseFigure { bound, cost } = figure;
    html! {
        <>
            { bound_text(i18n, bound) }
            if let Some(cost) = cost {
                <span class="limits-cost">{ known_text(&write_money(i18n, cost)) }</span>
            }
        </>
    }
}

fn bound_text(i18n: &I18n, bound: &WorstCount) -> Html {
    match bound.calls {
        Some(calls) => html! { { t!(i18n, "limits-worst-calls", n = calls) } },
        None => html! {
            <span class="limits-unbounded">
                <span class="null-word">{ t!(i18n, "null-word") }</span>
                { " " }
                <span class="samples">{ match bound.reason.as_deref() {
                    Some("detector_off") => t!(i18n, "limits-unbounded-off"),
                    Some("tools_take_turns") => t!(i18n, "limits-unbounded-turns"),
                    Some("warning_ends_accounting") => t!(i18n, "limits-unbounded-warning"),
                    _ => t!(i18n, "limits-unbounded-underived"),
                } }</span>
            </span>
        },
    }
}

/// The runs that the value warns, stops or lets go on.
fn runs(
    i18n: &I18n,
    address: &AddressHandle,
    view: &SweepView,
    figures: &SweepFigures,
    rows: &Loading<Rc<[SweepRow]>>,
) -> Html {
    let content = match rows {
        Loading::Failed(error) => html! { <ErrorNote error={error.clone()} /> },
        Loading::Ready(rows) if rows.is_empty() => {
            html! { <p>{ t!(i18n, "limits-rows-none") }</p> }
        }
        Loading::Ready(rows) => rows_table(i18n, address, view, rows),
        Loading::Idle | Loading::Reading => html! { <p>{ t!(i18n, "limits-reading") }</p> },
    };
    html! {
        <>
            <h3>{ t!(i18n, "limits-rows-title") }</h3>
            if figures.goes_on > 0 {
                <p>{ t!(i18n, "limits-goes-on", n = figures.goes_on) }</p>
            }
            { content }
        </>
    }
}

fn rows_table(i18n: &I18n, address: &AddressHandle, view: &SweepView, rows: &[SweepRow]) -> Html {
    let all = u64::try_from(rows.len()).unwrap_or(u64::MAX);
    html! {
        <>
            if rows.len() > ROWS {
                <p class="samples">
                    { t!(i18n, "limits-rows-shown", n = u64::try_from(ROWS).unwrap_or(u64::MAX), of = all) }
                </p>
            }
            <div class="scroll" tabindex="0" role="group" aria-label={t!(i18n, "limits-rows-title")}>
                <table class="ledger limits-rows">
                    <thead>
                        <tr>
                            <th scope="col">{ t!(i18n, "column-attempt") }</th>
                            <th scope="col">{ t!(i18n, "column-task") }</th>
                            <th scope="col">{ t!(i18n, "limits-row-warned") }</th>
                            <th scope="col">{ t!(i18n, "limits-row-stopped") }</th>
                            <th scope="col">{ t!(i18n, "limits-row-goes") }</th>
                        </tr>
                    </thead>
                    <tbody>
                        { for rows.iter().take(ROWS).map(|row| run_row(i18n, address, view, row)) }
                    </tbody>
                </table>
            </div>
        </>
    }
}

fn run_row(i18n: &I18n, address: &AddressHandle, view: &SweepView, row: &SweepRow) -> Html {
    let to = |response: u64, changed: bool| {
        let link = address
            .link(Page::Replay)
            .with("run", Some(&row.run))
            .with("step", Some(&(response + 1).to_string()))
            .with("revision", view.request.settings.revision.as_deref());
        if changed {
            link.with("limits", Some(&to_address(&row.configuration)))
        } else {
            link
        }
    };
    let step = |response: Option<u64>| match response {
        None => html! { { "–" } },
        Some(response) => {
            let is_what_if = row.what_if_after.is_some_and(|after| response > after);
            html! {
                <>
                    <Link to={to(response, true)}>
                        { t!(i18n, "limits-row-response", n = response + 1) }
                    </Link>
                    if is_what_if {
                        { " " }
                        <span class="limits-if">{ t!(i18n, "limits-row-what-if") }</span>
                    }
                </>
            }
        }
    };
    let name = visible_text(&row.attempt_id);
    html! {
        <tr key={row.run.clone()}>
            <th scope="row">
                <Link to={address.link(Page::Attempts).with("attempt", Some(&row.attempt_id))}>
                    { name }
                </Link>
                if row.is_subagent {
                    { " " }
                    <span class="samples">{ t!(i18n, "limits-row-subagent") }</span>
                }
                if !row.is_exact {
                    { " " }
                    <span class="samples">{ t!(i18n, "limits-row-inexact") }</span>
                }
            </th>
            <td>{ row.task_id.as_deref().map_or_else(|| AttrValue::from("–"), visible_text) }</td>
            <td>{ step(row.warned_at) }</td>
            <td>{ step(row.stopped_at) }</td>
            <td>
                if let Some(stop) = &row.lost_stop {
                    <Link to={to(stop.response, false)}>
                        { t!(i18n, "limits-row-response", n = stop.response + 1) }
                    </Link>
                    { " " }
                    <span class="samples">{ match stop.verdict.as_deref() {
                        Some("right") => t!(i18n, "limits-verdict-right"),
                        Some("false_positive") => t!(i18n, "limits-verdict-false"),
                        Some("unsure") => t!(i18n, "limits-verdict-unsure"),
                        _ => t!(i18n, "limits-verdict-none"),
                    } }</span>
                } else {
                    { "–" }
                }
            </td>
        </tr>
    }
}

/// Proposals that were loaded, each with a way to see it again on these runs.
pub(super) fn proposals(i18n: &I18n, address: &AddressHandle, proposals: &[Proposal]) -> Html {
    html! {
        <section aria-labelledby="limits-proposals">
            <h2 id="limits-proposals">{ t!(i18n, "limits-proposals") }</h2>
            <ul>
                { for proposals.iter().map(|proposal| proposal_item(i18n, address, proposal)) }
            </ul>
        </section>
    }
}

fn proposal_item(i18n: &I18n, address: &AddressHandle, proposal: &Proposal) -> Html {
    let setting = LimitSetting::from_name(&proposal.setting);
    let name = match setting {
        Some(setting) => setting_name(setting, proposal.tool.as_deref()),
        None => visible_text(&proposal.setting),
    };
    let stops = proposal.stops_in_question;
    let warnings = proposal.warnings_in_question;
    let to: Address = address
        .link(Page::Limits)
        .with("setting", Some(&proposal.setting))
        .with("tool", proposal.tool.as_deref())
        .with("revision", Some(&proposal.detector_revision))
        .with("limits", Some(&to_address(&proposal.configuration)))
        .with("value", Some(&proposal.to.to_string()));
    html! {
        <li>
            <Link {to}>
                { t!(
                    i18n,
                    "limits-proposal",
                    setting = name,
                    from = proposal.from.to_string(),
                    to = proposal.to.to_string(),
                ) }
            </Link>
            { " " }
            { t!(
                i18n,
                "limits-proposal-looked",
                looked = stops.looked_at + warnings.looked_at,
                n = stops.count + warnings.count,
                wrong = stops.false_positives + warnings.false_positives,
                right = stops.right + warnings.right,
            ) }
            { " " }
            if proposal.is_inspected {
                { t!(i18n, "limits-proposal-inspected") }
            } else {
                { t!(i18n, "limits-proposal-open") }
            }
        </li>
    }
}
