//! What is wrong with a manifest, and what changed in it, in the reader's language.

use crate::i18n::I18n;
use crate::t;
use loopledger::model::experiment::Part;
use loopledger::view::experiment::{ChangeView, FaultView};
use yew::{AttrValue, Html, html};

/// What is wrong, in a sentence.
pub(super) fn fault(i18n: &I18n, fault: &FaultView) -> AttrValue {
    match fault.code.as_str() {
        "no_experiment_id" | "no_task_id" | "no_rubric_id" | "no_variant_id" => {
            t!(i18n, "experiment-fault-no-id")
        }
        "no_tasks" => t!(i18n, "experiment-fault-no-tasks"),
        "duplicate_task" | "duplicate_variant" => t!(i18n, "experiment-fault-duplicate"),
        "no_criteria" => t!(i18n, "experiment-fault-no-criteria"),
        "empty_criterion" => t!(i18n, "experiment-fault-empty-criterion"),
        "no_source_revision" => t!(i18n, "experiment-fault-no-revision"),
        "no_model_configuration" => t!(i18n, "experiment-fault-no-model"),
        "no_concurrency" | "below_one" => t!(i18n, "experiment-fault-below-one"),
        "number_too_large" => t!(i18n, "experiment-fault-too-large"),
        "no_rubric" => t!(i18n, "experiment-fault-no-rubric"),
        "no_variants" => t!(i18n, "experiment-fault-no-variants"),
        "unknown_setting" => t!(i18n, "experiment-fault-unknown-setting"),
        "two_settings" => t!(i18n, "experiment-fault-two-settings"),
        "same_as_baseline" => t!(i18n, "experiment-fault-same"),
        "not_a_bool" => t!(i18n, "experiment-fault-not-a-bool"),
        "not_an_integer" => t!(i18n, "experiment-fault-not-whole"),
        "not_an_override" => t!(i18n, "experiment-fault-not-an-override"),
        "hard_below_warn" => t!(i18n, "experiment-fault-below-warn"),
        "not_read" => t!(i18n, "experiment-fault-not-read"),
        // A code of another version.
        _ => t!(
            i18n,
            "experiment-fault-other",
            expected = fault.expected.clone()
        ),
    }
}

/// Faults as a list, each with its place.
pub(super) fn fault_list(i18n: &I18n, faults: &[FaultView]) -> Html {
    html! {
        <ul class="experiment-list">
            { for faults.iter().map(|it| {
                let place = match &it.id {
                    Some(id) if !id.trim().is_empty() => format!("{id} ({})", it.pointer),
                    _ => it.pointer.clone(),
                };
                let text = fault(i18n, it);
                html! {
                    <li key={it.pointer.clone() + &it.code}>
                        { t!(i18n, "experiment-fault-at", place = place, text = text) }
                    </li>
                }
            }) }
        </ul>
    }
}

/// What changed, in a sentence.
fn change(i18n: &I18n, change: &ChangeView) -> AttrValue {
    let id = change.id.clone().unwrap_or_default();
    let part = match change.part {
        Some(Part::Task) => t!(i18n, "experiment-part-task", id = id),
        Some(Part::Rubric) => t!(i18n, "experiment-part-rubric", id = id),
        Some(Part::Baseline) => t!(i18n, "experiment-part-baseline", id = id),
        Some(Part::Variant) => t!(i18n, "experiment-part-variant", id = id),
        None => t!(i18n, "experiment-part-manifest"),
    };
    let field = change.field.clone().unwrap_or_default();
    match change.kind.as_str() {
        "added" => t!(i18n, "experiment-change-added", part = part),
        "removed" => t!(i18n, "experiment-change-removed", part = part),
        "moved" => t!(i18n, "experiment-change-moved", part = part),
        "other_form" => t!(i18n, "experiment-change-other-form", field = field),
        "block_edited" => t!(i18n, "experiment-change-block", part = part),
        _ => t!(
            i18n,
            "experiment-change-changed",
            part = part,
            field = field
        ),
    }
}

/// Changes as a list.
pub(super) fn change_list(i18n: &I18n, changes: &[ChangeView]) -> Html {
    html! {
        <ul class="experiment-list">
            { for changes.iter().enumerate().map(|(index, it)| html! {
                <li key={index}>{ change(i18n, it) }</li>
            }) }
        </ul>
    }
}
