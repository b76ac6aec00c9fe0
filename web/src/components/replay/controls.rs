//! Steps, decisions, playing.

use crate::hooks::use_i18n;
use crate::i18n::I18n;
use crate::state::replay::playback::{Playback, PlaybackAction, SPEEDS};
use crate::t;
use std::rc::Rc;
use web_sys::{Event, HtmlInputElement, HtmlSelectElement, SubmitEvent};
use yew::{AttrValue, Callback, Html, Properties, TargetCast as _, component, html, use_node_ref};

/// The controls of the replay.
pub(super) fn controls(
    i18n: &I18n,
    playback: &Rc<Playback>,
    has_keys: bool,
    on_action: &Callback<PlaybackAction>,
    on_keys: &Callback<bool>,
) -> Html {
    let button =
        |action: PlaybackAction, name: AttrValue, key: &'static str, icon, is_off: bool| {
            let on_action = on_action.clone();
            let on_press = Callback::from(move |()| on_action.emit(action.clone()));
            control_button(&name, key, icon, is_off, on_press)
        };
    let (first, last) = (playback.is_first(), playback.is_last());
    let play = if playback.is_playing() {
        (t!(i18n, "replay-pause"), Icon::Pause)
    } else {
        (t!(i18n, "replay-play"), Icon::Play)
    };
    let on_keys = on_keys.reform(|event: Event| {
        event
            .target_dyn_into::<HtmlInputElement>()
            .is_some_and(|input| input.checked())
    });
    html! {
        <div class="replay-controls" role="group" aria-label={t!(i18n, "replay-controls")}>
            <div class="replay-buttons">
                { button(PlaybackAction::First, t!(i18n, "replay-first"), "Home", Icon::First, first) }
                { button(PlaybackAction::PreviousDecision, t!(i18n, "replay-previous-decision"), "p",
                    Icon::PreviousDecision, playback.previous_decision().is_none()) }
                { button(PlaybackAction::Back, t!(i18n, "replay-back"), "←", Icon::Back, first) }
                { button(PlaybackAction::Toggle, play.0, "␣", play.1, playback.steps() < 2) }
                { button(PlaybackAction::Forward, t!(i18n, "replay-forward"), "→", Icon::Forward, last) }
                { button(PlaybackAction::NextDecision, t!(i18n, "replay-next-decision"), "n",
                    Icon::NextDecision, playback.next_decision().is_none()) }
                { button(PlaybackAction::Last, t!(i18n, "replay-last"), "End", Icon::Last, last) }
            </div>
            <StepField playback={Rc::clone(playback)} on_action={on_action.clone()} />
            { speed(i18n, playback, on_action) }
            <label class="replay-keys">
                <input type="checkbox" checked={has_keys} onchange={on_keys} />
                { t!(i18n, "replay-keys") }
            </label>
        </div>
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Icon {
    First,
    PreviousDecision,
    Back,
    Play,
    Pause,
    Forward,
    NextDecision,
    Last,
}

impl Icon {
    /// Drawn in a box of 20 by 20.
    fn path(self) -> &'static str {
        match self {
            Self::First => "M4 4h2v12H4zM16 4v12L7 10z",
            Self::Back => "M13.5 4v12L5 10z",
            Self::Play => "M6 3.5v13L16.5 10z",
            Self::Pause => "M5 4h3.5v12H5zM11.5 4H15v12h-3.5z",
            Self::Forward => "M6.5 4v12L15 10z",
            Self::Last => "M14 4h2v12h-2zM4 4v12l9-6z",
            // An arrow to the sign of a warning.
            Self::PreviousDecision => "M8 5v10l-6-5zM14 4l5 10.5H9z",
            Self::NextDecision => "M12 5v10l6-5zM6 4l5 10.5H1z",
        }
    }
}

/// One button; where it can do nothing it stays in the order of focus, so that focus is not lost.
fn control_button(
    name: &AttrValue,
    key_cap: &str,
    icon: Icon,
    is_off: bool,
    on_press: Callback<()>,
) -> Html {
    let on_click = move |_| {
        if !is_off {
            on_press.emit(());
        }
    };
    html! {
        <button
            type="button"
            class="replay-button"
            aria-label={name.clone()}
            title={format!("{name} ({key_cap})")}
            aria-disabled={is_off.then_some("true")}
            onclick={on_click}
        >
            <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
                <path d={icon.path()} />
            </svg>
        </button>
    }
}

fn speed(i18n: &I18n, playback: &Playback, on_action: &Callback<PlaybackAction>) -> Html {
    let chosen = playback.speed();
    let on_change = on_action.reform(|event: Event| {
        let value = event
            .target_dyn_into::<HtmlSelectElement>()
            .and_then(|select| select.value().parse().ok())
            .unwrap_or_default();
        PlaybackAction::Speed(value)
    });
    html! {
        <div class="replay-speed">
            <label for="replay-speed-choice">{ t!(i18n, "replay-speed") }</label>
            <select id="replay-speed-choice" onchange={on_change}>
                { for SPEEDS.into_iter().map(|speed| html! {
                    <option value={speed.to_string()} selected={speed == chosen}>
                        { t!(i18n, "replay-speed-choice", speed = u64::from(speed)) }
                    </option>
                }) }
            </select>
        </div>
    }
}

/// Properties of [`StepField`].
#[derive(Debug, Clone, PartialEq, Properties)]
struct StepFieldProps {
    playback: Rc<Playback>,
    on_action: Callback<PlaybackAction>,
}

/// The number of the response, to be read and to be typed.
#[component]
fn StepField(props: &StepFieldProps) -> Html {
    let i18n = use_i18n();
    let node = use_node_ref();
    let StepFieldProps {
        playback,
        on_action,
    } = props;
    let go = {
        let (node, on_action) = (node.clone(), on_action.clone());
        move || {
            let wanted: Option<usize> = node
                .cast::<HtmlInputElement>()
                .and_then(|input| input.value().trim().parse().ok());
            if let Some(wanted) = wanted {
                on_action.emit(PlaybackAction::Go(wanted.saturating_sub(1)));
            }
        }
    };
    let on_submit = {
        let go = go.clone();
        move |event: SubmitEvent| {
            event.prevent_default();
            go();
        }
    };
    html! {
        <form class="replay-step-field" onsubmit={on_submit}>
            <label>
                { t!(i18n, "replay-step-field") }
                <input
                    ref={node}
                    type="text"
                    inputmode="numeric"
                    autocomplete="off"
                    size="6"
                    value={(playback.step() + 1).to_string()}
                    onchange={move |_| go()}
                />
            </label>
            <span>{ t!(i18n, "replay-step-of", responses = playback.steps() as u64) }</span>
        </form>
    }
}
