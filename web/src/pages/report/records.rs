//! Result records that were read from files.

use crate::components::{Kind, NullBadge, PlaceButton, text_figure};
use crate::i18n::{I18n, number};
use crate::t;
use crate::visible_text;
use loopledger::model::UnknownReason;
use loopledger::view::{RecordedResultView, ReportView};
use yew::{AttrValue, Html, html};

/// Each record with its eight keys; nothing where none was read.
pub(super) fn records(i18n: &I18n, report: &ReportView) -> Html {
    let records = &report.recorded_results;
    if records.is_empty() {
        return Html::default();
    }
    html! {
        <section aria-labelledby="report-records">
            <h2 id="report-records">{ t!(i18n, "report-records-title") }</h2>
            <p>{ t!(i18n, "report-records-text") }</p>
            { for records.iter().enumerate().map(|(index, record)| {
                record_table(i18n, index, record)
            }) }
        </section>
    }
}

fn record_table(i18n: &I18n, index: usize, record: &RecordedResultView) -> Html {
    let row = |key: &'static str, value: Html| {
        html! {
            <tr key={key}>
                <th scope="row"><code>{ key }</code></th>
                <td>{ value }</td>
            </tr>
        }
    };
    let integer =
        |value: u64| html! { <span class="num">{ number::integer(i18n.lang(), value) }</span> };
    let amount = |label: AttrValue, figure| text_figure(i18n, &label, Kind::Amount, figure);
    let stops = if record.stop_reasons.is_empty() {
        html! { <span class="detail">{ t!(i18n, "report-records-no-stops") }</span> }
    } else {
        record
            .stop_reasons
            .iter()
            .map(|(reason, n)| {
                html! {
                    <span key={reason.clone()} class="stop-count">
                        <code>{ visible_text(reason) }</code>
                        { "\u{a0}" }
                        { integer(*n) }
                    </span>
                }
            })
            .collect()
    };
    let executed = if record.benchmark_executed {
        t!(i18n, "report-records-executed")
    } else {
        t!(i18n, "report-records-not-executed")
    };
    html! {
        <div
            key={index}
            class="scroll"
            tabindex="0"
            role="group"
            aria-label={record.place.to_string()}
        >
            <table class="ledger record">
                <caption>
                    <PlaceButton label={t!(i18n, "format-result-record")} place={record.place.clone()} />
                </caption>
                <tbody>
                    { row("attempts", integer(record.attempts)) }
                    { row("acceptedArtifacts", match record.accepted_artifacts {
                        Some(accepted) => integer(accepted),
                        None => html! {
                            <NullBadge
                                label={t!(i18n, "column-accepted")}
                                reason={UnknownReason::NullField}
                                place={record.place.clone()}
                            />
                        },
                    }) }
                    { row("totalModelCost", amount(
                        t!(i18n, "field-model-cost"),
                        &record.total_model_cost,
                    )) }
                    { row("sandboxSeconds", text_figure(
                        i18n,
                        &t!(i18n, "field-sandbox-seconds"),
                        Kind::Seconds,
                        &record.sandbox_seconds,
                    )) }
                    { row("p95LatencyMs", text_figure(
                        i18n,
                        &t!(i18n, "report-p95"),
                        Kind::Millis,
                        &record.p95_latency_ms,
                    )) }
                    { row("costPerAcceptedArtifact", amount(
                        t!(i18n, "cost-per-accepted"),
                        &record.cost_per_accepted_artifact,
                    )) }
                    { row("stopReasons", stops) }
                    { row("benchmarkExecuted", html! { { executed } }) }
                </tbody>
            </table>
        </div>
    }
}
