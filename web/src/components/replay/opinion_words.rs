//! Sentences about second opinions.

use crate::i18n::I18n;
use crate::t;
use crate::visible_text;
use loopledger::view::opinions::{OpinionLane, OpinionMark};
use yew::AttrValue;

/// A lane in a few words, where a project has several.
pub(super) fn lane(i18n: &I18n, lane: &OpinionLane) -> AttrValue {
    match lane.id.as_str() {
        "openhands-no-thought" => t!(i18n, "opinions-lane-no-thought"),
        "opencode" => t!(i18n, "opinions-lane-message"),
        "opencode-session" => t!(i18n, "opinions-lane-session"),
        "langchain-tool-calls" => t!(i18n, "opinions-lane-tool-calls"),
        "langchain-model-calls" => t!(i18n, "opinions-lane-model-calls"),
        "crewai-max-iter" => t!(i18n, "opinions-lane-iterations"),
        _ => AttrValue::from(lane.project.clone()),
    }
}

/// The rule of a mark with its count.
pub(super) fn rule(i18n: &I18n, mark: &OpinionMark) -> AttrValue {
    let count = mark.count;
    match mark.rule.as_str() {
        "identical_call_set" => t!(i18n, "opinions-rule-call-set", count = count),
        "tool_frequency" => t!(i18n, "opinions-rule-frequency", count = count),
        "repeated_pair" => t!(i18n, "opinions-rule-pair", count = count),
        "repeated_error" => t!(i18n, "opinions-rule-error", count = count),
        "monologue" => t!(i18n, "opinions-rule-monologue", count = count),
        "alternation" => t!(i18n, "opinions-rule-alternation", count = count),
        "cycle" => t!(i18n, "opinions-rule-cycle", count = count),
        "repeated_call" => t!(i18n, "opinions-rule-call", count = count),
        "absolute_limit" => t!(i18n, "opinions-rule-absolute", count = count),
        "reminder_1" | "reminder_2" | "reminder_3" => {
            t!(i18n, "opinions-rule-reminder", count = count)
        }
        "tool_calls" => t!(i18n, "opinions-rule-tool-calls", count = count),
        "model_calls" | "max_steps" => t!(i18n, "opinions-rule-model-calls", count = count),
        other => visible_text(other),
    }
}

/// What a stop does at home.
pub(super) fn effect(i18n: &I18n, code: &str) -> AttrValue {
    match code {
        "ends_run" => t!(i18n, "opinions-effect-ends-run"),
        "skips_call" => t!(i18n, "opinions-effect-skips-call"),
        "asks_user" => t!(i18n, "opinions-effect-asks-user"),
        other => visible_text(other),
    }
}

/// How a rule is known.
pub(super) fn seen(i18n: &I18n, code: &str) -> AttrValue {
    match code {
        "read" => t!(i18n, "opinions-seen-read"),
        "partly" => t!(i18n, "opinions-seen-partly"),
        "described" => t!(i18n, "opinions-seen-described"),
        other => visible_text(other),
    }
}

/// Why a detector is undecided.
pub(super) fn unseen(i18n: &I18n, code: &str) -> AttrValue {
    match code {
        "redacted_arguments" => t!(i18n, "opinions-unseen-redacted-arguments"),
        "cut_arguments" => t!(i18n, "opinions-unseen-cut-arguments"),
        "unknown_results" => t!(i18n, "opinions-unseen-results"),
        "unknown_words" => t!(i18n, "opinions-unseen-words"),
        "unknown_user_messages" => t!(i18n, "opinions-unseen-user-messages"),
        other => visible_text(other),
    }
}

/// What a replay of a detector cannot see.
pub(super) fn blind(i18n: &I18n, code: &str) -> AttrValue {
    match code {
        "error_kinds" => t!(i18n, "opinions-blind-error-kinds"),
        "streamed_text" => t!(i18n, "opinions-blind-streamed-text"),
        "model_check" => t!(i18n, "opinions-blind-model-check"),
        "error_text" => t!(i18n, "opinions-blind-error-text"),
        "progress_text" => t!(i18n, "opinions-blind-progress-text"),
        "parallel_calls" => t!(i18n, "opinions-blind-parallel-calls"),
        "condensation" => t!(i18n, "opinions-blind-condensation"),
        "other_runs" => t!(i18n, "opinions-blind-other-runs"),
        "never_advances" => t!(i18n, "opinions-blind-never-advances"),
        "message_bounds" => t!(i18n, "opinions-blind-message-bounds"),
        "exempt_tools" => t!(i18n, "opinions-blind-exempt-tools"),
        "last_answer" => t!(i18n, "opinions-blind-last-answer"),
        "page_fingerprints" => t!(i18n, "opinions-blind-page-fingerprints"),
        other => visible_text(other),
    }
}
