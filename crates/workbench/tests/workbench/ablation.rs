//! The ablation tool on a grammar so small that its relevant lines are known.

use crate::ablations::{Deletion, Notice, Whole};
use crate::suite::{Input, Parsers};
use wishful::grammar::{Grammar, Modes};
use wishful_workbench::coverage::deletions;

const GRAMMAR: &str = "\
start document ;
tokenizer html5 ;
document ::= <html> EOF ;
<html> ::= (TEXT | SPACE | <b> | <i>)* ;
<b> ::= (TEXT | SPACE | <i>)* excluding <b> excluding <i> ;
<i> ::= (TEXT | SPACE)* ;
wish <html> ;
<i> <b> -> </b> </i> ;
DOCTYPE COMMENT -> cruft ;
";

fn input(text: &str) -> Input {
    Input { text: text.to_owned(), ..Input::default() }
}

/// Returns the toy grammar's deletions, and its results on some inputs.
fn toy(parts: bool) -> (Vec<Deletion>, Whole) {
    let grammar = Grammar::source("toy.grammar", GRAMMAR).compile().unwrap();
    let compile = |modes: &Modes| Grammar::source("toy.grammar", GRAMMAR).modes(modes).compile();
    let inputs = ["<html>x<b>y<i>z", "<b>x", "<i>y z<b>z", "<!DOCTYPE x>y"].map(input);
    let whole = Whole::new(&Parsers::new(compile).unwrap(), inputs.to_vec());
    (deletions(grammar.statements(), parts), whole)
}

#[test]
fn statements_without_effect_are_listed() {
    let (deletions, whole) = toy(true);
    let mut unnoticed = Vec::new();
    for deletion in &deletions {
        if whole.notice(deletion) == Notice::Nothing {
            unnoticed.push(deletion.what.as_str());
        }
    }
    let expected = [
        "excluding <b>",
        "DOCTYPE COMMENT -> cruft ;",
        "DOCTYPE of DOCTYPE COMMENT -> cruft ;",
        "COMMENT of DOCTYPE COMMENT -> cruft ;",
    ];
    assert_eq!(unnoticed, expected);
}

#[test]
fn exceptions_of_groups_can_be_deleted() {
    let grammar = "start document ;\ntokenizer html5 ;\ndocument ::= <html> EOF ;\n\
        <html> ::= (TEXT | (<i> excluding <i>) | foster into <b> (<b> excluding <b>))* ;\n\
        <b> ::= TEXT* ;\n<i> ::= TEXT* ;\n";
    let grammar = Grammar::source("toy.grammar", grammar).compile().unwrap();
    let deletions = deletions(grammar.statements(), false);
    for exception in ["excluding <i>", "excluding <b>"] {
        assert!(deletions.iter().any(|deletion| deletion.what == exception), "{exception}");
    }
}

/// A token that no line accepts becomes cruft anyway. A repair may cite the line that declares
/// this, although deleting it changes nothing.
#[test]
fn a_cited_line_that_changes_nothing_is_found() {
    let (deletions, whole) = toy(false);
    let citing = whole.citing(&deletions);
    let mut cited = Vec::new();
    for (deletion, inputs) in deletions.iter().zip(&citing) {
        if !inputs.is_empty() {
            let unmoved = whole.unmoved(deletion, inputs).len();
            cited.push((deletion.what.as_str(), inputs.len(), unmoved));
        }
    }
    let expected = [
        ("wish <html> ;", 3, 0),
        ("<i> <b> -> </b> </i> ;", 2, 0),
        ("DOCTYPE COMMENT -> cruft ;", 1, 1),
    ];
    assert_eq!(cited, expected);
}

/// The corpus's cases for single lines of the grammar `whatwg`, which the public suite does not
/// cover.
#[test]
fn cases_for_lines_give_their_trees() {
    let parsers = Parsers::load("whatwg").expect("it is shipped");
    let cases = crate::common::corpus_constructions();
    let stories = crate::suite::stories(&cases, |input| parsers.tree(input));
    assert!(cases.len() > 30, "the cases were not found");
    assert!(stories.is_empty(), "{}", stories.join("\n"));
}
