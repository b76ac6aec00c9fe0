//! A site that opens on results: the viewer's page, the data and their listing.
//!
//! Here is what the files say; a host writes them.

mod single;

pub use single::single_page;

use crate::Session;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The name of the listing, beside the page.
pub const LISTING: &str = "listing.json";

/// The folder of the data, beside the page.
pub const DATA: &str = "data";

/// What keeps well-behaved robots away, where the site is the root of its host.
pub const ROBOTS: &str = "User-agent: *\nDisallow: /\n";

/// The data of a site, version 1: `listing.json` beside its page.
///
/// A page whose head holds `<meta name="loopledger-listing" content="listing.json">` reads it when
/// it starts, loads its files as if they had been dropped, and opens the report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Listing {
    /// Always `loopledger.listing/v1`.
    #[schemars(extend("const" = Listing::SCHEMA))]
    pub schema: String,
    /// The program that wrote it, with its version.
    pub generator: String,
    /// The files, in the order in which they are loaded.
    pub files: Vec<ListedFile>,
}

/// One file of a site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListedFile {
    /// The name under which it is loaded, with its folder; no two files have the same.
    pub name: String,
    /// Its address, relative to the page.
    pub address: String,
    /// Its size in bytes.
    pub bytes: u64,
    /// SHA-256 of its bytes, lower-case hex.
    pub sha256: String,
    /// Stable code of its format.
    pub format: String,
    /// Agent runs in it.
    pub runs: u64,
    /// Attempts in it: attempt records and run rows.
    pub attempts: u64,
}

/// Why a page cannot be made to open on results.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PageError {
    /// The page has no head.
    #[error("the viewer's page has no </head>")]
    NoHead,
    /// The page has a listing already.
    #[error("the viewer's page is that of a bundle already")]
    HasListing,
    /// The page names a file that is not there.
    #[error("the viewer's page names {0}, which is missing")]
    NoFile(String),
    /// The page is not as `cargo xtask web` builds it.
    #[error("the viewer's page holds {0}")]
    Unexpected(&'static str),
}

impl Listing {
    /// The value of [`schema`](Self::schema).
    pub const SCHEMA: &'static str = "loopledger.listing/v1";

    /// The listing of every file of a session that was recognised, in its order.
    pub fn new(session: &Session, generator: &str) -> Self {
        let files = session.files().into_iter();
        Self {
            schema: Self::SCHEMA.to_owned(),
            generator: generator.to_owned(),
            files: files
                .filter_map(|file| {
                    Some(ListedFile {
                        address: String::new(),
                        format: file.format?,
                        bytes: file.bytes,
                        sha256: file.sha256,
                        runs: file.runs,
                        attempts: file.attempts + file.run_rows,
                        name: file.name,
                    })
                })
                .zip(1..)
                .map(|(file, number)| ListedFile {
                    address: address(number, &file.name),
                    ..file
                })
                .collect(),
        }
    }

    /// Whether a text is a listing, of this version or another.
    pub fn is_listing(text: &[u8]) -> bool {
        #[derive(Deserialize)]
        struct Head {
            schema: String,
        }
        serde_json::from_slice::<Head>(text)
            .is_ok_and(|head| head.schema.starts_with("loopledger.listing/"))
    }
}

/// The viewer's page, told to open on a listing; nothing else of it is changed.
///
/// # Errors
/// [`PageError`] where the page is no page of the viewer.
pub fn page(html: &str) -> Result<String, PageError> {
    if html.contains("loopledger-listing") {
        return Err(PageError::HasListing);
    }
    let at = html.find("</head>").ok_or(PageError::NoHead)?;
    let (head, rest) = html.split_at_checked(at).ok_or(PageError::NoHead)?;
    Ok(format!(
        "{head}<meta name=\"loopledger-listing\" content=\"{LISTING}\">\n    \
         <meta name=\"robots\" content=\"noindex\">\n  {rest}"
    ))
}

/// Endings under which no server gives a file out as a page or a program.
const ENDINGS: [&str; 6] = ["json", "jsonl", "ndjson", "yaml", "yml", "gz"];

/// Letters of a name that an address keeps.
const LONGEST_NAME: usize = 80;

/// The address of a file: readable, without letters that a server or an address treats in a way of
/// its own, and like no other because of its number.
fn address(number: usize, name: &str) -> String {
    let base = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let mut safe: String = base
        .chars()
        .take(LONGEST_NAME)
        .map(|letter| match letter {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '-' | '_' | '.' => letter,
            _ => '-',
        })
        .collect();
    let ending = base
        .rsplit_once('.')
        .map(|(_, ending)| ending.to_lowercase());
    let is_kept = ending.is_some_and(|ending| ENDINGS.contains(&ending.as_str()));
    if !is_kept || base.chars().count() > LONGEST_NAME {
        safe.push_str(".txt");
    }
    format!("{DATA}/{number:03}-{safe}")
}

#[cfg(test)]
mod tests {
    use super::{Listing, PageError, address, page};

    #[test]
    fn an_address_is_safe_and_readable() {
        assert_eq!(address(1, "runs/a b.jsonl"), "data/001-a-b.jsonl");
        assert_eq!(address(2, "..\\..\\x.json"), "data/002-x.json");
        assert_eq!(address(3, "ñ?#%2f.yaml"), "data/003-----2f.yaml");
        assert_eq!(address(4, "evil.html"), "data/004-evil.html.txt");
        assert_eq!(address(5, "noending"), "data/005-noending.txt");
        assert!(address(6, &"x".repeat(300)).len() < 100);
    }

    #[test]
    fn the_page_gets_its_listing_and_keeps_the_rest() {
        let html = "<head><link integrity=\"sha384-x\"></head><body></body>";
        let made = page(html).unwrap();
        assert!(made.contains("<meta name=\"loopledger-listing\" content=\"listing.json\">"));
        let start = made.find("<meta").unwrap();
        let end = made.find("</head>").unwrap();
        assert_eq!(format!("{}{}", &made[..start], &made[end..]), html);
        assert_eq!(page(&made), Err(PageError::HasListing));
        assert_eq!(page("<p>"), Err(PageError::NoHead));
    }

    #[test]
    fn a_listing_is_recognised_by_its_schema() {
        assert!(Listing::is_listing(
            br#"{"schema":"loopledger.listing/v2","x":1}"#
        ));
        assert!(!Listing::is_listing(br#"{"schema":"other"}"#));
        assert!(!Listing::is_listing(b"{"));
    }
}
