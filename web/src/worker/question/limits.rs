//! What the Limits page asks.

use crate::worker::{Bytes, Refusal};
use loopledger::Session;
use serde::{Deserialize, Serialize};

/// A question of the Limits page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum LimitsQuestion {}

impl LimitsQuestion {
    pub(super) fn answer(self, _session: &mut Session) -> Result<Bytes, Refusal> {
        match self {}
    }
}
