//! Questions of the experiment's pages, each answered in a file of its own.

use super::Bytes;
use super::message::Refusal;
use loopledger::Session;
use serde::{Deserialize, Serialize};

mod compare;
mod experiment;
mod limits;
mod opinions;
mod review;

pub use compare::CompareQuestion;
pub use experiment::{ExperimentQuestion, Freezing};
pub use limits::LimitsQuestion;
pub use opinions::OpinionsQuestion;
pub use review::ReviewQuestion;

/// What a page of the experiment asks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Question {
    /// Of the Experiment page.
    Experiment(ExperimentQuestion),
    /// Of the Review page.
    Review(ReviewQuestion),
    /// Of the Limits page.
    Limits(LimitsQuestion),
    /// Of whoever shows second opinions.
    Opinions(OpinionsQuestion),
    /// Of the Compare page.
    Compare(CompareQuestion),
}

impl Question {
    /// The answer, for [`Engine::question`](crate::hooks::Engine::question).
    pub(super) fn answer(self, session: &mut Session) -> Result<Bytes, Refusal> {
        match self {
            Self::Experiment(question) => question.answer(session),
            Self::Review(question) => question.answer(session),
            Self::Limits(question) => question.answer(session),
            Self::Opinions(question) => question.answer(session),
            Self::Compare(question) => question.answer(session),
        }
    }
}
