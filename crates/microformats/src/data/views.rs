//! Views of the graph: subjects, and the triples of each.

use std::borrow::Cow;

use super::MICROFORMATS;
use super::graph::{Graph, InputProblem, Object, TripleRow};
use crate::lookups::Lookups;
use crate::output::JsonOptions;
use crate::results::TermId;
use crate::step::{Role, Step};
use crate::vocabulary::Vocabulary;
use wishful::base::{IndexMap, IndexSet, Position, Span, wide};
use wishful::tree::{Document, NodeId, NodeRef};

/// The structured data of a document: the result of [`StructuredData::new`].
#[derive(Clone, Debug)]
pub struct StructuredData<'d> {
    pub(super) graph: Graph<'d>,
    vocabulary: &'d Vocabulary,
    lookups: Lookups,
}

/// A problem: an input that could not be read as written.
///
/// ```
/// use wishful_microformats::data::StructuredData;
/// use wishful_microformats::data::DataOptions;
/// use wishful::{Grammar, ParseOptions, Parser};
/// let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
/// let page = "<script type=application/ld+json>{\"name\": }</script>";
/// let document = parser.parse(page, &ParseOptions::default()).unwrap();
/// let data = StructuredData::new(&document, &DataOptions::default());
/// let problem = data.problems().next().unwrap();
/// assert_eq!((problem.position.to_string().as_str(), problem.is_error), ("1:43", true));
/// assert_eq!(problem.message, "invalid JSON: expected value");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Problem<'g> {
    /// The position in the page.
    pub position: Position,
    /// The mistake, or the part that was skipped to read the rest.
    pub message: &'g str,
    /// The problem prevented the reading.
    pub is_error: bool,
    /// The name of the syntax.
    pub syntax: &'g str,
}

impl<'d> StructuredData<'d> {
    pub(super) fn of(graph: Graph<'d>, vocabulary: &'d Vocabulary) -> Self {
        Self { graph, vocabulary, lookups: Lookups::default() }
    }

    /// Returns the document.
    #[must_use]
    pub fn document(&self) -> &'d Document {
        self.graph.document
    }

    /// Returns the subjects, in the order in which they were found: those of microformats first,
    /// then those of each syntax.
    pub fn subjects(&self) -> impl Iterator<Item = Subject<'_>> {
        (0..self.graph.subjects.len()).map(|number| Subject { of: self, number })
    }

    /// Returns the problems: inputs that could not be read as written.
    pub fn problems(&self) -> impl Iterator<Item = Problem<'_>> {
        self.graph.troubles.iter().map(|trouble| {
            let InputProblem { offset, message, is_error, syntax } = trouble;
            Problem {
                position: self.document().position(*offset),
                message,
                is_error: *is_error,
                syntax: self.syntax(*syntax),
            }
        })
    }

    /// Reports whether a limit was reached, so that the result may be incomplete.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.graph.is_cut
    }

    /// Returns the subjects with their triples, except those of types, until their texts exceed the
    /// limit of the JSON; and whether something is left out, here or by the reading.
    #[doc(hidden)]
    #[must_use]
    pub fn bounded(&self) -> (Vec<(Subject<'_>, Vec<Triple<'_>>)>, bool) {
        let mut room = Some(JsonOptions::default().bytes.of(self.document().text().len()));
        let mut subjects = Vec::new();
        for subject in self.subjects() {
            let mut triples = Vec::new();
            for triple in subject.triples().filter(|triple| !triple.is_type()) {
                let length = u64::try_from(triple.text().unwrap_or_default().len()).ok();
                room = room.and_then(|room| room.checked_sub(length?));
                if room.is_none() {
                    break;
                }
                triples.push(triple);
            }
            subjects.push((subject, triples));
        }
        (subjects, room.is_none() || self.is_cut())
    }

    /// Returns the work done, in nodes, triples and bytes. It is linear in the document and its
    /// inclusions.
    #[must_use]
    pub fn work(&self) -> u64 {
        self.graph.work
    }

    /// Returns the prefixes of all syntaxes, with their addresses. (The addresses of contexts are
    /// no prefixes of outputs.)
    pub(super) fn prefixes(&self) -> IndexMap<&str, &str> {
        let mut prefixes = IndexMap::default();
        for syntax in self.vocabulary.syntaxes.values() {
            let names = syntax.prefixes.iter().filter(|(name, _)| !name.contains(['.', '/']));
            for (prefix, address) in names {
                prefixes.entry(&**prefix).or_insert(&**address);
            }
        }
        prefixes
    }

    /// Returns the names of a bit set of syntaxes.
    fn named_syntaxes(&self, bits: u64) -> impl Iterator<Item = &str> {
        (0..64).filter(move |number| bits >> number & 1 == 1).map(|number| self.syntax(number))
    }

    /// Returns the name of a syntax by its number.
    fn syntax(&self, number: usize) -> &str {
        if number == 0 {
            return MICROFORMATS;
        }
        match self.vocabulary.syntaxes.get_index(number - 1) {
            Some((name, _)) => name,
            None => MICROFORMATS,
        }
    }

    pub(super) fn name(&self, name: TermId) -> &str {
        self.graph.name(name)
    }
}

/// A subject of triples.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'g> {
    of: &'g StructuredData<'g>,
    number: usize,
}

impl<'g> Subject<'g> {
    /// Returns the address; for a subject without one, a name that begins with `_:`.
    #[must_use]
    pub fn id(self) -> &'g str {
        match self.row() {
            Some((&name, _)) => self.of.name(name),
            None => "",
        }
    }

    /// Returns the full names of the types, each once.
    pub fn types(self) -> impl Iterator<Item = &'g str> {
        let types = self.triples().filter(|triple| triple.is_type());
        types.filter_map(Triple::id).collect::<IndexSet<_>>().into_iter()
    }

    /// Returns the names of the syntaxes that contain a triple of the subject.
    pub fn syntaxes(self) -> impl Iterator<Item = &'g str> {
        let bits = self.triples().fold(0, |bits, triple| bits | triple.row.syntaxes);
        self.of.named_syntaxes(bits)
    }

    /// Returns the first element of the subject.
    #[must_use]
    pub fn node(self) -> NodeRef<'g> {
        let (_, (node, _)) = self.row().expect("the number is that of a subject");
        let node = self.of.document().node(*node);
        node.expect("subjects are of elements of their document")
    }

    /// Returns the triples, including those of types, in order.
    pub fn triples(self) -> impl Iterator<Item = Triple<'g>> {
        let numbers: &[u32] = match self.row() {
            Some((_, (_, numbers))) => numbers,
            None => &[],
        };
        let rows = &self.of.graph.rows;
        numbers.iter().map(move |&number| Triple { of: self.of, row: &rows[wide(number)] })
    }

    fn row(self) -> Option<(&'g TermId, &'g (NodeId, Vec<u32>))> {
        self.of.graph.subjects.get_index(self.number)
    }

    /// Returns the triples by property, without those of types.
    pub(super) fn properties(self) -> IndexMap<TermId, Vec<Triple<'g>>> {
        let mut properties: IndexMap<TermId, Vec<Triple<'g>>> = IndexMap::default();
        for triple in self.triples() {
            if !triple.is_type() {
                properties.entry(triple.row.property).or_default().push(triple);
            }
        }
        properties
    }
}

/// A triple of a subject.
#[derive(Clone, Copy, Debug)]
pub struct Triple<'g> {
    of: &'g StructuredData<'g>,
    row: &'g TripleRow<'g>,
}

impl<'g> Triple<'g> {
    /// Returns the full name of the property. (A name without a vocabulary may be a single word.)
    #[must_use]
    pub fn property(self) -> &'g str {
        self.of.name(self.row.property)
    }

    /// Returns the value as the name of a subject, or an address; `None` for a text.
    #[must_use]
    pub fn id(self) -> Option<&'g str> {
        match self.row.said.object {
            Object::Name(name) => Some(self.of.name(name)),
            Object::Text { .. } => None,
        }
    }

    /// Returns the value as a text; `None` for a subject or an address.
    #[must_use]
    pub fn text(self) -> Option<&'g str> {
        match self.row.said.object {
            Object::Text { text, .. } => Some(self.of.graph.tables.text(text)),
            Object::Name(_) => None,
        }
    }

    /// Returns the full name of a text's datatype, if it has one.
    #[must_use]
    pub fn datatype(self) -> Option<&'g str> {
        match self.row.said.object {
            Object::Text { datatype, .. } => datatype.map(|name| self.of.name(name)),
            Object::Name(_) => None,
        }
    }

    /// Returns the language of a text, if given.
    #[must_use]
    pub fn language(self) -> Option<&'g str> {
        match self.row.said.object {
            Object::Text { language, .. } => language.map(|name| self.of.name(name)),
            Object::Name(_) => None,
        }
    }

    /// Returns the names of the syntaxes that contain the triple.
    pub fn syntaxes(self) -> impl Iterator<Item = &'g str> {
        self.of.named_syntaxes(self.row.syntaxes)
    }

    /// Returns the element that gave the triple.
    #[must_use]
    pub fn node(self) -> NodeRef<'g> {
        let node = self.of.document().node(self.row.said.node);
        node.expect("triples are of elements of their document")
    }

    /// Returns the step that gave the value.
    #[must_use]
    pub fn step(self) -> Step {
        self.row.said.step
    }

    /// Returns the inputs of the value, in order: the role of each, and its source spans.
    pub fn parts(self) -> impl Iterator<Item = (Role, Cow<'g, [Span]>)> {
        let parts = self.row.said.parts.of(&self.of.graph.tables.parts);
        let of = self.of;
        parts.iter().map(move |part| (part.role, of.lookups.spans(of.document(), part.place)))
    }

    /// Returns the start offsets of the inputs.
    pub(super) fn begins(self) -> impl Iterator<Item = (Role, u32)> {
        let parts = self.row.said.parts.of(&self.of.graph.tables.parts);
        parts.iter().filter_map(move |part| Some((part.role, part.begin(self.of.document())?)))
    }

    /// Reports whether the triple gives the type of a subject.
    #[must_use]
    pub fn is_type(self) -> bool {
        self.row.property == self.of.graph.kind()
    }
}
