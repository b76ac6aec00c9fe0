//! Messages with elements among their arguments.

use fluent_bundle::{FluentArgs, FluentValue};
use loopledger::visible;
use yew::{AttrValue, Html, html};

/// An argument of a message.
#[derive(Debug, Clone, PartialEq)]
pub enum Arg {
    /// Text, shown as it is, but for control characters, which are spelt out.
    Text(AttrValue),
    /// A count, by which the message may choose its plural form.
    Number(u64),
}

/// An argument of a message with elements.
#[derive(Debug, Clone, PartialEq)]
pub enum RichArg {
    /// Text or a count.
    Plain(Arg),
    /// An element.
    Element(Html),
}

impl Arg {
    pub(super) fn to_value(&self) -> FluentValue<'static> {
        match self {
            // What stands for an element is ours alone.
            Self::Text(text) => FluentValue::from(visible(text).replace([OPEN, CLOSE], "\u{fffd}")),
            Self::Number(number) => FluentValue::from(*number),
        }
    }
}

impl From<AttrValue> for Arg {
    fn from(text: AttrValue) -> Self {
        Self::Text(text)
    }
}

impl From<String> for Arg {
    fn from(text: String) -> Self {
        Self::Text(text.into())
    }
}

impl From<&str> for Arg {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned().into())
    }
}

impl From<u64> for Arg {
    fn from(number: u64) -> Self {
        Self::Number(number)
    }
}

impl From<Html> for RichArg {
    fn from(element: Html) -> Self {
        Self::Element(element)
    }
}

impl From<u64> for RichArg {
    fn from(number: u64) -> Self {
        Self::Plain(number.into())
    }
}

impl From<&str> for RichArg {
    fn from(text: &str) -> Self {
        Self::Plain(text.into())
    }
}

impl From<AttrValue> for RichArg {
    fn from(text: AttrValue) -> Self {
        Self::Plain(text.into())
    }
}

impl From<String> for RichArg {
    fn from(text: String) -> Self {
        Self::Plain(text.into())
    }
}

/// Stands around the number of an element while the message is put together; private-use
/// characters, which no message contains.
const OPEN: char = '\u{e000}';
const CLOSE: char = '\u{e001}';

pub(super) fn format(
    id: &str,
    args: Vec<(&'static str, RichArg)>,
    format: impl FnOnce(&str, &FluentArgs<'_>) -> String,
) -> Html {
    let mut elements = Vec::new();
    let mut fluent_args = FluentArgs::with_capacity(args.len());
    for (name, arg) in args {
        match arg {
            RichArg::Plain(arg) => fluent_args.set(name, arg.to_value()),
            RichArg::Element(element) => {
                fluent_args.set(name, format!("{OPEN}{}{CLOSE}", elements.len()));
                elements.push(element);
            }
        }
    }
    let text = format(id, &fluent_args);
    pieces(&text)
        .into_iter()
        .map(|piece| match piece {
            Piece::Text(text) => html! { { text } },
            Piece::Element(index) => elements.get(index).cloned().unwrap_or_default(),
        })
        .collect()
}

#[derive(Debug, PartialEq, Eq)]
enum Piece<'a> {
    Text(&'a str),
    Element(usize),
}

fn pieces(mut text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    while let Some((before, rest)) = text.split_once(OPEN) {
        if !before.is_empty() {
            pieces.push(Piece::Text(before));
        }
        let Some((number, after)) = rest.split_once(CLOSE) else {
            break;
        };
        if let Ok(index) = number.parse() {
            pieces.push(Piece::Element(index));
        }
        text = after;
    }
    if !text.is_empty() {
        pieces.push(Piece::Text(text));
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_keep_their_place_in_the_sentence() {
        let text = format!("cost {OPEN}1{CLOSE} over {OPEN}0{CLOSE}");
        assert_eq!(
            pieces(&text),
            [
                Piece::Text("cost "),
                Piece::Element(1),
                Piece::Text(" over "),
                Piece::Element(0),
            ]
        );
    }

    #[test]
    fn text_of_a_record_stands_for_no_element_and_hides_nothing() {
        let arg = Arg::from(format!("{OPEN}0{CLOSE} a\u{202e}b"));
        assert_eq!(
            arg.to_value(),
            FluentValue::from("\u{fffd}0\u{fffd} a\\u{202e}b")
        );
    }

    #[test]
    fn a_sentence_without_elements_is_one_piece() {
        assert_eq!(pieces("nothing was run"), [Piece::Text("nothing was run")]);
    }
}
