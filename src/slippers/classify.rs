//! What the grammar sees of a token: its pieces, and the words that each may be read as.
//!
//! A start tag may be several terminals of the grammar (`<input type=hidden>`, `<input>`; an element and a foreign
//! one of the same name), the most special first; the first acceptable one is read. A run of text is one piece,
//! or, unless the grammar says `text whole`, the blanks that begin it and the rest. `lost` tokens have no
//! piece: the standard gives them none.

use super::event::TokenId;
use super::{Names, Parse, Slippers};
use crate::base::Span;
use crate::earley::{TerminalId, Word};
use crate::grammar::{AttributeTest, Grammar, StartTerminal, TerminalKind};
use crate::token::{LexicalState, Tag, Text, TokenKind};

/// A token, or a piece of a text token, as the grammar sees it.
#[derive(Debug)]
pub(super) struct Piece {
    pub token: TokenId,
    pub kind: PieceKind,
    /// What it may be read as, best first; empty if and only if the grammar never mentions it.
    pub words: Vec<Word>,
}

/// What kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PieceKind {
    Start,
    End,
    /// A range of the token's decoded value.
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

impl Slippers<'_> {
    /// Appends the pieces of a token to `out`.
    pub(super) fn classify(&mut self, id: TokenId, out: &mut Vec<Piece>) {
        let Parse { tokens, names, .. } = &mut self.parse;
        let mut classifier = Classifier { grammar: self.grammar, text: self.text, names };
        let (kind, words) = match &tokens[id.index()].kind {
            TokenKind::Lost => return,
            TokenKind::Text(text) => return classifier.text(id, text, out),
            TokenKind::StartTag(tag) => (PieceKind::Start, classifier.start(tag)),
            TokenKind::EndTag(tag) => (PieceKind::End, classifier.end(tag)),
            TokenKind::Comment(_) => (PieceKind::Comment, classifier.plain(TerminalKind::Comment)),
            TokenKind::Doctype(_) => (PieceKind::Doctype, classifier.plain(TerminalKind::Doctype)),
            TokenKind::EndOfFile => {
                (PieceKind::EndOfFile, classifier.plain(TerminalKind::EndOfFile))
            }
        };
        out.push(Piece { token: id, kind, words });
    }
}

/// What it takes to see a token as the grammar does.
struct Classifier<'a> {
    grammar: &'a Grammar,
    text: &'a str,
    names: &'a mut Names,
}

impl Classifier<'_> {
    fn start(&mut self, tag: &Tag) -> Vec<Word> {
        let name = tag.name.get(self.text);
        let terminals = self.grammar.start_terminals(name);
        let label = self.label(name);
        let holds = |terminal: &&StartTerminal| {
            terminal.test.as_ref().is_some_and(|test| has_attribute(tag, test, self.text))
        };
        // Where a test holds, the tag is that special one and no longer the plain one: else what a grammar
        // says of `<input type=hidden>` would change nothing wherever `<input>` may stand.
        let special = terminals.iter().any(|terminal| holds(&terminal));
        let fits = |terminal: &&StartTerminal| match &terminal.test {
            Some(_) => holds(terminal),
            None => !special,
        };
        let word = |terminal: &StartTerminal| Word { terminal: terminal.terminal, label };
        terminals.iter().filter(fits).map(word).collect()
    }

    fn end(&mut self, tag: &Tag) -> Vec<Word> {
        let name = tag.name.get(self.text);
        let label = self.label(name);
        let word = |&terminal: &TerminalId| Word { terminal, label };
        self.grammar.end_terminals(name).iter().map(word).collect()
    }

    /// The label of a name: 0 where the grammar names it.
    fn label(&mut self, name: &str) -> u32 {
        if self.grammar.names(name) { 0 } else { self.names.label(name) }
    }

    /// The word of a terminal that has no name in the text.
    fn plain(&self, kind: TerminalKind) -> Vec<Word> {
        self.grammar.terminal(kind).map(Word::plain).into_iter().collect()
    }

    fn text(&self, id: TokenId, text: &Text, out: &mut Vec<Piece>) {
        let value = text.value.get(self.text);
        let raw = matches!(
            text.state,
            LexicalState::RawText | LexicalState::ScriptData | LexicalState::PlainText
        );
        let mut start = 0;
        while start < value.len() {
            let (kind, length) = self.first_piece(&value[start..], raw);
            // A grammar that does not tell blanks, raw text or NUL apart sees text.
            let words = [kind, TerminalKind::Text].map(|kind| self.plain(kind));
            let words = words.into_iter().find(|words| !words.is_empty()).unwrap_or_default();
            let range = Span::new(start, start + length);
            out.push(Piece { token: id, kind: PieceKind::Text(range), words });
            start += length;
        }
    }

    /// The terminal and the length of the piece that begins a run of text.
    fn first_piece(&self, run: &str, raw: bool) -> (TerminalKind, usize) {
        if raw {
            return (TerminalKind::Raw, run.len());
        }
        let blanks = run.find(|letter| !is_blank(letter)).unwrap_or(run.len());
        if blanks == run.len() {
            return (TerminalKind::Space, blanks);
        }
        if self.grammar.whole_text() {
            return (TerminalKind::Text, run.len());
        }
        if blanks > 0 {
            return (TerminalKind::Space, blanks);
        }
        if self.grammar.terminal(TerminalKind::Nul).is_none() {
            return (TerminalKind::Text, run.len());
        }
        match run.find('\0') {
            Some(0) => (TerminalKind::Nul, run.find(|letter| letter != '\0').unwrap_or(run.len())),
            at => (TerminalKind::Text, at.unwrap_or(run.len())),
        }
    }
}

/// Blank as HTML counts it (section 2.3.1, ASCII whitespace).
fn is_blank(letter: char) -> bool {
    matches!(letter, '\t' | '\n' | '\x0C' | '\r' | ' ')
}

/// Whether the tag has the attribute, and the value if one is asked for.
fn has_attribute(tag: &Tag, test: &AttributeTest, text: &str) -> bool {
    tag.attributes.iter().filter(|attribute| attribute.name.get(text) == test.name).any(
        |attribute| {
            let value = attribute.value.as_ref().map_or("", |value| value.get(text));
            test.value.as_ref().is_none_or(|wanted| value.eq_ignore_ascii_case(wanted))
        },
    )
}
