//! Files, and what can be asked of them.

use crate::convert::{from_js, into_error, settings_from_js, to_js, whole_number};
use crate::replay_error;
use js_sys::Error;
use loopledger::model::Place;
use loopledger::{ConfigurationError, FileMeta};
use serde::Serialize;
use wasm_bindgen::prelude::*;

/// Files that were loaded together, and what can be asked of them.
///
/// Nothing is shared between sessions, nothing is kept outside them, and nothing leaves the page.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Session {
    inner: loopledger::Session,
}

/// A file being read, in steps, so that a host can show progress and cancel.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Reading {
    inner: loopledger::Reading,
}

#[wasm_bindgen]
impl Session {
    /// A session without files.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads a file at once and adds it; answers its handle.
    ///
    /// `modified` is when the file was last changed (RFC 3339), where the host knows.
    /// A file that is nothing we read is added too: `files()` says why it was refused.
    #[wasm_bindgen(js_name = addFile, unchecked_return_type = "number")]
    pub fn add_file(
        &mut self,
        name: &str,
        #[wasm_bindgen(unchecked_param_type = "Uint8Array")] bytes: Vec<u8>,
        modified: Option<String>,
    ) -> Result<JsValue, Error> {
        self.add(begin_file(name, bytes, modified))
    }

    /// Adds a file that was begun with `beginFile`; what is left to read of it is read now.
    ///
    /// The reading is used up.
    #[wasm_bindgen(unchecked_return_type = "number")]
    pub fn add(&mut self, reading: Reading) -> Result<JsValue, Error> {
        to_js(&self.inner.add(reading.inner))
    }

    /// Removes a file by its handle; a handle that is not known is passed over.
    #[wasm_bindgen(js_name = removeFile)]
    pub fn remove_file(&mut self, id: f64) -> Result<(), Error> {
        self.inner.remove(whole_number("id", id)?);
        Ok(())
    }

    /// Removes every file.
    pub fn clear(&mut self) {
        self.inner.clear();
    }

    /// The files, in the order in which they were added.
    #[wasm_bindgen(unchecked_return_type = "FileView[]")]
    pub fn files(&self) -> Result<JsValue, Error> {
        to_js(&self.inner.files())
    }

    /// The runs that can be replayed, in the order of the files.
    #[wasm_bindgen(unchecked_return_type = "RunView[]")]
    pub fn runs(&self) -> Result<JsValue, Error> {
        to_js(&self.inner.runs())
    }

    /// What everything came to.
    #[wasm_bindgen(unchecked_return_type = "ReportView")]
    pub fn report(&mut self) -> Result<JsValue, Error> {
        to_js(&self.inner.report())
    }

    /// The attempts as rows of a table.
    #[wasm_bindgen(unchecked_return_type = "AttemptView[]")]
    pub fn attempts(&mut self) -> Result<JsValue, Error> {
        to_js(&self.inner.attempts())
    }

    /// A run judged again under these settings.
    ///
    /// Throws `unknown_run`, `unknown_revision` or `invalid_configuration`.
    #[wasm_bindgen(unchecked_return_type = "ReplayView")]
    pub fn replay(
        &self,
        run: &str,
        #[wasm_bindgen(unchecked_optional_param_type = "Partial<ReplaySettings> | null")]
        settings: &JsValue,
    ) -> Result<JsValue, Error> {
        let settings = settings_from_js(settings)?;
        to_js(
            &self
                .inner
                .replay(run, &settings)
                .map_err(|error| replay_error(&error))?,
        )
    }

    /// Both windows right after a response of a run, by its ordinal from 0.
    ///
    /// Throws what `replay` throws, and `unknown_step`.
    #[wasm_bindgen(unchecked_return_type = "FrameView")]
    pub fn frame(
        &mut self,
        run: &str,
        #[wasm_bindgen(unchecked_param_type = "Partial<ReplaySettings> | null")] settings: &JsValue,
        step: f64,
    ) -> Result<JsValue, Error> {
        let settings = settings_from_js(settings)?;
        let step = whole_number("step", step)?;
        to_js(
            &self
                .inner
                .frame(run, &settings, step)
                .map_err(|error| replay_error(&error))?,
        )
    }

    /// The piece of a file around a place; `null` where the file is not loaded.
    #[wasm_bindgen(unchecked_return_type = "ExcerptView | null")]
    pub fn excerpt(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Place")] place: &JsValue,
    ) -> Result<JsValue, Error> {
        let place: Place = from_js(place)?;
        to_js(&self.inner.excerpt(&place))
    }

    /// What was read from each file, with the detector's decisions replayed to the end.
    ///
    /// Throws `unknown_revision` or `invalid_configuration`.
    #[wasm_bindgen(unchecked_return_type = "InspectView")]
    pub fn inspect(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "Partial<ReplaySettings> | null")]
        settings: &JsValue,
    ) -> Result<JsValue, Error> {
        let settings = settings_from_js(settings)?;
        to_js(
            &self
                .inner
                .inspect(&settings)
                .map_err(|error| replay_error(&error))?,
        )
    }
}

#[wasm_bindgen]
impl Reading {
    /// Reads on for about as many bytes as the budget says.
    #[wasm_bindgen(unchecked_return_type = "Progress")]
    pub fn advance(
        &mut self,
        #[wasm_bindgen(js_name = budgetBytes)] budget_bytes: f64,
    ) -> Result<JsValue, Error> {
        let budget = whole_number("budgetBytes", budget_bytes)?;
        // A budget beyond the address space is one without end.
        let budget = usize::try_from(budget).unwrap_or(usize::MAX);
        to_js(&Progress::from(self.inner.advance(budget)))
    }
}

/// A file of which nothing has been read yet, to be read in steps with `advance` and then given to
/// `Session.add`.
///
/// `modified` is when the file was last changed (RFC 3339), where the host knows.
#[wasm_bindgen(js_name = beginFile)]
pub fn begin_file(
    name: &str,
    #[wasm_bindgen(unchecked_param_type = "Uint8Array")] bytes: Vec<u8>,
    modified: Option<String>,
) -> Reading {
    let meta = FileMeta {
        name: name.into(),
        modified,
    };
    Reading {
        inner: loopledger::Reading::new(meta, bytes),
    }
}

/// Reads the limits of a `config.yaml`, checked by DeerFlow's rules.
///
/// Throws `no_loop_detection`, `invalid_configuration`, or the code of why nothing can be read.
#[wasm_bindgen(js_name = parseConfiguration, unchecked_return_type = "EffectiveConfiguration")]
pub fn parse_configuration(
    name: &str,
    #[wasm_bindgen(unchecked_param_type = "Uint8Array")] bytes: Vec<u8>,
) -> Result<JsValue, Error> {
    let configuration = loopledger::read_configuration(FileMeta::new(name), bytes)
        .map_err(|error: ConfigurationError| into_error(error.code(), &error))?;
    to_js(&configuration)
}

/// How far a reading has come.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Progress {
    done_bytes: u64,
    total_bytes: u64,
    is_done: bool,
}

impl From<loopledger::Progress> for Progress {
    fn from(progress: loopledger::Progress) -> Self {
        Self {
            done_bytes: progress.done_bytes,
            total_bytes: progress.total_bytes,
            is_done: progress.is_done,
        }
    }
}
