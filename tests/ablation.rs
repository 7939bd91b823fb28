//! The ablation tool on a grammar small enough to know which of its lines matter.

mod common;
mod suite;

use suite::Input;
use suite::ablation::{Notice, Whole, deletions, parsers};
use wishful::grammar::entry::merged_file;
use wishful::grammar::load::{EmbeddedOnly, load_text};

const GRAMMAR: &str = "\
start document ;
tokenizer html5 ;
document ::= <html> EOF ;
<html> ::= (TEXT | SPACE | <b> | <i>)* ;
<b> ::= (TEXT | SPACE | <i>)* excluding <b> excluding <i> ;
<i> ::= (TEXT | SPACE)* ;
wish <html> ;
<i> <b> -> </b> </i> ;
DOCTYPE COMMENT -> drop ;
";

fn input(text: &str) -> Input {
    Input { text: text.to_owned(), ..Input::default() }
}

#[test]
fn what_changes_nothing_is_listed() {
    let (sources, diagnostics) = load_text("toy.grammar", GRAMMAR, &EmbeddedOnly);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let file = merged_file(&sources);
    let inputs = ["<html>x<b>y<i>z", "<b>x", "<i>y z<b>z"].map(input);
    let whole = Whole::new(&parsers(&file).unwrap(), inputs.to_vec());
    let unnoticed: Vec<String> = deletions(&file, true)
        .iter()
        .filter(|deletion| whole.notice(deletion) == Notice::Nothing)
        .map(|deletion| deletion.what.clone())
        .collect();
    let expected = [
        "excluding <b>",
        "DOCTYPE COMMENT -> drop ;",
        "DOCTYPE of DOCTYPE COMMENT -> drop ;",
        "COMMENT of DOCTYPE COMMENT -> drop ;",
    ];
    assert_eq!(unnoticed, expected);
}
