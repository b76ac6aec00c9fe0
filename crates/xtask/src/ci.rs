//! `cargo xtask ci`: everything that must hold before a merge.

use anyhow::{Result, bail};

use crate::arguments::Arguments;
use crate::compiler::TARGET;
use crate::setup::{self, Scope};
use crate::steps::Steps;
use crate::{process, size, test, tidy};

/// A workspace of its own.
const HOST: &str = "tests/hosts/rust/Cargo.toml";

pub(crate) fn run(arguments: &[String]) -> Result<()> {
    Arguments::new(arguments).finish()?;
    let mut steps = Steps::new();
    let before = changes()?;
    steps.run("format", || {
        process::run(process::cargo().args(["fmt", "--all", "--check"]))?;
        process::run(process::cargo().args(["fmt", "--check", "--manifest-path", HOST]))
    });
    steps.run("tidy", || tidy::check(&crate::repository::root()));
    clippy(&mut steps)?;
    test::all(&mut steps)?;
    steps.run("documentation", || {
        process::run(
            process::cargo()
                .args(["doc", "--workspace", "--no-deps", "--lib"])
                .env("RUSTDOCFLAGS", "-D warnings"),
        )
    });
    if crate::repository::dist().is_dir() {
        steps.run("size of the viewer", size::report);
    }
    steps.run("nothing changed meanwhile", || {
        if changes()? != before {
            bail!("a step changed files of the repository; `git diff` shows them");
        }
        Ok(())
    });
    steps.summary();
    steps.finish()
}

fn clippy(steps: &mut Steps) -> Result<()> {
    steps.run("clippy for the host", || {
        process::run(
            process::cargo()
                .args(["clippy", "--workspace", "--all-targets"])
                .args(["--", "-D", "warnings"]),
        )
    });
    let kit = setup::provide(Scope::Viewer, steps)?;
    match &kit.compiler {
        Some(compiler) => {
            steps.run("clippy for the browser", || {
                process::run(
                    compiler
                        .cargo()?
                        .args(["clippy", "--target", TARGET, "--all-targets"])
                        .args([
                            "--package",
                            "loopledger_web",
                            "--package",
                            "loopledger_wasm",
                            "--package",
                            "loopledger_component",
                        ])
                        .args(["--", "-D", "warnings"]),
                )
            });
        }
        None => steps.skip("clippy for the browser", "its compiler is missing"),
    }
    Ok(())
}

/// The files that differ from the last commit, and how.
fn changes() -> Result<String> {
    let status = process::output(process::command("git").args(["status", "--porcelain"]))?;
    let diff = process::output(process::command("git").args(["diff", "HEAD"]))?;
    Ok(status + &diff)
}
