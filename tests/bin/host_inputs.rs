//! Prints what the hosts of the component ask, and what the native program answers.

use loopledger_tests::host_inputs;
use std::io;

fn main() -> io::Result<()> {
    serde_json::to_writer(io::stdout().lock(), &host_inputs())?;
    Ok(())
}
