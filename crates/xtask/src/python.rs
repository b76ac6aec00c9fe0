//! A Python of our own, with the packages that the tests need, installed once.

use std::fs;
use std::path::PathBuf;

use anyhow::{Result, bail};

use crate::steps::Steps;
use crate::tools::Tools;
use crate::{apt, npm, process, repository};

/// Which packages, in which versions.
const REQUIREMENTS: &str = "tests/hosts/python/requirements.txt";

/// The program `python` of an environment that has the packages.
pub(crate) fn provide(steps: &mut Steps, tools: &Tools) -> Option<PathBuf> {
    const NAME: &str = "Python packages of the component's host";
    let kept = match kept(tools) {
        Ok(kept) => kept,
        Err(error) => {
            steps.fail(NAME, &error);
            return None;
        }
    };
    let python = kept.join("bin").join("python");
    // An interpreter that was upgraded away leaves a link to nowhere.
    let works = || process::run_quietly(process::command(&python).args(["-c", "import wasmtime"]));
    if works().is_err() {
        steps.run(NAME, || {
            if kept.exists() {
                fs::remove_dir_all(&kept)?;
            }
            install(&kept)?;
            works()
        })?;
    }
    Some(python)
}

fn kept(tools: &Tools) -> Result<PathBuf> {
    let requirements = fs::read(repository::root().join(REQUIREMENTS))?;
    Ok(tools.path(&format!("python-{:016x}", npm::fingerprint(&requirements))))
}

/// An environment names its own folder, so that it is made where it stays; `works` finds one that
/// was left half done.
fn install(kept: &PathBuf) -> Result<()> {
    let venv = || {
        process::run_quietly(
            process::command("python3")
                .args(["-m", "venv", "--clear"])
                .arg(kept),
        )
    };
    if let Err(error) = venv() {
        if !apt::is_debian() {
            bail!(
                "{error:#}\nThe tests need Python 3.9 or newer with its module venv \
                 (https://www.python.org); put `python3` on PATH."
            );
        }
        apt::install(&["python3", "python3-venv"])?;
        venv()?;
    }
    process::run_quietly(
        process::command(kept.join("bin").join("python"))
            .args(["-m", "pip", "install", "--quiet", "--no-input"])
            .args(["--disable-pip-version-check", "--require-hashes"])
            .args(["--only-binary", ":all:", "--requirement", REQUIREMENTS]),
    )
    .map_err(|error| {
        process::mended_by(
            &error,
            "pip could not install them",
            &format!("With a network, this does it:\n  pip install -r {REQUIREMENTS}"),
        )
    })
}
