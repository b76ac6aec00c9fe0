//! The few arguments that a chore takes.

use anyhow::{Context as _, Result, bail};

/// Arguments that are taken one by one; what is left over is an error.
pub(crate) struct Arguments(Vec<String>);

impl Arguments {
    pub(crate) fn new(arguments: &[String]) -> Self {
        Self(arguments.to_vec())
    }

    /// Whether `name` was given.
    pub(crate) fn flag(&mut self, name: &str) -> bool {
        let before = self.0.len();
        self.0.retain(|argument| argument != name);
        self.0.len() < before
    }

    /// The value of `name`, given as `name VALUE` or `name=VALUE`.
    pub(crate) fn value(&mut self, name: &str) -> Result<Option<String>> {
        for at in 0..self.0.len() {
            if let Some(value) = self.0[at].strip_prefix(name) {
                if let Some(value) = value.strip_prefix('=') {
                    let value = value.to_owned();
                    self.0.remove(at);
                    return Ok(Some(value));
                }
                if value.is_empty() {
                    let mut taken = self.0.drain(at..(at + 2).min(self.0.len())).skip(1);
                    return Ok(Some(
                        taken
                            .next()
                            .with_context(|| format!("{name} needs a value"))?,
                    ));
                }
            }
        }
        Ok(None)
    }

    /// Refuses what nobody took.
    pub(crate) fn finish(self) -> Result<()> {
        match self.0.first() {
            Some(unknown) => bail!("unknown argument `{unknown}`; `cargo xtask help` lists them"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Arguments;

    fn of(text: &str) -> Arguments {
        Arguments(text.split_whitespace().map(str::to_owned).collect())
    }

    #[test]
    fn takes_values_in_both_spellings() {
        let mut arguments = of("--port 80 --prefix=/a/");
        assert_eq!(arguments.value("--port").unwrap().as_deref(), Some("80"));
        assert_eq!(arguments.value("--prefix").unwrap().as_deref(), Some("/a/"));
        arguments.finish().unwrap();
    }

    #[test]
    fn refuses_a_value_that_is_missing() {
        assert!(of("--port").value("--port").is_err());
    }

    #[test]
    fn refuses_what_nobody_took() {
        let mut arguments = of("--release --fast");
        assert!(arguments.flag("--release"));
        assert!(arguments.finish().is_err());
    }
}
