//! Reads the files named on the command line and says what they are and how long that took.
#![allow(clippy::print_stdout, reason = "an example that prints")]

use loopledger_read::{FileMeta, read};

fn main() -> std::io::Result<()> {
    for name in std::env::args().skip(1) {
        let bytes = std::fs::read(&name)?;
        let size = bytes.len();
        let start = std::time::Instant::now();
        let result = read(FileMeta::new(&name), bytes);
        let took = start.elapsed();
        match result {
            Ok(file) => {
                let responses: usize = file.runs.iter().map(|run| run.responses.len()).sum();
                let calls: usize = file
                    .runs
                    .iter()
                    .flat_map(|run| &run.responses)
                    .map(|response| response.tool_calls.len())
                    .sum();
                println!(
                    "{name}: {} ({}); {} records, {} rejected; {} runs, {responses} responses, {calls} calls, {} attempts, {} rows, {} prices; {size} bytes in {took:?}",
                    file.format,
                    file.why,
                    file.records_read,
                    file.records_rejected,
                    file.runs.len(),
                    file.attempts.len(),
                    file.run_rows.len(),
                    file.prices.as_ref().map_or(0, |table| table.models.len()),
                );
                for diagnostic in file.diagnostics {
                    println!("  {diagnostic}");
                }
            }
            Err(error) => println!("{name}: {error} [{took:?}]"),
        }
    }
    Ok(())
}
