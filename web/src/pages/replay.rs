//! A run, step by step.

use crate::components::NothingHere;
use crate::components::replay::ReplayScreen;
use crate::hooks::{use_address, use_i18n, use_library};
use crate::route::Address;
use crate::state::Data;
use crate::t;
use loopledger::view::RunView;
use std::rc::Rc;
use yew::{AttrValue, Html, component, html, use_memo};

/// The Replay page.
#[component]
pub fn ReplayPage() -> Html {
    let i18n = use_i18n();
    let library = use_library();
    let address = use_address();
    let runs = use_memo(library.generation, |_| -> Rc<[RunView]> {
        library
            .data
            .as_ref()
            .map(|data| data.runs.as_slice())
            .unwrap_or_default()
            .into()
    });
    let of_attempt = library
        .data
        .as_ref()
        .and_then(|data| run_of_attempt(data, address.address()));
    let wanted = address.get("run").or(of_attempt);
    let found = wanted.is_some_and(|wanted| runs.iter().any(|run| run.key == wanted));
    html! {
        <div class="page replay">
            <h1>{ t!(i18n, "nav-replay") }</h1>
            if let Some(run) = shown(&runs, wanted) {
                if let Some(wanted) = wanted.filter(|_| !found) {
                    <p class="replay-note" role="status">
                        { t!(i18n, "replay-run-missing", run = wanted) }
                    </p>
                }
                <ReplayScreen runs={Rc::clone(&*runs)} run={AttrValue::from(run.key.clone())} />
            } else {
                <NothingHere text={t!(i18n, "replay-nothing")} />
            }
        </div>
    }
}

/// The run that an address shows on this page.
pub fn shown_run<'a>(data: &'a Data, address: &Address) -> Option<&'a RunView> {
    let wanted = address.query.get("run");
    shown(&data.runs, wanted.or_else(|| run_of_attempt(data, address)))
}

/// The run of the attempt that an address names.
fn run_of_attempt<'a>(data: &'a Data, address: &Address) -> Option<&'a str> {
    let id = address.query.get("attempt")?;
    let attempt = data
        .attempts
        .iter()
        .find(|attempt| attempt.attempt_id == id)?;
    attempt.run.as_deref()
}

/// The run that is asked for, else the first with an intervention, else the first.
fn shown<'a>(runs: &'a [RunView], wanted: Option<&str>) -> Option<&'a RunView> {
    runs.iter()
        .find(|run| Some(run.key.as_str()) == wanted)
        .or_else(|| runs.iter().find(|run| run.interventions > 0))
        .or_else(|| runs.first())
}
