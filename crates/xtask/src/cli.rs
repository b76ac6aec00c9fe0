//! `cargo xtask cli` and `cargo xtask install`: the program with the viewer in it.

use std::path::PathBuf;

use anyhow::Result;

use crate::arguments::Arguments;
use crate::console::say;
use crate::setup::{self, Scope};
use crate::steps::Steps;
use crate::web::{self, Profile};
use crate::{process, repository};

/// The package of the program.
const PACKAGE: &str = "loopledger_cli";

pub(crate) fn run(arguments: &[String]) -> Result<()> {
    Arguments::new(arguments).finish()?;
    let mut steps = Steps::new();
    with_viewer(&mut steps, |steps| {
        steps.run("program with the viewer", || {
            process::run(
                process::cargo()
                    .args(["build", "--release", "--locked", "--package", PACKAGE])
                    .args(["--features", "viewer"])
                    .env("LOOPLEDGER_VIEWER", repository::dist()),
            )
        })
    })?;
    steps.finish()?;
    say!("target/release/loopledger");
    Ok(())
}

pub(crate) fn install(arguments: &[String]) -> Result<()> {
    let mut arguments = Arguments::new(arguments);
    let root: Option<PathBuf> = arguments.value("--root")?.map(PathBuf::from);
    arguments.finish()?;
    let mut steps = Steps::new();
    with_viewer(&mut steps, |steps| {
        steps.run("program with the viewer, installed", || {
            let mut cargo = process::cargo();
            cargo
                .args(["install", "--locked", "--features", "viewer", "--path"])
                .arg(repository::root().join("crates").join(PACKAGE))
                .env("LOOPLEDGER_VIEWER", repository::dist());
            if let Some(root) = &root {
                cargo.arg("--root").arg(root);
            }
            process::run(&mut cargo)
        })
    })?;
    steps.finish()
}

/// Builds the viewer for publishing, and then something that needs it.
fn with_viewer(steps: &mut Steps, then: impl FnOnce(&mut Steps) -> Option<()>) -> Result<()> {
    let kit = setup::provide(Scope::Viewer, steps)?;
    if web::build(&kit, Profile::Release, steps).is_some() {
        then(steps);
    } else {
        steps.skip("program with the viewer", "there is no viewer");
    }
    Ok(())
}
