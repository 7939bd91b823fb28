//! The keywords that a statement may choose from, with their meanings.

use crate::grammar::model::{TerminalKind, TokenizerKind};
use crate::token::LexicalState;

/// Keywords with their meanings.
#[derive(Clone, Copy)]
pub struct Words<T: 'static>(pub(crate) &'static [(&'static str, T)]);

impl<T: Copy> Words<T> {
    /// Returns the meaning of a word, if it is one of the keywords.
    pub(crate) fn meaning(self, word: &str) -> Option<T> {
        let (_, meaning) = self.0.iter().find(|(known, _)| *known == word)?;
        Some(*meaning)
    }

    pub fn has(self, word: &str) -> bool {
        self.meaning(word).is_some()
    }

    pub fn all<'w>(self) -> impl Iterator<Item = &'w str> {
        self.0.iter().map(|(word, _)| *word)
    }
}

/// The built-in terminals.
pub const TERMINALS: Words<TerminalKind> = Words(&[
    ("TEXT", TerminalKind::Text),
    ("SPACE", TerminalKind::Space),
    ("RAW", TerminalKind::Raw),
    ("NUL", TerminalKind::Nul),
    ("COMMENT", TerminalKind::Comment),
    ("PI", TerminalKind::ProcessingInstruction),
    ("DOCTYPE", TerminalKind::Doctype),
    ("CRUFT", TerminalKind::Cruft),
    ("EOF", TerminalKind::EndOfFile),
]);

/// The states that a `lexical` statement may name.
pub const LEXICAL_STATES: Words<LexicalState> = Words(&[
    ("data", LexicalState::Data),
    ("rcdata", LexicalState::RcData),
    ("rawtext", LexicalState::RawText),
    ("script-data", LexicalState::ScriptData),
    ("plaintext", LexicalState::PlainText),
]);

/// The tokenizers that a `tokenizer` statement may name.
pub const TOKENIZERS: Words<TokenizerKind> = Words(&[
    ("html5", TokenizerKind::Html5),
    ("sgml", TokenizerKind::Sgml),
    ("sgml-shorttag", TokenizerKind::SgmlShorttag),
    ("text", TokenizerKind::Text),
    ("text-longest", TokenizerKind::TextLongest),
    ("text-all", TokenizerKind::TextAll),
]);
