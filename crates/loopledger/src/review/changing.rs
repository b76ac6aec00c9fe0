//! Whether the results of identical calls kept changing.

use crate::replay::tool_name;
use loopledger_model::trace::{ContentDigest, InterventionAction, Layer, Response, Run};

/// What the file keeps of the results of the calls that were counted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Results {
    /// Results that are known.
    pub(super) known: u64,
    /// How many of them are different from each other; `None` where fewer than two are known.
    pub(super) distinct: Option<u64>,
}

impl Results {
    /// Whether identical calls were answered differently.
    pub(super) fn are_changing(self) -> bool {
        self.distinct.is_some_and(|distinct| distinct > 1)
    }
}

/// The results of the call sets that a warning or a stop counted as identical.
///
/// `call_sets` numbers the call set of each response, as far as it was counted. For a stop of the
/// frequency layer, which counts tools and not arguments, it is the largest group of identical call
/// sets with one of the tools. Only responses inside of the history window are looked at.
pub(super) fn results(
    run: &Run,
    call_sets: &[Option<u32>],
    response: usize,
    (layer, tools): (Layer, &[String]),
    window: usize,
) -> Results {
    let counted: Vec<(u32, &Response)> = call_sets
        .iter()
        .zip(&run.responses)
        .take(response.saturating_add(1))
        .filter_map(|(call_set, response)| Some(((*call_set)?, response)))
        .collect();
    let counted = counted
        .get(counted.len().saturating_sub(window)..)
        .unwrap_or_default();
    let group = |wanted: u32| -> Vec<&Response> {
        counted
            .iter()
            .filter(|(call_set, _)| *call_set == wanted)
            .map(|(_, response)| *response)
            .collect()
    };
    let group = match layer {
        Layer::IdenticalCallSet => match call_sets.get(response).copied().flatten() {
            Some(call_set) => group(call_set),
            None => Vec::new(),
        },
        Layer::ToolFrequency => {
            let names_tool = |response: &Response| {
                let mut calls = response.tool_calls.iter();
                calls.any(|call| tools.iter().any(|tool| *tool == tool_name(call)))
            };
            let mut largest = Vec::new();
            let mut seen: Vec<u32> = Vec::new();
            for (call_set, response) in counted {
                if seen.contains(call_set) || !names_tool(response) {
                    continue;
                }
                seen.push(*call_set);
                let group = group(*call_set);
                if group.len() > largest.len() {
                    largest = group;
                }
            }
            largest
        }
    };
    let mut results: Vec<Vec<ContentDigest>> = group
        .into_iter()
        .filter_map(|response| {
            // Of a call set with several calls, all results together.
            let of_calls = response.tool_calls.iter().map(|call| call.result);
            of_calls.collect::<Option<Vec<_>>>()
        })
        .filter(|results| !results.is_empty())
        .collect();
    let known = results.len() as u64;
    results.sort_unstable();
    results.dedup();
    Results {
        known,
        distinct: (known > 1).then_some(results.len() as u64),
    }
}

/// The order in which warnings and stops are offered.
pub(super) fn why_first(
    action: InterventionAction,
    is_accepted: bool,
    results: Results,
) -> (u8, &'static str) {
    match action {
        InterventionAction::HardStop if is_accepted => (0, "accepted_attempt"),
        InterventionAction::HardStop if results.are_changing() => (1, "changing_results"),
        InterventionAction::HardStop => (2, "stop"),
        InterventionAction::Warn => (3, "warning"),
    }
}
