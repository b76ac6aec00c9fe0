//! The review, as screens and tables show it.
