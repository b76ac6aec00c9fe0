//! What reviewers decided, for people.

use super::markdown::text;
use super::table::{align_right, indented, several, table as new_table};
use loopledger::model::{Decision, Verdict};
use loopledger::view::review::{
    AgreementView, JudgementVoteView, NotAppliedView, ReviewView, VoteView,
};
use std::fmt::Write as _;
use std::io::Write as _;

/// Reviewers, what is decided, where they differ, and how far they agree.
pub(crate) fn table(view: &ReviewView) -> anyhow::Result<()> {
    let mut out = super::for_people();
    for sentence in sentences(view) {
        writeln!(out, "{sentence}")?;
    }
    if !view.reviews.is_empty() {
        let mut table = new_table(&["reviewer", "decisions", "judgements", "blind", "file"]);
        align_right(&mut table, [1, 2]);
        for review in &view.reviews {
            table.add_row([
                review.reviewer.clone(),
                review.decisions.to_string(),
                review.judgements.to_string(),
                if review.is_blind { "yes" } else { "no" }.to_owned(),
                review.file.clone().unwrap_or_default(),
            ]);
        }
        writeln!(out, "\n{}", indented(&table))?;
    }
    if !view.agreement.is_empty() {
        let mut table = new_table(&[
            "reviewers",
            "n",
            "agree",
            "agreement",
            "kappa",
            "both accept",
            "only first",
            "only second",
            "both reject",
        ]);
        align_right(&mut table, 1..9);
        for pair in &view.agreement {
            table.add_row([
                format!("{}, {}", pair.first, pair.second),
                pair.attempts.to_string(),
                pair.agreeing.to_string(),
                share(pair),
                kappa(pair),
                pair.both_accept.to_string(),
                pair.only_first_accepts.to_string(),
                pair.only_second_accepts.to_string(),
                pair.both_reject.to_string(),
            ]);
        }
        writeln!(out, "\n{}", indented(&table))?;
    }
    for disputed in &view.disagreements {
        writeln!(out, "\n{}: {}", disputed.attempt_id, disputed.why)?;
        for vote in &disputed.votes {
            writeln!(out, "  {}", side(vote))?;
        }
    }
    for disputed in &view.disputed_interventions {
        writeln!(
            out,
            "\n{} response {} ({}): {}",
            disputed.run,
            disputed.response,
            disputed.layer.as_str(),
            disputed.why
        )?;
        for vote in &disputed.votes {
            writeln!(out, "  {}", judged(vote))?;
        }
    }
    if !view.not_applied.is_empty() {
        writeln!(out)?;
    }
    for refused in &view.not_applied {
        writeln!(out, "{}", not_applied(refused))?;
    }
    out.flush()?;
    Ok(())
}

/// The same as Markdown.
pub(crate) fn markdown(view: &ReviewView) -> String {
    let mut out = String::from("## Loopledger review\n\n");
    // Writing to a string cannot fail, here and below.
    for sentence in sentences(view) {
        let _ = writeln!(out, "{sentence}");
    }
    if !view.agreement.is_empty() {
        out.push_str(
            "\n| reviewers | n | agree | agreement | Cohen's kappa |\n|---|--:|--:|--:|--:|\n",
        );
        for pair in &view.agreement {
            let _ = writeln!(
                out,
                "| {}, {} | {} | {} | {} | {} |",
                text(&pair.first),
                text(&pair.second),
                pair.attempts,
                pair.agreeing,
                share(pair),
                kappa(pair)
            );
        }
    }
    if !view.disagreements.is_empty() {
        out.push_str("\n| attempt | why it is open | who decided what |\n|---|---|---|\n");
        for disputed in &view.disagreements {
            let sides: Vec<String> = disputed
                .votes
                .iter()
                .map(|vote| text(&side(vote)))
                .collect();
            let _ = writeln!(
                out,
                "| {} | {} | {} |",
                text(&disputed.attempt_id),
                disputed.why,
                sides.join(" ")
            );
        }
    }
    if !view.disputed_interventions.is_empty() {
        out.push_str("\n| warning or stop | why it is open | who judged how |\n|---|---|---|\n");
        for disputed in &view.disputed_interventions {
            let sides: Vec<String> = disputed
                .votes
                .iter()
                .map(|vote| text(&judged(vote)))
                .collect();
            let place = format!("{} response {}", disputed.run, disputed.response);
            let _ = writeln!(
                out,
                "| {} | {} | {} |",
                text(&place),
                disputed.why,
                sides.join(" ")
            );
        }
    }
    if !view.not_applied.is_empty() {
        out.push('\n');
    }
    for refused in &view.not_applied {
        let _ = writeln!(out, "- {}", text(&not_applied(refused)));
    }
    out
}

fn sentences(view: &ReviewView) -> Vec<String> {
    let attempts = view.attempts.len() as u64;
    let of = |wanted: Decision| {
        let all = view.attempts.iter();
        all.filter(|it| it.decision == Some(wanted)).count() as u64
    };
    let (accepted, rejected) = (of(Decision::Accepted), of(Decision::Rejected));
    let disputed = view.attempts.iter().filter(|it| it.open.is_some());
    let disputed = disputed.count() as u64;
    let judged = view.interventions.iter().filter(|it| it.verdict.is_some());
    let false_positives = view
        .interventions
        .iter()
        .filter(|it| it.verdict == Some(Verdict::FalsePositive));
    let mut sentences = Vec::new();
    if attempts > 0 {
        sentences.push(format!(
            "{}: {accepted} accepted, {rejected} rejected, {disputed} disputed, {} not reviewed.",
            several(attempts, "attempt"),
            attempts.saturating_sub(accepted + rejected + disputed)
        ));
    } else {
        sentences.push("No attempt was read; the reviews are compared alone.".to_owned());
    }
    if !view.interventions.is_empty() {
        sentences.push(format!(
            "{}: {} judged, of which {}.",
            several(view.interventions.len() as u64, "warning or stop")
                .replace("warning or stops", "warnings and stops"),
            judged.count(),
            several(false_positives.count() as u64, "false positive"),
        ));
    }
    if view.other_attempts > 0 {
        sentences.push(format!(
            "{} of another experiment or manifest are no part of this.",
            several(view.other_attempts, "attempt")
        ));
    }
    sentences
}

fn share(pair: &AgreementView) -> String {
    match pair.agreement {
        Some(share) => format!("{:.1} %", share * 100.0),
        None => "null (no_cases)".to_owned(),
    }
}

fn kappa(pair: &AgreementView) -> String {
    match (pair.kappa, &pair.kappa_reason) {
        (Some(kappa), _) => format!("{kappa:.3}"),
        (None, Some(reason)) => format!("null ({reason})"),
        (None, None) => "null".to_owned(),
    }
}

fn name(reviewer: &str) -> &str {
    if reviewer.is_empty() { "?" } else { reviewer }
}

fn side(vote: &VoteView) -> String {
    let decision = match vote.decision {
        Decision::Accepted => "accepted",
        Decision::Rejected => "rejected",
    };
    match &vote.reason {
        Some(reason) => format!("{}: {decision}, {reason}", name(&vote.reviewer)),
        None => format!("{}: {decision}", name(&vote.reviewer)),
    }
}

fn judged(vote: &JudgementVoteView) -> String {
    let verdict = vote.verdict.as_str();
    match &vote.note {
        Some(note) => format!("{}: {verdict}, {note}", name(&vote.reviewer)),
        None => format!("{}: {verdict}", name(&vote.reviewer)),
    }
}

fn not_applied(refused: &NotAppliedView) -> String {
    let sides = match (&refused.expected, &refused.found) {
        (None, None) => String::new(),
        (expected, found) => {
            let side = |text: &Option<String>| text.clone().unwrap_or_else(|| "null".to_owned());
            format!(" (expected {}, found {})", side(expected), side(found))
        }
    };
    format!(
        "not applied: {} on {}: {}{sides}",
        name(&refused.reviewer),
        refused.attempt_id,
        refused.why
    )
}
