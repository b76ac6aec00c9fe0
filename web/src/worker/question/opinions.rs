//! What whoever shows second opinions asks.

use crate::worker::desk::{encoded, refusal};
use crate::worker::{Bytes, Refusal};
use loopledger::Session;
use loopledger::view::opinions::OpinionSettings;
use serde::{Deserialize, Serialize};

/// A question of whoever shows second opinions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum OpinionsQuestion {
    /// What the detectors say about a run; answered with an
    /// [`OpinionsView`](loopledger::view::opinions::OpinionsView).
    OnRun {
        /// Key of the run.
        run: String,
        /// Limits, and the rules of `DeerFlow`'s lane.
        settings: OpinionSettings,
    },
}

impl OpinionsQuestion {
    pub(super) fn answer(self, session: &mut Session) -> Result<Bytes, Refusal> {
        match self {
            Self::OnRun { run, settings } => {
                let view = session
                    .opinions(&run, &settings)
                    .map_err(|error| refusal(error.code(), &error.to_string()))?;
                encoded(&view)
            }
        }
    }
}
