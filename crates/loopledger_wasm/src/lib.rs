//! Loopledger for JavaScript.
//!
//! Every function converts, calls the crate `loopledger`, and converts back.
//! What is answered is described in `types.ts`; an unknown is `null` there, and always present.
//!
//! Without the feature `files` there is the [`Detector`] alone: no reader, no ledger.

mod convert;
mod detector;
#[cfg(feature = "files")]
mod session;
mod types;

use convert::into_error;
pub use detector::Detector;
use js_sys::Error;
use loopledger::ReplayError;
#[cfg(feature = "files")]
pub use session::{Reading, Session, begin_file, parse_configuration};
use wasm_bindgen::prelude::*;

/// The revisions of upstream's detector that can be replayed, oldest first.
#[wasm_bindgen]
pub fn revisions() -> Vec<String> {
    loopledger::REVISIONS.map(str::to_owned).to_vec()
}

fn replay_error(error: &ReplayError) -> Error {
    into_error(error.code(), error)
}
