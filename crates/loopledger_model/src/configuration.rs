//! The detector's limits as a record carries them.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The limits that were in force, after overrides, under upstream's own names.
///
/// The values are those of DeerFlow's `loop_detection:` section (revision 2026-09-08).
/// This is what was recorded and is not checked here: upstream accepts limits that its own window
/// cannot reach, and recorded runs may carry them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EffectiveConfiguration {
    /// Whether the detector ran at all.
    pub enabled: bool,
    /// Identical call sets in the history window that cause a warning.
    pub warn_threshold: i64,
    /// Identical call sets in the history window that cause a hard stop.
    pub hard_limit: i64,
    /// Length of the history window, in model responses.
    pub window_size: i64,
    /// Threads whose windows are kept; the least recently used go first.
    pub max_tracked_threads: i64,
    /// Calls of one tool in the frequency window that cause a warning.
    pub tool_freq_warn: i64,
    /// Calls of one tool in the frequency window that cause a hard stop.
    pub tool_freq_hard_limit: i64,
    /// Thresholds of single tools, by tool name, in the order they were given.
    pub tool_freq_overrides: IndexMap<String, ToolFreqOverride>,
}

/// The frequency thresholds of one tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ToolFreqOverride {
    /// Calls that cause a warning.
    pub warn: i64,
    /// Calls that cause a hard stop.
    pub hard_limit: i64,
}

impl Default for EffectiveConfiguration {
    /// Upstream's constructor defaults.
    fn default() -> Self {
        Self {
            enabled: true,
            warn_threshold: 3,
            hard_limit: 5,
            window_size: 20,
            max_tracked_threads: 100,
            tool_freq_warn: 30,
            tool_freq_hard_limit: 50,
            tool_freq_overrides: IndexMap::new(),
        }
    }
}

impl EffectiveConfiguration {
    /// Every setting with its value as text, under upstream's own names and in upstream's order;
    /// an override is `tool_freq_overrides.<tool>`, with both of its thresholds.
    pub fn settings(&self) -> IndexMap<String, String> {
        let Self {
            enabled,
            warn_threshold,
            hard_limit,
            window_size,
            max_tracked_threads,
            tool_freq_warn,
            tool_freq_hard_limit,
            tool_freq_overrides,
        } = self;
        let mut settings: IndexMap<String, String> = [
            ("enabled", enabled.to_string()),
            ("warn_threshold", warn_threshold.to_string()),
            ("hard_limit", hard_limit.to_string()),
            ("window_size", window_size.to_string()),
            ("max_tracked_threads", max_tracked_threads.to_string()),
            ("tool_freq_warn", tool_freq_warn.to_string()),
            ("tool_freq_hard_limit", tool_freq_hard_limit.to_string()),
        ]
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect();
        for (tool, limits) in tool_freq_overrides {
            settings.insert(
                format!("tool_freq_overrides.{tool}"),
                format!("{} / {}", limits.warn, limits.hard_limit),
            );
        }
        settings
    }
}
