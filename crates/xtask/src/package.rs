//! `cargo xtask npm`: the package for JavaScript.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use crate::arguments::Arguments;
use crate::compiler::{Compiler, TARGET};
use crate::setup::{self, Kit, Scope};
use crate::steps::Steps;
use crate::{process, repository, size, web};

const DOOR: &str = "crates/loopledger_wasm";

/// The modules of the package, with the features of the door that are in them.
const MODULES: [(&str, &[&str]); 2] = [
    ("detector", &["--no-default-features"]),
    ("loopledger", &[]),
];

/// Files of the package that are written by hand.
const WRITTEN: [&str; 2] = ["node/detector.js", "node/loopledger.js"];

pub(crate) fn run(arguments: &[String]) -> Result<()> {
    Arguments::new(arguments).finish()?;
    let mut steps = Steps::new();
    let kit = setup::provide(Scope::Viewer, &mut steps)?;
    build(&kit, &mut steps);
    steps.finish()
}

/// The folder of the built package.
pub(crate) fn folder() -> PathBuf {
    repository::root()
        .join("target")
        .join("npm")
        .join("loopledger")
}

/// Builds the package; `None` when that was not possible.
pub(crate) fn build(kit: &Kit, steps: &mut Steps) -> Option<()> {
    const NAME: &str = "package for JavaScript";
    let (Some(compiler), Some(wasm_bindgen)) = (&kit.compiler, &kit.wasm_bindgen) else {
        steps.skip(NAME, "its tools are missing");
        return None;
    };
    steps.run(NAME, || {
        let unfinished = folder().with_extension("unfinished");
        if unfinished.exists() {
            fs::remove_dir_all(&unfinished)?;
        }
        fs::create_dir_all(unfinished.join("node"))?;
        for (name, features) in MODULES {
            let module = compile(compiler, features)?;
            process::run(
                process::command(wasm_bindgen.join("wasm-bindgen"))
                    .args(["--target", "web", "--out-name", name, "--out-dir"])
                    .arg(&unfinished)
                    .arg(&module),
            )?;
            let module = unfinished.join(format!("{name}_bg.wasm"));
            if let Some(wasm_opt) = &kit.wasm_opt {
                fs::copy(web::optimised(wasm_opt, &module)?, &module)?;
            }
            let bytes = fs::metadata(&module)?.len();
            size::line(&format!("{name}_bg.wasm"), bytes, size::brotli(&module));
        }
        describe(&unfinished)?;
        if folder().exists() {
            fs::remove_dir_all(folder())?;
        }
        fs::rename(&unfinished, folder())?;
        if kit.wasm_opt.is_some() {
            size::check_modules(&folder())?;
        }
        Ok(())
    })
}

fn compile(compiler: &Compiler, features: &[&str]) -> Result<PathBuf> {
    process::run(
        compiler
            .cargo()?
            .args(["build", "--quiet", "--package", "loopledger_wasm"])
            .args(["--target", TARGET, "--profile", "web"])
            .args(features),
    )?;
    Ok(repository::wasm_target()
        .join(TARGET)
        .join("web")
        .join("loopledger_wasm.wasm"))
}

/// Everything but the modules: what the package says of itself, and the schemas of its records.
fn describe(package: &Path) -> Result<()> {
    let door = repository::root().join(DOOR);
    let text = fs::read_to_string(door.join("npm").join("package.json"))?;
    let version = format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION"));
    let versioned = text.replace("\"version\": \"0.0.0\"", &version);
    anyhow::ensure!(versioned != text, "package.json has no place for a version");
    fs::write(package.join("package.json"), versioned)?;
    for name in WRITTEN {
        fs::copy(door.join("npm").join(name), package.join(name))?;
    }
    fs::copy(door.join("README.md"), package.join("README.md"))?;
    for name in ["LICENSE-APACHE", "LICENSE-MIT"] {
        fs::copy(repository::root().join(name), package.join(name))?;
    }
    let schemas = package.join("schema");
    fs::create_dir_all(&schemas)?;
    for kind in [
        "attempt",
        "result",
        "experiment",
        "inspect",
        "replay",
        "report",
    ] {
        let schema = process::output(
            process::cargo()
                .args(["run", "--quiet", "--package", "loopledger_cli", "--"])
                .args(["schema", kind]),
        )
        .with_context(|| format!("no schema of `{kind}`"))?;
        fs::write(schemas.join(format!("{kind}.json")), schema)?;
    }
    Ok(())
}
