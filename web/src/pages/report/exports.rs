//! The report, to take along.

use super::records::DataProps;
use crate::components::download;
use crate::export::{attempts_csv, attempts_jsonl};
use crate::hooks::use_i18n;
use crate::t;
use std::rc::Rc;
use yew::{Callback, Html, component, html};

/// Buttons that save the result record and the attempts.
#[component]
pub(super) fn Exports(props: &DataProps) -> Html {
    let i18n = use_i18n();
    let data = &props.data;
    let record = data.report.result_record.clone().map(|record| {
        Callback::from(move |_| {
            download(
                "loopledger-result.json",
                "application/json",
                &format!("{record}\n"),
            );
        })
    });
    let jsonl = {
        let data = Rc::clone(data);
        Callback::from(move |_| {
            let text = attempts_jsonl(&data.attempts);
            download("loopledger-attempts.jsonl", "application/jsonl", &text);
        })
    };
    let csv = {
        let data = Rc::clone(data);
        Callback::from(move |_| {
            let text = attempts_csv(&data.attempts);
            download("loopledger-attempts.csv", "text/csv", &text);
        })
    };
    html! {
        <section class="no-print" aria-labelledby="report-exports">
            <h2 id="report-exports">{ t!(i18n, "report-exports-title") }</h2>
            <p>{ t!(i18n, "report-exports-text") }</p>
            <p class="buttons">
                if let Some(record) = record {
                    <button type="button" data-export="result" onclick={record}>
                        { t!(i18n, "report-export-result") }
                    </button>
                }
                <button type="button" data-export="jsonl" onclick={jsonl}>
                    { t!(i18n, "report-export-jsonl") }
                </button>
                <button type="button" data-export="csv" onclick={csv}>
                    { t!(i18n, "report-export-csv") }
                </button>
            </p>
        </section>
    }
}
