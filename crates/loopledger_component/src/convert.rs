//! Values in and out.

mod detection;
mod records;
mod types;

use serde::Serialize;

/// A list of the same values.
pub(crate) fn list<T, U: From<T>>(values: Vec<T>) -> Vec<U> {
    values.into_iter().map(Into::into).collect()
}

/// A whole answer as JSON text, as the native program writes it.
pub(crate) fn json(view: &impl Serialize) -> String {
    // A view is plain data whose keys are text, so that writing it cannot fail.
    serde_json::to_string(view).unwrap_or_default()
}

/// A count that memory bounds: what is counted lies in 32-bit memory, one by one.
fn count(count: u64) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
