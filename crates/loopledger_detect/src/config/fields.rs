//! A `loop_detection:` section, read as pydantic 2 reads it in its lax mode.
//!
//! The rules were probed on pydantic 2.14.

use std::collections::BTreeMap;

use super::{Config, ConfigError, ConfigPath, FreqLimits};

/// A value of a configuration file, whatever its format.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum RawValue {
    /// Nothing: YAML's `null` or `~`.
    Null,
    /// True or false.
    Bool(bool),
    /// A whole number, in decimal with an optional `-`; any size.
    Int(String),
    /// Any other number.
    Float(f64),
    /// A string.
    Str(String),
    /// A sequence.
    List(Vec<RawValue>),
    /// A mapping in its order; of equal keys the last one counts.
    Map(Vec<(RawValue, RawValue)>),
    /// Anything else, with a word for it, such as `a date`.
    Other(String),
}

/// How many digits pydantic reads of a number in a string.
const MAX_DIGITS: usize = 4300;

impl RawValue {
    /// The value for an error message, shortened.
    fn found(&self) -> String {
        match self {
            Self::Null => "null".to_owned(),
            Self::Bool(value) => value.to_string(),
            Self::Int(text) => shorten(text),
            Self::Float(value) => value.to_string(),
            Self::Str(text) => format!("the text {:?}", shorten(text)),
            Self::List(_) => "a list".to_owned(),
            Self::Map(_) => "a map".to_owned(),
            Self::Other(kind) => kind.clone(),
        }
    }
}

/// At most 40 characters of a text.
fn shorten(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

pub(super) fn read(section: &RawValue) -> Result<Config, Vec<ConfigError>> {
    let RawValue::Map(members) = section else {
        return Err(vec![ConfigError::NotAMap {
            at: ConfigPath::default(),
            found: section.found(),
        }]);
    };
    let mut errors = Vec::new();
    let mut config = Config::default();
    if let Some(value) = member(members, "enabled") {
        match to_bool(value) {
            Some(enabled) => config.enabled = enabled,
            None => errors.push(ConfigError::NotABool {
                at: ConfigPath::field("enabled"),
                found: value.found(),
            }),
        }
    }
    for (name, field) in [
        ("warn_threshold", &mut config.warn_threshold),
        ("hard_limit", &mut config.hard_limit),
        ("window_size", &mut config.window_size),
        ("max_tracked_threads", &mut config.max_tracked_threads),
        ("tool_freq_warn", &mut config.tool_freq_warn),
        ("tool_freq_hard_limit", &mut config.tool_freq_hard_limit),
    ] {
        if let Some(value) = member(members, name) {
            match to_threshold(value, ConfigPath::field(name)) {
                Ok(number) => *field = number,
                Err(error) => errors.push(error),
            }
        }
    }
    if let Some(value) = member(members, "tool_freq_overrides") {
        config.tool_freq_overrides = read_overrides(value, &mut errors);
    }
    if errors.is_empty() {
        errors = config.check_pairs();
    }
    if errors.is_empty() {
        Ok(config)
    } else {
        Err(errors)
    }
}

fn read_overrides(value: &RawValue, errors: &mut Vec<ConfigError>) -> BTreeMap<String, FreqLimits> {
    let mut overrides = BTreeMap::new();
    let RawValue::Map(members) = value else {
        errors.push(ConfigError::NotAMap {
            at: ConfigPath::field("tool_freq_overrides"),
            found: value.found(),
        });
        return overrides;
    };
    for (key, value) in members {
        let tool = if let RawValue::Str(tool) = key {
            tool.clone()
        } else {
            errors.push(ConfigError::NotAName {
                at: ConfigPath::field("tool_freq_overrides"),
                found: key.found(),
            });
            key.found()
        };
        let RawValue::Map(limits) = value else {
            errors.push(ConfigError::NotAMap {
                at: ConfigPath(vec!["tool_freq_overrides".to_owned(), tool]),
                found: value.found(),
            });
            continue;
        };
        let mut read = |field: &str| {
            let at = ConfigPath::tool(&tool, field);
            let limit = match member(limits, field) {
                Some(value) => to_threshold(value, at),
                None => Err(ConfigError::Missing { at }),
            };
            limit.map_err(|error| errors.push(error)).ok()
        };
        let (warn, hard_limit) = (read("warn"), read("hard_limit"));
        if let (Some(warn), Some(hard_limit)) = (warn, hard_limit) {
            overrides.insert(tool, FreqLimits { warn, hard_limit });
        }
    }
    overrides
}

/// The value of a key, the last one where it is repeated.
fn member<'v>(members: &'v [(RawValue, RawValue)], name: &str) -> Option<&'v RawValue> {
    members
        .iter()
        .rev()
        .find(|(key, _)| matches!(key, RawValue::Str(text) if text == name))
        .map(|(_, value)| value)
}

fn to_threshold(value: &RawValue, at: ConfigPath) -> Result<i64, ConfigError> {
    match to_integer(value) {
        None => Err(ConfigError::NotAnInteger {
            at,
            found: value.found(),
        }),
        Some(number) if number < 1 => Err(ConfigError::BelowOne {
            at,
            found: value.found(),
        }),
        Some(number) => Ok(number),
    }
}

/// Pydantic's lax `int`; what does not fit 64 bits becomes the nearest number that does, which no
/// count ever reaches.
fn to_integer(value: &RawValue) -> Option<i64> {
    match value {
        RawValue::Bool(value) => Some(i64::from(*value)),
        RawValue::Int(text) => Some(saturate(text)),
        RawValue::Float(value) => {
            // 2^63, the first float that pydantic no longer reads as a whole number.
            const LIMIT: f64 = 9_223_372_036_854_775_808.0;
            if value.fract() != 0.0 || !(-LIMIT..LIMIT).contains(value) {
                return None;
            }
            Some(saturate(&format!("{value:.0}")))
        }
        RawValue::Str(text) => parse_lax(text),
        _ => None,
    }
}

/// A number in a string: white space around, a sign, leading zeros, single underscores between
/// digits, and a fraction of zeros only.
fn parse_lax(text: &str) -> Option<i64> {
    let text = text.trim();
    let (is_negative, digits) = match text.as_bytes().first() {
        Some(b'-') => (true, text.get(1..)?),
        Some(b'+') => (false, text.get(1..)?),
        _ => (false, text),
    };
    let whole = match digits.split_once('.') {
        Some((whole, fraction)) => {
            if fraction.is_empty() || fraction.bytes().any(|byte| byte != b'0') {
                return None;
            }
            whole
        }
        None => digits,
    };
    let is_well_formed = whole
        .split('_')
        .all(|group| !group.is_empty() && group.bytes().all(|byte| byte.is_ascii_digit()));
    if !is_well_formed {
        return None;
    }
    let mut number: String = whole.chars().filter(char::is_ascii_digit).collect();
    if number.trim_start_matches('0').len() > MAX_DIGITS {
        return None;
    }
    if is_negative {
        number.insert(0, '-');
    }
    Some(saturate(&number))
}

/// A decimal number, or the nearest one that fits.
fn saturate(text: &str) -> i64 {
    text.parse().unwrap_or(if text.starts_with('-') {
        i64::MIN
    } else {
        i64::MAX
    })
}

/// Pydantic's lax `bool`.
fn to_bool(value: &RawValue) -> Option<bool> {
    match value {
        RawValue::Bool(value) => Some(*value),
        RawValue::Int(text) => match text.as_str() {
            "1" => Some(true),
            "0" | "-0" => Some(false),
            _ => None,
        },
        // Exactly these two floats are accepted.
        RawValue::Float(value) if value.to_bits() == 1.0_f64.to_bits() => Some(true),
        RawValue::Float(value) if value.abs().to_bits() == 0 => Some(false),
        RawValue::Str(text) => match text.to_ascii_lowercase().as_str() {
            "1" | "true" | "t" | "yes" | "y" | "on" => Some(true),
            "0" | "false" | "f" | "no" | "n" | "off" => Some(false),
            _ => None,
        },
        _ => None,
    }
}
