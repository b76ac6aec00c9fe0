//! Both sides' figures, the tasks in pairs, and the reasons.

use super::Names;
use super::words::{metric_name, side, stop_name};
use crate::i18n::{I18n, number};
use crate::t;
use crate::visible_text;
use loopledger::view::compare::{ComparisonView, PairSideView, PairView, ReasonView};
use yew::{AttrValue, Html, html};

/// A table that scrolls where there is no room for it.
fn scrolling(label: AttrValue, table: Html) -> Html {
    html! {
        <div class="scroll" tabindex="0" role="group" aria-label={label}>{ table }</div>
    }
}

/// Every metric of both sides.
pub(super) fn figures(i18n: &I18n, view: &ComparisonView, names: &Names) -> Html {
    let table = html! {
        <table class="ledger">
            <thead>
                <tr>
                    <th scope="col">{ t!(i18n, "column-measure") }</th>
                    <th scope="col">{ names.baseline.clone() }</th>
                    <th scope="col">{ names.variant.clone() }</th>
                </tr>
            </thead>
            <tbody>
                { for view.metrics.iter().map(|metric| html! {
                    <tr key={metric_name(i18n, metric).to_string()}>
                        <th scope="row">{ metric_name(i18n, metric) }</th>
                        <td class="num">{ side(i18n, &metric.unit, &metric.baseline) }</td>
                        <td class="num">{ side(i18n, &metric.unit, &metric.variant) }</td>
                    </tr>
                }) }
            </tbody>
        </table>
    };
    html! {
        <section aria-labelledby="compare-figures">
            <h2 id="compare-figures">{ t!(i18n, "compare-figures") }</h2>
            { scrolling(t!(i18n, "compare-figures"), table) }
        </section>
    }
}

/// The tasks, each with both sides.
pub(super) fn pairs(i18n: &I18n, view: &ComparisonView, names: &Names) -> Html {
    let table = html! {
        <table class="ledger">
            <thead>
                <tr>
                    <th scope="col" rowspan="2">{ t!(i18n, "compare-column-task") }</th>
                    <th scope="colgroup" colspan="3">{ names.baseline.clone() }</th>
                    <th scope="colgroup" colspan="3">{ names.variant.clone() }</th>
                </tr>
                <tr>
                    { for [0, 1].into_iter().map(|side| html! {
                        <>
                            <th key={side} scope="col">{ t!(i18n, "column-accepted") }</th>
                            <th scope="col">{ t!(i18n, "field-model-cost") }</th>
                            <th scope="col">{ t!(i18n, "field-tool-calls-executed") }</th>
                        </>
                    }) }
                </tr>
            </thead>
            <tbody>
                { for view.pairs.iter().map(|it| pair(i18n, it)) }
            </tbody>
        </table>
    };
    html! {
        <section aria-labelledby="compare-pairs">
            <h2 id="compare-pairs">{ t!(i18n, "compare-pairs") }</h2>
            <p>{ t!(i18n, "compare-pairs-text") }</p>
            { scrolling(t!(i18n, "compare-pairs"), table) }
        </section>
    }
}

fn pair(i18n: &I18n, pair: &PairView) -> Html {
    html! {
        <tr key={pair.task_id.clone()}>
            <th scope="row">
                <code>{ visible_text(&pair.task_id) }</code>
                if let Some(title) = &pair.title {
                    <span class="compare-title">{ visible_text(title) }</span>
                }
            </th>
            { pair_side(i18n, &pair.baseline) }
            { pair_side(i18n, &pair.variant) }
        </tr>
    }
}

fn pair_side(i18n: &I18n, of: &PairSideView) -> Html {
    let accepted = match &of.accepted.value {
        Some(accepted) => html! {
            { t!(
                i18n,
                "compare-of",
                part = number::decimal(i18n.lang(), accepted, 0, 0),
                of = number::integer(i18n.lang(), of.attempts)
            ) }
        },
        None => side(i18n, "count", &of.accepted),
    };
    html! {
        <>
            <td class="num">{ accepted }</td>
            <td class="num">{ side(i18n, "money", &of.model_cost) }</td>
            <td class="num">{ side(i18n, "count", &of.executed) }</td>
        </>
    }
}

/// Why attempts were rejected, and why they stopped, of both sides.
pub(super) fn reasons(i18n: &I18n, view: &ComparisonView, names: &Names) -> Html {
    let row = |group: &str, name: AttrValue, reason: &ReasonView| {
        html! {
            <tr key={format!("{group}{}{:?}", reason.kind, reason.reason)}>
                <th scope="row">{ name }</th>
                <td class="num">{ number::integer(i18n.lang(), reason.baseline) }</td>
                <td class="num">{ number::integer(i18n.lang(), reason.variant) }</td>
            </tr>
        }
    };
    let group = |title: AttrValue| {
        html! {
            <tr class="compare-group"><th scope="rowgroup" colspan="3">{ title }</th></tr>
        }
    };
    let table = html! {
        <table class="ledger">
            <thead>
                <tr>
                    <th scope="col">{ t!(i18n, "compare-column-reason") }</th>
                    <th scope="col">{ names.baseline.clone() }</th>
                    <th scope="col">{ names.variant.clone() }</th>
                </tr>
            </thead>
            if !view.rejections.is_empty() {
                <tbody>
                    { group(t!(i18n, "compare-rejections")) }
                    { for view.rejections.iter().map(|reason| {
                        let name = reason.reason.as_deref().map_or_else(
                            || t!(i18n, "compare-no-reason"),
                            visible_text,
                        );
                        row("rejected", name, reason)
                    }) }
                </tbody>
            }
            <tbody>
                { group(t!(i18n, "compare-stops")) }
                { for view.stops.iter().map(|reason| {
                    let name = match (&reason.reason, reason.kind.as_str()) {
                        (Some(code), _) => stop_name(i18n, code),
                        (None, "none") => t!(i18n, "report-not-stopped"),
                        (None, _) => t!(i18n, "report-stop-unknown"),
                    };
                    row("stopped", name, reason)
                }) }
            </tbody>
        </table>
    };
    html! {
        <section aria-labelledby="compare-reasons">
            <h2 id="compare-reasons">{ t!(i18n, "compare-reasons") }</h2>
            { scrolling(t!(i18n, "compare-reasons"), table) }
        </section>
    }
}
