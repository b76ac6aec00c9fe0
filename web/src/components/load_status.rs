//! How far a load is, and what it left to say.

use super::{Ask, ErrorNote, Link};
use crate::hooks::{AddressHandle, LibraryHandle, use_address, use_i18n, use_library};
use crate::i18n::{I18n, number};
use crate::route::Page;
use crate::state::{Fetch, Notice, Progress};
use crate::t;
use crate::visible_text;
use std::rc::Rc;
use yew::{Callback, Html, classes, component, html};

/// The line below the head of the page: progress with Cancel, or a notice.
#[component]
pub fn LoadStatus() -> Html {
    let i18n = use_i18n();
    let library = use_library();
    let address = use_address();
    let is_embedded = address.address().is_embedded();
    let content = if let Some(question) = &library.question {
        html! { <Ask question={Rc::clone(question)} /> }
    } else if let Some(progress) = &library.progress {
        progress_line(&i18n, &library, progress)
    } else if let Some(fetch) = &library.fetch {
        fetch_line(&i18n, &library, fetch)
    } else if !library.failures.is_empty() {
        html! {
            <div class="status-line">
                <div class="status-errors">
                    { for library.failures.iter().map(|error| html! {
                        <ErrorNote error={error.clone()} />
                    }) }
                </div>
                // Without it, a part of another page would be empty.
                if !is_embedded {
                    { dismiss(&i18n, &library) }
                }
            </div>
        }
    } else if let Some(notice) = library.notice.as_ref().filter(|notice| {
        // A part of another page shows what its host gave; nobody undoes that here.
        !is_embedded || **notice == Notice::Cancelled
    }) {
        notice_line(&i18n, &library, &address, notice)
    } else {
        Html::default()
    };
    let is_busy = library.progress.is_some() || library.fetch.is_some();
    let class = classes!("status", is_busy.then_some("is-busy"));
    html! {
        <div {class} role="status" aria-live="polite">{ content }</div>
    }
}

/// Files that are asked for; how much there is to come may not be known.
fn fetch_line(i18n: &I18n, library: &LibraryHandle, fetch: &Fetch) -> Html {
    let lang = i18n.lang();
    let bytes = match fetch.total {
        Some(total) => t!(
            i18n,
            "load-bytes",
            done = number::bytes(lang, fetch.received),
            total = number::bytes(lang, total),
        ),
        None => t!(
            i18n,
            "fetch-bytes",
            done = number::bytes(lang, fetch.received)
        ),
    };
    let share = fetch.total.filter(|total| *total > 0).map(|total| {
        #[expect(
            clippy::cast_precision_loss,
            reason = "a progress bar needs no more digits"
        )]
        let share = fetch.received as f64 / total as f64;
        format!("{share:.4}")
    });
    html! {
        <div class="status-line">
            <span class="status-name">
                if fetch.files == 0 {
                    { t!(i18n, "fetch-waiting") }
                } else {
                    { t!(
                        i18n,
                        "fetch-file",
                        file = fetch.file,
                        files = fetch.files,
                        name = fetch.name.as_str(),
                    ) }
                }
            </span>
            <progress aria-label={t!(i18n, "fetch-label")} max="1" value={share} />
            <span class="status-bytes num" aria-hidden="true">{ bytes }</span>
            { cancel(i18n, library) }
        </div>
    }
}

fn cancel(i18n: &I18n, library: &LibraryHandle) -> Html {
    let library = library.clone();
    let on_cancel = Callback::from(move |_| library.cancel());
    html! {
        <button type="button" onclick={on_cancel}>{ t!(i18n, "cancel") }</button>
    }
}

fn progress_line(i18n: &I18n, library: &LibraryHandle, progress: &Progress) -> Html {
    let lang = i18n.lang();
    html! {
        <div class="status-line">
            // Announced once for each file, not for each step.
            <span class="status-name">
                { t!(
                    i18n,
                    "load-file",
                    file = progress.file,
                    files = progress.files,
                    name = progress.name.as_str(),
                ) }
            </span>
            <progress
                aria-label={t!(i18n, "load-progress-label")}
                max="1"
                value={format!("{:.4}", progress.share())}
            />
            <span class="status-bytes num" aria-hidden="true">
                { t!(
                    i18n,
                    "load-bytes",
                    done = number::bytes(lang, progress.before + progress.done),
                    total = number::bytes(lang, progress.all),
                ) }
            </span>
            { cancel(i18n, library) }
        </div>
    }
}

fn dismiss(i18n: &I18n, library: &LibraryHandle) -> Html {
    let library = library.clone();
    let on_click = Callback::from(move |_| library.dismiss());
    html! {
        <button type="button" class="quiet" onclick={on_click}>{ t!(i18n, "dismiss") }</button>
    }
}

fn notice_line(
    i18n: &I18n,
    library: &LibraryHandle,
    address: &AddressHandle,
    notice: &Notice,
) -> Html {
    let count = |n: usize| u64::try_from(n).unwrap_or(u64::MAX);
    let (text, actions) = match notice {
        Notice::Added {
            ids,
            before,
            refused,
        } => {
            let text = match before {
                0 => t!(i18n, "notice-loaded", n = count(ids.len())),
                _ => t!(
                    i18n,
                    "notice-added",
                    n = count(ids.len()),
                    before = count(*before)
                ),
            };
            let undo = {
                let (library, ids) = (library.clone(), ids.clone());
                Callback::from(move |_| library.remove(ids.clone()))
            };
            let replace = {
                let (library, ids) = (library.clone(), ids.clone());
                Callback::from(move |_| library.keep_only(&ids))
            };
            let actions = html! {
                <>
                    if *refused > 0 {
                        <Link to={address.link(Page::Files)} class="bad">
                            { t!(i18n, "notice-refused", n = count(*refused)) }
                        </Link>
                    }
                    <button type="button" onclick={undo}>{ t!(i18n, "undo") }</button>
                    if *before > 0 {
                        <button type="button" onclick={replace}>{ t!(i18n, "notice-replace") }</button>
                    }
                </>
            };
            (text, actions)
        }
        Notice::Cancelled => (t!(i18n, "notice-cancelled"), Html::default()),
        Notice::Removed(n) => (t!(i18n, "notice-removed", n = count(*n)), Html::default()),
        Notice::NothingFound => (t!(i18n, "notice-nothing-found"), Html::default()),
    };
    html! {
        <div class="status-line">
            <span>{ visible_text(&text) }</span>
            { actions }
            { dismiss(i18n, library) }
        </div>
    }
}
