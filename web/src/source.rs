//! Data that is loaded by its address.
//!
//! What may be asked for, of whom, and what is said when it does not come; the asking itself is in
//! [`fetching`](crate::fetching).

use serde::Deserialize;

/// The schema of a listing, by which its version is told.
pub const LISTING_SCHEMA: &str = "loopledger.listing/v1";

/// An address as the browser reads it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Parts {
    /// The whole of it, without what stands after `#`.
    pub href: String,
    /// Its scheme, with the colon.
    pub protocol: String,
    /// Its origin; `null` where the scheme has none.
    pub origin: String,
    /// Its host, without the port.
    pub host: String,
    /// Its path, escapes undone.
    pub path: String,
    /// Whether it holds a user name or a password.
    pub has_credentials: bool,
}

/// Whose server an address belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reach {
    /// The viewer's own, from which the page came.
    Own,
    /// Another one, which the reader must allow first.
    Foreign,
}

/// A file that is wanted from an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    /// The name that it is shown under.
    pub name: String,
    /// Where it is.
    pub href: String,
    /// Its origin.
    pub origin: String,
    /// Whose server that is.
    pub reach: Reach,
    /// How large a listing says that it is.
    pub bytes: Option<u64>,
    /// The SHA-256 that a listing says it has, lower-case hex.
    pub sha256: Option<String>,
}

/// Why data could not be had from its address.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AddressProblem {
    /// It is no address.
    #[error("not an address")]
    Invalid,
    /// It is of a kind that is not opened.
    #[error("addresses with `{0}` are not opened")]
    Scheme(String),
    /// It holds a user name or a password.
    #[error("addresses with a user name or a password are not opened")]
    Credentials,
    /// The reader did not want it.
    #[error("not allowed by the reader: {0}")]
    Declined(String),
    /// Its server, which is the viewer's own, did not answer.
    #[error("no answer")]
    NoAnswer,
    /// A foreign server did not answer, or not in a way that lets this page read it.
    #[error("no answer from {origin} that {page} may read")]
    NotShared {
        /// The server's origin.
        origin: String,
        /// The page's origin.
        page: String,
    },
    /// The page's own policy forbids asking that server.
    #[error("the viewer's content security policy forbids requests to {0}")]
    Policy(String),
    /// The server says that there is nothing.
    #[error("HTTP {0}")]
    Status(u16),
    /// The server sends on to another origin.
    #[error("redirected to another origin")]
    Redirected,
    /// A web page came in place of a file.
    #[error("the answer is a web page (text/html), not a file")]
    WebPage,
    /// The answer ended too early.
    #[error("the answer broke off after {0} bytes")]
    BrokenOff(u64),
    /// Its size is not the listing's.
    #[error("{found} bytes, and the listing says {expected}")]
    Size {
        /// Bytes that the listing says.
        expected: u64,
        /// Bytes that came, at least.
        found: u64,
    },
    /// Its digest is not the listing's.
    #[error("SHA-256 {found}, and the listing says {expected}")]
    Digest {
        /// The digest that the listing says.
        expected: String,
        /// The digest of what came.
        found: String,
    },
    /// The listing is no listing.
    #[error("not a listing: {0}")]
    Listing(String),
}

impl AddressProblem {
    /// A stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Invalid => "address_invalid",
            Self::Scheme(_) => "address_scheme",
            Self::Credentials => "address_credentials",
            Self::Declined(_) => "declined",
            Self::NoAnswer => "no_answer",
            Self::NotShared { .. } => "not_shared",
            Self::Policy(_) => "policy",
            Self::Status(_) => "http_status",
            Self::Redirected => "redirected",
            Self::WebPage => "web_page",
            Self::BrokenOff(_) => "broken_off",
            Self::Size { .. } => "size_mismatch",
            Self::Digest { .. } => "digest_mismatch",
            Self::Listing(_) => "listing",
        }
    }
}

/// What a listing says.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
struct Listing {
    schema: String,
    files: Vec<Listed>,
}

/// A file of a listing.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Listed {
    /// The name that it is shown under.
    pub name: String,
    /// Where it is, from the listing.
    pub address: String,
    /// Its size.
    pub bytes: Option<u64>,
    /// Its SHA-256, hex.
    pub sha256: Option<String>,
}

/// Reads a listing.
pub fn read_listing(json: &[u8]) -> Result<Vec<Listed>, AddressProblem> {
    let listing: Listing =
        serde_json::from_slice(json).map_err(|error| AddressProblem::Listing(error.to_string()))?;
    if listing.schema != LISTING_SCHEMA {
        return Err(AddressProblem::Listing(format!(
            "its schema is `{}` instead of `{LISTING_SCHEMA}`",
            listing.schema
        )));
    }
    Ok(listing.files)
}

/// Whose server an address belongs to, or why nobody is asked.
///
/// A foreign server must be reached by https, so that nobody on the way can change what it says;
/// this machine itself needs no such protection.
pub fn reach(parts: &Parts, page_origin: &str) -> Result<Reach, AddressProblem> {
    let is_web = matches!(parts.protocol.as_str(), "http:" | "https:");
    if !is_web {
        return Err(AddressProblem::Scheme(parts.protocol.clone()));
    }
    if parts.has_credentials {
        return Err(AddressProblem::Credentials);
    }
    if parts.origin == page_origin {
        return Ok(Reach::Own);
    }
    let is_this_machine = matches!(parts.host.as_str(), "localhost" | "127.0.0.1" | "[::1]");
    if parts.protocol == "https:" || is_this_machine {
        Ok(Reach::Foreign)
    } else {
        Err(AddressProblem::Scheme(parts.protocol.clone()))
    }
}

/// The name of a file at an address: its path from the page's folder, or the whole of a foreign one.
pub fn name(parts: &Parts, reach: &Reach, page_folder: &str) -> String {
    match reach {
        Reach::Own => parts
            .path
            .strip_prefix(page_folder)
            .unwrap_or(&parts.path)
            .to_owned(),
        Reach::Foreign => format!("{}{}", parts.origin, parts.path),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "https://reports.example";

    fn parts(protocol: &str, origin: &str, host: &str) -> Parts {
        Parts {
            protocol: protocol.to_owned(),
            origin: origin.to_owned(),
            host: host.to_owned(),
            path: "/site/data/a.jsonl".to_owned(),
            ..Parts::default()
        }
    }

    fn check(protocol: &str, origin: &str, host: &str, expected: Result<&Reach, &str>) {
        let found = reach(&parts(protocol, origin, host), PAGE);
        assert_eq!(
            found.as_ref().map_err(AddressProblem::code),
            expected,
            "{protocol} {origin}"
        );
    }

    #[test]
    fn only_the_very_same_origin_is_our_own() {
        check("https:", PAGE, "reports.example", Ok(&Reach::Own));
        check(
            "https:",
            "https://reports.example:8443",
            "reports.example",
            Ok(&Reach::Foreign),
        );
        check("https:", "https://example", "example", Ok(&Reach::Foreign));
    }

    #[test]
    fn a_foreign_server_is_asked_by_https_or_on_this_machine() {
        check(
            "http:",
            "http://data.example",
            "data.example",
            Err("address_scheme"),
        );
        check(
            "http:",
            "http://127.0.0.1:8000",
            "127.0.0.1",
            Ok(&Reach::Foreign),
        );
    }

    #[test]
    fn other_schemes_are_refused() {
        for protocol in ["file:", "data:", "javascript:", "blob:", "ftp:"] {
            check(protocol, "null", "", Err("address_scheme"));
        }
        // A blob has the origin of the page that made it, and is refused all the same.
        check("blob:", PAGE, "", Err("address_scheme"));
    }

    #[test]
    fn credentials_are_refused() {
        let mut parts = parts("https:", PAGE, "reports.example");
        parts.has_credentials = true;
        assert_eq!(reach(&parts, PAGE), Err(AddressProblem::Credentials));
    }

    #[test]
    fn names_are_relative_to_the_page() {
        let parts = parts("https:", PAGE, "reports.example");
        assert_eq!(name(&parts, &Reach::Own, "/site/"), "data/a.jsonl");
        assert_eq!(name(&parts, &Reach::Own, "/other/"), "/site/data/a.jsonl");
        assert_eq!(
            name(&parts, &Reach::Foreign, "/site/"),
            "https://reports.example/site/data/a.jsonl"
        );
    }

    #[test]
    fn a_listing_of_another_version_is_refused() {
        let json = br#"{"schema":"loopledger.listing/v2","files":[]}"#;
        let problem = read_listing(json).unwrap_err();
        assert!(problem.to_string().contains("listing/v2"), "{problem}");
    }

    #[test]
    fn a_listing_may_leave_out_size_and_digest() {
        let json =
            br#"{"schema":"loopledger.listing/v1","files":[{"name":"a","address":"data/a"}]}"#;
        let files = read_listing(json).unwrap();
        assert_eq!(files[0].address, "data/a");
        assert_eq!(files[0].bytes, None);
    }
}
