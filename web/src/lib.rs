//! The browser report viewer.
