//! What of a number decides its form.

/// The parts of a number, as
/// [Unicode names them](https://unicode.org/reports/tr35/tr35-numbers.html#Operands).
#[derive(Debug, Clone, PartialEq)]
pub struct PluralOperands {
    /// Without its sign.
    pub n: f64,
    /// What stands before the point.
    pub i: u64,
    /// How many digits stand behind the point, zeros at the end with them.
    pub v: usize,
    /// How many stand there without those zeros.
    pub w: usize,
    /// What stands behind the point, zeros at the end with it.
    pub f: u64,
    /// What stands there without those zeros.
    pub t: u64,
}

impl TryFrom<f64> for PluralOperands {
    type Error = &'static str;

    fn try_from(number: f64) -> Result<Self, Self::Error> {
        if !number.is_finite() {
            return Err("Incorrect number passed!");
        }
        let text = number.abs().to_string();
        let (whole, rest) = text.split_once('.').unwrap_or((&text, ""));
        let i = whole.parse().unwrap_or(u64::MAX);
        let f = rest
            .get(..rest.len().min(19))
            .and_then(|rest| rest.parse().ok())
            .unwrap_or(0);
        // The shortest text of a number has no zeros at its end.
        Ok(Self {
            n: number.abs(),
            i,
            v: rest.len(),
            w: rest.len(),
            f,
            t: f,
        })
    }
}
