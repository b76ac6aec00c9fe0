//! What the Experiment page asks.

use crate::worker::desk::encoded;
use crate::worker::{Bytes, Refusal};
use loopledger::model::Experiment;
use loopledger::view::experiment::{DraftView, ManifestFileView};
use loopledger::{Session, experiment};
use serde::{Deserialize, Serialize};

/// A question of the Experiment page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum ExperimentQuestion {
    /// The manifests that are loaded, and what was recorded under them: an
    /// [`ExperimentsView`](loopledger::view::experiment::ExperimentsView).
    Overview,
    /// What keeps a manifest from being frozen: a [`DraftView`].
    Check(Experiment),
    /// A manifest as it is, as a file: a [`ManifestFileView`].
    File(Experiment),
    /// A manifest frozen at a time, as a file, or what keeps it from that: a [`Freezing`].
    Freeze(Experiment, Option<String>),
}

/// What became of freezing a manifest.
pub type Freezing = Result<ManifestFileView, DraftView>;

impl ExperimentQuestion {
    pub(super) fn answer(self, session: &mut Session) -> Result<Bytes, Refusal> {
        match self {
            Self::Overview => encoded(&session.experiment()),
            Self::Check(draft) => encoded(&experiment::check(&draft)),
            Self::File(draft) => encoded(&experiment::file(&draft)),
            Self::Freeze(draft, frozen_at) => {
                let frozen = experiment::freeze(&draft, frozen_at.as_deref());
                let answer: Freezing = frozen.map_err(|_| experiment::check(&draft));
                encoded(&answer)
            }
        }
    }
}
