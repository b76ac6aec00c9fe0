//! The table of attempts.

use super::order::{Column, Direction, Selection};
use crate::components::{Kind, OutcomeMark, figure, money_figure, text_figure};
use crate::hooks::{AddressHandle, use_address, use_i18n};
use crate::i18n::I18n;
use crate::i18n::codes::stop_reason_name;
use crate::t;
use crate::visible_text;
use gloo::utils::document;
use loopledger::view::{AttemptView, Figure};
use std::rc::Rc;
use yew::{
    AttrValue, Callback, Html, Properties, classes, component, html, use_callback, use_effect_with,
};

/// Properties of [`AttemptsTable`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub(super) struct AttemptsTableProps {
    /// The rows, filtered and in order.
    pub(super) rows: Rc<[Rc<AttemptView>]>,
    /// What is sorted by.
    pub(super) selection: Rc<Selection>,
    /// The chosen attempt.
    pub(super) chosen: Option<String>,
}

/// Every measurement of every attempt; the heads sort.
#[component]
pub(super) fn AttemptsTable(props: &AttemptsTableProps) -> Html {
    let i18n = use_i18n();
    // A row that was chosen by key comes into view.
    use_effect_with(props.chosen.clone(), |chosen| {
        if chosen.is_some()
            && let Some(row) = document()
                .query_selector("tr[aria-selected=true]")
                .ok()
                .flatten()
        {
            let options = web_sys::ScrollIntoViewOptions::new();
            options.set_block(web_sys::ScrollLogicalPosition::Nearest);
            row.scroll_into_view_with_scroll_into_view_options(&options);
        }
    });
    let address = use_address();
    let choosing = address.clone();
    let on_choose = use_callback((), move |(id, is_chosen): (String, bool), ()| {
        choosing.set("attempt", is_chosen.then_some(id.as_str()));
    });
    html! {
        <div
            class="scroll tall"
            tabindex="0"
            role="group"
            aria-label={t!(i18n, "nav-attempts")}
        >
            <table class="ledger attempts-table">
                <thead>
                    <tr>
                        { for Column::ALL.into_iter().map(|column| {
                            head(&i18n, &address, column, &props.selection)
                        }) }
                    </tr>
                </thead>
                <tbody>
                    { for props.rows.iter().enumerate().map(|(index, attempt)| html! {
                        <Row
                            // Files may give two attempts the same id.
                            key={index}
                            is_chosen={props.chosen.as_ref() == Some(&attempt.attempt_id)}
                            attempt={Rc::clone(attempt)}
                            on_choose={on_choose.clone()}
                        />
                    }) }
                </tbody>
            </table>
        </div>
    }
}

/// The name of a column.
pub(super) fn column_name(i18n: &I18n, column: Column) -> AttrValue {
    match column {
        Column::Attempt => t!(i18n, "column-attempt"),
        Column::Outcome => t!(i18n, "column-outcome"),
        Column::Variant => t!(i18n, "column-variant"),
        Column::Task => t!(i18n, "column-task"),
        Column::ModelCost => t!(i18n, "field-model-cost"),
        Column::InputUncached => t!(i18n, "field-tokens-input-uncached"),
        Column::CacheRead => t!(i18n, "field-tokens-cache-read"),
        Column::CacheWrite => t!(i18n, "field-tokens-cache-write"),
        Column::Output => t!(i18n, "field-tokens-output"),
        Column::Reasoning => t!(i18n, "field-tokens-reasoning"),
        Column::Proposed => t!(i18n, "field-tool-calls-proposed"),
        Column::Executed => t!(i18n, "field-tool-calls-executed"),
        Column::Suppressed => t!(i18n, "field-tool-calls-suppressed"),
        Column::Latency => t!(i18n, "field-latency"),
        Column::Sandbox => t!(i18n, "field-sandbox-seconds"),
        Column::ToolCost => t!(i18n, "field-tool-cost"),
        Column::StopReason => t!(i18n, "field-stop-reason"),
    }
}

/// The unit of a column whose name and cells do not say it.
fn column_unit(i18n: &I18n, column: Column) -> Option<AttrValue> {
    match column {
        Column::InputUncached
        | Column::CacheRead
        | Column::CacheWrite
        | Column::Output
        | Column::Reasoning => Some(t!(i18n, "unit-tokens")),
        _ => None,
    }
}

fn head(i18n: &I18n, address: &AddressHandle, column: Column, selection: &Selection) -> Html {
    let direction = selection
        .sort
        .filter(|(sorted, _)| *sorted == column)
        .map(|(_, direction)| direction);
    let (sorted, arrow) = match direction {
        Some(Direction::Up) => (Some("ascending"), "▲"),
        Some(Direction::Down) => (Some("descending"), "▼"),
        None => (None, ""),
    };
    let next = selection.next_sort(column);
    let address = address.clone();
    let on_click = Callback::from(move |_| {
        address.set("page", None);
        address.set("sort", next.as_deref());
    });
    html! {
        <th key={column.name()} scope="col" aria-sort={sorted} class={classes!(column.is_number().then_some("right"))}>
            <button type="button" class="sort" onclick={on_click}>
                { column_name(i18n, column) }
                if let Some(unit) = column_unit(i18n, column) {
                    { " " }<span class="unit">{ unit }</span>
                }
                <span class="arrow" aria-hidden="true">{ arrow }</span>
            </button>
        </th>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct RowProps {
    attempt: Rc<AttemptView>,
    is_chosen: bool,
    on_choose: Callback<(String, bool)>,
}

#[component]
fn Row(props: &RowProps) -> Html {
    let i18n = use_i18n();
    let RowProps {
        attempt,
        is_chosen,
        on_choose,
    } = props;
    let on_click = {
        let (id, is_chosen) = (attempt.attempt_id.clone(), *is_chosen);
        on_choose.reform(move |_| (id.clone(), !is_chosen))
    };
    html! {
        <tr aria-selected={is_chosen.then_some("true")}>
            <th scope="row">
                <button
                    type="button"
                    class="row-name"
                    aria-expanded={is_chosen.to_string()}
                    onclick={on_click}
                >
                    { visible_text(&attempt.attempt_id) }
                </button>
            </th>
            { for Column::ALL.into_iter().skip(1).map(|column| html! {
                <td key={column.name()} class={classes!(column.is_number().then_some("right"))}>
                    { cell(&i18n, column, Unit::InHead, attempt) }
                </td>
            }) }
        </tr>
    }
}

/// Where the unit of a count stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    /// In the head of its column.
    InHead,
    /// Beside it.
    Beside,
}

/// One measurement of an attempt.
pub(super) fn cell(i18n: &I18n, column: Column, unit: Unit, attempt: &AttemptView) -> Html {
    let label = column_name(i18n, column);
    let tokens = &attempt.tokens;
    let count = |kind: Kind, value: &Figure<u64>| {
        let kind = match unit {
            Unit::InHead => Kind::Count,
            Unit::Beside => kind,
        };
        figure(i18n, &label, value, |value| {
            kind.write(i18n, &value.to_string())
        })
    };
    let text =
        |value: &Option<String>| html! { { visible_text(value.as_deref().unwrap_or_default()) } };
    match column {
        Column::Attempt => html! { { visible_text(&attempt.attempt_id) } },
        Column::Outcome => html! { <OutcomeMark outcome={attempt.outcome} /> },
        Column::Variant => text(&attempt.variant_id),
        Column::Task => text(&attempt.task_id),
        Column::ModelCost => money_figure(i18n, &label, &attempt.model_cost),
        Column::InputUncached => count(Kind::Tokens, &tokens.input_uncached),
        Column::CacheRead => count(Kind::Tokens, &tokens.cache_read),
        Column::CacheWrite => count(Kind::Tokens, &tokens.cache_write),
        Column::Output => count(Kind::Tokens, &tokens.output),
        Column::Reasoning => count(Kind::Tokens, &tokens.reasoning),
        Column::Proposed => count(Kind::Calls, &attempt.tool_calls_proposed),
        Column::Executed => count(Kind::Calls, &attempt.tool_calls_executed),
        Column::Suppressed => count(Kind::Calls, &attempt.tool_calls_suppressed),
        Column::Latency => text_figure(i18n, &label, Kind::Millis, &attempt.latency_ms),
        Column::Sandbox => text_figure(i18n, &label, Kind::Seconds, &attempt.sandbox_seconds),
        Column::ToolCost => money_figure(i18n, &label, &attempt.tool_cost),
        Column::StopReason => figure(i18n, &label, &attempt.stop_reason, |code| {
            let words = match code.as_str() {
                "" => t!(i18n, "attempts-not-stopped"),
                code => stop_reason_name(code)
                    .map_or_else(|| visible_text(code), |name| i18n.text(name)),
            };
            crate::components::Shown {
                text: words,
                exact: (!code.is_empty()).then(|| code.clone().into()),
                unit: None,
            }
        }),
    }
}
