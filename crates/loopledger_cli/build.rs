//! Packs the built viewer into the program, where the feature `viewer` asks for it.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// Names a folder of the viewer other than `dist`.
const FOLDER: &str = "LOOPLEDGER_VIEWER";

/// What `cargo xtask web` notes about its build.
const NOTE: &str = "build.json";

fn main() -> Result<(), String> {
    println!("cargo::rerun-if-env-changed={FOLDER}");
    if env::var_os("CARGO_FEATURE_VIEWER").is_none() {
        println!("cargo::rerun-if-changed=build.rs");
        return Ok(());
    }
    let folder = match env::var_os(FOLDER) {
        Some(folder) => PathBuf::from(folder),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../../dist"),
    };
    println!("cargo::rerun-if-changed={}", folder.display());
    let advice = "build the viewer first: `cargo xtask web --release`, or `cargo xtask cli` for \
                  viewer and program in one go";
    let note = fs::read_to_string(folder.join(NOTE))
        .map_err(|error| format!("no built viewer in {}: {error}; {advice}", folder.display()))?;
    if !note.contains("\"release\"") {
        return Err(format!(
            "the viewer in {} is a development build; {advice}",
            folder.display()
        ));
    }
    let list =
        list(&folder).map_err(|error| format!("{} cannot be packed: {error}", folder.display()))?;
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("viewer.rs"), list).map_err(|error| error.to_string())
}

/// The files of a folder as the source of a constant.
fn list(folder: &Path) -> io::Result<String> {
    let folder = folder.canonicalize()?;
    let mut files = Vec::new();
    let mut open = vec![folder.clone()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(next)? {
            let path = entry?.path();
            if path.is_dir() {
                open.push(path);
            } else {
                files.push(path);
            }
        }
    }
    files.sort();
    let mut list = String::from("pub(super) const FILES: &[(&str, &[u8])] = &[\n");
    for file in files {
        let below = file.strip_prefix(&folder).unwrap_or(&file).components();
        let name: Vec<_> = below
            .map(|part| part.as_os_str().to_string_lossy())
            .collect();
        let name = name.join("/");
        if name != NOTE {
            let path = file.display().to_string();
            // Writing to a string cannot fail.
            let _ = writeln!(list, "    ({name:?}, include_bytes!({path:?})),");
        }
    }
    Ok(list + "];\n")
}
