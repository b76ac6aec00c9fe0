//! What was wrong in a file, and where.

use crate::components::number_or_dash;
use crate::hooks::{PanelHandle, Provenance, use_i18n, use_panel};
use crate::i18n::I18n;
use crate::i18n::codes::severity_name;
use crate::t;
use crate::visible_text;
use loopledger::model::Place;
use loopledger::view::DiagnosticView;
use std::rc::Rc;
use yew::{AttrValue, Callback, Html, Properties, component, html, use_state_eq};

/// Diagnostics that are shown at first.
const FIRST: usize = 50;

/// Properties of [`DiagnosticsTable`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub(super) struct DiagnosticsTableProps {
    /// What was wrong, in order.
    pub(super) diagnostics: Rc<[DiagnosticView]>,
}

/// A row for each diagnostic; its line leads to the text of the file.
#[component]
pub(super) fn DiagnosticsTable(props: &DiagnosticsTableProps) -> Html {
    let i18n = use_i18n();
    let panel = use_panel();
    let limit = use_state_eq(|| FIRST);
    let rest = props.diagnostics.len().saturating_sub(*limit);
    let on_more = {
        let limit = limit.clone();
        Callback::from(move |_| limit.set(*limit * 4))
    };
    html! {
        <>
            <div class="scroll" tabindex="0" role="group" aria-label={t!(i18n, "diagnostics-title")}>
                <table class="ledger diagnostics">
                    <caption>{ t!(i18n, "diagnostics-title") }</caption>
                    <thead>
                        <tr>
                            <th scope="col" class="right">{ t!(i18n, "diagnostics-line") }</th>
                            <th scope="col" class="right">{ t!(i18n, "diagnostics-byte") }</th>
                            <th scope="col">{ t!(i18n, "diagnostics-what") }</th>
                            <th scope="col">{ t!(i18n, "diagnostics-pointer") }</th>
                            <th scope="col">{ t!(i18n, "diagnostics-expected") }</th>
                            <th scope="col">{ t!(i18n, "diagnostics-found") }</th>
                        </tr>
                    </thead>
                    <tbody>
                        { for props.diagnostics.iter().take(*limit).enumerate().map(
                            |(index, diagnostic)| row(&i18n, &panel, index, diagnostic),
                        ) }
                    </tbody>
                </table>
            </div>
            if rest > 0 {
                <p class="no-print">
                    <button type="button" onclick={on_more}>
                        { t!(i18n, "diagnostics-more", n = u64::try_from(rest).unwrap_or(u64::MAX)) }
                    </button>
                </p>
            }
        </>
    }
}

fn row(i18n: &I18n, panel: &PanelHandle, index: usize, diagnostic: &DiagnosticView) -> Html {
    let DiagnosticView {
        severity,
        code,
        file,
        line,
        byte,
        pointer,
        expected,
        found,
        message,
    } = diagnostic;
    let place = Place {
        file: file.as_str().into(),
        line: *line,
        byte: *byte,
        pointer: pointer.clone(),
    };
    let on_open = {
        let panel = panel.clone();
        let label = AttrValue::from(message.clone());
        Callback::from(move |_| {
            panel.open(Provenance {
                label: label.clone(),
                value: None,
                origin: None,
                reason: None,
                place: Some(place.clone()),
                sum: None,
            });
        })
    };
    let severity_text = severity_name(severity).map(|name| i18n.text(name));
    let where_text = match line {
        Some(line) => line.to_string().into(),
        None => t!(i18n, "diagnostics-whole-file"),
    };
    html! {
        <tr key={index} class={format!("severity-{severity}")}>
            <th scope="row" class="right num">
                <button
                    type="button"
                    class="figure sourced"
                    aria-haspopup="dialog"
                    onclick={on_open}
                >
                    { where_text }
                </button>
            </th>
            <td class="right num">{ number_or_dash(*byte) }</td>
            <td>
                <span class="severity">{ severity_text }</span>
                { " " }
                <code>{ code.clone() }</code>
                <br />
                <span lang="en" class="detail">{ visible_text(message) }</span>
            </td>
            <td><code>{ visible_text(pointer.as_deref().unwrap_or_default()) }</code></td>
            <td lang="en">{ visible_text(expected.as_deref().unwrap_or_default()) }</td>
            <td><code>{ visible_text(found.as_deref().unwrap_or_default()) }</code></td>
        </tr>
    }
}
