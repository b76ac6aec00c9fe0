//! Loop detectors of other projects, to be replayed beside DeerFlow's.
//!
//! A [`Sequence`] is what a recorded run says to any of them: responses, calls, results, words.
//! A [`Detector`] is one project's rule with its source, its default limits and what it cannot see
//! here; [`Detector::judge`] says where it would have warned and stopped.
//! A detector is judged twice where the file does not tell everything: once as if what is unknown
//! were different every time, once as if it were always the same. Only where both agree there is a
//! verdict; otherwise it is [`Verdict::Undecided`].

mod arguments;
mod consecutive;
mod cycle;
mod detector;
mod limit;
mod openhands;
mod sequence;

pub use detector::{
    Blind, DETECTORS, Detector, Kind, Mark, Parameter, Seen, Settings, Source, StopEffect,
    UNPLAYED, Unplayed, Verdict,
};
pub use sequence::{Sequence, Unseen};

#[cfg(test)]
mod tests;
