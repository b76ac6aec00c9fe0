//! What the Limits page asks.

use crate::worker::desk::{encoded, refusal};
use crate::worker::{Bytes, Refusal};
use loopledger::view::ReplaySettings;
use loopledger::view::limits::SweepRequest;
use loopledger::{Session, SweepError};
use serde::{Deserialize, Serialize};

/// A question of the Limits page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum LimitsQuestion {
    /// What there is to sweep: a `SweepBasis`.
    Basis {
        /// The rules of every run.
        settings: ReplaySettings,
        /// The variant whose attempts are meant; all without one.
        variant: Option<String>,
    },
    /// To go on with a sweep: a `SweepProgress`.
    On {
        /// What is swept.
        request: SweepRequest,
        /// Responses that are judged before the page is heard again.
        budget: u64,
    },
    /// What a sweep came to: a `SweepView`.
    View(SweepRequest),
    /// What one value does to which run: a list of `SweepRow`.
    Rows {
        /// What is swept.
        request: SweepRequest,
        /// The value.
        value: i64,
    },
    /// The text of a proposal of one value.
    Propose {
        /// What is swept.
        request: SweepRequest,
        /// The value.
        to: i64,
    },
    /// The proposals that were loaded: a list of `Proposal`.
    Proposals,
}

impl LimitsQuestion {
    pub(super) fn answer(self, session: &mut Session) -> Result<Bytes, Refusal> {
        match self {
            Self::Basis { settings, variant } => {
                told(session.sweep_basis(&settings, variant.as_deref()))
            }
            Self::On { request, budget } => told(session.sweep_on(&request, budget)),
            Self::View(request) => told(session.sweep(&request)),
            Self::Rows { request, value } => told(session.sweep_rows(&request, value)),
            Self::Propose { request, to } => told(session.proposal_file(&request, to)),
            Self::Proposals => encoded(&session.proposals()),
        }
    }
}

fn told<T: Serialize>(answer: Result<T, SweepError>) -> Result<Bytes, Refusal> {
    match answer {
        Ok(answer) => encoded(&answer),
        Err(error) => Err(refusal(error.code(), &error.to_string())),
    }
}
