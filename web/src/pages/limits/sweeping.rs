//! A sweep on its way: the worker is asked to go on, piece by piece, until it is done.

use super::ask;
use crate::hooks::{EngineError, use_engine};
use crate::worker::LimitsQuestion;
use loopledger::view::limits::{SweepProgress, SweepRequest, SweepView};
use std::cell::Cell;
use std::rc::Rc;
use yew::{Callback, hook, platform::spawn_local, use_effect_with, use_mut_ref, use_state_eq};

/// Responses that the worker judges before it hears the page again: some ten milliseconds of work.
const BUDGET: u64 = 5_000;

/// A sweep, and what can be done about it.
#[derive(Debug, Clone)]
pub(super) struct Sweeping {
    /// Responses that are judged, and how many there are; `None` while nothing is asked for.
    pub(super) progress: Option<(u64, u64)>,
    /// Whether the reader called it off.
    pub(super) is_cancelled: bool,
    /// What it came to.
    pub(super) view: Option<Rc<SweepView>>,
    /// Why it came to nothing.
    pub(super) error: Option<EngineError>,
    pub(super) on_cancel: Callback<()>,
    pub(super) on_resume: Callback<()>,
}

#[derive(Debug, Clone, Default, PartialEq)]
struct State {
    progress: Option<(u64, u64)>,
    is_cancelled: bool,
    view: Option<Rc<SweepView>>,
    error: Option<EngineError>,
}

/// Sweeps whenever the request or the files change. A sweep that was cancelled goes on where it
/// was.
#[hook]
pub(super) fn use_sweep(request: Option<SweepRequest>, generation: u64) -> Sweeping {
    let engine = use_engine();
    let state = use_state_eq(State::default);
    let turn = use_state_eq(|| 0_u32);
    let stop = use_mut_ref(|| Rc::new(Cell::new(false)));
    let setter = state.setter();
    {
        let stop = Rc::clone(&stop);
        use_effect_with(
            (request.clone(), generation, *turn),
            move |(request, ..)| {
                let is_stale = Rc::new(Cell::new(false));
                *stop.borrow_mut() = Rc::clone(&is_stale);
                match request.clone() {
                    None => setter.set(State::default()),
                    Some(request) => {
                        let is_stale = Rc::clone(&is_stale);
                        spawn_local(async move {
                            let say = |state: State| {
                                if !is_stale.get() {
                                    setter.set(state);
                                }
                            };
                            say(State {
                                progress: Some((0, 0)),
                                ..State::default()
                            });
                            while !is_stale.get() {
                                let question = LimitsQuestion::On {
                                    request: request.clone(),
                                    budget: BUDGET,
                                };
                                match ask::<SweepProgress>(&engine, question).await {
                                    Ok(progress) if progress.is_done => break,
                                    Ok(progress) => say(State {
                                        progress: Some((progress.done, progress.total)),
                                        ..State::default()
                                    }),
                                    Err(error) => {
                                        say(State {
                                            error: Some(error),
                                            ..State::default()
                                        });
                                        return;
                                    }
                                }
                            }
                            if is_stale.get() {
                                return;
                            }
                            let question = LimitsQuestion::View(request);
                            say(match ask::<SweepView>(&engine, question).await {
                                Ok(view) => State {
                                    view: Some(Rc::new(view)),
                                    ..State::default()
                                },
                                Err(error) => State {
                                    error: Some(error),
                                    ..State::default()
                                },
                            });
                        });
                    }
                }
                move || is_stale.set(true)
            },
        );
    }
    let on_cancel = {
        let (setter, progress) = (state.setter(), state.progress);
        Callback::from(move |()| {
            stop.borrow().set(true);
            setter.set(State {
                progress,
                is_cancelled: true,
                ..State::default()
            });
        })
    };
    let on_resume = {
        let (setter, next) = (turn.setter(), turn.wrapping_add(1));
        Callback::from(move |()| setter.set(next))
    };
    let State {
        progress,
        is_cancelled,
        view,
        error,
    } = (*state).clone();
    Sweeping {
        progress,
        is_cancelled,
        // What an earlier request came to is not this one's.
        view: view.filter(|view| Some(&view.request) == request.as_ref()),
        error,
        on_cancel,
        on_resume,
    }
}
