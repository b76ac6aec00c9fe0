//! Replays a DeerFlow event journal and says how long that took:
//! `cargo run --release -p loopledger_detect --example replay_journal -- JOURNAL.jsonl`.
//!
//! It parses every line and replays every model response that proposes calls under the default
//! configuration, which is what a viewer does before it shows anything.

use std::io::Write as _;
use std::time::Instant;

use loopledger_detect::{Call, Config, Detector, Revision, RunId, ThreadId};
use loopledger_json::{Node, parse};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("which journal?")?;
    let started = Instant::now();
    let journal = std::fs::read_to_string(path)?;
    let mut detector = Detector::new(Revision::default(), Config::default());
    let (mut responses, mut calls, mut decisions) = (0_u32, 0, 0);
    for line in journal.lines() {
        let record = parse(line)?;
        let text = |key| record.get(key).and_then(Node::str);
        if text("event_type").is_none_or(|kind| kind != *"llm.ai.response") {
            continue;
        }
        let proposed: Vec<_> = record
            .pointer("/content/tool_calls")
            .and_then(Node::array)
            .unwrap_or_default()
            .iter()
            .map(|call| Call::from_node(call, line.as_bytes()))
            .collect();
        let thread = ThreadId::new(
            &text("thread_id")
                .ok_or("a record has no thread")?
                .to_display(),
        );
        let run = RunId::named(&text("run_id").ok_or("a record has no run")?.to_display());
        let outcome = detector.observe(&thread, &run, &proposed);
        responses += 1;
        calls += proposed.len();
        decisions += usize::from(outcome.decision().is_some());
    }
    let seconds = started.elapsed().as_secs_f64();
    #[expect(
        clippy::cast_precision_loss,
        reason = "a journal has far fewer calls than a float has digits"
    )]
    let calls_per_s = calls as f64 / seconds;
    writeln!(
        std::io::stdout(),
        "{{\"responses\": {responses}, \"calls\": {calls}, \"decisions\": {decisions}, \
         \"seconds\": {seconds:.3}, \"calls_per_s\": {calls_per_s:.0}}}"
    )?;
    Ok(())
}
