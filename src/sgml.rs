//! Connolly's lexical analyser of basic SGML, as the specification of 1995 has it: text in pieces, reports to three callbacks.
//!
//! ```
//! use wishful::sgml::{Lexer, Listing, Readmitted};
//! let (mut lexer, mut listing) = (Lexer::new(Readmitted::default()), Listing::new());
//! lexer.feed("<a href=x>", &mut listing);
//! lexer.finish(&mut listing);
//! assert_eq!(listing.text(), "[Tag/Data]\nStart Tag: `<a'\n  Attr Name: `href'\n  Name Token: `x'\n");
//! ```
//!
//! `notes/sgml.md` has what it reads and where it chooses. Grammars that say `tokenizer sgml` are read by it.

pub use crate::token::sgml::{Callbacks, Kind, Lexer, Listing, Part, Parts, Readmitted};
