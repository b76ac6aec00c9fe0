//! What is kept of the texts of a message: digests, which only tell whether two of them are the
//! same.

use crate::source::Record;
use loopledger_json::{Node, Value};
use loopledger_model::trace::ContentDigest;
use sha2::{Digest as _, Sha256};

/// Digest of a text.
pub(crate) fn digest(text: &[u8]) -> ContentDigest {
    let full: [u8; 32] = Sha256::digest(text).into();
    // It has 32 bytes.
    ContentDigest(full.first_chunk().copied().unwrap_or_default())
}

/// What an assistant says in a message's `content`: its text, without reasoning and without the
/// calls that some providers repeat there; `None` where there is no such field.
pub(crate) fn words(body: &Node<'_>) -> Option<Vec<u8>> {
    text(body.get("content")?, |_, _| ())
}

/// Digest of what a tool returned in a message's `content`; what is not text counts as it stands
/// in the file.
pub(crate) fn result(record: Record<'_, '_>, body: &Node<'_>) -> Option<ContentDigest> {
    let text = text(body.get("content")?, |block, out| {
        out.extend_from_slice(record.source.slice(block).as_bytes());
    })?;
    Some(digest(&text))
}

/// The text of a content: a string, or the text blocks of a list. `None` where it is neither.
fn text(content: &Node<'_>, other: impl Fn(&Node<'_>, &mut Vec<u8>)) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    match &content.value {
        Value::Null => {}
        Value::Str(text) => text.decode_into(&mut out),
        Value::Array(blocks) => {
            for block in blocks {
                match block.str().or_else(|| text_block(block)?.str()) {
                    Some(text) => text.decode_into(&mut out),
                    None => other(block, &mut out),
                }
            }
        }
        _ => return None,
    }
    Some(out)
}

fn text_block<'n, 'a>(block: &'n Node<'a>) -> Option<&'n Node<'a>> {
    let is_text = match block.get("type").and_then(Node::str) {
        Some(kind) => kind == *"text" || kind == *"output_text",
        None => true,
    };
    block.get("text").filter(|_| is_text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{Lines, Source};
    use std::sync::Arc;

    fn check(one: &str, other: &str) -> (bool, bool) {
        let read = |text: &str| {
            let node = loopledger_json::parse(text).unwrap();
            let file: Arc<str> = "f".into();
            let source = Source {
                file: &file,
                text,
                base: 0,
                lines: Lines::One(1),
            };
            let record = Record {
                source: &source,
                node: &node,
                pointer: "",
            };
            (words(&node).map(|it| digest(&it)), result(record, &node))
        };
        let (one, other) = (read(one), read(other));
        (one.0 == other.0, one.1 == other.1)
    }

    #[test]
    fn a_string_and_its_only_block_say_the_same() {
        let blocks = r#"{"content":[{"type":"text","text":"a\u0062"}]}"#;
        assert_eq!(check(r#"{"content":"ab"}"#, blocks), (true, true));
    }

    #[test]
    fn calls_and_reasoning_are_no_words() {
        let blocks = r#"{"content":[{"type":"tool_use","id":"x"},{"type":"text","text":"a"}]}"#;
        assert_eq!(check(r#"{"content":"a"}"#, blocks), (true, false));
    }

    #[test]
    fn another_text_has_another_digest() {
        assert_eq!(
            check(r#"{"content":"a"}"#, r#"{"content":"b"}"#),
            (false, false)
        );
    }

    #[test]
    fn no_content_is_not_an_empty_one() {
        assert_eq!(check(r#"{"content":""}"#, "{}"), (false, false));
        assert_eq!(
            check(r#"{"content":""}"#, r#"{"content":null}"#),
            (true, true)
        );
    }

    #[test]
    fn a_digest_is_the_start_of_the_sha_256() {
        let abc = [0xba, 0x78, 0x16, 0xbf, 0x8f, 0x01, 0xcf, 0xea];
        assert_eq!(digest(b"abc"), ContentDigest(abc));
    }
}
