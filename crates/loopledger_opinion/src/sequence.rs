//! What a recorded run says to a detector, whoever wrote it.

use crate::arguments::texts;
use loopledger_model::trace::{
    CallOutcome, ContentDigest, RedactedCall, RedactedDigest, Response, Run, ToolCall, TraceSource,
};
use rustc_hash::FxHashMap;

/// A run as detectors see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sequence {
    steps: Vec<Step>,
}

/// What a file does not tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Unseen {
    /// Arguments were taken out; the kept digests do not tell whether two calls are the same,
    /// because upstream's keys leave arguments out.
    RedactedArguments,
    /// Arguments were cut where they were recorded.
    CutArguments,
    /// What a tool returned, or whether it ran.
    Results,
    /// What the model said beside its calls.
    Words,
    /// Where the user spoke in between.
    UserMessages,
}

impl Unseen {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::RedactedArguments,
        Self::CutArguments,
        Self::Results,
        Self::Words,
        Self::UserMessages,
    ];

    /// Stable code.
    pub fn code(self) -> &'static str {
        match self {
            Self::RedactedArguments => "redacted_arguments",
            Self::CutArguments => "cut_arguments",
            Self::Results => "unknown_results",
            Self::Words => "unknown_words",
            Self::UserMessages => "unknown_user_messages",
        }
    }
}

/// A value, or that it is not known.
type Told<T> = Result<T, Unseen>;

/// A model response.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Step {
    calls: Vec<Call>,
    words: Told<u32>,
    follows_user: Told<bool>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Call {
    name: u32,
    ordered: Told<u32>,
    sorted: Told<u32>,
    /// Calls with different ones differ, although calls with the same one need not be the same.
    coarse: Option<u32>,
    result: Told<Option<Observed>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Observed {
    content: Told<u32>,
    is_error: bool,
}

/// A run with nothing left open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Settled {
    pub(crate) steps: Vec<SettledStep>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SettledStep {
    pub(crate) calls: Vec<SettledCall>,
    pub(crate) words: Value,
    /// Whether the user spoke before it, after the response before.
    pub(crate) follows_user: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SettledCall {
    pub(crate) name: u32,
    /// The arguments with the order of their keys.
    pub(crate) ordered: Value,
    /// The arguments without it.
    pub(crate) sorted: Value,
    /// `None` where the call did not run.
    pub(crate) result: Option<Returned>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Returned {
    pub(crate) content: Value,
    /// Whether it failed; `None` is either.
    pub(crate) is_error: Option<bool>,
}

/// Something that is only ever asked whether it is the same as another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Value {
    Known(u32),
    /// The same as any other.
    Any,
}

impl Value {
    pub(crate) fn is_same(self, other: Self) -> bool {
        match (self, other) {
            (Self::Known(one), Self::Known(other)) => one == other,
            _ => true,
        }
    }
}

impl SettledCall {
    /// Same tool, same arguments, whatever the order of their keys.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.name == other.name && self.sorted.is_same(other.sorted)
    }

    /// Same tool, same arguments in the same order.
    pub(crate) fn is_same_in_order(&self, other: &Self) -> bool {
        self.name == other.name && self.ordered.is_same(other.ordered)
    }
}

impl Sequence {
    /// What a run says.
    pub fn new(run: &Run) -> Self {
        let mut names = Names::default();
        // A journal holds one run, which is one message of the user. A list of messages may hold
        // several, and our readers pass over them; they can only stand after an answer.
        let may_hold_turns = matches!(
            run.source,
            TraceSource::ThreadState | TraceSource::MessageDump
        );
        let mut is_after_answer = false;
        let steps = run
            .responses
            .iter()
            .map(|response| {
                let follows_user = if may_hold_turns && is_after_answer {
                    Err(Unseen::UserMessages)
                } else {
                    Ok(false)
                };
                is_after_answer = response.tool_calls.is_empty();
                step(response, follows_user, &mut names)
            })
            .collect();
        Self { steps }
    }

    /// How many responses there are.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// What the file leaves open.
    pub(crate) fn unseen(&self) -> Vec<Unseen> {
        let is_open = |unseen: &Unseen| {
            let is = |told: Option<Unseen>| told == Some(*unseen);
            self.steps.iter().any(|step| {
                is(step.words.err())
                    || is(step.follows_user.err())
                    || step.calls.iter().any(|call| {
                        is(call.ordered.err())
                            || is(call.sorted.err())
                            || is(call.result.err())
                            || matches!(call.result, Ok(Some(it)) if is(it.content.err()))
                    })
            })
        };
        Unseen::ALL.into_iter().filter(is_open).collect()
    }

    /// The run as if what is unknown were the same as anything, for what `alike` says so, and else
    /// like nothing.
    pub(crate) fn settled(&self, alike: impl Fn(Unseen) -> bool) -> Settled {
        let mut fresh = u32::MAX;
        let mut value = |told: Told<u32>, coarse: Option<u32>| match (told, coarse) {
            (Ok(known), _) => Value::Known(known),
            (Err(unseen), Some(coarse)) if alike(unseen) => Value::Known(coarse),
            (Err(unseen), None) if alike(unseen) => Value::Any,
            (Err(_), _) => {
                fresh -= 1;
                Value::Known(fresh)
            }
        };
        let steps = self
            .steps
            .iter()
            .map(|step| SettledStep {
                words: value(step.words, None),
                follows_user: match step.follows_user {
                    Ok(follows) => follows,
                    Err(unseen) => !alike(unseen),
                },
                calls: step
                    .calls
                    .iter()
                    .map(|call| SettledCall {
                        name: call.name,
                        ordered: value(call.ordered, call.coarse),
                        sorted: value(call.sorted, call.coarse),
                        result: match call.result {
                            Ok(None) => None,
                            Ok(Some(observed)) => Some(Returned {
                                content: value(observed.content, None),
                                is_error: Some(observed.is_error),
                            }),
                            Err(unseen) => Some(Returned {
                                content: value(Err(unseen), None),
                                is_error: (!alike(unseen)).then_some(false),
                            }),
                        },
                    })
                    .collect(),
            })
            .collect();
        Settled { steps }
    }
}

/// Numbers for what is compared, so that comparing costs nothing.
#[derive(Debug, Default)]
struct Names {
    texts: FxHashMap<Vec<u8>, u32>,
    contents: FxHashMap<ContentDigest, u32>,
}

impl Names {
    fn text(&mut self, kind: u8, text: &[u8]) -> u32 {
        let next = u32::try_from(self.texts.len()).unwrap_or(u32::MAX / 2);
        let key = [&[kind], text].concat();
        *self.texts.entry(key).or_insert(next)
    }

    fn content(&mut self, digest: ContentDigest) -> u32 {
        let next = u32::try_from(self.contents.len()).unwrap_or(u32::MAX / 2);
        *self.contents.entry(digest).or_insert(next)
    }
}

fn step(response: &Response, follows_user: Told<bool>, names: &mut Names) -> Step {
    let calls = response
        .tool_calls
        .iter()
        .enumerate()
        .map(|(index, tool_call)| {
            let kept = response
                .redacted
                .as_deref()
                .and_then(|redacted| redacted.calls.get(index));
            call(tool_call, kept, response.redacted.is_some(), names)
        })
        .collect();
    Step {
        calls,
        words: match response.words {
            Some(words) => Ok(names.content(words)),
            None => Err(Unseen::Words),
        },
        follows_user,
    }
}

fn call(
    call: &ToolCall,
    kept: Option<&RedactedCall>,
    is_redacted: bool,
    names: &mut Names,
) -> Call {
    let name = call.name.as_deref().unwrap_or_default();
    let name_id = names.text(b'n', name.as_bytes());
    let mut coarse = None;
    let (ordered, sorted) = match (call.args.as_deref(), kept) {
        _ if call.is_args_truncated => (Err(Unseen::CutArguments), Err(Unseen::CutArguments)),
        (_, Some(kept)) if kept.args_bytes.is_some() => {
            // Of a tool whose key is made of all arguments, the same key means the same arguments.
            let digest = match &kept.key.exact_lines {
                RedactedDigest::Digest(digest) => Some(names.text(b'd', digest)),
                RedactedDigest::Raised(_) | RedactedDigest::Unknown => None,
            };
            coarse = digest;
            let has_all_arguments = matches!(name, "\"write_file\"" | "\"str_replace\"");
            let sorted = digest
                .filter(|_| has_all_arguments)
                .ok_or(Unseen::RedactedArguments);
            (Err(Unseen::RedactedArguments), sorted)
        }
        (None, None) if is_redacted => {
            let unseen = Unseen::RedactedArguments;
            (Err(unseen), Err(unseen))
        }
        (None, _) => {
            let none = names.text(b'o', b"");
            (Ok(none), Ok(none))
        }
        (Some(args), _) => {
            let texts = texts(args);
            (
                Ok(names.text(b'o', &texts.ordered)),
                Ok(names.text(b's', &texts.sorted)),
            )
        }
    };
    Call {
        name: name_id,
        ordered,
        sorted,
        coarse,
        result: match call.outcome {
            CallOutcome::Executed { is_error, .. } => Ok(Some(Observed {
                content: match call.result {
                    Some(result) => Ok(names.content(result)),
                    None => Err(Unseen::Results),
                },
                is_error,
            })),
            CallOutcome::Suppressed => Ok(None),
            CallOutcome::Unknown => Err(Unseen::Results),
        },
    }
}
