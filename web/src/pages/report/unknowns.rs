//! What is unknown, and why.

use crate::components::{Link, NullBadge, PlaceButton};
use crate::hooks::AddressHandle;
use crate::i18n::I18n;
use crate::i18n::codes::field_name;
use crate::route::Page;
use crate::t;
use crate::visible_text;
use loopledger::view::ReportView;
use yew::{Html, html};

/// A row for each field and reason; it leads to the attempts and to the first place.
pub(super) fn unknowns(i18n: &I18n, address: &AddressHandle, report: &ReportView) -> Html {
    let unknowns = &report.unknowns;
    html! {
        <section aria-labelledby="report-unknowns">
            <h2 id="report-unknowns">{ t!(i18n, "report-unknowns-title") }</h2>
            if unknowns.is_empty() {
                <p>{ t!(i18n, "report-unknowns-none") }</p>
            } else {
                <p>{ t!(i18n, "report-unknowns-text") }</p>
                <div
                    class="scroll"
                    tabindex="0"
                    role="group"
                    aria-label={t!(i18n, "report-unknowns-title")}
                >
                    <table class="ledger">
                        <thead>
                            <tr>
                                <th scope="col">{ t!(i18n, "column-measure") }</th>
                                <th scope="col">{ t!(i18n, "column-why") }</th>
                                <th scope="col">{ t!(i18n, "column-attempts") }</th>
                                <th scope="col">{ t!(i18n, "column-place") }</th>
                            </tr>
                        </thead>
                        <tbody>
                            { for unknowns.iter().map(|unknown| {
                                let label = field_name(&unknown.field).map_or_else(
                                    || visible_text(&unknown.field),
                                    |name| i18n.text(name),
                                );
                                let to = address
                                    .link(Page::Attempts)
                                    .with("lacks", Some(&unknown.field));
                                let n = u64::try_from(unknown.attempts.len()).unwrap_or(u64::MAX);
                                html! {
                                    <tr key={format!("{} {}", unknown.field, unknown.reason)}>
                                        <th scope="row">{ label.clone() }</th>
                                        <td>
                                            <NullBadge
                                                label={label.clone()}
                                                reason={unknown.reason}
                                                place={unknown.place.clone()}
                                            />
                                        </td>
                                        <td>
                                            if n > 0 {
                                                <Link {to}>{ t!(i18n, "loaded-attempts", n = n) }</Link>
                                                { " " }
                                                <span class="samples">
                                                    { visible_text(&some_of(&unknown.attempts)) }
                                                </span>
                                            } else {
                                                <span class="detail">
                                                    { t!(i18n, "report-unknowns-unreadable") }
                                                </span>
                                            }
                                        </td>
                                        <td>
                                            if let Some(place) = unknown.place.clone() {
                                                <PlaceButton {label} {place} />
                                            }
                                        </td>
                                    </tr>
                                }
                            }) }
                        </tbody>
                    </table>
                </div>
            }
        </section>
    }
}

/// The first attempts by name.
fn some_of(attempts: &[String]) -> String {
    const SHOWN: usize = 4;
    let mut text = attempts
        .iter()
        .take(SHOWN)
        .cloned()
        .collect::<Vec<_>>()
        .join(", ");
    if attempts.len() > SHOWN {
        text.push_str(", …");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::some_of;

    #[test]
    fn long_lists_are_cut() {
        let attempts: Vec<String> = (1..=6).map(|n| format!("a{n}")).collect();
        assert_eq!(some_of(&attempts[..2]), "a1, a2");
        assert_eq!(some_of(&attempts), "a1, a2, a3, a4, …");
    }
}
