//! Reading a redacted trace.

use super::fields::Fields;
use super::wire::{
    ActionKind, Amount, ArtifactPart, At, AttemptLine, CallLine, ConfigurationKind,
    ConfigurationLine, ConfigurationValue, Counted, DiagnosticLine, DigestText, EvaluationLine,
    ExperimentLine, FileLine, InterventionLine, Key, Known, LayerKind, Line, OutcomeKind,
    PricesLine, RatesPart, ResponseLine, ResultLine, ReviewLine, RunLine, RunRowLine, SeverityKind,
    SourceKind, Time,
};
use super::{Digests, REDACTED, RedactedFrom, Redaction, Reviews, SCHEMA, SCHEMA_V1};
use crate::source::{Context, Record};
use crate::{
    ConfigEntry, ConfigSection, ConfigValue, ConfigValueKind, Diagnostic, FileRead, Format,
    Severity,
};
use loopledger_json::Node;
use loopledger_model::experiment::{Baseline, Frozen, Rubric, Task, Variant};
use loopledger_model::tokens::Count;
use loopledger_model::trace::{
    Agent, CallOutcome, ContentDigest, Intervention, InterventionAction, Layer, RedactedCall,
    RedactedCalls, RedactedDigest, RedactedKey, Response, Run, RunUsage, ToolCall, TraceSource,
};
use loopledger_model::{
    Artifact, AttemptDecision, AttemptRecord, Currency, Evaluation, Experiment, Judgement,
    Measured, ModelPrice, Money, Place, PriceTable, PriceTier, Proposal, Rates, ResultRecord,
    Review, ReviewRecord, RunRow, RunStatus, StopReason, Tokens, ToolCallCounts, TraceLink,
};
use rust_decimal::Decimal;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::sync::Arc;

const BROKEN: &str = "a line of a redacted trace as loopledger.trace/v2 describes it";

/// A redacted trace as far as it was read.
#[derive(Debug, Default)]
pub(crate) struct RedactedTrace {
    file: Option<FileLine>,
    /// Lines after the first one.
    lines: u64,
    /// Of them, those that could not be read.
    unreadable: u64,
    runs: Vec<Run>,
    attempts: Vec<AttemptRecord>,
    run_rows: Vec<RunRow>,
    results: Vec<ResultRecord>,
    experiments: Vec<Experiment>,
    reviews: Vec<ReviewRecord>,
    proposals: Vec<Proposal>,
    evaluations: Vec<Evaluation>,
    prices: Option<PriceTable>,
    config_prices: Option<PriceTable>,
    configuration: Option<ConfigSection>,
    diagnostics: Vec<Diagnostic>,
}

impl RedactedTrace {
    /// Reads a line. `Err` names what it should have been.
    pub(crate) fn record(&mut self, record: Record<'_, '_>) -> Result<(), &'static str> {
        match record.get("schema").and_then(Node::str) {
            Some(schema) if schema == *SCHEMA || schema == *SCHEMA_V1 => {}
            _ => return Err("schema loopledger.trace/v2 or v1, the only versions there are"),
        }
        let line = parse(record).ok_or(BROKEN)?;
        let name = record.source.file;
        if let Line::File(line) = line {
            return match self.file {
                None => {
                    Format::from_code(&line.format).ok_or("a format that is read here")?;
                    self.file = Some(line);
                    Ok(())
                }
                Some(_) => Err("one line that describes the file"),
            };
        }
        self.line(name, line).ok_or(BROKEN)?;
        self.lines += 1;
        Ok(())
    }

    fn line(&mut self, name: &Arc<str>, line: Line) -> Option<()> {
        match line {
            Line::File(_) => return None,
            Line::Run(line) => self.runs.push(run(name, *line)?),
            Line::Response(line) => {
                let is_other_spend = line.is_other_spend;
                let response = response(*line)?;
                let run = self.runs.last_mut()?;
                if is_other_spend {
                    run.other_spend.push(response);
                } else {
                    run.responses.push(response);
                }
            }
            Line::Intervention(line) => {
                let intervention = intervention(line)?;
                self.runs.last_mut()?.interventions.push(intervention);
            }
            Line::Attempt(line) => self.attempts.push(attempt(name, *line)?),
            Line::RunRow(line) => self.run_rows.push(run_row(name, *line)?),
            Line::Result(line) => self.results.push(result(name, line)?),
            Line::Experiment(line) => self.experiments.push(experiment(name, line)),
            Line::Review(line) => self.reviews.push(review(name, line)),
            Line::Proposal(proposal) => self.proposals.push(*proposal),
            Line::Evaluation(line) => self.evaluations.push(evaluation(name, line)),
            Line::Prices(line) => {
                let table = if line.is_configuration {
                    &mut self.config_prices
                } else {
                    &mut self.prices
                };
                *table = Some(prices(name, line)?);
            }
            Line::Configuration(line) => {
                let ConfigurationLine { line, section } = line;
                self.configuration = Some(ConfigSection {
                    line,
                    value: configuration(section),
                });
            }
            Line::Diagnostic(line) => self.diagnostics.push(diagnostic(name, line)),
        }
        Some(())
    }

    /// Counts a line that cannot be read. What it said may belong to the run before it.
    pub(crate) fn unreadable(&mut self) {
        self.lines += 1;
        self.unreadable += 1;
        if let Some(run) = self.runs.last_mut() {
            run.unreadable_records += 1;
        }
    }

    pub(crate) fn finish(self, context: &mut Context, is_torn: bool, read: &mut FileRead) {
        let Self {
            file,
            lines,
            unreadable,
            mut runs,
            ..
        } = self;
        let declared = file.as_ref().map(|file| file.lines);
        let missing = declared.map_or(0, |declared| declared.saturating_sub(lines));
        if declared.is_none() || missing > 0 {
            let place = Place::file(Arc::clone(&context.file));
            let expected = match declared {
                Some(declared) => format!("{declared} lines after the first one"),
                None => "a first line that describes the file".to_owned(),
            };
            context.report(
                Severity::Error,
                "redacted_trace_incomplete",
                place,
                expected,
                format!("{lines} lines"),
            );
        }
        if (missing > 0 || is_torn)
            && let Some(run) = runs.last_mut()
        {
            run.is_truncated = true;
        }
        let lost = unreadable + missing + u64::from(declared.is_none());
        read.runs = runs;
        read.attempts = self.attempts;
        read.run_rows = self.run_rows;
        read.results = self.results;
        read.experiments = self.experiments;
        read.reviews = self.reviews;
        read.proposals = self.proposals;
        read.evaluations = self.evaluations;
        read.prices = self.prices;
        read.config_prices = self.config_prices;
        read.detector_config = self.configuration;
        read.diagnostics = self.diagnostics;
        if let Some(file) = file {
            read.records_read = file.records_read;
            read.records_rejected = file.records_rejected + lost;
            read.redacted = redacted_from(file);
        } else {
            read.records_read = lines - unreadable;
            read.records_rejected = lost;
        }
    }
}

/// A line; `None` where it is none.
fn parse(record: Record<'_, '_>) -> Option<Line> {
    let [schema, member] = record.node.object()? else {
        return None;
    };
    if schema.key != *"schema" {
        return None;
    }
    let text = record.source.slice(&member.value);
    Some(match &*member.key.to_display() {
        "file" => Line::File(body(text)?),
        "run" => Line::Run(body(text)?),
        "response" => Line::Response(body(text)?),
        "intervention" => Line::Intervention(body(text)?),
        "attempt" => Line::Attempt(body(text)?),
        "run_row" => Line::RunRow(body(text)?),
        "result" => Line::Result(body(text)?),
        "experiment" => Line::Experiment(body(text)?),
        "review" => Line::Review(body(text)?),
        "proposal" => Line::Proposal(body(text)?),
        "evaluation" => Line::Evaluation(body(text)?),
        "prices" => Line::Prices(body(text)?),
        "configuration" => Line::Configuration(body(text)?),
        "diagnostic" => Line::Diagnostic(body(text)?),
        _ => return None,
    })
}

fn body<T: DeserializeOwned>(text: &str) -> Option<T> {
    let value = serde_json::from_str(text).ok()?;
    T::deserialize(Fields(&value)).ok()
}

fn redacted_from(file: FileLine) -> Option<RedactedFrom> {
    Some(RedactedFrom {
        format: Format::from_code(&file.format)?,
        bytes: file.bytes,
        sha256: file.sha256,
        redaction: Redaction {
            digests: if file.digests == Digests::Upstream.code() {
                Digests::Upstream
            } else {
                Digests::Opaque
            },
            reviews: if file.keeps_reviews {
                Reviews::Kept
            } else {
                Reviews::Counted
            },
        },
    })
}

fn run(name: &Arc<str>, line: RunLine) -> Option<Run> {
    Some(Run {
        file: Arc::clone(name),
        source: match line.source {
            SourceKind::EventJournal => TraceSource::EventJournal,
            SourceKind::ThreadState => TraceSource::ThreadState,
            SourceKind::MessageDump => TraceSource::MessageDump,
            SourceKind::Trajectory => TraceSource::Trajectory,
        },
        thread_id: line.thread_id,
        run_id: line.run_id,
        agent: match line.subagent {
            None => Agent::Lead,
            Some(subagent) => Agent::Subagent {
                task_id: subagent.task_id,
                name: subagent.name,
            },
        },
        responses: Vec::new(),
        other_spend: Vec::new(),
        interventions: Vec::new(),
        started_at: measured(name, line.started_at, |Time(at)| Some(at))?,
        ended_at: measured(name, line.ended_at, |Time(at)| Some(at))?,
        status: line.status.as_deref().map(RunStatus::new),
        stop_reason: stop_reason(name, line.stop_reason),
        artifacts: redacted_texts(line.artifacts)?,
        usage_total: line.usage_total.map(|total| RunUsage {
            tokens: total.tokens.map(count),
            model: total.model.map(Into::into),
            line: total.at.line.unwrap_or_default(),
            byte: total.at.byte.unwrap_or_default(),
            pointer: total.at.pointer.unwrap_or_default(),
        }),
        has_terminal_record: line.has_terminal_record,
        is_truncated: line.is_truncated,
        unreadable_records: line.unreadable_records,
        line: line.at.line?,
    })
}

fn response(line: ResponseLine) -> Option<Response> {
    let redacted = match line.call_set {
        Some(call_set) if !line.calls.is_empty() => Some(Box::new(RedactedCalls {
            call_set: key(&call_set)?,
            calls: line
                .calls
                .iter()
                .map(|call| {
                    Some(RedactedCall {
                        args_bytes: call.args_bytes,
                        key: key(&call.key)?,
                    })
                })
                .collect::<Option<_>>()?,
        })),
        None if line.calls.is_empty() => None,
        _ => return None,
    };
    Some(Response {
        id: line.id,
        line: line.at.line?,
        byte: line.at.byte?,
        pointer: line.at.pointer.unwrap_or_default(),
        caller: line.caller.into(),
        model: line.model.map(Into::into),
        tool_calls: line.calls.into_iter().map(call).collect::<Option<_>>()?,
        redacted,
        tokens: line.tokens.map(count),
        cache_write_1h: count(line.cache_write_1h),
        latency_millis: count(line.latency_ms),
        words: content(line.words.as_deref())?,
        finish_reason: line.finish_reason.map(Into::into),
        created_at: line.created_at.map(|Time(at)| at),
    })
}

fn call(line: CallLine) -> Option<ToolCall> {
    let executed = |is_error| {
        let at = line.outcome.result_at.as_ref()?;
        Some(CallOutcome::Executed {
            line: at.line?,
            byte: at.byte?,
            is_error,
            at: line.outcome.recorded_at.map(|Time(at)| at),
        })
    };
    let outcome = match line.outcome.what {
        OutcomeKind::Executed => executed(false)?,
        OutcomeKind::Failed => executed(true)?,
        OutcomeKind::Suppressed => CallOutcome::Suppressed,
        OutcomeKind::Unknown => CallOutcome::Unknown,
    };
    Some(ToolCall {
        id: line.id,
        name: line.name.map(Into::into),
        args: None,
        is_args_truncated: line.is_cut,
        outcome,
        result: content(line.result.as_deref())?,
    })
}

/// `None` where what stands there is no digest.
#[allow(clippy::option_option, reason = "a fault is not an absence")]
fn content(text: Option<&str>) -> Option<Option<ContentDigest>> {
    let Some(text) = text else {
        return Some(None);
    };
    let is_digest = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let number = u64::from_str_radix(text, 16).ok().filter(|_| is_digest)?;
    Some(Some(ContentDigest(number.to_be_bytes())))
}

fn key(key: &Key) -> Option<RedactedKey> {
    let bucket = digest(&key.bucket)?;
    Some(RedactedKey {
        exact_lines: match &key.exact_lines {
            Some(text) => digest(text)?,
            None => bucket.clone(),
        },
        bucket,
    })
}

fn digest(text: &DigestText) -> Option<RedactedDigest> {
    Some(match text {
        DigestText::Digest(hex) => {
            let number = u64::from_str_radix(hex, 16).ok()?;
            let [0, 0, digest @ ..] = number.to_be_bytes() else {
                return None;
            };
            if hex.len() != 12 || hex.starts_with('+') {
                return None;
            }
            RedactedDigest::Digest(digest)
        }
        DigestText::Raised(code) => RedactedDigest::Raised(code.clone()),
        DigestText::Unknown(_) => RedactedDigest::Unknown,
    })
}

fn intervention(line: InterventionLine) -> Option<Intervention> {
    Some(Intervention {
        response: usize::try_from(line.response).ok()?,
        line: line.at.line?,
        action: match line.action {
            ActionKind::Warn => InterventionAction::Warn,
            ActionKind::HardStop => InterventionAction::HardStop,
        },
        layer: line.layer.map(|layer| match layer {
            LayerKind::IdenticalCallSet => Layer::IdenticalCallSet,
            LayerKind::ToolFrequency => Layer::ToolFrequency,
        }),
        tools: line.tools,
        count: line.count,
        threshold: line.threshold,
        stop_reason: line.stop_reason.as_deref().map(StopReason::new),
    })
}

fn attempt(name: &Arc<str>, line: AttemptLine) -> Option<AttemptRecord> {
    let count = |known: Known<u64>| measured(name, known, Some);
    let Tokens {
        input_uncached,
        cache_read,
        cache_write,
        output,
        reasoning,
    } = line.tokens;
    Some(AttemptRecord {
        schema: AttemptRecord::SCHEMA.to_owned(),
        experiment_id: line.experiment_id,
        manifest_digest: line.manifest_digest,
        task_id: line.task_id,
        attempt_id: line.attempt_id,
        variant_id: line.variant_id,
        retry_of: line.retry_of,
        started_at: measured(name, line.started_at, |Time(at)| Some(at))?,
        ended_at: measured(name, line.ended_at, |Time(at)| Some(at))?,
        model: line.model,
        source_revision: line.source_revision,
        concurrency: line.concurrency,
        detector_revision: line.detector_revision,
        effective_configuration: line.effective_configuration,
        tokens: Tokens {
            input_uncached: count(input_uncached)?,
            cache_read: count(cache_read)?,
            cache_write: count(cache_write)?,
            output: count(output)?,
            reasoning: count(reasoning)?,
        },
        tool_calls: ToolCallCounts {
            proposed: count(line.tool_calls.proposed)?,
            executed: count(line.tool_calls.executed)?,
            suppressed: count(line.tool_calls.suppressed)?,
        },
        model_cost: measured(name, line.model_cost, money)?,
        tool_cost: measured(name, line.tool_cost, money)?,
        sandbox_seconds: measured(name, line.sandbox_seconds, |text| text.parse().ok())?,
        latency_ms: measured(name, line.latency_ms, |text| text.parse().ok())?,
        status: line.status.as_deref().map(RunStatus::new),
        stop_reason: stop_reason(name, line.stop_reason),
        review: line.review.map(|review| Review {
            rubric: review.rubric,
            rubric_version: review.rubric_version,
            decision: review.decision.map(Into::into),
            reason: review.reason,
            reviewer: review.reviewer,
            artifacts: artifacts(review.artifacts),
        }),
        trace: line.trace.map(|link| TraceLink {
            file: link.file,
            thread_id: link.thread_id,
            run_id: link.run_id,
        }),
        credit: line.credit,
        unknown: line.unknown,
        place: line.at.map(|at| place(name, at)),
    })
}

fn artifacts(parts: Vec<ArtifactPart>) -> Vec<Artifact> {
    parts
        .into_iter()
        .map(|ArtifactPart { path, sha256 }| Artifact { path, sha256 })
        .collect()
}

fn review(name: &Arc<str>, line: ReviewLine) -> ReviewRecord {
    ReviewRecord {
        experiment_id: line.experiment_id,
        manifest_digest: line.manifest_digest,
        rubric: line.rubric,
        rubric_version: line.rubric_version,
        is_blind: line.is_blind,
        decisions: line
            .decisions
            .into_iter()
            .map(|part| AttemptDecision {
                attempt_id: part.attempt_id,
                task_id: part.task_id,
                decision: part.decision.into(),
                reason: part.reason,
                artifacts: artifacts(part.artifacts),
                place: part.at.map(|at| place(name, at)),
            })
            .collect(),
        judgements: line
            .judgements
            .into_iter()
            .map(|part| Judgement {
                run: part.run,
                response: part.response,
                action: part.action,
                layer: part.layer,
                tools: part.tools,
                verdict: part.verdict,
                note: part.note,
                place: part.at.map(|at| place(name, at)),
            })
            .collect(),
        place: line.at.map(|at| place(name, at)),
        ..ReviewRecord::new(line.reviewer)
    }
}

fn evaluation(name: &Arc<str>, line: EvaluationLine) -> Evaluation {
    let EvaluationLine {
        at,
        task_id,
        model,
        decision,
        reason,
    } = line;
    Evaluation {
        task_id,
        model,
        decision: decision.map(Into::into),
        reason,
        place: place(name, at),
    }
}

fn run_row(name: &Arc<str>, line: RunRowLine) -> Option<RunRow> {
    Some(RunRow {
        place: place(name, line.at),
        run_id: line.run_id,
        thread_id: line.thread_id,
        status: line.status.as_deref().map(RunStatus::new),
        stop_reason: stop_reason(name, line.stop_reason),
        error: line.has_error.then(|| REDACTED.to_owned()),
        model: line.model,
        tokens: line.tokens.map(count),
        tokens_by_model: line
            .tokens_by_model
            .into_iter()
            .map(|it| (it.model, it.tokens.map(count)))
            .collect(),
        llm_call_count: measured(name, line.llm_call_count, Some)?,
        created_at: measured(name, line.created_at, |Time(at)| Some(at))?,
        updated_at: measured(name, line.updated_at, |Time(at)| Some(at))?,
    })
}

fn result(name: &Arc<str>, line: ResultLine) -> Option<ResultRecord> {
    Some(ResultRecord {
        attempts: line.attempts,
        accepted_artifacts: line.accepted_artifacts,
        total_model_cost: decimal(line.total_model_cost)?,
        currency: line.currency.as_deref().map(Currency::new),
        sandbox_seconds: decimal(line.sandbox_seconds)?,
        p95_latency_ms: decimal(line.p95_latency_ms)?,
        cost_per_accepted_artifact: decimal(line.cost_per_accepted_artifact)?,
        stop_reasons: line
            .stop_reasons
            .into_iter()
            .map(|(reason, count)| (StopReason::new(&reason), count))
            .collect(),
        benchmark_executed: line.benchmark_executed,
        place: line.at.map(|at| place(name, at)),
    })
}

fn experiment(name: &Arc<str>, line: ExperimentLine) -> Experiment {
    Experiment {
        schema: Experiment::SCHEMA.to_owned(),
        experiment_id: line.experiment_id,
        tasks: line
            .tasks
            .into_iter()
            .map(|task| Task {
                task_id: task.task_id,
                title: None,
                acceptance_criteria: redacted_texts(task.acceptance_criteria).unwrap_or_default(),
            })
            .collect(),
        source_revision: line.source_revision,
        model_configuration: None,
        concurrency: line.concurrency,
        rubric: line.rubric.map(|rubric| Rubric {
            rubric: rubric.rubric,
            rubric_version: rubric.rubric_version,
            criteria: redacted_texts(rubric.criteria).unwrap_or_default(),
        }),
        baseline: Baseline {
            variant_id: line.baseline_variant_id,
            configuration: line.baseline_configuration,
        },
        variants: line
            .variants
            .into_iter()
            .map(|variant| Variant {
                variant_id: variant.variant_id,
                setting: variant.setting,
                value: variant.value,
            })
            .collect(),
        // The digests of single texts stay behind with the texts.
        frozen: line.frozen_digest.map(|digest| Frozen {
            digest,
            frozen_at: None,
            fields: BTreeMap::new(),
            parts: Vec::new(),
        }),
        other_forms: Vec::new(),
        place: line.at.map(|at| place(name, at)),
    }
}

fn prices(name: &Arc<str>, line: PricesLine) -> Option<PriceTable> {
    Some(PriceTable {
        file: Arc::clone(name),
        sha256: line.sha256,
        date: line.date,
        models: line
            .models
            .into_iter()
            .map(|model| {
                let price = ModelPrice {
                    place: place(name, model.at),
                    currency: Currency::new(&model.currency),
                    base: rates(model.base)?,
                    tiers: model
                        .tiers
                        .into_iter()
                        .map(|tier| {
                            Some(PriceTier {
                                above_input_tokens: tier.above_input_tokens,
                                rates: rates(tier.rates)?,
                            })
                        })
                        .collect::<Option<_>>()?,
                };
                Some((model.model, price))
            })
            .collect::<Option<_>>()?,
        aliases: line.aliases.into_iter().collect(),
    })
}

fn rates(part: RatesPart) -> Option<Rates> {
    Some(Rates {
        input: decimal(part.input)?,
        output: decimal(part.output)?,
        cache_read: decimal(part.cache_read)?,
        cache_write: decimal(part.cache_write)?,
        cache_write_1h: decimal(part.cache_write_1h)?,
        reasoning: decimal(part.reasoning)?,
    })
}

fn configuration(value: ConfigurationValue) -> ConfigValue {
    ConfigValue {
        line: value.line,
        kind: match value.kind {
            ConfigurationKind::Null => ConfigValueKind::Null,
            ConfigurationKind::Bool(value) => ConfigValueKind::Bool(value),
            ConfigurationKind::Int(text) => ConfigValueKind::Int(text),
            ConfigurationKind::Float(text) => ConfigValueKind::Float(text),
            ConfigurationKind::Text(text) => ConfigValueKind::Str(text),
            ConfigurationKind::List(items) => {
                ConfigValueKind::List(items.into_iter().map(configuration).collect())
            }
            ConfigurationKind::Map(entries) => ConfigValueKind::Map(
                entries
                    .into_iter()
                    .map(|entry| ConfigEntry {
                        key: entry.key,
                        line: entry.line,
                        value: configuration(entry.value),
                    })
                    .collect(),
            ),
        },
    }
}

fn diagnostic(name: &Arc<str>, line: DiagnosticLine) -> Diagnostic {
    Diagnostic {
        severity: match line.severity {
            SeverityKind::Error => Severity::Error,
            SeverityKind::Warning => Severity::Warning,
            SeverityKind::Info => Severity::Info,
        },
        code: line.code.into(),
        place: place(name, line.at),
        expected: REDACTED.to_owned(),
        found: REDACTED.to_owned(),
        message: "what was found in the original file is left out".to_owned(),
    }
}

/// A measurement; `None` where the line contradicts itself.
fn measured<T, U>(
    name: &Arc<str>,
    known: Known<T>,
    read: impl FnOnce(T) -> Option<U>,
) -> Option<Measured<U>> {
    let Known {
        value,
        unknown,
        derived,
        at,
    } = known;
    let at = at.map(|at| place(name, at));
    Some(match (value, unknown) {
        (Some(value), None) => {
            let place = at.unwrap_or_else(|| Place::file(Arc::clone(name)));
            let value = read(value)?;
            if derived {
                Measured::derived(value, place)
            } else {
                Measured::reported(value, place)
            }
        }
        (None, Some(reason)) => Measured::Unknown { reason, place: at },
        _ => return None,
    })
}

/// A stop reason: neither a value nor a reason why it is unknown says that no guard stopped the run.
fn stop_reason(name: &Arc<str>, known: Known<String>) -> Measured<Option<StopReason>> {
    let at = known.at.map(|at| place(name, at));
    if let Some(reason) = known.unknown {
        return Measured::Unknown { reason, place: at };
    }
    let place = at.unwrap_or_else(|| Place::file(Arc::clone(name)));
    Measured::reported(known.value.as_deref().map(StopReason::new), place)
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "the form in which `and_then` hands it over"
)]
fn money(amount: Amount) -> Option<Money> {
    Some(Money {
        amount: amount.amount.parse().ok()?,
        currency: Currency::new(&amount.currency),
    })
}

/// `None` where there is a text that is no number.
#[expect(
    clippy::option_option,
    reason = "the outer one is for what cannot be read"
)]
fn decimal(text: Option<String>) -> Option<Option<Decimal>> {
    text.map(|text| text.parse().ok())
        .map_or(Some(None), |it| it.map(Some))
}

/// As many texts as were taken out; `None` for a number that no file holds.
fn redacted_texts(count: u64) -> Option<Vec<String>> {
    const MOST: u64 = 1 << 20;
    let count = usize::try_from(count).ok().filter(|_| count <= MOST)?;
    Some(vec![REDACTED.to_owned(); count])
}

fn count(counted: Counted) -> Count {
    match counted {
        Counted::Known(count) => Ok(count),
        Counted::Unknown(reason) => Err(reason),
    }
}

fn place(name: &Arc<str>, at: At) -> Place {
    Place {
        file: Arc::clone(name),
        line: at.line,
        byte: at.byte,
        pointer: at.pointer,
    }
}
