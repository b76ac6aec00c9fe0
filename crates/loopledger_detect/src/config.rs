//! The detector's settings, upstream's names and rules.

mod fields;
mod lint;

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

pub use fields::RawValue;
pub use lint::{Lint, LintCode};

/// The settings of a detector. Upstream: `LoopDetectionConfig`, and the constructor of
/// `LoopDetectionMiddleware`, 2026-08-22 and later; names and defaults are upstream's.
///
/// The fields are open and hold any number, because upstream's constructor takes any: recorded runs
/// may carry what [`check`](Self::check) refuses, and it is replayed as upstream would.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Config {
    /// Whether responses are counted at all. Default true.
    pub enabled: bool,
    /// Identical call sets in the history window that give a warning. Default 3.
    pub warn_threshold: i64,
    /// Identical call sets in the history window that give a hard stop. Default 5.
    pub hard_limit: i64,
    /// Call sets (model responses with tool calls) that the history window holds. Default 20.
    pub window_size: i64,
    /// Threads, or runs of threads, whose windows are kept; the one used longest ago is dropped.
    /// Default 100.
    pub max_tracked_threads: i64,
    /// Calls of one tool in the frequency window that give a warning. Default 30.
    pub tool_freq_warn: i64,
    /// Calls of one tool in the frequency window that give a hard stop. Default 50.
    pub tool_freq_hard_limit: i64,
    /// Thresholds for single tools, by name, in place of the two above. Default none.
    pub tool_freq_overrides: BTreeMap<String, FreqLimits>,
}

/// The two thresholds of one tool in the frequency window. Upstream: `ToolFreqOverride`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct FreqLimits {
    /// Calls that give a warning.
    pub warn: i64,
    /// Calls that give a hard stop.
    pub hard_limit: i64,
}

/// A setting that upstream refuses when it reads its configuration.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConfigError {
    /// Something else than a map stands where settings belong.
    #[error("{at}: expected a map, found {found}")]
    NotAMap {
        /// Where.
        at: ConfigPath,
        /// What stands there.
        found: String,
    },
    /// A tool's name is not a string.
    #[error("{at}: expected a tool name, found {found}")]
    NotAName {
        /// Where.
        at: ConfigPath,
        /// What stands there.
        found: String,
    },
    /// A value is no whole number and cannot be read as one.
    #[error("{at}: expected a whole number, found {found}")]
    NotAnInteger {
        /// Where.
        at: ConfigPath,
        /// What stands there.
        found: String,
    },
    /// A value is neither true nor false and cannot be read so.
    #[error("{at}: expected true or false, found {found}")]
    NotABool {
        /// Where.
        at: ConfigPath,
        /// What stands there.
        found: String,
    },
    /// A number is less than 1.
    #[error("{at}: expected at least 1, found {found}")]
    BelowOne {
        /// Where.
        at: ConfigPath,
        /// What stands there.
        found: String,
    },
    /// A threshold of a tool's override is not given; both must be.
    #[error("{at}: missing")]
    Missing {
        /// Where.
        at: ConfigPath,
    },
    /// A hard limit is less than its warning threshold.
    #[error("{at}: the hard limit {hard} is below the warning threshold {warn}")]
    HardBelowWarn {
        /// The hard limit's place.
        at: ConfigPath,
        /// The warning threshold.
        warn: i64,
        /// The hard limit.
        hard: i64,
    },
}

/// The place of a setting: the keys that lead to it, outermost first; empty for the whole section.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ConfigPath(pub Vec<String>);

impl Default for Config {
    fn default() -> Self {
        Self {
            enabled: true,
            warn_threshold: 3,
            hard_limit: 5,
            window_size: 20,
            max_tracked_threads: 100,
            tool_freq_warn: 30,
            tool_freq_hard_limit: 50,
            tool_freq_overrides: BTreeMap::new(),
        }
    }
}

impl Config {
    /// How many tool names the frequency window holds: the largest of `window_size` and every
    /// frequency hard limit in play, so that each can be reached.
    pub fn tool_freq_window(&self) -> i64 {
        self.tool_freq_overrides
            .values()
            .map(|limits| limits.hard_limit)
            .fold(self.window_size.max(self.tool_freq_hard_limit), i64::max)
    }

    /// The thresholds of a tool without an override.
    pub fn tool_freq_limits(&self) -> FreqLimits {
        FreqLimits {
            warn: self.tool_freq_warn,
            hard_limit: self.tool_freq_hard_limit,
        }
    }

    /// Whether upstream's own reading of its configuration would accept these settings.
    ///
    /// # Errors
    /// Every rule that is broken, in the order of the fields.
    pub fn check(&self) -> Result<(), Vec<ConfigError>> {
        let mut errors = Vec::new();
        for (field, value) in [
            ("warn_threshold", self.warn_threshold),
            ("hard_limit", self.hard_limit),
            ("window_size", self.window_size),
            ("max_tracked_threads", self.max_tracked_threads),
            ("tool_freq_warn", self.tool_freq_warn),
            ("tool_freq_hard_limit", self.tool_freq_hard_limit),
        ] {
            errors.extend(check_at_least_one(ConfigPath::field(field), value));
        }
        for (tool, limits) in &self.tool_freq_overrides {
            let at = |field: &str| ConfigPath::tool(tool, field);
            errors.extend(check_at_least_one(at("warn"), limits.warn));
            errors.extend(check_at_least_one(at("hard_limit"), limits.hard_limit));
        }
        if errors.is_empty() {
            errors.extend(self.check_pairs());
        }
        if errors.is_empty() {
            Ok(())
        } else {
            Err(errors)
        }
    }

    /// The settings, if [`check`](Self::check) accepts them.
    ///
    /// # Errors
    /// As [`check`](Self::check).
    pub fn validated(self) -> Result<Self, Vec<ConfigError>> {
        self.check()?;
        Ok(self)
    }

    /// What upstream accepts but cannot work as it looks.
    pub fn lints(&self) -> Vec<Lint> {
        lint::lints(self)
    }

    /// Reads the settings of a `loop_detection:` section as upstream does (pydantic's lax rules):
    /// `"4"`, `4.0` and `true` are numbers, unknown keys are ignored, absent ones have their
    /// default.
    ///
    /// # Errors
    /// Every rule that is broken, with its place; rules between two fields are looked at once the
    /// fields themselves are right.
    pub fn from_fields(section: &RawValue) -> Result<Self, Vec<ConfigError>> {
        fields::read(section)
    }

    /// The rules between two fields.
    fn check_pairs(&self) -> Vec<ConfigError> {
        let mut errors = Vec::new();
        errors.extend(check_pair(
            ConfigPath::field("hard_limit"),
            self.warn_threshold,
            self.hard_limit,
        ));
        errors.extend(check_pair(
            ConfigPath::field("tool_freq_hard_limit"),
            self.tool_freq_warn,
            self.tool_freq_hard_limit,
        ));
        for (tool, limits) in &self.tool_freq_overrides {
            let at = ConfigPath::tool(tool, "hard_limit");
            errors.extend(check_pair(at, limits.warn, limits.hard_limit));
        }
        errors
    }
}

impl ConfigPath {
    fn field(name: &str) -> Self {
        Self(vec![name.to_owned()])
    }

    fn tool(tool: &str, field: &str) -> Self {
        Self(vec![
            "tool_freq_overrides".to_owned(),
            tool.to_owned(),
            field.to_owned(),
        ])
    }
}

impl fmt::Display for ConfigPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("loop_detection")?;
        for key in &self.0 {
            let is_plain = !key.is_empty()
                && key
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-');
            if is_plain {
                write!(f, ".{key}")?;
            } else {
                write!(f, ".{key:?}")?;
            }
        }
        Ok(())
    }
}

impl ConfigError {
    /// Where the setting stands.
    pub fn at(&self) -> &ConfigPath {
        match self {
            Self::NotAMap { at, .. }
            | Self::NotAName { at, .. }
            | Self::NotAnInteger { at, .. }
            | Self::NotABool { at, .. }
            | Self::BelowOne { at, .. }
            | Self::Missing { at }
            | Self::HardBelowWarn { at, .. } => at,
        }
    }

    /// The rule's stable code, for reports and translation.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotAMap { .. } => "not_a_map",
            Self::NotAName { .. } => "not_a_name",
            Self::NotAnInteger { .. } => "not_an_integer",
            Self::NotABool { .. } => "not_a_bool",
            Self::BelowOne { .. } => "below_one",
            Self::Missing { .. } => "missing",
            Self::HardBelowWarn { .. } => "hard_below_warn",
        }
    }
}

fn check_at_least_one(at: ConfigPath, value: i64) -> Option<ConfigError> {
    (value < 1).then(|| ConfigError::BelowOne {
        at,
        found: value.to_string(),
    })
}

fn check_pair(at: ConfigPath, warn: i64, hard: i64) -> Option<ConfigError> {
    (hard < warn).then_some(ConfigError::HardBelowWarn { at, warn, hard })
}
