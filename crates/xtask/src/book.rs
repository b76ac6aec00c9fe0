//! `cargo xtask book`: the chapter, built into `target/book/` with the viewer and the data it shows.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};

use crate::arguments::Arguments;
use crate::console::say;
use crate::server::Site;
use crate::setup::{self, Kit, Scope};
use crate::steps::Steps;
use crate::web::{self, Profile};
use crate::{process, repository, serve};

/// The languages, each a book of its own in a folder of this name.
const LANGUAGES: [&str; 2] = ["en", "es"];

pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let mut arguments = Arguments::new(arguments);
    let keep_viewer = arguments.flag("--keep-viewer");
    let is_served = arguments.flag("--serve");
    let port = serve::port(&mut arguments)?;
    let prefix = arguments.value("--prefix")?.unwrap_or_default();
    arguments.finish()?;
    let listener = is_served.then(|| serve::listen(port)).transpose()?;

    let mut steps = Steps::new();
    let kit = setup::provide(Scope::Book, &mut steps)?;
    let has_viewer = keep_viewer || web::build(&kit, Profile::Release, &mut steps).is_some();
    let built = has_viewer.then(|| build(&kit, &mut steps)).flatten();
    steps.finish()?;
    let Some(()) = built else { return Ok(()) };

    say!("The chapter is in {}", folder().display());
    if let Some(listener) = listener {
        let site = Site::new(&folder(), &prefix)?;
        say!(
            "It is served at http://{}{} (Ctrl-C ends it)",
            listener.local_addr()?,
            site.prefix()
        );
        site.serve(&listener);
    }
    Ok(())
}

/// Where the chapter is built.
pub(crate) fn folder() -> PathBuf {
    repository::root().join("target").join("book")
}

/// Builds the chapter around the viewer in `dist/`; `None` when that was not possible.
pub(crate) fn build(kit: &Kit, steps: &mut Steps) -> Option<()> {
    const NAME: &str = "chapter";
    let Some(mdbook) = &kit.mdbook else {
        steps.skip(NAME, "mdBook is missing");
        return None;
    };
    steps.run(NAME, || assemble(&mdbook.join("mdbook")))
}

fn assemble(mdbook: &Path) -> Result<()> {
    let docs = repository::root().join("docs");
    let dist = repository::dist();
    ensure!(
        dist.join("loopledger-embed.js").is_file(),
        "{} holds no viewer; without --keep-viewer it is built",
        dist.display()
    );
    let unfinished = folder().with_extension("unfinished");
    let parts = folder().with_extension("parts");
    for folder in [&unfinished, &parts] {
        empty(folder)?;
    }

    let mut pages = Vec::new();
    for language in LANGUAGES {
        let part = parts.join(language);
        process::run_quietly(
            process::command(mdbook)
                .arg("build")
                .arg(docs.join(language))
                .arg("--dest-dir")
                .arg(&part),
        )?;
        let into = unfinished.join(language);
        fs::create_dir_all(&into)?;
        let names = page_names(&part)?;
        for name in &names {
            let page = fs::read_to_string(part.join(name))?;
            let stem = name.trim_end_matches(".html");
            let page = finished(&page, stem).with_context(|| format!("in {language}/{name}"))?;
            fs::write(into.join(name), page)?;
        }
        pages.push(names);
    }
    ensure!(
        pages
            .windows(2)
            .all(|pair| matches!(pair, [a, b] if a == b)),
        "the books have other pages in one language than in the other: {pages:?}"
    );

    copy_folder(&dist, &unfinished.join("viewer"))?;
    copy_folder(
        &repository::root().join("web").join("examples"),
        &unfinished.join("data"),
    )?;
    copy_folder(&docs.join("data"), &unfinished.join("data"))?;
    fs::copy(
        docs.join("theme").join("book.css"),
        unfinished.join("book.css"),
    )?;
    fs::copy(docs.join("index.html"), unfinished.join("index.html"))?;

    if folder().exists() {
        fs::remove_dir_all(folder())?;
    }
    fs::rename(&unfinished, folder())?;
    fs::remove_dir_all(&parts)?;
    Ok(())
}

/// The pages that mdBook wrote. What else it writes belongs to a template that is not ours.
fn page_names(part: &Path) -> Result<BTreeSet<String>> {
    let mut names = BTreeSet::new();
    for entry in fs::read_dir(part)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.extension().is_some_and(|end| end == "html") && name != "toc.html" {
            names.insert(name.into_owned());
        }
    }
    ensure!(!names.is_empty(), "mdBook wrote no page");
    Ok(names)
}

/// A page with what the template cannot say: it knows the page by the name of its Markdown only,
/// and the list of pages does not tell which one is shown.
fn finished(page: &str, stem: &str) -> Result<String> {
    let source = format!("/{stem}.md\"");
    ensure!(
        page.contains(&source),
        "the page does not link to its other language"
    );
    let page = page.replace(&source, &format!("/{stem}.html\""));
    let link = format!("<a href=\"{stem}.html\">");
    ensure!(page.contains(&link), "the page is not in its list of pages");
    Ok(page.replacen(
        &link,
        &format!("<a href=\"{stem}.html\" aria-current=\"page\">"),
        1,
    ))
}

fn empty(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder)?;
    Ok(())
}

fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    let entries =
        fs::read_dir(from).with_context(|| format!("{} cannot be read", from.display()))?;
    for entry in entries {
        let entry = entry?;
        let to = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &to)?;
        } else {
            fs::copy(entry.path(), &to)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::finished;

    const PAGE: &str = "<a href=\"../es/one.md\">Español</a>\
                        <nav><a href=\"index.html\">0</a><a href=\"one.html\">1</a></nav>\
                        <main><a href=\"one.html\">again</a></main>";

    #[test]
    fn the_other_language_is_linked_by_its_page() {
        let page = finished(PAGE, "one").unwrap();
        assert!(page.starts_with("<a href=\"../es/one.html\">"), "{page}");
    }

    #[test]
    fn the_page_is_current_once_in_its_list() {
        let page = finished(PAGE, "one").unwrap();
        assert_eq!(page.matches("aria-current").count(), 1);
        assert!(
            page.contains("<a href=\"one.html\" aria-current=\"page\">1</a>"),
            "{page}"
        );
    }

    #[test]
    fn a_page_that_is_not_in_its_list_is_refused() {
        assert!(finished("<a href=\"../es/two.md\">", "two").is_err());
    }
}
