//! The worst case: what can run at most before the detector must stop.
//!
//! The bounds hold for one run with windows of its own, against any agent: it may propose any
//! number of calls in one response, and vary their arguments as it likes.
//! What is counted is calls that ran; a stop suppresses every call of its response, so that the
//! response that is stopped adds nothing.
//! The argument for each bound stands in the project's `docs/limits.md`.

use std::collections::BTreeMap;

use crate::config::{Config, FreqLimits};
use crate::revision::{BatchRule, Revision};

/// What can run before the detector must stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Bound {
    /// At most so many calls, and so many can.
    AtMost(u64),
    /// Any number: no stop is certain.
    Unbounded(Unbounded),
    /// Nothing is derived: a setting is below 1, which upstream's configuration refuses, or there
    /// is no tool to call.
    Underived,
}

/// Why no stop is certain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Unbounded {
    /// The configuration turns the detector off.
    DetectorOff,
    /// The tools can take turns so that each stays below its hard limit in every stretch of the
    /// frequency window.
    ToolsTakeTurns,
    /// A warning ends the accounting of its response (revision 2026-08-22), and a response may
    /// propose any number of calls.
    WarningEndsAccounting,
}

impl Unbounded {
    /// The reason's stable code, for reports and translation.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::DetectorOff => "detector_off",
            Self::ToolsTakeTurns => "tools_take_turns",
            Self::WarningEndsAccounting => "warning_ends_accounting",
        }
    }
}

/// The worst case under one configuration.
#[derive(Debug, Clone)]
pub struct Exposure<'c> {
    config: &'c Config,
    warns_at_once: bool,
}

impl<'c> Exposure<'c> {
    /// The worst case under a configuration.
    pub fn new(revision: Revision, config: &'c Config) -> Self {
        Self {
            config,
            warns_at_once: revision.batch_rule() == BatchRule::WarnAtOnce,
        }
    }

    /// The most often that one and the same call can run, where each response proposes nothing
    /// else: what `hard_limit` is there for.
    ///
    /// `tool` is the call's tool; `None` stands for any tool without an override.
    pub fn same_call(&self, tool: Option<&str>) -> Bound {
        if let Some(bound) = self.trivial() {
            return bound;
        }
        let FreqLimits { hard_limit, .. } = self.limits(tool);
        let Config {
            warn_threshold,
            window_size,
            ..
        } = *self.config;
        // The response of a repetition's warning is not counted in the frequency window.
        let uncounted = self.warns_at_once && self.repetition_warns();
        let by_frequency = hard_limit - 1 + i64::from(uncounted && warn_threshold <= hard_limit);
        let calls = if self.config.hard_limit <= window_size {
            by_frequency.min(self.config.hard_limit - 1)
        } else {
            by_frequency
        };
        at_most(calls)
    }

    /// The most calls of one tool that can run in a run that calls no other.
    ///
    /// `tool` is `None` for any tool without an override.
    pub fn one_tool(&self, tool: Option<&str>) -> Bound {
        if let Some(bound) = self.trivial() {
            return bound;
        }
        let limits = self.limits(tool);
        if self.skips_accounting(limits) {
            return Bound::Unbounded(Unbounded::WarningEndsAccounting);
        }
        at_most(self.calls(limits))
    }

    /// The most calls of all tools together, in a run that calls these and no others.
    pub fn all_tools<'t>(&self, tools: impl IntoIterator<Item = &'t str>) -> Bound {
        if let Some(bound) = self.trivial() {
            return bound;
        }
        let limits = self.limits_of(tools);
        if limits.is_empty() {
            return Bound::Underived;
        }
        if limits.values().any(|limits| self.skips_accounting(*limits)) {
            return Bound::Unbounded(Unbounded::WarningEndsAccounting);
        }
        if self.can_take_turns(&limits) {
            return Bound::Unbounded(Unbounded::ToolsTakeTurns);
        }
        let calls = limits.values().map(|limits| self.calls(*limits));
        at_most(calls.fold(0_i64, i64::saturating_add))
    }

    /// The most calls of one tool, in a run that may call these others in between.
    pub fn one_among<'t>(&self, tool: &str, tools: impl IntoIterator<Item = &'t str>) -> Bound {
        if self.trivial().is_none() {
            let limits = self.limits(Some(tool));
            let mut all = self.limits_of(tools);
            all.insert(tool.to_owned(), limits);
            // The calls of any tool pass behind the warning of another one.
            if all.values().any(|limits| self.skips_accounting(*limits)) {
                return Bound::Unbounded(Unbounded::WarningEndsAccounting);
            }
            if limits.hard_limit > 1 && self.can_take_turns(&all) {
                return Bound::Unbounded(Unbounded::ToolsTakeTurns);
            }
        }
        self.one_tool(Some(tool))
    }

    /// What needs no counting.
    fn trivial(&self) -> Option<Bound> {
        let Config {
            enabled,
            warn_threshold,
            hard_limit,
            window_size,
            max_tracked_threads,
            tool_freq_warn,
            tool_freq_hard_limit,
            ref tool_freq_overrides,
        } = *self.config;
        if !enabled {
            return Some(Bound::Unbounded(Unbounded::DetectorOff));
        }
        let single = [
            warn_threshold,
            hard_limit,
            window_size,
            max_tracked_threads,
            tool_freq_warn,
            tool_freq_hard_limit,
        ];
        let limits = tool_freq_overrides.values();
        let pairs = limits.flat_map(|limits| [limits.warn, limits.hard_limit]);
        if single.into_iter().chain(pairs).any(|value| value < 1) {
            return Some(Bound::Underived);
        }
        // The first response stands in the history once.
        (hard_limit == 1).then_some(Bound::AtMost(0))
    }

    fn limits(&self, tool: Option<&str>) -> FreqLimits {
        tool.and_then(|tool| self.config.tool_freq_overrides.get(tool))
            .copied()
            .unwrap_or_else(|| self.config.tool_freq_limits())
    }

    fn limits_of<'t>(
        &self,
        tools: impl IntoIterator<Item = &'t str>,
    ) -> BTreeMap<String, FreqLimits> {
        tools
            .into_iter()
            .map(|tool| (tool.to_owned(), self.limits(Some(tool))))
            .collect()
    }

    /// Whether the history window can warn before it stops.
    fn repetition_warns(&self) -> bool {
        let Config {
            warn_threshold,
            hard_limit,
            window_size,
            ..
        } = *self.config;
        warn_threshold < hard_limit && warn_threshold <= window_size
    }

    /// Whether one response can bring any number of calls past the accounting.
    fn skips_accounting(&self, limits: FreqLimits) -> bool {
        let first_warns = self.config.warn_threshold == 1 && self.repetition_warns();
        self.warns_at_once && (limits.warn < limits.hard_limit || first_warns)
    }

    /// The calls of a tool where the frequency window drops none of them.
    fn calls(&self, limits: FreqLimits) -> i64 {
        let counted = limits.hard_limit - 1;
        if self.warns_at_once && self.repetition_warns() {
            // Of `warn_threshold` equal call sets the last is not counted.
            counted.saturating_add(counted / (self.config.warn_threshold - 1).max(1))
        } else {
            counted
        }
    }

    /// Whether the frequency window can stay full without any tool at its hard limit.
    fn can_take_turns(&self, limits: &BTreeMap<String, FreqLimits>) -> bool {
        let places = limits.values().map(|limits| limits.hard_limit - 1);
        places.fold(0_i64, i64::saturating_add) >= self.config.tool_freq_window()
    }
}

fn at_most(calls: i64) -> Bound {
    u64::try_from(calls).map_or(Bound::Underived, Bound::AtMost)
}

#[cfg(test)]
mod tests;
