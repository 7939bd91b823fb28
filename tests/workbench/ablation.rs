//! The ablation tool on a grammar so small that its relevant lines are known.

use crate::suite::ablation::{Deletion, Notice, Whole};
use crate::suite::{Input, Parsers};
use wishful::grammar::EmbeddedOnly;
use wishful::grammar::{Grammar, Modes};
use wishful::instruments::grammar::deletions;
use wishful::instruments::grammar::load_text;
use wishful::instruments::grammar::merged_file;

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
    let (sources, diagnostics) = load_text("toy.grammar", GRAMMAR, &EmbeddedOnly);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let compile = |modes: &Modes| Grammar::from_text_with("toy.grammar", GRAMMAR, modes);
    let inputs = ["<html>x<b>y<i>z", "<b>x", "<i>y z<b>z", "<!DOCTYPE x>y"].map(input);
    let whole = Whole::new(&Parsers::new(compile).unwrap(), inputs.to_vec());
    (deletions(&merged_file(&sources), parts), whole)
}

#[test]
fn what_changes_nothing_is_listed() {
    let (deletions, whole) = toy(true);
    let unnoticed: Vec<&str> = deletions
        .iter()
        .filter(|deletion| whole.notice(deletion) == Notice::Nothing)
        .map(|deletion| deletion.what.as_str())
        .collect();
    let expected = [
        "excluding <b>",
        "DOCTYPE COMMENT -> cruft ;",
        "DOCTYPE of DOCTYPE COMMENT -> cruft ;",
        "COMMENT of DOCTYPE COMMENT -> cruft ;",
    ];
    assert_eq!(unnoticed, expected);
}

/// A token that no line accepts becomes cruft anyway. A repair may cite the line that declares
/// this, although deleting it changes nothing.
#[test]
fn a_cited_line_that_changes_nothing_is_found() {
    let (deletions, whole) = toy(false);
    let citing = whole.citing(&deletions);
    let cited: Vec<(&str, usize, usize)> = deletions
        .iter()
        .zip(&citing)
        .filter(|(_, inputs)| !inputs.is_empty())
        .map(|(deletion, inputs)| {
            (deletion.what.as_str(), inputs.len(), whole.unmoved(deletion, inputs).len())
        })
        .collect();
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
    let failures =
        cases.iter().filter_map(|case| crate::suite::failure(case, |input| parsers.tree(input)));
    let stories: Vec<String> = failures.map(|failure| failure.story()).collect();
    assert!(cases.len() > 30, "the cases were not found");
    assert!(stories.is_empty(), "{}", stories.join("\n"));
}
