//! The formats, one file each.

pub(crate) mod attempt_csv;
pub(crate) mod attempt_list;
pub(crate) mod attempt_record;
pub(crate) mod deerflow_config;
pub(crate) mod event_journal;
pub(crate) mod experiment;
pub(crate) mod message;
pub(crate) mod mini_swe_agent;
pub(crate) mod price_table;
pub(crate) mod proposal;
pub(crate) mod redacted;
pub(crate) mod result_record;
pub(crate) mod review;
pub(crate) mod run_rows;
pub(crate) mod swe_agent;
pub(crate) mod swe_bench;
pub(crate) mod terminal_bench;
pub(crate) mod thread_state;
pub(crate) mod trajectory;

use std::fmt;

/// A format that is read here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Format {
    /// DeerFlow's event journal: JSON Lines, or the REST array of the same records.
    EventJournal,
    /// DeerFlow's run rows.
    RunRows,
    /// DeerFlow's thread state, a list of such states, or the history of one.
    ThreadState,
    /// A list of LangChain messages.
    MessageDump,
    /// DeerFlow's `config.yaml`.
    Config,
    /// A price table in LiteLLM's shape.
    PriceTable,
    /// Our attempt records.
    AttemptRecords,
    /// Our result record.
    ResultRecord,
    /// Our experiment manifest.
    Experiment,
    /// Our review: one reviewer's verdicts.
    Review,
    /// Our proposal of one changed limit.
    Proposal,
    /// Attempts in the short form that people write by hand.
    AttemptList,
    /// Terminal-Bench's `results.json`.
    TerminalBench,
    /// A trajectory of mini-SWE-agent (`.traj.json`).
    MiniSweAgent,
    /// A trajectory of SWE-agent (`.traj`).
    SweAgent,
    /// A report of SWE-bench's evaluation, of one task or of a run.
    SweBenchReport,
    /// What is left of a file of any other format after redaction.
    RedactedTrace,
}

impl Format {
    /// Every format, in the order in which they are tried.
    pub const ALL: [Self; 17] = [
        Self::RedactedTrace,
        Self::EventJournal,
        Self::RunRows,
        Self::MiniSweAgent,
        Self::SweAgent,
        Self::ThreadState,
        Self::MessageDump,
        Self::AttemptRecords,
        Self::ResultRecord,
        Self::Experiment,
        Self::Review,
        Self::Proposal,
        Self::AttemptList,
        Self::TerminalBench,
        Self::SweBenchReport,
        Self::PriceTable,
        Self::Config,
    ];

    /// The format with a code; `None` for text that is no code.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.code() == code)
    }

    /// The format's stable code.
    pub fn code(self) -> &'static str {
        match self {
            Self::EventJournal => "deerflow-event-journal",
            Self::RunRows => "deerflow-run-rows",
            Self::ThreadState => "deerflow-thread-state",
            Self::MessageDump => "langchain-messages",
            Self::Config => "deerflow-config",
            Self::PriceTable => "litellm-prices",
            Self::AttemptRecords => "loopledger-attempts",
            Self::ResultRecord => "loopledger-result",
            Self::Experiment => "loopledger-experiment",
            Self::Review => "loopledger-review",
            Self::Proposal => "loopledger-proposal",
            Self::AttemptList => "attempt-list",
            Self::TerminalBench => "terminal-bench-results",
            Self::MiniSweAgent => "mini-swe-agent-trajectory",
            Self::SweAgent => "swe-agent-trajectory",
            Self::SweBenchReport => "swe-bench-report",
            Self::RedactedTrace => "loopledger-trace",
        }
    }

    /// The format's name for people, in English.
    pub fn label(self) -> &'static str {
        match self {
            Self::EventJournal => "DeerFlow event journal",
            Self::RunRows => "DeerFlow run rows",
            Self::ThreadState => "DeerFlow thread state",
            Self::MessageDump => "LangChain messages",
            Self::Config => "DeerFlow config.yaml",
            Self::PriceTable => "LiteLLM price table",
            Self::AttemptRecords => "Loopledger attempt records",
            Self::ResultRecord => "Loopledger result record",
            Self::Experiment => "Loopledger experiment manifest",
            Self::Review => "Loopledger review",
            Self::Proposal => "Loopledger proposal",
            Self::AttemptList => "list of attempts",
            Self::TerminalBench => "Terminal-Bench results",
            Self::MiniSweAgent => "mini-SWE-agent trajectory",
            Self::SweAgent => "SWE-agent trajectory",
            Self::SweBenchReport => "SWE-bench report",
            Self::RedactedTrace => "Loopledger redacted trace",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.label())
    }
}
