//! What would make the edge chain that a step decides about, each a link to the plan with it.

use super::Links;
use super::prose::{Run, runs};
use crate::explain::difference::Remark;
use crate::explain::fixes::{ChainBreak, Fix};

/// The fixes of one edge.
#[derive(Debug)]
pub struct FixesView {
    pub fixes: Vec<FixView>,
    /// Why nothing helps that keeps the pipeline's meaning.
    pub verdict: Option<Vec<Run>>,
    pub untried: usize,
}

/// One of them.
#[derive(Debug)]
pub struct FixView {
    pub what: Vec<Run>,
    pub remarks: Vec<Remark>,
    pub caution: Option<Vec<Run>>,
    /// To the plan with it, at the step that decides the edge there.
    pub href: String,
}

impl FixesView {
    /// The fixes of a broken edge, as links from here.
    pub fn of(broken: &ChainBreak, links: &Links) -> Self {
        Self {
            fixes: broken.fixes.iter().map(|fix| FixView::of(fix, links)).collect(),
            verdict: broken.verdict.as_deref().map(runs),
            untried: broken.untried,
        }
    }
}

impl FixView {
    /// A fix, as a link from here.
    pub fn of(fix: &Fix, links: &Links) -> Self {
        Self {
            what: runs(&fix.what),
            remarks: fix.difference.remarks(),
            caution: fix.caution.as_deref().map(runs),
            href: links.with_changes(&fix.changes, fix.step),
        }
    }
}
