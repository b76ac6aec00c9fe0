//! Input that nobody meant: nothing panics, nothing runs away, and steps make no difference.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use flate2::Compression;
use flate2::write::GzEncoder;
use loopledger_read::{
    FileMeta, FileRead, MAX_DECOMPRESSED_BYTES, MAX_DECOMPRESSION_RATIO, MAX_DIAGNOSTICS_PER_CODE,
    MAX_RECORDS, ReadError, Reading,
};
use proptest::prelude::*;
use std::fmt::Write as _;
use std::io::Write as _;
use support::{codes, corpus, try_read};

const SAMPLES: [&str; 12] = [
    "deerflow/threads/thread-loop/runs/run-loop.jsonl",
    "deerflow/threads/thread-burst/runs/run-burst.jsonl",
    "deerflow/runs.json",
    "faults/15-failed-attempts-count.json",
    "faults/20-credit-negative.json",
    "faults/22-args-order-and-string.json",
    "faults/33-two-threads.json",
    "faults/34-nan-infinity.json",
    "faults/37-utf16le.jsonl",
    "faults/38-torn-then-whole.jsonl",
    "faults/41-two-member.jsonl.gz",
    "faults/44-lying-zero.json",
];

fn in_steps(bytes: Vec<u8>, budget: usize) -> Result<FileRead, ReadError> {
    let mut reading = Reading::new(FileMeta::new("x"), bytes);
    let mut before = 0;
    loop {
        let progress = reading.advance(budget);
        assert!(progress.done_bytes >= before, "progress goes on");
        assert!(progress.done_bytes <= progress.total_bytes);
        before = progress.done_bytes;
        if progress.is_done {
            assert_eq!(progress.done_bytes, progress.total_bytes);
            return reading.finish();
        }
    }
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn mutated() -> impl Strategy<Value = Vec<u8>> {
    let edit = (any::<prop::sample::Index>(), any::<u8>(), 0..5_u8);
    (
        prop::sample::select(&SAMPLES),
        prop::collection::vec(edit, 1..8),
    )
        .prop_map(|(name, edits)| {
            let mut bytes = corpus(name);
            for (at, byte, kind) in edits {
                if bytes.is_empty() {
                    break;
                }
                let at = at.index(bytes.len());
                match kind {
                    0 => bytes[at] = byte,
                    1 => bytes.insert(at, byte),
                    2 => drop(bytes.remove(at)),
                    3 => bytes.truncate(at),
                    _ => {
                        let end = (at + usize::from(byte)).min(bytes.len());
                        let piece = bytes[at..end].to_vec();
                        bytes.splice(at..at, piece);
                    }
                }
            }
            bytes
        })
}

/// JSON-like text made of pieces that mean something to the readers.
fn pieces() -> impl Strategy<Value = Vec<u8>> {
    const PIECES: [&str; 40] = [
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\n",
        "\r",
        "\"",
        "\\",
        "null",
        "true",
        "-1",
        "1e400",
        "NaN",
        "\"id\"",
        "\"type\":\"ai\"",
        "\"content\":\"\"",
        "\"values\":",
        "\"messages\":",
        "\"data\":",
        "\"event_type\":\"llm.ai.response\"",
        "\"run_id\":\"r\"",
        "\"attempts\":",
        "\"cost\":",
        "\"usage\":",
        "\"tool_calls\":",
        "\"lc\":1",
        "\"kwargs\":",
        "loop_detection:",
        "  a: ",
        "- ",
        "&x ",
        "*x",
        "<<: ",
        "!!int ",
        "|",
        "\u{e9}",
        "\"schema\":\"loopledger.attempt/v1\"",
        "\"input_cost_per_token\":",
    ];
    prop::collection::vec(prop::sample::select(&PIECES), 0..60)
        .prop_map(|pieces| pieces.concat().into_bytes())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let _ = try_read("x", bytes);
    }

    #[test]
    fn any_pieces(bytes in pieces()) {
        let _ = try_read("x", bytes);
    }

    #[test]
    fn yaml_of_any_pieces(bytes in pieces()) {
        let mut text = b"loop_detection:\n".to_vec();
        text.extend(bytes);
        let _ = try_read("x", text);
    }

    #[test]
    fn steps_make_no_difference(bytes in mutated(), budget in 1..5000_usize) {
        let at_once = try_read("x", bytes.clone());
        prop_assert_eq!(in_steps(bytes, budget), at_once);
    }

    #[test]
    fn compression_makes_no_difference(bytes in mutated(), budget in 1..5000_usize) {
        if bytes.starts_with(&[0x1F, 0x8B]) {
            // What is compressed already is not unwrapped twice.
            return Ok(());
        }
        let zipped = gzip(&bytes);
        match (in_steps(zipped, budget), try_read("x", bytes)) {
            (Ok(zipped), Ok(plain)) => prop_assert_eq!(zipped.runs, plain.runs),
            (Err(zipped), Err(plain)) => prop_assert_eq!(zipped, plain),
            (zipped, plain) => prop_assert!(false, "{zipped:?} {plain:?}"),
        }
    }
}

#[test]
fn a_depth_bomb_is_a_line_that_cannot_be_read() {
    let bomb = "[".repeat(100_000);
    let text = format!("{{\"id\":\"a\",\"cost\":1}}\n{{\"id\":\"b\",\"x\":{bomb}\n");
    let file = try_read("x", text).unwrap();
    assert_eq!((file.records_read, file.records_rejected), (1, 1));
    assert!(matches!(
        try_read("x", bomb),
        Err(ReadError::NotRecognised { .. })
    ));
}

/// What nests a million deep is refused at the place where it goes too deep.
#[test]
fn a_million_levels_of_json_are_refused_where_they_go_too_deep() {
    let depth = 1_000_000;
    for (open, close, width) in [("[", "]", 1), ("{\"a\":", "}", 5)] {
        for text in [
            open.repeat(depth),
            open.repeat(depth) + "1" + &close.repeat(depth),
        ] {
            let Err(ReadError::NotRecognised { diagnostics, .. }) = try_read("x", text) else {
                panic!("{open}");
            };
            let [diagnostic] = &diagnostics[..] else {
                panic!("{diagnostics:?}");
            };
            assert_eq!(diagnostic.place.line, Some(1));
            assert_eq!(diagnostic.place.byte, Some(990 * width));
            assert_eq!(diagnostic.expected, "at most 990 levels of nesting");
        }
    }
}

#[test]
fn a_million_levels_of_yaml_are_no_configuration() {
    let depth = 1_000_000;
    let deep = [
        "[".repeat(depth) + &"]".repeat(depth),
        "[".repeat(depth),
        "{a: ".repeat(depth) + &"}".repeat(depth),
        "\n    ".to_owned() + &"- ".repeat(depth) + "1",
        "\n    ".to_owned() + &"? ".repeat(depth) + "1",
        "!a ".repeat(depth),
        "&a ".repeat(depth),
    ];
    for extra in deep {
        let text = format!("loop_detection:\n  warn_threshold: 3\n  extra: {extra}\n");
        let start: String = text.chars().take(80).collect();
        assert!(
            matches!(try_read("x", text), Err(ReadError::NotRecognised { .. })),
            "{start}"
        );
    }
}

#[test]
fn aliases_that_multiply_are_no_configuration() {
    let mut text = "loop_detection:\n  a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n".to_owned();
    for level in 1..10 {
        let below = format!("*a{}, ", level - 1).repeat(10);
        writeln!(text, "  a{level}: &a{level} [{below}]").unwrap();
    }
    assert!(matches!(
        try_read("x", text),
        Err(ReadError::NotRecognised { .. })
    ));
}

/// The file is refused as a whole, because a total without its end would be another total.
#[test]
fn one_record_too_many_is_named_by_its_place() {
    let record = "{\"id\":\"a\",\"cost\":1}";
    let too_many = usize::try_from(MAX_RECORDS).unwrap() + 1;
    let refused = |text: String| match try_read("x", text) {
        Err(ReadError::TooMany {
            limit: "MAX_RECORDS",
            allowed: MAX_RECORDS,
            line,
            byte,
        }) => (line, byte),
        other => panic!("{:?}", other.map(|file| file.records_read)),
    };
    let before = MAX_RECORDS * (record.len() as u64 + 1);
    let lines = format!("{record}\n").repeat(too_many);
    assert_eq!(refused(lines), (MAX_RECORDS + 1, before));
    let list = vec![record; too_many].join(",");
    assert_eq!(refused(format!("[{list}]")), (1, before + 1));
}

#[test]
fn runs_count_as_records() {
    let mut text = String::new();
    for run in 0..=MAX_RECORDS {
        writeln!(
            text,
            "{{\"thread_id\":\"t\",\"run_id\":\"{run}\",\"event_type\":\"run.start\",\"category\":\"trace\",\"content\":{{}},\"metadata\":{{}},\"seq\":1}}"
        )
        .unwrap();
    }
    assert!(matches!(
        try_read("x", text),
        Err(ReadError::TooMany { line, .. }) if line == MAX_RECORDS + 1
    ));
}

/// A long line that is broken many times over does not take quadratic time.
#[test]
fn recovery_does_not_run_away() {
    let bomb = "{\"id\":".repeat(200_000);
    let text = format!("{{\"id\":\"a\",\"cost\":1}}\n{bomb}\n");
    let file = try_read("x", text).unwrap();
    assert_eq!((file.records_read, file.records_rejected), (1, 1));
    let joined = "{\"id\":\"a\",\"cost\":1}".repeat(20_000);
    let file = try_read("x", format!("{{\"id\":\"a\",\"cost\":1}}\n{joined}")).unwrap();
    assert_eq!((file.records_read, file.records_rejected), (20_001, 0));
}

#[test]
fn gzip_that_grows_beyond_all_measure_is_refused() {
    let zipped = gzip(&vec![b' '; 100 << 20]);
    let error = try_read("x", zipped).unwrap_err();
    match &error {
        ReadError::TooLarge {
            limit: "MAX_DECOMPRESSION_RATIO",
            allowed: MAX_DECOMPRESSION_RATIO,
            produced,
            ..
        } => assert!(*produced < MAX_DECOMPRESSED_BYTES / 8),
        other => panic!("{other:?}"),
    }
    assert!(error.to_string().contains("MAX_DECOMPRESSION_RATIO"));
}

/// Gigabytes that come out of a few megabytes, of many members.
fn bomb() -> Vec<u8> {
    gzip(&vec![0; 16 << 20]).repeat(256)
}

#[test]
fn a_bomb_behind_a_valid_start_is_refused() {
    let mut zipped = gzip(&corpus("deerflow/attempts.jsonl"));
    zipped.extend(bomb());
    let error = try_read("x", zipped).unwrap_err();
    let ReadError::TooLarge { produced, .. } = error else {
        panic!("{error:?}");
    };
    assert!(produced < 2 * (64 << 20), "{produced} bytes came out");
}

#[test]
fn what_is_compressed_twice_is_not_unwrapped_twice() {
    for inner in [gzip(&corpus("deerflow/attempts.jsonl")), bomb()] {
        assert!(matches!(
            try_read("x", gzip(&inner)),
            Err(ReadError::NotRecognised { .. })
        ));
    }
}

/// Numbers as Python writes and reads them, and such that no machine holds.
#[test]
fn numbers_beyond_measure_are_unknown() {
    let digits = "9".repeat(100_000);
    for number in [
        "1e999",
        "-1e999",
        "NaN",
        "Infinity",
        "-Infinity",
        &format!("1e{digits}"),
        &format!("{digits}.0"),
    ] {
        let text = format!("{{\"id\":\"a\",\"cost\":{number}}}\n{{\"id\":\"b\",\"cost\":2}}\n");
        let file = try_read("x", text).unwrap();
        let costs: Vec<bool> = file
            .attempts
            .iter()
            .map(|attempt| attempt.model_cost.is_known())
            .collect();
        let start: String = number.chars().take(20).collect();
        assert_eq!(costs, [false, true], "{start}");
    }
    // Python itself refuses an integer of so many digits: the line is bad, and the next one counts.
    let text = format!("{{\"id\":\"b\",\"cost\":2}}\n{{\"id\":\"a\",\"cost\":{digits}}}\n");
    let file = try_read("x", text).unwrap();
    assert_eq!((file.records_read, file.records_rejected), (1, 1));
    assert_eq!(file.diagnostics[0].place.line, Some(2));
}

#[test]
fn gzip_that_is_cut_off_keeps_what_came_out() {
    let lines: Vec<_> = (0..2000)
        .map(|index| format!("{{\"id\":\"{index}\",\"cost\":{}}}", index * 7919 % 1000))
        .collect();
    let lines = lines.join("\n");
    let mut zipped = gzip(lines.as_bytes());
    zipped.truncate(zipped.len() / 2);
    let file = try_read("x", zipped).unwrap();
    assert!(file.records_read > 100, "{}", file.records_read);
    assert!(file.records_rejected > 0);
    assert!(codes(&file).iter().any(|(code, _)| *code == "gzip_broken"));
    assert!(matches!(
        try_read("x", vec![0x1F, 0x8B, 0x08, 0, 1, 2]),
        Err(ReadError::Compression { .. })
    ));
}

#[test]
fn diagnostics_are_counted_beyond_a_number() {
    let text = "{\"id\":\"a\",\"cost\":1}\n".to_owned() + &"nonsense\n".repeat(1000);
    let file = try_read("x", text).unwrap();
    assert_eq!(file.records_rejected, 1000);
    let listed = usize::try_from(MAX_DIAGNOSTICS_PER_CODE).unwrap();
    assert_eq!(file.diagnostics.len(), listed + 1);
    assert_eq!(file.diagnostics[listed].code, "diagnostics_left_out");
    assert!(file.diagnostics[listed].message.starts_with("950 more"));
}

#[test]
fn a_file_of_bad_lines_only() {
    for text in [
        "nonsense\n".repeat(5),
        "{\"id\":\n".repeat(5),
        "\0".repeat(50),
    ] {
        assert!(
            matches!(
                try_read("x", text.clone()),
                Err(ReadError::NotRecognised { .. })
            ),
            "{text}"
        );
    }
}

#[test]
fn utf16_without_its_mark() {
    let wide: Vec<u8> = "{\"id\":\"\u{e9}\u{1f600}\",\"cost\":1}\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let file = try_read("x", wide.clone()).unwrap();
    assert_eq!(file.attempts[0].attempt_id, "\u{e9}\u{1f600}");
    // Half a surrogate pair is no text: the line is bad, and nothing is replaced.
    let mut torn = wide.clone();
    torn.extend(wide.iter());
    torn.drain(16..18);
    let file = try_read("x", torn).unwrap();
    assert_eq!((file.records_read, file.records_rejected), (1, 1));
    assert_eq!(file.attempts[0].attempt_id, "\u{e9}\u{1f600}");
}

#[test]
fn archives_are_named() {
    let error = try_read("x", b"PK\x03\x04rest".to_vec()).unwrap_err();
    assert!(error.to_string().contains("a zip archive"), "{error}");
}
