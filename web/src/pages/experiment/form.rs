//! The form that makes a manifest.

use super::manifest::now;
use super::words;
use crate::components::{ErrorNote, download};
use crate::hooks::{EngineError, use_engine, use_i18n, use_library, use_query};
use crate::i18n::I18n;
use crate::intake::SourceFile;
use crate::rich;
use crate::state::draft::{Draft, DraftAction, Field, LIMITS, ONE_TOOL, OVERRIDE, Rows, TASK};
use crate::t;
use crate::visible_text;
use crate::worker::{ExperimentQuestion, Freezing, Question};
use gloo::timers::callback::Timeout;
use gloo::utils::document;
use loopledger::experiment::SETTINGS;
use loopledger::view::experiment::{DraftView, FaultView, ManifestFileView, PrefillView};
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use web_sys::{HtmlElement, HtmlInputElement, HtmlSelectElement, HtmlTextAreaElement, SubmitEvent};
use yew::{
    AttrValue, Callback, Html, Properties, TargetCast as _, UseReducerHandle, component, html,
    platform::spawn_local, use_state_eq,
};

/// Properties of [`ManifestForm`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub(super) struct ManifestFormProps {
    /// What is typed.
    pub draft: UseReducerHandle<Draft>,
    /// What the loaded attempts know.
    pub prefill: Rc<PrefillView>,
}

/// What came of the last button.
#[derive(Debug, Clone, PartialEq)]
enum Outcome {
    Frozen(Rc<ManifestFileView>),
    Refused,
    Failed(EngineError),
}

/// What the parts of the form share.
struct Form<'f> {
    i18n: &'f I18n,
    draft: &'f UseReducerHandle<Draft>,
    faults: &'f [FaultView],
    is_refused: bool,
}

/// How something is typed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Line,
    Number,
    Lines,
}

/// The form.
#[component]
pub(super) fn ManifestForm(props: &ManifestFormProps) -> Html {
    let i18n = use_i18n();
    let engine = use_engine();
    let library = use_library();
    let ManifestFormProps { draft, prefill } = props;
    // Of one state of the form; a change makes it old.
    let outcome = use_state_eq(|| None::<(Draft, Outcome)>);
    let checked = use_query(Some((**draft).clone()), {
        let engine = engine.clone();
        move |draft: Draft| async move {
            let question = ExperimentQuestion::Check(draft.manifest());
            engine
                .question::<DraftView>(&Question::Experiment(question))
                .await
        }
    });
    let was_refused = outcome
        .as_ref()
        .is_some_and(|(_, outcome)| *outcome == Outcome::Refused);
    let current = outcome
        .as_ref()
        .filter(|(of, _)| *of == **draft)
        .map(|(_, outcome)| outcome);
    let faults = checked.ready().map_or(&[][..], |view| &view.faults);
    let on_submit = {
        let (engine, draft, outcome) = (engine.clone(), draft.clone(), outcome.setter());
        move |event: SubmitEvent| {
            event.prevent_default();
            let (engine, draft) = (engine.clone(), draft.clone());
            let outcome = outcome.clone();
            spawn_local(async move {
                let question = ExperimentQuestion::Freeze(draft.manifest(), now());
                let answer = engine.question(&Question::Experiment(question)).await;
                let what = match answer {
                    Ok(Freezing::Ok(file)) => {
                        download("experiment.json", "application/json", &file.text);
                        Outcome::Frozen(Rc::new(file))
                    }
                    Ok(Freezing::Err(view)) => {
                        focus_later(first_at_fault(&draft, &view.faults));
                        Outcome::Refused
                    }
                    Err(error) => Outcome::Failed(error),
                };
                outcome.set(Some(((*draft).clone(), what)));
            });
        }
    };
    let on_draft = {
        let (draft, outcome) = (draft.clone(), outcome.setter());
        Callback::from(move |_| {
            let (engine, draft) = (engine.clone(), draft.clone());
            let outcome = outcome.clone();
            spawn_local(async move {
                let question = ExperimentQuestion::File(draft.manifest());
                let answer = engine.question(&Question::Experiment(question)).await;
                match answer {
                    Ok(ManifestFileView { text, .. }) => {
                        download("experiment-draft.json", "application/json", &text);
                    }
                    Err(error) => {
                        outcome.set(Some(((*draft).clone(), Outcome::Failed(error))));
                    }
                }
            });
        })
    };
    let on_load = Callback::from(move |file: Rc<ManifestFileView>| {
        library.add(vec![SourceFile::new(
            "experiment.json",
            file.text.as_bytes(),
        )]);
    });
    let on_reset = dispatch(draft, || DraftAction::Reset);
    let form = Form {
        i18n: &i18n,
        draft,
        faults,
        is_refused: was_refused,
    };
    html! {
        <section aria-labelledby="experiment-form" class="no-print">
            <h2 id="experiment-form">{ t!(i18n, "experiment-form-title") }</h2>
            <p>{ t!(i18n, "experiment-form-text") }</p>
            { prefill_offer(&form, prefill) }
            <form class="experiment-form" onsubmit={on_submit} novalidate=true>
                { own(&form) }
                { tasks(&form) }
                { rubric(&form) }
                { baseline(&form) }
                { variants(&form) }
                <div class="experiment-actions">
                    <button type="submit" class="primary">{ t!(i18n, "experiment-freeze") }</button>
                    <button type="button" onclick={on_draft}>
                        { t!(i18n, "experiment-draft") }
                    </button>
                    if !draft.is_untouched() {
                        <button type="button" class="quiet" onclick={on_reset}>
                            { t!(i18n, "experiment-reset") }
                        </button>
                    }
                </div>
                <p role="status">
                    if let Some(view) = checked.ready() {
                        if view.faults.is_empty() {
                            { rich!(
                                i18n,
                                "experiment-ready",
                                digest = html! {
                                    <code class="experiment-digest">{ view.digest.clone() }</code>
                                },
                            ) }
                        } else {
                            { t!(i18n, "experiment-faults", n = view.faults.len() as u64) }
                        }
                    }
                </p>
                { outcome_note(&form, current, on_load) }
            </form>
        </section>
    }
}

fn outcome_note(
    form: &Form<'_>,
    outcome: Option<&Outcome>,
    on_load: Callback<Rc<ManifestFileView>>,
) -> Html {
    let Form { i18n, faults, .. } = form;
    match outcome {
        None => Html::default(),
        Some(Outcome::Failed(error)) => html! { <ErrorNote error={error.clone()} /> },
        Some(Outcome::Refused) => html! {
            <div class="error-note" role="alert">
                <p>{ t!(i18n, "experiment-refused") }</p>
                { words::fault_list(i18n, faults) }
            </div>
        },
        Some(Outcome::Frozen(file)) => {
            let digest = html! { <code class="experiment-digest">{ file.digest.clone() }</code> };
            let file = Rc::clone(file);
            html! {
                <div class="experiment-state" role="alert">
                    <p>{ rich!(i18n, "experiment-done", digest = digest) }</p>
                    <button type="button" onclick={move |_| on_load.emit(Rc::clone(&file))}>
                        { t!(i18n, "experiment-load") }
                    </button>
                </div>
            }
        }
    }
}

fn prefill_offer(form: &Form<'_>, prefill: &Rc<PrefillView>) -> Html {
    let (draft, known) = (form.draft, Rc::clone(prefill));
    if prefill.tasks.is_empty() && prefill.variants.is_empty() {
        return Html::default();
    }
    let on_prefill = dispatch(draft, move || DraftAction::Prefill(Rc::clone(&known)));
    html! {
        <p>
            <button type="button" onclick={on_prefill}>
                { t!(
                    form.i18n,
                    "experiment-prefill",
                    tasks = prefill.tasks.len() as u64,
                    variants = prefill.variants.len() as u64,
                ) }
            </button>
        </p>
    }
}

fn dispatch<E>(
    draft: &UseReducerHandle<Draft>,
    action: impl Fn() -> DraftAction + 'static,
) -> Callback<E> {
    let draft = draft.clone();
    Callback::from(move |_| draft.dispatch(action()))
}

/// Changes the rows, and takes the focus along, which would be lost with a row.
fn change_rows<E>(
    draft: &UseReducerHandle<Draft>,
    action: impl Fn() -> DraftAction + 'static,
    focus: String,
) -> Callback<E> {
    let draft = draft.clone();
    Callback::from(move |_| {
        draft.dispatch(action());
        focus_later(Some(focus.clone()));
    })
}

/// Focuses an element once it is drawn.
fn focus_later(id: Option<String>) {
    let Some(id) = id else { return };
    Timeout::new(0, move || {
        let element = document().get_element_by_id(&id);
        if let Some(element) = element.and_then(|it| it.dyn_into::<HtmlElement>().ok()) {
            // A field can take the focus.
            let _ = element.focus();
        }
    })
    .forget();
}

fn field_id(field: Field) -> String {
    match field {
        Field::Own(index) => format!("experiment-own-{index}"),
        Field::Enabled => "experiment-enabled".to_owned(),
        Field::Limit(index) => format!("experiment-limit-{index}"),
        Field::Override(row, index) => format!("experiment-override-{row}-{index}"),
        Field::Task(row, index) => format!("experiment-task-{row}-{index}"),
        Field::Variant(row, index) => format!("experiment-variant-{row}-{index}"),
    }
}

fn every_field(draft: &Draft) -> Vec<Field> {
    let rows = |count: usize, width: usize, field: fn(usize, usize) -> Field| {
        (0..count).flat_map(move |row| (0..width).map(move |index| field(row, index)))
    };
    (0..4)
        .map(Field::Own)
        .chain(rows(draft.tasks.len(), TASK.len(), Field::Task))
        .chain((4..8).map(Field::Own))
        .chain([Field::Enabled])
        .chain((0..LIMITS.len()).map(Field::Limit))
        .chain(rows(draft.overrides.len(), OVERRIDE.len(), Field::Override))
        .chain(rows(draft.variants.len(), 3, Field::Variant))
        .collect()
}

fn is_at(fault: &FaultView, pointer: &str) -> bool {
    let rest = fault.pointer.strip_prefix(pointer);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The id of the first field that is at fault.
fn first_at_fault(draft: &Draft, faults: &[FaultView]) -> Option<String> {
    let is_wrong = |field: &Field| {
        let pointer = field.pointer(draft);
        faults.iter().any(|fault| is_at(fault, &pointer))
    };
    every_field(draft).into_iter().find(is_wrong).map(|field| {
        // The value of one tool's override is typed as its thresholds.
        let is_one_tool = |row| draft.text(Field::Variant(row, 1)) == ONE_TOOL;
        match field {
            Field::Variant(row, 1) if is_one_tool(row) => field_id(Field::Variant(row, 3)),
            Field::Variant(row, 2) if is_one_tool(row) => field_id(Field::Variant(row, 4)),
            field => field_id(field),
        }
    })
}

impl Form<'_> {
    fn fault(&self, field: Field) -> Option<&FaultView> {
        let pointer = field.pointer(self.draft);
        self.faults.iter().find(|fault| is_at(fault, &pointer))
    }

    /// A field with its label and what is wrong with it.
    fn labelled(&self, field: Field, label: AttrValue, kind: Kind) -> Html {
        self.around(field, label, self.input(field, kind))
    }

    fn around(&self, field: Field, label: AttrValue, control: Html) -> Html {
        let id = field_id(field);
        html! {
            <div class="experiment-field">
                <label for={id.clone()}>{ label }</label>
                { control }
                if let Some(fault) = self.fault(field) {
                    <p
                        id={format!("{id}-fault")}
                        class={yew::classes!("experiment-fault", self.is_refused.then_some("bad"))}
                    >
                        { words::fault(self.i18n, fault) }
                    </p>
                }
            </div>
        }
    }

    fn input(&self, field: Field, kind: Kind) -> Html {
        let id = field_id(field);
        let fault = self.fault(field);
        let described = fault.map(|_| format!("{id}-fault"));
        let invalid = (self.is_refused && fault.is_some()).then_some("true");
        let value = self.draft.text(field).to_owned();
        if kind == Kind::Lines {
            let draft = self.draft.clone();
            let on_input = move |event: yew::InputEvent| {
                if let Some(area) = event.target_dyn_into::<HtmlTextAreaElement>() {
                    draft.dispatch(DraftAction::Edit(field, area.value()));
                }
            };
            return html! {
                <textarea
                    {id}
                    rows="3"
                    aria-invalid={invalid}
                    aria-describedby={described}
                    {value}
                    oninput={on_input}
                />
            };
        }
        let draft = self.draft.clone();
        let on_input = move |event: yew::InputEvent| {
            if let Some(input) = event.target_dyn_into::<HtmlInputElement>() {
                draft.dispatch(DraftAction::Edit(field, input.value()));
            }
        };
        html! {
            <input
                {id}
                type="text"
                inputmode={(kind == Kind::Number).then_some("numeric")}
                class={(kind == Kind::Number).then_some("num")}
                autocomplete="off"
                spellcheck="false"
                aria-invalid={invalid}
                aria-describedby={described}
                {value}
                oninput={on_input}
            />
        }
    }

    fn select(&self, field: Field, options: &[(&str, AttrValue)]) -> Html {
        let id = field_id(field);
        let fault = self.fault(field);
        let described = fault.map(|_| format!("{id}-fault"));
        let invalid = (self.is_refused && fault.is_some()).then_some("true");
        let chosen = self.draft.text(field);
        let draft = self.draft.clone();
        let on_change = move |event: yew::Event| {
            if let Some(select) = event.target_dyn_into::<HtmlSelectElement>() {
                draft.dispatch(DraftAction::Edit(field, select.value()));
            }
        };
        html! {
            <select {id} aria-invalid={invalid} aria-describedby={described} onchange={on_change}>
                { for options.iter().map(|(value, name)| html! {
                    <option
                        key={(*value).to_owned()}
                        value={(*value).to_owned()}
                        selected={*value == chosen}
                    >
                        { name.clone() }
                    </option>
                }) }
            </select>
        }
    }

    fn truth(&self, field: Field) -> Html {
        let options = [
            ("true", t!(self.i18n, "experiment-true")),
            ("false", t!(self.i18n, "experiment-false")),
        ];
        self.select(field, &options)
    }

    /// What is wrong with a list as a whole.
    fn list_fault(&self, pointer: &str) -> Html {
        let fault = self.faults.iter().find(|fault| fault.pointer == pointer);
        fault.map_or_else(Html::default, |fault| {
            html! { <p class="experiment-fault">{ words::fault(self.i18n, fault) }</p> }
        })
    }

    fn add(&self, rows: Rows, id: &'static str, text: AttrValue, first: Field) -> Html {
        let on_add = change_rows(self.draft, move || DraftAction::Add(rows), field_id(first));
        html! { <button type="button" {id} onclick={on_add}>{ text }</button> }
    }

    fn remove(&self, rows: Rows, index: usize, back: &str, name: AttrValue) -> Html {
        let on_remove = change_rows(
            self.draft,
            move || DraftAction::Remove(rows, index),
            back.to_owned(),
        );
        html! {
            <button type="button" class="quiet" aria-label={name} onclick={on_remove}>
                { t!(self.i18n, "experiment-remove") }
            </button>
        }
    }
}

fn own(form: &Form<'_>) -> Html {
    let i18n = form.i18n;
    html! {
        <fieldset>
            <legend>{ t!(i18n, "nav-experiment") }</legend>
            <div class="experiment-row">
                { form.labelled(Field::Own(0), t!(i18n, "experiment-id"), Kind::Line) }
                { form.labelled(Field::Own(1), t!(i18n, "experiment-revision"), Kind::Line) }
                { form.labelled(Field::Own(2), t!(i18n, "experiment-model"), Kind::Line) }
                { form.labelled(Field::Own(3), t!(i18n, "experiment-concurrency"), Kind::Number) }
            </div>
        </fieldset>
    }
}

fn tasks(form: &Form<'_>) -> Html {
    let i18n = form.i18n;
    let on_paste = {
        let draft = form.draft.clone();
        Callback::from(move |_| {
            let area = document().get_element_by_id("experiment-paste");
            if let Some(area) = area.and_then(|it| it.dyn_into::<HtmlTextAreaElement>().ok()) {
                draft.dispatch(DraftAction::Paste(area.value()));
                area.set_value("");
            }
        })
    };
    let count = form.draft.tasks.len();
    html! {
        <fieldset>
            <legend>{ t!(i18n, "experiment-tasks") }</legend>
            { form.list_fault("/tasks") }
            { for (0..count).map(|row| {
                let n = row as u64 + 1;
                html! {
                    <div key={row} class="experiment-row" role="group" aria-label={
                        t!(i18n, "experiment-task-n", n = n)
                    }>
                        { form.labelled(Field::Task(row, 0), t!(i18n, "experiment-task-id"), Kind::Line) }
                        { form.labelled(Field::Task(row, 1), t!(i18n, "experiment-task-title"), Kind::Line) }
                        { form.labelled(Field::Task(row, 2), t!(i18n, "experiment-criteria"), Kind::Lines) }
                        { form.remove(
                            Rows::Tasks,
                            row,
                            "experiment-add-task",
                            t!(i18n, "experiment-remove-task", n = n),
                        ) }
                    </div>
                }
            }) }
            { form.add(
                Rows::Tasks,
                "experiment-add-task",
                t!(i18n, "experiment-add-task"),
                Field::Task(count, 0),
            ) }
            <details>
                <summary>{ t!(i18n, "experiment-paste") }</summary>
                <div class="experiment-field">
                    <label for="experiment-paste">{ t!(i18n, "experiment-paste-label") }</label>
                    <textarea id="experiment-paste" rows="6" spellcheck="false" />
                </div>
                <button type="button" onclick={on_paste}>{ t!(i18n, "experiment-paste-add") }</button>
            </details>
        </fieldset>
    }
}

fn rubric(form: &Form<'_>) -> Html {
    let i18n = form.i18n;
    html! {
        <fieldset>
            <legend>{ t!(i18n, "experiment-rubric") }</legend>
            <div class="experiment-row">
                { form.labelled(Field::Own(4), t!(i18n, "experiment-rubric-id"), Kind::Line) }
                { form.labelled(Field::Own(5), t!(i18n, "experiment-version"), Kind::Line) }
                { form.labelled(Field::Own(6), t!(i18n, "experiment-rubric-criteria"), Kind::Lines) }
            </div>
        </fieldset>
    }
}

fn baseline(form: &Form<'_>) -> Html {
    let i18n = form.i18n;
    let count = form.draft.overrides.len();
    html! {
        <fieldset>
            <legend>{ t!(i18n, "experiment-baseline") }</legend>
            <div class="experiment-row">
                { form.labelled(Field::Own(7), t!(i18n, "experiment-variant-id"), Kind::Line) }
                { form.around(Field::Enabled, SETTINGS[0].into(), form.truth(Field::Enabled)) }
                { for LIMITS.iter().enumerate().map(|(index, name)| {
                    form.labelled(Field::Limit(index), AttrValue::from(*name), Kind::Number)
                }) }
            </div>
            { for (0..count).map(|row| {
                let tool = form.draft.text(Field::Override(row, 0)).to_owned();
                html! {
                    <div key={row} class="experiment-row" role="group" aria-label={
                        t!(i18n, "experiment-override-n", n = row as u64 + 1)
                    }>
                        { form.labelled(Field::Override(row, 0), t!(i18n, "experiment-tool"), Kind::Line) }
                        { form.labelled(Field::Override(row, 1), AttrValue::from(OVERRIDE[1]), Kind::Number) }
                        { form.labelled(Field::Override(row, 2), AttrValue::from(OVERRIDE[2]), Kind::Number) }
                        { form.remove(
                            Rows::Overrides,
                            row,
                            "experiment-add-override",
                            t!(i18n, "experiment-remove-override", tool = tool),
                        ) }
                    </div>
                }
            }) }
            { form.add(
                Rows::Overrides,
                "experiment-add-override",
                t!(i18n, "experiment-add-override"),
                Field::Override(count, 0),
            ) }
        </fieldset>
    }
}

fn variants(form: &Form<'_>) -> Html {
    let i18n = form.i18n;
    let count = form.draft.variants.len();
    html! {
        <fieldset>
            <legend>{ t!(i18n, "experiment-variants") }</legend>
            <p class="detail">{ t!(i18n, "experiment-variants-text") }</p>
            { form.list_fault("/variants") }
            { for (0..count).map(|row| variant(form, row)) }
            { form.add(
                Rows::Variants,
                "experiment-add-variant",
                t!(i18n, "experiment-add-variant"),
                Field::Variant(count, 0),
            ) }
        </fieldset>
    }
}

fn variant(form: &Form<'_>, row: usize) -> Html {
    let i18n = form.i18n;
    let field = |index| Field::Variant(row, index);
    let setting = form.draft.text(field(1));
    let mut options = vec![("", t!(i18n, "experiment-choose"))];
    options.extend(SETTINGS.iter().map(|name| (*name, AttrValue::from(*name))));
    options.push((ONE_TOOL, t!(i18n, "experiment-one-tool")));
    // What a file says stays, so that it can be seen and mended.
    if !options.iter().any(|(value, _)| *value == setting) {
        options.push((setting, visible_text(setting)));
    }
    let value = t!(i18n, "column-value");
    let n = row as u64 + 1;
    html! {
        <div key={row} class="experiment-row" role="group" aria-label={
            t!(i18n, "experiment-variant-n", n = n)
        }>
            { form.labelled(field(0), t!(i18n, "experiment-variant-id"), Kind::Line) }
            { form.around(field(1), t!(i18n, "column-setting"), form.select(field(1), &options)) }
            if setting == ONE_TOOL {
                { form.labelled(field(3), t!(i18n, "experiment-tool"), Kind::Line) }
                { form.labelled(field(4), AttrValue::from(OVERRIDE[1]), Kind::Number) }
                { form.labelled(field(5), AttrValue::from(OVERRIDE[2]), Kind::Number) }
            } else if setting == SETTINGS[0] {
                { form.around(field(2), value, form.truth(field(2))) }
            } else {
                { form.labelled(field(2), value, Kind::Number) }
            }
            { form.remove(
                Rows::Variants,
                row,
                "experiment-add-variant",
                t!(i18n, "experiment-remove-variant", n = n),
            ) }
        </div>
    }
}
