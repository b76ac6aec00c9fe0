//! What there is to take along.

use super::download;
use crate::hooks::{use_engine, use_i18n};
use crate::t;
use crate::worker::{CompareQuestion, ExportKind, Question};
use yew::{AttrValue, Callback, Html, Properties, component, html, platform::spawn_local};

/// Properties of [`TakeAway`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct TakeAwayProps {
    /// Whether there is an experiment to summarise.
    #[prop_or_default]
    pub has_summary: bool,
    /// The variant that the summary is about; the manifest's first without one.
    #[prop_or_default]
    pub variant: Option<String>,
}

/// Buttons that save the result record, the attempts and the summary. Their texts are written where
/// the files are, in the worker.
#[component]
pub fn TakeAway(props: &TakeAwayProps) -> Html {
    let i18n = use_i18n();
    let engine = use_engine();
    let button = |kind: ExportKind, code: &'static str, label: AttrValue| {
        let engine = engine.clone();
        let variant = props.variant.clone();
        let onclick = Callback::from(move |_| {
            let engine = engine.clone();
            let question = Question::Compare(CompareQuestion::Export(kind, variant.clone()));
            spawn_local(async move {
                // Without an engine there is a note on the page already.
                if let Ok(text) = engine.question::<String>(&question).await {
                    let (name, media) = match kind {
                        ExportKind::Result => ("loopledger-result.json", "application/json"),
                        ExportKind::Jsonl => ("loopledger-attempts.jsonl", "application/jsonl"),
                        ExportKind::Csv => ("loopledger-attempts.csv", "text/csv"),
                        ExportKind::Summary => ("loopledger-summary.md", "text/markdown"),
                    };
                    download(name, media, &text);
                }
            });
        });
        html! {
            <button type="button" data-export={code} {onclick}>{ label }</button>
        }
    };
    html! {
        <section class="no-print" aria-labelledby="take-away">
            <h2 id="take-away">{ t!(i18n, "report-exports-title") }</h2>
            <p>{ t!(i18n, "report-exports-text") }</p>
            <p class="buttons">
                { button(ExportKind::Result, "result", t!(i18n, "report-export-result")) }
                { button(ExportKind::Jsonl, "jsonl", t!(i18n, "report-export-jsonl")) }
                { button(ExportKind::Csv, "csv", t!(i18n, "report-export-csv")) }
                if props.has_summary {
                    { button(ExportKind::Summary, "summary", t!(i18n, "compare-export-summary")) }
                }
            </p>
        </section>
    }
}
