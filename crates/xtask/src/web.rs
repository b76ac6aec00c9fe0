//! `cargo xtask web`: the viewer, built into `dist/`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};

use crate::arguments::Arguments;
use crate::setup::{self, Kit, Scope};
use crate::steps::Steps;
use crate::{glue, npm, process, repository, seal, size};

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
    let mut origins = Vec::new();
    while let Some(origin) = arguments.value("--connect")? {
        origins.push(origin);
    }
    arguments.finish()?;
    for origin in &origins {
        check_origin(origin)?;
    }
    let mut steps = Steps::new();
    let kit = setup::provide(Scope::Viewer, &mut steps)?;
    if build(&kit, profile, &mut steps).is_some() {
        if !origins.is_empty() {
            steps.run("policy", || let_connect(&origins));
        }
        size::report()?;
    }
    steps.finish()
}

/// What the policy of `index.html` says of requests.
const CONNECT: &str = "connect-src 'self'";

/// Lets the built viewer ask these origins for data, after it has asked its reader.
fn let_connect(origins: &[String]) -> Result<()> {
    let path = repository::dist().join("index.html");
    let page = fs::read_to_string(&path)?;
    let unfinished = path.with_extension("unfinished");
    fs::write(&unfinished, connecting(&page, origins)?)?;
    Ok(fs::rename(&unfinished, &path)?)
}

/// The page with these origins in its policy.
fn connecting(page: &str, origins: &[String]) -> Result<String> {
    ensure!(
        page.matches(CONNECT).count() == 1,
        "the page's policy does not say `{CONNECT}` once"
    );
    Ok(page.replace(CONNECT, &format!("{CONNECT} {}", origins.join(" "))))
}

/// Refuses what would allow more than one server, or something else altogether.
fn check_origin(origin: &str) -> Result<()> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | ':');
    let host = origin.strip_prefix("https://").or_else(|| {
        let here = origin.strip_prefix("http://")?;
        let name = here.split(':').next()?;
        matches!(name, "127.0.0.1" | "localhost").then_some(here)
    });
    ensure!(
        host.is_some_and(|host| !host.is_empty() && host.chars().all(is_plain)),
        "--connect needs an origin such as https://data.example, and not `{origin}`"
    );
    Ok(())
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
    if profile == Profile::Release
        && let Some(esbuild) = &kit.esbuild
    {
        steps.run("esbuild", || glue::minify(esbuild, &repository::dist()))?;
    }
    if profile == Profile::Release {
        steps.run("names and digests", || seal::seal(&repository::dist()))?;
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

/// Smallest once compressed: control flow is built anew, what is called often comes first and has
/// the shorter number, and hints of alignment, which differ for no use, go. In the first kilobyte of
/// memory nothing stands: it is where the stack would end, were it to overflow.
const PASSES: [&str; 7] = [
    "--low-memory-unused",
    "--flatten",
    "--rereloop",
    "-Oz",
    "-Oz",
    "--reorder-functions",
    "--dealign",
];

/// Shortens the names of what goes to and fro between a module and its JavaScript, and prints them.
const RENAMING: &str = "--minify-imports-and-exports-and-modules";

/// Makes each module smaller, and its JavaScript with it.
fn optimise(wasm_opt: &Path) -> Result<()> {
    for module in modules()? {
        let (small, names) = smaller(wasm_opt, &module, &[RENAMING])?;
        let script = script_of(&module)?;
        let js = fs::read_to_string(&script)?;
        let js = glue::rename(&js, &fs::read_to_string(names)?)
            .with_context(|| script.display().to_string())?;
        fs::write(&script, js)?;
        fs::copy(small, &module)?;
    }
    Ok(())
}

/// The JavaScript beside a module, as Trunk names the two.
fn script_of(module: &Path) -> Result<PathBuf> {
    let name = module.file_name().and_then(|name| name.to_str());
    let stem = name
        .and_then(|name| name.strip_suffix("_bg.wasm"))
        .with_context(|| format!("{} is not named as Trunk does", module.display()))?;
    Ok(module.with_file_name(format!("{stem}.js")))
}

/// A smaller module that does the same; what was made smaller before is taken from there.
pub(crate) fn optimised(wasm_opt: &Path, module: &Path) -> Result<PathBuf> {
    smaller(wasm_opt, module, &[]).map(|(small, _)| small)
}

/// A smaller module, and what wasm-opt printed while it made it.
fn smaller(wasm_opt: &Path, module: &Path, more: &[&str]) -> Result<(PathBuf, PathBuf)> {
    let kept = repository::wasm_target().join("wasm-opt");
    fs::create_dir_all(&kept)?;
    let mut bytes = fs::read(module)?;
    bytes.extend_from_slice(wasm_opt.as_os_str().as_encoded_bytes());
    bytes.extend_from_slice(PASSES.concat().as_bytes());
    bytes.extend_from_slice(more.concat().as_bytes());
    let small = kept.join(format!("{:016x}.wasm", npm::fingerprint(&bytes)));
    let printed = small.with_extension("txt");
    if !(small.is_file() && printed.is_file()) {
        let unfinished = kept.join("unfinished.wasm");
        let text = process::output(
            process::command(wasm_opt)
                .args(FEATURES)
                .args(PASSES)
                .args(more)
                .arg(module)
                .arg("-o")
                .arg(&unfinished),
        )?;
        fs::write(&printed, text)?;
        fs::rename(&unfinished, &small)?;
    }
    Ok((small, printed))
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

#[cfg(test)]
mod tests {
    use super::{check_origin, connecting};

    #[test]
    fn the_policy_names_the_origins() {
        let origins = ["https://a.example", "https://b.example:8443"].map(str::to_owned);
        let page = connecting("default-src 'none'; connect-src 'self'; x", &origins).unwrap();
        assert_eq!(
            page,
            "default-src 'none'; connect-src 'self' https://a.example https://b.example:8443; x"
        );
    }

    #[test]
    fn a_page_without_the_policy_is_refused() {
        assert!(connecting("default-src 'none'", &[]).is_err());
    }

    #[test]
    fn only_origins_are_allowed() {
        for origin in ["https://data.example", "http://127.0.0.1:8000"] {
            assert!(check_origin(origin).is_ok(), "{origin}");
        }
        for origin in [
            "*",
            "https:",
            "https://",
            "https://*",
            "https://a.example/path",
            "https://a.example; script-src *",
            "http://data.example",
            "http://127.0.0.1.example",
            "'unsafe-inline'",
        ] {
            assert!(check_origin(origin).is_err(), "{origin}");
        }
    }
}
