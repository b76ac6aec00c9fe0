//! Settings that upstream accepts although a warning or a stop can never happen.

use super::{Config, FreqLimits};

/// One finding about a configuration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lint {
    /// What was found.
    pub code: LintCode,
    /// The tool whose override it concerns; `None` for the settings of all tools.
    pub tool: Option<String>,
    /// The threshold that does not do what it says.
    pub value: i64,
    /// What it was compared with: see [`LintCode`].
    pub against: i64,
}

/// What a [`Lint`] found; `value` and `against` are those of the [`Lint`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum LintCode {
    /// `hard_limit` (value) is above `window_size` (against): the history window never holds that
    /// many call sets.
    HardLimitUnreachable,
    /// `warn_threshold` (value) is above `window_size` (against): likewise.
    WarnThresholdUnreachable,
    /// `warn_threshold` (value) is equal to `hard_limit` (against): the stop always comes first.
    WarnThresholdNeverWarns,
    /// `warn_threshold` (value) is above `hard_limit` (against), which upstream's configuration
    /// refuses and its constructor does not: likewise.
    WarnThresholdAboveHardLimit,
    /// The frequency warning threshold (value) is equal to its hard limit (against): the stop
    /// always comes first.
    ToolFreqWarnNeverWarns,
    /// The frequency warning threshold (value) is above its hard limit (against), which upstream's
    /// configuration refuses and its constructor does not: likewise.
    ToolFreqWarnAboveHardLimit,
    /// The override's hard limit (value) is above the window that all tools would have without
    /// overrides (against): it enlarges the frequency window of every tool, so that their calls
    /// count for longer.
    OverrideEnlargesWindow,
}

impl LintCode {
    /// The finding's stable code, for reports and translation.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::HardLimitUnreachable => "hard_limit_unreachable",
            Self::WarnThresholdUnreachable => "warn_threshold_unreachable",
            Self::WarnThresholdNeverWarns => "warn_threshold_never_warns",
            Self::WarnThresholdAboveHardLimit => "warn_threshold_above_hard_limit",
            Self::ToolFreqWarnNeverWarns => "tool_freq_warn_never_warns",
            Self::ToolFreqWarnAboveHardLimit => "tool_freq_warn_above_hard_limit",
            Self::OverrideEnlargesWindow => "override_enlarges_window",
        }
    }
}

pub(super) fn lints(config: &Config) -> Vec<Lint> {
    let mut found = Vec::new();
    let mut add = |code, tool: Option<&String>, value, against| {
        found.push(Lint {
            code,
            tool: tool.cloned(),
            value,
            against,
        });
    };
    let Config {
        warn_threshold,
        hard_limit,
        window_size,
        ..
    } = *config;
    // A window of 0, which only an unchecked configuration has, holds everything.
    if window_size != 0 && hard_limit > window_size {
        add(
            LintCode::HardLimitUnreachable,
            None,
            hard_limit,
            window_size,
        );
    }
    if window_size != 0 && warn_threshold > window_size {
        add(
            LintCode::WarnThresholdUnreachable,
            None,
            warn_threshold,
            window_size,
        );
    }
    if warn_threshold == hard_limit {
        add(
            LintCode::WarnThresholdNeverWarns,
            None,
            warn_threshold,
            hard_limit,
        );
    }
    if warn_threshold > hard_limit {
        add(
            LintCode::WarnThresholdAboveHardLimit,
            None,
            warn_threshold,
            hard_limit,
        );
    }
    let all_tools = config.tool_freq_limits();
    let window = config.window_size.max(config.tool_freq_hard_limit);
    let overrides = config
        .tool_freq_overrides
        .iter()
        .map(|(tool, limits)| (Some(tool), *limits));
    for (tool, FreqLimits { warn, hard_limit }) in
        std::iter::once((None, all_tools)).chain(overrides)
    {
        if warn == hard_limit {
            add(LintCode::ToolFreqWarnNeverWarns, tool, warn, hard_limit);
        }
        if warn > hard_limit {
            add(LintCode::ToolFreqWarnAboveHardLimit, tool, warn, hard_limit);
        }
        if tool.is_some() && hard_limit > window {
            add(LintCode::OverrideEnlargesWindow, tool, hard_limit, window);
        }
    }
    found
}
