//! Coverage of the statements that are facts.
//!
//! | statement | is exercised when |
//! | --- | --- |
//! | `void`, `tree contents`, `tree shadow-root`, `tree base`, | a document has an element that |
//! | `tree mirror`, `tree patch`, `tree owner`, `attributes` | it names; a guard of `void` holds |
//! | `lexical` | a written tag opens an element that it names |
//! | `tree drop-newline` | an element that it names begins with the line feed |
//! | `tree hide` | a character of this kind was read |
//! | `namespace`, `rename` | an element of the namespace, or a name, occurs |
//! | `mark` | it was read |
//! | `latch` | it changed; its guards, when a token came that could change it |
//! | `doctype` | it was the first whose test held |
//! | `formatting` | an element was reopened, or the adoption agency ran; |
//! | | its lists, when elements in them are opened |
//! | `soft` | an end tag ended softly; its clauses, with the tokens that followed |
//! | `omissible` | it allowed a virtual tag |
//! | `fragment` | the document is one |

use super::outline::{Outline, UnitId, UnitKind, guard_of};
use super::recorder::Recorder;
use super::walk::CoverageTrace;
use std::sync::Arc;
use wishful::base::{BitRow, FileSpan, HashMap};
pub(super) use wishful::grammar::ast::{Fact, Items, Statement};
pub(super) use wishful::grammar::model::{DoctypeLine, DoctypeString, DoctypeTest};
use wishful::grammar::schema::Head;
pub(super) use wishful::grammar::{ElementId, TerminalKind};
use wishful::slippers::doctype_line;
pub(super) use wishful::slippers::event::{ElementNumber, Event, EventKind, Repair, RepairKind};
pub(super) use wishful::token::{Doctype, KindRef, Value};
use wishful_earley::{FlagId, Guard, TerminalId};

/// A list of elements in a fact, which an opened element exercises.
#[derive(Debug)]
struct OpenerList {
    head: Head,
    slot: &'static str,
    place: FileSpan,
    items: Items,
    guard: Option<Guard>,
}

/// The statements of a grammar that are neither rules, sets nor remedy lines, with a cache of the
/// openers of each element.
#[derive(Debug)]
pub(super) struct Facts {
    openers: Vec<OpenerList>,
    of_element: HashMap<ElementId, Arc<[usize]>>,
}

impl Facts {
    pub(super) fn of(outline: &Outline) -> Self {
        let mut openers = Vec::new();
        for &(number, head, place) in &outline.facts {
            let Some(fact) = fact(outline, number) else { continue };
            let guard = if head == Head::Void { guard_of(fact) } else { None };
            let guard = guard.and_then(|guard| outline.stages.names.condition(guard));
            for (slot, _) in fact.said() {
                if slot.opens
                    && let Some(items) = fact.items(slot.name)
                {
                    let items = items.clone();
                    openers.push(OpenerList { head, slot: slot.name, place, items, guard });
                }
            }
        }
        Self { openers, of_element: HashMap::default() }
    }

    /// Returns the openers that name an element.
    fn naming(&mut self, outline: &Outline, element: ElementId) -> Arc<[usize]> {
        let openers = &self.openers;
        let start = outline.grammar.element(element).start;
        let naming = self.of_element.entry(element).or_insert_with(|| {
            let numbers = 0..openers.len();
            numbers.filter(|&number| outline.names(&openers[number].items, start)).collect()
        });
        naming.clone()
    }
}

/// Returns a merged statement as a fact.
fn fact(outline: &Outline, number: usize) -> Option<&Fact> {
    match &outline.statement(number).value {
        Statement::Fact(fact) => Some(fact),
        _ => None,
    }
}

/// Reports whether a fact has this text in a slot.
fn has_text(fact: &Fact, slot: &str, wanted: &str) -> bool {
    fact.text(slot).is_some_and(|text| text.value == wanted)
}

/// Reports whether a `rename` statement is about `elements` or `attributes` of a namespace.
fn renames(fact: &Fact, what: &str, namespace: &str) -> bool {
    has_text(fact, "what", what) && has_text(fact, "namespace", namespace)
}

/// Returns the written name in an item of a `rename` statement, such as `a=b`.
fn written_name(item: &str) -> &str {
    item.split('=').next().unwrap_or(item)
}
impl Outline {
    /// Returns the unit of the latch that is declared at a span.
    pub(super) fn latch_at(&self, place: FileSpan) -> Option<UnitId> {
        let latch = self.grammar.latches().iter().find(|latch| latch.place == place)?;
        self.unit_of_latch(&latch.name)
    }

    fn unit_of_latch(&self, name: &str) -> Option<UnitId> {
        for (number, _, place) in self.facts_of(Head::Latch) {
            if let Some(fact) = fact(self, number)
                && has_text(fact, "name", name)
            {
                return self.unit(UnitKind::Fact, place);
            }
        }
        None
    }

    /// Iterates over the facts with a head.
    fn facts_of(&self, head: Head) -> impl Iterator<Item = (usize, Head, FileSpan)> {
        self.facts.iter().copied().filter(move |(_, other, _)| *other == head)
    }
}

impl Recorder {
    /// Counts the facts of which some word in a slot satisfies `is`, and these words.
    fn hit_texts(&mut self, head: Head, slot: &str, is: &dyn Fn(&Fact, &str) -> bool) {
        let outline = self.outline.clone();
        for (number, _, place) in outline.facts_of(head) {
            let Some(fact) = fact(&outline, number) else { continue };
            for text in fact.texts(slot) {
                if is(fact, &text.value) {
                    self.hit(outline.unit(UnitKind::Fact, place), 0);
                    self.hit(outline.unit(UnitKind::Item, text.place), 0);
                }
            }
        }
    }

    /// Counts all facts with a head.
    pub(super) fn hit_facts(&mut self, head: Head) {
        let outline = self.outline.clone();
        for (_, _, place) in outline.facts_of(head) {
            self.hit(outline.unit(UnitKind::Fact, place), 0);
        }
    }

    /// Counts a terminal in a list of all facts with a head.
    pub(super) fn hit_lists(&mut self, head: Head, slot: &'static str, terminal: TerminalId) {
        let outline = self.outline.clone();
        for (_, _, place) in outline.facts_of(head) {
            self.hit_list(slot, place, terminal);
        }
    }
}

impl CoverageTrace<'_> {
    /// Counts the facts that an event exercises. The event must not be an edit of the tree.
    pub(super) fn count_facts(&mut self, event: &Event) {
        self.went_on(event);
        match event.kind {
            EventKind::Open(element) => self.element_opened(element, event),
            EventKind::Mark => {
                if let Some(word) = event.word {
                    let outline = self.recorder.outline.clone();
                    let mark = outline.grammar.spelling(word.terminal);
                    self.recorder.hit_texts(Head::Mark, "names", &|_, name| name == mark);
                }
            }
            EventKind::Doctype => self.doctype(event),
            EventKind::Text(_) => self.hidden(event),
            _ => {}
        }
        if !matches!(event.kind, EventKind::Close(_))
            && let Some(word) = event.word
        {
            self.would_turn(word.terminal);
        }
    }

    fn element_opened(&mut self, element: ElementId, event: &Event) {
        let outline = self.recorder.outline.clone();
        let info = outline.grammar.element(element);
        let frame = self.playback.recogniser().innermost();
        for &number in &*self.facts.naming(&outline, element) {
            let OpenerList { head, slot, place, guard, .. } = &self.facts.openers[number];
            if guard.is_none_or(|guard| frame.holds(guard))
                && (*head != Head::Lexical || event.token.is_some())
            {
                if *head != Head::Formatting {
                    self.recorder.hit(outline.unit(UnitKind::Fact, *place), 0);
                }
                self.recorder.hit_list(slot, *place, info.start);
            }
        }
        self.named(element, event);
        self.newline(element, event);
    }

    /// Counts namespaces and renamed names for an opened element.
    fn named(&mut self, element: ElementId, event: &Event) {
        let outline = self.recorder.outline.clone();
        let info = outline.grammar.element(element);
        let Some(namespace) = info.namespace.as_deref() else { return };
        self.recorder.hit_texts(Head::Namespace, "names", &|_, name| name == namespace);
        let Some(token) = event.token else { return };
        let KindRef::StartTag(tag) = self.document.tokens().kind(token.index()) else { return };
        let text = self.document.text();
        self.recorder.hit_texts(Head::Rename, "names", &|fact, item| {
            renames(fact, "elements", namespace)
                && tag.name.get(text).eq_ignore_ascii_case(written_name(item))
        });
        self.recorder.hit_texts(Head::Rename, "names", &|fact, item| {
            let name = written_name(item);
            renames(fact, "attributes", namespace)
                && tag.attributes().any(|one| one.name.get(text).eq_ignore_ascii_case(name))
        });
    }

    /// Counts the line feed that the tree drops at the start of an element.
    fn newline(&mut self, element: ElementId, event: &Event) {
        let outline = self.recorder.outline.clone();
        let drops = &outline.grammar.tree_facts().drops_newline;
        let Some(tag) = event.token else { return };
        if !drops.contains(element.index()) {
            return;
        }
        if let Some(text) = self.document.tokens().text(tag.index() + 1)
            && text.value.get(self.document.text()).starts_with('\n')
        {
            let start = outline.grammar.element(element).start;
            self.recorder.hit_facts(Head::TreeDropNewline);
            self.recorder.hit_lists(Head::TreeDropNewline, "elements", start);
        }
    }

    fn hidden(&mut self, event: &Event) {
        let Some(word) = event.word else { return };
        let kind = self.recorder.outline.grammar.terminal_kind(word.terminal);
        if kind == TerminalKind::Nul {
            self.recorder.hit_facts(Head::TreeHide);
        }
    }

    fn doctype(&mut self, event: &Event) {
        let outline = self.recorder.outline.clone();
        let Some(token) = event.token else { return };
        let KindRef::Doctype(doctype) = self.document.tokens().kind(token.index()) else { return };
        let text = self.document.text();
        let Some(line) = doctype_line(&outline.grammar, doctype, text) else { return };
        self.recorder.hit(outline.unit(UnitKind::Fact, line.place), 0);
        let mut lines = outline.facts_of(Head::Doctype);
        let Some((number, ..)) = lines.find(|(.., place)| *place == line.place) else { return };
        let Some(fact) = fact(&outline, number) else { return };
        let strings = fact.texts("strings");
        for (string, wanted) in strings.iter().zip(identifiers(line, doctype, text)) {
            if wanted {
                self.recorder.hit(outline.unit(UnitKind::Item, string.place), 0);
            }
        }
    }

    /// Counts the guards of latches that a word may change.
    fn would_turn(&mut self, word: TerminalId) {
        let outline = self.recorder.outline.clone();
        let recogniser = self.playback.recogniser();
        for turn in outline.grammar.readings().turning(word) {
            if !turn.sets && !recogniser.is_on(turn.flag) {
                continue;
            }
            let latch = outline.grammar.latch(turn.flag);
            for (number, _, _) in outline.facts_of(Head::Latch) {
                let Some(fact) = fact(&outline, number) else { continue };
                if !has_text(fact, "name", &latch.name) {
                    continue;
                }
                let Some(first) = fact.guards("guards").first() else { continue };
                let held = recogniser.innermost().all_hold(&latch.guards);
                let condition = outline.unit(UnitKind::Condition, first.name.place);
                self.recorder.hit(condition, usize::from(!held));
            }
        }
    }

    /// Counts a latch that changed.
    pub(super) fn count_latch(&mut self, flag: FlagId, on: bool) {
        let outline = self.recorder.outline.clone();
        let latch = outline.grammar.latch(flag);
        let unit = outline.unit_of_latch(&latch.name);
        self.recorder.hit(unit, 0);
        let (slot, row) = if on { ("set", &latch.sets) } else { ("clear", &latch.clears) };
        let Some(unit) = unit else { return };
        let place = outline.units[unit.index()].place;
        if let Some(word) = self.last
            && row.contains(word.index())
        {
            self.recorder.hit_list(slot, place, word);
        }
    }

    /// Counts a reopening of formatting elements, or a run of the adoption agency.
    pub(super) fn count_formatting(&mut self, kind: RepairKind, place: Option<FileSpan>) {
        let outline = self.recorder.outline.clone();
        for (_, _, statement) in outline.facts_of(Head::Formatting) {
            if kind == RepairKind::Adopted || place == Some(statement) {
                self.recorder.hit(outline.unit(UnitKind::Fact, statement), 0);
            }
        }
    }

    /// Counts the word for which pending elements were reopened.
    pub(super) fn reopened_for(&mut self, word: TerminalId) {
        self.recorder.hit_lists(Head::Formatting, "reopen", word);
    }

    /// Counts the furthest block, whose children were moved (13.2.6.4.7, "adoption agency
    /// algorithm", step 4.18).
    pub(super) fn count_block(&mut self, from: ElementNumber) {
        let Some(from) = self.playback.open().get(from) else { return };
        let start = self.recorder.outline.grammar.element(from.element).start;
        self.recorder.hit_lists(Head::Formatting, "special", start);
    }

    /// Counts the statement at a span that allows a virtual tag.
    pub(super) fn count_omission(
        &mut self,
        place: FileSpan,
        repair: &Repair,
        next: Option<TerminalId>,
    ) {
        let outline = self.recorder.outline.clone();
        self.recorder.hit(outline.unit(UnitKind::Fact, place), 0);
        if let Some(tag) = repair.inserted {
            self.recorder.hit_list("tags", place, tag);
        }
        if let Some(next) = next {
            self.recorder.hit_list("before", place, next);
        }
    }

    /// Checks whether an element that ended softly is resumed by the token of an event.
    fn went_on(&mut self, event: &Event) {
        if !self.is_soft || event.token.is_none() {
            return;
        }
        let outline = self.recorder.outline.clone();
        let (Some(word), Some(facts)) = (event.word, outline.grammar.soft()) else { return };
        if facts.keeping.contains(word.terminal.index()) {
            self.recorder.hit_lists(Head::Soft, "keeping", word.terminal);
        } else if !facts.ends.contains(word.terminal.index())
            && let Some(start) = self.resuming(&facts.resuming)
        {
            self.is_soft = false;
            self.recorder.hit_lists(Head::Soft, "resuming", start);
        }
    }

    /// Returns the start tag of the innermost open element of these kinds.
    fn resuming(&self, kinds: &BitRow) -> Option<TerminalId> {
        let grammar = &self.recorder.outline.grammar;
        for open in self.playback.open().outwards() {
            let element = grammar.element(open.element);
            if let Some(kind) = element.kind
                && kinds.contains(kind.index())
            {
                return Some(element.start);
            }
        }
        None
    }
}

/// Returns, for each string of a `doctype` line, whether the declaration has it.
fn identifiers(line: &DoctypeLine, doctype: &Doctype, text: &str) -> Vec<bool> {
    let (strings, value): (&[DoctypeString], &Option<Value>) = match &line.test {
        DoctypeTest::Public { identifiers, .. } => (identifiers, &doctype.public_id),
        DoctypeTest::System(identifiers) => (identifiers, &doctype.system_id),
        DoctypeTest::Incorrect | DoctypeTest::OtherThan(_) => return Vec::new(),
    };
    let Some(value) = value else { return vec![false; strings.len()] };
    let value = value.get(text).to_ascii_lowercase();
    strings.iter().map(|string| string.is(&value)).collect()
}
