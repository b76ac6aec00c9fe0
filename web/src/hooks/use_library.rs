//! The loaded files, for every component.

use super::use_engine::ProviderProps;
use super::{AddressHandle, Engine, EngineError, use_address, use_engine};
use crate::fetching;
use crate::intake::SourceFile;
use crate::route::Page;
use crate::source::{AddressProblem, Reach, Wanted};
use crate::state::{Data, Fetch, Library, LibraryAction, Notice, Question, Subject};
use futures_channel::oneshot;
use loopledger::view::FileView;
use std::cell::RefCell;
use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;
use web_sys::AbortController;
use yew::{
    Callback, ContextProvider, Html, UseReducerHandle, component, hook, html,
    platform::spawn_local, use_context, use_mut_ref, use_reducer_eq,
};

/// What is loaded, and what can be done about it.
#[derive(Debug, Clone, PartialEq)]
pub struct LibraryHandle {
    library: UseReducerHandle<Library>,
    engine: Engine,
    address: AddressHandle,
    queue: Rc<RefCell<Queue>>,
}

/// Loads that wait for the one under way, or for the reader.
#[derive(Debug, Default)]
struct Queue {
    is_running: bool,
    batches: VecDeque<Batch>,
    asking: VecDeque<(Rc<Question>, Batch)>,
    /// Origins that the reader allowed; forgotten with the page.
    allowed: BTreeSet<(Subject, String)>,
    /// Calls off what is being asked for.
    abort: Option<AbortController>,
}

impl PartialEq for Queue {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

/// Files that come in together: all of them are loaded, or none.
#[derive(Debug)]
struct Batch {
    incoming: Incoming,
    done: oneshot::Sender<LoadResult>,
}

/// How files come in.
#[derive(Debug)]
pub enum Incoming {
    /// They are here.
    Files(Vec<SourceFile>),
    /// They are to be asked for.
    Addresses {
        /// A listing that names more of them.
        listing: Option<Wanted>,
        /// Their addresses.
        files: Vec<Wanted>,
    },
}

/// What a load brought.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loaded {
    /// Files of it.
    pub files: usize,
    /// How many of them were refused.
    pub refused: usize,
}

/// What became of a load.
pub type LoadResult = Result<Loaded, Vec<EngineError>>;

impl std::ops::Deref for LibraryHandle {
    type Target = Library;

    fn deref(&self) -> &Library {
        &self.library
    }
}

impl LibraryHandle {
    /// Adds files to what is loaded; after the load that is under way, if there is one.
    pub fn add(&self, files: Vec<SourceFile>) {
        // Whoever drops a file reads what became of it on the page.
        drop(self.take(Incoming::Files(files), None));
    }

    /// Adds files, after the reader agreed where there is a question; says what became of them.
    ///
    /// The receiver is told nothing when the load is called off before its turn.
    pub fn take(
        &self,
        incoming: Incoming,
        question: Option<Question>,
    ) -> oneshot::Receiver<LoadResult> {
        let (done, result) = oneshot::channel();
        let batch = Batch { incoming, done };
        match question.and_then(|question| self.still_open(question)) {
            Some(question) => {
                let waiting = (Rc::new(question), batch);
                self.queue.borrow_mut().asking.push_back(waiting);
                self.show_question();
            }
            None => self.start(batch),
        }
        result
    }

    /// Adds files from addresses; foreign servers are asked when the reader agrees.
    pub fn fetch(
        &self,
        listing: Option<Wanted>,
        files: Vec<Wanted>,
    ) -> oneshot::Receiver<LoadResult> {
        let foreign = files.iter().filter(|file| file.reach == Reach::Foreign);
        let origins: BTreeSet<String> = foreign.clone().map(|file| file.origin.clone()).collect();
        let question = Question {
            subject: Subject::Fetch,
            origins: origins.into_iter().collect(),
            names: foreign.map(|file| file.name.clone()).collect(),
        };
        self.take(Incoming::Addresses { listing, files }, Some(question))
    }

    /// What the reader has not allowed yet.
    fn still_open(&self, mut question: Question) -> Option<Question> {
        let allowed = &self.queue.borrow().allowed;
        question
            .origins
            .retain(|origin| !allowed.contains(&(question.subject, origin.clone())));
        (!question.origins.is_empty()).then_some(question)
    }

    fn show_question(&self) {
        let queue = self.queue.borrow();
        let question = queue
            .asking
            .front()
            .map(|(question, _)| Rc::clone(question));
        self.dispatch(LibraryAction::Asked(question));
    }

    /// What the reader says to the question that is shown.
    pub fn answer(&self, is_allowed: bool) {
        let Some((question, batch)) = self.queue.borrow_mut().asking.pop_front() else {
            return;
        };
        if is_allowed {
            let origins = question.origins.iter().cloned();
            let allowed = origins.map(|origin| (question.subject, origin));
            self.queue.borrow_mut().allowed.extend(allowed);
            self.start(batch);
        } else {
            let errors: Vec<EngineError> = question
                .names
                .iter()
                .map(|name| EngineError::Address {
                    file: name.clone(),
                    problem: AddressProblem::Declined(question.origins.join(", ")),
                })
                .collect();
            self.dispatch(LibraryAction::LoadFailed(errors.clone()));
            // Whoever asked may be gone.
            let _ = batch.done.send(Err(errors));
        }
        // What was just allowed may answer those that wait.
        loop {
            let next = {
                let mut queue = self.queue.borrow_mut();
                let is_settled = queue.asking.front().is_some_and(|(question, _)| {
                    question
                        .origins
                        .iter()
                        .all(|origin| queue.allowed.contains(&(question.subject, origin.clone())))
                });
                is_settled.then(|| queue.asking.pop_front()).flatten()
            };
            let Some((_, batch)) = next else { break };
            self.start(batch);
        }
        self.show_question();
    }

    fn start(&self, batch: Batch) {
        if matches!(&batch.incoming, Incoming::Files(files) if files.is_empty()) {
            self.dispatch(LibraryAction::Noticed(Notice::NothingFound));
            return;
        }
        let is_running = {
            let mut queue = self.queue.borrow_mut();
            queue.batches.push_back(batch);
            std::mem::replace(&mut queue.is_running, true)
        };
        if !is_running {
            let this = self.clone();
            spawn_local(async move { this.work_off().await });
        }
    }

    async fn work_off(&self) {
        // Read from the worker and not from `self`, which is as old as the call of `add`.
        let mut before = self.library.files().len();
        loop {
            let batch = {
                let mut queue = self.queue.borrow_mut();
                let batch = queue.batches.pop_front();
                queue.is_running = batch.is_some();
                batch
            };
            let Some(Batch { incoming, done }) = batch else {
                break;
            };
            let files = match incoming {
                Incoming::Files(files) => Ok(files),
                Incoming::Addresses { listing, files } => self.fetch_all(listing, files).await,
            };
            let result = match files {
                Ok(files) => self.load(&files, &mut before).await,
                Err(errors) => Err(errors),
            };
            match &result {
                Ok(_) => {}
                Err(errors) if errors.contains(&EngineError::Cancelled) => {
                    self.dispatch(LibraryAction::LoadEnded);
                    self.dispatch(LibraryAction::Noticed(Notice::Cancelled));
                }
                Err(errors) => self.dispatch(LibraryAction::LoadFailed(errors.clone())),
            }
            // Whoever asked may be gone.
            let _ = done.send(result);
        }
    }

    /// Asks for every file, so that whatever is missing is named at once; all of them come, or none.
    async fn fetch_all(
        &self,
        listing: Option<Wanted>,
        mut wanted: Vec<Wanted>,
    ) -> Result<Vec<SourceFile>, Vec<EngineError>> {
        let gone = |_| vec![EngineError::Gone("no AbortController".to_owned())];
        let abort = AbortController::new().map_err(gone)?;
        let signal = abort.signal();
        self.queue.borrow_mut().abort = Some(abort);
        self.dispatch(LibraryAction::FetchStarted);
        if let Some(listing) = &listing {
            let mut listed = fetching::read_listing(listing, &signal).await?;
            listed.append(&mut wanted);
            wanted = listed;
        }
        let (mut files, mut errors) = (Vec::with_capacity(wanted.len()), Vec::new());
        for (index, item) in wanted.iter().enumerate() {
            let fetch = Fetch {
                files: count(wanted.len()),
                file: count(index + 1),
                name: item.name.clone(),
                ..Fetch::default()
            };
            let on_progress = |received, total| {
                self.dispatch(LibraryAction::FetchAdvanced(Fetch {
                    received,
                    total,
                    ..fetch.clone()
                }));
            };
            match fetching::fetch(item, &signal, on_progress).await {
                Ok(file) => files.push(file),
                Err(error) => errors.push(error),
            }
            if signal.aborted() {
                return Err(vec![EngineError::Cancelled]);
            }
        }
        self.queue.borrow_mut().abort = None;
        if errors.is_empty() {
            Ok(files)
        } else {
            Err(errors)
        }
    }

    async fn load(&self, batch: &[SourceFile], before: &mut usize) -> LoadResult {
        self.dispatch(LibraryAction::LoadStarted {
            files: count(batch.len()),
            bytes: batch.iter().map(SourceFile::size).sum(),
        });
        let result = self.read(batch, *before).await;
        match &result {
            Ok((files, _)) => *before = *files,
            // The worker knows of its end.
            Err(errors) if errors.contains(&EngineError::Cancelled) => {}
            // What the load left half-way in the worker goes with it.
            Err(_) => drop(self.engine.cancel().await),
        }
        result.map(|(_, loaded)| loaded)
    }

    /// Returns how many files there are now, and what the load brought.
    async fn read(
        &self,
        batch: &[SourceFile],
        before: usize,
    ) -> Result<(usize, Loaded), Vec<EngineError>> {
        let one = |error| vec![error];
        let dispatcher = self.library.dispatcher();
        let on_action = Callback::from(move |action| dispatcher.dispatch(action));
        let ids = self.engine.load(batch, &on_action).await.map_err(one)?;
        let data = self.engine.data().await.map_err(one)?;
        let errors = wrong_digests(batch, &ids, &data);
        if !errors.is_empty() {
            self.engine.remove(ids).await.map_err(one)?;
            return Err(errors);
        }
        let refused = data
            .files
            .iter()
            .filter(|file| ids.contains(&file.id) && file.format.is_none())
            .count();
        let files = data.files.len();
        if self.address.now().page == Page::Start && before == 0 {
            self.address
                .push(&self.address.now().to_page(landing(&data)));
        }
        let loaded = Loaded {
            files: ids.len(),
            refused,
        };
        self.dispatch(LibraryAction::DataChanged {
            data: Rc::new(data),
            notice: Some(Notice::Added {
                ids,
                before,
                refused,
            }),
        });
        Ok((files, loaded))
    }

    /// Ends the load that is under way, and those that wait for it.
    pub fn cancel(&self) {
        {
            let mut queue = self.queue.borrow_mut();
            queue.batches.clear();
            if let Some(abort) = queue.abort.take() {
                abort.abort();
            }
        }
        let engine = self.engine.clone();
        // A worker that is gone has nothing to cancel.
        spawn_local(async move { drop(engine.cancel().await) });
    }

    /// Takes files out.
    pub fn remove(&self, ids: Vec<u64>) {
        let this = self.clone();
        spawn_local(async move {
            let count = ids.len();
            let result = match this.engine.remove(ids).await {
                Ok(()) => this.engine.data().await,
                Err(error) => Err(error),
            };
            this.dispatch(match result {
                Ok(data) => LibraryAction::DataChanged {
                    data: Rc::new(data),
                    notice: Some(Notice::Removed(count)),
                },
                Err(error) => LibraryAction::LoadFailed(vec![error]),
            });
        });
    }

    /// Takes every file out but these.
    pub fn keep_only(&self, ids: &[u64]) {
        self.remove(
            self.files()
                .iter()
                .map(|file| file.id)
                .filter(|id| !ids.contains(id))
                .collect(),
        );
    }

    /// Takes every file out.
    pub fn clear(&self) {
        self.keep_only(&[]);
    }

    /// Says what is wrong with something that was to be loaded.
    pub fn fail(&self, errors: Vec<EngineError>) {
        self.dispatch(LibraryAction::LoadFailed(errors));
    }

    /// The address, for tasks that take time.
    pub fn address(&self) -> &AddressHandle {
        &self.address
    }

    /// Takes the notice away.
    pub fn dismiss(&self) {
        self.dispatch(LibraryAction::NoticeDismissed);
    }

    fn dispatch(&self, action: LibraryAction) {
        self.library.dispatch(action);
    }
}

/// Where a reader wants to be once the first files are there.
fn landing(data: &Data) -> Page {
    if data.report.total.is_some() || !data.report.recorded_results.is_empty() {
        Page::Report
    } else if !data.runs.is_empty() {
        Page::Replay
    } else if data.files.iter().any(is_manifest) {
        Page::Experiment
    } else {
        Page::Files
    }
}

fn is_manifest(file: &FileView) -> bool {
    file.format.as_deref() == Some("loopledger-experiment")
}

/// The files that are not what a listing says.
fn wrong_digests(batch: &[SourceFile], ids: &[u64], data: &Data) -> Vec<EngineError> {
    let read = batch.iter().zip(ids).filter_map(|(source, id)| {
        let file = data.files.iter().find(|file| file.id == *id)?;
        Some((source.sha256.as_ref()?, file))
    });
    read.filter(|(expected, file)| **expected != file.sha256)
        .map(|(expected, file)| EngineError::Address {
            file: file.name.clone(),
            problem: AddressProblem::Digest {
                expected: expected.clone(),
                found: file.sha256.clone(),
            },
        })
        .collect()
}

fn count(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}

/// Gives every component inside it the library.
#[component]
pub fn LibraryProvider(props: &ProviderProps) -> Html {
    let handle = LibraryHandle {
        library: use_reducer_eq(Library::default),
        engine: use_engine(),
        address: use_address(),
        queue: use_mut_ref(Queue::default),
    };
    html! {
        <ContextProvider<Option<LibraryHandle>> context={Some(handle)}>
            { props.children.clone() }
        </ContextProvider<Option<LibraryHandle>>>
    }
}

/// The library.
///
/// # Panics
///
/// Outside of [`LibraryProvider`].
#[hook]
pub fn use_library() -> LibraryHandle {
    #[expect(
        clippy::expect_used,
        reason = "the whole page is inside of the provider"
    )]
    use_context::<Option<LibraryHandle>>()
        .flatten()
        .expect("components are inside of the library's provider")
}
