//! Where in the input something stands.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

/// A place in an input file, as exactly as the format allows.
///
/// Places are ordered by file name, then by where they stand in the file.
#[derive(
    Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "camelCase")]
pub struct Place {
    /// The file's name as it was given, with its folder where one was dropped.
    pub file: Arc<str>,
    /// Line number, counted from 1; `None` where the file as a whole is meant.
    pub line: Option<u64>,
    /// Byte offset from the start of the file (after decompression), counted from 0.
    pub byte: Option<u64>,
    /// JSON pointer (RFC 6901) inside the line's or the document's value.
    pub pointer: Option<String>,
}

impl Place {
    /// The file as a whole.
    pub fn file(file: Arc<str>) -> Self {
        Self {
            file,
            line: None,
            byte: None,
            pointer: None,
        }
    }

    /// The same place, one or more steps further down.
    #[must_use]
    pub fn at(&self, pointer: &str) -> Self {
        let mut place = self.clone();
        place.pointer.get_or_insert_default().push_str(pointer);
        place
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        if let Some(pointer) = &self.pointer {
            write!(f, " {pointer}")?;
        }
        Ok(())
    }
}
