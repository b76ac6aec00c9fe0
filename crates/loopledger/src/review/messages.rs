//! What a message says, out of the record that holds it.

use crate::Session;
use crate::view::review::{MessageCallView, MessageTextView};
use loopledger_json::{Node, Value, parse_prefix};
use loopledger_model::Place;

/// Characters of a message, and of a call's arguments, that are shown at most.
const SHOWN: usize = 4_000;

impl Session {
    /// What messages say, one for each place; without text where the file is not loaded, keeps no
    /// texts, or holds no message there.
    pub fn message_texts(&self, places: &[Place]) -> Vec<MessageTextView> {
        let mut texts = Vec::with_capacity(places.len());
        for place in places {
            texts.push(self.message_text(place).unwrap_or_default());
        }
        texts
    }

    fn message_text(&self, place: &Place) -> Option<MessageTextView> {
        let file = self.files.iter().find(|file| file.name == place.file)?;
        if file.read()?.redacted.is_some() {
            return None;
        }
        let start = usize::try_from(place.byte?).ok()?;
        let text = file.source.bytes().get(start..)?;
        let node = parse_prefix(text).ok()?;
        Some(said(&node, text))
    }
}

/// The message in a record: the record itself, or what it holds under `content`.
fn said(node: &Node<'_>, source: &[u8]) -> MessageTextView {
    let content = node.get("content");
    if let Some(inner) = content.filter(|inner| inner.get("content").is_some()) {
        return said(inner, source);
    }
    let mut text = String::new();
    if let Some(content) = content {
        gather(content, &mut text);
    }
    let (text, is_cut) = cut(&text);
    let calls = node.get("tool_calls").and_then(Node::array);
    MessageTextView {
        text: Some(text).filter(|text| !text.is_empty()),
        is_cut,
        calls: calls
            .unwrap_or_default()
            .iter()
            .map(|call| MessageCallView {
                tool: call
                    .get("name")
                    .and_then(Node::str)
                    .map(|name| name.to_display().into_owned())
                    .unwrap_or_default(),
                arguments: call
                    .get("args")
                    .and_then(|args| source.get(args.start..args.end))
                    .and_then(|args| std::str::from_utf8(args).ok())
                    .map(|args| cut(args).0)
                    .unwrap_or_default(),
            })
            .collect(),
    }
}

/// Text, or the texts of a list of blocks.
fn gather(content: &Node<'_>, out: &mut String) {
    match &content.value {
        Value::Str(text) => out.push_str(&text.to_display()),
        Value::Array(blocks) => {
            for block in blocks {
                if !out.is_empty() {
                    out.push('\n');
                }
                gather(block.get("text").unwrap_or(block), out);
            }
        }
        _ => {}
    }
}

fn cut(text: &str) -> (String, bool) {
    let shown: String = text.chars().take(SHOWN).collect();
    let is_cut = shown.len() < text.len();
    (shown, is_cut)
}
