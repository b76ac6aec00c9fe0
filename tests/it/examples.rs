//! The viewer's worked examples hold what they are meant to teach.

use loopledger::model::UnknownReason;
use loopledger::view::opinions::OpinionSettings;
use loopledger::view::{ReplaySettings, RunView};
use loopledger::{Digests, FileMeta, Reading, Redaction, Reviews, Session};
use std::path::PathBuf;
use std::{env, fs};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../web/examples")
}

/// Every example with its id, loaded as the viewer loads it.
fn examples() -> Vec<(String, Session)> {
    let index = fs::read(folder().join("index.json")).unwrap();
    let index: serde_json::Value = serde_json::from_slice(&index).unwrap();
    let examples: Vec<_> = index
        .as_array()
        .unwrap()
        .iter()
        .map(|example| {
            let id = example["id"].as_str().unwrap();
            let mut session = Session::new();
            for name in example["files"].as_array().unwrap() {
                let name = name.as_str().unwrap();
                let bytes = fs::read(folder().join(id).join(name)).unwrap();
                let meta = FileMeta {
                    name: name.into(),
                    modified: None,
                };
                let mut reading = Reading::new(meta, bytes);
                while !reading.advance(1 << 20).is_done {}
                session.add(reading);
            }
            (id.to_owned(), session)
        })
        .collect();
    assert_eq!(examples.len(), 7);
    examples
}

fn example(id: &str) -> Session {
    let found = examples().into_iter().find(|(other, _)| other == id);
    found.unwrap().1
}

/// What the detectors say that say anything, ordinals counted from 1.
fn opinions(session: &mut Session, run: &str) -> Vec<String> {
    let opinions = session.opinions(run, &OpinionSettings::default()).unwrap();
    opinions
        .lanes
        .iter()
        .filter(|lane| lane.verdict != "off")
        .filter_map(|lane| {
            let spoken = |step: Option<u64>, kind| step.map(|step| format!("{kind} {}", step + 1));
            let mut said: Vec<_> = [
                spoken(lane.first_warn, "warn"),
                spoken(lane.first_stop, "stop"),
            ]
            .into_iter()
            .flatten()
            .collect();
            said.extend(lane.unseen.iter().map(|unseen| format!("null {unseen}")));
            if lane.is_candidate_false_positive == Some(true) {
                said.push("look at it".to_owned());
            }
            (!said.is_empty()).then(|| format!("{}: {}", lane.id, said.join(", ")))
        })
        .collect()
}

#[test]
fn pages_of_a_file_are_a_loop_to_deerflow_alone_and_to_its_later_revision_not() {
    let mut session = example("paging");
    assert_eq!(
        opinions(&mut session, "thread-migration-a/run-paged-and-stopped"),
        ["deerflow: warn 3, stop 5"]
    );
    let whole = "thread-migration-b/run-paged-to-the-end";
    assert_eq!(opinions(&mut session, whole), [""; 0]);
    let settings = OpinionSettings {
        rules: ReplaySettings {
            revision: Some("2026-09-08".to_owned()),
            configuration: None,
        },
        ..OpinionSettings::default()
    };
    let earlier = session.opinions(whole, &settings).unwrap();
    assert_eq!(earlier.lanes[0].first_stop, Some(4));
    assert_eq!(earlier.lanes[0].is_candidate_false_positive, Some(true));
}

#[test]
fn pages_of_results_are_a_loop_to_deerflow_alone() {
    let mut session = example("numbered-search");
    assert_eq!(
        opinions(&mut session, "thread-incidents/run-numbered-search"),
        ["deerflow: warn 3, stop 6, look at it"]
    );
}

#[test]
fn alternation_is_seen_by_three_and_by_nobody_who_counts_calls_in_a_row() {
    let mut session = example("alternation");
    assert_eq!(
        opinions(&mut session, "thread-context-window/run-alternation"),
        [
            "deerflow: warn 5, stop 11",
            "openhands: stop 6",
            "openhands-no-thought: stop 6",
            "gemini-cli: stop 10",
        ]
    );
}

#[test]
fn polling_is_a_loop_to_those_who_do_not_look_at_results() {
    let mut session = example("polling");
    assert_eq!(
        opinions(&mut session, "thread-deploy/run-polling"),
        [
            "gemini-cli: stop 6, look at it",
            "roo-code: stop 5, look at it",
            "opencode-session: stop 4, look at it",
            "kimi-code: warn 4",
            "crewai: stop 3, look at it",
        ]
    );
}

#[test]
fn what_follows_a_recorded_stop_is_unknown() {
    let mut session = example("alternation");
    let run = "thread-context-window/run-alternation";
    let opinions = session.opinions(run, &OpinionSettings::default()).unwrap();
    let after = |id: &str| {
        let lane = opinions.lanes.iter().find(|lane| lane.id == id).unwrap();
        lane.after_stop.clone().unwrap()
    };
    let (deerflow, openhands) = (after("deerflow"), after("openhands"));
    assert_eq!(deerflow.tool_calls.reason, Some(UnknownReason::NotRun));
    assert_eq!(deerflow.tokens.output.value, None);
    assert_eq!(openhands.responses.value, Some(5));
    assert_eq!(openhands.tool_calls.value, Some(5));
    assert_eq!(openhands.tokens.output.value, Some(83));
    assert!(openhands.is_what_if && !deerflow.is_what_if);
}

#[test]
fn a_redacted_file_gives_the_same_opinion_or_none() {
    let mut judged = 0;
    for (id, mut session) in examples() {
        for digests in [Digests::Upstream, Digests::Opaque] {
            let mut redacted = session.to_redacted(Redaction {
                digests,
                reviews: Reviews::Kept,
            });
            for RunView { key, .. } in session.runs() {
                let settings = OpinionSettings::default();
                let whole = session.opinions(&key, &settings).unwrap().lanes;
                let left = redacted.opinions(&key, &settings).unwrap().lanes;
                for (whole, left) in whole.iter().zip(&left) {
                    if left.verdict == "undecided" {
                        assert_eq!(left.unseen, ["redacted_arguments"], "{id} {key}");
                    } else {
                        assert_eq!(whole, left, "{id} {key}");
                        judged += usize::from(left.verdict == "judged");
                    }
                }
            }
        }
    }
    assert!(judged > 200, "{judged}");
}

#[test]
fn every_file_is_read_without_a_complaint() {
    for (id, session) in examples() {
        for file in session.files() {
            assert!(file.format.is_some(), "{id}/{}", file.name);
            assert_eq!(file.records_rejected, 0, "{id}/{}", file.name);
            assert_eq!(file.diagnostics, [], "{id}/{}", file.name);
        }
    }
}

#[test]
fn records_and_journals_of_an_attempt_agree() {
    for (id, mut session) in examples() {
        assert_eq!(session.report().disagreements, [], "{id}");
    }
}

#[test]
fn the_detector_decides_as_the_journals_record() {
    let mut decisions = 0;
    for (id, session) in examples() {
        for RunView { key, .. } in session.runs() {
            let replay = session.replay(&key, &ReplaySettings::default()).unwrap();
            let revision = match key.as_str() {
                "thread-migration-b/run-paged-to-the-end" => "2026-09-16",
                _ => "2026-09-08",
            };
            assert_eq!(replay.revision, revision, "{id} {key}");
            assert_eq!(replay.changes, [], "{id} {key}");
            assert_eq!(replay.decisions.len(), replay.recorded.len(), "{id} {key}");
            decisions += replay.decisions.len();
        }
    }
    assert_eq!(decisions, 18);
}

#[test]
fn a_higher_limit_costs_more_for_an_artifact_even_at_its_lower_bound() {
    let mut session = example("cost-with-failures");
    let report = session.report();
    let ratio = |variant: &str| {
        let group = report
            .variants
            .iter()
            .find(|group| group.variant.as_deref() == Some(variant));
        group.unwrap().cost_per_accepted_artifact.clone()
    };
    // 0.5937468 USD over 7 attempts, 3 accepted; at least 0.8309180 USD, 4 accepted.
    assert_eq!(ratio("baseline").value.unwrap().amount, "0.1979156");
    let raised = ratio("hard-limit-8");
    assert_eq!(raised.value, None);
    assert_eq!(raised.lower_bound.unwrap().amount, "0.2077295");
}
