//! SVG as text: escaping, numbers, paths.

use std::fmt::{self, Display, Write as _};

use askama::filters::{Escaper as _, Html};

use super::places::Point;

/// A text escaped for content and attributes.
pub struct Escaped<'a>(pub &'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Html.write_escaped_str(f, self.0)
    }
}

/// A coordinate with at most one decimal.
pub struct Number(pub f64);

impl Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = (self.0 * 10.0).round() as i64;
        let sign = if tenths < 0 { "-" } else { "" };
        match (tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10) {
            (whole, 0) => write!(f, "{sign}{whole}"),
            (whole, tenth) => write!(f, "{sign}{whole}.{tenth}"),
        }
    }
}

/// Radius of the corners of lines.
const CORNER: f64 = 6.0;

/// The path of a line whose segments are horizontal or vertical, its corners rounded.
pub fn line(points: &[Point]) -> String {
    let mut path = String::new();
    let Some(&(x, y)) = points.first() else { return path };
    let _ = write!(path, "M{} {}", Number(x), Number(y));
    let mut at = (x, y);
    for (index, &corner) in points.iter().enumerate().skip(1) {
        let Some(&next) = points.get(index + 1) else {
            segment(&mut path, at, corner);
            break;
        };
        let radius = CORNER.min(distance(at, corner)).min(distance(corner, next) / 2.0);
        let (before, after) = (towards(corner, at, radius), towards(corner, next, radius));
        segment(&mut path, at, before);
        let _ = write!(
            path,
            "q{} {} {} {}",
            Number(corner.0 - before.0),
            Number(corner.1 - before.1),
            Number(after.0 - before.0),
            Number(after.1 - before.1)
        );
        at = after;
    }
    path
}

fn segment(path: &mut String, from: Point, to: Point) {
    let _ = match ((from.0 - to.0).abs() < 0.05, (from.1 - to.1).abs() < 0.05) {
        (true, true) => Ok(()),
        (true, false) => write!(path, "V{}", Number(to.1)),
        (false, true) => write!(path, "H{}", Number(to.0)),
        (false, false) => write!(path, "L{} {}", Number(to.0), Number(to.1)),
    };
}

fn distance(a: Point, b: Point) -> f64 {
    (a.0 - b.0).abs() + (a.1 - b.1).abs()
}

/// The point this far from the first on the way to the second.
fn towards(from: Point, to: Point, by: f64) -> Point {
    let length = distance(from, to);
    if length == 0.0 {
        return from;
    }
    (from.0 + (to.0 - from.0) * by / length, from.1 + (to.1 - from.1) * by / length)
}

/// An arrow head of 7 × 7 at the end of a line.
pub fn arrow_head(points: &[Point]) -> String {
    let [.., before, (x, y)] = *points else { return String::new() };
    let (x7, y7) = (x - 7.0, y - 7.0);
    if (before.0 - x).abs() < (before.1 - y).abs() {
        match before.1 < y {
            true => format!("M{} {}h7l-3.5 7z", Number(x - 3.5), Number(y7)),
            false => format!("M{} {}h7l-3.5 -7z", Number(x - 3.5), Number(y + 7.0)),
        }
    } else {
        match before.0 < x {
            true => format!("M{} {}v7l7 -3.5z", Number(x7), Number(y - 3.5)),
            false => format!("M{} {}v7l-7 -3.5z", Number(x + 7.0), Number(y - 3.5)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_round_corners() {
        assert_eq!(line(&[(95.0, 50.0), (95.0, 106.0)]), "M95 50V106");
        assert_eq!(
            line(&[(10.0, 0.0), (10.0, 20.0), (40.0, 20.0), (40.0, 60.0)]),
            "M10 0V14q0 6 6 6H34q6 0 6 6V60"
        );
        assert_eq!(line(&[(10.0, 0.0), (10.0, 3.0), (14.0, 3.0), (14.0, 9.0)]), "M10 0V1q0 2 2 2q2 0 2 2V9");
    }

    #[test]
    fn numbers_have_at_most_one_decimal() {
        let written: Vec<_> = [0.0, -0.04, 1.25, 12.0, -3.5].map(|value| Number(value).to_string()).into();
        assert_eq!(written, ["0", "0", "1.3", "12", "-3.5"]);
    }
}
