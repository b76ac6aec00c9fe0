//! Writing a folder as a whole, or not at all.

use anyhow::{Context as _, bail};
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// What becomes of a folder that is there already.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Existing {
    /// It is refused, unless it is empty.
    Refused,
    /// It is replaced if it is empty, or this says that it may be.
    ReplacedIf(fn(&Path) -> bool),
}

/// A folder that may be written.
#[derive(Debug)]
pub(crate) struct Folder {
    /// With every link on the way resolved.
    target: PathBuf,
    is_there: bool,
}

/// A file that may be written.
#[derive(Debug)]
pub(crate) struct File {
    /// With every link on the way to it resolved.
    target: PathBuf,
}

impl File {
    /// Checks a file before anything is written: it must not be there unless it may be replaced,
    /// and must be apart from what is read.
    pub(crate) fn new(out: &Path, overwrite: bool, inputs: &[PathBuf]) -> anyhow::Result<Self> {
        let target = target(out, inputs)?;
        match fs::symlink_metadata(&target) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => {
                return Err(error).with_context(|| format!("cannot look at {}", out.display()));
            }
            Ok(found) if !found.is_file() => bail!("{} is not a file", out.display()),
            Ok(_) if !overwrite => bail!("{} is there already", out.display()),
            Ok(_) => {}
        }
        Ok(Self { target })
    }

    /// Writes the file, and puts it in its place when it is whole.
    pub(crate) fn write(&self, bytes: &[u8]) -> anyhow::Result<()> {
        let unfinished = sibling(&self.target, "unfinished");
        let written =
            fs::write(&unfinished, bytes).and_then(|()| fs::rename(&unfinished, &self.target));
        if written.is_err() {
            // What is left of it is of no use; that it may stay is the smaller trouble.
            let _ = fs::remove_file(&unfinished);
        }
        written.with_context(|| format!("cannot write {}", self.target.display()))
    }
}

impl Folder {
    /// Checks a folder before anything is written: it must not be there unless `existing` allows
    /// it, and must be apart from what is read.
    pub(crate) fn new(out: &Path, existing: Existing, inputs: &[PathBuf]) -> anyhow::Result<Self> {
        let target = target(out, inputs)?;
        let is_there = match fs::symlink_metadata(&target) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => false,
            Err(error) => {
                return Err(error).with_context(|| format!("cannot look at {}", out.display()));
            }
            Ok(found) if !found.is_dir() => bail!("{} is not a folder", out.display()),
            Ok(_) => true,
        };
        if is_there && fs::read_dir(&target)?.next().is_some() {
            match existing {
                Existing::Refused => bail!("{} is there already", out.display()),
                Existing::ReplacedIf(may_be) if !may_be(&target) => bail!(
                    "{} is there already and is no bundle, so it is not replaced",
                    out.display()
                ),
                Existing::ReplacedIf(_) => {}
            }
        }
        Ok(Self { target, is_there })
    }

    /// Writes the files by their names, and puts the folder in its place when it is whole.
    pub(crate) fn write(&self, files: &[(String, Vec<u8>)]) -> anyhow::Result<()> {
        let unfinished = sibling(&self.target, "unfinished");
        let cannot = || format!("cannot write {}", self.target.display());
        let written = write_all(&unfinished, files).and_then(|()| self.put(&unfinished));
        if written.is_err() {
            // What is left of it is of no use; that it may stay is the smaller trouble.
            let _ = fs::remove_dir_all(&unfinished);
        }
        written.with_context(cannot)
    }

    fn put(&self, unfinished: &Path) -> io::Result<()> {
        if !self.is_there {
            return fs::rename(unfinished, &self.target);
        }
        let old = sibling(&self.target, "old");
        fs::rename(&self.target, &old)?;
        if let Err(error) = fs::rename(unfinished, &self.target) {
            fs::rename(&old, &self.target)?;
            return Err(error);
        }
        fs::remove_dir_all(&old)
    }
}

/// A name beside a target that nobody else uses.
fn sibling(target: &Path, what: &str) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(target.file_name().unwrap_or_default());
    name.push(format!(".{what}-{}", std::process::id()));
    target.with_file_name(name)
}

/// Where something is to be written, which must be apart from what is read.
fn target(out: &Path, inputs: &[PathBuf]) -> anyhow::Result<PathBuf> {
    let name = out
        .file_name()
        .with_context(|| format!("{} names no folder to write", out.display()))?;
    let parent = match out.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let target = resolved(parent)?.join(name);
    for input in inputs {
        let input = input
            .canonicalize()
            .with_context(|| format!("cannot read {}", input.display()))?;
        if target.starts_with(&input) || input.starts_with(&target) {
            bail!(
                "{} and the input {} lie in one another; write elsewhere",
                out.display(),
                input.display()
            );
        }
    }
    Ok(target)
}

/// A folder's real path; of what is not there yet, the rest as it is written.
fn resolved(folder: &Path) -> anyhow::Result<PathBuf> {
    let cannot = || format!("cannot look at {}", folder.display());
    match folder.canonicalize() {
        Ok(path) => Ok(path),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let name = folder.file_name().with_context(cannot)?;
            let parent = folder.parent().filter(|it| !it.as_os_str().is_empty());
            Ok(resolved(parent.unwrap_or(Path::new(".")))?.join(name))
        }
        Err(error) => Err(error).with_context(cannot),
    }
}

fn write_all(folder: &Path, files: &[(String, Vec<u8>)]) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for (name, bytes) in files {
        let path = folder.join(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(path, bytes)?;
    }
    Ok(())
}
