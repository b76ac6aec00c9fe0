//! Detectors that count how often the same call comes in a row.

use crate::detector::Mark;
use crate::sequence::{Settled, SettledCall, SettledStep, Value};
use rustc_hash::FxHashMap;

pub(crate) const CLINE_SOFT: u64 = 3;
pub(crate) const CLINE_HARD: u64 = 5;
/// Four times the hard threshold.
pub(crate) const CLINE_CEILING: u64 = 20;
pub(crate) const ROO_LIMIT: u64 = 3;
pub(crate) const OPENCODE_THRESHOLD: u64 = 3;
pub(crate) const KIMI_REMINDERS: [u64; 3] = [3, 5, 8];
pub(crate) const KIMI_STOP: u64 = 12;
pub(crate) const CREWAI_REPETITION: u64 = 2;

/// Over what a streak is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Span {
    /// One response.
    Message,
    /// The whole run.
    Session,
}

/// What becomes of a streak after a stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum AfterStop {
    /// It goes on.
    Counts,
    /// It begins anew with the next call.
    Resets,
}

/// The family: what is the same, what is counted, and at which counts something happens.
struct Rules<W> {
    is_same: fn(&SettledCall, &SettledCall) -> bool,
    span: Span,
    /// The rule of a warning at a count.
    warning: W,
    /// The first count that stops.
    stop_from: u64,
    stop_rule: &'static str,
    after_stop: AfterStop,
    /// Whether a call that came before in the same response is counted without a word.
    is_mute_in_response: bool,
}

impl<W: Fn(u64) -> Option<&'static str>> Rules<W> {
    fn judge(&self, run: &Settled) -> Vec<Mark> {
        let mut marks = Vec::new();
        let mut streak: Option<(SettledCall, u64)> = None;
        for (ordinal, step) in run.steps.iter().enumerate() {
            if self.span == Span::Message || step.follows_user {
                streak = None;
            }
            for (index, call) in step.calls.iter().enumerate() {
                let count = match streak {
                    Some((before, count)) if (self.is_same)(&before, call) => count + 1,
                    _ => 1,
                };
                streak = Some((*call, count));
                if self.is_mute_in_response && self.came_before(step, index) {
                    continue;
                }
                if count >= self.stop_from {
                    marks.push(Mark::stop(ordinal, index, self.stop_rule, count));
                    if self.after_stop == AfterStop::Resets {
                        streak = None;
                    }
                } else if let Some(rule) = (self.warning)(count) {
                    marks.push(Mark::warn(ordinal, index, rule, count));
                }
            }
        }
        marks
    }

    fn came_before(&self, step: &SettledStep, index: usize) -> bool {
        let (before, rest) = step.calls.split_at(index);
        rest.first()
            .is_some_and(|call| before.iter().any(|other| (self.is_same)(other, call)))
    }
}

/// Nothing is said before a stop.
fn silent(_: u64) -> Option<&'static str> {
    None
}

/// Roo Code: after three repetitions of a call the fourth in a row does not run, and the count
/// begins anew.
pub(crate) fn roo(run: &Settled) -> Vec<Mark> {
    Rules {
        is_same: SettledCall::is_same,
        span: Span::Session,
        warning: silent,
        stop_from: ROO_LIMIT + 1,
        stop_rule: "repeated_call",
        after_stop: AfterStop::Resets,
        is_mute_in_response: false,
    }
    .judge(run)
}

/// opencode: the user is asked at the third of the same call.
pub(crate) fn opencode(run: &Settled, span: Span) -> Vec<Mark> {
    Rules {
        is_same: SettledCall::is_same_in_order,
        span,
        warning: silent,
        stop_from: OPENCODE_THRESHOLD,
        stop_rule: "repeated_call",
        after_stop: AfterStop::Counts,
        is_mute_in_response: false,
    }
    .judge(run)
}

/// goose: a call beyond the limit does not run.
pub(crate) fn goose(run: &Settled, max_repetitions: u64) -> Vec<Mark> {
    Rules {
        is_same: SettledCall::is_same,
        span: Span::Session,
        warning: silent,
        stop_from: max_repetitions.saturating_add(1),
        stop_rule: "repeated_call",
        after_stop: AfterStop::Counts,
        is_mute_in_response: false,
    }
    .judge(run)
}

/// kimi-code: reminders that grow stronger, then the end of the turn. Of equal calls in one
/// response only the first one runs.
pub(crate) fn kimi(run: &Settled) -> Vec<Mark> {
    let [first, second, third] = KIMI_REMINDERS;
    let mut marks = Rules {
        is_same: SettledCall::is_same,
        span: Span::Session,
        warning: |count| match count {
            _ if count >= third => Some("reminder_3"),
            _ if count >= second => Some("reminder_2"),
            _ if count >= first => Some("reminder_1"),
            _ => None,
        },
        stop_from: KIMI_STOP,
        stop_rule: "repeated_call",
        after_stop: AfterStop::Counts,
        is_mute_in_response: true,
    }
    .judge(run);
    // It speaks with the result, so that the call has run.
    for mark in &mut marks {
        mark.ran += 1;
    }
    marks
}

/// crewAI: a call that repeats the one before does not run.
pub(crate) fn crewai(run: &Settled) -> Vec<Mark> {
    Rules {
        is_same: SettledCall::is_same,
        span: Span::Session,
        warning: silent,
        stop_from: CREWAI_REPETITION,
        stop_rule: "repeated_call",
        after_stop: AfterStop::Counts,
        is_mute_in_response: false,
    }
    .judge(run)
}

/// Batches of one call, and what they returned.
#[derive(Debug)]
struct Signature {
    call: SettledCall,
    batches: u64,
    /// What the latest batch that succeeded somewhere returned.
    returned: Option<Vec<Value>>,
    has_progress: bool,
}

/// Cline: equal calls of one response are one batch; a batch whose results differ from the last
/// batch of the same call begins the streak anew, and there is a ceiling for all batches of a call.
pub(crate) fn cline(run: &Settled) -> Vec<Mark> {
    let mut marks = Vec::new();
    let mut signatures = Signatures::default();
    let mut streak: Option<(SettledCall, u64)> = None;
    for (ordinal, step) in run.steps.iter().enumerate() {
        if step.follows_user {
            signatures = Signatures::default();
            streak = None;
        }
        let mut batches: Vec<usize> = Vec::new();
        for (index, call) in step.calls.iter().enumerate() {
            let at = signatures.find(call);
            if batches.contains(&at) {
                continue;
            }
            batches.push(at);
            let Some(signature) = signatures.list.get_mut(at) else {
                continue;
            };
            if std::mem::take(&mut signature.has_progress) {
                streak = None;
            }
            let count = match streak {
                Some((before, count)) if before.is_same(call) => count + 1,
                _ => 1,
            };
            streak = Some((*call, count));
            let batch = signature.batches + 1;
            if batch >= CLINE_CEILING {
                marks.push(Mark::stop(ordinal, index, "absolute_limit", batch));
            } else if count >= CLINE_HARD {
                marks.push(Mark::stop(ordinal, index, "repeated_call", count));
            } else if count == CLINE_SOFT {
                marks.push(Mark::warn(ordinal, index, "repeated_call", count));
            }
        }
        for at in batches {
            if let Some(signature) = signatures.list.get_mut(at) {
                signature.finish(step);
            }
        }
    }
    marks
}

/// All calls so far, each once.
#[derive(Debug, Default)]
struct Signatures {
    list: Vec<Signature>,
    /// Where those stand whose arguments are known, by tool and arguments.
    known: FxHashMap<(u32, u32), usize>,
    /// Where the others stand.
    unknown: Vec<usize>,
}

impl Signatures {
    /// Where a call stands; it is added where it is new.
    fn find(&mut self, call: &SettledCall) -> usize {
        let is_same = |at: &usize| self.list.get(*at).is_some_and(|it| it.call.is_same(call));
        let found = match call.sorted {
            Value::Known(arguments) => self
                .known
                .get(&(call.name, arguments))
                .copied()
                .or_else(|| self.unknown.iter().copied().find(is_same)),
            Value::Any => (0..self.list.len()).find(is_same),
        };
        found.unwrap_or_else(|| {
            let at = self.list.len();
            match call.sorted {
                Value::Known(arguments) => {
                    self.known.insert((call.name, arguments), at);
                }
                Value::Any => self.unknown.push(at),
            }
            self.list.push(Signature {
                call: *call,
                batches: 0,
                returned: None,
                has_progress: false,
            });
            at
        })
    }
}

impl Signature {
    /// The batch of a response is done.
    fn finish(&mut self, step: &SettledStep) {
        self.batches += 1;
        let mut returned: Vec<Value> = Vec::new();
        for result in step
            .calls
            .iter()
            .filter(|call| self.call.is_same(call))
            .filter_map(|call| call.result)
            .filter(|result| result.is_error != Some(true))
        {
            if !returned.contains(&result.content) {
                returned.push(result.content);
            }
        }
        if returned.is_empty() {
            return;
        }
        let is_changed = self.returned.as_ref().is_some_and(|before| {
            let has = |all: &[Value], one: &Value| all.iter().any(|other| other.is_same(*one));
            let is_unknown = before.contains(&Value::Any) || returned.contains(&Value::Any);
            !is_unknown
                && (before.iter().any(|one| !has(&returned, one))
                    || returned.iter().any(|one| !has(before, one)))
        });
        self.has_progress |= is_changed;
        self.returned = Some(returned);
    }
}
