//! Loopledger as a WebAssembly component, for any host.
//!
//! Every function converts, calls the crate `loopledger`, and converts back.
//! What is asked and answered is described in `wit/world.wit`.

mod convert;
mod detection;
mod records;

/// What the WIT becomes in Rust.
#[allow(
    clippy::all,
    clippy::error_impl_error,
    clippy::pedantic,
    clippy::allow_attributes_without_reason,
    missing_docs,
    unreachable_pub,
    unsafe_code,
    reason = "generated; what crosses the door is raw memory, and nothing else here touches any"
)]
mod bindings {
    wit_bindgen::generate!({
        path: "wit",
        world: "loopledger",
    });

    use super::Door;

    export!(Door);
}

/// What the component exports.
#[derive(Debug)]
struct Door;
