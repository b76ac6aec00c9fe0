//! Text of records and names of files, as a reader sees them.

use loopledger::visible;
use yew::AttrValue;

/// A text whose control characters are spelt out, so that none turns the reading direction and makes
/// one name look like another. Messages do the same with their arguments.
pub fn visible_text(text: &str) -> AttrValue {
    AttrValue::from(visible(text).into_owned())
}
