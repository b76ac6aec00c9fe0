//! What the replay page remembers between one picture and the next; pure.

pub mod limits;
pub mod list;
pub mod playback;
pub mod what_if;
