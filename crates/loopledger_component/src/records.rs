//! The functions for files of records.

use crate::Door;
use crate::bindings::exports::loopledger::core::records::{
    Attempt, Configuration, Error, File, Guest, GuestReading, GuestSession, Place, Progress,
    Reading, Replay, ReplaySettings, Report, Run,
};
use crate::convert::{json, list};
use loopledger::FileMeta;
use std::cell::RefCell;

impl Guest for Door {
    type Session = Loaded;
    type Reading = Begun;

    fn begin_file(name: String, bytes: Vec<u8>, modified: Option<String>) -> Reading {
        Reading::new(Begun::new(&name, bytes, modified))
    }

    fn revisions() -> Vec<String> {
        loopledger::REVISIONS.map(str::to_owned).to_vec()
    }

    fn parse_configuration(name: String, bytes: Vec<u8>) -> Result<Configuration, Error> {
        let meta = FileMeta::new(name.as_str());
        Ok((&loopledger::read_configuration(meta, bytes)?).into())
    }
}

/// Files that were loaded together.
#[derive(Debug)]
pub(crate) struct Loaded(RefCell<loopledger::Session>);

/// A file being read.
#[derive(Debug)]
pub(crate) struct Begun(RefCell<loopledger::Reading>);

impl Begun {
    fn new(name: &str, bytes: Vec<u8>, modified: Option<String>) -> Self {
        let meta = FileMeta {
            name: name.into(),
            modified,
        };
        Self(RefCell::new(loopledger::Reading::new(meta, bytes)))
    }
}

impl GuestReading for Begun {
    fn advance(&self, budget_bytes: u64) -> Progress {
        // A budget beyond the address space is one without end.
        let budget = usize::try_from(budget_bytes).unwrap_or(usize::MAX);
        self.0.borrow_mut().advance(budget).into()
    }
}

impl GuestSession for Loaded {
    fn new() -> Self {
        Self(RefCell::default())
    }

    fn add_file(&self, name: String, bytes: Vec<u8>, modified: Option<String>) -> u64 {
        let begun = Begun::new(&name, bytes, modified);
        self.0.borrow_mut().add(begun.0.into_inner())
    }

    fn add(&self, reading: Reading) -> u64 {
        let begun: Begun = reading.into_inner();
        self.0.borrow_mut().add(begun.0.into_inner())
    }

    fn remove_file(&self, id: u64) {
        self.0.borrow_mut().remove(id);
    }

    fn clear(&self) {
        self.0.borrow_mut().clear();
    }

    fn files(&self) -> Vec<File> {
        list(self.0.borrow().files())
    }

    fn runs(&self) -> Vec<Run> {
        list(self.0.borrow().runs())
    }

    fn report(&self) -> Report {
        self.0.borrow_mut().report().into()
    }

    fn attempts(&self) -> Vec<Attempt> {
        list(self.0.borrow_mut().attempts())
    }

    fn replay(&self, run: String, settings: ReplaySettings) -> Result<Replay, Error> {
        let replay = self.0.borrow().replay(&run, &settings.into())?;
        Ok(replay.into())
    }

    fn frame(&self, run: String, settings: ReplaySettings, step: u64) -> Result<String, Error> {
        let mut session = self.0.borrow_mut();
        let frame = session.frame(&run, &settings.into(), step)?;
        Ok(json(&frame))
    }

    fn excerpt(&self, place: Place) -> Option<String> {
        let excerpt = self.0.borrow().excerpt(&place.into())?;
        Some(json(&excerpt))
    }

    fn inspect(&self, settings: ReplaySettings) -> Result<String, Error> {
        let inspect = self.0.borrow().inspect(&settings.into())?;
        Ok(json(&inspect))
    }
}
