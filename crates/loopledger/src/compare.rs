//! Compares a baseline with one change.
