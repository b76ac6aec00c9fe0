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

/// Files that are to be written again, with their content.
#[derive(Debug)]
pub(crate) struct Inputs {
    pub(crate) files: Vec<Input>,
    /// What was named on the command line and is no standard input.
    named: Vec<PathBuf>,
    /// Whether every file could be opened.
    pub(crate) is_complete: bool,
}

/// A file that is to be written again.
#[derive(Debug)]
pub(crate) struct Input {
    /// Its name, from the named folder on; no two have the same, and none tells where on this
    /// machine it lies.
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

impl Inputs {
    /// What was named on the command line, to keep apart from what is written.
    pub(crate) fn paths(&self) -> Vec<PathBuf> {
        self.named.clone()
    }
}

/// Opens files and folders in the order in which they are given. A file that cannot be opened is
/// named on standard error.
pub(crate) fn inputs(paths: &[PathBuf]) -> Inputs {
    let mut inputs = Inputs {
        files: Vec::new(),
        named: Vec::new(),
        is_complete: true,
    };
    for path in paths {
        if let Err(error) = open(&mut inputs, path) {
            inputs.is_complete = false;
            // Standard error may be closed; the exit code says it too.
            let _ = writeln!(io::stderr(), "loopledger: {error:#}");
        }
    }
    inputs
}

fn open(inputs: &mut Inputs, path: &Path) -> anyhow::Result<()> {
    if path.as_os_str() == "-" {
        let mut bytes = Vec::new();
        io::stdin()
            .lock()
            .read_to_end(&mut bytes)
            .context("cannot read standard input")?;
        inputs.push("stdin", bytes);
        return Ok(());
    }
    let cannot = || format!("cannot read {}", path.display());
    let root = match path.file_name() {
        Some(name) => name.to_owned(),
        // `.` and `..` have no name of their own.
        None => fs::canonicalize(path)
            .with_context(cannot)?
            .file_name()
            .unwrap_or_default()
            .to_owned(),
    };
    let root = root.to_string_lossy();
    inputs.named.push(path.to_owned());
    for file in files_below(path)? {
        let bytes = fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?;
        let below = relative_name(path, &file);
        let name = if below.is_empty() {
            root.to_string()
        } else {
            format!("{root}/{below}")
        };
        inputs.push(&name, bytes);
    }
    Ok(())
}

impl Inputs {
    /// Adds a file; one whose name another has gets a number.
    fn push(&mut self, name: &str, bytes: Vec<u8>) {
        let is_taken = |name: &str| self.files.iter().any(|file| file.name == name);
        let mut free = name.to_owned();
        let mut number = 2;
        while is_taken(&free) {
            let folder = name.rfind('/').map_or(0, |at| at + 1);
            let dot = name.get(folder..).and_then(|base| base.find('.'));
            let (stem, ending) = name.split_at(dot.map_or(name.len(), |dot| folder + dot));
            free = format!("{stem} ({number}){ending}");
            number += 1;
        }
        self.files.push(Input { name: free, bytes });
    }
}

/// A file's name from a folder on, with slashes.
pub(crate) fn relative_name(folder: &Path, file: &Path) -> String {
    let parts = file.strip_prefix(folder).unwrap_or(file).components();
    let parts: Vec<_> = parts
        .map(|part| part.as_os_str().to_string_lossy())
        .collect();
    parts.join("/")
}

/// The bytes of a text that takes the place of a file: compressed where the file's name says so.
pub(crate) fn packed(name: &str, text: String) -> Vec<u8> {
    let is_gzip = Path::new(name)
        .extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("gz"));
    if is_gzip {
        loopledger::gzip(text.as_bytes())
    } else {
        text.into_bytes()
    }
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
pub(crate) fn files_below(path: &Path) -> anyhow::Result<Vec<PathBuf>> {
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
