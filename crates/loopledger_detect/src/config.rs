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

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> RawValue {
        RawValue::Str(text.to_owned())
    }

    fn map<const N: usize>(members: [(&str, RawValue); N]) -> RawValue {
        RawValue::Map(
            members
                .into_iter()
                .map(|(key, value)| (text(key), value))
                .collect(),
        )
    }

    fn int(number: i64) -> RawValue {
        RawValue::Int(number.to_string())
    }

    /// Checks what `hard_limit` reads a value as: the number, or the error's code.
    fn check(value: RawValue, expected: Result<i64, &str>) {
        let shown = format!("{value:?}");
        let read = Config::from_fields(&map([("warn_threshold", int(1)), ("hard_limit", value)]));
        let read = match &read {
            Ok(config) => Ok(config.hard_limit),
            Err(errors) => Err(errors[0].code()),
        };
        assert_eq!(read, expected, "{shown}");
    }

    #[test]
    fn numbers_are_read_leniently() {
        for (source, number) in [
            ("4", 4),
            ("+4", 4),
            (" 4\n", 4),
            ("\u{a0}4\u{85}", 4),
            ("007", 7),
            ("1_000", 1000),
            ("0_7", 7),
            ("3.0", 3),
            ("1_0.000", 10),
            ("99999999999999999999", i64::MAX),
        ] {
            check(text(source), Ok(number));
        }
        check(RawValue::Bool(true), Ok(1));
        check(RawValue::Float(3.0), Ok(3));
        check(
            RawValue::Int("36893488147419103232".to_owned()),
            Ok(i64::MAX),
        );
    }

    #[test]
    fn other_values_are_no_numbers() {
        for source in [
            "",
            " ",
            "+",
            "-",
            "_1",
            "1_",
            "1__0",
            "3.",
            ".0",
            "3.5",
            "3.0_0",
            "3._0",
            "1_.0",
            "1e3",
            "0x10",
            "\u{663}",
            "4a",
            "true",
            "+ 4",
            "--3",
            "1.0.0",
            "\u{1c}4",
            "\u{feff}4",
            "NaN",
        ] {
            check(text(source), Err("not_an_integer"));
        }
        for value in [
            RawValue::Null,
            RawValue::Float(3.5),
            RawValue::Float(f64::NAN),
            RawValue::Float(f64::INFINITY),
            RawValue::Float(1e19),
            RawValue::List(vec![int(3)]),
            map([]),
            RawValue::Other("a date".to_owned()),
        ] {
            check(value, Err("not_an_integer"));
        }
        check(text(&"9".repeat(4301)), Err("not_an_integer"));
    }

    #[test]
    fn numbers_below_one_are_refused() {
        for value in [
            int(0),
            text("-4"),
            text("0"),
            RawValue::Bool(false),
            RawValue::Float(-0.0),
        ] {
            check(value, Err("below_one"));
        }
    }

    #[test]
    fn absent_fields_have_defaults_and_unknown_ones_are_ignored() {
        let read = Config::from_fields(&map([("mood", text("good"))]));
        assert_eq!(read, Ok(Config::default()));
    }

    #[test]
    fn enabled_is_read_leniently() {
        for (value, expected) in [
            (text("OFF"), Some(false)),
            (text("y"), Some(true)),
            (int(0), Some(false)),
            (RawValue::Float(1.0), Some(true)),
            (int(2), None),
            (text(" true"), None),
            (RawValue::Null, None),
        ] {
            let shown = format!("{value:?}");
            let read = Config::from_fields(&map([("enabled", value)]));
            assert_eq!(read.ok().map(|config| config.enabled), expected, "{shown}");
        }
    }

    /// The codes and places of everything that is wrong with a section.
    fn errors(section: &RawValue) -> Vec<String> {
        Config::from_fields(section)
            .unwrap_err()
            .iter()
            .map(|error| format!("{} {}", error.code(), error.at()))
            .collect()
    }

    #[test]
    fn overrides_need_both_limits() {
        let limits = map([("warn", text("150")), ("hard_limit", int(300))]);
        let read = Config::from_fields(&map([("tool_freq_overrides", map([("", limits)]))]));
        let expected = FreqLimits {
            warn: 150,
            hard_limit: 300,
        };
        assert_eq!(read.unwrap().tool_freq_overrides[""], expected);
        assert_eq!(
            errors(&map([
                ("hard_limit", int(0)),
                (
                    "tool_freq_overrides",
                    map([
                        ("a", map([("warn", int(1))])),
                        ("b c", RawValue::List(vec![int(1), int(2)])),
                    ])
                ),
            ])),
            [
                "below_one loop_detection.hard_limit",
                "missing loop_detection.tool_freq_overrides.a.hard_limit",
                "not_a_map loop_detection.tool_freq_overrides.\"b c\"",
            ]
        );
        assert_eq!(
            errors(&map([("tool_freq_overrides", RawValue::Null)])),
            ["not_a_map loop_detection.tool_freq_overrides"]
        );
        let unnamed = RawValue::Map(vec![(
            int(5),
            map([("warn", int(1)), ("hard_limit", int(2))]),
        )]);
        assert_eq!(
            errors(&map([("tool_freq_overrides", unnamed)])),
            ["not_a_name loop_detection.tool_freq_overrides"]
        );
        assert_eq!(errors(&RawValue::Null), ["not_a_map loop_detection"]);
    }

    #[test]
    fn hard_limits_below_warnings_are_refused() {
        let limits = map([("warn", int(3)), ("hard_limit", int(2))]);
        assert_eq!(
            errors(&map([
                ("hard_limit", int(2)),
                ("tool_freq_warn", int(51)),
                ("tool_freq_overrides", map([("a", limits)])),
            ])),
            [
                "hard_below_warn loop_detection.hard_limit",
                "hard_below_warn loop_detection.tool_freq_hard_limit",
                "hard_below_warn loop_detection.tool_freq_overrides.a.hard_limit",
            ]
        );
    }

    #[test]
    fn unchecked_settings_are_checked_on_request() {
        let config = Config {
            window_size: 0,
            ..Config::default()
        };
        let errors = config.validated().unwrap_err();
        assert_eq!(
            errors[0].to_string(),
            "loop_detection.window_size: expected at least 1, found 0"
        );
    }

    /// Checks the lints' codes, with the tool where there is one.
    fn check_lints(config: &Config, expected: &[&str]) {
        let lints: Vec<_> = config
            .lints()
            .iter()
            .map(|lint| match &lint.tool {
                Some(tool) => format!("{} {tool}", lint.code.as_str()),
                None => lint.code.as_str().to_owned(),
            })
            .collect();
        assert_eq!(lints, expected);
    }

    #[test]
    fn lints_point_out_what_cannot_happen() {
        check_lints(&Config::default(), &[]);
        let unreachable = Config {
            warn_threshold: 21,
            hard_limit: 25,
            ..Config::default()
        };
        check_lints(
            &unreachable,
            &["hard_limit_unreachable", "warn_threshold_unreachable"],
        );
        let silent = Config {
            warn_threshold: 5,
            tool_freq_warn: 50,
            ..Config::default()
        };
        check_lints(
            &silent,
            &["warn_threshold_never_warns", "tool_freq_warn_never_warns"],
        );
        let limits = |warn, hard_limit| FreqLimits { warn, hard_limit };
        let overrides = Config {
            tool_freq_overrides: BTreeMap::from([
                ("a".to_owned(), limits(150, 300)),
                ("b".to_owned(), limits(7, 7)),
                ("c".to_owned(), limits(9, 8)),
                ("d".to_owned(), limits(1, 50)),
            ]),
            ..Config::default()
        };
        check_lints(
            &overrides,
            &[
                "override_enlarges_window a",
                "tool_freq_warn_never_warns b",
                "tool_freq_warn_above_hard_limit c",
            ],
        );
        let reversed = Config {
            warn_threshold: 6,
            ..Config::default()
        };
        check_lints(&reversed, &["warn_threshold_above_hard_limit"]);
    }
}
