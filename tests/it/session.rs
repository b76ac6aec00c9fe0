//! What holds for every case of the corpus, whatever it is about.

use loopledger::view::{FrameView, GroupView, ReplaySettings};
use loopledger::{FileMeta, Reading, Session};
use loopledger_tests::Case;

type Files = Vec<(String, Option<String>, Vec<u8>)>;

fn session(files: Files, budget: Option<usize>) -> Session {
    let mut session = Session::new();
    for (name, modified, bytes) in files {
        let name = name.as_str().into();
        let mut reading = Reading::new(FileMeta { name, modified }, bytes);
        if let Some(budget) = budget {
            while !reading.advance(budget).is_done {}
        }
        session.add(reading);
    }
    session
}

/// Cases whose settings are to be had, with a session each.
fn sessions() -> Vec<(Case, ReplaySettings, Session)> {
    Case::all()
        .into_iter()
        .map(|case| {
            let settings = case.settings();
            let session = session(case.files(), None);
            (case, settings, session)
        })
        .filter(|(_, settings, session)| session.inspect(settings).is_ok())
        .collect()
}

#[test]
fn a_file_read_in_steps_is_the_file_read_at_once() {
    for (case, settings, mut at_once) in sessions() {
        let mut in_steps = session(case.files(), Some(7));
        assert_eq!(in_steps.files(), at_once.files(), "{}", case.path);
        assert_eq!(in_steps.report(), at_once.report(), "{}", case.path);
        assert_eq!(
            in_steps.inspect(&settings),
            at_once.inspect(&settings),
            "{}",
            case.path
        );
    }
}

#[test]
fn a_frame_is_the_same_however_one_comes_to_it() {
    for (case, settings, mut forwards) in sessions() {
        for run in forwards.runs() {
            let frame = |session: &mut Session, step| -> FrameView {
                session.frame(&run.key, &settings, step).unwrap()
            };
            let walked: Vec<_> = (0..run.responses)
                .map(|step| frame(&mut forwards, step))
                .collect();
            let mut backwards = session(case.files(), None);
            for (step, expected) in (0..).zip(&walked).collect::<Vec<_>>().into_iter().rev() {
                assert_eq!(
                    &frame(&mut backwards, step),
                    expected,
                    "{} {step}",
                    case.path
                );
            }
        }
    }
}

#[test]
fn frames_and_replay_tell_of_the_same_decisions() {
    for (case, settings, mut session) in sessions() {
        for run in session.runs() {
            let replay = session.replay(&run.key, &settings).unwrap();
            let decisions: Vec<_> = (0..run.responses)
                .filter_map(|step| session.frame(&run.key, &settings, step).unwrap().decision)
                .collect();
            assert_eq!(decisions, replay.decisions, "{} {}", case.path, run.key);
            assert_eq!(replay.steps.len() as u64, run.responses, "{}", case.path);
        }
    }
}

#[test]
fn the_order_of_files_changes_no_total() {
    // Names, places and the order of attempts follow the files; figures must not.
    let figures = |group: GroupView| {
        (
            group.attempts,
            group.accepted_artifacts,
            group.model_cost.value,
            group.model_cost.lower_bound,
            group.cost_per_accepted_artifact.value,
            group.tokens.map(|sum| (sum.value, sum.lower_bound)),
            group.tool_calls_proposed.value,
            group.latency,
        )
    };
    for (case, _, mut in_order) in sessions() {
        let files = case.files().into_iter().rev().collect();
        let mut reversed = session(files, None);
        assert_eq!(
            reversed.report().total.map(figures),
            in_order.report().total.map(figures),
            "{}",
            case.path
        );
    }
}

#[test]
fn removing_a_file_leaves_no_trace_of_it() {
    for (case, settings, mut expected) in sessions() {
        let mut files = case.files();
        files.insert(
            0,
            (
                "extra.json".to_owned(),
                None,
                br#"[{"id":"extra","cost":7,"currency":"USD","accepted":true}]"#.to_vec(),
            ),
        );
        let mut session = session(files, None);
        session.report();
        let id = session.files()[0].id;
        session.remove(id);
        assert_eq!(session.report(), expected.report(), "{}", case.path);
        assert_eq!(session.attempts(), expected.attempts(), "{}", case.path);
        assert_eq!(
            session.inspect(&settings),
            expected.inspect(&settings),
            "{}",
            case.path
        );
    }
}

#[test]
fn every_place_that_is_told_can_be_shown() {
    let mut shown = 0;
    for (case, settings, mut session) in sessions() {
        let report = session.report();
        let unknowns = report
            .unknowns
            .iter()
            .filter_map(|unknown| unknown.place.clone());
        let mut places: Vec<_> = unknowns.collect();
        places.extend(
            session
                .attempts()
                .into_iter()
                .filter_map(|attempt| attempt.place),
        );
        for run in session.runs() {
            if let Some(last) = run.responses.checked_sub(1) {
                places.extend(session.frame(&run.key, &settings, last).unwrap().place);
            }
        }
        for place in places {
            let excerpt = session
                .excerpt(&place)
                .unwrap_or_else(|| panic!("{} {place}", case.path));
            if let Some(line) = place.line {
                assert!(
                    excerpt.lines.iter().any(|shown| shown.line == line),
                    "{} {place}: {excerpt:?}",
                    case.path
                );
            }
            shown += 1;
        }
    }
    assert!(shown > 200, "{shown}");
}
