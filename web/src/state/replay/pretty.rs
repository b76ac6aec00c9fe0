//! Arguments laid out for reading.
//!
//! The text is only broken into lines: numbers, key order and escapes stay as the source has them,
//! because they decide what is identical.

/// JSON text with a line for each member; a `\n` inside a string also breaks the line.
///
/// `None` where the text is not one whole object or list, so that it has no better layout.
pub fn pretty(json: &str) -> Option<String> {
    let json = json.trim();
    if !json.starts_with(['{', '[']) {
        return None;
    }
    let mut out = String::with_capacity(json.len() * 2);
    let mut open: Vec<char> = Vec::new();
    let mut rest = json.chars().peekable();
    while let Some(symbol) = rest.next() {
        match symbol {
            '"' => string(&mut rest, &mut out, open.len())?,
            '{' | '[' => {
                out.push(symbol);
                open.push(if symbol == '{' { '}' } else { ']' });
                skip_space(&mut rest);
                if rest.peek() == open.last() {
                    out.extend(rest.next());
                    open.pop();
                } else {
                    new_line(&mut out, open.len());
                }
            }
            '}' | ']' => {
                if open.pop() != Some(symbol) {
                    return None;
                }
                new_line(&mut out, open.len());
                out.push(symbol);
            }
            ',' => {
                out.push(',');
                new_line(&mut out, open.len());
                skip_space(&mut rest);
            }
            ':' => {
                out.push_str(": ");
                skip_space(&mut rest);
            }
            ' ' | '\t' | '\n' | '\r' => {}
            _ => out.push(symbol),
        }
        if open.is_empty() && rest.peek().is_some() {
            return None;
        }
    }
    open.is_empty().then_some(out)
}

type Symbols<'a> = std::iter::Peekable<std::str::Chars<'a>>;

fn skip_space(rest: &mut Symbols<'_>) {
    while rest.next_if(char::is_ascii_whitespace).is_some() {}
}

fn new_line(out: &mut String, depth: usize) {
    out.push('\n');
    out.extend(std::iter::repeat_n("  ", depth));
}

/// The rest of a string after its opening quote.
fn string(rest: &mut Symbols<'_>, out: &mut String, depth: usize) -> Option<()> {
    out.push('"');
    loop {
        let symbol = rest.next()?;
        out.push(symbol);
        match symbol {
            '"' => return Some(()),
            '\\' => {
                let escaped = rest.next()?;
                out.push(escaped);
                // A last `\n` before the quote would leave the quote on a line of its own.
                if escaped == 'n' && rest.peek() != Some(&'"') {
                    new_line(out, depth + 1);
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::pretty;

    fn check(json: &str, expected: Option<&str>) {
        assert_eq!(pretty(json).as_deref(), expected, "{json}");
    }

    #[test]
    fn members_stand_on_lines() {
        check(
            r#"{"b": 1.0,"a":[1, 2],"c":{}, "d" : [ ]}"#,
            Some("{\n  \"b\": 1.0,\n  \"a\": [\n    1,\n    2\n  ],\n  \"c\": {},\n  \"d\": []\n}"),
        );
        check("{}", Some("{}"));
    }

    #[test]
    fn numbers_and_escapes_stay_as_they_are() {
        check(
            r#"{"x":1e400,"y":"\u00e9 {,} \"q\"","z":-0}"#,
            Some("{\n  \"x\": 1e400,\n  \"y\": \"\\u00e9 {,} \\\"q\\\"\",\n  \"z\": -0\n}"),
        );
    }

    #[test]
    fn line_ends_in_strings_break_lines_and_stay_visible() {
        check(
            r#"{"c":"ls\ncd\n"}"#,
            Some("{\n  \"c\": \"ls\\n\n    cd\\n\"\n}"),
        );
    }

    #[test]
    fn other_text_has_no_layout() {
        for text in ["", "echo", "\"a\"", "{", "{]", "{} x", "{\"a", "[1}"] {
            check(text, None);
        }
    }
}
