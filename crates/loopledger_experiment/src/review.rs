//! What reviewers decided, and how far they agree.
