//! One module for each page.

mod attempts;
mod files;
mod replay;
mod report;
mod start;
mod unknown;

pub use attempts::AttemptsPage;
pub use files::FilesPage;
pub use replay::{ReplayPage, shown_run};
pub use report::ReportPage;
pub use start::StartPage;
pub use unknown::UnknownPage;
