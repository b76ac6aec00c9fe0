//! The loop detector, fed with one model response after the other.

use crate::convert::{from_js, into_error, settings_from_js, to_js};
use crate::replay_error;
use js_sys::Error;
use loopledger::view::{DetectorContext, HookErrorView, ProposedCall, RunIdentity};
use wasm_bindgen::prelude::*;

/// A detector with the windows of its threads.
///
/// Nothing is shared between detectors.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Detector {
    inner: loopledger::Detector,
}

#[wasm_bindgen]
impl Detector {
    /// A detector that has seen nothing, under limits that DeerFlow's configuration accepts.
    ///
    /// Throws `unknown_revision` or `invalid_configuration`.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_optional_param_type = "Partial<ReplaySettings> | null")]
        settings: &JsValue,
    ) -> Result<Self, Error> {
        let inner = loopledger::Detector::new(&settings_from_js(settings)?);
        let inner = inner.map_err(|error| replay_error(&error))?;
        Ok(Self { inner })
    }

    /// A detector under any limits, as upstream's constructor takes them: what a recorded run had
    /// is replayed even where the configuration would refuse it.
    ///
    /// Throws `unknown_revision`.
    pub fn unchecked(
        #[wasm_bindgen(unchecked_optional_param_type = "Partial<ReplaySettings> | null")]
        settings: &JsValue,
    ) -> Result<Self, Error> {
        let inner = loopledger::Detector::unchecked(&settings_from_js(settings)?);
        let inner = inner.map_err(|error| replay_error(&error))?;
        Ok(Self { inner })
    }

    /// The revision of upstream that is replayed.
    pub fn revision(&self) -> String {
        self.inner.revision().to_owned()
    }

    /// The limits in force.
    #[wasm_bindgen(unchecked_return_type = "EffectiveConfiguration")]
    pub fn configuration(&self) -> Result<JsValue, Error> {
        to_js(self.inner.configuration())
    }

    /// Limits that cannot be reached, warnings that can never fire.
    #[wasm_bindgen(unchecked_return_type = "LintView[]")]
    pub fn lints(&self) -> Result<JsValue, Error> {
        to_js(&self.inner.lints())
    }

    /// Counts one model response, with the calls that it proposes in their order, and decides.
    #[wasm_bindgen(unchecked_return_type = "ObservationView")]
    pub fn observe(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "DetectorContext")] context: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "ProposedCall[]")] calls: &JsValue,
    ) -> Result<JsValue, Error> {
        let context: DetectorContext = from_js(context)?;
        let calls: Vec<ProposedCall> = from_js(calls)?;
        to_js(&self.inner.observe(&context, &calls))
    }

    /// Hands the waiting warnings of a run over to its next model request, oldest first; they are
    /// not handed over twice.
    #[wasm_bindgen(js_name = modelRequest, unchecked_return_type = "WarningView[]")]
    pub fn model_request(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "DetectorContext")] context: &JsValue,
    ) -> Result<JsValue, Error> {
        let context: DetectorContext = from_js(context)?;
        to_js(&self.inner.model_request(&context))
    }

    /// A run begins: up to revision 2026-09-08 the waiting warnings of the thread's other runs are
    /// dropped.
    #[wasm_bindgen(js_name = beforeAgent)]
    pub fn before_agent(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "DetectorContext")] context: &JsValue,
    ) -> Result<(), Error> {
        self.inner.before_agent(&from_js(context)?);
        Ok(())
    }

    /// A run ends: its waiting warnings are dropped, its windows are not.
    #[wasm_bindgen(js_name = afterAgent)]
    pub fn after_agent(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "DetectorContext")] context: &JsValue,
    ) -> Result<(), Error> {
        self.inner.after_agent(&from_js(context)?);
        Ok(())
    }

    /// Forgets a thread; without an id, or with an empty one, everything.
    #[allow(
        clippy::needless_pass_by_value,
        reason = "an optional text crosses as its own"
    )]
    pub fn reset(&mut self, #[wasm_bindgen(js_name = threadId)] thread_id: Option<String>) {
        self.inner.reset(thread_id.as_deref());
    }

    /// Takes the stop reason of a run: once for each hard stop, and never for a run without an id,
    /// which upstream has no way to name.
    #[wasm_bindgen(js_name = consumeStopReason, unchecked_return_type = "string | null")]
    pub fn consume_stop_reason(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "RunIdentity")] run: &JsValue,
    ) -> Result<JsValue, Error> {
        let run: RunIdentity = from_js(run)?;
        to_js(&self.inner.consume_stop_reason(&run))
    }

    /// The warnings that wait for a run's next model request, oldest first.
    #[wasm_bindgen(unchecked_return_type = "WarningView[]")]
    pub fn pending(
        &self,
        #[wasm_bindgen(unchecked_param_type = "DetectorContext")] context: &JsValue,
    ) -> Result<JsValue, Error> {
        to_js(&self.inner.pending(&from_js(context)?))
    }

    /// The windows that a response would be counted in; `null` before the first one.
    #[wasm_bindgen(unchecked_return_type = "WindowsView | null")]
    pub fn windows(
        &self,
        #[wasm_bindgen(unchecked_param_type = "DetectorContext")] context: &JsValue,
    ) -> Result<JsValue, Error> {
        to_js(&self.inner.windows(&from_js(context)?))
    }

    /// What windows are kept for; what was used longest ago first.
    #[wasm_bindgen(unchecked_return_type = "TrackedView[]")]
    pub fn tracked(&self) -> Result<JsValue, Error> {
        to_js(&self.inner.tracked())
    }

    /// Why a call has its key; nothing is counted.
    ///
    /// Throws the code of why upstream raises while it makes the key.
    #[wasm_bindgen(js_name = explainKey, unchecked_return_type = "KeyView")]
    pub fn explain_key(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "ProposedCall")] call: &JsValue,
    ) -> Result<JsValue, Error> {
        let call: ProposedCall = from_js(call)?;
        to_js(
            &self
                .inner
                .explain_key(&call)
                .map_err(|error| raised(&error))?,
        )
    }

    /// The digest of a call set, twelve hex digits; nothing is counted.
    ///
    /// Throws the code of why upstream raises while it makes a key.
    #[wasm_bindgen(js_name = callSetDigest)]
    pub fn call_set_digest(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "ProposedCall[]")] calls: &JsValue,
    ) -> Result<String, Error> {
        let calls: Vec<ProposedCall> = from_js(calls)?;
        let digest = self.inner.call_set_digest(&calls);
        digest.map_err(|error| raised(&error))
    }
}

fn raised(error: &HookErrorView) -> Error {
    into_error(&error.code, &error.message)
}
