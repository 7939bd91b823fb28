//! JSON objects as items, as in JSON-LD (JSON-LD 1.1; in HTML: section 7 of its API).
//!
//! ```text
//! {"@context": "https://schema.org/",      the start of names without a prefix
//!  "@type": "Event",                       an item; it has an address, or is a blank node
//!  "name": "Tea",                          a property
//!  "place": {"name": "Kew"}}               a property whose value is an item
//! ```
//!
//! Nothing is fetched: a context that is an address is used as a vocabulary. The traversal uses an
//! explicit stack of tasks, so nothing recurses. Definitions of a context are rolled back at the
//! end of its object.

use super::graph::{Graph, Object};
use super::markup::Markup;
use super::mended::mended;
use super::names::{Scope, ScopeCheckpoint};
use super::tape::{JsonKind, JsonTape, Mistake, TapePart};
use crate::results::TermId;
use crate::vocabulary::{AttributeRole, Syntax};
use wishful::base::{Span, counted, narrow, wide};
use wishful::tree::{Document, NodeId, NodeRef};

/// A property that receives a value.
#[derive(Clone, Copy, Debug)]
struct ScriptSlot {
    subject: TermId,
    property: TermId,
    /// The datatype that the context gives to the values.
    datatype: Option<TermId>,
}

/// A unit of pending work.
#[derive(Clone, Copy, Debug)]
enum ScriptTask {
    /// A value to read, which may belong to a property.
    Value(u32, Option<ScriptSlot>),
    /// A rollback of the definitions in an object.
    Leave(ScopeCheckpoint),
}

/// Reads the scripts of a document; their objects may nest `depth` levels deep.
pub(super) fn read<'d>(graph: &mut Graph<'d>, markup: &Markup<'d>, depth: usize) {
    let document = graph.document;
    for node in document.nodes().same_tree() {
        if !markup.marks(node) || markup.attribute(AttributeRole::Item, node).is_none() {
            continue;
        }
        let text = node.text_content();
        let places = ScriptPlaces::new(document, node, &text);
        let written = JsonTape::read(&text, depth);
        let is_wrong = matches!(&written, Err(mistake) if !mistake.is_limit);
        let (fixed, fixes) = if is_wrong { mended(&text) } else { None }.unwrap_or_default();
        let read = if fixes.is_empty() { written } else { JsonTape::read(&fixed, depth) };
        match read {
            Ok(tape) => {
                for fix in fixes {
                    graph.trouble(places.start, fix.to_owned(), false);
                }
                let scope = Scope::new(markup.syntax);
                let mut reader = ScriptReader {
                    graph,
                    syntax: markup.syntax,
                    scope,
                    tape: &tape,
                    places: &places,
                    node,
                };
                reader.read();
            }
            Err(_) if text.trim().is_empty() => {}
            Err(Mistake { offset, message, is_limit }) => {
                graph.is_cut |= is_limit;
                let message = if is_limit { message } else { format!("invalid JSON: {message}") };
                graph.trouble(places.of(Span::at(offset)).start, message, true);
            }
        }
    }
}

/// A mapping from the text of a script to the source.
struct ScriptPlaces {
    start: u32,
    /// The offsets in the text before which the source has one more byte: line breaks of two bytes.
    dropped: Vec<u32>,
    /// The span of the whole script, if offsets cannot be mapped.
    whole: Option<Span>,
}

impl ScriptPlaces {
    fn new(document: &Document, node: NodeRef<'_>, text: &str) -> Self {
        let mut spans: Vec<Span> = Vec::new();
        for child in node.descendants() {
            spans.extend(child.spans());
        }
        let whole = match (spans.first(), spans.last()) {
            (Some(first), Some(last)) => first.join(*last),
            _ => Span::at(0),
        };
        let source = whole.of(document.text()).as_bytes();
        let (mut dropped, mut at) = (Vec::new(), 0);
        for (place, &byte) in text.as_bytes().iter().enumerate() {
            match source.get(at) {
                Some(b'\r') if byte == b'\n' => {
                    if source.get(at + 1) == Some(&b'\n') {
                        dropped.push(narrow(place));
                        at += 1;
                    }
                }
                Some(&other) if other == byte => {}
                _ => return Self { start: whole.start, dropped: Vec::new(), whole: Some(whole) },
            }
            at += 1;
        }
        Self { start: whole.start, dropped, whole: None }
    }

    /// Returns the source span of a span of the text.
    fn of(&self, span: Span) -> Span {
        if let Some(whole) = self.whole {
            return whole;
        }
        let [start, end] = [span.start, span.end].map(|offset| {
            let dropped = self.dropped.partition_point(|&place| place < offset);
            wide(self.start) + wide(offset) + dropped
        });
        Span::new(start, end)
    }
}

/// The reader of JSON-LD in a `<script>`.
struct ScriptReader<'d, 'g> {
    graph: &'g mut Graph<'d>,
    syntax: &'d Syntax,
    scope: Scope<'d>,
    tape: &'g JsonTape<'g>,
    places: &'g ScriptPlaces,
    node: NodeRef<'d>,
}

impl<'d> ScriptReader<'d, '_> {
    /// Reads the whole script. Tasks on a stack replace recursion.
    fn read(&mut self) {
        self.graph.work += counted(self.tape.len());
        let Some(root) = self.tape.root() else { return };
        let mut tasks = vec![ScriptTask::Value(root, None)];
        while let Some(task) = tasks.pop() {
            let start = tasks.len();
            match task {
                ScriptTask::Leave(saved) => self.scope.restore(saved),
                ScriptTask::Value(value, slot) => self.value(value, slot, &mut tasks),
            }
            tasks[start..].reverse();
        }
    }

    /// Reads a value; appends its content to the tasks, in order.
    fn value(&mut self, value: u32, slot: Option<ScriptSlot>, tasks: &mut Vec<ScriptTask>) {
        match self.tape.part(value).kind {
            JsonKind::Array => {
                for element in self.tape.values(value) {
                    tasks.push(ScriptTask::Value(element, slot));
                }
            }
            JsonKind::Object => self.object(value, slot, tasks),
            JsonKind::Null => {}
            JsonKind::String | JsonKind::Number | JsonKind::Boolean => {
                if let Some(slot) = slot {
                    self.scalar(value, slot);
                }
            }
        }
    }

    fn object(&mut self, value: u32, slot: Option<ScriptSlot>, tasks: &mut Vec<ScriptTask>) {
        let saved = self.scope.save();
        let tape = self.tape;
        for (key, context) in tape.members(value) {
            if self.is_marked(AttributeRole::Prefixes, tape.written(key)) {
                self.context(context);
            }
        }
        if let Some(text) = self.marked(value, AttributeRole::Value) {
            if let Some(slot) = slot {
                self.literal(value, text, slot);
            }
        } else if let (Some(list), Some(slot)) = (self.marked(value, AttributeRole::List), slot) {
            self.list(list, slot, tasks);
        } else {
            self.item(value, slot, tasks);
        }
        tasks.push(ScriptTask::Leave(saved));
    }

    /// Reads an object that is an item, or that other values replace.
    fn item(&mut self, value: u32, slot: Option<ScriptSlot>, tasks: &mut Vec<ScriptTask>) {
        let tape = self.tape;
        let (mut group, mut is_item) = (Vec::new(), false);
        for (key, member) in tape.members(value) {
            let key = tape.written(key);
            if self.is_marked(AttributeRole::Group, key) {
                group.push(member);
            } else {
                is_item |= !self.is_marked(AttributeRole::Prefixes, key);
            }
        }
        let around = if is_item { None } else { slot };
        for member in group {
            tasks.push(ScriptTask::Value(member, around));
        }
        if !is_item {
            return;
        }
        let subject = self.subject(value);
        if let Some(slot) = slot {
            self.add(slot, Object::Name(subject), value);
        }
        for (key, member) in tape.members(value) {
            let written = tape.unescaped(key);
            let written = written.as_deref().unwrap_or(tape.written(key));
            if self.is_marked(AttributeRole::Type, written) {
                self.add_types(subject, member);
            } else if !self.is_keyword(written)
                && !self.looks_like_keyword(written)
                && let Some(property) = self.property(written)
            {
                let definition = self.scope.definition(self.graph, written);
                let datatype = definition.and_then(|definition| definition.datatype);
                tasks.push(ScriptTask::Value(
                    member,
                    Some(ScriptSlot { subject, property, datatype }),
                ));
            }
        }
    }

    /// Returns the subject of an item: its address, or a new blank node.
    fn subject(&mut self, object: u32) -> TermId {
        if let Some(id) = self.marked_string(object, AttributeRole::Id)
            && let Some(subject) = self.resource(&id)
        {
            return subject;
        }
        self.graph.blank()
    }

    /// Expands the name of a property; returns `None` if the context does not define it.
    fn property(&mut self, name: &str) -> Option<TermId> {
        if !self.graph.may_use(name.len()) {
            return None;
        }
        let property = self.scope.defined(self.graph, name)?;
        if self.graph.name(property).contains(':') { Some(property) } else { None }
    }

    /// Adds the types of a subject.
    fn add_types(&mut self, subject: TermId, types: u32) {
        self.graph.subject(subject, self.node.id());
        let tape = self.tape;
        for value in tape.values(types) {
            if !self.is_string(value) {
                continue;
            }
            let text = self.string(value);
            if let Some(name) = self.scope.defined(self.graph, &text) {
                let property = self.graph.kind();
                let slot = ScriptSlot { subject, property, datatype: None };
                self.add(slot, Object::Name(name), value);
            }
        }
    }

    /// Adds a text, a number or a boolean as the value of a property.
    fn scalar(&mut self, value: u32, slot: ScriptSlot) {
        let datatype = match slot.datatype {
            Some(datatype) if self.is_string(value) => self.graph.name(datatype),
            _ => "",
        };
        let is_id = self.is_string(value) && self.is_marked(AttributeRole::Id, datatype);
        let is_term = self.is_string(value) && self.is_marked(AttributeRole::Vocabulary, datatype);
        if is_id || is_term {
            let text = self.string(value);
            let name =
                if is_id { self.resource(&text) } else { self.scope.defined(self.graph, &text) };
            if let Some(name) = name {
                self.add(slot, Object::Name(name), value);
            }
            return;
        }
        let language = self.scope.settings.language;
        let object = self.text(value, slot.datatype, language);
        self.add(slot, object, value);
    }

    /// Adds a value that is written as an object, with its datatype or language.
    fn literal(&mut self, object: u32, text: u32, slot: ScriptSlot) {
        if matches!(self.tape.part(text).kind, JsonKind::Null | JsonKind::Object | JsonKind::Array)
        {
            return;
        }
        let datatype = self.marked_string(object, AttributeRole::Datatype);
        let language = self.marked_string(object, AttributeRole::Language);
        let datatype = datatype.and_then(|datatype| self.scope.defined(self.graph, &datatype));
        let language = language.and_then(|language| self.graph.joined(&language, ""));
        let object = self.text(text, datatype, language);
        self.add(slot, object, text);
    }

    /// Creates a text with a datatype or language; a number or boolean has a default datatype.
    fn text(
        &mut self,
        value: u32,
        datatype: Option<TermId>,
        language: Option<TermId>,
    ) -> Object<'d> {
        let TapePart { kind, .. } = self.tape.part(value);
        let written = self.tape.written(value);
        let own = match kind {
            JsonKind::Boolean => Some("boolean"),
            JsonKind::Number if written.contains(['.', 'e', 'E']) => Some("double"),
            JsonKind::Number => Some("integer"),
            _ => None,
        };
        let text = self.string(value);
        let text = self.graph.tables.store(&text);
        self.graph.work += counted(written.len());
        let datatype = match (datatype, own) {
            (None, Some(own)) => Some(self.graph.xsd(own)),
            _ => datatype,
        };
        let language = if datatype.is_none() { language } else { None };
        Object::Text { text, datatype, language }
    }

    /// Adds a list, as a linked list of nodes (`rdf:first`, `rdf:rest`).
    fn list(&mut self, list: u32, slot: ScriptSlot, tasks: &mut Vec<ScriptTask>) {
        let (first, rest) = (self.graph.rdf("first"), self.graph.rdf("rest"));
        let nil = self.graph.rdf("nil");
        let mut link = slot;
        let tape = self.tape;
        for value in tape.values(list) {
            if matches!(tape.part(value).kind, JsonKind::Null | JsonKind::Array) {
                continue;
            }
            let cell = self.graph.blank();
            self.add(link, Object::Name(cell), value);
            let of_cell = ScriptSlot { subject: cell, property: first, datatype: slot.datatype };
            tasks.push(ScriptTask::Value(value, Some(of_cell)));
            link = ScriptSlot { subject: cell, property: rest, datatype: None };
        }
        self.add(link, Object::Name(nil), list);
    }

    /// Adds a value to the property of a slot.
    fn add(&mut self, slot: ScriptSlot, object: Object<'d>, value: u32) {
        let span = self.places.of(self.tape.part(value).span);
        let node: NodeId = self.node.id();
        let row = self.graph.of_script(object, span, node);
        self.graph.add(slot.subject, slot.property, row);
    }

    /// Applies a context.
    fn context(&mut self, context: u32) {
        let tape = self.tape;
        for context in tape.values(context) {
            match tape.part(context).kind {
                JsonKind::String => {
                    let address = self.string(context);
                    let end = if address.ends_with(['/', '#']) { "" } else { "/" };
                    self.scope.settings.vocabulary = self.graph.joined(&address, end);
                }
                JsonKind::Null => self.scope.forget(),
                JsonKind::Object => {
                    for (key, value) in tape.members(context) {
                        self.define(key, value);
                    }
                }
                _ => {}
            }
        }
    }

    /// Applies a member of a context.
    fn define(&mut self, key: u32, value: u32) {
        let name = self.string(key);
        let text = if self.is_string(value) {
            let text = self.string(value);
            self.graph.joined(&text, "")
        } else {
            None
        };
        if self.is_marked(AttributeRole::Vocabulary, &name) {
            self.scope.settings.vocabulary = text;
        } else if self.is_marked(AttributeRole::Language, &name) {
            self.scope.settings.language = text;
        } else if let Some(name) = self.graph.joined(&name, "") {
            let id = self.marked_name(value, AttributeRole::Id);
            let datatype = self.marked_name(value, AttributeRole::Datatype);
            let address = if self.tape.part(value).kind != JsonKind::Object {
                text
            } else if id.is_some() {
                id
            } else if self.scope.settings.vocabulary.is_some()
                || self.graph.name(name).contains(':')
            {
                // (A name with only a datatype is expanded by its prefix or the vocabulary.)
                Some(name)
            } else {
                None
            };
            let datatype = match datatype {
                Some(datatype) if !self.is_name(datatype) => {
                    let name = self.graph.name(datatype).to_owned();
                    Some(self.scope.defined(self.graph, &name).unwrap_or(datatype))
                }
                _ => datatype,
            };
            self.scope.define(name, address, datatype);
        }
    }

    /// Reports whether a datatype marks values as names.
    fn is_name(&self, datatype: TermId) -> bool {
        self.is_keyword(self.graph.name(datatype))
    }

    /// Expands an address, or a name with a prefix.
    fn resource(&mut self, written: &str) -> Option<TermId> {
        match written.split_once(':') {
            Some((prefix, rest))
                if !rest.starts_with("//") && self.scope.knows(self.graph, prefix) =>
            {
                self.scope.prefixed(self.graph, written)
            }
            _ => Some(self.graph.address(written)),
        }
    }

    fn is_string(&self, value: u32) -> bool {
        self.tape.part(value).kind == JsonKind::String
    }

    /// Returns the text of a string; a number or boolean stays as written.
    fn string(&self, value: u32) -> String {
        self.tape.unescaped(value).unwrap_or_else(|| self.tape.written(value).to_owned())
    }

    /// Returns the value of the first member of an object that has a mark.
    fn marked(&self, object: u32, mark: AttributeRole) -> Option<u32> {
        let mut members = self.tape.members(object);
        let (_, value) = members.find(|&(key, _)| self.is_marked(mark, self.tape.written(key)))?;
        Some(value)
    }

    /// Returns the value of the first member that has a mark, if it is a string.
    fn marked_string(&self, object: u32, mark: AttributeRole) -> Option<String> {
        let value = self.marked(object, mark)?;
        if self.is_string(value) { Some(self.string(value)) } else { None }
    }

    /// Interns the string value of the first member that has a mark.
    fn marked_name(&mut self, object: u32, mark: AttributeRole) -> Option<TermId> {
        let text = self.marked_string(object, mark)?;
        self.graph.joined(&text, "")
    }

    /// Reports whether a key is a mark, or an alias of one.
    fn is_marked(&self, mark: AttributeRole, key: &str) -> bool {
        let Some(marked) = self.syntax.marks.get(&mark) else { return false };
        if marked.names.iter().any(|name| **name == *key) {
            return true;
        }
        let definition = self.scope.definition(self.graph, key);
        let Some(address) = definition.and_then(|definition| definition.address) else {
            return false;
        };
        let alias = self.graph.name(address);
        marked.names.iter().any(|name| **name == *alias)
    }

    /// Reports whether a key begins like the marks, with a sign, and so cannot be a property.
    fn looks_like_keyword(&self, key: &str) -> bool {
        if let Some(marked) = self.syntax.marks.get(&AttributeRole::Id)
            && let Some(name) = marked.names.first()
            && let Some(sign) = name.chars().next()
        {
            return !sign.is_alphanumeric() && key.starts_with(sign);
        }
        false
    }

    /// Reports whether a key is one of the marks, or an alias of one.
    fn is_keyword(&self, key: &str) -> bool {
        self.syntax
            .marks
            .keys()
            .any(|&mark| mark != AttributeRole::Item && self.is_marked(mark, key))
    }
}
