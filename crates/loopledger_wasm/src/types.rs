//! What is answered, as TypeScript; a test of the workspace holds it equal to the Rust views.

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("types.ts");
