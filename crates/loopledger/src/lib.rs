//! Loopledger's one API: files in, replays and reports out.
//!
//! Every door (command line, JavaScript, viewer) converts, calls this crate, and converts back.

pub mod bundle;
pub mod check;
mod compare;
mod detector;
mod excerpt;
pub mod experiment;
pub mod inspect;
mod limits;
pub mod markdown;
mod opinions;
mod redact;
mod replay;
mod report;
mod review;
pub mod schema;
mod session;
mod takeaway;
pub mod view;
mod visible;

pub use detector::Detector;
pub use limits::{MOST_VALUES, SweepError};
pub use loopledger_model as model;
pub use loopledger_read::{Digests, FileMeta, Progress, Reading, Redaction, Reviews, gzip};
pub use review::read_review;
pub use session::{ConfigurationError, REVISIONS, ReplayError, Session, read_configuration};
pub use visible::visible;
