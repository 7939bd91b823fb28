//! The counts of one thread, and its caches about the grammar, which it reuses for each document.

use super::content::{ContentReader, ContentStep, StateId};
use super::lines::ExceptionLines;
use super::lists::ListId;
use super::outline::{Outline, UnitId, UnitKind};
use std::sync::Arc;
use wishful::base::{BitRow, FileSpan, HashMap};
use wishful_earley::{FrameKindId, TerminalId};

/// The counts of each unit, by way.
pub(super) type Hits = Vec<[u64; 2]>;

/// A list, optionally restricted to one part, and a terminal.
type ListedTerminal = (ListId, Option<FileSpan>, TerminalId);

/// A counter of exercised units.
pub(super) struct Recorder {
    pub(super) outline: Arc<Outline>,
    pub(super) counts: Hits,
    pub(super) lines: ExceptionLines,
    /// The lines that were in force, with or without an effect.
    pub(super) touched: BitRow,
    /// The automata of contents, by statement.
    readers: HashMap<usize, ContentReader>,
    listed: HashMap<ListedTerminal, Arc<[UnitId]>>,
}

impl Recorder {
    pub(super) fn new(outline: Arc<Outline>) -> Self {
        Self {
            counts: vec![[0; 2]; outline.units.len()],
            lines: ExceptionLines::of(&outline),
            touched: BitRow::new(outline.units.len()),
            readers: HashMap::default(),
            listed: HashMap::default(),
            outline,
        }
    }

    /// Returns the counts so far, and resets them.
    pub(super) fn take(&mut self) -> Hits {
        std::mem::replace(&mut self.counts, vec![[0; 2]; self.outline.units.len()])
    }

    /// Counts a unit in its first or second way. Ignores the second way of a unit that has only
    /// one.
    pub(super) fn hit(&mut self, unit: Option<UnitId>, way: usize) {
        let Some(unit) = unit else { return };
        if way < self.outline.units[unit.index()].ways {
            self.counts[unit.index()][way] += 1;
        }
    }

    /// Counts a terminal in a list. The list is identified by its slot, for example `tags`, and the
    /// span of its statement.
    pub(super) fn hit_list(&mut self, slot: &'static str, place: FileSpan, terminal: TerminalId) {
        let list = self.outline.list(slot, place);
        self.hit_listed(list, None, terminal);
    }

    /// Counts a terminal in one item of a list: the item at `part`.
    pub(super) fn hit_part(
        &mut self,
        slot: &'static str,
        place: FileSpan,
        part: FileSpan,
        terminal: TerminalId,
    ) {
        let list = self.outline.list(slot, place);
        self.hit_listed(list, Some(part), terminal);
    }

    fn hit_listed(&mut self, list: Option<ListId>, part: Option<FileSpan>, terminal: TerminalId) {
        let Some(list) = list else { return };
        let Self { outline, listed, .. } = self;
        let exercised = listed
            .entry((list, part, terminal))
            .or_insert_with(|| outline.exercised(list, part, terminal).into())
            .clone();
        self.hit_all(&exercised);
    }

    /// Counts a wish that was granted, or that would be granted in other circumstances. `place` is
    /// the span of one of its items.
    pub(super) fn granted(&mut self, place: FileSpan, tag: Option<TerminalId>, goal: TerminalId) {
        let outline = self.outline.clone();
        let Some(&wish) = outline.wishes.get(&place) else { return };
        self.hit(outline.unit(UnitKind::Wish, wish), 0);
        if let Some(tag) = tag {
            self.hit_part("tags", wish, place, tag);
        }
        self.hit_list("for", wish, goal);
    }

    /// Marks the lines that begin in elements of a kind, which was entered.
    pub(super) fn touch(&mut self, kind: FrameKindId) {
        for &line in &self.outline.grammar.rules().frame_kind(kind).adds {
            if let Some(unit) = self.lines.unit(line) {
                self.touched.insert(unit.index());
            }
        }
    }

    pub(super) fn hit_all(&mut self, units: &[UnitId]) {
        units.iter().for_each(|&unit| self.hit(Some(unit), 0));
    }

    /// Reads a word in the content that a statement defines.
    pub(super) fn step(
        &mut self,
        statement: usize,
        state: StateId,
        word: TerminalId,
    ) -> Option<ContentStep> {
        let Self { outline, readers, .. } = self;
        let reader =
            readers.entry(statement).or_insert_with(|| ContentReader::of(outline, statement));
        reader.step(outline, state, word)
    }
}
