//! The choice of a tokenizer for a text.

use super::Run;
use crate::grammar::{Grammar, TerminalKind, TokenizerKind};
#[cfg(feature = "sgml")]
use crate::token::sgml::{KnownEntities, SgmlTokenizer};
use crate::token::{Html5Tokenizer, Tokenizer};
#[cfg(feature = "sgml")]
use wishful_sgml_lexer::SgmlFeatures;

/// Returns the tokenizer that a grammar names. A text for a grammar with its own tokens is not
/// markup, and is read as HTML here.
pub(super) fn of<'t>(grammar: &Grammar, text: &'t str, run: &Run<'_>) -> Box<dyn Tokenizer + 't> {
    match grammar.tokenizer() {
        #[cfg(feature = "sgml")]
        TokenizerKind::Sgml => {
            sgml(grammar, text, run, SgmlFeatures { shorthand: false, ..SgmlFeatures::ALL })
        }
        #[cfg(feature = "sgml")]
        TokenizerKind::SgmlShorttag => sgml(grammar, text, run, SgmlFeatures::ALL),
        _ => {
            let tokenizer = if run.byte_order_mark {
                Html5Tokenizer::with_byte_order_mark(text)
            } else {
                Html5Tokenizer::new(text)
            };
            if names_instructions(grammar) {
                Box::new(tokenizer)
            } else {
                Box::new(tokenizer.without_instructions())
            }
        }
    }
}

/// Reports whether a grammar mentions `PI`. If it does not, processing instructions are comments.
fn names_instructions(grammar: &Grammar) -> bool {
    grammar.readings().plain(TerminalKind::ProcessingInstruction).is_some()
}

/// Returns the SGML tokenizer, with the entities that the grammar and the text declare.
#[cfg(feature = "sgml")]
fn sgml<'t>(
    grammar: &Grammar,
    text: &'t str,
    run: &Run<'_>,
    readmitted: SgmlFeatures,
) -> Box<dyn Tokenizer + 't> {
    let mut tokenizer = if run.byte_order_mark {
        SgmlTokenizer::with_byte_order_mark(text, readmitted)
    } else {
        SgmlTokenizer::new(text, readmitted)
    };
    if names_instructions(grammar) {
        tokenizer = tokenizer.with_instructions();
    }
    let entities = grammar.tree_facts().entities.clone();
    let subset = run.subset.unwrap_or(KnownEntities::default().subset);
    Box::new(tokenizer.with_entities(KnownEntities {
        entities,
        subset,
        limits: run.limits.entities,
    }))
}
