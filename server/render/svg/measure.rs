//! How wide text is, known on the server, so that boxes fit in every browser.

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// Advance widths of the characters from space to tilde, in thousandths of the font size: of each the greater of
/// DejaVu Sans, the widest of the fonts that the stack `--font-ui` may find, and of Liberation Sans Bold, which has
/// the metrics of Arial and stands for the medium weight of names.
#[rustfmt::skip]
const ASCII: [u16; 95] = [
    318, 401, 474, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337,
    636, 636, 636, 636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 611,
    1000, 722, 722, 722, 770, 667, 611, 778, 752, 295, 556, 722, 611, 863, 748, 787,
    667, 787, 722, 667, 611, 732, 684, 989, 685, 667, 685, 390, 337, 390, 838, 556,
    500, 613, 635, 556, 635, 615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612,
    635, 635, 411, 556, 392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838,
];

/// A column of any other script: accented letters, Greek, Cyrillic, Hebrew, Arabic.
const NARROW: u32 = 800;
/// Two columns: CJK is one em wide, emoji are up to a quarter wider.
const WIDE: u32 = 1250;

/// A text style of the drawings, as `graph.css` sets it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Style {
    /// `--font-ui` of this size.
    Ui(f64),
    /// `--font-mono` of 10.5: edge labels, ids.
    Mono,
}

/// Names of operators.
pub const NAME: Style = Style::Ui(11.5);
/// The line under a name.
pub const META: Style = Style::Ui(10.5);

/// A column in the widest of the usual monospaced fonts at 10.5.
const MONO_COLUMN: f64 = 6.35;

/// The width of a text on one line.
pub fn width(text: &str, style: Style) -> f64 {
    text.graphemes(true).map(|grapheme| grapheme_width(grapheme, style)).sum()
}

fn grapheme_width(grapheme: &str, style: Style) -> f64 {
    if let ([byte @ 0x20..=0x7E], Style::Ui(size)) = (grapheme.as_bytes(), style) {
        return f64::from(ASCII[usize::from(byte - 0x20)]) * size / 1000.0;
    }
    let columns = grapheme.width();
    match style {
        Style::Mono => MONO_COLUMN * columns as f64,
        Style::Ui(size) => {
            let thousandths = match columns {
                0 => 0,
                1 => NARROW,
                _ => WIDE,
            };
            f64::from(thousandths) * size / 1000.0
        }
    }
}

/// A text on one or more lines, each no wider than asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fitted {
    pub lines: Vec<String>,
    /// Whether something was left out, so that the full text has to be said elsewhere.
    pub cut: bool,
}

/// Fits a text into at most `max_lines` lines of this width, then cuts it.
///
/// Looks no further into the text than the lines are long.
pub fn fit(text: &str, style: Style, max_width: f64, max_lines: usize) -> Fitted {
    let mut rest = text;
    let mut lines = Vec::new();
    while lines.len() + 1 < max_lines {
        let taken = taken(rest, style, max_width);
        if taken == rest.len() {
            break;
        }
        let at = break_point(rest, taken);
        if at == 0 {
            break;
        }
        lines.push(rest[..at].trim_end().to_owned());
        rest = rest[at..].trim_start();
    }
    let taken = taken(rest, style, max_width);
    let cut = taken < rest.len();
    if cut {
        let room = max_width - width("…", style);
        let end = self::taken(rest, style, room);
        lines.push(format!("{}…", rest[..end].trim_end()));
    } else if !rest.is_empty() || lines.is_empty() {
        lines.push(rest.to_owned());
    }
    Fitted { lines, cut }
}

/// How many bytes of a text fit into this width.
fn taken(text: &str, style: Style, max_width: f64) -> usize {
    let mut used = 0.0;
    for (at, grapheme) in text.grapheme_indices(true) {
        used += grapheme_width(grapheme, style);
        if used > max_width {
            return at;
        }
    }
    text.len()
}

/// Where to break a text of which this many bytes fit: at the last space, after the last punctuation mark, before the
/// last capital in the middle of a word; the line must not get short by it, so that at worst it is broken anywhere.
fn break_point(text: &str, taken: usize) -> usize {
    // A space just after the line is as good as one in it.
    if text[taken..].starts_with(' ') {
        return taken;
    }
    let line = &text[..taken];
    let enough = |at: &usize| *at * 3 >= taken;
    let space = || line.rfind(' ').filter(enough);
    let mark = || line.rfind(['/', '.', '-', '_', ':', '$', ',']).map(|at| at + 1).filter(enough);
    let hump = || {
        let pairs = text.char_indices().zip(text.chars().skip(1)).take_while(|((at, _), _)| *at < taken);
        let humps = pairs.filter(|((_, before), after)| before.is_lowercase() && after.is_uppercase());
        humps.last().map(|((at, before), _)| at + before.len_utf8()).filter(|at| *at <= taken).filter(enough)
    };
    space().or_else(mark).or_else(hump).unwrap_or(taken)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_broken_at_spaces_and_then_cut() {
        let fitted = |text| fit(text, NAME, 139.0, 2);
        let table = [
            ("Kafka orders", vec!["Kafka orders"], false),
            ("Revenue to Kafka: Committer", vec!["Revenue to Kafka:", "Committer"], false),
            ("", vec![""], false),
            ("CustomerProfileEnrichmentFunction", vec!["CustomerProfile", "EnrichmentFunction"], false),
            ("TumblingWindows/AggregateFunction", vec!["TumblingWindows/", "AggregateFunction"], false),
        ];
        for (text, lines, cut) in table {
            let fitted = fitted(text);
            assert_eq!((fitted.lines, fitted.cut), (lines.into_iter().map(String::from).collect(), cut));
        }
        let long = fitted(&"x".repeat(10_000));
        assert!(long.cut && long.lines.len() == 2 && long.lines[1].ends_with('…'));
    }

    #[test]
    fn no_line_is_wider_than_asked_for() {
        for text in [
            "数据流处理作业的名称很长很长很长很长",
            "👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦",
            "WWWWWWWWWWWWWWWWWWWWWWW WWWWWWWWWW",
            "e\u{301}",
        ] {
            for line in fit(text, NAME, 80.0, 2).lines {
                assert!(width(&line, NAME) <= 80.0, "{line}");
            }
        }
    }

    #[test]
    fn wide_characters_count_double_and_combining_ones_nothing() {
        assert!(width("数", NAME) > 1.5 * width("a", NAME));
        assert_eq!(width("e\u{301}", Style::Mono), width("e", Style::Mono));
    }
}
