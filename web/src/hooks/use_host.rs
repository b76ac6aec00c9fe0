//! The page around the viewer: carries messages between it and [`Session`].

use super::{
    EngineError, Incoming, LibraryHandle, LoadResult, use_address, use_keys, use_library,
    use_shown_provenance,
};
use crate::embed::protocol::{
    self, Arrival, Command, Fault, HandedFile, KEYS, Session, Verdict, set,
};
use crate::embed::target::Contents;
use crate::fetching;
use crate::intake::SourceFile;
use crate::route::{Address, Page};
use crate::state::{Data, Question, Subject};
use futures_channel::oneshot;
use gloo::events::EventListener;
use gloo::utils::{body, document, window};
use js_sys::{Array, ArrayBuffer, JSON, Reflect};
use serde_json::{Map, Value};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{Blob, HtmlElement, MessageEvent, MessagePort, ResizeObserver};
use yew::{hook, platform::spawn_local, use_effect_with, use_mut_ref};

/// The open line to the host; every clone is the same one.
type Line = Rc<RefCell<Option<Port>>>;

/// A port with what hears it; closed when dropped.
struct Port {
    port: MessagePort,
    _listener: EventListener,
}

impl Drop for Port {
    fn drop(&mut self) {
        self.port.close();
    }
}

/// Speaks with the page around the viewer, where there is one.
#[hook]
pub fn use_host() {
    let address = use_address();
    let library = use_library();
    let is_embedded = address.address().is_embedded();
    let line = use_mut_ref(|| None::<Port>);
    let latest = use_mut_ref(|| library.clone());
    *latest.borrow_mut() = library.clone();

    use_effect_with(is_embedded, {
        let line = Rc::clone(&line);
        move |is_embedded| {
            let parts = is_embedded.then(|| (listen(&latest, &line), watch_height(&line)));
            move || drop(parts)
        }
    });

    // What happens is said when it happens, and once more to a host that connects later.
    let loaded = library
        .data
        .as_ref()
        .map(|data| (library.generation, counts(data)));
    use_effect_with(loaded, {
        let line = Rc::clone(&line);
        move |loaded| {
            if let Some((_, counts)) = loaded {
                say(&line, "loaded", counts.clone());
            }
        }
    });
    use_effect_with(library.failures.clone(), {
        let line = Rc::clone(&line);
        move |failures| {
            if !failures.is_empty() {
                say(&line, "failed", failed(failures));
            }
        }
    });
    use_effect_with(library.question.clone(), {
        let line = Rc::clone(&line);
        move |question| {
            if question.is_some() {
                say(&line, "asking", Map::new());
            }
        }
    });
    let step = shown_step(&library, &address);
    use_effect_with(step, {
        let line = Rc::clone(&line);
        move |step| {
            if let Some((run, step)) = step {
                say(&line, "step", step_fields(run, *step));
            }
        }
    });

    // Escape leads out, where it closes nothing in here.
    let is_panel_open = use_shown_provenance().is_some();
    use_keys(move |event| {
        let leaves = is_embedded && event.key() == "Escape" && !is_panel_open;
        if leaves && line.borrow().is_some() {
            let focused = document().active_element();
            if let Some(element) =
                focused.and_then(|element| element.dyn_into::<HtmlElement>().ok())
            {
                // What cannot lose the focus has none.
                let _ = element.blur();
            }
            say(&line, "leave", Map::new());
        }
        false
    });
}

/// Hears the window, and tells the page around it that it does.
fn listen(latest: &Rc<RefCell<LibraryHandle>>, line: &Line) -> Option<EventListener> {
    let parent = window().parent().ok().flatten()?;
    if parent == window() {
        return None;
    }
    let session = Rc::new(RefCell::new(Session::new(&fetching::page_origin())));
    let listener = EventListener::new(&window(), "message", {
        let (latest, line) = (Rc::clone(latest), Rc::clone(line));
        let parent = parent.clone();
        move |event| {
            let event: &MessageEvent = event.unchecked_ref();
            let source = Reflect::get(event, &"source".into()).unwrap_or_default();
            let port = event.ports().get(0).dyn_into::<MessagePort>().ok();
            let verdict = session.borrow_mut().arrive(Arrival {
                is_from_parent: source == *AsRef::<JsValue>::as_ref(&parent),
                origin: &event.origin(),
                has_port: port.is_some(),
                data: &json_of(&event.data()),
            });
            match (verdict, port) {
                (Verdict::Connect(ready), Some(port)) => {
                    post(&port, &ready);
                    let library = latest.borrow().clone();
                    greet(&port, &library);
                    let opened = open(port, &session, &latest);
                    *line.borrow_mut() = Some(opened);
                    say_height(&line);
                }
                (Verdict::Refuse(refusal), Some(port)) => post(&port, &refusal),
                // A page without an origin cannot be named as the only one to hear it.
                (Verdict::Refuse(refusal), None) if event.origin() != "null" => {
                    // A window that is gone hears nothing.
                    let _ = parent.post_message(&js_of(&refusal), &event.origin());
                }
                _ => {}
            }
        }
    });
    let mut hello = protocol::event("loopledger:hello", Map::new());
    set(&mut hello, "protocol", Value::from(vec![protocol::VERSION]));
    // To whom is not known yet, and it says nothing that the address of the frame does not say.
    let _ = parent.post_message(&js_of(&hello), "*");
    Some(listener)
}

/// Says what a host missed that connects when something is here already.
fn greet(port: &MessagePort, library: &LibraryHandle) {
    if let Some(data) = &library.data {
        post(port, &protocol::event("loaded", counts(data)));
    }
    if !library.failures.is_empty() {
        post(port, &protocol::event("failed", failed(&library.failures)));
    }
    if library.question.is_some() {
        post(port, &protocol::event("asking", Map::new()));
    }
    if let Some((run, step)) = shown_step(library, library.address()) {
        post(port, &protocol::event("step", step_fields(&run, step)));
    }
}

/// Hears a port.
fn open(
    port: MessagePort,
    session: &Rc<RefCell<Session>>,
    latest: &Rc<RefCell<LibraryHandle>>,
) -> Port {
    let listener = EventListener::new(&port, "message", {
        let (port, session, latest) = (port.clone(), Rc::clone(session), Rc::clone(latest));
        move |event| {
            let event: &MessageEvent = event.unchecked_ref();
            let data = event.data();
            let bytes = blobs(&data);
            let sizes: Vec<Option<u64>> = bytes
                .iter()
                .map(|blob| Some(SourceFile::from_blob("", blob.clone()?, None).size()))
                .collect();
            let heard = session.borrow_mut().hear(&json_of(&data), &sizes);
            match heard {
                Ok((id, command)) => {
                    let library = latest.borrow().clone();
                    let is_trusted = session.borrow().is_host_trusted();
                    let host = session.borrow().host().unwrap_or_default().to_owned();
                    let (port, session) = (port.clone(), Rc::clone(&session));
                    spawn_local(async move {
                        let question = (!is_trusted).then_some(host);
                        let result = carry_out(command, bytes, question, &library).await;
                        session.borrow_mut().answered(&id);
                        post(&port, &answer(&id, result));
                    });
                }
                Err(refusal) => post(&port, &refusal),
            }
        }
    });
    port.start();
    Port {
        port,
        _listener: listener,
    }
}

fn answer(id: &Value, result: Result<Map<String, Value>, Fault>) -> Value {
    match result {
        Ok(fields) => {
            let mut done = protocol::done(id);
            for (key, value) in fields {
                set(&mut done, &key, value);
            }
            done
        }
        Err(fault) => protocol::error(id, &fault),
    }
}

/// Does what the host wants; `host` is named where the reader must be asked about it.
async fn carry_out(
    command: Command,
    bytes: Vec<Option<Blob>>,
    host: Option<String>,
    library: &LibraryHandle,
) -> Result<Map<String, Value>, Fault> {
    match command {
        Command::Load(files) => {
            let question = host.map(|host| Question {
                subject: Subject::Host,
                origins: vec![host],
                names: files.iter().map(|file| file.name.clone()).collect(),
            });
            let files = files.into_iter().zip(bytes).filter_map(|(file, blob)| {
                let HandedFile {
                    name,
                    modified_millis,
                } = file;
                Some(SourceFile::from_blob(&name, blob?, modified_millis))
            });
            settle(library.take(Incoming::Files(files.collect()), question)).await
        }
        Command::Open(addresses) => {
            let wanted: Result<Vec<_>, EngineError> = addresses
                .iter()
                .map(|text| fetching::wanted(text))
                .collect();
            let wanted = wanted.map_err(|error| fault_of(&[error]))?;
            settle(library.fetch(None, wanted)).await
        }
        Command::Go(target) => {
            let now = library.address().now();
            let contents = library.data.as_ref().map(|data| contents(data, &now));
            let needs_data =
                target.attempt.is_some() || target.run.is_some() || target.step.is_some();
            if contents.is_none() && needs_data {
                return Err(Fault {
                    code: "not_loaded",
                    message: "no data is loaded yet".to_owned(),
                });
            }
            let address = target.address(&contents.unwrap_or_default(), &now)?;
            if address.page == now.page {
                library.address().replace(&address);
            } else {
                library.address().push(&address);
            }
            Ok(Map::new())
        }
    }
}

async fn settle(receiver: oneshot::Receiver<LoadResult>) -> Result<Map<String, Value>, Fault> {
    // Dropped without a word when the reader cancels before its turn.
    match receiver
        .await
        .unwrap_or_else(|_| Err(vec![EngineError::Cancelled]))
    {
        Ok(loaded) => Ok(fields([
            ("files", loaded.files.into()),
            ("refused", loaded.refused.into()),
        ])),
        Err(errors) => Err(fault_of(&errors)),
    }
}

/// The first of several errors gives the code; all of them are told.
fn fault_of(errors: &[EngineError]) -> Fault {
    let code = match errors.first() {
        Some(EngineError::Address { problem, .. }) => problem.code(),
        Some(EngineError::Cancelled) => "cancelled",
        _ => "load_failed",
    };
    let messages: Vec<String> = errors.iter().map(ToString::to_string).collect();
    Fault {
        code,
        message: messages.join("; "),
    }
}

fn failed(failures: &[EngineError]) -> Map<String, Value> {
    let Fault { code, message } = fault_of(failures);
    fields([("code", code.into()), ("message", message.into())])
}

fn counts(data: &Data) -> Map<String, Value> {
    fields([
        ("files", data.files.len().into()),
        ("attempts", data.attempts.len().into()),
        ("runs", data.runs.len().into()),
    ])
}

fn step_fields(run: &str, step: u64) -> Map<String, Value> {
    fields([("run", run.into()), ("step", step.into())])
}

fn fields<const N: usize>(fields: [(&str, Value); N]) -> Map<String, Value> {
    fields
        .into_iter()
        .map(|(key, value)| (key.to_owned(), value))
        .collect()
}

fn contents(data: &Data, now: &Address) -> Contents {
    Contents {
        runs: data
            .runs
            .iter()
            .map(|run| (run.key.clone(), run.responses))
            .collect(),
        attempts: data
            .attempts
            .iter()
            .map(|attempt| (attempt.attempt_id.clone(), attempt.run.clone()))
            .collect(),
        variants: data
            .report
            .variants
            .iter()
            .filter_map(|group| group.variant.clone())
            .collect(),
        shown_run: crate::pages::shown_run(data, now).map(|run| run.key.clone()),
    }
}

/// The run and the step that the Replay page shows while it is paused.
fn shown_step(library: &LibraryHandle, address: &super::AddressHandle) -> Option<(String, u64)> {
    let address = address.now();
    if address.page != Page::Replay {
        return None;
    }
    let data = library.data.as_ref()?;
    let run = crate::pages::shown_run(data, &address)?;
    let step = address.query.get("step")?.parse().ok()?;
    Some((run.key.clone(), step))
}

/// Says how tall the content is, whenever that changes.
fn watch_height(line: &Line) -> Option<(ResizeObserver, Closure<dyn FnMut()>)> {
    let line = Rc::clone(line);
    let callback: Closure<dyn FnMut()> = Closure::new(move || say_height(&line));
    let observer = ResizeObserver::new(callback.as_ref().unchecked_ref()).ok()?;
    observer.observe(&body());
    Some((observer, callback))
}

fn say_height(line: &Line) {
    let height = body().get_bounding_client_rect().height().ceil();
    say(line, "height", fields([("height", height.into())]));
}

fn say(line: &Line, kind: &str, fields: Map<String, Value>) {
    if let Some(Port { port, .. }) = &*line.borrow() {
        post(port, &protocol::event(kind, fields));
    }
}

fn post(port: &MessagePort, message: &Value) {
    // Fails only for what cannot be copied, and JSON can.
    let _ = port.post_message(&js_of(message));
}

fn js_of(message: &Value) -> JsValue {
    JSON::parse(&message.to_string()).unwrap_or_default()
}

/// A message as JSON, without the bytes in it and without anything that is not read.
fn json_of(data: &JsValue) -> Value {
    let keys: Array = KEYS.iter().map(|key| JsValue::from_str(key)).collect();
    // What refers to itself has no JSON, and is no message of ours.
    JSON::stringify_with_replacer(data, &keys)
        .ok()
        .and_then(|text| serde_json::from_str(&String::from(text)).ok())
        .unwrap_or_default()
}

/// The bytes of each file of a message.
fn blobs(data: &JsValue) -> Vec<Option<Blob>> {
    let get = |value: &JsValue, key: &str| Reflect::get(value, &key.into()).unwrap_or_default();
    let files = get(data, "files");
    if !Array::is_array(&files) {
        return Vec::new();
    }
    Array::from(&files)
        .iter()
        .take(protocol::MAX_FILES + 1)
        .map(|file| {
            let bytes = get(&file, "bytes");
            if let Ok(blob) = bytes.clone().dyn_into::<Blob>() {
                return Some(blob);
            }
            let buffer = bytes.dyn_into::<ArrayBuffer>().ok()?;
            Blob::new_with_buffer_source_sequence(&Array::of1(&buffer)).ok()
        })
        .collect()
}
