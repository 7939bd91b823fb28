//! A walk over the events of a document, which counts the units that its words exercise. It
//! maintains the open elements and the state of each content.

use super::content::StateId;
use super::facts::Facts;
use super::lines::{ExceptionLines, ForceId};
use super::outline::Kind;
use super::recorder::Recorder;
use std::ops::Range;
use wishful::base::BitRow;
pub(super) use wishful::grammar::ElementId;
use wishful::grammar::ast::Place;
pub(super) use wishful::slippers::event::{Edit, Event, EventKind, RepairKind};
use wishful::slippers::{OpenElements, Opened};
use wishful::tree::{Document, next_word};
use wishful_earley::TerminalId;

/// The state of an element's content, and the lines in force in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct ContentState {
    /// The statement that defines the content.
    statement: Option<usize>,
    state: StateId,
    pub(super) force: ForceId,
}

/// A cursor over the events. Invariant: `states` has one entry for each element that was created
/// so far.
pub(super) struct EventWalk<'w> {
    pub(super) recorder: &'w mut Recorder,
    pub(super) document: &'w Document,
    pub(super) facts: &'w mut Facts,
    pub(super) open: OpenElements,
    root: ContentState,
    states: Vec<ContentState>,
    pub(super) flags: BitRow,
    /// True if the next word is read although a line forbids it.
    waives: bool,
    /// True if the next word does not change the state of the enclosing content.
    apart: bool,
    /// True if elements were reopened for the next word that is no reopened element itself.
    reopened: bool,
    /// The last word that was read.
    pub(super) last: Option<TerminalId>,
}

impl<'w> EventWalk<'w> {
    pub(super) fn new(
        recorder: &'w mut Recorder,
        document: &'w Document,
        facts: &'w mut Facts,
    ) -> Self {
        let root = root(recorder, document);
        let flags = BitRow::new(recorder.outline.grammar.rules().flag_count());
        Self {
            recorder,
            document,
            facts,
            open: OpenElements::default(),
            root,
            states: Vec::new(),
            flags,
            waives: false,
            apart: false,
            reopened: false,
            last: None,
        }
    }

    /// Walks over all events.
    pub(super) fn run(mut self, events: &[Event]) {
        let outline = self.recorder.outline.clone();
        if let Some(statement) = self.root.statement {
            let place = outline.statement(statement).place;
            self.recorder.hit(outline.unit(Kind::Rule, place), 0);
        }
        self.begin();
        for (index, event) in events.iter().enumerate() {
            self.event(event, &events[index + 1..]);
        }
    }

    fn event(&mut self, event: &Event, following: &[Event]) {
        if let EventKind::Edit(edit) = event.kind {
            let document = self.document;
            if let Some(edit) = document.edits().get(edit.index()) {
                self.edit(event, edit);
            }
            return;
        }
        let word = event.word.map(|word| word.terminal);
        let is_end = matches!(event.kind, EventKind::Close(_));
        if let Some(word) = word {
            if !is_end {
                self.read(word);
            }
            self.last = Some(word);
        }
        self.repaired(event, following);
        self.open.pass(event, self.document.edits());
        if let EventKind::Open(element) = event.kind {
            self.opened(element);
        }
        self.happened(event, following);
    }

    /// Returns the state of the current element's content.
    pub(super) fn state(&self) -> ContentState {
        self.state_of(self.open.current())
    }

    /// Returns the state of an open element's content; without an element, that of the root.
    fn state_of(&self, open: Option<Opened>) -> ContentState {
        match open {
            Some(open) => self.states[open.number.index()],
            None => self.root,
        }
    }

    fn state_mut(&mut self) -> &mut ContentState {
        match self.open.current() {
            None => &mut self.root,
            Some(open) => &mut self.states[open.number.index()],
        }
    }

    /// Reads a word in the content of the current element.
    fn read(&mut self, word: TerminalId) {
        let (waives, apart) = (std::mem::take(&mut self.waives), std::mem::take(&mut self.apart));
        let ContentState { statement, state, force } = self.state();
        let step = statement.and_then(|statement| self.recorder.step(statement, state, word));
        if let Some((state, units)) = &step {
            self.recorder.hit_all(units);
            if !apart {
                self.state_mut().state = *state;
            }
        }
        if !(waives || apart) {
            self.admit(word, force, step.is_some());
        }
    }

    /// Counts the exceptions in force that admit a word, and those that would have refused it.
    /// `is_named` is true if the content itself has the word.
    fn admit(&mut self, word: TerminalId, force: ForceId, is_named: bool) {
        let outline = self.recorder.outline.clone();
        let lines = &self.recorder.lines;
        let effective: Vec<_> = lines.effective(&outline, word, force, &self.flags).collect();
        for effective in effective {
            if !effective.admits {
                self.recorder.hit(effective.unit, 1);
                if let Some(kind) = effective.ended_by {
                    let start = outline.grammar.rules().frame_kind(kind).open;
                    self.recorder.hit_list("until", effective.place, start);
                }
            } else if !is_named {
                // If the content itself has the word, no inclusion was necessary.
                self.recorder.hit(effective.unit, 0);
                self.recorder.hit_list("items", effective.place, word);
            }
        }
    }

    /// Handles an opened element, which is now the current one.
    fn opened(&mut self, element: ElementId) {
        let outline = self.recorder.outline.clone();
        let around = {
            let mut outwards = self.open.outwards();
            outwards.next();
            self.state_of(outwards.next()).force
        };
        let state = self.entered(element, around);
        self.states.push(state);
        let plain = &outline.stages.plain.elements[element.index()];
        let start = outline.grammar.element(element).start;
        if let Some(statement) = plain.statement
            && plain.kind.is_some()
        {
            let place = outline.statement(statement).place;
            self.recorder.hit(outline.unit(Kind::Rule, place), 0);
            if let Some(part) = plain.place {
                self.recorder.hit_part("left", place, part, start);
            }
        }
    }

    /// Returns the state of a new element that is opened in a context with `around` in force.
    fn entered(&mut self, element: ElementId, around: ForceId) -> ContentState {
        let outline = self.recorder.outline.clone();
        let kind = outline.grammar.element(element).kind;
        if let Some(kind) = kind {
            self.recorder.touch(kind);
        }
        let lines: &mut ExceptionLines = &mut self.recorder.lines;
        ContentState {
            statement: outline.stages.plain.elements[element.index()].statement,
            state: StateId::START,
            force: kind.map_or(around, |kind| lines.enter(around, kind)),
        }
    }

    fn edit(&mut self, event: &Event, edit: &Edit) {
        self.open.pass(event, self.document.edits());
        match edit {
            Edit::Waive => self.waives = true,
            Edit::Apart => self.apart = true,
            Edit::Copy { of } => {
                let state = self.states[of.index()];
                self.states.push(ContentState { state: StateId::START, ..state });
            }
            Edit::Splice { range, .. } => self.enter_again(range),
            Edit::MoveChildren { from, .. } => self.moved(*from),
            Edit::Flag { flag, on } => {
                if *on {
                    self.flags.insert(flag.index());
                } else {
                    self.flags.remove(flag.index());
                }
                self.turned(*flag, *on);
            }
            Edit::Retract { .. } | Edit::Move { .. } | Edit::Merge { .. } => {}
        }
    }

    /// Recomputes the lines in force of the open elements at some depths, and of those above. The
    /// first element above that has the same lines as before ends it, since those above it are
    /// unchanged then.
    fn enter_again(&mut self, depths: &Range<usize>) {
        let below = (1..depths.start).rev().find_map(|depth| self.open.at(depth));
        let mut force = self.state_of(below).force;
        for depth in depths.start..=self.open.depth() {
            let Some(Opened { number, element, .. }) = self.open.at(depth) else { continue };
            let entered = self.entered(element, force);
            force = entered.force;
            let known = &mut self.states[number.index()];
            if depth >= depths.end && known.force == force {
                return;
            }
            let is_same = known.statement == entered.statement;
            let state = if is_same { known.state } else { entered.state };
            *known = ContentState { state, ..entered };
        }
    }

    /// Counts the lines that a repair cites and that are neither steps nor wishes, and those that
    /// allow it.
    fn repaired(&mut self, event: &Event, following: &[Event]) {
        if let Some(word) = event.word
            && event.copy_of.is_none()
            && std::mem::take(&mut self.reopened)
        {
            self.reopened_for(word.terminal);
        }
        let Some(cause) = event.cause else { return };
        let document = self.document;
        let Some(repair) = document.repairs().get(cause.index()) else { return };
        let place: Option<Place> = repair.place;
        if matches!(repair.kind, RepairKind::Reopened | RepairKind::Adopted) {
            self.formatted(repair.kind, place);
            self.reopened |= repair.kind == RepairKind::Reopened;
        }
        if let (RepairKind::Unlinked, Some(goal), Some(tag)) =
            (repair.kind, repair.rejected, event.word)
            && let Some(place) = self.recorder.outline.grammar.wish_place(goal, tag.terminal)
        {
            self.recorder.granted(place, Some(tag.terminal), goal);
        }
        if let Some(omission) = document.allowance(cause) {
            let next = next_word(following).map(|word| word.terminal);
            self.omitted(omission, repair, next);
        }
    }
}

/// Returns the initial state of a document's or fragment's root.
fn root(recorder: &mut Recorder, document: &Document) -> ContentState {
    let outline = recorder.outline.clone();
    let grammar = &outline.grammar;
    let names = &outline.stages.names;
    let Some(root) = document.context().and_then(|context| grammar.fragment_root(context)) else {
        let start = names.start.as_ref().and_then(|start| names.nonterminals.get(&start.value));
        let statement = start.map(|&(_, statement)| statement);
        return ContentState { statement, state: StateId::START, force: ExceptionLines::NOTHING };
    };
    let mut force = ExceptionLines::NOTHING;
    for kind in root.around.into_iter().chain([root.within]) {
        recorder.touch(kind);
        force = recorder.lines.enter(force, kind);
    }
    let element = grammar.element_of_kind(root.within);
    let statement = outline.stages.plain.elements[element.index()].statement;
    ContentState { statement, state: StateId::START, force }
}
