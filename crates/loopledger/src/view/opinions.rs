//! Second opinions, as screens and tables show them.
