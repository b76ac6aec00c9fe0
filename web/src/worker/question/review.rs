//! What the Review page asks.

use crate::worker::desk::encoded;
use crate::worker::{Bytes, Refusal};
use loopledger::Session;
use loopledger::model::{Place, ReviewRecord};
use serde::{Deserialize, Serialize};

/// A question of the Review page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum ReviewQuestion {
    /// What there is to review, and what reviewers decided.
    View,
    /// What these messages say.
    Messages(Vec<Place>),
    /// Takes the reader's own review, which counts like a loaded one; answered with nothing.
    Draft(Option<Box<ReviewRecord>>),
    /// The review that a text is; `None` where it is none.
    Read(String),
}

impl ReviewQuestion {
    pub(super) fn answer(self, session: &mut Session) -> Result<Bytes, Refusal> {
        match self {
            Self::View => encoded(&session.review()),
            Self::Messages(places) => encoded(&session.message_texts(&places)),
            Self::Draft(draft) => {
                session.set_review_draft(draft.map(|draft| *draft));
                Ok(Bytes::default())
            }
            Self::Read(text) => encoded(&loopledger::read_review(&text)),
        }
    }
}
