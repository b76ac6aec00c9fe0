//! A question to the worker, asked again whenever it changes.

use crate::hooks::EngineError;
use crate::state::Loading;
use std::cell::Cell;
use std::future::Future;
use std::rc::Rc;
use yew::{hook, platform::spawn_local, use_effect_with, use_state_eq};

/// Asks when `question` changes, and drops answers to earlier questions.
///
/// While an answer is on its way the last one stays, so that nothing flickers; `None` asks nothing.
#[hook]
pub fn use_query<Q, T, F>(question: Option<Q>, ask: impl FnOnce(Q) -> F + 'static) -> Loading<T>
where
    Q: Clone + PartialEq + 'static,
    T: Clone + PartialEq + 'static,
    F: Future<Output = Result<T, EngineError>> + 'static,
{
    let answer = use_state_eq(Loading::default);
    let setter = answer.setter();
    let is_idle = matches!(*answer, Loading::Idle | Loading::Failed(_));
    use_effect_with(question, move |question| {
        let is_stale = Rc::new(Cell::new(false));
        match question.clone() {
            Some(question) => {
                if is_idle {
                    setter.set(Loading::Reading);
                }
                let is_stale = Rc::clone(&is_stale);
                spawn_local(async move {
                    let answer = ask(question).await;
                    if !is_stale.get() {
                        setter.set(match answer {
                            Ok(answer) => Loading::Ready(answer),
                            Err(error) => Loading::Failed(error),
                        });
                    }
                });
            }
            None => setter.set(Loading::Idle),
        }
        move || is_stale.set(true)
    });
    (*answer).clone()
}
