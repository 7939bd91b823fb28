//! The facts that the grammars state about elements: which are void, which tags may be omitted,
//! which elements may contain which, and which attributes they have.

use std::sync::Arc;
use wishful::Grammar;
use wishful::base::{BitRow, HashMap};
use wishful::grammar::TerminalKind;
use wishful::token::LexicalState;
use wishful_earley::{ContextLine, TerminalId};

/// The number of an element's name.
pub(crate) type NameNumber = u32;

/// The facts about the elements of two grammars: the one that parses, and the one of documents as
/// authors should write them.
pub(crate) struct AuthoringFacts {
    numbers: HashMap<String, NameNumber>,
    names: Vec<String>,
    elements: Vec<ElementFacts>,
    rules: Arc<Grammar>,
}

/// The facts about the elements of one name.
#[derive(Clone, Default)]
struct ElementFacts {
    void: bool,
    /// Set if a `soft` statement names its end tag.
    soft_end: bool,
    /// The terminals of its start tag in the grammar of documents.
    starts: Vec<TerminalId>,
    /// The terminals that its content may have; `None` if the grammar does not say.
    content: Option<BitRow>,
    /// The terminals that may not occur in it at any depth.
    excluded: Vec<BitRow>,
    /// The names before which its end tag may be omitted, and whether it may before an end tag.
    omissible: Option<EndTagOmission>,
    attributes: Vec<String>,
}

#[derive(Clone, Default)]
struct EndTagOmission {
    before: Vec<NameNumber>,
    anywhere: bool,
    before_end: bool,
}

impl AuthoringFacts {
    pub(crate) fn new(parsing: &Grammar, rules: Arc<Grammar>) -> Self {
        let mut facts =
            Self { numbers: HashMap::default(), names: Vec::new(), elements: Vec::new(), rules };
        for grammar in [parsing, &Arc::clone(&facts.rules)] {
            for (_, info) in grammar.elements() {
                if let (None, Some(name)) = (&info.namespace, &info.name) {
                    let number = facts.add(name);
                    let element = &mut facts.elements[number as usize];
                    element.void |= info.void && info.test.is_none();
                    if info.lexical == LexicalState::PlainText {
                        // It has no end tag.
                        let everywhere = EndTagOmission {
                            anywhere: true,
                            before_end: true,
                            ..EndTagOmission::default()
                        };
                        element.omissible = Some(everywhere);
                    }
                }
            }
        }
        for number in 0..facts.names.len() {
            facts.elements[number].soft_end = parsing.is_soft_end(&facts.names[number]);
        }
        facts.read_content();
        facts.read_omissions(parsing);
        facts.read_omitted_starts(parsing);
        facts
    }

    /// Adds to each content what it has after an omitted start tag, as a `<table>` has `<tr>`. The
    /// elements that every document has are left as they are.
    fn read_omitted_starts(&mut self, parsing: &Grammar) {
        let mut omitted: Vec<NameNumber> = Vec::new();
        for tag in parsing.tree_facts().omissions.iter().flat_map(|omission| omission.tags.iter()) {
            if let TerminalKind::Start(element) = parsing.terminal_kind(TerminalId::new(tag))
                && let Some(name) = &parsing.element(element).name
            {
                omitted.extend(self.number(name));
            }
        }
        for &start in &omitted {
            let ElementFacts { starts, content: Some(inner), .. } =
                self.elements[start as usize].clone()
            else {
                continue;
            };
            for (outer, element) in (0..).zip(&mut self.elements) {
                if !omitted.contains(&outer)
                    && let Some(content) = &mut element.content
                    && starts.iter().any(|start| content.contains(start.index()))
                {
                    for terminal in inner.iter() {
                        content.insert(terminal);
                    }
                }
            }
        }
    }

    fn add(&mut self, name: &str) -> NameNumber {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = NameNumber::try_from(self.names.len()).unwrap_or(NameNumber::MAX);
        self.numbers.insert(name.to_owned(), number);
        self.names.push(name.to_owned());
        self.elements.push(ElementFacts::default());
        number
    }

    fn read_content(&mut self) {
        let grammar = Arc::clone(&self.rules);
        let rules = grammar.rules();
        for (id, info) in grammar.elements() {
            let (None, Some(name)) = (&info.namespace, &info.name) else { continue };
            let number = self.add(name) as usize;
            self.elements[number].starts.push(info.start);
            for attribute in grammar.tree_facts().attributes.get(&id).into_iter().flatten() {
                self.elements[number].attributes.push(attribute.name.clone());
            }
            let Some(kind) = info.kind else { continue };
            let frame = rules.frame_kind(kind);
            let mut content = rules.terminals_of(frame.content);
            if let Some(known) = &self.elements[number].content {
                for terminal in known.iter() {
                    content.insert(terminal);
                }
            }
            self.elements[number].content = Some(content);
            for &line in &frame.adds {
                if let ContextLine::Exclusion { forbids, directly_in: None, .. } =
                    rules.context(line)
                {
                    self.elements[number].excluded.push(forbids.clone());
                }
            }
        }
    }

    fn read_omissions(&mut self, parsing: &Grammar) {
        for omission in &parsing.tree_facts().omissions {
            for tag in omission.tags.iter().map(TerminalId::new) {
                let TerminalKind::End(element) = parsing.terminal_kind(tag) else { continue };
                let Some(name) = &parsing.element(element).name else { continue };
                let mut read = EndTagOmission::default();
                match &omission.before {
                    None => (read.anywhere, read.before_end) = (true, true),
                    Some(before) => {
                        for terminal in before.iter().map(TerminalId::new) {
                            match parsing.terminal_kind(terminal) {
                                TerminalKind::Start(start) => {
                                    if let Some(name) = &parsing.element(start).name
                                        && let Some(&number) = self.numbers.get(name)
                                    {
                                        read.before.push(number);
                                    }
                                }
                                TerminalKind::End(_) => read.before_end = true,
                                _ => {}
                            }
                        }
                    }
                }
                let number = self.add(name) as usize;
                self.elements[number].omissible = Some(read);
            }
        }
    }

    /// Returns the number of a name that a grammar mentions.
    pub(crate) fn number(&self, name: &str) -> Option<NameNumber> {
        self.numbers.get(name).copied()
    }

    pub(crate) fn count(&self) -> NameNumber {
        NameNumber::try_from(self.names.len()).unwrap_or(NameNumber::MAX)
    }

    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }

    fn element(&self, name: NameNumber) -> Option<&ElementFacts> {
        self.elements.get(name as usize)
    }

    pub(crate) fn is_void(&self, name: NameNumber) -> bool {
        self.element(name).is_some_and(|element| element.void)
    }

    /// Reports whether content after the end tag of an element resumes it.
    pub(crate) fn has_soft_end(&self, name: NameNumber) -> bool {
        self.element(name).is_some_and(|element| element.soft_end)
    }

    /// Reports whether the end tag of an element may be omitted in some places.
    pub(crate) fn is_omissible(&self, name: NameNumber) -> bool {
        self.element(name).is_some_and(|element| element.omissible.is_some())
    }

    /// Reports whether an end tag may be omitted everywhere, as those of the elements that every
    /// document has.
    pub(crate) fn is_omissible_anywhere(&self, name: NameNumber) -> bool {
        let omission = self.element(name).and_then(|element| element.omissible.as_ref());
        omission.is_some_and(|omission| omission.anywhere)
    }

    /// Reports whether an end tag may be omitted before an end tag.
    pub(crate) fn is_omissible_at_end(&self, name: NameNumber) -> bool {
        let omission = self.element(name).and_then(|element| element.omissible.as_ref());
        omission.is_some_and(|omission| omission.before_end)
    }

    /// Reports whether an end tag may be omitted before a start tag.
    pub(crate) fn is_omissible_before(&self, name: NameNumber, start: NameNumber) -> bool {
        let omission = self.element(name).and_then(|element| element.omissible.as_ref());
        omission.is_some_and(|omission| omission.anywhere || omission.before.contains(&start))
    }

    /// Reports whether an element may be a child of another, as far as the grammar says.
    pub(crate) fn may_contain(&self, parent: NameNumber, child: NameNumber) -> bool {
        let (Some(outer), Some(inner)) = (self.element(parent), self.element(child)) else {
            return true;
        };
        let Some(content) = &outer.content else { return true };
        if inner.starts.is_empty() {
            return true;
        }
        let allowed = inner.starts.iter().any(|start| content.contains(start.index()));
        allowed && !self.excludes(parent, child)
    }

    /// Reports whether an element may not be inside another at any depth.
    pub(crate) fn excludes(&self, ancestor: NameNumber, child: NameNumber) -> bool {
        let (Some(outer), Some(inner)) = (self.element(ancestor), self.element(child)) else {
            return false;
        };
        !inner.starts.is_empty()
            && outer
                .excluded
                .iter()
                .any(|excluded| inner.starts.iter().all(|start| excluded.contains(start.index())))
    }

    /// Reports whether some element may have an attribute of this name.
    pub(crate) fn has_attribute(&self, element: NameNumber, attribute: &str) -> bool {
        let Some(element) = self.element(element) else { return false };
        attribute.starts_with("data-")
            || attribute.starts_with("aria-")
            || element.attributes.iter().any(|known| known == attribute)
    }
}
