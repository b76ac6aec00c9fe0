//! What records say to a terminal.

use super::loopledger;
use std::fs;

const ESCAPE: &str = "\u{1b}]0;owned\u{7}\u{1b}[2J\u{9b}31m\u{202e}";

/// Every text of a list of attempts, and the list's own name, command nothing: they are spelt out.
#[test]
fn control_characters_of_records_and_names_reach_no_terminal() {
    let folder = std::env::temp_dir().join(format!("loopledger-hostile-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let text = |text: &str| serde_json::to_string(&format!("{text}{ESCAPE}")).unwrap();
    let record = format!(
        "{{\"id\":{},\"task\":{},\"variant\":{},\"cost\":1,\"stop_reason\":{},\"model\":{},\"unknown\":{}}}\n",
        text("a"),
        text("t"),
        text("v"),
        text("stopped"),
        text("m"),
        text("u"),
    );
    let broken = format!("{ESCAPE}\n");
    let list = folder.join("list \u{1b}[2J\u{202e}.jsonl");
    fs::write(&list, record.repeat(2) + &broken).unwrap();
    let missing = folder.join("missing \u{1b}[2J.jsonl");
    let mut seen = String::new();
    for command in ["inspect", "report", "replay"] {
        let output = loopledger(&[command, list.to_str().unwrap(), missing.to_str().unwrap()])
            .output()
            .unwrap();
        seen += &String::from_utf8(output.stdout).unwrap();
        seen += &String::from_utf8(output.stderr).unwrap();
    }
    fs::remove_dir_all(&folder).unwrap();
    let is_command =
        |character: char| character != '\n' && (character.is_control() || character == '\u{202e}');
    assert_eq!(seen.find(is_command), None, "{seen:?}");
    for shown in [
        r"list \u{1b}[2J\u{202e}.jsonl",
        r"missing \u{1b}[2J.jsonl",
        r"a\u{1b}]0;owned\u{7}",
    ] {
        assert!(seen.contains(shown), "{shown} is not in {seen}");
    }
}
