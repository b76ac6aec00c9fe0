//! Python's `repr` of plain data, as JSON text: for vectors that JSON proper cannot hold.

use std::fmt::Write as _;

/// Translates a literal; `None` where it is none, or holds something that JSON has no word for.
pub(crate) fn to_json(literal: &str) -> Option<String> {
    let mut reader = Reader {
        rest: literal,
        json: String::new(),
    };
    reader.value()?;
    reader.skip_space();
    reader.rest.is_empty().then_some(reader.json)
}

struct Reader<'a> {
    rest: &'a str,
    json: String,
}

impl Reader<'_> {
    fn value(&mut self) -> Option<()> {
        self.skip_space();
        match self.rest.chars().next()? {
            '{' => self.items('}', true),
            '[' => self.items(']', false),
            '(' => self.items(')', false),
            '\'' | '"' => self.string(),
            _ => {
                self.word();
                Some(())
            }
        }
    }

    fn skip_space(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn take(&mut self, expected: char) -> Option<()> {
        self.skip_space();
        self.rest = self.rest.strip_prefix(expected)?;
        Some(())
    }

    fn items(&mut self, close: char, is_dict: bool) -> Option<()> {
        self.rest = self.rest.get(1..)?;
        self.json.push(if is_dict { '{' } else { '[' });
        let mut is_first = true;
        while self.take(close).is_none() {
            if !is_first {
                self.take(',')?;
                // A tuple of one has a comma before its end.
                if self.take(close).is_some() {
                    break;
                }
                self.json.push(',');
            }
            is_first = false;
            self.value()?;
            if is_dict {
                self.take(':')?;
                self.json.push(':');
                self.value()?;
            }
        }
        self.json.push(if is_dict { '}' } else { ']' });
        Some(())
    }

    fn word(&mut self) {
        let end = self
            .rest
            .find([',', ':', '}', ']', ')', ' '])
            .unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        self.json.push_str(match word {
            "None" => "null",
            "True" => "true",
            "False" => "false",
            "nan" => "NaN",
            "inf" => "Infinity",
            "-inf" => "-Infinity",
            number => number,
        });
    }

    fn string(&mut self) -> Option<()> {
        let mut characters = self.rest.chars();
        let quote = characters.next()?;
        self.json.push('"');
        loop {
            match characters.next()? {
                '\\' => match characters.next()? {
                    'n' => self.json.push_str("\\n"),
                    'r' => self.json.push_str("\\r"),
                    't' => self.json.push_str("\\t"),
                    escape @ ('x' | 'u' | 'U') => {
                        let count = match escape {
                            'x' => 2,
                            'u' => 4,
                            _ => 8,
                        };
                        let digits: String = characters.by_ref().take(count).collect();
                        let code = u32::from_str_radix(&digits, 16).ok()?;
                        self.push(code)?;
                    }
                    other => self.push(u32::from(other))?,
                },
                end if end == quote => break,
                other => self.push(u32::from(other))?,
            }
        }
        self.json.push('"');
        self.rest = characters.as_str();
        Some(())
    }

    /// Appends a code point as escapes; a lone surrogate stays one.
    fn push(&mut self, code: u32) -> Option<()> {
        if let Some(character) = char::from_u32(code) {
            let mut units = [0; 2];
            for unit in character.encode_utf16(&mut units) {
                write!(self.json, "\\u{unit:04x}").ok()?;
            }
            return Some(());
        }
        write!(self.json, "\\u{code:04x}").ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(literal: &str, expected: Option<&str>) {
        assert_eq!(to_json(literal).as_deref(), expected, "{literal}");
    }

    #[test]
    fn literals_become_json() {
        check(
            "{'a': inf, 'b': [None, True]}",
            Some(r#"{"\u0061":Infinity,"\u0062":[null,true]}"#),
        );
        check("(1,)", Some("[1]"));
        check(r#""it's""#, Some(r#""\u0069\u0074\u0027\u0073""#));
        check(
            r"'\ud800\U0001f600\\'",
            Some(r#""\ud800\ud83d\ude00\u005c""#),
        );
        check("{'a': 1", None);
        check("'a' 'b'", None);
    }
}
