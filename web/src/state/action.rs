//! What can happen to the library.

use super::{Data, Fetch, Notice, Question};
use crate::hooks::EngineError;
use std::rc::Rc;

/// Something that happened to the library.
#[derive(Debug, Clone, PartialEq)]
pub enum LibraryAction {
    /// Files are asked for at their addresses.
    FetchStarted,
    /// So much of one of them is there.
    FetchAdvanced(Fetch),
    /// The reader is to decide something, or nothing any more.
    Asked(Option<Rc<Question>>),
    /// Files come in.
    LoadStarted {
        /// How many.
        files: u64,
        /// Their bytes together.
        bytes: u64,
    },
    /// The next of them is at hand.
    FileStarted {
        /// Its name.
        name: String,
        /// Its size.
        bytes: u64,
    },
    /// The worker has so many bytes of it.
    FileSent(u64),
    /// A piece of it was read.
    FileAdvanced {
        /// Bytes that are read.
        done: u64,
        /// Bytes that there are, as far as is known by now.
        total: u64,
    },
    /// The load ended without a change.
    LoadEnded,
    /// The load failed, for each of these reasons; what was there before still is.
    LoadFailed(Vec<EngineError>),
    /// There is other data now.
    DataChanged {
        /// The data.
        data: Rc<Data>,
        /// What there is to say about it.
        notice: Option<Notice>,
    },
    /// The same files come to something else, because of what the reader decided.
    DataRefreshed(Rc<Data>),
    /// Something is to be said.
    Noticed(Notice),
    /// It was read.
    NoticeDismissed,
}
