//! The four rules of `StuckDetector`, which is that of the `OpenHands` SDK.

use crate::detector::{Kind, Mark};
use crate::sequence::{Returned, Settled, SettledCall, Value};
use std::collections::VecDeque;

/// Equal pairs of action and observation.
pub(crate) const ACTION_OBSERVATION: usize = 4;
/// Errors of the same action at which the model is told; one more and it is stuck.
pub(crate) const ACTION_ERROR: usize = 3;
/// Messages without an action in between.
pub(crate) const MONOLOGUE: usize = 3;
/// Actions, and observations, that alternate.
pub(crate) const ALTERNATING_PATTERN: usize = 6;
/// Events that are looked at.
pub(crate) const EVENTS: usize = 20;

/// Whether the words beside a call belong to what is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Thought {
    Compared,
    Ignored,
}

#[derive(Debug, Clone, Copy)]
enum Event {
    Action(Action),
    Observation(Observation),
    Message,
}

#[derive(Debug, Clone, Copy)]
struct Action {
    call: SettledCall,
    thought: Value,
}

#[derive(Debug, Clone, Copy)]
struct Observation {
    tool: u32,
    returned: Returned,
}

impl Action {
    fn is_same(&self, other: &Self) -> bool {
        self.call.is_same(&other.call) && self.thought.is_same(other.thought)
    }
}

impl Observation {
    fn is_error(&self) -> bool {
        self.returned.is_error != Some(false)
    }

    fn is_same(&self, other: &Self) -> bool {
        let (one, two) = (self.returned, other.returned);
        let is_same_kind = one.is_error.zip(two.is_error).is_none_or(|(a, b)| a == b);
        // Of an error upstream compares the text alone.
        let is_same_tool = self.tool == other.tool || self.is_error();
        is_same_kind && is_same_tool && one.content.is_same(two.content)
    }
}

/// No words: those of the first call stand for the whole response.
const UNSPOKEN: Value = Value::Known(u32::MAX / 2);

pub(crate) fn judge(run: &Settled, thought: Thought) -> Vec<Mark> {
    let mut marks = Vec::new();
    let mut events: VecDeque<Event> = VecDeque::new();
    for (ordinal, step) in run.steps.iter().enumerate() {
        if step.follows_user {
            events.clear();
        }
        for (index, call) in step.calls.iter().enumerate() {
            events.push_back(Event::Action(Action {
                call: *call,
                thought: if thought == Thought::Compared && index == 0 {
                    step.words
                } else {
                    UNSPOKEN
                },
            }));
        }
        for call in &step.calls {
            events.extend(call.result.map(|returned| {
                Event::Observation(Observation {
                    tool: call.name,
                    returned,
                })
            }));
        }
        if step.calls.is_empty() {
            events.push_back(Event::Message);
        }
        while events.len() > EVENTS {
            events.pop_front();
        }
        marks.extend(check(&events).map(|(kind, rule, count)| Mark {
            step: ordinal,
            ran: step.calls.len(),
            kind,
            rule,
            count: count as u64,
        }));
    }
    marks
}

/// What the detector does after a response, by which rule, and what that counted.
fn check(events: &VecDeque<Event>) -> Option<(Kind, &'static str, usize)> {
    let stop = |rule, count| Some((Kind::Stop, rule, count));
    let messages = events
        .iter()
        .rev()
        .take_while(|event| matches!(event, Event::Message))
        .count();
    if messages >= MONOLOGUE {
        return stop("monologue", messages);
    }
    if messages > 0 {
        // A message ends upstream's run, and nothing else is asked of the calls before it again.
        return None;
    }
    // The latest first.
    let actions: Vec<_> = events
        .iter()
        .rev()
        .filter_map(|event| match event {
            Event::Action(action) => Some(action),
            _ => None,
        })
        .collect();
    let observations: Vec<_> = events
        .iter()
        .rev()
        .filter_map(|event| match event {
            Event::Observation(observation) => Some(observation),
            _ => None,
        })
        .collect();
    let errors = error_streak(&actions, &observations);
    if errors == ACTION_ERROR {
        return Some((Kind::Warn, "repeated_error", errors));
    }
    if is_repeated(&actions, &observations) {
        return stop("repeated_pair", ACTION_OBSERVATION);
    }
    if errors > ACTION_ERROR {
        return stop("repeated_error", errors);
    }
    if is_alternating(&actions, &observations) {
        return stop("alternation", ALTERNATING_PATTERN);
    }
    None
}

/// How many of the latest pairs are the same action with an error, up to one more than the limit.
fn error_streak(actions: &[&Action], observations: &[&Observation]) -> usize {
    let Some(latest) = actions.first() else {
        return 0;
    };
    actions
        .iter()
        .zip(observations)
        .take(ACTION_ERROR + 1)
        .take_while(|(action, observation)| latest.is_same(action) && observation.is_error())
        .count()
}

fn is_repeated(actions: &[&Action], observations: &[&Observation]) -> bool {
    let wanted = ACTION_OBSERVATION;
    let (Some(actions), Some(observations)) = (actions.get(..wanted), observations.get(..wanted))
    else {
        return false;
    };
    let (Some(action), Some(observation)) = (actions.first(), observations.first()) else {
        return false;
    };
    actions.iter().all(|other| action.is_same(other))
        && observations.iter().all(|other| observation.is_same(other))
}

fn is_alternating(actions: &[&Action], observations: &[&Observation]) -> bool {
    let wanted = ALTERNATING_PATTERN;
    let (Some(actions), Some(observations)) = (actions.get(..wanted), observations.get(..wanted))
    else {
        return false;
    };
    actions
        .iter()
        .zip(actions.iter().skip(2))
        .all(|(one, other)| one.is_same(other))
        && observations
            .iter()
            .zip(observations.iter().skip(2))
            .all(|(one, other)| one.is_same(other))
}
