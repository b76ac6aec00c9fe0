//! What the page and the worker say to each other.
//!
//! File bytes go in as they are; views come out in postcard, which takes less code to decode than
//! JSON and parses no text on the thread of the page. Both ends are one build of one program.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Said by the page; every request is answered under its id.
#[derive(Debug, Serialize, Deserialize)]
pub struct Request {
    /// Number of the request, never used again.
    pub id: u64,
    /// What is wanted.
    pub body: RequestBody,
}

/// What the page wants.
#[derive(Debug, Serialize, Deserialize)]
pub enum RequestBody {
    /// Files come in.
    Load(LoadStep),
    /// Forget files.
    Remove(Vec<u64>),
    /// Forget everything.
    Clear,
    /// Some of the files; none at the end.
    Files {
        /// The first of them.
        from: u64,
    },
    /// Some of the runs; none at the end.
    Runs {
        /// The first of them.
        from: u64,
    },
    /// The report.
    Report,
    /// Some of the attempts; none at the end.
    Attempts {
        /// The first of them.
        from: u64,
    },
    /// A replay.
    Replay {
        /// The run's key.
        run: String,
        /// Its rules.
        settings: Bytes,
    },
    /// Both windows after one step.
    Frame {
        /// The run's key.
        run: String,
        /// Its rules.
        settings: Bytes,
        /// The step.
        step: u64,
    },
    /// A piece of a file around a place.
    Excerpt(Bytes),
    /// What a page of the experiment asks.
    Ask(Bytes),
}

/// A step of a load.
#[derive(Debug, Serialize, Deserialize)]
pub enum LoadStep {
    /// It begins; files that an earlier load left unfinished are dropped.
    Begin,
    /// A file begins.
    BeginFile {
        /// Its name, with its folder.
        name: String,
        /// When it was last modified, RFC 3339.
        modified: Option<String>,
        /// Its size.
        bytes: u64,
    },
    /// The next piece of the file.
    Slice(Bytes),
    /// The file is complete: read it. Answered when it is read.
    EndFile,
    /// The load is complete: keep its files. Answered with their ids.
    Commit,
    /// Drop everything that the load brought.
    Cancel,
}

/// Said by the worker.
#[derive(Debug, Serialize, Deserialize)]
pub enum Response {
    /// The answer to a request: what it asked for, or nothing where nothing was asked for.
    Answer {
        /// The request.
        id: u64,
        /// The answer, or why there is none.
        result: Result<Bytes, Refusal>,
    },
    /// How far the file of an unanswered [`LoadStep::EndFile`] is.
    Progress {
        /// The request.
        id: u64,
        /// Bytes that are read.
        done: u64,
        /// Bytes that there are, after decompression, as far as is known by now.
        total: u64,
    },
    /// The worker panicked and answers no more.
    Crashed(String),
}

/// Why a request has no answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    /// Stable code.
    pub code: String,
    /// The story in one English sentence.
    pub message: String,
}

/// Bytes that bincode copies at once instead of one by one.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Bytes(pub Vec<u8>);

impl Bytes {
    /// A value on its way between the page and its worker.
    ///
    /// # Errors
    /// A value that says of itself that it cannot be written.
    pub fn encode<T: Serialize>(value: &T) -> Result<Self, postcard::Error> {
        postcard::to_allocvec(value).map(Self)
    }

    /// What [`encode`](Self::encode) made.
    ///
    /// # Errors
    /// Bytes of another value.
    pub fn decode<T: DeserializeOwned>(&self) -> Result<T, postcard::Error> {
        postcard::from_bytes(&self.0)
    }
}

impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.0.len())
    }
}

impl Serialize for Bytes {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;

        impl serde::de::Visitor<'_> for Visitor {
            type Value = Bytes;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("bytes")
            }

            fn visit_byte_buf<E>(self, bytes: Vec<u8>) -> Result<Bytes, E> {
                Ok(Bytes(bytes))
            }

            fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Bytes, E> {
                Ok(Bytes(bytes.to_vec()))
            }
        }

        deserializer.deserialize_byte_buf(Visitor)
    }
}
