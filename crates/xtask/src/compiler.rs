//! A Rust compiler that makes WebAssembly.
//!
//! Where rustup can be asked, it is asked for the target's standard library.
//! Where it cannot, Debian's `rustc-web` comes with its sources, and the standard
//! library is built from them once.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context as _, Result, anyhow, bail};
use rustc_build_sysroot::{BuildMode, SysrootBuilder, SysrootConfig};
use rustc_version::VersionMeta;

use crate::console::say;
use crate::steps::Steps;
use crate::tools::Tools;
use crate::{apt, process, repository};

pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// Set to `debian` to try that way where rustup would do.
const OVERRIDE: &str = "LOOPLEDGER_WASM_COMPILER";

const DEBIAN_BIN: &str = "/usr/bin";
const DEBIAN_SOURCE: &str = "/usr/lib/rustlib/src/rust/library";
/// A link into the package of one LLVM version, which is not among its dependencies.
const DEBIAN_LINKER: &str = "/usr/bin/rust-lld";
const DEBIAN_PACKAGES: [&str; 6] = [
    "rustc-web",
    "cargo-web",
    "rust-web-src",
    "rust-web-llvm",
    "rust-web-clippy",
    "rustfmt-web",
];
/// Changes with the way in which the standard library is built.
const RECIPE: u32 = 2;

/// Who compiles to WebAssembly.
#[derive(Debug)]
pub(crate) enum Compiler {
    /// The compiler that also compiled this program.
    Host,
    /// Debian's compiler, with the standard library from that folder.
    Debian { sysroot: PathBuf },
}

impl Compiler {
    /// The compiler that is there, or the one that can be had.
    pub(crate) fn provide(steps: &mut Steps, tools: &Tools) -> Option<Self> {
        let debian_wanted = std::env::var_os(OVERRIDE).is_some_and(|value| value == "debian");
        if !debian_wanted && host_has_target() {
            return Some(Self::Host);
        }
        if let Some(sysroot) = debian_sysroot(tools).filter(|sysroot| sysroot.is_dir()) {
            return Some(Self::Debian { sysroot });
        }
        steps.run("compiler for WebAssembly", || {
            let mut reasons = Vec::new();
            if !debian_wanted {
                match ask_rustup() {
                    Ok(()) => return Ok(Self::Host),
                    Err(reason) => reasons.push(reason),
                }
            }
            match ask_debian(tools) {
                Ok(sysroot) => return Ok(Self::Debian { sysroot }),
                Err(reason) => reasons.push(reason),
            }
            let reasons: Vec<String> = reasons.iter().map(|why| format!("- {why:#}")).collect();
            bail!(
                "the Rust compiler lacks the standard library for {TARGET}:\n{}\n\
                 With rustup and a network, this command mends it:\n  rustup target add {TARGET}",
                reasons.join("\n")
            )
        })
    }

    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Host => "the host's",
            Self::Debian { .. } => "Debian's rustc-web",
        }
    }

    /// A program that finds this compiler, and before everything else `tools`, on PATH.
    pub(crate) fn command(
        &self,
        program: impl AsRef<OsStr>,
        tools: impl IntoIterator<Item = PathBuf>,
    ) -> Result<Command> {
        let mut command = process::command(program);
        self.prepare(&mut command, tools)?;
        Ok(command)
    }

    /// The compiler's cargo.
    pub(crate) fn cargo(&self) -> Result<Command> {
        let mut cargo = match self {
            Self::Host => process::cargo(),
            Self::Debian { .. } => process::command(debian("cargo")),
        };
        self.prepare(&mut cargo, [])?;
        Ok(cargo)
    }

    fn prepare(
        &self,
        command: &mut Command,
        tools: impl IntoIterator<Item = PathBuf>,
    ) -> Result<()> {
        command.env("CARGO_TARGET_DIR", repository::wasm_target());
        match self {
            Self::Host => {
                command.env("PATH", process::path_with(tools)?);
            }
            Self::Debian { sysroot } => {
                let folders = tools.into_iter().chain([PathBuf::from(DEBIAN_BIN)]);
                command.env("PATH", process::path_with(folders)?);
                forget_other_compiler(command);
                // With a target given, this reaches no build script and no macro.
                let mut flag = std::ffi::OsString::from("--sysroot=");
                flag.push(sysroot);
                command.env("CARGO_ENCODED_RUSTFLAGS", flag);
            }
        }
        Ok(())
    }
}

fn host_has_target() -> bool {
    process::output(process::command("rustc").args([
        "--print",
        "target-libdir",
        "--target",
        TARGET,
    ]))
    .is_ok_and(|folder| holds_std(Path::new(folder.trim())))
}

fn holds_std(folder: &Path) -> bool {
    fs::read_dir(folder).is_ok_and(|entries| {
        entries.flatten().any(|entry| {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            name.starts_with("libstd-") && name.ends_with(".rlib")
        })
    })
}

fn ask_rustup() -> Result<()> {
    let started = Instant::now();
    process::run_quietly(process::command("rustup").args(["target", "add", TARGET]))
        .context("rustup gave none")?;
    if !host_has_target() {
        bail!("rustup added the target to another compiler than the `rustc` on PATH");
    }
    say!("    rustup target add {TARGET}: {:.1?}", started.elapsed());
    Ok(())
}

fn debian(program: &str) -> PathBuf {
    Path::new(DEBIAN_BIN).join(program)
}

fn debian_command(program: &str) -> Command {
    let mut command = process::command(debian(program));
    forget_other_compiler(&mut command);
    command
}

/// What rustup and cargo say of the compiler that built this program is wrong for Debian's.
fn forget_other_compiler(command: &mut Command) {
    for name in [
        "CARGO",
        "RUSTC",
        "RUSTDOC",
        "RUSTFLAGS",
        "RUSTUP_TOOLCHAIN",
        "LD_LIBRARY_PATH",
    ] {
        command.env_remove(name);
    }
}

/// Where the standard library of the installed packages belongs, if they are all there.
fn debian_sysroot(tools: &Tools) -> Option<PathBuf> {
    let installed = apt::installed(&DEBIAN_PACKAGES);
    let complete = installed.len() == DEBIAN_PACKAGES.len() && Path::new(DEBIAN_LINKER).exists();
    let version = installed.get("rust-web-src").filter(|_| complete)?;
    Some(tools.path(&format!("sysroot-{version}-{RECIPE}")))
}

fn ask_debian(tools: &Tools) -> Result<PathBuf> {
    if !apt::is_debian() {
        bail!("this system is not Debian, whose packages would do instead");
    }
    let started = Instant::now();
    let installed = apt::installed(&DEBIAN_PACKAGES);
    let missing: Vec<&str> = DEBIAN_PACKAGES
        .into_iter()
        .filter(|package| !installed.contains_key(package))
        .collect();
    if !missing.is_empty() {
        apt::install(&missing).context("Debian's packages would do instead")?;
    }
    if !Path::new(DEBIAN_LINKER).exists() {
        let linker = fs::read_link(DEBIAN_LINKER)
            .with_context(|| format!("the linker {DEBIAN_LINKER} is missing"))?;
        let package = linker.file_name().and_then(OsStr::to_str);
        let package = package.with_context(|| format!("{DEBIAN_LINKER} leads nowhere"))?;
        apt::install(&[package]).context("the linker of Debian's compiler is missing")?;
    }
    let packages = started.elapsed();
    let sysroot = debian_sysroot(tools)
        .ok_or_else(|| anyhow!("the packages are installed, and yet something is missing"))?;
    if !sysroot.is_dir() {
        say!("    Debian's packages: {packages:.1?}; building the standard library once");
        build_std(&sysroot, tools)?;
    }
    Ok(sysroot)
}

fn build_std(sysroot: &Path, tools: &Tools) -> Result<()> {
    let unfinished = tools.scratch("sysroot")?;
    let mut cargo = debian_command("cargo");
    // The standard library alone is allowed the compiler's unstable features.
    cargo.env("RUSTC_BOOTSTRAP", "1");
    cargo.env("RUSTC", debian("rustc"));
    SysrootBuilder::new(&unfinished, TARGET)
        .build_mode(BuildMode::Build)
        .sysroot_config(SysrootConfig::WithStd {
            std_features: vec![
                "compiler-builtins-mem".to_owned(),
                // A visitor downloads it: small comes before fast.
                "optimize_for_size".to_owned(),
            ],
        })
        .rustflag("-Copt-level=z")
        // Link-time optimisation needs the bitcode.
        .rustflag("-Cembed-bitcode=yes")
        .cargo(cargo)
        .rustc_version(VersionMeta::for_command(debian_command("rustc"))?)
        .build_from_source(Path::new(DEBIAN_SOURCE))
        .with_context(|| format!("the standard library in {DEBIAN_SOURCE} could not be built"))?;
    fs::rename(&unfinished, sysroot).with_context(|| format!("cannot create {}", sysroot.display()))
}
