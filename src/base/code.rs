//! The codes of diagnostics: what sort of mistake each is, in one word.
//!
//! `notes/grammar-language.md` has what each says of a grammar; `limit`, `unresolved` and `unsupported` are of document type
//! definitions, `tokenizer` is of a request that a grammar does not fit. They stand in alphabetical order, in which the mistakes at one place are told.

use std::fmt;

macro_rules! codes {
    ($($code:ident $word:literal,)*) => {
        /// What sort of mistake a diagnostic tells.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[allow(missing_docs, reason = "each is named after its word")]
        #[non_exhaustive]
        pub enum Code {
            $($code,)*
        }

        impl Code {
            /// All of them.
            pub(crate) const ALL: &[Self] = &[$(Self::$code),*];

            /// The word.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$code => $word,)*
                }
            }
        }
    };
}

codes! {
    Allow "allow",
    Ambiguous "ambiguous",
    Contradictory "contradictory",
    Cyclic "cyclic",
    Duplicate "duplicate",
    Empty "empty",
    Fallback "fallback",
    Limit "limit",
    Misspelt "misspelt",
    Once "once",
    Stopped "stopped",
    Syntax "syntax",
    Tokenizer "tokenizer",
    Unanswered "unanswered",
    Undefined "undefined",
    Unfinished "unfinished",
    Unlike "unlike",
    Unproductive "unproductive",
    Unreachable "unreachable",
    Unreadable "unreadable",
    Unresolved "unresolved",
    Unsupported "unsupported",
    Unused "unused",
    Useless "useless",
}

impl Code {
    /// The code of a word.
    #[must_use]
    pub(crate) fn of(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.word() == word)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}
