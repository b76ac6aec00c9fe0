//! Everything else that was measured, a row for each measurement.

use super::groups::Groups;
use super::variants::{accepted, ratio};
use crate::components::{Kind, Link, NullBadge, Shown, known_text, sum_figure, write_money};
use crate::hooks::AddressHandle;
use crate::i18n::{I18n, number};
use crate::route::Address;
use crate::t;
use loopledger::view::{GroupView, LatencyView, SumFigure};
use yew::{AttrValue, Html, html};

/// What every cell needs.
#[derive(Clone)]
struct Context {
    i18n: I18n,
    address: AddressHandle,
}

type GetCount = fn(&GroupView) -> &SumFigure<u64>;
type Row = (AttrValue, Box<dyn Fn(&GroupView) -> Html>);

/// Cost, tokens, calls and time, each in a table of its own.
pub(super) fn measures(i18n: &I18n, address: &AddressHandle, groups: &Groups) -> Html {
    let context = Context {
        i18n: i18n.clone(),
        address: address.clone(),
    };
    html! {
        <>
            { section(i18n, groups, "report-cost", t!(i18n, "report-cost-title"), None, cost(&context)) }
            { section(
                i18n,
                groups,
                "report-tokens",
                t!(i18n, "report-tokens-title"),
                Some(t!(i18n, "report-tokens-text")),
                tokens(&context),
            ) }
            { section(
                i18n,
                groups,
                "report-calls",
                t!(i18n, "report-calls-title"),
                Some(t!(i18n, "report-calls-text")),
                calls(&context),
            ) }
            { section(i18n, groups, "report-time", t!(i18n, "report-time-title"), None, time(&context)) }
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
                <table class={groups.table_class()}>
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

fn cost(context: &Context) -> Vec<Row> {
    let i18n = &context.i18n;
    vec![
        row(
            context,
            t!(i18n, "column-attempts"),
            |Context { i18n, address }, group| {
                let to = Groups::attempts(address, group);
                html! {
                    <Link class="num" {to}>{ number::integer(i18n.lang(), group.attempts) }</Link>
                }
            },
        ),
        row(
            context,
            t!(i18n, "column-reviewed"),
            |Context { i18n, .. }, group| {
                html! { <span class="num">{ number::integer(i18n.lang(), group.reviewed) }</span> }
            },
        ),
        row(
            context,
            t!(i18n, "column-accepted"),
            |Context { i18n, address }, group| {
                html! { <span class="num">{ accepted(i18n, address, group) }</span> }
            },
        ),
        sum_row(
            context,
            t!(i18n, "field-model-cost"),
            "-cost",
            |group| &group.model_cost,
            write_money,
        ),
        row(
            context,
            t!(i18n, "cost-per-accepted"),
            |Context { i18n, .. }, group| ratio(i18n, &group.cost_per_accepted_artifact),
        ),
        sum_row(
            context,
            t!(i18n, "field-tool-cost"),
            "-tool-cost",
            |group| &group.tool_cost,
            write_money,
        ),
    ]
}

fn tokens(context: &Context) -> Vec<Row> {
    let i18n = &context.i18n;
    let rows: [(AttrValue, &'static str, GetCount); 5] = [
        (t!(i18n, "field-tokens-input-uncached"), "-input", |group| {
            &group.tokens.input_uncached
        }),
        (
            t!(i18n, "field-tokens-cache-read"),
            "-cache-read",
            |group| &group.tokens.cache_read,
        ),
        (
            t!(i18n, "field-tokens-cache-write"),
            "-cache-write",
            |group| &group.tokens.cache_write,
        ),
        (t!(i18n, "field-tokens-output"), "-output", |group| {
            &group.tokens.output
        }),
        (t!(i18n, "field-tokens-reasoning"), "-reasoning", |group| {
            &group.tokens.reasoning
        }),
    ];
    rows.into_iter()
        .map(|(name, sort, get)| {
            sum_row(context, name, sort, get, |i18n, value| {
                Kind::Tokens.write(i18n, &value.to_string())
            })
        })
        .collect()
}

fn calls(context: &Context) -> Vec<Row> {
    let i18n = &context.i18n;
    let rows: [(AttrValue, &'static str, GetCount); 3] = [
        (
            t!(i18n, "field-tool-calls-proposed"),
            "-proposed",
            |group| &group.tool_calls_proposed,
        ),
        (
            t!(i18n, "field-tool-calls-executed"),
            "-executed",
            |group| &group.tool_calls_executed,
        ),
        (
            t!(i18n, "field-tool-calls-suppressed"),
            "-suppressed",
            |group| &group.tool_calls_suppressed,
        ),
    ];
    rows.into_iter()
        .map(|(name, sort, get)| {
            sum_row(context, name, sort, get, |i18n, value| {
                Kind::Calls.write(i18n, &value.to_string())
            })
        })
        .collect()
}

fn time(context: &Context) -> Vec<Row> {
    let i18n = &context.i18n;
    vec![
        row(
            context,
            t!(i18n, "report-p95"),
            |Context { i18n, address }, group| {
                let to = Groups::attempts(address, group).with("sort", Some("-latency"));
                latency(i18n, to, &group.latency)
            },
        ),
        sum_row(
            context,
            t!(i18n, "field-sandbox-seconds"),
            "-sandbox",
            |group| &group.sandbox_seconds,
            |i18n, seconds| Kind::Seconds.write(i18n, seconds),
        ),
    ]
}

fn row(
    context: &Context,
    name: AttrValue,
    cell: impl Fn(&Context, &GroupView) -> Html + 'static,
) -> Row {
    let context = context.clone();
    (name, Box::new(move |group| cell(&context, group)))
}

/// A row of sums; `sort` is the column of the attempts by which their parts are sorted.
fn sum_row<T: 'static>(
    context: &Context,
    name: AttrValue,
    sort: &'static str,
    get: impl Fn(&GroupView) -> &SumFigure<T> + 'static,
    write: impl Fn(&I18n, &T) -> Shown + 'static,
) -> Row {
    let label = name.clone();
    row(context, name, move |Context { i18n, address }, group| {
        let parts = Groups::attempts(address, group).with("sort", Some(sort));
        sum_figure(i18n, &label, get(group), Some(parts), |value| {
            write(i18n, value)
        })
    })
}

/// The percentile, its count of samples, and whether it is more than the largest of them.
fn latency(i18n: &I18n, to: Address, latency: &LatencyView) -> Html {
    let of = latency.samples + latency.unknown;
    let samples = html! {
        <span class="samples">{ t!(i18n, "samples", measured = latency.samples, of = of) }</span>
    };
    match (&latency.p95_ms, latency.reason) {
        (Some(p95), _) => html! {
            <span class="sum">
                <Link class="figure num" {to}>{ known_text(&Kind::Millis.write(i18n, p95)) }</Link>
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
