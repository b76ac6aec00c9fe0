//! What the Review page asks.

use crate::worker::{Bytes, Refusal};
use loopledger::Session;
use serde::{Deserialize, Serialize};

/// A question of the Review page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum ReviewQuestion {}

impl ReviewQuestion {
    pub(super) fn answer(self, _session: &mut Session) -> Result<Bytes, Refusal> {
        match self {}
    }
}
