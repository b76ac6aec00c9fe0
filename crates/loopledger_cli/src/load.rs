//! Files into a session, with progress on long ones.

use crate::output;
use anyhow::Context as _;
use loopledger::{FileMeta, Reading, Session, visible};
use std::fs;
use std::io::{self, IsTerminal as _, Read as _, Write as _};
use std::path::{Path, PathBuf};

/// Bytes that are read between two looks at the progress.
const STEP: usize = 4 << 20;

/// Size from which a file's progress is shown.
const LONG: u64 = 16 << 20;

/// What could be loaded.
#[derive(Debug)]
pub(crate) struct Loaded {
    pub(crate) session: Session,
    /// Whether every file could be opened; the others count all the same.
    pub(crate) is_complete: bool,
}

/// Loads files and folders in the order in which they are given, a folder's files by name. A file
/// that cannot be opened is named on standard error.
pub(crate) fn load(paths: &[PathBuf]) -> Loaded {
    let mut loaded = Loaded {
        session: Session::new(),
        is_complete: true,
    };
    for path in paths {
        if let Err(error) = load_path(&mut loaded.session, path) {
            loaded.is_complete = false;
            output::complain(&format!("{error:#}"));
        }
    }
    loaded
}

fn load_path(session: &mut Session, path: &Path) -> anyhow::Result<()> {
    if path.as_os_str() == "-" {
        let mut bytes = Vec::new();
        io::stdin()
            .lock()
            .read_to_end(&mut bytes)
            .context("cannot read standard input")?;
        add(session, FileMeta::new("stdin"), bytes);
        return Ok(());
    }
    for file in files_below(path)? {
        let bytes = fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?;
        add(session, FileMeta::new(&file.to_string_lossy()), bytes);
    }
    Ok(())
}

fn add(session: &mut Session, meta: FileMeta, bytes: Vec<u8>) {
    let name = visible(&meta.name).into_owned();
    let is_shown = bytes.len() as u64 >= LONG && io::stderr().is_terminal();
    let mut reading = Reading::new(meta, bytes);
    loop {
        let progress = reading.advance(STEP);
        if is_shown {
            let percent = progress.done_bytes * 100 / progress.total_bytes.max(1);
            // Progress is a courtesy; a closed terminal takes nothing from the result.
            let _ = write!(io::stderr(), "\rreading {name}: {percent} %");
        }
        if progress.is_done {
            break;
        }
    }
    if is_shown {
        let _ = writeln!(io::stderr());
    }
    session.add(reading);
}

/// The file itself, or every file below a folder, sorted; names that begin with a dot are left out.
fn files_below(path: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let cannot = || format!("cannot read {}", path.display());
    if !fs::metadata(path).with_context(cannot)?.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut entries: Vec<PathBuf> = fs::read_dir(path)
        .with_context(cannot)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()
        .with_context(cannot)?;
    entries.retain(|entry| {
        !entry
            .file_name()
            .is_some_and(|name| name.to_string_lossy().starts_with('.'))
    });
    entries.sort();
    let mut files = Vec::new();
    for entry in entries {
        files.extend(files_below(&entry)?);
    }
    Ok(files)
}
