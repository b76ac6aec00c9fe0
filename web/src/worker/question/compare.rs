//! What the Compare page asks.

use crate::worker::{Bytes, Refusal};
use loopledger::Session;
use serde::{Deserialize, Serialize};

/// A question of the Compare page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum CompareQuestion {}

impl CompareQuestion {
    pub(super) fn answer(self, _session: &mut Session) -> Result<Bytes, Refusal> {
        match self {}
    }
}
