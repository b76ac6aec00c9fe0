//! What was recorded under a manifest, and what is missing.

use crate::components::OutcomeShape;
use crate::i18n::I18n;
use crate::i18n::codes::{field_name, outcome_name, reason_short};
use crate::t;
use crate::visible_text;
use loopledger::view::experiment::{
    DigestState, ManifestView, RecordedAttemptView, TaskRecordsView, VariantRecordsView,
};
use yew::{AttrValue, Html, html};

/// Tasks by variants, and what is missing.
pub(super) fn records(i18n: &I18n, view: &ManifestView) -> Html {
    html! {
        <>
            <h3>{ t!(i18n, "experiment-records") }</h3>
            if view.attempts.is_empty() {
                <p>{ t!(i18n, "experiment-no-attempts") }</p>
            } else {
                { table(i18n, view) }
                { missing(i18n, view) }
                { lacking(i18n, view) }
            }
        </>
    }
}

fn table(i18n: &I18n, view: &ManifestView) -> Html {
    let variants = view.tasks.first();
    let variants = variants.map_or(&[][..], |task| &task.variants);
    html! {
        <div
            class="scroll"
            tabindex="0"
            role="group"
            aria-label={t!(i18n, "experiment-records")}
        >
            <table class="ledger experiment-records">
                <caption>
                    { t!(i18n, "experiment-records-caption", n = view.attempts.len() as u64) }
                </caption>
                <thead>
                    <tr>
                        <th scope="col">{ t!(i18n, "column-task") }</th>
                        { for variants.iter().enumerate().map(|(index, variant)| html! {
                            <th key={index} scope="col">{ visible_text(&variant.variant_id) }</th>
                        }) }
                        <th scope="col">{ t!(i18n, "experiment-column-traces") }</th>
                    </tr>
                </thead>
                <tbody>
                    { for view.tasks.iter().enumerate().map(|(index, task)| html! {
                        <tr key={index}>
                            <th scope="row">{ visible_text(&task.task_id) }</th>
                            { for task.variants.iter().enumerate().map(|(index, variant)| html! {
                                <td key={index}>{ cell(i18n, variant) }</td>
                            }) }
                            <td>
                                { t!(i18n, "experiment-of", n = task.traces, of = task.attempts) }
                            </td>
                        </tr>
                    }) }
                </tbody>
            </table>
        </div>
    }
}

fn cell(i18n: &I18n, variant: &VariantRecordsView) -> Html {
    if variant.attempts == 0 {
        return html! { <span class="bad">{ t!(i18n, "experiment-cell-none") }</span> };
    }
    html! {
        <>
            { for variant.outcomes.iter().map(|(outcome, count)| html! {
                <span key={outcome_name(*outcome)} class="outcome">
                    <OutcomeShape outcome={*outcome} />
                    { format!("{count}\u{a0}") }
                    { i18n.text(outcome_name(*outcome)) }
                </span>
            }) }
            if variant.lacking > 0 {
                <span class="detail">
                    { t!(i18n, "experiment-cell-lacking", n = variant.lacking) }
                </span>
            }
        </>
    }
}

/// What nobody recorded, and what was not recorded under this manifest.
fn missing(i18n: &I18n, view: &ManifestView) -> Html {
    let tasks = |is_it: fn(&TaskRecordsView) -> bool| {
        let found = view.tasks.iter().filter(|task| is_it(task));
        found.map(|task| task.task_id.as_str()).collect::<Vec<_>>()
    };
    let attempts = |is_it: fn(&RecordedAttemptView) -> bool| {
        let found = view.attempts.iter().filter(|attempt| is_it(attempt));
        found
            .map(|attempt| attempt.attempt_id.as_str())
            .collect::<Vec<_>>()
    };
    let without = tasks(|task| task.attempts == 0);
    let traceless = tasks(|task| task.attempts > 0 && task.traces == 0);
    let other = attempts(|it| it.digest == DigestState::Other);
    let undigested = attempts(|it| it.digest == DigestState::None);
    let no_task = attempts(|it| !it.is_known_task);
    let no_variant = attempts(|it| !it.is_known_variant);
    let n = |ids: &[&str]| ids.len() as u64;
    let lists = [
        (
            t!(i18n, "experiment-no-attempt-of", n = n(&without)),
            without,
        ),
        (
            t!(i18n, "experiment-no-trace-of", n = n(&traceless)),
            traceless,
        ),
        (t!(i18n, "experiment-other-digest", n = n(&other)), other),
        (
            t!(i18n, "experiment-no-digest", n = n(&undigested)),
            undigested,
        ),
        (
            t!(i18n, "experiment-no-such-task", n = n(&no_task)),
            no_task,
        ),
        (
            t!(i18n, "experiment-no-such-variant", n = n(&no_variant)),
            no_variant,
        ),
    ];
    let lists: Vec<_> = lists
        .into_iter()
        .filter(|(_, ids)| !ids.is_empty())
        .collect();
    if lists.is_empty() {
        return Html::default();
    }
    html! {
        <div class="experiment-missing">
            { for lists.into_iter().map(|(text, ids)| named(text, &ids)) }
        </div>
    }
}

/// A sentence, and the ids that it is about.
fn named(text: AttrValue, ids: &[&str]) -> Html {
    html! {
        <details key={text.to_string()}>
            <summary>{ text }</summary>
            <p class="detail">{ visible_text(&ids.join(", ")) }</p>
        </details>
    }
}

/// The required fields that attempts lack.
fn lacking(i18n: &I18n, view: &ManifestView) -> Html {
    if view.lacking.is_empty() {
        return html! { <p>{ t!(i18n, "experiment-lacking-none") }</p> };
    }
    html! {
        <div
            class="scroll"
            tabindex="0"
            role="group"
            aria-label={t!(i18n, "experiment-lacking")}
        >
            <table class="ledger">
                <caption>{ t!(i18n, "experiment-lacking") }</caption>
                <thead>
                    <tr>
                        <th scope="col">{ t!(i18n, "experiment-column-field") }</th>
                        <th scope="col">{ t!(i18n, "column-why") }</th>
                        <th scope="col">{ t!(i18n, "column-attempts") }</th>
                    </tr>
                </thead>
                <tbody>
                    { for view.lacking.iter().map(|field| html! {
                        <tr key={field.field.clone()}>
                            <th scope="row">
                                <code>{ visible_text(&field.field) }</code>
                                if let Some(name) = field_name(&field.field) {
                                    { " " }
                                    { i18n.text(name) }
                                }
                            </th>
                            <td>
                                { for field.reasons.iter().map(|(reason, count)| html! {
                                    <span key={reason.code()} class="experiment-reason">
                                        <span class="null-word">{ t!(i18n, "null-word") }</span>
                                        { " " }
                                        { i18n.text(reason_short(*reason)) }
                                        { format!("\u{a0}{count}") }
                                    </span>
                                }) }
                            </td>
                            <td>
                                { named(
                                    t!(
                                        i18n,
                                        "experiment-of",
                                        n = field.attempts.len() as u64,
                                        of = view.attempts.len() as u64,
                                    ),
                                    &field.attempts.iter().map(String::as_str).collect::<Vec<_>>(),
                                ) }
                            </td>
                        </tr>
                    }) }
                </tbody>
            </table>
        </div>
    }
}
