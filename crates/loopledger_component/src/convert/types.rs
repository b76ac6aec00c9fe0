//! What the interfaces share.

use crate::bindings::exports::loopledger::core::types::{
    Configuration, Error, HookError, Layer, Lint, ReplaySettings, ToolFreqOverride, Unreadable,
};
use loopledger::model::{self, EffectiveConfiguration};
use loopledger::{ConfigurationError, ReplayError, view};

impl From<ReplaySettings> for view::ReplaySettings {
    fn from(settings: ReplaySettings) -> Self {
        Self {
            revision: settings.revision,
            configuration: settings.configuration.map(Into::into),
        }
    }
}

impl From<Configuration> for EffectiveConfiguration {
    fn from(configuration: Configuration) -> Self {
        Self {
            enabled: configuration.enabled,
            warn_threshold: configuration.warn_threshold,
            hard_limit: configuration.hard_limit,
            window_size: configuration.window_size,
            max_tracked_threads: configuration.max_tracked_threads,
            tool_freq_warn: configuration.tool_freq_warn,
            tool_freq_hard_limit: configuration.tool_freq_hard_limit,
            tool_freq_overrides: configuration
                .tool_freq_overrides
                .into_iter()
                .map(|limits| {
                    let ToolFreqOverride {
                        tool,
                        warn,
                        hard_limit,
                    } = limits;
                    (tool, model::ToolFreqOverride { warn, hard_limit })
                })
                .collect(),
        }
    }
}

impl From<&EffectiveConfiguration> for Configuration {
    fn from(configuration: &EffectiveConfiguration) -> Self {
        Self {
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
                .map(|(tool, limits)| ToolFreqOverride {
                    tool: tool.clone(),
                    warn: limits.warn,
                    hard_limit: limits.hard_limit,
                })
                .collect(),
        }
    }
}

impl From<view::LintView> for Lint {
    fn from(lint: view::LintView) -> Self {
        let view::LintView {
            code,
            setting,
            message,
        } = lint;
        Self {
            code,
            setting,
            message,
        }
    }
}

/// The window that a view names.
pub(crate) fn layer(code: &str) -> Layer {
    match code {
        "identical_call_set" => Layer::IdenticalCallSet,
        "tool_frequency" => Layer::ToolFrequency,
        _ => Layer::Unknown,
    }
}

impl From<view::HookErrorView> for HookError {
    fn from(error: view::HookErrorView) -> Self {
        let view::HookErrorView {
            code,
            message,
            exception,
        } = error;
        Self {
            code,
            message,
            exception,
        }
    }
}

impl From<view::HookErrorView> for Error {
    fn from(error: view::HookErrorView) -> Self {
        Self::Raised(error.into())
    }
}

impl From<ReplayError> for Error {
    fn from(error: ReplayError) -> Self {
        match error {
            ReplayError::UnknownRun(run) => Self::UnknownRun(run),
            ReplayError::UnknownRevision(story) => Self::UnknownRevision(story),
            ReplayError::Configuration(rules) => Self::InvalidConfiguration(rules),
            ReplayError::UnknownStep(step) => Self::UnknownStep(step),
            other => Self::Other(unreadable(other.code(), &other)),
        }
    }
}

impl From<ConfigurationError> for Error {
    fn from(error: ConfigurationError) -> Self {
        match error {
            ConfigurationError::BrokenRules(rules) => Self::InvalidConfiguration(rules),
            ConfigurationError::NoSection { .. } => Self::NoLoopDetection(error.to_string()),
            ConfigurationError::Unreadable { code, .. } => {
                Self::Unreadable(unreadable(code, &error))
            }
            other => Self::Other(unreadable(other.code(), &other)),
        }
    }
}

fn unreadable(code: &str, story: &impl std::fmt::Display) -> Unreadable {
    Unreadable {
        code: code.to_owned(),
        message: story.to_string(),
    }
}
