//! What the trajectories of mini-SWE-agent and SWE-agent have in common: names, ends and costs.
//!
//! The task is what the file calls `instance_id`, or else what the file is called.
//! The variant is the folder of the run, which is the one around the tasks' own folders; a file
//! without a folder has its model as its variant.

use crate::FileRead;
use crate::diagnostic::Severity;
use crate::field;
use crate::source::{Context, Record};
use loopledger_json::Node;
use loopledger_model::trace::Run;
use loopledger_model::{
    AttemptRecord, Currency, Measured, Money, RunStatus, StopReason, TraceLink, UnknownReason,
};
use rust_decimal::Decimal;
use std::str::FromStr as _;

/// What a trajectory file holds.
#[derive(Debug, Default)]
pub(crate) struct Trajectories {
    pub(crate) runs: Vec<Run>,
    pub(crate) attempts: Vec<AttemptRecord>,
    pub(crate) read: u64,
    pub(crate) rejected: u64,
}

impl Trajectories {
    pub(crate) fn into_file(self, file: &mut FileRead) {
        file.records_read = self.read;
        file.records_rejected = self.rejected;
        file.runs = self.runs;
        file.attempts = self.attempts;
    }
}

/// Names of files that say nothing about their task.
const GENERIC_STEMS: [&str; 6] = [
    "traj",
    "trajectory",
    "last_mini_run",
    "last_mini_exec",
    "output",
    "result",
];
/// Names of folders inside of a run's folder.
const INNER_FOLDERS: [&str; 3] = ["trajs", "traj", "trajectories"];

/// What an attempt and its run are called.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(
    clippy::struct_field_names,
    reason = "they are called so in the records"
)]
pub(crate) struct Names {
    pub(crate) task_id: Option<String>,
    pub(crate) variant_id: Option<String>,
    pub(crate) attempt_id: String,
    /// Where the run belongs: its folder, or else its variant.
    pub(crate) thread_id: Option<String>,
    pub(crate) run_id: String,
}

impl Names {
    pub(crate) fn of(file: &str, stated: Option<&str>, model: Option<&str>) -> Self {
        let mut folders: Vec<&str> = file
            .split(['/', '\\'])
            .filter(|part| !part.is_empty() && *part != ".")
            .collect();
        let mut stem = folders.pop().unwrap_or_default();
        for end in [".gz", ".json", ".traj"] {
            stem = stem.strip_suffix(end).unwrap_or(stem);
        }
        let is_generic = stem.is_empty() || GENERIC_STEMS.contains(&stem);
        let parent = folders.last().copied();
        let task = stated.or(if is_generic { parent } else { Some(stem) });
        if parent.is_some() && (parent == task || (parent == Some(stem) && !is_generic)) {
            folders.pop();
        }
        while folders
            .last()
            .is_some_and(|folder| INNER_FOLDERS.contains(folder))
        {
            folders.pop();
        }
        let variant = folders.last().copied().or(model);
        let name = if is_generic {
            task.unwrap_or(stem)
        } else {
            stem
        };
        let thread_id = if folders.is_empty() {
            variant.map(str::to_owned)
        } else {
            Some(folders.join("/"))
        };
        Self {
            task_id: task.map(str::to_owned),
            variant_id: variant.map(str::to_owned),
            attempt_id: match variant {
                Some(variant) => format!("{variant}/{name}"),
                None => name.to_owned(),
            },
            thread_id,
            run_id: name.to_owned(),
        }
    }

    /// The names of one of several attempts in one file, counted from 1.
    pub(crate) fn numbered(&self, number: usize) -> Self {
        Self {
            attempt_id: format!("{}#{number}", self.attempt_id),
            run_id: format!("{}#{number}", self.run_id),
            ..self.clone()
        }
    }

    /// A record of which only the names are known.
    pub(crate) fn record(self, record: Record<'_, '_>, model: Option<String>) -> AttemptRecord {
        let mut out = AttemptRecord::new(self.attempt_id, UnknownReason::AbsentField);
        out.task_id = self.task_id;
        out.variant_id = self.variant_id;
        out.model = model;
        out.trace = Some(TraceLink {
            file: Some(record.source.file.to_string()),
            thread_id: self.thread_id,
            run_id: Some(self.run_id),
        });
        out.place = Some(record.place());
        out
    }
}

/// How a run ended, by its `exit_status`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct End {
    pub(crate) status: Option<RunStatus>,
    pub(crate) stop_reason: Measured<Option<StopReason>>,
    /// Whether the file says that the run ended.
    pub(crate) is_over: bool,
}

/// Reads `info.exit_status`.
///
/// A limit ends a run without an error; it is the stop reason. The name of an exception is kept as
/// the stop reason too, since nothing else says why the run stopped.
pub(crate) fn end(
    context: &mut Context,
    info: Option<Record<'_, '_>>,
    root: Record<'_, '_>,
) -> End {
    let unknown = |reason, place| End {
        status: None,
        stop_reason: Measured::unknown_at(reason, place),
        is_over: false,
    };
    let Some(info) = info else {
        return unknown(UnknownReason::AbsentField, root.place());
    };
    let place = info.place_of_key("exit_status");
    match info.get("exit_status") {
        None => return unknown(UnknownReason::AbsentField, place),
        Some(node) if node.is_null() => return unknown(UnknownReason::NullField, place),
        Some(_) => {}
    }
    let Some(text) = info.text(context, "exit_status") else {
        return unknown(UnknownReason::ParseError, place);
    };
    if text.is_empty() {
        // What is written after every step until the run is over.
        return End {
            status: Some(RunStatus::Running),
            ..unknown(UnknownReason::StreamPartial, place)
        };
    }
    let (status, reason) = status_of(&text);
    End {
        status: Some(status),
        stop_reason: Measured::reported(reason, place),
        is_over: true,
    }
}

fn status_of(exit_status: &str) -> (RunStatus, Option<StopReason>) {
    let lower = exit_status.to_ascii_lowercase();
    if matches!(lower.as_str(), "submitted" | "early_submitted") {
        return (RunStatus::Success, None);
    }
    // SWE-agent submits what there is when it is stopped: `submitted (exit_cost)`.
    let inner = exit_status
        .strip_prefix("submitted (")
        .and_then(|rest| rest.strip_suffix(')'))
        .unwrap_or(exit_status);
    let reason = StopReason::new(inner);
    let status = if reason.is_cap() {
        RunStatus::Success
    } else {
        match inner {
            "UserInterruption" | "KeyboardInterrupt" | "exit_forfeit" | "exit_user" => {
                RunStatus::Interrupted
            }
            _ if lower.contains("timeout") => RunStatus::Timeout,
            _ => RunStatus::Error,
        }
    };
    (status, Some(reason))
}

/// Sums of floats may differ from the sum of their decimals by so much.
fn tolerance() -> Decimal {
    Decimal::new(1, 9)
}

/// What the parts of a cost come to.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct CostSum {
    total: Decimal,
    stated: usize,
    zeros: usize,
}

impl CostSum {
    /// Adds a cost; one that is no amount is passed over, and 0 is not measured.
    pub(crate) fn add(&mut self, node: Option<&Node<'_>>) {
        let Some(Ok(amount)) = node.map(field::decimal) else {
            return;
        };
        if amount.is_zero() {
            self.zeros += 1;
        } else if let Some(total) = self.total.checked_add(amount) {
            self.total = total;
            self.stated += 1;
        }
    }
}

/// Reads `model_stats.instance_cost`, in US dollars, and compares it with the costs of the
/// responses, each list with the field that it was read from.
pub(crate) fn cost(
    context: &mut Context,
    stats: Option<Record<'_, '_>>,
    root: Record<'_, '_>,
    responses: usize,
    sums: &[(&str, CostSum)],
) -> Measured<Money> {
    let Some(stats) = stats else {
        return Measured::unknown_at(UnknownReason::AbsentField, root.place());
    };
    let key = "instance_cost";
    let place = stats.place_of_key(key);
    let amount = stats.measured(context, key, field::decimal);
    let calls = stats
        .get("api_calls")
        .and_then(|node| field::count(node).ok());
    let mut out = amount.map(|amount| Money {
        amount,
        currency: Currency::new("USD"),
    });
    let was_called = responses > 0 || calls != Some(0);
    if out.value().is_some_and(|money| money.amount.is_zero()) && was_called {
        stats.report_key(
            context,
            Severity::Info,
            "sentinel_zero",
            key,
            "a cost, or null where none was measured",
        );
        out = Measured::unknown_at(UnknownReason::SentinelZero, place.clone());
    }
    for (name, sum) in sums {
        if sum.stated == 0 {
            continue;
        }
        let Some(money) = out.value() else {
            // Every response has its cost, so that their sum is known though the total is not.
            if sum.stated == responses && out.reason() != Some(UnknownReason::ParseError) {
                let amount = sum.total;
                let currency = Currency::new("USD");
                out = Measured::derived(Money { amount, currency }, place.clone());
            }
            continue;
        };
        if (money.amount - sum.total).abs() > tolerance() {
            context.report(
                Severity::Warning,
                "cost_differs",
                place.clone(),
                format!("instance_cost that equals the sum of {name}, {}", sum.total),
                format!("{}", money.amount),
            );
        }
    }
    out
}

/// A document that breaks off inside of its list of messages or steps, closed behind the last one
/// that is whole. `None` where no such list is open at the end.
pub(crate) fn whole_messages(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let mut open: Vec<u8> = Vec::new();
    let mut is_string = false;
    let mut is_escaped = false;
    // Behind the last item of a list that is a member of the document.
    let mut end = None;
    for (at, byte) in bytes.iter().enumerate() {
        if is_string {
            match byte {
                _ if is_escaped => is_escaped = false,
                b'\\' => is_escaped = true,
                b'"' => is_string = false,
                _ => {}
            }
            continue;
        }
        match byte {
            b'"' => is_string = true,
            b'{' | b'[' => {
                open.push(*byte);
                if open == *b"{[" {
                    end = Some(at + 1);
                }
            }
            b'}' | b']' => {
                let opened = open.pop()?;
                if (opened == b'{') != (*byte == b'}') {
                    break;
                }
                if open == *b"{[" {
                    end = Some(at + 1);
                } else if open.len() < 2 {
                    end = None;
                }
            }
            _ => {}
        }
    }
    let whole = text.get(..end?)?;
    Some(format!("{whole}]}}"))
}

/// A number of seconds as a decimal.
pub(crate) fn millis(nanos: i128) -> Option<Decimal> {
    let millis = Decimal::try_from_i128_with_scale(nanos, 6).ok()?;
    (nanos >= 0).then(|| millis.normalize())
}

/// The model of a `replay_config`, which is JSON in a string.
pub(crate) fn model_of_config(text: &str) -> Option<String> {
    let root = loopledger_json::parse(text).ok()?;
    [
        "/agent/model/name",
        "/agent/model/model_name",
        "/agent/agent_configs/0/model/name",
    ]
    .iter()
    .find_map(|pointer| field::text(root.pointer(pointer)?))
    .and_then(|name| String::from_str(&name).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(file: &str, stated: Option<&str>, expected: (&str, &str, &str)) {
        let names = Names::of(file, stated, Some("m"));
        let (task, variant, attempt) = expected;
        assert_eq!(names.task_id.as_deref(), Some(task), "{file}");
        assert_eq!(names.variant_id.as_deref(), Some(variant), "{file}");
        assert_eq!(names.attempt_id, attempt, "{file}");
    }

    #[test]
    fn a_run_is_named_by_the_folder_around_the_tasks() {
        check("out/a/t-1/t-1.traj.json", None, ("t-1", "a", "a/t-1"));
        check("a/t-1.traj", None, ("t-1", "a", "a/t-1"));
        check("a/trajs/t-1/t-1.traj.json.gz", None, ("t-1", "a", "a/t-1"));
        check("a/t-1/trajectory.json", None, ("t-1", "a", "a/t-1"));
    }

    #[test]
    fn a_file_without_a_folder_has_its_model_as_its_variant() {
        check("t-1.traj", None, ("t-1", "m", "m/t-1"));
    }

    #[test]
    fn the_files_own_id_comes_before_its_name() {
        check("a/second.traj.json", Some("t-1"), ("t-1", "a", "a/second"));
    }

    #[test]
    fn exit_statuses() {
        let check = |text: &str, status: RunStatus, reason: Option<&str>, is_cap: bool| {
            let (found, stop) = status_of(text);
            assert_eq!(found, status, "{text}");
            assert_eq!(stop.as_ref().map(StopReason::as_str), reason, "{text}");
            assert_eq!(stop.is_some_and(|stop| stop.is_cap()), is_cap, "{text}");
        };
        check("Submitted", RunStatus::Success, None, false);
        check("submitted", RunStatus::Success, None, false);
        let limits = Some("LimitsExceeded");
        check("LimitsExceeded", RunStatus::Success, limits, true);
        check(
            "TimeExceeded",
            RunStatus::Success,
            Some("TimeExceeded"),
            true,
        );
        let cost = Some("exit_cost");
        check("submitted (exit_cost)", RunStatus::Success, cost, true);
        check(
            "exit_context",
            RunStatus::Success,
            Some("exit_context"),
            true,
        );
        let own = Some("CostLimitExceeded");
        check("CostLimitExceeded", RunStatus::Success, own, true);
        check("Timeout", RunStatus::Timeout, Some("Timeout"), false);
        let error = Some("InternalServerError");
        check("InternalServerError", RunStatus::Error, error, false);
        let user = Some("UserInterruption");
        check("UserInterruption", RunStatus::Interrupted, user, false);
    }

    #[test]
    fn a_torn_list_is_closed_behind_its_last_whole_item() {
        let text = r#"{"a":1,"messages":[{"b":"]"},{"c":[1]},{"d":"#;
        let whole = r#"{"a":1,"messages":[{"b":"]"},{"c":[1]}]}"#;
        assert_eq!(whole_messages(text).as_deref(), Some(whole));
        assert_eq!(whole_messages(r#"{"a":[1],"b":"#), None);
    }
}
