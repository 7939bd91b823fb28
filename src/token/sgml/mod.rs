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
//! Read next: `report` for the output, then `machine`, then the constructs. `tokenizer` adapts the
//! analyser to the parser's token layer, for grammars with `tokenizer sgml`. There `tokens` makes
//! tokens from reports, `interpret` makes values from literals, and `entities` resolves references.

mod classes;
#[cfg(feature = "sgml")]
mod content;
#[cfg(feature = "sgml")]
mod declaration;
mod entities;
mod interpret;
#[cfg(feature = "sgml")]
mod lexer;
#[cfg(feature = "sgml")]
mod listing;
#[cfg(feature = "sgml")]
mod machine;
#[cfg(feature = "sgml")]
mod references;
#[cfg(feature = "sgml")]
mod replaced;
#[cfg(feature = "sgml")]
mod report;
#[cfg(feature = "sgml")]
mod section;
#[cfg(feature = "sgml")]
mod subset;
#[cfg(feature = "sgml")]
mod tag;
#[cfg(all(test, feature = "sgml"))]
mod tests;
#[cfg(feature = "sgml")]
mod tokenizer;
#[cfg(feature = "sgml")]
mod tokens;

pub use entities::EntityLimits;
pub(crate) use entities::{Entities, EntityKind, KnownEntities, Subset, character, literal};
#[cfg(feature = "sgml")]
pub use lexer::Lexer;
#[cfg(feature = "sgml")]
pub use listing::CallbackListing;
#[cfg(feature = "sgml")]
pub(crate) use report::ReportBuilder;
#[cfg(feature = "sgml")]
pub use report::{Callbacks, Parts, ReportString, StringType};
#[cfg(feature = "sgml")]
pub use tokenizer::SgmlTokenizer;

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
