//! Values in and out, and the one way to fail.

#[cfg(feature = "files")]
use js_sys::Number;
use js_sys::{Error, JSON, Object, Reflect};
use loopledger::view::ReplaySettings;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::ser::{CompactFormatter, Formatter};
use std::fmt::Display;
use std::io;
use wasm_bindgen::{JsCast, JsValue};

/// JSON in which every integer is one that JavaScript can hold.
struct SafeIntegers;

impl SafeIntegers {
    fn check(is_safe: bool, value: impl Display) -> io::Result<()> {
        if is_safe {
            return Ok(());
        }
        let message = format!("{value} is beyond 2^53, and would become another number");
        Err(io::Error::other(message))
    }
}

impl Formatter for SafeIntegers {
    fn write_u64<W: ?Sized + io::Write>(&mut self, writer: &mut W, value: u64) -> io::Result<()> {
        Self::check(value < 1 << 53, value)?;
        CompactFormatter.write_u64(writer, value)
    }

    fn write_i64<W: ?Sized + io::Write>(&mut self, writer: &mut W, value: i64) -> io::Result<()> {
        Self::check(value.unsigned_abs() < 1 << 53, value)?;
        CompactFormatter.write_i64(writer, value)
    }
}

/// What JavaScript catches: an `Error` whose `name` is a stable code.
pub(crate) fn into_error(code: &str, message: &impl Display) -> Error {
    let error = Error::new(&message.to_string());
    error.set_name(code);
    error
}

/// An answer for JavaScript. An integer beyond 2^53 is an error: as a number it would be another
/// one.
///
/// It crosses as JSON: the parser of JSON knows no names that mean something else than themselves,
/// whereas the property `__proto__`, set on an object, changes what the object is.
pub(crate) fn to_js(value: &impl Serialize) -> Result<JsValue, Error> {
    let mut text = Vec::new();
    value
        .serialize(&mut serde_json::Serializer::with_formatter(
            &mut text,
            SafeIntegers,
        ))
        .map_err(|error| into_error("unsafe_integer", &error))?;
    JSON::parse(&String::from_utf8_lossy(&text)).map_err(JsCast::unchecked_into)
}

/// An argument from JavaScript. A property that means nothing here is an error, because it is
/// likelier misspelt than superfluous.
pub(crate) fn from_js<T: DeserializeOwned + Serialize>(value: &JsValue) -> Result<T, Error> {
    let understood: T = serde_wasm_bindgen::from_value(value.clone())
        .map_err(|error| into_error("invalid_argument", &error))?;
    match unknown_property(value, &to_js(&understood)?) {
        None => Ok(understood),
        Some(name) => Err(into_error(
            "invalid_argument",
            &format!("there is no property {name:?}"),
        )),
    }
}

/// Settings of which everything may be left out.
pub(crate) fn settings_from_js(value: &JsValue) -> Result<ReplaySettings, Error> {
    if value.is_undefined() || value.is_null() {
        return Ok(ReplaySettings::default());
    }
    from_js(value)
}

/// A count or a handle; JavaScript would make one of any number.
#[cfg(feature = "files")]
pub(crate) fn whole_number(name: &str, value: f64) -> Result<u64, Error> {
    if Number::is_safe_integer(&value.into()) && value >= 0.0 {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a safe integer that is not negative"
        )]
        return Ok(value as u64);
    }
    let message = format!("{name} must be a whole number from 0, and is {value}");
    Err(into_error("invalid_argument", &message))
}

/// The first property of what was given that is not in what was understood.
fn unknown_property(given: &JsValue, understood: &JsValue) -> Option<String> {
    let given = given.dyn_ref::<Object>()?;
    for name in Object::keys(given).iter() {
        let inner = Reflect::get(given, &name).unwrap_or(JsValue::UNDEFINED);
        // What every object inherits, `constructor` say, was not understood for that.
        let is_own = understood
            .dyn_ref::<Object>()
            .is_some_and(|understood| Object::has_own(understood, &name));
        match Reflect::get(understood, &name) {
            Ok(value) if is_own && !value.is_undefined() => {
                if let Some(found) = unknown_property(&inner, &value) {
                    return Some(found);
                }
            }
            _ if inner.is_undefined() => {}
            _ => return name.as_string(),
        }
    }
    None
}
