//! Everything else that was measured, a row for each measurement.

use super::groups::{Groups, GroupsProps};
use super::variants::{accepted, ratio};
use crate::components::{Kind, NullBadge, Shown, known_text, sum_figure, write_money};
use crate::hooks::use_i18n;
use crate::i18n::{I18n, number};
use crate::t;
use loopledger::view::{GroupView, LatencyView, SumFigure};
use yew::{AttrValue, Html, component, html};

type Row = (AttrValue, Box<dyn Fn(&GroupView) -> Html>);

/// Cost, tokens, calls and time, each in a table of its own.
#[component]
pub(super) fn Measures(props: &GroupsProps) -> Html {
    let i18n = use_i18n();
    let groups = &props.groups;
    html! {
        <>
            { section(&i18n, groups, "report-cost", t!(i18n, "report-cost-title"), None, cost(&i18n)) }
            { section(
                &i18n,
                groups,
                "report-tokens",
                t!(i18n, "report-tokens-title"),
                Some(t!(i18n, "report-tokens-text")),
                tokens(&i18n),
            ) }
            { section(
                &i18n,
                groups,
                "report-calls",
                t!(i18n, "report-calls-title"),
                Some(t!(i18n, "report-calls-text")),
                calls(&i18n),
            ) }
            { section(&i18n, groups, "report-time", t!(i18n, "report-time-title"), None, time(&i18n)) }
        </>
    }
}

fn section(
    i18n: &I18n,
    groups: &Groups,
    id: &'static str,
    title: AttrValue,
    text: Option<AttrValue>,
    rows: Vec<Row>,
) -> Html {
    html! {
        <section aria-labelledby={id}>
            <h2 {id}>{ title.clone() }</h2>
            if let Some(text) = text {
                <p>{ text }</p>
            }
            <div class="scroll" tabindex="0" role="group" aria-label={title}>
                <table class="ledger measures">
                    <thead>
                        <tr>
                            <th scope="col">{ t!(i18n, "column-measure") }</th>
                            { for groups.all().map(|group| html! {
                                <th scope="col" key={groups.key(group)}>
                                    { groups.name(i18n, group) }
                                </th>
                            }) }
                        </tr>
                    </thead>
                    <tbody>
                        { for rows.into_iter().map(|(name, cell)| html! {
                            <tr key={name.to_string()}>
                                <th scope="row">{ name }</th>
                                { for groups.all().map(|group| html! {
                                    <td key={groups.key(group)}>
                                        { cell(group) }
                                    </td>
                                }) }
                            </tr>
                        }) }
                    </tbody>
                </table>
            </div>
        </section>
    }
}

fn cost(i18n: &I18n) -> Vec<Row> {
    let i = i18n.clone();
    vec![
        row(t!(i18n, "column-attempts"), {
            let i = i.clone();
            move |group| html! { <span class="num">{ number::integer(i.lang(), group.attempts) }</span> }
        }),
        row(t!(i18n, "column-reviewed"), {
            let i = i.clone();
            move |group| html! { <span class="num">{ number::integer(i.lang(), group.reviewed) }</span> }
        }),
        row(t!(i18n, "column-accepted"), {
            let i = i.clone();
            move |group| html! { <span class="num">{ accepted(&i, group) }</span> }
        }),
        sum_row(
            i18n,
            t!(i18n, "field-model-cost"),
            |group| &group.model_cost,
            write_money,
        ),
        row(t!(i18n, "cost-per-accepted"), move |group| {
            ratio(&i, &group.cost_per_accepted_artifact)
        }),
        sum_row(
            i18n,
            t!(i18n, "field-tool-cost"),
            |group| &group.tool_cost,
            write_money,
        ),
    ]
}

fn tokens(i18n: &I18n) -> Vec<Row> {
    vec![
        sum_row(
            i18n,
            t!(i18n, "field-tokens-input-uncached"),
            |group| &group.tokens.input_uncached,
            count,
        ),
        sum_row(
            i18n,
            t!(i18n, "field-tokens-cache-read"),
            |group| &group.tokens.cache_read,
            count,
        ),
        sum_row(
            i18n,
            t!(i18n, "field-tokens-cache-write"),
            |group| &group.tokens.cache_write,
            count,
        ),
        sum_row(
            i18n,
            t!(i18n, "field-tokens-output"),
            |group| &group.tokens.output,
            count,
        ),
        sum_row(
            i18n,
            t!(i18n, "field-tokens-reasoning"),
            |group| &group.tokens.reasoning,
            count,
        ),
    ]
}

fn calls(i18n: &I18n) -> Vec<Row> {
    vec![
        sum_row(
            i18n,
            t!(i18n, "field-tool-calls-proposed"),
            |group| &group.tool_calls_proposed,
            count,
        ),
        sum_row(
            i18n,
            t!(i18n, "field-tool-calls-executed"),
            |group| &group.tool_calls_executed,
            count,
        ),
        sum_row(
            i18n,
            t!(i18n, "field-tool-calls-suppressed"),
            |group| &group.tool_calls_suppressed,
            count,
        ),
    ]
}

fn time(i18n: &I18n) -> Vec<Row> {
    let i = i18n.clone();
    vec![
        row(t!(i18n, "report-p95"), move |group| {
            latency(&i, &group.latency)
        }),
        sum_row(
            i18n,
            t!(i18n, "field-sandbox-seconds"),
            |group| &group.sandbox_seconds,
            |i18n, seconds| Kind::Seconds.write(i18n, seconds),
        ),
    ]
}

fn row(name: AttrValue, cell: impl Fn(&GroupView) -> Html + 'static) -> Row {
    (name, Box::new(cell))
}

fn sum_row<T: 'static>(
    i18n: &I18n,
    name: AttrValue,
    get: impl Fn(&GroupView) -> &SumFigure<T> + 'static,
    write: impl Fn(&I18n, &T) -> Shown + 'static,
) -> Row {
    let i18n = i18n.clone();
    let label = name.clone();
    row(name, move |group| {
        sum_figure(&i18n, &label, get(group), |value| write(&i18n, value))
    })
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "sums of other types are written by reference too"
)]
fn count(i18n: &I18n, value: &u64) -> Shown {
    Kind::Count.write(i18n, &value.to_string())
}

/// The percentile, its count of samples, and whether it is more than the largest of them.
fn latency(i18n: &I18n, latency: &LatencyView) -> Html {
    let of = latency.samples + latency.unknown;
    let samples = html! {
        <span class="samples">{ t!(i18n, "samples", measured = latency.samples, of = of) }</span>
    };
    match (&latency.p95_ms, latency.reason) {
        (Some(p95), _) => html! {
            <span class="sum">
                <span class="figure num">{ known_text(&Kind::Millis.write(i18n, p95)) }</span>
                { samples }
                if latency.equals_maximum {
                    <span class="samples note">{ t!(i18n, "report-p95-maximum") }</span>
                }
            </span>
        },
        (None, Some(reason)) => html! {
            <span class="sum">
                <NullBadge label={t!(i18n, "report-p95")} {reason} />
                { samples }
            </span>
        },
        (None, None) => html! { <span class="null-word">{ t!(i18n, "null-word") }</span> },
    }
}
