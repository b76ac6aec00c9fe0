//! What was fixed before anything ran.
