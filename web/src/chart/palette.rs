//! The colours of the theme, for charts.

use loopledger::model::Outcome;
use plotters::style::RGBColor;

/// Colours as the style sheet has them at the moment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Palette {
    /// Text.
    pub ink: RGBColor,
    /// Secondary text.
    pub muted: RGBColor,
    /// Lines that carry nothing.
    pub rule: RGBColor,
    /// The page.
    pub paper: RGBColor,
    /// The one accent.
    pub accent: RGBColor,
    /// Accepted.
    pub accepted: RGBColor,
    /// Rejected.
    pub rejected: RGBColor,
    /// Failed.
    pub failed: RGBColor,
    /// Capped.
    pub capped: RGBColor,
    /// Unknown; always hatched.
    pub unknown: RGBColor,
}

impl Palette {
    /// Reads the custom properties of the root element.
    pub fn from_page() -> Self {
        let style = gloo::utils::window()
            .get_computed_style(&gloo::utils::document_element())
            .ok()
            .flatten();
        let color = |name: &str| {
            style
                .as_ref()
                .and_then(|style| style.get_property_value(name).ok())
                .and_then(|text| parse_hex(text.trim()))
                .unwrap_or(RGBColor(128, 128, 128))
        };
        Self {
            ink: color("--ink"),
            muted: color("--muted"),
            rule: color("--rule"),
            paper: color("--paper"),
            accent: color("--accent"),
            accepted: color("--accepted"),
            rejected: color("--rejected"),
            failed: color("--failed"),
            capped: color("--capped"),
            unknown: color("--unknown"),
        }
    }

    /// The colour of an outcome.
    pub fn outcome(&self, outcome: Outcome) -> RGBColor {
        match outcome {
            Outcome::Accepted => self.accepted,
            Outcome::Rejected => self.rejected,
            Outcome::Failed => self.failed,
            Outcome::Capped => self.capped,
            Outcome::Unknown => self.unknown,
        }
    }
}

/// Reads `#rrggbb`.
fn parse_hex(text: &str) -> Option<RGBColor> {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
    let value = u32::from_str_radix(digits, 16).ok()?;
    let [_, red, green, blue] = value.to_be_bytes();
    Some(RGBColor(red, green, blue))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_read_from_hex() {
        assert_eq!(parse_hex("#0072b2"), Some(RGBColor(0, 0x72, 0xb2)));
        assert_eq!(parse_hex("#fff"), None);
        assert_eq!(parse_hex("red"), None);
    }
}
