//! A rule's page, read from its Markdown.
//!
//! ```text
//! # Title
//! A lead.
//! ## A section          any number of them, in prose; "Related" lists links to other pages
//! ### An example        prose, a fence of `json` with the pipeline, fences of checks, more prose
//! ```
//!
//! The pages are our own, but they are read as if they were not: HTML in them is shown as text.

use std::ops::Range;

use pulldown_cmark::{
    CodeBlockKind, CowStr, Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd, html,
};

use crate::configuration::OPTIONS;
use crate::explain::Rule;
use crate::render::GraphKind;

/// A page.
#[derive(Clone, Debug, Default)]
pub struct Page {
    pub title: String,
    /// The first paragraph, as HTML.
    pub lead: String,
    /// The first paragraph as text.
    pub summary: String,
    pub sections: Vec<Section>,
    /// Where its links lead.
    pub links: Vec<String>,
}

/// A part of a page under a heading of its own.
#[derive(Clone, Debug, Default)]
pub struct Section {
    pub title: String,
    /// As HTML.
    pub prose: String,
    pub examples: Vec<Example>,
}

/// A pipeline, and what Flink makes of it.
#[derive(Clone, Debug, Default)]
pub struct Example {
    pub title: String,
    /// What is said before the pipeline, as HTML.
    pub prose: String,
    /// The definition as it stands on the page.
    pub pipeline: String,
    /// The graphs that are drawn.
    pub graphs: Vec<GraphKind>,
    /// What follows the pipeline.
    pub parts: Vec<Part>,
}

/// Something after an example's pipeline.
#[derive(Clone, Debug)]
pub enum Part {
    /// Prose as HTML.
    Prose(String),
    Check(Check),
}

/// What has to be true of an example's plan, in the notation of its kind.
#[derive(Clone, Debug)]
pub struct Check {
    pub kind: CheckKind,
    /// Which part of the plan it is about, for kinds that ask for it.
    pub about: String,
    /// Line by line.
    pub expected: String,
    /// Where the lines stand in the Markdown.
    pub range: Range<usize>,
}

/// Declares the kinds of checks with what begins their fences and what people read above them.
macro_rules! check_kinds {
    ($($(#[$meta:meta])* $kind:ident = $word:literal, $title:literal;)+) => {
        /// What a check is about.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum CheckKind { $($(#[$meta])* $kind),+ }

        impl CheckKind {
            pub const ALL: &'static [Self] = &[$(Self::$kind),+];

            /// The word that begins its fence.
            pub const fn word(self) -> &'static str {
                match self { $(Self::$kind => $word),+ }
            }

            /// What people read above it.
            pub const fn title(self) -> &'static str {
                match self { $(Self::$kind => $title),+ }
            }
        }
    };
}

check_kinds! {
    /// The job as a whole.
    Job = "job", "The job";
    /// Transformations as the program leaves them.
    Transformations = "transformations", "Transformations";
    /// StreamNodes.
    Nodes = "nodes", "StreamNodes";
    /// Virtual nodes.
    VirtualNodes = "virtual-nodes", "Virtual nodes";
    /// StreamEdges, with their partitioners and whether they chain.
    Edges = "edges", "StreamEdges";
    /// Buffer timeout and unaligned checkpoints of StreamEdges.
    Buffers = "buffers", "Buffers of the StreamEdges";
    /// `isChainable` of one edge.
    Conditions = "conditions", "isChainable, in Flink’s order";
    /// How operators get their ids, in the order of hashing.
    Ids = "ids", "Operator ids, in the order of hashing";
    /// JobVertices by their names.
    Chains = "chains", "Chains";
    /// JobVertices with their fields.
    Vertices = "vertices", "JobVertices";
    /// Operators with their places in their chains.
    ChainIndices = "chain-indices", "Places in the chains";
    /// Data sets.
    DataSets = "data-sets", "Data sets";
    /// JobEdges.
    JobEdges = "job-edges", "JobEdges";
    /// Slot sharing and co-location groups.
    Slots = "slots", "Slot sharing";
    /// Shares of managed memory.
    Memory = "memory", "Managed memory";
    /// Steps of a phase or method.
    Steps = "steps", "Steps";
    /// Flink's exception.
    Refusal = "refusal", "Flink refuses it";
}

/// Why a page cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct PageError {
    /// From 1.
    pub line: usize,
    pub message: String,
}

/// Reads a page.
///
/// # Errors
/// What it lacks, or what stands where it cannot.
pub fn parse(markdown: &str) -> Result<Page, PageError> {
    let mut reader =
        Reader { markdown, page: Page::default(), prose: Vec::new(), place: Place::Start, in_link: false };
    let mut events = Parser::new_ext(markdown, Options::ENABLE_TABLES).into_offset_iter();
    while let Some((event, range)) = events.next() {
        match event {
            Event::Start(Tag::Heading { level, .. }) => {
                let title = text_until_heading_ends(&mut events);
                reader.heading(level, title, range.start)?;
            }
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                let (text, inside) = code(&mut events, range.start);
                reader.fence(&info, text, inside, range.start)?;
            }
            event => reader.event(event),
        }
    }
    reader.flush();
    reader.finish()
}

type Events<'a> = pulldown_cmark::OffsetIter<'a>;

fn text_until_heading_ends(events: &mut Events<'_>) -> String {
    let mut title = String::new();
    for (event, _) in events {
        match event {
            Event::Text(text) | Event::Code(text) => title.push_str(&text),
            Event::End(TagEnd::Heading(_)) => break,
            _ => {}
        }
    }
    title
}

/// A link to what is said of a configuration key, if this is one, alone or with a value.
fn configuration_link(code: &str) -> Option<Tag<'static>> {
    let key = code.split(':').next().unwrap_or(code);
    OPTIONS.iter().find(|option| option.key == key).map(|option| Tag::Link {
        link_type: LinkType::Inline,
        dest_url: format!("/configuration#{}", option.key).into(),
        title: CowStr::Borrowed(""),
        id: CowStr::Borrowed(""),
    })
}

/// The text of a fence, and where it stands.
fn code(events: &mut Events<'_>, start: usize) -> (String, Range<usize>) {
    let (mut text, mut inside) = (String::new(), None::<Range<usize>>);
    for (event, range) in events {
        match event {
            Event::Text(piece) => {
                text.push_str(&piece);
                inside = Some(inside.map_or(range.start, |inside| inside.start)..range.end);
            }
            _ => break,
        }
    }
    (text, inside.unwrap_or(start..start))
}

/// Where in a page the reader is.
enum Place {
    /// Before the title.
    Start,
    Lead,
    Section,
    Example,
}

struct Reader<'a> {
    markdown: &'a str,
    page: Page,
    /// Prose that has not been written yet.
    prose: Vec<Event<'a>>,
    place: Place,
    in_link: bool,
}

impl<'a> Reader<'a> {
    fn event(&mut self, event: Event<'a>) {
        let event = match event {
            Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                let dest_url = self.link(&dest_url);
                Event::Start(Tag::Link { link_type, dest_url, title, id })
            }
            event => event,
        };
        match event {
            Event::Start(Tag::Link { .. }) => self.in_link = true,
            Event::End(TagEnd::Link) => self.in_link = false,
            _ => {}
        }
        if matches!(self.place, Place::Lead)
            && let Event::Text(text) | Event::Code(text) = &event
        {
            self.page.summary.push_str(text);
        } else if matches!(self.place, Place::Lead) && event == Event::SoftBreak {
            self.page.summary.push(' ');
        }
        match &event {
            Event::Code(code) if !self.in_link => match configuration_link(code) {
                Some(link) => self.prose.extend([Event::Start(link), event, Event::End(TagEnd::Link)]),
                None => self.prose.push(event),
            },
            _ => self.prose.push(event),
        }
    }

    /// A link as it is written leads to the file beside this one; on the site it leads to that rule's page.
    fn link(&mut self, target: &str) -> CowStr<'static> {
        self.page.links.push(target.to_owned());
        match target.strip_suffix(".md").and_then(Rule::from_code) {
            Some(rule) => format!("/rules/{rule}").into(),
            None => target.to_owned().into(),
        }
    }

    fn heading(&mut self, level: HeadingLevel, title: String, at: usize) -> Result<(), PageError> {
        self.flush();
        match (level, &self.place) {
            (HeadingLevel::H1, Place::Start) => {
                self.page.title = title;
                self.place = Place::Lead;
            }
            (HeadingLevel::H2, Place::Lead | Place::Section | Place::Example) => {
                self.page.sections.push(Section { title, ..Section::default() });
                self.place = Place::Section;
            }
            (HeadingLevel::H3, Place::Section | Place::Example) => {
                self.section().examples.push(Example { title, ..Example::default() });
                self.place = Place::Example;
            }
            _ => return Err(self.error(at, format!("a heading of this level cannot stand here: {title}"))),
        }
        Ok(())
    }

    fn fence(&mut self, info: &str, text: String, range: Range<usize>, at: usize) -> Result<(), PageError> {
        let (word, about) = info.split_once(' ').unwrap_or((info, ""));
        let kind = CheckKind::ALL.iter().copied().find(|kind| kind.word() == word);
        if word != "json" && kind.is_none() {
            self.prose.push(Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(CowStr::Borrowed("")))));
            self.prose.push(Event::Text(text.into()));
            self.prose.push(Event::End(TagEnd::CodeBlock));
            return Ok(());
        }
        self.flush();
        let Place::Example = self.place else {
            return Err(
                self.error(at, "pipelines and checks stand under the heading of an example".to_owned())
            );
        };
        let graphs: Vec<_> = about.split_whitespace().filter_map(GraphKind::from_slug).collect();
        let has_pipeline = !self.example().pipeline.is_empty();
        match kind {
            None if has_pipeline => Err(self.error(at, "an example has one pipeline".to_owned())),
            None => {
                let example = self.example();
                example.pipeline = text;
                example.graphs = if graphs.is_empty() { vec![GraphKind::StreamGraph] } else { graphs };
                Ok(())
            }
            Some(_) if !has_pipeline => Err(self.error(at, "a check follows the pipeline".to_owned())),
            Some(kind) => {
                let check = Check { kind, about: about.to_owned(), expected: text, range };
                self.example().parts.push(Part::Check(check));
                Ok(())
            }
        }
    }

    /// Writes the prose that has been gathered where it belongs.
    fn flush(&mut self) {
        if self.prose.is_empty() {
            return;
        }
        let mut written = String::new();
        html::push_html(&mut written, self.prose.drain(..));
        match self.place {
            Place::Start => {}
            Place::Lead => self.page.lead.push_str(&written),
            Place::Section => self.section().prose.push_str(&written),
            Place::Example => {
                let example = self.example();
                if example.pipeline.is_empty() {
                    example.prose.push_str(&written);
                } else {
                    example.parts.push(Part::Prose(written));
                }
            }
        }
    }

    fn finish(self) -> Result<Page, PageError> {
        let lacks = |what: &str| Err(PageError { line: 1, message: format!("the page lacks {what}") });
        let Page { title, summary, sections, .. } = &self.page;
        let examples: Vec<_> = sections.iter().flat_map(|section| &section.examples).collect();
        if title.is_empty() {
            return lacks("a title");
        }
        if summary.is_empty() {
            return lacks("a paragraph after its title");
        }
        if sections.iter().all(|section| section.prose.is_empty()) {
            return lacks("prose");
        }
        if examples.is_empty() {
            return lacks("an example");
        }
        let is_check = |part: &Part| matches!(part, Part::Check(_));
        match examples.iter().find(|example| !example.parts.iter().any(is_check)) {
            Some(example) => lacks(&format!("a check of the example \"{}\"", example.title)),
            None => Ok(self.page),
        }
    }

    fn section(&mut self) -> &mut Section {
        self.page.sections.last_mut().expect("there is a section where the reader is in one")
    }

    fn example(&mut self) -> &mut Example {
        self.section().examples.last_mut().expect("there is an example where the reader is in one")
    }

    fn error(&self, at: usize, message: String) -> PageError {
        PageError { line: self.markdown[..at].matches('\n').count() + 1, message }
    }
}

impl Page {
    /// All examples, in order; their number in addresses is their position, from 1.
    pub fn examples(&self) -> impl Iterator<Item = &Example> {
        self.sections.iter().flat_map(|section| &section.examples)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "# Rule\n\nA `lead`.\n\n## Why\n\nSo <b>it</b> is: [forward](forward.md).\n\n## Examples\n\n\
        ### One\n\nFirst.\n\n```json job-graph\n{}\n```\n\n```conditions A → B\n✓ x: 1\n✗ y: 2\n```\n\nThen.\n";

    #[test]
    fn a_page_is_prose_and_examples_with_checks() {
        let page = parse(PAGE).expect("a page");
        assert_eq!((page.title.as_str(), page.summary.as_str()), ("Rule", "A lead."));
        assert_eq!(page.lead, "<p>A <code>lead</code>.</p>\n");
        assert_eq!(page.sections[0].title, "Why");
        assert_eq!(page.links, ["forward.md"]);
        let example = &page.sections[1].examples[0];
        assert_eq!((example.title.as_str(), example.prose.as_str()), ("One", "<p>First.</p>\n"));
        assert_eq!((example.pipeline.as_str(), &example.graphs[..]), ("{}\n", &[GraphKind::JobGraph][..]));
        let [Part::Check(check), Part::Prose(then)] = &example.parts[..] else { panic!("{example:?}") };
        assert_eq!((check.kind, check.about.as_str()), (CheckKind::Conditions, "A → B"));
        assert_eq!(&PAGE[check.range.clone()], "✓ x: 1\n✗ y: 2\n");
        assert_eq!(then, "<p>Then.</p>\n");
    }

    #[test]
    fn html_is_text_and_links_to_rules_lead_to_their_pages() {
        let page = parse(PAGE).expect("a page");
        assert_eq!(
            page.sections[0].prose,
            "<p>So &lt;b&gt;it&lt;/b&gt; is: <a href=\"/rules/forward\">forward</a>.</p>\n"
        );
    }

    #[test]
    fn a_configuration_key_leads_to_what_is_said_of_it() {
        let page =
            PAGE.replace("So <b>it</b> is", "`parallelism.default`, `parallelism.default: 2`, `parallelism`");
        let link = |text| format!("<a href=\"/configuration#parallelism.default\"><code>{text}</code></a>");
        let expected = format!(
            "<p>{}, {}, <code>parallelism</code>: ",
            link("parallelism.default"),
            link("parallelism.default: 2")
        );
        let prose = &parse(&page).expect("a page").sections[0].prose;
        assert!(prose.starts_with(&expected), "{prose}");
    }

    #[test]
    fn what_a_page_lacks_is_said() {
        for (markdown, message) in [
            ("", "line 1: the page lacks a title"),
            ("# A\n\n## B\n", "line 1: the page lacks a paragraph after its title"),
            ("# A\n\nb\n", "line 1: the page lacks prose"),
            ("# A\n\nb\n\n## C\n\nd\n", "line 1: the page lacks an example"),
            (
                "# A\n\nb\n\n## C\n\nd\n\n### E\n\n```json\n{}\n```\n",
                "line 1: the page lacks a check of the example \"E\"",
            ),
            (
                "# A\n\nb\n\n```json\n{}\n```\n",
                "line 5: pipelines and checks stand under the heading of an example",
            ),
            ("# A\n\n### B\n", "line 3: a heading of this level cannot stand here: B"),
        ] {
            assert_eq!(parse(markdown).map_err(|error| error.to_string()).err().as_deref(), Some(message));
        }
    }
}
