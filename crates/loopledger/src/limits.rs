//! Sweeps one limit over recorded runs, and says what raising it can cost at worst.
