//! # A source that says its tree without a mistake
//!
//! ```
//! use wishful::workbench::fix::fix;
//! use wishful::{Grammar, ParseOptions, Parser};
//!
//! let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
//! let options = ParseOptions::default();
//! let source = b"<!DOCTYPE html><title>t</title><p><b>1<i>2</b>3</i>4</x>\n";
//! let fixed = fix(&parser, source, &options).unwrap();
//! assert_eq!(
//!     fixed.bytes,
//!     b"<!DOCTYPE html><title>t</title><p><b>1<i>2</i></b><i>3</i>4\n"
//! );
//! assert!(fixed.left.is_empty());
//! ```
//!
//! **The contract.** For every source, grammar and options, [`fix`] gives a source that
//!
//! 1. parses to the *same tree* by the same grammar with the same options: the same elements with the same attributes, texts,
//!    comments and document type declarations, in the same places. Cruft is not of the tree, though some grammars keep a node for
//!    it: it goes, and texts that it parted are one;
//! 2. has *no repair but allowed ones* ([`Document::mistakes`] is empty): each tag is written but those that the grammar says
//!    may be left out, and were; what was fostered, adopted or opened again is written where it came to stand, attributes are in the tag
//!    that got them, and what was read as another tag is that tag;
//! 3. has the *bytes of the source*, in their encoding, wherever that permits: a source without a mistake comes back as it is;
//! 4. is a *fixed point*: to fix it again changes nothing.
//!
//! There are trees that no source of HTML says without a mistake: a link in a link, which only a misplaced one in a table can be;
//! fostered things that could not stand there if they were written there. Such an element stays *as it was written*, from its
//! first byte to its last, and so does no more around it than must; the mistakes in it are in [`Fixed::left`], with the reason.
//! The first point and the last hold all the same, and the second one outside. Nothing is ever lost for it: at worst all of the source stays as it is.
//! A document that met a limit is not known to its end, and stays as it is, too.
//!
//! **How.** `tree::rewrite` proposes a source; it is parsed, and its tree held against the first one (`tree::alike`). Elements in which
//! they differ are written with all tags, then left as they are, then those around them, further with each round; after some
//! rounds the document stays as it is. Where something was left, the outcome is fixed once more to see that it is a fixed point.
//!
//! **Work.** Linear in the source, in what is written, and in the number of rounds, which is bounded: two parses where all can be
//! said at once, as it is with nearly all sources.

mod outcome;
mod rounds;

use crate::tree::{Document, WriteOptions};
use crate::{ParseError, ParseOptions, Parser};
pub use outcome::{Fixed, Left};

/// Fixes a source; the contract is that of the [module](self).
///
/// # Errors
/// As [`Parser::parse`].
pub fn fix(parser: &Parser, bytes: &[u8], options: &ParseOptions) -> Result<Fixed, ParseError> {
    let document = parser.parse_recorded(bytes, options)?;
    fix_document(parser, (bytes, &document), options, &WriteOptions::default())
}

/// The same for a document that is parsed already, with these options; no more is written than `write` permits.
pub(crate) fn fix_document(
    parser: &Parser,
    source: (&[u8], &Document),
    options: &ParseOptions,
    write: &WriteOptions,
) -> Result<Fixed, ParseError> {
    rounds::fix(parser, source, options, write.bytes)
}
