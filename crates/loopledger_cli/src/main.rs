//! The loopledger command line.

fn main() {}
