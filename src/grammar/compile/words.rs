//! Words that a statement chooses from, each with what it stands for.

use crate::grammar::model::{TerminalKind, TokenizerKind};
use crate::token::LexicalState;

/// Words, each with what it stands for.
#[derive(Clone, Copy)]
pub(crate) struct Words<T: 'static>(pub(crate) &'static [(&'static str, T)]);

impl<T: Copy> Words<T> {
    /// What a word stands for, if it is one of these.
    pub(crate) fn meaning(self, word: &str) -> Option<T> {
        self.0.iter().find(|(known, _)| *known == word).map(|&(_, meaning)| meaning)
    }

    pub(crate) fn has(self, word: &str) -> bool {
        self.meaning(word).is_some()
    }

    pub(crate) fn all<'w>(self) -> impl Iterator<Item = &'w str> {
        self.0.iter().map(|(word, _)| *word)
    }
}

/// The terminals that need no declaration.
pub(crate) const TERMINALS: Words<TerminalKind> = Words(&[
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
pub(crate) const LEXICAL_STATES: Words<LexicalState> = Words(&[
    ("data", LexicalState::Data),
    ("rcdata", LexicalState::RcData),
    ("rawtext", LexicalState::RawText),
    ("script-data", LexicalState::ScriptData),
    ("plaintext", LexicalState::PlainText),
]);

/// What a `tokenizer` statement may name.
pub(crate) const TOKENIZERS: Words<TokenizerKind> = Words(&[
    ("html5", TokenizerKind::Html5),
    ("sgml", TokenizerKind::Sgml),
    ("sgml-shorttag", TokenizerKind::SgmlShorttag),
    ("text", TokenizerKind::Text),
]);
