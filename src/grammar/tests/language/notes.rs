//! Checks that the tool reads the examples of `notes/grammar-language.md`.
//!
//! Indented lines are statements, which must be parsed without mistakes. A block between
//! ```` ```grammar ```` and ```` ``` ```` is a whole grammar, which must be checked without
//! mistakes or warnings.

use super::{read, root};
use crate::grammar::Grammar;
use crate::grammar::ast::facts;
use crate::grammar::load::EmbeddedOnly;
use crate::grammar::schema::ROWS;
use std::fs;

/// The message if something of the language is not in the notes.
const ADVICE: &str =
    "notes/grammar-language.md has no example, in lines indented by four blanks, of";

fn notes() -> String {
    fs::read_to_string(root().join("notes/grammar-language.md")).expect("it is there")
}

/// Returns the blocks of indented lines, each with the number of its first line.
fn indented(text: &str) -> Vec<(usize, String)> {
    let mut blocks: Vec<(usize, String)> = Vec::new();
    let mut fenced = false;
    let mut last = 0;
    for (index, line) in text.lines().enumerate() {
        fenced ^= line.starts_with("```");
        let Some(code) = line.strip_prefix("    ").filter(|_| !fenced) else { continue };
        match blocks.last_mut().filter(|_| last + 1 == index) {
            Some((_, block)) => *block += &format!("{code}\n"),
            None => blocks.push((index + 1, format!("{code}\n"))),
        }
        last = index;
    }
    blocks
}

#[test]
fn every_example_is_read() {
    let text = notes();
    let blocks = indented(&text);
    assert!(blocks.len() > 25, "only {} examples", blocks.len());
    for (line, block) in blocks {
        let (file, report) = read("example", &block);
        assert!(report.diagnostics.is_empty(), "line {line}:\n{}", report.render(false));
        assert!(!file.statements.is_empty(), "line {line}");
    }
}

#[test]
fn every_whole_example_is_a_grammar() {
    let text = notes();
    let mut count = 0;
    for block in text.split("```grammar\n").skip(1) {
        let grammar = block.split("```").next().unwrap_or_default();
        let report = Grammar::source("example.grammar", grammar).loader(&EmbeddedOnly).check();
        assert!(report.diagnostics.is_empty(), "{}", report.render(false));
        count += 1;
    }
    assert!(count >= 2, "only {count} grammars");
}

#[test]
fn every_kind_of_statement_has_an_example() {
    let text = notes();
    let examples: String = indented(&text).into_iter().map(|(_, block)| block).collect();
    let (file, _) = read("examples", &examples);
    let printed = format!("{:?}", file.statements);
    for kind in ["Set {", "Rule {", "Remedy {", "Edit(Extend", "Edit(Remove", "Edit(Replace"] {
        assert!(printed.contains(&format!("value: {kind}")), "{ADVICE} {kind}");
    }
    for row in ROWS {
        let mut examples = facts(&file.statements, row.head);
        assert!(examples.next().is_some(), "{ADVICE} `{}`", row.words);
    }
}
