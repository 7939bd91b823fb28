//! Connolly's lexical analyser of basic SGML, after its specification of 1995. It takes a text in
//! pieces and reports to three callbacks.
//!
//! ```
//! use wishful::sgml::{Lexer, Listing, Readmitted};
//! let (mut lexer, mut listing) = (Lexer::new(Readmitted::default()), Listing::new());
//! lexer.feed("<a href=x>", &mut listing);
//! lexer.finish(&mut listing);
//! assert_eq!(
//!     listing.text(),
//!     "[Tag/Data]\nStart Tag: `<a'\n  Attr Name: `href'\n  Name Token: `x'\n"
//! );
//! ```
//!
//! `notes/sgml.md` lists the constructs that it reads, and the choices where the specification is
//! silent. The analyser also tokenizes documents for grammars that say `tokenizer sgml`.

pub(crate) mod html5;

use crate::source::Decoded;
pub use crate::token::sgml::{Callbacks, Kind, Lexer, Listing, Part, Parts, Readmitted};

/// Reports the tokens of a text by the HTML standard, in the terms of the SGML analyser.
///
/// ```
/// use wishful::sgml::{Listing, report_html};
/// let mut listing = Listing::new();
/// report_html("<A href=x>&lt;", &mut listing);
/// assert_eq!(
///     listing.text(),
///     "[Tag/Data]\nStart Tag: `<a'\n  Attr Name: `href'\n  Name Token: `x'\n\n\
///      [Tag/Data]\nData: `<'\n"
/// );
/// ```
pub fn report_html(text: &str, callbacks: &mut impl Callbacks) {
    let decoded = Decoded::from_text(text);
    let mut reader = html5::Reader::new(&decoded);
    while reader.report(callbacks) {}
}
