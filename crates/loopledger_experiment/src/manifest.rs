//! What was fixed before anything ran: whether a manifest can be frozen, its canonical form, its
//! digest, and what changed since.

mod canonical;
mod fault;
mod freeze;
mod setting;

pub use canonical::{canonical, file_text};
pub use fault::{Fault, faults};
pub use freeze::{Change, ChangeKind, FreezeRefusal, changes, digest, freeze, frozen};
pub use setting::{SETTINGS, SettingFault, configuration_of, override_setting, with_setting};

/// The largest whole number that every reader of JSON keeps exactly, 2^53 − 1 (RFC 8785 writes
/// numbers as doubles).
pub const MAX_EXACT: i64 = 9_007_199_254_740_991;
