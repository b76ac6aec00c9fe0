//! Attempts as files.

use loopledger::model::Outcome;
use loopledger::view::{AttemptView, Figure, MoneyView};
use std::rc::Rc;

/// The attempts as the published records, one a line.
pub fn attempts_jsonl(attempts: &[Rc<AttemptView>]) -> String {
    let mut text = String::new();
    for attempt in attempts {
        text.push_str(&attempt.json);
        text.push('\n');
    }
    text
}

const COLUMNS: [&str; 26] = [
    "attemptId",
    "taskId",
    "variantId",
    "retryOf",
    "outcome",
    "decision",
    "decisionReason",
    "reviewer",
    "status",
    "stopReason",
    "model",
    "tokens.inputUncached",
    "tokens.cacheRead",
    "tokens.cacheWrite",
    "tokens.output",
    "tokens.reasoning",
    "toolCalls.proposed",
    "toolCalls.executed",
    "toolCalls.suppressed",
    "modelCost",
    "modelCost.currency",
    "toolCost",
    "toolCost.currency",
    "sandboxSeconds",
    "latencyMs",
    "unknown",
];

/// The attempts as comma-separated values (RFC 4180).
///
/// An unknown measurement is the word `null`, because a spreadsheet counts an empty field as 0, and
/// the last column names the reason of each: `modelCost=no_price_for_model;latencyMs=sentinel_zero`.
pub fn attempts_csv(attempts: &[Rc<AttemptView>]) -> String {
    let mut text = String::new();
    row(&mut text, COLUMNS.iter().map(|column| (*column).to_owned()));
    for attempt in attempts {
        row(&mut text, fields(attempt));
    }
    text
}

fn fields(attempt: &AttemptView) -> [String; COLUMNS.len()] {
    let text = |value: &Option<String>| value.clone().unwrap_or_default();
    let null = || "null".to_owned();
    let number = |figure: &Figure<String>| figure.value.clone().unwrap_or_else(null);
    let count = |figure: &Figure<u64>| figure.value.map_or_else(null, |n| n.to_string());
    let amount = |figure: &Figure<MoneyView>| {
        figure.value.as_ref().map_or_else(
            || (null(), String::new()),
            |money| (money.amount.clone(), money.currency.clone()),
        )
    };
    let (model_cost, model_currency) = amount(&attempt.model_cost);
    let (tool_cost, tool_currency) = amount(&attempt.tool_cost);
    let unknown = attempt
        .unknown
        .iter()
        .map(|(field, reason)| format!("{field}={reason}"))
        .collect::<Vec<_>>()
        .join(";");
    [
        attempt.attempt_id.clone(),
        text(&attempt.task_id),
        text(&attempt.variant_id),
        text(&attempt.retry_of),
        outcome_code(attempt.outcome).to_owned(),
        text(&attempt.decision),
        text(&attempt.decision_reason),
        text(&attempt.reviewer),
        text(&attempt.status),
        // A known `none` is a word of its own.
        match attempt.stop_reason.value.as_deref() {
            Some("") => "none".to_owned(),
            Some(reason) => reason.to_owned(),
            None => null(),
        },
        text(&attempt.model),
        count(&attempt.tokens.input_uncached),
        count(&attempt.tokens.cache_read),
        count(&attempt.tokens.cache_write),
        count(&attempt.tokens.output),
        count(&attempt.tokens.reasoning),
        count(&attempt.tool_calls_proposed),
        count(&attempt.tool_calls_executed),
        count(&attempt.tool_calls_suppressed),
        model_cost,
        model_currency,
        tool_cost,
        tool_currency,
        number(&attempt.sandbox_seconds),
        number(&attempt.latency_ms),
        unknown,
    ]
}

/// The outcome's stable code, which is also its name in an address.
pub fn outcome_code(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Accepted => "accepted",
        Outcome::Rejected => "rejected",
        Outcome::Failed => "failed",
        Outcome::Capped => "capped",
        Outcome::Unknown => "unknown",
    }
}

fn row(text: &mut String, fields: impl IntoIterator<Item = String>) {
    for (index, field) in fields.into_iter().enumerate() {
        if index > 0 {
            text.push(',');
        }
        text.push_str(&quoted(&field));
    }
    text.push_str("\r\n");
}

/// A field, in quotes where it needs them.
///
/// A spreadsheet would run text that begins like a formula, so such text gets an apostrophe;
/// a negative number does not.
fn quoted(field: &str) -> String {
    let is_formula =
        field.starts_with(['=', '@', '+', '-', '\t', '\r']) && field.parse::<f64>().is_err();
    let field = if is_formula {
        format!("'{field}")
    } else {
        field.to_owned()
    };
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_quoted_where_they_must_be() {
        assert_eq!(quoted("plain"), "plain");
        assert_eq!(quoted("a,b"), "\"a,b\"");
        assert_eq!(quoted("say \"no\""), "\"say \"\"no\"\"\"");
        assert_eq!(quoted("=1+1"), "'=1+1");
        assert_eq!(quoted("-0.5"), "-0.5");
    }

    #[test]
    fn the_columns_are_named_in_order() {
        let text = attempts_csv(&[]);
        assert!(text.starts_with("attemptId,taskId,variantId,"));
        assert!(text.ends_with(",latencyMs,unknown\r\n"));
    }
}
