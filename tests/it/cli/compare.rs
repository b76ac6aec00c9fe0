//! `loopledger compare` and `loopledger export`.

use super::{loopledger, printed};
use serde_json::Value;

const WHOLE: [&str; 3] = [
    "../e2e/fixtures/experiment/experiment-frozen.json",
    "../e2e/fixtures/experiment/attempts-one-currency.jsonl",
    "../e2e/fixtures/experiment/review-ortega.json",
];

fn with<'a>(command: &[&'a str], files: &[&'a str]) -> Vec<&'a str> {
    [command, files].concat()
}

#[test]
fn a_table_of_a_comparison() {
    insta::assert_snapshot!(printed(&with(&["compare"], &WHOLE)));
}

#[test]
fn a_comparison_for_a_pull_request() {
    insta::assert_snapshot!(printed(&with(&["compare", "--format", "markdown"], &WHOLE)));
}

#[test]
fn a_refusal_has_an_exit_code_of_its_own() {
    let output = loopledger(&with(&["compare"], &WHOLE[1..]))
        .assert()
        .code(7)
        .get_output()
        .clone();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        text.contains("There is no manifest. [no_manifest]"),
        "{text}"
    );
}

#[test]
fn a_refusal_is_an_answer_for_programs_too() {
    let files = with(
        &["compare", "--variant", "nobody", "--format", "json"],
        &WHOLE,
    );
    let output = loopledger(&files).assert().code(7).get_output().clone();
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["refusals"][0]["code"], "unknown_variant");
    assert_eq!(answer["comparison"], Value::Null);
}

#[test]
fn a_file_that_cannot_be_opened_comes_before_a_refusal() {
    loopledger(&["compare", "nowhere.json"]).assert().code(3);
}

#[test]
fn everything_is_written_into_a_folder() {
    let folder = std::env::temp_dir().join(format!("loopledger-export-{}", std::process::id()));
    let out = folder.to_str().unwrap();
    printed(&with(&["export", "--out", out], &WHOLE));
    let mut names: Vec<String> = std::fs::read_dir(out)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(
        names,
        [
            "loopledger-attempts.csv",
            "loopledger-attempts.jsonl",
            "loopledger-result.json",
            "loopledger-summary.md"
        ]
    );
    let csv = format!("{out}/loopledger-attempts.csv");
    let again = printed(&["compare", WHOLE[0], &csv]);
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(again, printed(&with(&["compare"], &WHOLE)));
}

#[test]
fn one_kind_is_printed() {
    let text = printed(&with(&["export", "--as", "csv"], &WHOLE));
    assert!(text.starts_with("attemptId,taskId,variantId,"), "{text}");
    assert_eq!(text.matches("\r\n").count(), 73);
}
