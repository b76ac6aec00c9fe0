//! Lists the corpus, so that a test in a browser, which has no file system, has it too.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// Set by `cargo xtask test` to the file with the native program's answers.
const ANSWERS: &str = "LOOPLEDGER_NATIVE_ANSWERS";

fn main() -> io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    println!("cargo::rerun-if-changed={}", root.display());
    println!("cargo::rerun-if-env-changed={ANSWERS}");
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());

    let mut cases = String::from("&[\n");
    for folder in ["detector", "records", "accounting"] {
        for path in files_below(&root.join(folder))? {
            let name = name(&root, &path);
            let _ = writeln!(
                cases,
                "({name:?}, include_str!({:?})),",
                path.display().to_string()
            );
        }
    }
    fs::write(out.join("cases.rs"), cases + "]")?;

    let mut files = String::from("&[\n");
    for folder in ["deerflow", "faults"] {
        for path in files_below(&root.join(folder))? {
            let name = name(&root, &path);
            let _ = writeln!(
                files,
                "({name:?}, include_bytes!({:?})),",
                path.display().to_string()
            );
        }
    }
    fs::write(out.join("files.rs"), files + "]")?;

    let answers = match env::var_os(ANSWERS) {
        Some(path) => {
            println!("cargo::rerun-if-changed={}", path.display());
            fs::read(path)?
        }
        None => Vec::new(),
    };
    fs::write(out.join("native-answers.json"), answers)
}

fn name(root: &Path, path: &Path) -> String {
    let name = path.strip_prefix(root).unwrap_or(path);
    name.display().to_string().replace('\\', "/")
}

fn files_below(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    entries.sort();
    let mut files = Vec::new();
    for entry in entries {
        if entry.is_dir() {
            files.extend(files_below(&entry)?);
        } else {
            files.push(entry);
        }
    }
    Ok(files)
}
