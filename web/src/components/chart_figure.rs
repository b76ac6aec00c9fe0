//! A chart with the table of its numbers.

use crate::chart::{Canvas, Palette};
use crate::hooks::{use_i18n, use_theme};
use crate::t;
use gloo::events::EventListener;
use gloo::utils::window;
use web_sys::Element;
use yew::{
    AttrValue, Callback, Html, Properties, component, html, use_effect_with, use_memo,
    use_node_ref, use_state_eq,
};

/// Properties of [`ChartFigure`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct ChartFigureProps {
    /// Id, unique on the page.
    pub id: AttrValue,
    /// What the chart shows, in a few words.
    pub title: AttrValue,
    /// What it says, in a sentence or two.
    pub description: AttrValue,
    /// Draws it, given a width in pixels and the colours of the theme.
    pub draw: Callback<(f64, Palette), Canvas>,
    /// The same numbers as a table.
    pub table: Html,
}

/// A chart, drawn as wide as there is room, again on every change of theme or width.
#[component]
pub fn ChartFigure(props: &ChartFigureProps) -> Html {
    let i18n = use_i18n();
    let theme = use_theme();
    let node = use_node_ref();
    let width = use_state_eq(|| 0_i32);

    let setter = width.setter();
    use_effect_with(node.clone(), move |node| {
        let measure = {
            let node = node.clone();
            move || {
                if let Some(element) = node.cast::<Element>() {
                    setter.set(element.client_width());
                }
            }
        };
        measure();
        let listener = EventListener::new(&window(), "resize", move |_| measure());
        move || drop(listener)
    });

    let ChartFigureProps {
        id,
        title,
        description,
        draw,
        table,
    } = props.clone();
    let svg = use_memo(
        (*width, theme.is_dark, draw, id, title.clone(), description),
        |(width, _, draw, id, title, description)| {
            if *width <= 0 {
                return AttrValue::default();
            }
            let canvas = draw.emit((f64::from(*width), Palette::from_page()));
            AttrValue::from(canvas.to_svg(id, title, description))
        },
    );
    html! {
        <figure class="chart">
            <figcaption>{ title }</figcaption>
            <div class="chart-drawing" ref={node}>
                { Html::from_html_unchecked((*svg).clone()) }
            </div>
            <details class="twin">
                <summary>{ t!(i18n, "chart-table") }</summary>
                <div class="scroll" tabindex="0" role="group" aria-label={t!(i18n, "chart-table")}>
                    { table }
                </div>
            </details>
        </figure>
    }
}
