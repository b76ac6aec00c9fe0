//! `cargo xtask component`: the WebAssembly component, and the programs that run it.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use wit_component::{ComponentEncoder, DecodedWasm};

use crate::arguments::Arguments;
use crate::compiler::{Compiler, TARGET};
use crate::setup::{self, Kit, NODE_HOST, Scope};
use crate::steps::Steps;
use crate::{process, repository, size, web};

/// The package that becomes the component.
const PACKAGE: &str = "loopledger_component";

pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let mut arguments = Arguments::new(arguments);
    let tests = arguments.flag("--test");
    arguments.finish()?;
    let mut steps = Steps::new();
    let scope = if tests {
        Scope::Hosts
    } else {
        Scope::Component
    };
    let kit = setup::provide(scope, &mut steps)?;
    let component = build(&kit, &mut steps);
    if tests {
        in_hosts(component.as_deref(), &kit, &mut steps);
    }
    steps.finish()
}

/// Builds the component; `None` when that was not possible.
pub(crate) fn build(kit: &Kit, steps: &mut Steps) -> Option<PathBuf> {
    let Some(compiler) = &kit.compiler else {
        steps.skip("component", "its compiler is missing");
        return None;
    };
    steps.run("component", || {
        let module = compile(compiler)?;
        let module = match &kit.wasm_opt {
            Some(wasm_opt) => web::optimised(wasm_opt, &module)?,
            None => module,
        };
        let component = encode(&module)?;
        let bytes = fs::metadata(&component)?.len();
        size::line("loopledger.wasm", bytes, size::brotli(&component));
        Ok(component)
    })
}

fn compile(compiler: &Compiler) -> Result<PathBuf> {
    process::run(compiler.cargo()?.args([
        "build",
        "--quiet",
        "--package",
        PACKAGE,
        "--target",
        TARGET,
        "--profile",
        "web",
    ]))?;
    Ok(repository::wasm_target()
        .join(TARGET)
        .join("web")
        .join(format!("{PACKAGE}.wasm")))
}

/// Wraps a module into a component, and checks that it needs nothing of its host.
fn encode(module: &Path) -> Result<PathBuf> {
    let bytes = fs::read(module)?;
    let component = ComponentEncoder::default()
        .module(&bytes)
        .and_then(|encoder| encoder.validate(true).encode())
        .context("the module cannot be made a component")?;
    check_imports(&component)?;
    let folder = repository::root().join("target").join("component");
    fs::create_dir_all(&folder)?;
    let (unfinished, file) = (
        folder.join("unfinished.wasm"),
        folder.join("loopledger.wasm"),
    );
    fs::write(&unfinished, component)?;
    fs::rename(&unfinished, &file)?;
    Ok(file)
}

/// A component that imports anything, WASI before all, runs only where that is given.
fn check_imports(component: &[u8]) -> Result<()> {
    let DecodedWasm::Component(resolve, world) = wit_component::decode(component)? else {
        bail!("this is a WIT package and no component");
    };
    let world = resolve
        .worlds
        .get(world)
        .context("the component has no world")?;
    let imports: Vec<String> = world
        .imports
        .keys()
        .map(|name| resolve.name_world_key(name))
        .collect();
    if !imports.is_empty() {
        bail!("the component imports {}", imports.join(", "));
    }
    Ok(())
}

/// What the native program was asked, and what it answered.
fn inputs() -> Result<PathBuf> {
    let answers = process::output(
        process::cargo()
            .args(["run", "--quiet", "--package", "loopledger_tests"])
            .args(["--bin", "host_inputs"]),
    )?;
    let file = repository::wasm_target().join("host-inputs.json");
    fs::create_dir_all(repository::wasm_target())?;
    fs::write(&file, answers).context("the answers cannot be kept")?;
    Ok(file)
}

/// Runs the same questions through the component in every host.
pub(crate) fn in_hosts(component: Option<&Path>, kit: &Kit, steps: &mut Steps) {
    const NAMES: [&str; 3] = [
        "component in Rust",
        "component in Python",
        "component in Node.js",
    ];
    let inputs = steps.run("questions for the component", inputs);
    let (Some(component), Some(inputs)) = (component, inputs) else {
        for name in NAMES {
            steps.skip(name, "the component or its questions are missing");
        }
        return;
    };
    let [rust, python, node] = NAMES;
    match &kit.rust_host {
        Some(program) => {
            steps.run(rust, || {
                process::run(process::command(program).arg(component).arg(&inputs))
            });
        }
        None => steps.skip(rust, "its program could not be built"),
    }
    match &kit.python {
        Some(program) => {
            steps.run(python, || {
                process::run(
                    process::command(program)
                        // The repository stays as it is.
                        .args(["-B", "tests/hosts/python/host.py"])
                        .arg(component)
                        .arg(&inputs),
                )
            });
        }
        None => steps.skip(python, "its packages are missing"),
    }
    if !kit.node_host {
        steps.skip(node, "its packages are missing");
        return;
    }
    steps.run(node, || {
        process::run(
            process::command("node")
                .arg(format!("{NODE_HOST}/host.mjs"))
                .arg(component)
                .arg(&inputs),
        )
    });
}

#[cfg(test)]
mod tests {
    use super::check_imports;

    /// A component of nothing but an import, `(import "a:b/c" (instance))`, or of nothing at all.
    fn component(has_import: bool) -> Vec<u8> {
        let mut bytes = b"\0asm\x0d\0\x01\0".to_vec();
        if has_import {
            bytes.extend(b"\x07\x03\x01\x42\x00");
            bytes.extend(b"\x0a\x0a\x01\x00\x05a:b/c\x05\x00");
        }
        bytes
    }

    #[test]
    fn an_import_is_refused_by_its_name() {
        check_imports(&component(false)).unwrap();
        let error = check_imports(&component(true)).unwrap_err().to_string();
        assert_eq!(error, "the component imports a:b/c");
    }

    #[test]
    fn every_item_of_the_wit_is_described() {
        let file = crate::repository::root().join("crates/loopledger_component/wit/world.wit");
        let text = std::fs::read_to_string(file).unwrap();
        let (mut items, mut bare, mut is_described) = (0, Vec::new(), false);
        for line in text.lines().map(str::trim) {
            let is_item = !["", "}"].contains(&line)
                && !["//", "use ", "export "]
                    .iter()
                    .any(|start| line.starts_with(start));
            if is_item {
                items += 1;
                if !is_described {
                    bare.push(line);
                }
            }
            is_described = line.starts_with("///");
        }
        assert_eq!((items > 200, bare), (true, Vec::new()), "{items} items");
    }
}
