//! Gemini CLI's cycles of tool calls.

use crate::detector::Mark;
use crate::sequence::{Settled, SettledCall};
use std::collections::VecDeque;

/// How often a cycle must come in a row.
pub(crate) const REPETITIONS: usize = 5;
/// Calls of the longest cycle that is looked for.
pub(crate) const LONGEST_PERIOD: usize = 5;
/// Calls that are remembered.
pub(crate) const HISTORY: usize = REPETITIONS * LONGEST_PERIOD;

pub(crate) fn judge(run: &Settled) -> Vec<Mark> {
    let mut history: VecDeque<SettledCall> = VecDeque::new();
    let mut marks = Vec::new();
    for (ordinal, step) in run.steps.iter().enumerate() {
        if step.follows_user {
            history.clear();
        }
        for (index, call) in step.calls.iter().enumerate() {
            history.push_back(*call);
            if history.len() > HISTORY {
                history.pop_front();
            }
            let history = history.make_contiguous();
            if let Some(period) = period(history, SettledCall::is_same_in_order) {
                marks.push(Mark::stop(ordinal, index, "cycle", period as u64));
            }
        }
    }
    marks
}

/// The shortest cycle that the history ends with [`REPETITIONS`] times.
fn period<T>(history: &[T], is_same: impl Fn(&T, &T) -> bool) -> Option<usize> {
    (1..=LONGEST_PERIOD).find(|&period| {
        let length = period * REPETITIONS;
        history
            .len()
            .checked_sub(length)
            .and_then(|start| history.get(start..))
            .is_some_and(|tail| {
                tail.iter()
                    .zip(tail.iter().skip(period))
                    .all(|(one, other)| is_same(one, other))
            })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The definition: the end of the history is some block, five times.
    fn naive(history: &[u8]) -> Option<usize> {
        (1..=5).find(|&period| {
            history.len() >= period && {
                let block = &history[history.len() - period..];
                history.ends_with(&block.repeat(5))
            }
        })
    }

    fn found(history: &[u8]) -> Option<usize> {
        period(history, |one, other| one == other)
    }

    proptest! {
        #[test]
        fn a_cycle_is_a_block_five_times(
            before in proptest::collection::vec(0_u8..3, 0..12),
            block in proptest::collection::vec(0_u8..3, 1..7),
            repetitions in 1_usize..7,
            after in proptest::collection::vec(0_u8..3, 0..3),
        ) {
            let mut history = before;
            history.extend(block.repeat(repetitions));
            history.extend(after);
            prop_assert_eq!(found(&history), naive(&history));
        }

        #[test]
        fn few_letters_make_many_cycles(history in proptest::collection::vec(0_u8..2, 0..40)) {
            prop_assert_eq!(found(&history), naive(&history));
        }
    }

    #[test]
    fn five_of_a_block_of_five_is_found_and_of_six_is_not() {
        assert_eq!(found(&b"abcde".repeat(5)), Some(5));
        assert_eq!(found(&b"abcdef".repeat(5)), None);
        assert_eq!(found(&b"abcde".repeat(4)), None);
    }

    #[test]
    fn the_shortest_cycle_is_named() {
        assert_eq!(found(&b"a".repeat(25)), Some(1));
    }
}
