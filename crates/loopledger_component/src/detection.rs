//! The detector's functions.

use crate::Door;
use crate::bindings::exports::loopledger::core::detection::{
    Configuration, Detector, DetectorContext, Error, Guest, GuestDetector, Key, Lint, Observation,
    ProposedCall, ReplaySettings, RunIdentity, Tracked, Warning, Windows,
};
use crate::convert::list;
use loopledger::view;
use std::cell::RefCell;

impl Guest for Door {
    type Detector = Fed;
}

/// A detector that is fed.
#[derive(Debug)]
pub(crate) struct Fed(RefCell<loopledger::Detector>);

impl GuestDetector for Fed {
    fn new(settings: ReplaySettings) -> Result<Self, Error> {
        let detector = loopledger::Detector::new(&settings.into())?;
        Ok(Self(RefCell::new(detector)))
    }

    fn unchecked(settings: ReplaySettings) -> Result<Detector, Error> {
        let detector = loopledger::Detector::unchecked(&settings.into())?;
        Ok(Detector::new(Self(RefCell::new(detector))))
    }

    fn revision(&self) -> String {
        self.0.borrow().revision().to_owned()
    }

    fn configuration(&self) -> Configuration {
        self.0.borrow().configuration().into()
    }

    fn lints(&self) -> Vec<Lint> {
        list(self.0.borrow().lints())
    }

    fn observe(&self, context: DetectorContext, calls: Vec<ProposedCall>) -> Observation {
        let calls: Vec<view::ProposedCall> = list(calls);
        self.0.borrow_mut().observe(&context.into(), &calls).into()
    }

    fn model_request(&self, context: DetectorContext) -> Vec<Warning> {
        list(self.0.borrow_mut().model_request(&context.into()))
    }

    fn before_agent(&self, context: DetectorContext) {
        self.0.borrow_mut().before_agent(&context.into());
    }

    fn after_agent(&self, context: DetectorContext) {
        self.0.borrow_mut().after_agent(&context.into());
    }

    fn reset(&self, thread_id: Option<String>) {
        self.0.borrow_mut().reset(thread_id.as_deref());
    }

    fn consume_stop_reason(&self, run: RunIdentity) -> Option<String> {
        self.0.borrow_mut().consume_stop_reason(&run.into())
    }

    fn pending(&self, context: DetectorContext) -> Vec<Warning> {
        list(self.0.borrow().pending(&context.into()))
    }

    fn windows(&self, context: DetectorContext) -> Option<Windows> {
        self.0.borrow().windows(&context.into()).map(Into::into)
    }

    fn tracked(&self) -> Vec<Tracked> {
        list(self.0.borrow().tracked())
    }

    fn explain_key(&self, call: ProposedCall) -> Result<Key, Error> {
        let key = self.0.borrow_mut().explain_key(&call.into())?;
        Ok(key.into())
    }

    fn call_set_digest(&self, calls: Vec<ProposedCall>) -> Result<String, Error> {
        let calls: Vec<view::ProposedCall> = list(calls);
        Ok(self.0.borrow_mut().call_set_digest(&calls)?)
    }
}
