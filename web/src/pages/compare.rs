//! A baseline against one change.

mod chart;
mod finding;
mod refused;
mod tables;
mod words;

use crate::components::{ErrorNote, Link, NothingHere, TakeAway};
use crate::hooks::{AddressHandle, use_address, use_engine, use_i18n, use_library, use_query};
use crate::i18n::I18n;
use crate::route::Page;
use crate::state::Loading;
use crate::t;
use crate::visible_text;
use crate::worker::{CompareQuestion, Question};
use loopledger::view::compare::{ComparisonAnswer, ComparisonView};
use std::rc::Rc;
use yew::{AttrValue, Html, component, html};

/// The Compare page.
#[component]
pub fn ComparePage() -> Html {
    let i18n = use_i18n();
    let address = use_address();
    let engine = use_engine();
    let library = use_library();
    let question = (
        address.get("variant").map(str::to_owned),
        library.generation,
    );
    let question = (!library.is_empty()).then_some(question);
    let answer: Loading<Rc<ComparisonAnswer>> = use_query(question, |(variant, _)| async move {
        let question = Question::Compare(CompareQuestion::Compare(variant));
        engine.question(&question).await.map(Rc::new)
    });
    let content = match &answer {
        Loading::Ready(answer) => page(&i18n, &address, answer),
        Loading::Failed(error) => html! { <ErrorNote error={error.clone()} /> },
        Loading::Reading => html! { <p role="status">{ t!(i18n, "compare-computing") }</p> },
        Loading::Idle => html! { <NothingHere text={t!(i18n, "compare-nothing")} /> },
    };
    html! {
        <div class="page compare">
            <h1>{ t!(i18n, "nav-compare") }</h1>
            { content }
        </div>
    }
}

fn page(i18n: &I18n, address: &AddressHandle, answer: &Rc<ComparisonAnswer>) -> Html {
    let content = match &answer.comparison {
        Some(view) => compared(i18n, answer, view),
        None => refused::refused(i18n, address, &answer.refusals),
    };
    html! {
        <>
            { choice(i18n, address, answer) }
            { content }
            <TakeAway has_summary=true variant={answer.variant.clone()} />
            <p class="no-print">
                { t!(i18n, "compare-elsewhere") }
                { " " }
                <Link to={address.link(Page::Review)}>{ t!(i18n, "nav-review") }</Link>
                { " · " }
                <Link to={address.link(Page::Limits)}>{ t!(i18n, "nav-limits") }</Link>
                { " · " }
                <Link to={address.link(Page::Experiment)}>{ t!(i18n, "nav-experiment") }</Link>
            </p>
        </>
    }
}

/// Both sides' names.
struct Names {
    baseline: AttrValue,
    variant: AttrValue,
}

fn compared(i18n: &I18n, answer: &ComparisonAnswer, view: &ComparisonView) -> Html {
    let name = |id: &Option<String>| visible_text(id.as_deref().unwrap_or_default());
    let names = Names {
        baseline: name(&answer.baseline),
        variant: name(&answer.variant),
    };
    html! {
        <>
            { finding::finding(i18n, answer, view, &names) }
            { chart::section(i18n, view) }
            { tables::figures(i18n, view, &names) }
            { tables::pairs(i18n, view, &names) }
            { tables::reasons(i18n, view, &names) }
            { finding::method(i18n, answer, view) }
        </>
    }
}

/// Links to the comparison with each variant; nothing where there is no choice.
fn choice(i18n: &I18n, address: &AddressHandle, answer: &ComparisonAnswer) -> Html {
    if answer.choices.len() < 2 {
        return Html::default();
    }
    html! {
        <nav class="choice no-print" aria-label={t!(i18n, "compare-choice")}>
            <ul>
                { for answer.choices.iter().map(|choice| {
                    let to = address.link(Page::Compare).with("variant", Some(&choice.variant_id));
                    let is_current = Some(&choice.variant_id) == answer.variant.as_ref();
                    html! {
                        <li key={choice.variant_id.clone()}>
                            <Link {to} {is_current}>{ visible_text(&choice.variant_id) }</Link>
                        </li>
                    }
                }) }
            </ul>
        </nav>
    }
}
