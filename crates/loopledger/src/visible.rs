//! Text of records for people's eyes.

use std::borrow::Cow;
use std::fmt::Write as _;

/// A text whose control characters are spelt out: `\u{1b}` for what would command a terminal,
/// `\u{202e}` for what would turn the reading direction and make one name look like another.
/// Line ends and tabs stay. It is for showing; what is computed with or exported stays as it came.
///
/// ```
/// use loopledger::visible;
///
/// assert_eq!(visible("run-1.jsonl"), "run-1.jsonl");
/// assert_eq!(visible("a\u{202e}lnosj.b\u{1b}[2J"), r"a\u{202e}lnosj.b\u{1b}[2J");
/// ```
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        if is_hidden(character) {
            // Writing to a string cannot fail.
            let _ = write!(out, "\\u{{{:x}}}", u32::from(character));
        } else {
            out.push(character);
        }
    }
    Cow::Owned(out)
}

/// Control characters but line feed and tab, and those that embed, override or isolate a direction.
fn is_hidden(character: char) -> bool {
    match character {
        '\n' | '\t' => false,
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        _ => character.is_control(),
    }
}

#[cfg(test)]
mod tests {
    use super::visible;

    #[test]
    fn every_kind_of_hidden_character_is_spelt_out() {
        for (hidden, shown) in [
            ("\u{0}", r"\u{0}"),
            ("\r", r"\u{d}"),
            ("\u{7f}", r"\u{7f}"),
            ("\u{9b}", r"\u{9b}"),
            ("\u{202a}", r"\u{202a}"),
            ("\u{2069}", r"\u{2069}"),
        ] {
            assert_eq!(visible(hidden), shown);
        }
    }

    #[test]
    fn other_text_stays_as_it_is() {
        let text = "line\n\ttab \u{e9}\u{1f600} \u{5e9}\u{5dc}\u{5d5}\u{5dd} \u{200f}";
        assert_eq!(visible(text), text);
    }
}
