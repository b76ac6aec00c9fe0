//! Replays the detectors of others beside `DeerFlow`'s.

use crate::replay;
use crate::report;
use crate::session::{ReplayError, Session, run_view};
use crate::view::opinions::{
    AfterStop, OpinionLane, OpinionMark, OpinionParameter, OpinionSettings, OpinionSource,
    OpinionsView, UnplayedView,
};
use crate::view::{Figure, MoneyView, ReplayView};
use loopledger_ledger::price::{Span, Usage, price_by_name};
use loopledger_ledger::sum::{CountSum, MoneySum};
use loopledger_model::trace::{InterventionAction, Response, Run};
use loopledger_model::{Decision, Place, PriceTable, Tokens, UnknownReason};
use loopledger_opinion::{
    DETECTORS, Detector, Kind, Mark, Sequence, Settings, Source, UNPLAYED, Verdict,
};

/// Where `DeerFlow`'s detector stands.
const DEERFLOW_REPOSITORY: &str = "bytedance/deer-flow";
const DEERFLOW_FILE: &str =
    "backend/packages/harness/deerflow/agents/middlewares/loop_detection_middleware.py";

impl Session {
    /// What several detectors say about a run, `DeerFlow`'s among them.
    ///
    /// # Errors
    /// [`ReplayError`] where the run, the revision or the limits are not to be had.
    pub fn opinions(
        &mut self,
        run: &str,
        settings: &OpinionSettings,
    ) -> Result<OpinionsView, ReplayError> {
        let ledger = self.ledger();
        let found = self.find_run(run)?;
        let rules = self.rules(found, &settings.rules)?;
        let index = self.keyed_runs().position(|(key, _)| key == run);
        let attempt = ledger
            .attempts
            .iter()
            .find(|attempt| index.is_some_and(|index| attempt.runs().contains(&index)))
            .map(loopledger_ledger::ledger::Attempt::record);
        let decision = attempt
            .and_then(|record| record.review.as_ref())
            .and_then(|review| review.decision);
        let first = found.interventions.iter().map(|it| it.response).min();
        let scene = Scene {
            run: found,
            prices: self.prices.as_ref(),
            intervention: first,
            decision,
        };
        let sequence = Sequence::new(found);
        let view = run_view(run.to_owned(), found);
        let deerflow = scene.deerflow(&replay::replay(
            found,
            view.clone(),
            &rules,
            self.row_stop_reason(found),
        ));
        let opinion_settings = Settings {
            goose_max_repetitions: settings.goose_max_repetitions,
            tool_call_limit: settings.tool_call_limit,
            model_call_limit: settings.model_call_limit,
            smolagents_max_steps: settings.smolagents_max_steps,
            crewai_max_iter: settings.crewai_max_iter,
        };
        let others = DETECTORS
            .iter()
            .map(|detector| scene.lane(detector, &sequence, &opinion_settings));
        Ok(OpinionsView {
            run: view,
            attempt_id: attempt.map(|record| record.attempt_id.clone()),
            decision: decision.map(|decision| {
                match decision {
                    Decision::Accepted => "accepted",
                    Decision::Rejected => "rejected",
                }
                .to_owned()
            }),
            recorded_intervention: first.map(|first| first as u64),
            lanes: std::iter::once(deerflow).chain(others).collect(),
            unplayed: UNPLAYED
                .iter()
                .map(|detector| UnplayedView {
                    id: detector.id.to_owned(),
                    project: detector.project.to_owned(),
                    needs: detector.needs.code().to_owned(),
                    source: source(&detector.source),
                })
                .collect(),
        })
    }
}

/// A run, and what is known around it.
#[derive(Debug, Clone, Copy)]
struct Scene<'s> {
    run: &'s Run,
    prices: Option<&'s PriceTable>,
    /// Response of the recorded run's first intervention.
    intervention: Option<usize>,
    decision: Option<Decision>,
}

impl Scene<'_> {
    fn deerflow(&self, replay: &ReplayView) -> OpinionLane {
        let marks: Vec<_> = replay
            .decisions
            .iter()
            .map(|decision| OpinionMark {
                step: decision.response,
                kind: decision.action.clone(),
                rule: decision.layer.clone(),
                count: decision.count,
                calls_before: match decision.action.as_str() {
                    // A warning reaches the model after the calls are done.
                    "warn" => self.calls_of(decision.response),
                    _ => 0,
                },
                // What is decided as it was recorded is no question.
                is_what_if: replay
                    .what_if_after
                    .is_some_and(|after| decision.response > after),
            })
            .collect();
        self.judged(
            OpinionLane {
                id: "deerflow".to_owned(),
                project: "DeerFlow".to_owned(),
                name: "LoopDetectionMiddleware".to_owned(),
                source: OpinionSource {
                    repository: DEERFLOW_REPOSITORY.to_owned(),
                    file: DEERFLOW_FILE.to_owned(),
                    revision: Some(replay.revision.clone()),
                    seen: "read".to_owned(),
                },
                parameters: Vec::new(),
                stop_effect: "ends_run".to_owned(),
                blind: Vec::new(),
                verdict: "judged".to_owned(),
                unseen: Vec::new(),
                marks: Vec::new(),
                first_warn: None,
                first_stop: None,
                after_stop: None,
                is_candidate_false_positive: None,
            },
            marks,
        )
    }

    fn lane(&self, detector: &Detector, sequence: &Sequence, settings: &Settings) -> OpinionLane {
        let verdict = detector.judge(sequence, settings);
        let lane = OpinionLane {
            id: detector.id.to_owned(),
            project: detector.project.to_owned(),
            name: detector.name.to_owned(),
            source: source(&detector.source),
            parameters: detector
                .values(settings)
                .into_iter()
                .map(|(parameter, value)| OpinionParameter {
                    name: parameter.name.to_owned(),
                    value,
                    default: parameter.default,
                })
                .collect(),
            stop_effect: detector.effect.code().to_owned(),
            blind: detector
                .blind
                .iter()
                .map(|blind| blind.code().to_owned())
                .collect(),
            verdict: match &verdict {
                Verdict::Judged(_) => "judged",
                Verdict::Undecided(_) => "undecided",
                Verdict::Off => "off",
            }
            .to_owned(),
            unseen: match &verdict {
                Verdict::Undecided(unseen) => {
                    unseen.iter().map(|it| it.code().to_owned()).collect()
                }
                Verdict::Judged(_) | Verdict::Off => Vec::new(),
            },
            marks: Vec::new(),
            first_warn: None,
            first_stop: None,
            after_stop: None,
            is_candidate_false_positive: None,
        };
        match verdict {
            Verdict::Judged(marks) => {
                let marks = marks.iter().map(|mark| self.mark(mark)).collect();
                self.judged(lane, marks)
            }
            Verdict::Undecided(_) | Verdict::Off => lane,
        }
    }

    fn mark(&self, mark: &Mark) -> OpinionMark {
        let step = mark.step as u64;
        OpinionMark {
            step,
            kind: match mark.kind {
                Kind::Warn => "warn",
                Kind::Stop => "stop",
            }
            .to_owned(),
            rule: mark.rule.to_owned(),
            count: mark.count,
            calls_before: mark.ran as u64,
            is_what_if: self.is_what_if(step),
        }
    }

    /// A lane with its marks and what follows from them.
    fn judged(&self, lane: OpinionLane, marks: Vec<OpinionMark>) -> OpinionLane {
        let first = |kind: &str| marks.iter().find(|mark| mark.kind == kind);
        let (warn, stop) = (first("warn"), first("stop"));
        OpinionLane {
            first_warn: warn.map(|mark| mark.step),
            first_stop: stop.map(|mark| mark.step),
            after_stop: stop.map(|mark| self.after(mark)),
            is_candidate_false_positive: self
                .decision
                .map(|decision| decision == Decision::Accepted && stop.is_some()),
            marks,
            ..lane
        }
    }

    fn is_what_if(&self, step: u64) -> bool {
        self.intervention.is_some_and(|first| step > first as u64)
    }

    fn calls_of(&self, step: u64) -> u64 {
        usize::try_from(step)
            .ok()
            .and_then(|step| self.run.responses.get(step))
            .map_or(0, |response| response.tool_calls.len() as u64)
    }

    /// What was recorded after a stop.
    fn after(&self, stop: &OpinionMark) -> AfterStop {
        let at = usize::try_from(stop.step).unwrap_or(usize::MAX);
        let later = at
            .checked_add(1)
            .and_then(|next| self.run.responses.get(next..))
            .unwrap_or_default();
        let missing = self.missing_end(at);
        let own = self.calls_of(stop.step).saturating_sub(stop.calls_before);
        let later_calls: usize = later.iter().map(|it| it.tool_calls.len()).sum();
        let (tokens, model_cost) = self.spend(later, missing);
        AfterStop {
            responses: count(later.len() as u64, missing),
            tool_calls: count(own + later_calls as u64, missing),
            tokens,
            model_cost,
            is_what_if: stop.is_what_if,
        }
    }

    /// Why nobody knows how the run went on after a response.
    fn missing_end(&self, at: usize) -> Option<UnknownReason> {
        let is_stopped = self
            .run
            .interventions
            .iter()
            .any(|it| it.action == InterventionAction::HardStop && it.response <= at);
        if is_stopped {
            // The recorded run was stopped there itself.
            Some(UnknownReason::NotRun)
        } else if self.run.is_truncated || !self.run.has_terminal_record {
            Some(UnknownReason::TruncatedFile)
        } else if self.run.unreadable_records > 0 {
            Some(UnknownReason::ParseError)
        } else {
            None
        }
    }

    /// What responses used and cost; nothing is known where the end of the run is missing.
    fn spend(
        &self,
        responses: &[Response],
        missing: Option<UnknownReason>,
    ) -> (Tokens<Figure<u64>>, Figure<MoneyView>) {
        let mut tokens = Tokens::<CountSum>::default();
        let mut cost = MoneySum::default();
        for response in responses {
            let place = Place {
                file: self.run.file.clone(),
                line: Some(response.line),
                byte: Some(response.byte),
                pointer: (!response.pointer.is_empty()).then(|| response.pointer.clone()),
            };
            let usage = Usage {
                tokens: response.tokens,
                cache_write_1h: response.cache_write_1h,
                span: Span::Request,
            };
            let sums = std::mem::take(&mut tokens);
            tokens = sums.zip(usage.tokens, |mut sum, count| {
                sum.add(&report::measured(count, &place));
                sum
            });
            let model = response.model.as_deref();
            cost.add(&price_by_name(self.prices, model, &usage, &place).amount);
        }
        if let Some(reason) = missing {
            return (Tokens::splat(()).map(|()| unknown(reason)), unknown(reason));
        }
        if responses.is_empty() {
            // Nothing was asked for, so that nothing was paid; but nobody knows the currency.
            let none = Tokens::splat(()).map(|()| count(0, None));
            return (none, unknown(UnknownReason::NotRun));
        }
        (
            tokens.map(|sum| report::figure(&sum.total(), |count| *count)),
            report::figure(&cost.total(), report::money_view),
        )
    }
}

fn count(count: u64, missing: Option<UnknownReason>) -> Figure<u64> {
    match missing {
        Some(reason) => unknown(reason),
        None => Figure {
            value: Some(count),
            reason: None,
            origin: Some("derived".to_owned()),
            place: None,
        },
    }
}

fn unknown<T>(reason: UnknownReason) -> Figure<T> {
    Figure {
        value: None,
        reason: Some(reason),
        origin: None,
        place: None,
    }
}

fn source(source: &Source) -> OpinionSource {
    OpinionSource {
        repository: source.repository.to_owned(),
        file: source.file.to_owned(),
        revision: source.commit.map(str::to_owned),
        seen: source.seen.code().to_owned(),
    }
}
