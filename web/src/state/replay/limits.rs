//! The limits as a reader types them, and as an address carries them.

use loopledger::model::{EffectiveConfiguration, ToolFreqOverride};

/// The upstream revisions that a replay can follow, oldest first.
pub const REVISIONS: [&str; 4] = ["2026-08-22", "2026-09-08", "2026-09-10", "2026-09-16"];

/// A field of the form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LimitField {
    /// Identical call sets that cause a warning.
    WarnThreshold,
    /// Identical call sets that cause a hard stop.
    HardLimit,
    /// Length of the history window.
    WindowSize,
    /// Calls of one tool that cause a warning.
    ToolFreqWarn,
    /// Calls of one tool that cause a hard stop.
    ToolFreqHardLimit,
    /// The tool of an override, by its row.
    OverrideTool(usize),
    /// The warning threshold of an override, by its row.
    OverrideWarn(usize),
    /// The hard limit of an override, by its row.
    OverrideHardLimit(usize),
}

impl LimitField {
    /// The setting's name in a `config.yaml`.
    pub fn setting(self) -> &'static str {
        match self {
            Self::WarnThreshold => "warn_threshold",
            Self::HardLimit | Self::OverrideHardLimit(_) => "hard_limit",
            Self::WindowSize => "window_size",
            Self::ToolFreqWarn => "tool_freq_warn",
            Self::ToolFreqHardLimit => "tool_freq_hard_limit",
            Self::OverrideTool(_) => "tool_freq_overrides",
            Self::OverrideWarn(_) => "warn",
        }
    }
}

/// Why a field cannot be applied; DeerFlow's own rules, and two of a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LimitProblem {
    /// It is no whole number, or too large for one.
    NotWhole,
    /// It is below 1.
    BelowOne,
    /// The hard limit is below its warning threshold.
    BelowWarn,
    /// An override names no tool, so that it would apply to no call.
    NoTool,
    /// Two overrides name the same tool.
    SameTool,
}

/// An override as typed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OverrideDraft {
    /// The tool.
    pub tool: String,
    /// Its warning threshold.
    pub warn: String,
    /// Its hard limit.
    pub hard_limit: String,
}

/// All limits as typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LimitsDraft {
    /// Identical call sets that cause a warning.
    pub warn_threshold: String,
    /// Identical call sets that cause a hard stop.
    pub hard_limit: String,
    /// Length of the history window.
    pub window_size: String,
    /// Calls of one tool that cause a warning.
    pub tool_freq_warn: String,
    /// Calls of one tool that cause a hard stop.
    pub tool_freq_hard_limit: String,
    /// Thresholds of single tools.
    pub overrides: Vec<OverrideDraft>,
    /// Settings that the form does not show, as they came.
    base: EffectiveConfiguration,
}

impl LimitsDraft {
    /// The form for limits in force.
    pub fn new(configuration: &EffectiveConfiguration) -> Self {
        Self {
            warn_threshold: configuration.warn_threshold.to_string(),
            hard_limit: configuration.hard_limit.to_string(),
            window_size: configuration.window_size.to_string(),
            tool_freq_warn: configuration.tool_freq_warn.to_string(),
            tool_freq_hard_limit: configuration.tool_freq_hard_limit.to_string(),
            overrides: configuration
                .tool_freq_overrides
                .iter()
                .map(|(tool, limits)| OverrideDraft {
                    tool: tool.clone(),
                    warn: limits.warn.to_string(),
                    hard_limit: limits.hard_limit.to_string(),
                })
                .collect(),
            base: EffectiveConfiguration {
                tool_freq_overrides: indexmap::IndexMap::new(),
                ..configuration.clone()
            },
        }
    }

    /// The text of a field.
    pub fn text(&self, field: LimitField) -> &str {
        let row = |index: usize| self.overrides.get(index);
        match field {
            LimitField::WarnThreshold => &self.warn_threshold,
            LimitField::HardLimit => &self.hard_limit,
            LimitField::WindowSize => &self.window_size,
            LimitField::ToolFreqWarn => &self.tool_freq_warn,
            LimitField::ToolFreqHardLimit => &self.tool_freq_hard_limit,
            LimitField::OverrideTool(index) => row(index).map_or("", |row| &row.tool),
            LimitField::OverrideWarn(index) => row(index).map_or("", |row| &row.warn),
            LimitField::OverrideHardLimit(index) => row(index).map_or("", |row| &row.hard_limit),
        }
    }

    /// Changes the text of a field; a row that is not there is ignored.
    pub fn edit(&mut self, field: LimitField, text: String) {
        let target = match field {
            LimitField::WarnThreshold => Some(&mut self.warn_threshold),
            LimitField::HardLimit => Some(&mut self.hard_limit),
            LimitField::WindowSize => Some(&mut self.window_size),
            LimitField::ToolFreqWarn => Some(&mut self.tool_freq_warn),
            LimitField::ToolFreqHardLimit => Some(&mut self.tool_freq_hard_limit),
            LimitField::OverrideTool(index) => {
                self.overrides.get_mut(index).map(|row| &mut row.tool)
            }
            LimitField::OverrideWarn(index) => {
                self.overrides.get_mut(index).map(|row| &mut row.warn)
            }
            LimitField::OverrideHardLimit(index) => {
                self.overrides.get_mut(index).map(|row| &mut row.hard_limit)
            }
        };
        if let Some(target) = target {
            *target = text;
        }
    }

    /// The limits, or what is wrong with which field.
    pub fn check(&self) -> Result<EffectiveConfiguration, Vec<(LimitField, LimitProblem)>> {
        let mut problems = Vec::new();
        let mut number = |field| {
            whole(self.text(field)).unwrap_or_else(|problem| {
                problems.push((field, problem));
                0
            })
        };
        let warn_threshold = number(LimitField::WarnThreshold);
        let hard_limit = number(LimitField::HardLimit);
        let window_size = number(LimitField::WindowSize);
        let tool_freq_warn = number(LimitField::ToolFreqWarn);
        let tool_freq_hard_limit = number(LimitField::ToolFreqHardLimit);
        let overrides: Vec<ToolFreqOverride> = (0..self.overrides.len())
            .map(|index| ToolFreqOverride {
                warn: number(LimitField::OverrideWarn(index)),
                hard_limit: number(LimitField::OverrideHardLimit(index)),
            })
            .collect();

        let mut in_order = |field, warn: i64, hard_limit: i64| {
            // A number that could not be read has its own message already.
            if warn >= 1 && hard_limit >= 1 && hard_limit < warn {
                problems.push((field, LimitProblem::BelowWarn));
            }
        };
        in_order(LimitField::HardLimit, warn_threshold, hard_limit);
        in_order(
            LimitField::ToolFreqHardLimit,
            tool_freq_warn,
            tool_freq_hard_limit,
        );
        for (index, limits) in overrides.iter().enumerate() {
            in_order(
                LimitField::OverrideHardLimit(index),
                limits.warn,
                limits.hard_limit,
            );
        }

        let mut tool_freq_overrides = indexmap::IndexMap::new();
        for (index, (row, limits)) in self.overrides.iter().zip(overrides).enumerate() {
            if row.tool.is_empty() {
                problems.push((LimitField::OverrideTool(index), LimitProblem::NoTool));
            } else if tool_freq_overrides
                .insert(row.tool.clone(), limits)
                .is_some()
            {
                problems.push((LimitField::OverrideTool(index), LimitProblem::SameTool));
            }
        }
        if problems.is_empty() {
            Ok(EffectiveConfiguration {
                warn_threshold,
                hard_limit,
                window_size,
                tool_freq_warn,
                tool_freq_hard_limit,
                tool_freq_overrides,
                ..self.base.clone()
            })
        } else {
            Err(problems)
        }
    }
}

fn whole(text: &str) -> Result<i64, LimitProblem> {
    let number: i64 = text.trim().parse().map_err(|_| LimitProblem::NotWhole)?;
    if number < 1 {
        return Err(LimitProblem::BelowOne);
    }
    Ok(number)
}

/// Limits as a part of an address: `3.5.20.30.50`, then `~tool.150.300` for each override, after
/// `off.` where the detector is off and before `.100` where another number of threads is kept.
pub fn to_address(configuration: &EffectiveConfiguration) -> String {
    let EffectiveConfiguration {
        enabled,
        warn_threshold,
        hard_limit,
        window_size,
        max_tracked_threads,
        tool_freq_warn,
        tool_freq_hard_limit,
        tool_freq_overrides,
    } = configuration;
    let prefix = "off.".repeat(usize::from(!enabled));
    let mut address = format!(
        "{prefix}{warn_threshold}.{hard_limit}.{window_size}.{tool_freq_warn}.{tool_freq_hard_limit}"
    );
    if *max_tracked_threads != EffectiveConfiguration::default().max_tracked_threads {
        address.push('.');
        address.push_str(&max_tracked_threads.to_string());
    }
    let overrides = tool_freq_overrides
        .iter()
        .map(|(tool, limits)| format!("~{}.{}.{}", escape(tool), limits.warn, limits.hard_limit));
    address.extend(overrides);
    address
}

/// The limits of an address; `None` where it is not one that [`to_address`] writes.
pub fn from_address(address: &str) -> Option<EffectiveConfiguration> {
    let (enabled, address) = match address.strip_prefix("off.") {
        Some(rest) => (false, rest),
        None => (true, address),
    };
    let mut parts = address.split('~');
    let numbers: Vec<i64> = parts
        .next()?
        .split('.')
        .map(|number| number.parse().ok())
        .collect::<Option<_>>()?;
    let (
        &[
            warn_threshold,
            hard_limit,
            window_size,
            tool_freq_warn,
            tool_freq_hard_limit,
        ],
        rest,
    ) = numbers.split_first_chunk()?;
    let max_tracked_threads = match rest {
        [] => EffectiveConfiguration::default().max_tracked_threads,
        [threads] => *threads,
        _ => return None,
    };
    let mut tool_freq_overrides = indexmap::IndexMap::new();
    for part in parts {
        let mut fields = part.split('.');
        let (tool, warn, hard) = (fields.next()?, fields.next()?, fields.next()?);
        if fields.next().is_some() {
            return None;
        }
        let limits = ToolFreqOverride {
            warn: warn.parse().ok()?,
            hard_limit: hard.parse().ok()?,
        };
        tool_freq_overrides.insert(unescape(tool)?, limits);
    }
    let configuration = EffectiveConfiguration {
        enabled,
        warn_threshold,
        hard_limit,
        window_size,
        max_tracked_threads,
        tool_freq_warn,
        tool_freq_hard_limit,
        tool_freq_overrides,
    };
    // An address is typed by anyone, so that the form's rules hold for it as well.
    LimitsDraft::new(&configuration).check().ok()
}

/// Bytes other than letters, digits, `_` and `-` as `!` and two hex digits; `%` would be escaped
/// once more by the address itself.
fn escape(text: &str) -> String {
    text.bytes()
        .map(|byte| match byte {
            b'_' | b'-' => char::from(byte).to_string(),
            _ if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
            _ => format!("!{byte:02x}"),
        })
        .collect()
}

fn unescape(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'!' {
            let digits = [rest.next()?, rest.next()?];
            let digits = std::str::from_utf8(&digits).ok()?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::{LimitField, LimitProblem, LimitsDraft, OverrideDraft, from_address, to_address};
    use loopledger::model::{EffectiveConfiguration, ToolFreqOverride};

    fn draft() -> LimitsDraft {
        LimitsDraft::new(&EffectiveConfiguration::default())
    }

    fn check(edits: &[(LimitField, &str)], expected: &[(LimitField, LimitProblem)]) {
        let mut draft = draft();
        draft.overrides.push(OverrideDraft {
            tool: "bash".to_owned(),
            warn: "150".to_owned(),
            hard_limit: "300".to_owned(),
        });
        draft.overrides.push(OverrideDraft {
            tool: "grep".to_owned(),
            warn: "1".to_owned(),
            hard_limit: "1".to_owned(),
        });
        for &(field, text) in edits {
            draft.edit(field, text.to_owned());
            assert_eq!(draft.text(field), text);
        }
        assert_eq!(draft.check().err().unwrap_or_default(), expected);
    }

    #[test]
    fn the_rules_are_upstreams() {
        use LimitField::{
            HardLimit, OverrideHardLimit, OverrideTool, ToolFreqHardLimit, WarnThreshold,
            WindowSize,
        };
        use LimitProblem::{BelowOne, BelowWarn, NoTool, NotWhole, SameTool};
        check(&[], &[]);
        check(&[(WarnThreshold, " 4 ")], &[]);
        check(&[(WarnThreshold, "0")], &[(WarnThreshold, BelowOne)]);
        check(&[(WindowSize, "-1")], &[(WindowSize, BelowOne)]);
        check(&[(WindowSize, "3.5")], &[(WindowSize, NotWhole)]);
        check(&[(WindowSize, "")], &[(WindowSize, NotWhole)]);
        check(
            &[(WindowSize, "99999999999999999999")],
            &[(WindowSize, NotWhole)],
        );
        check(&[(HardLimit, "2")], &[(HardLimit, BelowWarn)]);
        check(&[(HardLimit, "3")], &[]);
        check(
            &[(ToolFreqHardLimit, "29")],
            &[(ToolFreqHardLimit, BelowWarn)],
        );
        check(
            &[(OverrideHardLimit(0), "149")],
            &[(OverrideHardLimit(0), BelowWarn)],
        );
        check(&[(OverrideTool(1), "bash")], &[(OverrideTool(1), SameTool)]);
        check(&[(OverrideTool(0), "")], &[(OverrideTool(0), NoTool)]);
    }

    #[test]
    fn a_number_that_cannot_be_read_has_one_message() {
        check(
            &[
                (LimitField::WarnThreshold, "x"),
                (LimitField::HardLimit, "1"),
            ],
            &[(LimitField::WarnThreshold, LimitProblem::NotWhole)],
        );
    }

    #[test]
    fn a_window_below_the_limit_is_accepted_as_upstream_does() {
        check(&[(LimitField::WindowSize, "2")], &[]);
    }

    #[test]
    fn the_form_gives_back_what_it_was_made_of() {
        let mut configuration = EffectiveConfiguration {
            enabled: false,
            max_tracked_threads: 7,
            ..EffectiveConfiguration::default()
        };
        let limits = ToolFreqOverride {
            warn: 150,
            hard_limit: 300,
        };
        configuration
            .tool_freq_overrides
            .insert("bash".to_owned(), limits);
        let draft = LimitsDraft::new(&configuration);
        assert_eq!(draft.check(), Ok(configuration));
    }

    #[test]
    fn addresses_are_short_and_exact() {
        let mut configuration = EffectiveConfiguration::default();
        assert_eq!(to_address(&configuration), "3.5.20.30.50");
        let limits = ToolFreqOverride {
            warn: 150,
            hard_limit: 300,
        };
        for tool in ["bash", "mcp.server~x", "búsqueda"] {
            configuration
                .tool_freq_overrides
                .insert(tool.to_owned(), limits);
        }
        assert_eq!(
            to_address(&configuration),
            "3.5.20.30.50~bash.150.300~mcp!2eserver!7ex.150.300~b!c3!basqueda.150.300"
        );
        configuration.enabled = false;
        configuration.max_tracked_threads = 5;
        assert_eq!(
            from_address(&to_address(&configuration)).as_ref(),
            Some(&configuration)
        );
    }

    #[test]
    fn a_broken_address_is_no_limits() {
        for address in [
            "",
            "3",
            "3.5.20.30",
            "3.5.20.30.50.1.2",
            "3.5.20.30.x",
            "3.5.20.30.50~bash.1",
            "3.5.20.30.50~bash.1.2.3",
            "3.5.20.30.50~ba!zzsh.1.2",
            "3.5.20.30.50~ba!c3.1.2",
            "5.3.20.30.50",
            "0.3.20.30.50",
        ] {
            assert_eq!(from_address(address), None, "{address}");
        }
    }
}
