//! The terminals that tokens may be read as, precomputed from a complete grammar, so that a token
//! costs only a table look-up.

use super::facts::{Foster, Latch};
use super::grammar::{ElementId, Grammar, TerminalKind};
use crate::base::{BitRow, ShortNames};
use crate::earley::{FlagId, FrameKindId, FrameView, TerminalId, Word};
use crate::grammar::ast::AttributeTest;
use std::borrow::Cow;
use std::ops::Range;
use std::sync::OnceLock;

/// The terminals that the tags of one name may be read as.
#[derive(Clone, Debug)]
#[doc(hidden)]
pub struct TagReadings {
    /// The label of the name in tokens of wildcards.
    pub(crate) label: u32,
    /// The readings of a start tag for which no test holds, foreign elements first.
    pub(crate) start: Box<[Word]>,
    /// The tests on its attributes.
    pub tests: Box<[AttributeTest]>,
    /// The readings of a start tag by a bit mask of the tests that hold, computed on first use.
    /// Empty if there are too many tests.
    tested: Box<[OnceLock<Box<[Word]>>]>,
    /// The readings of an end tag, foreign elements first.
    pub(crate) end: Box<[Word]>,
    /// True if one of the end tags clears a latch.
    pub(crate) clears: bool,
    /// True if one of the end tags ends its element softly.
    pub(crate) is_soft: bool,
}

/// The greatest number of tests whose combinations are cached.
const TESTS: usize = 4;

impl TagReadings {
    /// Returns the readings of a start tag for which the tests in `holds` hold, in order of
    /// preference. `words` computes them if they are not cached.
    #[doc(hidden)]
    pub fn start_if(
        &self,
        holds: impl Fn(&AttributeTest) -> bool,
        words: impl FnOnce() -> Vec<Word>,
    ) -> Cow<'_, [Word]> {
        if self.tested.is_empty() && self.tests.iter().any(&holds) {
            return Cow::Owned(words());
        }
        let mut held = 0;
        for test in &self.tests {
            held = held << 1 | usize::from(holds(test));
        }
        match self.tested.get(held) {
            Some(known) if held > 0 => Cow::Borrowed(known.get_or_init(|| words().into())),
            _ => Cow::Borrowed(&self.start),
        }
    }
}

/// The readings of all tags, and other properties that are looked up for each token.
#[derive(Clone, Debug, Default)]
pub struct Readings {
    /// By name, for the names that some statement mentions as an element's.
    tags: Vec<TagReadings>,
    /// The numbers of these names. The table is stored inline, since it is read for each tag of a
    /// text.
    numbers: ShortNames,
    /// By [`plain`].
    plain: [Option<Word>; PLAIN],
    /// The tags of elements with a namespace.
    foreign: BitRow,
    /// The terminals that are marks.
    marks: BitRow,
    /// By terminal.
    turning: Vec<Box<[LatchEffect]>>,
    /// By element.
    facts: Vec<ElementFacts>,
}

/// The facts about an element that are asked for at each token, in one byte: bits that
/// [`ElementFacts`] names.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ElementFacts(u8);

impl ElementFacts {
    /// A run of text in its content is judged as a whole: text that is not blank is foster-parented
    /// there, blanks are not.
    const JUDGES_RUNS: u8 = 1;
    /// Blanks in its content may be merged with the text after them.
    const JOINS_BLANKS: u8 = 2;
    /// The content has foster groups.
    const FOSTERS: u8 = 4;
    /// It enters the list of active formatting elements, or puts a marker there.
    const LISTED: u8 = 8;
    /// It may be empty depending on a guard, a slash or an attribute of its tag.
    const PERHAPS_EMPTY: u8 = 16;
    /// It belongs to a namespace.
    const FOREIGN: u8 = 32;

    /// Reports whether a run of text in the content is judged as a whole.
    pub(crate) const fn judges_runs(self) -> bool {
        self.0 & Self::JUDGES_RUNS != 0
    }

    /// Reports whether blanks in the content may be merged with the text after them. The caller
    /// checks that both are acceptable, and that neither has to be reopened, resumed or fostered
    /// for.
    pub(crate) const fn joins_blanks(self) -> bool {
        self.0 & Self::JOINS_BLANKS != 0
    }

    /// Reports whether the content has foster groups.
    pub(crate) const fn has_fosters(self) -> bool {
        self.0 & Self::FOSTERS != 0
    }

    /// Reports whether the element enters the list of active formatting elements, or puts a marker
    /// there.
    pub(crate) const fn is_listed(self) -> bool {
        self.0 & Self::LISTED != 0
    }

    /// Reports whether the element may be empty depending on a guard, a slash or an attribute of
    /// its tag.
    pub(crate) const fn may_be_empty(self) -> bool {
        self.0 & Self::PERHAPS_EMPTY != 0
    }

    /// Reports whether the element belongs to a namespace.
    pub(crate) const fn is_foreign(self) -> bool {
        self.0 & Self::FOREIGN != 0
    }
}

/// The effect of a terminal on one latch.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct LatchEffect {
    /// The flag of the latch.
    pub flag: FlagId,
    /// True if the terminal sets the latch.
    pub sets: bool,
    /// True if the terminal clears the latch.
    pub clears: bool,
}

/// The number of terminal kinds that are not tags and have no index.
const PLAIN: usize = 9;

/// Returns the index of such a kind.
const fn plain(kind: TerminalKind) -> Option<usize> {
    Some(match kind {
        TerminalKind::Text => 0,
        TerminalKind::Space => 1,
        TerminalKind::Raw => 2,
        TerminalKind::Nul => 3,
        TerminalKind::Comment => 4,
        TerminalKind::Doctype => 5,
        TerminalKind::Cruft => 6,
        TerminalKind::EndOfFile => 7,
        TerminalKind::ProcessingInstruction => 8,
        _ => return None,
    })
}

impl Readings {
    /// Computes the readings of a grammar that is otherwise complete.
    pub(crate) fn of(grammar: &Grammar) -> Self {
        let terminals = grammar.rules().terminal_count();
        let mut readings = Self {
            foreign: BitRow::new(terminals),
            marks: BitRow::new(terminals),
            numbers: ShortNames::new(grammar.by_name.keys().map(String::as_str)),
            ..Self::default()
        };
        for terminal in (0..terminals).map(TerminalId::new) {
            if grammar.namespace_of(terminal).is_some() {
                readings.foreign.insert(terminal.index());
            }
            readings.turning.push(turning(grammar, terminal));
            if let Some(index) = plain(grammar.terminal_kind(terminal)) {
                readings.plain[index].get_or_insert(Word::plain(terminal));
            }
            if matches!(grammar.terminal_kind(terminal), TerminalKind::Mark(_)) {
                readings.marks.insert(terminal.index());
            }
        }
        for (element, _) in grammar.elements() {
            let facts = readings.facts_of(grammar, element);
            readings.facts.push(facts);
        }
        for (name, label) in grammar.by_name.keys().zip(1..) {
            let tags = readings.tags(grammar, name, label);
            readings.tags.push(tags);
        }
        readings
    }

    /// Computes the facts about an element.
    fn facts_of(&self, grammar: &Grammar, element: ElementId) -> ElementFacts {
        let info = grammar.element(element);
        let has_conref = grammar.tree_facts().has_conref.contains(element.index());
        let is_foreign = info.namespace.is_some();
        let mut bits = 0;
        let mut note = |is: bool, bit: u8| bits |= if is { bit } else { 0 };
        note(is_foreign, ElementFacts::FOREIGN);
        note(has_conref || is_foreign || !info.void_where.is_empty(), ElementFacts::PERHAPS_EMPTY);
        if let Some(kind) = info.kind {
            let text = self.is_fostered(grammar, kind, TerminalKind::Text);
            let blank = self.is_fostered(grammar, kind, TerminalKind::Space);
            let lists = grammar.formatting().is_some_and(|formatting| formatting.lists(kind));
            let joins = !text && !blank && self.joins(grammar, kind);
            note(text && !blank, ElementFacts::JUDGES_RUNS);
            note(joins, ElementFacts::JOINS_BLANKS);
            note(!grammar.fosters_of(Some(kind)).is_empty(), ElementFacts::FOSTERS);
            note(lists, ElementFacts::LISTED);
        }
        ElementFacts(bits)
    }

    /// Reports whether frames of a kind accept blanks and other text in any order, and blanks
    /// change no latch.
    fn joins(&self, grammar: &Grammar, kind: FrameKindId) -> bool {
        let (text, blank) = (self.plain(TerminalKind::Text), self.plain(TerminalKind::Space));
        let (Some(text), Some(blank)) = (text, blank) else { return false };
        self.turning(blank).is_empty() && grammar.rules().takes_in_any_order(kind, &[text, blank])
    }

    /// Reports whether frames of a kind have a foster group for this kind of text.
    fn is_fostered(&self, grammar: &Grammar, kind: FrameKindId, text: TerminalKind) -> bool {
        let Some(terminal) = self.plain(text) else { return false };
        let fosters = grammar.fosters_of(Some(kind));
        fosters.iter().any(|foster| foster.terminals.contains(terminal.index()))
    }

    /// Computes the readings of the tags of a name.
    #[doc(hidden)]
    pub fn tags(&self, grammar: &Grammar, name: &str, label: u32) -> TagReadings {
        let (starts, ends) = (grammar.start_terminals(name), grammar.end_terminals(name));
        let untested = starts.iter().filter(|start| start.test.is_none());
        let mut tests: Vec<AttributeTest> = Vec::new();
        for start in starts {
            if let Some(test) = &start.test
                && !tests.contains(test)
            {
                tests.push(test.clone());
            }
        }
        let soft = grammar.soft();
        let combinations = if tests.len() <= TESTS { 1 << tests.len() } else { 0 };
        TagReadings {
            label,
            start: self.words(grammar, untested.map(|start| start.terminal), label).into(),
            tested: vec![OnceLock::new(); combinations].into(),
            tests: tests.into(),
            end: self.words(grammar, ends.iter().copied(), label).into(),
            clears: ends.iter().any(|&end| self.clears(end)),
            is_soft: ends
                .iter()
                .any(|end| soft.is_some_and(|soft| soft.ends.contains(end.index()))),
        }
    }

    /// Converts the terminals of a tag to tokens of the engine, foreign elements first (13.2.6.5,
    /// "The rules for parsing tokens in foreign content").
    pub(crate) fn words(
        &self,
        grammar: &Grammar,
        terminals: impl Iterator<Item = TerminalId>,
        label: u32,
    ) -> Vec<Word> {
        let mut words: Vec<Word> =
            terminals.map(|terminal| grammar.word(terminal, label)).collect();
        words.sort_by_key(|word| !self.is_foreign(word.terminal));
        words
    }

    /// Returns the readings of the tags of a name that some statement mentions.
    #[doc(hidden)]
    pub fn of_name(&self, name: impl AsRef<[u8]>) -> Option<&TagReadings> {
        self.tags.get(self.numbers.get(name)?)
    }

    /// Returns the readings of the tags of a name in a range of a text.
    #[inline(always)]
    pub(crate) fn of_name_within(&self, text: &[u8], name: Range<usize>) -> Option<&TagReadings> {
        self.tags.get(self.numbers.get_within(text, name)?)
    }

    /// Returns the terminal of a kind that is not a tag and has no index.
    pub fn plain(&self, kind: TerminalKind) -> Option<TerminalId> {
        Some(self.plain[plain(kind)?]?.terminal)
    }

    /// Returns the terminal of a kind as a token of the engine; empty if the grammar does not
    /// mention it.
    pub(crate) fn plain_words(&self, kind: TerminalKind) -> &[Word] {
        match plain(kind) {
            Some(index) => self.plain[index].as_slice(),
            None => &[],
        }
    }

    /// Returns the words of a piece of text of a kind. A grammar that does not distinguish blanks,
    /// raw text or NUL sees text.
    #[inline(always)]
    pub(crate) fn text_words(&self, kind: TerminalKind) -> &[Word] {
        let words = self.plain_words(kind);
        if words.is_empty() { self.plain_words(TerminalKind::Text) } else { words }
    }

    /// Returns the terminals that are marks.
    pub(crate) const fn marks(&self) -> &BitRow {
        &self.marks
    }

    /// Reports whether a terminal is a tag of an element with a namespace.
    pub(crate) fn is_foreign(&self, terminal: TerminalId) -> bool {
        self.foreign.contains(terminal.index())
    }

    /// Returns the latches that a terminal sets or clears.
    pub fn turning(&self, terminal: TerminalId) -> &[LatchEffect] {
        &self.turning[terminal.index()]
    }

    /// Reports whether a terminal clears a latch.
    fn clears(&self, terminal: TerminalId) -> bool {
        self.turning(terminal).iter().any(|turn| turn.clears)
    }

    /// Reports whether some tag belongs to an element with a namespace.
    pub(crate) fn has_foreign(&self) -> bool {
        !self.foreign.is_empty()
    }

    /// Returns the facts about an element.
    #[inline(always)]
    pub(crate) fn facts(&self, element: ElementId) -> ElementFacts {
        self.facts[element.index()]
    }
}

/// Returns the latches that a terminal sets or clears.
fn turning(grammar: &Grammar, terminal: TerminalId) -> Box<[LatchEffect]> {
    let mut turning = Vec::new();
    for &Latch { flag, ref sets, ref clears, .. } in grammar.latches() {
        let (sets, clears) = (sets.contains(terminal.index()), clears.contains(terminal.index()));
        if sets || clears {
            turning.push(LatchEffect { flag, sets, clears });
        }
    }
    turning.into()
}

impl Latch {
    /// Reports whether the latch is on at the start of a text. It is if it is initially on. It also
    /// is if its guards hold, and `requested` lists it or the start tag of the context sets it.
    pub fn starts_on(
        &self,
        root: FrameView<'_>,
        context: Option<TerminalId>,
        requested: &[FlagId],
    ) -> bool {
        let is_set = context.is_some_and(|start| self.sets.contains(start.index()));
        self.initially || (is_set || requested.contains(&self.flag)) && root.all_hold(&self.guards)
    }
}

impl Grammar {
    /// Returns the latch of a flag.
    #[doc(hidden)]
    pub fn latch(&self, flag: FlagId) -> &Latch {
        &self.latches()[flag.index()]
    }

    /// Returns the readings of a start tag of a name for which the tests in `holds` hold; the first
    /// acceptable one counts.
    #[doc(hidden)]
    pub fn start_readings(
        &self,
        name: &str,
        label: u32,
        holds: impl Fn(&AttributeTest) -> bool,
    ) -> Vec<Word> {
        let terminals = self.start_terminals(name);
        // If a test holds, the tag is the special element and no longer the plain one of its
        // namespace. Otherwise a statement about `<input type=hidden>` would have no effect
        // wherever `<input>` is acceptable.
        let mut special = Vec::new();
        for start in terminals {
            if let Some(test) = &start.test
                && holds(test)
            {
                special.push(self.namespace_of(start.terminal));
            }
        }
        let fitting = terminals.iter().filter(|start| match &start.test {
            Some(test) => holds(test),
            None => !special.contains(&self.namespace_of(start.terminal)),
        });
        let fitting = fitting.map(|start| start.terminal);
        self.readings().words(self, fitting, label)
    }

    /// Converts a tag to a token of the engine; a wildcard's token keeps the label of the name.
    fn word(&self, terminal: TerminalId, label: u32) -> Word {
        let named = match self.terminal_kind(terminal) {
            TerminalKind::Start(element) | TerminalKind::End(element) => {
                self.element(element).name.is_some()
            }
            _ => true,
        };
        Word { terminal, label: if named { 0 } else { label } }
    }

    /// Returns the foster groups of a kind, or those of the start symbol.
    #[doc(hidden)]
    pub fn fosters_of(&self, kind: Option<FrameKindId>) -> &[Foster] {
        match kind {
            Some(kind) => &self.element(self.element_of_kind(kind)).fosters,
            None => self.root_fosters(),
        }
    }

    /// Returns the readings of tokens.
    #[doc(hidden)]
    pub fn readings(&self) -> &Readings {
        &self.readings
    }
}
