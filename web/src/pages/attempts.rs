//! Every attempt, a row each.

mod details;
mod filters;
mod order;
mod table;

use crate::components::{FilePickers, Link, NothingHere};
use crate::hooks::{use_address, use_i18n, use_keys, use_library};
use crate::route::Page;
use crate::t;
use details::details;
use filters::filters;
use gloo::utils::document;
use loopledger::view::AttemptView;
use order::Selection;
use std::rc::Rc;
use table::AttemptsTable;
use wasm_bindgen::JsCast as _;
use web_sys::HtmlElement;
use yew::{Html, component, html, use_memo};

/// Rows of one page of the table.
const ROWS: usize = 200;

/// The Attempts page.
#[component]
pub fn AttemptsPage() -> Html {
    let i18n = use_i18n();
    let address = use_address();
    let library = use_library();
    let data = library.data.clone();
    let selection = Rc::new(Selection::from_query(|key| address.get(key)));
    let rows = use_memo(
        (library.generation, Rc::clone(&selection)),
        |(_, selection)| {
            let attempts = data.as_ref().map_or(&[][..], |data| &data.attempts);
            selection.apply(attempts)
        },
    );
    let chosen = address.get("attempt").map(str::to_owned);
    use_row_keys(Rc::clone(&rows), chosen.clone());

    let attempts = library.data.as_ref().map_or(&[][..], |data| &data.attempts);
    let all = attempts.len();
    if all == 0 {
        let text = if library.is_empty() {
            t!(i18n, "attempts-nothing")
        } else {
            t!(i18n, "attempts-none-read")
        };
        return html! {
            <div class="page">
                <h1>{ t!(i18n, "nav-attempts") }</h1>
                <NothingHere {text} />
                if !library.is_empty() {
                    <FilePickers />
                }
            </div>
        };
    }
    let position = chosen
        .as_ref()
        .and_then(|id| rows.iter().position(|attempt| attempt.attempt_id == *id));
    let page = address
        .get("page")
        .and_then(|page| page.parse::<usize>().ok())
        .map(|page| page.saturating_sub(1))
        .or(position.map(|position| position / ROWS))
        .unwrap_or(0)
        .min(rows.len().saturating_sub(1) / ROWS);
    let shown: Rc<[Rc<AttemptView>]> = rows.iter().skip(page * ROWS).take(ROWS).cloned().collect();
    let selected = chosen
        .as_ref()
        .and_then(|id| attempts.iter().find(|attempt| attempt.attempt_id == *id));
    let count = |n: usize| u64::try_from(n).unwrap_or(u64::MAX);
    html! {
        <div class="page attempts">
            <h1>{ t!(i18n, "nav-attempts") }</h1>
            { filters(&i18n, &address, attempts, &selection) }
            <p class="samples" role="status">
                { t!(i18n, "attempts-shown", n = count(rows.len()), of = count(all)) }
            </p>
            if rows.is_empty() {
                <p>
                    { t!(i18n, "attempts-no-match") }
                    { " " }
                    <Link to={address.link(Page::Attempts)}>{ t!(i18n, "attempts-clear") }</Link>
                </p>
            } else {
                <AttemptsTable rows={shown} {selection} chosen={chosen.clone()} />
                { pager(&i18n, &address, page, rows.len()) }
            }
            if let Some(attempt) = selected {
                { details(&i18n, &address, attempt) }
            } else if let Some(id) = chosen {
                <NothingHere text={t!(i18n, "attempts-not-loaded", attempt = id)} />
            } else {
                <p class="detail no-print">{ t!(i18n, "attempts-choose") }</p>
            }
        </div>
    }
}

/// Links to the pages of a long table.
fn pager(
    i18n: &crate::i18n::I18n,
    address: &crate::hooks::AddressHandle,
    page: usize,
    rows: usize,
) -> Html {
    if rows <= ROWS {
        return Html::default();
    }
    let last = rows.saturating_sub(1) / ROWS;
    let to = |page: usize| {
        let number = (page + 1).to_string();
        address.address().clone().with("page", Some(&number))
    };
    let from = u64::try_from(page * ROWS + 1).unwrap_or(u64::MAX);
    let until = u64::try_from(((page + 1) * ROWS).min(rows)).unwrap_or(u64::MAX);
    html! {
        <nav class="pager" aria-label={t!(i18n, "attempts-pages")}>
            if page > 0 {
                <Link to={to(page - 1)}>{ t!(i18n, "attempts-previous") }</Link>
            }
            <span class="num">{ t!(i18n, "attempts-rows", from = from, until = until) }</span>
            if page < last {
                <Link to={to(page + 1)}>{ t!(i18n, "attempts-next") }</Link>
            }
        </nav>
    }
}

/// `j` and `k`, or `n` and `p`, choose the next and the previous row; `/` goes to the filter.
#[yew::hook]
fn use_row_keys(rows: Rc<[Rc<AttemptView>]>, chosen: Option<String>) {
    let address = use_address();
    use_keys(move |event| {
        let step = match event.key().as_str() {
            "j" | "n" => 1,
            "k" | "p" => -1,
            "/" => {
                focus("attempts-filter");
                return true;
            }
            _ => return false,
        };
        let position = chosen
            .as_ref()
            .and_then(|id| rows.iter().position(|attempt| attempt.attempt_id == *id));
        let next = match position {
            Some(position) => position.saturating_add_signed(step),
            None => 0,
        };
        if let Some(attempt) = rows.get(next) {
            address.set("page", None);
            address.set("attempt", Some(&attempt.attempt_id));
        }
        true
    });
}

fn focus(id: &str) {
    let element = document()
        .get_element_by_id(id)
        .and_then(|element| element.dyn_into::<HtmlElement>().ok());
    if let Some(element) = element {
        // A field that is not disabled can take the focus.
        let _ = element.focus();
    }
}
