//! `loopledger bundle`: a site that opens on results.

use super::{has_complaints, redaction_of};
use crate::args::BundleArgs;
use crate::exit::Exit;
use crate::folder::{Existing, Folder};
use crate::load;
use crate::output::{self, table};
use crate::viewer;
use anyhow::Context as _;
use loopledger::bundle::{self, Listing};
use loopledger::view::FileView;
use loopledger::{FileMeta, Reading, Session};

/// What the listing says of this program.
const GENERATOR: &str = concat!("loopledger ", env!("CARGO_PKG_VERSION"));

pub(super) fn run(args: &BundleArgs) -> anyhow::Result<Exit> {
    let inputs = load::inputs(&args.paths);
    if !inputs.is_complete {
        return Ok(Exit::Io);
    }
    let mut paths = inputs.paths();
    paths.extend(args.viewer.clone());
    let existing = if args.overwrite {
        Existing::ReplacedIf(is_bundle)
    } else {
        Existing::Refused
    };
    let folder = Folder::new(&args.out, existing, &paths)?;

    // The files are judged as they are, and published as they may be.
    let mut session = Session::new();
    let mut published = Session::new();
    let mut data = Vec::new();
    let redaction = redaction_of(&args.redaction);
    for input in inputs.files {
        let id = session.add(Reading::new(
            FileMeta::new(&input.name),
            input.bytes.clone(),
        ));
        let bytes = match redaction {
            None => input.bytes,
            Some(redaction) => match session.redacted(id, redaction) {
                Some(text) => load::packed(&input.name, text),
                // It is refused below.
                None => Vec::new(),
            },
        };
        published.add(Reading::new(FileMeta::new(&input.name), bytes.clone()));
        data.push((input.name, bytes));
    }
    let shown = match redaction {
        None => session.files(),
        Some(redaction) => session.to_redacted(redaction).files(),
    };
    if args.strict && has_complaints(&shown) {
        table::diagnostics(&shown)?;
        return Ok(Exit::Failed);
    }
    let listing = Listing::new(&published, GENERATOR);
    if listing.files.is_empty() {
        table::diagnostics(&shown)?;
        return Ok(Exit::Refused);
    }

    let mut files = viewer::files(args.viewer.as_deref())?;
    for (name, bytes) in &mut files {
        if name == "index.html" {
            let html = std::str::from_utf8(bytes).context("the viewer's page is not UTF-8")?;
            *bytes = bundle::page(html)?.into_bytes();
        }
    }
    for listed in &listing.files {
        let found = data.iter_mut().find(|(name, _)| *name == listed.name);
        let (_, bytes) = found.context("a listed file is missing")?;
        files.push((listed.address.clone(), std::mem::take(bytes)));
    }
    let json = serde_json::to_string_pretty(&listing)? + "\n";
    files.push((bundle::LISTING.to_owned(), json.into_bytes()));
    files.push(("robots.txt".to_owned(), bundle::ROBOTS.into()));
    // Without it, GitHub Pages may take the site for the source of one.
    files.push((".nojekyll".to_owned(), Vec::new()));
    folder.write(&files)?;

    if args.json {
        output::json(&listing)?;
    } else {
        let files = listing.files.iter();
        table::written(
            &args.out,
            files.map(|file| (file.name.as_str(), file.bytes)),
        )?;
        table::refused(&shown)?;
        let is_published = |file: &FileView| file.format.is_some();
        let shown: Vec<_> = shown.into_iter().filter(is_published).collect();
        table::diagnostics(&shown)?;
    }
    Ok(super::exit_of(&session, true))
}

/// Whether a folder is a bundle that may be replaced.
fn is_bundle(folder: &std::path::Path) -> bool {
    std::fs::read(folder.join(bundle::LISTING)).is_ok_and(|text| Listing::is_listing(&text))
        && folder.join("index.html").is_file()
}
