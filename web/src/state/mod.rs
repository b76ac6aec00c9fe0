//! What is loaded, and how far a load is.

mod action;
pub mod draft;
pub mod replay;

pub use action::LibraryAction;

use crate::hooks::EngineError;
use loopledger::view::{AttemptView, FileView, ReportView, RunView};
use std::rc::Rc;
use yew::Reducible;

/// Something that the worker is asked for.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum Loading<T> {
    /// Nobody asked.
    #[default]
    Idle,
    /// It is on its way.
    Reading,
    /// Here it is.
    Ready(T),
    /// It will not come.
    Failed(EngineError),
}

impl<T> Loading<T> {
    /// What is there.
    pub fn ready(&self) -> Option<&T> {
        match self {
            Self::Ready(value) => Some(value),
            Self::Idle | Self::Reading | Self::Failed(_) => None,
        }
    }
}

/// Everything that follows from the loaded files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Data {
    /// The files.
    pub files: Vec<FileView>,
    /// The runs.
    pub runs: Vec<RunView>,
    /// The attempts.
    pub attempts: Vec<Rc<AttemptView>>,
    /// The report.
    pub report: ReportView,
}

/// How far a load is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Progress {
    /// Files of the load.
    pub files: u64,
    /// The file at hand, counted from 1; 0 before the first.
    pub file: u64,
    /// Its name.
    pub name: String,
    /// Bytes of it that the worker has.
    pub sent: u64,
    /// Bytes of it that are read.
    pub done: u64,
    /// Bytes of it.
    pub total: u64,
    /// Bytes of the files before it.
    pub before: u64,
    /// Bytes of all files.
    pub all: u64,
}

impl Progress {
    /// How much of the whole load is done, from 0 to 1: a file is first handed over and then read.
    pub fn share(&self) -> f64 {
        if self.all == 0 {
            return 0.0;
        }
        #[expect(
            clippy::cast_precision_loss,
            reason = "a progress bar needs no more digits"
        )]
        let share = (2 * self.before + self.sent + self.done) as f64 / (2 * self.all) as f64;
        share.min(1.0)
    }
}

/// How far the asking for files at their addresses is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Fetch {
    /// Files that are asked for.
    pub files: u64,
    /// The file at hand, counted from 1; 0 before the first.
    pub file: u64,
    /// Its name.
    pub name: String,
    /// Bytes of it that are there.
    pub received: u64,
    /// Bytes that it has, where that is known.
    pub total: Option<u64>,
}

/// Something that is not done before the reader agrees.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// What is to be allowed.
    pub subject: Subject,
    /// To whom.
    pub origins: Vec<String>,
    /// The files in question.
    pub names: Vec<String>,
}

/// What a reader is asked about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    /// Asking a foreign server for files.
    Fetch,
    /// Opening files that the page around this one hands over.
    Host,
}

/// What a load left to say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// Files were added.
    Added {
        /// Their ids.
        ids: Vec<u64>,
        /// How many files were there before.
        before: usize,
        /// How many of them were refused.
        refused: usize,
    },
    /// A load was cancelled; nothing changed.
    Cancelled,
    /// Files were taken out.
    Removed(usize),
    /// What was dropped or pasted holds no file.
    NothingFound,
}

/// The page area's state: what is loaded, and the load that is under way.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Library {
    /// What is loaded; `None` before the first load.
    pub data: Option<Rc<Data>>,
    /// Counts the changes of `data`, so that a question asked of older data can be told.
    pub generation: u64,
    /// The load that is under way.
    pub progress: Option<Progress>,
    /// The asking for files that is under way.
    pub fetch: Option<Fetch>,
    /// What the reader is to decide.
    pub question: Option<Rc<Question>>,
    /// Why the last load failed.
    pub failures: Vec<EngineError>,
    /// What there is to say about the last load.
    pub notice: Option<Notice>,
}

impl Library {
    /// The loaded files.
    pub fn files(&self) -> &[FileView] {
        self.data.as_ref().map_or(&[], |data| &data.files)
    }

    /// Whether something is on its way that the reader has not called off.
    pub fn is_busy(&self) -> bool {
        self.progress.is_some() || self.fetch.is_some() || self.question.is_some()
    }

    /// Whether any file is loaded.
    pub fn is_empty(&self) -> bool {
        self.files().is_empty()
    }
}

impl Reducible for Library {
    type Action = LibraryAction;

    fn reduce(self: Rc<Self>, action: LibraryAction) -> Rc<Self> {
        let mut next = (*self).clone();
        match action {
            LibraryAction::FetchStarted => {
                next.failures.clear();
                next.notice = None;
                next.fetch = Some(Fetch::default());
            }
            LibraryAction::FetchAdvanced(fetch) => {
                // Pieces still come after it was called off.
                if self.fetch.is_none() {
                    return self;
                }
                next.fetch = Some(fetch);
            }
            LibraryAction::Asked(question) => next.question = question,
            LibraryAction::LoadStarted { files, bytes } => {
                next.failures.clear();
                next.notice = None;
                next.fetch = None;
                next.progress = Some(Progress {
                    files,
                    file: 0,
                    name: String::new(),
                    sent: 0,
                    done: 0,
                    total: 0,
                    before: 0,
                    all: bytes,
                });
            }
            LibraryAction::FileStarted { name, bytes } => {
                let Some(progress) = &mut next.progress else {
                    return self;
                };
                progress.before += progress.total;
                progress.file += 1;
                progress.name = name;
                progress.sent = 0;
                progress.done = 0;
                progress.total = bytes;
            }
            LibraryAction::FileSent(sent) => {
                let Some(progress) = &mut next.progress else {
                    return self;
                };
                progress.sent = sent;
            }
            LibraryAction::FileAdvanced { done, total } => {
                let Some(progress) = &mut next.progress else {
                    return self;
                };
                // A compressed file turns out larger than it was announced.
                if total > progress.total {
                    progress.all += total - progress.total;
                    progress.total = total;
                }
                if progress.done == done {
                    return self;
                }
                progress.sent = progress.total;
                progress.done = done;
            }
            LibraryAction::LoadEnded => {
                next.progress = None;
                next.fetch = None;
            }
            LibraryAction::LoadFailed(errors) => {
                next.progress = None;
                next.fetch = None;
                next.failures = errors;
            }
            LibraryAction::DataChanged { data, notice } => {
                next.data = Some(data);
                next.generation += 1;
                next.progress = None;
                next.notice = notice;
            }
            LibraryAction::Noticed(notice) => next.notice = Some(notice),
            LibraryAction::NoticeDismissed => {
                if self.notice.is_none() && self.failures.is_empty() {
                    return self;
                }
                next.notice = None;
                next.failures.clear();
            }
        }
        Rc::new(next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(actions: impl IntoIterator<Item = LibraryAction>) -> Rc<Library> {
        actions
            .into_iter()
            .fold(Rc::new(Library::default()), Reducible::reduce)
    }

    fn started() -> [LibraryAction; 2] {
        [
            LibraryAction::LoadStarted {
                files: 2,
                bytes: 100,
            },
            LibraryAction::FileStarted {
                name: "a.jsonl".to_owned(),
                bytes: 40,
            },
        ]
    }

    #[test]
    fn progress_counts_files_that_are_done() {
        let state = after(started().into_iter().chain([
            LibraryAction::FileAdvanced {
                done: 40,
                total: 40,
            },
            LibraryAction::FileStarted {
                name: "b.jsonl".to_owned(),
                bytes: 60,
            },
            LibraryAction::FileSent(30),
        ]));
        let progress = state.progress.as_ref().unwrap();
        assert_eq!(progress.file, 2);
        assert!((progress.share() - 0.55).abs() < 1e-9);
    }

    #[test]
    fn a_file_that_grows_keeps_the_share_below_one() {
        let state = after(started().into_iter().chain([LibraryAction::FileAdvanced {
            done: 100,
            total: 400,
        }]));
        let progress = state.progress.as_ref().unwrap();
        assert_eq!(progress.all, 460);
        assert!(progress.share() < 0.6);
    }

    #[test]
    fn a_failed_load_leaves_what_was_there() {
        let state = after(started().into_iter().chain([LibraryAction::LoadFailed(vec![
            EngineError::Gone("no answer".to_owned()),
        ])]));
        assert!(state.progress.is_none());
        assert!(state.data.is_none());
        assert_eq!(state.generation, 0);
        assert_eq!(state.failures.len(), 1);
    }

    #[test]
    fn pieces_of_a_fetch_that_was_called_off_change_nothing() {
        let state = after([LibraryAction::FetchStarted, LibraryAction::LoadEnded]);
        let next = Rc::clone(&state).reduce(LibraryAction::FetchAdvanced(Fetch {
            files: 1,
            ..Fetch::default()
        }));
        assert!(Rc::ptr_eq(&state, &next));
    }

    #[test]
    fn nothing_to_dismiss_changes_nothing() {
        let state = Rc::new(Library::default());
        let next = Rc::clone(&state).reduce(LibraryAction::NoticeDismissed);
        assert!(Rc::ptr_eq(&state, &next));
    }

    #[test]
    fn progress_without_a_load_changes_nothing() {
        let state = Rc::new(Library::default());
        let next = Rc::clone(&state).reduce(LibraryAction::FileAdvanced { done: 1, total: 2 });
        assert!(Rc::ptr_eq(&state, &next));
    }
}
