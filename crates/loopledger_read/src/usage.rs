//! Token usage of every convention as five disjoint categories.
//!
//! | convention | input counts cached input too | output counts reasoning too |
//! |---|---|---|
//! | OpenAI chat and responses | yes | yes |
//! | LangChain `usage_metadata` | yes | yes |
//! | Anthropic | **no** | yes |
//! | our own records | **no** | **no** |
//!
//! A category that a source does not state is unknown, and its tokens stay in the wider one.

use crate::diagnostic::Severity;
use crate::field::{self, Bad};
use crate::source::{Context, Record};
use loopledger_json::Node;
use loopledger_model::tokens::Count;
use loopledger_model::{Tokens, UnknownReason};

/// How a source counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Convention {
    /// `prompt_tokens`, `completion_tokens` and their `_details`; or `input_tokens`,
    /// `input_tokens_details` of the responses API.
    OpenAi,
    /// `input_tokens`, `input_token_details`.
    LangChain,
    /// `cache_read_input_tokens` beside `input_tokens`.
    Anthropic,
    /// `inputUncached` and the four others.
    Disjoint,
}

/// Token usage, normalised.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Usage {
    pub(crate) tokens: Tokens<Count>,
    pub(crate) cache_write_1h: Count,
}

impl Usage {
    pub(crate) fn unknown(reason: UnknownReason) -> Self {
        Self {
            tokens: Tokens::splat(Err(reason)),
            cache_write_1h: Err(reason),
        }
    }
}

/// Whether any category is known.
pub(crate) fn is_known(tokens: &Tokens<Count>) -> bool {
    tokens.named().iter().any(|(_, count)| count.is_ok())
}

impl Convention {
    fn input_includes_cache(self) -> bool {
        matches!(self, Self::OpenAi | Self::LangChain)
    }

    fn output_includes_reasoning(self) -> bool {
        !matches!(self, Self::Disjoint)
    }

    /// The convention that a usage object follows, told by its keys.
    pub(crate) fn of(usage: &Node<'_>) -> Self {
        let has = |key: &str| usage.get(key).is_some();
        if has("inputUncached") || has("input_uncached") {
            Self::Disjoint
        } else if has("prompt_tokens") || has("completion_tokens") || has("input_tokens_details") {
            Self::OpenAi
        } else if has("cache_read_input_tokens") || has("cache_creation_input_tokens") {
            Self::Anthropic
        } else {
            Self::LangChain
        }
    }

    /// The ways to each figure inside a usage object; the first that leads somewhere counts.
    fn ways(self) -> Figures<&'static [Way]> {
        match self {
            Self::OpenAi => Figures {
                input: &[("prompt_tokens", ""), ("input_tokens", "")],
                cache_read: &[
                    ("prompt_tokens_details", "cached_tokens"),
                    ("input_tokens_details", "cached_tokens"),
                    // What LiteLLM hands on of DeepSeek and Anthropic.
                    ("prompt_cache_hit_tokens", ""),
                    ("cache_read_input_tokens", ""),
                ],
                cache_write: &[
                    ("prompt_tokens_details", "cache_write_tokens"),
                    ("prompt_tokens_details", "cache_creation_tokens"),
                    ("cache_creation_input_tokens", ""),
                ],
                cache_write_5m: &[],
                cache_write_1h: &[],
                output: &[("completion_tokens", ""), ("output_tokens", "")],
                reasoning: &[
                    ("completion_tokens_details", "reasoning_tokens"),
                    ("output_tokens_details", "reasoning_tokens"),
                ],
            },
            Self::LangChain => Figures {
                input: &[("input_tokens", "")],
                cache_read: &[("input_token_details", "cache_read")],
                cache_write: &[("input_token_details", "cache_creation")],
                cache_write_5m: &[("input_token_details", "ephemeral_5m_input_tokens")],
                cache_write_1h: &[("input_token_details", "ephemeral_1h_input_tokens")],
                output: &[("output_tokens", "")],
                reasoning: &[("output_token_details", "reasoning")],
            },
            Self::Anthropic => Figures {
                input: &[("input_tokens", "")],
                cache_read: &[("cache_read_input_tokens", "")],
                cache_write: &[("cache_creation_input_tokens", "")],
                cache_write_5m: &[("cache_creation", "ephemeral_5m_input_tokens")],
                cache_write_1h: &[("cache_creation", "ephemeral_1h_input_tokens")],
                output: &[("output_tokens", "")],
                reasoning: &[],
            },
            Self::Disjoint => Figures {
                input: &[("inputUncached", ""), ("input_uncached", "")],
                cache_read: &[("cacheRead", ""), ("cache_read", "")],
                cache_write: &[("cacheWrite", ""), ("cache_write", "")],
                cache_write_5m: &[],
                cache_write_1h: &[("cacheWrite1h", ""), ("cache_write_1h", "")],
                output: &[("output", "")],
                reasoning: &[("reasoning", "")],
            },
        }
    }
}

/// A key, and a key inside its value, empty where the value is the figure itself.
type Way = (&'static str, &'static str);

#[derive(Debug, Clone, Copy)]
struct Figures<T> {
    input: T,
    cache_read: T,
    cache_write: T,
    cache_write_5m: T,
    cache_write_1h: T,
    output: T,
    reasoning: T,
}

/// Reads a usage object; `pointer` leads from the record to it.
pub(crate) fn usage(
    context: &mut Context,
    record: Record<'_, '_>,
    node: &Node<'_>,
    pointer: &str,
    convention: Convention,
) -> Usage {
    let mut figure = |ways: &[Way]| -> Count {
        let found = ways.iter().find_map(|(key, inner)| {
            let value = node.get(key)?;
            let value = if inner.is_empty() {
                value
            } else {
                value.get(inner)?
            };
            Some((key, inner, value))
        });
        let Some((key, inner, value)) = found else {
            return Err(UnknownReason::AbsentField);
        };
        field::count(value).map_err(|bad| match bad {
            Bad::Null => UnknownReason::NullField,
            Bad::Value {
                code,
                expected,
                reason,
            } => {
                let slash = if inner.is_empty() { "" } else { "/" };
                let pointer = format!("{pointer}/{key}{slash}{inner}");
                let place = record.place_of(value, &pointer);
                let found = field::found(record.source, value);
                context.report(Severity::Error, code, place, expected, found);
                reason
            }
        })
    };
    let ways = convention.ways();
    let stated = Figures {
        input: figure(ways.input),
        cache_read: figure(ways.cache_read),
        cache_write: figure(ways.cache_write),
        cache_write_5m: figure(ways.cache_write_5m),
        cache_write_1h: figure(ways.cache_write_1h),
        output: figure(ways.output),
        reasoning: figure(ways.reasoning),
    };
    let place = || record.place_of_offset(node.start, pointer);
    normalise(context, stated, convention, place)
}

fn normalise(
    context: &mut Context,
    stated: Figures<Count>,
    convention: Convention,
    place: impl Fn() -> loopledger_model::Place,
) -> Usage {
    let Figures {
        input,
        cache_read,
        mut cache_write,
        cache_write_5m,
        cache_write_1h,
        output,
        reasoning,
    } = stated;
    let mut ambiguous = |expected: &str, found: String| {
        context.report(
            Severity::Error,
            "contradicting_tokens",
            place(),
            expected,
            found,
        );
        Err(UnknownReason::Ambiguous)
    };
    // Writers that split cached input by retention leave the total at 0, or absent, or repeat it.
    if let Some(split) = match (cache_write_5m, cache_write_1h) {
        (Ok(short), Ok(long)) => short.checked_add(long),
        (Ok(one), Err(_)) | (Err(_), Ok(one)) => Some(one),
        (Err(_), Err(_)) => None,
    } {
        match cache_write {
            Ok(total) if total == split || split == 0 => {}
            Ok(0) | Err(UnknownReason::AbsentField | UnknownReason::NullField) => {
                cache_write = Ok(split);
            }
            Ok(total) if convention != Convention::Disjoint => {
                cache_write = ambiguous(
                    "tokens written to a cache that equal the sum of their split by retention",
                    format!("{total} beside {split}"),
                );
            }
            _ => {}
        }
    }
    let mut tokens = Tokens {
        input_uncached: input,
        cache_read,
        cache_write,
        output,
        reasoning,
    };
    if convention.input_includes_cache()
        && let Ok(input) = input
    {
        let cached = cache_read
            .unwrap_or(0)
            .checked_add(cache_write.unwrap_or(0));
        if let Some(uncached) = cached.and_then(|cached| input.checked_sub(cached)) {
            tokens.input_uncached = Ok(uncached);
        } else {
            let unknown = ambiguous(
                "cached input that is a part of all input",
                format!(
                    "{} cached of {input}",
                    cached.map_or_else(|| "more".to_owned(), |cached| cached.to_string())
                ),
            );
            tokens.input_uncached = unknown;
            tokens.cache_read = cache_read.and(unknown);
            tokens.cache_write = cache_write.and(unknown);
        }
    }
    if convention.output_includes_reasoning()
        && let (Ok(output), Ok(reasoning)) = (output, reasoning)
    {
        if let Some(rest) = output.checked_sub(reasoning) {
            tokens.output = Ok(rest);
        } else {
            let unknown = ambiguous(
                "reasoning that is a part of all output",
                format!("{reasoning} of {output}"),
            );
            tokens.output = unknown;
            tokens.reasoning = unknown;
        }
    }
    Usage {
        tokens,
        cache_write_1h,
    }
}
