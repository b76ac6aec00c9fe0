//! The differences with their intervals.

use super::words::{interval, metric_name, null, signed, verdict, why_null};
use crate::chart::{Forest, ForestRow};
use crate::components::ChartFigure;
use crate::i18n::I18n;
use crate::t;
use loopledger::view::compare::{ComparisonView, MetricView};
use std::rc::Rc;
use yew::{Callback, Html, html};

pub(super) fn section(i18n: &I18n, view: &ComparisonView) -> Html {
    let chart = Rc::new(Forest {
        rows: view.metrics.iter().map(|it| row(i18n, it)).collect(),
        lower: t!(i18n, "compare-lower").to_string(),
        higher: t!(i18n, "compare-higher").to_string(),
    });
    let draw = Callback::from(move |(width, palette)| chart.draw(width, &palette));
    html! {
        <section aria-labelledby="compare-differences">
            <h2 id="compare-differences">{ t!(i18n, "compare-differences") }</h2>
            <p>{ t!(i18n, "compare-differences-text") }</p>
            <ChartFigure
                id="chart-compare"
                title={t!(i18n, "compare-chart")}
                description={t!(i18n, "compare-chart-text")}
                {draw}
                table={table(i18n, view)}
            />
        </section>
    }
}

fn row(i18n: &I18n, metric: &MetricView) -> ForestRow {
    let number = |text: &Option<String>| text.as_ref()?.parse::<f64>().ok();
    let numbers = || {
        Some((
            number(&metric.difference)?,
            number(&metric.low)?,
            number(&metric.high)?,
        ))
    };
    let numbers = numbers();
    let reason = metric
        .difference_reason
        .as_ref()
        .or(metric.interval_reason.as_ref());
    ForestRow {
        name: metric_name(i18n, metric).to_string(),
        text: match (&metric.difference, numbers) {
            (Some(difference), Some(_)) => signed(i18n, metric, difference).to_string(),
            _ => format!(
                "{}: {}",
                t!(i18n, "null-word"),
                why_null(i18n, reason.map_or("", String::as_str))
            ),
        },
        interval: numbers,
        is_told_apart: matches!(metric.verdict.as_str(), "higher" | "lower"),
    }
}

fn table(i18n: &I18n, view: &ComparisonView) -> Html {
    html! {
        <table class="ledger">
            <thead>
                <tr>
                    <th scope="col">{ t!(i18n, "column-measure") }</th>
                    <th scope="col">{ t!(i18n, "compare-column-difference") }</th>
                    <th scope="col">{ t!(i18n, "compare-column-interval") }</th>
                    <th scope="col">{ t!(i18n, "compare-column-verdict") }</th>
                </tr>
            </thead>
            <tbody>
                { for view.metrics.iter().map(|metric| html! {
                    <tr key={metric_name(i18n, metric).to_string()}>
                        <th scope="row">{ metric_name(i18n, metric) }</th>
                        { differing(i18n, metric) }
                        <td>{ verdict(i18n, metric) }</td>
                    </tr>
                }) }
            </tbody>
        </table>
    }
}

/// The cells of a difference and its interval.
fn differing(i18n: &I18n, metric: &MetricView) -> Html {
    let difference = match &metric.difference {
        Some(difference) => html! {
            <span class="num">{ signed(i18n, metric, difference) }</span>
        },
        None => null(i18n, metric.difference_reason.as_ref()),
    };
    let interval = match interval(i18n, metric) {
        // The ends with all their digits, for whoever compares them with another machine's.
        Some(text) => html! {
            <span class="num" data-low={metric.low.clone()} data-high={metric.high.clone()}>
                { text }
            </span>
        },
        None => null(
            i18n,
            metric
                .interval_reason
                .as_ref()
                .or(metric.difference_reason.as_ref()),
        ),
    };
    html! {
        <>
            <td class="num">{ difference }</td>
            <td class="num">{ interval }</td>
        </>
    }
}
