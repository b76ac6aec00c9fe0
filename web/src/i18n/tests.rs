//! Every message is there in both languages, with the same arguments, and is used.

use super::{Arg, I18n, Lang};
use fluent_bundle::FluentResource;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

type Messages = BTreeMap<String, BTreeSet<String>>;

/// The ids of a language with the arguments that each names.
fn messages(lang: Lang) -> Messages {
    let source = lang.source();
    if let Err((_, errors)) = FluentResource::try_new(source.to_owned()) {
        panic!("{}.ftl: {errors:?}", lang.tag());
    }
    let mut messages = Messages::new();
    let mut current = None;
    for line in source.lines() {
        if line.starts_with('#') || line.trim().is_empty() {
            continue;
        }
        if !line.starts_with([' ', '}', '[', '*']) {
            let (id, _) = line.split_once(" = ").unwrap_or_else(|| {
                line.split_once(" =")
                    .unwrap_or_else(|| panic!("not a message: {line}"))
            });
            let earlier = messages.insert(id.to_owned(), BTreeSet::new());
            assert!(earlier.is_none(), "{}: {id} stands twice", lang.tag());
            current = Some(id.to_owned());
        }
        let names = line.match_indices('$').map(|(at, _)| {
            line[at + 1..]
                .chars()
                .take_while(|c| c.is_ascii_alphanumeric() || *c == '_')
                .collect::<String>()
        });
        if let Some(id) = &current {
            messages.get_mut(id).unwrap().extend(names);
        }
    }
    messages
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs")
            && !path.ends_with("i18n/tests.rs")
        {
            files.push(path);
        }
    }
    files
}

fn code() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    sources(&folder)
        .into_iter()
        .map(|path| {
            let text = fs::read_to_string(&path).unwrap();
            let code = text
                .lines()
                .map(|line| {
                    if line.trim_start().starts_with("//") {
                        ""
                    } else {
                        line
                    }
                })
                .collect::<Vec<_>>()
                .join("\n");
            (path.display().to_string(), code)
        })
        .collect()
}

/// Every `t!(…)` and `rich!(…)` with its id and its arguments' names.
fn uses(text: &str) -> Vec<(String, BTreeSet<String>)> {
    let mut uses = Vec::new();
    for name in ["t!(", "rich!("] {
        for (at, _) in text.match_indices(name) {
            let before = text[..at].chars().next_back();
            if before.is_some_and(|c| c.is_alphanumeric() || c == '_') {
                continue;
            }
            let call = balanced(&text[at + name.len()..]);
            let parts = split_arguments(call);
            let Some(id) = parts
                .get(1)
                .and_then(|id| id.trim().strip_prefix('"')?.strip_suffix('"'))
            else {
                continue;
            };
            let names = parts[2..]
                .iter()
                .filter_map(|part| part.split_once('='))
                .map(|(name, _)| name.trim().to_owned())
                .collect();
            uses.push((id.to_owned(), names));
        }
    }
    uses
}

/// The text up to the parenthesis that closes what was opened before it.
fn balanced(text: &str) -> &str {
    let mut depth = 1;
    let mut in_string = false;
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if in_string => escaped = true,
            '"' => in_string = !in_string,
            '(' | '[' | '{' if !in_string => depth += 1,
            ')' | ']' | '}' if !in_string => {
                depth -= 1;
                if depth == 0 {
                    return &text[..at];
                }
            }
            _ => {}
        }
    }
    text
}

/// The arguments of a call, split at the commas of its own level.
fn split_arguments(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut depth, mut from, mut in_string, mut escaped) = (0, 0, false, false);
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if in_string => escaped = true,
            '"' => in_string = !in_string,
            '(' | '[' | '{' if !in_string => depth += 1,
            ')' | ']' | '}' if !in_string => depth -= 1,
            ',' if !in_string && depth == 0 => {
                parts.push(&text[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    if !text[from..].trim().is_empty() {
        parts.push(&text[from..]);
    }
    parts
}

#[test]
fn both_languages_have_the_same_messages() {
    let [en, es] = Lang::ALL.map(messages);
    let difference: Vec<&String> = en
        .keys()
        .filter(|id| !es.contains_key(*id))
        .chain(es.keys().filter(|id| !en.contains_key(*id)))
        .collect();
    assert!(
        difference.is_empty(),
        "in one language only: {difference:?}"
    );
    for (id, arguments) in &en {
        assert_eq!(arguments, &es[id], "arguments of {id}");
    }
}

#[test]
fn every_use_names_a_message_with_its_arguments() {
    let messages = messages(Lang::En);
    for (file, text) in code() {
        for (id, names) in uses(&text) {
            let Some(arguments) = messages.get(&id) else {
                panic!("{file}: no message {id}");
            };
            assert_eq!(&names, arguments, "{file}: arguments of {id}");
        }
    }
}

#[test]
fn every_message_is_used() {
    let code = code();
    let unused: Vec<String> = messages(Lang::En)
        .into_keys()
        .filter(|id| {
            let literal = format!("\"{id}\"");
            !code.iter().any(|(_, text)| text.contains(&literal))
        })
        .collect();
    assert!(unused.is_empty(), "unused: {unused:#?}");
}

#[test]
fn ids_of_codes_name_messages() {
    let messages = messages(Lang::En);
    let (_, text) = code()
        .into_iter()
        .find(|(file, _)| file.ends_with("codes.rs"))
        .unwrap();
    let (text, _) = text.split_once("#[cfg(test)]").unwrap();
    for line in text.lines().filter(|line| line.contains("=> \"")) {
        let id = line.split("=> \"").nth(1).unwrap();
        let (id, _) = id.split_once('"').unwrap();
        assert!(messages.contains_key(id), "no message {id}");
    }
}

#[test]
fn no_text_stands_in_the_code() {
    let has_html = |file: &str| {
        ["/app.rs", "/pages/", "/components/"]
            .iter()
            .any(|part| file.contains(part))
    };
    for (file, text) in code().into_iter().filter(|(file, _)| has_html(file)) {
        for (number, line) in text.lines().enumerate() {
            let is_text = line.split("{ \"").skip(1).any(|rest| {
                let literal = rest.split('"').next().unwrap_or_default();
                rest.contains("\" }")
                    && !literal.starts_with("\\u")
                    && literal.chars().any(char::is_alphabetic)
            });
            assert!(!is_text, "{file}:{}: {line}", number + 1);
        }
    }
}

#[test]
fn counts_choose_their_plural() {
    for lang in Lang::ALL {
        let i18n = I18n::new(lang);
        let text = |n: u64| i18n.text_with("loaded-files", &[("n", Arg::Number(n))]);
        assert_ne!(text(1).replace('1', "2"), text(2).to_string());
    }
}

#[test]
fn languages_are_chosen_by_their_primary_tag() {
    assert_eq!(Lang::preferred(["fr-CH", "es-419", "en"]), Lang::Es);
    assert_eq!(Lang::preferred(["de"]), Lang::En);
    assert_eq!(Lang::from_tag("EN_us"), Some(Lang::En));
}

/// The page says these before the program has arrived, and must not change its words afterwards.
#[test]
fn the_page_before_its_program_says_what_the_program_says() {
    const PAGE: &str = include_str!("../../../index.html");
    for lang in Lang::ALL {
        let i18n = I18n::new(lang);
        for id in [
            "start-title",
            "start-lead",
            "start-drop-title",
            "pick-files",
        ] {
            let said = format!("<span lang=\"{}\">{}</span>", lang.tag(), i18n.text(id));
            assert!(PAGE.contains(&said), "{id}: {said}");
        }
    }
}
