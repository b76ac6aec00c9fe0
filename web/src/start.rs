//! What the page did before this program had arrived.
//!
//! `web/boot.js` shows the drop zone at once, keeps what is dropped on it, and leaves that and the
//! worker's address in the global `loopledgerStart`.

use js_sys::{Array, Function, Reflect};
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{File, FileSystemEntry, WorkerGlobalScope};

/// The worker's script where nothing else is said.
const WORKER: &str = "./worker.js";

/// What was dropped or chosen before the program ran.
#[derive(Debug, Default)]
pub struct Arrivals {
    /// Files that came without a place on the disk.
    pub files: Vec<File>,
    /// Files and folders.
    pub entries: Vec<FileSystemEntry>,
}

/// Whether this is a worker, and not the page.
pub fn is_worker() -> bool {
    js_sys::global().is_instance_of::<WorkerGlobalScope>()
}

/// The address of the worker's script, which names this very build.
pub fn worker_address() -> String {
    start()
        .and_then(|start| Reflect::get(&start, &"worker".into()).ok())
        .and_then(|address| address.as_string())
        .unwrap_or_else(|| WORKER.to_owned())
}

/// Takes over from the page's start: what it kept, once. From now on the program listens.
pub fn take_arrivals() -> Arrivals {
    let taken = start()
        .and_then(|start| Reflect::get(&start, &"take".into()).ok())
        .and_then(|take| take.dyn_into::<Function>().ok())
        .and_then(|take| take.call0(&JsValue::UNDEFINED).ok());
    let Some(taken) = taken else {
        return Arrivals::default();
    };
    Arrivals {
        files: list(&taken, "files"),
        entries: list(&taken, "entries"),
    }
}

fn start() -> Option<JsValue> {
    Reflect::get(&js_sys::global(), &"loopledgerStart".into())
        .ok()
        .filter(JsValue::is_object)
}

fn list<T: wasm_bindgen::JsCast>(taken: &JsValue, name: &str) -> Vec<T> {
    Reflect::get(taken, &name.into())
        .ok()
        .and_then(|list| list.dyn_into::<Array>().ok())
        .map(|list| list.iter().map(JsValue::unchecked_into).collect())
        .unwrap_or_default()
}
