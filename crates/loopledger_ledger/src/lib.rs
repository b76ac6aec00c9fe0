//! Money and outcomes: what an accepted artifact cost.
