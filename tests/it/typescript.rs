//! The TypeScript of the JavaScript door says what the Rust views say.

use loopledger::inspect::InspectView;
use loopledger::model::EffectiveConfiguration;
use loopledger::schema;
use loopledger::view::{
    DetectorContext, ExcerptView, FrameView, KeyView, ObservationView, ProposedCall,
    ReplaySettings, Replays, ReportAnswer, RunView, TrackedView, WarningView, WindowsView,
};
use loopledger_tests::Case;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

const TYPES: &str = include_str!("../../crates/loopledger_wasm/src/types.ts");

/// Declared for the door alone.
const NOT_A_VIEW: [&str; 2] = ["Progress", "SchemaKind"];

/// A type, as far as the views need types.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Ts {
    /// A name with its arguments: `string`, `Place`, `Figure<number>`.
    Name(String, Vec<Ts>),
    Literal(String),
    Array(Box<Ts>),
    Tuple(Vec<Ts>),
    /// An object with one property, as an enum's case with a payload is written.
    Tagged(String, Box<Ts>),
    Union(BTreeSet<Ts>),
}

#[derive(Debug, Clone)]
struct Declaration {
    parameter: Option<String>,
    body: Body,
}

#[derive(Debug, Clone)]
enum Body {
    Alias(Ts),
    Interface(Vec<(String, Ts)>),
}

type Declarations = BTreeMap<String, Declaration>;

// Reading TypeScript.

fn declarations(text: &str) -> Declarations {
    let mut tokens = Tokens::new(text);
    let mut found = Declarations::new();
    while tokens.peek().is_some() {
        tokens.expect("export");
        let kind = tokens.next();
        let name = tokens.next();
        let parameter = tokens.take("<").then(|| {
            let parameter = tokens.next();
            tokens.expect(">");
            parameter
        });
        let body = match kind.as_str() {
            "type" => {
                tokens.expect("=");
                let alias = tokens.union();
                tokens.expect(";");
                Body::Alias(alias)
            }
            "interface" => {
                tokens.expect("{");
                let mut fields = Vec::new();
                while !tokens.take("}") {
                    let field = tokens.next();
                    // An optional property would have a question mark here.
                    tokens.expect(":");
                    fields.push((field, tokens.union()));
                    tokens.expect(";");
                }
                Body::Interface(fields)
            }
            other => panic!("{other} is neither a type nor an interface"),
        };
        let again = found.insert(name.clone(), Declaration { parameter, body });
        assert!(again.is_none(), "{name} is declared twice");
    }
    found
}

struct Tokens {
    list: Vec<String>,
    at: usize,
}

impl Tokens {
    fn new(text: &str) -> Self {
        let mut list = Vec::new();
        let mut rest = text.trim_start();
        while let Some(first) = rest.chars().next() {
            let length = if rest.starts_with("/*") {
                rest.find("*/").unwrap() + 2
            } else if first == '"' {
                rest[1..].find('"').unwrap() + 2
            } else if first.is_alphanumeric() || first == '_' {
                rest.find(|c: char| !c.is_alphanumeric() && c != '_')
                    .unwrap()
            } else {
                first.len_utf8()
            };
            if !rest.starts_with("/*") {
                list.push(rest[..length].to_owned());
            }
            rest = rest[length..].trim_start();
        }
        Self { list, at: 0 }
    }

    fn peek(&self) -> Option<&str> {
        self.list.get(self.at).map(String::as_str)
    }

    fn next(&mut self) -> String {
        self.at += 1;
        self.list[self.at - 1].clone()
    }

    fn take(&mut self, token: &str) -> bool {
        let is_next = self.peek() == Some(token);
        self.at += usize::from(is_next);
        is_next
    }

    fn expect(&mut self, token: &str) {
        assert_eq!(
            self.peek(),
            Some(token),
            "after {:?}",
            &self.list[self.at.saturating_sub(4)..self.at]
        );
        self.at += 1;
    }

    fn union(&mut self) -> Ts {
        self.take("|");
        let mut parts = vec![self.one()];
        while self.take("|") {
            parts.push(self.one());
        }
        union(parts)
    }

    fn one(&mut self) -> Ts {
        let token = self.next();
        let mut one = match token.as_str() {
            "(" => {
                let inner = self.union();
                self.expect(")");
                inner
            }
            "[" => Ts::Tuple(self.list("]")),
            "{" => {
                let tag = self.next();
                self.expect(":");
                let payload = self.union();
                self.expect("}");
                Ts::Tagged(tag, Box::new(payload))
            }
            literal if literal.starts_with('"') => {
                Ts::Literal(literal.trim_matches('"').to_owned())
            }
            _ if self.take("<") => Ts::Name(token, self.list(">")),
            _ => name(&token),
        };
        while self.take("[") {
            self.expect("]");
            one = Ts::Array(Box::new(one));
        }
        one
    }

    fn list(&mut self, end: &str) -> Vec<Ts> {
        let mut list = vec![self.union()];
        while self.take(",") {
            list.push(self.union());
        }
        self.expect(end);
        list
    }
}

fn name(name: &str) -> Ts {
    Ts::Name(name.to_owned(), Vec::new())
}

/// A union without unions in it; of one type, that type.
fn union(parts: Vec<Ts>) -> Ts {
    let flat: BTreeSet<Ts> = parts
        .into_iter()
        .flat_map(|part| match part {
            Ts::Union(inner) => inner,
            other => BTreeSet::from([other]),
        })
        .collect();
    match flat.first() {
        Some(only) if flat.len() == 1 => only.clone(),
        _ => Ts::Union(flat),
    }
}

/// The type with a parameter replaced.
fn substituted(ts: &Ts, parameter: &str, argument: &Ts) -> Ts {
    let inner = |ts: &Ts| substituted(ts, parameter, argument);
    match ts {
        Ts::Name(name, _) if name == parameter => argument.clone(),
        Ts::Name(name, arguments) => Ts::Name(name.clone(), arguments.iter().map(inner).collect()),
        Ts::Literal(_) => ts.clone(),
        Ts::Array(item) => Ts::Array(Box::new(inner(item))),
        Ts::Tagged(tag, payload) => Ts::Tagged(tag.clone(), Box::new(inner(payload))),
        Ts::Tuple(items) => Ts::Tuple(items.iter().map(inner).collect()),
        Ts::Union(parts) => union(parts.iter().map(inner).collect()),
    }
}

/// The properties of an interface, with its argument in place.
fn fields(declarations: &Declarations, name: &str, arguments: &[Ts]) -> Option<Vec<(String, Ts)>> {
    let Declaration { parameter, body } = declarations.get(name)?;
    let Body::Interface(fields) = body else {
        return None;
    };
    Some(match (parameter, arguments) {
        (Some(parameter), [argument]) => fields
            .iter()
            .map(|(name, ts)| (name.clone(), substituted(ts, parameter, argument)))
            .collect(),
        _ => fields.clone(),
    })
}

// Reading JSON Schemas.

/// The Rust views by their names, as JSON Schemas.
fn schemas() -> BTreeMap<String, Value> {
    let mut found = BTreeMap::new();
    for mut root in [
        schema::of::<InspectView>(),
        schema::of::<ReportAnswer>(),
        schema::of::<Replays>(),
        schema::of::<FrameView>(),
        schema::of::<ExcerptView>(),
        schema::of::<RunView>(),
        schema::of::<ReplaySettings>(),
        schema::of::<EffectiveConfiguration>(),
        schema::of::<DetectorContext>(),
        schema::of::<ProposedCall>(),
        schema::of::<ObservationView>(),
        schema::of::<WarningView>(),
        schema::of::<WindowsView>(),
        schema::of::<TrackedView>(),
        schema::of::<KeyView>(),
    ] {
        if let Some(definitions) = root["$defs"].as_object() {
            found.extend(definitions.clone());
        }
        let title = root["title"].as_str().unwrap().to_owned();
        root.as_object_mut().unwrap().remove("$defs");
        found.insert(title, root);
    }
    found
}

/// What a definition is called in TypeScript: `Figure_for_uint64` is `Figure<number>`.
fn name_of_definition(definition: &str) -> Ts {
    let Some((generic, argument)) = definition.split_once("_for_") else {
        return match definition {
            "uint64" => name("number"),
            "string" => name("string"),
            other => name(other),
        };
    };
    let argument = match argument.strip_prefix("Nullable_") {
        Some(argument) => union(vec![name_of_definition(argument), name("null")]),
        None => name_of_definition(argument),
    };
    Ts::Name(generic.to_owned(), vec![argument])
}

fn type_of_schema(schema: &Value) -> Ts {
    if let Some(reference) = schema.get("$ref") {
        let name = reference
            .as_str()
            .unwrap()
            .strip_prefix("#/$defs/")
            .unwrap();
        return name_of_definition(name);
    }
    for key in ["anyOf", "oneOf"] {
        if let Some(parts) = schema.get(key) {
            return union(
                parts
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(type_of_schema)
                    .collect(),
            );
        }
    }
    if let Some(literal) = schema.get("const") {
        return Ts::Literal(literal.as_str().unwrap().to_owned());
    }
    match &schema["type"] {
        Value::Array(kinds) => union(
            kinds
                .iter()
                .map(|kind| {
                    let mut one = schema.clone();
                    one["type"] = kind.clone();
                    type_of_schema(&one)
                })
                .collect(),
        ),
        kind => match kind.as_str().unwrap_or_else(|| panic!("no type: {schema}")) {
            "integer" => name("number"),
            "array" => match schema.get("prefixItems") {
                Some(items) => Ts::Tuple(
                    items
                        .as_array()
                        .unwrap()
                        .iter()
                        .map(type_of_schema)
                        .collect(),
                ),
                None => Ts::Array(Box::new(type_of_schema(&schema["items"]))),
            },
            "object" if schema.get("properties").is_some() => {
                let properties = schema["properties"].as_object().unwrap();
                assert_eq!(properties.len(), 1, "{schema}");
                let (tag, payload) = properties.iter().next().unwrap();
                Ts::Tagged(tag.clone(), Box::new(type_of_schema(payload)))
            }
            "object" => Ts::Name(
                "Record".to_owned(),
                vec![
                    name("string"),
                    type_of_schema(&schema["additionalProperties"]),
                ],
            ),
            other => name(other),
        },
    }
}

/// Whether a TypeScript type is what a schema says. A schema says `string` where the strings are
/// codes; TypeScript may list them, and the corpus shows whether it lists enough.
fn is_same(declarations: &Declarations, ts: &Ts, rust: &Ts) -> bool {
    let parts = |ts: &Ts| match ts {
        Ts::Union(parts) => parts.clone(),
        other => BTreeSet::from([other.clone()]),
    };
    let is_codes = |ts: &Ts| match ts {
        Ts::Literal(_) => true,
        Ts::Name(name, _) => declarations
            .get(name)
            .is_some_and(|found| match &found.body {
                Body::Alias(alias) => parts(alias)
                    .iter()
                    .all(|part| matches!(part, Ts::Literal(_))),
                Body::Interface(_) => false,
            }),
        _ => false,
    };
    match (ts, rust) {
        (Ts::Array(a), Ts::Array(b)) => is_same(declarations, a, b),
        (Ts::Tuple(a), Ts::Tuple(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_same(declarations, a, b))
        }
        _ if ts == rust => true,
        _ => {
            let (mut ts, mut rust) = (parts(ts), parts(rust));
            let is_nullable = ts.remove(&name("null"));
            if is_nullable != rust.remove(&name("null")) {
                return false;
            }
            ts == rust || (rust == parts(&name("string")) && ts.iter().all(is_codes))
        }
    }
}

#[test]
fn every_view_is_declared_as_it_is() {
    let declarations = declarations(TYPES);
    let schemas = schemas();
    assert!(schemas.len() > 35, "{}", schemas.len());
    let mut seen = BTreeSet::new();
    for (definition, schema) in &schemas {
        let Ts::Name(name, arguments) = name_of_definition(definition) else {
            panic!("{definition}");
        };
        seen.insert(name.clone());
        let Some(properties) = schema.get("properties").and_then(Value::as_object) else {
            let rust = type_of_schema(schema);
            match declarations.get(&name).map(|declaration| &declaration.body) {
                Some(Body::Alias(alias)) => assert_eq!(alias, &rust, "{name}"),
                other => panic!("{name} is {other:?}, and should be {rust:?}"),
            }
            continue;
        };
        let fields = fields(&declarations, &name, &arguments)
            .unwrap_or_else(|| panic!("{name} is not declared as an interface"));
        let names: BTreeSet<&str> = fields.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(
            names,
            properties.keys().map(String::as_str).collect(),
            "{name}"
        );
        for (field, ts) in &fields {
            let rust = type_of_schema(&properties[field]);
            // What is left out of a setting is as if it were null.
            let is_required = schema["required"]
                .as_array()
                .is_some_and(|required| required.iter().any(|name| name == field.as_str()));
            assert!(is_required, "{name}.{field} may be missing");
            assert!(
                is_same(&declarations, ts, &rust),
                "{name}.{field} is {ts:?}, and should be {rust:?}"
            );
        }
    }
    let unused: Vec<_> = declarations
        .iter()
        .filter(|(name, declaration)| {
            matches!(declaration.body, Body::Interface(_))
                && !seen.contains(*name)
                && !NOT_A_VIEW.contains(&name.as_str())
        })
        .map(|(name, _)| name)
        .collect();
    assert!(unused.is_empty(), "no view is called {unused:?}");
}

// Answers against TypeScript.

/// Why a JSON value is not of a type; nothing where it is.
fn misfit(declarations: &Declarations, at: &str, ts: &Ts, value: &Value) -> Option<String> {
    let no = || Some(format!("{at} is {value}, not {ts:?}"));
    match ts {
        Ts::Tagged(tag, payload) => match value.as_object() {
            Some(object) if object.len() == 1 && object.contains_key(tag) => {
                misfit(declarations, &format!("{at}.{tag}"), payload, &object[tag])
            }
            _ => no(),
        },
        Ts::Literal(text) => (value != text.as_str()).then(no).flatten(),
        Ts::Union(parts) => parts
            .iter()
            .all(|part| misfit(declarations, at, part, value).is_some())
            .then(no)
            .flatten(),
        Ts::Array(item) => {
            let Some(items) = value.as_array() else {
                return no();
            };
            items.iter().enumerate().find_map(|(index, value)| {
                misfit(declarations, &format!("{at}.{index}"), item, value)
            })
        }
        Ts::Tuple(types) => {
            let Some(items) = value.as_array().filter(|items| items.len() == types.len()) else {
                return no();
            };
            types
                .iter()
                .zip(items)
                .find_map(|(ts, value)| misfit(declarations, at, ts, value))
        }
        Ts::Name(name, arguments) => match name.as_str() {
            "null" => (!value.is_null()).then(no).flatten(),
            "string" => (!value.is_string()).then(no).flatten(),
            "boolean" => (!value.is_boolean()).then(no).flatten(),
            "number" => (!value.is_number()).then(no).flatten(),
            "Record" => {
                let Some(map) = value.as_object() else {
                    return no();
                };
                map.iter().find_map(|(key, value)| {
                    misfit(declarations, &format!("{at}.{key}"), &arguments[1], value)
                })
            }
            _ => match &declarations[name].body {
                Body::Alias(alias) => misfit(declarations, at, alias, value),
                Body::Interface(_) => {
                    let fields = fields(declarations, name, arguments).unwrap();
                    let map = value.as_object().filter(|map| map.len() == fields.len());
                    let Some(map) = map else { return no() };
                    fields.iter().find_map(|(field, ts)| match map.get(field) {
                        Some(value) => misfit(declarations, &format!("{at}.{field}"), ts, value),
                        None => Some(format!("{at} has no {field}")),
                    })
                }
            },
        },
    }
}

#[test]
fn every_answer_of_the_corpus_is_of_its_type() {
    let declarations = declarations(TYPES);
    let array = |name_of_item: &str| Ts::Array(Box::new(name(name_of_item)));
    let mut checked = BTreeMap::<&str, u32>::new();
    for case in Case::all() {
        for (key, answer) in case.answers() {
            let (question, ts) = match key.split(' ').next().unwrap() {
                "inspect" => ("inspect", name("InspectView")),
                "files" => ("files", array("FileView")),
                "runs" => ("runs", array("RunView")),
                "report" => ("report", name("ReportView")),
                "attempts" => ("attempts", array("AttemptView")),
                "replay" => ("replay", name("ReplayView")),
                "frame" => ("frame", name("FrameView")),
                other => panic!("{other} is no question"),
            };
            if answer.starts_with("error ") {
                continue;
            }
            let value: Value = serde_json::from_str(&answer).unwrap();
            let misfit = misfit(&declarations, question, &ts, &value);
            assert_eq!(misfit, None, "{}", case.path);
            *checked.entry(question).or_default() += 1;
        }
    }
    assert_eq!(checked.len(), 7, "{checked:?}");
}
