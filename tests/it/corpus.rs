//! The corpus through the crate `loopledger`.

use loopledger_tests::Case;

/// Runs the cases of a folder; every one that differs is named.
fn check(folder: &str, at_least: usize) {
    let cases: Vec<Case> = Case::all()
        .into_iter()
        .filter(|case| case.path.starts_with(folder))
        .collect();
    assert!(cases.len() >= at_least, "{} cases", cases.len());
    let failures: Vec<String> = cases
        .iter()
        .filter_map(|case| {
            let differences = case.differences(&case.answers());
            (!differences.is_empty())
                .then(|| format!("{}\n    {}", case.path, differences.join("\n    ")))
        })
        .collect();
    assert!(failures.is_empty(), "\n{}\n", failures.join("\n"));
}

#[test]
fn detector() {
    check("detector/", 30);
}

#[test]
fn records() {
    check("records/", 10);
}

#[test]
fn accounting() {
    check("accounting/", 20);
}

#[test]
fn every_case_is_a_sentence_of_its_own() {
    let cases = Case::all();
    for (index, case) in cases.iter().enumerate() {
        assert!(case.name().ends_with('.'), "{}: {}", case.path, case.name());
        let again = cases
            .iter()
            .skip(index + 1)
            .find(|other| other.name() == case.name());
        assert!(
            again.is_none(),
            "{} has the name of another case",
            case.path
        );
    }
}
