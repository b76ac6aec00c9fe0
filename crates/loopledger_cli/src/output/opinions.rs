//! Second opinions as a table for people.

use super::table::{align_right, figure, indented, money, several, table as new_table};
use loopledger::view::opinions::{OpinionLane, OpinionMark, OpinionsView};
use std::io::Write as _;

/// What each detector says about each run.
pub(crate) fn table(opinions: &[OpinionsView]) -> anyhow::Result<()> {
    let mut out = super::for_people();
    for view in opinions {
        let verdict = match (&view.attempt_id, &view.decision) {
            (None, _) => "no attempt".to_owned(),
            (Some(id), None) => format!("attempt {id}, without a verdict"),
            (Some(id), Some(decision)) => format!("attempt {id}, {decision}"),
        };
        writeln!(
            out,
            "{}  {}, {}, {verdict}",
            view.run.key,
            several(view.run.responses, "response"),
            several(view.run.tool_calls, "tool call"),
        )?;
        if let Some(first) = view.recorded_intervention {
            writeln!(
                out,
                "  what if after response {first}, where the recorded run intervened"
            )?;
        }
        let mut rows = new_table(&[
            "detector",
            "first warning",
            "first stop",
            "a stop",
            "calls after it",
            "uncached input",
            "cache read",
            "output",
            "model cost",
            "look at it",
        ]);
        align_right(&mut rows, 4..9);
        for lane in &view.lanes {
            rows.add_row(row(lane));
        }
        writeln!(out, "{}", indented(&rows))?;
        for other in &view.unplayed {
            writeln!(
                out,
                "  not replayed: {} [{}] needs {}",
                other.project, other.id, other.needs
            )?;
        }
    }
    out.flush()?;
    Ok(())
}

fn row(lane: &OpinionLane) -> Vec<String> {
    let name = format!("{} {} [{}]", lane.project, lane.name, lane.id);
    let silence = match lane.verdict.as_str() {
        "off" => Some("off".to_owned()),
        "undecided" => Some(format!("null ({})", lane.unseen.join(", "))),
        _ => None,
    };
    let spoken = |kind: &str, step: Option<u64>| match (&silence, step) {
        (Some(silence), _) => silence.clone(),
        (None, None) => "none".to_owned(),
        (None, Some(step)) => {
            let mark = lane.marks.iter().find(|mark| mark.kind == kind);
            format!("response {step}{}", mark.map_or_else(String::new, about))
        }
    };
    let mut row = vec![
        name,
        spoken("warn", lane.first_warn),
        spoken("stop", lane.first_stop),
    ];
    row.push(lane.stop_effect.replace('_', " "));
    match &lane.after_stop {
        None => row.extend([const { String::new() }; 5]),
        Some(after) => {
            row.push(figure(&after.tool_calls, u64::to_string));
            row.push(figure(&after.tokens.input_uncached, u64::to_string));
            row.push(figure(&after.tokens.cache_read, u64::to_string));
            row.push(figure(&after.tokens.output, u64::to_string));
            row.push(figure(&after.model_cost, money));
        }
    }
    row.push(
        match lane.is_candidate_false_positive {
            Some(true) => "yes: it stops an accepted attempt",
            Some(false) => "no",
            None => "",
        }
        .to_owned(),
    );
    row
}

fn about(mark: &OpinionMark) -> String {
    let what_if = if mark.is_what_if { ", what if" } else { "" };
    format!(" ({} {}{what_if})", mark.rule, mark.count)
}
