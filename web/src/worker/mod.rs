//! The worker: it holds the session and does all work that takes time.

mod desk;
mod message;
mod question;

pub use desk::Desk;
pub use message::{Bytes, LoadStep, Refusal, Request, RequestBody, Response};
pub use question::{
    CompareQuestion, ExperimentQuestion, Freezing, LimitsQuestion, OpinionsQuestion, Question,
    ReviewQuestion,
};

use gloo::timers::callback::Timeout;
use gloo::worker::{HandlerId, Worker, WorkerScope};
use std::cell::RefCell;
use std::fmt;

/// The session's worker as the page spawns it.
pub struct SessionWorker {
    desk: Desk,
}

impl fmt::Debug for SessionWorker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SessionWorker").finish_non_exhaustive()
    }
}

thread_local! {
    static LAST_WORDS: RefCell<Option<(WorkerScope<SessionWorker>, HandlerId)>> =
        const { RefCell::new(None) };
}

impl SessionWorker {
    fn respond(scope: &WorkerScope<Self>, to: HandlerId, responses: Vec<Response>) {
        for response in responses {
            scope.respond(to, response);
        }
    }

    /// Reads on as soon as what the page said in the meantime has been heard.
    fn read_on_later(&self, scope: &WorkerScope<Self>, to: HandlerId) {
        if self.desk.is_reading() {
            let scope = scope.clone();
            Timeout::new(0, move || scope.send_message(to)).forget();
        }
    }
}

impl Worker for SessionWorker {
    /// Time to read on, for this page.
    type Message = HandlerId;
    type Input = Request;
    type Output = Response;

    fn create(_: &WorkerScope<Self>) -> Self {
        std::panic::set_hook(Box::new(|panic| {
            LAST_WORDS.with_borrow(|last_words| {
                if let Some((scope, page)) = last_words {
                    scope.respond(*page, Response::Crashed(panic.to_string()));
                }
            });
        }));
        Self {
            desk: Desk::default(),
        }
    }

    fn connected(&mut self, scope: &WorkerScope<Self>, id: HandlerId) {
        LAST_WORDS.with_borrow_mut(|last_words| *last_words = Some((scope.clone(), id)));
    }

    fn received(&mut self, scope: &WorkerScope<Self>, request: Request, id: HandlerId) {
        let was_reading = self.desk.is_reading();
        Self::respond(scope, id, self.desk.serve(request));
        if !was_reading {
            self.read_on_later(scope, id);
        }
    }

    fn update(&mut self, scope: &WorkerScope<Self>, to: HandlerId) {
        Self::respond(scope, to, self.desk.read_on());
        self.read_on_later(scope, to);
    }
}
