//! What it came to.

use crate::visible_text;
mod configurations;
mod finding;
mod groups;
mod measures;
mod money;
mod records;
mod sources;
mod stops;
mod unknowns;
mod variants;

use crate::components::{Link, NothingHere, TakeAway};
use crate::hooks::{AddressHandle, use_address, use_i18n, use_library};
use crate::i18n::I18n;
use crate::route::Page;
use crate::state::Data;
use crate::t;
use configurations::configurations;
use finding::finding;
use groups::Groups;
use loopledger::view::ReportView;
use measures::measures;
use money::money;
use records::records;
use sources::sources;
use stops::stops;
use unknowns::unknowns;
use variants::variants;
use yew::{Html, component, html};

/// The Report page.
#[component]
pub fn ReportPage() -> Html {
    let i18n = use_i18n();
    let address = use_address();
    let library = use_library();
    let Some(data) = library.data.clone().filter(|data| !is_empty(&data.report)) else {
        let text = if library.is_empty() {
            t!(i18n, "report-nothing")
        } else {
            t!(i18n, "report-no-attempts")
        };
        return html! {
            <div class="page">
                <h1>{ t!(i18n, "nav-report") }</h1>
                <NothingHere {text} />
            </div>
        };
    };
    let chosen = address.get("variant");
    let groups = Groups::choose(&data.report, chosen);
    if chosen.is_some() && groups.is_none() {
        return html! {
            <div class="page">
                <h1>{ t!(i18n, "nav-report") }</h1>
                { variant_choice(&i18n, &address, &data) }
                <NothingHere
                    text={t!(i18n, "report-no-variant", variant = chosen.unwrap_or_default())}
                />
            </div>
        };
    }
    html! {
        <div class="page report">
            <h1>{ t!(i18n, "nav-report") }</h1>
            if let Some(groups) = groups {
                { variant_choice(&i18n, &address, &data) }
                { finding(&i18n, &groups.first) }
                { digests(&i18n, &data.report) }
                { variants(&i18n, &address, &groups) }
                { money(&i18n, &address, &groups) }
                { measures(&i18n, &address, &groups) }
                { stops(&i18n, &address, &groups) }
                { configurations(&i18n, &data.attempts) }
                { unknowns(&i18n, &address, &data.report) }
            }
            { records(&i18n, &data.report) }
            { sources(&i18n, &data.report) }
            if data.report.total.is_some() {
                <TakeAway />
            }
        </div>
    }
}

fn is_empty(report: &ReportView) -> bool {
    report.total.is_none() && report.recorded_results.is_empty() && report.price_tables.is_empty()
}

/// Links to the report of each variant; nothing where there is no choice.
fn variant_choice(i18n: &I18n, address: &AddressHandle, data: &Data) -> Html {
    // Under different manifests the same name may stand for several.
    let named: indexmap::IndexSet<&str> = data
        .report
        .variants
        .iter()
        .filter_map(|group| group.variant.as_deref())
        .collect();
    if named.len() < 2 {
        return Html::default();
    }
    let chosen = address.get("variant");
    let link = |variant: Option<&str>, name: yew::AttrValue| {
        let key = variant.map_or_else(|| "all".to_owned(), |variant| format!("={variant}"));
        let to = address.link(Page::Report).with("variant", variant);
        html! {
            <li {key}>
                <Link {to} is_current={chosen == variant}>{ name }</Link>
            </li>
        }
    };
    html! {
        <nav class="choice no-print" aria-label={t!(i18n, "report-choice")}>
            <ul>
                { link(None, t!(i18n, "report-all")) }
                { for named.into_iter().map(|variant| {
                    link(Some(variant), visible_text(variant))
                }) }
            </ul>
        </nav>
    }
}

/// Attempts under different manifests must not be compared.
fn digests(i18n: &I18n, report: &ReportView) -> Html {
    if report.manifest_digests.len() < 2 {
        return Html::default();
    }
    let n = u64::try_from(report.manifest_digests.len()).unwrap_or(u64::MAX);
    html! {
        <div class="error-note" role="note">
            <p>{ t!(i18n, "report-digests", n = n) }</p>
            <ul>
                { for report.manifest_digests.iter().map(|digest| html! {
                    <li key={digest.clone()}><code>{ digest.clone() }</code></li>
                }) }
            </ul>
        </div>
    }
}
