//! Views of the graph: subjects, and the triples of each.

use std::borrow::Cow;

use super::MICROFORMATS;
use super::graph::{Graph, Object, Row, Trouble};
use crate::base::{IndexMap, IndexSet, Position, Span, wide};
use crate::microformats::lookups::Lookups;
use crate::microformats::results::TermId;
use crate::microformats::step::{Role, Step};
use crate::microformats::vocabulary::Vocabulary;
use crate::tree::{Document, NodeId, NodeRef};

/// The structured data of a document: the result of [`Document::structured_data`].
#[derive(Clone, Debug)]
pub struct StructuredData<'d> {
    pub(super) graph: Graph<'d>,
    vocabulary: &'d Vocabulary,
    lookups: Lookups,
}

/// Something of the page that could not be read as it is written.
///
/// ```
/// use wishful::microformats::data::DataOptions;
/// use wishful::{Grammar, ParseOptions, Parser};
/// let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
/// let page = "<script type=application/ld+json>{\"name\": }</script>";
/// let document = parser.parse_str(page, &ParseOptions::default()).unwrap();
/// let data = document.structured_data(&DataOptions::default());
/// let problem = data.problems().next().unwrap();
/// assert_eq!((problem.position.to_string().as_str(), problem.is_error), ("1:43", true));
/// assert_eq!(problem.message, "this is no JSON: expected value");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Problem<'g> {
    /// The place in the page.
    pub position: Position,
    /// The mistake, or what was passed over to read the rest.
    pub message: &'g str,
    /// Reports whether nothing was read because of it.
    pub is_error: bool,
    /// The name of the syntax.
    pub syntax: &'g str,
}

impl<'d> StructuredData<'d> {
    pub(super) fn new(graph: Graph<'d>, vocabulary: &'d Vocabulary) -> Self {
        Self { graph, vocabulary, lookups: Lookups::default() }
    }

    /// Returns the document that was read.
    #[must_use]
    pub fn document(&self) -> &'d Document {
        self.graph.document
    }

    /// Returns the subjects, in the order in which they were found: microformats first, then syntax
    /// by syntax.
    pub fn subjects(&self) -> impl Iterator<Item = Subject<'_>> {
        (0..self.graph.subjects.len()).map(|number| Subject { of: self, number })
    }

    /// Returns what could not be read as it is written.
    pub fn problems(&self) -> impl Iterator<Item = Problem<'_>> {
        self.graph.troubles.iter().map(|trouble| {
            let Trouble { offset, message, is_error, syntax } = trouble;
            Problem {
                position: self.document().position(*offset),
                message,
                is_error: *is_error,
                syntax: self.syntax(*syntax),
            }
        })
    }

    /// Reports whether a limit was met, so that there may be more than this.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.graph.is_cut
    }

    /// Returns how much was done to find them: nodes, triples and bytes, which grow with the
    /// document and what is included.
    #[must_use]
    pub fn work(&self) -> u64 {
        self.graph.work
    }

    /// The prefixes of all syntaxes, each with the address that it stands for.
    pub(super) fn prefixes(&self) -> IndexMap<&str, &str> {
        let mut prefixes = IndexMap::default();
        for syntax in self.vocabulary.syntaxes.values() {
            for (prefix, address) in &syntax.prefixes {
                prefixes.entry(&**prefix).or_insert(&**address);
            }
        }
        prefixes
    }

    /// The name of a syntax by its number.
    fn syntax(&self, number: usize) -> &str {
        let name = number.checked_sub(1).and_then(|it| self.vocabulary.syntaxes.get_index(it));
        name.map_or(MICROFORMATS, |(name, _)| name)
    }

    pub(super) fn name(&self, name: TermId) -> &str {
        self.graph.name(name)
    }
}

/// A thing of which something is said.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'g> {
    of: &'g StructuredData<'g>,
    number: usize,
}

impl<'g> Subject<'g> {
    /// Returns its address; of one that has none, a name that begins with `_:`.
    #[must_use]
    pub fn id(self) -> &'g str {
        self.row().map_or("", |(&name, _)| self.of.name(name))
    }

    /// Returns the whole names of its types, each once.
    pub fn types(self) -> impl Iterator<Item = &'g str> {
        let types = self.triples().filter(|triple| triple.is_type());
        types.filter_map(Triple::id).collect::<IndexSet<_>>().into_iter()
    }

    /// Returns the element by which it was found first.
    #[must_use]
    pub fn node(self) -> NodeRef<'g> {
        let node = self.row().and_then(|(_, (node, _))| self.of.document().node(*node));
        node.expect("subjects are of elements of their document")
    }

    /// Returns what is said of it, types too, in order.
    pub fn triples(self) -> impl Iterator<Item = Triple<'g>> {
        let numbers = self.row().map_or(&[][..], |(_, (_, numbers))| numbers);
        let rows = &self.of.graph.rows;
        numbers.iter().map(move |&number| Triple { of: self.of, row: &rows[wide(number)] })
    }

    fn row(self) -> Option<(&'g TermId, &'g (NodeId, Vec<u32>))> {
        self.of.graph.subjects.get_index(self.number)
    }

    /// Returns its triples but for its types, by property.
    pub(super) fn properties(self) -> IndexMap<TermId, Vec<Triple<'g>>> {
        let mut properties: IndexMap<TermId, Vec<Triple<'g>>> = IndexMap::default();
        for triple in self.triples().filter(|triple| !triple.is_type()) {
            properties.entry(triple.row.property).or_default().push(triple);
        }
        properties
    }
}

/// Something that is said of a subject.
#[derive(Clone, Copy, Debug)]
pub struct Triple<'g> {
    of: &'g StructuredData<'g>,
    row: &'g Row<'g>,
}

impl<'g> Triple<'g> {
    /// Returns the whole name of the property. (One that is only a word is of no vocabulary.)
    #[must_use]
    pub fn property(self) -> &'g str {
        self.of.name(self.row.property)
    }

    /// Returns the value as the name of a subject, or an address; `None` if it is a text.
    #[must_use]
    pub fn id(self) -> Option<&'g str> {
        match self.row.said.object {
            Object::Name(name) => Some(self.of.name(name)),
            Object::Text { .. } => None,
        }
    }

    /// Returns the value as a text; `None` if it is a subject or an address.
    #[must_use]
    pub fn text(self) -> Option<&'g str> {
        match self.row.said.object {
            Object::Text { text, .. } => Some(self.of.graph.tables.text(text)),
            Object::Name(_) => None,
        }
    }

    /// Returns the whole name of the type of a text, if it has one.
    #[must_use]
    pub fn datatype(self) -> Option<&'g str> {
        match self.row.said.object {
            Object::Text { datatype, .. } => datatype.map(|name| self.of.name(name)),
            Object::Name(_) => None,
        }
    }

    /// Returns the language of a text, if it is said.
    #[must_use]
    pub fn language(self) -> Option<&'g str> {
        match self.row.said.object {
            Object::Text { language, .. } => language.map(|name| self.of.name(name)),
            Object::Name(_) => None,
        }
    }

    /// Returns the names of the syntaxes that say it.
    pub fn syntaxes(self) -> impl Iterator<Item = &'g str> {
        let bits = self.row.syntaxes;
        (0..64).filter(move |number| bits >> number & 1 == 1).map(move |it| self.of.syntax(it))
    }

    /// Returns the element that says it.
    #[must_use]
    pub fn node(self) -> NodeRef<'g> {
        let node = self.of.document().node(self.row.said.node);
        node.expect("triples are of elements of their document")
    }

    /// Returns how the value was found.
    #[must_use]
    pub fn step(self) -> Step {
        self.row.said.step
    }

    /// Returns what it was put together from, in order: which part of the value that is, and where
    /// it is written.
    pub fn parts(self) -> impl Iterator<Item = (Role, Cow<'g, [Span]>)> {
        let parts = self.row.said.parts.of(&self.of.graph.tables.parts);
        let of = self.of;
        parts.iter().map(move |part| (part.role, of.lookups.spans(of.document(), part.place)))
    }

    /// Returns where these begin.
    pub(super) fn begins(self) -> impl Iterator<Item = (Role, u32)> {
        let parts = self.row.said.parts.of(&self.of.graph.tables.parts);
        parts.iter().filter_map(move |part| Some((part.role, part.begin(self.of.document())?)))
    }

    /// Reports whether it says of which type a subject is.
    pub(super) fn is_type(self) -> bool {
        self.row.property == self.of.graph.kind()
    }
}
