//! A sweep as a table for people, as Markdown and as CSV.

use super::table::{self, money, null, several};
use loopledger::view::limits::{
    Gate, SweepFigures, SweepValue, SweepView, WorstCaseFigure, WorstCaseView,
};
use loopledger::view::{MoneyView, SumFigure};
use std::io::Write as _;

/// Columns of the table for people and of Markdown.
const COLUMNS: [&str; 11] = [
    "value",
    "stopped",
    "at response",
    "calls after",
    "tokens after",
    "cost after",
    "warned",
    "stops that go",
    "looked at",
    "false positives",
    "right",
];

pub(crate) fn table(view: &SweepView) -> anyhow::Result<()> {
    let mut out = super::for_people();
    writeln!(out, "{}", head(view))?;
    let mut table = table::table(&COLUMNS);
    table::align_right(&mut table, 0..COLUMNS.len());
    for value in &view.values {
        table.add_row(cells(view, value));
    }
    writeln!(out, "{}", table::indented(&table))?;
    for value in &view.values {
        for error in &value.errors {
            writeln!(out, "  {}: {error}", value.value)?;
        }
    }
    for line in notes(view) {
        writeln!(out, "{line}")?;
    }
    out.flush()?;
    Ok(())
}

pub(crate) fn markdown(view: &SweepView) -> anyhow::Result<()> {
    let mut out = super::for_people();
    writeln!(out, "## {}\n", head(view).replace('`', "'"))?;
    writeln!(out, "| {} |", COLUMNS.join(" | "))?;
    writeln!(out, "|{}", "--:|".repeat(COLUMNS.len()))?;
    for value in &view.values {
        writeln!(out, "| {} |", cells(view, value).join(" | "))?;
    }
    writeln!(out)?;
    for line in notes(view) {
        // A tool's name may hold what Markdown takes for its own.
        writeln!(
            out,
            "- {}",
            line.replace(['|', '`', '<', '[', '*', '_'], "\u{FFFD}")
        )?;
    }
    out.flush()?;
    Ok(())
}

/// One line for each value; an unknown is an empty field, and its reason stands beside it.
pub(crate) fn csv(view: &SweepView) -> anyhow::Result<()> {
    let mut out = super::for_people();
    writeln!(
        out,
        "value,isCurrent,isValid,stopped,stoppedWhatIf,firstStop,warned,warnedWhatIf,firstWarning,\
         callsAfterStop,callsAfterStopReason,callsAfterStopAtLeast,\
         tokensAfterStop,tokensAfterStopReason,tokensAfterStopAtLeast,\
         costAfterStop,costAfterStopCurrency,costAfterStopReason,costAfterStopAtLeast,\
         runsAfterStopMeasured,runsAfterStop,goesOn,\
         stopsInQuestion,stopsLookedAt,falsePositives,right,unsure,warningsInQuestion,\
         warningsLookedAt,gate"
    )?;
    for SweepValue {
        value,
        is_current,
        figures,
        ..
    } in &view.values
    {
        let Some(figures) = figures else {
            writeln!(out, "{value},{is_current},false{}", ",".repeat(27))?;
            continue;
        };
        let SweepFigures {
            warned,
            stopped,
            after_stop,
            goes_on,
            stops,
            warnings,
            gate,
            ..
        } = figures;
        let amount = |money: &MoneyView| money.amount.clone();
        let currency = after_stop
            .cost
            .value
            .as_ref()
            .or(after_stop.cost.lower_bound.as_ref());
        let cost = triple(&after_stop.cost, amount);
        let fields: Vec<String> = vec![
            value.to_string(),
            is_current.to_string(),
            "true".to_owned(),
            stopped.attempts.to_string(),
            stopped.what_if.to_string(),
            optional(stopped.first_response),
            warned.attempts.to_string(),
            warned.what_if.to_string(),
            optional(warned.first_response),
            triple(&after_stop.calls, u64::to_string).join(","),
            triple(&after_stop.tokens, u64::to_string).join(","),
            cost[0].clone(),
            currency
                .map(|money| money.currency.clone())
                .unwrap_or_default(),
            cost[1].clone(),
            cost[2].clone(),
            after_stop.calls.measured.to_string(),
            after_stop.calls.of.to_string(),
            goes_on.to_string(),
            stops.count.to_string(),
            stops.looked_at.to_string(),
            stops.false_positives.to_string(),
            stops.right.to_string(),
            stops.unsure.to_string(),
            warnings.count.to_string(),
            warnings.looked_at.to_string(),
            gate_word(*gate).to_owned(),
        ];
        writeln!(out, "{}", fields.join(","))?;
    }
    out.flush()?;
    Ok(())
}

/// A sum as three fields: value, reason, lower bound.
fn triple<T>(sum: &SumFigure<T>, show: impl Fn(&T) -> String) -> [String; 3] {
    [
        sum.value.as_ref().map(&show).unwrap_or_default(),
        sum.reason
            .map(|reason| reason.to_string())
            .unwrap_or_default(),
        match sum.value {
            Some(_) => String::new(),
            None => sum.lower_bound.as_ref().map(&show).unwrap_or_default(),
        },
    ]
}

fn optional(value: Option<u64>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

fn head(view: &SweepView) -> String {
    let request = &view.request;
    let tool = request.tool.as_ref().map(|tool| format!(" of {tool}"));
    let variant = request
        .variant
        .as_ref()
        .map(|variant| format!(" of variant {variant}"));
    format!(
        "{}{} over {}{}, {}, {}",
        request.setting.as_str(),
        tool.unwrap_or_default(),
        several(view.basis.attempts, "attempt"),
        variant.unwrap_or_default(),
        several(view.basis.runs, "run"),
        several(view.basis.responses, "response"),
    )
}

fn cells(view: &SweepView, value: &SweepValue) -> Vec<String> {
    let mark = if view.current.contains(&value.value) {
        " (in force)"
    } else {
        ""
    };
    let mut cells = vec![format!("{}{mark}", value.value)];
    let Some(figures) = &value.figures else {
        cells.push("invalid".to_owned());
        cells.resize(COLUMNS.len(), String::new());
        return cells;
    };
    let SweepFigures {
        warned,
        stopped,
        after_stop,
        stops,
        ..
    } = figures;
    let count = |count: &loopledger::view::limits::SweepCount| match count.what_if {
        0 => count.attempts.to_string(),
        what_if => format!("{} ({what_if} what if)", count.attempts),
    };
    let is_none = stopped.attempts == 0;
    let after = |shown: String| if is_none { String::new() } else { shown };
    let first = stopped.first_response;
    cells.extend([
        count(stopped),
        first.map(|first| first.to_string()).unwrap_or_default(),
        after(table::sum(&after_stop.calls, u64::to_string)),
        after(table::sum(&after_stop.tokens, u64::to_string)),
        after(table::sum(&after_stop.cost, money)),
        count(warned),
        stops.count.to_string(),
        stops.looked_at.to_string(),
        stops.false_positives.to_string(),
        stops.right.to_string(),
    ]);
    cells
}

/// What the table does not say.
fn notes(view: &SweepView) -> Vec<String> {
    let basis = &view.basis;
    let mut notes = Vec::new();
    let goes_on = |value: &&SweepValue| value.figures.as_ref().is_some_and(|it| it.goes_on > 0);
    if view.values.iter().any(|value| goes_on(&value)) {
        notes.push(
            "Where a run would go on beyond its recorded stop, nothing was recorded: null (not_run)."
                .to_owned(),
        );
    }
    if basis.attempts_without_run > 0 {
        notes.push(format!(
            "{} without a run: nothing is known of them here.",
            several(basis.attempts_without_run, "attempt")
        ));
    }
    if !basis.inexact_runs.is_empty() {
        notes.push(format!(
            "{} cannot be replayed exactly: {}.",
            several(basis.inexact_runs.len() as u64, "run"),
            basis.inexact_runs.join(", ")
        ));
    }
    if view.judged.unmatched > 0 {
        notes.push(format!(
            "{} meet no warning or stop of these runs.",
            several(view.judged.unmatched, "judgement")
        ));
    }
    let values = view.values.iter();
    for value in values {
        if let Some(figures) = &value.figures {
            if matches!(figures.gate, Gate::Unlooked | Gate::Inspected) {
                notes.push(format!("{}: {}", value.value, gate(figures)));
            }
            for worst in &figures.worst_case {
                notes.push(format!("{}: {}", value.value, worst_case(worst)));
            }
        }
    }
    notes.push(format!(
        "A call of a tool costs {}.",
        match &basis.cost_per_call.value {
            Some(cost) => money(cost),
            None => null(basis.cost_per_call.reason),
        }
    ));
    notes
}

fn gate(figures: &SweepFigures) -> String {
    let SweepFigures {
        stops, warnings, ..
    } = figures;
    let looked = format!(
        "of {} that would go, {} looked at; of {}, {}",
        several(stops.count, "stop"),
        stops.looked_at,
        several(warnings.count, "warning"),
        warnings.looked_at
    );
    if figures.gate == Gate::Inspected {
        looked
    } else {
        format!("no recommendation, because {looked}")
    }
}

fn worst_case(worst: &WorstCaseView) -> String {
    format!(
        "at worst the same call runs {} before a stop is certain, one tool {}, all tools {}",
        bound(&worst.same_call),
        bound(&worst.one_tool),
        bound(&worst.all_tools)
    )
}

fn bound(figure: &WorstCaseFigure) -> String {
    let calls = match (figure.bound.calls, &figure.bound.reason) {
        (Some(calls), _) => several(calls, "time"),
        (None, Some(reason)) => format!("null ({reason}) times"),
        (None, None) => "null times".to_owned(),
    };
    match &figure.cost {
        Some(cost) => format!("{calls}, {}", money(cost)),
        None => calls,
    }
}

fn gate_word(gate: Gate) -> &'static str {
    match gate {
        Gate::Current => "current",
        Gate::Tightens => "tightens",
        Gate::NoReason => "no_reason",
        Gate::Unlooked => "unlooked",
        Gate::Inspected => "inspected",
    }
}
