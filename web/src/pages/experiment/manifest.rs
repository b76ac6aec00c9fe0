//! One manifest: whether it is frozen, what is, and what was recorded under it.

use super::records::records;
use super::{FORM, words};
use crate::components::{PlaceButton, download};
use crate::hooks::{use_address, use_engine, use_i18n};
use crate::i18n::I18n;
use crate::rich;
use crate::route::Page;
use crate::state::draft::{Draft, DraftAction, limit};
use crate::t;
use crate::visible_text;
use crate::worker::{ExperimentQuestion, Freezing, Question};
use loopledger::model::experiment::{Experiment, Rubric};
use loopledger::view::experiment::{ExperimentsView, ManifestView};
use std::rc::Rc;
use yew::{
    AttrValue, Callback, Html, Properties, UseReducerHandle, component, html, platform::spawn_local,
};

/// Properties of [`ManifestSection`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub(super) struct ManifestProps {
    /// All manifests.
    pub view: Rc<ExperimentsView>,
    /// Which one.
    pub index: usize,
    /// The form, into which it can be copied.
    pub draft: UseReducerHandle<Draft>,
}

/// One manifest.
#[component]
pub(super) fn ManifestSection(props: &ManifestProps) -> Html {
    let i18n = use_i18n();
    let address = use_address();
    let engine = use_engine();
    let Some(view) = props.view.manifests.get(props.index) else {
        return Html::default();
    };
    let on_copy = {
        let (draft, manifest) = (props.draft.clone(), Rc::new(view.manifest.clone()));
        let to = address.link(Page::Experiment).with(FORM, Some("1"));
        Callback::from(move |_| {
            draft.dispatch(DraftAction::Load(Rc::clone(&manifest)));
            address.push(&to);
        })
    };
    let on_freeze = {
        let manifest = view.manifest.clone();
        Callback::from(move |_| {
            let question = ExperimentQuestion::Freeze(manifest.clone(), now());
            let engine = engine.clone();
            spawn_local(async move {
                let answer = engine.question(&Question::Experiment(question)).await;
                // It was checked before the button was shown.
                if let Ok(Freezing::Ok(file)) = answer {
                    download("experiment.json", "application/json", &file.text);
                }
            });
        })
    };
    let id = format!("experiment-{}", props.index);
    let is_ready = view.changes.is_none() && view.faults.is_empty() && !view.is_redacted;
    html! {
        <section aria-labelledby={id.clone()}>
            <h2 {id}>{ visible_text(&view.manifest.experiment_id) }</h2>
            if let Some(place) = &view.place {
                <p class="detail">
                    <PlaceButton label={t!(i18n, "nav-experiment")} place={place.clone()} />
                </p>
            }
            { state(&i18n, view) }
            <p class="buttons no-print">
                if is_ready {
                    <button type="button" class="primary" onclick={on_freeze}>
                        { t!(i18n, "experiment-freeze") }
                    </button>
                }
                if !view.is_redacted {
                    <button type="button" onclick={on_copy}>
                        { t!(i18n, "experiment-copy") }
                    </button>
                }
            </p>
            { content(&i18n, &view.manifest) }
            { records(&i18n, view) }
        </section>
    }
}

/// The time, RFC 3339.
pub(super) fn now() -> Option<String> {
    js_sys::Date::new_0().to_iso_string().as_string()
}

/// Whether it is frozen, and what stands against it.
fn state(i18n: &I18n, view: &ManifestView) -> Html {
    let digest = view.digest.clone().map_or_else(
        || html! { <span class="null-word">{ t!(i18n, "null-word") }</span> },
        |digest| html! { <code class="experiment-digest">{ digest }</code> },
    );
    let at = view.manifest.frozen.as_ref();
    let at = at.and_then(|frozen| frozen.frozen_at.clone());
    let text = match &view.changes {
        None => t!(i18n, "experiment-not-frozen"),
        Some(changes) if !changes.is_empty() => t!(i18n, "experiment-changed"),
        Some(_) if view.is_redacted => t!(i18n, "experiment-frozen-redacted"),
        Some(_) => match at {
            Some(at) => t!(i18n, "experiment-frozen-at", at = at),
            None => t!(i18n, "experiment-frozen"),
        },
    };
    let changes = view.changes.as_deref().unwrap_or_default();
    let is_sound = changes.is_empty() && view.faults.is_empty();
    let class = if is_sound {
        "experiment-state"
    } else {
        "error-note"
    };
    html! {
        <div {class} role="note">
            <p>{ text }</p>
            <p>{ rich!(i18n, "experiment-digest", digest = digest) }</p>
            if !changes.is_empty() {
                { words::change_list(i18n, changes) }
            }
            if !view.faults.is_empty() {
                <p>{ t!(i18n, "experiment-faults", n = view.faults.len() as u64) }</p>
                { words::fault_list(i18n, &view.faults) }
            }
        </div>
    }
}

/// What is frozen, or is to be.
fn content(i18n: &I18n, manifest: &Experiment) -> Html {
    let fact = |name: AttrValue, value: Option<AttrValue>| {
        let value = value.unwrap_or_else(|| t!(i18n, "experiment-missing"));
        html! { <div><dt>{ name }</dt><dd>{ value }</dd></div> }
    };
    let text = |text: &Option<String>| text.as_deref().map(visible_text);
    let number = manifest.concurrency.map(|n| AttrValue::from(n.to_string()));
    html! {
        <>
            <dl class="facts">
                { fact(t!(i18n, "experiment-revision"), text(&manifest.source_revision)) }
                { fact(t!(i18n, "experiment-model"), text(&manifest.model_configuration)) }
                { fact(t!(i18n, "experiment-concurrency"), number) }
            </dl>
            { variants(i18n, manifest) }
            <details>
                <summary>
                    { t!(i18n, "experiment-tasks-n", n = manifest.tasks.len() as u64) }
                </summary>
                <dl class="experiment-tasks">
                    { for manifest.tasks.iter().enumerate().map(|(index, task)| {
                        let title = task.title.as_deref().unwrap_or_default();
                        html! {
                            <div key={index}>
                                <dt>
                                    <code>{ visible_text(&task.task_id) }</code>
                                    { " " }
                                    { visible_text(title) }
                                </dt>
                                <dd>{ list(&task.acceptance_criteria) }</dd>
                            </div>
                        }
                    }) }
                </dl>
            </details>
            if let Some(rubric) = &manifest.rubric {
                <details>
                    <summary>{ rubric_name(i18n, rubric) }</summary>
                    { list(&rubric.criteria) }
                </details>
            }
        </>
    }
}

fn rubric_name(i18n: &I18n, rubric: &Rubric) -> AttrValue {
    let name = rubric.rubric.clone();
    match &rubric.rubric_version {
        Some(version) => t!(
            i18n,
            "experiment-rubric-version",
            name = name,
            version = version.clone()
        ),
        None => t!(i18n, "experiment-rubric-name", name = name),
    }
}

fn list(texts: &[String]) -> Html {
    html! {
        <ul class="experiment-list">
            { for texts.iter().enumerate().map(|(index, text)| html! {
                <li key={index}>{ visible_text(text) }</li>
            }) }
        </ul>
    }
}

/// The baseline, and what each variant changes in it.
fn variants(i18n: &I18n, manifest: &Experiment) -> Html {
    let configuration = &manifest.baseline.configuration;
    let before = |setting: &str| match setting.strip_prefix("tool_freq_overrides.") {
        Some(tool) => configuration.tool_freq_overrides.get(tool).map_or_else(
            || "null".to_owned(),
            |it| format!("{{\"warn\":{},\"hard_limit\":{}}}", it.warn, it.hard_limit),
        ),
        None if setting == "enabled" => configuration.enabled.to_string(),
        None => limit(configuration, setting).unwrap_or_default(),
    };
    html! {
        <div
            class="scroll"
            tabindex="0"
            role="group"
            aria-label={t!(i18n, "experiment-variants")}
        >
            <table class="ledger">
                <caption>
                    { t!(
                        i18n,
                        "experiment-variants-caption",
                        baseline = manifest.baseline.variant_id.clone(),
                    ) }
                </caption>
                <thead>
                    <tr>
                        <th scope="col">{ t!(i18n, "column-variant") }</th>
                        <th scope="col">{ t!(i18n, "column-setting") }</th>
                        <th scope="col">{ t!(i18n, "experiment-column-before") }</th>
                        <th scope="col">{ t!(i18n, "experiment-column-after") }</th>
                    </tr>
                </thead>
                <tbody>
                    { for manifest.variants.iter().enumerate().map(|(index, variant)| html! {
                        <tr key={index}>
                            <th scope="row">{ visible_text(&variant.variant_id) }</th>
                            <td><code>{ visible_text(&variant.setting) }</code></td>
                            <td><code>{ visible_text(&before(&variant.setting)) }</code></td>
                            <td><code>{ visible_text(&variant.value) }</code></td>
                        </tr>
                    }) }
                </tbody>
            </table>
        </div>
    }
}
