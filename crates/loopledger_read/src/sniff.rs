//! Which format a file is in, by what stands in it.

use crate::diagnostic::shortened;
use crate::format::{
    attempt_list, attempt_record, deerflow_config, event_journal, experiment, mini_swe_agent,
    price_table, proposal, redacted, result_record, review, run_rows, swe_agent, swe_bench,
    terminal_bench, thread_state,
};
use crate::{Format, Tried};
use loopledger_json::{Node, Value};

/// How many items of a list are looked at.
const SAMPLE: usize = 50;

/// A document of a format, and where its items are.
#[derive(Debug)]
pub(crate) struct Fit {
    pub(crate) format: Format,
    pub(crate) items: Items,
    pub(crate) why: String,
}

/// Where the items of a document are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Items {
    /// The document is one item.
    Root,
    /// It is an array of items.
    Array,
    /// It is an object with an array of items under this key.
    Key(&'static str),
}

/// A format whose documents are items: one, an array, or an array under a key.
struct ItemFormat {
    format: Format,
    is_item: fn(&Node<'_>) -> bool,
    wants: &'static str,
    keys: &'static [&'static str],
}

/// In the order in which they are tried.
const ITEM_FORMATS: [ItemFormat; 11] = [
    ItemFormat {
        format: Format::RedactedTrace,
        is_item: redacted::is_line,
        wants: redacted::WANTS,
        keys: &[],
    },
    ItemFormat {
        format: Format::EventJournal,
        is_item: event_journal::is_record,
        wants: event_journal::WANTS,
        keys: &["events", "data", "records", "items"],
    },
    ItemFormat {
        format: Format::RunRows,
        is_item: run_rows::is_row,
        wants: run_rows::WANTS,
        keys: &["runs", "data", "items"],
    },
    ItemFormat {
        format: Format::ThreadState,
        is_item: thread_state::is_state,
        wants: thread_state::WANTS_STATE,
        keys: &["states", "history", "threads", "data", "items"],
    },
    ItemFormat {
        format: Format::AttemptRecords,
        is_item: attempt_record::is_record,
        wants: attempt_record::WANTS,
        keys: &["attempts", "records"],
    },
    ItemFormat {
        format: Format::ResultRecord,
        is_item: result_record::is_record,
        wants: result_record::WANTS,
        keys: &[],
    },
    ItemFormat {
        format: Format::Experiment,
        is_item: experiment::is_record,
        wants: experiment::WANTS,
        keys: &[],
    },
    ItemFormat {
        format: Format::Review,
        is_item: review::is_record,
        wants: review::WANTS,
        keys: &["reviews"],
    },
    ItemFormat {
        format: Format::Proposal,
        is_item: proposal::is_record,
        wants: proposal::WANTS,
        keys: &[],
    },
    ItemFormat {
        format: Format::AttemptList,
        is_item: attempt_list::is_attempt,
        wants: attempt_list::WANTS,
        keys: &["runs", "results"],
    },
    ItemFormat {
        format: Format::TerminalBench,
        is_item: terminal_bench::is_trial,
        wants: terminal_bench::WANTS,
        keys: &["results"],
    },
];

/// The format of a document, or why it is none of them; `config.yaml` is left to its own reader.
pub(crate) fn document(root: &Node<'_>) -> Result<Fit, Vec<Tried>> {
    let mut tried = Vec::new();
    let found = describe(root);
    for format in Format::ALL {
        let (items, wants) = match format {
            Format::MessageDump => (
                if thread_state::has_message_list(root) {
                    Some(Items::Key("messages"))
                } else {
                    thread_state::is_message_list(root).then_some(Items::Array)
                },
                thread_state::WANTS_MESSAGES,
            ),
            Format::PriceTable => (
                price_table::is_table(root).then_some(Items::Root),
                price_table::WANTS,
            ),
            Format::MiniSweAgent => (
                mini_swe_agent::is_trajectory(root).then_some(Items::Root),
                mini_swe_agent::WANTS,
            ),
            Format::SweAgent => (
                swe_agent::is_trajectory(root).then_some(Items::Root),
                swe_agent::WANTS,
            ),
            Format::SweBenchReport => (
                swe_bench::is_report(root).then_some(Items::Root),
                swe_bench::WANTS,
            ),
            Format::Config => (None, deerflow_config::WANTS),
            _ => {
                let Some(spec) = ITEM_FORMATS.iter().find(|spec| spec.format == format) else {
                    continue;
                };
                (spec.fit(root), spec.wants)
            }
        };
        if let Some(items) = items {
            let why = match items {
                Items::Root => format!("it is one object with {wants}"),
                Items::Array => format!("it is an array of {wants}"),
                Items::Key(key) => format!("its key {key} holds {wants}"),
            };
            return Ok(Fit { format, items, why });
        }
        tried.push(Tried {
            format,
            why_not: format!("expected {wants}; found {found}"),
        });
    }
    Err(tried)
}

impl ItemFormat {
    fn fit(&self, root: &Node<'_>) -> Option<Items> {
        match &root.value {
            Value::Array(items) => self.fits_list(items).then_some(Items::Array),
            Value::Object(_) => {
                if self.format == Format::AttemptList && attempt_list::is_wrapper(root) {
                    return Some(Items::Key("attempts"));
                }
                if (self.is_item)(root) {
                    return Some(Items::Root);
                }
                self.keys
                    .iter()
                    .find(|key| {
                        root.get(key)
                            .and_then(Node::array)
                            .is_some_and(|items| self.fits_list(items))
                    })
                    .map(|key| Items::Key(key))
            }
            _ => None,
        }
    }

    /// Whether at least half of the first items are of the format.
    fn fits_list(&self, items: &[Node<'_>]) -> bool {
        let sample = items.len().min(SAMPLE);
        let fitting = items
            .iter()
            .take(SAMPLE)
            .filter(|item| (self.is_item)(item))
            .count();
        fitting > 0 && fitting * 2 >= sample
    }
}

/// The line format that an object is an item of.
pub(crate) fn line(node: &Node<'_>) -> Option<(Format, &'static str)> {
    ITEM_FORMATS
        .iter()
        .filter(|spec| spec.format != Format::ThreadState)
        .find(|spec| (spec.is_item)(node))
        .map(|spec| (spec.format, spec.wants))
}

/// Whether an object is an item of a format.
pub(crate) fn is_item(format: Format, node: &Node<'_>) -> bool {
    ITEM_FORMATS
        .iter()
        .find(|spec| spec.format == format)
        .is_some_and(|spec| (spec.is_item)(node))
}

/// Why a file is no format at all, where one reason holds for each.
pub(crate) fn none_fits(reason: impl Fn(&'static str) -> String) -> Vec<Tried> {
    Format::ALL
        .into_iter()
        .map(|format| {
            let wants = match format {
                Format::MessageDump => thread_state::WANTS_MESSAGES,
                Format::PriceTable => price_table::WANTS,
                Format::MiniSweAgent => mini_swe_agent::WANTS,
                Format::SweAgent => swe_agent::WANTS,
                Format::SweBenchReport => swe_bench::WANTS,
                Format::Config => deerflow_config::WANTS,
                _ => ITEM_FORMATS
                    .iter()
                    .find(|spec| spec.format == format)
                    .map_or("", |spec| spec.wants),
            };
            Tried {
                format,
                why_not: reason(wants),
            }
        })
        .collect()
}

/// A value in a few words: what it is, and its first keys.
pub(crate) fn describe(node: &Node<'_>) -> String {
    match &node.value {
        Value::Object(members) if members.is_empty() => "an empty object".to_owned(),
        Value::Object(members) => {
            let mut keys: Vec<_> = members
                .iter()
                .take(6)
                .map(|member| shortened(&member.key.to_display()))
                .collect();
            if members.len() > keys.len() {
                keys.push("…".to_owned());
            }
            format!("an object with the keys {}", keys.join(", "))
        }
        Value::Array(items) => match items.first() {
            None => "an empty array".to_owned(),
            Some(Node {
                value: Value::Array(_),
                ..
            }) => format!("an array of {} arrays", items.len()),
            Some(first) => format!("an array of {}, the first {}", items.len(), describe(first)),
        },
        other => other.kind().to_owned(),
    }
}
