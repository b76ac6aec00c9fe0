//! The vocabulary of Loopledger: measurements, money, traces, attempts, records.
