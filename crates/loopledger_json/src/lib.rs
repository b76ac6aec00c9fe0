//! JSON as Python reads it, with the place of every value.
