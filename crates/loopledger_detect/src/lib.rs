//! DeerFlow's loop detector, replayed.
