//! Connolly's lexical analyser of basic SGML, as specified in 1995: it reads text in chunks and
//! reports to three callbacks.
//!
//! ```
//! use wishful::sgml::{Lexer, CallbackListing, SgmlFeatures};
//! let (mut lexer, mut listing) = (Lexer::new(SgmlFeatures::default()), CallbackListing::new());
//! lexer.feed("<a href=x>", &mut listing);
//! lexer.finish(&mut listing);
//! assert_eq!(
//!     listing.text(),
//!     "[Tag/Data]\nStart Tag: `<a'\n  Attr Name: `href'\n  Name Token: `x'\n"
//! );
//! ```
//!
//! `notes/sgml.md` describes its language and the choices where the specification is open. Grammars
//! with `tokenizer sgml` use it.

#[doc(hidden)]
pub mod html5;

use crate::source::Decoded;
pub use wishful_sgml_lexer::{
    CallbackListing, Callbacks, Lexer, Parts, ReportString, SgmlFeatures, StringType,
};

/// Reports the tokens that the HTML standard makes of a text, in the terms of the analyser of SGML.
///
/// ```
/// use wishful::sgml::{CallbackListing, report_html};
/// let mut listing = CallbackListing::new();
/// report_html("<A href=x>&lt;", &mut listing);
/// assert_eq!(
/// listing.text(),
/// "[Tag/Data]\nStart Tag: `<a'\n  Attr Name: `href'\n  Name Token: `x'\n\n[Tag/Data]\nData: `<'\n"
/// );
/// ```
pub fn report_html(text: &str, callbacks: &mut impl Callbacks) {
    let decoded = Decoded::from_text(text);
    let mut reader = html5::Reader::new(&decoded);
    while reader.report(callbacks) {}
}
