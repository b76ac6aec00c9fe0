//! Recorded and replayed decisions side by side.

use loopledger::view::{DecisionView, ReplayView};
use std::collections::BTreeMap;
use std::rc::Rc;

/// What was decided at one response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecisionRow {
    /// Ordinal of the response, counted from 0.
    pub response: u64,
    /// What the recorded run decided.
    pub recorded: Option<DecisionView>,
    /// What the replay decides.
    pub replayed: Option<DecisionView>,
    /// `added`, `removed` or `changed`; `None` where they agree, or where nothing was recorded to
    /// compare with.
    pub change: Option<String>,
}

/// Every response with a decision, in order.
pub fn decision_rows(view: &ReplayView) -> Vec<DecisionRow> {
    let mut rows: BTreeMap<u64, DecisionRow> = BTreeMap::new();
    let empty = |response| DecisionRow {
        response,
        recorded: None,
        replayed: None,
        change: None,
    };
    for decision in &view.recorded {
        rows.entry(decision.response)
            .or_insert_with(|| empty(decision.response))
            .recorded = Some(decision.clone());
    }
    for decision in &view.decisions {
        rows.entry(decision.response)
            .or_insert_with(|| empty(decision.response))
            .replayed = Some(decision.clone());
    }
    for change in &view.changes {
        rows.entry(change.response)
            .or_insert_with(|| empty(change.response))
            .change = Some(change.change.clone());
    }
    rows.into_values().collect()
}

/// The responses with a decision, recorded or replayed, in ascending order.
pub fn decided(view: &ReplayView) -> Rc<[usize]> {
    let mut decided: Vec<usize> = view
        .decisions
        .iter()
        .chain(&view.recorded)
        .filter_map(|decision| usize::try_from(decision.response).ok())
        .collect();
    decided.sort_unstable();
    decided.dedup();
    decided.into()
}

#[cfg(test)]
mod tests {
    use super::{decided, decision_rows};
    use crate::chart::replay::test_view::{decision, run};
    use loopledger::view::ChangeView;

    #[test]
    fn both_sides_share_a_row() {
        let mut view = run(&[0; 9], &[(2, "warn"), (4, "stop")]);
        view.recorded = vec![decision(4, "stop"), decision(7, "warn")];
        view.changes = vec![ChangeView {
            response: 7,
            change: "removed".to_owned(),
            recorded: Some(decision(7, "warn")),
            replayed: None,
        }];
        let rows = decision_rows(&view);
        let shape: Vec<(u64, bool, bool, Option<&str>)> = rows
            .iter()
            .map(|row| {
                (
                    row.response,
                    row.recorded.is_some(),
                    row.replayed.is_some(),
                    row.change.as_deref(),
                )
            })
            .collect();
        assert_eq!(
            shape,
            [
                (2, false, true, None),
                (4, true, true, None),
                (7, true, false, Some("removed")),
            ]
        );
        assert_eq!(&*decided(&view), [2, 4, 7]);
    }
}
