//! Exact amounts with their currency.

use rust_decimal::Decimal;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// An exact amount of money.
///
/// Amounts are never rounded before they are displayed, and amounts of different currencies are
/// never added.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Money {
    /// The amount, in whole units of the currency; a decimal string in JSON, so that no digit is lost.
    #[serde(serialize_with = "decimal_as_string")]
    #[schemars(schema_with = "decimal_schema")]
    pub amount: Decimal,
    /// The currency.
    pub currency: Currency,
}

/// An ISO 4217 code, or `XXX` ("no currency") where the source states an amount without one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Currency(Arc<str>);

impl Currency {
    /// The source states no currency.
    pub const UNSTATED: &'static str = "XXX";

    /// A currency by its code, as the source writes it, in capitals.
    pub fn new(code: &str) -> Self {
        Self(code.trim().to_ascii_uppercase().into())
    }

    /// The currency of an amount whose source names none.
    pub fn unstated() -> Self {
        Self(Self::UNSTATED.into())
    }

    /// The code.
    pub fn code(&self) -> &str {
        &self.0
    }

    /// Whether the source names a currency.
    pub fn is_stated(&self) -> bool {
        &*self.0 != Self::UNSTATED
    }
}

impl fmt::Display for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl JsonSchema for Currency {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Currency".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": "^[A-Z]{3}$" })
    }
}

fn decimal_as_string<S: Serializer>(amount: &Decimal, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(amount)
}

fn decimal_schema(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": ["string", "number"], "pattern": r"^-?\d+(\.\d+)?$" })
}

/// Writes a duration as a JSON number: an integer where it is one.
pub(crate) fn decimal_number<S: Serializer>(
    amount: &crate::Measured<Decimal>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let Some(amount) = amount.value() else {
        return serializer.serialize_none();
    };
    if amount.fract().is_zero()
        && let Ok(integer) = i64::try_from(*amount)
    {
        return serializer.serialize_i64(integer);
    }
    // Shortest text that reads back as the same double; durations need no more.
    serializer.serialize_f64(f64::try_from(*amount).unwrap_or(f64::NAN))
}
