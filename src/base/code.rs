//! The codes of diagnostics: one word for each kind of mistake.
//!
//! `notes/grammar-language.md` says what each code means for a grammar. `limit`, `unresolved` and
//! `unsupported` are for document type definitions; `tokenizer` is for a request that the grammar's
//! tokenizer cannot serve. The codes are in alphabetical order. Diagnostics at the same location
//! are reported in this order.

use std::fmt;

macro_rules! codes {
    ($($code:ident $word:literal,)*) => {
        /// The kind of mistake that a diagnostic reports.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[allow(missing_docs, reason = "each is named after its word")]
        #[non_exhaustive]
        pub enum Code {
            $($code,)*
        }

        impl Code {
            /// All codes.
            #[doc(hidden)]
            pub const ALL: &[Self] = &[$(Self::$code),*];

            /// Returns the word that names the code.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$code => $word,)*
                }
            }
        }
    };
}

#[doc(hidden)]
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
    Several "several",
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
    /// Returns the code that `word` names.
    #[must_use]
    #[doc(hidden)]
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.word() == word)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}
