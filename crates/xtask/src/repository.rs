//! Where things are in this repository.

use std::path::{Path, PathBuf};

/// The repository's root.
pub(crate) fn root() -> PathBuf {
    let manifest = std::env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    let root = manifest.ancestors().nth(2).map(Path::to_path_buf);
    root.unwrap_or(manifest)
}

/// Where the viewer is built.
pub(crate) fn dist() -> PathBuf {
    root().join("dist")
}

/// The target folder of the WebAssembly builds: their compiler may be another one,
/// and two compilers in one folder make each other's work stale.
pub(crate) fn wasm_target() -> PathBuf {
    root().join("target").join("wasm")
}
