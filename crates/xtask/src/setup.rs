//! `cargo xtask setup`: what the other chores need, provided once.

use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};

use crate::arguments::Arguments;
use crate::compiler::Compiler;
use crate::console::say;
use crate::steps::Steps;
use crate::tools::{DENY, MDBOOK, TRUNK, Tools};
use crate::{apt, npm, process, python};

/// The folder of the browser tests, which has a lock file of its own.
pub(crate) const E2E: &str = "tests/e2e";
/// The folder of the program that runs the component in Node.js, with a lock file of its own.
pub(crate) const NODE_HOST: &str = "tests/hosts/node";
/// The folder whose lock file names wasm-opt.
const WEB: &str = "web";

/// How much is needed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scope {
    /// Building the viewer.
    Viewer,
    /// Building the viewer and the chapter.
    Book,
    /// Building the component.
    Component,
    /// Building the component and running it in every host.
    Hosts,
    /// Building and testing everything.
    Tests,
}

impl Scope {
    fn has_viewer(self) -> bool {
        matches!(self, Self::Viewer | Self::Book | Self::Tests)
    }

    fn has_hosts(self) -> bool {
        matches!(self, Self::Hosts | Self::Tests)
    }
}

/// What is there; a part that is missing was reported when it could not be had.
pub(crate) struct Kit {
    pub(crate) compiler: Option<Compiler>,
    pub(crate) wasm_bindgen: Option<PathBuf>,
    pub(crate) trunk: Option<PathBuf>,
    /// The folder of the program that builds the chapter; not looked for where only the viewer is built.
    pub(crate) mdbook: Option<PathBuf>,
    /// The program; the viewer is larger without it.
    pub(crate) wasm_opt: Option<PathBuf>,
    /// The program that makes scripts and styles smaller; the viewer is larger without it.
    pub(crate) esbuild: Option<PathBuf>,
    pub(crate) browser: Option<Browser>,
    /// The folder of cargo-deny.
    pub(crate) deny: Option<PathBuf>,
    /// Whether the browser tests find their packages.
    pub(crate) e2e: bool,
    /// The program that runs the component in Rust.
    pub(crate) rust_host: Option<PathBuf>,
    /// The Python that has a WebAssembly runtime.
    pub(crate) python: Option<PathBuf>,
    /// Whether the program that runs the component in Node.js finds its packages.
    pub(crate) node_host: bool,
}

/// The browsers, and the program that drives one of them for wasm-bindgen's tests.
pub(crate) struct Browser {
    pub(crate) chromium: PathBuf,
    pub(crate) driver: PathBuf,
    /// It needs no driver, for it takes commands itself.
    pub(crate) firefox: PathBuf,
}

pub(crate) fn run(arguments: &[String]) -> Result<()> {
    Arguments::new(arguments).finish()?;
    let mut steps = Steps::new();
    let kit = provide(Scope::Tests, &mut steps)?;
    if steps.is_empty() {
        say!("Nothing to do: everything is there ({}).", steps.elapsed());
    } else {
        steps.summary();
    }
    let folder = |path: Option<PathBuf>| {
        path.map_or_else(|| "missing".to_owned(), |path| path.display().to_string())
    };
    say!(
        "  compiler      {}",
        kit.compiler.as_ref().map_or("missing", Compiler::name)
    );
    say!("  wasm-bindgen  {}", folder(kit.wasm_bindgen));
    say!("  trunk {TRUNK} {}", folder(kit.trunk));
    say!("  mdbook {MDBOOK}  {}", folder(kit.mdbook));
    say!("  wasm-opt      {}", folder(kit.wasm_opt));
    say!("  esbuild       {}", folder(kit.esbuild));
    say!("  cargo-deny {DENY} {}", folder(kit.deny));
    let (chromium, firefox) = kit
        .browser
        .map(
            |Browser {
                 chromium, firefox, ..
             }| (chromium, firefox),
        )
        .unzip();
    say!("  Chromium      {}", folder(chromium));
    say!("  Firefox       {}", folder(firefox));
    say!("  python        {}", folder(kit.python));
    steps.finish()
}

/// Provides what `scope` needs. An error means that not even the tools' folder can be had.
pub(crate) fn provide(scope: Scope, steps: &mut Steps) -> Result<Kit> {
    let tools = Tools::open()?;
    fetch(steps);
    let compiler = Compiler::provide(steps, &tools);
    let (wasm_bindgen, trunk) = if scope.has_viewer() {
        (tools.wasm_bindgen(steps), tools.trunk(steps))
    } else {
        (None, None)
    };
    let mdbook = matches!(scope, Scope::Book | Scope::Tests)
        .then(|| tools.mdbook(steps))
        .flatten();
    let node = if scope == Scope::Tests || scope.has_hosts() {
        npm::provide_node(steps).is_some()
    } else {
        process::find("npm").is_some()
    };
    let programs = if node {
        npm::provide(WEB, steps, &tools).map(|modules| modules.join(".bin"))
    } else {
        steps.skip(
            "wasm-opt and esbuild",
            "they come from npm, which is not there",
        );
        None
    };
    let wasm_opt = programs.as_ref().map(|folder| folder.join("wasm-opt"));
    let esbuild = programs.map(|folder| folder.join("esbuild"));
    let (browser, deny, e2e) = if scope == Scope::Tests {
        (
            Browser::provide(steps),
            tools.deny(steps),
            node && provide_packages(E2E, steps, &tools).is_some(),
        )
    } else {
        (None, None, false)
    };
    let (rust_host, python, node_host) = if scope.has_hosts() {
        (
            tools.rust_host(steps),
            python::provide(steps, &tools),
            node && provide_packages(NODE_HOST, steps, &tools).is_some(),
        )
    } else {
        (None, None, false)
    };
    Ok(Kit {
        compiler,
        wasm_bindgen,
        trunk,
        mdbook,
        wasm_opt,
        esbuild,
        browser,
        deny,
        e2e,
        rust_host,
        python,
        node_host,
    })
}

/// Downloads the crates, since Trunk builds offline.
fn fetch(steps: &mut Steps) {
    let fetched = process::cargo()
        .args(["fetch", "--quiet", "--locked", "--offline"])
        .output()
        .is_ok_and(|output| output.status.success());
    if fetched {
        return;
    }
    steps.run("crates", || {
        let mut cargo = process::cargo();
        cargo.args(["fetch", "--quiet"]);
        if is_ci() {
            cargo.arg("--locked");
        }
        process::run_quietly(&mut cargo).map_err(|error| {
            process::mended_by(
                &error,
                "cargo could not fetch the crates of Cargo.lock",
                "With a network, this does it:\n  cargo fetch",
            )
        })
    });
}

/// Whether nobody is there to look at what changed.
pub(crate) fn is_ci() -> bool {
    std::env::var_os("CI").is_some_and(|value| !value.is_empty() && value != "false")
}

/// The packages of a folder with a lock file, where its programs find them.
fn provide_packages(folder: &str, steps: &mut Steps, tools: &Tools) -> Option<()> {
    let modules = npm::provide(folder, steps, tools)?;
    match npm::link(folder, &modules) {
        Ok(()) => Some(()),
        Err(error) => {
            steps.fail(&format!("npm packages of {folder}"), &error);
            None
        }
    }
}

impl Browser {
    fn provide(steps: &mut Steps) -> Option<Self> {
        if let Ok(browser) = Self::find() {
            return Some(browser);
        }
        steps.run("browsers", || {
            let mut packages: Vec<&str> = [
                ("CHROMIUM", "chromium"),
                ("CHROMEDRIVER", "chromium-driver"),
                ("FIREFOX", "firefox-esr"),
            ]
            .iter()
            .filter(|(variable, _)| std::env::var_os(variable).is_none())
            .map(|(_, package)| *package)
            .collect();
            if apt::is_debian() && !packages.is_empty() {
                packages.push("fonts-dejavu-core");
                apt::install(&packages).context("a browser to test in is missing")?;
            }
            Self::find()
        })
    }

    fn find() -> Result<Self> {
        let chromium = [
            "chromium",
            "chromium-browser",
            "google-chrome",
            "google-chrome-stable",
        ];
        Ok(Self {
            chromium: named_or_found("CHROMIUM", &chromium)
                .context("Chromium, in which the tests run, was not found")?,
            driver: named_or_found("CHROMEDRIVER", &["chromedriver"])
                .context("ChromeDriver, which drives Chromium, was not found")?,
            firefox: named_or_found("FIREFOX", &["firefox-esr", "firefox"])
                .context("Firefox, in which some tests run too, was not found")?,
        })
    }
}

fn named_or_found(variable: &str, programs: &[&str]) -> Result<PathBuf> {
    if let Some(file) = std::env::var_os(variable).map(PathBuf::from) {
        if file.is_file() {
            return Ok(file);
        }
        bail!("{variable} names {}, which is no file", file.display());
    }
    programs
        .iter()
        .find_map(|program| process::find(program))
        .with_context(|| {
            format!(
                "none of {} is on PATH; install it and name the program in {variable}:\n  \
                 export {variable}=/path/to/{}",
                programs.join(", "),
                programs.first().copied().unwrap_or_default()
            )
        })
}
