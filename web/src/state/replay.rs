//! What the replay page remembers between one picture and the next; pure.

pub mod decisions;
pub mod keys;
pub mod limits;
pub mod list;
pub mod playback;
pub mod pretty;
pub mod what_if;
