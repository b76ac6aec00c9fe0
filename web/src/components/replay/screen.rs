//! The replay of one run: state, keys, and the order of things on the page.

use super::controls::controls;
use super::decisions_table::DecisionsTable;
use super::detail::step_detail;
use super::frequency::frequency_window;
use super::header::{run_picker, summary};
use super::history::HistoryWindow;
use super::opinions::Opinions;
use super::rules::rules;
use super::step_list::StepList;
use super::timeline::TimelineSlider;
use super::words;
use crate::chart::replay::cells::{Flow, flow};
use crate::components::ErrorNote;
use crate::hooks::{use_address, use_engine, use_i18n, use_keys, use_library, use_query};
use crate::i18n::I18n;
use crate::state::Loading;
use crate::state::replay::decisions::decided;
use crate::state::replay::keys::{self, Focus};
use crate::state::replay::limits::{REVISIONS, from_address, to_address};
use crate::state::replay::playback::{Playback, PlaybackAction};
use crate::state::replay::what_if::{WhatIf, WhatIfAction};
use crate::t;
use gloo::timers::callback::Interval;
use gloo::utils::document;
use loopledger::model::EffectiveConfiguration;
use loopledger::view::{FrameView, ReplaySettings, ReplayView, RunView};
use std::rc::Rc;
use yew::{
    AttrValue, Callback, Html, Properties, UseReducerHandle, component, hook, html,
    platform::spawn_local, use_callback, use_effect_with, use_memo, use_mut_ref, use_reducer_eq,
    use_state_eq,
};

/// Properties of [`ReplayScreen`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct ReplayScreenProps {
    /// Every run that can be replayed.
    pub runs: Rc<[RunView]>,
    /// Key of the run that is shown.
    pub run: AttrValue,
}

/// The replay of one run.
#[component]
pub fn ReplayScreen(props: &ReplayScreenProps) -> Html {
    let i18n = use_i18n();
    let address = use_address();
    let settings = settings_of(address.get("revision"), address.get("limits"));
    let is_what_if = settings != ReplaySettings::default();
    let replay = use_replay(&props.run, &settings);
    let form = use_reducer_eq(WhatIf::default);
    use_effect_with(replay.ready().cloned(), {
        let form = form.dispatcher();
        move |view| {
            if let Some(view) = view {
                form.dispatch(WhatIfAction::Load(Rc::clone(view)));
            }
        }
    });
    let on_choose = {
        let address = address.clone();
        Callback::from(move |run: String| {
            let page = address.address().clone();
            address.push(&page.with("run", Some(&run)).with("step", None));
        })
    };
    let on_revision = {
        let address = address.clone();
        Callback::from(move |revision: String| address.set("revision", Some(&revision)))
    };
    let on_apply = {
        let address = address.clone();
        Callback::from(move |limits: EffectiveConfiguration| {
            address.set("limits", Some(&to_address(&limits)));
        })
    };
    let on_reset = Callback::from(move |()| {
        address.set("limits", None);
        address.set("revision", None);
    });
    html! {
        <>
            { run_picker(&i18n, &props.runs, &props.run, &on_choose) }
            { match replay {
                Loading::Idle | Loading::Reading => html! {
                    <p class="replay-note" role="status">{ t!(i18n, "replay-reading") }</p>
                },
                Loading::Failed(error) => html! { <ErrorNote {error} /> },
                // Of the run before, until this one is there; its steps are not this address's.
                Loading::Ready(view) if view.run.key != *props.run => html! {
                    <p class="replay-note" role="status">{ t!(i18n, "replay-reading") }</p>
                },
                Loading::Ready(view) => html! {
                    <>
                        { summary(&i18n, &view) }
                        { rules(
                            &i18n,
                            &view,
                            &form,
                            is_what_if,
                            &on_revision,
                            &on_apply,
                            &on_reset,
                        ) }
                        <Stage key={view.run.key.clone()} view={Rc::clone(&view)} {settings} />
                    </>
                },
            } }
        </>
    }
}

/// The rules that an address names; what is no revision and no limits is left out.
pub fn settings_of(revision: Option<&str>, limits: Option<&str>) -> ReplaySettings {
    ReplaySettings {
        revision: revision
            .filter(|revision| REVISIONS.contains(revision))
            .map(str::to_owned),
        configuration: limits.and_then(from_address),
    }
}

#[hook]
fn use_replay(run: &AttrValue, settings: &ReplaySettings) -> Loading<Rc<ReplayView>> {
    let engine = use_engine();
    let library = use_library();
    let question = (run.clone(), settings.clone(), library.generation);
    use_query(Some(question), |(run, settings, _)| async move {
        engine.replay(&run, &settings).await
    })
}

/// Properties of [`Stage`].
#[derive(Debug, Clone, PartialEq, Properties)]
struct StageProps {
    view: Rc<ReplayView>,
    settings: ReplaySettings,
}

/// Controls, windows, timeline and responses of a replay.
#[component]
fn Stage(props: &StageProps) -> Html {
    let i18n = use_i18n();
    let StageProps { view, settings } = props;
    let address = use_address();
    let playback = use_playback(view);
    let has_keys = use_state_eq(|| true);
    let on_action = {
        let playback = playback.dispatcher();
        use_callback((), move |action: PlaybackAction, ()| {
            playback.dispatch(action);
        })
    };
    use_replay_keys(&on_action, *has_keys);
    let step = playback.step().min(view.steps.len().saturating_sub(1));
    let (frame, flow) = use_frame(view, settings, step);
    let failure = match &frame {
        Loading::Failed(error) => Some(error.clone()),
        _ => None,
    };
    let frame = frame.ready().cloned();
    use_ticks(&playback, frame.as_ref().map(|frame| frame.step));
    if view.steps.is_empty() {
        return html! { <p class="replay-note">{ t!(i18n, "replay-no-responses") }</p> };
    }
    let on_keys = {
        let has_keys = has_keys.setter();
        Callback::from(move |wanted| has_keys.set(wanted))
    };
    let now = Rc::new((*playback).clone());
    html! {
        <>
            <div class="replay-deck">
                { controls(&i18n, &now, *has_keys, &on_action, &on_keys) }
                <Now view={Rc::clone(view)} {step} is_playing={playback.is_playing()} />
            </div>
            if let Some(error) = failure {
                <ErrorNote {error} />
            }
            if let Some(frame) = &frame {
                <div class="replay-windows">
                    <HistoryWindow view={Rc::clone(view)} frame={Rc::clone(frame)} flow={flow.clone()} />
                    { frequency_window(&i18n, view, frame, flow.as_deref()) }
                </div>
            }
            <section class="replay-timeline-room" aria-labelledby="replay-timeline-title">
                <h2 id="replay-timeline-title">{ t!(i18n, "replay-timeline-title") }</h2>
                <TimelineSlider view={Rc::clone(view)} {step} on_action={on_action.clone()} />
            </section>
            <div class="replay-responses">
                <StepList view={Rc::clone(view)} {step} on_action={on_action.clone()} />
                if let Some(frame) = frame {
                    { step_detail(&i18n, view, &frame) }
                }
            </div>
            <DecisionsTable view={Rc::clone(view)} {step} on_action={on_action.clone()} />
            // A page around it has a subject of its own; the full viewer has them.
            if !address.address().is_embedded() {
                <Opinions view={Rc::clone(view)} rules={settings.clone()} {on_action} />
            }
        </>
    }
}

/// Where the reader stands: begins at the address's step, and writes it back while paused.
#[hook]
fn use_playback(view: &Rc<ReplayView>) -> UseReducerHandle<Playback> {
    let address = use_address();
    // An address counts as a reader does, from 1.
    let wanted = address
        .get("step")
        .and_then(|step| step.parse::<usize>().ok())
        .and_then(|step| step.checked_sub(1));
    let playback = use_reducer_eq(|| Playback::at(wanted.unwrap_or_else(|| first_stop(view))));
    use_effect_with(Rc::clone(view), {
        let playback = playback.dispatcher();
        move |view| {
            playback.dispatch(PlaybackAction::Load {
                steps: view.steps.len(),
                decisions: decided(view),
            });
        }
    });
    let shown = (playback.steps() > 0 && !playback.is_playing()).then(|| playback.step());
    let written = use_mut_ref(|| wanted);
    use_effect_with(shown, {
        let (address, written) = (address.clone(), Rc::clone(&written));
        move |shown| {
            if let Some(step) = shown {
                *written.borrow_mut() = Some(*step);
                address.set("step", Some(&(step + 1).to_string()));
            }
        }
    });
    // Back, Forward and links change the address without the reader's step.
    use_effect_with(wanted, {
        let playback = playback.clone();
        move |wanted| {
            if let Some(step) = *wanted
                && playback.steps() > 0
                && *written.borrow() != *wanted
            {
                playback.dispatch(PlaybackAction::Go(step));
            }
        }
    });
    playback
}

/// Where the finding is seen: the first stop, else the first decision, else the first response.
fn first_stop(view: &ReplayView) -> usize {
    view.decisions
        .iter()
        .find(|decision| decision.action == "stop")
        .or_else(|| view.decisions.first())
        .map_or(0, |decision| words::index(decision.response))
}

/// Single keys, unless the reader switched them off.
#[hook]
fn use_replay_keys(on_action: &Callback<PlaybackAction>, is_on: bool) {
    let on_action = on_action.clone();
    // `g p` leads to this page; its `p` is no step.
    let was_g = use_mut_ref(|| false);
    use_keys(move |event| {
        let key = event.key();
        let follows_g = std::mem::replace(&mut *was_g.borrow_mut(), key == "g");
        let is_letter = key.chars().count() == 1 && key != " ";
        if follows_g || (is_letter && !is_on) {
            return false;
        }
        match keys::action(&key, focus()) {
            Some(action) => {
                on_action.emit(action);
                true
            }
            None => false,
        }
    });
}

fn focus() -> Focus {
    let Some(element) = document().active_element() else {
        return Focus::Page;
    };
    match element.tag_name().as_str() {
        "BUTTON" | "A" | "SUMMARY" => Focus::Control,
        "INPUT" if element.get_attribute("type").as_deref() == Some("checkbox") => Focus::Control,
        "INPUT" | "SELECT" | "TEXTAREA" | "PRE" | "DIALOG" => Focus::Arrows,
        // What scrolls sideways.
        _ if element.class_list().contains("scroll") => Focus::Arrows,
        _ => Focus::Page,
    }
}

/// The frame of a step, and what entered and left since the frame before it.
#[hook]
fn use_frame(
    view: &Rc<ReplayView>,
    settings: &ReplaySettings,
    step: usize,
) -> (Loading<Rc<FrameView>>, Option<Rc<Flow>>) {
    let library = use_library();
    let frame = use_latest_frame((!view.steps.is_empty()).then(|| FrameQuestion {
        run: view.run.key.clone(),
        settings: settings.clone(),
        step: step as u64,
        generation: library.generation,
    }));
    let shown = frame.ready().cloned();
    let before = use_mut_ref(|| None::<Rc<FrameView>>);
    let flow = use_memo(shown, |frame| {
        let before = std::mem::replace(&mut *before.borrow_mut(), frame.clone());
        before
            .zip(frame.as_ref())
            .and_then(|(before, after)| flow(&before, after))
            .map(Rc::new)
    });
    (frame, (*flow).clone())
}

/// Which frame is wanted.
#[derive(Debug, Clone, PartialEq)]
struct FrameQuestion {
    run: String,
    settings: ReplaySettings,
    step: u64,
    generation: u64,
}

/// The one frame that is wanted next, and whether another is on its way.
#[derive(Debug, Default)]
struct Line {
    wanted: Option<FrameQuestion>,
    is_busy: bool,
}

/// The frame of the latest question.
///
/// One question is under way at a time, and those that were overtaken are never asked: a reader
/// who drags along the timeline wants the place where the pointer is, not every place before it.
#[hook]
fn use_latest_frame(question: Option<FrameQuestion>) -> Loading<Rc<FrameView>> {
    let engine = use_engine();
    let frame = use_state_eq(Loading::default);
    let line = use_mut_ref(Line::default);
    use_effect_with((), {
        let line = Rc::clone(&line);
        move |()| move || line.borrow_mut().wanted = None
    });
    let setter = frame.setter();
    use_effect_with(question, move |question| {
        line.borrow_mut().wanted.clone_from(question);
        if std::mem::replace(&mut line.borrow_mut().is_busy, true) {
            return;
        }
        spawn_local(async move {
            loop {
                let wanted = line.borrow_mut().wanted.take();
                let Some(wanted) = wanted else { break };
                let FrameQuestion {
                    run,
                    settings,
                    step,
                    ..
                } = wanted;
                setter.set(match engine.frame(&run, &settings, step).await {
                    Ok(frame) => Loading::Ready(frame),
                    Err(error) => Loading::Failed(error),
                });
            }
            line.borrow_mut().is_busy = false;
        });
    });
    (*frame).clone()
}

/// Ticks while it plays; a tick waits for the picture of the step before.
#[hook]
fn use_ticks(playback: &UseReducerHandle<Playback>, drawn: Option<u64>) {
    let latest = use_mut_ref(|| None);
    *latest.borrow_mut() = drawn.map(|drawn| drawn == playback.step() as u64);
    let dispatcher = playback.dispatcher();
    let millis = playback.is_playing().then(|| playback.tick_millis());
    use_effect_with(millis, move |millis| {
        let interval = millis.map(|millis| {
            Interval::new(millis, move || {
                if *latest.borrow() == Some(true) {
                    dispatcher.dispatch(PlaybackAction::Tick);
                }
            })
        });
        move || drop(interval)
    });
}

/// Properties of [`Now`].
#[derive(Debug, Clone, PartialEq, Properties)]
struct NowProps {
    view: Rc<ReplayView>,
    step: usize,
    is_playing: bool,
}

/// What happens at this response, in a line; also said to those who listen, while playing only
/// where something is decided.
#[component]
fn Now(props: &NowProps) -> Html {
    let i18n = use_i18n();
    let NowProps {
        view,
        step,
        is_playing,
    } = props;
    let spoken = use_mut_ref(AttrValue::default);
    let (text, is_decision) = now(&i18n, view, *step);
    if is_decision || !is_playing {
        *spoken.borrow_mut() = text.clone();
    }
    let spoken = spoken.borrow().clone();
    html! {
        <>
            <p class="replay-now" aria-hidden="true">{ text }</p>
            <p class="visually-hidden" aria-live="polite">{ spoken }</p>
        </>
    }
}

fn now(i18n: &I18n, view: &ReplayView, step: usize) -> (AttrValue, bool) {
    let Some(shown) = view.steps.get(step) else {
        return (AttrValue::default(), false);
    };
    let response = words::ordinal(step);
    let decision = view
        .decisions
        .iter()
        .find(|decision| words::index(decision.response) == step);
    if let Some(decision) = decision {
        let decision = words::decision(i18n, view, decision);
        let text = t!(
            i18n,
            "replay-now-decision",
            response = response,
            decision = decision
        );
        return (text, true);
    }
    let summary = words::step_summary(i18n, view, shown);
    let text = t!(i18n, "replay-now", response = response, summary = summary);
    (text, false)
}

#[cfg(test)]
mod tests {
    use super::settings_of;

    #[test]
    fn an_address_names_only_known_rules() {
        let settings = settings_of(Some("2026-08-22"), Some("2.4.20.30.50"));
        assert_eq!(settings.revision.as_deref(), Some("2026-08-22"));
        assert_eq!(settings.configuration.unwrap().hard_limit, 4);
        let settings = settings_of(Some("yesterday"), Some("4.2.20.30.50"));
        assert_eq!(settings.revision, None);
        assert_eq!(settings.configuration, None);
    }
}
