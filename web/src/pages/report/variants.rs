//! Cost per accepted artifact, by variant.

use super::groups::Groups;
use crate::chart::{CostBar, CostBars};
use crate::components::{
    ChartFigure, Link, NullBadge, Shown, at_least, known_text, sum_figure, write_money,
};
use crate::hooks::AddressHandle;
use crate::i18n::{I18n, number};
use crate::t;
use loopledger::model::UnknownReason;
use loopledger::view::{GroupView, MoneyView, RatioView};
use std::rc::Rc;
use yew::{AttrValue, Callback, Html, html};

/// The chart and the table of the same numbers.
pub(super) fn variants(i18n: &I18n, address: &AddressHandle, groups: &Groups) -> Html {
    let table = table(i18n, address, groups);
    let chart = chart(i18n, groups);
    html! {
        <section aria-labelledby="report-variants">
            <h2 id="report-variants">{ t!(i18n, "cost-per-accepted") }</h2>
            <p>{ t!(i18n, "report-variants-text") }</p>
            if let Some(chart) = chart {
                <ChartFigure
                    id="chart-variants"
                    title={t!(i18n, "report-variants-chart")}
                    description={description(i18n, groups)}
                    draw={draw(i18n, chart)}
                    {table}
                />
            } else {
                <p>{ t!(i18n, "report-no-common-currency") }</p>
                <div class="scroll" tabindex="0" role="group" aria-label={t!(i18n, "chart-table")}>
                    { table }
                </div>
            }
        </section>
    }
}

/// An amount as a length; exact amounts stand in the table.
pub(super) fn length(money: &MoneyView) -> Option<f64> {
    money
        .amount
        .parse()
        .ok()
        .filter(|value: &f64| value.is_finite())
}

fn chart(i18n: &I18n, groups: &Groups) -> Option<CostBars> {
    let unit = groups.currency()?;
    let bars = groups
        .compared()
        .map(|group| CostBar {
            name: groups.name(i18n, group).to_string(),
            value: group
                .cost_per_accepted_artifact
                .value
                .as_ref()
                .and_then(length),
            text: ratio_text(i18n, &group.cost_per_accepted_artifact).to_string(),
        })
        .collect();
    Some(CostBars {
        bars,
        unit: unit.to_owned(),
        unknown: t!(i18n, "chart-unknown").to_string(),
    })
}

fn draw(
    i18n: &I18n,
    chart: CostBars,
) -> Callback<(f64, crate::chart::Palette), crate::chart::Canvas> {
    let lang = i18n.lang();
    let chart = Rc::new(chart);
    Callback::from(move |(width, palette)| {
        chart.draw(width, &palette, |value, places| {
            number::float(lang, value, places)
        })
    })
}

fn ratio_text(i18n: &I18n, ratio: &RatioView) -> AttrValue {
    match (&ratio.value, &ratio.lower_bound) {
        (Some(value), _) => write_money(i18n, value).text,
        (None, Some(bound)) => t!(
            i18n,
            "chart-null-at-least",
            value = write_money(i18n, bound).text
        ),
        (None, None) => t!(i18n, "null-word"),
    }
}

fn description(i18n: &I18n, groups: &Groups) -> AttrValue {
    let parts: Vec<String> = groups
        .compared()
        .map(|group| {
            let ratio = &group.cost_per_accepted_artifact;
            let name = groups.name(i18n, group);
            let value = match &ratio.value {
                Some(value) => known_text(&write_money(i18n, value)),
                None => ratio_text(i18n, ratio),
            };
            format!("{name}: {value}")
        })
        .collect();
    parts.join("; ").into()
}

fn table(i18n: &I18n, address: &AddressHandle, groups: &Groups) -> Html {
    html! {
        <table class="ledger">
            <thead>
                <tr>
                    <th scope="col">{ t!(i18n, "column-variant") }</th>
                    <th scope="col" class="right">{ t!(i18n, "column-attempts") }</th>
                    <th scope="col" class="right">{ t!(i18n, "column-accepted") }</th>
                    <th scope="col">{ t!(i18n, "column-total-cost") }</th>
                    <th scope="col">{ t!(i18n, "cost-per-accepted") }</th>
                </tr>
            </thead>
            <tbody>
                { for groups.all().map(|group| html! {
                    <tr key={groups.key(group)}>
                        <th scope="row">{ groups.name(i18n, group) }</th>
                        <td class="right num">
                            <Link to={Groups::attempts(address, group)}>
                                { number::integer(i18n.lang(), group.attempts) }
                            </Link>
                        </td>
                        <td class="right num">{ accepted(i18n, address, group) }</td>
                        <td>
                            { sum_figure(
                                i18n,
                                &t!(i18n, "field-model-cost"),
                                &group.model_cost,
                                Some(Groups::attempts(address, group).with("sort", Some("-cost"))),
                                |money| write_money(i18n, money),
                            ) }
                        </td>
                        <td>{ ratio(i18n, &group.cost_per_accepted_artifact) }</td>
                    </tr>
                }) }
            </tbody>
        </table>
    }
}

/// Accepted artifacts; unknown where nobody has reviewed anything.
pub(super) fn accepted(i18n: &I18n, address: &AddressHandle, group: &GroupView) -> Html {
    match group.accepted_artifacts {
        Some(accepted) => {
            let to = Groups::attempts(address, group).with("outcome", Some("accepted"));
            html! { <Link {to}>{ number::integer(i18n.lang(), accepted) }</Link> }
        }
        // Nobody reviewed any of them, so no record says it.
        None => html! {
            <NullBadge
                label={t!(i18n, "column-accepted")}
                reason={UnknownReason::AbsentField}
            />
        },
    }
}

/// Cost per accepted artifact, or why it is not known and what it is at least.
pub(super) fn ratio(i18n: &I18n, ratio: &RatioView) -> Html {
    match (&ratio.value, ratio.reason) {
        (Some(value), _) => {
            let Shown { text, unit, .. } = write_money(i18n, value);
            html! {
                <span class="figure">
                    <strong class="num">{ text }</strong>
                    <span class="unit">{ "\u{a0}" }{ unit.unwrap_or_default() }</span>
                </span>
            }
        }
        (None, Some(reason)) => html! {
            <span class="sum">
                <NullBadge label={t!(i18n, "cost-per-accepted")} {reason} />
                if let Some(bound) = &ratio.lower_bound {
                    { at_least(i18n, write_money(i18n, bound)) }
                }
            </span>
        },
        (None, None) => html! { <span class="null-word">{ t!(i18n, "null-word") }</span> },
    }
}
