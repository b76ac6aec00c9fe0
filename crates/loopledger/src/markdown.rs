//! Summaries as Markdown, for a pull request, the page of a CI job or a comment.
//!
//! Text from a record is never Markdown or HTML there: it stands in `<code>`, where nobody is
//! mentioned and nothing is linked, with every character that either could take for its own as a
//! numeric reference.

mod comparison;

pub use comparison::{comparison, difference, interval, mismatch, refusal_sentence, side};

use std::fmt::Write as _;

/// Characters of a text from a record that are shown.
const LONGEST_TEXT: usize = 200;

/// A figure with its unit, which may come from a record.
pub fn amount(figure: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || " .,()=-_".contains(letter);
    // An address is the one thing that these letters can make.
    if figure.chars().all(is_plain) && !figure.to_ascii_lowercase().contains("www") {
        format!("<code>{figure}</code>")
    } else {
        text(figure)
    }
}

/// Text from a record, on one line.
pub fn text(text: &str) -> String {
    let mut out = String::from("<code>");
    for letter in text.chars().take(LONGEST_TEXT) {
        match letter {
            ' ' => out.push(' '),
            // Line ends would end the table; marks that turn the direction of writing would hide
            // what stands there.
            _ if letter.is_control() || is_invisible(letter) => out.push('\u{FFFD}'),
            _ if letter.is_ascii_punctuation() => {
                // Writing to a string cannot fail.
                let _ = write!(out, "&#{};", u32::from(letter));
            }
            _ => out.push(letter),
        }
    }
    if text.chars().nth(LONGEST_TEXT).is_some() {
        out.push('…');
    }
    out.push_str("</code>");
    out
}

fn is_invisible(letter: char) -> bool {
    matches!(
        letter,
        '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{2069}' | '\u{FEFF}'
    )
}

#[cfg(test)]
mod tests {
    use super::text;

    #[test]
    fn text_from_a_record_is_no_markdown_and_no_html() {
        let shown = text("a|b\n**c** <img src=x> `d` @me #1 [e](https://f.g) &amp; \u{202E}");
        let inside = shown
            .strip_prefix("<code>")
            .and_then(|rest| rest.strip_suffix("</code>"))
            .unwrap_or_default();
        let without_references = inside
            .split("&#")
            .map(|part| part.split_once(';').map_or(part, |(_, rest)| rest))
            .collect::<String>();
        let is_plain = |letter: char| letter.is_alphanumeric() || " \u{FFFD}".contains(letter);
        assert!(without_references.chars().all(is_plain), "{shown}");
        assert!(shown.contains("a&#124;b\u{FFFD}&#42;&#42;c"), "{shown}");
    }

    #[test]
    fn a_long_text_is_cut() {
        assert_eq!(text(&"x".repeat(500)).matches('x').count(), 200);
        assert!(text(&"x".repeat(201)).contains('…'));
    }
}
