//! Loopledger's one API: files in, replays and reports out.
//!
//! Every door (command line, JavaScript, viewer) converts, calls this crate, and converts back.

mod detector;
mod excerpt;
pub mod inspect;
mod replay;
mod report;
pub mod schema;
mod session;
pub mod view;
mod visible;

pub use detector::Detector;
pub use loopledger_model as model;
pub use loopledger_read::{FileMeta, Progress, Reading};
pub use session::{ConfigurationError, REVISIONS, ReplayError, Session, read_configuration};
pub use visible::visible;
