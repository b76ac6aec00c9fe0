//! The comparison of a baseline with one change, as screens and tables show it.
