//! Content: the words of a tree, read node by node.

use super::attributes::AttributeReading;
use super::declarations::Declarations;
use super::error::{ConformanceError, span_of_node};
use super::missing::{AdvicePlace, Missing};
use super::prepared::Prepared;
use std::rc::Rc;
use std::sync::Arc;
use wishful::base::{HashMap, NameId, Names, Span, to_label};
use wishful::grammar::ast::AttributeTest;
use wishful::grammar::model::{ElementInfo, TagReadings};
use wishful::grammar::{ElementId, TerminalKind};
use wishful::token::LexicalState;
use wishful::tree::{Document, NodeKind, NodeRef};
use wishful_earley::{FrameKindId, Recogniser, Refusal, Word};

/// The reading of one document.
pub(super) struct TreeReading<'c, 'd> {
    pub(super) rules: &'c Prepared,
    pub(super) document: &'d Document,
    pub(super) recogniser: Recogniser,
    attributes: AttributeReading<'c, 'd>,
    /// The names that the grammar does not mention, and their readings.
    names: Names,
    unknown: HashMap<String, TagReadings>,
    /// By name and namespace, for the names whose words do not depend on attributes.
    starts: HashMap<(NameId, Option<&'d str>), Rc<StartReading>>,
    /// The open elements, from the outermost in.
    open: Vec<OpenNode<'d>>,
    /// The content that was found missing before words.
    pub(super) advice: HashMap<AdvicePlace, Option<Missing>>,
    pub(super) found: Vec<ConformanceError>,
}

/// The words that a start tag may be read as, and the attributes that these elements may have.
pub(super) struct StartReading {
    pub(super) words: Vec<Word>,
    pub(super) declared: Arc<Declarations>,
    /// False if other attributes would give other words.
    is_for_all: bool,
}

/// An element whose content is being read.
#[derive(Clone, Copy)]
struct OpenNode<'d> {
    node: NodeRef<'d>,
    /// The element of the grammar and the word that ends it; `None` if it has no content there.
    read: Option<(ElementId, Word)>,
    /// True if text that is not acceptable has been reported.
    has_misplaced_text: bool,
}

impl<'c, 'd> TreeReading<'c, 'd> {
    pub(super) fn new(rules: &'c Prepared, document: &'d Document, recogniser: Recogniser) -> Self {
        Self {
            rules,
            document,
            recogniser,
            attributes: AttributeReading::new(rules),
            names: Names::default(),
            unknown: HashMap::default(),
            starts: HashMap::default(),
            open: Vec::new(),
            advice: HashMap::default(),
            found: Vec::new(),
        }
    }

    /// Reads the whole tree and returns the mistakes.
    pub(super) fn read(mut self) -> Vec<ConformanceError> {
        let mut next = self.document.root().first_child();
        while let Some(node) = next {
            next = if self.enter(node) { node.first_child() } else { None };
            let mut last = node;
            while next.is_none() {
                self.leave(last);
                next = last.next_sibling();
                let Some(parent) = last.parent() else { break };
                if parent.kind() == NodeKind::Document {
                    break;
                }
                last = parent;
            }
        }
        self.end();
        self.found.extend(self.attributes.finish());
        self.found
    }

    /// Reads a node or the start of an element, and reports whether its children are to be read.
    pub(super) fn enter(&mut self, node: NodeRef<'d>) -> bool {
        match node.kind() {
            NodeKind::Element => return self.element(node),
            NodeKind::Text => self.text(node),
            NodeKind::Comment => self.plain(node, TerminalKind::Comment),
            NodeKind::ProcessingInstruction => {
                self.plain(node, TerminalKind::ProcessingInstruction)
            }
            NodeKind::Doctype => self.plain(node, TerminalKind::Doctype),
            // Cruft is a repair, which the document reports.
            NodeKind::Cruft | NodeKind::Document => {}
        }
        false
    }

    fn text(&mut self, node: NodeRef<'d>) {
        let text = node.text().unwrap_or_default();
        let lexical = self
            .open
            .last()
            .and_then(|open| open.read)
            .map(|(element, _)| self.rules.grammar.element(element).lexical);
        self.plain(
            node,
            match lexical {
                Some(
                    LexicalState::RawText | LexicalState::ScriptData | LexicalState::PlainText,
                ) => TerminalKind::Raw,
                _ if text
                    .bytes()
                    .all(|byte| matches!(byte, b'\t' | b'\n' | 0xC | b'\r' | b' ')) =>
                {
                    TerminalKind::Space
                }
                _ => TerminalKind::Text,
            },
        );
    }

    /// Reads a node that is not an element. A kind of node that the grammar does not mention is not
    /// checked.
    fn plain(&mut self, node: NodeRef<'d>, kind: TerminalKind) {
        let Some(terminal) = self.rules.grammar.readings().plain(kind) else { return };
        let word = Word::plain(terminal);
        if self.recogniser.read(word).is_ok() {
            return;
        }
        if kind == TerminalKind::Text
            && let Some(open) = self.open.last_mut()
            && std::mem::replace(&mut open.has_misplaced_text, true)
        {
            return;
        }
        let span = node.spans().first().copied().unwrap_or_default();
        self.misplaced(&[word], span, spelled(kind), "misplaced-text");
    }

    /// Reads the start of an element and checks its attributes.
    fn element(&mut self, node: NodeRef<'d>) -> bool {
        let start = self.start(node);
        let span = span_of_node(node);
        let accepted = start.words.iter().copied().find(|&word| self.recogniser.accepts(word));
        let word = match accepted {
            Some(word) => {
                // OK because it was accepted.
                let _ = self.recogniser.read(word);
                word
            }
            None => {
                let name = format!("`<{}>`", node.name().unwrap_or_default());
                let Some(word) = self.misplaced(&start.words, span, &name, "misplaced-element")
                else {
                    return false;
                };
                word
            }
        };
        self.attributes.element(node, &start.declared);
        let TerminalKind::Start(element) = self.rules.grammar.terminal_kind(word.terminal) else {
            return false;
        };
        let info = self.rules.grammar.element(element);
        let read = info.kind.map(|_| (element, Word { terminal: info.end, label: word.label }));
        self.open.push(OpenNode { node, read, has_misplaced_text: false });
        true
    }

    /// Reads the end of an element.
    fn leave(&mut self, node: NodeRef<'d>) {
        if self.open.last().is_none_or(|open| open.node.id() != node.id()) {
            return;
        }
        let Some(OpenNode { read: Some((element, word)), .. }) = self.open.pop() else { return };
        if self.recogniser.read(word).is_ok() {
            return;
        }
        let name = node.name().unwrap_or_default();
        let place = Some(self.rules.grammar.element(element).place);
        self.incomplete(word, span_of_node(node), &format!("`<{name}>`"), place);
        self.drop_innermost();
    }

    /// Ends the innermost element, whether or not its content is complete.
    pub(super) fn abandon(&mut self) {
        if let Some(OpenNode { read: Some(_), .. }) = self.open.pop() {
            self.drop_innermost();
        }
    }

    /// Removes the frame of the element that was just closed.
    pub(super) fn drop_innermost(&mut self) {
        let depth = self.recogniser.depth();
        // OK because that frame is the innermost one.
        let _ = self.recogniser.splice(depth..depth + 1, &[]);
    }

    /// Returns the words that end the open elements, from the innermost out. Elements without
    /// content have none.
    pub(super) fn ends(&self) -> impl Iterator<Item = Option<Word>> {
        self.open.iter().rev().map(|open| open.read.map(|(_, end)| end))
    }

    /// Reads the end of the document. A fragment may be any part of the content of its context.
    fn end(&mut self) {
        if self.document.fragment().is_some() {
            return;
        }
        let Some(end) = self.rules.grammar.readings().plain(TerminalKind::EndOfFile) else {
            return;
        };
        let word = Word::plain(end);
        if self.recogniser.read(word).is_err() {
            let at = wishful::base::narrow(self.document.text().len());
            self.incomplete(word, Span { start: at, end: at }, "the document", None);
        }
    }

    /// Returns the readings of the start of an element of the document.
    fn start(&mut self, node: NodeRef<'d>) -> Rc<StartReading> {
        let key = node.name_id().map(|name| (name, node.namespace()));
        if let Some(known) = key.and_then(|key| self.starts.get(&key)) {
            return Rc::clone(known);
        }
        let start = Rc::new(self.start_of(node));
        if let Some(key) = key
            && start.is_for_all
        {
            self.starts.insert(key, Rc::clone(&start));
        }
        start
    }

    /// Returns the readings of the start of an element of any document.
    pub(super) fn start_of(&mut self, node: NodeRef<'_>) -> StartReading {
        let grammar = &self.rules.grammar;
        let name = node.name().unwrap_or_default().to_ascii_lowercase();
        let label = to_label(self.names.intern(&name));
        let readings = match grammar.readings().of_name(&name) {
            Some(known) => known,
            None => self
                .unknown
                .entry(name.clone())
                .or_insert_with(|| grammar.readings().tags(grammar, &name, label)),
        };
        let holds = |test: &AttributeTest| passes(node, test);
        let mut words =
            readings.start_if(holds, || grammar.start_readings(&name, label, holds)).into_owned();
        words.retain(|word| grammar.namespace_of(word.terminal) == node.namespace());
        let declared = self.rules.declarations(words.iter().map(|word| word.terminal).collect());
        StartReading { words, declared, is_for_all: readings.tests.is_empty() }
    }

    /// Returns the element of the grammar whose content is being read; `None` for the document.
    pub(super) fn current(&self) -> Option<(&ElementInfo, NodeRef<'d>)> {
        let open = self.open.iter().rev().find(|open| open.read.is_some())?;
        let (element, _) = open.read?;
        Some((self.rules.grammar.element(element), open.node))
    }

    /// Returns the innermost open element of a frame kind.
    pub(super) fn opened_as(&self, kind: FrameKindId) -> Option<NodeRef<'d>> {
        let element = self.rules.grammar.element_of_kind(kind);
        let mut open = self.open.iter().rev();
        open.find(|open| open.read.is_some_and(|(read, _)| read == element)).map(|open| open.node)
    }

    /// Reads what is not acceptable apart from its surroundings, and returns the word it is read
    /// as; `None` if it opens no content.
    pub(super) fn read_apart(&mut self, words: &[Word]) -> Option<Word> {
        // The general rule of an element comes after those for certain parents.
        for &word in words.iter().rev() {
            if self.recogniser.open_misplaced(word) {
                return Some(word);
            }
        }
        words.last().copied()
    }

    /// Returns the reason why the most acceptable of some words is refused.
    pub(super) fn refusal(&self, words: &[Word]) -> Refusal {
        let depth = self.recogniser.depth();
        let mut all = words.iter().filter_map(|&word| self.recogniser.refusal(word, depth));
        all.find(|refusal| *refusal != Refusal::Unexpected).unwrap_or(Refusal::Unexpected)
    }
}

/// Reports whether an element has the attribute of a test, and its value if the test has one.
fn passes(node: NodeRef<'_>, test: &AttributeTest) -> bool {
    let Some(value) = node.attribute(&test.name) else { return false };
    test.value.as_ref().is_none_or(|expected| value.eq_ignore_ascii_case(expected))
}

/// Returns the words for a node that is not an element.
pub(super) fn spelled(kind: TerminalKind) -> &'static str {
    match kind {
        TerminalKind::Text => "text",
        TerminalKind::Raw => "raw text",
        TerminalKind::Space => "white space",
        TerminalKind::Comment => "a comment",
        TerminalKind::ProcessingInstruction => "a processing instruction",
        TerminalKind::Doctype => "`<!DOCTYPE html>`",
        TerminalKind::EndOfFile => "the end of the document",
        _ => "this",
    }
}
