//! Which tokenizer reads a text.

use crate::grammar::TokenizerKind;
use crate::token::sgml::{Readmitted, SgmlTokenizer};
use crate::token::{Html5Tokenizer, Tokenizer};

/// The tokenizer that a grammar names. A text of a grammar's own tokens is no markup, and read as HTML here.
pub(super) fn of(
    kind: TokenizerKind,
    text: &str,
    byte_order_mark: bool,
) -> Box<dyn Tokenizer + '_> {
    let readmitted = match kind {
        TokenizerKind::Html5 | TokenizerKind::Text => {
            return Box::new(match byte_order_mark {
                true => Html5Tokenizer::with_byte_order_mark(text),
                false => Html5Tokenizer::new(text),
            });
        }
        TokenizerKind::Sgml => Readmitted { shorthand: false, ..Readmitted::ALL },
        TokenizerKind::SgmlShorttag => Readmitted::ALL,
    };
    Box::new(match byte_order_mark {
        true => SgmlTokenizer::with_byte_order_mark(text, readmitted),
        false => SgmlTokenizer::new(text, readmitted),
    })
}
