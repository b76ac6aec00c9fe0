//! One module for each page.

mod attempts;
mod compare;
mod experiment;
mod files;
mod limits;
mod replay;
mod report;
mod review;
mod start;
mod unknown;

pub use attempts::AttemptsPage;
pub use compare::ComparePage;
pub use experiment::ExperimentPage;
pub use files::FilesPage;
pub use limits::LimitsPage;
pub use replay::{ReplayPage, shown_run};
pub use report::ReportPage;
pub use review::ReviewPage;
pub use start::StartPage;
pub use unknown::UnknownPage;
