//! `cargo xtask test`: every test there is.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use crate::arguments::Arguments;
use crate::compiler::TARGET;
use crate::setup::{self, Browser, E2E, Kit, Scope};
use crate::steps::Steps;
use crate::web::{self, Profile};
use crate::{book, component, deny, package, process, repository, size};

/// Packages whose `tests/*.rs` run in a browser, with their folders.
const IN_BROWSER: [(&str, &str); 2] = [
    ("loopledger_wasm", "crates/loopledger_wasm"),
    ("loopledger_web", "web"),
];

pub(crate) fn run(arguments: &[String]) -> Result<()> {
    Arguments::new(arguments).finish()?;
    let mut steps = Steps::new();
    all(&mut steps)?;
    steps.summary();
    steps.finish()
}

/// Runs every test; one that fails keeps no other from running.
pub(crate) fn all(steps: &mut Steps) -> Result<()> {
    let kit = setup::provide(Scope::Tests, steps)?;
    deny::check(kit.deny.as_deref(), steps);
    // Tests of another package start the command line, and cargo builds it for none of them.
    steps.run("programs for the host", || {
        process::run(process::cargo().args(["build", "--workspace", "--bins"]))
    });
    steps.run("tests on the host", || {
        process::run(
            process::cargo()
                .args(["test", "--workspace", "--lib", "--bins", "--tests"])
                .arg("--no-fail-fast"),
        )
    });
    steps.run("examples in the documentation", || {
        process::run(process::cargo().args(["test", "--workspace", "--doc", "--no-fail-fast"]))
    });
    // A door that runs in the browser is compared with the native program.
    steps.run("answers of the native program", native_answers);
    for (package, folder) in IN_BROWSER {
        in_browser(package, folder, &kit, steps);
    }
    let component = component::build(&kit, steps);
    component::in_hosts(component.as_deref(), &kit, steps);
    let viewer = web::build(&kit, Profile::Release, steps);
    package::build(&kit, steps);
    if viewer.is_some() {
        if kit.wasm_opt.is_some() {
            steps.run("size of the viewer", || {
                size::report()?;
                size::check_viewer()
            });
        }
        // Its tests say so where it is missing; the viewer's own do not need it.
        book::build(&kit, steps);
    }
    let program = viewer.and_then(|()| steps.run("program with the viewer", packed_program));
    end_to_end(&kit, program.as_deref(), steps);
    Ok(())
}

/// Where the native program's answers to the corpus are kept.
fn answers_file() -> PathBuf {
    repository::wasm_target().join("native-answers.json")
}

fn native_answers() -> Result<()> {
    let answers = process::output(
        process::cargo()
            .args(["run", "--quiet", "--package", "loopledger_tests"])
            .args(["--bin", "native_answers"]),
    )?;
    fs::create_dir_all(repository::wasm_target())?;
    // The same answers must not set off another build.
    if fs::read_to_string(answers_file()).is_ok_and(|kept| kept == answers) {
        return Ok(());
    }
    fs::write(answers_file(), answers).context("the answers cannot be kept")
}

fn in_browser(package: &str, folder: &str, kit: &Kit, steps: &mut Steps) {
    let name = format!("{package} in the browser");
    let has_tests =
        fs::read_dir(repository::root().join(folder).join("tests")).is_ok_and(|mut files| {
            files.any(|file| {
                file.is_ok_and(|file| file.path().extension().is_some_and(|end| end == "rs"))
            })
        });
    if !has_tests {
        steps.skip(&name, &format!("{folder}/tests holds no test"));
        return;
    }
    let (Some(compiler), Some(wasm_bindgen), Some(browser)) =
        (&kit.compiler, &kit.wasm_bindgen, &kit.browser)
    else {
        steps.skip(&name, "its tools are missing");
        return;
    };
    steps.run(&name, || {
        let mut cargo = compiler.cargo()?;
        cargo
            .args(["test", "--package", package, "--target", TARGET])
            .args(["--test", "*", "--no-fail-fast"])
            .env(
                "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER",
                wasm_bindgen.join("wasm-bindgen-test-runner"),
            )
            // Nobody steps through these modules, and they are bound and sent for each file.
            .env("CARGO_PROFILE_DEV_DEBUG", "none")
            .env("CHROMEDRIVER", &browser.driver)
            .env("WASM_BINDGEN_TEST_TIMEOUT", "120")
            .env("WASM_BINDGEN_TEST_WEBDRIVER_JSON", capabilities(browser)?)
            .env("LOOPLEDGER_NATIVE_ANSWERS", answers_file());
        process::run(&mut cargo)
    });
}

/// What the driver is told of the browser.
fn capabilities(browser: &Browser) -> Result<PathBuf> {
    let file = repository::wasm_target().join("webdriver.json");
    fs::create_dir_all(repository::wasm_target())?;
    // Debug formatting of ASCII paths and flags is JSON.
    let text = format!(
        "{{\"goog:chromeOptions\": {{\"binary\": {:?}, \"args\": {:?}}}}}\n",
        browser.chromium.display().to_string(),
        [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
        ]
    );
    fs::write(&file, text)?;
    Ok(file)
}

/// The program with the viewer in it, installed by itself.
fn packed_program() -> Result<PathBuf> {
    let root = repository::wasm_target().join("program");
    process::run(
        process::cargo()
            .args(["install", "--debug", "--locked", "--no-track", "--force"])
            .args(["--features", "viewer", "--path"])
            .arg(repository::root().join("crates/loopledger_cli"))
            .arg("--root")
            .arg(&root)
            .env("LOOPLEDGER_VIEWER", repository::dist()),
    )?;
    Ok(root
        .join("bin")
        .join(format!("loopledger{}", std::env::consts::EXE_SUFFIX)))
}

fn end_to_end(kit: &Kit, program: Option<&Path>, steps: &mut Steps) {
    const NAME: &str = "viewer in the browsers";
    let files = test_files(&repository::root().join(E2E));
    let (Some(browser), Some(program), true) = (&kit.browser, program, kit.e2e) else {
        steps.skip(NAME, "the viewer, a browser or their packages are missing");
        return;
    };
    steps.run(NAME, || {
        anyhow::ensure!(!files.is_empty(), "{E2E} holds no test");
        process::run(
            process::command("node")
                .arg("--test")
                .args(&files)
                .env("LOOPLEDGER_DIST", repository::dist())
                .env("LOOPLEDGER_PROGRAM", program)
                .env("LOOPLEDGER_BOOK", book::folder())
                .env("LOOPLEDGER_NPM", package::folder())
                .env("CHROMIUM", &browser.chromium)
                .env("FIREFOX", &browser.firefox),
        )
    });
}

/// The files that are named like tests, in the folder's own order of names.
fn test_files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut files: Vec<PathBuf> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.ends_with(".test.mjs") || name.ends_with(".test.js")
        })
        .collect();
    files.sort();
    files
}
