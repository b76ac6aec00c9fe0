//! One limit over a range, and what raising it can cost.

mod choices;
mod chosen;
mod drawing;
mod sweeping;
mod table;

use crate::components::replay::settings_of;
use crate::components::{ErrorNote, FilePickers, NothingHere};
use crate::hooks::{
    AddressHandle, Engine, use_address, use_engine, use_i18n, use_library, use_query,
};
use crate::i18n::I18n;
use crate::state::Loading;
use crate::t;
use crate::worker::{LimitsQuestion, Question};
use choices::Choice;
use loopledger::model::Proposal;
use loopledger::view::limits::{SweepBasis, SweepRow, SweepView};
use std::rc::Rc;
use sweeping::{Sweeping, use_sweep};
use yew::{Callback, Html, Properties, component, html, use_state_eq};

/// The Limits page.
#[component]
pub fn LimitsPage() -> Html {
    let i18n = use_i18n();
    let library = use_library();
    let address = use_address();
    let engine = use_engine();
    let runs = library.data.as_ref().map_or(0, |data| data.runs.len());
    let settings = settings_of(address.get("revision"), address.get("limits"));
    let variant = address.get("variant").map(str::to_owned);

    let generation = library.generation;
    let basis = use_query(
        (runs > 0).then(|| (generation, settings.clone(), variant.clone())),
        {
            let engine = engine.clone();
            move |(_, settings, variant)| async move {
                let question = LimitsQuestion::Basis { settings, variant };
                ask::<SweepBasis>(&engine, question).await.map(Rc::new)
            }
        },
    );
    let choice = basis
        .ready()
        .map(|basis| Choice::from_address(&address, settings, basis));
    let proposals = use_query((generation > 0).then_some(generation), {
        let engine = engine.clone();
        move |_| async move {
            ask::<Vec<Proposal>>(&engine, LimitsQuestion::Proposals)
                .await
                .map(Rc::<[Proposal]>::from)
        }
    });
    if runs == 0 {
        let text = if library.is_empty() {
            t!(i18n, "limits-nothing")
        } else {
            t!(i18n, "limits-no-runs")
        };
        return html! {
            <div class="page limits">
                <h1>{ t!(i18n, "nav-limits") }</h1>
                <p class="limits-lead">{ t!(i18n, "limits-lead") }</p>
                <NothingHere {text} />
                if !library.is_empty() {
                    <FilePickers />
                }
                { loaded(&i18n, &address, proposals.ready()) }
            </div>
        };
    }
    html! {
        <div class="page limits">
            <h1>{ t!(i18n, "nav-limits") }</h1>
            <p class="limits-lead">{ t!(i18n, "limits-lead") }</p>
            { match (&basis, &choice) {
                (Loading::Failed(error), _) => html! { <ErrorNote error={error.clone()} /> },
                (_, Some(choice)) => html! {
                    <>
                        { choices::form(&i18n, &address, choice) }
                        { choices::basis(&i18n, choice) }
                        <Swept choice={choice.clone()} {generation} />
                    </>
                },
                _ => html! { <p role="status">{ t!(i18n, "limits-reading") }</p> },
            } }
            { loaded(&i18n, &address, proposals.ready()) }
        </div>
    }
}

/// Properties of [`Swept`].
#[derive(Debug, Clone, PartialEq, Properties)]
struct SweptProps {
    /// What is swept.
    choice: Choice,
    /// Counts the changes of the files.
    generation: u64,
}

/// The sweep as far as it is, apart from the choices: somebody may be typing there while it goes on.
#[component]
fn Swept(props: &SweptProps) -> Html {
    let i18n = use_i18n();
    let address = use_address();
    let engine = use_engine();
    let SweptProps { choice, generation } = props;
    let request = choice.request();
    let sweep = use_sweep(request, *generation);
    let value = choice.value;
    let rows = use_query(
        sweep
            .view
            .as_ref()
            .zip(value)
            .filter(|(view, value)| {
                let swept = view.values.iter().find(|it| it.value == *value);
                swept.is_some_and(|it| it.figures.is_some())
            })
            .map(|(view, value)| (*generation, view.request.clone(), value)),
        {
            let engine = engine.clone();
            move |(_, request, value)| async move {
                let question = LimitsQuestion::Rows { request, value };
                ask::<Vec<SweepRow>>(&engine, question)
                    .await
                    .map(Rc::<[SweepRow]>::from)
            }
        },
    );
    let refused = use_state_eq(|| None);
    let on_export = {
        let (engine, refused) = (engine.clone(), refused.setter());
        Callback::from(move |(request, to)| {
            chosen::export(engine.clone(), request, to, refused.clone());
        })
    };
    html! {
        <>
            { status(&i18n, &sweep) }
            if let Some(view) = &sweep.view {
                { outcome(&i18n, &address, view, choice) }
                { chosen::section(&i18n, &address, view, choice, &rows, &on_export) }
            }
            if let Some(error) = (*refused).clone() {
                <ErrorNote {error} />
            }
        </>
    }
}

async fn ask<T: serde::de::DeserializeOwned>(
    engine: &Engine,
    question: LimitsQuestion,
) -> Result<T, crate::hooks::EngineError> {
    engine.question(&Question::Limits(question)).await
}

/// How far the sweep is, with Cancel, or that it was cancelled, with a way to go on.
fn status(i18n: &I18n, sweep: &Sweeping) -> Html {
    if let Some(error) = &sweep.error {
        return html! { <ErrorNote error={error.clone()} /> };
    }
    if sweep.is_cancelled {
        return html! {
            <p class="limits-status" role="status">
                { t!(i18n, "limits-cancelled", percent = percent(sweep)) }
                { " " }
                <button type="button" onclick={sweep.on_resume.reform(|_| ())}>
                    { t!(i18n, "limits-resume") }
                </button>
            </p>
        };
    }
    if sweep.progress.is_none() {
        return html! { <p class="limits-status visually-hidden" role="status"></p> };
    }
    let label = t!(i18n, "limits-progress", percent = percent(sweep));
    html! {
        <p class="limits-status" role="status">
            <progress value={percent(sweep).to_string()} max="100" aria-label={label.clone()} />
            { " " }
            { label }
            { " " }
            <button type="button" onclick={sweep.on_cancel.reform(|_| ())}>
                { t!(i18n, "cancel") }
            </button>
        </p>
    }
}

fn percent(sweep: &Sweeping) -> u64 {
    match sweep.progress {
        Some((done, total)) if total > 0 => done.saturating_mul(100) / total,
        _ => 0,
    }
}

/// The chart with its legend, and the table of its numbers.
fn outcome(i18n: &I18n, address: &AddressHandle, view: &Rc<SweepView>, choice: &Choice) -> Html {
    html! {
        <section aria-labelledby="limits-sweep">
            <h2 id="limits-sweep">{ t!(i18n, "limits-sweep-title") }</h2>
            <p class="replay-note">{ t!(i18n, "limits-sweep-text") }</p>
            <drawing::SweepFigure view={Rc::clone(view)} value={choice.value} />
            { table::sweep(i18n, address, view, choice) }
        </section>
    }
}

/// The proposals that were loaded.
fn loaded(i18n: &I18n, address: &AddressHandle, proposals: Option<&Rc<[Proposal]>>) -> Html {
    match proposals {
        Some(proposals) if !proposals.is_empty() => chosen::proposals(i18n, address, proposals),
        _ => Html::default(),
    }
}
