//! Which descriptions belong to the same attempt.

use super::account::{Account, Used, loss, run_place};
use super::merge::{
    Notes, absorb, fill, fill_noted, fill_tokens, fill_tool_calls, show_stop_reason,
};
use super::{Attempt, Disagreement, Ledger, Sources};
use crate::price::{Span, Usage, price_by_name};
use jiff::Timestamp;
use loopledger_model::trace::{Agent, Response, Run, TraceSource};
use loopledger_model::{
    AttemptRecord, Measured, Place, PriceTable, RunRow, RunStatus, StopReason, Tokens, TraceLink,
    UnknownReason,
};
use rust_decimal::Decimal;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// One execution of the lead agent with its subagents, in all its descriptions.
#[derive(Debug, Default)]
struct Unit {
    run_id: Option<String>,
    thread_id: Option<String>,
    /// Indices into the sources; one run for each agent, the lead agent's first.
    runs: Vec<usize>,
    row: Option<usize>,
    is_taken: bool,
    /// Where two copies of one of the runs say different things, so that neither can be trusted.
    contradiction: Option<Place>,
}

/// An attempt under construction.
struct Draft {
    record: AttemptRecord,
    units: Vec<usize>,
    /// Fields of which two records say different things, with where the second one does.
    doubts: Vec<(String, Option<Place>)>,
}

pub(super) fn assemble(sources: &Sources<'_>) -> Ledger {
    let mut ledger = Ledger {
        unreadable: sources.unreadable.to_vec(),
        ..Ledger::default()
    };
    let mut drafts = unique_records(sources.records, &mut ledger.disagreements);
    let mut units = Units::new(sources);
    units.claim(&mut drafts, &mut ledger.disagreements);
    ledger.disagreements.append(&mut units.disagreements);
    ledger.covered_runs = std::mem::take(&mut units.covered);
    ledger.covered_runs.sort_unstable();

    for (index, unit) in units.all.iter().enumerate() {
        if !unit.is_taken {
            drafts.push(Draft {
                record: record_of(unit, sources),
                units: vec![index],
                doubts: Vec::new(),
            });
        }
    }
    for draft in drafts {
        let units: Vec<_> = draft
            .units
            .iter()
            .filter_map(|index| units.all.get(*index))
            .collect();
        let attempt = complete(draft.record, &units, sources, &mut ledger.disagreements);
        ledger.attempts.push(attempt);
    }
    ledger
}

/// The records, each attempt once.
fn unique_records(records: &[&AttemptRecord], found: &mut Vec<Disagreement>) -> Vec<Draft> {
    let mut drafts: Vec<Draft> = Vec::new();
    let mut by_id: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
    for record in records {
        let same_id = by_id.entry(&record.attempt_id).or_default();
        let mut is_new = true;
        for index in &*same_id {
            let Some(draft) = drafts.get_mut(*index) else {
                continue;
            };
            if draft.record.experiment_id != record.experiment_id
                || draft.record.manifest_digest != record.manifest_digest
            {
                continue;
            }
            let mut notes = Notes::new(&record.attempt_id);
            let mut merged = draft.record.clone();
            absorb(&mut notes, &mut merged, record);
            // An id is unique within an experiment only, and not where two tasks, variants or runs
            // have it.
            let is_other = notes.found.iter().any(|note| {
                record.experiment_id.is_none()
                    || matches!(
                        note.field.as_str(),
                        "taskId" | "variantId" | "retryOf" | "trace"
                    )
            });
            if is_other {
                notes.found.clear();
                let side = |record: &AttemptRecord| record.attempt_id.clone();
                notes.add(
                    "attemptId",
                    (side(&draft.record), draft.record.place.as_ref()),
                    (side(record), record.place.as_ref()),
                );
            } else {
                draft.record = merged;
                let fields = notes.found.iter().map(|note| note.field.clone());
                draft
                    .doubts
                    .extend(fields.map(|field| (field, record.place.clone())));
                is_new = false;
            }
            found.append(&mut notes.found);
            if !is_new {
                break;
            }
        }
        if is_new {
            same_id.push(drafts.len());
            drafts.push(Draft {
                record: (*record).clone(),
                units: Vec::new(),
                doubts: Vec::new(),
            });
        }
    }
    // Only now, so that a third record cannot settle what two left open.
    for draft in &mut drafts {
        for (field, place) in &draft.doubts {
            doubt(&mut draft.record, field, place.as_ref());
        }
    }
    drafts
}

/// Forgets a measurement of which two records of one attempt say different things: neither is the
/// better one.
fn doubt(record: &mut AttemptRecord, field: &str, place: Option<&Place>) {
    fn forget<T>(measured: &mut Measured<T>, place: Option<&Place>) {
        *measured = Measured::Unknown {
            reason: UnknownReason::Ambiguous,
            place: place.cloned(),
        };
    }
    let tokens = &mut record.tokens;
    match field {
        "modelCost" => forget(&mut record.model_cost, place),
        "toolCost" => forget(&mut record.tool_cost, place),
        "sandboxSeconds" => forget(&mut record.sandbox_seconds, place),
        "latencyMs" => forget(&mut record.latency_ms, place),
        "stopReason" => forget(&mut record.stop_reason, place),
        "toolCalls.proposed" => forget(&mut record.tool_calls.proposed, place),
        "toolCalls.executed" => forget(&mut record.tool_calls.executed, place),
        "toolCalls.suppressed" => forget(&mut record.tool_calls.suppressed, place),
        "tokens.output" | "tokens.reasoning" => {
            forget(&mut tokens.output, place);
            forget(&mut tokens.reasoning, place);
        }
        "tokens.inputUncached" | "tokens.cacheRead" | "tokens.cacheWrite" => {
            forget(&mut tokens.input_uncached, place);
            forget(&mut tokens.cache_read, place);
            forget(&mut tokens.cache_write, place);
        }
        _ => {}
    }
}

struct Units<'a> {
    sources: &'a Sources<'a>,
    all: Vec<Unit>,
    by_run: FxHashMap<&'a str, Vec<usize>>,
    by_thread: FxHashMap<&'a str, Vec<usize>>,
    covered: Vec<usize>,
    disagreements: Vec<Disagreement>,
}

impl<'a> Units<'a> {
    fn new(sources: &'a Sources<'a>) -> Self {
        let mut units = Self {
            sources,
            all: Vec::new(),
            by_run: FxHashMap::default(),
            by_thread: FxHashMap::default(),
            covered: Vec::new(),
            disagreements: Vec::new(),
        };
        for (index, run) in sources.runs.iter().enumerate() {
            units.add_run(index, run);
        }
        for (index, row) in sources.rows.iter().enumerate() {
            units.add_row(index, row);
        }
        units.cover_threads();
        for unit in &mut units.all {
            unit.runs.sort_by_key(|index| {
                let lead = sources.runs.get(*index).map(|run| run.agent == Agent::Lead);
                (lead != Some(true), *index)
            });
        }
        units
    }

    fn add_run(&mut self, index: usize, run: &'a Run) {
        let found = match (&run.run_id, &run.thread_id) {
            (Some(run_id), thread_id) => self.unit_of_run(run_id, thread_id.as_deref()),
            (None, Some(thread_id)) => self.unit_of_thread(thread_id),
            (None, None) => self.unit_of_nameless(run),
        };
        let unit =
            found.unwrap_or_else(|| self.new_unit(run.run_id.as_deref(), run.thread_id.as_deref()));
        if let Some(run_id) = &run.run_id {
            note_unit(&mut self.by_run, run_id, unit);
        }
        if let Some(thread_id) = &run.thread_id {
            note_unit(&mut self.by_thread, thread_id, unit);
        }
        self.keep_run(unit, index, run);
    }

    fn add_row(&mut self, index: usize, row: &'a RunRow) {
        let thread_id = row.thread_id.as_deref();
        let number = self
            .unit_of_run(&row.run_id, thread_id)
            .unwrap_or_else(|| self.new_unit(Some(&row.run_id), thread_id));
        note_unit(&mut self.by_run, &row.run_id, number);
        if let Some(thread_id) = &row.thread_id {
            note_unit(&mut self.by_thread, thread_id, number);
        }
        let Some(unit) = self.all.get_mut(number) else {
            return;
        };
        let kept = unit.row.and_then(|kept| self.sources.rows.get(kept));
        let Some(kept) = kept else {
            unit.row = Some(index);
            return;
        };
        if is_open(kept.status.as_ref()) {
            unit.row = Some(index);
        } else if !is_open(row.status.as_ref()) {
            let mut notes = Notes::new(&row.run_id);
            compare_rows(&mut notes, kept, row);
            self.disagreements.append(&mut notes.found);
        }
    }

    fn new_unit(&mut self, run_id: Option<&str>, thread_id: Option<&str>) -> usize {
        self.all.push(Unit {
            run_id: run_id.map(ToOwned::to_owned),
            thread_id: thread_id.map(ToOwned::to_owned),
            ..Unit::default()
        });
        self.all.len() - 1
    }

    /// The unit with a run id; the thread must not contradict.
    fn unit_of_run(&mut self, run_id: &str, thread_id: Option<&str>) -> Option<usize> {
        let candidates = self.by_run.get(run_id)?;
        let found = candidates.iter().copied().find(|index| {
            self.all
                .get(*index)
                .is_some_and(|unit| is_same_thread(unit.thread_id.as_deref(), thread_id))
        })?;
        if let Some(unit) = self.all.get_mut(found)
            && unit.thread_id.is_none()
        {
            unit.thread_id = thread_id.map(ToOwned::to_owned);
        }
        Some(found)
    }

    /// The unit of a thread's state, which names no run.
    fn unit_of_thread(&self, thread_id: &str) -> Option<usize> {
        let candidates = self.by_thread.get(thread_id)?;
        candidates.iter().copied().find(|index| {
            self.all
                .get(*index)
                .is_some_and(|unit| unit.run_id.is_none())
        })
    }

    /// The unit of a run without ids: a second copy of it, or the lead agent's run of the same file.
    fn unit_of_nameless(&self, run: &Run) -> Option<usize> {
        let of_unit = |unit: &Unit| -> Vec<&Run> {
            let runs = unit.runs.iter();
            runs.filter_map(|index| self.sources.runs.get(*index).copied())
                .collect()
        };
        let is_nameless = |unit: &Unit| unit.run_id.is_none() && unit.thread_id.is_none();
        let mut units = self.all.iter().enumerate().rev();
        let found = units.find(|(_, unit)| {
            let runs = of_unit(unit);
            is_nameless(unit)
                && runs.iter().any(|kept| match run.agent {
                    Agent::Lead => {
                        kept.agent == run.agent && difference_of_runs(kept, run).is_none()
                    }
                    Agent::Subagent { .. } => kept.file == run.file,
                })
        });
        found.map(|(index, _)| index)
    }

    /// Adds a run to its unit, or finds that it is there already.
    fn keep_run(&mut self, number: usize, index: usize, run: &Run) {
        let Some(unit) = self.all.get_mut(number) else {
            return;
        };
        let twin = unit.runs.iter().enumerate().find_map(|(position, kept)| {
            let other = self.sources.runs.get(*kept)?;
            is_same_agent(&other.agent, &run.agent).then_some((position, *other))
        });
        let Some((position, other)) = twin else {
            unit.runs.push(index);
            return;
        };
        let is_snapshot = run.run_id.is_none();
        if other.source == run.source
            && !is_snapshot
            && loss(other).is_none()
            && loss(run).is_none()
            && let Some((field, ours, theirs)) = difference_of_runs(other, run)
        {
            let mut notes = Notes::new(run.run_id.as_deref().unwrap_or_default());
            let places = (run_place(other), run_place(run));
            notes.add(field, (ours, Some(&places.0)), (theirs, Some(&places.1)));
            self.disagreements.append(&mut notes.found);
            if let Some(unit) = self.all.get_mut(number) {
                unit.contradiction = Some(places.1);
            }
        }
        let Some(kept) = self
            .all
            .get_mut(number)
            .and_then(|unit| unit.runs.get_mut(position))
        else {
            return;
        };
        if rank(run) > rank(other) {
            self.covered.push(*kept);
            *kept = index;
        } else {
            self.covered.push(index);
        }
    }

    /// A thread's state shows the same responses as the runs of the thread. It completes the row of
    /// the thread's only run, and adds nothing where the runs are there themselves.
    fn cover_threads(&mut self) {
        for number in 0..self.all.len() {
            let Some(unit) = self.all.get(number) else {
                continue;
            };
            let (None, Some(thread_id)) = (&unit.run_id, &unit.thread_id) else {
                continue;
            };
            let of_thread = self.by_thread.get(thread_id.as_str());
            let named: Vec<usize> = of_thread
                .into_iter()
                .flatten()
                .copied()
                .filter(|index| {
                    self.all
                        .get(*index)
                        .is_some_and(|unit| unit.run_id.is_some())
                })
                .collect();
            let Some((first, others)) = named.split_first() else {
                continue;
            };
            let runs = match self.all.get_mut(number) {
                Some(unit) => {
                    unit.is_taken = true;
                    std::mem::take(&mut unit.runs)
                }
                None => continue,
            };
            match self.all.get_mut(*first) {
                Some(only) if others.is_empty() && only.runs.is_empty() => only.runs = runs,
                _ => self.covered.extend(runs),
            }
        }
    }

    /// Gives each record the runs that it names: by run id first, then by thread or file.
    fn claim(&mut self, drafts: &mut [Draft], found: &mut Vec<Disagreement>) {
        for by_name in [true, false] {
            for draft in &mut *drafts {
                if !draft.units.is_empty() {
                    continue;
                }
                let wanted = if by_name {
                    self.named_units(&draft.record)
                } else {
                    self.linked_units(&draft.record)
                };
                let wanted_any = !wanted.is_empty();
                for index in wanted {
                    if let Some(unit) = self.all.get_mut(index)
                        && !unit.is_taken
                    {
                        unit.is_taken = true;
                        draft.units.push(index);
                    }
                }
                if wanted_any && draft.units.is_empty() && by_name {
                    let mut notes = Notes::new(&draft.record.attempt_id);
                    let link = draft.record.trace.as_ref();
                    let run_id = link.and_then(|link| link.run_id.clone());
                    let run_id = run_id.unwrap_or_else(|| draft.record.attempt_id.clone());
                    notes.add(
                        "trace",
                        (String::new(), None),
                        (run_id, draft.record.place.as_ref()),
                    );
                    found.append(&mut notes.found);
                }
            }
        }
    }

    fn named_units(&self, record: &AttemptRecord) -> Vec<usize> {
        let link = record.trace.as_ref();
        let run_id = link.and_then(|link| link.run_id.as_deref());
        let thread_id = link.and_then(|link| link.thread_id.as_deref());
        let candidates = self.by_run.get(run_id.unwrap_or(&record.attempt_id));
        let candidates = candidates.into_iter().flatten().copied();
        candidates
            .filter(|index| {
                self.all
                    .get(*index)
                    .is_some_and(|unit| is_same_thread(unit.thread_id.as_deref(), thread_id))
            })
            .collect()
    }

    fn linked_units(&self, record: &AttemptRecord) -> Vec<usize> {
        let Some(TraceLink {
            file,
            thread_id,
            run_id: None,
        }) = &record.trace
        else {
            return Vec::new();
        };
        if let Some(thread_id) = thread_id {
            let of_thread = self.by_thread.get(thread_id.as_str());
            return of_thread.cloned().unwrap_or_default();
        }
        let Some(file) = file else {
            return Vec::new();
        };
        let is_in_file = |unit: &Unit| {
            unit.runs.iter().any(|index| {
                let run = self.sources.runs.get(*index);
                run.is_some_and(|run| is_same_file(&run.file, file))
            })
        };
        let units = self.all.iter().enumerate();
        units
            .filter(|(_, unit)| is_in_file(unit))
            .map(|(index, _)| index)
            .collect()
    }
}

fn note_unit<'a>(map: &mut FxHashMap<&'a str, Vec<usize>>, key: &'a str, unit: usize) {
    let units = map.entry(key).or_default();
    if !units.contains(&unit) {
        units.push(unit);
    }
}

fn is_same_thread(a: Option<&str>, b: Option<&str>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => a == b,
        _ => true,
    }
}

/// Whether a file's name, which may begin with the folders that were dropped, is the linked one.
fn is_same_file(name: &str, linked: &str) -> bool {
    name == linked
        || name
            .strip_suffix(linked)
            .is_some_and(|folder| folder.ends_with('/'))
}

fn is_same_agent(a: &Agent, b: &Agent) -> bool {
    match (a, b) {
        (Agent::Lead, Agent::Lead) => true,
        (Agent::Subagent { task_id: a, .. }, Agent::Subagent { task_id: b, .. }) => a == b,
        _ => false,
    }
}

fn is_open(status: Option<&RunStatus>) -> bool {
    matches!(status, None | Some(RunStatus::Pending | RunStatus::Running))
}

/// Which of two copies of a run is the better one.
fn rank(run: &Run) -> (bool, bool, usize) {
    (
        run.source.keeps_proposed_calls(),
        loss(run).is_none(),
        run.responses.len() + run.other_spend.len(),
    )
}

/// The first thing in which two copies of a run differ.
fn difference_of_runs(a: &Run, b: &Run) -> Option<(&'static str, String, String)> {
    fn paid(run: &Run) -> impl Iterator<Item = &Response> {
        run.responses.iter().chain(&run.other_spend)
    }
    let lengths = [a, b].map(|run| paid(run).count());
    let [ours, theirs] = lengths;
    if ours != theirs {
        return Some(("responses", ours.to_string(), theirs.to_string()));
    }
    for (ours, theirs) in paid(a).zip(paid(b)) {
        if ours.id != theirs.id {
            let show = |it: &Response| it.id.clone().unwrap_or_else(|| "null".to_owned());
            return Some(("responses", show(ours), show(theirs)));
        }
        for ((name, ours), (_, theirs)) in ours.tokens.named().iter().zip(theirs.tokens.named()) {
            if ours.ok() != theirs.ok() {
                let show = |it: Result<u64, UnknownReason>| match it {
                    Ok(count) => count.to_string(),
                    Err(_) => "null".to_owned(),
                };
                let field = match *name {
                    "output" | "reasoning" => "tokens.output",
                    _ => "tokens.inputUncached",
                };
                return Some((field, show(**ours), show(*theirs)));
            }
        }
        let names = |it: &Response| -> Vec<Option<Arc<str>>> {
            it.tool_calls.iter().map(|call| call.name.clone()).collect()
        };
        if names(ours) != names(theirs) {
            let show = |it: &Response| it.tool_calls.len().to_string();
            return Some(("toolCalls.proposed", show(ours), show(theirs)));
        }
    }
    if a.status != b.status {
        let show = |it: &Run| {
            let status = it.status.as_ref();
            status.map_or_else(|| "null".to_owned(), |it| it.as_str().to_owned())
        };
        return Some(("status", show(a), show(b)));
    }
    if a.stop_reason.value() != b.stop_reason.value() {
        let show = |it: &Run| {
            let reason = it.stop_reason.value();
            reason.map_or_else(|| "null".to_owned(), |it| show_stop_reason(it.as_ref()))
        };
        return Some(("stopReason", show(a), show(b)));
    }
    None
}

fn compare_rows(notes: &mut Notes<'_>, kept: &RunRow, other: &RunRow) {
    let places = (Some(&kept.place), Some(&other.place));
    let show = |row: &RunRow| {
        let counts = row.tokens.named().map(|(_, count)| match count {
            Ok(count) => count.to_string(),
            Err(_) => "null".to_owned(),
        });
        counts.join(" + ")
    };
    if show(kept) != show(other) {
        notes.add("tokens", (show(kept), places.0), (show(other), places.1));
    }
    let status = |row: &RunRow| {
        let status = row.status.as_ref();
        status.map_or_else(|| "null".to_owned(), |it| it.as_str().to_owned())
    };
    if status(kept) != status(other) {
        notes.add(
            "status",
            (status(kept), places.0),
            (status(other), places.1),
        );
    }
    fill_noted(
        notes,
        "stopReason",
        &mut kept.stop_reason.clone(),
        &other.stop_reason,
        |it| show_stop_reason(it.as_ref()),
    );
}

/// The record of an attempt that has none.
fn record_of(unit: &Unit, sources: &Sources<'_>) -> AttemptRecord {
    let run = unit.runs.first().and_then(|index| sources.runs.get(*index));
    let row = unit.row.and_then(|index| sources.rows.get(index));
    let place = run
        .map(|run| run_place(run))
        .or_else(|| row.map(|row| row.place.clone()));
    let id = unit.run_id.clone().or_else(|| unit.thread_id.clone());
    let id = id.unwrap_or_else(|| place.as_ref().map(Place::to_string).unwrap_or_default());
    let mut record = AttemptRecord::new(id, UnknownReason::AbsentField);
    record.trace = Some(TraceLink {
        file: run.map(|run| run.file.to_string()),
        thread_id: unit.thread_id.clone(),
        run_id: unit.run_id.clone(),
    });
    record.place = place;
    record
}

/// Completes a record by what its runs and rows say.
fn complete(
    mut record: AttemptRecord,
    units: &[&Unit],
    sources: &Sources<'_>,
    found: &mut Vec<Disagreement>,
) -> Attempt {
    let attempt_id = record.attempt_id.clone();
    let mut notes = Notes::new(&attempt_id);
    let mut parts = Vec::new();
    let mut ends = Vec::new();
    for unit in units {
        let runs = runs_of(unit, sources);
        let row = unit.row.and_then(|index| sources.rows.get(index).copied());
        parts.push(unit_use(unit, &runs, row, sources, &mut notes));
        ends.push(End::new(&runs, row, &mut notes));
    }
    if record.model.is_none() {
        record.model = only_model(units, sources);
    }
    let mut attempt = Attempt {
        record,
        runs: units.iter().flat_map(|unit| unit.runs.clone()).collect(),
        rows: units.iter().filter_map(|unit| unit.row).collect(),
        tokens_at_least: Tokens::default(),
        model_cost_at_least: Vec::new(),
    };
    if let Some(used) = Used::sum(&parts) {
        complete_use(&mut attempt, used, &mut notes);
    }
    price_record(&mut attempt, sources.prices);
    if let Some(end) = End::of_all(ends) {
        end.complete(&mut attempt.record, &mut notes);
    }
    found.append(&mut notes.found);
    attempt.reject_impossible();
    attempt
}

fn runs_of<'a>(unit: &Unit, sources: &Sources<'a>) -> Vec<&'a Run> {
    let indices = unit.runs.iter();
    indices
        .filter_map(|index| sources.runs.get(*index).copied())
        .collect()
}

/// The model of every response of the agents, if it is one.
fn only_model(units: &[&Unit], sources: &Sources<'_>) -> Option<String> {
    let runs = units.iter().flat_map(|unit| runs_of(unit, sources));
    let mut models = runs
        .flat_map(|run| &run.responses)
        .map(|response| response.model.as_deref());
    let first = models.next()??;
    models
        .all(|model| model == Some(first))
        .then(|| first.to_owned())
}

/// What one run used: by its trace, completed by its row.
fn unit_use(
    unit: &Unit,
    runs: &[&Run],
    row: Option<&RunRow>,
    sources: &Sources<'_>,
    notes: &mut Notes<'_>,
) -> Used {
    let row = row.map(|row| Account::from_row(row, sources.prices).used());
    let mut traced = Account::from_trace(runs, sources.prices);
    if let Some(place) = &unit.contradiction {
        traced.doubt(place);
    }
    let mut used = traced.used();
    match row {
        Some(row) if runs.is_empty() => row,
        Some(row) => {
            if traced.may_be_completed_by_row() {
                used.complete(&row, notes);
            }
            used
        }
        None => used,
    }
}

fn complete_use(attempt: &mut Attempt, used: Used, notes: &mut Notes<'_>) {
    let Used {
        tokens,
        tokens_at_least,
        tool_calls,
        cost,
        cost_at_least,
    } = used;
    let record = &mut attempt.record;
    fill_tokens(notes, &mut record.tokens, &tokens);
    attempt.tokens_at_least = record
        .tokens
        .clone()
        .zip(tokens_at_least, |count, at_least| {
            at_least.filter(|_| !count.is_known())
        });
    fill_tool_calls(notes, &mut record.tool_calls, &tool_calls);
    // What was reported and what a table makes of the tokens need not agree.
    fill(&mut record.model_cost, &cost);
    if !record.model_cost.is_known() {
        attempt.model_cost_at_least = cost_at_least;
    }
}

/// Prices the tokens of the record itself, as a total, where nothing better is known.
fn price_record(attempt: &mut Attempt, prices: Option<&PriceTable>) {
    let record = &attempt.record;
    let known = record.tokens.named().map(|(_, count)| count);
    let known = known.into_iter().find(|count| count.is_known());
    let (Some(prices), Some(place)) = (prices, known.and_then(Measured::place)) else {
        return;
    };
    if record.model_cost.is_known() {
        return;
    }
    let usage = Usage {
        tokens: record.tokens.clone().map(|count| match count {
            Measured::Known { value, .. } => Ok(value),
            Measured::Unknown { reason, .. } => Err(reason),
        }),
        cache_write_1h: Err(UnknownReason::AbsentField),
        span: Span::Total,
    };
    let cost = price_by_name(Some(prices), record.model.as_deref(), &usage, place);
    if attempt.model_cost_at_least.is_empty() {
        attempt.model_cost_at_least.extend(cost.at_least);
    }
    fill(&mut attempt.record.model_cost, &cost.amount);
    if attempt.record.model_cost.is_known() {
        attempt.model_cost_at_least.clear();
    }
}

/// How a run, or all runs of an attempt, ended.
struct End {
    started_at: Measured<Timestamp>,
    ended_at: Measured<Timestamp>,
    latency_ms: Measured<Decimal>,
    status: Option<RunStatus>,
    status_at: Option<Place>,
    stop_reason: Measured<Option<StopReason>>,
}

impl End {
    fn new(runs: &[&Run], row: Option<&RunRow>, notes: &mut Notes<'_>) -> Self {
        let mut end = Self {
            started_at: Measured::unknown(UnknownReason::AbsentField),
            ended_at: Measured::unknown(UnknownReason::AbsentField),
            latency_ms: Measured::unknown(UnknownReason::AbsentField),
            status: None,
            status_at: None,
            stop_reason: Measured::unknown(UnknownReason::AbsentField),
        };
        if let Some(lead) = runs.iter().find(|run| run.agent == Agent::Lead) {
            let place = run_place(lead);
            end.started_at = lead.started_at.clone();
            end.ended_at = match loss(lead) {
                Some(reason) => Measured::unknown_at(reason, place.clone()),
                // The last record of a run that goes on is not its end.
                None if !lead.has_terminal_record && lead.ended_at.is_known() => {
                    Measured::unknown_at(UnknownReason::StreamPartial, place.clone())
                }
                None => lead.ended_at.clone(),
            };
            end.latency_ms = latency(lead);
            end.status.clone_from(&lead.status);
            end.status_at = Some(place);
            end.stop_reason = lead.stop_reason.clone();
        }
        if let Some(row) = row {
            end.ask_row(row, notes);
        }
        end
    }

    fn ask_row(&mut self, row: &RunRow, notes: &mut Notes<'_>) {
        if self.status.is_none() || !is_open(row.status.as_ref()) {
            if let (Some(journal), Some(status)) = (&self.status, &row.status)
                && journal.is_failure()
                && journal != status
            {
                notes.add(
                    "status",
                    (status.as_str().to_owned(), Some(&row.place)),
                    (journal.as_str().to_owned(), self.status_at.as_ref()),
                );
            }
            self.status.clone_from(&row.status);
            self.status_at = Some(row.place.clone());
        }
        fill_noted(
            notes,
            "stopReason",
            &mut self.stop_reason,
            &row.stop_reason,
            |it| show_stop_reason(it.as_ref()),
        );
    }

    /// How several runs ended, as far as they ended alike; `None` without runs.
    fn of_all(ends: Vec<Self>) -> Option<Self> {
        let mut ends = ends.into_iter();
        let mut all = ends.next()?;
        for end in ends {
            if all.status != end.status {
                all.status = None;
            }
            if all.stop_reason.value() != end.stop_reason.value() {
                all.stop_reason = Measured::unknown(UnknownReason::Ambiguous);
            }
            all.started_at = extreme(all.started_at, end.started_at, |a, b| a < b);
            all.ended_at = extreme(all.ended_at, end.ended_at, |a, b| a > b);
            // Nobody knows what passed between the runs.
            all.latency_ms = Measured::unknown(UnknownReason::Ambiguous);
        }
        Some(all)
    }

    fn complete(&self, record: &mut AttemptRecord, notes: &mut Notes<'_>) {
        fill(&mut record.started_at, &self.started_at);
        fill(&mut record.ended_at, &self.ended_at);
        // Clocks differ, so that a derived latency need not agree with a reported one.
        fill(&mut record.latency_ms, &self.latency_ms);
        fill_noted(
            notes,
            "stopReason",
            &mut record.stop_reason,
            &self.stop_reason,
            |it| show_stop_reason(it.as_ref()),
        );
        match (&record.status, &self.status) {
            (Some(ours), Some(theirs)) if ours != theirs => notes.add(
                "status",
                (ours.as_str().to_owned(), record.place.as_ref()),
                (theirs.as_str().to_owned(), self.status_at.as_ref()),
            ),
            (None, _) => record.status.clone_from(&self.status),
            _ => {}
        }
    }
}

/// The earlier or later of two times; unknown if one of them is.
fn extreme(
    a: Measured<Timestamp>,
    b: Measured<Timestamp>,
    is_better: impl Fn(&Timestamp, &Timestamp) -> bool,
) -> Measured<Timestamp> {
    match (a.value(), b.value()) {
        (Some(ours), Some(theirs)) => {
            if is_better(theirs, ours) {
                b
            } else {
                a
            }
        }
        (None, _) => a,
        (Some(_), None) => b,
    }
}

/// From the first to the last record of a whole event journal, in milliseconds.
fn latency(run: &Run) -> Measured<Decimal> {
    let place = run_place(run);
    if run.source != TraceSource::EventJournal {
        return Measured::unknown_at(UnknownReason::AbsentField, place);
    }
    if let Some(reason) = loss(run) {
        return Measured::unknown_at(reason, place);
    }
    if !run.has_terminal_record {
        return Measured::unknown_at(UnknownReason::StreamPartial, place);
    }
    let (start, end) = (&run.started_at, &run.ended_at);
    let (Some(from), Some(to)) = (start.value(), end.value()) else {
        let reason = start.reason().or(end.reason());
        return Measured::unknown_at(reason.unwrap_or(UnknownReason::AbsentField), place);
    };
    let nanos = to.as_nanosecond() - from.as_nanosecond();
    match Decimal::try_from_i128_with_scale(nanos, 6) {
        Ok(millis) if nanos >= 0 => Measured::derived(millis.normalize(), place),
        _ => Measured::unknown_at(UnknownReason::Ambiguous, place),
    }
}
