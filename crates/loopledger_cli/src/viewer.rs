//! The viewer's files: those that the program brings along, or those of a folder.

use crate::load::files_below;
use anyhow::{Context as _, bail};
use std::path::Path;

#[cfg(feature = "viewer")]
mod packed {
    include!(concat!(env!("OUT_DIR"), "/viewer.rs"));
}

/// What `cargo xtask web` notes about its build; of no use to a visitor.
const BUILD_NOTE: &str = "build.json";

/// The viewer's files by their address relative to its page.
pub(crate) fn files(folder: Option<&Path>) -> anyhow::Result<Vec<(String, Vec<u8>)>> {
    match folder {
        Some(folder) => from_folder(folder),
        None => brought_along(),
    }
}

#[cfg(feature = "viewer")]
#[expect(
    clippy::unnecessary_wraps,
    reason = "without the feature there is none"
)]
fn brought_along() -> anyhow::Result<Vec<(String, Vec<u8>)>> {
    let files = packed::FILES.iter();
    Ok(files
        .map(|(name, bytes)| ((*name).to_owned(), bytes.to_vec()))
        .collect())
}

#[cfg(not(feature = "viewer"))]
fn brought_along() -> anyhow::Result<Vec<(String, Vec<u8>)>> {
    bail!(
        "this program was built without the viewer: name its folder with --viewer DIR, or build \
         the program with `cargo xtask cli`, which packs the viewer into it"
    )
}

fn from_folder(folder: &Path) -> anyhow::Result<Vec<(String, Vec<u8>)>> {
    if !folder.join("index.html").is_file() {
        bail!(
            "{} holds no index.html; `cargo xtask web --release` builds the viewer into dist",
            folder.display()
        );
    }
    let mut files = Vec::new();
    for path in files_below(folder)? {
        let name = crate::load::relative_name(folder, &path);
        if name == BUILD_NOTE {
            continue;
        }
        let bytes =
            std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        files.push((name, bytes));
    }
    Ok(files)
}
