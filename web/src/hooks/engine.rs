//! The worker as the page sees it: questions with answers to wait for.

use crate::intake::SourceFile;
use crate::source::AddressProblem;
use crate::start;
use crate::worker::{
    Bytes, LoadStep, Question, Refusal, Request, RequestBody, Response, SessionWorker,
};
use futures_channel::oneshot;
use gloo::worker::{Spawnable as _, WorkerBridge};
use loopledger::model::Place;
use loopledger::view::{ExcerptView, FrameView, ReplaySettings, ReplayView};
use serde::{Serialize, de::DeserializeOwned};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;
use yew::Callback;

use crate::state::{Data, LibraryAction};

/// Bytes of a file that cross to the worker at once; copying them takes a few milliseconds.
const SLICE: u64 = 2 << 20;

/// Why a question has no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EngineError {
    /// The engine refused.
    #[error("{}: {}", .0.code, .0.message)]
    Refused(Refusal),
    /// The worker is gone, and why.
    #[error("{0}")]
    Gone(String),
    /// A file could not be read by the browser.
    #[error("{file}: {detail}")]
    Unreadable {
        /// The file.
        file: String,
        /// What the browser said.
        detail: String,
    },
    /// Data could not be had from its address.
    #[error("{file}: {problem}")]
    Address {
        /// The file.
        file: String,
        /// Why not.
        problem: AddressProblem,
    },
    /// The load was cancelled.
    #[error("cancelled")]
    Cancelled,
}

impl EngineError {
    /// A stable code, by which the error is translated.
    pub fn code(&self) -> &str {
        match self {
            Self::Refused(refusal) => &refusal.code,
            Self::Gone(_) => "gone",
            Self::Unreadable { .. } => "unreadable",
            Self::Address { problem, .. } => problem.code(),
            Self::Cancelled => "cancelled",
        }
    }
}

/// A handle to the worker; clones speak to the same one.
#[derive(Clone)]
pub struct Engine {
    inner: Rc<Inner>,
}

struct Inner {
    bridge: RefCell<Option<WorkerBridge<SessionWorker>>>,
    waiting: RefCell<BTreeMap<u64, Waiting>>,
    next_id: Cell<u64>,
    is_cancelled: Cell<bool>,
}

struct Waiting {
    answer: oneshot::Sender<Result<Bytes, EngineError>>,
    on_progress: Option<Callback<(u64, u64)>>,
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").finish_non_exhaustive()
    }
}

impl PartialEq for Engine {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.inner, &other.inner)
    }
}

impl Engine {
    /// An engine whose worker starts with the first question.
    #[expect(clippy::new_without_default, reason = "it is not a value")]
    pub fn new() -> Self {
        Self {
            inner: Rc::new(Inner {
                bridge: RefCell::new(None),
                waiting: RefCell::default(),
                next_id: Cell::new(1),
                is_cancelled: Cell::new(false),
            }),
        }
    }

    /// A replay of a run under these rules.
    pub async fn replay(
        &self,
        run: &str,
        settings: &ReplaySettings,
    ) -> Result<Rc<ReplayView>, EngineError> {
        self.ask(RequestBody::Replay {
            run: run.to_owned(),
            settings: encode(settings)?,
        })
        .await
        .map(Rc::new)
    }

    /// Both windows of a replay right after one of its steps.
    pub async fn frame(
        &self,
        run: &str,
        settings: &ReplaySettings,
        step: u64,
    ) -> Result<Rc<FrameView>, EngineError> {
        self.ask(RequestBody::Frame {
            run: run.to_owned(),
            settings: encode(settings)?,
            step,
        })
        .await
        .map(Rc::new)
    }

    /// The text of a file around a place; `None` where the file is not loaded.
    pub async fn excerpt(&self, place: &Place) -> Result<Option<ExcerptView>, EngineError> {
        self.ask(RequestBody::Excerpt(encode(place)?)).await
    }

    /// The answer to a question of one of the experiment's pages.
    pub async fn question<T: DeserializeOwned>(
        &self,
        question: &Question,
    ) -> Result<T, EngineError> {
        self.ask(RequestBody::Ask(encode(question)?)).await
    }

    /// Everything that follows from the loaded files.
    pub async fn data(&self) -> Result<Data, EngineError> {
        Ok(Data {
            files: self
                .ask_in_parts(|from| RequestBody::Files { from })
                .await?,
            runs: self.ask_in_parts(|from| RequestBody::Runs { from }).await?,
            attempts: self
                .ask_in_parts(|from| RequestBody::Attempts { from })
                .await?,
            report: self.ask(RequestBody::Report).await?,
        })
    }

    /// A list that may be long, in parts, so that the page stays responsive between them.
    async fn ask_in_parts<T: DeserializeOwned>(
        &self,
        body: impl Fn(u64) -> RequestBody,
    ) -> Result<Vec<T>, EngineError> {
        let mut all = Vec::new();
        let mut from = 0;
        loop {
            let part: Vec<T> = self.ask(body(from)).await?;
            if part.is_empty() {
                return Ok(all);
            }
            from += u64::try_from(part.len()).unwrap_or(u64::MAX);
            all.extend(part);
        }
    }

    /// Loads files, all or none, and says how far it is. Returns the ids of the new files.
    pub async fn load(
        &self,
        files: &[SourceFile],
        on_action: &Callback<LibraryAction>,
    ) -> Result<Vec<u64>, EngineError> {
        self.inner.is_cancelled.set(false);
        let result = self.load_files(files, on_action).await;
        // Whatever a cancelled load ran into, it was cancelled.
        match result {
            Err(_) if self.inner.is_cancelled.get() => Err(EngineError::Cancelled),
            result => result,
        }
    }

    async fn load_files(
        &self,
        files: &[SourceFile],
        on_action: &Callback<LibraryAction>,
    ) -> Result<Vec<u64>, EngineError> {
        self.send(RequestBody::Load(LoadStep::Begin), None).await?;
        for file in files {
            on_action.emit(LibraryAction::FileStarted {
                name: file.name.clone(),
                bytes: file.size(),
            });
            self.load_file(file, on_action).await?;
        }
        if self.inner.is_cancelled.get() {
            return Err(EngineError::Cancelled);
        }
        self.ask(RequestBody::Load(LoadStep::Commit)).await
    }

    async fn load_file(
        &self,
        file: &SourceFile,
        on_action: &Callback<LibraryAction>,
    ) -> Result<(), EngineError> {
        self.send(
            RequestBody::Load(LoadStep::BeginFile {
                name: file.name.clone(),
                modified: file.modified(),
                bytes: file.size(),
            }),
            None,
        )
        .await?;
        let mut from = 0;
        while from < file.size() {
            if self.inner.is_cancelled.get() {
                return Err(EngineError::Cancelled);
            }
            let to = (from + SLICE).min(file.size());
            let bytes = file.slice(from, to).await?;
            // Waiting for the answer keeps at most one slice in flight.
            self.send(RequestBody::Load(LoadStep::Slice(Bytes(bytes))), None)
                .await?;
            from = to;
            on_action.emit(LibraryAction::FileSent(from));
        }
        if self.inner.is_cancelled.get() {
            return Err(EngineError::Cancelled);
        }
        let on_action = on_action.clone();
        let on_progress = Callback::from(move |(done, total)| {
            on_action.emit(LibraryAction::FileAdvanced { done, total });
        });
        self.send(RequestBody::Load(LoadStep::EndFile), Some(on_progress))
            .await
            .map(drop)
    }

    /// Ends the load that is under way; what was loaded before stays.
    pub async fn cancel(&self) -> Result<(), EngineError> {
        self.inner.is_cancelled.set(true);
        self.send(RequestBody::Load(LoadStep::Cancel), None)
            .await
            .map(drop)
    }

    /// Forgets files.
    pub async fn remove(&self, ids: Vec<u64>) -> Result<(), EngineError> {
        self.send(RequestBody::Remove(ids), None).await.map(drop)
    }

    /// Forgets everything.
    pub async fn clear(&self) -> Result<(), EngineError> {
        self.send(RequestBody::Clear, None).await.map(drop)
    }

    async fn ask<T: DeserializeOwned>(&self, body: RequestBody) -> Result<T, EngineError> {
        let answer = self.send(body, None).await?;
        answer
            .decode()
            .map_err(|error| EngineError::Gone(error.to_string()))
    }

    async fn send(
        &self,
        body: RequestBody,
        on_progress: Option<Callback<(u64, u64)>>,
    ) -> Result<Bytes, EngineError> {
        let id = self.inner.next_id.get();
        self.inner.next_id.set(id + 1);
        let (answer, answered) = oneshot::channel();
        self.inner.waiting.borrow_mut().insert(
            id,
            Waiting {
                answer,
                on_progress,
            },
        );
        self.bridge(|bridge| bridge.send(Request { id, body }));
        answered
            .await
            .unwrap_or_else(|_| Err(EngineError::Gone("no answer".to_owned())))
    }

    fn bridge(&self, speak: impl FnOnce(&WorkerBridge<SessionWorker>)) {
        let mut bridge = self.inner.bridge.borrow_mut();
        speak(bridge.get_or_insert_with(|| {
            let inner = Rc::downgrade(&self.inner);
            SessionWorker::spawner()
                .callback(move |response| {
                    if let Some(inner) = inner.upgrade() {
                        inner.hear(response);
                    }
                })
                .spawn_with_loader(&start::worker_address())
        }));
    }
}

impl Inner {
    fn hear(&self, response: Response) {
        match response {
            Response::Answer { id, result } => {
                let waiting = self.waiting.borrow_mut().remove(&id);
                if let Some(waiting) = waiting {
                    // Nobody listens to a question that was dropped.
                    let _ = waiting.answer.send(result.map_err(EngineError::Refused));
                }
            }
            Response::Progress { id, done, total } => {
                let on_progress = self
                    .waiting
                    .borrow()
                    .get(&id)
                    .and_then(|waiting| waiting.on_progress.clone());
                if let Some(on_progress) = on_progress {
                    on_progress.emit((done, total));
                }
            }
            Response::Crashed(message) => {
                // The next question starts another worker, which knows no file.
                *self.bridge.borrow_mut() = None;
                for waiting in std::mem::take(&mut *self.waiting.borrow_mut()).into_values() {
                    let _ = waiting.answer.send(Err(EngineError::Gone(message.clone())));
                }
            }
        }
    }
}

fn encode<T: Serialize>(value: &T) -> Result<Bytes, EngineError> {
    Bytes::encode(value).map_err(|error| EngineError::Gone(error.to_string()))
}
