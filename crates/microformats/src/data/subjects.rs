//! Elements that name the subject of their content, as in RDFa (RDFa Core 1.1, section 7.5;
//! HTML+RDFa 1.1).
//!
//! ```text
//! <p vocab=https://schema.org/ typeof=Event>   a new subject, an Event
//!   <b property=name>Tea</b>                   a property of it
//!   <i property=place typeof=Place>…</i>       a property of it, and the subject of its content
//! </p>
//! ```
//!
//! Open elements with marks are on a stack. Comments in the code give the step numbers of the
//! standard. Chains of `rel` and `rev`, and lists (`inlist`), are not read, because RDFa Lite does
//! not have them.

use super::graph::{Graph, Object, SourcedObject};
use super::markup::{Markup, MarkupValue};
use super::names::{NameDefinition, Scope, ScopeCheckpoint};
use crate::results::TermId;
use crate::step::{InputPosition, Step, StepInput};
use crate::vocabulary::{AttributeRole, Reading};
use wishful::tree::{AttributeRef, NodeRef};

/// An open element, with a checkpoint of the scope outside of it.
struct OpenSubject {
    end: usize,
    outside: ScopeCheckpoint,
    /// The subject of the element's content.
    subject: TermId,
}

struct SubjectReader<'d, 'g> {
    graph: &'g mut Graph<'d>,
    markup: Markup<'d>,
    scope: Scope<'d>,
}

/// Reads the triples of a document.
pub(super) fn read<'d>(graph: &mut Graph<'d>, markup: Markup<'d>) {
    let page = graph.page();
    let scope = Scope::new(markup.syntax);
    let document = graph.document;
    let mut reader = SubjectReader { graph, markup, scope };
    let mut open: Vec<OpenSubject> = Vec::new();
    for node in document.nodes().same_tree() {
        while open.last().is_some_and(|last| last.end <= node.id().index()) {
            if let Some(ended) = open.pop() {
                reader.scope.restore(ended.outside);
            }
        }
        if reader.markup.marks(node) {
            let outside = reader.scope.save();
            let around = if let Some(last) = open.last() { last.subject } else { page };
            let subject = reader.element(node, around);
            open.push(OpenSubject { end: node.end(), outside, subject });
        }
    }
}

impl<'d> SubjectReader<'d, '_> {
    /// Reads an element inside a subject; returns the subject of its content.
    fn element(&mut self, node: NodeRef<'d>, around: TermId) -> TermId {
        self.settings(node);
        let properties = self.markup.attribute(AttributeRole::Property, node);
        let types = self.markup.attribute(AttributeRole::Type, node);
        let about = self.markup.value(AttributeRole::Id, node).and_then(|it| self.resource(it));
        let text = self.markup.answer_to(Reading::Text, node);
        let datatype = self.markup.value(AttributeRole::Datatype, node);
        let is_plain = text.is_none() && datatype.is_none();
        // Steps 5.1 and 5.2: the subject, and the resource that gets the types.
        let (subject, typed) = if properties.is_some() && is_plain {
            let typed = if types.is_some() { Some(self.named_or_blank(about, node)) } else { None };
            (about.unwrap_or(around), typed)
        } else if types.is_some() {
            let subject = self.named_or_blank(about, node);
            (subject, Some(subject))
        } else {
            (about.or_else(|| self.target(node)).unwrap_or(around), None)
        };
        // Step 7.
        if let (Some(types), Some(typed)) = (types, typed) {
            self.types(node, types, typed);
        }
        // Step 11.
        if let Some(properties) = properties {
            let nested = if about.is_none() && is_plain { typed } else { None };
            let value = self.value(node, (text, datatype), nested);
            for token in self.tokens(properties) {
                if let Some(name) = self.scope.whole(self.graph, token) {
                    self.graph.add(subject, name, value);
                }
            }
        }
        // Step 13.
        typed.unwrap_or(subject)
    }

    /// Returns the subject `about`, or else the target of the element, or else a blank node.
    fn named_or_blank(&mut self, about: Option<TermId>, node: NodeRef<'d>) -> TermId {
        match about.or_else(|| self.target(node)) {
            Some(subject) => subject,
            None => self.graph.blank(),
        }
    }

    /// Applies steps 2 to 4: the vocabulary, the prefixes, the language.
    fn settings(&mut self, node: NodeRef<'d>) {
        if let Some(vocabulary) = self.markup.value(AttributeRole::Vocabulary, node) {
            let is_empty = vocabulary.trim_ascii().is_empty();
            self.scope.settings.vocabulary =
                if is_empty { None } else { Some(self.graph.address(vocabulary)) };
        }
        if let Some(prefixes) = self.markup.attribute(AttributeRole::Prefixes, node) {
            let mut tokens = self.tokens(prefixes);
            while let (Some(prefix), Some(address)) = (tokens.next(), tokens.next()) {
                let Some(prefix) = prefix.strip_suffix(':') else { continue };
                let prefix = self.graph.tables.term(&prefix.to_ascii_lowercase());
                let address = self.graph.tables.term(address);
                self.scope.define(prefix, NameDefinition::prefix(address));
            }
        }
        if let Some(language) = self.markup.value(AttributeRole::Language, node) {
            let term = self.graph.joined(language, "");
            self.scope.settings.language = if language.is_empty() { None } else { term };
        }
    }

    /// Returns the tokens of an attribute, if there is room to read it.
    fn tokens(&mut self, attribute: AttributeRef<'d>) -> std::str::SplitAsciiWhitespace<'d> {
        let value = attribute.value();
        let value = if self.graph.may_use(value.len()) { value } else { "" };
        value.split_ascii_whitespace()
    }

    /// Expands a name in brackets, a name with a known prefix, or an address.
    fn resource(&mut self, written: &'d str) -> Option<TermId> {
        let written = written.trim_ascii();
        if let Some(rest) = written.strip_prefix('[')
            && let Some(name) = rest.strip_suffix(']')
        {
            // 7.4.3: an unknown prefix in brackets makes the value void, as if it were absent.
            let (prefix, _) = name.split_once(':')?;
            let is_known = self.scope.knows(self.graph, prefix);
            return if is_known { self.scope.prefixed(self.graph, name) } else { None };
        }
        match written.split_once(':') {
            Some((prefix, _)) if self.scope.knows(self.graph, prefix) => {
                self.scope.prefixed(self.graph, written)
            }
            _ => Some(self.graph.address(written)),
        }
    }

    /// Returns the resource that an element gives as the value of its property.
    fn target(&mut self, node: NodeRef<'d>) -> Option<TermId> {
        if let Some(written) = self.markup.value(AttributeRole::Target, node)
            && let Some(target) = self.resource(written)
        {
            return Some(target);
        }
        let answer = self.markup.answer_to(Reading::Url, node)?;
        Some(self.graph.address(answer.text))
    }

    fn types(&mut self, node: NodeRef<'d>, types: AttributeRef<'d>, typed: TermId) {
        self.graph.subject(typed, node.id());
        for token in self.tokens(types) {
            if let Some(name) = self.scope.whole(self.graph, token) {
                let said = self.graph.of_attribute(Object::Name(name), node, Some(types));
                self.graph.add(typed, self.graph.kind(), said);
            }
        }
    }

    /// Returns the value of an element's properties; `typed` is the subject that the element itself
    /// is.
    fn value(
        &mut self,
        node: NodeRef<'d>,
        (text, datatype): (Option<MarkupValue<'d>>, Option<&'d str>),
        typed: Option<TermId>,
    ) -> SourcedObject<'d> {
        let date = self.markup.answer_to(Reading::Date, node);
        let language = self.scope.settings.language;
        if let Some(datatype) = datatype {
            // An empty datatype makes a plain literal, with a language.
            let datatype = match datatype.trim_ascii() {
                "" => None,
                datatype => self.scope.whole(self.graph, datatype),
            };
            let mut said = self.graph.literal(node, text.or(date), language);
            if let Object::Text { text, .. } = said.object {
                let language = if datatype.is_none() { language } else { None };
                said.object = Object::Text { text, datatype, language };
            }
            return said;
        }
        if text.or(date).is_some() {
            return self.graph.literal(node, text.or(date), language);
        }
        let target = self.markup.attribute(AttributeRole::Target, node);
        let answer = self.markup.answer_to(Reading::Url, node);
        let attribute = target.or(answer.and_then(|it| it.attribute));
        if let Some(name) = self.target(node)
            && attribute.is_some()
        {
            return self.graph.of_attribute(Object::Name(name), node, attribute);
        }
        match typed {
            Some(typed) => {
                let parts =
                    self.graph.tables.note([StepInput::value(InputPosition::Content(node.id()))]);
                SourcedObject {
                    object: Object::Name(typed),
                    step: Step::Nested,
                    parts,
                    node: node.id(),
                }
            }
            None => self.graph.literal(node, None, language),
        }
    }
}
