//! Which run this is, what the detector makes of it, and how far that can be trusted.

use super::words;
use crate::i18n::I18n;
use crate::t;
use crate::visible_text;
use loopledger::view::{ReplayView, RunView};
use web_sys::{Event, HtmlSelectElement};
use yew::{AttrValue, Callback, Html, TargetCast as _, html};

/// The choice of a run, grouped by file; a run that is alone is only named.
pub(super) fn run_picker(
    i18n: &I18n,
    runs: &[RunView],
    chosen: &str,
    on_choose: &Callback<String>,
) -> Html {
    if let [run] = runs {
        return html! {
            <p class="replay-run">
                { words::run_name(i18n, run) }
                { " · " }
                <span class="replay-file">{ visible_text(&run.file) }</span>
            </p>
        };
    }
    let on_change = on_choose.reform(|event: Event| {
        event
            .target_dyn_into::<HtmlSelectElement>()
            .map(|select| select.value())
            .unwrap_or_default()
    });
    let mut files: Vec<&str> = Vec::new();
    for run in runs {
        if !files.contains(&run.file.as_str()) {
            files.push(&run.file);
        }
    }
    html! {
        <div class="replay-run">
            <label for="replay-run-choice">{ t!(i18n, "replay-run") }</label>
            <select id="replay-run-choice" onchange={on_change}>
                { for files.into_iter().map(|file| html! {
                    <optgroup key={file.to_owned()} label={file.to_owned()}>
                        { for runs.iter().filter(|run| run.file == file).map(|run| html! {
                            <option
                                key={run.key.clone()}
                                value={run.key.clone()}
                                selected={run.key == chosen}
                            >
                                { words::run_name(i18n, run) }
                            </option>
                        }) }
                    </optgroup>
                }) }
            </select>
        </div>
    }
}

/// What the detector makes of the run, in sentences.
pub(super) fn summary(i18n: &I18n, view: &ReplayView) -> Html {
    html! {
        <>
            <p class="replay-finding">{ finding(i18n, view) }</p>
            <p class="replay-lead">
                { words::source(i18n, &view.run.source) }
                { " " }
                { exactness(i18n, view) }
            </p>
        </>
    }
}

/// The first stop, or that there is none.
fn finding(i18n: &I18n, view: &ReplayView) -> AttrValue {
    if !view.configuration.enabled {
        return t!(i18n, "replay-finding-off");
    }
    let responses = view.steps.len() as u64;
    let warns = |before: u64| {
        view.decisions
            .iter()
            .filter(|decision| decision.action != "stop" && decision.response < before)
            .count() as u64
    };
    let stop = view
        .decisions
        .iter()
        .find(|decision| decision.action == "stop");
    match stop {
        Some(stop) => t!(
            i18n,
            "replay-finding-stop",
            response = words::ordinal(words::index(stop.response)),
            responses = responses,
            warns = warns(stop.response),
            why = words::decision(i18n, view, stop)
        ),
        None => t!(
            i18n,
            "replay-finding-calm",
            responses = responses,
            warns = warns(u64::MAX)
        ),
    }
}

/// How far the replay is what would have happened.
fn exactness(i18n: &I18n, view: &ReplayView) -> AttrValue {
    if !view.run.is_exact {
        return if view.run.source == "event_journal" {
            t!(i18n, "replay-exact-damaged")
        } else {
            t!(i18n, "replay-exact-no")
        };
    }
    match view.what_if_after {
        None if view.has_recorded_decisions => t!(i18n, "replay-exact-as-recorded"),
        None => t!(i18n, "replay-exact-whole"),
        Some(after) if after.saturating_add(1) >= view.steps.len() as u64 => {
            t!(i18n, "replay-exact-to-end")
        }
        Some(after) if view.has_recorded_decisions => t!(
            i18n,
            "replay-exact-until-difference",
            response = words::ordinal(words::index(after))
        ),
        Some(after) => t!(
            i18n,
            "replay-exact-until",
            response = words::ordinal(words::index(after))
        ),
    }
}
