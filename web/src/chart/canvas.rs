//! The sheet that charts are drawn on: plotters' SVG backend, without its text measuring.
//!
//! In the browser plotters measures text with an element that it adds to the page, with a style
//! attribute that our content security policy forbids; so labels are placed by anchor alone.

use super::Palette;
use loopledger::model::Outcome;
use loopledger::visible;
use plotters::prelude::{
    DrawingArea, IntoDrawingArea as _, IntoFont as _, PathElement, Polygon, Rectangle, SVGBackend,
    Text, TextStyle,
};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color as _, RGBColor, ShapeStyle};
use std::fmt::Write as _;

/// A rectangle in pixels.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Rect {
    /// Left.
    pub x: f64,
    /// Top.
    pub y: f64,
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
}

/// Which end of a text its position means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    /// Its beginning.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

/// A shape that waits to be drawn.
#[derive(Debug, Clone, PartialEq)]
enum Shape {
    Filled(Rect, RGBColor),
    Hatched(Rect, RGBColor),
    Line((f64, f64), (f64, f64), RGBColor),
    Polygon(Vec<(f64, f64)>, RGBColor),
    Label(f64, f64, String, Anchor, f64, RGBColor),
}

/// Shapes, in drawing order.
#[derive(Debug, Clone, PartialEq)]
pub struct Canvas {
    width: f64,
    height: f64,
    shapes: Vec<Shape>,
}

/// Plotters writes a font size divided by this.
const PLOTTERS_FONT_FACTOR: f64 = 1.24;

/// Distance of the lines of a hatching.
const HATCH: f64 = 6.0;

impl Canvas {
    /// An empty sheet.
    pub fn new(width: f64, height: f64) -> Self {
        Self {
            width: width.max(1.0),
            height: height.max(1.0),
            shapes: Vec::new(),
        }
    }

    /// A filled rectangle.
    pub fn fill(&mut self, rect: Rect, color: RGBColor) {
        self.shapes.push(Shape::Filled(rect, color));
    }

    /// A hatched rectangle with an outline: something unknown.
    pub fn hatch(&mut self, rect: Rect, color: RGBColor) {
        self.shapes.push(Shape::Hatched(rect, color));
    }

    /// A hatched band with a text on a plate in its middle.
    pub fn unknown(&mut self, rect: Rect, text: &str, size: f64, palette: &Palette) {
        /// Width of a character, generously, in parts of the font size.
        const CHARACTER: f64 = 0.62;
        self.hatch(rect, palette.unknown);
        let characters = u32::try_from(text.chars().count()).unwrap_or(u32::MAX);
        let room = (rect.width - 4.0).max(0.0);
        let width = (f64::from(characters) * CHARACTER * size + 8.0).min(room);
        let center = rect.x + rect.width / 2.0;
        let middle = rect.y + rect.height / 2.0;
        let plate = Rect {
            x: center - width / 2.0,
            y: rect.y + 2.0,
            width,
            height: rect.height - 3.0,
        };
        self.fill(plate, palette.paper);
        self.label(center, middle, text, Anchor::Middle, size, palette.ink);
    }

    /// A thin line.
    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), color: RGBColor) {
        self.shapes.push(Shape::Line(from, to, color));
    }

    /// The shape of an outcome, some ten pixels across, around a point.
    pub fn glyph(&mut self, outcome: Outcome, x: f64, y: f64, color: RGBColor) {
        let points: &[(f64, f64)] = match outcome {
            Outcome::Accepted => &[
                (4.0, 0.0),
                (2.8, 2.8),
                (0.0, 4.0),
                (-2.8, 2.8),
                (-4.0, 0.0),
                (-2.8, -2.8),
                (0.0, -4.0),
                (2.8, -2.8),
            ],
            Outcome::Rejected => &[(0.0, -5.0), (5.0, 0.0), (0.0, 5.0), (-5.0, 0.0)],
            Outcome::Failed => &[
                (0.0, -1.5),
                (3.0, -4.5),
                (4.5, -3.0),
                (1.5, 0.0),
                (4.5, 3.0),
                (3.0, 4.5),
                (0.0, 1.5),
                (-3.0, 4.5),
                (-4.5, 3.0),
                (-1.5, 0.0),
                (-4.5, -3.0),
                (-3.0, -4.5),
            ],
            Outcome::Capped => &[
                (-5.0, -4.5),
                (5.0, -4.5),
                (5.0, -1.5),
                (3.0, -1.5),
                (3.0, 4.5),
                (-3.0, 4.5),
                (-3.0, -1.5),
                (-5.0, -1.5),
            ],
            // Its hatching is its shape.
            Outcome::Unknown => return,
        };
        let points = points.iter().map(|(dx, dy)| (x + dx, y + dy)).collect();
        self.shapes.push(Shape::Polygon(points, color));
    }

    /// A text whose middle stands at `y`.
    pub fn label(
        &mut self,
        x: f64,
        y: f64,
        text: impl Into<String>,
        anchor: Anchor,
        size: f64,
        color: RGBColor,
    ) {
        let text = visible(&text.into()).into_owned();
        self.shapes
            .push(Shape::Label(x, y, text, anchor, size, color));
    }

    /// The sheet as SVG, with a title and a description for those who do not see it.
    pub fn to_svg(&self, id: &str, title: &str, description: &str) -> String {
        let mut svg = String::new();
        {
            let size = (
                pixels(self.width).unsigned_abs(),
                pixels(self.height).unsigned_abs(),
            );
            let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
            for shape in &self.shapes {
                // Writing into a string cannot fail.
                let _ = draw(&area, shape);
            }
            let _ = area.present();
        }
        with_title(&svg, id, title, description)
    }
}

type Area<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;
type Drawn = Result<
    (),
    plotters::drawing::DrawingAreaErrorKind<
        <SVGBackend<'static> as plotters::prelude::DrawingBackend>::ErrorType,
    >,
>;

fn draw(area: &Area<'_>, shape: &Shape) -> Drawn {
    match shape {
        Shape::Filled(rect, color) => {
            if rect.width < 0.5 {
                return Ok(());
            }
            area.draw(&Rectangle::new(corners(*rect), color.filled()))
        }
        Shape::Hatched(rect, color) => {
            for (from, to) in hatching(*rect, HATCH) {
                area.draw(&PathElement::new(
                    vec![point(from), point(to)],
                    thin(*color),
                ))?;
            }
            area.draw(&Rectangle::new(corners(*rect), thin(*color)))
        }
        Shape::Line(from, to, color) => area.draw(&PathElement::new(
            vec![point(*from), point(*to)],
            thin(*color),
        )),
        Shape::Polygon(points, color) => {
            let points: Vec<(i32, i32)> = points.iter().copied().map(point).collect();
            area.draw(&Polygon::new(points, color.filled()))
        }
        Shape::Label(x, y, text, anchor, size, color) => {
            let horizontal = match anchor {
                Anchor::Start => HPos::Left,
                Anchor::Middle => HPos::Center,
                Anchor::End => HPos::Right,
            };
            let style = TextStyle::from(("inherit", *size * PLOTTERS_FONT_FACTOR).into_font())
                .color(color)
                .pos(Pos::new(horizontal, VPos::Center));
            area.draw(&Text::new(text.clone(), point((*x, *y)), style))
        }
    }
}

fn thin(color: RGBColor) -> ShapeStyle {
    color.stroke_width(1)
}

fn corners(rect: Rect) -> [(i32, i32); 2] {
    [
        point((rect.x, rect.y)),
        point((rect.x + rect.width, rect.y + rect.height)),
    ]
}

fn point((x, y): (f64, f64)) -> (i32, i32) {
    (pixels(x), pixels(y))
}

/// The nearest whole pixel.
fn pixels(value: f64) -> i32 {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the cast saturates, and no sheet is that large"
    )]
    let whole = value.round() as i32;
    whole
}

/// Diagonal lines that fill a rectangle, cut at its edges.
fn hatching(rect: Rect, distance: f64) -> Vec<((f64, f64), (f64, f64))> {
    let Rect {
        x,
        y,
        width,
        height,
    } = rect;
    let mut lines = Vec::new();
    let mut offset = distance;
    while offset < width + height {
        // The line x' + y' = offset, from the left or lower edge to the upper or right one.
        let (left, low) = if offset <= height {
            (0.0, offset)
        } else {
            (offset - height, height)
        };
        let (right, high) = if offset <= width {
            (offset, 0.0)
        } else {
            (width, offset - width)
        };
        lines.push(((x + left, y + low), (x + right, y + high)));
        offset += distance;
    }
    lines
}

/// Puts the title and the description in, and takes the fixed size out of the way.
fn with_title(svg: &str, id: &str, title: &str, description: &str) -> String {
    let Some((head, body)) = svg.split_once('>') else {
        return String::new();
    };
    let mut out = String::with_capacity(svg.len() + 200);
    // Writing into a string cannot fail.
    let _ = write!(
        out,
        "{head} role=\"img\" aria-labelledby=\"{id}-title {id}-desc\">\
         <title id=\"{id}-title\">{}</title><desc id=\"{id}-desc\">{}</desc>{body}",
        escape(title),
        escape(description),
    );
    out
}

fn escape(text: &str) -> String {
    visible(text)
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hatching_stays_inside() {
        let rect = Rect {
            x: 10.0,
            y: 20.0,
            width: 30.0,
            height: 12.0,
        };
        let lines = hatching(rect, 6.0);
        assert_eq!(lines.len(), 6);
        for ((x1, y1), (x2, y2)) in lines {
            for x in [x1, x2] {
                assert!((10.0..=40.0).contains(&x), "{x}");
            }
            for y in [y1, y2] {
                assert!((20.0..=32.0).contains(&y), "{y}");
            }
        }
    }

    #[test]
    fn text_of_a_record_is_escaped() {
        let ink = RGBColor(0, 0, 0);
        let mut canvas = Canvas::new(100.0, 20.0);
        canvas.label(0.0, 10.0, "<script>", Anchor::Start, 12.0, ink);
        let svg = canvas.to_svg("c", "a < b", "\"quoted\"");
        assert!(!svg.contains("<script>"), "{svg}");
        assert!(svg.contains("a &lt; b"), "{svg}");
        assert!(svg.contains("&quot;quoted&quot;"), "{svg}");
    }

    #[test]
    fn a_drawing_has_no_style_attribute() {
        let ink = RGBColor(0, 0, 0);
        let mut canvas = Canvas::new(100.0, 20.0);
        let rect = Rect {
            x: 0.0,
            y: 0.0,
            width: 50.0,
            height: 10.0,
        };
        canvas.fill(rect, ink);
        canvas.hatch(rect, ink);
        canvas.label(0.0, 10.0, "12", Anchor::End, 12.0, ink);
        assert!(!canvas.to_svg("c", "", "").contains("style="));
    }
}
