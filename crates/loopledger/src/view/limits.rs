//! The sweep of one limit, as screens and tables show it.
