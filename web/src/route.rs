//! Addresses: the part of the URL after `#`, which says what is shown.
//!
//! An address is `#/v1/<page>?<query>`.
//! Whatever a reader chose on a page stands in the query, under keys that survive loading the same
//! files in another order, so that an address can be sent to somebody who has the files.

use std::fmt::Write as _;

/// The version that addresses begin with.
pub const VERSION: &str = "v1";

/// What an address says about every page alike: where the data is, and how it is shown.
const KEPT: [&str; 4] = ["src", "lang", "theme", "mode"];

/// A page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Page {
    /// Where files come in.
    #[default]
    Start,
    /// What was read.
    Files,
    /// What it came to.
    Report,
    /// Every attempt.
    Attempts,
    /// A run, step by step.
    Replay,
    /// What was fixed beforehand, and what was recorded.
    Experiment,
    /// Verdicts on attempts and on interventions.
    Review,
    /// One limit over a range.
    Limits,
    /// A baseline against one change.
    Compare,
    /// An address that names no page; the text after `#`.
    Unknown(String),
}

impl Page {
    /// The pages of the navigation, in its order.
    pub const ALL: [Self; 9] = [
        Self::Start,
        Self::Files,
        Self::Report,
        Self::Attempts,
        Self::Replay,
        Self::Experiment,
        Self::Review,
        Self::Limits,
        Self::Compare,
    ];

    fn slug(&self) -> Option<&'static str> {
        match self {
            Self::Start => Some("start"),
            Self::Files => Some("files"),
            Self::Report => Some("report"),
            Self::Attempts => Some("attempts"),
            Self::Replay => Some("replay"),
            Self::Experiment => Some("experiment"),
            Self::Review => Some("review"),
            Self::Limits => Some("limits"),
            Self::Compare => Some("compare"),
            Self::Unknown(_) => None,
        }
    }
}

/// What an address says beside its page, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Query(Vec<(String, String)>);

impl Query {
    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.0
            .iter()
            .find(|(name, _)| name == key)
            .map(|(_, value)| value.as_str())
    }

    /// Every value of a key.
    pub fn all<'a>(&'a self, key: &'a str) -> impl Iterator<Item = &'a str> {
        self.0
            .iter()
            .filter(move |(name, _)| name == key)
            .map(|(_, value)| value.as_str())
    }

    /// The same query with a key set, or removed.
    #[must_use]
    pub fn with(mut self, key: &str, value: Option<&str>) -> Self {
        let position = self.0.iter().position(|(name, _)| name == key);
        match (position.and_then(|index| self.0.get_mut(index)), value) {
            (Some(entry), Some(value)) => value.clone_into(&mut entry.1),
            (Some(_), None) => self.0.retain(|(name, _)| name != key),
            (None, Some(value)) => self.0.push((key.to_owned(), value.to_owned())),
            (None, None) => {}
        }
        self
    }
}

/// What is shown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Address {
    /// The page.
    pub page: Page,
    /// What was chosen on it.
    pub query: Query,
}

impl Address {
    /// A page as it first shows: with the same data, in the same language and theme.
    #[must_use]
    pub fn to_page(&self, page: Page) -> Self {
        let kept = self
            .query
            .0
            .iter()
            .filter(|(name, _)| KEPT.contains(&name.as_str()))
            .cloned()
            .collect();
        Self {
            page,
            query: Query(kept),
        }
    }

    /// The page, if it is one that shows data.
    pub fn into_shown(self) -> Option<Page> {
        Some(self.page).filter(|page| !matches!(page, Page::Start | Page::Unknown(_)))
    }

    /// Whether the part of a URL after `#` says which page is meant.
    pub fn names_page(hash: &str) -> bool {
        let path = hash.split('?').next().unwrap_or_default();
        !path.trim_matches(['#', '/']).is_empty()
    }

    /// Whether the viewer is a part of another page.
    pub fn is_embedded(&self) -> bool {
        self.query.get("mode") == Some("embed")
    }

    /// The same address with a key of its query set, or removed.
    #[must_use]
    pub fn with(mut self, key: &str, value: Option<&str>) -> Self {
        self.query = self.query.with(key, value);
        self
    }

    /// Reads the part of a URL after `#`, with or without it.
    pub fn parse(hash: &str) -> Self {
        let text = hash.strip_prefix('#').unwrap_or(hash);
        let (path, query) = text.split_once('?').unwrap_or((text, ""));
        let query = Query(
            query
                .split('&')
                .filter(|pair| !pair.is_empty())
                .map(|pair| {
                    let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
                    (decode(key), decode(value))
                })
                .collect(),
        );
        let page = match path.trim_matches('/') {
            "" => Page::Start,
            path => path
                .strip_prefix(VERSION)
                .and_then(|path| path.strip_prefix('/'))
                .and_then(|slug| Page::ALL.into_iter().find(|page| page.slug() == Some(slug)))
                .unwrap_or_else(|| Page::Unknown(text.to_owned())),
        };
        Self { page, query }
    }

    /// Writes the address, with its `#`.
    pub fn to_hash(&self) -> String {
        let Some(slug) = self.page.slug() else {
            return match &self.page {
                Page::Unknown(text) => format!("#{text}"),
                _ => String::new(),
            };
        };
        let mut hash = format!("#/{VERSION}/{slug}");
        for (index, (key, value)) in self.query.0.iter().enumerate() {
            hash.push(if index == 0 { '?' } else { '&' });
            encode(key, &mut hash);
            hash.push('=');
            encode(value, &mut hash);
        }
        hash
    }
}

/// Percent-encodes everything but the characters that are safe in a fragment and easy to read.
fn encode(text: &str, into: &mut String) {
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z'
            | b'A'..=b'Z'
            | b'0'..=b'9'
            | b'-'
            | b'_'
            | b'.'
            | b'~'
            | b':'
            | b'/'
            | b',' => into.push(char::from(byte)),
            // Writing into a string cannot fail.
            _ => drop(write!(into, "%{byte:02X}")),
        }
    }
}

/// Undoes [`encode`]; what is not a valid escape stays as it is.
fn decode(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        let escaped = match (first, tail) {
            (b'%', [high, low, ..]) => hex(*high).zip(hex(*low)),
            _ => None,
        };
        if let Some((high, low)) = escaped {
            bytes.push(high * 16 + low);
            rest = tail.get(2..).unwrap_or_default();
        } else {
            bytes.push(if first == b'+' { b' ' } else { first });
            rest = tail;
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit)
        .to_digit(16)
        .and_then(|value| u8::try_from(value).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_round_trip(hash: &str) {
        assert_eq!(Address::parse(hash).to_hash(), hash);
    }

    #[test]
    fn addresses_survive_being_written_and_read() {
        check_round_trip("#/v1/start");
        check_round_trip("#/v1/report?variant=b%26b&lang=es");
        check_round_trip("#/v1/replay?run=thread-1/run-2&step=14");
        check_round_trip("#/v1/attempts?attempt=a%C3%B1o%20100%25");
    }

    #[test]
    fn an_empty_address_is_the_start() {
        assert_eq!(Address::parse("").page, Page::Start);
        assert_eq!(Address::parse("#/").page, Page::Start);
    }

    #[test]
    fn other_versions_and_pages_are_unknown() {
        assert_eq!(
            Address::parse("#/v2/report").page,
            Page::Unknown("/v2/report".to_owned())
        );
        assert_eq!(
            Address::parse("#main").page,
            Page::Unknown("main".to_owned())
        );
    }

    #[test]
    fn broken_escapes_are_kept() {
        assert_eq!(decode("100%"), "100%");
        assert_eq!(decode("%zz%41"), "%zzA");
    }

    #[test]
    fn another_page_keeps_the_data_and_how_it_is_shown() {
        let address = Address::parse(
            "#/v1/report?src=a.jsonl&variant=b&src=b.jsonl&lang=es&theme=dark&mode=embed",
        );
        assert_eq!(
            address.to_page(Page::Files).to_hash(),
            "#/v1/files?src=a.jsonl&src=b.jsonl&lang=es&theme=dark&mode=embed"
        );
    }

    #[test]
    fn an_address_names_a_page_or_none() {
        for hash in ["", "#", "#/", "#/?lang=es", "#?src=a"] {
            assert!(!Address::names_page(hash), "{hash}");
        }
        for hash in ["#/v1/start", "#/v2/report?src=a", "#main"] {
            assert!(Address::names_page(hash), "{hash}");
        }
    }

    #[test]
    fn keys_are_set_and_removed_in_place() {
        let address = Address::parse("#/v1/attempts?sort=cost&filter=x");
        assert_eq!(
            address.clone().with("sort", Some("id")).to_hash(),
            "#/v1/attempts?sort=id&filter=x"
        );
        assert_eq!(
            address.with("sort", None).to_hash(),
            "#/v1/attempts?filter=x"
        );
    }
}
