//! Stands in for the session until it lands: the same interface, made-up views.

use indexmap::IndexMap;
use loopledger::model::{EffectiveConfiguration, Outcome, Place, Tokens, UnknownReason};
use loopledger::view::*;
use std::collections::BTreeMap;

pub struct FileMeta {
    pub name: String,
    #[expect(dead_code, reason = "stand-in")]
    pub modified: Option<String>,
}

pub struct Reading {
    meta: FileMeta,
    total: usize,
    done: usize,
}

pub struct Progress {
    pub done_bytes: u64,
    pub total_bytes: u64,
    pub is_done: bool,
}

impl Reading {
    pub fn new(meta: FileMeta, bytes: Vec<u8>) -> Self {
        Self {
            meta,
            total: bytes.len(),
            done: 0,
        }
    }
    pub fn advance(&mut self, budget: usize) -> Progress {
        self.done = (self.done + budget).min(self.total);
        Progress {
            done_bytes: self.done as u64,
            total_bytes: self.total as u64,
            is_done: self.done == self.total,
        }
    }
}

#[derive(Default)]
pub struct Session {
    files: Vec<FileView>,
    next: u64,
}

#[derive(Debug)]
pub struct ReplayError;
impl std::fmt::Display for ReplayError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("no such run")
    }
}

fn place(line: u64, pointer: &str) -> Place {
    Place {
        file: "attempts.jsonl".into(),
        line: Some(line),
        byte: Some(line * 400),
        pointer: Some(pointer.to_owned()),
    }
}

fn known<T>(value: T, line: u64, pointer: &str) -> Figure<T> {
    Figure {
        value: Some(value),
        reason: None,
        origin: Some("reported".into()),
        place: Some(place(line, pointer)),
    }
}

fn unknown<T>(reason: UnknownReason, line: u64, pointer: &str) -> Figure<T> {
    Figure {
        value: None,
        reason: Some(reason),
        origin: None,
        place: Some(place(line, pointer)),
    }
}

fn usd(amount: f64) -> MoneyView {
    MoneyView {
        amount: format!("{amount:.6}"),
        currency: "USD".into(),
    }
}

const ROWS: [(&str, &str, Outcome, Option<f64>, &str, Option<u64>); 12] = [
    (
        "a-01",
        "base",
        Outcome::Accepted,
        Some(0.041_2),
        "",
        Some(48_210),
    ),
    (
        "a-02",
        "base",
        Outcome::Accepted,
        Some(0.038_9),
        "",
        Some(51_022),
    ),
    (
        "a-03",
        "base",
        Outcome::Capped,
        Some(0.120_4),
        "loop_capped",
        Some(182_444),
    ),
    (
        "a-04",
        "base",
        Outcome::Rejected,
        Some(0.052_75),
        "",
        Some(60_400),
    ),
    (
        "a-05",
        "base",
        Outcome::Failed,
        Some(0.019_1),
        "",
        Some(12_004),
    ),
    ("a-06", "base", Outcome::Accepted, Some(0.047_7), "", None),
    (
        "b-01",
        "hard-limit-8",
        Outcome::Accepted,
        Some(0.061_2),
        "",
        Some(71_400),
    ),
    (
        "b-02",
        "hard-limit-8",
        Outcome::Accepted,
        Some(0.055_0),
        "",
        Some(66_000),
    ),
    (
        "b-03",
        "hard-limit-8",
        Outcome::Unknown,
        None,
        "",
        Some(59_010),
    ),
    (
        "b-04",
        "hard-limit-8",
        Outcome::Capped,
        Some(0.210_4),
        "token_capped",
        Some(240_120),
    ),
    (
        "b-05",
        "hard-limit-8",
        Outcome::Rejected,
        Some(0.071_9),
        "",
        Some(80_777),
    ),
    (
        "b-06",
        "hard-limit-8",
        Outcome::Accepted,
        Some(0.049_3),
        "",
        Some(44_100),
    ),
];

fn sum<T: Clone>(
    rows: &[AttemptView],
    get: impl Fn(&AttemptView) -> &Figure<T>,
    add: impl Fn(&[T]) -> T,
) -> SumFigure<T> {
    let figures: Vec<&Figure<T>> = rows.iter().map(get).collect();
    let values: Vec<T> = figures.iter().filter_map(|f| f.value.clone()).collect();
    let mut reasons = BTreeMap::new();
    for figure in &figures {
        if let Some(reason) = figure.reason {
            *reasons.entry(reason).or_insert(0) += 1;
        }
    }
    let complete = values.len() == figures.len();
    let total = (!values.is_empty()).then(|| add(&values));
    SumFigure {
        value: if complete { total.clone() } else { None },
        reason: (!complete).then_some(if reasons.len() == 1 {
            *reasons.keys().next().unwrap()
        } else {
            UnknownReason::PartUnknown
        }),
        reasons,
        lower_bound: total,
        measured: values.len() as u64,
        of: figures.len() as u64,
        origin: Some("reported".into()),
        place: figures
            .iter()
            .find(|f| f.value.is_none())
            .or(figures.first())
            .and_then(|f| f.place.clone()),
    }
}

fn add_u64(values: &[u64]) -> u64 {
    values.iter().sum()
}

fn add_money(values: &[MoneyView]) -> MoneyView {
    usd(values
        .iter()
        .map(|m| m.amount.parse::<f64>().unwrap())
        .sum())
}

fn add_text(values: &[String]) -> String {
    format!(
        "{:.1}",
        values
            .iter()
            .map(|m| m.parse::<f64>().unwrap())
            .sum::<f64>()
    )
}

fn group(variant: Option<&str>, all: &[AttemptView]) -> GroupView {
    let rows: Vec<AttemptView> = all
        .iter()
        .filter(|a| variant.is_none() || a.variant_id.as_deref() == variant)
        .cloned()
        .collect();
    let accepted = rows
        .iter()
        .filter(|a| a.outcome == Outcome::Accepted)
        .count() as u64;
    let model_cost = sum(&rows, |a| &a.model_cost, add_money);
    let ratio = |m: &MoneyView| usd(m.amount.parse::<f64>().unwrap() / accepted as f64);
    let mut stop_reasons = IndexMap::new();
    for row in &rows {
        if let Some(reason) = row.stop_reason.value.as_ref().filter(|r| !r.is_empty()) {
            *stop_reasons.entry(reason.clone()).or_insert(0) += 1;
        }
    }
    let capped: u64 = stop_reasons.values().sum();
    let mut latencies: Vec<u64> = rows
        .iter()
        .filter_map(|a| a.latency_ms.value.as_ref()?.parse().ok())
        .collect();
    latencies.sort_unstable();
    GroupView {
        variant: variant.map(str::to_owned),
        attempts: rows.len() as u64,
        accepted_artifacts: Some(accepted),
        reviewed: rows.iter().filter(|a| a.decision.is_some()).count() as u64,
        outcomes: [
            Outcome::Accepted,
            Outcome::Rejected,
            Outcome::Failed,
            Outcome::Capped,
            Outcome::Unknown,
        ]
        .into_iter()
        .map(|outcome| {
            let of: Vec<AttemptView> = rows
                .iter()
                .filter(|a| a.outcome == outcome)
                .cloned()
                .collect();
            OutcomeView {
                outcome,
                attempts: of.len() as u64,
                model_cost: if of.is_empty() {
                    SumFigure {
                        value: Some(usd(0.0)),
                        reason: None,
                        reasons: BTreeMap::new(),
                        lower_bound: Some(usd(0.0)),
                        measured: 0,
                        of: 0,
                        origin: None,
                        place: None,
                    }
                } else {
                    sum(&of, |a| &a.model_cost, add_money)
                },
            }
        })
        .collect(),
        cost_per_accepted_artifact: RatioView {
            value: model_cost.value.as_ref().map(ratio),
            reason: model_cost.reason,
            numerator: model_cost.value.clone(),
            denominator: Some(accepted),
            lower_bound: model_cost.lower_bound.as_ref().map(ratio),
        },
        model_cost,
        model_cost_by_currency: vec![],
        tool_cost: sum(&rows, |a| &a.tool_cost, add_money),
        sandbox_seconds: sum(&rows, |a| &a.sandbox_seconds, add_text),
        latency: LatencyView {
            p95_ms: latencies.last().map(ToString::to_string),
            reason: None,
            samples: latencies.len() as u64,
            unknown: (rows.len() - latencies.len()) as u64,
            equals_maximum: latencies.len() < 20,
        },
        tokens: Tokens {
            input_uncached: sum(&rows, |a| &a.tokens.input_uncached, add_u64),
            cache_read: sum(&rows, |a| &a.tokens.cache_read, add_u64),
            cache_write: sum(&rows, |a| &a.tokens.cache_write, add_u64),
            output: sum(&rows, |a| &a.tokens.output, add_u64),
            reasoning: sum(&rows, |a| &a.tokens.reasoning, add_u64),
        },
        tool_calls_proposed: sum(&rows, |a| &a.tool_calls_proposed, add_u64),
        tool_calls_executed: sum(&rows, |a| &a.tool_calls_executed, add_u64),
        tool_calls_suppressed: sum(&rows, |a| &a.tool_calls_suppressed, add_u64),
        not_stopped: rows.len() as u64 - capped,
        stop_reasons,
        stop_reason_unknown: 0,
    }
}

impl Session {
    pub fn add(&mut self, reading: Reading) -> u64 {
        self.next += 1;
        let refused = reading.meta.name.contains("txt");
        let broken = reading.meta.name.contains("broken");
        self.files.push(FileView {
            id: self.next,
            bytes: reading.total as u64,
            sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08".into(),
            format: (!refused).then(|| "attempt_records".into()),
            why: (!refused).then(|| {
                "every line is an object whose \"schema\" is \"loopledger.attempt/v1\"".into()
            }),
            records_read: if refused { 0 } else { 12 },
            records_rejected: u64::from(broken),
            runs: 0,
            attempts: if refused { 0 } else { 12 },
            run_rows: 0,
            results: u64::from(!refused),
            prices: 0,
            tried: if refused {
                [
                    "event_journal",
                    "run_rows",
                    "thread_state",
                    "attempt_records",
                    "price_table",
                ]
                .map(|format| TriedView {
                    format: format.into(),
                    why_not: "the first line is not JSON: expected a value, found \"Dear\"".into(),
                })
                .into()
            } else {
                vec![]
            },
            diagnostics: if broken {
                vec![DiagnosticView {
                    severity: "error".into(),
                    code: "invalid_json".into(),
                    file: reading.meta.name.clone(),
                    line: Some(7),
                    byte: Some(2_911),
                    pointer: Some("/tokens/output".into()),
                    expected: Some("an integer".into()),
                    found: Some("\"12,4\"".into()),
                    message: "expected an integer, found a string".into(),
                }]
            } else {
                vec![]
            },
            name: reading.meta.name,
        });
        self.next
    }
    pub fn remove(&mut self, id: u64) {
        self.files.retain(|file| file.id != id);
    }
    pub fn clear(&mut self) {
        self.files.clear();
    }
    pub fn files(&self) -> Vec<FileView> {
        self.files.clone()
    }
    #[expect(clippy::unused_self, reason = "stand-in")]
    pub fn runs(&self) -> Vec<RunView> {
        vec![]
    }
    pub fn attempts(&self) -> Vec<AttemptView> {
        if self.files.iter().all(|file| file.attempts == 0) {
            return vec![];
        }
        ROWS.iter()
            .enumerate()
            .map(|(index, &(id, variant, outcome, cost, stop, latency))| {
                let line = index as u64 + 1;
                let tokens = 9_000 + line * 731;
                let mut unknowns = BTreeMap::new();
                if cost.is_none() {
                    unknowns.insert("modelCost".to_owned(), UnknownReason::NoPriceForModel);
                }
                unknowns.insert("tokens.reasoning".to_owned(), UnknownReason::AbsentField);
                AttemptView {
                    attempt_id: id.into(),
                    task_id: Some(format!("task-{}", index % 6 + 1)),
                    variant_id: Some(variant.into()),
                    retry_of: None,
                    outcome,
                    decision: match outcome {
                        Outcome::Accepted => Some("accepted".into()),
                        Outcome::Rejected => Some("rejected".into()),
                        _ => None,
                    },
                    decision_reason: (outcome == Outcome::Rejected)
                        .then(|| "The summary cites a page that does not exist.".into()),
                    reviewer: Some("mc".into()),
                    status: Some(
                        if outcome == Outcome::Failed {
                            "error"
                        } else {
                            "success"
                        }
                        .into(),
                    ),
                    stop_reason: known(stop.to_owned(), line, "/stopReason"),
                    model: Some("example-large".into()),
                    tokens: Tokens {
                        input_uncached: known(tokens, line, "/tokens/inputUncached"),
                        cache_read: known(tokens * 3, line, "/tokens/cacheRead"),
                        cache_write: known(0, line, "/tokens/cacheWrite"),
                        output: known(tokens / 9, line, "/tokens/output"),
                        reasoning: unknown(UnknownReason::AbsentField, line, "/tokens/reasoning"),
                    },
                    tool_calls_proposed: known(10 + line, line, "/toolCalls/proposed"),
                    tool_calls_executed: known(
                        10 + line - u64::from(!stop.is_empty()) * 2,
                        line,
                        "/toolCalls/executed",
                    ),
                    tool_calls_suppressed: known(
                        u64::from(!stop.is_empty()) * 2,
                        line,
                        "/toolCalls/suppressed",
                    ),
                    model_cost: match cost {
                        Some(cost) => known(usd(cost), line, "/modelCost"),
                        None => unknown(UnknownReason::NoPriceForModel, line, "/modelCost"),
                    },
                    tool_cost: unknown(UnknownReason::NullField, line, "/toolCost"),
                    sandbox_seconds: known(format!("{}.5", 30 + line * 3), line, "/sandboxSeconds"),
                    latency_ms: match latency {
                        Some(latency) => known(latency.to_string(), line, "/latencyMs"),
                        None => unknown(UnknownReason::SentinelZero, line, "/latencyMs"),
                    },
                    started_at: known("2026-09-10T10:00:00Z".into(), line, "/startedAt"),
                    ended_at: known("2026-09-10T10:01:00Z".into(), line, "/endedAt"),
                    run: (index == 2).then(|| "thread-1/run-1".into()),
                    effective_configuration: Some(EffectiveConfiguration::default()),
                    unknown: unknowns,
                    json: format!(
                        "{{\"schema\":\"loopledger.attempt/v1\",\"attemptId\":\"{id}\"}}"
                    ),
                    place: Some(place(line, "")),
                }
            })
            .collect()
    }
    pub fn report(&self) -> ReportView {
        let attempts = self.attempts();
        let some = !attempts.is_empty();
        ReportView {
            total: some.then(|| group(None, &attempts)),
            variants: if some {
                vec![group(Some("base"), &attempts), group(Some("hard-limit-8"), &attempts)]
            } else {
                vec![]
            },
            result_record: some.then(|| {
                r#"{"attempts":12,"acceptedArtifacts":6,"totalModelCost":null,"sandboxSeconds":594.0,"p95LatencyMs":240120,"costPerAcceptedArtifact":null,"stopReasons":{"loop_capped":1,"token_capped":1},"benchmarkExecuted":true}"#.into()
            }),
            recorded_results: if self.files.iter().any(|file| file.results > 0) {
                let null = || Figure {
                    value: None,
                    reason: Some(UnknownReason::NotRun),
                    origin: None,
                    place: Some(place(1, "/totalModelCost")),
                };
                vec![RecordedResultView {
                    place: Place::file("result.json".into()),
                    benchmark_executed: false,
                    attempts: 0,
                    accepted_artifacts: Some(0),
                    total_model_cost: null(),
                    sandbox_seconds: null(),
                    p95_latency_ms: null(),
                    cost_per_accepted_artifact: null(),
                    stop_reasons: IndexMap::new(),
                    json: r#"{"attempts":0,"acceptedArtifacts":0,"totalModelCost":null,"sandboxSeconds":null,"p95LatencyMs":null,"costPerAcceptedArtifact":null,"stopReasons":{},"benchmarkExecuted":false}"#.into(),
                }]
            } else {
                vec![]
            },
            unknowns: if some {
                vec![
                    UnknownView {
                        field: "modelCost".into(),
                        reason: UnknownReason::NoPriceForModel,
                        attempts: vec!["b-03".into()],
                        place: Some(place(9, "/modelCost")),
                    },
                    UnknownView {
                        field: "tokens.reasoning".into(),
                        reason: UnknownReason::AbsentField,
                        attempts: ROWS.iter().map(|row| row.0.to_owned()).collect(),
                        place: Some(place(1, "/tokens")),
                    },
                ]
            } else {
                vec![]
            },
            price_tables: vec![PriceTableView {
                file: "prices.json".into(),
                sha256: "3b5d5c3712955042212316173ccf37be800a5c8c4d8e6d4f4c4a5b1f0e1e2a3b".into(),
                date: Some("2026-09-01".into()),
                models: 3,
            }],
            disagreements: vec![DisagreementView {
                attempt: "a-03".into(),
                field: "toolCalls.proposed".into(),
                kept: "13".into(),
                kept_place: Some(place(3, "/toolCalls/proposed")),
                other: "15".into(),
                other_place: Some(place(44, "/content")),
            }],
            manifest_digests: vec![],
        }
    }
    #[expect(clippy::unused_self, reason = "stand-in")]
    pub fn replay(&self, _: &str, _: &ReplaySettings) -> Result<ReplayView, ReplayError> {
        Err(ReplayError)
    }
    #[expect(clippy::unused_self, reason = "stand-in")]
    pub fn frame(&self, _: &str, _: &ReplaySettings, _: u64) -> Result<FrameView, ReplayError> {
        Err(ReplayError)
    }
    #[expect(clippy::unused_self, reason = "stand-in")]
    pub fn excerpt(&self, place: &Place) -> Option<ExcerptView> {
        let line = place.line.unwrap_or(1);
        Some(ExcerptView {
            place: place.clone(),
            lines: (line.saturating_sub(1).max(1)..=line + 1)
                .map(|number| ExcerptLineView {
                    line: number,
                    text: r#""variantId":"base","tokens":{"inputUncached":9731,"cacheRead":29193,"cacheWrite":0,"output":1081},"modelCost":{"amount":"0.0412","currency":"USD"},"sandboxSeconds":33.5"#.into(),
                    is_cut_before: true,
                    is_cut_after: true,
                    mark: (number == line).then_some((116, 151)),
                })
                .collect(),
        })
    }
}
