//! Tools of a fixed version, kept where the next run, of any clone, finds them.

use std::fs::{self, File};
use std::path::PathBuf;

use anyhow::{Context as _, Result, anyhow};
use sha2::{Digest as _, Sha256};

use crate::steps::Steps;
use crate::{process, repository};

/// The version of Trunk that builds the viewer.
pub(crate) const TRUNK: &str = "0.21.14";

/// The version of mdBook that builds the chapter.
pub(crate) const MDBOOK: &str = "0.5.4";

/// The version of cargo-deny that checks the dependencies.
pub(crate) const DENY: &str = "0.20.2";

/// What the program that runs the component in Rust is made of.
const RUST_HOST_SOURCES: [&str; 4] = [
    "crates/loopledger_component/wit",
    "tests/hosts/rust/Cargo.lock",
    "tests/hosts/rust/Cargo.toml",
    "tests/hosts/rust/src",
];

const FOLDER: &str = "LOOPLEDGER_TOOLS";

/// The folder of the tools; nobody else changes it meanwhile.
pub(crate) struct Tools {
    folder: PathBuf,
    _lock: File,
}

impl Tools {
    pub(crate) fn open() -> Result<Self> {
        let folder = folder()?;
        let open = || {
            fs::create_dir_all(&folder)?;
            let lock = File::create(folder.join(".lock"))?;
            lock.lock()?;
            Ok::<_, std::io::Error>(lock)
        };
        let lock = open().with_context(|| {
            format!(
                "the folder of the tools, {}, cannot be written; name another one in {FOLDER}",
                folder.display()
            )
        })?;
        Ok(Self {
            folder,
            _lock: lock,
        })
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// An empty folder for work that is renamed when it is whole.
    pub(crate) fn scratch(&self, name: &str) -> Result<PathBuf> {
        let folder = self.folder.join(format!(".unfinished-{name}"));
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        fs::create_dir_all(&folder)?;
        Ok(folder)
    }

    /// The folder of wasm-bindgen's programs.
    pub(crate) fn wasm_bindgen(&self, steps: &mut Steps) -> Option<PathBuf> {
        let version = match wasm_bindgen_version() {
            Ok(version) => version,
            Err(error) => {
                steps.fail("wasm-bindgen", &error);
                return None;
            }
        };
        let recipe = Recipe {
            package: "wasm-bindgen-cli",
            programs: &["wasm-bindgen", "wasm-bindgen-test-runner"],
            version: &version,
            // Its own lock file names versions that a registry may have dropped.
            locked: false,
            default_features: true,
            opt_level: "1",
        };
        self.provide(&recipe, steps)
    }

    /// The folder of Trunk's program.
    pub(crate) fn trunk(&self, steps: &mut Steps) -> Option<PathBuf> {
        let recipe = Recipe {
            package: "trunk",
            programs: &["trunk"],
            version: TRUNK,
            locked: true,
            default_features: true,
            // Compiling it takes far longer than it ever runs.
            opt_level: "0",
        };
        self.provide(&recipe, steps)
    }

    /// The folder of mdBook's program.
    pub(crate) fn mdbook(&self, steps: &mut Steps) -> Option<PathBuf> {
        let recipe = Recipe {
            package: "mdbook",
            programs: &["mdbook"],
            version: MDBOOK,
            locked: true,
            // It neither serves nor watches here, and the chapter is too short to be searched.
            default_features: false,
            // Compiling it takes far longer than it ever runs.
            opt_level: "0",
        };
        self.provide(&recipe, steps)
    }

    /// The folder of cargo-deny's program.
    pub(crate) fn deny(&self, steps: &mut Steps) -> Option<PathBuf> {
        let recipe = Recipe {
            package: "cargo-deny",
            programs: &["cargo-deny"],
            version: DENY,
            locked: true,
            default_features: true,
            // Compiling it takes far longer than it ever runs.
            opt_level: "0",
        };
        self.provide(&recipe, steps)
    }

    /// The program that runs the component in Rust.
    ///
    /// It is kept under the digest of its sources, because its WebAssembly runtime takes minutes to
    /// compile and every clone would compile the same.
    pub(crate) fn rust_host(&self, steps: &mut Steps) -> Option<PathBuf> {
        const NAME: &str = "host in Rust (compiled once)";
        let digest = match sources_digest(&RUST_HOST_SOURCES) {
            Ok(digest) => digest,
            Err(error) => {
                steps.fail(NAME, &error);
                return None;
            }
        };
        let kept = self.path(&format!("component-host-{digest}"));
        let program = format!("loopledger_host{}", std::env::consts::EXE_SUFFIX);
        if kept.is_dir() {
            return Some(kept.join(program));
        }
        steps.run(NAME, || {
            // What stays here makes the next change of the program quick.
            let target = repository::root().join("target").join("hosts");
            process::run(
                process::cargo()
                    .args(["build", "--quiet", "--locked"])
                    .args(["--manifest-path", "tests/hosts/rust/Cargo.toml"])
                    .env("CARGO_TARGET_DIR", &target),
            )?;
            let unfinished = self.scratch("component-host")?;
            fs::copy(
                target.join("debug").join(&program),
                unfinished.join(&program),
            )?;
            fs::rename(&unfinished, &kept)?;
            Ok(kept.join(program))
        })
    }

    fn provide(&self, recipe: &Recipe<'_>, steps: &mut Steps) -> Option<PathBuf> {
        let Recipe {
            package, version, ..
        } = recipe;
        let kept = self.path(&format!("{package}-{version}"));
        if kept.is_dir() {
            return Some(kept.join("bin"));
        }
        if let Some(folder) = recipe.on_path() {
            return Some(folder);
        }
        steps.run(&format!("{package} {version} (compiled once)"), || {
            let unfinished = self.scratch(package)?;
            let target = self.scratch("target")?;
            let mut cargo = process::cargo();
            cargo
                .args(["install", "--quiet", package])
                .arg(format!("--version={version}"))
                .arg("--root")
                .arg(&unfinished)
                .env("CARGO_TARGET_DIR", &target)
                .env("CARGO_PROFILE_RELEASE_LTO", "off")
                .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", recipe.opt_level)
                .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "256");
            if recipe.locked {
                cargo.arg("--locked");
            }
            if !recipe.default_features {
                cargo.arg("--no-default-features");
            }
            process::run_quietly(&mut cargo).map_err(|error| {
                process::mended_by(
                    &error,
                    &format!("{package} {version} could not be built from its crate"),
                    &format!(
                        "With a network and a C compiler, this does it:\n  \
                         cargo install {package} --version {version}"
                    ),
                )
            })?;
            fs::remove_dir_all(&target)?;
            fs::rename(&unfinished, &kept)?;
            Ok(kept.join("bin"))
        })
    }
}

struct Recipe<'a> {
    package: &'a str,
    programs: &'a [&'a str],
    version: &'a str,
    locked: bool,
    default_features: bool,
    opt_level: &'a str,
}

impl Recipe<'_> {
    /// The folder on PATH that has every program, in exactly this version.
    fn on_path(&self) -> Option<PathBuf> {
        let first = process::find(self.programs.first()?)?;
        let text = process::output(process::command(&first).arg("--version")).ok()?;
        let fits = text
            .split_whitespace()
            .any(|word| word.trim_start_matches('v') == self.version);
        let folder = first.parent().filter(|_| fits)?;
        self.programs
            .iter()
            .all(|program| process::find(program).is_some_and(|found| found.starts_with(folder)))
            .then(|| folder.to_path_buf())
    }
}

/// A name for what files hold, those in folders included, in the order of their paths.
fn sources_digest(sources: &[&str]) -> Result<String> {
    let mut waiting: Vec<PathBuf> = sources
        .iter()
        .map(|source| repository::root().join(source))
        .collect();
    let mut files = Vec::new();
    while let Some(path) = waiting.pop() {
        if path.is_dir() {
            for entry in fs::read_dir(&path)? {
                waiting.push(entry?.path());
            }
        } else {
            files.push(path);
        }
    }
    files.sort();
    let mut digest = Sha256::new();
    for file in files {
        let bytes = fs::read(&file).with_context(|| file.display().to_string())?;
        digest.update(bytes.len().to_le_bytes());
        digest.update(bytes);
    }
    let digest = digest.finalize();
    let start = digest.first_chunk().context("a digest has eight bytes")?;
    Ok(format!("{:016x}", u64::from_be_bytes(*start)))
}

fn folder() -> Result<PathBuf> {
    let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    if let Some(folder) = variable(FOLDER) {
        return std::path::absolute(folder).context("the folder of the tools has no path");
    }
    let cache = variable("XDG_CACHE_HOME").map(PathBuf::from).or_else(|| {
        let home = std::env::home_dir()?;
        Some(home.join(".cache"))
    });
    let cache = cache.with_context(|| format!("there is no home folder; set {FOLDER}"))?;
    Ok(cache.join("loopledger").join("tools"))
}

/// The version of the `wasm-bindgen` crate: its command line must be the same one.
pub(crate) fn wasm_bindgen_version() -> Result<String> {
    let lock = repository::root().join("Cargo.lock");
    let text = fs::read_to_string(&lock).context("Cargo.lock cannot be read")?;
    locked_version(&text, "wasm-bindgen")
        .ok_or_else(|| anyhow!("Cargo.lock names no version of wasm-bindgen"))
}

fn locked_version(lock: &str, package: &str) -> Option<String> {
    let mut lines = lock.lines();
    let name = format!("name = \"{package}\"");
    lines.find(|line| *line == name)?;
    let version = lines.next()?.strip_prefix("version = \"")?;
    version.strip_suffix('"').map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::locked_version;

    #[test]
    fn finds_a_package_by_its_whole_name() {
        let lock = "[[package]]\nname = \"wasm-bindgen-futures\"\nversion = \"0.4.80\"\n\n\
                    [[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.130\"\n";
        assert_eq!(
            locked_version(lock, "wasm-bindgen").as_deref(),
            Some("0.2.130")
        );
        assert_eq!(locked_version(lock, "wasm"), None);
    }
}
