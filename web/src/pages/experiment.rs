//! What was fixed beforehand, and what was recorded.

mod form;
mod manifest;
mod records;
mod words;

use crate::components::{ErrorNote, Link};
use crate::hooks::{use_address, use_draft, use_engine, use_i18n, use_library, use_query};
use crate::route::Page;
use crate::state::Loading;
use crate::t;
use crate::worker::{ExperimentQuestion, Question};
use form::ManifestForm;
use loopledger::view::experiment::ExperimentsView;
use manifest::{ManifestProps, ManifestSection};
use std::rc::Rc;
use yew::{Html, component, html};

/// Key of the address that shows the form beside manifests.
const FORM: &str = "form";

/// The Experiment page.
#[component]
pub fn ExperimentPage() -> Html {
    let i18n = use_i18n();
    let address = use_address();
    let library = use_library();
    let engine = use_engine();
    let draft = use_draft();
    let ids: Vec<u64> = library.files().iter().map(|file| file.id).collect();
    let overview = use_query(Some(ids), move |_| async move {
        let question = Question::Experiment(ExperimentQuestion::Overview);
        engine
            .question::<ExperimentsView>(&question)
            .await
            .map(Rc::new)
    });
    let view = overview.ready().cloned().unwrap_or_default();
    let is_form_shown = view.manifests.is_empty() || address.get(FORM).is_some();
    let note = if let Loading::Failed(error) = &overview {
        html! { <ErrorNote error={error.clone()} /> }
    } else {
        Html::default()
    };
    // What is not known yet is not said to be missing.
    let is_known = overview.ready().is_some();
    html! {
        <div class="page experiment">
            <h1>{ t!(i18n, "nav-experiment") }</h1>
            { note }
            if is_known {
                <p class="lead">{ t!(i18n, "experiment-lead") }</p>
                { for (0..view.manifests.len()).map(|index| {
                    let props = ManifestProps { view: Rc::clone(&view), index, draft: draft.clone() };
                    html! { <ManifestSection key={index} ..props /> }
                }) }
                if is_form_shown {
                    <ManifestForm {draft} prefill={Rc::new(view.prefill.clone())} />
                } else {
                    <p class="no-print">
                        <Link to={address.link(Page::Experiment).with(FORM, Some("1"))}>
                            { t!(i18n, "experiment-make-another") }
                        </Link>
                    </p>
                }
            }
        </div>
    }
}
