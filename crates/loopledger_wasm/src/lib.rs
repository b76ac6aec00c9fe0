//! Loopledger for JavaScript.
