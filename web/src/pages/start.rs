//! Where files come in.

use crate::components::FilePickers;
use crate::hooks::{LibraryHandle, use_i18n, use_library};
use crate::i18n::I18n;
use crate::{intake, t};
use yew::{AttrValue, Callback, Html, component, html, platform::spawn_local};

/// The Start page.
#[component]
pub fn StartPage() -> Html {
    let i18n = use_i18n();
    let library = use_library();
    html! {
        <div class="page start">
            <h1>{ t!(i18n, "start-title") }</h1>
            <p class="lead">{ t!(i18n, "start-lead") }</p>
            <section class="drop-zone" aria-labelledby="start-drop">
                <h2 id="start-drop">{ t!(i18n, "start-drop-title") }</h2>
                <FilePickers />
                <p class="detail">{ t!(i18n, "start-drop-text") }</p>
            </section>
            <section aria-labelledby="start-examples">
                <h2 id="start-examples">{ t!(i18n, "start-examples-title") }</h2>
                <p>{ t!(i18n, "start-examples-text") }</p>
                <ol class="examples">
                    { for examples(&i18n).into_iter().map(|example| {
                        example_item(&i18n, &library, &example)
                    }) }
                </ol>
            </section>
            <section aria-labelledby="start-opinions">
                <h2 id="start-opinions">{ t!(i18n, "start-opinions-title") }</h2>
                <p>{ t!(i18n, "start-opinions-text") }</p>
                <ol class="examples">
                    { for opinions(&i18n).into_iter().map(|example| {
                        example_item(&i18n, &library, &example)
                    }) }
                </ol>
            </section>
            <div class="two-columns">
                <section aria-labelledby="start-formats">
                    <h2 id="start-formats">{ t!(i18n, "start-formats-title") }</h2>
                    <p>{ t!(i18n, "start-formats-text") }</p>
                    <dl class="formats">
                        { for formats(&i18n).into_iter().map(|(name, text)| html! {
                            <div key={name.to_string()}>
                                <dt>{ name }</dt>
                                <dd>{ text }</dd>
                            </div>
                        }) }
                    </dl>
                </section>
                <section aria-labelledby="start-privacy">
                    <h2 id="start-privacy">{ t!(i18n, "start-privacy-title") }</h2>
                    <p>{ t!(i18n, "start-privacy-text") }</p>
                    <p>{ t!(i18n, "start-privacy-proof") }</p>
                    <h2>{ t!(i18n, "start-null-title") }</h2>
                    <p>{ t!(i18n, "start-null-text") }</p>
                </section>
            </div>
        </div>
    }
}

/// A worked example.
struct Example {
    id: &'static str,
    title: AttrValue,
    text: AttrValue,
}

fn examples(i18n: &I18n) -> [Example; 3] {
    [
        Example {
            id: "two-windows",
            title: t!(i18n, "start-example-two-windows-title"),
            text: t!(i18n, "start-example-two-windows-text"),
        },
        Example {
            id: "warning-then-stop",
            title: t!(i18n, "start-example-warning-then-stop-title"),
            text: t!(i18n, "start-example-warning-then-stop-text"),
        },
        Example {
            id: "cost-with-failures",
            title: t!(i18n, "start-example-cost-with-failures-title"),
            text: t!(i18n, "start-example-cost-with-failures-text"),
        },
    ]
}

/// Runs on which detectors disagree.
fn opinions(i18n: &I18n) -> [Example; 4] {
    [
        Example {
            id: "paging",
            title: t!(i18n, "start-example-paging-title"),
            text: t!(i18n, "start-example-paging-text"),
        },
        Example {
            id: "numbered-search",
            title: t!(i18n, "start-example-numbered-search-title"),
            text: t!(i18n, "start-example-numbered-search-text"),
        },
        Example {
            id: "alternation",
            title: t!(i18n, "start-example-alternation-title"),
            text: t!(i18n, "start-example-alternation-text"),
        },
        Example {
            id: "polling",
            title: t!(i18n, "start-example-polling-title"),
            text: t!(i18n, "start-example-polling-text"),
        },
    ]
}

fn example_item(i18n: &I18n, library: &LibraryHandle, example: &Example) -> Html {
    let id = example.id;
    let on_open = {
        let library = library.clone();
        Callback::from(move |_| {
            let library = library.clone();
            spawn_local(async move {
                match intake::fetch_example(id).await {
                    Ok(files) => library.add(files),
                    Err(error) => library.fail(vec![error]),
                }
            });
        })
    };
    let title_id = format!("example-{id}");
    html! {
        <li key={id}>
            <h3 id={title_id.clone()}>{ example.title.clone() }</h3>
            <p>{ example.text.clone() }</p>
            <button
                type="button"
                data-example={id}
                aria-describedby={title_id}
                onclick={on_open}
            >
                { t!(i18n, "start-example-open") }
            </button>
        </li>
    }
}

fn formats(i18n: &I18n) -> [(AttrValue, AttrValue); 13] {
    [
        (
            t!(i18n, "format-event-journal"),
            t!(i18n, "start-format-event-journal"),
        ),
        (
            t!(i18n, "format-run-rows"),
            t!(i18n, "start-format-run-rows"),
        ),
        (
            t!(i18n, "format-thread-state"),
            t!(i18n, "start-format-thread-state"),
        ),
        (
            t!(i18n, "format-message-dump"),
            t!(i18n, "start-format-message-dump"),
        ),
        (
            t!(i18n, "format-config-yaml"),
            t!(i18n, "start-format-config-yaml"),
        ),
        (
            t!(i18n, "format-attempt-records"),
            t!(i18n, "start-format-attempt-records"),
        ),
        (
            t!(i18n, "format-result-record"),
            t!(i18n, "start-format-result-record"),
        ),
        (
            t!(i18n, "format-experiment-manifest"),
            t!(i18n, "start-format-experiment-manifest"),
        ),
        (t!(i18n, "format-review"), t!(i18n, "start-format-review")),
        (
            t!(i18n, "format-proposal"),
            t!(i18n, "start-format-proposal"),
        ),
        (
            t!(i18n, "start-format-trajectories"),
            t!(i18n, "start-format-trajectories-text"),
        ),
        (
            t!(i18n, "format-swe-bench"),
            t!(i18n, "start-format-swe-bench"),
        ),
        (
            t!(i18n, "format-price-table"),
            t!(i18n, "start-format-price-table"),
        ),
    ]
}
