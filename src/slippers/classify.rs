//! What the grammar sees of a token: its pieces, and the words that each may be read as.
//!
//! A start tag may be several terminals of the grammar (`<input type=hidden>`, `<input>`; an
//! element and a foreign one of the same name), the most special first; the first acceptable one is
//! read. A run of text is one piece, or, unless the grammar says `text whole`, the blanks that
//! begin it and the rest. `lost` tokens have no piece: the standard gives them none.

use super::event::TokenId;
use super::{Parse, Slippers};
use crate::base::{Names, QuickMap, Span, to_label};
use crate::earley::Word;
use crate::grammar::{AttributeTest, Grammar, StartTerminal, TagReadings, TerminalKind};
use crate::token::{KindRef, LexicalState, TagRef};
use memchr::memchr;
use std::borrow::Cow;

/// A token, or a piece of a text token, as the grammar sees it.
#[derive(Debug)]
pub(super) struct Piece<'a> {
    pub token: TokenId,
    pub kind: PieceKind,
    /// Whether nothing was done for it yet.
    pub first_look: bool,
    /// Of text: the range of the token's value from the piece's start to the end.
    pub rest: Span,
    /// Whether it is an end tag that turns a latch off.
    pub clears: bool,
    /// What it may be read as, best first; empty if and only if the grammar never mentions it.
    pub words: Cow<'a, [Word]>,
}

/// What kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PieceKind {
    Start,
    End,
    /// A range of the token's decoded value. While it is not settled, it may grow to the end of the
    /// token or shrink: what a piece is depends on what is acceptable.
    Text(Span),
    Comment,
    Doctype,
    EndOfFile,
}

impl PieceKind {
    /// Of a piece of text, which range of the value.
    pub(super) const fn range(self) -> Option<Span> {
        match self {
            Self::Text(range) => Some(range),
            _ => None,
        }
    }
}

impl<'a> Slippers<'a> {
    /// A token as a piece, all of it; none for what is lost.
    pub(super) fn classify(&mut self, id: TokenId) -> Option<Piece<'a>> {
        let grammar = self.grammar;
        let Self { parse: Parse { tokens, names, .. }, text, unknown, .. } = self;
        let mut classifier = Classifier { grammar, text, names, unknown };
        let plain =
            |kind: TerminalKind| (Cow::Borrowed(grammar.readings().plain_words(kind)), false);
        let (kind, (words, clears)) = match tokens.kind(id.index()) {
            KindRef::Lost => return None,
            KindRef::Text(text) => {
                let rest = Span::new(0, text.value.len());
                let kind = PieceKind::Text(rest);
                let words = Cow::Borrowed(&[][..]);
                let piece = Piece { token: id, kind, first_look: true, rest, clears: false, words };
                return (!rest.is_empty()).then_some(piece);
            }
            KindRef::StartTag(tag) => (PieceKind::Start, (classifier.start(tag), false)),
            KindRef::EndTag(tag) => (PieceKind::End, classifier.end(tag)),
            KindRef::Comment(_) => (PieceKind::Comment, plain(TerminalKind::Comment)),
            KindRef::Doctype(_) => (PieceKind::Doctype, plain(TerminalKind::Doctype)),
            KindRef::EndOfFile => (PieceKind::EndOfFile, plain(TerminalKind::EndOfFile)),
        };
        Some(Piece { token: id, kind, first_look: true, rest: Span::at(0), clears, words })
    }
}

/// What it takes to see a tag as the grammar does.
struct Classifier<'a, 't> {
    grammar: &'a Grammar,
    text: &'t str,
    names: &'t mut Names,
    unknown: &'t mut QuickMap<u32, TagReadings>,
}

impl<'a> Classifier<'a, '_> {
    fn start(&mut self, tag: TagRef<'_>) -> Cow<'a, [Word]> {
        let name = tag.name.get(self.text);
        let holds = |test: &AttributeTest| has_attribute(tag, test, self.text);
        if let Some(known) = self.grammar.readings().of_name(name) {
            return known.start_if(holds, || self.tested_start(tag, name, known.label));
        }
        let unknown = self.unknown(name);
        let (label, is_tested) = (unknown.label, unknown.tests.iter().any(holds));
        Cow::Owned(match is_tested {
            true => self.tested_start(tag, name, label),
            false => unknown.start.to_vec(),
        })
    }

    /// The readings of the tags of a name that the grammar does not mention.
    fn unknown(&mut self, name: &str) -> &TagReadings {
        let label = to_label(self.names.intern(name));
        let readings = || self.grammar.readings().tags(self.grammar, name, label);
        self.unknown.entry(label).or_insert_with(readings)
    }

    /// The readings of a start tag of which some test holds.
    fn tested_start(&self, tag: TagRef<'_>, name: &str, label: u32) -> Vec<Word> {
        let terminals = self.grammar.start_terminals(name);
        let holds = |terminal: &&StartTerminal| {
            terminal.test.as_ref().is_some_and(|test| has_attribute(tag, test, self.text))
        };
        // Where a test holds, the tag is that special one and no longer the plain one of its
        // namespace: else what a grammar says of `<input type=hidden>` would change nothing
        // wherever `<input>` may stand.
        let namespace = |terminal: &StartTerminal| self.grammar.namespace_of(terminal.terminal);
        let special: Vec<_> = terminals.iter().filter(holds).map(namespace).collect();
        let fits = |terminal: &&StartTerminal| match &terminal.test {
            Some(_) => holds(terminal),
            None => !special.contains(&namespace(terminal)),
        };
        let fitting = terminals.iter().filter(fits).map(|one| one.terminal);
        self.grammar.readings().words(self.grammar, fitting, label)
    }

    /// What an end tag may be read as, and whether it turns a latch off.
    fn end(&mut self, tag: TagRef<'_>) -> (Cow<'a, [Word]>, bool) {
        let name = tag.name.get(self.text);
        match self.grammar.readings().of_name(name) {
            Some(known) => (Cow::Borrowed(&known.end), known.clears),
            None => {
                let unknown = self.unknown(name);
                (Cow::Owned(unknown.end.to_vec()), unknown.clears)
            }
        }
    }
}

impl<'a> Slippers<'a> {
    /// Cuts from the rest of a text token the piece that is next, as things stand.
    #[inline(always)]
    pub(super) fn cut(&mut self, piece: &mut Piece<'a>) {
        let Piece { rest, .. } = *piece;
        if piece.kind.range().is_none() {
            return;
        }
        let Some(text) = self.parse.tokens.text(piece.token.index()) else { return };
        let raw = matches!(
            text.state,
            LexicalState::RawText | LexicalState::ScriptData | LexicalState::PlainText
        );
        // Where only other text has a place, it is that: in <plaintext>, in a fragment.
        let raw = raw && (self.takes(TerminalKind::Raw) || !self.takes(TerminalKind::Text));
        let run = &text.value.get(self.text)[rest.range()];
        let may_have_nul = self.parse.has_nul || !text.value.is_verbatim();
        let (kind, length) = match text.state {
            _ if raw => (TerminalKind::Raw, run.len()),
            LexicalState::Characters => (TerminalKind::Text, run.len()),
            _ => self.first_piece(run, may_have_nul),
        };
        if kind == TerminalKind::Text {
            self.in_run = self.takes_whole_runs();
        }
        // A grammar that does not tell blanks, raw text or NUL apart sees text.
        let readings = self.grammar.readings();
        let words = [kind, TerminalKind::Text].map(|kind| readings.plain_words(kind));
        piece.words = Cow::Borrowed(if words[0].is_empty() { words[1] } else { words[0] });
        piece.kind = PieceKind::Text(Span::new(rest.range().start, rest.range().start + length));
    }

    /// Judges as a whole a run of text that may go on behind lost tokens. To see whether all of it
    /// is blank, the tokens that follow are taken from the source, up to the first that decides;
    /// tokens that an earlier look has taken were judged by it.
    pub(super) fn look_ahead(&mut self, piece: &Piece) {
        if piece.kind.range().is_none() {
            self.in_run = false;
            return;
        }
        let undecided = |text: &str| text.bytes().all(|byte| is_blank(byte) || byte == 0);
        if self.in_run || !self.ahead.is_empty() || !self.takes_whole_runs() {
            return;
        }
        let mut is_blank = undecided(self.text_of(piece));
        while is_blank {
            let token = self.pull();
            self.ahead.push_back(token);
            match self.parse.tokens.kind(token.index()) {
                KindRef::Lost => {}
                KindRef::Text(text) => is_blank = undecided(text.value.get(self.text)),
                _ => return,
            }
        }
        self.in_run = true;
    }

    /// The terminal and the length of the piece that begins a run of text.
    #[inline(always)]
    fn first_piece(&self, run: &str, may_have_nul: bool) -> (TerminalKind, usize) {
        let nul = may_have_nul && self.grammar.readings().plain(TerminalKind::Nul).is_some();
        let to_nul = if nul { memchr(0, run.as_bytes()) } else { None };
        if to_nul == Some(0) {
            let nuls = run.bytes().take_while(|&byte| byte == 0);
            return (TerminalKind::Nul, nuls.count());
        }
        let to_nul = to_nul.unwrap_or(run.len());
        let bytes = &run.as_bytes()[..to_nul];
        let blanks = bytes.iter().position(|byte| !is_blank(*byte)).unwrap_or(to_nul);
        if self.grammar.whole_text() || self.takes_whole_runs() {
            let mut rest = run.as_bytes()[blanks..].iter();
            let all_blank = !self.in_run && rest.all(|&byte| is_blank(byte) || (nul && byte == 0));
            return (if all_blank { TerminalKind::Space } else { TerminalKind::Text }, to_nul);
        }
        if blanks > 0 {
            return match blanks < to_nul && self.joins_blanks() {
                true => (TerminalKind::Text, to_nul),
                false => (TerminalKind::Space, blanks),
            };
        }
        let text = self.grammar.readings().plain(TerminalKind::Text);
        let placed = text.is_none_or(|text| self.recogniser.accepts(Word::plain(text)));
        let to_blank = || bytes.iter().position(|&byte| is_blank(byte)).unwrap_or(to_nul);
        let length = if placed { to_nul } else { to_blank() };
        (TerminalKind::Text, length)
    }

    /// Whether blanks before other text may be read together with it, as one word: whether the
    /// recogniser would stand at the same point as after two words.
    fn joins_blanks(&self) -> bool {
        let current = self.open_elements.current();
        current.is_some_and(|open| self.grammar.readings().joins_blanks(open.kind))
            && !self.active.has_pending()
            && self.soft_ends.is_empty()
            && self.acceptable_as(TerminalKind::Space).is_some()
            && self.acceptable_as(TerminalKind::Text).is_some()
    }

    /// The word of a terminal that is no tag, if it is acceptable.
    pub(super) fn acceptable_as(&self, kind: TerminalKind) -> Option<Word> {
        let word = self.grammar.readings().plain(kind).map(Word::plain);
        word.filter(|&word| self.recogniser.accepts(word))
    }

    /// Whether the content has a place for a terminal that is no tag.
    fn takes(&self, kind: TerminalKind) -> bool {
        let terminal = self.grammar.readings().plain(kind);
        terminal.is_some_and(|terminal| self.recogniser.has_place(Word::plain(terminal)))
    }

    /// Whether a run of text here is judged as a whole: blanks stand here, other text elsewhere, if
    /// it has a place.
    #[inline(always)]
    fn takes_whole_runs(&self) -> bool {
        let current = self.open_elements.current();
        current.is_some_and(|open| self.grammar.readings().judges_runs(open.kind))
            && self.takes(TerminalKind::Text)
    }
}

impl Slippers<'_> {
    /// Whether it is text of an element that holds nothing but text and references. Such text turns
    /// no latch.
    pub(super) fn is_rcdata(&self, piece: &Piece) -> bool {
        let text = self.parse.tokens.text(piece.token.index());
        text.is_some_and(|text| text.state == LexicalState::RcData)
    }

    /// The characters of a piece of text.
    pub(super) fn text_of(&self, piece: &Piece) -> &str {
        match (self.parse.tokens.text(piece.token.index()), piece.kind) {
            (Some(text), PieceKind::Text(range)) => &text.value.get(self.text)[range.range()],
            _ => "",
        }
    }
}

impl Piece<'_> {
    /// Whether it is a start tag.
    pub(super) fn is_start(&self) -> bool {
        self.kind == PieceKind::Start
    }

    /// After the first look a start tag is rather one of no namespace.
    pub(super) fn no_longer_foreign(&mut self, grammar: &Grammar) {
        self.first_look = false;
        let is_foreign = |word: &Word| grammar.readings().is_foreign(word.terminal);
        if self.is_start() && self.words.first().is_some_and(is_foreign) {
            self.words.to_mut().sort_by_key(is_foreign);
        }
    }

    /// The word that remedies are looked up by: the first that is of no namespace, or else the
    /// first.
    pub(super) fn rejected(&self, grammar: &Grammar) -> Option<Word> {
        let native = |word: &&Word| !grammar.readings().is_foreign(word.terminal);
        self.words.iter().find(native).or(self.words.first()).copied()
    }
}

/// Blank as HTML counts it (section 2.3.1, ASCII whitespace).
const fn is_blank(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\x0C' | b'\r' | b' ')
}

/// Whether the tag has the attribute, and the value if one is asked for: of several of one name the
/// first counts.
fn has_attribute(tag: TagRef<'_>, test: &AttributeTest, text: &str) -> bool {
    let mut counted = tag.attributes().filter(|attribute| !attribute.duplicate);
    let meant = counted.find(|attribute| attribute.name.get(text) == test.name);
    meant.is_some_and(|attribute| {
        let value = attribute.value.map_or("", |value| value.get(text));
        test.value.as_ref().is_none_or(|wanted| value.eq_ignore_ascii_case(wanted))
    })
}
