//! Named steps, how long each took, and what became of it.

use std::time::{Duration, Instant};

use anyhow::{Result, bail};

use crate::console::say;

/// The steps of one chore.
pub(crate) struct Steps {
    started: Instant,
    done: Vec<Step>,
}

struct Step {
    name: String,
    took: Duration,
    end: End,
}

enum End {
    Passed,
    Skipped(String),
    Failed,
}

impl Steps {
    pub(crate) fn new() -> Self {
        Self {
            started: Instant::now(),
            done: Vec::new(),
        }
    }

    /// Does a step and says so; a failure is shown at once and remembered.
    pub(crate) fn run<T>(&mut self, name: &str, work: impl FnOnce() -> Result<T>) -> Option<T> {
        say!("==> {name}");
        let started = Instant::now();
        let result = work();
        let took = started.elapsed();
        let (end, value) = match result {
            Ok(value) => {
                say!("    {name}: {}", seconds(took));
                (End::Passed, Some(value))
            }
            Err(error) => {
                say!("    {name}: failed after {}", seconds(took));
                say!("    {}", format!("{error:#}").replace('\n', "\n    "));
                (End::Failed, None)
            }
        };
        self.done.push(Step {
            name: name.to_owned(),
            took,
            end,
        });
        value
    }

    /// Says that a step is left out, and why.
    pub(crate) fn skip(&mut self, name: &str, why: &str) {
        say!("==> {name}: skipped, {why}");
        self.done.push(Step {
            name: name.to_owned(),
            took: Duration::ZERO,
            end: End::Skipped(why.to_owned()),
        });
    }

    /// A step that failed before it could begin.
    pub(crate) fn fail(&mut self, name: &str, why: &anyhow::Error) {
        say!("==> {name}: failed");
        say!("    {}", format!("{why:#}").replace('\n', "\n    "));
        self.done.push(Step {
            name: name.to_owned(),
            took: Duration::ZERO,
            end: End::Failed,
        });
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.done.is_empty()
    }

    pub(crate) fn elapsed(&self) -> String {
        seconds(self.started.elapsed())
    }

    /// The table at the end.
    pub(crate) fn summary(&self) {
        let width = self.done.iter().map(|step| step.name.chars().count());
        let width = width.max().unwrap_or(0);
        say!("");
        for Step { name, took, end } in &self.done {
            let took = seconds(*took);
            match end {
                End::Passed => say!("  {name:width$}  {took:>9}  passed"),
                End::Skipped(why) => say!("  {name:width$}  {:>9}  skipped: {why}", "–"),
                End::Failed => say!("  {name:width$}  {took:>9}  FAILED"),
            }
        }
        say!("  {:width$}  {:>9}", "all", self.elapsed());
    }

    /// An error that names the steps that failed.
    pub(crate) fn finish(&self) -> Result<()> {
        let failed: Vec<&str> = self
            .done
            .iter()
            .filter(|step| matches!(step.end, End::Failed))
            .map(|step| step.name.as_str())
            .collect();
        if !failed.is_empty() {
            bail!("failed: {}", failed.join(", "));
        }
        Ok(())
    }
}

fn seconds(duration: Duration) -> String {
    format!("{:.1} s", duration.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use anyhow::anyhow;

    use super::Steps;

    #[test]
    fn a_failed_step_fails_the_chore_and_is_named() {
        let mut steps = Steps::new();
        assert_eq!(steps.run("first", || Ok(1)), Some(1));
        assert_eq!(steps.run("second", || Err::<(), _>(anyhow!("no"))), None);
        let error = steps.finish().unwrap_err().to_string();
        assert_eq!(error, "failed: second");
    }

    #[test]
    fn a_skipped_step_fails_nothing() {
        let mut steps = Steps::new();
        steps.skip("third", "there is nothing to do");
        steps.finish().unwrap();
    }
}
