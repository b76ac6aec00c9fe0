//! Tables for people. An unknown is the word `null` with its reason.

use comfy_table::presets::NOTHING;
use comfy_table::{CellAlignment, Table};
use loopledger::inspect::InspectView;
use loopledger::markdown;
use loopledger::model::experiment::Part;
use loopledger::model::{Outcome, UnknownReason};
use loopledger::view::compare::ComparisonAnswer;
use loopledger::view::experiment::{
    ChangeView, DigestState, FaultView, ManifestView, RecordedAttemptView,
};
use loopledger::view::{
    AttemptView, DecisionView, DiagnosticView, Figure, FileView, GroupView, MoneyView, ReplayView,
    ReportView, SumFigure,
};
use std::io::Write;

/// What was read from each file.
pub(crate) fn inspect(view: &InspectView) -> anyhow::Result<()> {
    let mut out = super::for_people();
    for file in &view.files {
        let format = file.format.as_deref().unwrap_or("not recognised");
        writeln!(out, "{}  {format}", file.name)?;
        if let Some(why) = &file.why {
            writeln!(out, "  because {why}")?;
        }
        writeln!(
            out,
            "  {} records read, {} rejected",
            file.records_read, file.records_rejected
        )?;
        if !file.sessions.is_empty() {
            let mut table = table(&[
                "session",
                "responses",
                "tool calls",
                "suppressed",
                "uncached input",
                "cache read",
                "cache write",
                "output",
                "reasoning",
                "model cost",
                "stop reasons",
            ]);
            align_right(&mut table, 1..10);
            for session in &file.sessions {
                let count = |value: Option<u64>| value.map_or("null".to_owned(), |n| n.to_string());
                let mut row = vec![
                    session.id.clone(),
                    count(session.responses),
                    count(session.tool_calls),
                    count(session.suppressed_tool_calls),
                ];
                row.extend(session.tokens.named().map(|(name, tokens)| match tokens {
                    Some(tokens) => tokens.to_string(),
                    None => null(session.unknown.get(name).copied()),
                }));
                row.push(match &session.model_cost {
                    Some(cost) => money(cost),
                    None => null(session.unknown.get("modelCost").copied()),
                });
                row.push(if session.stop_reasons.is_empty() {
                    let reason = session.unknown.get("stopReasons").copied();
                    reason.map_or_else(|| "none".to_owned(), |reason| null(Some(reason)))
                } else {
                    let reasons = session.stop_reasons.iter();
                    counts(reasons.map(|(reason, count)| (reason.as_str(), *count)))
                });
                table.add_row(row);
            }
            writeln!(out, "{}", indented(&table))?;
            for session in &file.sessions {
                for (response, action, layer, tools, count) in &session.decisions {
                    writeln!(
                        out,
                        "  {} response {response}: {action} ({layer}, {}, count {count})",
                        session.id,
                        tools.join(" ")
                    )?;
                }
            }
        }
        for tried in &file.tried {
            writeln!(out, "  not {}: {}", tried.format, tried.why_not)?;
        }
        for diagnostic in &file.diagnostics {
            writeln!(out, "  {}", line(diagnostic))?;
        }
    }
    out.flush()?;
    Ok(())
}

/// Every decision of every run.
pub(crate) fn replays(replays: &[ReplayView]) -> anyhow::Result<()> {
    let mut out = super::for_people();
    for replay in replays {
        let run = &replay.run;
        writeln!(
            out,
            "{}  {}, {} ({} suppressed), revision {}, limits: {}",
            run.key,
            several(run.responses, "response"),
            several(run.tool_calls, "tool call"),
            run.suppressed_tool_calls
                .map_or("null".to_owned(), |count| count.to_string()),
            replay.revision,
            replay.configuration_source
        )?;
        if !run.is_exact {
            writeln!(
                out,
                "  not exact: {}",
                if run.source == "event_journal" {
                    "records of the run are missing or unreadable"
                } else {
                    "this export does not keep the calls of a stopped response"
                }
            )?;
        }
        for lint in &replay.lints {
            writeln!(out, "  {} [{}]", lint.message, lint.code)?;
        }
        if replay.decisions.is_empty() {
            writeln!(out, "  no warning, no stop")?;
        } else {
            let mut table = table(&[
                "response", "decision", "layer", "tools", "count", "line", "",
            ]);
            align_right(&mut table, [0, 4, 5]);
            for decision in &replay.decisions {
                table.add_row(decision_row(replay, decision));
            }
            writeln!(out, "{}", indented(&table))?;
        }
        for change in replay
            .changes
            .iter()
            .filter(|change| change.change == "removed")
        {
            if let Some(recorded) = &change.recorded {
                writeln!(
                    out,
                    "  recorded and not repeated: {} at response {}",
                    recorded.action, change.response
                )?;
            }
        }
        if let Some(response) = replay.what_if_after {
            writeln!(out, "  what if: everything after response {response}")?;
        }
    }
    out.flush()?;
    Ok(())
}

fn decision_row(replay: &ReplayView, decision: &DecisionView) -> Vec<String> {
    let change = replay
        .changes
        .iter()
        .find(|change| change.response == decision.response);
    let line = usize::try_from(decision.response)
        .ok()
        .and_then(|step| replay.steps.get(step))
        .map_or_else(String::new, |step| step.line.to_string());
    vec![
        decision.response.to_string(),
        decision.action.clone(),
        decision.layer.clone(),
        decision.tools.join(" "),
        format!("{} of {}", decision.count, decision.threshold),
        line,
        match change {
            None if replay.has_recorded_decisions => "as recorded".to_owned(),
            None => String::new(),
            Some(change) => change.change.clone(),
        },
    ]
}

/// The finding, the result record, the attempts, and what is unknown.
pub(crate) fn report(report: &ReportView, attempts: &[AttemptView]) -> anyhow::Result<()> {
    let mut out = super::for_people();
    match &report.total {
        None if report.recorded_results.is_empty() => writeln!(out, "No attempt was read.")?,
        None => {}
        Some(total) => {
            writeln!(out, "{}", finding(total))?;
            for money in &total.model_cost_by_currency {
                writeln!(out, "In {}: at least {}.", money.currency, money.amount)?;
            }
            if report.manifest_digests.len() > 1 {
                writeln!(
                    out,
                    "The attempts stand under {} manifest digests and must not be compared: {}.",
                    report.manifest_digests.len(),
                    report.manifest_digests.join(", ")
                )?;
            }
            groups(&mut out, total, &report.variants)?;
            if let Some(record) = &report.result_record_alone {
                writeln!(out, "\n{record}")?;
            }
            attempt_table(&mut out, attempts)?;
        }
    }
    for recorded in &report.recorded_results {
        writeln!(out, "\nresult record of {}", recorded.place)?;
        writeln!(out, "{}", recorded.json)?;
    }
    if !report.unknowns.is_empty() {
        writeln!(out, "\nunknown")?;
        let mut table = table(&["field", "reason", "attempts", "first place"]);
        for unknown in &report.unknowns {
            table.add_row(vec![
                unknown.field.clone(),
                unknown.reason.to_string(),
                unknown.attempts.join(" "),
                unknown
                    .place
                    .as_ref()
                    .map_or_else(String::new, ToString::to_string),
            ]);
        }
        writeln!(out, "{}", indented(&table))?;
    }
    for table in &report.price_tables {
        writeln!(
            out,
            "\nprices: {} ({} models, sha256 {})",
            table.file, table.models, table.sha256
        )?;
    }
    for disagreement in &report.disagreements {
        writeln!(
            out,
            "\n{}: sources disagree about {}: {} counts, {} does not",
            disagreement.attempt, disagreement.field, disagreement.kept, disagreement.other
        )?;
    }
    out.flush()?;
    Ok(())
}

/// What everything came to, in one sentence.
fn finding(total: &GroupView) -> String {
    let ratio = &total.cost_per_accepted_artifact;
    let accepted = total
        .accepted_artifacts
        .map_or("null".to_owned(), |count| count.to_string());
    // Every record is a term of the cost, those that could not be read too.
    let lost = total.model_cost.of.saturating_sub(total.attempts);
    let lost = match lost {
        0 => String::new(),
        lost => format!(", and {} that cannot be read", several(lost, "record")),
    };
    let counted = format!(
        "{}, {accepted} accepted{lost}",
        several(total.attempts, "attempt")
    );
    if total.accepted_artifacts.is_none() {
        return format!(
            "What an accepted artifact cost is null, over {counted}: nobody has reviewed an attempt."
        );
    }
    match (&ratio.value, &ratio.lower_bound) {
        (Some(cost), _) => {
            let provenance = provenance(total.model_cost.origin.as_deref());
            format!(
                "An accepted artifact cost {}{provenance}, over {counted}.",
                money(cost)
            )
        }
        (None, Some(bound)) => format!(
            "What an accepted artifact cost is {}, over {counted}; at least {} is known.",
            null(ratio.reason),
            money(bound)
        ),
        (None, None) => format!(
            "What an accepted artifact cost is {}, over {counted}.",
            null(ratio.reason)
        ),
    }
}

/// A column for each variant and one for all of them: there are more figures than variants.
fn groups(out: &mut impl Write, total: &GroupView, variants: &[GroupView]) -> anyhow::Result<()> {
    let groups: Vec<(&str, &GroupView)> = variants
        .iter()
        .map(|group| (group.variant.as_deref().unwrap_or("no variant"), group))
        .chain([("all", total)])
        .collect();
    let mut header = vec![""];
    header.extend(groups.iter().map(|(name, _)| *name));
    let mut table = table(&header);
    let mut row = |name: &str, cell: &dyn Fn(&GroupView) -> String| {
        let cells = groups.iter().map(|(_, group)| cell(group));
        table.add_row([name.to_owned()].into_iter().chain(cells));
    };
    row("attempts", &|group| group.attempts.to_string());
    row("accepted artifacts", &|group| {
        let accepted = group.accepted_artifacts;
        accepted.map_or_else(
            || "null (nobody reviewed)".to_owned(),
            |count| count.to_string(),
        )
    });
    for outcome in [
        Outcome::Accepted,
        Outcome::Rejected,
        Outcome::Failed,
        Outcome::Capped,
        Outcome::Unknown,
    ] {
        row(&format!("attempts {}", outcome_word(outcome)), &|group| {
            let view = group.outcomes.iter().find(|view| view.outcome == outcome);
            view.map_or(0, |view| view.attempts).to_string()
        });
    }
    row("model cost", &|group| sum(&group.model_cost, money));
    row("cost per accepted artifact", &|group| {
        let ratio = &group.cost_per_accepted_artifact;
        match (&ratio.value, &ratio.lower_bound) {
            (Some(cost), _) => money(cost),
            (None, Some(bound)) => format!("{}, at least {}", null(ratio.reason), money(bound)),
            (None, None) => null(ratio.reason),
        }
    });
    row("tool cost", &|group| sum(&group.tool_cost, money));
    row("p95 latency", &|group| match &group.latency.p95_ms {
        Some(p95) => {
            let samples = group.latency.samples;
            let maximum = if group.latency.equals_maximum {
                ", their maximum"
            } else {
                ""
            };
            format!("{p95} ms, n={samples}{maximum}")
        }
        None => null(group.latency.reason),
    });
    row("sandbox", &|group| {
        sum(&group.sandbox_seconds, |seconds| format!("{seconds} s"))
    });
    row("tool calls proposed", &|group| {
        sum(&group.tool_calls_proposed, u64::to_string)
    });
    row("tool calls executed", &|group| {
        sum(&group.tool_calls_executed, u64::to_string)
    });
    row("tool calls suppressed", &|group| {
        sum(&group.tool_calls_suppressed, u64::to_string)
    });
    row("stop reasons", &|group| {
        let stopped = group
            .stop_reasons
            .iter()
            .map(|(reason, count)| (reason.as_str(), *count));
        let others = [
            ("none", group.not_stopped),
            ("unknown", group.stop_reason_unknown),
        ];
        counts(stopped.chain(others.into_iter().filter(|(_, count)| *count > 0)))
    });
    writeln!(out, "\n{}", indented(&table))?;
    Ok(())
}

fn attempt_table(out: &mut impl Write, attempts: &[AttemptView]) -> anyhow::Result<()> {
    let mut table = table(&[
        "attempt",
        "task",
        "variant",
        "outcome",
        "stop reason",
        "model cost",
        "tool calls",
        "suppressed",
        "latency",
        "reason of the verdict",
    ]);
    align_right(&mut table, 5..9);
    for attempt in attempts {
        table.add_row(vec![
            attempt.attempt_id.clone(),
            attempt.task_id.clone().unwrap_or_default(),
            attempt.variant_id.clone().unwrap_or_default(),
            outcome_word(attempt.outcome).to_owned(),
            figure(&attempt.stop_reason, |reason| {
                if reason.is_empty() { "none" } else { reason }.to_owned()
            }),
            figure(&attempt.model_cost, money),
            figure(&attempt.tool_calls_proposed, u64::to_string),
            figure(&attempt.tool_calls_suppressed, u64::to_string),
            figure(&attempt.latency_ms, |latency| format!("{latency} ms")),
            attempt.decision_reason.clone().unwrap_or_default(),
        ]);
    }
    writeln!(out, "\n{}", indented(&table))?;
    Ok(())
}

/// What was written, and how large it is.
pub(crate) fn written<'f>(
    folder: &std::path::Path,
    files: impl Iterator<Item = (&'f str, u64)>,
) -> anyhow::Result<()> {
    let mut out = super::for_people();
    writeln!(out, "{}", folder.display())?;
    let mut table = table(&["file", "bytes"]);
    align_right(&mut table, 1..2);
    for (name, bytes) in files {
        table.add_row(vec![name.to_owned(), bytes.to_string()]);
    }
    writeln!(out, "{}", indented(&table))?;
    out.flush()?;
    Ok(())
}

/// The files of which nothing was read, without a word of what they hold.
pub(crate) fn refused(files: &[FileView]) -> anyhow::Result<()> {
    let mut out = super::for_people();
    for file in files.iter().filter(|file| file.format.is_none()) {
        let codes = file.diagnostics.iter().take(1);
        let codes: Vec<_> = codes.map(|it| it.code.as_str()).collect();
        writeln!(out, "{}: left out [{}]", file.name, codes.join(", "))?;
    }
    out.flush()?;
    Ok(())
}

/// What keeps a manifest from being frozen.
pub(crate) fn faults(out: &mut impl Write, faults: &[FaultView]) -> anyhow::Result<()> {
    for fault in faults {
        let of = fault.id.as_ref().filter(|id| !id.trim().is_empty());
        let of = of.map_or_else(String::new, |id| format!(" of {id}"));
        writeln!(
            out,
            "  {}{of}: [{}]: expected {}",
            fault.pointer, fault.code, fault.expected
        )?;
    }
    Ok(())
}

/// What changed in a manifest since it was frozen.
pub(crate) fn changes(out: &mut impl Write, changes: &[ChangeView]) -> anyhow::Result<()> {
    for change in changes {
        let part = change.part.map_or("manifest", Part::code);
        let id = change
            .id
            .as_ref()
            .map_or_else(String::new, |id| format!(" {id}"));
        let field = change
            .field
            .as_ref()
            .map_or_else(String::new, |field| format!(", {field}"));
        writeln!(out, "  {part}{id}{field}: [{}]", change.kind)?;
    }
    Ok(())
}

/// A manifest, and what was recorded under it.
pub(crate) fn experiment(view: &ManifestView) -> anyhow::Result<()> {
    let mut out = super::for_people();
    let digest = view.digest.as_deref().unwrap_or("null (redacted)");
    writeln!(out, "{}  {digest}", view.manifest.experiment_id)?;
    match &view.changes {
        None => writeln!(out, "not frozen")?,
        Some(changes) if changes.is_empty() => {
            let frozen = view.manifest.frozen.as_ref();
            let at = frozen.and_then(|frozen| frozen.frozen_at.as_ref());
            let at = at.map_or_else(String::new, |at| format!(" since {at}"));
            writeln!(out, "frozen{at}, and unchanged")?;
        }
        Some(changes) => {
            writeln!(
                out,
                "frozen, and changed since: attempts under it are not compared"
            )?;
            self::changes(&mut out, changes)?;
        }
    }
    if !view.faults.is_empty() {
        let n = view.faults.len() as u64;
        writeln!(out, "{} keep it from being frozen", several(n, "fault"))?;
        faults(&mut out, &view.faults)?;
    }
    records(&mut out, view)?;
    out.flush()?;
    Ok(())
}

fn records(out: &mut impl Write, view: &ManifestView) -> anyhow::Result<()> {
    if view.attempts.is_empty() {
        return Ok(());
    }
    writeln!(out, "{}", several(view.attempts.len() as u64, "attempt"))?;
    let mut header = vec!["task"];
    if let Some(task) = view.tasks.first() {
        let variants = task.variants.iter();
        header.extend(variants.map(|variant| variant.variant_id.as_str()));
    }
    header.push("traces");
    let mut table = table(&header);
    for task in &view.tasks {
        let mut row = vec![task.task_id.clone()];
        row.extend(task.variants.iter().map(|variant| {
            if variant.attempts == 0 {
                return "no attempt".to_owned();
            }
            counts(
                variant
                    .outcomes
                    .iter()
                    .map(|(outcome, count)| (outcome_word(*outcome), *count)),
            )
        }));
        row.push(format!("{} of {}", task.traces, task.attempts));
        table.add_row(row);
    }
    writeln!(out, "{}", indented(&table))?;
    let mut list = |what: &str, is_it: &dyn Fn(&RecordedAttemptView) -> bool| {
        let ids: Vec<_> = view
            .attempts
            .iter()
            .filter(|attempt| is_it(attempt))
            .map(|attempt| attempt.attempt_id.as_str())
            .collect();
        if ids.is_empty() {
            return Ok(());
        }
        writeln!(
            out,
            "{} {what}: {}",
            several(ids.len() as u64, "attempt"),
            ids.join(", ")
        )
    };
    list("under another digest", &|it| {
        it.digest == DigestState::Other
    })?;
    list("without a digest", &|it| it.digest == DigestState::None)?;
    list("of no task of the manifest", &|it| !it.is_known_task)?;
    list("of no variant of the manifest", &|it| !it.is_known_variant)?;
    for field in &view.lacking {
        let reasons = field.reasons.iter();
        writeln!(
            out,
            "{} lacking, {}: {}",
            field.field,
            counts(reasons.map(|(reason, count)| (reason.code(), *count))),
            field.attempts.join(", ")
        )?;
    }
    Ok(())
}

/// A baseline against one variant, or why the two must not be compared.
pub(crate) fn comparison(answer: &ComparisonAnswer) -> anyhow::Result<()> {
    let mut out = super::for_people();
    let name = |id: &Option<String>| id.clone().unwrap_or_else(|| "null".to_owned());
    if let Some(experiment) = &answer.experiment_id {
        writeln!(
            out,
            "{experiment}: {} against {}",
            name(&answer.baseline),
            name(&answer.variant)
        )?;
    }
    let Some(view) = &answer.comparison else {
        writeln!(
            out,
            "not compared, because a comparison would say nothing about the change"
        )?;
        for refusal in &answer.refusals {
            let sentence = markdown::refusal_sentence(&refusal.code);
            writeln!(out, "{sentence} [{}]", refusal.code)?;
            for mismatch in &refusal.mismatches {
                let line = markdown::mismatch(mismatch, &ToOwned::to_owned);
                writeln!(out, "  {line}")?;
            }
        }
        out.flush()?;
        return Ok(());
    };
    writeln!(
        out,
        "{}, {} of the baseline and {} of the variant; 95 % intervals from {} resamples of tasks, {} \
         with seed {}",
        several(view.tasks, "task"),
        several(view.baseline_attempts, "attempt"),
        several(view.variant_attempts, "attempt"),
        view.method.resamples,
        view.method.generator,
        view.method.seed
    )?;
    let mut metrics = table(&[
        "metric",
        "baseline",
        "variant",
        "difference",
        "95 % interval",
        "",
    ]);
    align_right(&mut metrics, 1..5);
    for metric in &view.metrics {
        let stop = metric.stop_reason.as_ref();
        metrics.add_row(vec![
            stop.map_or_else(
                || metric.code.clone(),
                |stop| format!("{} {stop}", metric.code),
            ),
            markdown::side(&metric.baseline),
            markdown::side(&metric.variant),
            markdown::difference(metric),
            markdown::interval(metric),
            match metric.verdict.as_str() {
                "undecided" => "not told apart".to_owned(),
                verdict => verdict.to_owned(),
            },
        ]);
    }
    writeln!(out, "{}", indented(&metrics))?;
    for (title, reasons) in [
        ("rejected because", &view.rejections),
        ("stopped because", &view.stops),
    ] {
        if reasons.is_empty() {
            continue;
        }
        let mut counts = table(&[title, "baseline", "variant"]);
        align_right(&mut counts, 1..3);
        for reason in reasons {
            counts.add_row(vec![
                reason.reason.clone().unwrap_or_else(|| reason.kind.clone()),
                reason.baseline.to_string(),
                reason.variant.to_string(),
            ]);
        }
        writeln!(out, "{}", indented(&counts))?;
    }
    for reservation in &view.reservations {
        writeln!(
            out,
            "reservation [{}]: {} of the baseline, {} of the variant",
            reservation.code, reservation.baseline, reservation.variant
        )?;
    }
    out.flush()?;
    Ok(())
}

/// What was wrong with the files.
pub(crate) fn diagnostics(files: &[FileView]) -> anyhow::Result<()> {
    let mut out = super::for_people();
    for file in files {
        for tried in &file.tried {
            writeln!(
                out,
                "{}: not {}: {}",
                file.name, tried.format, tried.why_not
            )?;
        }
        for diagnostic in &file.diagnostics {
            writeln!(out, "{}", line(diagnostic))?;
        }
    }
    out.flush()?;
    Ok(())
}

fn line(diagnostic: &DiagnosticView) -> String {
    let DiagnosticView {
        severity,
        code,
        file,
        line,
        byte,
        pointer,
        message,
        ..
    } = diagnostic;
    let line = line.map_or_else(String::new, |line| format!(":{line}"));
    let byte = byte.map_or_else(String::new, |byte| format!(" (byte {byte})"));
    let pointer = pointer
        .as_ref()
        .map_or_else(String::new, |pointer| format!(" {pointer}"));
    format!("{file}{line}{byte}{pointer}: {severity} [{code}]: {message}")
}

pub(super) fn outcome_word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Accepted => "accepted",
        Outcome::Rejected => "rejected",
        Outcome::Failed => "failed",
        Outcome::Capped => "capped",
        Outcome::Unknown => "unknown",
    }
}

pub(super) fn figure<T>(figure: &Figure<T>, show: impl Fn(&T) -> String) -> String {
    match &figure.value {
        Some(value) => format!("{}{}", show(value), provenance(figure.origin.as_deref())),
        None => null(figure.reason),
    }
}

pub(super) fn sum<T>(sum: &SumFigure<T>, show: impl Fn(&T) -> String) -> String {
    match (&sum.value, &sum.lower_bound) {
        (Some(value), _) => format!("{}{}", show(value), provenance(sum.origin.as_deref())),
        (None, Some(bound)) => format!(
            "{}, at least {} ({} of {})",
            null(sum.reason),
            show(bound),
            sum.measured,
            sum.of
        ),
        (None, None) => format!("{} ({} of {})", null(sum.reason), sum.measured, sum.of),
    }
}

/// A count with its noun.
pub(super) fn several(count: u64, noun: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{ending}")
}

/// What a figure was made of besides what the files report.
fn provenance(origin: Option<&str>) -> &'static str {
    match origin {
        Some("priced") => " (priced)",
        Some("mixed") => " (in part priced)",
        _ => "",
    }
}

pub(super) fn null(reason: Option<UnknownReason>) -> String {
    match reason {
        Some(reason) => format!("null ({reason})"),
        None => "null".to_owned(),
    }
}

pub(super) fn money(money: &MoneyView) -> String {
    if money.currency == "XXX" {
        format!("{} (no currency stated)", money.amount)
    } else {
        format!("{} {}", money.amount, money.currency)
    }
}

fn counts<'a>(counts: impl Iterator<Item = (&'a str, u64)>) -> String {
    counts
        .map(|(reason, count)| format!("{reason} {count}"))
        .collect::<Vec<_>>()
        .join(", ")
}

pub(super) fn table(header: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(NOTHING);
    table.set_header(header);
    table
}

pub(super) fn align_right(table: &mut Table, columns: impl IntoIterator<Item = usize>) {
    for column in columns {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
}

pub(super) fn indented(table: &Table) -> String {
    table
        .lines()
        .map(|line| format!("  {}", line.trim_end()))
        .collect::<Vec<_>>()
        .join("\n")
}
