//! The loaded files, for every component.

use super::use_engine::ProviderProps;
use super::{AddressHandle, Engine, EngineError, use_address, use_engine};
use crate::intake::SourceFile;
use crate::route::Page;
use crate::state::{Data, Library, LibraryAction, Notice};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
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

/// Loads that wait for the one under way.
#[derive(Debug, Default, PartialEq)]
struct Queue {
    is_running: bool,
    batches: VecDeque<Vec<SourceFile>>,
}

impl std::ops::Deref for LibraryHandle {
    type Target = Library;

    fn deref(&self) -> &Library {
        &self.library
    }
}

impl LibraryHandle {
    /// Adds files to what is loaded; after the load that is under way, if there is one.
    pub fn add(&self, files: Vec<SourceFile>) {
        if files.is_empty() {
            self.dispatch(LibraryAction::Noticed(Notice::NothingFound));
            return;
        }
        let is_running = {
            let mut queue = self.queue.borrow_mut();
            queue.batches.push_back(files);
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
            let Some(batch) = batch else { break };
            self.dispatch(LibraryAction::LoadStarted {
                files: u64::try_from(batch.len()).unwrap_or(u64::MAX),
                bytes: batch.iter().map(SourceFile::size).sum(),
            });
            match self.load(&batch, before).await {
                Ok(files) => before = files,
                Err(EngineError::Cancelled) => {
                    self.dispatch(LibraryAction::LoadEnded);
                    self.dispatch(LibraryAction::Noticed(Notice::Cancelled));
                }
                Err(error) => {
                    // What the load left half-way in the worker goes with it.
                    let _ = self.engine.cancel().await;
                    self.dispatch(LibraryAction::LoadFailed(error));
                }
            }
        }
    }

    async fn load(&self, batch: &[SourceFile], before: usize) -> Result<usize, EngineError> {
        let dispatcher = self.library.dispatcher();
        let on_action = Callback::from(move |action| dispatcher.dispatch(action));
        let ids = self.engine.load(batch, &on_action).await?;
        let data = self.engine.data().await?;
        let refused = data
            .files
            .iter()
            .filter(|file| ids.contains(&file.id) && file.format.is_none())
            .count();
        let files = data.files.len();
        if self.address.now().page == Page::Start && before == 0 {
            self.address.push(&self.address.link(landing(&data)));
        }
        self.dispatch(LibraryAction::DataChanged {
            data: Rc::new(data),
            notice: Some(Notice::Added {
                ids,
                before,
                refused,
            }),
        });
        Ok(files)
    }

    /// Ends the load that is under way, and those that wait for it.
    pub fn cancel(&self) {
        self.queue.borrow_mut().batches.clear();
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
                Err(error) => LibraryAction::LoadFailed(error),
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
    pub fn fail(&self, error: EngineError) {
        self.dispatch(LibraryAction::LoadFailed(error));
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
    } else {
        Page::Files
    }
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
