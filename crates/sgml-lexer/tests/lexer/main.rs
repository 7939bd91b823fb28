//! Tests of the lexical analyser of SGML: the examples of its seed, and properties for every text.

mod cases;
mod pieces;
mod soup;

use wishful_sgml_lexer::{CallbackListing, Lexer, SgmlFeatures};

/// Returns the analyser's reports of a text that is fed in these pieces.
fn listing<'p>(pieces: impl IntoIterator<Item = &'p str>, readmitted: SgmlFeatures) -> String {
    let (mut lexer, mut listing) = (Lexer::new(readmitted), CallbackListing::new());
    for piece in pieces {
        lexer.feed(piece, &mut listing);
    }
    lexer.finish(&mut listing);
    listing.take()
}
