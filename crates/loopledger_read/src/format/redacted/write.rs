//! Writing a redacted trace.

use super::wire::{
    ActionKind, Amount, ArtifactPart, At, AttemptLine, CallLine, ConfigurationEntry,
    ConfigurationKind, ConfigurationLine, ConfigurationValue, Counted, DecisionPart,
    DiagnosticLine, DigestText, EvaluationLine, ExperimentLine, FileLine, InterventionLine,
    JudgementPart, Key, Known, LayerKind, Line, ModelTokens, Outcome, OutcomeKind, PricePart,
    PricesLine, RatesPart, ResponseLine, ResultLine, ReviewLine, ReviewPart, RubricPart, RunLine,
    RunRowLine, SeverityKind, SourceKind, Subagent, TaskPart, TierPart, Time, ToolCalls, TracePart,
    UsageTotal, VariantPart,
};
use super::{Digests, REDACTED, RedactedFrom, Redaction, Reviews, SCHEMA};
use crate::{ConfigSection, ConfigValue, ConfigValueKind, Diagnostic, FileRead, Severity};
use loopledger_model::tokens::Count;
use loopledger_model::trace::{
    Agent, CallOutcome, ContentDigest, Intervention, InterventionAction, Layer, RedactedCall,
    RedactedCalls, RedactedDigest, RedactedKey, Response, Run, RunUsage, ToolCall, TraceSource,
};
use loopledger_model::{
    Artifact, AttemptRecord, Evaluation, Experiment, Measured, Place, PriceTable, Rates,
    ResultRecord, Review, ReviewRecord, RunRow, RunStatus, StopReason, Tokens, UnknownReason,
};
use rust_decimal::Decimal;
use rustc_hash::FxHashMap;
use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;

/// What a file says, without the texts of prompts, arguments and results, as the text of a file of
/// its own.
///
/// `sha256` is that of the original's bytes. `keys` makes the keys of a response's calls, which is
/// the last time that their arguments are looked at; it is not asked where a response is redacted
/// already.
pub fn write_redacted(
    read: &FileRead,
    sha256: &str,
    redaction: Redaction,
    mut keys: impl FnMut(&Response) -> RedactedCalls,
) -> String {
    let mut lines = Vec::new();
    for run in &read.runs {
        let mut names = Names::new(redaction.digests);
        lines.push(Line::Run(Box::new(run_line(run))));
        for (response, is_other_spend) in run
            .responses
            .iter()
            .map(|response| (response, false))
            .chain(run.other_spend.iter().map(|response| (response, true)))
        {
            let keys = match response.redacted.as_deref() {
                Some(redacted) => redacted.clone(),
                None => keys(response),
            };
            let line = response_line(response, is_other_spend, &keys, &mut names);
            lines.push(Line::Response(Box::new(line)));
        }
        let interventions = run.interventions.iter().map(intervention_line);
        lines.extend(interventions.map(Line::Intervention));
    }
    let attempts = read.attempts.iter();
    lines.extend(attempts.map(|record| Line::Attempt(Box::new(attempt(record, redaction)))));
    let rows = read.run_rows.iter();
    lines.extend(rows.map(|row| Line::RunRow(Box::new(run_row(row)))));
    lines.extend(read.results.iter().map(|it| Line::Result(result(it))));
    let experiments = read.experiments.iter();
    lines.extend(experiments.map(|it| Line::Experiment(experiment(it))));
    let reviews = read.reviews.iter();
    lines.extend(reviews.map(|it| Line::Review(review(it, redaction.reviews))));
    // It names settings, tools and files, and quotes nobody.
    let proposals = read.proposals.iter();
    lines.extend(proposals.map(|it| Line::Proposal(Box::new(it.clone()))));
    let evaluations = read.evaluations.iter();
    lines.extend(evaluations.map(|it| Line::Evaluation(evaluation(it, redaction.reviews))));
    for (table, is_configuration) in [(&read.prices, false), (&read.config_prices, true)] {
        lines.extend(
            table
                .as_ref()
                .map(|table| Line::Prices(prices(table, is_configuration))),
        );
    }
    let configuration = read.detector_config.iter();
    lines.extend(configuration.map(|it| Line::Configuration(configuration_line(it))));
    let diagnostics = read.diagnostics.iter();
    lines.extend(diagnostics.map(|it| Line::Diagnostic(diagnostic(it))));

    let from = read.redacted.clone().unwrap_or_else(|| RedactedFrom {
        format: read.format,
        bytes: read.bytes,
        sha256: sha256.to_owned(),
        redaction,
    });
    let file = Line::File(FileLine {
        format: from.format.code().to_owned(),
        bytes: from.bytes,
        sha256: from.sha256,
        records_read: read.records_read,
        records_rejected: read.records_rejected,
        lines: lines.len() as u64,
        keeps_reviews: from.redaction.reviews == Reviews::Kept
            && redaction.reviews == Reviews::Kept,
        digests: match (from.redaction.digests, redaction.digests) {
            (Digests::Upstream, Digests::Upstream) => Digests::Upstream,
            _ => Digests::Opaque,
        }
        .code()
        .to_owned(),
    });
    let mut text = String::new();
    for line in std::iter::once(&file).chain(&lines) {
        // Plain data with string keys always has a JSON form, an object here.
        let json = serde_json::to_string(line).unwrap_or_default();
        let fields = json.strip_prefix('{').unwrap_or_default();
        // Writing to a `String` cannot fail.
        let _ = writeln!(text, "{{\"schema\":\"{SCHEMA}\",{fields}");
    }
    text
}

/// The digests of a run as they are written.
struct Names {
    digests: Digests,
    numbers: FxHashMap<[u8; 6], u64>,
    contents: FxHashMap<ContentDigest, u64>,
}

impl Names {
    fn new(digests: Digests) -> Self {
        Self {
            digests,
            numbers: FxHashMap::default(),
            contents: FxHashMap::default(),
        }
    }

    fn key(&mut self, key: &RedactedKey) -> Key {
        let bucket = self.digest(&key.bucket);
        let exact_lines = self.digest(&key.exact_lines);
        Key {
            exact_lines: (exact_lines != bucket).then_some(exact_lines),
            bucket,
        }
    }

    fn content(&mut self, digest: ContentDigest) -> String {
        let number = match self.digests {
            Digests::Upstream => u64::from_be_bytes(digest.0),
            Digests::Opaque => {
                let next = self.contents.len() as u64 + 1;
                *self.contents.entry(digest).or_insert(next)
            }
        };
        format!("{number:016x}")
    }

    fn digest(&mut self, digest: &RedactedDigest) -> DigestText {
        match digest {
            RedactedDigest::Digest(digest) => DigestText::Digest(match self.digests {
                Digests::Upstream => {
                    let number = digest.iter().fold(0, |it, &byte| it << 8 | u64::from(byte));
                    format!("{number:012x}")
                }
                Digests::Opaque => {
                    let next = self.numbers.len() as u64 + 1;
                    format!("{:012x}", self.numbers.entry(*digest).or_insert(next))
                }
            }),
            RedactedDigest::Raised(code) => DigestText::Raised(code.clone()),
            RedactedDigest::Unknown => DigestText::Unknown(UnknownReason::TruncatedFile),
        }
    }
}

fn run_line(run: &Run) -> RunLine {
    let Run {
        file: _,
        source,
        thread_id,
        run_id,
        agent,
        responses: _,
        other_spend: _,
        interventions: _,
        started_at,
        ended_at,
        status,
        stop_reason,
        artifacts,
        usage_total,
        has_terminal_record,
        is_truncated,
        unreadable_records,
        line,
    } = run;
    RunLine {
        at: At {
            line: Some(*line),
            ..At::default()
        },
        source: match source {
            TraceSource::EventJournal => SourceKind::EventJournal,
            TraceSource::ThreadState => SourceKind::ThreadState,
            TraceSource::Trajectory => SourceKind::Trajectory,
            _ => SourceKind::MessageDump,
        },
        thread_id: thread_id.clone(),
        run_id: run_id.clone(),
        subagent: match agent {
            Agent::Lead => None,
            Agent::Subagent { task_id, name } => Some(Subagent {
                task_id: task_id.clone(),
                name: name.clone(),
            }),
        },
        started_at: Known::of(started_at, |at| Some(Time(*at))),
        ended_at: Known::of(ended_at, |at| Some(Time(*at))),
        status: status_text(status.as_ref()),
        stop_reason: stop_reason_text(stop_reason),
        artifacts: artifacts.len() as u64,
        usage_total: usage_total.as_ref().map(|total| {
            let RunUsage {
                tokens,
                model,
                line,
                byte,
                pointer,
            } = total;
            UsageTotal {
                at: at(*line, *byte, pointer),
                model: model.as_deref().map(str::to_owned),
                tokens: counts(tokens),
            }
        }),
        has_terminal_record: *has_terminal_record,
        is_truncated: *is_truncated,
        unreadable_records: *unreadable_records,
    }
}

fn response_line(
    response: &Response,
    is_other_spend: bool,
    keys: &RedactedCalls,
    names: &mut Names,
) -> ResponseLine {
    let Response {
        id,
        line,
        byte,
        pointer,
        caller,
        model,
        tool_calls,
        redacted: _,
        tokens,
        cache_write_1h,
        latency_millis,
        words,
        finish_reason,
        created_at,
    } = response;
    ResponseLine {
        at: at(*line, *byte, pointer),
        is_other_spend,
        id: id.clone(),
        caller: caller.to_string(),
        model: model.as_deref().map(str::to_owned),
        call_set: (!tool_calls.is_empty()).then(|| names.key(&keys.call_set)),
        calls: tool_calls
            .iter()
            .zip(&keys.calls)
            .map(|(call, redacted)| call_line(call, redacted, names))
            .collect(),
        words: words.map(|digest| names.content(digest)),
        tokens: counts(tokens),
        cache_write_1h: counted(*cache_write_1h),
        latency_ms: counted(*latency_millis),
        finish_reason: finish_reason.as_deref().map(str::to_owned),
        created_at: created_at.map(Time),
    }
}

fn call_line(call: &ToolCall, redacted: &RedactedCall, names: &mut Names) -> CallLine {
    let ToolCall {
        id,
        name,
        args: _,
        is_args_truncated,
        outcome,
        result,
    } = call;
    let what = match outcome {
        CallOutcome::Executed { is_error: true, .. } => OutcomeKind::Failed,
        CallOutcome::Executed { .. } => OutcomeKind::Executed,
        CallOutcome::Suppressed => OutcomeKind::Suppressed,
        CallOutcome::Unknown => OutcomeKind::Unknown,
    };
    let (result_at, recorded_at) = match outcome {
        CallOutcome::Executed { line, byte, at, .. } => (
            Some(At {
                line: Some(*line),
                byte: Some(*byte),
                pointer: None,
            }),
            *at,
        ),
        CallOutcome::Suppressed | CallOutcome::Unknown => (None, None),
    };
    CallLine {
        id: id.clone(),
        name: name.as_deref().map(str::to_owned),
        args_bytes: redacted.args_bytes,
        is_cut: *is_args_truncated,
        key: names.key(&redacted.key),
        outcome: Outcome {
            what,
            result_at,
            recorded_at: recorded_at.map(Time),
        },
        result: result.map(|digest| names.content(digest)),
    }
}

fn intervention_line(intervention: &Intervention) -> InterventionLine {
    let Intervention {
        response,
        line,
        action,
        layer,
        tools,
        count,
        threshold,
        stop_reason,
    } = intervention;
    InterventionLine {
        at: At {
            line: Some(*line),
            ..At::default()
        },
        response: *response as u64,
        action: match action {
            InterventionAction::Warn => ActionKind::Warn,
            InterventionAction::HardStop => ActionKind::HardStop,
        },
        layer: layer.map(|layer| match layer {
            Layer::IdenticalCallSet => LayerKind::IdenticalCallSet,
            Layer::ToolFrequency => LayerKind::ToolFrequency,
        }),
        tools: tools.clone(),
        count: *count,
        threshold: *threshold,
        stop_reason: stop_reason.as_ref().map(ToString::to_string),
    }
}

fn attempt(record: &AttemptRecord, redaction: Redaction) -> AttemptLine {
    let AttemptRecord {
        schema: _,
        experiment_id,
        manifest_digest,
        task_id,
        attempt_id,
        variant_id,
        retry_of,
        started_at,
        ended_at,
        model,
        source_revision,
        concurrency,
        detector_revision,
        effective_configuration,
        tokens,
        tool_calls,
        model_cost,
        tool_cost,
        sandbox_seconds,
        latency_ms,
        status,
        stop_reason,
        review,
        trace,
        credit,
        unknown,
        place,
    } = record;
    let count = |measured: &Measured<u64>| Known::of(measured, |count| Some(*count));
    let decimal = |measured: &Measured<Decimal>| Known::of(measured, |it| Some(it.to_string()));
    AttemptLine {
        at: place.as_ref().map(At::from),
        experiment_id: experiment_id.clone(),
        manifest_digest: manifest_digest.clone(),
        task_id: task_id.clone(),
        attempt_id: attempt_id.clone(),
        variant_id: variant_id.clone(),
        retry_of: retry_of.clone(),
        started_at: Known::of(started_at, |at| Some(Time(*at))),
        ended_at: Known::of(ended_at, |at| Some(Time(*at))),
        model: model.clone(),
        source_revision: source_revision.clone(),
        concurrency: *concurrency,
        detector_revision: detector_revision.clone(),
        effective_configuration: effective_configuration.clone(),
        tokens: tokens.clone().map(|measured| count(&measured)),
        tool_calls: ToolCalls {
            proposed: count(&tool_calls.proposed),
            executed: count(&tool_calls.executed),
            suppressed: count(&tool_calls.suppressed),
        },
        model_cost: Known::of(model_cost, |money| Some(Amount::of(money))),
        tool_cost: Known::of(tool_cost, |money| Some(Amount::of(money))),
        sandbox_seconds: decimal(sandbox_seconds),
        latency_ms: decimal(latency_ms),
        status: status_text(status.as_ref()),
        stop_reason: stop_reason_text(stop_reason),
        review: review
            .as_ref()
            .map(|review| review_part(review, redaction.reviews)),
        trace: trace.as_ref().map(|link| TracePart {
            file: link.file.clone(),
            thread_id: link.thread_id.clone(),
            run_id: link.run_id.clone(),
        }),
        credit: *credit,
        unknown: unknown.clone(),
    }
}

fn review_part(review: &Review, kept: Reviews) -> ReviewPart {
    let Review {
        rubric,
        rubric_version,
        decision,
        reason,
        reviewer,
        artifacts,
    } = review;
    let text = |text: &Option<String>| match kept {
        Reviews::Kept => text.clone(),
        Reviews::Counted => text.as_ref().map(|_| REDACTED.to_owned()),
    };
    ReviewPart {
        rubric: rubric.clone(),
        rubric_version: rubric_version.clone(),
        decision: decision.map(Into::into),
        reason: text(reason),
        reviewer: reviewer.as_ref().map(|it| reviewer_text(it, kept)),
        artifacts: artifact_parts(artifacts, kept),
    }
}

fn artifact_parts(artifacts: &[Artifact], kept: Reviews) -> Vec<ArtifactPart> {
    artifacts
        .iter()
        .map(|artifact| ArtifactPart {
            path: match kept {
                Reviews::Kept => artifact.path.clone(),
                Reviews::Counted => REDACTED.to_owned(),
            },
            sha256: artifact.sha256.clone(),
        })
        .collect()
}

/// Reviewers stay apart, because who agrees with whom is a figure.
fn reviewer_text(reviewer: &str, kept: Reviews) -> String {
    match kept {
        Reviews::Kept => reviewer.to_owned(),
        // A second redaction leaves it as the first one did.
        Reviews::Counted if reviewer.starts_with(REDACTED) => reviewer.to_owned(),
        Reviews::Counted => {
            let digest = Sha256::digest(reviewer.as_bytes());
            let mut text = format!("{REDACTED}-");
            for byte in digest.iter().take(4) {
                // Writing to a `String` cannot fail.
                let _ = write!(text, "{byte:02x}");
            }
            text
        }
    }
}

fn review(record: &ReviewRecord, kept: Reviews) -> ReviewLine {
    let ReviewRecord {
        schema: _,
        experiment_id,
        manifest_digest,
        rubric,
        rubric_version,
        reviewer,
        is_blind,
        decisions,
        judgements,
        place,
    } = record;
    let text = |text: &Option<String>| match kept {
        Reviews::Kept => text.clone(),
        Reviews::Counted => text.as_ref().map(|_| REDACTED.to_owned()),
    };
    ReviewLine {
        at: place.as_ref().map(At::from),
        experiment_id: experiment_id.clone(),
        manifest_digest: manifest_digest.clone(),
        rubric: rubric.clone(),
        rubric_version: rubric_version.clone(),
        reviewer: reviewer_text(reviewer, kept),
        is_blind: *is_blind,
        decisions: decisions
            .iter()
            .map(|decision| DecisionPart {
                at: decision.place.as_ref().map(At::from),
                attempt_id: decision.attempt_id.clone(),
                task_id: decision.task_id.clone(),
                decision: decision.decision.into(),
                reason: text(&decision.reason),
                artifacts: artifact_parts(&decision.artifacts, kept),
            })
            .collect(),
        judgements: judgements
            .iter()
            .map(|judgement| JudgementPart {
                at: judgement.place.as_ref().map(At::from),
                run: judgement.run.clone(),
                response: judgement.response,
                action: judgement.action,
                layer: judgement.layer,
                tools: judgement.tools.clone(),
                verdict: judgement.verdict,
                note: text(&judgement.note),
            })
            .collect(),
    }
}

fn evaluation(evaluation: &Evaluation, kept: Reviews) -> EvaluationLine {
    let Evaluation {
        task_id,
        model,
        decision,
        reason,
        place,
    } = evaluation;
    EvaluationLine {
        at: place.into(),
        task_id: task_id.clone(),
        model: model.clone(),
        decision: decision.map(Into::into),
        reason: match kept {
            Reviews::Kept => reason.clone(),
            Reviews::Counted => reason.as_ref().map(|_| REDACTED.to_owned()),
        },
    }
}

fn run_row(row: &RunRow) -> RunRowLine {
    let RunRow {
        place,
        run_id,
        thread_id,
        status,
        stop_reason,
        error,
        model,
        tokens,
        tokens_by_model,
        llm_call_count,
        created_at,
        updated_at,
    } = row;
    RunRowLine {
        at: place.into(),
        run_id: run_id.clone(),
        thread_id: thread_id.clone(),
        status: status_text(status.as_ref()),
        stop_reason: stop_reason_text(stop_reason),
        has_error: error.is_some(),
        model: model.clone(),
        tokens: counts(tokens),
        tokens_by_model: tokens_by_model
            .iter()
            .map(|(model, tokens)| ModelTokens {
                model: model.clone(),
                tokens: counts(tokens),
            })
            .collect(),
        llm_call_count: Known::of(llm_call_count, |count| Some(*count)),
        created_at: Known::of(created_at, |at| Some(Time(*at))),
        updated_at: Known::of(updated_at, |at| Some(Time(*at))),
    }
}

fn result(record: &ResultRecord) -> ResultLine {
    let ResultRecord {
        attempts,
        accepted_artifacts,
        total_model_cost,
        currency,
        sandbox_seconds,
        p95_latency_ms,
        cost_per_accepted_artifact,
        stop_reasons,
        benchmark_executed,
        place,
    } = record;
    ResultLine {
        at: place.as_ref().map(At::from),
        attempts: *attempts,
        accepted_artifacts: *accepted_artifacts,
        total_model_cost: decimal_text(*total_model_cost),
        currency: currency.as_ref().map(|it| it.code().to_owned()),
        sandbox_seconds: decimal_text(*sandbox_seconds),
        p95_latency_ms: decimal_text(*p95_latency_ms),
        cost_per_accepted_artifact: decimal_text(*cost_per_accepted_artifact),
        stop_reasons: stop_reasons
            .iter()
            .map(|(reason, count)| (reason.to_string(), *count))
            .collect(),
        benchmark_executed: *benchmark_executed,
    }
}

fn experiment(manifest: &Experiment) -> ExperimentLine {
    let Experiment {
        schema: _,
        experiment_id,
        tasks,
        source_revision,
        model_configuration: _,
        concurrency,
        rubric,
        baseline,
        variants,
        frozen,
        other_forms: _,
        place,
    } = manifest;
    ExperimentLine {
        at: place.as_ref().map(At::from),
        experiment_id: experiment_id.clone(),
        tasks: tasks
            .iter()
            .map(|task| TaskPart {
                task_id: task.task_id.clone(),
                acceptance_criteria: task.acceptance_criteria.len() as u64,
            })
            .collect(),
        source_revision: source_revision.clone(),
        concurrency: *concurrency,
        rubric: rubric.as_ref().map(|rubric| RubricPart {
            rubric: rubric.rubric.clone(),
            rubric_version: rubric.rubric_version.clone(),
            criteria: rubric.criteria.len() as u64,
        }),
        baseline_variant_id: baseline.variant_id.clone(),
        baseline_configuration: baseline.configuration.clone(),
        variants: variants
            .iter()
            .map(|variant| VariantPart {
                variant_id: variant.variant_id.clone(),
                setting: variant.setting.clone(),
                value: variant.value.clone(),
            })
            .collect(),
        frozen_digest: frozen.as_ref().map(|frozen| frozen.digest.clone()),
    }
}

fn prices(table: &PriceTable, is_configuration: bool) -> PricesLine {
    let PriceTable {
        file: _,
        sha256,
        date,
        models,
        aliases,
    } = table;
    PricesLine {
        is_configuration,
        sha256: sha256.clone(),
        date: date.clone(),
        models: models
            .iter()
            .map(|(model, price)| PricePart {
                at: (&price.place).into(),
                model: model.clone(),
                currency: price.currency.code().to_owned(),
                base: rates(&price.base),
                tiers: price
                    .tiers
                    .iter()
                    .map(|tier| TierPart {
                        above_input_tokens: tier.above_input_tokens,
                        rates: rates(&tier.rates),
                    })
                    .collect(),
            })
            .collect(),
        aliases: aliases
            .iter()
            .map(|(alias, model)| (alias.clone(), model.clone()))
            .collect(),
    }
}

fn rates(rates: &Rates) -> RatesPart {
    let Rates {
        input,
        output,
        cache_read,
        cache_write,
        cache_write_1h,
        reasoning,
    } = rates;
    RatesPart {
        input: decimal_text(*input),
        output: decimal_text(*output),
        cache_read: decimal_text(*cache_read),
        cache_write: decimal_text(*cache_write),
        cache_write_1h: decimal_text(*cache_write_1h),
        reasoning: decimal_text(*reasoning),
    }
}

fn configuration_line(section: &ConfigSection) -> ConfigurationLine {
    ConfigurationLine {
        line: section.line,
        section: configuration_value(&section.value),
    }
}

fn configuration_value(value: &ConfigValue) -> ConfigurationValue {
    ConfigurationValue {
        line: value.line,
        kind: match &value.kind {
            ConfigValueKind::Null => ConfigurationKind::Null,
            ConfigValueKind::Bool(value) => ConfigurationKind::Bool(*value),
            ConfigValueKind::Int(text) => ConfigurationKind::Int(text.clone()),
            ConfigValueKind::Float(text) => ConfigurationKind::Float(text.clone()),
            // DeerFlow takes numbers and switches that are written as text; any other text is a
            // fault, whatever it says.
            ConfigValueKind::Str(text) if is_number_or_switch(text) => {
                ConfigurationKind::Text(text.clone())
            }
            ConfigValueKind::Str(_) => ConfigurationKind::Text(REDACTED.to_owned()),
            ConfigValueKind::List(items) => {
                ConfigurationKind::List(items.iter().map(configuration_value).collect())
            }
            ConfigValueKind::Map(entries) => ConfigurationKind::Map(
                entries
                    .iter()
                    .map(|entry| ConfigurationEntry {
                        key: entry.key.clone(),
                        line: entry.line,
                        value: configuration_value(&entry.value),
                    })
                    .collect(),
            ),
        },
    }
}

fn is_number_or_switch(text: &str) -> bool {
    let word = text.trim().to_ascii_lowercase();
    word.replace('_', "").parse::<f64>().is_ok()
        || matches!(
            word.as_str(),
            "" | "true" | "false" | "t" | "f" | "yes" | "no" | "y" | "n" | "on" | "off"
        )
}

fn diagnostic(diagnostic: &Diagnostic) -> DiagnosticLine {
    let Diagnostic {
        severity,
        code,
        place,
        expected: _,
        found: _,
        message: _,
    } = diagnostic;
    // Keys on the way to a value may be those of arguments; positions in lists are nobody's text.
    let pointer = place.pointer.as_deref().filter(|pointer| {
        pointer
            .bytes()
            .all(|byte| byte == b'/' || byte.is_ascii_digit())
    });
    DiagnosticLine {
        at: At {
            line: place.line,
            byte: place.byte,
            pointer: pointer.map(str::to_owned),
        },
        severity: match severity {
            Severity::Error => SeverityKind::Error,
            Severity::Warning => SeverityKind::Warning,
            Severity::Info => SeverityKind::Info,
        },
        code: code.to_string(),
    }
}

fn at(line: u64, byte: u64, pointer: &str) -> At {
    At::from(&Place {
        line: Some(line),
        byte: Some(byte),
        pointer: (!pointer.is_empty()).then(|| pointer.to_owned()),
        ..Place::file("".into())
    })
}

fn counts(tokens: &Tokens<Count>) -> Tokens<Counted> {
    tokens.map(counted)
}

fn counted(count: Count) -> Counted {
    match count {
        Ok(count) => Counted::Known(count),
        Err(reason) => Counted::Unknown(reason),
    }
}

fn decimal_text(decimal: Option<Decimal>) -> Option<String> {
    decimal.map(|decimal| decimal.to_string())
}

fn status_text(status: Option<&RunStatus>) -> Option<String> {
    status.map(|status| status.as_str().to_owned())
}

fn stop_reason_text(reason: &Measured<Option<StopReason>>) -> Known<String> {
    Known::of(reason, |reason| reason.as_ref().map(ToString::to_string))
}
