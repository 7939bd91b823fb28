//! Connolly's lexical analyser of basic SGML: text in pieces, three callbacks out.
//!
//! The specification is the seed `sgml-lex` (Dan Connolly, "A Lexical Analyzer for HTML and Basic SGML", 1995): the
//! delimiters of SGML's reference concrete syntax, each recognised only in its context, without what a document
//! would rarely miss. What it reports for each construct is a row of strings, each with its type:
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
//! The machine is that of a lexer generator with start conditions, as the seed's own: a state says which
//! lexemes there may be, one step reads one lexeme. A lexeme whose end is not in sight is looked at again when there
//! is more text, from where the last look ended, and what was read of a tag or declaration waits in `pending`; so work is
//! linear however the text is cut, and the callbacks are the same.
//!
//! What the seed prohibits and SGML has can be admitted again, one [`Readmitted`] at a time. Where the seed is silent
//! or contradicts itself, `notes/sgml.md` says what was chosen.
//!
//! Read `report` for what comes out, then `machine`, then the constructs. `tokenizer` puts it all behind the parser's
//! token layer, for grammars that say `tokenizer sgml`: `tokens` makes tokens of reports, `interpret` values of literals,
//! `entities` says what references stand for.

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
pub(crate) use entities::{Entities, EntityKind, Known, Subset, character, literal};
#[cfg(feature = "sgml")]
pub use lexer::Lexer;
#[cfg(feature = "sgml")]
pub use listing::Listing;
#[cfg(feature = "sgml")]
pub(crate) use report::Report;
#[cfg(feature = "sgml")]
pub use report::{Callbacks, Kind, Part, Parts};
#[cfg(feature = "sgml")]
pub use tokenizer::SgmlTokenizer;

/// What SGML has, the seed prohibits, and a caller may admit again; by default nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Readmitted {
    /// `<![ CDATA [ … ]]>` and the other four kinds. Otherwise they are skipped.
    pub marked_sections: bool,
    /// `<em/text/`, `<p<b>`, `<>` and `</>`. Otherwise each is a limitation.
    pub shorthand: bool,
    /// `&#SPACE;` and the other three. Otherwise each is a limitation.
    pub named_characters: bool,
}

impl Readmitted {
    /// All of it.
    pub const ALL: Self = Self { marked_sections: true, shorthand: true, named_characters: true };
}
