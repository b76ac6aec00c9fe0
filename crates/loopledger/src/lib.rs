//! Loopledger's one API: files in, replays and reports out.
