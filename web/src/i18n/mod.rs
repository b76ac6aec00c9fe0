//! What the viewer says, in English and in Spanish.
//!
//! Messages stand in `locales/*/*.ftl`, which are compiled in; numbers are written by the browser's
//! own `Intl` (see [`number`]), as the last step before they are shown.

pub mod codes;
pub mod number;
mod rich;
#[cfg(test)]
mod tests;

pub use rich::{Arg, RichArg};

use fluent_bundle::{FluentArgs, FluentBundle, FluentResource, FluentValue};
use std::fmt;
use std::rc::Rc;
use unic_langid::LanguageIdentifier;
use yew::{AttrValue, Html};

/// A language that the viewer speaks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Spanish.
    Es,
}

impl Lang {
    /// Every language, in the order of the switch.
    pub const ALL: [Self; 2] = [Self::En, Self::Es];

    /// Its BCP 47 tag.
    pub fn tag(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Es => "es",
        }
    }

    /// Its own name for itself.
    pub fn name(self) -> &'static str {
        match self {
            Self::En => "English",
            Self::Es => "Español",
        }
    }

    /// The language of a BCP 47 tag, whatever its region.
    pub fn from_tag(tag: &str) -> Option<Self> {
        let primary = tag.split(['-', '_']).next().unwrap_or_default();
        Self::ALL
            .into_iter()
            .find(|lang| primary.eq_ignore_ascii_case(lang.tag()))
    }

    /// The first of the reader's languages that the viewer speaks, else English.
    pub fn preferred<'a>(tags: impl IntoIterator<Item = &'a str>) -> Self {
        tags.into_iter()
            .find_map(Self::from_tag)
            .unwrap_or_default()
    }

    fn source(self) -> &'static str {
        match self {
            Self::En => concat!(
                include_str!("../../locales/en/main.ftl"),
                "\n",
                include_str!("../../locales/en/experiment.ftl"),
                "\n",
                include_str!("../../locales/en/review.ftl"),
                "\n",
                include_str!("../../locales/en/limits.ftl"),
                "\n",
                include_str!("../../locales/en/opinions.ftl"),
                "\n",
                include_str!("../../locales/en/compare.ftl"),
            ),
            Self::Es => concat!(
                include_str!("../../locales/es/main.ftl"),
                "\n",
                include_str!("../../locales/es/experiment.ftl"),
                "\n",
                include_str!("../../locales/es/review.ftl"),
                "\n",
                include_str!("../../locales/es/limits.ftl"),
                "\n",
                include_str!("../../locales/es/opinions.ftl"),
                "\n",
                include_str!("../../locales/es/compare.ftl"),
            ),
        }
    }

    fn identifier(self) -> LanguageIdentifier {
        // Both tags are well-formed; the default is the undetermined language.
        self.tag().parse().unwrap_or_default()
    }
}

/// The messages of one language.
///
/// Cheap to clone; equal to every other of the same language.
#[derive(Clone)]
pub struct I18n {
    lang: Lang,
    bundle: Rc<FluentBundle<FluentResource>>,
}

impl fmt::Debug for I18n {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("I18n").field(&self.lang).finish()
    }
}

impl PartialEq for I18n {
    fn eq(&self, other: &Self) -> bool {
        self.lang == other.lang
    }
}

impl I18n {
    /// Reads the messages of a language.
    pub fn new(lang: Lang) -> Self {
        // The files are checked by the tests; what could not be read here would show as its id.
        let resource = match FluentResource::try_new(lang.source().to_owned()) {
            Ok(resource) | Err((resource, _)) => resource,
        };
        let mut bundle = FluentBundle::new(vec![lang.identifier()]);
        bundle.set_use_isolating(false);
        bundle.set_formatter(Some(match lang {
            Lang::En => |value, _| number_text(Lang::En, value),
            Lang::Es => |value, _| number_text(Lang::Es, value),
        }));
        bundle.add_resource_overriding(resource);
        Self {
            lang,
            bundle: Rc::new(bundle),
        }
    }

    /// The language.
    pub fn lang(&self) -> Lang {
        self.lang
    }

    /// A message without arguments.
    pub fn text(&self, id: &str) -> AttrValue {
        AttrValue::from(self.format(id, None))
    }

    /// A message with arguments; [`t!`](crate::t) is the short form.
    pub fn text_with(&self, id: &str, args: &[(&'static str, Arg)]) -> AttrValue {
        let mut fluent_args = FluentArgs::with_capacity(args.len());
        for (name, arg) in args {
            fluent_args.set(*name, arg.to_value());
        }
        AttrValue::from(self.format(id, Some(&fluent_args)))
    }

    /// A message with elements among its arguments; [`rich!`](crate::rich) is the short form.
    pub fn rich_with(&self, id: &str, args: Vec<(&'static str, RichArg)>) -> Html {
        rich::format(id, args, |id, args| self.format(id, Some(args)))
    }

    fn format(&self, id: &str, args: Option<&FluentArgs<'_>>) -> String {
        let Some(pattern) = self
            .bundle
            .get_message(id)
            .and_then(|message| message.value())
        else {
            return id.to_owned();
        };
        let mut errors = Vec::new();
        self.bundle
            .format_pattern(pattern, args, &mut errors)
            .into_owned()
    }
}

fn number_text(lang: Lang, value: &FluentValue<'_>) -> Option<String> {
    match value {
        FluentValue::Number(number) => Some(number::float(lang, number.value, 0)),
        _ => None,
    }
}

/// A message as text: `t!(i18n, "id")`, `t!(i18n, "id", count = 3)`.
///
/// The id is a literal, so that the tests find every use.
#[macro_export]
macro_rules! t {
    ($i18n:expr, $id:literal $(,)?) => {
        $i18n.text($id)
    };
    ($i18n:expr, $id:literal, $($name:ident = $value:expr),+ $(,)?) => {
        $i18n.text_with($id, &[$((stringify!($name), $crate::i18n::Arg::from($value))),+])
    };
}

/// A message as HTML, whose arguments may be elements: `rich!(i18n, "id", cost = html! { … })`.
#[macro_export]
macro_rules! rich {
    ($i18n:expr, $id:literal, $($name:ident = $value:expr),+ $(,)?) => {
        $i18n.rich_with($id, vec![$((stringify!($name), $crate::i18n::RichArg::from($value))),+])
    };
}
