//! The report, to take along.

use crate::components::download;
use crate::export::{attempts_csv, attempts_jsonl};
use crate::i18n::I18n;
use crate::state::Data;
use crate::t;
use std::rc::Rc;
use yew::{Callback, Html, html};

/// Buttons that save the result record and the attempts.
pub(super) fn exports(i18n: &I18n, data: &Rc<Data>) -> Html {
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
