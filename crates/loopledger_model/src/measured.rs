//! Known or unknown: the value type of everything that was measured.

use crate::Place;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;

/// A measurement: known, with its origin, or unknown, with the reason.
///
/// Its serialised form is the value alone, or `null`; a record names the reasons of its nulls in
/// a field of its own ([`AttemptRecord::unknown`](crate::AttemptRecord::unknown)).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Measured<T> {
    /// It was measured.
    Known {
        /// The value, as the source has it.
        value: T,
        /// Where it comes from.
        origin: Origin,
    },
    /// It was not measured.
    Unknown {
        /// Why not.
        reason: UnknownReason,
        /// Where the value should have stood, if that is a place.
        place: Option<Place>,
    },
}

/// Where a known value comes from.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// The input says so.
    Reported(Place),
    /// It was added up, or counted, from values that the input reports; the place of the first.
    Derived(Place),
    /// Tokens that the input reports, times the prices of a table that the user supplied.
    Priced {
        /// The place of the priced model in the price table.
        price: Place,
        /// The place of the tokens.
        tokens: Place,
    },
}

/// Why a measurement is unknown.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum UnknownReason {
    /// The source has no such field.
    AbsentField,
    /// The source has the field, and it is `null`.
    NullField,
    /// The source writes 0 where it did not measure.
    SentinelZero,
    /// The user's price table has no price for the model, or there is no table.
    NoPriceForModel,
    /// A stream ended before the value was final.
    StreamPartial,
    /// The file ends before the value.
    TruncatedFile,
    /// Something stands there that is no such value.
    ParseError,
    /// The sources disagree, or what they say can be read in two ways.
    Ambiguous,
    /// Nothing was run.
    NotRun,
    /// No artifact was accepted, so that there is nothing to divide by.
    NothingAccepted,
    /// There is no sample to take a percentile of.
    NoSamples,
    /// A part of the sum is unknown; the parts say why.
    PartUnknown,
}

impl UnknownReason {
    /// The reason's stable code, as it stands in records.
    pub fn code(self) -> &'static str {
        match self {
            Self::AbsentField => "absent_field",
            Self::NullField => "null_field",
            Self::SentinelZero => "sentinel_zero",
            Self::NoPriceForModel => "no_price_for_model",
            Self::StreamPartial => "stream_partial",
            Self::TruncatedFile => "truncated_file",
            Self::ParseError => "parse_error",
            Self::Ambiguous => "ambiguous",
            Self::NotRun => "not_run",
            Self::NothingAccepted => "nothing_accepted",
            Self::NoSamples => "no_samples",
            Self::PartUnknown => "part_unknown",
        }
    }

    /// The reason with a code; `None` for text that is no code.
    pub fn from_code(code: &str) -> Option<Self> {
        [
            Self::AbsentField,
            Self::NullField,
            Self::SentinelZero,
            Self::NoPriceForModel,
            Self::StreamPartial,
            Self::TruncatedFile,
            Self::ParseError,
            Self::Ambiguous,
            Self::NotRun,
            Self::NothingAccepted,
            Self::NoSamples,
            Self::PartUnknown,
        ]
        .into_iter()
        .find(|reason| reason.code() == code)
    }
}

impl fmt::Display for UnknownReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl<T> Measured<T> {
    /// A value that the input reports.
    pub fn reported(value: T, place: Place) -> Self {
        Self::Known {
            value,
            origin: Origin::Reported(place),
        }
    }

    /// A value added up or counted from reported ones.
    pub fn derived(value: T, place: Place) -> Self {
        Self::Known {
            value,
            origin: Origin::Derived(place),
        }
    }

    /// Unknown, without a place where it should have stood.
    pub fn unknown(reason: UnknownReason) -> Self {
        Self::Unknown {
            reason,
            place: None,
        }
    }

    /// Unknown, with the place where the value should have stood.
    pub fn unknown_at(reason: UnknownReason, place: Place) -> Self {
        Self::Unknown {
            reason,
            place: Some(place),
        }
    }

    /// The value, if it is known.
    pub fn value(&self) -> Option<&T> {
        match self {
            Self::Known { value, .. } => Some(value),
            Self::Unknown { .. } => None,
        }
    }

    /// Why it is unknown, if it is.
    pub fn reason(&self) -> Option<UnknownReason> {
        match self {
            Self::Known { .. } => None,
            Self::Unknown { reason, .. } => Some(*reason),
        }
    }

    /// Whether it is known.
    pub fn is_known(&self) -> bool {
        matches!(self, Self::Known { .. })
    }

    /// Where the value stands, or should have stood.
    pub fn place(&self) -> Option<&Place> {
        match self {
            Self::Known { origin, .. } => Some(origin.place()),
            Self::Unknown { place, .. } => place.as_ref(),
        }
    }

    /// The same measurement in another unit or form; unknown stays unknown.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Measured<U> {
        match self {
            Self::Known { value, origin } => Measured::Known {
                value: f(value),
                origin,
            },
            Self::Unknown { reason, place } => Measured::Unknown { reason, place },
        }
    }
}

impl Origin {
    /// The place that a reader is led to.
    pub fn place(&self) -> &Place {
        match self {
            Self::Reported(place) | Self::Derived(place) => place,
            Self::Priced { tokens, .. } => tokens,
        }
    }

    /// The origin's stable code: `reported`, `derived` or `priced`.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Reported(_) => "reported",
            Self::Derived(_) => "derived",
            Self::Priced { .. } => "priced",
        }
    }
}

impl<T: Serialize> Serialize for Measured<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value().serialize(serializer)
    }
}

impl<T: JsonSchema> JsonSchema for Measured<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        Option::<T>::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Option::<T>::json_schema(generator)
    }
}
