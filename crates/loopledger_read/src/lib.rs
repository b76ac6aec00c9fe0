//! Bytes to model: every file format that Loopledger reads.
