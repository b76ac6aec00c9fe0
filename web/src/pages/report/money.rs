//! Where the money went.

use super::groups::Groups;
use super::variants::length;
use crate::chart::{MoneyRow, MoneyStack};
use crate::components::{ChartFigure, Link, OutcomeMark, known_text, sum_figure, write_money};
use crate::export::outcome_code;
use crate::hooks::AddressHandle;
use crate::i18n::codes::outcome_name;
use crate::i18n::{I18n, number};
use crate::t;
use loopledger::view::{GroupView, OutcomeView};
use std::rc::Rc;
use yew::{AttrValue, Callback, Html, html};

/// Accepted, rejected, failed, capped, unknown: attempts and cost of each.
pub(super) fn money(i18n: &I18n, address: &AddressHandle, groups: &Groups) -> Html {
    let table = table(i18n, address, groups);
    html! {
        <section aria-labelledby="report-money">
            <h2 id="report-money">{ t!(i18n, "report-money-title") }</h2>
            <p>{ t!(i18n, "report-money-text") }</p>
            <ul class="legend">
                { for groups.first.outcomes.iter().map(|outcome| html! {
                    <li key={outcome_name(outcome.outcome)}>
                        <OutcomeMark outcome={outcome.outcome} />
                        { " " }
                        <Link
                            class="samples num"
                            to={Groups::attempts(address, &groups.first)
                                .with("outcome", Some(outcome_code(outcome.outcome)))}
                        >
                            { t!(i18n, "report-money-attempts", n = outcome.attempts) }
                        </Link>
                    </li>
                }) }
            </ul>
            if let Some(chart) = chart(i18n, groups) {
                <ChartFigure
                    id="chart-money"
                    title={t!(i18n, "report-money-chart")}
                    description={description(i18n, &groups.first)}
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

fn chart(i18n: &I18n, groups: &Groups) -> Option<MoneyStack> {
    let unit = groups.currency()?;
    let rows = groups
        .all()
        .map(|group| {
            let unknown = group
                .model_cost
                .of
                .saturating_sub(group.model_cost.measured);
            MoneyRow {
                name: groups.name(i18n, group).to_string(),
                pieces: group
                    .outcomes
                    .iter()
                    .filter_map(|outcome| Some((outcome.outcome, known_length(outcome)?)))
                    .collect(),
                unknown: (unknown > 0)
                    .then(|| t!(i18n, "chart-null-attempts", n = unknown).to_string()),
            }
        })
        .collect();
    Some(MoneyStack {
        rows,
        unit: unit.to_owned(),
        unknown: t!(i18n, "chart-unknown-cost").to_string(),
    })
}

fn known_length(outcome: &OutcomeView) -> Option<f64> {
    let cost = &outcome.model_cost;
    cost.value
        .as_ref()
        .or(cost.lower_bound.as_ref())
        .and_then(length)
}

fn draw(
    i18n: &I18n,
    chart: MoneyStack,
) -> Callback<(f64, crate::chart::Palette), crate::chart::Canvas> {
    let lang = i18n.lang();
    let chart = Rc::new(chart);
    Callback::from(move |(width, palette)| {
        chart.draw(width, &palette, |value, places| {
            number::float(lang, value, places)
        })
    })
}

fn description(i18n: &I18n, group: &GroupView) -> AttrValue {
    let parts: Vec<String> = group
        .outcomes
        .iter()
        .filter(|outcome| outcome.attempts > 0)
        .map(|outcome| {
            let cost = &outcome.model_cost;
            let name = i18n.text(outcome_name(outcome.outcome));
            let text = match (&cost.value, &cost.lower_bound) {
                (Some(value), _) => known_text(&write_money(i18n, value)),
                (None, Some(bound)) => {
                    t!(
                        i18n,
                        "chart-null-at-least",
                        value = known_text(&write_money(i18n, bound))
                    )
                }
                (None, None) => t!(i18n, "null-word"),
            };
            format!("{name}: {text}")
        })
        .collect();
    parts.join("; ").into()
}

fn table(i18n: &I18n, address: &AddressHandle, groups: &Groups) -> Html {
    let label = t!(i18n, "field-model-cost");
    let outcomes = groups.first.outcomes.iter().map(|outcome| outcome.outcome);
    html! {
        <table class="ledger">
            <thead>
                <tr>
                    <th scope="col">{ t!(i18n, "column-outcome") }</th>
                    { for groups.all().map(|group| html! {
                        <th scope="col" key={groups.key(group)}>
                            { groups.name(i18n, group) }
                        </th>
                    }) }
                </tr>
            </thead>
            <tbody>
                { for outcomes.map(|outcome| html! {
                    <tr key={outcome_name(outcome)}>
                        <th scope="row"><OutcomeMark {outcome} /></th>
                        { for groups.all().map(|group| {
                            // Attempts that there are none of cost neither nothing nor null.
                            let found = group
                                .outcomes
                                .iter()
                                .find(|found| found.outcome == outcome && found.attempts > 0);
                            html! {
                                <td key={groups.key(group)}>
                                    if let Some(found) = found {
                                        { sum_figure(
                                            i18n,
                                            &label,
                                            &found.model_cost,
                                            Some(
                                                Groups::attempts(address, group)
                                                    .with("outcome", Some(outcome_code(outcome)))
                                                    .with("sort", Some("-cost")),
                                            ),
                                            |money| write_money(i18n, money),
                                        ) }
                                    } else {
                                        <span class="samples">
                                            { t!(i18n, "report-money-attempts", n = 0_u64) }
                                        </span>
                                    }
                                </td>
                            }
                        }) }
                    </tr>
                }) }
            </tbody>
        </table>
    }
}
