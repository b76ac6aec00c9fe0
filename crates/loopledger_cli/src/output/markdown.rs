//! The summary of a check as Markdown, for the page of a CI job or a comment.
//!
//! Text from a record is never Markdown or HTML there: it stands in `<code>`, where nobody is
//! mentioned and nothing is linked, with every character that either could take for its own as a
//! numeric reference.

use super::table::{money, null, several, sum};
use loopledger::check::{CheckView, Judgement, Verdict};
use loopledger::view::{DiagnosticView, FileView, GroupView, RecordedResultView, ReportView};
use std::fmt::Write as _;

/// Diagnostics that are listed; the others are counted.
const LISTED: usize = 20;

/// Characters of a text from a record that are shown.
const LONGEST_TEXT: usize = 200;

/// The summary.
pub(crate) fn summary(
    report: &ReportView,
    files: &[FileView],
    checked: &CheckView,
    is_strict: bool,
) -> String {
    let mut out = String::from("## Loopledger\n\n");
    // Writing to a string cannot fail, here and below.
    let _ = writeln!(out, "{}\n", finding(report));
    conditions(&mut out, &checked.conditions);
    groups(&mut out, report);
    diagnostics(&mut out, files, is_strict);
    out
}

fn finding(report: &ReportView) -> String {
    let Some(total) = &report.total else {
        return match report.recorded_results.as_slice() {
            [result] => recorded(result),
            _ => "No attempt was read.".to_owned(),
        };
    };
    let ratio = &total.cost_per_accepted_artifact;
    let over = format!(
        "over {}, of which {} accepted",
        several(total.attempts, "attempt"),
        total.accepted_artifacts.map_or_else(
            || "`null` were".to_owned(),
            |count| format!("{count} {}", if count == 1 { "was" } else { "were" })
        )
    );
    match (&ratio.value, &ratio.lower_bound) {
        (Some(value), _) => format!(
            "An accepted artifact cost {}, {over}.",
            amount(&money(value))
        ),
        (None, Some(bound)) => format!(
            "What an accepted artifact cost is {}, at least {}, {over}.",
            amount(&null(ratio.reason)),
            amount(&money(bound))
        ),
        (None, None) => format!(
            "What an accepted artifact cost is {}, {over}.",
            amount(&null(ratio.reason))
        ),
    }
}

fn recorded(result: &RecordedResultView) -> String {
    let cost = &result.cost_per_accepted_artifact;
    format!(
        "A result record says that an accepted artifact cost {}, over {}.",
        amount(&cost.value.clone().unwrap_or_else(|| null(cost.reason))),
        several(result.attempts, "attempt")
    )
}

fn conditions(out: &mut String, conditions: &[Judgement]) {
    if conditions.is_empty() {
        return;
    }
    out.push_str("| | fail if | figure |\n|---|---|---|\n");
    for judgement in conditions {
        let Judgement {
            condition,
            verdict,
            value,
            at_least,
            currency,
            reason,
        } = judgement;
        let word = match verdict {
            Verdict::Passed => "✅ passed",
            Verdict::Failed => "❌ failed",
            Verdict::Unknown => "❔ unknown",
        };
        let with_currency = |figure: &String| match currency.as_deref() {
            None => figure.clone(),
            Some("XXX") => format!("{figure} (no currency stated)"),
            Some(currency) => format!("{figure} {currency}"),
        };
        let why = reason.as_deref().map(|reason| format!(" ({reason})"));
        let why = why.unwrap_or_default();
        let figure = match (value, at_least) {
            (Some(value), _) => format!("{}{why}", with_currency(value)),
            (None, Some(bound)) => format!("null{why}, at least {}", with_currency(bound)),
            (None, None) => format!("null{why}"),
        };
        let _ = writeln!(
            out,
            "| {word} | {} | {} |",
            text(condition),
            amount(&figure)
        );
    }
    out.push('\n');
}

fn groups(out: &mut String, report: &ReportView) {
    let Some(total) = &report.total else {
        return;
    };
    out.push_str(
        "| variant | attempts | accepted | model cost | per accepted artifact | p95 latency | stops |\n\
         |---|--:|--:|--:|--:|--:|---|\n",
    );
    for group in &report.variants {
        let name = group
            .variant
            .as_deref()
            .map_or_else(|| "none".to_owned(), text);
        row(out, &name, group);
    }
    row(out, "all", total);
    out.push('\n');
}

fn row(out: &mut String, name: &str, group: &GroupView) {
    let ratio = &group.cost_per_accepted_artifact;
    let latency = match &group.latency.p95_ms {
        Some(p95) => format!("{p95} ms (n = {})", group.latency.samples),
        None => null(group.latency.reason),
    };
    let mut stops: Vec<String> = group
        .stop_reasons
        .iter()
        .map(|(reason, count)| format!("{} {count}", text(reason)))
        .collect();
    if group.stop_reason_unknown > 0 {
        stops.push(format!("unknown {}", group.stop_reason_unknown));
    }
    let _ = writeln!(
        out,
        "| {name} | {} | {} | {} | {} | {} | {} |",
        group.attempts,
        group
            .accepted_artifacts
            .map_or_else(|| amount("null"), |count| count.to_string()),
        amount(&sum(&group.model_cost, money)),
        amount(&match (&ratio.value, &ratio.lower_bound) {
            (Some(value), _) => money(value),
            (None, Some(bound)) => format!("{}, at least {}", null(ratio.reason), money(bound)),
            (None, None) => null(ratio.reason),
        }),
        amount(&latency),
        stops.join(", ")
    );
}

fn diagnostics(out: &mut String, files: &[FileView], is_strict: bool) {
    let mut all: Vec<&DiagnosticView> = files.iter().flat_map(|file| &file.diagnostics).collect();
    // The worst first, since not all are listed.
    all.sort_by_key(|diagnostic| match diagnostic.severity.as_str() {
        "error" => 0,
        "warning" => 1,
        _ => 2,
    });
    let count = all.len() as u64;
    let verdict = if is_strict && count > 0 {
        " ❌ failed, because the check is strict."
    } else {
        ""
    };
    let _ = writeln!(
        out,
        "{} read, with {}.{verdict}",
        several(files.len() as u64, "file"),
        several(count, "diagnostic")
    );
    if all.is_empty() {
        return;
    }
    out.push_str("\n| place | | what |\n|---|---|---|\n");
    for diagnostic in all.iter().take(LISTED) {
        let DiagnosticView {
            severity,
            code,
            file,
            line,
            message,
            ..
        } = diagnostic;
        let line = line.map_or_else(String::new, |line| format!(":{line}"));
        let _ = writeln!(
            out,
            "| {} | {severity} {} | {} |",
            text(&format!("{file}{line}")),
            text(code),
            text(message)
        );
    }
    if all.len() > LISTED {
        let _ = writeln!(out, "\n{} more are not listed.", all.len() - LISTED);
    }
}

/// A figure with its unit, which may come from a record.
fn amount(figure: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || " .,()=-_".contains(letter);
    // An address is the one thing that these letters can make.
    if figure.chars().all(is_plain) && !figure.to_ascii_lowercase().contains("www") {
        format!("<code>{figure}</code>")
    } else {
        text(figure)
    }
}

/// Text from a record, on one line.
pub(super) fn text(text: &str) -> String {
    let mut out = String::from("<code>");
    for letter in text.chars().take(LONGEST_TEXT) {
        match letter {
            ' ' => out.push(' '),
            // Line ends would end the table; marks that turn the direction of writing would hide
            // what stands there.
            _ if letter.is_control() || is_invisible(letter) => out.push('\u{FFFD}'),
            _ if letter.is_ascii_punctuation() => {
                let _ = write!(out, "&#{};", u32::from(letter));
            }
            _ => out.push(letter),
        }
    }
    if text.chars().nth(LONGEST_TEXT).is_some() {
        out.push('…');
    }
    out.push_str("</code>");
    out
}

fn is_invisible(letter: char) -> bool {
    matches!(
        letter,
        '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{2069}' | '\u{FEFF}'
    )
}

#[cfg(test)]
mod tests {
    use super::text;

    #[test]
    fn text_from_a_record_is_no_markdown_and_no_html() {
        let shown = text("a|b\n**c** <img src=x> `d` @me #1 [e](https://f.g) &amp; \u{202E}");
        let inside = shown
            .strip_prefix("<code>")
            .and_then(|rest| rest.strip_suffix("</code>"))
            .unwrap_or_default();
        let without_references = inside
            .split("&#")
            .map(|part| part.split_once(';').map_or(part, |(_, rest)| rest))
            .collect::<String>();
        let is_plain = |letter: char| letter.is_alphanumeric() || " \u{FFFD}".contains(letter);
        assert!(without_references.chars().all(is_plain), "{shown}");
        assert!(shown.contains("a&#124;b\u{FFFD}&#42;&#42;c"), "{shown}");
    }

    #[test]
    fn a_long_text_is_cut() {
        assert_eq!(text(&"x".repeat(500)).matches('x').count(), 200);
        assert!(text(&"x".repeat(201)).contains('…'));
    }
}
