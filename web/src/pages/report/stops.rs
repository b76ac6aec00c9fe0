//! Which guards stopped attempts.

use super::groups::Groups;
use crate::components::Link;
use crate::hooks::AddressHandle;
use crate::i18n::codes::stop_reason_name;
use crate::i18n::{I18n, number};
use crate::t;
use crate::visible_text;
use indexmap::IndexSet;
use loopledger::view::GroupView;
use yew::{AttrValue, Html, html};

/// A row for each stop reason, one for none, and one for unknown.
pub(super) fn stops(i18n: &I18n, address: &AddressHandle, groups: &Groups) -> Html {
    let reasons: IndexSet<&str> = groups
        .all()
        .flat_map(|group| group.stop_reasons.keys().map(String::as_str))
        .collect();
    let cells = |filter: Option<&str>, get: &dyn Fn(&GroupView) -> u64| {
        groups
            .all()
            .map(|group| {
                html! {
                    <td key={groups.key(group)} class="num">
                        if let Some(filter) = filter.filter(|_| get(group) > 0) {
                            <Link to={Groups::attempts(address, group).with("filter", Some(filter))}>
                                { number::integer(i18n.lang(), get(group)) }
                            </Link>
                        } else {
                            { number::integer(i18n.lang(), get(group)) }
                        }
                    </td>
                }
            })
            .collect::<Html>()
    };
    let row = |key: String, name: Html, filter: Option<&str>, get: &dyn Fn(&GroupView) -> u64| {
        html! {
            <tr {key}>
                <th scope="row">{ name }</th>
                { cells(filter, get) }
            </tr>
        }
    };
    let reason_name = |code: &str| -> Html {
        let words: Option<AttrValue> = stop_reason_name(code).map(|name| i18n.text(name));
        html! {
            <>
                if let Some(words) = words { { words }{ " " } }
                <code class="detail">{ visible_text(code) }</code>
            </>
        }
    };
    html! {
        <section aria-labelledby="report-stops">
            <h2 id="report-stops">{ t!(i18n, "report-stops-title") }</h2>
            <p>{ t!(i18n, "report-stops-text") }</p>
            <div class="scroll" tabindex="0" role="group" aria-label={t!(i18n, "report-stops-title")}>
                <table class={groups.table_class()}>
                    <thead>
                        <tr>
                            <th scope="col">{ t!(i18n, "field-stop-reason") }</th>
                            { for groups.all().map(|group| html! {
                                <th scope="col" key={groups.key(group)}>
                                    { groups.name(i18n, group) }
                                </th>
                            }) }
                        </tr>
                    </thead>
                    <tbody>
                        { for reasons.into_iter().map(|code| row(format!("={code}"), reason_name(code), Some(code), &|group| {
                            group.stop_reasons.get(code).copied().unwrap_or(0)
                        })) }
                        { row("none".to_owned(), html! { { t!(i18n, "report-not-stopped") } }, None, &|group| {
                            group.not_stopped
                        }) }
                        { row("null".to_owned(), html! { { t!(i18n, "report-stop-unknown") } }, None, &|group| {
                            group.stop_reason_unknown
                        }) }
                    </tbody>
                </table>
            </div>
        </section>
    }
}
