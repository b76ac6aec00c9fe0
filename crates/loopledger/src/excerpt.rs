//! The piece of a file that a number came from.

use crate::view::{ExcerptLineView, ExcerptView};
use loopledger_json::parse_prefix;
use loopledger_model::Place;

/// Lines that are shown before and after the one that is meant.
const AROUND: usize = 2;

/// Bytes of a line that are shown at most.
const SHOWN: usize = 2_000;

/// Bytes that are shown before the marked value in a line that is cut.
const BEFORE_MARK: usize = 400;

/// Cuts the lines around a place out of a file's text.
pub(crate) fn excerpt(text: &[u8], place: &Place) -> ExcerptView {
    let meant = line_of(text, place);
    let mark = mark(text, place, &meant);
    let mut lines = Vec::new();
    let mut before = Vec::new();
    let mut start = meant.start;
    for back in 1..=AROUND {
        if start == 0 {
            break;
        }
        let end = start - 1;
        start = text
            .get(..end)
            .unwrap_or_default()
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |at| at + 1);
        before.push(shown(text, start, end, meant.number - back as u64, None));
    }
    before.reverse();
    lines.append(&mut before);
    lines.push(shown(text, meant.start, meant.end, meant.number, mark));
    let mut start = meant.end + 1;
    for ahead in 1..=AROUND {
        if start >= text.len() {
            break;
        }
        let end = line_end(text, start);
        lines.push(shown(text, start, end, meant.number + ahead as u64, None));
        start = end + 1;
    }
    ExcerptView {
        place: place.clone(),
        lines,
    }
}

/// The line that is meant, without its end.
struct Line {
    number: u64,
    start: usize,
    end: usize,
}

fn line_of(text: &[u8], place: &Place) -> Line {
    let byte = place
        .byte
        .and_then(|byte| usize::try_from(byte).ok())
        .filter(|&byte| byte <= text.len());
    if let Some(byte) = byte {
        let head = text.get(..byte).unwrap_or_default();
        let start = head
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |at| at + 1);
        #[expect(
            clippy::naive_bytecount,
            reason = "an excerpt is asked for by hand, one at a time"
        )]
        let number = head.iter().filter(|&&byte| byte == b'\n').count() as u64 + 1;
        return Line {
            number,
            start,
            end: line_end(text, start),
        };
    }
    let mut start = 0;
    let mut number = 1;
    while number < place.line.unwrap_or(1) {
        let end = line_end(text, start);
        if end >= text.len() {
            break;
        }
        start = end + 1;
        number += 1;
    }
    Line {
        number,
        start,
        end: line_end(text, start),
    }
}

fn line_end(text: &[u8], start: usize) -> usize {
    text.get(start..)
        .unwrap_or_default()
        .iter()
        .position(|&byte| byte == b'\n')
        .map_or(text.len(), |at| start + at)
}

/// The bytes that are meant, from and to.
fn mark(text: &[u8], place: &Place, line: &Line) -> Option<(usize, usize)> {
    let from = match place.byte {
        Some(byte) => usize::try_from(byte).ok()?,
        None => line.start,
    };
    let node = parse_prefix(text.get(from..)?).ok();
    let Some(node) = node else {
        // No value begins there: the place is where reading failed.
        return place.byte.map(|_| (from, (from + 1).min(text.len())));
    };
    let meant = match &place.pointer {
        // A pointer leads from the record; in a document it may lead from the root instead, and
        // the byte is that of the value itself.
        Some(pointer) => node.pointer(pointer).unwrap_or(&node),
        None => &node,
    };
    Some((from + meant.start, from + meant.end))
}

/// A line, cut around the mark where it is long. The mark is counted in characters of what is
/// shown.
fn shown(
    text: &[u8],
    start: usize,
    end: usize,
    number: u64,
    mark: Option<(usize, usize)>,
) -> ExcerptLineView {
    let end = match text.get(start..end) {
        Some([.., b'\r']) => end - 1,
        _ => end,
    };
    let mark = mark.map(|(from, to)| (from.clamp(start, end), to.clamp(start, end)));
    let from = match mark {
        Some((mark_from, _)) if end - start > SHOWN => {
            boundary(text, start.max(mark_from.saturating_sub(BEFORE_MARK)))
        }
        _ => start,
    };
    let to = boundary(text, end.min(from + SHOWN));
    let piece = |from: usize, to: usize| {
        String::from_utf8_lossy(text.get(from..to).unwrap_or_default()).into_owned()
    };
    let characters = |to: usize| piece(from, to.clamp(from, end)).chars().count() as u64;
    ExcerptLineView {
        line: number,
        text: piece(from, to),
        is_cut_before: from > start,
        is_cut_after: to < end,
        mark: mark.map(|(mark_from, mark_to)| {
            (characters(mark_from.min(to)), characters(mark_to.min(to)))
        }),
    }
}

/// The nearest place at or before `at` where a character begins.
fn boundary(text: &[u8], at: usize) -> usize {
    let mut at = at.min(text.len());
    while at > 0 && text.get(at).is_some_and(|byte| byte & 0xC0 == 0x80) {
        at -= 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, line: Option<u64>, byte: Option<u64>, pointer: Option<&str>) -> String {
        let place = Place {
            file: "f".into(),
            line,
            byte,
            pointer: pointer.map(str::to_owned),
        };
        let view = excerpt(text.as_bytes(), &place);
        view.lines
            .iter()
            .map(|line| match line.mark {
                None => format!("{} {}", line.line, line.text),
                Some((from, to)) => {
                    let characters: Vec<char> = line.text.chars().collect();
                    let slice = |from: u64, to: u64| -> String {
                        characters[usize::try_from(from).unwrap()..usize::try_from(to).unwrap()]
                            .iter()
                            .collect()
                    };
                    format!(
                        "{} {}[{}]{}",
                        line.line,
                        slice(0, from),
                        slice(from, to),
                        slice(to, characters.len() as u64)
                    )
                }
            })
            .collect::<Vec<_>>()
            .join("|")
    }

    #[test]
    fn marks_the_value_of_a_pointer_in_a_line() {
        assert_eq!(
            check(
                "{}\n{\"é\":1,\"a\":{\"b\":22}}\r\n{}\n",
                Some(2),
                Some(3),
                Some("/a/b")
            ),
            "1 {}|2 {\"é\":1,\"a\":{\"b\":[22]}}|3 {}"
        );
    }

    #[test]
    fn finds_a_line_without_a_byte_offset() {
        assert_eq!(
            check("a\nb: 1\nc\nd\ne", Some(2), None, None),
            "1 a|2 b: 1|3 c|4 d"
        );
    }

    #[test]
    fn marks_the_byte_where_reading_failed() {
        assert_eq!(
            check("{}\n{\"a\" ?}", Some(2), Some(8), None),
            "1 {}|2 {\"a\" [?]}"
        );
    }

    #[test]
    fn cuts_a_long_line_around_the_mark() {
        let text = format!("{{\"a\":\"{}\",\"b\":7}}", "é".repeat(3_000));
        let place = Place {
            file: "f".into(),
            line: Some(1),
            byte: Some(0),
            pointer: Some("/b".to_owned()),
        };
        let view = excerpt(text.as_bytes(), &place);
        let line = &view.lines[0];
        assert!(line.is_cut_before && !line.is_cut_after);
        let (from, to) = line.mark.unwrap();
        let marked: String = line
            .text
            .chars()
            .skip(usize::try_from(from).unwrap())
            .take(usize::try_from(to - from).unwrap())
            .collect();
        assert_eq!(marked, "7");
    }
}
