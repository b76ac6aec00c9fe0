//! How much a visitor downloads.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};

use crate::console::say;
use crate::{process, repository};

/// What a visitor of the viewer may have to download, in bytes as Brotli sends them. The goal is
/// 600 kB, and not reached; the budget follows what is saved, and goes up only with what a visitor gains.
const VIEWER_BUDGET: u64 = 890_000;

/// The modules of the package, and what each may weigh: 150 kB for the detector, which others
/// build in; all of Loopledger does not fit into that, and must not grow unnoticed.
const MODULE_BUDGETS: [(&str, u64); 2] = [
    ("detector_bg.wasm", 150_000),
    ("loopledger_bg.wasm", 405_000),
];

/// Fails where a module of the package is over its budget.
pub(crate) fn check_modules(package: &Path) -> Result<()> {
    for (name, budget) in MODULE_BUDGETS {
        if let Some(bytes) = brotli(&package.join(name)) {
            ensure!(
                bytes <= budget,
                "{name} takes {bytes} bytes as Brotli, and may take {budget}"
            );
        }
    }
    Ok(())
}

/// Fails where the viewer is over its budget. The element for other pages is not a part of it: it
/// is they who load that.
pub(crate) fn check_viewer() -> Result<()> {
    let mut sum = 0;
    for file in viewer_files()? {
        let is_element = file
            .file_name()
            .is_some_and(|name| name == "loopledger-embed.js");
        match brotli(&file) {
            Some(bytes) if !is_element => sum += bytes,
            Some(_) => {}
            None => return Ok(()),
        }
    }
    ensure!(
        sum <= VIEWER_BUDGET,
        "the viewer takes {sum} bytes as Brotli, and may take {VIEWER_BUDGET}"
    );
    Ok(())
}

/// Says how large the files of the viewer's folder are, as they are and as Brotli sends them.
pub(crate) fn report() -> Result<()> {
    let files = viewer_files()?;
    let (mut total, mut compressed_total) = (0, Some(0));
    for file in &files {
        let size = fs::metadata(file)?.len();
        let compressed = brotli(file);
        total += size;
        compressed_total = compressed_total
            .zip(compressed)
            .map(|(sum, size): (u64, u64)| sum + size);
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        line(&name, size, compressed);
    }
    line("together", total, compressed_total);
    Ok(())
}

fn viewer_files() -> Result<Vec<PathBuf>> {
    let dist = repository::dist();
    let entries =
        fs::read_dir(&dist).with_context(|| format!("{} cannot be read", dist.display()))?;
    let mut files: Vec<_> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| {
            let end = path.extension().and_then(|end| end.to_str());
            end.is_some_and(|end| ["wasm", "js", "css", "html"].contains(&end))
        })
        .collect();
    files.sort();
    Ok(files)
}

pub(crate) fn line(name: &str, size: u64, compressed: Option<u64>) {
    let compressed = compressed.map_or_else(
        || "not compressed, for want of Node.js".to_owned(),
        |size| format!("{size:>9} bytes as Brotli"),
    );
    say!("    {name:32} {size:>9} bytes {compressed}");
}

/// The size that Node.js's own Brotli makes of a file.
pub(crate) fn brotli(file: &Path) -> Option<u64> {
    const SCRIPT: &str = "const { readFileSync } = require('node:fs');\
        const { brotliCompressSync } = require('node:zlib');\
        console.log(brotliCompressSync(readFileSync(process.argv[1])).length);";
    let node = process::find("node")?;
    let printed = process::output(process::command(node).args(["-e", SCRIPT]).arg(file));
    printed.ok()?.trim().parse().ok()
}
