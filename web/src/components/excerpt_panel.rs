//! Where a number comes from: the reason or the origin, and the text of the file.

use super::{ErrorNote, Link};
use crate::hooks::{
    Provenance, use_address, use_engine, use_i18n, use_keys, use_library, use_panel, use_query,
    use_shown_provenance,
};
use crate::i18n::I18n;
use crate::i18n::codes::{origin_text, reason_text};
use crate::state::Loading;
use crate::t;
use crate::visible_text;
use loopledger::model::Place;
use loopledger::view::{ExcerptLineView, ExcerptView};
use web_sys::HtmlElement;
use yew::{Callback, Html, component, html, use_effect_with, use_node_ref};

/// The panel; nothing while it is closed.
#[component]
pub fn ExcerptPanel() -> Html {
    let i18n = use_i18n();
    let panel = use_panel();
    let engine = use_engine();
    let library = use_library();
    let node = use_node_ref();
    let shown = use_shown_provenance();

    let question = shown
        .as_ref()
        .and_then(|shown| shown.place.clone())
        .map(|place| (place, library.generation));
    let excerpt = use_query(question, |(place, _)| async move {
        engine.excerpt(&place).await
    });

    use_effect_with((node.clone(), shown.clone()), |(node, shown)| {
        let element = node.cast::<HtmlElement>();
        if let Some(element) = element.filter(|_| shown.is_some()) {
            // An element with a tabindex can take the focus.
            let _ = element.focus();
        }
    });
    // Lines before it may fill the room; what is meant must be in sight.
    use_effect_with((node.clone(), excerpt.clone()), |(node, _)| {
        let meant = node
            .cast::<HtmlElement>()
            .and_then(|panel| panel.query_selector("mark, .is-meant").ok().flatten());
        if let Some(meant) = meant {
            let options = web_sys::ScrollIntoViewOptions::new();
            options.set_block(web_sys::ScrollLogicalPosition::Center);
            meant.scroll_into_view_with_scroll_into_view_options(&options);
        }
    });
    // On another page there is another subject.
    let page = use_address().address().page.clone();
    use_effect_with(page, {
        let panel = panel.clone();
        move |_| panel.hide()
    });
    use_keys({
        let panel = panel.clone();
        let is_shown = shown.is_some();
        move |event| {
            let takes = event.key() == "Escape" && is_shown;
            if takes {
                panel.close();
            }
            takes
        }
    });

    let Some(shown) = shown else {
        return Html::default();
    };
    let on_close = Callback::from(move |_| panel.close());
    html! {
        <div
            ref={node}
            class="panel"
            role="dialog"
            aria-labelledby="panel-title"
            tabindex="-1"
        >
            <div class="panel-head">
                <h2 id="panel-title">{ visible_text(&shown.label) }</h2>
                <button type="button" class="quiet" onclick={on_close}>{ t!(i18n, "close") }</button>
            </div>
            { story(&i18n, &shown) }
            if let Some(place) = &shown.place {
                if shown.sum.is_some() {
                    <p class="detail">
                        { if shown.reason.is_some() {
                            t!(i18n, "panel-sum-first-unknown")
                        } else {
                            t!(i18n, "panel-sum-first")
                        } }
                    </p>
                }
                { place_line(&i18n, place) }
                { excerpt_text(&i18n, &excerpt) }
            } else {
                <p class="detail">{ t!(i18n, "panel-no-place") }</p>
            }
        </div>
    }
}

fn story(i18n: &I18n, shown: &Provenance) -> Html {
    html! {
        <>
            if let Some(value) = &shown.value {
                <p class="panel-value num">{ visible_text(value) }</p>
            }
            if let Some(reason) = shown.reason {
                <p>
                    <code class="null-word">{ t!(i18n, "null-word") }</code>
                    { "\u{a0}" }
                    { i18n.text(reason_text(reason)) }
                </p>
            }
            if let Some(sum) = &shown.sum {
                <p>
                    { t!(i18n, "panel-sum", measured = sum.measured, of = sum.of) }
                    if let Some(parts) = &sum.parts {
                        { " " }
                        <Link to={parts.clone()}>{ t!(i18n, "panel-sum-parts") }</Link>
                    }
                </p>
            }
            if let Some(text) = shown.origin.as_deref().and_then(origin_text) {
                <p class="detail">{ i18n.text(text) }</p>
            }
        </>
    }
}

fn place_line(i18n: &I18n, place: &Place) -> Html {
    html! {
        <p class="place">
            <span class="place-file">{ visible_text(&place.file) }</span>
            if let Some(line) = place.line {
                <span>{ t!(i18n, "place-line", line = line.to_string()) }</span>
            }
            if let Some(byte) = place.byte {
                <span>{ t!(i18n, "place-byte", byte = byte.to_string()) }</span>
            }
            if let Some(pointer) = place.pointer.as_deref().filter(|pointer| !pointer.is_empty()) {
                <code>{ visible_text(pointer) }</code>
            }
        </p>
    }
}

fn excerpt_text(i18n: &I18n, excerpt: &Loading<Option<ExcerptView>>) -> Html {
    match excerpt {
        Loading::Idle | Loading::Reading => html! { <p class="detail">{ t!(i18n, "reading") }</p> },
        Loading::Failed(error) => html! { <ErrorNote error={error.clone()} /> },
        Loading::Ready(None) => html! { <p class="detail">{ t!(i18n, "panel-not-loaded") }</p> },
        Loading::Ready(Some(excerpt)) => html! {
            <div class="excerpt" tabindex="0" role="group" aria-label={t!(i18n, "panel-excerpt")}>
                <table role="presentation">
                    <tbody>{ for excerpt.lines.iter().map(excerpt_line) }</tbody>
                </table>
            </div>
        },
    }
}

fn excerpt_line(line: &ExcerptLineView) -> Html {
    let (before, marked, after) = split_mark(&line.text, line.mark);
    html! {
        <tr key={line.line} class={line.mark.map(|_| "is-meant")}>
            <th scope="row" class="num">{ line.line }</th>
            <td>
                if line.is_cut_before { <span class="cut">{ "…" }</span> }
                { visible_text(&before) }
                // Empty where the end of the line is meant.
                if line.mark.is_some() { <mark>{ visible_text(&marked) }</mark> }
                { visible_text(&after) }
                if line.is_cut_after { <span class="cut">{ "…" }</span> }
            </td>
        </tr>
    }
}

/// The text before, in and after a mark, which counts characters.
fn split_mark(text: &str, mark: Option<(u64, u64)>) -> (String, String, String) {
    let Some((from, to)) = mark else {
        return (text.to_owned(), String::new(), String::new());
    };
    let from = usize::try_from(from).unwrap_or(usize::MAX);
    let length = usize::try_from(to)
        .unwrap_or(usize::MAX)
        .saturating_sub(from);
    let mut characters = text.chars();
    let before = characters.by_ref().take(from).collect();
    let marked = characters.by_ref().take(length).collect();
    (before, marked, characters.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_count_characters() {
        let parts = |text, mark| split_mark(text, mark);
        assert_eq!(
            parts("año: 12", Some((5, 7))),
            ("año: ".into(), "12".into(), String::new())
        );
        assert_eq!(
            parts("12", Some((5, 7))),
            ("12".into(), String::new(), String::new())
        );
        assert_eq!(
            parts("12", None),
            ("12".into(), String::new(), String::new())
        );
    }
}
