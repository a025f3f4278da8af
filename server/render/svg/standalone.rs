//! A scene as a file of its own: with its rules and colours in it, light and dark, without scripts or references.

use std::fmt::Write as _;
use std::sync::LazyLock;

use super::Scene;
use super::drawing::{View, content, size, title};
use super::markup::{Escaped, Number};

/// The rules of the page's graphs and the colours that they name.
const GRAPH_CSS: &str = include_str!("../../../static/graph.css");
const TOKENS_CSS: &str = include_str!("../../../static/tokens.css");

/// Writes a scene as an SVG file.
pub fn file(scene: &Scene, view: &View<'_>) -> String {
    let (width, height) = size(scene);
    let title = title(scene);
    let mut svg = String::with_capacity(STYLE.len() + 1_024 * scene.sketch.figures.len());
    let _ = write!(
        svg,
        concat!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" class="graph graph--file" viewBox="0 0 {w} {h}" width="{w}" height="{h}" role="img">"#,
            "<title>{title}</title><style>{style}</style>",
            r#"<rect class="graph__ground" width="{w}" height="{h}"/>"#,
        ),
        w = Number(width),
        h = Number(height),
        title = Escaped(&title),
        style = *STYLE,
    );
    content(&mut svg, scene, view, false);
    svg.push_str("</svg>\n");
    svg
}

/// The style of a file. Programs that draw SVG know `prefers-color-scheme` and variables more often than `light-dark`.
static STYLE: LazyLock<String> = LazyLock::new(|| {
    let tokens = without_comments(TOKENS_CSS);
    let (light, dark) = (themed(&tokens, Theme::Light), themed(&tokens, Theme::Dark));
    let graph = without_comments(GRAPH_CSS);
    let style = format!("{light}@media (prefers-color-scheme: dark){{{dark}}}{graph}");
    style.replace('\n', "")
});

#[derive(Clone, Copy, PartialEq, Eq)]
enum Theme {
    Light,
    Dark,
}

/// A style sheet with only one side of each `light-dark(…)`.
fn themed(css: &str, theme: Theme) -> String {
    const CALL: &str = "light-dark(";
    let mut out = String::with_capacity(css.len());
    let mut rest = css;
    while let Some(at) = rest.find(CALL) {
        out.push_str(&rest[..at]);
        let arguments = &rest[at + CALL.len()..];
        let (mut depth, mut comma, mut end) = (0, 0, arguments.len());
        for (at, character) in arguments.char_indices() {
            match character {
                '(' => depth += 1,
                ')' if depth == 0 => {
                    end = at;
                    break;
                }
                ')' => depth -= 1,
                ',' if depth == 0 => comma = at,
                _ => {}
            }
        }
        let (light, dark) = arguments[..end].split_at(comma);
        out.push_str(if theme == Theme::Light { light } else { dark[1..].trim_start() });
        rest = arguments.get(end + 1..).unwrap_or("");
    }
    out.push_str(rest);
    out
}

fn without_comments(css: &str) -> String {
    let mut out = String::with_capacity(css.len());
    let mut rest = css;
    while let Some((before, comment)) = rest.split_once("/*") {
        out.push_str(before);
        rest = comment.split_once("*/").map_or("", |(_, after)| after);
    }
    out.push_str(rest);
    out
}
