//! Connolly's lexical analyser of basic SGML: text in pieces goes in, calls of three callbacks come
//! out.
//!
//! The specification is the seed `sgml-lex` (Dan Connolly, "A Lexical Analyzer for HTML and Basic
//! SGML", 1995). It has the delimiters of SGML's reference concrete syntax, each recognised only in
//! its context, and omits what a document rarely needs. The report of each construct is a list of
//! strings with their types:
//!
//! ```text
//! <tag xxx=yyy ?>xxx        [Err/Lim]  SGML_ERROR `bad character in tag', SGML_DATA `?'
//!                           [Tag/Data] SGML_START `<tag', SGML_ATTRNAME `xxx', SGML_NMTOKEN `yyy'
//!                           [Tag/Data] SGML_DATA `xxx'
//! ```
//!
//! | section of the seed | file |
//! | --- | --- |
//! | The Application Programmer Interface, Other Markup, Errors and Limitations | `report` |
//! | (its `SGML_newLexer` and `SGML_lex`) | `lexer`: text in pieces |
//! | Basic SGML Language Constructs, delimiters in context | `content` |
//! | Tags, Names, Attributes; Shorthand Markup Prohibited | `tag` |
//! | Character References and Entity References | `references` |
//! | Markup Declarations | `declaration`, `subset` |
//! | Marked Sections | `section` |
//! | (the output of its examples) | `listing` |
//!
//! The machine is that of a lexer generator with start conditions, as the seed's own: the state
//! determines the possible lexemes, and one step reads one lexeme. If the end of a lexeme is not
//! available yet, the next step continues the search where the last one ended. The parts of a tag
//! or declaration wait in `pending`. Invariant: the work is linear however the text is cut, and the
//! callbacks are the same.
//!
//! A caller can readmit constructs that the seed prohibits and SGML has: see [`SgmlFeatures`].
//! Where the seed is silent or contradicts itself, `notes/sgml.md` explains the choice.
//!
//! Read next: `report` for the output, then `machine`, then the constructs. `wishful` adapts the
//! analyser to its token layer (`src/token/sgml`), for grammars with `tokenizer sgml`.

#[doc(hidden)]
pub mod classes;
mod content;
#[doc(hidden)]
pub mod declaration;
mod lexer;
mod listing;
#[doc(hidden)]
pub mod machine;
mod references;
mod report;
mod section;
mod subset;
mod tag;

pub use lexer::Lexer;
pub use listing::CallbackListing;
#[doc(hidden)]
pub use report::ReportBuilder;
pub use report::{Callbacks, Parts, ReportString, StringType};

/// The constructs of SGML that the seed prohibits and a caller may readmit; by default none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SgmlFeatures {
    /// `<![ CDATA [ … ]]>` and the other four kinds. Otherwise they are skipped.
    pub marked_sections: bool,
    /// `<em/text/`, `<p<b>`, `<>` and `</>`. Otherwise each is a limitation.
    pub shorthand: bool,
    /// `&#SPACE;` and the other three. Otherwise each is a limitation.
    pub named_characters: bool,
}

impl SgmlFeatures {
    /// All of these constructs.
    pub const ALL: Self = Self { marked_sections: true, shorthand: true, named_characters: true };
}

/// Runs the example of the README as a doctest.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct LexerReadme;
