//! What an evaluation harness found about a task.

use crate::{Decision, Place};

/// A verdict of an evaluation report about one task. Whose attempt it is about stands in the
/// report's name and folder, if anywhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evaluation {
    /// The task.
    pub task_id: String,
    /// The model that made the artifact, where the report itself names it.
    pub model: Option<String>,
    /// The verdict; `None` where the evaluation came to none, as after an error of its own.
    pub decision: Option<Decision>,
    /// Why the artifact was rejected, or why there is no verdict.
    pub reason: Option<String>,
    /// Where the verdict stands.
    pub place: Place,
}
