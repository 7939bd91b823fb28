//! The recogniser determines the tree: if it accepts everything everywhere, nearly all trees of the
//! suite change.
//!
//! The test derives a variant of the grammar. The content of each rule becomes any sequence of
//! anything, and its exclusions name an element that no input has. Names, guards, wishes, remedies
//! and formatting stay unchanged.

use crate::suite::Parsers;
use wishful::grammar::Grammar;
use wishful::grammar::ast::{Content, Statement};
use wishful::grammar::load::load;
use wishful::grammar::load::load_text;
use wishful::grammar::print;
use wishful::grammar::statements::Statements;
use wishful::grammar::{EmbeddedOnly, FileSystem};

/// Parses the content of a rule.
fn content(right: &str) -> Content {
    let text = format!("start document ;\ntokenizer html5 ;\ndocument ::= {right} ;\n");
    let (sources, diagnostics) = load_text("anything.grammar", &text, &EmbeddedOnly);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    for statement in Statements::of(sources.units).file().statements {
        if let Statement::Rule { content, .. } = statement.value {
            return content;
        }
    }
    panic!("it has no rule")
}

/// Returns the grammar with acceptance switched off, except for rules whose text begins with one of
/// `but_in`.
fn accepting_everything(but_in: &[&str]) -> String {
    let (sources, diagnostics) = load("whatwg", &FileSystem);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let mut file = Statements::of(sources.units).file();
    let everything = content("{all + TEXT SPACE COMMENT PI DOCTYPE NUL RAW}*");
    let document = content("{all + TEXT SPACE COMMENT PI DOCTYPE NUL RAW}* EOF");
    let nothing = content("TEXT excluding <in-no-input>").exceptions.remove(0).value.items;
    for statement in &mut file.statements {
        let text = print::statement(&statement.value);
        let Statement::Rule { content, .. } = &mut statement.value else { continue };
        if but_in.iter().any(|kept| text.starts_with(kept)) {
            continue;
        }
        let anything = if text.starts_with("document ") { &document } else { &everything };
        content.alternatives.clone_from(&anything.alternatives);
        for exception in &mut content.exceptions {
            exception.value.items = nothing.clone();
        }
    }
    print::file(&file)
}

/// Returns the number of cases that pass, and of all cases; `None` without the suite.
fn passed(but_in: &[&str]) -> Option<(usize, usize)> {
    let cases = crate::common::tree_construction()?;
    let text = accepting_everything(but_in);
    let parsers =
        Parsers::new(|modes| Grammar::source("anything.grammar", &text).modes(modes).compile());
    let parsers = parsers.unwrap_or_else(|report| panic!("{report}"));
    let mut passed = 0;
    for case in &cases {
        let failure = crate::suite::failure(case, |input| parsers.tree(input));
        passed += usize::from(failure.is_none());
    }
    println!("{passed} of {} cases pass; acceptance only in {but_in:?}", cases.len());
    Some((passed, cases.len()))
}

#[test]
fn most_cases_fail_without_acceptance() {
    let Some((passed, all)) = passed(&[]) else { return };
    assert!(passed * 2 < all, "{passed} of {all}");
}

/// The implied outline is not the only reason. With the rules of the outline unchanged and anything
/// allowed inside, hundreds of trees still differ. The other cases nest well, or test the outline,
/// attributes or texts.
#[test]
fn hundreds_of_cases_fail_without_acceptance_in_the_body() {
    let outline = ["document ", "<html> ", "<head> ", "<frameset> "];
    let Some((passed, all)) = passed(&outline) else { return };
    assert!(passed * 10 < all * 6, "{passed} of {all}");
}
