//! Why there is no comparison, and what differs.

use crate::components::Link;
use crate::hooks::AddressHandle;
use crate::i18n::{I18n, number};
use crate::route::Page;
use crate::t;
use crate::visible_text;
use loopledger::view::compare::{MismatchView, RefusalView};
use yew::{Html, html};

pub(super) fn refused(i18n: &I18n, address: &AddressHandle, refusals: &[RefusalView]) -> Html {
    html! {
        <section class="compare-refused" aria-labelledby="compare-refused">
            <h2 id="compare-refused">{ t!(i18n, "compare-refused") }</h2>
            <p class="lead">{ t!(i18n, "compare-refused-text") }</p>
            { for refusals.iter().map(|refusal| html! {
                <div key={refusal.code.clone()} data-refusal={refusal.code.clone()}>
                    <h3>{ i18n.text(sentence(&refusal.code)) }</h3>
                    if matches!(refusal.code.as_str(), "no_manifest" | "not_frozen" | "changed_after_freezing") {
                        <p>
                            <Link to={address.link(Page::Experiment)}>
                                { t!(i18n, "compare-to-experiment") }
                            </Link>
                        </p>
                    }
                    if !refusal.mismatches.is_empty() {
                        { table(i18n, refusal) }
                    }
                </div>
            }) }
        </section>
    }
}

fn sentence(code: &str) -> &'static str {
    match code {
        "no_manifest" => "compare-refusal-no-manifest",
        "several_manifests" => "compare-refusal-several-manifests",
        "unknown_variant" => "compare-refusal-unknown-variant",
        "not_frozen" => "compare-refusal-not-frozen",
        "changed_after_freezing" => "compare-refusal-changed",
        "different_digests" => "compare-refusal-digests",
        "unreadable_attempts" => "compare-refusal-unreadable",
        "no_attempts" => "compare-refusal-no-attempts",
        "different_tasks" => "compare-refusal-tasks",
        "different_settings" => "compare-refusal-settings",
        "different_models" => "compare-refusal-models",
        "different_source_revisions" => "compare-refusal-source",
        "different_concurrency" => "compare-refusal-concurrency",
        "different_detectors" => "compare-refusal-detectors",
        _ => "compare-refused-text",
    }
}

fn table(i18n: &I18n, refusal: &RefusalView) -> Html {
    let label = i18n.text(sentence(&refusal.code));
    html! {
        <div class="scroll" tabindex="0" role="group" aria-label={label}>
            <table class="ledger">
                <thead>
                    <tr>
                        <th scope="col">{ t!(i18n, "compare-column-what") }</th>
                        <th scope="col">{ t!(i18n, "compare-column-side") }</th>
                        <th scope="col">{ t!(i18n, "compare-column-expected") }</th>
                        <th scope="col">{ t!(i18n, "compare-column-found") }</th>
                        <th scope="col">{ t!(i18n, "column-attempts") }</th>
                    </tr>
                </thead>
                <tbody>
                    { for refusal.mismatches.iter().enumerate().map(|(index, it)| row(i18n, index, it)) }
                </tbody>
            </table>
        </div>
    }
}

fn row(i18n: &I18n, index: usize, it: &MismatchView) -> Html {
    let text = |text: &Option<String>| {
        text.as_deref().map_or_else(
            Html::default,
            |text| html! { <code>{ visible_text(text) }</code> },
        )
    };
    html! {
        <tr key={index}>
            <th scope="row"><code>{ visible_text(&it.subject) }</code></th>
            <td>
                { match it.side.as_deref() {
                    Some("baseline") => t!(i18n, "compare-baseline"),
                    Some(_) => t!(i18n, "compare-variant"),
                    None => yew::AttrValue::default(),
                } }
            </td>
            <td>{ text(&it.expected) }</td>
            <td>
                if it.found.is_none() && it.expected.is_some() {
                    { t!(i18n, "compare-found-nothing") }
                } else {
                    { text(&it.found) }
                }
            </td>
            <td class="num">
                if it.attempts > 0 {
                    { number::integer(i18n.lang(), it.attempts) }
                    { " " }
                    { text(&it.first_attempt) }
                }
            </td>
        </tr>
    }
}
