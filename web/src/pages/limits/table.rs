//! The numbers of the chart.

use super::choices::{Choice, setting_name};
use crate::components::{Kind, Link, Shown, sum_figure, write_money};
use crate::hooks::AddressHandle;
use crate::i18n::I18n;
use crate::t;
use crate::visible_text;
use loopledger::view::limits::{SweepCount, SweepFigures, SweepValue, SweepView};
use yew::{Html, html};

pub(super) fn sweep(
    i18n: &I18n,
    address: &AddressHandle,
    view: &SweepView,
    choice: &Choice,
) -> Html {
    let name = setting_name(view.request.setting, view.request.tool.as_deref());
    html! {
        <div class="scroll" tabindex="0" role="group" aria-label={t!(i18n, "limits-table", setting = name.clone())}>
            <table class="ledger limits-table">
                <thead>
                    <tr>
                        <th scope="col">{ name }</th>
                        <th scope="col" class="num">{ t!(i18n, "limits-column-stopped") }</th>
                        <th scope="col" class="num">{ t!(i18n, "limits-column-first") }</th>
                        <th scope="col" class="num">{ t!(i18n, "limits-column-warned") }</th>
                        <th scope="col" class="num">{ t!(i18n, "limits-column-false") }</th>
                        <th scope="col" class="num">{ t!(i18n, "limits-column-right") }</th>
                        <th scope="col" class="num">{ t!(i18n, "limits-column-looked") }</th>
                        <th scope="col" class="num">{ t!(i18n, "limits-column-calls") }</th>
                        <th scope="col" class="num">{ t!(i18n, "limits-column-tokens") }</th>
                        <th scope="col" class="num">{ t!(i18n, "limits-column-cost") }</th>
                    </tr>
                </thead>
                <tbody>
                    { for view.values.iter().map(|value| row(i18n, address, view, value, choice)) }
                </tbody>
            </table>
        </div>
    }
}

fn row(
    i18n: &I18n,
    address: &AddressHandle,
    view: &SweepView,
    value: &SweepValue,
    choice: &Choice,
) -> Html {
    let text = value.value.to_string();
    let is_chosen = choice.value == Some(value.value);
    let to = address.address().clone().with("value", Some(&text));
    let head = html! {
        <th scope="row" class="num">
            <Link {to} class="limits-choose">{ text.clone() }</Link>
            if view.current.contains(&value.value) {
                { " " }
                <span class="samples">{ t!(i18n, "limits-in-force") }</span>
            }
        </th>
    };
    let class = is_chosen.then_some("is-chosen");
    let current = is_chosen.then_some("true");
    let Some(figures) = &value.figures else {
        return html! {
            <tr key={text} {class} aria-current={current}>
                { head }
                <td colspan="9">
                    { t!(i18n, "limits-invalid") }
                    { " " }
                    <span class="samples" lang="en">
                        { visible_text(&value.errors.join("; ")) }
                    </span>
                </td>
            </tr>
        };
    };
    html! {
        <tr key={text} {class} aria-current={current}>
            { head }
            { figure_cells(i18n, figures) }
        </tr>
    }
}

fn figure_cells(i18n: &I18n, figures: &SweepFigures) -> Html {
    let SweepFigures {
        warned,
        stopped,
        after_stop,
        goes_on,
        stops,
        warnings,
        ..
    } = figures;
    let plain = |count: u64| Kind::Count.write(i18n, &count.to_string()).text;
    let first = match stopped.first_response {
        // As the Replay page counts them, from 1.
        Some(first) => plain(first + 1),
        None => "–".into(),
    };
    let after = |content: Html| {
        html! {
            <td class="num">
                if stopped.attempts > 0 {
                    { content }
                    if after_stop.what_if > 0 {
                        <span class="limits-if">{ t!(i18n, "limits-what-if-runs", n = after_stop.what_if) }</span>
                    }
                } else if *goes_on > 0 {
                    <span class="null-word">{ t!(i18n, "null-word") }</span>
                    { " " }
                    <span class="samples">{ t!(i18n, "reason-not-run") }</span>
                } else {
                    { "–" }
                }
            </td>
        }
    };
    let count = |count: &u64| Kind::Count.write(i18n, &count.to_string());
    let calls = t!(i18n, "limits-column-calls");
    let tokens = t!(i18n, "limits-column-tokens");
    let cost = t!(i18n, "limits-column-cost");
    html! {
        <>
            <td class="num">{ happened(i18n, stopped) }</td>
            <td class="num">{ first }</td>
            <td class="num">{ happened(i18n, warned) }</td>
            <td class="num">{ plain(stops.false_positives + warnings.false_positives) }</td>
            <td class="num">{ plain(stops.right) }</td>
            <td class="num">
                { t!(i18n, "limits-of", k = stops.looked_at + warnings.looked_at, n = stops.count + warnings.count) }
            </td>
            { after(sum_figure(i18n, &calls, &after_stop.calls, None, count)) }
            { after(sum_figure(i18n, &tokens, &after_stop.tokens, None, count)) }
            { after(sum_figure(i18n, &cost, &after_stop.cost, None, |money| -> Shown {
                write_money(i18n, money)
            })) }
        </>
    }
}

/// Attempts, and how many of them are *what if*.
fn happened(i18n: &I18n, count: &SweepCount) -> Html {
    html! {
        <>
            { Kind::Count.write(i18n, &count.attempts.to_string()).text }
            if count.what_if > 0 {
                { " " }
                <span class="limits-if">{ t!(i18n, "limits-what-if", n = count.what_if) }</span>
            }
        </>
    }
}
