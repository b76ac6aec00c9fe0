//! Answers what is frozen, and what an attempt lacks.
