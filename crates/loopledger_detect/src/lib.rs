//! DeerFlow's loop detector, replayed.
//!
//! An agent that proposes the same tool calls again and again is warned and then stopped; the same
//! goes for one that calls the same tool over and over.
//! [`Detector`] repeats what DeerFlow's `LoopDetectionMiddleware` would have counted and decided
//! for a recorded run, for four of its revisions ([`Revision`]) and any [`Config`]: the same
//! digests, windows, warnings and stops.
//!
//! It has no opinion on what else a run does: it reads no file, calls no clock, changes no message,
//! and holds none of upstream's sentences.
//! Nothing in it can fail once it is built; what makes upstream's own hook raise is an
//! [`Outcome::Raised`].

mod call_set;
mod config;
mod decision;
mod detector;
mod exposure;
mod frequency;
mod history;
mod lru;
mod revision;

pub use call_set::{
    Call, CallArgs, CallName, CallSetDigest, KeyExplanation, KeyRule, SALIENT_FIELDS,
};
pub use config::{Config, ConfigError, ConfigPath, FreqLimits, Lint, LintCode, RawValue};
pub use decision::{
    Action, Counted, Decision, HookError, LOOP_CAPPED, Layer, Outcome, ToolName, Warning,
};
pub use detector::{
    Detector, MAX_PENDING_WARNINGS_PER_RUN, MAX_STOP_REASONS, RunId, RunKey, ScopeId, ThreadId,
    ToolUse, WindowsView,
};
pub use exposure::{Bound, Exposure, Unbounded};
pub use revision::{BatchRule, ReadFileKey, Revision, UnknownRevision, WindowScope};
