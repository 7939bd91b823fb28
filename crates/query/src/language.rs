//! The languages of expressions, each with its grammar.

use std::sync::OnceLock;

use wishful::grammar::Grammar;

/// The language of an expression.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Language {
    /// Selectors Level 4, restricted to what applies to static documents, plus Parsley's
    /// additions, most of them jQuery's.
    Css,
    /// XPath 1.0.
    XPath,
    /// Both in one, as parselets use them: `grammar/query/parsley.grammar` ranks the readings.
    Parsley,
}

impl Language {
    /// Returns the name of the language, which is also the name of its grammar.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Css => "css",
            Self::XPath => "xpath",
            Self::Parsley => "parsley",
        }
    }

    /// Returns the compiled grammar, `grammar/query/NAME.grammar`.
    pub(crate) fn grammar(self) -> &'static Grammar {
        static GRAMMARS: [OnceLock<Grammar>; 3] = [const { OnceLock::new() }; 3];
        let at = match self {
            Self::Css => 0,
            Self::XPath => 1,
            Self::Parsley => 2,
        };
        GRAMMARS[at].get_or_init(|| Grammar::load(self.name()).expect("it is shipped, and tested"))
    }
}
