//! Price tables in LiteLLM's shape, and the short ones beside hand-written attempts.
//!
//! Rates are taken from the number's source text, digit for digit (`1.25e-06` is 0.00000125).
//! The shape states no currency; LiteLLM's prices are in US dollars.
//! Rates of other ways to be served (batches, priority, flex, …) and of audio and images are
//! passed over.

use crate::diagnostic::Severity;
use crate::field;
use crate::source::{Context, Record, pointer_step};
use indexmap::IndexMap;
use loopledger_json::{Node, Value};
use loopledger_model::price::per_token;
use loopledger_model::{Currency, ModelPrice, PriceTable, PriceTier, Rates};
use rust_decimal::Decimal;
use std::sync::Arc;

pub(crate) const WANTS: &str =
    "models with input_cost_per_token or output_cost_per_token, by model name";

/// The key under which a user writes names of their own for models of the table.
const ALIASES: &str = "loopledger_aliases";
/// The entry of LiteLLM's table that explains the fields.
const EXPLANATION: &str = "sample_spec";

/// Whether an object is a price table.
pub(crate) fn is_table(node: &Node<'_>) -> bool {
    let Some(members) = node.object() else {
        return false;
    };
    let (mut models, mut objects, mut priced) = (0, 0, 0);
    for member in members.iter().take(300) {
        if member.key == *ALIASES || member.key == *EXPLANATION {
            continue;
        }
        models += 1;
        objects += usize::from(member.value.object().is_some());
        priced += usize::from(has_price(&member.value));
    }
    priced > 0 && priced * 2 >= models && objects * 10 >= models * 9
}

fn has_price(node: &Node<'_>) -> bool {
    let is_price = |key: &[u8]| {
        key.starts_with(b"input_cost_per_")
            || key.starts_with(b"output_cost_per_")
            || key == b"litellm_provider"
    };
    node.object()
        .is_some_and(|members| members.iter().any(|member| is_price(member.key.raw())))
}

/// Reads a table; also counts its models, and the entries that are none.
pub(crate) fn read_table(context: &mut Context, record: Record<'_, '_>) -> (PriceTable, u64, u64) {
    let mut table = empty_table(&context.file);
    let (mut read, mut rejected) = (0, 0);
    for member in record.node.object().unwrap_or_default() {
        if member.key == *EXPLANATION {
            continue;
        }
        if member.key == *ALIASES {
            read_aliases(context, record, &member.value, &mut table);
            continue;
        }
        let name = field::text_of(member.key).into_owned();
        let step = pointer_step(&name);
        let pointer = format!("{}{step}", record.pointer);
        let entry = Record {
            source: record.source,
            node: &member.value,
            pointer: &pointer,
        };
        if member.value.object().is_none() {
            rejected += 1;
            context.report(
                Severity::Error,
                "not_a_price",
                entry.place(),
                "an object with rates",
                field::found(record.source, &member.value),
            );
            continue;
        }
        read += 1;
        if let Some(price) = model_price(context, entry)
            && table.models.insert(name, price).is_some()
        {
            context.report(
                Severity::Warning,
                "duplicate_key",
                record.place_of_offset(member.key_start, &step),
                "every model once",
                "the model again; its last price counts",
            );
        }
    }
    (table, read, rejected)
}

fn empty_table(file: &Arc<str>) -> PriceTable {
    PriceTable {
        file: Arc::clone(file),
        sha256: String::new(),
        date: None,
        models: IndexMap::new(),
        aliases: IndexMap::new(),
    }
}

fn read_aliases(
    context: &mut Context,
    record: Record<'_, '_>,
    node: &Node<'_>,
    table: &mut PriceTable,
) {
    for member in node.object().unwrap_or_default() {
        let alias = field::text_of(member.key).into_owned();
        match member.value.str() {
            Some(model) => {
                table
                    .aliases
                    .insert(alias, field::text_of(model).into_owned());
            }
            None => context.report(
                Severity::Error,
                "not_an_alias",
                record.place_of(
                    &member.value,
                    &format!("/{ALIASES}{}", pointer_step(&alias)),
                ),
                "the name of a model of the table",
                field::found(record.source, &member.value),
            ),
        }
    }
}

/// The rates of a model; `None` where it has none per token.
fn model_price(context: &mut Context, entry: Record<'_, '_>) -> Option<ModelPrice> {
    let mut base = Rates::default();
    let mut tiers: IndexMap<u64, Rates> = IndexMap::new();
    let mut cache_hit = None;
    for member in entry.node.object().unwrap_or_default() {
        let Ok(key) = std::str::from_utf8(member.key.raw()) else {
            continue;
        };
        if key == "input_cost_per_token_cache_hit" {
            cache_hit = rate(context, entry, key, &member.value);
        } else if let Some((slot, above)) = rate_key(key) {
            let value = rate(context, entry, key, &member.value);
            let rates = match above {
                None => &mut base,
                Some(above) => tiers.entry(above).or_default(),
            };
            *slot.of(rates) = value;
        }
    }
    // An older name of the same rate.
    base.cache_read = base.cache_read.or(cache_hit);
    read_ranges(context, entry, &mut base, &mut tiers);
    let mut tiers: Vec<_> = tiers
        .into_iter()
        .filter(|(_, rates)| *rates != Rates::default())
        .map(|(above_input_tokens, rates)| PriceTier {
            above_input_tokens,
            rates,
        })
        .collect();
    tiers.sort_by_key(|tier| tier.above_input_tokens);
    let currency = entry.get("currency").and_then(Node::str).map_or_else(
        || Currency::new("USD"),
        |code| Currency::new(&code.to_display()),
    );
    (base != Rates::default() || !tiers.is_empty()).then(|| ModelPrice {
        place: entry.place(),
        currency,
        base,
        tiers,
    })
}

/// Tiers as a list of ranges: `{"range":[256000,1000000],"input_cost_per_token":…}`.
fn read_ranges(
    context: &mut Context,
    entry: Record<'_, '_>,
    base: &mut Rates,
    tiers: &mut IndexMap<u64, Rates>,
) {
    let ranges = entry
        .get("tiered_pricing")
        .and_then(Node::array)
        .unwrap_or_default();
    for (index, range) in ranges.iter().enumerate() {
        let start = range
            .get("range")
            .and_then(Node::array)
            .and_then(<[_]>::first)
            .and_then(|start| field::count(start).ok());
        let Some(start) = start else {
            continue;
        };
        let mut rates = Rates::default();
        for member in range.object().unwrap_or_default() {
            let Ok(key) = std::str::from_utf8(member.key.raw()) else {
                continue;
            };
            if let Some((slot, None)) = rate_key(key) {
                let pointer = format!("tiered_pricing/{index}/{key}");
                *slot.of(&mut rates) = rate(context, entry, &pointer, &member.value);
            }
        }
        if start > 0 {
            tiers.insert(start, rates);
        } else if *base == Rates::default() {
            *base = rates;
        }
    }
}

/// A rate that a price can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Slot {
    Input,
    Output,
    CacheRead,
    CacheWrite,
    CacheWrite1h,
    Reasoning,
}

impl Slot {
    fn of(self, rates: &mut Rates) -> &mut Option<Decimal> {
        match self {
            Self::Input => &mut rates.input,
            Self::Output => &mut rates.output,
            Self::CacheRead => &mut rates.cache_read,
            Self::CacheWrite => &mut rates.cache_write,
            Self::CacheWrite1h => &mut rates.cache_write_1h,
            Self::Reasoning => &mut rates.reasoning,
        }
    }
}

/// The rate that a key names, and the input above which it holds; `None` for keys of other rates.
fn rate_key(key: &str) -> Option<(Slot, Option<u64>)> {
    let (name, above) = match key.strip_suffix("k_tokens") {
        Some(rest) => {
            let (name, thousands) = rest.rsplit_once("_above_")?;
            (
                name,
                Some(thousands.parse::<u64>().ok()?.checked_mul(1000)?),
            )
        }
        None => (key, None),
    };
    let slot = match name {
        "input_cost_per_token" => Slot::Input,
        "output_cost_per_token" => Slot::Output,
        "cache_read_input_token_cost" => Slot::CacheRead,
        "cache_creation_input_token_cost" => Slot::CacheWrite,
        "cache_creation_input_token_cost_above_1hr" => Slot::CacheWrite1h,
        "output_cost_per_reasoning_token" => Slot::Reasoning,
        _ => return None,
    };
    Some((slot, above))
}

/// A rate, exact; `None` for `null`, for text and for what is no price, which is reported.
fn rate(
    context: &mut Context,
    entry: Record<'_, '_>,
    step: &str,
    node: &Node<'_>,
) -> Option<Decimal> {
    let value = match &node.value {
        Value::Null => return None,
        Value::Number(number) => field::exact_decimal(number.text()),
        _ => None,
    };
    let value = value.filter(|value| *value >= Decimal::ZERO);
    if value.is_none() {
        context.report(
            Severity::Warning,
            "not_a_rate",
            entry.place_of(node, &format!("/{step}")),
            "a price of at least 0, of at most 28 decimal places",
            field::found(entry.source, node),
        );
    }
    value.map(|value| value.normalize())
}

/// Reads the prices beside hand-written attempts: per million tokens, or in LiteLLM's names.
pub(crate) fn read_short_table(
    context: &mut Context,
    record: Record<'_, '_>,
    key: &str,
) -> Option<PriceTable> {
    let node = record.get(key).filter(|node| node.object().is_some())?;
    let mut table = empty_table(&context.file);
    for member in node.object().unwrap_or_default() {
        let name = field::text_of(member.key).into_owned();
        let pointer = format!("{}/{key}{}", record.pointer, pointer_step(&name));
        let entry = Record {
            source: record.source,
            node: &member.value,
            pointer: &pointer,
        };
        if member.key == *ALIASES {
            read_aliases(context, record, &member.value, &mut table);
            continue;
        }
        let price = if has_price(&member.value) {
            model_price(context, entry)
        } else {
            short_price(context, entry)
        };
        if let Some(price) = price {
            table.models.insert(name, price);
        }
    }
    Some(table)
}

fn short_price(context: &mut Context, entry: Record<'_, '_>) -> Option<ModelPrice> {
    let mut base = Rates::default();
    for member in entry.node.object().unwrap_or_default() {
        let key = member.key.to_display();
        let slot = match key.strip_suffix("_per_million").unwrap_or(&key) {
            "input" => Slot::Input,
            "output" => Slot::Output,
            "cache_read" | "cached_input" | "input_cache_hit" => Slot::CacheRead,
            "cache_write" | "cache_write_5m" => Slot::CacheWrite,
            "cache_write_1h" => Slot::CacheWrite1h,
            "reasoning" => Slot::Reasoning,
            _ => continue,
        };
        *slot.of(&mut base) = rate(context, entry, &key, &member.value).and_then(per_token);
    }
    let currency = entry
        .get("currency")
        .and_then(Node::str)
        .map_or_else(Currency::unstated, |code| Currency::new(&code.to_display()));
    (base != Rates::default()).then(|| ModelPrice {
        place: entry.place(),
        currency,
        base,
        tiers: Vec::new(),
    })
}
