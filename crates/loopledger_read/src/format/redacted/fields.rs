//! Values of JSON as the fields of a record, in the order of its type.
//!
//! serde would match names for each of some forty types; handing the fields over in the order that
//! the type declares leaves one loop for all of them, and a much smaller viewer.

use serde::Deserializer;
use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{DeserializeSeed, Error as _, IntoDeserializer, SeqAccess, Visitor};
use serde_json::{Error, Map, Value};

/// Flags that are left out where they do not hold.
const LEFT_OUT: [&str; 3] = ["derived", "isOtherSpend", "isCut"];

/// A value that is read as a record's own type says.
///
/// Every property of an object must be a field, and every field that is not optional a property.
#[derive(Clone, Copy)]
pub(super) struct Fields<'v>(pub(super) &'v Value);

impl IntoDeserializer<'_, Error> for Fields<'_> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

/// The properties of an object, field by field.
struct InOrder<'v> {
    object: &'v Map<String, Value>,
    fields: std::slice::Iter<'static, &'static str>,
    found: usize,
}

impl<'de> SeqAccess<'de> for InOrder<'_> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Error> {
        const FALSE: Value = Value::Bool(false);
        const NULL: Value = Value::Null;
        let Some(field) = self.fields.next() else {
            return Ok(None);
        };
        let value = self.object.get(*field);
        self.found += usize::from(value.is_some());
        let absent = if LEFT_OUT.contains(field) {
            &FALSE
        } else {
            &NULL
        };
        seed.deserialize(Fields(value.unwrap_or(absent))).map(Some)
    }
}

impl<'de> Deserializer<'de> for Fields<'_> {
    type Error = Error;

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let object = self
            .0
            .as_object()
            .ok_or_else(|| Error::custom("an object was expected"))?;
        let mut properties = InOrder {
            object,
            fields: fields.iter(),
            found: 0,
        };
        let record = visitor.visit_seq(&mut properties)?;
        if properties.found < object.len() {
            return Err(Error::custom("a property that is no field"));
        }
        Ok(record)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(value) => visitor.visit_bool(*value),
            Value::Number(number) => match (number.as_u64(), number.as_i64(), number.as_f64()) {
                (Some(value), ..) => visitor.visit_u64(value),
                (None, Some(value), _) => visitor.visit_i64(value),
                (None, None, Some(value)) => visitor.visit_f64(value),
                (None, None, None) => Err(Error::custom("a number that no type holds")),
            },
            Value::String(text) => visitor.visit_str(text),
            Value::Array(items) => {
                let mut items = SeqDeserializer::new(items.iter().map(Fields));
                let list = visitor.visit_seq(&mut items)?;
                items.end()?;
                Ok(list)
            }
            Value::Object(object) => {
                let entries = object
                    .iter()
                    .map(|(key, value)| (key.as_str(), Fields(value)));
                visitor.visit_map(MapDeserializer::new(entries))
            }
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self.0 {
            Value::String(name) => visitor.visit_enum(name.as_str().into_deserializer()),
            Value::Object(object) => {
                let entries = object
                    .iter()
                    .map(|(key, value)| (key.as_str(), Fields(value)));
                visitor.visit_enum(serde::de::value::MapAccessDeserializer::new(
                    MapDeserializer::new(entries),
                ))
            }
            _ => Err(Error::custom("the name of a kind was expected")),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf unit unit_struct
        seq tuple tuple_struct map identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Record {
        name: String,
        count: Option<u64>,
        is_cut: bool,
        parts: Vec<Part>,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Part {
        is_whole: bool,
    }

    fn read(text: &str) -> Option<Record> {
        let value = serde_json::from_str(text).unwrap();
        Record::deserialize(Fields(&value)).ok()
    }

    #[test]
    fn the_order_of_properties_says_nothing() {
        let record = read(r#"{"parts":[{"isWhole":true}],"count":3,"isCut":true,"name":"a"}"#);
        let parts = vec![Part { is_whole: true }];
        assert_eq!(
            record,
            Some(Record {
                name: "a".to_owned(),
                count: Some(3),
                is_cut: true,
                parts,
            })
        );
    }

    #[test]
    fn what_may_be_left_out_is_none_or_does_not_hold() {
        let record = read(r#"{"name":"a","parts":[]}"#).unwrap();
        assert_eq!((record.count, record.is_cut), (None, false));
    }

    #[test]
    fn a_flag_that_is_always_written_must_be_there() {
        assert_eq!(read(r#"{"name":"a","parts":[{}]}"#), None);
    }

    #[test]
    fn a_text_that_is_missing_is_no_empty_one() {
        assert_eq!(read(r#"{"parts":[]}"#), None);
    }

    #[test]
    fn a_property_that_is_no_field_is_refused() {
        assert_eq!(read(r#"{"name":"a","parts":[],"more":1}"#), None);
        assert_eq!(
            read(r#"{"name":"a","parts":[{"isWhole":true,"more":1}]}"#),
            None
        );
    }
}
