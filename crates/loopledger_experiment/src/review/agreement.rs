//! How far each pair of reviewers agrees.

use super::{Kappa, Merged, Vote};
use loopledger_model::Decision;
use std::collections::BTreeMap;

/// Two reviewers, over the attempts that both decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Agreement {
    /// The one whose name comes first.
    pub first: String,
    /// The other one.
    pub second: String,
    /// Attempts that both accept.
    pub both_accept: u32,
    /// Attempts that only the first one accepts.
    pub only_first_accepts: u32,
    /// Attempts that only the second one accepts.
    pub only_second_accepts: u32,
    /// Attempts that both reject.
    pub both_reject: u32,
    /// The coefficient with its number of attempts.
    pub kappa: Kappa,
}

/// Every pair of named reviewers, by name; pairs without an attempt in common are there too.
///
/// An attempt on which one of them contradicts himself, or that they judged by different rubrics, is
/// not one that both decided.
pub fn agreements(merged: &Merged) -> Vec<Agreement> {
    let mut names: Vec<&str> = merged
        .attempts
        .iter()
        .flat_map(|attempt| &attempt.votes)
        .map(|vote| vote.reviewer.as_str())
        .filter(|name| !name.is_empty())
        .collect();
    names.sort_unstable();
    names.dedup();
    // Row: what the first one says; column: what the second one says.
    let mut tables: BTreeMap<(&str, &str), [[u32; 2]; 2]> = BTreeMap::new();
    for (index, first) in names.iter().enumerate() {
        for second in names.iter().skip(index + 1) {
            tables.insert((first, second), [[0; 2]; 2]);
        }
    }
    for attempt in &merged.attempts {
        let counted: Vec<&Vote> = attempt
            .votes
            .iter()
            .filter(|vote| !attempt.conflicts.contains(&vote.reviewer))
            .collect();
        for (index, first) in counted.iter().enumerate() {
            for second in counted.iter().skip(index + 1) {
                if first.rubric.is_other(&second.rubric) {
                    continue;
                }
                let pair = (first.reviewer.as_str(), second.reviewer.as_str());
                let cell = tables
                    .get_mut(&pair)
                    .and_then(|table| table.get_mut(row(first)))
                    .and_then(|cells| cells.get_mut(row(second)));
                if let Some(cell) = cell {
                    *cell += 1;
                }
            }
        }
    }
    tables
        .into_iter()
        .map(|((first, second), table)| {
            let [
                [both_accept, only_first_accepts],
                [only_second_accepts, both_reject],
            ] = table;
            Agreement {
                first: first.to_owned(),
                second: second.to_owned(),
                both_accept,
                only_first_accepts,
                only_second_accepts,
                both_reject,
                kappa: Kappa::of_table(&table),
            }
        })
        .collect()
}

fn row(vote: &Vote) -> usize {
    match vote.decision {
        Decision::Accepted => 0,
        Decision::Rejected => 1,
    }
}
