//! The codes of diagnostics: what sort of mistake each is, in one word.
//!
//! `notes/grammar-language.md` has what each says of a grammar; `limit`, `unresolved` and `unsupported` are of document type
//! definitions, `tokenizer` is of a request that a grammar does not fit. They stand in alphabetical order, in which the mistakes at one place are told.

use std::fmt;

/// What sort of mistake a diagnostic tells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs, reason = "each is named after its word")]
pub enum Code {
    Allow,
    Ambiguous,
    Contradictory,
    Cyclic,
    Duplicate,
    Empty,
    Endless,
    Fallback,
    Limit,
    Misspelt,
    Once,
    Stopped,
    Syntax,
    Tokenizer,
    Unanswered,
    Undefined,
    Unfinished,
    Unlike,
    Unproductive,
    Unreachable,
    Unreadable,
    Unresolved,
    Unsupported,
    Unused,
    Useless,
}

impl Code {
    /// All of them.
    pub const ALL: [Self; 25] = [
        Self::Allow,
        Self::Ambiguous,
        Self::Contradictory,
        Self::Cyclic,
        Self::Duplicate,
        Self::Empty,
        Self::Endless,
        Self::Fallback,
        Self::Limit,
        Self::Misspelt,
        Self::Once,
        Self::Stopped,
        Self::Syntax,
        Self::Tokenizer,
        Self::Unanswered,
        Self::Undefined,
        Self::Unfinished,
        Self::Unlike,
        Self::Unproductive,
        Self::Unreachable,
        Self::Unreadable,
        Self::Unresolved,
        Self::Unsupported,
        Self::Unused,
        Self::Useless,
    ];

    /// The word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Ambiguous => "ambiguous",
            Self::Contradictory => "contradictory",
            Self::Cyclic => "cyclic",
            Self::Duplicate => "duplicate",
            Self::Empty => "empty",
            Self::Endless => "endless",
            Self::Fallback => "fallback",
            Self::Limit => "limit",
            Self::Misspelt => "misspelt",
            Self::Once => "once",
            Self::Stopped => "stopped",
            Self::Syntax => "syntax",
            Self::Tokenizer => "tokenizer",
            Self::Unanswered => "unanswered",
            Self::Undefined => "undefined",
            Self::Unfinished => "unfinished",
            Self::Unlike => "unlike",
            Self::Unproductive => "unproductive",
            Self::Unreachable => "unreachable",
            Self::Unreadable => "unreadable",
            Self::Unresolved => "unresolved",
            Self::Unsupported => "unsupported",
            Self::Unused => "unused",
            Self::Useless => "useless",
        }
    }

    /// The code of a word.
    #[must_use]
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|code| code.word() == word)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}
