//! What an address asks to see of a plan, and the links from there: each keeps what it does not change.

use std::borrow::Borrow;

use super::Origin;
use super::chain_breaks::BreakKind;
use super::filter::StepFilter;
use crate::frontend::TextKind;
use crate::frontend::change::Changes;
use crate::render::GraphKind;
use crate::web::reading::ReadingQuery;

/// What is shown of a plan: the address's query. What makes no sense in it is as if it were not there.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// How the text is read.
    pub reading: ReadingQuery,
    /// Which of a plan's pages.
    pub showing: Showing,
    /// The step, from 1; the finished plan if there is none.
    pub step: Option<usize>,
    /// The graph that has the page to itself.
    pub graph: Option<GraphKind>,
    /// The pane that a phone shows.
    pub pane: Option<Pane>,
    /// The name of the element that the inspector shows.
    pub select: Option<String>,
    /// Which steps there are to go through.
    pub filter: StepFilter,
    /// What is looked for among the elements.
    pub find: Option<String>,
    /// Of which kind the listed chain breaks are.
    pub reason: Option<BreakKind>,
    /// Which page of a long list, from 1.
    pub page: Option<usize>,
}

/// The pages of one plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Showing {
    /// Source, graphs and a step.
    #[default]
    Explorer,
    /// Every edge that does not chain.
    ChainBreaks,
    /// All steps as a list.
    Steps,
}

/// What a phone shows, one at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pane {
    Source,
    Graph(GraphKind),
}

impl Showing {
    /// The pages, in the order of the header.
    pub const ALL: [Self; 3] = [Self::Explorer, Self::ChainBreaks, Self::Steps];

    /// The name in addresses.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Explorer => "explorer",
            Self::ChainBreaks => "chain-breaks",
            Self::Steps => "steps",
        }
    }

    /// The page with this name.
    pub fn from_slug(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|showing| showing.slug() == slug)
    }

    /// The name that people read.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Explorer => "Explorer",
            Self::ChainBreaks => "Chain breaks",
            Self::Steps => "Steps",
        }
    }
}

impl Pane {
    /// All of them, with what their tabs say.
    pub const TABS: [(Self, &'static str); 4] = [
        (Self::Source, "Source"),
        (Self::Graph(GraphKind::Transformations), "Transf."),
        (Self::Graph(GraphKind::StreamGraph), "StreamGraph"),
        (Self::Graph(GraphKind::JobGraph), "JobGraph"),
    ];

    /// The name in addresses.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Source => "source",
            Self::Graph(graph) => graph.slug(),
        }
    }

    /// The pane with this name.
    pub fn from_slug(slug: &str) -> Option<Self> {
        match slug {
            "source" => Some(Self::Source),
            graph => GraphKind::from_slug(graph).map(Self::Graph),
        }
    }
}

impl Asked {
    /// The longest name of an element.
    pub const LONGEST_NAME: usize = 40;

    /// The longest text that is looked for: error messages are pasted whole.
    pub const LONGEST_FIND: usize = 20_000;

    /// The same with a step that there is.
    pub fn within(&self, steps: usize) -> Self {
        Self { step: self.step.filter(|_| steps > 0).map(|step| step.clamp(1, steps)), ..self.clone() }
    }

    /// The pane that a phone shows.
    pub fn pane(&self) -> Pane {
        self.pane.unwrap_or(Pane::Graph(self.graph.unwrap_or(GraphKind::StreamGraph)))
    }

    /// Whether the source is asked for where it would be folded.
    pub fn is_source_open(&self) -> bool {
        self.pane == Some(Pane::Source)
    }

    /// What asks for this in a query, beside how the text is read.
    fn pairs(&self) -> Vec<(&'static str, String)> {
        let showing = Some(self.showing).filter(|&showing| showing != Showing::Explorer);
        let filter = Some(&self.filter).filter(|filter| !filter.is_empty());
        let pairs = [
            ("view", showing.map(|showing| showing.slug().to_owned())),
            ("step", self.step.map(|step| step.to_string())),
            ("graph", self.graph.map(|graph| graph.slug().to_owned())),
            ("pane", self.pane.map(|pane| pane.slug().to_owned())),
            ("select", self.select.clone()),
            ("steps", filter.map(ToString::to_string)),
            ("find", self.find.clone()),
            ("reason", self.reason.map(|reason| reason.slug().to_owned())),
            ("page", self.page.map(|page| page.to_string())),
        ];
        pairs.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
    }

    /// What a form keeps that says more about how the text is read: nothing of the plan that is shown so far.
    pub fn for_a_form(&self) -> Vec<(String, String)> {
        let reading = self.reading.to_query();
        let pane = self.pane.map(|pane| ("pane".to_owned(), pane.slug().to_owned()));
        form_urlencoded::parse(reading.as_bytes()).into_owned().chain(pane).collect()
    }

    /// All that asks for this but for what is looked for: a form keeps it.
    pub fn without_find(&self) -> Vec<(String, String)> {
        let reading = self.reading.to_query();
        let reading = form_urlencoded::parse(reading.as_bytes()).into_owned();
        let rest = self.pairs().into_iter().filter(|(name, _)| *name != "find");
        reading.chain(rest.map(|(name, value)| (name.to_owned(), value))).collect()
    }

    /// The query that asks for this, with its `?`.
    pub fn to_query(&self) -> String {
        let rest = form_urlencoded::Serializer::new(String::new()).extend_pairs(self.pairs()).finish();
        // What is in addresses of ours needs no escapes, and people read them.
        let rest = rest.replace("%2C", ",").replace("%3A", ":");
        let reading = self.reading.to_query();
        let separator = if reading.is_empty() || rest.is_empty() { "" } else { "&" };
        format!("?{reading}{separator}{rest}")
    }
}

/// The links from a page.
#[derive(Clone, Debug, Default)]
pub struct Links {
    pub asked: Asked,
    /// Whether they lead anywhere: to a text that a form sent there is no way back.
    pub lead: bool,
}

impl Links {
    /// The links from what an address asks for.
    pub fn of(asked: &Asked, origin: &Origin) -> Self {
        Self { asked: asked.clone(), lead: !origin.posted }
    }

    /// How the text is read, as a query with its `?`; empty if nothing is said of it.
    pub fn reading(&self) -> String {
        let reading = self.asked.reading.to_query();
        if reading.is_empty() { reading } else { format!("?{reading}") }
    }

    /// To here.
    pub fn here(&self) -> String {
        self.asked.to_query()
    }

    /// To what differs from here by a change; nothing that is open over the page stays so.
    fn to(&self, change: impl FnOnce(&mut Asked)) -> String {
        let mut asked = Asked { find: None, ..self.asked.clone() };
        change(&mut asked);
        asked.to_query()
    }

    /// To the explorer and something there; a list's own filters and pages stay behind.
    fn to_explorer(&self, change: impl FnOnce(&mut Asked)) -> String {
        self.to(|asked| {
            (asked.showing, asked.reason, asked.page) = (Showing::Explorer, None, None);
            change(asked);
        })
    }

    /// To the same with what is open over it closed.
    pub fn closed(&self) -> String {
        self.to(|_| ())
    }

    /// To the same with the search open.
    pub fn find(&self) -> String {
        self.to(|asked| asked.find = Some(String::new()))
    }

    /// To another page of the plan.
    pub fn showing(&self, showing: impl Borrow<Showing>) -> String {
        self.to_explorer(|asked| asked.showing = *showing.borrow())
    }

    /// To a step.
    pub fn step(&self, step: impl Borrow<usize>) -> String {
        self.to_explorer(|asked| asked.step = Some(*step.borrow()))
    }

    /// To the same of the plan with these changes, but for the step: steps are not the same ones there.
    pub fn trying(&self, changes: &Changes) -> String {
        self.to(|asked| {
            asked.reading = asked.reading.with_changes(changes);
            (asked.step, asked.page) = (None, None);
        })
    }

    /// To the same text with another answer to a question that it leaves open.
    pub fn assuming(&self, key: &str, value: &str, is_assumed: bool) -> String {
        self.to(|asked| {
            asked.reading = asked.reading.with_answer(key, value, is_assumed);
            (asked.step, asked.page, asked.select) = (None, None, None);
        })
    }

    /// To the same text read as this kind, or as what it looks like.
    pub fn reading_as(&self, kind: Option<TextKind>) -> String {
        self.to(|asked| {
            asked.reading = ReadingQuery::as_kind(kind);
            (asked.step, asked.page, asked.select) = (None, None, None);
        })
    }

    /// To a step, with an element selected.
    pub fn step_and_element(&self, step: impl Borrow<usize>, name: &str) -> String {
        self.to_explorer(|asked| {
            (asked.step, asked.select) = (Some(*step.borrow()), Some(name.to_owned()));
        })
    }

    /// To the finished plan.
    pub fn finished(&self) -> String {
        self.to_explorer(|asked| asked.step = None)
    }

    /// To a graph that has the page to itself.
    pub fn graph(&self, graph: &GraphKind) -> String {
        self.to(|asked| asked.graph = Some(*graph))
    }

    /// Back to the three graphs beside each other.
    pub fn all_graphs(&self) -> String {
        self.to(|asked| asked.graph = None)
    }

    /// To a pane, on a phone.
    pub fn pane(&self, pane: impl Borrow<Pane>) -> String {
        self.to(|asked| (asked.graph, asked.pane) = (None, Some(*pane.borrow())))
    }

    /// To an element.
    pub fn select(&self, name: &str) -> String {
        self.to_explorer(|asked| asked.select = Some(name.to_owned()))
    }

    /// The address that selects an element, but for the name at its end.
    pub fn select_prefix(&self) -> String {
        let rest = self.to_explorer(|asked| asked.select = None);
        format!("{rest}{}select=", if rest == "?" { "" } else { "&" })
    }

    /// To the same without an element selected.
    pub fn unselected(&self) -> String {
        self.to(|asked| asked.select = None)
    }

    /// To the steps that a filter lets through, on the page that is shown.
    pub fn filter(&self, filter: &StepFilter) -> String {
        self.to(|asked| (asked.filter, asked.page) = (filter.clone(), None))
    }

    /// To all steps.
    pub fn unfiltered(&self) -> String {
        self.filter(&StepFilter::default())
    }

    /// To the chain breaks of one kind, or with nothing to all.
    pub fn reason(&self, reason: &Option<BreakKind>) -> String {
        self.to(|asked| asked.reason = *reason)
    }

    /// To a line of the source.
    pub fn source_line(&self, line: impl Borrow<usize>) -> String {
        format!("{}#L{}", self.to_explorer(|asked| asked.pane = Some(Pane::Source)), line.borrow())
    }

    /// To a step of the plan with these changes. Elements have other names there.
    pub fn with_changes(&self, changes: &Changes, step: impl Into<Option<usize>>) -> String {
        self.to_explorer(|asked| {
            asked.reading = asked.reading.with_changes(changes);
            (asked.step, asked.select, asked.filter) = (step.into(), None, StepFilter::default());
        })
    }

    /// To another page of a long list.
    pub fn page(&self, page: impl Borrow<usize>) -> String {
        self.to(|asked| asked.page = Some(*page.borrow()).filter(|&page| page > 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn links(asked: Asked) -> Links {
        Links { asked, lead: true }
    }

    #[test]
    fn links_keep_what_they_do_not_change() {
        let everything = links(Asked {
            step: Some(3),
            graph: Some(GraphKind::JobGraph),
            select: Some("e4-5".to_owned()),
            filter: StepFilter::parse("chain,breaks"),
            ..Asked::default()
        });
        for (link, expected) in [
            (everything.here(), "?step=3&graph=job-graph&select=e4-5&steps=chain,breaks"),
            (everything.step(4), "?step=4&graph=job-graph&select=e4-5&steps=chain,breaks"),
            (everything.finished(), "?graph=job-graph&select=e4-5&steps=chain,breaks"),
            (everything.all_graphs(), "?step=3&select=e4-5&steps=chain,breaks"),
            (everything.select("n5"), "?step=3&graph=job-graph&select=n5&steps=chain,breaks"),
            (everything.unselected(), "?step=3&graph=job-graph&steps=chain,breaks"),
            (everything.filter(&StepFilter::default()), "?step=3&graph=job-graph&select=e4-5"),
            (everything.pane(Pane::Source), "?step=3&pane=source&select=e4-5&steps=chain,breaks"),
            (
                everything.showing(Showing::ChainBreaks),
                "?view=chain-breaks&step=3&graph=job-graph&select=e4-5&steps=chain,breaks",
            ),
            (everything.select_prefix(), "?step=3&graph=job-graph&steps=chain,breaks&select="),
            (links(Asked::default()).select_prefix(), "?select="),
        ] {
            assert_eq!(link, expected);
        }
    }

    #[test]
    fn a_list_is_left_with_its_filters_and_an_open_find_is_closed() {
        let list = links(Asked {
            showing: Showing::ChainBreaks,
            reason: Some(BreakKind::Parallelism),
            page: Some(2),
            find: Some("a & b".to_owned()),
            ..Asked::default()
        });
        assert_eq!(list.here(), "?view=chain-breaks&find=a+%26+b&reason=parallelism&page=2");
        assert_eq!(list.step(7), "?step=7");
        assert_eq!(list.page(3), "?view=chain-breaks&reason=parallelism&page=3");
        assert_eq!(list.page(1), "?view=chain-breaks&reason=parallelism");
        assert_eq!(list.reason(&None), "?view=chain-breaks&page=2");
    }
}
