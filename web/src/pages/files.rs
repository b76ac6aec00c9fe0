//! What was read, file by file.

use crate::visible_text;
mod diagnostics;

use crate::components::{FilePickers, NothingHere};
use crate::hooks::{LibraryHandle, use_i18n, use_library};
use crate::i18n::codes::format_name;
use crate::i18n::{I18n, number};
use crate::t;
use diagnostics::DiagnosticsTable;
use loopledger::view::FileView;
use std::rc::Rc;
use yew::{Callback, Html, component, html};

/// The Files page.
#[component]
pub fn FilesPage() -> Html {
    let i18n = use_i18n();
    let library = use_library();
    let Some(data) = library.data.clone().filter(|data| !data.files.is_empty()) else {
        return html! {
            <div class="page">
                <h1>{ t!(i18n, "nav-files") }</h1>
                <NothingHere text={t!(i18n, "files-nothing")} />
            </div>
        };
    };
    let on_clear = {
        let library = library.clone();
        Callback::from(move |_| library.clear())
    };
    let bytes = data.files.iter().map(|file| file.bytes).sum();
    let count = u64::try_from(data.files.len()).unwrap_or(u64::MAX);
    html! {
        <div class="page">
            <h1>{ t!(i18n, "nav-files") }</h1>
            <p>{ t!(i18n, "files-lead", n = count, size = number::bytes(i18n.lang(), bytes)) }</p>
            <FilePickers />
            { for data.files.iter().map(|file| file_section(&i18n, &library, file)) }
            <p class="no-print after-list">
                <button type="button" onclick={on_clear}>{ t!(i18n, "files-clear") }</button>
            </p>
        </div>
    }
}

fn file_section(i18n: &I18n, library: &LibraryHandle, file: &FileView) -> Html {
    let id = file.id;
    let on_remove = {
        let library = library.clone();
        Callback::from(move |_| library.remove(vec![id]))
    };
    html! {
        <article key={id} class="file" aria-labelledby={format!("file-{id}")}>
            <div class="file-head">
                <h2 id={format!("file-{id}")}>{ visible_text(&file.name) }</h2>
                <button
                    type="button"
                    class="quiet no-print"
                    aria-label={t!(i18n, "files-remove-name", name = file.name.as_str())}
                    onclick={on_remove}
                >
                    { t!(i18n, "files-remove") }
                </button>
            </div>
            <p class="file-format">
                <span class="file-kind">{ kind(i18n, file) }</span>
                <span class="num">{ number::bytes(i18n.lang(), file.bytes) }</span>
                <span>{ what_was_read(i18n, file) }</span>
            </p>
            if let Some(why) = &file.why {
                <p class="detail">
                    { t!(i18n, "files-why") }
                    { " " }
                    <span lang="en">{ visible_text(why) }</span>
                </p>
            }
            if !file.tried.is_empty() {
                { tried(i18n, file) }
            }
            if !file.diagnostics.is_empty() {
                <DiagnosticsTable diagnostics={Rc::<[_]>::from(file.diagnostics.as_slice())} />
            }
            <p class="detail sha">
                { t!(i18n, "files-sha256") }
                { " " }
                <code>{ file.sha256.clone() }</code>
            </p>
        </article>
    }
}

fn kind(i18n: &I18n, file: &FileView) -> Html {
    match file.format.as_deref() {
        Some(code) => match format_name(code) {
            Some(name) => html! { { i18n.text(name) } },
            None => html! { <code>{ code.to_owned() }</code> },
        },
        None => html! { <strong class="bad">{ t!(i18n, "files-refused") }</strong> },
    }
}

/// What was read and what was rejected, as one line.
fn what_was_read(i18n: &I18n, file: &FileView) -> Html {
    if file.format.is_none() {
        return Html::default();
    }
    let parts = [
        (file.runs, t!(i18n, "files-runs", n = file.runs)),
        (file.attempts, t!(i18n, "files-attempts", n = file.attempts)),
        (file.run_rows, t!(i18n, "files-run-rows", n = file.run_rows)),
        (file.results, t!(i18n, "files-results", n = file.results)),
        (file.prices, t!(i18n, "files-prices", n = file.prices)),
    ];
    let mut words = vec![t!(i18n, "files-records", n = file.records_read)];
    words.extend(
        parts
            .into_iter()
            .filter(|(n, _)| *n > 0)
            .map(|(_, text)| text),
    );
    let words = words.join(", ");
    html! {
        <>
            { words }
            if file.records_rejected > 0 {
                { ", " }
                <strong class="bad">{ t!(i18n, "files-rejected", n = file.records_rejected) }</strong>
            }
        </>
    }
}

fn tried(i18n: &I18n, file: &FileView) -> Html {
    html! {
        <div class="scroll" tabindex="0" role="group" aria-label={t!(i18n, "files-tried")}>
            <table class="ledger">
                <caption>{ t!(i18n, "files-tried") }</caption>
                <thead>
                    <tr>
                        <th scope="col">{ t!(i18n, "files-tried-format") }</th>
                        <th scope="col">{ t!(i18n, "files-tried-why-not") }</th>
                    </tr>
                </thead>
                <tbody>
                    { for file.tried.iter().enumerate().map(|(index, tried)| html! {
                        <tr key={index}>
                            <th scope="row">
                                { match format_name(&tried.format) {
                                    Some(name) => i18n.text(name),
                                    None => tried.format.clone().into(),
                                } }
                            </th>
                            <td lang="en">{ visible_text(&tried.why_not) }</td>
                        </tr>
                    }) }
                </tbody>
            </table>
        </div>
    }
}
