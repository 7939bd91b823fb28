//! Which tokenizer reads a text.

use crate::dtd;
use crate::grammar::{Grammar, TokenizerKind};
use crate::token::sgml::{EntityLimits, Known, Readmitted, SgmlTokenizer};
use crate::token::{Html5Tokenizer, Tokenizer};

/// The tokenizer that a grammar names. A text of a grammar's own tokens is no markup, and read as HTML here.
pub(super) fn of<'t>(
    grammar: &Grammar,
    text: &'t str,
    byte_order_mark: bool,
    limits: EntityLimits,
) -> Box<dyn Tokenizer + 't> {
    let readmitted = match grammar.tokenizer() {
        TokenizerKind::Html5 | TokenizerKind::Text => {
            return Box::new(match byte_order_mark {
                true => Html5Tokenizer::with_byte_order_mark(text),
                false => Html5Tokenizer::new(text),
            });
        }
        TokenizerKind::Sgml => Readmitted { shorthand: false, ..Readmitted::ALL },
        TokenizerKind::SgmlShorttag => Readmitted::ALL,
    };
    let tokenizer = match byte_order_mark {
        true => SgmlTokenizer::with_byte_order_mark(text, readmitted),
        false => SgmlTokenizer::new(text, readmitted),
    };
    let entities = grammar.tree_facts().entities.clone();
    Box::new(tokenizer.with_entities(Known { entities, subset: dtd::entities_of_subset, limits }))
}
