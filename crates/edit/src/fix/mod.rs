//! # Writes a source that parses to the same tree without a mistake
//!
//! ```
//! use wishful_edit::fix::fix;
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
//! **Contract.** For every source, grammar and options, [`fix`] returns a source with four
//! properties:
//!
//! 1. It parses to the *same tree* by the same grammar with the same options: the same elements
//!    with the same attributes, texts, comments and document type declarations, in the same
//!    positions, and with the same form owners. Cruft is not part of the tree, though some grammars
//!    have nodes for it: it is removed, and texts that it separated are joined.
//! 2. It has *no repairs but allowed ones* ([`Replay::mistakes`][mistakes] is empty). Each tag is
//!    written, except those that the grammar lets an author omit and that were omitted. Fostered,
//!    adopted and reopened nodes are written at their final positions. Attributes are written in
//!    the tag of the element that has them. A tag that was read as another one is written as that
//!    one.
//! 3. It has *no parse error* that the standard's tokenizer reports: `<!x>` becomes `<!--x-->`,
//!    `&copy 1` becomes `&copy; 1`, and a second attribute of a name is removed.
//! 4. It has the *bytes of the source*, in their encoding, wherever properties 1 to 3 permit. A
//!    source without a mistake or error is returned unchanged.
//! 5. It is a *fixed point*: fixing it again changes nothing.
//!
//! Some trees have no HTML source without a mistake. One example is a link in a link, which can
//! only result from a misplaced link in a table. Another one is a control whose form owner is not
//! around it, as in `<center><form></center><input></form>`. (An attribute `form=ID` would change
//! the tree, so none is written.) A third one is a fostered node that would not stay at its final
//! position if it were written there. Such a mistake is *left*: its tokens stay where they are, and
//! a parse of the result makes the same repair again. Everything around it and inside of it is
//! written. The mistakes that are left are in [`Fixed::left`], with the reason. Properties 1 and 5
//! still hold. In the worst case the whole source is left as it is. A document that reached a limit
//! is left as it is, too, since the rest of it is unknown.
//!
//! At the end of a source whose rest is in an unfinished element or comment, nothing is written:
//! see `Document::unfinished_rest`.
//!
//! Some parse errors have no other spelling: a control character, or a comment with `<!--` in it.
//! They stay and are in [`Fixed::left`], too. So is a tag that swallows the rest of the page,
//! since its repair would delete what the author wrote.
//!
//! **Technique.** Two stages: `errors` repairs the parse errors of tokens, `rounds` rewrites the
//! tree, and `stages` runs both. Each stage proposes, parses and compares. In the second one,
//! `rewrite` proposes a source in which all mistakes are written. If its tree differs
//! (`tree::alike`) or it has a new mistake, elements with differences are written with all tags. If
//! that fails, too, the search is a bisection that is guided by the differences:
//!
//! * The mistakes form small *groups* that only make sense together (`groups`).
//! * A proposal writes what succeeded before and a chunk of further groups. If it has faults, the
//!   groups that change the source directly before each fault are postponed, and the others are
//!   proposed without them, and then the postponed ones.
//! * A group that fails alone is left. So are the later groups that move something to the same
//!   location: written there, they would come before it.
//!
//! If anything was left, the result is fixed again until nothing changes any more.
//!
//! **Work.** Linear in the source, in the output, and in the number of parses, which is bounded. A
//! source without a mistake needs one parse, nearly all others two or three, and one with a single
//! mistake that cannot be written about ten.
//!
//! [mistakes]: wishful::tree::Replay::mistakes

mod errors;
mod faults;
mod groups;
mod outcome;
mod respell;
mod rounds;
mod stages;

use crate::form::{SourceForms, byte_form, text_form};
pub use outcome::{Fixed, RemainingMistake};
pub use respell::{Replacement, error_repair};
use wishful::tree::{Document, WriteOptions};
use wishful::{ParseError, ParseOptions, Parser};

/// Fixes a source. The [module](self) states the contract.
///
/// # Errors
/// The errors of [`Parser::parse`].
pub fn fix(parser: &Parser, bytes: &[u8], options: &ParseOptions) -> Result<Fixed, ParseError> {
    let document = parser.parse(bytes, &options.clone().record_events(true))?;
    fix_document(parser, (bytes, &document), options, &WriteOptions::default())
}

/// Fixes a source whose document was parsed already, with these options. Writes at most as many
/// bytes as `write` permits.
pub fn fix_document(
    parser: &Parser,
    source: (&[u8], &Document),
    options: &ParseOptions,
    write: &WriteOptions,
) -> Result<Fixed, ParseError> {
    let options = options.clone().record_events(true);
    let forms = SourceForms { parser, options: &options, make: byte_form };
    stages::fix(forms, source, write.bytes)
}

/// Fixes a document that was parsed as a text with these options, whatever encoding it declares.
/// The new source is UTF-8.
pub fn fix_text(
    parser: &Parser,
    document: &Document,
    options: &ParseOptions,
) -> Result<Fixed, ParseError> {
    let options = options.clone().record_events(true);
    let source = (document.text().as_bytes(), document);
    let forms = SourceForms { parser, options: &options, make: text_form };
    stages::fix(forms, source, WriteOptions::default().bytes)
}
