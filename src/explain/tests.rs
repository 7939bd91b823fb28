//! Tests of explanations of many repairs.

use super::{ExplanationStep, TracedDocument, Treatment};
use crate::{Grammar, ParseOptions, Parser};
use std::sync::Arc;

/// The explanations of all elements that the end of the input closes share their lists. Without
/// that, those of ten thousand elements would take a hundred megabytes.
#[test]
fn explanations_of_rounds_share_their_lists() {
    let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    let text = "<div><span>".repeat(100);
    let traced = TracedDocument::parse(&parser, text, &ParseOptions::default()).unwrap();
    let steps = traced.at(u32::MAX).unwrap().steps;
    let mut shared = Vec::new();
    for step in &steps {
        if let ExplanationStep::Round {
            inside, acceptable, done: Treatment::Inserted(tags), ..
        } = step
        {
            let cite = tags[0].cite.clone().unwrap();
            shared.push((inside.clone(), acceptable.clone(), cite.line));
        }
    }
    // Two elements alternate, so every second round is equal.
    let same = shared.windows(3).filter(|three| {
        let ((inside, acceptable, line), (a, b, c)) = (&three[0], &three[2]);
        Arc::ptr_eq(inside, a) && Arc::ptr_eq(acceptable, b) && Arc::ptr_eq(line, c)
    });
    assert!(shared.len() > 190 && same.count() > 180, "{} rounds", shared.len());
}

/// A document that an explanation is not about lacks the tokens and positions that it mentions.
/// That must not panic.
#[test]
fn an_explanation_of_another_document_is_written() {
    let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    let [long, short] = ["<p>\u{e9}<b>x<td>y</>".repeat(20), "\u{e9}".to_owned()]
        .map(|text| TracedDocument::parse(&parser, text, &ParseOptions::default()).unwrap());
    let explained: Vec<_> = long.every().collect();
    assert!(explained.iter().any(|one| one.steps.is_empty()), "{}", explained.len());
    for one in &explained {
        let text = one.text(short.document(), &super::ExplainOptions::default());
        assert!(text.starts_with(":1:"), "{text}");
    }
}

/// Callers other than the command do not see the command's options in the text.
#[test]
fn the_caller_words_the_remark_about_omitted_items() {
    let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    let traced = TracedDocument::parse(&parser, "<p>a</x>", &ParseOptions::default()).unwrap();
    let one = traced.at(4).unwrap();
    let all = one.text(traced.document(), &super::ExplainOptions::default());
    let how =
        super::ExplainOptions { more: Some("ask for more"), ..super::ExplainOptions::default() };
    let cut = one.text(traced.document(), &how);
    assert!(all.contains("<wbr>") && !all.contains(" more ("), "{all}");
    assert!(!cut.contains("<wbr>") && cut.contains(" more (ask for more)"), "{cut}");
}
