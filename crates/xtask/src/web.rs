//! `cargo xtask web`: the viewer, built into `dist/`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use crate::arguments::Arguments;
use crate::setup::{self, Kit, Scope};
use crate::steps::Steps;
use crate::{npm, process, repository, size};

/// How the viewer is compiled.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Profile {
    /// Quick to compile, large and slow.
    Dev,
    /// What is published.
    Release,
}

pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let mut arguments = Arguments::new(arguments);
    let profile = if arguments.flag("--release") {
        Profile::Release
    } else {
        Profile::Dev
    };
    arguments.finish()?;
    let mut steps = Steps::new();
    let kit = setup::provide(Scope::Viewer, &mut steps)?;
    if build(&kit, profile, &mut steps).is_some() {
        size::report()?;
    }
    steps.finish()
}

/// Builds the viewer; `None` when that was not possible.
pub(crate) fn build(kit: &Kit, profile: Profile, steps: &mut Steps) -> Option<()> {
    let (Some(compiler), Some(wasm_bindgen), Some(trunk)) =
        (&kit.compiler, &kit.wasm_bindgen, &kit.trunk)
    else {
        steps.skip("viewer", "its tools are missing");
        return None;
    };
    steps.run("viewer", || {
        let mut command =
            compiler.command(trunk.join("trunk"), [trunk.clone(), wasm_bindgen.clone()])?;
        command.arg("build");
        if profile == Profile::Release {
            command.arg("--release");
        }
        // Trunk takes the variable for a switch and stumbles over any other value.
        if std::env::var_os("NO_COLOR").is_some() {
            command.env("NO_COLOR", "true");
        }
        process::run(&mut command)
    })?;
    if profile == Profile::Release
        && let Some(wasm_opt) = &kit.wasm_opt
    {
        steps.run("wasm-opt", || optimise(wasm_opt))?;
    }
    steps.run("note of the build", || note(profile))
}

/// Notes how the viewer was compiled, for the program that packs it: a development build is not to
/// be published.
fn note(profile: Profile) -> Result<()> {
    let profile = match profile {
        Profile::Dev => "dev",
        Profile::Release => "release",
    };
    let note = repository::dist().join("build.json");
    fs::write(&note, format!("{{\"profile\":\"{profile}\"}}\n"))
        .with_context(|| format!("{} cannot be written", note.display()))
}

/// What rustc lets WebAssembly use, which wasm-opt must be told.
const FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
];

/// Makes each module smaller; one that was made smaller before is taken from there.
fn optimise(wasm_opt: &Path) -> Result<()> {
    let kept = repository::wasm_target().join("wasm-opt");
    fs::create_dir_all(&kept)?;
    for module in modules()? {
        let mut bytes = fs::read(&module)?;
        bytes.extend_from_slice(wasm_opt.as_os_str().as_encoded_bytes());
        let small = kept.join(format!("{:016x}.wasm", npm::fingerprint(&bytes)));
        if !small.is_file() {
            let unfinished = kept.join("unfinished.wasm");
            process::run_quietly(
                process::command(wasm_opt)
                    .arg("-Oz")
                    .args(FEATURES)
                    .arg(&module)
                    .arg("-o")
                    .arg(&unfinished),
            )?;
            fs::rename(&unfinished, &small)?;
        }
        fs::copy(&small, &module)?;
    }
    Ok(())
}

fn modules() -> Result<Vec<PathBuf>> {
    let dist = repository::dist();
    let entries =
        fs::read_dir(&dist).with_context(|| format!("{} cannot be read", dist.display()))?;
    let mut modules: Vec<PathBuf> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|end| end == "wasm"))
        .collect();
    modules.sort();
    Ok(modules)
}
