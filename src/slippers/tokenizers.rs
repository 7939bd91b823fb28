//! Which tokenizer reads a text.

use super::Run;
use crate::grammar::{Grammar, TokenizerKind};
#[cfg(feature = "sgml")]
use crate::token::sgml::{Known, Readmitted, SgmlTokenizer};
use crate::token::{Html5Tokenizer, Tokenizer};

/// The tokenizer that a grammar names. A text of a grammar's own tokens is no markup, and read as
/// HTML here.
pub(super) fn of<'t>(grammar: &Grammar, text: &'t str, run: &Run<'_>) -> Box<dyn Tokenizer + 't> {
    match grammar.tokenizer() {
        #[cfg(feature = "sgml")]
        TokenizerKind::Sgml => {
            sgml(grammar, text, run, Readmitted { shorthand: false, ..Readmitted::ALL })
        }
        #[cfg(feature = "sgml")]
        TokenizerKind::SgmlShorttag => sgml(grammar, text, run, Readmitted::ALL),
        _ => Box::new(match run.byte_order_mark {
            true => Html5Tokenizer::with_byte_order_mark(text),
            false => Html5Tokenizer::new(text),
        }),
    }
}

/// The tokenizer of SGML, with the entities that the grammar and the text declare.
#[cfg(feature = "sgml")]
fn sgml<'t>(
    grammar: &Grammar,
    text: &'t str,
    run: &Run<'_>,
    readmitted: Readmitted,
) -> Box<dyn Tokenizer + 't> {
    let tokenizer = match run.byte_order_mark {
        true => SgmlTokenizer::with_byte_order_mark(text, readmitted),
        false => SgmlTokenizer::new(text, readmitted),
    };
    let entities = grammar.tree_facts().entities.clone();
    let subset = run.subset.unwrap_or(Known::default().subset);
    Box::new(tokenizer.with_entities(Known { entities, subset, limits: run.limits.entities }))
}
