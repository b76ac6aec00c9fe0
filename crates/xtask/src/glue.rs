//! The JavaScript between the program and its page, made smaller.
//!
//! wasm-bindgen gives what goes to and fro long names with a hash in each, which no compression
//! makes small, and writes each of them twice: wasm-opt shortens them in the module, and this does
//! the same in its JavaScript. Only then esbuild can do with that what it does with any script.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail, ensure};

use crate::process;

/// What the module imports from, as wasm-bindgen's JavaScript names it.
const MODULE: &str = "\"./app_bg.js\": import0";
/// The same under the only name that wasm-opt leaves.
const SHORT_MODULE: &str = "\"a\": import0";

/// Writes the names that wasm-opt gave into the JavaScript that wasm-bindgen wrote.
pub(crate) fn rename(js: &str, names: &str) -> Result<String> {
    let (imports, exports) = parse(names)?;
    let mut renamed = String::with_capacity(js.len());
    let mut found = 0;
    let mut rest = js;
    while let Some(start) = rest.find(is_of_name) {
        let (between, tail) = rest.split_at(start);
        let end = tail.find(|c| !is_of_name(c)).unwrap_or(tail.len());
        let (name, after) = tail.split_at(end);
        renamed.push_str(between);
        let short = if renamed.ends_with("wasm.") {
            exports.get(name)
        } else if after.starts_with(": ") {
            imports.get(name).inspect(|_| found += 1)
        } else {
            None
        };
        renamed.push_str(short.copied().unwrap_or(name));
        rest = after;
    }
    renamed.push_str(rest);
    ensure!(
        renamed.matches(MODULE).count() == 1,
        "the JavaScript does not name its module once, as `{MODULE}`"
    );
    let renamed = renamed.replace(MODULE, SHORT_MODULE);
    ensure!(
        found == imports.len(),
        "of {} names that the module imports, its JavaScript gives {found}",
        imports.len()
    );
    Ok(renamed)
}

fn is_of_name(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '$')
}

type Names<'n> = BTreeMap<&'n str, &'n str>;

/// What wasm-opt prints: lists of module, name and new name, and of name and new name.
fn parse(names: &str) -> Result<(Names<'_>, Names<'_>)> {
    let mut imports = Names::new();
    let mut exports = Names::new();
    for line in names.lines() {
        let texts: Vec<&str> = line.split('"').skip(1).step_by(2).collect();
        match *texts {
            [_, name, short] => {
                imports.insert(name, short);
            }
            [name, short] => {
                exports.insert(name, short);
            }
            _ => {}
        }
    }
    if imports.is_empty() || exports.is_empty() {
        bail!("wasm-opt printed no new names:\n{names}");
    }
    Ok((imports, exports))
}

/// The script that is no module: what its format says would not run in a worker of that kind.
const CLASSIC: &str = "worker.js";
/// The element for other pages stays readable: whoever embeds it reads it.
const READABLE: &str = "loopledger-embed.js";

/// Takes out of the viewer's scripts and styles what only their readers need.
pub(crate) fn minify(esbuild: &Path, dist: &Path) -> Result<()> {
    let entries = fs::read_dir(dist).with_context(|| format!("{} is missing", dist.display()))?;
    let mut files = Vec::new();
    for path in entries.flatten().map(|entry| entry.path()) {
        let end = path.extension().and_then(|end| end.to_str());
        let name = path.file_name().and_then(|name| name.to_str());
        if matches!(end, Some("js" | "css")) && name != Some(READABLE) && name != Some(CLASSIC) {
            files.push(path);
        }
    }
    files.sort();
    write_over(esbuild, dist, &files, &["--format=esm"])?;
    write_over(esbuild, dist, &[dist.join(CLASSIC)], &[])
}

fn write_over(esbuild: &Path, dist: &Path, files: &[PathBuf], more: &[&str]) -> Result<()> {
    let mut folder = OsString::from("--outdir=");
    folder.push(dist);
    process::run_quietly(
        process::command(esbuild)
            .args(["--minify", "--charset=utf8", "--target=es2022"])
            .args(["--log-level=warning", "--allow-overwrite"])
            .args(more)
            .arg(folder)
            .args(files),
    )
}

#[cfg(test)]
mod tests {
    use super::rename;

    const NAMES: &str = r#"{
 "imports": [
  ["./app_bg.js", "__wbg_now_12", "a"],
  ["./app_bg.js", "__wbg_now_1", "b"]
 ],
 "exports": [
  ["memory", "c"],
  ["invoke", "d"]
 ]
}"#;

    #[test]
    fn both_sides_get_the_same_names() {
        let js = "function invoke(a) { wasm.invoke(a); new View(wasm.memory.buffer); }\n\
            return {\n__wbg_now_1: function() {},\n__wbg_now_12: function() {},\n};\n\
            return { \"./app_bg.js\": import0 };";
        assert_eq!(
            rename(js, NAMES).unwrap(),
            "function invoke(a) { wasm.d(a); new View(wasm.c.buffer); }\n\
            return {\nb: function() {},\na: function() {},\n};\n\
            return { \"a\": import0 };"
        );
    }

    #[test]
    fn a_name_that_is_nowhere_is_an_error() {
        assert!(rename("return {\n__wbg_now_1: function() {},\n};", NAMES).is_err());
    }

    #[test]
    fn names_that_were_not_printed_are_an_error() {
        assert!(rename("wasm.memory", "").is_err());
    }
}
