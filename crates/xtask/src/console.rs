//! What the chores say to whoever runs them.

use std::fmt::Arguments;
use std::io::{self, Write as _};

/// Prints a line, and does not mind a reader that has gone.
macro_rules! say {
    ($($text:tt)*) => {
        $crate::console::line(format_args!($($text)*))
    };
}
pub(crate) use say;

pub(crate) fn line(text: Arguments<'_>) {
    let mut out = io::stdout().lock();
    // A closed pipe is no failure of the chore.
    let _ = writeln!(out, "{text}").and_then(|()| out.flush());
}
