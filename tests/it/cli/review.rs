//! `loopledger review`.

use super::{loopledger, printed, printed_json};
use serde_json::json;

const EXPERIMENT: [&str; 3] = [
    "../e2e/fixtures/experiment/experiment.json",
    "../e2e/fixtures/experiment/attempts.jsonl",
    "../e2e/fixtures/experiment/runs",
];
const ORTEGA: &str = "../e2e/fixtures/experiment/review-ortega.json";
const LIND: &str = "../e2e/fixtures/experiment/review-lind.json";

#[test]
fn a_table_of_two_reviewers() {
    insta::assert_snapshot!(printed(
        &[&["review"], &EXPERIMENT[..], &[ORTEGA, LIND]].concat()
    ));
}

#[test]
fn the_same_as_markdown() {
    insta::assert_snapshot!(printed(&["review", "--markdown", ORTEGA, LIND]));
}

#[test]
fn the_answer_holds_what_both_decided() {
    let answer = printed_json(&["review", "--json", ORTEGA, LIND]);
    let pair = &answer["agreement"][0];
    assert_eq!(
        [
            &pair["first"],
            &pair["second"],
            &pair["attempts"],
            &pair["agreeing"]
        ],
        [&json!("a.lind"), &json!("m.ortega"), &json!(72), &json!(70)]
    );
}

#[test]
fn where_chance_explains_everything_kappa_is_null_with_its_reason() {
    let text = std::fs::read_to_string(super::corpus().join(LIND)).unwrap();
    let folder = std::env::temp_dir().join(format!("loopledger-review-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("other.json");
    let name = path.to_str().unwrap();
    std::fs::write(
        &path,
        text.replace("a.lind", "b.lind")
            .replace("\"rejected\"", "\"accepted\""),
    )
    .unwrap();
    let one = folder.join("one.json");
    std::fs::write(&one, text.replace("\"rejected\"", "\"accepted\"")).unwrap();
    let answer = printed_json(&["review", "--json", one.to_str().unwrap(), name]);
    std::fs::remove_dir_all(&folder).unwrap();
    let pair = &answer["agreement"][0];
    assert_eq!(
        [&pair["kappa"], &pair["kappaReason"]],
        [&json!(null), &json!("expected_agreement_is_one")]
    );
}

#[test]
fn strict_fails_where_reviewers_differ() {
    loopledger(&["review", "--strict", ORTEGA, LIND])
        .assert()
        .code(5);
    loopledger(&["review", ORTEGA, LIND]).assert().code(0);
    loopledger(&["review", "--strict", ORTEGA]).assert().code(0);
}

#[test]
fn a_file_that_is_no_review_is_refused() {
    loopledger(&["review", ORTEGA, "../e2e/README.md"])
        .assert()
        .code(1);
}
