//! Signs: call sets, warnings, stops.

use crate::chart::replay::attribute;
use crate::chart::replay::glyph::{Fill, Glyph};
use crate::visible_text;
use yew::{Classes, Html, classes, html};

/// The sign of a call set inside an SVG, in a square with this corner and side.
pub(super) fn glyph_in(
    call_set: u32,
    (x, y): (f64, f64),
    side: f64,
    is_quiet: bool,
    has_letters: bool,
) -> Html {
    let glyph = Glyph::of(call_set);
    let place = format!(
        "translate({} {}) scale({:.4})",
        attribute(x),
        attribute(y),
        side / 24.0
    );
    html! {
        <g class={glyph_classes(&glyph, is_quiet)} transform={place}>
            { sign(&glyph, has_letters) }
        </g>
    }
}

fn glyph_classes(glyph: &Glyph, is_quiet: bool) -> Classes {
    let fill = match glyph.fill {
        Fill::Solid => "is-solid",
        Fill::Outline => "is-outline",
        Fill::Tint => "is-tint",
        Fill::Double => "is-double",
    };
    let hue = if is_quiet {
        "is-quiet".to_owned()
    } else {
        format!("is-hue-{}", glyph.hue)
    };
    classes!("replay-glyph", fill, hue)
}

fn sign(glyph: &Glyph, has_letters: bool) -> Html {
    let size = match glyph.letters.len() {
        1 => "12.5",
        2 => "10",
        3 => "7.5",
        _ => "5.5",
    };
    html! {
        <>
            <path class="replay-glyph-outline" d={glyph.shape.path()} />
            if glyph.fill == Fill::Double {
                <path
                    class="replay-glyph-inner"
                    d={glyph.shape.path()}
                    transform="translate(3 3) scale(.75)"
                />
            }
            if has_letters {
                <text
                    x="12"
                    y="12.6"
                    font-size={size}
                    text-anchor="middle"
                    dominant-baseline="central"
                >
                    { visible_text(&glyph.letters) }
                </text>
            }
        </>
    }
}

/// The sign of a call set in a line of text; the text names it as well.
pub(super) fn glyph_icon(call_set: u32, is_quiet: bool) -> Html {
    let glyph = Glyph::of(call_set);
    html! {
        <svg class="replay-icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
            <g class={glyph_classes(&glyph, is_quiet)}>{ sign(&glyph, true) }</g>
        </svg>
    }
}

/// What a small sign means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    /// A warning.
    Warn,
    /// A hard stop.
    Stop,
}

impl Sign {
    /// The sign of a decision's action.
    pub(super) fn of(action: &str) -> Self {
        if action == "stop" {
            Self::Stop
        } else {
            Self::Warn
        }
    }

    /// The outline in a box of 16 by 16.
    fn path(self) -> &'static str {
        match self {
            Self::Warn => "M8 1.2L15.4 14.6H.6z",
            Self::Stop => "M5.1 1h5.8L15 5.1v5.8L10.9 15H5.1L1 10.9V5.1z",
        }
    }

    fn inner(self) -> &'static str {
        match self {
            Self::Warn => "M8 5.6v4M8 11.4v1.6",
            Self::Stop => "M4.8 8h6.4",
        }
    }

    fn class(self) -> &'static str {
        match self {
            Self::Warn => "is-warn",
            Self::Stop => "is-stop",
        }
    }
}

/// A warning or a stop inside an SVG, around this middle; recorded ones are hollow.
pub(super) fn sign_in(sign: Sign, (x, y): (f64, f64), side: f64, is_recorded: bool) -> Html {
    let place = format!(
        "translate({} {}) scale({:.4})",
        attribute(x - side / 2.0),
        attribute(y - side / 2.0),
        side / 16.0
    );
    let recorded = is_recorded.then_some("is-recorded");
    html! {
        <g class={classes!("replay-sign", sign.class(), recorded)} transform={place}>
            <path class="replay-sign-outline" d={sign.path()} />
            <path class="replay-sign-inner" d={sign.inner()} />
        </g>
    }
}

/// A warning or a stop in a line of text; the text says it as well.
pub(super) fn sign_icon(sign: Sign, is_recorded: bool) -> Html {
    html! {
        <svg class="replay-icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
            { sign_in(sign, (8.0, 8.0), 16.0, is_recorded) }
        </svg>
    }
}
