//! Checks that `grammar/meta.grammar` describes facts as their rows in the schema do.

use super::read;
use crate::grammar::ast::{At, File, Item, Remedy, Statement};
use crate::grammar::load_embedded::embedded;
use crate::grammar::print;
use crate::grammar::schema::{ROWS, Row, Slot, Sort};
use std::collections::BTreeSet;

/// Returns the text of a sort in `meta.grammar`: a rule, a token, or a choice of words.
fn symbol(sort: Sort) -> String {
    let mut all: Vec<String> = Vec::new();
    if !sort.part().is_empty() {
        all.push(sort.part().to_owned());
    }
    for word in sort.words() {
        all.push(format!("{word:?}"));
    }
    if all.len() < 2 { all.concat() } else { format!("({})", all.join(" | ")) }
}

/// Returns the text of a slot in `meta.grammar`.
fn part(slot: &Slot) -> String {
    let symbol = symbol(slot.sort);
    let mut words: Vec<String> = Vec::new();
    if let Some(keyword) = slot.keyword {
        words.push(format!("{keyword:?}"));
    }
    if !symbol.is_empty() {
        words.push(symbol);
    }
    let all = words.join(" ");
    match (slot.many, slot.optional) {
        (true, true) if words.len() == 1 => format!("{all}*"),
        (true, true) => format!("({all}+)?"),
        (true, false) => format!("{all}+"),
        (false, true) if words.len() == 1 => format!("{all}?"),
        (false, true) => format!("({all})?"),
        (false, false) => all,
    }
}

/// Returns the right side of a row's rule, or of that for `remove`.
fn right_side(row: &Row, removed: bool) -> String {
    let mut parts: Vec<String> = row.words.split(' ').map(|word| format!("{word:?}")).collect();
    for slot in row.slots {
        if let Some(slot) = row.written(slot, removed) {
            parts.push(part(&slot));
        }
    }
    parts.join(" ")
}

/// Returns the right side of the rule `name` in `meta.grammar`, on one line.
fn meta_rule(file: &File, name: &str) -> Option<String> {
    for statement in &file.statements {
        let Statement::Rule { left, .. } = &statement.value else { continue };
        if matches!(&left.items[0].value, Item::Name(other) if other == name) {
            let text = print::statement(&statement.value);
            let words: Vec<&str> = text.split_whitespace().collect();
            return Some(words[2..words.len() - 1].join(" "));
        }
    }
    None
}

#[test]
fn meta_grammar_agrees_with_the_schema() {
    let (file, _) = read("meta.grammar", embedded("meta").expect("it is shipped"));
    let rule = |name: &str| meta_rule(&file, name).unwrap_or_else(|| panic!("no rule `{name}`"));
    let (defined, removed) = (rule("definition"), rule("removal"));
    let lists = |rule: &str, name: &str| {
        rule.split(|sign: char| " ()|".contains(sign)).any(|word| word == name)
    };
    for row in ROWS {
        let stem = row.words.replace(' ', "-");
        let (line, all) = (format!("{stem}-line"), right_side(row, false));
        assert_eq!(rule(&line), all);
        assert!(lists(&defined, &line), "`definition` has no `{line}`");
        if row.removed.is_none() {
            assert!(!lists(&removed, &line), "`removal` has `{line}`");
            continue;
        }
        let less = right_side(row, true);
        let removal = if less == all { line } else { format!("{stem}-removal") };
        assert!(lists(&removed, &removal), "`removal` has no `{removal}`");
        assert_eq!(rule(&removal), less);
    }
}

#[test]
fn the_remedies_of_meta_grammar_are_read_and_printed() {
    let (file, _) = read("meta.grammar", embedded("meta").expect("it is shipped"));
    let mut words: BTreeSet<&str> = BTreeSet::new();
    let rules = ["remedy", "deed"].map(|name| meta_rule(&file, name).expect("it has such a rule"));
    for rule in &rules {
        words.extend(rule.split('"').skip(1).step_by(2));
    }
    words.remove("unless");
    assert_eq!(words, BTreeSet::from(Remedy::WORDS), "meta.grammar beside `RemedyOf::WORDS`");
    for word in words {
        let mut read_back = 0;
        for line in [format!("TEXT -> {word} ;\n"), format!("TEXT -> {word} <x> ;\n")] {
            let (file, _) = read("line.grammar", &line);
            if let Some(At { value: Statement::Remedy { remedies, .. }, .. }) =
                file.statements.first()
                && let [remedy] = remedies.as_slice()
                && remedy.value.word() == Some(word)
                && print::file(&file) == line
            {
                read_back += 1;
            }
        }
        assert_eq!(read_back, 1, "`{word}` is not read, or not printed as it is read");
    }
}
