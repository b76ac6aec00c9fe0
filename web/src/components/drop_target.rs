//! The whole window takes files.

use crate::hooks::{EngineError, LibraryHandle, use_i18n, use_library};
use crate::intake::SourceFile;
use crate::{intake, start, t};
use gloo::events::{EventListener, EventListenerOptions};
use gloo::utils::window;
use wasm_bindgen::JsCast as _;
use web_sys::{DragEvent, KeyboardEvent};
use yew::{
    Html, component, html, platform::spawn_local, use_effect_with, use_mut_ref, use_state_eq,
};

/// Takes files that are dropped or pasted anywhere, and shows that it would.
///
/// A drag that holds no file is left to the browser. `dragleave` is fired for every element that
/// the pointer leaves, so only one without a next element means that the window was left.
#[component]
pub fn DropTarget() -> Html {
    let i18n = use_i18n();
    let is_over = use_state_eq(|| false);
    let library = use_library();
    let latest = use_mut_ref(|| library.clone());
    *latest.borrow_mut() = library;

    let setter = is_over.setter();
    use_effect_with((), move |()| {
        let arrivals = start::take_arrivals();
        if !(arrivals.files.is_empty() && arrivals.entries.is_empty()) {
            add(intake::from_arrivals(arrivals), latest.borrow().clone());
        }
        let on = |name: &'static str, act: Box<dyn Fn(&web_sys::Event)>| {
            let options = EventListenerOptions::enable_prevent_default();
            EventListener::new_with_options(&window(), name, options, move |event| act(event))
        };
        let over = |setter: yew::UseStateSetter<bool>| {
            Box::new(move |event: &web_sys::Event| {
                let Some(drag) = event.dyn_ref::<DragEvent>() else {
                    return;
                };
                if let Some(transfer) = drag.data_transfer().filter(intake::has_files) {
                    event.prevent_default();
                    transfer.set_drop_effect("copy");
                    setter.set(true);
                }
            })
        };
        let listeners = [
            on("dragenter", over(setter.clone())),
            on("dragover", over(setter.clone())),
            on("dragleave", {
                let setter = setter.clone();
                Box::new(move |event| {
                    let is_inside = event
                        .dyn_ref::<DragEvent>()
                        .is_some_and(|drag| drag.related_target().is_some());
                    if !is_inside {
                        setter.set(false);
                    }
                })
            }),
            on("dragend", {
                let setter = setter.clone();
                Box::new(move |_| setter.set(false))
            }),
            on("keydown", {
                let setter = setter.clone();
                Box::new(move |event| {
                    let key = event.dyn_ref::<KeyboardEvent>().map(KeyboardEvent::key);
                    if key.as_deref() == Some("Escape") {
                        setter.set(false);
                    }
                })
            }),
            on("drop", {
                let setter = setter.clone();
                let latest = latest.clone();
                Box::new(move |event| {
                    setter.set(false);
                    let transfer = event
                        .dyn_ref::<DragEvent>()
                        .and_then(DragEvent::data_transfer)
                        .filter(intake::has_files);
                    if let Some(transfer) = transfer {
                        event.prevent_default();
                        add(intake::from_transfer(&transfer), latest.borrow().clone());
                    }
                })
            }),
            on("paste", {
                Box::new(move |event| {
                    let transfer = event
                        .dyn_ref::<web_sys::ClipboardEvent>()
                        .and_then(web_sys::ClipboardEvent::clipboard_data);
                    if let Some(transfer) = transfer.filter(|_| !crate::hooks::is_typing()) {
                        let files = intake::from_paste(&transfer);
                        if !files.is_empty() {
                            event.prevent_default();
                            let library = latest.borrow().clone();
                            library.add(files);
                        }
                    }
                })
            }),
        ];
        move || drop(listeners)
    });
    if !*is_over {
        return Html::default();
    }
    html! {
        <div class="drop-overlay" aria-hidden="true">
            <p>{ t!(i18n, "drop-here") }</p>
        </div>
    }
}

fn add(
    files: impl Future<Output = Result<Vec<SourceFile>, EngineError>> + 'static,
    library: LibraryHandle,
) {
    spawn_local(async move {
        match files.await {
            Ok(files) => library.add(files),
            Err(error) => library.fail(vec![error]),
        }
    });
}
