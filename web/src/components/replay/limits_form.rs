//! Other limits, as a form.

use crate::hooks::use_i18n;
use crate::i18n::I18n;
use crate::state::replay::limits::{LimitField, LimitProblem};
use crate::state::replay::what_if::{WhatIf, WhatIfAction};
use crate::t;
use loopledger::model::EffectiveConfiguration;
use web_sys::{HtmlInputElement, InputEvent, SubmitEvent};
use yew::{
    AttrValue, Callback, Html, Properties, TargetCast as _, UseReducerHandle, component, html,
    use_state_eq,
};

/// Properties of [`LimitsForm`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub(super) struct LimitsFormProps {
    /// What is typed.
    pub form: UseReducerHandle<WhatIf>,
    /// Tools of the run, to be offered for an override.
    pub tools: Vec<String>,
    /// Whether other limits than the recorded ones are in force.
    pub is_what_if: bool,
    /// Applies limits.
    pub on_apply: Callback<EffectiveConfiguration>,
    /// Back to the recorded ones.
    pub on_reset: Callback<()>,
}

type Problems = Vec<(LimitField, LimitProblem)>;

/// The form of other limits.
#[component]
pub(super) fn LimitsForm(props: &LimitsFormProps) -> Html {
    let i18n = use_i18n();
    let LimitsFormProps {
        form,
        tools,
        is_what_if,
        on_apply,
        on_reset,
    } = props;
    // Problems are named once Apply was tried, and then as long as there are any.
    let was_tried = use_state_eq(|| false);
    let checked = form.draft.check();
    let problems: Problems = match &checked {
        Err(problems) if *was_tried => problems.clone(),
        _ => Vec::new(),
    };
    let on_submit = {
        let (was_tried, on_apply) = (was_tried.setter(), on_apply.clone());
        move |event: SubmitEvent| {
            event.prevent_default();
            match &checked {
                Ok(limits) => {
                    was_tried.set(false);
                    on_apply.emit(limits.clone());
                }
                Err(_) => was_tried.set(true),
            }
        }
    };
    let on_defaults = dispatch(form, || WhatIfAction::Defaults);
    let on_add = dispatch(form, || WhatIfAction::AddOverride);
    let on_reset = {
        let (form, on_reset) = (form.clone(), on_reset.clone());
        move |_| {
            form.dispatch(WhatIfAction::Discard);
            on_reset.emit(());
        }
    };
    html! {
        <form class="replay-limits" onsubmit={on_submit} novalidate=true>
            { fields(&i18n, form, &problems) }
            { overrides(&i18n, form, tools, &problems) }
            <div class="replay-limits-actions">
                <button type="submit" class="primary">{ t!(i18n, "replay-apply") }</button>
                <button type="button" onclick={on_add}>{ t!(i18n, "replay-override-add") }</button>
                <button type="button" onclick={on_defaults}>{ t!(i18n, "replay-defaults") }</button>
                if *is_what_if || form.is_changed() {
                    <button type="button" onclick={on_reset}>{ t!(i18n, "replay-reset") }</button>
                }
                if !problems.is_empty() {
                    <p class="replay-problem" role="alert">
                        { t!(i18n, "replay-problems", count = problems.len() as u64) }
                    </p>
                } else if form.is_changed() {
                    <p class="replay-note">{ t!(i18n, "replay-not-applied") }</p>
                }
            </div>
        </form>
    }
}

fn dispatch<E>(
    form: &UseReducerHandle<WhatIf>,
    action: impl Fn() -> WhatIfAction + 'static,
) -> Callback<E> {
    let form = form.clone();
    Callback::from(move |_| form.dispatch(action()))
}

/// The limits of both windows.
fn fields(i18n: &I18n, form: &UseReducerHandle<WhatIf>, problems: &Problems) -> Html {
    let field = |field, label| limit_field(i18n, form, field, label, problems);
    html! {
        <div class="replay-limits-windows">
            <fieldset>
                <legend>{ t!(i18n, "replay-history-title") }</legend>
                { field(LimitField::WarnThreshold, t!(i18n, "replay-limit-warn")) }
                { field(LimitField::HardLimit, t!(i18n, "replay-limit-stop")) }
                { field(LimitField::WindowSize, t!(i18n, "replay-limit-window")) }
            </fieldset>
            <fieldset>
                <legend>{ t!(i18n, "replay-frequency-title") }</legend>
                { field(LimitField::ToolFreqWarn, t!(i18n, "replay-limit-freq-warn")) }
                { field(LimitField::ToolFreqHardLimit, t!(i18n, "replay-limit-freq-stop")) }
            </fieldset>
        </div>
    }
}

/// An id for a field, to which its problem is tied.
fn field_id(field: LimitField) -> String {
    match field {
        LimitField::OverrideTool(row) => format!("replay-limit-override-{row}-tool"),
        LimitField::OverrideWarn(row) => format!("replay-limit-override-{row}-warn"),
        LimitField::OverrideHardLimit(row) => format!("replay-limit-override-{row}-hard-limit"),
        other => format!("replay-limit-{}", other.setting()),
    }
}

fn limit_field(
    i18n: &I18n,
    form: &UseReducerHandle<WhatIf>,
    field: LimitField,
    label: AttrValue,
    problems: &Problems,
) -> Html {
    let id = field_id(field);
    html! {
        <div class="replay-limit">
            <label for={id.clone()}>
                { label }
                <code>{ field.setting() }</code>
            </label>
            { input(form, field, problems, None) }
            { problem(i18n, field, problems) }
        </div>
    }
}

fn input(
    form: &UseReducerHandle<WhatIf>,
    field: LimitField,
    problems: &Problems,
    label: Option<AttrValue>,
) -> Html {
    let id = field_id(field);
    let is_wrong = problems.iter().any(|(at, _)| *at == field);
    let is_tool = matches!(field, LimitField::OverrideTool(_));
    let on_input = {
        let form = form.clone();
        move |event: InputEvent| {
            if let Some(input) = event.target_dyn_into::<HtmlInputElement>() {
                form.dispatch(WhatIfAction::Edit(field, input.value()));
            }
        }
    };
    html! {
        <input
            id={id.clone()}
            type="text"
            inputmode={(!is_tool).then_some("numeric")}
            list={is_tool.then_some("replay-tool-names")}
            size={if is_tool { "16" } else { "7" }}
            autocomplete="off"
            spellcheck="false"
            aria-label={label}
            aria-invalid={is_wrong.then_some("true")}
            aria-describedby={is_wrong.then(|| format!("{id}-problem"))}
            value={form.draft.text(field).to_owned()}
            oninput={on_input}
        />
    }
}

fn problem(i18n: &I18n, field: LimitField, problems: &Problems) -> Html {
    let Some((_, problem)) = problems.iter().find(|(at, _)| *at == field) else {
        return Html::default();
    };
    let text = match problem {
        LimitProblem::NotWhole => t!(i18n, "replay-problem-not-whole"),
        LimitProblem::BelowOne => t!(i18n, "replay-problem-below-one"),
        LimitProblem::BelowWarn => t!(i18n, "replay-problem-below-warn"),
        LimitProblem::NoTool => t!(i18n, "replay-problem-no-tool"),
        LimitProblem::SameTool => t!(i18n, "replay-problem-same-tool"),
    };
    html! {
        <p id={format!("{}-problem", field_id(field))} class="replay-problem">{ text }</p>
    }
}

/// Thresholds of single tools.
fn overrides(
    i18n: &I18n,
    form: &UseReducerHandle<WhatIf>,
    tools: &[String],
    problems: &Problems,
) -> Html {
    if form.draft.overrides.is_empty() {
        return Html::default();
    }
    let rows = (0..form.draft.overrides.len())
        .map(|row| override_row(i18n, form, row, problems))
        .collect::<Html>();
    html! {
        <fieldset class="replay-overrides">
            <legend>{ t!(i18n, "replay-overrides-title") }</legend>
            <p class="replay-note">{ t!(i18n, "replay-overrides-note") }</p>
            <datalist id="replay-tool-names">
                { for tools.iter().map(|tool| html! { <option value={tool.clone()} /> }) }
            </datalist>
            { rows }
        </fieldset>
    }
}

fn override_row(
    i18n: &I18n,
    form: &UseReducerHandle<WhatIf>,
    row: usize,
    problems: &Problems,
) -> Html {
    let tool = form.draft.text(LimitField::OverrideTool(row)).to_owned();
    let cell = |field, label: AttrValue| {
        html! {
            <div class="replay-limit">
                <label for={field_id(field)}>{ label }</label>
                { input(form, field, problems, None) }
                { problem(i18n, field, problems) }
            </div>
        }
    };
    html! {
        <div key={row} class="replay-override-row">
            { cell(LimitField::OverrideTool(row), t!(i18n, "replay-override-tool")) }
            { cell(LimitField::OverrideWarn(row), t!(i18n, "replay-override-warn")) }
            { cell(LimitField::OverrideHardLimit(row), t!(i18n, "replay-override-stop")) }
            <button
                type="button"
                class="quiet"
                aria-label={t!(i18n, "replay-override-remove-name", tool = tool)}
                onclick={dispatch(form, move || WhatIfAction::RemoveOverride(row))}
            >
                { t!(i18n, "replay-override-remove") }
            </button>
        </div>
    }
}
