//! What the numbers rest on: price tables, and sources that disagree.

use crate::components::PlaceButton;
use crate::i18n::I18n;
use crate::i18n::codes::field_name;
use crate::t;
use crate::visible_text;
use loopledger::model::Place;
use loopledger::view::{DisagreementView, PriceTableView, ReportView};
use yew::{AttrValue, Html, html};

/// Price tables in use, and disagreements.
pub(super) fn sources(i18n: &I18n, report: &ReportView) -> Html {
    html! {
        <>
            <section aria-labelledby="report-prices">
                <h2 id="report-prices">{ t!(i18n, "report-prices-title") }</h2>
                if report.price_tables.is_empty() {
                    <p>{ t!(i18n, "report-prices-none") }</p>
                } else {
                    <p>{ t!(i18n, "report-prices-text") }</p>
                    { prices(i18n, &report.price_tables) }
                }
            </section>
            if !report.disagreements.is_empty() {
                <section aria-labelledby="report-disagreements">
                    <h2 id="report-disagreements">{ t!(i18n, "report-disagreements-title") }</h2>
                    <p>{ t!(i18n, "report-disagreements-text") }</p>
                    { disagreements(i18n, &report.disagreements) }
                </section>
            }
        </>
    }
}

fn prices(i18n: &I18n, tables: &[PriceTableView]) -> Html {
    html! {
        <div class="scroll" tabindex="0" role="group" aria-label={t!(i18n, "report-prices-title")}>
            <table class="ledger">
                <thead>
                    <tr>
                        <th scope="col">{ t!(i18n, "column-file") }</th>
                        <th scope="col">{ t!(i18n, "column-date") }</th>
                        <th scope="col">{ t!(i18n, "column-models") }</th>
                        <th scope="col">{ t!(i18n, "files-sha256") }</th>
                    </tr>
                </thead>
                <tbody>
                    { for tables.iter().enumerate().map(|(index, table)| html! {
                        <tr key={index}>
                            <th scope="row">{ visible_text(&table.file) }</th>
                            <td class="num">
                                { table.date.clone().map_or_else(
                                    || t!(i18n, "report-prices-no-date"),
                                    AttrValue::from,
                                ) }
                            </td>
                            <td class="num">{ t!(i18n, "files-prices", n = table.models) }</td>
                            <td><code class="detail">{ table.sha256.clone() }</code></td>
                        </tr>
                    }) }
                </tbody>
            </table>
        </div>
    }
}

fn disagreements(i18n: &I18n, rows: &[DisagreementView]) -> Html {
    let cell = |label: &AttrValue, value: &str, place: Option<&Place>| {
        html! {
            <td>
                <span class="num">{ visible_text(value) }</span>
                if let Some(place) = place {
                    { " " }
                    <PlaceButton label={label.clone()} place={place.clone()} />
                }
            </td>
        }
    };
    html! {
        <div
            class="scroll"
            tabindex="0"
            role="group"
            aria-label={t!(i18n, "report-disagreements-title")}
        >
            <table class="ledger">
                <thead>
                    <tr>
                        <th scope="col">{ t!(i18n, "column-attempt") }</th>
                        <th scope="col">{ t!(i18n, "column-measure") }</th>
                        <th scope="col">{ t!(i18n, "column-kept") }</th>
                        <th scope="col">{ t!(i18n, "column-other") }</th>
                    </tr>
                </thead>
                <tbody>
                    { for rows.iter().enumerate().map(|(index, row)| {
                        let label = field_name(&row.field).map_or_else(
                            || visible_text(&row.field),
                            |name| i18n.text(name),
                        );
                        html! {
                            <tr key={index}>
                                <th scope="row">{ visible_text(&row.attempt) }</th>
                                <td>{ label.clone() }</td>
                                { cell(&label, &row.kept, row.kept_place.as_ref()) }
                                { cell(&label, &row.other, row.other_place.as_ref()) }
                            </tr>
                        }
                    }) }
                </tbody>
            </table>
        </div>
    }
}
