//! `loopledger experiment`: a manifest is made, checked against what was recorded, and frozen.

use crate::args::{CheckExperimentArgs, ExperimentCommand, FreezeArgs, NewExperimentArgs};
use crate::exit::{Exit, SettingsError};
use crate::folder::File;
use crate::load::{self, Loaded};
use crate::output::{self, table};
use anyhow::Context as _;
use loopledger::experiment::{self, FreezeError};
use loopledger::model::experiment::{Baseline, Experiment, Rubric, Task, Variant};
use loopledger::view::experiment::{DigestState, ManifestView};
use loopledger::{FileMeta, Reading, Session};
use serde::Serialize;
use std::fs;
use std::io::Write as _;

pub(super) fn run(command: &ExperimentCommand) -> anyhow::Result<Exit> {
    match command {
        ExperimentCommand::New(args) => new(args),
        ExperimentCommand::Check(args) => check(args),
        ExperimentCommand::Freeze(args) => freeze(args),
    }
}

fn new(args: &NewExperimentArgs) -> anyhow::Result<Exit> {
    let target = File::new(&args.out, false, &[])?;
    let mut tasks = Vec::new();
    if let Some(path) = &args.tasks {
        let text =
            fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        tasks.extend(tasks_of(&text));
    }
    tasks.extend(args.task.iter().map(|text| task(text)));
    if let Some(criteria) = (!args.criterion.is_empty()).then_some(&args.criterion) {
        for task in &mut tasks {
            task.acceptance_criteria.extend(criteria.iter().cloned());
        }
    }
    let mut variants = Vec::new();
    for text in &args.variant {
        variants.push(variant(text).ok_or_else(|| {
            SettingsError(format!("{text:?} is no variant; write ID:SETTING=VALUE"))
        })?);
    }
    let rules = super::settings(&crate::args::Rules {
        revision: None,
        config: args.config.clone(),
    })?;
    let manifest = Experiment {
        schema: Experiment::SCHEMA.to_owned(),
        experiment_id: args.id.clone(),
        tasks,
        source_revision: args.source_revision.clone(),
        model_configuration: args.model.clone(),
        concurrency: args.concurrency,
        rubric: (args.rubric.is_some() || !args.rubric_criterion.is_empty()).then(|| Rubric {
            rubric: args.rubric.clone().unwrap_or_default(),
            rubric_version: args.rubric_version.clone(),
            criteria: args.rubric_criterion.clone(),
        }),
        baseline: Baseline {
            variant_id: args.baseline.clone(),
            configuration: rules.configuration.unwrap_or_default(),
        },
        variants,
        frozen: None,
        other_forms: Vec::new(),
        place: None,
    };
    let file = experiment::file(&manifest);
    target.write(file.text.as_bytes())?;
    let checked = experiment::check(&manifest);
    let mut out = output::for_people();
    writeln!(out, "{}", args.out.display())?;
    table::faults(&mut out, &checked.faults)?;
    out.flush()?;
    Ok(Exit::Done)
}

/// Tasks of a list: `ID=TITLE` a line, and below it a criterion a line, each after `- `.
fn tasks_of(text: &str) -> Vec<Task> {
    let mut tasks: Vec<Task> = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        match (line.strip_prefix("- "), tasks.last_mut()) {
            (Some(criterion), Some(task)) => {
                task.acceptance_criteria.push(criterion.trim().to_owned());
            }
            _ => tasks.push(task(line)),
        }
    }
    tasks
}

fn task(text: &str) -> Task {
    let (id, title) = match text.split_once('=') {
        Some((id, title)) => (id, Some(title.trim().to_owned())),
        None => (text, None),
    };
    Task {
        task_id: id.trim().to_owned(),
        title,
        acceptance_criteria: Vec::new(),
    }
}

fn variant(text: &str) -> Option<Variant> {
    let (variant_id, change) = text.split_once(':')?;
    let (setting, value) = change.split_once('=')?;
    Some(Variant {
        variant_id: variant_id.trim().to_owned(),
        setting: setting.trim().to_owned(),
        value: value.trim().to_owned(),
    })
}

#[derive(Serialize)]
struct Checked<'v> {
    manifest: &'v ManifestView,
    files: Vec<loopledger::view::FileView>,
}

fn check(args: &CheckExperimentArgs) -> anyhow::Result<Exit> {
    let paths: Vec<_> = std::iter::once(&args.manifest)
        .chain(&args.attempts)
        .cloned()
        .collect();
    let Loaded {
        mut session,
        is_complete,
    } = load::load(&paths);
    let name = args.manifest.to_string_lossy();
    let experiments = session.experiment();
    let is_here = |manifest: &&ManifestView| {
        let place = manifest.place.as_ref();
        place.is_some_and(|place| *place.file == *name)
    };
    let Some(manifest) = experiments.manifests.iter().find(is_here) else {
        output::table::diagnostics(&session.files())?;
        if is_complete {
            output::complain(&format!("{name} holds no experiment manifest"));
        }
        return Ok(if is_complete { Exit::Refused } else { Exit::Io });
    };
    if args.json {
        output::json(&Checked {
            manifest,
            files: session.files(),
        })?;
    } else {
        table::experiment(manifest)?;
        table::diagnostics(&session.files())?;
    }
    Ok(match super::exit_of(&session, is_complete) {
        Exit::Done if !is_sound(manifest, &session, args) => Exit::Failed,
        exit => exit,
    })
}

/// Whether the experiment is frozen and unchanged, and what was recorded is whole and made under it.
fn is_sound(manifest: &ManifestView, session: &Session, args: &CheckExperimentArgs) -> bool {
    let files = session.files();
    let name = args.manifest.to_string_lossy();
    let own = files.iter().filter(|file| *file.name == *name);
    let has_error = |file: &loopledger::view::FileView| {
        let mut diagnostics = file.diagnostics.iter();
        diagnostics.any(|diagnostic| diagnostic.severity == "error")
    };
    let is_manifest_sound = manifest.faults.is_empty()
        && manifest.changes.as_ref().is_some_and(Vec::is_empty)
        && !own.into_iter().any(has_error);
    let are_attempts_sound = manifest.lacking.is_empty()
        && manifest.tasks.iter().all(|task| {
            let mut variants = task.variants.iter();
            variants.all(|variant| variant.attempts > 0)
        })
        && manifest.attempts.iter().all(|attempt| {
            attempt.digest == DigestState::Same && attempt.is_known_task && attempt.is_known_variant
        });
    is_manifest_sound && (args.attempts.is_empty() || are_attempts_sound)
}

fn freeze(args: &FreezeArgs) -> anyhow::Result<Exit> {
    let path = &args.manifest;
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut session = Session::new();
    session.add(Reading::new(
        FileMeta::new(&path.to_string_lossy()),
        bytes.clone(),
    ));
    let experiments = session.experiment();
    let files = session.files();
    let mut errors = files.iter().flat_map(|file| &file.diagnostics);
    let [manifest] = experiments.manifests.as_slice() else {
        table::diagnostics(&files)?;
        output::complain(&format!(
            "{} holds {} experiment manifests; there must be one",
            path.display(),
            experiments.manifests.len()
        ));
        return Ok(Exit::Refused);
    };
    if manifest.is_redacted || errors.any(|diagnostic| diagnostic.severity == "error") {
        table::diagnostics(&files)?;
        output::complain(&format!(
            "{} cannot be frozen: not all of it is read",
            path.display()
        ));
        return Ok(Exit::Failed);
    }
    let frozen = match experiment::freeze(&manifest.manifest, args.frozen_at.as_deref()) {
        Ok(frozen) => frozen,
        Err(FreezeError::NotATime(time)) => {
            return Err(SettingsError(FreezeError::NotATime(time).to_string()).into());
        }
        Err(error) => {
            output::complain(&format!("{} is not frozen: {error}", path.display()));
            let mut out = output::for_people();
            match &error {
                FreezeError::Faults(faults) => table::faults(&mut out, faults)?,
                FreezeError::Changed(changes) => table::changes(&mut out, changes)?,
                _ => {}
            }
            out.flush()?;
            return Ok(Exit::Failed);
        }
    };
    let out = args.out.as_ref().unwrap_or(path);
    let is_same_file = out == path;
    if !(is_same_file && frozen.text.as_bytes() == bytes) {
        let target = if is_same_file {
            File::new(path, true, &[])?
        } else {
            File::new(out, false, std::slice::from_ref(path))?
        };
        target.write(frozen.text.as_bytes())?;
    }
    let mut stdout = output::for_people();
    writeln!(stdout, "{}  {}", frozen.digest, out.display())?;
    stdout.flush()?;
    Ok(Exit::Done)
}
