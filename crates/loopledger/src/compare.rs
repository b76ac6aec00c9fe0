//! Answers how a baseline and one variant differ.

use crate::Session;
use crate::view::compare::{
    AmountView, ComparisonAnswer, ComparisonView, MethodView, MetricView, MismatchView,
    PairSideView, PairView, ReasonView, RefusalView, ReservationView, SideFigureView,
    VariantChoiceView,
};
use loopledger_experiment::compare::bootstrap::{MIN_TASKS, Resampling, tail};
use loopledger_experiment::compare::{
    Amount, Compared, Comparison, Counted, Figure, Freeze, Inputs, Metric, Mismatch, Refusal,
    RefusalCode, Reservation, Side, Stop, TaskSide, Unit, WhyNull, compare,
};
use loopledger_experiment::manifest;
use loopledger_model::{AttemptRecord, Experiment};
use std::collections::BTreeMap;

impl Session {
    /// The baseline of the loaded experiment against one of its variants: the one with this id, or
    /// the first. Where the two must not be compared, the answer says why.
    pub fn compare(&mut self, variant: Option<&str>) -> ComparisonAnswer {
        let ledger = self.ledger();
        let found = match self.manifest() {
            Ok(found) => found,
            Err(refusal) => {
                return ComparisonAnswer {
                    variant: variant.map(ToOwned::to_owned),
                    refusals: vec![refusal_view(refusal)],
                    ..ComparisonAnswer::default()
                };
            }
        };
        let experiment = found.experiment;
        let first = || experiment.variants.first().map(|it| &*it.variant_id);
        let mut answer = ComparisonAnswer {
            experiment_id: Some(experiment.experiment_id.clone()),
            manifest_digest: Some(found.digest.clone()),
            baseline: Some(experiment.baseline.variant_id.clone()),
            choices: experiment.variants.iter().map(choice).collect(),
            variant: variant.or_else(first).map(ToOwned::to_owned),
            refusals: Vec::new(),
            comparison: None,
        };
        let mut known = experiment.variants.iter();
        let Some(variant_id) = answer
            .variant
            .as_deref()
            .filter(|id| known.any(|it| it.variant_id == *id))
        else {
            let mismatch = Mismatch {
                subject: answer.variant.clone().unwrap_or_default(),
                ..Mismatch::default()
            };
            answer.refusals = vec![refusal_view(Refusal {
                code: RefusalCode::UnknownVariant,
                mismatches: vec![mismatch],
            })];
            return answer;
        };
        let attempts: Vec<&AttemptRecord> = ledger
            .attempts
            .iter()
            .map(loopledger_ledger::ledger::Attempt::record)
            .collect();
        let configuration = manifest::configuration_of(experiment, variant_id);
        let compared = compare(&Inputs {
            experiment,
            freeze: Freeze {
                digest: experiment.frozen.as_ref().map(|it| &*it.digest),
                changes: &found.changes,
            },
            configurations: (&experiment.baseline.configuration, configuration.as_ref()),
            variant_id,
            attempts: &attempts,
            unreadable: &ledger.unreadable,
            resampling: Resampling::default(),
        });
        match compared {
            Ok(comparison) => answer.comparison = Some(comparison_view(&comparison, experiment)),
            Err(refusals) => answer.refusals = refusals.into_iter().map(refusal_view).collect(),
        }
        answer
    }

    /// The one manifest that is loaded. Copies of it count once, a frozen one before the others.
    fn manifest(&self) -> Result<Found<'_>, Refusal> {
        let mut found: BTreeMap<String, Found<'_>> = BTreeMap::new();
        let mut order = Vec::new();
        for read in self.reads() {
            for experiment in &read.experiments {
                let one = Found::new(experiment, read.redacted.is_some());
                let digest = one.digest.clone();
                let is_better = found.get(&digest).is_none_or(|other| {
                    other.experiment.frozen.is_none() && one.experiment.frozen.is_some()
                });
                if is_better && found.insert(digest.clone(), one).is_none() {
                    order.push(digest);
                }
            }
        }
        let several = order
            .iter()
            .filter_map(|digest| found.get(digest))
            .map(|one| Mismatch {
                subject: one.experiment.experiment_id.clone(),
                found: Some(one.digest.clone()),
                ..Mismatch::default()
            })
            .collect();
        match found.len() {
            1 => found.into_values().next().ok_or(Refusal {
                code: RefusalCode::NoManifest,
                mismatches: Vec::new(),
            }),
            0 => Err(Refusal {
                code: RefusalCode::NoManifest,
                mismatches: Vec::new(),
            }),
            _ => Err(Refusal {
                code: RefusalCode::SeveralManifests,
                mismatches: several,
            }),
        }
    }
}

/// A manifest, its digest as it is now, and what changed since it was frozen.
struct Found<'s> {
    experiment: &'s Experiment,
    digest: String,
    changes: Vec<Mismatch>,
}

impl<'s> Found<'s> {
    fn new(experiment: &'s Experiment, is_redacted: bool) -> Self {
        let frozen = experiment.frozen.as_ref();
        // A redacted manifest has lost what the digest was taken of, and was looked at before.
        if let Some(frozen) = frozen.filter(|_| is_redacted) {
            return Self {
                experiment,
                digest: frozen.digest.clone(),
                changes: Vec::new(),
            };
        }
        let changes = manifest::changes(experiment).unwrap_or_default();
        Self {
            experiment,
            digest: manifest::digest(experiment),
            changes: changes.into_iter().map(change).collect(),
        }
    }
}

fn change(change: manifest::Change) -> Mismatch {
    let part = change.part.map(|part| part.code().to_owned());
    let parts = [part, change.id, change.field];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    Mismatch {
        subject: parts.join(" "),
        found: Some(change.kind.code().to_owned()),
        ..Mismatch::default()
    }
}

fn choice(variant: &loopledger_model::experiment::Variant) -> VariantChoiceView {
    VariantChoiceView {
        variant_id: variant.variant_id.clone(),
        setting: variant.setting.clone(),
        value: variant.value.clone(),
    }
}

fn refusal_view(refusal: Refusal) -> RefusalView {
    let mismatches = refusal.mismatches.into_iter();
    RefusalView {
        code: refusal.code.code().to_owned(),
        mismatches: mismatches
            .map(|it| MismatchView {
                subject: it.subject,
                side: it.side.map(|side| {
                    match side {
                        Side::Baseline => "baseline",
                        Side::Variant => "variant",
                    }
                    .to_owned()
                }),
                expected: it.expected,
                found: it.found,
                attempts: it.attempts,
                first_attempt: it.first_attempt,
            })
            .collect(),
    }
}

fn comparison_view(comparison: &Comparison, experiment: &Experiment) -> ComparisonView {
    let Comparison {
        metrics,
        pairs,
        rejections,
        stops,
        reservations,
        others,
        resampling,
    } = comparison;
    ComparisonView {
        tasks: pairs.len() as u64,
        baseline_attempts: pairs.iter().map(|pair| pair.baseline.attempts).sum(),
        variant_attempts: pairs.iter().map(|pair| pair.variant.attempts).sum(),
        other_attempts: *others,
        metrics: metrics.iter().map(metric_view).collect(),
        pairs: pairs
            .iter()
            .zip(&experiment.tasks)
            .map(|(pair, task)| PairView {
                task_id: pair.task_id.clone(),
                title: task.title.clone(),
                baseline: pair_side(&pair.baseline),
                variant: pair_side(&pair.variant),
            })
            .collect(),
        rejections: rejections.iter().map(rejection_view).collect(),
        stops: stops.iter().map(stop_view).collect(),
        reservations: reservations.iter().map(reservation_view).collect(),
        method: MethodView {
            interval: "paired_bootstrap_expanded_percentile".to_owned(),
            level: "0.95".to_owned(),
            tail: tail(pairs.len()).to_string(),
            resamples: u64::from(resampling.resamples),
            generator: format!("pcg32/{}", Resampling::STREAM),
            seed: resampling.seed,
            min_tasks: MIN_TASKS as u64,
        },
    }
}

fn metric_view(compared: &Compared) -> MetricView {
    let difference = compared.difference.as_ref();
    let interval = difference.ok().map(|difference| &difference.interval);
    let ends = interval.and_then(|interval| interval.as_ref().ok());
    let reason = |why: &WhyNull| why.code().to_owned();
    MetricView {
        code: compared.metric.code().to_owned(),
        stop_reason: match &compared.metric {
            Metric::StopShare(Stop::Reason(reason)) => Some(reason.to_string()),
            _ => None,
        },
        unit: match compared.metric.unit() {
            Unit::Share => "share",
            Unit::Money => "money",
            Unit::Tokens => "tokens",
            Unit::Calls => "calls",
            Unit::Seconds => "seconds",
            Unit::Milliseconds => "milliseconds",
        }
        .to_owned(),
        baseline: figure_view(&compared.baseline),
        variant: figure_view(&compared.variant),
        difference: difference
            .ok()
            .map(|difference| difference.amount.value.normalize().to_string()),
        difference_reason: difference.err().map(reason),
        low: ends.map(|interval| interval.low.to_string()),
        high: ends.map(|interval| interval.high.to_string()),
        interval_reason: interval.and_then(|interval| interval.as_ref().err().map(reason)),
        undefined_resamples: difference.map_or(0, |difference| u64::from(difference.undefined)),
        verdict: compared.verdict().code().to_owned(),
    }
}

fn figure_view(figure: &Figure) -> SideFigureView {
    let value = figure.value.as_ref();
    SideFigureView {
        value: value.ok().map(|amount| amount.value.to_string()),
        currency: value.ok().and_then(currency),
        reason: value.err().map(|why| why.code().to_owned()),
        at_least: figure
            .at_least
            .iter()
            .map(|amount| AmountView {
                value: amount.value.to_string(),
                currency: currency(amount),
            })
            .collect(),
        measured: figure.measured,
        of: figure.of,
    }
}

fn currency(amount: &Amount) -> Option<String> {
    amount.currency.as_ref().map(ToString::to_string)
}

fn pair_side(side: &TaskSide) -> PairSideView {
    PairSideView {
        attempts: side.attempts,
        accepted: figure_view(&side.accepted),
        model_cost: figure_view(&side.model_cost),
        executed: figure_view(&side.executed),
    }
}

fn rejection_view(counted: &Counted<Option<String>>) -> ReasonView {
    ReasonView {
        kind: match counted.what {
            Some(_) => "stated",
            None => "none",
        }
        .to_owned(),
        reason: counted.what.clone(),
        baseline: counted.baseline,
        variant: counted.variant,
    }
}

fn stop_view(counted: &Counted<Stop>) -> ReasonView {
    let (kind, reason) = match &counted.what {
        Stop::Reason(reason) => ("stated", Some(reason.to_string())),
        Stop::None => ("none", None),
        Stop::Unknown => ("unknown", None),
    };
    ReasonView {
        kind: kind.to_owned(),
        reason,
        baseline: counted.baseline,
        variant: counted.variant,
    }
}

fn reservation_view(reservation: &Reservation) -> ReservationView {
    ReservationView {
        code: reservation.code.code().to_owned(),
        baseline: reservation.baseline,
        variant: reservation.variant,
    }
}
