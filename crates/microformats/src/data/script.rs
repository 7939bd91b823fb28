//! JSON objects as items, as in JSON-LD (JSON-LD 1.1; in HTML: section 7 of its API).
//!
//! ```text
//! {"@context": "https://schema.org/",      the start of names without a prefix
//!  "@type": "Event",                       an item; it has an address, or is a blank node
//!  "name": "Tea",                          a property
//!  "place": {"name": "Kew"}}               a property whose value is an item
//! ```
//!
//! Nothing is fetched. The syntax lists the contexts whose vocabulary is known (schema.org's); any
//! other address is a problem, and its names have no meaning. The traversal uses an explicit stack
//! of tasks, so nothing recurses. Definitions of a context are rolled back at the end of its
//! object.

use super::graph::{BLANK, Graph, Object};
use super::markup::Markup;
use super::mended::mended;
use super::names::{NameDefinition, Scope, ScopeCheckpoint};
use super::tape::{JsonKind, JsonTape, Mistake};
use crate::results::TermId;
use crate::vocabulary::{AttributeRole, Syntax};
use wishful::base::{IndexMap, Span, counted, narrow, wide};
use wishful::tree::{Document, NodeId, NodeRef};

/// A property that receives a value.
#[derive(Clone, Copy, Debug)]
struct ScriptSlot {
    subject: TermId,
    property: TermId,
    /// The datatype that the context gives to the values.
    datatype: Option<TermId>,
    /// The language that the term's definition gives to the values.
    language: Option<Option<TermId>>,
}

/// A unit of pending work.
#[derive(Clone, Copy, Debug)]
enum ScriptTask {
    /// A value to read, which may belong to a property.
    Value(u32, Option<ScriptSlot>),
    /// An ordered list of values.
    List(u32, ScriptSlot),
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
                    has_context: false,
                    lost: IndexMap::default(),
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
    /// A context of the script was read.
    has_context: bool,
    /// The names before any context, which have no meaning, with the part where each occurs first.
    lost: IndexMap<String, u32>,
}

/// The number of lost names that a problem lists.
const LISTED: usize = 3;

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
                ScriptTask::List(list, slot) => self.list(list, slot, &mut tasks),
            }
            tasks[start..].reverse();
        }
        self.report_lost();
    }

    /// Reports the names that have no meaning because no context was read.
    fn report_lost(&mut self) {
        let Some((_, &first)) = self.lost.first() else { return };
        let mut listed: Vec<String> =
            self.lost.keys().take(LISTED).map(|name| format!("`{name}`")).collect();
        match self.lost.len() - listed.len() {
            0 => {}
            1 => listed.push("1 other name".to_owned()),
            more => listed.push(format!("{more} other names")),
        }
        let last = listed.pop().unwrap_or_default();
        let names =
            if listed.is_empty() { last } else { format!("{} and {last}", listed.join(", ")) };
        let message = format!("no context is read that defines {names}; the values are left out");
        let offset = self.places.of(self.tape.part(first).span).start;
        self.graph.trouble(offset, message, true);
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
            tasks.push(ScriptTask::List(list, slot));
        } else {
            self.item(value, slot, tasks);
        }
        tasks.push(ScriptTask::Leave(saved));
    }

    /// Reads an object that is an item, or that other values replace.
    fn item(&mut self, value: u32, slot: Option<ScriptSlot>, tasks: &mut Vec<ScriptTask>) {
        let tape = self.tape;
        let (mut group, mut beside, mut is_item) = (Vec::new(), Vec::new(), false);
        for (key, member) in tape.members(value) {
            let key = tape.written(key);
            if self.is_marked(AttributeRole::Group, key) {
                group.push(member);
            } else if self.is_marked(AttributeRole::Graph, key) {
                beside.push(member);
            } else {
                is_item |= !self.is_marked(AttributeRole::Prefixes, key);
            }
        }
        // (An object without names is an item where it is a value, such as the name of a graph.)
        is_item |= slot.is_some() && group.is_empty();
        let around = if is_item { None } else { slot };
        tasks.extend(group.into_iter().map(|member| ScriptTask::Value(member, around)));
        tasks.extend(beside.into_iter().map(|member| ScriptTask::Value(member, None)));
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
            } else if !self.is_keyword(written) && !self.looks_like_keyword(written) {
                self.member(subject, (written, key), member, tasks);
            }
        }
    }

    /// Reads a member of an item that is a property; records a name that no context could define.
    fn member(
        &mut self,
        subject: TermId,
        (name, key): (&str, u32),
        value: u32,
        tasks: &mut Vec<ScriptTask>,
    ) {
        let definition = self.scope.definition(self.graph, name);
        if let Some(property) = self.property(name) {
            let (datatype, language) =
                definition.map(|it| (it.datatype, it.language)).unwrap_or_default();
            let slot = ScriptSlot { subject, property, datatype, language };
            tasks.push(ScriptTask::Value(value, Some(slot)));
        } else if !self.has_context && !self.graph.is_cut {
            self.lost.entry(name.to_owned()).or_insert(key);
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
        let written = self.graph.name(property);
        if written.contains(':') && !written.starts_with(BLANK) { Some(property) } else { None }
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
            if let Some(name) = self.name_or_address(&text) {
                let property = self.graph.kind();
                let slot = ScriptSlot { subject, property, datatype: None, language: None };
                self.add(slot, Object::Name(name), value);
            }
        }
    }

    /// Expands a type: a name, or else an address relative to the page.
    fn name_or_address(&mut self, written: &str) -> Option<TermId> {
        let is_defined = self.scope.definition(self.graph, written).is_some();
        let name = self.scope.defined(self.graph, written);
        if name.is_none() && !is_defined { self.resource(written) } else { name }
    }

    /// Adds a text, a number or a boolean as the value of a property.
    fn scalar(&mut self, value: u32, slot: ScriptSlot) {
        let datatype = slot.datatype.map(|datatype| self.graph.name(datatype)).unwrap_or_default();
        let is_id = self.is_marked(AttributeRole::Id, datatype);
        if self.is_string(value) && (is_id || self.is_marked(AttributeRole::Vocabulary, datatype)) {
            let text = self.string(value);
            let name = if is_id { self.resource(&text) } else { self.name_or_address(&text) };
            if let Some(name) = name {
                self.add(slot, Object::Name(name), value);
            }
            return;
        }
        // (A keyword gives no type to a number.)
        let datatype = slot.datatype.filter(|_| !self.looks_like_keyword(datatype));
        let language = slot.language.unwrap_or(self.scope.settings.language);
        let object = self.text(value, datatype, language);
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
        let datatype = datatype.and_then(|datatype| self.name_or_address(&datatype));
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
        let written = self.tape.written(value);
        let of_double = self.graph.xsd("double");
        let (text, own) = match self.tape.part(value).kind {
            JsonKind::Boolean => (written.to_owned(), Some("boolean")),
            JsonKind::Number => {
                let (text, datatype) = number(written, datatype == Some(of_double));
                (text, Some(datatype))
            }
            _ => (self.string(value), None),
        };
        let text = self.graph.tables.store(&text);
        self.graph.work += counted(written.len());
        let datatype = match (datatype, own) {
            (None, Some(own)) => Some(self.graph.xsd(own)),
            _ => datatype,
        };
        let is_text = datatype.is_none() && self.is_string(value);
        let language = if is_text { language } else { None };
        Object::Text { text, datatype, language }
    }

    /// Adds a list, as a linked list of nodes (`rdf:first`, `rdf:rest`).
    fn list(&mut self, list: u32, slot: ScriptSlot, tasks: &mut Vec<ScriptTask>) {
        let (first, rest) = (self.graph.rdf("first"), self.graph.rdf("rest"));
        let nil = self.graph.rdf("nil");
        let mut link = slot;
        let tape = self.tape;
        for value in tape.values(list) {
            let content = self.marked(value, AttributeRole::Value).unwrap_or(value);
            if tape.part(content).kind == JsonKind::Null {
                continue;
            }
            let cell = self.graph.blank();
            self.add(link, Object::Name(cell), value);
            let of_cell = ScriptSlot { subject: cell, property: first, ..slot };
            let inner = match tape.part(value).kind {
                JsonKind::Array => Some(value),
                _ => self.marked(value, AttributeRole::Group),
            };
            tasks.push(match inner {
                Some(inner) => ScriptTask::List(inner, of_cell),
                None => ScriptTask::Value(value, Some(of_cell)),
            });
            link = ScriptSlot { subject: cell, property: rest, datatype: None, language: None };
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
                JsonKind::String => self.known_context(context),
                JsonKind::Null => self.scope.forget(),
                JsonKind::Object => self.define(context),
                _ => {}
            }
        }
    }

    /// Applies a context that is an address: sets its vocabulary, if the syntax lists the address;
    /// otherwise reports it.
    fn known_context(&mut self, context: u32) {
        let address = self.string(context);
        let known = address.trim().to_ascii_lowercase();
        let known = known.trim_start_matches("https:").trim_start_matches("http:");
        let known = known.trim_start_matches("//").trim_end_matches(['/', '#']);
        if let Some(vocabulary) = self.syntax.prefixes.get(known) {
            self.has_context = true;
            self.scope.settings.vocabulary = self.graph.joined(vocabulary, "");
            return;
        }
        let offset = self.places.of(self.tape.part(context).span).start;
        let message = format!(
            "the context `{address}` is not read, because nothing is fetched; names that only it \
             defines have no meaning"
        );
        self.graph.trouble(offset, message, true);
    }

    /// Applies a context that is an object. First come its vocabulary and its language; then its
    /// terms, which may refer to one another in any order.
    fn define(&mut self, context: u32) {
        self.has_context = true;
        let tape = self.tape;
        let mut terms = Vec::new();
        for (key, value) in tape.members(context) {
            let name = self.string(key);
            if self.is_marked(AttributeRole::Vocabulary, &name) {
                self.scope.settings.vocabulary = self.vocabulary(value);
            } else if self.is_marked(AttributeRole::Language, &name) {
                self.scope.settings.language = self.name_in(value);
            } else if !self.looks_like_keyword(&name) {
                terms.push((name, value));
            }
        }
        let mut names = Vec::with_capacity(terms.len());
        for (name, value) in terms {
            let Some(name) = self.graph.joined(&name, "") else { return };
            let definition = self.definition(name, value);
            self.scope.define(name, definition);
            names.push((name, definition));
        }
        let syntax = self.syntax;
        for &(name, _) in &names {
            self.scope.complete(self.graph, name, |address| is_mark(syntax, address));
        }
        for (name, NameDefinition { datatype, .. }) in names {
            if let Some(datatype) = datatype
                && !self.looks_like_keyword(self.graph.name(datatype))
                && let Some(definition) = self.scope.definition(self.graph, self.graph.name(name))
            {
                let written = self.graph.name(datatype).to_owned();
                let datatype = self.name_or_address(&written);
                self.scope.define(name, NameDefinition { datatype, ..definition });
            }
        }
    }

    /// Returns the vocabulary that a context sets: an address, or a name with a prefix.
    fn vocabulary(&mut self, value: u32) -> Option<TermId> {
        if !self.is_string(value) {
            return None;
        }
        let written = self.string(value);
        match self.scope.settings.vocabulary {
            Some(vocabulary) if !written.contains(':') => self.graph.named(vocabulary, &written),
            _ => self.resource(&written),
        }
    }

    /// Returns the definition of a term, whose address may begin with another term.
    fn definition(&mut self, name: TermId, value: u32) -> NameDefinition {
        let is_object = self.tape.part(value).kind == JsonKind::Object;
        let id = if is_object { self.marked(value, AttributeRole::Id) } else { Some(value) };
        let language = self.marked(value, AttributeRole::Language);
        let address = match id {
            Some(id) => self.name_in(id),
            // (A term without an address is expanded by its prefix or the vocabulary.)
            None => Some(name),
        };
        // (JSON-LD 1.1: "a simple term … ending with a gen-delim character".)
        let is_prefix = !is_object
            && address.is_some_and(|address| self.graph.name(address).ends_with(GEN_DELIMITERS));
        NameDefinition {
            address,
            datatype: self.marked_name(value, AttributeRole::Datatype),
            language: language.map(|language| self.name_in(language)),
            is_prefix,
            ..NameDefinition::default()
        }
    }

    /// Interns a string; any other value gives nothing.
    fn name_in(&mut self, value: u32) -> Option<TermId> {
        if !self.is_string(value) {
            return None;
        }
        let text = self.string(value);
        self.graph.joined(&text, "")
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
        let value = self.marked(object, mark)?;
        self.name_in(value)
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

/// The characters at the end of an address that make a simple term a prefix.
const GEN_DELIMITERS: [char; 7] = [':', '/', '?', '#', '[', ']', '@'];

/// Reports whether a name is one of the marks of a syntax.
fn is_mark(syntax: &Syntax, name: &str) -> bool {
    syntax.marks.iter().any(|(&mark, marked)| {
        mark != AttributeRole::Item && marked.names.iter().any(|own| **own == *name)
    })
}

/// Returns the text of a number, and its datatype (JSON-LD 1.1 API, "Object to RDF Conversion",
/// steps 9 to 11): `10.0` is the integer `10`. A double stays as written, which is the same value.
fn number(written: &str, is_double: bool) -> (String, &'static str) {
    let value: f64 = written.parse().unwrap_or_default();
    if is_double || value.fract() != 0.0 || value.abs() >= 1e21 {
        return (written.to_owned(), "double");
    }
    let is_plain = written.trim_start_matches('-').bytes().all(|byte| byte.is_ascii_digit());
    let text = if value == 0.0 {
        "0".to_owned()
    } else if is_plain {
        written.to_owned()
    } else {
        format!("{value:.0}")
    };
    (text, "integer")
}
