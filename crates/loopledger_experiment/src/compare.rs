//! A baseline against one change.
