//! The project's own chores: `cargo xtask serve`, `cargo xtask test`.

mod apt;
mod arguments;
mod book;
mod ci;
mod cli;
mod compiler;
mod component;
mod conformance;
mod console;
mod deny;
mod glue;
mod npm;
mod package;
mod process;
mod python;
mod repository;
mod seal;
mod serve;
mod server;
mod setup;
mod size;
mod steps;
mod test;
mod tidy;
mod tools;
mod web;

use std::process::ExitCode;

use crate::console::say;

const HELP: &str = "\
cargo xtask COMMAND

  serve [--port N] [--prefix /PATH/] [--dev]
                   set up, build the viewer and serve it on 127.0.0.1
  test             set up and run every test, those of the browsers included
  web [--release] [--connect ORIGIN]…
                   build the viewer into dist/; it may ask these origins for data
  cli              build the program `loopledger` with the viewer in it
  install [--root DIR]
                   the same, put where `cargo install` puts programs
  book [--keep-viewer] [--serve [--port N] [--prefix /PATH/]]
                   build the chapter, around a new viewer, into target/book/
  npm              build the package for JavaScript into target/npm/
  component [--test]
                   build the WebAssembly component into target/component/, and run it in each host
  setup            provide compilers, tools and browsers, where they are missing
  conformance DIR  run every vector file of a folder through the detector
  tidy             check the rules that no compiler checks
  ci               everything that must hold before a merge

Tools are kept in $LOOPLEDGER_TOOLS, or else in loopledger/tools of the user's cache folder.";

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let command = arguments.next().unwrap_or_default();
    let rest: Vec<String> = arguments.collect();
    match run(&command, &rest) {
        Ok(code) => code,
        Err(error) => {
            say!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: &str, arguments: &[String]) -> anyhow::Result<ExitCode> {
    match command {
        // Differences are what it reports, not an error of its own.
        "conformance" => return conformance::run(arguments),
        "book" => book::run(arguments)?,
        "component" => component::run(arguments)?,
        "ci" => ci::run(arguments)?,
        "cli" => cli::run(arguments)?,
        "install" => cli::install(arguments)?,
        "npm" => package::run(arguments)?,
        "serve" => serve::run(arguments)?,
        "setup" => setup::run(arguments)?,
        "test" => test::run(arguments)?,
        "tidy" => tidy::run(arguments)?,
        "web" => web::run(arguments)?,
        "" | "help" | "-h" | "--help" => {
            say!("{HELP}");
        }
        unknown => anyhow::bail!("there is no command `{unknown}`\n\n{HELP}"),
    }
    Ok(ExitCode::SUCCESS)
}
