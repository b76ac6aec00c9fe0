//! The `loopledger` command line: what was read, what the detector decides, what it all cost.

mod args;
mod command;
mod exit;
mod load;
mod output;

use clap::Parser as _;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args = args::Args::parse();
    match command::run(&args) {
        Ok(code) => code.into(),
        Err(error) if exit::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            output::complain(&format!("{error:#}"));
            exit::of_error(&error).into()
        }
    }
}
