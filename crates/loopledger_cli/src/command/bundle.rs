//! `loopledger bundle`: a site that opens on results.

use super::{has_complaints, redaction_of};
use crate::args::BundleArgs;
use crate::exit::Exit;
use crate::folder::{Existing, File, Folder};
use crate::load;
use crate::output::{self, table};
use crate::viewer;
use anyhow::Context as _;
use loopledger::bundle::{self, ListedFile, Listing};
use loopledger::view::FileView;
use loopledger::{FileMeta, Reading, Session};
use std::path::{Path, PathBuf};

/// The viewer's page.
const PAGE: &str = "index.html";

/// What the listing says of this program.
const GENERATOR: &str = concat!("loopledger ", env!("CARGO_PKG_VERSION"));

pub(super) fn run(args: &BundleArgs) -> anyhow::Result<Exit> {
    let inputs = load::inputs(&args.paths);
    if !inputs.is_complete {
        return Ok(Exit::Io);
    }
    let target = Target::new(args, &inputs.paths())?;

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
    let mut published_data = Vec::new();
    if listing.files.is_empty() {
        table::diagnostics(&shown)?;
        return Ok(Exit::Refused);
    }

    let viewer = viewer::files(args.viewer.as_deref())?;
    for listed in &listing.files {
        let found = data.iter_mut().find(|(name, _)| *name == listed.name);
        let (_, bytes) = found.context("a listed file is missing")?;
        published_data.push((listed, std::mem::take(bytes)));
    }
    target.write(viewer, &listing, published_data)?;

    if args.json {
        output::json(&listing)?;
    } else {
        let files = listing.files.iter();
        table::written(
            target.path(),
            files.map(|file| (file.name.as_str(), file.bytes)),
        )?;
        table::refused(&shown)?;
        let is_published = |file: &FileView| file.format.is_some();
        let shown: Vec<_> = shown.into_iter().filter(is_published).collect();
        table::diagnostics(&shown)?;
    }
    Ok(super::exit_of(&session, true))
}

/// What is written.
#[derive(Debug)]
enum Target<'a> {
    Site(&'a Path, Folder),
    SingleFile(&'a Path, File),
}

impl<'a> Target<'a> {
    /// Checks what is to be written, before anything is read.
    fn new(args: &'a BundleArgs, inputs: &[PathBuf]) -> anyhow::Result<Self> {
        let mut inputs = inputs.to_vec();
        inputs.extend(args.viewer.clone());
        if let Some(path) = &args.single_file {
            let file = File::new(path, args.overwrite, &inputs)?;
            return Ok(Self::SingleFile(path, file));
        }
        let existing = if args.overwrite {
            Existing::ReplacedIf(is_bundle)
        } else {
            Existing::Refused
        };
        let path = args.out.as_deref().context("--out is missing")?;
        Ok(Self::Site(path, Folder::new(path, existing, &inputs)?))
    }

    fn path(&self) -> &'a Path {
        match self {
            Self::Site(path, _) | Self::SingleFile(path, _) => path,
        }
    }

    fn write(
        &self,
        viewer: Vec<(String, Vec<u8>)>,
        listing: &Listing,
        data: Vec<(&ListedFile, Vec<u8>)>,
    ) -> anyhow::Result<()> {
        let page = viewer.iter().find(|(name, _)| name == PAGE);
        let (_, page) = page.context("the viewer has no page")?;
        let page = std::str::from_utf8(page).context("the viewer's page is not UTF-8")?;
        match self {
            Self::Site(_, folder) => {
                let page = bundle::page(page)?;
                let mut files = viewer;
                files.retain(|(name, _)| name != PAGE);
                files.push((PAGE.to_owned(), page.into_bytes()));
                let data = data.into_iter();
                files.extend(data.map(|(file, bytes)| (file.address.clone(), bytes)));
                let json = serde_json::to_string_pretty(listing)? + "\n";
                files.push((bundle::LISTING.to_owned(), json.into_bytes()));
                files.push(("robots.txt".to_owned(), bundle::ROBOTS.into()));
                // Without it, GitHub Pages may take the site for the source of one.
                files.push((".nojekyll".to_owned(), Vec::new()));
                folder.write(&files)
            }
            Self::SingleFile(_, file) => {
                let data: Vec<_> = data
                    .into_iter()
                    .map(|(file, bytes)| (file.name.clone(), bytes))
                    .collect();
                let find = |address: &str| {
                    let found = viewer.iter().find(|(name, _)| name == address);
                    found.map(|(_, bytes)| bytes.as_slice())
                };
                file.write(bundle::single_page(page, find, &data)?.as_bytes())
            }
        }
    }
}

/// Whether a folder is a bundle that may be replaced.
fn is_bundle(folder: &Path) -> bool {
    std::fs::read(folder.join(bundle::LISTING)).is_ok_and(|text| Listing::is_listing(&text))
        && folder.join(PAGE).is_file()
}
