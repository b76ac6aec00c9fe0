//! DeerFlow's `config.yaml`, as PyYAML's `safe_load` reads it.
//!
//! PyYAML follows YAML 1.1: `yes` and `on` are true, `017` is 15, `0o17` is text, `1_000` is 1000,
//! `1e3` is text.

use crate::diagnostic::{Diagnostics, Severity};
use crate::field::exact_decimal;
use crate::{ConfigEntry, ConfigSection, ConfigValue, ConfigValueKind};
use indexmap::IndexMap;
use loopledger_model::{Currency, ModelPrice, Place, PriceTable, Rates};
use rust_decimal::Decimal;
use saphyr_parser::{Event, Parser, ScalarStyle, Tag};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

pub(crate) const WANTS: &str =
    "YAML with loop_detection, or with models beside other sections of DeerFlow's configuration";

/// A configuration file is no larger than this.
const LARGEST: usize = 4 << 20;
/// Mappings and lists nest no deeper than this.
const DEEPEST: usize = 64;
/// Values, those that aliases repeat included.
const MOST_VALUES: usize = 200_000;

const LIMITS: [&str; 7] = [
    "warn_threshold",
    "hard_limit",
    "window_size",
    "max_tracked_threads",
    "tool_freq_warn",
    "tool_freq_hard_limit",
    "tool_freq_overrides",
];

const SECTIONS: [&str; 20] = [
    "config_version",
    "log_level",
    "token_usage",
    "models",
    "tool_groups",
    "tools",
    "tool_search",
    "sandbox",
    "subagents",
    "skills",
    "title",
    "summarization",
    "memory",
    "token_budget",
    "run_events",
    "database",
    "checkpointer",
    "stream_bridge",
    "channels",
    "guardrails",
];

/// What a configuration says.
#[derive(Debug)]
pub(crate) struct Config {
    pub(crate) why: String,
    pub(crate) section: Option<ConfigSection>,
    pub(crate) prices: Option<PriceTable>,
}

/// Why a text is no configuration.
#[derive(Debug)]
pub(crate) struct NotConfig {
    pub(crate) why_not: String,
    /// Where it is broken, if its keys are those of a configuration.
    pub(crate) place: Option<(u64, u64)>,
}

/// What makes a text look like a configuration: its keys in the first column.
fn looks_like(text: &str) -> Option<String> {
    let mut known = Vec::new();
    for line in text.lines() {
        let line = line
            .strip_prefix('{')
            .unwrap_or(line)
            .trim_start_matches(['"', '\'']);
        let key: String = line
            .chars()
            .take_while(|character| character.is_ascii_alphanumeric() || *character == '_')
            .collect();
        let rest = line.get(key.len()..).unwrap_or_default();
        let rest = rest.trim_start_matches(['"', '\'']).trim_start();
        if !rest.starts_with(':') {
            continue;
        }
        if key == "loop_detection" {
            return Some("it has the section loop_detection".to_owned());
        }
        if (SECTIONS.contains(&key.as_str()) || LIMITS.contains(&key.as_str()))
            && !known.contains(&key)
        {
            known.push(key);
        }
    }
    let has_limit = known.iter().any(|key| LIMITS.contains(&key.as_str()));
    (has_limit || known.len() >= 2).then(|| format!("it has the keys {}", known.join(", ")))
}

/// Reads a configuration.
pub(crate) fn read_config(
    text: &str,
    file: &Arc<str>,
    diagnostics: &mut Diagnostics,
) -> Result<Config, NotConfig> {
    let not = |why_not: String| NotConfig {
        why_not,
        place: None,
    };
    if text.len() > LARGEST {
        return Err(not("it is larger than any configuration file".to_owned()));
    }
    let Some(why) = looks_like(text) else {
        return Err(not(format!("expected {WANTS}")));
    };
    let root = Tree::read(text, file, diagnostics)?;
    let Some(entries) = root.entries() else {
        return Err(not("its root is no mapping".to_owned()));
    };
    let is_bare_section = root.get("loop_detection").is_none()
        && entries
            .iter()
            .any(|entry| LIMITS.contains(&entry.key.as_str()));
    let section = if is_bare_section {
        Some(ConfigSection {
            line: root.line,
            value: root.clone(),
        })
    } else {
        root.entry("loop_detection").map(|entry| ConfigSection {
            line: entry.line,
            value: entry.value.clone(),
        })
    };
    let prices = prices(&root, file, diagnostics);
    Ok(Config {
        why,
        section,
        prices,
    })
}

/// The prices of the models that have some. Upstream finds a model by its name in the
/// configuration or by the provider's, in either case also in lower case
/// (`routers/console.py`, revision 2026-09-08).
fn prices(
    root: &ConfigValue,
    file: &Arc<str>,
    diagnostics: &mut Diagnostics,
) -> Option<PriceTable> {
    let mut models: IndexMap<String, ModelPrice> = IndexMap::new();
    for model in root.get("models")?.items()? {
        let Some(entry) = model.entry("pricing") else {
            continue;
        };
        let place = Place {
            file: Arc::clone(file),
            line: Some(entry.line),
            byte: None,
            pointer: None,
        };
        let mut figure = |key: &str| -> Option<Decimal> {
            let value = entry.value.get(key)?;
            let text = match &value.kind {
                ConfigValueKind::Int(text) | ConfigValueKind::Float(text) => Some(text),
                ConfigValueKind::Null => return None,
                _ => None,
            };
            let price = text
                .and_then(|text| exact_decimal(text))
                .filter(|price| *price >= Decimal::ZERO);
            if price.is_none() {
                diagnostics.push(
                    Severity::Error,
                    "not_a_rate",
                    Place {
                        line: Some(value.line),
                        ..place.clone()
                    },
                    format!("a price of at least 0 for {key}"),
                    describe(value),
                );
            }
            price
        };
        let (input, output) = (figure("input_per_million"), figure("output_per_million"));
        let hit = figure("input_cache_hit_per_million");
        let rates = match (input, output) {
            (Some(input), Some(output)) => Rates::from_deerflow_pricing(input, output, hit),
            _ => None,
        };
        let Some(base) = rates else {
            diagnostics.push(
                Severity::Warning,
                "incomplete_pricing",
                place,
                "input_per_million and output_per_million",
                "no usable price for one of them",
            );
            continue;
        };
        let currency = match entry.value.get("currency").and_then(ConfigValue::text) {
            Some(code) => Currency::new(code),
            // Upstream's default.
            None => Currency::new("USD"),
        };
        let price = ModelPrice {
            place,
            currency,
            base,
            tiers: Vec::new(),
        };
        for key in ["name", "model"] {
            if let Some(name) = model.get(key).and_then(ConfigValue::text) {
                models.insert(name.to_owned(), price.clone());
            }
        }
    }
    if models.is_empty() {
        return None;
    }
    let lower: Vec<_> = models
        .iter()
        .map(|(name, price)| (name.to_lowercase(), price.clone()))
        .collect();
    for (name, price) in lower {
        models.entry(name).or_insert(price);
    }
    let mut currencies: Vec<_> = models.values().map(|price| price.currency.code()).collect();
    currencies.sort_unstable();
    currencies.dedup();
    if currencies.len() > 1 {
        diagnostics.push(
            Severity::Warning,
            "mixed_currencies",
            Place::file(Arc::clone(file)),
            "one currency, as upstream prices nothing otherwise",
            currencies.join(", "),
        );
    }
    Some(PriceTable {
        file: Arc::clone(file),
        sha256: String::new(),
        date: None,
        models,
        aliases: IndexMap::new(),
    })
}

fn describe(value: &ConfigValue) -> String {
    match &value.kind {
        ConfigValueKind::Null => "null".to_owned(),
        ConfigValueKind::Bool(value) => value.to_string(),
        ConfigValueKind::Int(text) | ConfigValueKind::Float(text) | ConfigValueKind::Str(text) => {
            crate::diagnostic::shortened(text)
        }
        ConfigValueKind::List(_) => "a list".to_owned(),
        ConfigValueKind::Map(_) => "a mapping".to_owned(),
    }
}

/// A tree being built from the parser's events.
struct Tree<'d> {
    file: &'d Arc<str>,
    diagnostics: &'d mut Diagnostics,
    open: Vec<Open>,
    anchors: BTreeMap<usize, ConfigValue>,
    values: usize,
    root: Option<ConfigValue>,
}

/// A list or mapping whose end has not come yet.
struct Open {
    anchor: usize,
    line: u64,
    kind: OpenKind,
}

enum OpenKind {
    List(Vec<ConfigValue>),
    Map {
        entries: Vec<ConfigEntry>,
        key: Option<(String, u64)>,
    },
}

impl<'d> Tree<'d> {
    fn read(
        text: &str,
        file: &'d Arc<str>,
        diagnostics: &'d mut Diagnostics,
    ) -> Result<ConfigValue, NotConfig> {
        let mut tree = Self {
            file,
            diagnostics,
            open: Vec::new(),
            anchors: BTreeMap::new(),
            values: 0,
            root: None,
        };
        for event in Parser::new_from_str(text) {
            let (event, span) = event.map_err(|error| {
                let mark = error.marker();
                broken(text, error.info(), mark.line(), mark.index())
            })?;
            let (line, index) = (span.start.line(), span.start.index());
            tree.event(event, line as u64)
                .map_err(|why| broken(text, &why, line, index))?;
        }
        tree.root
            .ok_or_else(|| broken(text, "there is no document in it", 1, 0))
    }

    fn event(&mut self, event: Event<'_>, line: u64) -> Result<(), String> {
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                let value = ConfigValue {
                    kind: scalar(&text, style, tag.as_deref()),
                    line,
                };
                if self.is_at_key() {
                    self.note_anchor(anchor, &value);
                    self.key(text.into_owned(), line);
                    return Ok(());
                }
                self.value(anchor, value)
            }
            Event::Alias(anchor) => {
                let value = self
                    .anchors
                    .get(&anchor)
                    .cloned()
                    .ok_or("an alias of something that has no end yet")?;
                self.values += size(&value);
                if self.is_at_key() {
                    let (ConfigValueKind::Str(key)
                    | ConfigValueKind::Int(key)
                    | ConfigValueKind::Float(key)) = value.kind
                    else {
                        return Err("a key that is no scalar".to_owned());
                    };
                    self.key(key, line);
                    return Ok(());
                }
                self.value(0, ConfigValue { line, ..value })
            }
            Event::SequenceStart(anchor, _) => self.start(anchor, line, OpenKind::List(Vec::new())),
            Event::MappingStart(anchor, _) => self.start(
                anchor,
                line,
                OpenKind::Map {
                    entries: Vec::new(),
                    key: None,
                },
            ),
            Event::SequenceEnd | Event::MappingEnd => {
                let Some(Open { anchor, line, kind }) = self.open.pop() else {
                    return Err("an end without a start".to_owned());
                };
                let kind = match kind {
                    OpenKind::List(items) => ConfigValueKind::List(items),
                    OpenKind::Map { entries, .. } => ConfigValueKind::Map(merged(entries)),
                };
                self.value(anchor, ConfigValue { kind, line })
            }
            Event::DocumentStart(_) if self.root.is_some() => {
                Err("a second document, where PyYAML's safe_load takes one".to_owned())
            }
            _ => Ok(()),
        }
    }

    fn start(&mut self, anchor: usize, line: u64, kind: OpenKind) -> Result<(), String> {
        if self.is_at_key() {
            return Err("a key that is no scalar".to_owned());
        }
        if self.open.len() >= DEEPEST {
            return Err(format!("more than {DEEPEST} levels of nesting"));
        }
        self.open.push(Open { anchor, line, kind });
        Ok(())
    }

    fn is_at_key(&self) -> bool {
        matches!(
            self.open.last().map(|open| &open.kind),
            Some(OpenKind::Map { key: None, .. })
        )
    }

    fn key(&mut self, text: String, line: u64) {
        if let Some(OpenKind::Map { key, .. }) = self.open.last_mut().map(|open| &mut open.kind) {
            *key = Some((text, line));
        }
    }

    fn note_anchor(&mut self, anchor: usize, value: &ConfigValue) {
        if anchor > 0 {
            self.anchors.insert(anchor, value.clone());
        }
    }

    fn value(&mut self, anchor: usize, value: ConfigValue) -> Result<(), String> {
        self.values += 1;
        if self.values > MOST_VALUES {
            return Err(format!("more than {MOST_VALUES} values, aliases included"));
        }
        self.note_anchor(anchor, &value);
        match self.open.last_mut().map(|open| &mut open.kind) {
            None => self.root = Some(value),
            Some(OpenKind::List(items)) => items.push(value),
            Some(OpenKind::Map { entries, key }) => {
                let Some((key, line)) = key.take() else {
                    return Err("a value without a key".to_owned());
                };
                let entry = ConfigEntry { key, line, value };
                let repeated = entries.iter_mut().find(|known| known.key == entry.key);
                match repeated {
                    Some(known) if entry.key != "<<" => {
                        self.diagnostics.push(
                            Severity::Warning,
                            "duplicate_key",
                            Place {
                                file: Arc::clone(self.file),
                                line: Some(entry.line),
                                byte: None,
                                pointer: None,
                            },
                            "every key once",
                            format!("{} again; its last value counts", entry.key),
                        );
                        *known = entry;
                    }
                    _ => entries.push(entry),
                }
            }
        }
        Ok(())
    }
}

fn broken(text: &str, why: &str, line: usize, index: usize) -> NotConfig {
    let byte = text
        .char_indices()
        .nth(index)
        .map_or(text.len(), |(byte, _)| byte);
    NotConfig {
        why_not: format!("the YAML is broken on line {line}: {why}"),
        place: Some((line as u64, byte as u64)),
    }
}

/// How many values a value is.
fn size(value: &ConfigValue) -> usize {
    let mut count = 0;
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        count += 1;
        match &value.kind {
            ConfigValueKind::List(items) => open.extend(items),
            ConfigValueKind::Map(entries) => open.extend(entries.iter().map(|entry| &entry.value)),
            _ => {}
        }
    }
    count
}

/// A mapping with its merge keys (`<<`) carried out: what it says itself comes first.
fn merged(entries: Vec<ConfigEntry>) -> Vec<ConfigEntry> {
    if !entries.iter().any(|entry| entry.key == "<<") {
        return entries;
    }
    let (merges, mut own): (Vec<_>, Vec<_>) =
        entries.into_iter().partition(|entry| entry.key == "<<");
    for merge in merges {
        let sources = match merge.value.kind {
            ConfigValueKind::Map(entries) => vec![entries],
            ConfigValueKind::List(items) => items
                .into_iter()
                .filter_map(|item| match item.kind {
                    ConfigValueKind::Map(entries) => Some(entries),
                    _ => None,
                })
                .collect(),
            _ => Vec::new(),
        };
        for entry in sources.into_iter().flatten() {
            if !own.iter().any(|known| known.key == entry.key) {
                own.push(entry);
            }
        }
    }
    own
}

fn scalar(text: &str, style: ScalarStyle, tag: Option<&Tag>) -> ConfigValueKind {
    let core = tag
        .filter(|tag| tag.is_yaml_core_schema())
        .map(|tag| Cow::Borrowed(tag.suffix.as_str()));
    match core.as_deref() {
        Some("str") => ConfigValueKind::Str(text.to_owned()),
        Some("null") => ConfigValueKind::Null,
        Some("int" | "float" | "bool") => plain(text),
        _ if style != ScalarStyle::Plain || tag.is_some() => ConfigValueKind::Str(text.to_owned()),
        _ => plain(text),
    }
}

/// A plain scalar by PyYAML's implicit resolvers.
fn plain(text: &str) -> ConfigValueKind {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return ConfigValueKind::Null,
        "yes" | "Yes" | "YES" | "true" | "True" | "TRUE" | "on" | "On" | "ON" => {
            return ConfigValueKind::Bool(true);
        }
        "no" | "No" | "NO" | "false" | "False" | "FALSE" | "off" | "Off" | "OFF" => {
            return ConfigValueKind::Bool(false);
        }
        ".nan" | ".NaN" | ".NAN" => return ConfigValueKind::Float("nan".to_owned()),
        _ => {}
    }
    if let Some(integer) = integer(text) {
        return ConfigValueKind::Int(integer);
    }
    if let Some(float) = float(text) {
        return ConfigValueKind::Float(float);
    }
    ConfigValueKind::Str(text.to_owned())
}

fn signed(text: &str) -> (bool, &str) {
    match text.as_bytes().first() {
        Some(b'-') => (true, text.get(1..).unwrap_or_default()),
        Some(b'+') => (false, text.get(1..).unwrap_or_default()),
        _ => (false, text),
    }
}

/// An integer as decimal text.
fn integer(text: &str) -> Option<String> {
    let (is_negative, digits) = signed(text);
    let all = |text: &str, allowed: fn(&u8) -> bool| {
        !text.is_empty() && text.bytes().all(|byte| byte == b'_' || allowed(&byte))
    };
    let radix = |text: &str, radix: u32| {
        let value = i128::from_str_radix(&text.replace('_', ""), radix).ok()?;
        Some(value.to_string())
    };
    let decimal = |text: &str| {
        text.bytes()
            .next()
            .is_some_and(|byte| matches!(byte, b'1'..=b'9'))
            && all(text, u8::is_ascii_digit)
    };
    let value = if digits == "0" {
        Some("0".to_owned())
    } else if let Some(rest) = digits.strip_prefix("0b") {
        all(rest, |byte| matches!(byte, b'0' | b'1'))
            .then(|| radix(rest, 2))
            .flatten()
    } else if let Some(rest) = digits.strip_prefix("0x") {
        all(rest, u8::is_ascii_hexdigit)
            .then(|| radix(rest, 16))
            .flatten()
    } else if let Some(rest) = digits.strip_prefix('0') {
        all(rest, |byte| matches!(byte, b'0'..=b'7'))
            .then(|| radix(rest, 8))
            .flatten()
    } else if decimal(digits) {
        Some(digits.replace('_', ""))
    } else {
        sexagesimal(digits, decimal)
    }?;
    Some(if is_negative && value != "0" {
        format!("-{value}")
    } else {
        value
    })
}

/// `1:30` is 90.
fn sexagesimal(text: &str, is_decimal: impl Fn(&str) -> bool) -> Option<String> {
    let (first, rest) = text.split_once(':')?;
    if !is_decimal(first) {
        return None;
    }
    let mut value = first.replace('_', "").parse::<i128>().ok()?;
    for part in rest.split(':') {
        let is_part = match part.as_bytes() {
            [one] => one.is_ascii_digit(),
            [tens, one] => matches!(tens, b'0'..=b'5') && one.is_ascii_digit(),
            _ => false,
        };
        if !is_part {
            return None;
        }
        value = value
            .checked_mul(60)?
            .checked_add(part.parse::<i128>().ok()?)?;
    }
    Some(value.to_string())
}

/// A floating-point number as text; a point is required, and an exponent has its sign.
fn float(text: &str) -> Option<String> {
    let (is_negative, digits) = signed(text);
    let sign = if is_negative { "-" } else { "" };
    if matches!(digits, ".inf" | ".Inf" | ".INF") {
        return Some(format!("{sign}inf"));
    }
    let (mantissa, exponent) = match digits.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (digits, None),
    };
    let (whole, fraction) = mantissa.split_once('.')?;
    let is_digits = |text: &str| {
        text.bytes()
            .all(|byte| byte == b'_' || byte.is_ascii_digit())
    };
    let starts_with_digit = |text: &str| {
        text.bytes()
            .next()
            .is_some_and(|byte| byte.is_ascii_digit())
    };
    let is_mantissa = is_digits(whole)
        && is_digits(fraction)
        && if whole.is_empty() {
            // Without a digit before the point there is no sign either.
            starts_with_digit(fraction) && digits.len() == text.len()
        } else {
            starts_with_digit(whole)
        };
    let is_exponent = exponent.is_none_or(|exponent| {
        exponent.strip_prefix(['-', '+']).is_some_and(|digits| {
            !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
        })
    });
    (is_mantissa && is_exponent).then(|| format!("{sign}{}", digits.replace('_', "")))
}
