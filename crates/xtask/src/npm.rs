//! npm packages, installed once for each lock file and shared by all clones.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use crate::steps::Steps;
use crate::tools::Tools;
use crate::{apt, process, repository};

/// The oldest Node.js that the packages run on.
const OLDEST_NODE: u32 = 18;

/// Node.js and npm, with Debian's packages where that is possible.
pub(crate) fn provide_node(steps: &mut Steps) -> Option<()> {
    if check_node().is_ok() {
        return Some(());
    }
    steps.run("Node.js", || {
        if process::find("node").is_none() || process::find("npm").is_none() {
            apt::install(&["nodejs", "npm"]).map_err(|error| {
                process::mended_by(
                    &error,
                    "the tests need Node.js and npm, which are not on PATH",
                    &format!(
                        "Elsewhere, install Node.js {OLDEST_NODE} or newer with its npm \
                         (https://nodejs.org) and put both on PATH."
                    ),
                )
            })?;
        }
        check_node()
    })
}

fn check_node() -> Result<()> {
    for program in ["node", "npm"] {
        if process::find(program).is_none() {
            bail!("`{program}` is not on PATH; install Node.js {OLDEST_NODE} or newer");
        }
    }
    let version = process::output(process::command("node").arg("--version"))?;
    let major = version.trim().trim_start_matches('v').split('.').next();
    if major.and_then(|major| major.parse::<u32>().ok()) < Some(OLDEST_NODE) {
        bail!(
            "the tests need Node.js {OLDEST_NODE} or newer, and `node` is {}",
            version.trim()
        );
    }
    Ok(())
}

/// The `node_modules` of a folder with a lock file.
pub(crate) fn provide(folder: &str, steps: &mut Steps, tools: &Tools) -> Option<PathBuf> {
    let kept = match kept(folder, tools) {
        Ok(kept) => kept,
        Err(error) => {
            steps.fail(&format!("npm packages of {folder}"), &error);
            return None;
        }
    };
    if !kept.is_dir() {
        steps.run(&format!("npm packages of {folder}"), || {
            install(folder, &kept, tools)
        })?;
    }
    Some(kept.join("node_modules"))
}

fn kept(folder: &str, tools: &Tools) -> Result<PathBuf> {
    let lock = repository::root().join(folder).join("package-lock.json");
    let lock = fs::read(&lock).with_context(|| format!("{} cannot be read", lock.display()))?;
    let name = folder.replace('/', "-");
    Ok(tools.path(&format!("npm-{name}-{:016x}", fingerprint(&lock))))
}

fn install(folder: &str, kept: &Path, tools: &Tools) -> Result<()> {
    let unfinished = tools.scratch("npm")?;
    let source = repository::root().join(folder);
    for file in ["package.json", "package-lock.json"] {
        fs::copy(source.join(file), unfinished.join(file))?;
    }
    let npm = process::find("npm").context("`npm` is not on PATH")?;
    process::run_quietly(
        process::command(npm)
            .args(["ci", "--no-audit", "--no-fund", "--ignore-scripts"])
            .current_dir(&unfinished),
    )
    .map_err(|error| {
        process::mended_by(
            &error,
            "npm could not install them",
            &format!("With a network, this does it:\n  npm --prefix {folder} ci"),
        )
    })?;
    fs::rename(&unfinished, kept)?;
    Ok(())
}

/// Makes the packages visible to programs in `folder`.
///
/// Modules are looked up beside the program that imports them, so a link stands there;
/// a folder that someone installed by hand is left as it is.
pub(crate) fn link(folder: &str, modules: &Path) -> Result<()> {
    let link = repository::root().join(folder).join("node_modules");
    if fs::read_link(&link).is_ok_and(|target| target == modules) {
        return Ok(());
    }
    if link.is_symlink() {
        fs::remove_file(&link)?;
    }
    if link.exists() {
        return Ok(());
    }
    symlink(modules, &link).with_context(|| format!("cannot create {}", link.display()))
}

#[cfg(unix)]
fn symlink(target: &Path, link: &Path) -> std::io::Result<()> {
    std::os::unix::fs::symlink(target, link)
}

#[cfg(windows)]
fn symlink(target: &Path, link: &Path) -> std::io::Result<()> {
    std::os::windows::fs::symlink_dir(target, link)
}

/// FNV-1a: the same on every machine and in every version of Rust.
pub(crate) fn fingerprint(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::fingerprint;

    #[test]
    fn fingerprint_is_fnv_1a() {
        // From the authors' list of test vectors.
        assert_eq!(fingerprint(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fingerprint(b"foobar"), 0x8594_4171_f739_67e8);
    }
}
