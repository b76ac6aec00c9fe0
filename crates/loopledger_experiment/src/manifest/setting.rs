//! The settings that a variant may change, one at a time.

use loopledger_detect::{Config, FreqLimits};
use loopledger_model::experiment::Experiment;
use loopledger_model::{EffectiveConfiguration, ToolFreqOverride};

/// The settings that a variant may change, by upstream's names; besides them `tool_freq_overrides.`
/// and a tool's name ([`override_setting`]).
pub const SETTINGS: [&str; 7] = [
    "enabled",
    "warn_threshold",
    "hard_limit",
    "window_size",
    "max_tracked_threads",
    "tool_freq_warn",
    "tool_freq_hard_limit",
];

const OVERRIDES: &str = "tool_freq_overrides";

/// The name of the setting that is one tool's override: both its thresholds, or none.
pub fn override_setting(tool: &str) -> String {
    format!("{OVERRIDES}.{tool}")
}

/// Why a variant's change is none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettingFault {
    /// A stable code.
    pub code: &'static str,
    /// Whether the value is at fault, and not the setting.
    pub is_value: bool,
    /// What would have fitted.
    pub expected: String,
}

impl SettingFault {
    fn setting(code: &'static str, expected: impl Into<String>) -> Self {
        Self {
            code,
            is_value: false,
            expected: expected.into(),
        }
    }

    fn value(code: &'static str, expected: impl Into<String>) -> Self {
        Self {
            code,
            is_value: true,
            expected: expected.into(),
        }
    }
}

/// The limits of a variant of a manifest, the baseline included; `None` for an id that the manifest
/// does not have, and for a variant whose change is at fault.
pub fn configuration_of(manifest: &Experiment, variant_id: &str) -> Option<EffectiveConfiguration> {
    let baseline = &manifest.baseline;
    if baseline.variant_id == variant_id {
        return Some(baseline.configuration.clone());
    }
    let variant = manifest
        .variants
        .iter()
        .find(|variant| variant.variant_id == variant_id)?;
    with_setting(&baseline.configuration, &variant.setting, &variant.value).ok()
}

/// A configuration with one setting changed; the value is JSON text.
///
/// # Errors
/// [`SettingFault`] where there is no such setting, or more than one is named, or the value is none
/// for it, breaks a rule of DeerFlow's configuration, or is the one that the configuration has.
pub fn with_setting(
    baseline: &EffectiveConfiguration,
    setting: &str,
    value: &str,
) -> Result<EffectiveConfiguration, SettingFault> {
    let mut changed = baseline.clone();
    let value = value.trim();
    let tool = setting.strip_prefix(OVERRIDES);
    if setting == "enabled" {
        changed.enabled = match value {
            "true" => true,
            "false" => false,
            _ => return Err(SettingFault::value("not_a_bool", "true or false")),
        };
    } else if let Some(limit) = limit_of(&mut changed, setting) {
        *limit = whole(value)?;
    } else if let Some(tool) = tool.and_then(|rest| rest.strip_prefix('.'))
        && !tool.is_empty()
    {
        change_override(&mut changed, tool, value)?;
    } else if tool == Some("") {
        change_overrides(&mut changed, value)?;
    } else {
        return Err(no_setting(setting));
    }
    if changed == *baseline {
        let expected = "a value that differs from the baseline's";
        return Err(SettingFault::value("same_as_baseline", expected));
    }
    match config(&changed).check() {
        Ok(()) => Ok(changed),
        Err(errors) => {
            // A rule that the baseline breaks itself is the baseline's fault.
            let own = config(baseline).check().err().unwrap_or_default();
            match errors.iter().find(|error| !own.contains(error)) {
                Some(error) => Err(SettingFault::value(error.code(), error.to_string())),
                None => Ok(changed),
            }
        }
    }
}

fn no_setting(setting: &str) -> SettingFault {
    let words = setting
        .split(|character: char| !character.is_ascii_alphanumeric() && character != '_')
        .filter(|word| SETTINGS.contains(word) || *word == OVERRIDES);
    if words.count() > 1 {
        return SettingFault::setting("two_settings", "one setting");
    }
    let mut known = SETTINGS.join(", ");
    known.push_str(", tool_freq_overrides.TOOL");
    SettingFault::setting("unknown_setting", known)
}

fn limit_of<'c>(
    configuration: &'c mut EffectiveConfiguration,
    setting: &str,
) -> Option<&'c mut i64> {
    Some(match setting {
        "warn_threshold" => &mut configuration.warn_threshold,
        "hard_limit" => &mut configuration.hard_limit,
        "window_size" => &mut configuration.window_size,
        "max_tracked_threads" => &mut configuration.max_tracked_threads,
        "tool_freq_warn" => &mut configuration.tool_freq_warn,
        "tool_freq_hard_limit" => &mut configuration.tool_freq_hard_limit,
        _ => return None,
    })
}

/// A whole number as JSON writes it.
fn whole(value: &str) -> Result<i64, SettingFault> {
    let number = value.parse::<i64>().ok();
    match number.filter(|number| number.to_string() == value) {
        Some(number) if number > super::MAX_EXACT => Err(too_large()),
        Some(number) => Ok(number),
        None => Err(SettingFault::value("not_an_integer", "a whole number")),
    }
}

fn too_large() -> SettingFault {
    SettingFault::value("number_too_large", "at most 9007199254740991")
}

fn change_override(
    changed: &mut EffectiveConfiguration,
    tool: &str,
    value: &str,
) -> Result<(), SettingFault> {
    let node = loopledger_json::parse(value).map_err(|_| no_override())?;
    if node.is_null() {
        changed.tool_freq_overrides.shift_remove(tool);
        return Ok(());
    }
    let limits = limits(&node)?;
    changed.tool_freq_overrides.insert(tool.to_owned(), limits);
    Ok(())
}

/// The overrides of all tools together: one setting as long as one tool's differ.
fn change_overrides(changed: &mut EffectiveConfiguration, value: &str) -> Result<(), SettingFault> {
    let node = loopledger_json::parse(value).map_err(|_| no_override())?;
    let members = node.object().ok_or_else(no_override)?;
    let mut overrides = indexmap::IndexMap::new();
    for member in members {
        let tool = member.key.to_str().map_err(|_| no_override())?;
        overrides.insert(tool.into_owned(), limits(&member.value)?);
    }
    let before = std::mem::replace(&mut changed.tool_freq_overrides, overrides);
    let after = &changed.tool_freq_overrides;
    let names = before.keys().chain(after.keys());
    let mut differing: Vec<_> = names
        .filter(|tool| before.get(*tool) != after.get(*tool))
        .collect();
    differing.sort();
    differing.dedup();
    if differing.len() > 1 {
        return Err(SettingFault::setting("two_settings", "one setting"));
    }
    Ok(())
}

fn limits(node: &loopledger_json::Node<'_>) -> Result<ToolFreqOverride, SettingFault> {
    let members = node.object().ok_or_else(no_override)?;
    let limit = |key: &str| {
        let number = node.get(key).and_then(loopledger_json::Node::number);
        let number = number.filter(|number| number.is_int());
        match number.and_then(loopledger_json::Number::to_i64) {
            Some(number) if number > super::MAX_EXACT => Err(too_large()),
            Some(number) => Ok(number),
            None => Err(no_override()),
        }
    };
    if members.len() != 2 {
        return Err(no_override());
    }
    Ok(ToolFreqOverride {
        warn: limit("warn")?,
        hard_limit: limit("hard_limit")?,
    })
}

fn no_override() -> SettingFault {
    SettingFault::value(
        "not_an_override",
        "{\"warn\":N,\"hard_limit\":N}, or null for none",
    )
}

pub(super) fn config(configuration: &EffectiveConfiguration) -> Config {
    Config {
        enabled: configuration.enabled,
        warn_threshold: configuration.warn_threshold,
        hard_limit: configuration.hard_limit,
        window_size: configuration.window_size,
        max_tracked_threads: configuration.max_tracked_threads,
        tool_freq_warn: configuration.tool_freq_warn,
        tool_freq_hard_limit: configuration.tool_freq_hard_limit,
        tool_freq_overrides: configuration
            .tool_freq_overrides
            .iter()
            .map(|(tool, limits)| {
                let limits = FreqLimits {
                    warn: limits.warn,
                    hard_limit: limits.hard_limit,
                };
                (tool.clone(), limits)
            })
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(setting: &str, value: &str, expected: Result<(), &str>) {
        let result = with_setting(&EffectiveConfiguration::default(), setting, value);
        let result = result.map(drop).map_err(|fault| fault.code);
        assert_eq!(result, expected, "{setting}={value}");
    }

    #[test]
    fn one_setting_is_changed() {
        let baseline = EffectiveConfiguration::default();
        let changed = with_setting(&baseline, "hard_limit", "8").unwrap();
        let expected = EffectiveConfiguration {
            hard_limit: 8,
            ..baseline.clone()
        };
        assert_eq!(changed, expected);
        let changed = with_setting(&baseline, "enabled", "false").unwrap();
        assert!(!changed.enabled);
    }

    #[test]
    fn an_override_is_one_setting() {
        let baseline = EffectiveConfiguration::default();
        let setting = override_setting("web.search");
        let with = with_setting(&baseline, &setting, r#"{"warn":40,"hard_limit":60}"#).unwrap();
        let limits = ToolFreqOverride {
            warn: 40,
            hard_limit: 60,
        };
        assert_eq!(with.tool_freq_overrides["web.search"], limits);
        assert_eq!(with_setting(&with, &setting, "null").unwrap(), baseline);
        check(
            "tool_freq_overrides",
            r#"{"a":{"warn":1,"hard_limit":2}}"#,
            Ok(()),
        );
    }

    #[test]
    fn other_changes_are_refused() {
        check("mood", "1", Err("unknown_setting"));
        check("tool_freq_overrides.", "null", Err("unknown_setting"));
        check("hard_limit, warn_threshold", "8", Err("two_settings"));
        let two = r#"{"a":{"warn":1,"hard_limit":2},"b":{"warn":1,"hard_limit":2}}"#;
        check("tool_freq_overrides", two, Err("two_settings"));
        check("hard_limit", "5", Err("same_as_baseline"));
        check("enabled", "true", Err("same_as_baseline"));
        check("tool_freq_overrides.a", "null", Err("same_as_baseline"));
        for value in [
            "",
            "8.0",
            "+8",
            "08",
            "\"8\"",
            "eight",
            "99999999999999999999",
        ] {
            check("hard_limit", value, Err("not_an_integer"));
        }
        check("hard_limit", "9007199254740992", Err("number_too_large"));
        check("enabled", "yes", Err("not_a_bool"));
        check("window_size", "0", Err("below_one"));
        check("hard_limit", "2", Err("hard_below_warn"));
        for value in [
            "",
            "8",
            "[]",
            "{}",
            r#"{"warn":1}"#,
            r#"{"warn":1,"hard_limit":2.0}"#,
        ] {
            check("tool_freq_overrides.a", value, Err("not_an_override"));
        }
        let reversed = r#"{"warn":3,"hard_limit":2}"#;
        check("tool_freq_overrides.a", reversed, Err("hard_below_warn"));
    }
}
