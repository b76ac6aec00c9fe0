//! How much a visitor downloads.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};

use crate::console::say;
use crate::{process, repository};

/// Says how large the files of the viewer's folder are, as they are and as Brotli sends them.
pub(crate) fn report() -> Result<()> {
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
