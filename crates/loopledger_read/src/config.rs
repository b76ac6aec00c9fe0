//! A section of a configuration file as neutral data.

/// A mapping of a configuration file, as it was written: nothing is checked, nothing filled in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigSection {
    /// Line of the section's key, counted from 1.
    pub line: u64,
    /// The section's value; anything but a mapping is a fault that the section's owner reports.
    pub value: ConfigValue,
}

/// A value and the line where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigValue {
    /// The value.
    pub kind: ConfigValueKind,
    /// Its line, counted from 1.
    pub line: u64,
}

/// What a configuration value is, by the rules of YAML 1.1 as PyYAML has them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ConfigValueKind {
    /// `null`, `~` or nothing.
    Null,
    /// `true`, `yes`, `on` and their opposites.
    Bool(bool),
    /// An integer, as decimal text of any length.
    Int(String),
    /// A floating-point number, as text that Rust and Python both read (`1.5`, `inf`, `nan`).
    Float(String),
    /// Text, and whatever is no other kind (dates, for one).
    Str(String),
    /// A list.
    List(Vec<ConfigValue>),
    /// A mapping, in file order; of a repeated key the last value, as Python keeps it.
    Map(Vec<ConfigEntry>),
}

/// One key and value of a mapping.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigEntry {
    /// The key, as text.
    pub key: String,
    /// Line of the key, counted from 1.
    pub line: u64,
    /// The value.
    pub value: ConfigValue,
}

impl ConfigValue {
    /// The value of a key, where this is a mapping that has it.
    pub fn get(&self, key: &str) -> Option<&Self> {
        self.entry(key).map(|entry| &entry.value)
    }

    /// The entry of a key, where this is a mapping that has it.
    pub fn entry(&self, key: &str) -> Option<&ConfigEntry> {
        self.entries()?.iter().find(|entry| entry.key == key)
    }

    /// The entries, where this is a mapping.
    pub fn entries(&self) -> Option<&[ConfigEntry]> {
        match &self.kind {
            ConfigValueKind::Map(entries) => Some(entries),
            _ => None,
        }
    }

    /// The items, where this is a list.
    pub fn items(&self) -> Option<&[Self]> {
        match &self.kind {
            ConfigValueKind::List(items) => Some(items),
            _ => None,
        }
    }

    /// The text, where this is a string.
    pub fn text(&self) -> Option<&str> {
        match &self.kind {
            ConfigValueKind::Str(text) => Some(text),
            _ => None,
        }
    }
}
