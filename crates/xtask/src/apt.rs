//! Debian's packages.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

use anyhow::{Result, bail};

use crate::process;

/// Whether this is Debian itself; its descendants name and split packages differently.
pub(crate) fn is_debian() -> bool {
    fs::read_to_string("/etc/os-release")
        .is_ok_and(|text| text.lines().any(|line| line == "ID=debian"))
}

fn is_root() -> bool {
    process::output(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0")
}

/// The versions of those packages that are installed.
pub(crate) fn installed<'a>(packages: &[&'a str]) -> BTreeMap<&'a str, String> {
    let query = process::command("dpkg-query")
        .args([
            "--show",
            "--showformat=${Package} ${db:Status-Status} ${Version}\n",
        ])
        .args(packages)
        .output();
    // It fails when one of the packages is unknown, and still names the others.
    let text = query.map_or_else(|_| Vec::new(), |query| query.stdout);
    let text = String::from_utf8_lossy(&text).into_owned();
    let mut found = BTreeMap::new();
    for line in text.lines() {
        if let [name, "installed", version] = line.split(' ').collect::<Vec<_>>()[..]
            && let Some(name) = packages.iter().find(|package| **package == name)
        {
            found.insert(*name, version.to_owned());
        }
    }
    found
}

/// Installs packages, or says who can.
pub(crate) fn install(packages: &[&str]) -> Result<()> {
    let list = packages.join(" ");
    if !is_debian() {
        bail!("the packages {list} are Debian's, and this is another system");
    }
    if !is_root() {
        bail!(
            "the packages {list} are missing, and only root can install them; run:\n  \
             sudo apt-get update && sudo apt-get install --no-install-recommends {list}"
        );
    }
    let apt = || {
        let mut apt = process::command("apt-get");
        apt.env("DEBIAN_FRONTEND", "noninteractive");
        apt.args(["-qq", "-o", "DPkg::Lock::Timeout=300"]);
        apt
    };
    process::run_quietly(apt().arg("update"))?;
    process::run_quietly(
        apt()
            .args(["install", "--yes", "--no-install-recommends"])
            .args(packages),
    )
}
