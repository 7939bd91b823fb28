//! The graph under construction: interned names, a table of triples, and the limits of both.

use std::hash::BuildHasher;

use super::markup::MarkupValue;
use crate::addresses::Addresses;
use crate::moments::DateTime;
use crate::output::linked::terms::{RDF, XSD};
use crate::results::{Range, Tables, TermId, Text};
use crate::step::{InputPosition, Step, StepInput};
use crate::texts::{self, Texts};
use crate::vocabulary::Reading;
use wishful::Allowance;
use wishful::base::{HashMap, IndexMap, Span, counted, narrow, wide};
use wishful::tree::{AttributeRef, Document, NodeId, NodeRef};

/// The prefix of all names of blank nodes.
pub(super) const BLANK: &str = "_:";

/// The budget, in nodes, for collecting the texts of single elements; a sixteenth of the document's
/// nodes is added to it. This many bytes of text also count as one node.
const SHORT: usize = 64;

/// The object of a triple.
#[derive(Clone, Copy, Debug)]
pub(super) enum Object<'d> {
    /// The name of another subject, or an address.
    Name(TermId),
    /// A text, with its datatype or its language.
    Text { text: Text<'d>, datatype: Option<TermId>, language: Option<TermId> },
}

impl<'d> Object<'d> {
    /// Creates a text without datatype and language.
    pub(super) fn plain(text: Text<'d>) -> Self {
        Self::Text { text, datatype: None, language: None }
    }
}

/// An object with its origin, before its subject and property are known.
#[derive(Clone, Copy, Debug)]
pub(super) struct SourcedObject<'d> {
    pub(super) object: Object<'d>,
    pub(super) step: Step,
    /// The inputs of the step, in the table of parts.
    pub(super) parts: Range,
    /// The element that gave the object.
    pub(super) node: NodeId,
}

/// A row of the table of triples.
#[derive(Clone, Copy, Debug)]
pub(super) struct TripleRow<'d> {
    pub(super) property: TermId,
    pub(super) said: SourcedObject<'d>,
    /// A bit set of the syntaxes that contain the triple.
    pub(super) syntaxes: u64,
}

/// A problem of the input.
#[derive(Clone, Debug)]
pub(super) struct InputProblem {
    pub(super) offset: u32,
    pub(super) message: String,
    /// The problem prevented the reading.
    pub(super) is_error: bool,
    pub(super) syntax: usize,
}

/// A graph under construction.
#[derive(Clone, Debug)]
pub(super) struct Graph<'d> {
    pub(super) document: &'d Document,
    addresses: Addresses<'d>,
    pub(super) tables: Tables<'d>,
    /// The subjects by name: the first element of each, and the indices of its triples.
    pub(super) subjects: IndexMap<TermId, (NodeId, Vec<u32>)>,
    pub(super) rows: Vec<TripleRow<'d>>,
    pub(super) troubles: Vec<InputProblem>,
    pub(super) is_cut: bool,
    /// The number of the current syntax.
    pub(super) syntax: usize,
    /// The triples by subject, property and a hash of the object.
    known: HashMap<(TermId, TermId, u64), u32>,
    /// The bytes of texts that may still be compared. (Texts may nest; writing them all has the
    /// same limit.)
    compared: u64,
    /// The number of blank nodes so far.
    blanks: usize,
    /// The bytes of attributes, and of constructed names, that may still be used.
    room: u64,
    /// The number of properties that may still be included elsewhere.
    again: u64,
    texts: Option<Texts>,
    /// The number of nodes whose texts were collected separately.
    apart: usize,
    pub(super) work: u64,
    kind: TermId,
}

impl<'d> Graph<'d> {
    /// Creates an empty graph on existing tables, with the limits for bytes and inclusions.
    pub(super) fn new(
        addresses: Addresses<'d>,
        mut tables: Tables<'d>,
        [bytes, again]: [Allowance; 2],
    ) -> Self {
        let document = addresses.document();
        let length = document.text().len();
        let kind = tables.term(&format!("{RDF}type"));
        Self {
            document,
            addresses,
            tables,
            subjects: IndexMap::default(),
            rows: Vec::new(),
            troubles: Vec::new(),
            is_cut: false,
            syntax: 0,
            known: HashMap::default(),
            compared: Allowance::OUTPUT.of(length),
            blanks: 0,
            room: bytes.of(length),
            again: again.of(length),
            texts: None,
            apart: 0,
            work: counted(document.len()),
            kind,
        }
    }

    /// Returns the property that gives a subject its types.
    pub(super) fn kind(&self) -> TermId {
        self.kind
    }

    /// Returns the name of a term of RDF.
    pub(super) fn rdf(&mut self, name: &str) -> TermId {
        self.tables.term(&format!("{RDF}{name}"))
    }

    /// Returns the name of a datatype of XML Schema.
    pub(super) fn xsd(&mut self, name: &str) -> TermId {
        self.tables.term(&format!("{XSD}{name}"))
    }

    /// Returns the characters of a name.
    pub(super) fn name(&self, name: TermId) -> &str {
        match self.tables.terms.get_index(name.index()) {
            Some(name) => name,
            None => "",
        }
    }

    /// Creates a blank node.
    pub(super) fn blank(&mut self) -> TermId {
        self.blanks += 1;
        self.tables.term(&format!("{BLANK}b{}", self.blanks))
    }

    /// Returns the name of the page: its address, or else a blank node.
    pub(super) fn page(&mut self) -> TermId {
        let address = self.addresses.whole("").into_owned();
        self.tables.term(if address.is_empty() { "_:page" } else { &address })
    }

    /// Resolves an address and interns it.
    pub(super) fn address(&mut self, address: &str) -> TermId {
        let address = address.trim_ascii();
        if address.is_empty() || !self.may_use(address.len()) {
            return self.page();
        }
        let whole = self.addresses.whole(address);
        self.work += counted(whole.len());
        self.tables.term(&whole)
    }

    /// Interns the concatenation of two texts, if there is room for it.
    pub(super) fn joined(&mut self, start: &str, end: &str) -> Option<TermId> {
        if !self.may_use(start.len() + end.len()) {
            return None;
        }
        Some(self.tables.term(&[start, end].concat()))
    }

    /// Interns a name with another one as its prefix, if there is room for it.
    pub(super) fn named(&mut self, start: TermId, end: &str) -> Option<TermId> {
        if !self.may_use(self.name(start).len() + end.len()) {
            return None;
        }
        let name = [self.name(start), end].concat();
        Some(self.tables.term(&name))
    }

    /// Takes a number of bytes from the budget; returns `false` if it is used up.
    pub(super) fn may_use(&mut self, bytes: usize) -> bool {
        self.work += counted(bytes);
        let left = self.room.checked_sub(counted(bytes));
        self.is_cut |= left.is_none();
        self.room = left.unwrap_or_default();
        left.is_some()
    }

    /// Takes one inclusion from the budget; returns `false` if it is used up.
    pub(super) fn may_include(&mut self) -> bool {
        self.work += 1;
        let left = self.again.checked_sub(1);
        self.is_cut |= left.is_none();
        self.again = left.unwrap_or_default();
        left.is_some()
    }

    /// Creates an object from an attribute.
    pub(super) fn of_attribute(
        &mut self,
        object: Object<'d>,
        node: NodeRef<'d>,
        attribute: Option<AttributeRef<'d>>,
    ) -> SourcedObject<'d> {
        let part = match attribute {
            Some(attribute) => {
                let span = attribute.value_span().unwrap_or_else(|| attribute.name_span());
                Some(StepInput::value(InputPosition::Attribute(span)))
            }
            None => None,
        };
        let parts = self.tables.note(part);
        SourcedObject { object, step: Step::Attribute, parts, node: node.id() }
    }

    /// Creates an object from a script.
    pub(super) fn of_script(
        &mut self,
        object: Object<'d>,
        span: Span,
        node: NodeId,
    ) -> SourcedObject<'d> {
        let parts = self.tables.note([StepInput::value(InputPosition::Attribute(span))]);
        SourcedObject { object, step: Step::Script, parts, node }
    }

    /// Returns the text in an element, as a slice of the buffer.
    pub(super) fn content(&mut self, node: NodeRef<'d>) -> (Text<'d>, Range) {
        let span = self.content_span(node);
        let parts = self.tables.note([StepInput::value(InputPosition::Content(node.id()))]);
        (Text::Stored(span), parts)
    }

    fn content_span(&mut self, node: NodeRef<'d>) -> Span {
        let size = node.end() - node.id().index();
        if self.texts.is_none() && self.apart + size < SHORT + self.document.len() / 16 {
            let start = self.tables.buffer.len();
            texts::append(node.subtree(), &mut self.tables.buffer, holds_other_tree, |_| {});
            let bytes = self.tables.buffer.len() - start;
            self.apart += size + bytes / SHORT;
            self.work += counted(bytes);
            return Span::new(start, self.tables.buffer.len());
        }
        let (document, buffer) = (self.document, &mut self.tables.buffer);
        let start = buffer.len();
        let collected = self.texts.get_or_insert_with(|| {
            Texts::collect(document, buffer, |node| node.holds_other_tree(), holds_other_tree)
        });
        self.work += counted(buffer.len() - start);
        collected.of(node)
    }

    /// Returns the name of a property without a vocabulary: a fragment of the page.
    pub(super) fn of_page(&mut self, name: &str) -> Option<TermId> {
        let page = self.page();
        let page = if self.name(page).starts_with(BLANK) { "" } else { self.name(page) };
        let page = page.split('#').next().unwrap_or_default().to_owned();
        self.joined(&if page.is_empty() { page } else { page + "#" }, name)
    }

    /// Returns the value of an element that is not an item. The value is an address, a date or a
    /// text from an attribute, or the text in the element.
    pub(super) fn literal(
        &mut self,
        node: NodeRef<'d>,
        answer: Option<MarkupValue<'d>>,
        language: Option<TermId>,
    ) -> SourcedObject<'d> {
        let Some(MarkupValue { reading, text, attribute }) = answer else {
            let (text, parts) = self.content(node);
            let object = Object::Text { text, datatype: None, language };
            return SourcedObject { object, step: Step::Text, parts, node: node.id() };
        };
        let borrowed = Text::Borrowed(text);
        let object = match reading {
            Reading::Url if text.is_empty() && attribute.is_none() => Object::plain(borrowed),
            Reading::Url => Object::Name(self.address(text)),
            Reading::Date => self.dated(borrowed),
            _ => Object::Text { text: borrowed, datatype: None, language },
        };
        self.of_attribute(object, node, attribute)
    }

    /// Adds a subject, which may remain without triples.
    pub(super) fn subject(&mut self, name: TermId, node: NodeId) -> &mut Vec<u32> {
        &mut self.subjects.entry(name).or_insert_with(|| (node, Vec::new())).1
    }

    /// Adds a triple. The graph is a set: if it has the triple already, only the syntax is added.
    pub(super) fn add(&mut self, subject: TermId, property: TermId, said: SourcedObject<'d>) {
        self.work += 1;
        let syntaxes = 1 << self.syntax;
        let next = narrow(self.rows.len());
        if let Some(hash) = self.hash(said.object) {
            let number = *self.known.entry((subject, property, hash)).or_insert(next);
            if number != next && self.is_same(self.rows[wide(number)].said.object, said.object) {
                self.rows[wide(number)].syntaxes |= syntaxes;
                return;
            }
        }
        self.subject(subject, said.node).push(next);
        self.rows.push(TripleRow { property, said, syntaxes });
    }

    /// Returns a hash of an object, if its text may still be compared.
    fn hash(&mut self, object: Object<'d>) -> Option<u64> {
        let text = match object {
            Object::Name(_) => "",
            Object::Text { text, .. } => self.tables.text(text),
        };
        self.compared = self.compared.checked_sub(counted(text.len()))?;
        Some(match object {
            Object::Name(name) => self.known.hasher().hash_one(name),
            Object::Text { datatype, language, .. } => {
                self.known.hasher().hash_one((text, datatype, language))
            }
        })
    }

    /// Reports whether two objects are the same name, or equal literals.
    fn is_same(&self, one: Object<'d>, other: Object<'d>) -> bool {
        match (one, other) {
            (Object::Name(one), Object::Name(other)) => one == other,
            (
                Object::Text { text: one, datatype, language },
                Object::Text { text: other, datatype: other_type, language: other_language },
            ) => {
                (datatype, language) == (other_type, other_language)
                    && self.tables.text(one) == self.tables.text(other)
            }
            _ => false,
        }
    }

    /// Sorts the triples of a subject in document order.
    pub(super) fn sort(&mut self, subject: TermId) {
        let rows = &self.rows;
        if let Some((_, numbers)) = self.subjects.get_mut(&subject) {
            numbers.sort_by_key(|&number| rows[wide(number)].said.node);
        }
    }

    /// Creates a date or a duration, if the text is one in the notation of XML Schema, or else a
    /// plain text.
    pub(super) fn dated(&mut self, text: Text<'d>) -> Object<'d> {
        let datatype = date_type(self.tables.text(text)).map(|name| self.xsd(name));
        Object::Text { text, datatype, language: None }
    }

    /// Records a problem of the input.
    pub(super) fn trouble(&mut self, offset: u32, message: String, is_error: bool) {
        self.troubles.push(InputProblem { offset, message, is_error, syntax: self.syntax });
    }
}

fn holds_other_tree(node: NodeRef<'_>, _: &mut String) -> bool {
    node.holds_other_tree()
}

/// Returns the datatype of a text that is a date or a duration.
fn date_type(text: &str) -> Option<&'static str> {
    if let Some(rest) = text.strip_prefix('P')
        && !rest.is_empty()
        && rest.bytes().all(|byte| b"0123456789YMWDTHS.".contains(&byte))
    {
        return Some("duration");
    }
    let moment = DateTime::read(text)?;
    if moment.to_string() != text {
        return None;
    }
    match (moment.has_day(), moment.has_time()) {
        (true, true) => Some("dateTime"),
        (true, false) => Some("date"),
        (false, true) => Some("time"),
        (false, false) => match text.len() {
            4 => Some("gYear"),
            7 if !text.starts_with('-') => Some("gYearMonth"),
            _ => None,
        },
    }
}
