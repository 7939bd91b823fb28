//! What tokens may be read as, worked out when a grammar is frozen: a token then costs a look-up.

use super::facts::Foster;
use super::grammar::{Grammar, StartTerminal, TerminalKind};
use crate::base::{BitRow, ShortNames};
use crate::earley::{FlagId, FrameKindId, TerminalId, Word};
use crate::grammar::ast::AttributeTest;
use std::borrow::Cow;
use std::sync::OnceLock;

/// What the tags of one name may be read as.
#[derive(Clone, Debug)]
pub(crate) struct TagReadings {
    /// The label of the name in words for wildcards.
    pub(crate) label: u32,
    /// What a start tag may be read as of which no test holds, foreign elements first.
    pub(crate) start: Box<[Word]>,
    /// What is asked of its attributes.
    pub(crate) tests: Box<[AttributeTest]>,
    /// What a start tag may be read as, by the tests that hold, a bit for each; made when such a
    /// tag is met. Empty if there are too many tests.
    tested: Box<[OnceLock<Box<[Word]>>]>,
    /// What an end tag may be read as, foreign elements first.
    pub(crate) end: Box<[Word]>,
    /// Whether some of that turns a latch off.
    pub(crate) clears: bool,
}

/// What so many tests come to is remembered.
const TESTS: usize = 4;

impl TagReadings {
    /// What a start tag may be read as of which these tests hold, in order; `words` works it out.
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

/// All of them, and what else is asked of each token.
#[derive(Clone, Debug, Default)]
pub(crate) struct Readings {
    /// By name, for those that some statement mentions as that of an element.
    tags: Vec<TagReadings>,
    /// Only their names, and not behind a pointer: it is asked for each tag of a text.
    numbers: ShortNames,
    /// By [`plain`].
    plain: [Option<Word>; PLAIN],
    /// The tags of a namespace.
    foreign: BitRow,
    /// By terminal.
    turning: Vec<Box<[Turn]>>,
    /// The kinds of frames where a run of text is judged as a whole: blanks stand there, other text
    /// elsewhere.
    whole_runs: BitRow,
    /// The kinds of frames where blanks before other text are as good as part of it.
    joining: BitRow,
    /// The kinds of frames whose content has foster lines.
    fostering: BitRow,
}

/// That a terminal turns a latch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn {
    /// The latch's number …
    pub(crate) latch: usize,
    /// … and flag.
    pub(crate) flag: FlagId,
    /// Whether it turns it on …
    pub(crate) sets: bool,
    /// … and off.
    pub(crate) clears: bool,
}

/// How many kinds of terminals there are that neither are tags nor have a number.
const PLAIN: usize = 9;

/// The place of such a kind.
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
    /// Those of a grammar that is otherwise complete.
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

    /// Where blanks and other text have a place in any order, stand where they are read, and blanks
    /// do nothing besides.
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

    /// Whether text of a kind that is read in frames of a kind may stand elsewhere.
    fn is_fostered(&self, grammar: &Grammar, kind: FrameKindId, text: TerminalKind) -> bool {
        let terminal = self.plain(text);
        let is = |foster: &Foster| {
            terminal.is_some_and(|terminal| foster.terminals.contains(terminal.index()))
        };
        grammar.fosters_of(Some(kind)).iter().any(is)
    }

    /// Those of the tags of a name.
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

    /// A tag as these terminals: first it is looked at as one of the namespaces (section 13.2.6.5).
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

    /// The readings of the tags of a name that some statement mentions.
    #[inline(always)]
    pub(crate) fn of_name(&self, name: &str) -> Option<&TagReadings> {
        self.tags.get(self.numbers.get(name)?)
    }

    /// The terminal of a kind that is no tag and has no number.
    pub(crate) fn plain(&self, kind: TerminalKind) -> Option<TerminalId> {
        self.plain[plain(kind)?].map(|word| word.terminal)
    }

    /// The same as a word; none if the grammar does not mention it.
    pub(crate) fn plain_words(&self, kind: TerminalKind) -> &[Word] {
        plain(kind).map_or(&[], |place| self.plain[place].as_slice())
    }

    /// Whether a terminal is a tag of a namespace.
    pub(crate) fn is_foreign(&self, terminal: TerminalId) -> bool {
        self.foreign.contains(terminal.index())
    }

    /// The latches that a terminal turns.
    pub(crate) fn turning(&self, terminal: TerminalId) -> &[Turn] {
        &self.turning[terminal.index()]
    }

    /// Whether a terminal turns a latch off.
    fn clears(&self, terminal: TerminalId) -> bool {
        self.turning(terminal).iter().any(|turn| turn.clears)
    }

    /// Whether the content of frames of a kind has foster lines.
    pub(crate) fn has_fosters(&self, kind: FrameKindId) -> bool {
        self.fostering.contains(kind.index())
    }

    /// Whether blanks before other text are as good as part of it in frames of a kind, if both are
    /// acceptable and nothing waits for either.
    pub(crate) fn joins_blanks(&self, kind: FrameKindId) -> bool {
        self.joining.contains(kind.index())
    }

    /// Whether a run of text is judged as a whole in frames of a kind.
    pub(crate) fn judges_runs(&self, kind: FrameKindId) -> bool {
        self.whole_runs.contains(kind.index())
    }
}

/// The latches that a terminal turns.
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
    /// What a start tag of a name may be read as of which these tests hold, the first acceptable
    /// one counts.
    pub(crate) fn start_readings(
        &self,
        name: &str,
        label: u32,
        holds: impl Fn(&AttributeTest) -> bool,
    ) -> Vec<Word> {
        let terminals = self.start_terminals(name);
        let holds = |terminal: &&StartTerminal| terminal.test.as_ref().is_some_and(&holds);
        // Where a test holds, the tag is that special one and no longer the plain one of its
        // namespace: else what a grammar says of `<input type=hidden>` would change nothing
        // wherever `<input>` may stand.
        let namespace = |terminal: &StartTerminal| self.namespace_of(terminal.terminal);
        let special: Vec<_> = terminals.iter().filter(holds).map(namespace).collect();
        let fits = |terminal: &&StartTerminal| match &terminal.test {
            Some(_) => holds(terminal),
            None => !special.contains(&namespace(terminal)),
        };
        let fitting = terminals.iter().filter(fits).map(|one| one.terminal);
        self.readings().words(self, fitting, label)
    }

    /// A tag as a terminal; a wildcard's keeps the label of the name.
    fn word(&self, terminal: TerminalId, label: u32) -> Word {
        let named = match self.terminal_kind(terminal) {
            TerminalKind::Start(element) | TerminalKind::End(element) => {
                self.element(element).name.is_some()
            }
            _ => true,
        };
        Word { terminal, label: if named { 0 } else { label } }
    }

    /// The foster lines of a kind, or of the start symbol.
    pub(crate) fn fosters_of(&self, kind: Option<FrameKindId>) -> &[Foster] {
        kind.map_or(self.root_fosters(), |kind| &self.element(self.element_of_kind(kind)).fosters)
    }

    /// What tokens may be read as.
    pub(crate) fn readings(&self) -> &Readings {
        &self.readings
    }
}
