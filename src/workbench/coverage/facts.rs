//! Coverage of the statements that are facts.
//!
//! | statement | is exercised when |
//! | --- | --- |
//! | `void`, `tree contents`, `tree shadow-root`, `tree base`, | a document has an element that |
//! | `tree mirror`, `tree patch`, `attributes` | it names, and the guard of a `void` holds |
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

use super::outline::{Kind, Outline, UnitId, guard_of};
use super::recorder::Recorder;
use super::walk::Walk;
use crate::base::{BitRow, HashMap, Place};
use crate::earley::{FlagId, FrameKindId, TerminalId};
use crate::grammar::ast::{Fact, Guard, Items, Statement};
use crate::grammar::model::{DoctypeLine, DoctypeString, DoctypeTest};
use crate::grammar::schema::Head;
use crate::grammar::{ElementId, TerminalKind};
use crate::slippers::doctype_line;
use crate::slippers::event::{ElementNumber, Event, EventKind, Repair, RepairKind, TokenId};
use crate::token::{Doctype, KindRef, Value};
use std::collections::VecDeque;
use std::sync::Arc;

/// A list of elements in a fact, which an opened element exercises.
#[derive(Debug)]
struct Opener {
    head: Head,
    slot: &'static str,
    place: Place,
    items: Items,
    guard: Option<Guard>,
}

/// The facts of a grammar, with a cache of the openers of each element.
#[derive(Debug)]
pub(super) struct Facts {
    openers: Vec<Opener>,
    of_element: HashMap<ElementId, Arc<[usize]>>,
    /// The end tags of the document that ended an element softly, in order.
    pub(super) soft: VecDeque<(TokenId, TerminalId)>,
    /// True if an element has ended softly and was not resumed yet.
    is_soft: bool,
}

impl Facts {
    pub(super) fn of(outline: &Outline) -> Self {
        let openers = outline.facts.iter().flat_map(|&(number, head, place)| {
            let fact = fact(outline, number);
            let slots = fact.into_iter().flat_map(Fact::said);
            slots.filter(|(slot, _)| slot.opens).filter_map(move |(slot, _)| {
                let fact = fact?;
                let items = fact.items(slot.name)?.clone();
                let guard = guard_of(fact).cloned();
                let guard = guard.filter(|_| head == Head::Void);
                Some(Opener { head, slot: slot.name, place, items, guard })
            })
        });
        let openers = openers.collect();
        Self { openers, of_element: HashMap::default(), soft: VecDeque::new(), is_soft: false }
    }

    /// Returns the openers that name an element.
    fn naming(&mut self, outline: &Outline, element: ElementId) -> Arc<[usize]> {
        let openers = &self.openers;
        let start = outline.grammar.element(element).start;
        let naming = self.of_element.entry(element).or_insert_with(|| {
            let names = |number: &usize| outline.names(&openers[*number].items, start);
            (0..openers.len()).filter(names).collect()
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

impl Outline {
    /// Returns the unit of the latch that is declared at a span.
    pub(super) fn latch_at(&self, place: Place) -> Option<UnitId> {
        let latch = self.grammar.latches().iter().find(|latch| latch.place == place)?;
        self.unit_of_latch(&latch.name)
    }

    fn unit_of_latch(&self, name: &str) -> Option<UnitId> {
        let (_, _, place) = self.said(Head::Latch).find(|(number, ..)| {
            let fact = fact(self, *number);
            fact.and_then(|fact| fact.text("name")).is_some_and(|text| text.value == name)
        })?;
        self.unit(Kind::Fact, place)
    }

    /// Iterates over the facts with a head.
    fn said(&self, head: Head) -> impl Iterator<Item = (usize, Head, Place)> {
        self.facts.iter().copied().filter(move |(_, other, _)| *other == head)
    }
}

impl Recorder {
    /// Counts the facts of which some word in a slot satisfies `is`, and these words.
    fn hit_texts(&mut self, head: Head, slot: &str, is: &dyn Fn(&Fact, &str) -> bool) {
        let outline = self.outline.clone();
        for (number, _, place) in outline.said(head) {
            let Some(fact) = fact(&outline, number) else { continue };
            for text in fact.texts(slot).iter().filter(|text| is(fact, &text.value)) {
                self.hit(outline.unit(Kind::Fact, place), 0);
                self.hit(outline.unit(Kind::Item, text.place), 0);
            }
        }
    }
}

impl Walk<'_> {
    /// Resets the state, and counts `fragment` facts.
    pub(super) fn begin(&mut self) {
        (self.facts.is_soft, self.last) = (false, None);
        let Some(context) = self.document.context() else { return };
        let outline = self.recorder.outline.clone();
        for (_, _, place) in outline.said(Head::Fragment) {
            self.recorder.hit(outline.unit(Kind::Fact, place), 0);
            self.recorder.hit_list("as", place, outline.grammar.element(context).start);
        }
    }

    /// Counts the facts that an event exercises. The event must not be an edit of the tree.
    pub(super) fn happened(&mut self, event: &Event, behind: &[Event]) {
        self.went_on(event);
        match event.kind {
            EventKind::Open(element) => self.element_opened(element, event, behind),
            EventKind::Mark => {
                let mark = event.word.map(|word| word.terminal);
                let grammar = self.recorder.outline.clone();
                let is = |_: &Fact, name: &str| {
                    mark.is_some_and(|mark| grammar.grammar.spelling(mark) == name)
                };
                self.recorder.hit_texts(Head::Mark, "names", &is);
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

    fn element_opened(&mut self, element: ElementId, event: &Event, behind: &[Event]) {
        let outline = self.recorder.outline.clone();
        let info = outline.grammar.element(element);
        let force = self.standing().force;
        for &number in &*self.facts.naming(&outline, element) {
            let Opener { head, slot, place, guard, .. } = &self.facts.openers[number];
            let holds = guard
                .as_ref()
                .is_none_or(|guard| self.recorder.lines.holds(&outline, guard, force, &self.flags));
            if holds && (*head != Head::Lexical || event.token.is_some()) {
                if *head != Head::Formatting {
                    self.recorder.hit(outline.unit(Kind::Fact, *place), 0);
                }
                self.recorder.hit_list(slot, *place, info.start);
            }
        }
        self.named(element, event);
        self.newline(element, event, behind);
    }

    /// Counts namespaces and renamed names for an opened element.
    fn named(&mut self, element: ElementId, event: &Event) {
        let outline = self.recorder.outline.clone();
        let info = outline.grammar.element(element);
        let Some(namespace) = info.namespace.as_deref() else { return };
        self.recorder.hit_texts(Head::Namespace, "names", &|_, name| name == namespace);
        let tag = event.token.map(|token| self.document.tokens().kind(token.index()));
        let Some(KindRef::StartTag(tag)) = tag else { return };
        let text = self.document.text();
        let of = |fact: &Fact, what: &str| {
            let is =
                |slot: &str, wanted: &str| fact.text(slot).is_some_and(|text| text.value == wanted);
            is("what", what) && is("namespace", namespace)
        };
        let written = |name: &str| name.split('=').next().unwrap_or(name).to_ascii_lowercase();
        let is_name = |fact: &Fact, name: &str| {
            of(fact, "elements") && tag.name.get(text).eq_ignore_ascii_case(&written(name))
        };
        self.recorder.hit_texts(Head::Rename, "names", &is_name);
        let is_attribute = |fact: &Fact, name: &str| {
            let name = written(name);
            let mut attributes = tag.attributes();
            of(fact, "attributes")
                && attributes.any(|one| one.name.get(text).eq_ignore_ascii_case(&name))
        };
        self.recorder.hit_texts(Head::Rename, "names", &is_attribute);
    }

    /// Counts the line feed that the tree drops at the start of an element.
    fn newline(&mut self, element: ElementId, event: &Event, behind: &[Event]) {
        let outline = self.recorder.outline.clone();
        let drops = &outline.grammar.tree_facts().drops_newline;
        let Some(tag) = event.token.filter(|_| drops.contains(element.index())) else { return };
        let next = behind.iter().find_map(|event| event.token);
        let text = next.filter(|next| next.index() == tag.index() + 1).and_then(|next| {
            let text = self.document.tokens().text(next.index())?;
            Some(text.value.get(self.document.text()).starts_with('\n'))
        });
        if text != Some(true) {
            return;
        }
        for (_, _, place) in outline.said(Head::TreeDropNewline) {
            self.recorder.hit(outline.unit(Kind::Fact, place), 0);
            self.recorder.hit_list("elements", place, outline.grammar.element(element).start);
        }
    }

    fn hidden(&mut self, event: &Event) {
        let outline = self.recorder.outline.clone();
        let is_nul = |terminal| outline.grammar.terminal_kind(terminal) == TerminalKind::Nul;
        if event.word.is_some_and(|word| is_nul(word.terminal)) {
            for (_, _, place) in outline.said(Head::TreeHide) {
                self.recorder.hit(outline.unit(Kind::Fact, place), 0);
            }
        }
    }

    fn doctype(&mut self, event: &Event) {
        let outline = self.recorder.outline.clone();
        let token = event.token.map(|token| self.document.tokens().kind(token.index()));
        let Some(KindRef::Doctype(doctype)) = token else { return };
        let text = self.document.text();
        let Some(line) = doctype_line(&outline.grammar, doctype, text) else { return };
        self.recorder.hit(outline.unit(Kind::Fact, line.place), 0);
        let number = outline.said(Head::Doctype).find(|(.., place)| *place == line.place);
        let strings = number.and_then(|(number, ..)| fact(&outline, number));
        let strings = strings.map_or(&[][..], |fact| fact.texts("strings"));
        for (string, wanted) in strings.iter().zip(identifiers(line, doctype, text)) {
            if wanted {
                self.recorder.hit(outline.unit(Kind::Item, string.place), 0);
            }
        }
    }

    /// Counts the guards of latches that a word may change.
    fn would_turn(&mut self, word: TerminalId) {
        let outline = self.recorder.outline.clone();
        let force = self.standing().force;
        for latch in outline.grammar.latches() {
            let turns = |row: &crate::base::BitRow| row.contains(word.index());
            let is_on = self.flags.contains(latch.flag.index());
            let may_turn = turns(&latch.sets) || is_on && turns(&latch.clears);
            if !may_turn {
                continue;
            }
            for (number, _, _) in outline.said(Head::Latch) {
                let Some(fact) = fact(&outline, number) else { continue };
                let guards = fact.guards("guards");
                let is_it = fact.text("name").is_some_and(|name| name.value == latch.name);
                let Some(first) = guards.first().filter(|_| is_it) else { continue };
                let holds =
                    |guard: &Guard| self.recorder.lines.holds(&outline, guard, force, &self.flags);
                let held = guards.iter().all(holds);
                let condition = outline.unit(Kind::Condition, first.name.place);
                self.recorder.hit(condition, usize::from(!held));
            }
        }
    }

    /// Counts a latch that changed.
    pub(super) fn turned(&mut self, flag: FlagId, on: bool) {
        let outline = self.recorder.outline.clone();
        let Some(latch) = outline.grammar.latches().iter().find(|latch| latch.flag == flag) else {
            return;
        };
        let unit = outline.unit_of_latch(&latch.name);
        self.recorder.hit(unit, 0);
        let (slot, row) = if on { ("set", &latch.sets) } else { ("clear", &latch.clears) };
        let Some(unit) = unit else { return };
        let place = outline.units[unit.index()].place;
        if let Some(word) = self.last.filter(|word| row.contains(word.index())) {
            self.recorder.hit_list(slot, place, word);
        }
    }

    /// Counts a reopening of formatting elements, or a run of the adoption agency.
    pub(super) fn formatted(&mut self, kind: RepairKind, place: Option<Place>) {
        let outline = self.recorder.outline.clone();
        for (_, _, statement) in outline.said(Head::Formatting) {
            let is_meant = kind == RepairKind::Adopted || place == Some(statement);
            let unit = outline.unit(Kind::Fact, statement).filter(|_| is_meant);
            self.recorder.hit(unit, 0);
        }
    }

    /// Counts the word for which pending elements were reopened.
    pub(super) fn reopened_for(&mut self, word: TerminalId) {
        let outline = self.recorder.outline.clone();
        for (_, _, place) in outline.said(Head::Formatting) {
            self.recorder.hit_list("reopen", place, word);
        }
    }

    /// Counts the furthest block, whose children were moved (13.2.6.4.7, "adoption agency
    /// algorithm", step 4.18).
    pub(super) fn moved(&mut self, from: ElementNumber) {
        let outline = self.recorder.outline.clone();
        let Some(from) = self.open.get(from) else { return };
        for (_, _, place) in outline.said(Head::Formatting) {
            self.recorder.hit_list("special", place, outline.grammar.element(from.element).start);
        }
    }

    /// Counts the statement at a span that allows a virtual tag.
    pub(super) fn omitted(&mut self, place: Place, repair: &Repair, next: Option<TerminalId>) {
        let outline = self.recorder.outline.clone();
        self.recorder.hit(outline.unit(Kind::Fact, place), 0);
        if let Some(tag) = repair.inserted {
            self.recorder.hit_list("tags", place, tag);
        }
        if let Some(next) = next {
            self.recorder.hit_list("before", place, next);
        }
    }

    /// Checks whether an element that ended softly is resumed by the token of an event.
    fn went_on(&mut self, event: &Event) {
        let Some(token) = event.token else { return };
        let outline = self.recorder.outline.clone();
        while let Some(&(_, end)) = self.facts.soft.front().filter(|(ended, _)| *ended < token) {
            self.facts.soft.pop_front();
            self.facts.is_soft = true;
            for (_, _, place) in outline.said(Head::Soft) {
                self.recorder.hit(outline.unit(Kind::Fact, place), 0);
            }
            self.hit_soft("ends", end);
        }
        let Some(word) = event.word.filter(|_| self.facts.is_soft) else { return };
        let Some(facts) = outline.grammar.soft() else { return };
        if facts.keeping.contains(word.terminal.index()) {
            self.hit_soft("keeping", word.terminal);
        } else if !facts.ends.contains(word.terminal.index())
            && let Some(start) = self.resuming(&facts.resuming)
        {
            self.facts.is_soft = false;
            self.hit_soft("resuming", start);
        }
    }

    /// Counts an item in a list of the statements about soft ends.
    fn hit_soft(&mut self, list: &'static str, item: TerminalId) {
        let outline = self.recorder.outline.clone();
        for (_, _, place) in outline.said(Head::Soft) {
            self.recorder.hit_list(list, place, item);
        }
    }

    /// Returns the start tag of the innermost open element of these kinds.
    fn resuming(&self, kinds: &BitRow) -> Option<TerminalId> {
        let grammar = &self.recorder.outline.grammar;
        let mut opened = self.open.outwards().map(|open| grammar.element(open.element));
        let is_one = |kind: FrameKindId| kinds.contains(kind.index());
        opened.find(|element| element.kind.is_some_and(is_one)).map(|element| element.start)
    }
}

/// Returns, for each string of a `doctype` line, whether the declaration has it.
fn identifiers(line: &DoctypeLine, doctype: &Doctype, text: &str) -> Vec<bool> {
    let (strings, value): (&[DoctypeString], &Option<Value>) = match &line.test {
        DoctypeTest::Public { identifiers, .. } => (identifiers, &doctype.public_id),
        DoctypeTest::System(identifiers) => (identifiers, &doctype.system_id),
        DoctypeTest::Incorrect | DoctypeTest::OtherThan(_) => return Vec::new(),
    };
    let value = value.as_ref().map(|value| value.get(text).to_ascii_lowercase());
    strings.iter().map(|string| value.as_ref().is_some_and(|value| string.is(value))).collect()
}
