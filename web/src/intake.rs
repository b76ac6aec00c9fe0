//! How files come in: dropped, picked, pasted, or fetched as an example.

use crate::hooks::EngineError;
use crate::start::Arrivals;
use futures_channel::oneshot;
use gloo::file::{Blob, futures::read_as_bytes};
use gloo::net::http;
use serde::Deserialize;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{
    DataTransfer, FileList, FileSystemDirectoryEntry, FileSystemDirectoryReader, FileSystemEntry,
    FileSystemFileEntry,
};

/// The name of text that was pasted.
pub const PASTED: &str = "pasted.json";

/// A file that is to be loaded.
#[derive(Debug, Clone, PartialEq)]
pub struct SourceFile {
    /// Its name, with its folder where one was given.
    pub name: String,
    /// The SHA-256 that it must have, lower-case hex, where somebody said so.
    pub sha256: Option<String>,
    file: Blob,
    modified_millis: Option<f64>,
}

impl SourceFile {
    /// Text or bytes that came without a file.
    pub fn new(name: &str, bytes: &[u8]) -> Self {
        Self {
            name: name.to_owned(),
            // Copied first: a view of this memory is empty once the memory has grown, which making
            // the blob may bring about.
            file: Blob::new(js_sys::Uint8Array::from(bytes).buffer()),
            modified_millis: None,
            sha256: None,
        }
    }

    /// Bytes that came in pieces, and when they were last modified, in milliseconds since 1970.
    pub fn from_blob(name: &str, blob: web_sys::Blob, modified_millis: Option<f64>) -> Self {
        Self {
            name: name.to_owned(),
            sha256: None,
            file: blob.into(),
            modified_millis: modified_millis.filter(|millis| millis.is_finite()),
        }
    }

    fn from_file(file: web_sys::File, folder: &str) -> Self {
        Self {
            name: folder_path(&file).unwrap_or_else(|| format!("{folder}{}", file.name())),
            modified_millis: Some(file.last_modified()),
            sha256: None,
            file: file.into(),
        }
    }

    /// Its size in bytes.
    pub fn size(&self) -> u64 {
        self.file.size()
    }

    /// When it was last modified, RFC 3339.
    pub fn modified(&self) -> Option<String> {
        let date = js_sys::Date::new(&self.modified_millis?.into());
        date.to_iso_string().as_string()
    }

    /// Some of its bytes.
    pub async fn slice(&self, from: u64, to: u64) -> Result<Vec<u8>, EngineError> {
        read_as_bytes(&self.file.slice(from, to))
            .await
            .map_err(|error| self.unreadable(&error.to_string()))
    }

    fn unreadable(&self, detail: &str) -> EngineError {
        EngineError::Unreadable {
            file: self.name.clone(),
            detail: detail.to_owned(),
        }
    }
}

/// The files of a picker.
pub fn from_list(list: &FileList) -> Vec<SourceFile> {
    (0..list.length())
        .filter_map(|index| list.get(index))
        .map(|file| SourceFile::from_file(file, ""))
        .filter(is_wanted)
        .collect()
}

/// Whether a drag holds files, and not a piece of a page.
pub fn has_files(transfer: &DataTransfer) -> bool {
    transfer
        .types()
        .iter()
        .any(|kind| kind.as_string().as_deref() == Some("Files"))
}

/// What was dropped: files and whole folders.
///
/// To be called while the event lasts, because what it holds is gone afterwards; the folders are
/// read later.
pub fn from_transfer(
    transfer: &DataTransfer,
) -> impl Future<Output = Result<Vec<SourceFile>, EngineError>> + use<> {
    let items = transfer.items();
    let mut entries = Vec::new();
    let mut files = Vec::new();
    for index in 0..items.length() {
        let Some(item) = items.get(index) else {
            continue;
        };
        match item.webkit_get_as_entry() {
            Ok(Some(entry)) => entries.push(entry),
            // No entry: a file that has no place on the disk, or a piece of text.
            _ => files.extend(item.get_as_file().ok().flatten()),
        }
    }
    from_arrivals(Arrivals { files, entries })
}

/// What was dropped or chosen, with everything that its folders hold.
pub async fn from_arrivals(arrivals: Arrivals) -> Result<Vec<SourceFile>, EngineError> {
    let Arrivals { files, entries } = arrivals;
    let mut found: Vec<SourceFile> = files
        .into_iter()
        .map(|file| SourceFile::from_file(file, ""))
        .collect();
    // Folders are read in the order in which they were found, as a file manager shows them.
    let mut queue: Vec<(FileSystemEntry, String)> = entries
        .into_iter()
        .rev()
        .map(|entry| (entry, String::new()))
        .collect();
    while let Some((entry, folder)) = queue.pop() {
        if entry.is_directory() {
            let folder = format!("{folder}{}/", entry.name());
            let mut inside = read_folder(&entry)
                .await
                .map_err(|error| unreadable(&entry, &error))?;
            inside.sort_by_key(FileSystemEntry::name);
            queue.extend(
                inside
                    .into_iter()
                    .rev()
                    .map(|entry| (entry, folder.clone())),
            );
        } else {
            let file = read_entry(&entry)
                .await
                .map_err(|error| unreadable(&entry, &error))?;
            found.push(SourceFile::from_file(file, &folder));
        }
    }
    found.retain(is_wanted);
    Ok(found)
}

/// What was pasted: files, else text.
pub fn from_paste(transfer: &DataTransfer) -> Vec<SourceFile> {
    if let Some(list) = transfer.files().filter(|list| list.length() > 0) {
        return from_list(&list);
    }
    transfer
        .get_data("text/plain")
        .ok()
        .filter(|text| !text.trim().is_empty())
        .map(|text| SourceFile::new(PASTED, text.as_bytes()))
        .into_iter()
        .collect()
}

/// A worked example, as `examples/index.json` lists it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Example {
    /// Its folder.
    pub id: String,
    /// Its files.
    pub files: Vec<String>,
}

/// Fetches the files of a worked example, from beside the page itself.
pub async fn fetch_example(id: &str) -> Result<Vec<SourceFile>, EngineError> {
    let index = fetch("examples/index.json").await?;
    let examples: Vec<Example> =
        serde_json::from_slice(&index).map_err(|error| EngineError::Unreadable {
            file: "examples/index.json".to_owned(),
            detail: error.to_string(),
        })?;
    let Some(example) = examples.into_iter().find(|example| example.id == id) else {
        return Err(EngineError::Unreadable {
            file: "examples/index.json".to_owned(),
            detail: format!("no example `{id}`"),
        });
    };
    let mut files = Vec::with_capacity(example.files.len());
    for name in &example.files {
        let bytes = fetch(&format!("examples/{id}/{name}")).await?;
        files.push(SourceFile::new(name, &bytes));
    }
    Ok(files)
}

async fn fetch(path: &str) -> Result<Vec<u8>, EngineError> {
    let unreadable = |detail: String| EngineError::Unreadable {
        file: path.to_owned(),
        detail,
    };
    let response = http::Request::get(path)
        .send()
        .await
        .map_err(|error| unreadable(error.to_string()))?;
    if !response.ok() {
        return Err(unreadable(format!("HTTP {}", response.status())));
    }
    response
        .binary()
        .await
        .map_err(|error| unreadable(error.to_string()))
}

/// Files whose name begins with a dot belong to the system, not to the reader.
fn is_wanted(file: &SourceFile) -> bool {
    !file
        .name
        .rsplit('/')
        .next()
        .is_some_and(|name| name.starts_with('.'))
}

/// The path of a file of the folder picker, which is the one place where the browser says it.
fn folder_path(file: &web_sys::File) -> Option<String> {
    js_sys::Reflect::get(file, &"webkitRelativePath".into())
        .ok()
        .and_then(|path| path.as_string())
        .filter(|path| !path.is_empty())
}

fn unreadable(entry: &FileSystemEntry, error: &JsValue) -> EngineError {
    EngineError::Unreadable {
        file: entry.full_path(),
        detail: js_sys::Reflect::get(error, &"message".into())
            .ok()
            .and_then(|message| message.as_string())
            .unwrap_or_default(),
    }
}

/// Everything in a folder; a reader hands out at most a hundred entries at a time.
async fn read_folder(entry: &FileSystemEntry) -> Result<Vec<FileSystemEntry>, JsValue> {
    let folder: &FileSystemDirectoryEntry = entry.unchecked_ref();
    let reader: FileSystemDirectoryReader = folder.create_reader();
    let mut entries = Vec::new();
    loop {
        let batch: js_sys::Array =
            once(|found, failed| reader.read_entries_with_callback_and_callback(found, failed))
                .await?
                .unchecked_into();
        if batch.length() == 0 {
            return Ok(entries);
        }
        entries.extend(batch.iter().map(JsValue::unchecked_into::<FileSystemEntry>));
    }
}

async fn read_entry(entry: &FileSystemEntry) -> Result<web_sys::File, JsValue> {
    let entry: &FileSystemFileEntry = entry.unchecked_ref();
    once(|found, failed| {
        entry.file_with_callback_and_callback(found, failed);
        Ok(())
    })
    .await
    .map(JsValue::unchecked_into)
}

/// Waits for one of two callbacks.
async fn once(
    call: impl FnOnce(&js_sys::Function, &js_sys::Function) -> Result<(), JsValue>,
) -> Result<JsValue, JsValue> {
    let (sender, receiver) = oneshot::channel();
    let sender = Rc::new(RefCell::new(Some(sender)));
    let callback = |wrap: fn(JsValue) -> Result<JsValue, JsValue>| {
        let sender = Rc::clone(&sender);
        Closure::once(move |value: JsValue| {
            if let Some(sender) = sender.borrow_mut().take() {
                // Nobody waits any more if the page was left.
                let _ = sender.send(wrap(value));
            }
        })
    };
    let (found, failed) = (callback(Ok), callback(Err));
    call(
        found.as_ref().unchecked_ref(),
        failed.as_ref().unchecked_ref(),
    )?;
    receiver.await.unwrap_or(Err(JsValue::UNDEFINED))
}
