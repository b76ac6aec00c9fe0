//! What whoever shows second opinions asks.

use crate::worker::{Bytes, Refusal};
use loopledger::Session;
use serde::{Deserialize, Serialize};

/// A question of whoever shows second opinions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum OpinionsQuestion {}

impl OpinionsQuestion {
    pub(super) fn answer(self, _session: &mut Session) -> Result<Bytes, Refusal> {
        match self {}
    }
}
