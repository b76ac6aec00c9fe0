//! The reader's own review, for every component; kept by the browser only if the reader allows it.

use super::use_engine::ProviderProps;
use super::{Engine, LibraryHandle, use_address, use_engine, use_library};
use crate::state::review::{Draft, DraftAction};
use crate::worker::{Question, ReviewQuestion};
use gloo::events::{EventListener, EventListenerOptions};
use gloo::utils::window;
use loopledger::model::ReviewRecord;
use std::cell::RefCell;
use std::rc::Rc;
use web_sys::Storage;
use yew::{
    ContextProvider, Html, UseReducerHandle, UseStateHandle, component, hook, html,
    platform::spawn_local, use_context, use_effect_with, use_mut_ref, use_reducer_eq, use_state_eq,
};

/// Where the browser keeps the draft. That there is such an item is the reader's permission.
const KEY: &str = "loopledger.review-draft";

/// Whether and how the browser keeps the draft.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keeping {
    /// The reader did not allow it.
    Off,
    /// Every change is kept.
    On,
    /// The browser has no room for it, or does not let this page keep anything.
    Refused,
}

/// The draft, and what can be done about it.
#[derive(Debug, Clone, PartialEq)]
pub struct ReviewHandle {
    draft: UseReducerHandle<Draft>,
    keeping: UseStateHandle<Keeping>,
    is_restored: UseStateHandle<bool>,
    engine: Engine,
    library: LibraryHandle,
}

impl std::ops::Deref for ReviewHandle {
    type Target = Draft;

    fn deref(&self) -> &Draft {
        &self.draft
    }
}

impl ReviewHandle {
    /// Changes the draft.
    pub fn dispatch(&self, action: DraftAction) {
        self.draft.dispatch(action);
    }

    /// Whether the browser keeps it.
    pub fn keeping(&self) -> Keeping {
        *self.keeping
    }

    /// Whether it was kept from an earlier visit, and nobody said so yet.
    pub fn is_restored(&self) -> bool {
        *self.is_restored
    }

    /// The reader has read that it was.
    pub fn dismiss(&self) {
        self.is_restored.set(false);
    }

    /// Lets the browser keep it, or no longer: what was kept is deleted then.
    pub fn keep(&self, is_allowed: bool) {
        self.keeping.set(if is_allowed {
            write(self.draft.record())
        } else {
            forget();
            Keeping::Off
        });
    }

    /// Deletes the draft, here and where the browser keeps it.
    pub fn forget(&self) {
        forget();
        self.keeping.set(Keeping::Off);
        self.is_restored.set(false);
        self.draft.dispatch(DraftAction::Forgotten);
    }

    /// Writes on a review that was loaded: its file is taken out, because it would contradict what
    /// is changed from here on.
    pub fn take_over(&self, json: String, file: Option<u64>) {
        let this = self.clone();
        spawn_local(async move {
            if let Some(record) = read(&this.engine, json).await {
                this.dispatch(DraftAction::Resumed {
                    record: Box::new(record),
                    is_saved: true,
                });
                this.library.remove(file.into_iter().collect());
            }
        });
    }
}

fn storage() -> Option<Storage> {
    // A browser may refuse, and a page from a disk may have none.
    window().local_storage().ok().flatten()
}

fn write(record: &ReviewRecord) -> Keeping {
    // A record is plain data; writing it as JSON cannot fail.
    let text = serde_json::to_string(record).unwrap_or_default();
    match storage().map(|storage| storage.set_item(KEY, &text)) {
        Some(Ok(())) => Keeping::On,
        _ => Keeping::Refused,
    }
}

fn forget() {
    if let Some(storage) = storage() {
        // What is not there need not be deleted.
        let _ = storage.remove_item(KEY);
    }
}

async fn read(engine: &Engine, text: String) -> Option<ReviewRecord> {
    let question = Question::Review(ReviewQuestion::Read(text));
    engine.question(&question).await.ok().flatten()
}

/// Gives every component inside it the draft, and the worker what counts of it.
#[component]
pub fn ReviewProvider(props: &ProviderProps) -> Html {
    let draft = use_reducer_eq(Draft::default);
    let keeping = use_state_eq(|| Keeping::Off);
    let is_restored = use_state_eq(|| false);
    let engine = use_engine();
    let library = use_library();
    let is_embedded = use_address().address().is_embedded();
    let handle = ReviewHandle {
        draft: draft.clone(),
        keeping: keeping.clone(),
        is_restored: is_restored.clone(),
        engine: engine.clone(),
        library: library.clone(),
    };

    use_effect_with(is_embedded, {
        let handle = handle.clone();
        move |is_embedded| {
            // Inside of another page nothing is kept, and nothing that was is shown.
            let kept = storage().and_then(|storage| storage.get_item(KEY).ok().flatten());
            if let Some(text) = kept.filter(|_| !is_embedded) {
                spawn_local(async move {
                    if let Some(record) = read(&handle.engine, text).await {
                        let is_empty = record.decisions.is_empty() && record.judgements.is_empty();
                        handle.is_restored.set(!is_empty);
                        handle.dispatch(DraftAction::Resumed {
                            record: Box::new(record),
                            is_saved: false,
                        });
                        // Last, so that nothing is written over what is kept.
                        handle.keeping.set(Keeping::On);
                    }
                });
            }
        }
    });
    use_effect_with(((*draft).clone(), *keeping), {
        let keeping = keeping.setter();
        move |(draft, now)| {
            if *now == Keeping::On {
                keeping.set(write(draft.record()));
            }
        }
    });
    use_question_before_leaving(draft.is_unsaved() && *keeping != Keeping::On);
    use_counting(draft.counted(), engine, library);

    html! {
        <ContextProvider<Option<ReviewHandle>> context={Some(handle)}>
            { props.children.clone() }
        </ContextProvider<Option<ReviewHandle>>>
    }
}

/// Lets the browser ask before the page is left, while there is something to lose.
#[hook]
fn use_question_before_leaving(is_needed: bool) {
    use_effect_with(is_needed, |is_needed| {
        let listener = is_needed.then(|| {
            let options = EventListenerOptions::enable_prevent_default();
            EventListener::new_with_options(&window(), "beforeunload", options, |event| {
                event.prevent_default();
            })
        });
        move || drop(listener)
    });
}

/// What the worker is to count; nothing, where there is nothing.
#[derive(Debug)]
struct Wanted(Option<Rc<ReviewRecord>>);

/// What the worker is to count next, and whether it is being told already.
#[derive(Debug, Default)]
struct Line {
    wanted: Option<Wanted>,
    is_busy: bool,
}

/// Tells the worker what counts, the latest first, and takes up what follows from it.
#[hook]
fn use_counting(counted: Option<Rc<ReviewRecord>>, engine: Engine, library: LibraryHandle) {
    let line = use_mut_ref(Line::default);
    let is_first = use_mut_ref(|| true);
    use_effect_with(counted, move |counted| {
        // At the start there is nothing to be told.
        if std::mem::take(&mut *is_first.borrow_mut()) && counted.is_none() {
            return;
        }
        line.borrow_mut().wanted = Some(Wanted(counted.clone()));
        if std::mem::replace(&mut line.borrow_mut().is_busy, true) {
            return;
        }
        spawn_local(tell(Rc::clone(&line), engine, library));
    });
}

async fn tell(line: Rc<RefCell<Line>>, engine: Engine, library: LibraryHandle) {
    loop {
        let wanted = line.borrow_mut().wanted.take();
        let Some(Wanted(wanted)) = wanted else { break };
        let draft = wanted.map(|record| Box::new((*record).clone()));
        let question = Question::Review(ReviewQuestion::Draft(draft));
        // A worker that is gone has lost the files too, and the page says so where they are asked
        // for.
        if engine.question::<()>(&question).await.is_ok() {
            library.refresh().await;
        }
    }
    line.borrow_mut().is_busy = false;
}

/// The reader's own review.
///
/// # Panics
///
/// Outside of [`ReviewProvider`].
#[hook]
pub fn use_review() -> ReviewHandle {
    #[expect(
        clippy::expect_used,
        reason = "the whole page is inside of the provider"
    )]
    use_context::<Option<ReviewHandle>>()
        .flatten()
        .expect("components are inside of the review's provider")
}
