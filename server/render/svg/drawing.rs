//! A scene as SVG, in the markup that `static/graph.css` is written for.

use std::fmt::{self, Write as _};

use super::Scene;
use super::job_graph::row_start;
use super::markup::{Escaped, Number, arrow_head, line};
use super::places::{Rect, Route};
use super::sketch::{DIAMOND, Figure, Hull, Identity, LABEL_LINE, Link, Row, Shape, Tone};
use super::subject::{badge_width, text_start};
use crate::explain::{Element, Explanation, Step};
use crate::render::{Direction, names};

/// What of a scene is shown, and how.
#[derive(Clone, Copy, Debug, Default)]
pub struct View<'a> {
    /// The plan's steps; without them everything exists and nothing is marked.
    pub explanation: Option<&'a Explanation>,
    /// The step shown, from 1; `None` for the finished plan.
    pub step: Option<usize>,
    /// The element whose details are shown beside the drawing.
    pub selected: Option<Element>,
    /// The address that selects an element, but for the element's name at its end; without it elements are no links.
    pub select: Option<&'a str>,
    /// What is as it is only because something was assumed.
    pub assumed: &'a [Element],
}

/// Writes a scene as an `<svg>` element for a page.
pub fn draw(scene: &Scene, view: &View<'_>) -> String {
    let (width, height) = size(scene);
    let mut svg = String::with_capacity(1_024 * scene.sketch.figures.len());
    // A drawing that would have to be shrunk too much to fit a pane is panned instead.
    let wide = if width > WIDEST_FITTED { " graph--wide" } else { "" };
    let folded = if scene.folded { " graph--dense" } else { "" };
    let title = title(scene);
    let _ = write!(
        svg,
        r#"<svg class="graph{wide}{folded}" viewBox="0 0 {w} {h}" width="{w}" height="{h}" role="group" aria-label="{title}">"#,
        w = Number(width),
        h = Number(height),
        title = Escaped(&title),
    );
    content(&mut svg, scene, view, true);
    svg.push_str("</svg>");
    svg
}

/// Writes a scene as an `<svg>` element for a page that only shows it: nothing in it is reached or selected.
pub fn picture(scene: &Scene) -> String {
    let (width, height) = size(scene);
    let mut svg = String::with_capacity(1_024 * scene.sketch.figures.len());
    let _ = write!(
        svg,
        r#"<svg class="graph" viewBox="0 0 {w} {h}" width="{w}" height="{h}" role="img" aria-label="{title}">"#,
        w = Number(width),
        h = Number(height),
        title = Escaped(&title(scene)),
    );
    content(&mut svg, scene, &View::default(), false);
    svg.push_str("</svg>");
    svg
}

/// The least width of a drawing: that of a pane at scale 1.
const LEAST_WIDTH: f64 = 352.0;
/// The widest drawing that fits into a pane at the least scale, 0.85.
const WIDEST_FITTED: f64 = 414.0;
/// Room for the note above a drawing.
const NOTE_HEIGHT: f64 = 24.0;

/// Width and height of a drawing.
pub fn size(scene: &Scene) -> (f64, f64) {
    let note = if scene.sketch.note.is_some() { NOTE_HEIGHT } else { 0.0 };
    let least = if scene.sketch.direction == Direction::Down { LEAST_WIDTH } else { 0.0 };
    (scene.places.width.max(least).ceil(), (scene.places.height + note).ceil())
}

/// What a drawing is, in words.
pub fn title(scene: &Scene) -> String {
    let title = scene.sketch.graph.title();
    match (&scene.sketch.note, scene.sketch.direction) {
        (Some(note), _) => format!("{title}, {note}"),
        (None, Direction::Right) => format!("{title}, left to right"),
        (None, Direction::Down) => title.to_owned(),
    }
}

/// Everything inside the `<svg>` element. On a page elements can be reached by the keyboard; in a file they cannot.
pub fn content(svg: &mut String, scene: &Scene, view: &View<'_>, page: bool) {
    // Writing to a string cannot fail.
    let _ =
        Drawing { svg, scene, states: States::of(view), page, select: view.select, assumed: view.assumed }
            .write();
}

/// Which states elements are in at the step shown.
struct States<'a> {
    explanation: Option<&'a Explanation>,
    step: Option<usize>,
    /// The step itself, with what it is about.
    current: Option<&'a Step>,
    selected: Option<Element>,
}

impl<'a> States<'a> {
    fn of(view: &View<'a>) -> Self {
        let current = view
            .step
            .zip(view.explanation)
            .and_then(|(step, explanation)| explanation.steps.get(step.checked_sub(1)?));
        Self { explanation: view.explanation, step: view.step, current, selected: view.selected }
    }

    /// The step at which the first of some elements begins to exist; `None` if one exists from the start.
    fn born(&self, elements: &[Element]) -> Option<usize> {
        let births = &self.explanation?.births;
        let mut first = None;
        for element in elements {
            let birth = *births.get(element)?;
            first = Some(first.map_or(birth, |first: usize| first.min(birth)));
        }
        first
    }

    /// The classes of an element, each after a space.
    fn classes(&self, identity: &Identity) -> String {
        let mut classes = String::new();
        if let (Some(born), Some(step)) = (self.born(&identity.own), self.step)
            && born > step
        {
            classes.push_str(" is-ghost");
        }
        if let Some(step) = self.current {
            let decided = step.decides.as_ref();
            if decided.is_some_and(|decided| identity.own.contains(decided)) {
                classes.push_str(match step.chains {
                    Some(false) => " is-current",
                    Some(true) => " is-current is-current--ok",
                    None => " is-current is-current--made",
                });
            } else if step.touches.iter().any(|touched| identity.own.contains(touched)) {
                classes.push_str(" is-touched");
            } else if decided
                .into_iter()
                .chain(&step.touches)
                .any(|about| identity.counterparts.contains(about))
            {
                classes.push_str(" is-related");
            }
        }
        match self.selected {
            Some(selected) if identity.own.contains(&selected) => classes.push_str(" is-selected"),
            Some(selected)
                if identity.counterparts.contains(&selected) && !classes.contains("is-related") =>
            {
                classes.push_str(" is-related");
            }
            _ => {}
        }
        classes
    }
}

/// What an element was opened with.
#[derive(Clone, Copy)]
enum Tag {
    Link,
    Group,
}

struct Drawing<'a, 's> {
    svg: &'s mut String,
    scene: &'a Scene,
    states: States<'a>,
    page: bool,
    select: Option<&'a str>,
    /// What rests on an assumption.
    assumed: &'a [Element],
}

impl Drawing<'_, '_> {
    fn write(mut self) -> fmt::Result {
        let Scene { sketch, places, .. } = self.scene;
        let (width, _) = size(self.scene);
        if let Some(note) = &sketch.note {
            write!(self.svg, r#"<text class="graph__note" x="8" y="16">{}</text>"#, Escaped(note))?;
        }
        let x = ((width - places.width) / 2.0).max(0.0).floor();
        let y = if sketch.note.is_some() { NOTE_HEIGHT } else { 0.0 };
        let moved = x > 0.0 || y > 0.0;
        if moved {
            write!(self.svg, r#"<g transform="translate({} {})">"#, Number(x), Number(y))?;
        }
        for (hull, rect) in sketch.hulls.iter().zip(&places.hulls) {
            self.hull(hull, rect)?;
        }
        for (link, route) in sketch.links.iter().zip(&places.routes) {
            self.link(link, route)?;
        }
        for (figure, rect) in sketch.figures.iter().zip(&places.figures) {
            self.figure(figure, rect)?;
        }
        if moved {
            self.svg.push_str("</g>");
        }
        Ok(())
    }

    fn hull(&mut self, hull: &Hull, rect: &Rect) -> fmt::Result {
        let members: Vec<_> = hull
            .members
            .iter()
            .flat_map(|&member| &self.scene.sketch.figures[member].identity.own)
            .copied()
            .collect();
        let born = self.states.born(&members);
        let ghost = matches!((born, self.states.step), (Some(born), Some(step)) if born > step);
        write!(
            self.svg,
            r#"<rect class="hull chain-{}{}""#,
            color(hull.vertex),
            if ghost { " is-ghost" } else { "" }
        )?;
        self.data_born(born)?;
        self.rect(rect)?;
        self.svg.push_str(r#" rx="10"/>"#);
        Ok(())
    }

    fn link(&mut self, link: &Link, route: &Route) -> fmt::Result {
        let kind = match link.chain {
            Some(vertex) => format!("edge edge--chained chain-{}", color(vertex)),
            None if self.scene.sketch.graph == crate::render::GraphKind::StreamGraph => {
                "edge edge--broken".to_owned()
            }
            None => "edge".to_owned(),
        };
        let tag = self.open(&kind, &link.identity)?;
        let path = line(&route.points);
        if self.page {
            write!(self.svg, r#"<path class="edge__hit" d="{path}"/>"#)?;
        }
        write!(self.svg, r#"<path class="edge__line" d="{path}"/>"#)?;
        if link.head {
            write!(self.svg, r#"<path class="edge__head" d="{}"/>"#, arrow_head(&route.points))?;
        }
        if let Some(label) = &route.label {
            self.label(link, label)?;
        }
        self.close(tag);
        Ok(())
    }

    fn label(&mut self, link: &Link, rect: &Rect) -> fmt::Result {
        self.svg.push_str(r#"<rect class="label__bg""#);
        self.rect(rect)?;
        self.svg.push_str(r#" rx="3"/>"#);
        // Beside a chained edge labels begin at it; on other edges they are centred.
        let (x, anchor) = match link.chain {
            Some(_) => (rect.x + 4.0, ""),
            None => (rect.x + rect.width / 2.0, r#" text-anchor="middle""#),
        };
        for (number, spans) in link.label.iter().enumerate() {
            let y = rect.y + 12.0 + LABEL_LINE * number as f64;
            write!(self.svg, r#"<text x="{}" y="{}"{anchor}>"#, Number(x), Number(y))?;
            for span in spans {
                let class = match span.tone {
                    Tone::Kind => "label__kind",
                    Tone::More => "label__more",
                    Tone::Why => "label__why",
                    Tone::Ok => "label__ok",
                };
                write!(self.svg, r#"<tspan class="{class}">{}</tspan>"#, Escaped(&span.text))?;
            }
            self.svg.push_str("</text>");
        }
        Ok(())
    }

    fn figure(&mut self, figure: &Figure, rect: &Rect) -> fmt::Result {
        let chain = figure.vertex.map(|vertex| format!(" chain-{}", color(vertex))).unwrap_or_default();
        let class = match figure.shape {
            Shape::Operator { .. } if self.is_assumed(figure) => format!("node{chain} is-assumed"),
            Shape::Operator { .. } => format!("node{chain}"),
            Shape::Virtual { .. } => "virtual".to_owned(),
            Shape::Vertex { .. } => return self.vertex_with_button(figure, rect, &format!("vertex{chain}")),
            Shape::Folded { .. } => format!("vertex vertex--collapsed{chain}"),
        };
        let tag = self.open(&class, &figure.identity)?;
        if let Some(full) = &figure.full {
            write!(self.svg, "<title>{}</title>", Escaped(full))?;
        }
        match &figure.shape {
            Shape::Operator { name, meta } => {
                self.operator(figure, rect, name, meta)?;
                if self.is_assumed(figure) {
                    self.question_mark(rect)?;
                }
            }
            Shape::Virtual { name, meta } => self.virtual_node(figure, rect, name, meta)?,
            Shape::Vertex { .. } => {}
            Shape::Folded { name, meta, several } => self.folded(figure, rect, name, meta, *several)?,
        }
        self.close(tag);
        Ok(())
    }

    fn is_assumed(&self, figure: &Figure) -> bool {
        figure.identity.own.iter().any(|element| self.assumed.contains(element))
    }

    /// Says on the corner of an operator that it rests on an assumption.
    fn question_mark(&mut self, rect: &Rect) -> fmt::Result {
        let (x, y) = (rect.x + rect.width, rect.y);
        write!(
            self.svg,
            r#"<g class="assumed" aria-hidden="true"><circle cx="{}" cy="{}" r="8"/><text x="{}" y="{}" text-anchor="middle">?</text></g>"#,
            Number(x - 2.0),
            Number(y + 2.0),
            Number(x - 2.0),
            Number(y + 6.0)
        )
    }

    /// A JobVertex with its operators: a group of a link and, on a page, a button, since neither can hold the other.
    fn vertex_with_button(&mut self, figure: &Figure, rect: &Rect, class: &str) -> fmt::Result {
        let Shape::Vertex { meta, parallelism, rows, id } = &figure.shape else { return Ok(()) };
        let identity = &figure.identity;
        write!(self.svg, "<g")?;
        self.names_and_states(class, identity)?;
        self.svg.push('>');
        let tag = self.begin(identity)?;
        self.svg.push('>');
        if let Some(full) = &figure.full {
            write!(self.svg, "<title>{}</title>", Escaped(full))?;
        }
        self.vertex(figure, rect, meta, parallelism)?;
        self.rows(rect, rows)?;
        self.vertex_id(rect, id)?;
        self.close(tag);
        if self.page {
            self.copy_button(rect, id)?;
        }
        self.close(Tag::Group);
        Ok(())
    }

    fn operator(&mut self, figure: &Figure, rect: &Rect, name: &[String], meta: &[String]) -> fmt::Result {
        let halo =
            Rect { x: rect.x - 3.0, y: rect.y - 3.0, width: rect.width + 6.0, height: rect.height + 6.0 };
        self.svg.push_str(r#"<rect class="node__halo""#);
        self.rect(&halo)?;
        self.svg.push_str(r#" rx="9"/><rect class="node__box""#);
        self.rect(rect)?;
        self.svg.push_str(r#" rx="6"/>"#);
        self.badge(figure, rect.x + 8.0, rect.y + (rect.height - 16.0) / 2.0, 16.0)?;
        let lines = name.len() + meta.len();
        let first = rect.y + (rect.height - 14.0 * lines as f64) / 2.0 + 11.0;
        let x = rect.x + text_start(figure.vertex);
        let names = name.iter().map(|line| ("node__name", line));
        for (number, (class, text)) in names.chain(meta.iter().map(|line| ("node__meta", line))).enumerate() {
            self.text(class, x, first + 14.0 * number as f64, text)?;
        }
        Ok(())
    }

    fn badge(&mut self, figure: &Figure, x: f64, y: f64, size: f64) -> fmt::Result {
        let Some(vertex) = figure.vertex else { return Ok(()) };
        let width = badge_width(vertex, size);
        self.svg.push_str(r#"<rect class="badge__box""#);
        self.rect(&Rect { x, y, width, height: size })?;
        self.svg.push_str(r#" rx="4"/>"#);
        self.text("badge__text", x + width / 2.0, y + size / 2.0 + 4.0, &names::letter(vertex))
    }

    fn virtual_node(&mut self, figure: &Figure, rect: &Rect, name: &str, meta: &str) -> fmt::Result {
        let direction = self.scene.sketch.direction;
        let (x, y) = figure.diamond_center(direction);
        let (x, y) = (rect.x + x, rect.y + y);
        let half = Number(DIAMOND);
        write!(
            self.svg,
            r#"<path class="virtual__shape" d="M{} {}l{half} {half}l-{half} {half}l-{half} -{half}z"/>"#,
            Number(x),
            Number(y - DIAMOND)
        )?;
        let (text_x, name_y, meta_y, anchor) = match direction {
            Direction::Down => (x + 17.0, y - 1.0, y + 12.0, ""),
            Direction::Right => (x, y + 24.0, y + 36.0, r#" text-anchor="middle""#),
        };
        for (class, y, text) in [("virtual__name", name_y, name), ("virtual__meta", meta_y, meta)] {
            let (x, y) = (Number(text_x), Number(y));
            write!(self.svg, r#"<text class="{class}" x="{x}" y="{y}"{anchor}>{}</text>"#, Escaped(text))?;
        }
        Ok(())
    }

    fn vertex(&mut self, figure: &Figure, rect: &Rect, meta: &str, parallelism: &str) -> fmt::Result {
        self.svg.push_str(r#"<rect class="vertex__box""#);
        self.rect(rect)?;
        self.svg.push_str(r#" rx="7"/>"#);
        self.badge(figure, rect.x + 8.0, rect.y + 7.0, 18.0)?;
        let meta_x = rect.x + 15.0 + badge_width(figure.vertex.unwrap_or(0), 18.0);
        self.text("vertex__meta", meta_x, rect.y + 20.0, meta)?;
        self.text("vertex__p", rect.x + rect.width - 9.0, rect.y + 20.0, parallelism)
    }

    fn rows(&mut self, rect: &Rect, rows: &[Row]) -> fmt::Result {
        let baseline = |number: usize| rect.y + 39.0 + 15.0 * number as f64;
        for (number, row) in rows.iter().enumerate() {
            if let Some(from) = row.branches_from {
                let x = rect.x + row_start(row.indent) - 8.0;
                // From the elbow of the row before at this indent, or from under the name that it branches from.
                let start =
                    if rows[from].indent == row.indent { baseline(from) - 4.0 } else { baseline(from) + 1.0 };
                let (x, start, end) = (Number(x), Number(start), Number(baseline(number) - 4.0));
                write!(self.svg, r#"<path class="vertex__tree" d="M{x} {start}V{end}h5"/>"#)?;
            }
            self.text("vertex__op", rect.x + row_start(row.indent), baseline(number), &row.name)?;
        }
        Ok(())
    }

    /// The JobVertexID.
    fn vertex_id(&mut self, rect: &Rect, id: &str) -> fmt::Result {
        let bottom = rect.y + rect.height;
        let (x, y, width) = (Number(rect.x + 1.0), Number(bottom - 21.0), Number(rect.width - 2.0));
        write!(self.svg, r#"<path class="vertex__rule" d="M{x} {y}h{width}"/>"#)?;
        // An id that was pasted may be anything.
        let ends = id.get(..8).zip(id.get(id.len().saturating_sub(4)..)).filter(|_| id.len() == 32);
        let short = ends.map_or_else(|| id.to_owned(), |(start, end)| format!("{start}…{end}"));
        self.text("vertex__id", rect.x + 10.0, bottom - 7.0, &short)
    }

    /// The button that copies a JobVertexID.
    fn copy_button(&mut self, rect: &Rect, id: &str) -> fmt::Result {
        let (right, bottom) = (rect.x + rect.width, rect.y + rect.height);
        write!(
            self.svg,
            concat!(
                r#"<g class="vertex__copy" role="button" tabindex="0" data-copy="{id}" aria-label="Copy JobVertexID {id}">"#,
                r#"<rect class="edge__hit" x="{}" y="{}" width="22" height="19" rx="4"/>"#,
                r#"<rect x="{}" y="{}" width="8" height="8" rx="1.5"/>"#,
                r#"<path d="M{} {}h-.5a1.5 1.5 0 0 1 -1.5 -1.5v-5a1.5 1.5 0 0 1 1.5 -1.5h5a1.5 1.5 0 0 1 1.5 1.5v.5"/></g>"#,
            ),
            Number(right - 26.0),
            Number(bottom - 20.0),
            Number(right - 18.0),
            Number(bottom - 13.0),
            Number(right - 20.5),
            Number(bottom - 8.5),
            id = id,
        )
    }

    fn folded(&mut self, figure: &Figure, rect: &Rect, name: &str, meta: &str, several: bool) -> fmt::Result {
        let (x, bottom) = (rect.x, rect.y + rect.height);
        if several {
            let (x, y, width) = (Number(x + 6.0), Number(bottom + 2.5), Number(rect.width - 12.0));
            write!(self.svg, r#"<path class="vertex__stack" d="M{x} {y}h{width}"/>"#)?;
        }
        let class = match self.scene.sketch.graph {
            crate::render::GraphKind::Transformations => "node__box",
            crate::render::GraphKind::StreamGraph => "hull__box",
            crate::render::GraphKind::JobGraph => "vertex__box",
        };
        write!(self.svg, r#"<rect class="{class}""#)?;
        self.rect(rect)?;
        self.svg.push_str(r#" rx="7"/>"#);
        self.badge(figure, x + 7.0, rect.y + 11.0, 18.0)?;
        let text_x = x + text_start(figure.vertex) + 1.0;
        self.text("vertex__op", text_x, rect.y + 17.0, name)?;
        self.text("vertex__meta", text_x, rect.y + 31.0, meta)
    }

    /// Opens an element.
    fn open(&mut self, class: &str, identity: &Identity) -> Result<Tag, fmt::Error> {
        let tag = self.begin(identity)?;
        self.names_and_states(class, identity)?;
        self.svg.push('>');
        Ok(tag)
    }

    /// Begins what can be chosen, up to its further attributes: a link where there is an address, else at least what
    /// the keyboard reaches.
    fn begin(&mut self, identity: &Identity) -> Result<Tag, fmt::Error> {
        let label = Escaped(&identity.label);
        match (self.select, identity.names.first()) {
            (Some(select), Some(name)) if self.page => {
                let select = Escaped(select);
                write!(self.svg, r#"<a href="{select}{name}" aria-label="{label}""#)?;
                Ok(Tag::Link)
            }
            _ => {
                let focus = if self.page { r#" tabindex="0""# } else { "" };
                write!(self.svg, r#"<g{focus} role="img" aria-label="{label}""#)?;
                Ok(Tag::Group)
            }
        }
    }

    /// The attributes by which pages know an element and see its state.
    fn names_and_states(&mut self, class: &str, identity: &Identity) -> fmt::Result {
        let states = self.states.classes(identity);
        write!(self.svg, r#" class="{class}{states}""#)?;
        if !identity.names.is_empty() {
            write!(self.svg, r#" data-el="{}""#, identity.names.join(" "))?;
        }
        self.data_born(self.states.born(&identity.own))
    }

    fn close(&mut self, tag: Tag) {
        self.svg.push_str(match tag {
            Tag::Link => "</a>",
            Tag::Group => "</g>",
        });
    }

    fn data_born(&mut self, born: Option<usize>) -> fmt::Result {
        born.map_or(Ok(()), |born| write!(self.svg, r#" data-born="{born}""#))
    }

    fn rect(&mut self, rect: &Rect) -> fmt::Result {
        let Rect { x, y, width, height } = *rect;
        let (x, y, width, height) = (Number(x), Number(y), Number(width), Number(height));
        write!(self.svg, r#" x="{x}" y="{y}" width="{width}" height="{height}""#)
    }

    fn text(&mut self, class: &str, x: f64, y: f64, text: &str) -> fmt::Result {
        if text.is_empty() {
            return Ok(());
        }
        let (x, y) = (Number(x), Number(y));
        write!(self.svg, r#"<text class="{class}" x="{x}" y="{y}">{}</text>"#, Escaped(text))
    }
}

/// The number of a vertex's colour: ten, then again from the first.
fn color(vertex: usize) -> usize {
    vertex % 10 + 1
}
