//! A comparison, or why there is none.

use super::{amount, text};
use crate::view::compare::{
    ComparisonAnswer, ComparisonView, MetricView, MismatchView, ReasonView, RefusalView,
    SideFigureView,
};
use std::fmt::Write as _;

/// The summary of a comparison.
pub fn comparison(answer: &ComparisonAnswer) -> String {
    let name = |id: &Option<String>| id.as_deref().map_or_else(|| amount("null"), text);
    let mut out = String::from("## Loopledger comparison\n\n");
    // Writing to a string cannot fail, here and below.
    if let Some(experiment) = &answer.experiment_id {
        let change = answer
            .choices
            .iter()
            .find(|choice| Some(&choice.variant_id) == answer.variant.as_ref());
        let change = change.map_or_else(String::new, |choice| {
            format!(" ({} = {})", text(&choice.setting), text(&choice.value))
        });
        let _ = writeln!(
            out,
            "Experiment {}: {} against {}{change}.",
            text(experiment),
            name(&answer.baseline),
            name(&answer.variant),
        );
        if let Some(digest) = &answer.manifest_digest {
            let _ = writeln!(out, "Frozen manifest: {}.", text(digest));
        }
        out.push('\n');
    }
    match &answer.comparison {
        Some(view) => compared(&mut out, view),
        None => refused(&mut out, &answer.refusals),
    }
    out
}

/// What a refusal is, in an English sentence.
pub fn refusal_sentence(code: &str) -> &'static str {
    match code {
        "no_manifest" => "There is no manifest.",
        "several_manifests" => "There are several manifests that differ.",
        "unknown_variant" => "The manifest has no such variant.",
        "not_frozen" => "The manifest was never frozen.",
        "changed_after_freezing" => "The manifest changed after it was frozen.",
        "different_digests" => "Attempts were not made under the frozen manifest.",
        "unreadable_attempts" => "Records of attempts could not be read.",
        "no_attempts" => "A side has no attempt.",
        "different_tasks" => "Both sides do not have the tasks of the manifest.",
        "different_settings" => "More or less than the one setting differs.",
        "different_models" => "The sides ran with different models.",
        "different_source_revisions" => "The sides ran on different source trees.",
        "different_concurrency" => "The sides ran with different concurrency.",
        "different_detectors" => "The sides ran under different revisions of the detector.",
        _ => "The two must not be compared.",
    }
}

/// What an interval says, in an English sentence without its full stop.
fn verdict(metric: &MetricView, tasks: u64) -> String {
    match metric.verdict.as_str() {
        "higher" => "the variant's is higher".to_owned(),
        "lower" => "the variant's is lower".to_owned(),
        "undecided" => format!("the data of {tasks} tasks do not tell the two apart"),
        _ => "there is no interval that would tell".to_owned(),
    }
}

fn refused(out: &mut String, refusals: &[RefusalView]) {
    out.push_str("**Not compared**, because a comparison would say nothing about the change.\n");
    for RefusalView { code, mismatches } in refusals {
        let _ = writeln!(out, "\n- {} (`{code}`)", refusal_sentence(code));
        for it in mismatches {
            let _ = writeln!(out, "  - {}", mismatch(it, &text));
        }
    }
}

/// What differs, on one line; `show` makes text of a record fit for where it stands.
pub fn mismatch(it: &MismatchView, show: &dyn Fn(&str) -> String) -> String {
    let mut line = show(&it.subject);
    if let Some(side) = &it.side {
        let _ = write!(line, ", {side}");
    }
    if let Some(expected) = &it.expected {
        let _ = write!(line, ", expected {}", show(expected));
    }
    if let Some(found) = &it.found {
        let _ = write!(line, ", found {}", show(found));
    } else if it.expected.is_some() {
        line.push_str(", found nothing");
    }
    if it.attempts > 0 {
        let _ = write!(
            line,
            ", in {} {}",
            it.attempts,
            if it.attempts == 1 {
                "attempt"
            } else {
                "attempts"
            }
        );
    }
    if let Some(first) = &it.first_attempt {
        let _ = write!(line, ", first {}", show(first));
    }
    line
}

fn compared(out: &mut String, view: &ComparisonView) {
    let metric = |code: &str| view.metrics.iter().find(|metric| metric.code == code);
    for (code, what) in [
        ("costPerAcceptedArtifact", "Cost per accepted artifact"),
        ("acceptanceRate", "Acceptance rate"),
    ] {
        if let Some(metric) = metric(code) {
            let _ = writeln!(
                out,
                "{what}: {} against {}; {}.",
                amount(&side(&metric.baseline)),
                amount(&side(&metric.variant)),
                verdict(metric, view.tasks)
            );
        }
    }
    out.push_str(
        "\n| | baseline | variant | difference | 95 % interval | |\n|---|--:|--:|--:|--:|---|\n",
    );
    for metric in &view.metrics {
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} | {} |",
            name(metric),
            amount(&side(&metric.baseline)),
            amount(&side(&metric.variant)),
            amount(&difference(metric)),
            amount(&interval(metric)),
            metric.verdict
        );
    }
    for (title, reasons) in [
        ("rejected because", &view.rejections),
        ("stopped because", &view.stops),
    ] {
        if reasons.is_empty() {
            continue;
        }
        let _ = writeln!(out, "\n| {title} | baseline | variant |\n|---|--:|--:|");
        for reason in reasons {
            let _ = writeln!(
                out,
                "| {} | {} | {} |",
                reason_name(reason),
                reason.baseline,
                reason.variant
            );
        }
    }
    out.push('\n');
    for reservation in &view.reservations {
        let _ = writeln!(
            out,
            "- Reservation `{}`: {} of the baseline, {} of the variant.",
            reservation.code, reservation.baseline, reservation.variant
        );
    }
    let method = &view.method;
    let _ = writeln!(
        out,
        "- {} tasks, {} attempts of the baseline and {} of the variant; {} other attempts do not \
         count.\n- Intervals: {}, {} resamples of tasks, {} with seed {}.",
        view.tasks,
        view.baseline_attempts,
        view.variant_attempts,
        view.other_attempts,
        method.interval.replace('_', " "),
        method.resamples,
        method.generator,
        method.seed
    );
}

fn reason_name(reason: &ReasonView) -> String {
    match &reason.reason {
        Some(reason) => text(reason),
        None => amount(&reason.kind),
    }
}

/// The metric's name: its code, and the stop reason that it counts.
fn name(metric: &MetricView) -> String {
    match &metric.stop_reason {
        Some(reason) => format!("{} {}", metric.code, text(reason)),
        None => metric.code.clone(),
    }
}

/// One side's figure with its unit, or `null` with its reason and what is known.
pub fn side(figure: &SideFigureView) -> String {
    let currency = |currency: &Option<String>| match currency.as_deref() {
        None => String::new(),
        Some("XXX") => " (no currency stated)".to_owned(),
        Some(currency) => format!(" {currency}"),
    };
    if let Some(value) = &figure.value {
        return format!("{value}{}", currency(&figure.currency));
    }
    let mut text = format!("null ({}", figure.reason.as_deref().unwrap_or_default());
    for known in &figure.at_least {
        let _ = write!(
            text,
            ", at least {}{}",
            known.value,
            currency(&known.currency)
        );
    }
    let _ = write!(text, ", {} of {})", figure.measured, figure.of);
    text
}

/// The difference, or `null` with its reason.
pub fn difference(metric: &MetricView) -> String {
    match (&metric.difference, &metric.difference_reason) {
        (Some(difference), _) => difference.clone(),
        (None, reason) => format!("null ({})", reason.as_deref().unwrap_or_default()),
    }
}

/// The interval, rounded to six significant digits, or `null` with its reason.
pub fn interval(metric: &MetricView) -> String {
    if let (Some(low), Some(high)) = (&metric.low, &metric.high) {
        return format!("{} to {}", rounded(low), rounded(high));
    }
    let reason = metric
        .interval_reason
        .as_ref()
        .or(metric.difference_reason.as_ref());
    format!("null ({})", reason.map_or("", String::as_str))
}

fn rounded(number: &str) -> String {
    use rust_decimal::Decimal;
    number
        .parse::<Decimal>()
        .ok()
        .and_then(|number| number.round_sf(6))
        .map_or_else(
            || number.to_owned(),
            |number| number.normalize().to_string(),
        )
}
