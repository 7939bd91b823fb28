//! Derivations of a text follow the rules as they are written, and have linear size.

use wishful::Grammar;
use wishful::derivation::Derivations;
use wishful::tree::Format;

const HEAD: &str = "start s ; tokenizer text ; token ID = /[a-z]+/ ; skip / +/ ; ";

fn grammar(rules: &str) -> Grammar {
    crate::common::made(Grammar::source("case.grammar", &format!("{HEAD}{rules}")).compile())
}

fn outline(grammar: &Grammar, text: &str) -> String {
    let derivations = crate::common::made(Derivations::read(grammar, "input", text));
    derivations.render(Format::Tree, 1).expect("derivations have outlines")
}

/// Groups and repetitions have no node: their contents are children of the written rule.
#[test]
fn repetitions_and_groups_are_spliced() {
    let lists =
        grammar("sign = \"+\" \"-\" ; s ::= (sign? item {\",\" \";\"})* \".\" ; item ::= ID+ ;");
    let expected = "s\n  sign\n    \"+\"\n  item\n    ID \"a\"\n    ID \"b\"\n  \",\"\n  item\n    ID \"c\"\n  \";\"\n  \".\"\n";
    assert_eq!(outline(&lists, "+ a b , c ; ."), expected);
    let derivations =
        Derivations::read(&lists, "input", "a, b, .").expect("it is one of its texts");
    let best = derivations.trees().next().expect("it has a derivation");
    let children: Vec<&str> = best.root().children().map(|child| child.text()).collect();
    assert_eq!(children, ["a", ",", "b", ",", "."]);
    assert_eq!(best.root().children().len(), 5);
}

/// A list of many thousand items is a tree of depth one, built without recursion.
#[test]
fn a_long_list_is_flat() {
    let list = grammar("s ::= ID* ;");
    let text = "a ".repeat(20_000);
    let outline = outline(&list, &text);
    assert_eq!(outline.lines().count(), 20_001);
    assert!(outline.lines().skip(1).all(|line| line == "  ID \"a\""));
}

/// The lines of a deep derivation's outline have bounded width.
#[test]
fn a_deep_outline_is_not_wide() {
    let nested = grammar("s ::= \"(\" s \")\" | ID ;");
    let depth = 3000;
    let text = format!("{}a{}", "(".repeat(depth), ")".repeat(depth));
    let outline = outline(&nested, &text);
    assert!(outline.contains("(3000) s\n"), "what is deep begins with its depth");
    assert!(outline.lines().all(|line| line.len() < 150), "no line is wide");
}
