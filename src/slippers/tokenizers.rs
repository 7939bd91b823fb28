//! Which tokenizer reads a text.

use super::Run;
use crate::grammar::{Grammar, TokenizerKind};
use crate::token::sgml::{Known, Readmitted, SgmlTokenizer};
use crate::token::{Html5Tokenizer, Tokenizer};

/// The tokenizer that a grammar names. A text of a grammar's own tokens is no markup, and read as
/// HTML here.
pub(super) fn of<'t>(grammar: &Grammar, text: &'t str, run: &Run<'_>) -> Box<dyn Tokenizer + 't> {
    let readmitted = match grammar.tokenizer() {
        TokenizerKind::Html5 | TokenizerKind::Text => {
            return Box::new(match run.byte_order_mark {
                true => Html5Tokenizer::with_byte_order_mark(text),
                false => Html5Tokenizer::new(text),
            });
        }
        TokenizerKind::Sgml => Readmitted { shorthand: false, ..Readmitted::ALL },
        TokenizerKind::SgmlShorttag => Readmitted::ALL,
    };
    let tokenizer = match run.byte_order_mark {
        true => SgmlTokenizer::with_byte_order_mark(text, readmitted),
        false => SgmlTokenizer::new(text, readmitted),
    };
    let entities = grammar.tree_facts().entities.clone();
    let subset = run.subset.unwrap_or(Known::default().subset);
    Box::new(tokenizer.with_entities(Known { entities, subset, limits: run.limits.entities }))
}
