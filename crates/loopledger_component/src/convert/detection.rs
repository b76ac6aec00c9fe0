//! What the detector is fed, and what it answers.

use super::types::layer;
use super::{count, list};
use crate::bindings::exports::loopledger::core::detection::{
    CountedCallSet, Decision, DetectorContext, Finding, FrequencyBar, FrequentTool, HardStop, Key,
    Observation, ProposedCall, ProposedName, RunIdentity, Tracked, Warning, WindowCallSet, Windows,
};
use loopledger::view;

impl From<DetectorContext> for view::DetectorContext {
    fn from(context: DetectorContext) -> Self {
        Self {
            thread_id: context.thread_id,
            run: context.run.into(),
        }
    }
}

impl From<RunIdentity> for view::RunIdentity {
    fn from(run: RunIdentity) -> Self {
        match run {
            RunIdentity::Named(id) => Self::Named(id),
            RunIdentity::Null => Self::Null,
            RunIdentity::Absent(number) => Self::Absent(number),
        }
    }
}

impl From<view::RunIdentity> for RunIdentity {
    fn from(run: view::RunIdentity) -> Self {
        match run {
            view::RunIdentity::Named(id) => Self::Named(id),
            view::RunIdentity::Null => Self::Null,
            view::RunIdentity::Absent(number) => Self::Absent(number),
        }
    }
}

impl From<ProposedCall> for view::ProposedCall {
    fn from(call: ProposedCall) -> Self {
        Self {
            id: call.id,
            name: match call.name {
                ProposedName::Text(name) => view::ProposedName::Text(name),
                ProposedName::Json(source) => view::ProposedName::Json(source),
                ProposedName::Absent => view::ProposedName::Absent,
            },
            arguments: call.arguments,
        }
    }
}

impl From<view::FindingView> for Finding {
    fn from(finding: view::FindingView) -> Self {
        Self {
            layer: layer(&finding.layer),
            tools: finding.tools,
            count: count(finding.count),
            threshold: finding.threshold,
        }
    }
}

impl From<view::ObservationView> for Observation {
    fn from(observation: view::ObservationView) -> Self {
        let view::ObservationView {
            action: _,
            finding,
            stop_reason,
            suppressed,
            error,
            superseded,
            call_set,
        } = observation;
        // Which of these there are says what the action is.
        let decision = match (error, finding.map(Finding::from), stop_reason) {
            (Some(error), _, _) => Decision::Raised(error.into()),
            (None, Some(finding), Some(stop_reason)) => Decision::HardStop(HardStop {
                finding,
                stop_reason,
                suppressed,
            }),
            (None, Some(finding), None) => Decision::Warn(finding),
            (None, None, _) => Decision::Continue,
        };
        Self {
            decision,
            superseded: superseded.map(Into::into),
            call_set: call_set.map(|call_set| CountedCallSet {
                digest: call_set.digest,
                count: count(call_set.count),
            }),
        }
    }
}

impl From<view::WarningView> for Warning {
    fn from(warning: view::WarningView) -> Self {
        match (warning.tool, warning.count) {
            (Some(tool), Some(calls)) => Self::ToolFrequency(FrequentTool {
                tool,
                count: count(calls),
            }),
            _ => Self::IdenticalCallSet,
        }
    }
}

impl From<view::WindowsView> for Windows {
    fn from(windows: view::WindowsView) -> Self {
        Self {
            history: list(windows.history),
            history_capacity: windows.history_capacity,
            frequency: windows.frequency,
            frequency_capacity: windows.frequency_capacity,
            bars: list(windows.bars),
        }
    }
}

impl From<view::WindowCallSetView> for WindowCallSet {
    fn from(call_set: view::WindowCallSetView) -> Self {
        Self {
            digest: call_set.digest,
            is_warned: call_set.is_warned,
        }
    }
}

impl From<view::FrequencyBarView> for FrequencyBar {
    fn from(bar: view::FrequencyBarView) -> Self {
        Self {
            tool: bar.tool,
            count: count(bar.count),
            warn: bar.warn,
            hard_limit: bar.hard_limit,
            is_warned: bar.is_warned,
            is_override: bar.is_override,
        }
    }
}

impl From<view::TrackedView> for Tracked {
    fn from(tracked: view::TrackedView) -> Self {
        Self {
            thread_id: tracked.thread_id,
            run: tracked.run.map(Into::into),
        }
    }
}

impl From<view::KeyView> for Key {
    fn from(key: view::KeyView) -> Self {
        let view::KeyView { key, rule, fields } = key;
        Self { key, rule, fields }
    }
}
