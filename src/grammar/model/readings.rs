//! The terminals that tokens may be read as, precomputed from a complete grammar, so that a token
//! costs only a table look-up.

use super::facts::Foster;
use super::grammar::{Grammar, StartTerminal, TerminalKind};
use crate::base::{BitRow, ShortNames};
use crate::earley::{FlagId, FrameKindId, TerminalId, Word};
use crate::grammar::ast::AttributeTest;
use std::borrow::Cow;
use std::sync::OnceLock;

/// The terminals that the tags of one name may be read as.
#[derive(Clone, Debug)]
pub(crate) struct TagReadings {
    /// The label of the name in tokens of wildcards.
    pub(crate) label: u32,
    /// The readings of a start tag for which no test holds, foreign elements first.
    pub(crate) start: Box<[Word]>,
    /// The tests on its attributes.
    pub(crate) tests: Box<[AttributeTest]>,
    /// The readings of a start tag by a bit mask of the tests that hold, computed on first use.
    /// Empty if there are too many tests.
    tested: Box<[OnceLock<Box<[Word]>>]>,
    /// The readings of an end tag, foreign elements first.
    pub(crate) end: Box<[Word]>,
    /// True if one of the end tags clears a latch.
    pub(crate) clears: bool,
}

/// The greatest number of tests whose combinations are cached.
const TESTS: usize = 4;

impl TagReadings {
    /// Returns the readings of a start tag for which the tests in `holds` hold, in order of
    /// preference. `words` computes them if they are not cached.
    pub(crate) fn start_if(
        &self,
        holds: impl Fn(&AttributeTest) -> bool,
        words: impl FnOnce() -> Vec<Word>,
    ) -> Cow<'_, [Word]> {
        if self.tested.is_empty() && self.tests.iter().any(&holds) {
            return Cow::Owned(words());
        }
        let held = self.tests.iter().fold(0, |held, test| held << 1 | usize::from(holds(test)));
        match self.tested.get(held) {
            Some(known) if held > 0 => Cow::Borrowed(known.get_or_init(|| words().into())),
            _ => Cow::Borrowed(&self.start),
        }
    }
}

/// The readings of all tags, and other properties that are looked up for each token.
#[derive(Clone, Debug, Default)]
pub(crate) struct Readings {
    /// By name, for the names that some statement mentions as an element's.
    tags: Vec<TagReadings>,
    /// The numbers of these names. The table is stored inline, since it is read for each tag of a
    /// text.
    numbers: ShortNames,
    /// By [`plain`].
    plain: [Option<Word>; PLAIN],
    /// The tags of elements with a namespace.
    foreign: BitRow,
    /// By terminal.
    turning: Vec<Box<[Turn]>>,
    /// The frame kinds in which a run of text is judged as a whole: text that is not blank is
    /// foster-parented there, blanks are not.
    whole_runs: BitRow,
    /// The frame kinds in which blanks may be merged with the text after them.
    joining: BitRow,
    /// The frame kinds whose content has foster groups.
    fostering: BitRow,
}

/// The effect of a terminal on one latch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn {
    /// The index of the latch.
    pub(crate) latch: usize,
    /// The latch's flag.
    pub(crate) flag: FlagId,
    /// True if the terminal sets the latch.
    pub(crate) sets: bool,
    /// True if the terminal clears the latch.
    pub(crate) clears: bool,
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
        let terminals = || (0..grammar.rules().terminal_count()).map(TerminalId::new);
        let row = |is: &dyn Fn(TerminalId) -> bool| {
            let members = terminals().filter(|&terminal| is(terminal)).map(TerminalId::index);
            BitRow::of(grammar.rules().terminal_count(), members)
        };
        let mut readings = Self {
            foreign: row(&|terminal| grammar.namespace_of(terminal).is_some()),
            turning: terminals().map(|terminal| turning(grammar, terminal)).collect(),
            numbers: ShortNames::new(grammar.by_name.keys().map(String::as_str)),
            ..Self::default()
        };
        for terminal in terminals() {
            if let Some(place) = plain(grammar.terminal_kind(terminal)) {
                readings.plain[place].get_or_insert(Word::plain(terminal));
            }
        }
        readings.whole_runs = readings.whole_runs(grammar);
        readings.joining = readings.joining(grammar);
        let kinds = grammar.rules().frame_kind_count();
        let fosters = |&kind: &usize| !grammar.fosters_of(Some(FrameKindId::new(kind))).is_empty();
        readings.fostering = BitRow::of(kinds, (0..kinds).filter(fosters));
        let labels = grammar.by_name.keys().zip(1..);
        readings.tags = labels.map(|(name, label)| readings.tags(grammar, name, label)).collect();
        readings
    }

    fn whole_runs(&self, grammar: &Grammar) -> BitRow {
        let kinds = grammar.rules().frame_kind_count();
        let judges_runs = |&kind: &usize| {
            let fostered = |text| self.is_fostered(grammar, FrameKindId::new(kind), text);
            fostered(TerminalKind::Text) && !fostered(TerminalKind::Space)
        };
        BitRow::of(kinds, (0..kinds).filter(judges_runs))
    }

    /// Returns the frame kinds that accept blanks and other text in any order, without foster
    /// parenting. Returns none if blanks change a latch.
    fn joining(&self, grammar: &Grammar) -> BitRow {
        let (text, blank) = (self.plain(TerminalKind::Text), self.plain(TerminalKind::Space));
        let (Some(text), Some(blank)) = (text, blank) else { return BitRow::default() };
        let kinds = grammar.rules().frame_kind_count();
        let joins = |&kind: &usize| {
            let kind = FrameKindId::new(kind);
            let fostered = |text| self.is_fostered(grammar, kind, text);
            grammar.rules().takes_in_any_order(kind, &[text, blank])
                && !fostered(TerminalKind::Text)
                && !fostered(TerminalKind::Space)
        };
        let is_silent = self.turning(blank).is_empty();
        BitRow::of(kinds, (0..kinds).filter(|kind| is_silent && joins(kind)))
    }

    /// Reports whether frames of a kind have a foster group for this kind of text.
    fn is_fostered(&self, grammar: &Grammar, kind: FrameKindId, text: TerminalKind) -> bool {
        let terminal = self.plain(text);
        let is = |foster: &Foster| {
            terminal.is_some_and(|terminal| foster.terminals.contains(terminal.index()))
        };
        grammar.fosters_of(Some(kind)).iter().any(is)
    }

    /// Computes the readings of the tags of a name.
    pub(crate) fn tags(&self, grammar: &Grammar, name: &str, label: u32) -> TagReadings {
        let starts = grammar.start_terminals(name);
        let words = |terminals: &mut dyn Iterator<Item = TerminalId>| {
            self.words(grammar, terminals, label).into_boxed_slice()
        };
        let untested = starts.iter().filter(|start| start.test.is_none());
        let mut tests: Vec<AttributeTest> = Vec::new();
        for test in starts.iter().filter_map(|start| start.test.as_ref()) {
            if !tests.contains(test) {
                tests.push(test.clone());
            }
        }
        let combinations = if tests.len() <= TESTS { 1 << tests.len() } else { 0 };
        TagReadings {
            label,
            start: words(&mut untested.map(|start| start.terminal)),
            tested: vec![OnceLock::new(); combinations].into(),
            tests: tests.into(),
            end: words(&mut grammar.end_terminals(name).iter().copied()),
            clears: grammar.end_terminals(name).iter().any(|&end| self.clears(end)),
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
    #[inline(always)]
    pub(crate) fn of_name(&self, name: &str) -> Option<&TagReadings> {
        self.tags.get(self.numbers.get(name)?)
    }

    /// Returns the terminal of a kind that is not a tag and has no index.
    pub(crate) fn plain(&self, kind: TerminalKind) -> Option<TerminalId> {
        self.plain[plain(kind)?].map(|word| word.terminal)
    }

    /// Returns the terminal of a kind as a token of the engine; empty if the grammar does not
    /// mention it.
    pub(crate) fn plain_words(&self, kind: TerminalKind) -> &[Word] {
        plain(kind).map_or(&[], |place| self.plain[place].as_slice())
    }

    /// Reports whether a terminal is a tag of an element with a namespace.
    pub(crate) fn is_foreign(&self, terminal: TerminalId) -> bool {
        self.foreign.contains(terminal.index())
    }

    /// Returns the latches that a terminal sets or clears.
    pub(crate) fn turning(&self, terminal: TerminalId) -> &[Turn] {
        &self.turning[terminal.index()]
    }

    /// Reports whether a terminal clears a latch.
    fn clears(&self, terminal: TerminalId) -> bool {
        self.turning(terminal).iter().any(|turn| turn.clears)
    }

    /// Reports whether the content of frames of a kind has foster groups.
    pub(crate) fn has_fosters(&self, kind: FrameKindId) -> bool {
        self.fostering.contains(kind.index())
    }

    /// Reports whether frames of a kind may merge blanks with the text after them. The caller
    /// checks that both are acceptable, and that neither has to be reopened, resumed or fostered
    /// for.
    pub(crate) fn joins_blanks(&self, kind: FrameKindId) -> bool {
        self.joining.contains(kind.index())
    }

    /// Reports whether frames of a kind judge a run of text as a whole.
    pub(crate) fn judges_runs(&self, kind: FrameKindId) -> bool {
        self.whole_runs.contains(kind.index())
    }
}

/// Returns the latches that a terminal sets or clears.
fn turning(grammar: &Grammar, terminal: TerminalId) -> Box<[Turn]> {
    let turns = |row: &BitRow| row.contains(terminal.index());
    let latches = grammar.latches().iter().enumerate();
    let turned = latches.map(|(latch, line)| Turn {
        latch,
        flag: line.flag,
        sets: turns(&line.sets),
        clears: turns(&line.clears),
    });
    turned.filter(|turn| turn.sets || turn.clears).collect()
}

impl Grammar {
    /// Returns the readings of a start tag of a name for which the tests in `holds` hold; the first
    /// acceptable one counts.
    pub(crate) fn start_readings(
        &self,
        name: &str,
        label: u32,
        holds: impl Fn(&AttributeTest) -> bool,
    ) -> Vec<Word> {
        let terminals = self.start_terminals(name);
        let holds = |terminal: &&StartTerminal| terminal.test.as_ref().is_some_and(&holds);
        // If a test holds, the tag is the special element and no longer the plain one of its
        // namespace. Otherwise a statement about `<input type=hidden>` would have no effect
        // wherever `<input>` is acceptable.
        let namespace = |terminal: &StartTerminal| self.namespace_of(terminal.terminal);
        let special: Vec<_> = terminals.iter().filter(holds).map(namespace).collect();
        let fits = |terminal: &&StartTerminal| match &terminal.test {
            Some(_) => holds(terminal),
            None => !special.contains(&namespace(terminal)),
        };
        let fitting = terminals.iter().filter(fits).map(|one| one.terminal);
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
    pub(crate) fn fosters_of(&self, kind: Option<FrameKindId>) -> &[Foster] {
        kind.map_or(self.root_fosters(), |kind| &self.element(self.element_of_kind(kind)).fosters)
    }

    /// Returns the readings of tokens.
    pub(crate) fn readings(&self) -> &Readings {
        &self.readings
    }
}
