//! Where a host wants to go.

use super::protocol::Fault;
use crate::hooks::ThemeChoice;
use crate::i18n::Lang;
use crate::route::{Address, Page};
use serde_json::Value;

/// A place of the loaded data, and how it is shown; what is absent stays as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Target {
    /// The page; without one, that of what else is asked for.
    pub page: Option<Page>,
    /// An attempt's id.
    pub attempt: Option<String>,
    /// A run's key.
    pub run: Option<String>,
    /// A step of the run, counted from 1.
    pub step: Option<u64>,
    /// A variant's id.
    pub variant: Option<String>,
    /// The language.
    pub lang: Option<Lang>,
    /// The theme.
    pub theme: Option<ThemeChoice>,
}

/// What a target is looked up in.
#[derive(Debug, Clone, Default)]
pub struct Contents {
    /// Each run's key, and how many responses it has.
    pub runs: Vec<(String, u64)>,
    /// Each attempt's id, and its run's key.
    pub attempts: Vec<(String, Option<String>)>,
    /// Each variant's id.
    pub variants: Vec<String>,
    /// Key of the run that is shown, or would be.
    pub shown_run: Option<String>,
}

impl Target {
    /// Reads a target from a message.
    pub fn read(data: &Value) -> Result<Self, Fault> {
        let text = |key: &str| match data.get(key) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.as_str())),
            Some(_) => Err(Fault::bad(format!("{key}: expected a text"))),
        };
        let step = match data.get("step") {
            None | Some(Value::Null) => None,
            Some(step) => Some(
                step.as_u64()
                    .filter(|step| *step > 0)
                    .ok_or_else(|| Fault::bad("step: expected a whole number, counted from 1"))?,
            ),
        };
        Ok(Self {
            page: text("page")?.map(page).transpose()?,
            attempt: text("attempt")?.map(str::to_owned),
            run: text("run")?.map(str::to_owned),
            step,
            variant: text("variant")?.map(str::to_owned),
            lang: text("lang")?.map(lang).transpose()?,
            theme: text("theme")?.map(theme).transpose()?,
        })
    }

    /// The address of the target, or why there is nothing there.
    pub fn address(&self, contents: &Contents, now: &Address) -> Result<Address, Fault> {
        let mut address = self.place(contents, now)?;
        if let Some(lang) = self.lang {
            address = address.with("lang", Some(lang.tag()));
        }
        if let Some(theme) = self.theme {
            address = address.with("theme", theme.name());
        }
        Ok(address)
    }

    fn place(&self, contents: &Contents, now: &Address) -> Result<Address, Fault> {
        let is_only_shown_otherwise = self.page.is_none()
            && self.attempt.is_none()
            && self.run.is_none()
            && self.step.is_none()
            && self.variant.is_none();
        if is_only_shown_otherwise {
            return Ok(now.clone());
        }
        let page = self
            .page
            .clone()
            .unwrap_or(if self.run.is_some() || self.step.is_some() {
                Page::Replay
            } else if self.attempt.is_some() {
                Page::Attempts
            } else if self.variant.is_some() {
                Page::Report
            } else {
                now.page.clone()
            });
        let attempt = self.attempt.as_ref().map(|id| {
            contents
                .attempts
                .iter()
                .find(|(known, _)| known == id)
                .ok_or_else(|| missing("unknown_attempt", "attempt", id))
        });
        let attempt = attempt.transpose()?;
        if let Some(variant) = &self.variant
            && !contents.variants.contains(variant)
        {
            return Err(missing("unknown_variant", "variant", variant));
        }
        let mut address = now.to_page(page.clone());
        match page {
            Page::Replay => {
                let of_attempt = attempt.and_then(|(_, run)| run.clone());
                if let (Some((id, None)), None) = (attempt, &self.run) {
                    return Err(Fault {
                        code: "unknown_run",
                        message: format!("attempt: no trace of `{id}` is loaded"),
                    });
                }
                let run = self.run.clone().or(of_attempt);
                let run = run.or_else(|| contents.shown_run.clone());
                if let Some(run) = &run {
                    let known = contents.runs.iter().find(|(key, _)| key == run);
                    let (_, steps) = known.ok_or_else(|| missing("unknown_run", "run", run))?;
                    if let Some(step) = self.step.filter(|step| step > steps) {
                        return Err(Fault {
                            code: "unknown_step",
                            message: format!("step: {step}, and the run has {steps}"),
                        });
                    }
                }
                address = address.with("run", run.as_deref());
                if let Some(step) = self.step {
                    address = address.with("step", Some(&step.to_string()));
                }
            }
            Page::Attempts => address = address.with("attempt", self.attempt.as_deref()),
            Page::Report => address = address.with("variant", self.variant.as_deref()),
            _ => {}
        }
        Ok(address)
    }
}

fn missing(code: &'static str, field: &str, value: &str) -> Fault {
    Fault {
        code,
        message: format!("{field}: `{value}` is not loaded"),
    }
}

/// The pages that show data; the others have nothing for a host.
fn page(name: &str) -> Result<Page, Fault> {
    Address::parse(&format!("/v1/{name}"))
        .into_shown()
        .ok_or_else(|| Fault {
            code: "unknown_page",
            message: format!("page: there is no page `{name}`"),
        })
}

fn lang(tag: &str) -> Result<Lang, Fault> {
    Lang::from_tag(tag).ok_or_else(|| Fault::bad(format!("lang: `{tag}` is not spoken here")))
}

fn theme(name: &str) -> Result<ThemeChoice, Fault> {
    match name {
        "auto" => Ok(ThemeChoice::System),
        "light" => Ok(ThemeChoice::Light),
        "dark" => Ok(ThemeChoice::Dark),
        _ => Err(Fault::bad("theme: expected `auto`, `light` or `dark`")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn contents() -> Contents {
        Contents {
            runs: vec![("t/r".to_owned(), 12), ("t/s".to_owned(), 3)],
            attempts: vec![
                ("base-01".to_owned(), Some("t/r".to_owned())),
                ("base-02".to_owned(), None),
            ],
            variants: vec!["base".to_owned()],
            shown_run: Some("t/s".to_owned()),
        }
    }

    /// The hash of a target, or the code of its fault.
    fn check(target: &Value, expected: &str) {
        let now = Address::parse("#/v1/replay?run=t/s&src=a&mode=embed");
        let found = Target::read(target).and_then(|target| target.address(&contents(), &now));
        let found = found.map_or_else(|fault| fault.code.to_owned(), |address| address.to_hash());
        assert_eq!(found, expected, "{target}");
    }

    #[test]
    fn a_step_of_an_attempt_is_in_the_replay_of_its_run() {
        check(
            &json!({ "attempt": "base-01", "step": 12 }),
            "#/v1/replay?src=a&mode=embed&run=t/r&step=12",
        );
        check(&json!({ "attempt": "base-02", "step": 1 }), "unknown_run");
    }

    #[test]
    fn an_attempt_is_in_the_table() {
        check(
            &json!({ "attempt": "base-02" }),
            "#/v1/attempts?src=a&mode=embed&attempt=base-02",
        );
    }

    #[test]
    fn a_step_is_one_of_the_run_that_is_shown() {
        check(
            &json!({ "step": 3 }),
            "#/v1/replay?src=a&mode=embed&run=t/s&step=3",
        );
        check(&json!({ "step": 4 }), "unknown_step");
    }

    #[test]
    fn language_and_theme_leave_the_place_alone() {
        check(
            &json!({ "lang": "es", "theme": "dark" }),
            "#/v1/replay?run=t/s&src=a&mode=embed&lang=es&theme=dark",
        );
    }

    #[test]
    fn what_is_not_there_is_named() {
        for (target, code) in [
            (json!({ "page": "settings" }), "unknown_page"),
            (json!({ "page": "start" }), "unknown_page"),
            (json!({ "run": "t/x" }), "unknown_run"),
            (json!({ "attempt": "x" }), "unknown_attempt"),
            (json!({ "variant": "x" }), "unknown_variant"),
            (json!({ "step": 0 }), "bad_message"),
            (json!({ "step": "1" }), "bad_message"),
            (json!({ "lang": "xx" }), "bad_message"),
            (json!({ "theme": "pink" }), "bad_message"),
        ] {
            check(&target, code);
        }
    }
}
