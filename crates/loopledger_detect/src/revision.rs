//! Which state of upstream's detector is replayed: one engine, three switches.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A revision of DeerFlow's `LoopDetectionMiddleware`, by the day it reached the main branch.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[non_exhaustive]
pub enum Revision {
    /// 2026-08-22 (main at f1f4af99): a warning ends the response's accounting.
    #[serde(rename = "2026-08-22")]
    V20260822,
    /// 2026-09-08 (with PR #5127 and PR #5245): a warning is a candidate, and the whole response
    /// is counted.
    #[default]
    #[serde(rename = "2026-09-08")]
    V20260908,
    /// 2026-09-10 (with PR #5344): windows are kept per thread and run.
    #[serde(rename = "2026-09-10")]
    V20260910,
    /// 2026-09-16 (with PR #5486, known from its public description only): `read_file` is keyed by
    /// its exact lines.
    #[serde(rename = "2026-09-16")]
    V20260916,
}

/// What a warning does to the rest of its response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BatchRule {
    /// It is given at once: the rest of the response is neither counted nor checked.
    WarnAtOnce,
    /// It is a candidate: the rest is counted, and a hard stop supersedes it.
    CountAll,
}

/// What a pair of windows belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WindowScope {
    /// A thread, whatever its runs.
    Thread,
    /// One run of a thread.
    Run,
}

/// How `read_file` is keyed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReadFileKey {
    /// By path and blocks of 200 lines.
    Bucket200,
    /// By path and exact lines.
    ExactLines,
}

/// A text that names no revision.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown detector revision {0:?}")]
pub struct UnknownRevision(pub String);

impl Revision {
    /// Every revision, oldest first.
    pub const ALL: [Self; 4] = [
        Self::V20260822,
        Self::V20260908,
        Self::V20260910,
        Self::V20260916,
    ];

    /// The revision's name, a date.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::V20260822 => "2026-08-22",
            Self::V20260908 => "2026-09-08",
            Self::V20260910 => "2026-09-10",
            Self::V20260916 => "2026-09-16",
        }
    }

    /// The first switch: what a warning does to the rest of its response.
    pub fn batch_rule(self) -> BatchRule {
        match self {
            Self::V20260822 => BatchRule::WarnAtOnce,
            _ => BatchRule::CountAll,
        }
    }

    /// The second switch: what a pair of windows belongs to.
    pub fn scope(self) -> WindowScope {
        match self {
            Self::V20260822 | Self::V20260908 => WindowScope::Thread,
            _ => WindowScope::Run,
        }
    }

    /// The third switch: how `read_file` is keyed.
    pub fn read_file_key(self) -> ReadFileKey {
        match self {
            Self::V20260916 => ReadFileKey::ExactLines,
            _ => ReadFileKey::Bucket200,
        }
    }

    /// Whether this revision writes a `middleware:loop_detection` event for each decision.
    pub fn writes_audit_events(self) -> bool {
        self != Self::V20260822
    }
}

impl fmt::Display for Revision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Revision {
    type Err = UnknownRevision;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|revision| revision.as_str() == text)
            .ok_or_else(|| UnknownRevision(text.to_owned()))
    }
}
