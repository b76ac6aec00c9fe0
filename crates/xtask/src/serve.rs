//! `cargo xtask serve`: set up, build, serve.

use std::net::{Ipv4Addr, TcpListener};

use anyhow::{Context as _, Result};

use crate::arguments::Arguments;
use crate::console::say;
use crate::server::Site;
use crate::setup::{self, Scope};
use crate::steps::Steps;
use crate::web::{self, Profile};
use crate::{repository, size};

const PORT: u16 = 8017;

pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let mut arguments = Arguments::new(arguments);
    let port = port(&mut arguments)?;
    let prefix = arguments.value("--prefix")?.unwrap_or_default();
    let profile = if arguments.flag("--dev") {
        Profile::Dev
    } else {
        Profile::Release
    };
    arguments.finish()?;
    // Before the long work, not after it.
    let listener = listen(port)?;

    let mut steps = Steps::new();
    let kit = setup::provide(Scope::Viewer, &mut steps)?;
    if web::build(&kit, profile, &mut steps).is_some() {
        size::report()?;
    }
    steps.finish()?;

    let site = Site::new(&repository::dist(), &prefix)?;
    say!("");
    say!(
        "Loopledger is at http://{}{} (ready after {}; Ctrl-C ends it)",
        listener.local_addr()?,
        site.prefix(),
        steps.elapsed()
    );
    site.serve(&listener);
    Ok(())
}

/// The port that was asked for.
pub(crate) fn port(arguments: &mut Arguments) -> Result<Option<u16>> {
    let port = arguments.value("--port")?;
    port.map(|port| port.parse::<u16>().context("--port needs a number"))
        .transpose()
}

/// Only this machine can connect; a port that was asked for is not exchanged for another one.
pub(crate) fn listen(port: Option<u16>) -> Result<TcpListener> {
    let bind = |port| TcpListener::bind((Ipv4Addr::LOCALHOST, port));
    match port {
        Some(port) => bind(port).with_context(|| {
            format!("port {port} cannot be had; without --port a free one is taken")
        }),
        None => bind(PORT)
            .or_else(|_| bind(0))
            .context("no port of 127.0.0.1 can be had"),
    }
}
