//! The last touch on a published viewer: names that change with the content, and digests.
//!
//! Trunk names a module before wasm-opt has made it smaller, so its names and digests would be
//! wrong; here they are taken of what is published. A file whose name never changes could come old
//! from a cache, and would then be refused for its digest: such files get names of their own too.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest as _, Sha256, Sha384};

/// Scripts that Trunk copies as they are.
const SCRIPTS: [&str; 2] = ["boot.js", "worker.js"];

/// Renames what needs it in `dist`, and writes the digests into its `index.html`.
pub(crate) fn seal(dist: &Path) -> Result<()> {
    let index = dist.join("index.html");
    let mut page =
        fs::read_to_string(&index).with_context(|| format!("{} is missing", index.display()))?;

    let wasm = attribute(&page, "data-wasm")?;
    let js = attribute(&page, "data-js")?;
    let [boot, worker] = SCRIPTS;
    page = page.replacen(
        "data-wasm=",
        &format!("data-worker=\"./{worker}\" data-wasm="),
        1,
    );
    // What esbuild has made smaller is no longer what Trunk took the names of.
    let mut names = vec![wasm, js, boot.to_owned(), worker.to_owned()];
    names.extend(
        split_tags(&page)
            .filter(|tag| tag.starts_with("<link rel=\"stylesheet\""))
            .filter_map(|tag| attribute(tag, "href").ok()),
    );
    for address in &names {
        let old = address.trim_start_matches("./");
        let new = rename(dist, old)?;
        page = page.replace(&format!("./{old}\""), &format!("./{new}\""));
    }

    let wasm = attribute(&page, "data-wasm")?;
    let js = attribute(&page, "data-js")?;
    let bytes = fs::metadata(dist.join(&wasm))?.len();
    let integrity = digest(dist, &wasm)?;
    page = page.replacen(
        "data-wasm=",
        &format!("data-wasm-bytes=\"{bytes}\" data-wasm-integrity=\"{integrity}\" data-wasm="),
        1,
    );
    let mut sealed = String::with_capacity(page.len() + 1_024);
    let mut count = 0;
    for tag in split_tags(&page) {
        let address = ["<link ", "<script "]
            .iter()
            .any(|start| tag.starts_with(start))
            .then(|| attribute(tag, "href").or_else(|_| attribute(tag, "src")))
            .and_then(Result::ok)
            .filter(|address| address.starts_with("./"));
        match address {
            Some(address) => {
                let end = tag.find('>').unwrap_or(tag.len());
                let end = tag
                    .get(..end)
                    .map_or(end, |tag| tag.trim_end_matches('/').len());
                let (start, rest) = tag.split_at(end);
                sealed.push_str(start);
                sealed.push_str(" integrity=\"");
                sealed.push_str(&digest(dist, &address)?);
                sealed.push('"');
                sealed.push_str(rest);
                count += 1;
            }
            None => sealed.push_str(tag),
        }
    }
    // Two style sheets, the start, and the two preloads.
    ensure!(
        count >= 5 && sealed.contains(&js),
        "{} does not look as Trunk writes it: {count} addresses were found",
        index.display()
    );
    fs::write(&index, sealed).with_context(|| format!("{} cannot be written", index.display()))
}

/// Gives a file a name that tells its content, and returns that.
fn rename(dist: &Path, name: &str) -> Result<String> {
    let path = dist.join(name);
    let bytes = fs::read(&path).with_context(|| format!("{} is missing", path.display()))?;
    let hash = Sha256::digest(&bytes);
    let hash = hash
        .first_chunk()
        .map_or(0, |start| u64::from_be_bytes(*start));
    let (stem, end) = name.rsplit_once('.').context("a file without an ending")?;
    // Trunk's own hash gives way: it is of another content.
    let stem = stem.split_once('-').map_or(stem, |(stem, _)| stem);
    let named = format!("{stem}-{hash:016x}.{end}");
    fs::rename(&path, dist.join(&named))?;
    Ok(named)
}

fn digest(dist: &Path, address: &str) -> Result<String> {
    let path = dist.join(address);
    let bytes = fs::read(&path).with_context(|| format!("{} is missing", path.display()))?;
    Ok(format!(
        "sha384-{}",
        BASE64_STANDARD.encode(Sha384::digest(&bytes))
    ))
}

/// The value of the first attribute of that name.
fn attribute(text: &str, name: &str) -> Result<String> {
    let start = format!(" {name}=\"");
    let (_, rest) = text
        .split_once(&start)
        .with_context(|| format!("no attribute {name} in the page that Trunk wrote"))?;
    let (value, _) = rest
        .split_once('"')
        .context("an attribute without an end")?;
    Ok(value.to_owned())
}

/// The page in pieces, each of which begins with a tag.
fn split_tags(page: &str) -> impl Iterator<Item = &str> {
    let mut rest = page;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = rest
            .char_indices()
            .skip(1)
            .find_map(|(at, character)| (character == '<').then_some(at))
            .unwrap_or(rest.len());
        let (piece, after) = rest.split_at(end);
        rest = after;
        Some(piece)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = r#"<!DOCTYPE html><html><head>
<link rel="icon" href="data:image/svg+xml,x">
<link rel="stylesheet" href="./main-1.css"/>
<link rel="stylesheet" href="./replay-1.css"/>
<script type="module" src="./boot.js" data-js="./app-1.js" data-wasm="./app-1_bg.wasm"></script>
<link rel="modulepreload" href="./app-1.js"><link rel="preload" href="./app-1_bg.wasm" as="fetch"></head></html>"#;

    fn sealed() -> (tempfile::TempDir, String) {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in [
            ("index.html", PAGE),
            ("main-1.css", "a"),
            ("replay-1.css", "b"),
            ("boot.js", "c"),
            ("worker.js", "d"),
            ("app-1.js", "e"),
            ("app-1_bg.wasm", "abc"),
        ] {
            fs::write(folder.path().join(name), text).unwrap();
        }
        seal(folder.path()).unwrap();
        let page = fs::read_to_string(folder.path().join("index.html")).unwrap();
        (folder, page)
    }

    #[test]
    fn every_file_of_the_page_has_the_digest_of_its_content() {
        let (_folder, page) = sealed();
        // openssl dgst -sha384 -binary | base64, of the three letters abc.
        let abc = "sha384-ywB1P0WjXou1oD1pmsZQBycsMqsO3tFjGotgWkP/W+2AhgcroefMI1i67KE0yCWn";
        assert!(
            page.contains(&format!("data-wasm-integrity=\"{abc}\"")),
            "{page}"
        );
        assert!(
            page.contains(&format!("as=\"fetch\" integrity=\"{abc}\">")),
            "{page}"
        );
        // Five tags, and the one that the start hands to the program.
        assert_eq!(page.matches("integrity=\"sha384-").count(), 6, "{page}");
    }

    #[test]
    fn a_name_tells_the_content() {
        let (folder, page) = sealed();
        let wasm = attribute(&page, "data-wasm").unwrap();
        // sha256sum of the three letters abc.
        assert_eq!(wasm, "./app-ba7816bf8f01cfea.wasm");
        let worker = attribute(&page, "data-worker").unwrap();
        assert!(folder.path().join(worker).is_file());
        assert!(!folder.path().join("boot.js").exists());
    }

    #[test]
    fn a_page_of_another_shape_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("index.html"), "<html></html>").unwrap();
        assert!(seal(folder.path()).is_err());
    }
}
