//! What the dependencies may be: cargo-deny, by the rules of `deny.toml`.

use std::path::Path;
use std::process::Command;

use crate::process;
use crate::steps::Steps;

/// Checks bans, licences and sources, and the advisories where their list can be had.
pub(crate) fn check(folder: Option<&Path>, steps: &mut Steps) {
    const RULES: &str = "licences, bans and sources";
    const ADVISORIES: &str = "advisories";
    let Some(folder) = folder else {
        for name in [RULES, ADVISORIES] {
            steps.skip(name, "cargo-deny is missing");
        }
        return;
    };
    let deny = || process::command(folder.join("cargo-deny"));
    steps.run(RULES, || {
        // A warning is a rule that nothing needs any more, or a file that says something else.
        process::run(
            deny()
                .args(["check", "--deny", "warnings"])
                .args(["bans", "licenses", "sources"]),
        )
    });
    match fetch(&mut deny()) {
        Ok(()) => {
            steps.run(ADVISORIES, || {
                process::run(deny().args(["check", "advisories"]))
            });
        }
        Err(why) => steps.skip(ADVISORIES, &why),
    }
}

/// Downloads the list of advisories, or says why it cannot be had.
fn fetch(deny: &mut Command) -> Result<(), String> {
    let fetched = deny
        .args(["--color", "never", "fetch", "db"])
        // Nobody is there to answer, and a network that swallows packets must not hold the tests up.
        .env("GIT_TERMINAL_PROMPT", "0")
        .env("GIT_HTTP_LOW_SPEED_LIMIT", "1000")
        .env("GIT_HTTP_LOW_SPEED_TIME", "20")
        .output();
    match fetched {
        Ok(output) if output.status.success() => Ok(()),
        Ok(output) => Err(format!(
            "the list cannot be fetched ({})",
            reason(&String::from_utf8_lossy(&output.stderr))
        )),
        Err(error) => Err(format!("cargo-deny cannot be started: {error}")),
    }
}

/// The last thing that was said, which names the cause.
fn reason(text: &str) -> &str {
    text.lines()
        .map(str::trim)
        .rfind(|line| !line.is_empty())
        .unwrap_or("it says nothing")
}

#[cfg(test)]
mod tests {
    use super::reason;

    #[test]
    fn the_last_line_that_says_something_is_the_reason() {
        assert_eq!(
            reason("fetching\n  fatal: no such host\n\n"),
            "fatal: no such host"
        );
        assert_eq!(reason("\n"), "it says nothing");
    }
}
