//! What is answered, as TypeScript; a test of the workspace holds it equal to the Rust views.

use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("types.ts");

/// How far a reading has come.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Progress {
    done_bytes: u64,
    total_bytes: u64,
    is_done: bool,
}

impl From<loopledger::Progress> for Progress {
    fn from(progress: loopledger::Progress) -> Self {
        Self {
            done_bytes: progress.done_bytes,
            total_bytes: progress.total_bytes,
            is_done: progress.is_done,
        }
    }
}
