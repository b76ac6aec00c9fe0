//! What the viewer and the page around it say to each other, version 1; `docs/embedding.md` has
//! every message with its fields.
//!
//! This is the part without a browser: messages come in as JSON, without the bytes of files, and
//! what is to be done or said comes out.

use super::target::Target;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// The version that is spoken.
pub const VERSION: u64 = 1;
/// Files of one message at most.
pub const MAX_FILES: usize = 1_000;
/// Bytes of one message at most.
pub const MAX_BYTES: u64 = 512 << 20;
/// Characters of an id at most.
const MAX_ID: usize = 200;

/// Every key that is read, of messages and of what is in them.
pub const KEYS: [&str; 14] = [
    "type",
    "protocol",
    "id",
    "files",
    "name",
    "modified",
    "addresses",
    "page",
    "attempt",
    "run",
    "step",
    "variant",
    "lang",
    "theme",
];

/// A message that came to the window.
#[derive(Debug, Clone, Copy)]
pub struct Arrival<'a> {
    /// Whether the window that sent it is the one around the viewer.
    pub is_from_parent: bool,
    /// The origin of the page that sent it; `null` where that has none.
    pub origin: &'a str,
    /// Whether it brought a port.
    pub has_port: bool,
    /// What it says.
    pub data: &'a Value,
}

/// What is to be done about a message that came to the window.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    /// It is not meant for the viewer, or from somebody who has nothing to say here.
    Ignore,
    /// Say this, by its port if it brought one, else to its window.
    Refuse(Value),
    /// Speak through its port from now on, and say this first.
    Connect(Value),
}

/// A file of a message, without its bytes.
#[derive(Debug, Clone, PartialEq)]
pub struct HandedFile {
    /// Its name.
    pub name: String,
    /// When it was last modified, in milliseconds since 1970.
    pub modified_millis: Option<f64>,
}

/// What the host wants.
#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    /// Load these files, whose bytes are with the message.
    Load(Vec<HandedFile>),
    /// Load what is at these addresses.
    Open(Vec<String>),
    /// Show this.
    Go(Target),
}

/// A stable code and an English sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The code.
    pub code: &'static str,
    /// The sentence, which names the field.
    pub message: String,
}

impl Fault {
    /// A fault of the message itself.
    pub fn bad(message: impl Into<String>) -> Self {
        Self {
            code: "bad_message",
            message: message.into(),
        }
    }
}

/// One side of the conversation: the viewer's.
#[derive(Debug, Clone, Default)]
pub struct Session {
    own_origin: String,
    host: Option<String>,
    pending: BTreeSet<String>,
}

impl Session {
    /// A session of a viewer from this origin.
    pub fn new(own_origin: &str) -> Self {
        Self {
            own_origin: own_origin.to_owned(),
            ..Self::default()
        }
    }

    /// The origin of the host, once it is connected.
    pub fn host(&self) -> Option<&str> {
        self.host.as_deref()
    }

    /// Whether the host is the viewer's own site, of which nobody need be asked.
    ///
    /// A page without an origin is never that, whatever the viewer's own is.
    pub fn is_host_trusted(&self) -> bool {
        self.host
            .as_ref()
            .is_some_and(|host| *host == self.own_origin && host != "null")
    }

    /// Hears a message that came to the window.
    pub fn arrive(&mut self, arrival: Arrival<'_>) -> Verdict {
        let Arrival {
            is_from_parent,
            origin,
            has_port,
            data,
        } = arrival;
        let kind = text(data, "type");
        // Extensions and libraries talk through windows too, and siblings must not be heard.
        let Some(kind) = kind.filter(|kind| is_from_parent && kind.starts_with("loopledger:"))
        else {
            return Verdict::Ignore;
        };
        let id = data.get("id").cloned().unwrap_or_default();
        let refuse = |code, message: String| Verdict::Refuse(error(&id, &Fault { code, message }));
        if kind != "loopledger:connect" {
            return refuse(
                "not_connected",
                format!("`{kind}` came before `loopledger:connect`, or beside its port"),
            );
        }
        if data.get("protocol").and_then(Value::as_u64) != Some(VERSION) {
            return refuse(
                "unsupported_version",
                format!("protocol: this viewer speaks version {VERSION}"),
            );
        }
        if let Err(fault) = id_text(data) {
            return Verdict::Refuse(error(&Value::Null, &fault));
        }
        if !has_port {
            return refuse("bad_message", "a MessagePort must come with it".to_owned());
        }
        self.host = Some(origin.to_owned());
        self.pending.clear();
        let mut ready = done(&id);
        set(&mut ready, "type", "ready");
        set(&mut ready, "protocol", VERSION);
        set(&mut ready, "viewer", env!("CARGO_PKG_VERSION"));
        set(&mut ready, "host", origin);
        set(&mut ready, "maxFiles", MAX_FILES);
        set(&mut ready, "maxBytes", MAX_BYTES);
        Verdict::Connect(ready)
    }

    /// Hears a message that came through the port: what is wanted under which id, or the refusal.
    ///
    /// `sizes` are those of its files, in order; `None` where one brought no bytes.
    pub fn hear(&mut self, data: &Value, sizes: &[Option<u64>]) -> Result<(Value, Command), Value> {
        let key = id_text(data).map_err(|fault| error(&Value::Null, &fault))?;
        let id = data.get("id").cloned().unwrap_or_default();
        if self.pending.contains(&key) {
            let message = format!("id: {id} is still being worked on");
            return Err(error(
                &id,
                &Fault {
                    code: "duplicate_id",
                    message,
                },
            ));
        }
        let command = command(data, sizes).map_err(|fault| error(&id, &fault))?;
        self.pending.insert(key);
        Ok((id, command))
    }

    /// A request was answered; its id may come again.
    pub fn answered(&mut self, id: &Value) {
        self.pending.remove(&id.to_string());
    }
}

/// The answer to a request that was carried out; fields may be added.
pub fn done(id: &Value) -> Value {
    json!({ "type": "done", "id": id })
}

/// The answer to a request that was not carried out.
pub fn error(id: &Value, fault: &Fault) -> Value {
    json!({ "type": "error", "id": id, "code": fault.code, "message": fault.message })
}

/// Adds a field to a message.
pub fn set(message: &mut Value, key: &str, value: impl Into<Value>) {
    if let Some(fields) = message.as_object_mut() {
        fields.insert(key.to_owned(), value.into());
    }
}

fn command(data: &Value, sizes: &[Option<u64>]) -> Result<Command, Fault> {
    let kind = text(data, "type").ok_or_else(|| Fault::bad("type: expected a text"))?;
    match kind {
        "load" => files(data, sizes).map(Command::Load),
        "open" => addresses(data).map(Command::Open),
        "go" => Target::read(data).map(Command::Go),
        _ => Err(Fault {
            code: "unknown_type",
            message: format!("type: `{kind}` is no request of version {VERSION}"),
        }),
    }
}

fn files(data: &Value, sizes: &[Option<u64>]) -> Result<Vec<HandedFile>, Fault> {
    let list = list(data, "files")?;
    let mut bytes: u64 = 0;
    let mut files = Vec::with_capacity(list.len());
    for (index, item) in list.iter().enumerate() {
        let name = text(item, "name").filter(|name| !name.is_empty());
        let name =
            name.ok_or_else(|| Fault::bad(format!("files[{index}].name: expected a text")))?;
        let size = sizes.get(index).copied().flatten().ok_or_else(|| {
            Fault::bad(format!(
                "files[{index}].bytes: expected an ArrayBuffer or a Blob"
            ))
        })?;
        bytes = bytes.saturating_add(size);
        files.push(HandedFile {
            name: name.to_owned(),
            modified_millis: item.get("modified").and_then(Value::as_f64),
        });
    }
    if bytes > MAX_BYTES {
        return Err(Fault {
            code: "too_large",
            message: format!("files: {bytes} bytes, and {MAX_BYTES} at most"),
        });
    }
    Ok(files)
}

fn addresses(data: &Value) -> Result<Vec<String>, Fault> {
    list(data, "addresses")?
        .iter()
        .enumerate()
        .map(|(index, item)| {
            let text = item.as_str().map(str::to_owned);
            text.ok_or_else(|| Fault::bad(format!("addresses[{index}]: expected a text")))
        })
        .collect()
}

fn list<'a>(data: &'a Value, key: &str) -> Result<&'a [Value], Fault> {
    let list = data.get(key).and_then(Value::as_array).map(Vec::as_slice);
    match list {
        None | Some([]) => Err(Fault::bad(format!("{key}: expected a list with an item"))),
        Some(list) if list.len() > MAX_FILES => Err(Fault {
            code: "too_large",
            message: format!("{key}: {} items, and {MAX_FILES} at most", list.len()),
        }),
        Some(list) => Ok(list),
    }
}

/// The id of a request as text: it is given back as it came.
fn id_text(data: &Value) -> Result<String, Fault> {
    match data.get("id") {
        Some(id @ Value::String(text)) if text.chars().count() <= MAX_ID => Ok(id.to_string()),
        Some(id @ Value::Number(number)) if number.is_u64() => Ok(id.to_string()),
        _ => Err(Fault::bad(format!(
            "id: expected a whole number, or a text of at most {MAX_ID} characters"
        ))),
    }
}

fn text<'a>(data: &'a Value, key: &str) -> Option<&'a str> {
    data.get(key).and_then(Value::as_str)
}

/// A message that nobody asked for.
pub fn event(kind: &str, fields: Map<String, Value>) -> Value {
    let mut message = Value::Object(fields);
    set(&mut message, "type", kind);
    message
}

#[cfg(test)]
mod tests {
    use super::*;

    const OWN: &str = "https://viewer.example";
    const HOST: &str = "https://host.example";

    fn arrive(session: &mut Session, is_from_parent: bool, data: &Value) -> Verdict {
        session.arrive(Arrival {
            is_from_parent,
            origin: HOST,
            has_port: true,
            data,
        })
    }

    fn connect() -> Value {
        json!({ "type": "loopledger:connect", "protocol": 1, "id": 0 })
    }

    fn connected() -> Session {
        let mut session = Session::new(OWN);
        assert!(matches!(
            arrive(&mut session, true, &connect()),
            Verdict::Connect(_)
        ));
        session
    }

    /// The code of the refusal of a message through the port.
    fn check(data: &Value, sizes: &[Option<u64>], expected: &str) {
        let refusal = connected().hear(data, sizes).unwrap_err();
        assert_eq!(refusal["code"], expected, "{refusal}");
        assert_eq!(refusal["type"], "error");
    }

    fn refusal(verdict: Verdict) -> Value {
        match verdict {
            Verdict::Refuse(refusal) => refusal,
            other => panic!("not refused: {other:?}"),
        }
    }

    #[test]
    fn the_window_around_is_connected_and_told_the_limits() {
        let mut session = Session::new(OWN);
        let Verdict::Connect(ready) = arrive(&mut session, true, &connect()) else {
            panic!("not connected");
        };
        assert_eq!(ready["type"], "ready");
        assert_eq!(ready["id"], 0);
        assert_eq!(ready["host"], HOST);
        assert_eq!(ready["maxBytes"], MAX_BYTES);
        assert_eq!(session.host(), Some(HOST));
    }

    #[test]
    fn another_window_is_not_heard() {
        let mut session = Session::new(OWN);
        assert_eq!(arrive(&mut session, false, &connect()), Verdict::Ignore);
        assert_eq!(session.host(), None);
    }

    #[test]
    fn what_is_not_meant_for_us_is_left_alone() {
        for data in [json!(null), json!("x"), json!({ "type": "webpackOk" })] {
            let verdict = arrive(&mut Session::new(OWN), true, &data);
            assert_eq!(verdict, Verdict::Ignore, "{data}");
        }
    }

    #[test]
    fn another_version_is_refused_and_not_connected() {
        for protocol in [json!(2), json!("1"), json!(null)] {
            let mut session = Session::new(OWN);
            let data = json!({ "type": "loopledger:connect", "protocol": protocol, "id": 7 });
            let refusal = refusal(arrive(&mut session, true, &data));
            assert_eq!(refusal["code"], "unsupported_version");
            assert_eq!(refusal["id"], 7);
            assert_eq!(session.host(), None);
        }
    }

    #[test]
    fn a_request_beside_the_port_is_refused() {
        let data = json!({ "type": "loopledger:load", "id": "a" });
        let refusal = refusal(arrive(&mut Session::new(OWN), true, &data));
        assert_eq!(refusal["code"], "not_connected");
        assert_eq!(refusal["id"], "a");
    }

    #[test]
    fn a_connection_needs_a_port() {
        let mut session = Session::new(OWN);
        let verdict = session.arrive(Arrival {
            is_from_parent: true,
            origin: HOST,
            has_port: false,
            data: &connect(),
        });
        assert_eq!(refusal(verdict)["code"], "bad_message");
        assert_eq!(session.host(), None);
    }

    #[test]
    fn only_the_own_site_is_trusted() {
        assert!(!connected().is_host_trusted());
        for (own, is_trusted) in [(HOST, true), ("null", false)] {
            let mut session = Session::new(own);
            session.arrive(Arrival {
                is_from_parent: true,
                origin: own,
                has_port: true,
                data: &connect(),
            });
            assert_eq!(session.is_host_trusted(), is_trusted, "{own}");
        }
    }

    #[test]
    fn files_come_with_their_bytes() {
        let data = json!({
            "type": "load", "id": 1,
            "files": [{ "name": "a.jsonl" }, { "name": "b.jsonl", "modified": 5 }],
        });
        let (id, command) = connected().hear(&data, &[Some(3), Some(0)]).unwrap();
        assert_eq!(id, 1);
        let Command::Load(files) = command else {
            panic!("{command:?}");
        };
        assert_eq!(files[1].name, "b.jsonl");
        assert_eq!(files[1].modified_millis, Some(5.0));
        check(&data, &[Some(3), None], "bad_message");
        check(&data, &[Some(MAX_BYTES), Some(1)], "too_large");
    }

    #[test]
    fn a_message_holds_only_so_many_files() {
        let files = vec![json!({ "name": "a" }); MAX_FILES + 1];
        let data = json!({ "type": "load", "id": 1, "files": files });
        check(&data, &vec![Some(1); MAX_FILES + 1], "too_large");
    }

    #[test]
    fn faulty_messages_name_their_field() {
        for (data, field) in [
            (json!({ "id": 1 }), "type"),
            (json!({ "id": 1, "type": "load", "files": [] }), "files"),
            (
                json!({ "id": 1, "type": "load", "files": [{}] }),
                "files[0].name",
            ),
            (
                json!({ "id": 1, "type": "open", "addresses": "a" }),
                "addresses",
            ),
            (
                json!({ "id": 1, "type": "open", "addresses": [1] }),
                "addresses[0]",
            ),
            (json!({ "type": "open", "addresses": ["a"] }), "id"),
            (
                json!({ "id": 1.5, "type": "open", "addresses": ["a"] }),
                "id",
            ),
        ] {
            let refusal = connected().hear(&data, &[]).unwrap_err();
            let message = refusal["message"].as_str().unwrap();
            assert!(message.starts_with(&format!("{field}:")), "{message}");
            assert_eq!(refusal["code"], "bad_message");
        }
    }

    #[test]
    fn an_unknown_request_is_answered() {
        check(&json!({ "id": 1, "type": "explode" }), &[], "unknown_type");
    }

    #[test]
    fn an_id_is_taken_until_it_is_answered() {
        let mut session = connected();
        let data = json!({ "id": "a", "type": "open", "addresses": ["a.jsonl"] });
        let (id, _) = session.hear(&data, &[]).unwrap();
        assert_eq!(
            session.hear(&data, &[]).unwrap_err()["code"],
            "duplicate_id"
        );
        session.answered(&id);
        assert!(session.hear(&data, &[]).is_ok());
    }

    #[test]
    fn a_host_that_connects_again_begins_anew() {
        let mut session = connected();
        let data = json!({ "id": 1, "type": "open", "addresses": ["a.jsonl"] });
        session.hear(&data, &[]).unwrap();
        arrive(&mut session, true, &connect());
        assert!(session.hear(&data, &[]).is_ok());
    }
}
