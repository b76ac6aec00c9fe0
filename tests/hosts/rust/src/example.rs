//! The example of the component's README: a detector that is fed, with types from the WIT.

use wasmtime::component::{Component, Linker, bindgen};
use wasmtime::{Engine, Result, Store};

bindgen!({ path: "../../../crates/loopledger_component/wit" });

use exports::loopledger::core::detection::{
    Decision, DetectorContext, ProposedCall, ProposedName, ReplaySettings, RunIdentity,
};

/// Feeds the same call until the detector stops it; returns the decisions.
pub fn decisions(engine: &Engine, component: &Component) -> Result<Vec<Decision>> {
    let mut store = Store::new(engine, ());
    let linker = Linker::new(engine);
    let loopledger = Loopledger::instantiate(&mut store, component, &linker)?;
    let detection = loopledger.loopledger_core_detection();

    let settings = ReplaySettings {
        revision: None,
        configuration: None,
    };
    let detector = detection
        .detector()
        .call_constructor(&mut store, &settings)?
        .map_err(wasmtime::Error::msg)?;
    let context = DetectorContext {
        thread_id: Some("thread-1".to_owned()),
        run: RunIdentity::Named("run-1".to_owned()),
    };
    let call = ProposedCall {
        id: Some("call-1".to_owned()),
        name: ProposedName::Text("bash".to_owned()),
        arguments: Some(r#"{"command": "ls"}"#.to_owned()),
    };

    let mut decisions = Vec::new();
    for _ in 0..5 {
        let observation = detection.detector().call_observe(
            &mut store,
            detector,
            &context,
            std::slice::from_ref(&call),
        )?;
        decisions.push(observation.decision);
    }
    detector.resource_drop(&mut store)?;
    Ok(decisions)
}
