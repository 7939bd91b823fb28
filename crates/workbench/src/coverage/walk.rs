//! A trace that counts the units that a document exercises. It plays the events back, and maintains
//! the state of each content, for the units of words; `records` has those of refusals and remedies.

use super::content::StateId;
use super::facts::Facts;
use super::outline::UnitKind;
use super::recorder::Recorder;
use std::ops::Range;
pub(super) use wishful::grammar::ElementId;
use wishful::grammar::ast::FileSpan;
use wishful::grammar::schema::Head;
pub(super) use wishful::slippers::event::{Edit, Event, EventKind, RepairKind};
use wishful::slippers::{Opened, Playback, Trace, TraceStep};
use wishful::tree::Document;
use wishful_earley::{Engine, FrameKindId, ReadMode, TerminalId};

/// The state of an element's content.
#[derive(Clone, Copy, Debug)]
struct ContentState {
    /// The statement that defines the content.
    statement: Option<usize>,
    state: StateId,
}

/// A rejected token, and the remedies that were tried.
pub(super) struct RejectionRound {
    pub(super) rejected: TerminalId,
    pub(super) tried: Vec<FileSpan>,
}

/// A counter of the steps of a run. Invariant: `states` has one entry for each element that was
/// created so far.
pub(super) struct CoverageTrace<'w> {
    pub(super) recorder: &'w mut Recorder,
    pub(super) document: &'w Document,
    pub(super) facts: &'w mut Facts,
    pub(super) playback: Playback,
    /// The kinds of the frames around the whole text, outermost first.
    around: Vec<FrameKindId>,
    root: ContentState,
    states: Vec<ContentState>,
    /// True if elements were reopened for the next word that is no reopened element itself.
    reopened: bool,
    /// The last word that was read.
    pub(super) last: Option<TerminalId>,
    pub(super) round: Option<RejectionRound>,
    /// True if an element has ended softly and was not resumed yet.
    pub(super) is_soft: bool,
}

impl Trace for CoverageTrace<'_> {
    fn step(&mut self, step: TraceStep) {
        match step {
            TraceStep::Event(event) => self.event(&event),
            TraceStep::Record(_, record) => self.record(record),
        }
    }
}

impl<'w> CoverageTrace<'w> {
    pub(super) fn new(
        recorder: &'w mut Recorder,
        document: &'w Document,
        facts: &'w mut Facts,
    ) -> Self {
        let (around, root) = root(recorder, document);
        let (grammar, context) = (&recorder.outline.grammar, document.context());
        let playback = Playback::new(grammar, context, Engine::Fast);
        let mut trace = Self {
            recorder,
            document,
            facts,
            playback,
            around,
            root,
            states: Vec::new(),
            reopened: false,
            last: None,
            round: None,
            is_soft: false,
        };
        trace.begin();
        trace
    }

    /// Counts the rule of the root, and `fragment` facts.
    fn begin(&mut self) {
        let outline = self.recorder.outline.clone();
        if let Some(statement) = self.root.statement {
            let place = outline.statement(statement).place;
            self.recorder.hit(outline.unit(UnitKind::Rule, place), 0);
        }
        if let Some(context) = self.document.context() {
            self.recorder.hit_facts(Head::Fragment);
            let start = outline.grammar.element(context).start;
            self.recorder.hit_lists(Head::Fragment, "as", start);
        }
    }

    /// Counts the units that an event exercises, and replays it. Units of its word are counted
    /// before the replay, in the state in which it was read.
    fn event(&mut self, event: &Event) {
        if let EventKind::Edit(edit) = event.kind {
            self.replay(event);
            if let Some(edit) = self.document.edits().get(edit.index()) {
                self.edit(edit);
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
        self.count_repair(event);
        self.replay(event);
        if let EventKind::Open(element) = event.kind {
            self.enter(element);
        }
        self.count_facts(event);
    }

    /// Replays an event, so that the stack of open elements is up to date.
    fn replay(&mut self, event: &Event) {
        let step = self.playback.step(event, self.document.edits());
        debug_assert!(step.is_ok(), "the slippers made the events: {step:?}");
    }

    /// Returns the state of the current element's content; without an element, that of the root.
    fn state(&mut self) -> &mut ContentState {
        match self.playback.open().current() {
            None => &mut self.root,
            Some(open) => &mut self.states[open.number.index()],
        }
    }

    /// Reads a word in the content of the current element.
    fn read(&mut self, word: TerminalId) {
        let mode = self.playback.mode();
        let ContentState { statement, state } = *self.state();
        let step = statement.and_then(|statement| self.recorder.step(statement, state, word));
        if let Some((state, units)) = &step {
            self.recorder.hit_all(units);
            if mode != ReadMode::Apart {
                self.state().state = *state;
            }
        }
        if mode == ReadMode::Strict {
            self.admit(word, step.is_some());
        }
    }

    /// Counts the exceptions in force that admit a word, and those that would have refused it.
    /// `is_named` is true if the content itself has the word.
    fn admit(&mut self, word: TerminalId, is_named: bool) {
        let recogniser = self.playback.recogniser();
        for effective in self.recorder.lines.effective(recogniser, &self.around, word) {
            if !effective.admits {
                self.recorder.hit(effective.unit, 1);
                if let Some(kind) = effective.ended_by {
                    let start = recogniser.rules().frame_kind(kind).open;
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
    fn enter(&mut self, element: ElementId) {
        let outline = self.recorder.outline.clone();
        let state = self.entered(element);
        self.states.push(state);
        let plain = &outline.stages.plain.elements[element.index()];
        let start = outline.grammar.element(element).start;
        if let Some(statement) = plain.statement
            && plain.kind.is_some()
        {
            let place = outline.statement(statement).place;
            self.recorder.hit(outline.unit(UnitKind::Rule, place), 0);
            if let Some(part) = plain.place {
                self.recorder.hit_part("left", place, part, start);
            }
        }
    }

    /// Returns the state of a new element's content.
    fn entered(&mut self, element: ElementId) -> ContentState {
        let outline = &self.recorder.outline;
        let statement = outline.stages.plain.elements[element.index()].statement;
        if let Some(kind) = outline.grammar.element(element).kind {
            self.recorder.touch(kind);
        }
        ContentState { statement, state: StateId::START }
    }

    /// Follows an edit of the tree or the stack, after its replay.
    fn edit(&mut self, edit: &Edit) {
        match edit {
            Edit::Copy { of } => {
                let state = self.states[of.index()];
                self.states.push(ContentState { state: StateId::START, ..state });
            }
            Edit::Splice { range, .. } => self.enter_again(range),
            Edit::MoveChildren { from, .. } => self.count_block(*from),
            Edit::Flag { flag, on } => self.count_latch(*flag, *on),
            Edit::Retract { .. } | Edit::Move { .. } | Edit::Merge { .. } => {}
            Edit::Waive | Edit::Apart => {}
        }
    }

    /// Resets the contents of the open elements at some depths that a splice gave another rule.
    fn enter_again(&mut self, depths: &Range<usize>) {
        for depth in depths.clone() {
            let Some(Opened { number, element, .. }) = self.playback.open().at(depth) else {
                continue;
            };
            let entered = self.entered(element);
            let known = &mut self.states[number.index()];
            if known.statement != entered.statement {
                *known = entered;
            }
        }
    }

    /// Counts the lines that a repair cites and that are neither steps nor wishes, and those that
    /// allow it.
    fn count_repair(&mut self, event: &Event) {
        if let Some(word) = event.word
            && event.copy_of.is_none()
            && std::mem::take(&mut self.reopened)
        {
            self.reopened_for(word.terminal);
        }
        let Some(cause) = event.cause else { return };
        let document = self.document;
        let Some(repair) = document.repairs().get(cause.index()) else { return };
        let place: Option<FileSpan> = repair.place;
        if matches!(repair.kind, RepairKind::Reopened | RepairKind::Adopted) {
            self.count_formatting(repair.kind, place);
            self.reopened |= repair.kind == RepairKind::Reopened;
        }
        if let (RepairKind::Unlinked, Some(goal), Some(tag)) =
            (repair.kind, repair.rejected, event.word)
            && let Some(place) = self.recorder.outline.grammar.wish_place(goal, tag.terminal)
        {
            self.recorder.granted(place, Some(tag.terminal), goal);
        }
        if let Some(omission) = document.allowance(cause) {
            let next = document.followed(cause).flatten();
            self.count_omission(omission, repair, next.map(|word| word.terminal));
        }
    }
}

/// Returns the kinds of the frames around a document or fragment, and the initial state of its
/// root.
fn root(recorder: &mut Recorder, document: &Document) -> (Vec<FrameKindId>, ContentState) {
    let outline = recorder.outline.clone();
    let grammar = &outline.grammar;
    let names = &outline.stages.names;
    let Some(root) = document.context().and_then(|context| grammar.fragment_root(context)) else {
        let start = names.start.as_ref().and_then(|start| names.nonterminals.get(&start.value));
        let statement = start.map(|&(_, statement)| statement);
        return (Vec::new(), ContentState { statement, state: StateId::START });
    };
    let around: Vec<FrameKindId> = root.around.into_iter().chain([root.within]).collect();
    around.iter().for_each(|&kind| recorder.touch(kind));
    let element = grammar.element_of_kind(root.within);
    let statement = outline.stages.plain.elements[element.index()].statement;
    (around, ContentState { statement, state: StateId::START })
}
