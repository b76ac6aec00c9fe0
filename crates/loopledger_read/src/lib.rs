//! Bytes to model: every file format that Loopledger reads.
//!
//! A file is recognised by its content, never by its name alone, and what it says is kept with the
//! place where it says so.
//! Nothing here touches a file system, a clock or a network: bytes come in, a [`FileRead`] comes
//! out.
//!
//! Imperfect input is data: a line that cannot be read becomes a [`Diagnostic`] and the lines
//! around it still count.
//! [`ReadError`] is for a file of which nothing can be read; where it was not recognised, it lists
//! every format that was tried and why each did not fit.
//!
//! ```
//! use loopledger_read::{FileMeta, Format, read};
//!
//! let journal = br#"{"thread_id":"t","run_id":"r","event_type":"run.start","category":"trace","content":{},"metadata":{},"seq":1,"created_at":"2026-09-08T00:00:00+00:00"}
//! {"thread_id":"t","run_id":"r","event_type":"llm.ai.response","category":"message","content":{"type":"ai","content":"","tool_calls":[{"name":"ls","args":{"n":1.0},"id":"c1"}]},"metadata":{"caller":"lead_agent","usage":{}},"seq":2,"created_at":"2026-09-08T00:00:01+00:00"}"#;
//! let file = read(FileMeta::new("run.jsonl"), journal.to_vec())?;
//! assert_eq!(file.format, Format::EventJournal);
//! let call = &file.runs[0].responses[0].tool_calls[0];
//! assert_eq!(call.args.as_deref(), Some(r#"{"n":1.0}"#));
//! # Ok::<(), loopledger_read::ReadError>(())
//! ```

mod archive;
mod config;
mod content;
mod diagnostic;
mod error;
mod field;
mod file_read;
mod format;
mod items;
mod lines;
mod reading;
mod sniff;
mod source;
mod time;
mod usage;

pub use archive::{MAX_DECOMPRESSED_BYTES, MAX_DECOMPRESSION_RATIO, gzip};
pub use config::{ConfigEntry, ConfigSection, ConfigValue, ConfigValueKind};
pub use diagnostic::{Diagnostic, MAX_DIAGNOSTICS_PER_CODE, Severity};
pub use error::{ReadError, Tried};
pub use file_read::{FileMeta, FileRead};
pub use format::Format;
pub use format::attempt_csv::write_attempts_csv;
pub use format::redacted::{
    Digests, RedactedFrom, Redaction, Reviews, redacted_place, write_redacted,
};
pub use items::MAX_RECORDS;
pub use reading::{Progress, Reading, SourceText, read};
pub use time::timestamp_from_text;
