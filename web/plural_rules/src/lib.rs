//! The plural rules of the viewer's languages.
//!
//! The rules are those of [CLDR](https://cldr.unicode.org/index/cldr-spec/plural-rules), version
//! 37, for English and Spanish.

pub mod operands;

use operands::PluralOperands;
use unic_langid::LanguageIdentifier;

/// The form that a number takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PluralCategory {
    /// None.
    ZERO,
    /// The singular.
    ONE,
    /// The dual.
    TWO,
    /// The paucal.
    FEW,
    /// Many.
    MANY,
    /// Every other.
    OTHER,
}

/// What is counted for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PluralRuleType {
    /// A rank.
    ORDINAL,
    /// A number of things.
    CARDINAL,
}

/// The rule of one language.
#[derive(Debug, Clone)]
pub struct PluralRules {
    locale: LanguageIdentifier,
    kind: PluralRuleType,
}

/// The languages whose rules are known.
const LANGUAGES: [&str; 2] = ["en", "es"];

impl PluralRules {
    /// The rule of this language.
    ///
    /// # Errors
    /// A sentence, where the language is not known here.
    pub fn create<L: Into<LanguageIdentifier>>(
        langid: L,
        prt: PluralRuleType,
    ) -> Result<Self, &'static str> {
        let locale = langid.into();
        if LANGUAGES.contains(&locale.language.as_str()) {
            Ok(Self { locale, kind: prt })
        } else {
            Err("unknown locale")
        }
    }

    /// The form that this number takes.
    ///
    /// # Errors
    /// A sentence, where it is no number.
    pub fn select<N: TryInto<PluralOperands>>(
        &self,
        number: N,
    ) -> Result<PluralCategory, &'static str> {
        let number = number
            .try_into()
            .map_err(|_| "Argument can not be parsed to operands.")?;
        let is_english = self.locale.language.as_str() == "en";
        Ok(match self.kind {
            PluralRuleType::CARDINAL if is_english => singular(number.i == 1 && number.v == 0),
            PluralRuleType::CARDINAL => singular(number.i == 1 && number.t == 0),
            PluralRuleType::ORDINAL if is_english && number.t == 0 => {
                match (number.i % 10, number.i % 100) {
                    (1, last) if last != 11 => PluralCategory::ONE,
                    (2, last) if last != 12 => PluralCategory::TWO,
                    (3, last) if last != 13 => PluralCategory::FEW,
                    _ => PluralCategory::OTHER,
                }
            }
            PluralRuleType::ORDINAL => PluralCategory::OTHER,
        })
    }

    /// The languages whose rules are known.
    pub fn get_locales(_prt: PluralRuleType) -> Vec<LanguageIdentifier> {
        LANGUAGES
            .iter()
            .filter_map(|language| language.parse().ok())
            .collect()
    }

    /// The language of this rule.
    pub fn get_locale(&self) -> &LanguageIdentifier {
        &self.locale
    }
}

fn singular(is_one: bool) -> PluralCategory {
    if is_one {
        PluralCategory::ONE
    } else {
        PluralCategory::OTHER
    }
}

#[cfg(test)]
mod tests {
    use super::{PluralCategory, PluralRuleType, PluralRules};

    fn form(language: &str, kind: PluralRuleType, number: f64) -> PluralCategory {
        let language: unic_langid::LanguageIdentifier = language.parse().unwrap();
        let rules = PluralRules::create(language, kind).unwrap();
        rules.select(number).unwrap()
    }

    #[test]
    fn one_thing_is_singular() {
        for language in ["en", "es"] {
            let form = |number| form(language, PluralRuleType::CARDINAL, number);
            assert_eq!(form(1.0), PluralCategory::ONE, "{language}");
            for number in [0.0, 2.0, 11.0, 1.5, 0.1, 101.0] {
                assert_eq!(form(number), PluralCategory::OTHER, "{language} {number}");
            }
        }
    }

    #[test]
    fn ranks_have_forms_in_english_only() {
        let english = |number| form("en", PluralRuleType::ORDINAL, number);
        for (number, expected) in [
            (1.0, PluralCategory::ONE),
            (22.0, PluralCategory::TWO),
            (3.0, PluralCategory::FEW),
            (4.0, PluralCategory::OTHER),
            (11.0, PluralCategory::OTHER),
            (112.0, PluralCategory::OTHER),
            (13.0, PluralCategory::OTHER),
        ] {
            assert_eq!(english(number), expected, "{number}");
        }
        let spanish = form("es", PluralRuleType::ORDINAL, 1.0);
        assert_eq!(spanish, PluralCategory::OTHER);
    }

    #[test]
    fn another_language_is_an_error() {
        let language: unic_langid::LanguageIdentifier = "pl".parse().unwrap();
        assert!(PluralRules::create(language, PluralRuleType::CARDINAL).is_err());
    }
}
