//! What the Experiment page asks.

use crate::worker::{Bytes, Refusal};
use loopledger::Session;
use serde::{Deserialize, Serialize};

/// A question of the Experiment page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum ExperimentQuestion {}

impl ExperimentQuestion {
    pub(super) fn answer(self, _session: &mut Session) -> Result<Bytes, Refusal> {
        match self {}
    }
}
