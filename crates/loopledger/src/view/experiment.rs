//! The experiment, as screens and tables show it.
