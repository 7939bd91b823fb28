//! Items by scope, as in microdata (HTML, section 5 "Microdata"; names by "Microdata to RDF").
//!
//! ```text
//! <div itemscope itemtype=https://schema.org/Event itemref=more>   an item
//!   <b itemprop=name>Tea</b>                                       its property
//!   <p itemprop=place itemscope>…</p>                              an item as a value
//! </div>
//! <i id=more itemprop=note>Sweet.</i>                              as if inside of the item
//! ```
//!
//! One pass over the document records the elements with marks, and the item of each. A second pass
//! computes the value of each element once, even if many items include it. An included element is a
//! range of these records, without the content of items inside it.

use super::graph::{Graph, Object, SourcedObject};
use super::markup::Markup;
use crate::results::TermId;
use crate::step::{InputPosition, Step, StepInput};
use crate::vocabulary::AttributeRole;
use wishful::base::{HashSet, IndexSet};
use wishful::tree::NodeRef;

/// A record of an element that is an item, a property, or both.
struct Note<'d> {
    node: NodeRef<'d>,
    item: Option<TermId>,
    /// The start of names without a prefix in the item.
    vocabulary: Option<TermId>,
    /// The names of the properties whose value the element is.
    properties: &'d str,
    /// The index of the enclosing item.
    around: Option<usize>,
    language: Option<TermId>,
    /// The value, computed at the first use.
    said: Option<SourcedObject<'d>>,
}

/// An open item, or an open element with a language.
struct OpenScope {
    end: usize,
    item: Option<usize>,
    language: Option<TermId>,
}

struct ScopeReader<'d, 'g> {
    graph: &'g mut Graph<'d>,
    markup: Markup<'d>,
    notes: Vec<Note<'d>>,
}

/// Reads the items of a document.
pub(super) fn read<'d>(graph: &mut Graph<'d>, markup: Markup<'d>) {
    let mut reader = ScopeReader { graph, markup, notes: Vec::new() };
    reader.note();
    for number in 0..reader.notes.len() {
        if let Some(around) = reader.notes[number].around {
            reader.property(around, number);
        }
    }
    for number in 0..reader.notes.len() {
        if reader.notes[number].item.is_some() {
            reader.include(number);
        }
    }
}

impl<'d> ScopeReader<'d, '_> {
    /// Records the elements with marks.
    fn note(&mut self) {
        let mut open: Vec<OpenScope> = Vec::new();
        let document = self.graph.document;
        for node in document.nodes().same_tree() {
            while open.last().is_some_and(|last| last.end <= node.id().index()) {
                open.pop();
            }
            if !self.markup.marks(node) {
                continue;
            }
            let language = self.markup.value(AttributeRole::Language, node);
            let (item, above) = match open.last() {
                Some(open) => (open.item, open.language),
                None => (None, None),
            };
            let language = match language {
                Some(language) => self.graph.joined(language, ""),
                None => above,
            };
            let number = self.notes.len();
            let is_item = self.element(node, item, language);
            if is_item || language != above {
                let item = if is_item { Some(number) } else { item };
                open.push(OpenScope { end: node.end(), item, language });
            }
        }
    }

    /// Records an element, if it is an item or a property; reports whether it is an item.
    fn element(
        &mut self,
        node: NodeRef<'d>,
        around: Option<usize>,
        language: Option<TermId>,
    ) -> bool {
        let is_item = self.markup.attribute(AttributeRole::Item, node).is_some();
        let properties = self.markup.value(AttributeRole::Property, node);
        if !is_item && properties.is_none() {
            return false;
        }
        let mut note = Note {
            node,
            item: None,
            vocabulary: None,
            properties: properties.unwrap_or_default(),
            around,
            language,
            said: None,
        };
        if is_item {
            if let Some(around) = around
                && !note.properties.is_empty()
            {
                note.vocabulary = self.notes[around].vocabulary;
            }
            note.item = Some(self.item(&mut note));
        }
        self.notes.push(note);
        is_item
    }

    /// Adds an item with its types; the first type gives the vocabulary of names.
    fn item(&mut self, note: &mut Note<'d>) -> TermId {
        let graph = &mut *self.graph;
        let id = self.markup.value(AttributeRole::Id, note.node);
        let item = match id {
            Some(id) => graph.address(id),
            None => graph.blank(),
        };
        graph.subject(item, note.node.id());
        let types = self.markup.attribute(AttributeRole::Type, note.node);
        let tokens = if let Some(types) = types { types.value() } else { "" };
        for (place, token) in tokens.split_ascii_whitespace().enumerate() {
            let name = graph.address(token);
            let said = graph.of_attribute(Object::Name(name), note.node, types);
            graph.add(item, graph.kind(), said);
            if place == 0 {
                let end = token.rfind('#').or_else(|| token.rfind('/')).map_or(0, |end| end + 1);
                let start = graph.joined(&token[..end], "");
                note.vocabulary = if end > 0 { start } else { None };
            }
        }
        item
    }

    /// Adds a record's values to an item.
    fn property(&mut self, item: usize, number: usize) {
        let Some(subject) = self.notes[item].item else { return };
        let tokens = self.notes[number].properties;
        if tokens.is_empty() || !self.graph.may_use(tokens.len()) {
            return;
        }
        let said = self.value(number);
        // ("An unordered set of unique space-separated tokens".)
        let names: IndexSet<&str> = tokens.split_ascii_whitespace().collect();
        for token in names {
            if let Some(name) = self.name(item, token) {
                self.graph.add(subject, name, said);
            }
        }
    }

    /// Expands the name of an item's property. A name with a colon is complete; any other is
    /// relative to the vocabulary, or to the page.
    fn name(&mut self, item: usize, token: &'d str) -> Option<TermId> {
        if token.contains(':') {
            return self.graph.joined(token, "");
        }
        if let Some(vocabulary) = self.notes[item].vocabulary {
            return self.graph.named(vocabulary, token);
        }
        self.graph.of_page(token)
    }

    /// Returns the value of an element.
    fn value(&mut self, number: usize) -> SourcedObject<'d> {
        if let Some(said) = self.notes[number].said {
            return said;
        }
        let Note { node, item, language, .. } = self.notes[number];
        let said = match (item, self.markup.answer(node)) {
            (Some(item), _) => {
                let object = Object::Name(item);
                let parts =
                    self.graph.tables.note([StepInput::value(InputPosition::Content(node.id()))]);
                SourcedObject { object, step: Step::Nested, parts, node: node.id() }
            }
            (None, answer) => self.graph.literal(node, answer, language),
        };
        self.notes[number].said = Some(said);
        said
    }

    /// Adds the properties that an item includes from elsewhere.
    fn include(&mut self, item: usize) {
        let node = self.notes[item].node;
        let Some(named) = self.markup.value(AttributeRole::Include, node) else { return };
        if !self.graph.may_use(named.len()) {
            return;
        }
        let document = self.graph.document;
        let mut done: HashSet<usize> = HashSet::default();
        for id in named.split_ascii_whitespace() {
            let Some(target) = document.by_id_in_tree(id) else { continue };
            let (start, end) = (target.id(), target.end());
            let mut next = self.notes.partition_point(|note| note.node.id() < start);
            while let Some(note) = self.notes.get(next) {
                if note.node.id().index() >= end || !self.graph.may_include() {
                    break;
                }
                let (number, inside) = (next, note.node.end());
                let is_own = note.around == Some(item) || number == item;
                next += 1;
                if note.item.is_some() {
                    next = self.notes.partition_point(|note| note.node.id().index() < inside);
                }
                if !is_own && done.insert(number) {
                    self.property(item, number);
                }
            }
        }
        if let Some(subject) = self.notes[item].item
            && !done.is_empty()
        {
            self.graph.sort(subject);
        }
    }
}
