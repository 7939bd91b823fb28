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

/// A rule may name the end of the text, by each tokenizer.
#[test]
fn the_end_of_a_text_is_a_token() {
    for tokenizer in ["text", "text-longest", "text-all"] {
        let text = format!(
            "start s ; tokenizer {tokenizer} ; skip / +/ ; token ID = /[a-z]+/ ;
            s ::= list EOF ; list ::= ID | list \"+\" list ;"
        );
        let grammar = crate::common::made(Grammar::source("case.grammar", &text).compile());
        for (text, count) in [("a", 1), ("a + b", 1), (" a + b + c ", 2)] {
            let derivations = crate::common::made(Derivations::read(&grammar, "input", text));
            assert_eq!(derivations.count(9), count, "{tokenizer}: {text}");
            for format in [Format::Tree, Format::Json, Format::Dot] {
                let drawn = derivations.render(format, 9).expect("derivations have this format");
                assert_eq!(drawn.matches("EOF").count(), count, "{tokenizer}: {drawn}");
            }
        }
    }
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

/// A token is the longest one that is acceptable, not the longest one of all.
#[test]
fn tokens_are_predicted() {
    let colours = |tokenizer: &str| {
        let text = format!(
            "start s ; tokenizer {tokenizer} ; skip / +/ ; token WORD = /[a-z]+/ ;
            token HEX = /[a-f0-9]+/ ; s ::= \"color\" HEX | \"word\" WORD | \"if\" \"if\" ;"
        );
        crate::common::made(Grammar::source("colours.grammar", &text).compile())
    };
    let predicted = colours("text");
    assert_eq!(outline(&predicted, "color abc"), "s\n  \"color\"\n  HEX \"abc\"\n");
    // The longest match is a word; the longest acceptable one ends before `x`, which fits nowhere.
    let refused = Derivations::read(&predicted, "input", "color abcx").unwrap_err();
    assert!(refused.render(false).contains("input:1:10"), "{}", refused.render(false));
    // A quoted string is no reserved word.
    assert_eq!(outline(&predicted, "word if"), "s\n  \"word\"\n  WORD \"if\"\n");
    assert_eq!(outline(&predicted, "word color"), "s\n  \"word\"\n  WORD \"color\"\n");
    assert_eq!(outline(&predicted, "if if"), "s\n  \"if\"\n  \"if\"\n");
    let longest = colours("text-longest");
    assert_eq!(outline(&longest, "word abc"), "s\n  \"word\"\n  WORD \"abc\"\n");
    for text in ["color abc", "word if", "word color"] {
        let refused = Derivations::read(&longest, "input", text).unwrap_err();
        assert!(refused.render(false).contains("not acceptable here"), "{text}");
    }
}

/// All texts of three letters over three tokens: a text is refused at a place where no token that
/// matches is acceptable, and else each token is the longest that is.
#[test]
fn predicted_tokens_are_the_longest_acceptable_ones() {
    let text = "start s ; tokenizer text ; token A = /a+/ ; token AB = /a+b/ ; token B = /b/ ;
        s ::= A B AB* | AB A ;";
    let grammar = crate::common::made(Grammar::source("letters.grammar", text).compile());
    let mut accepted = Vec::new();
    for length in 1..=6 {
        for number in 0..1_u32 << length {
            let letter = |at: u32| if number >> at & 1 == 0 { 'a' } else { 'b' };
            let text: String = (0..length).map(letter).collect();
            if Derivations::read(&grammar, "input", &text).is_ok() {
                accepted.push(text);
            }
        }
    }
    // At the start `AB` is longer than `A`, so a text of the first rule never begins with `ab`.
    let ab_a = |text: &str| {
        let rest = text.trim_start_matches('a');
        let tail = rest.strip_prefix('b').unwrap_or_default();
        rest.len() < text.len() && !tail.is_empty() && tail.bytes().all(|letter| letter == b'a')
    };
    assert!(!accepted.is_empty() && accepted.iter().all(|text| ab_a(text)), "{accepted:?}");
    let all = (3..=6).map(|length| length - 2).sum::<usize>();
    assert_eq!(accepted.len(), all, "{accepted:?}");
}

/// Lists all texts of up to `most` of some letters.
fn texts(letters: &[char], most: u32) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut first = 0;
    for _ in 0..most {
        let end = all.len();
        for index in first..end {
            for letter in letters {
                all.push(format!("{}{letter}", all[index]));
            }
        }
        first = end;
    }
    all
}

/// By `text-all` there is a derivation for each division of a text into tokens, each the longest
/// match of its rule: all texts up to seven letters.
#[test]
fn all_tokens_are_read() {
    let text = "start s ; tokenizer text-all ; skip / +/ ; token A = /a+/ ; token AB = /ab?/ ;
        token B = /b/ ; s ::= item* ; item ::= A | AB | B ;";
    let grammar = crate::common::made(Grammar::source("letters.grammar", text).compile());
    /// Counts the divisions of a text into tokens.
    fn divisions(text: &str) -> usize {
        let text = text.trim_start_matches(' ');
        let spaces = text.len() - text.trim_start_matches('a').len();
        let ab = usize::from(text.starts_with('a')) + usize::from(text.starts_with("ab"));
        let lengths = [spaces, ab, usize::from(text.starts_with('b'))];
        let tokens = lengths.into_iter().filter(|&length| length > 0);
        if text.is_empty() { 1 } else { tokens.map(|length| divisions(&text[length..])).sum() }
    }
    for text in texts(&['a', 'b', ' '], 7) {
        let derivations = crate::common::made(Derivations::read(&grammar, "input", &text));
        assert_eq!(derivations.count(1000), divisions(&text), "{text:?}");
        for tree in derivations.trees() {
            // The tokens are in the text, in order, with only blanks between them.
            let mut rest = text.as_str();
            for (_, node) in tree.nodes().filter(|(_, node)| node.is_token()) {
                let at = text.len() - rest.len();
                let span = node.span();
                assert!(text[at..span.start as usize].trim().is_empty(), "{text:?}");
                assert_eq!(node.text(), span.of(&text));
                rest = &text[span.end as usize..];
            }
            assert!(rest.trim().is_empty(), "{text:?}");
            assert_eq!(tree.root().text().trim(), text.trim(), "{text:?}");
        }
    }
    let refused = Derivations::read(&grammar, "input", "ab ?").unwrap_err().render(false);
    assert!(refused.contains("input:1:4") && refused.contains("no acceptable token"), "{refused}");
}

/// Reads texts with repairs. The tokens of a tree are a text of the language; those that are not
/// inserted are in the text, with only blanks and what a repair left out between them. A text of
/// the language has no repair.
#[test]
fn repaired_texts_belong_to_the_language() {
    let lists = "start s ; tokenizer text ; skip / +/ ; token W = /w/ ;
        s ::= \"(\" item* \")\" ; item ::= W \";\" | s ;";
    let strict = crate::common::made(Grammar::source("lists.grammar", lists).compile());
    for wishes in [
        "wish \";\" ; wish \")\" for EOF ;",
        "wish \"(\" \")\" \";\" W cost 2 ;",
        "\")\" -> \";\" discard ; W -> \"(\" cruft ; EOF -> \";\" \")\" grant ; wish W ;",
        "wish \")\" for \";\" EOF ; W -> discard ; EOF -> \")\" ;",
    ] {
        let text = format!("{lists} {wishes} allow ambiguous \"none\" ;");
        let source = Grammar::source("repaired.grammar", &text);
        let repaired = crate::common::made(source.compile());
        let (mut with, mut refused) = (0, 0);
        for text in texts(&['(', 'w', ';', ')', '?'], 6) {
            let is_in_language = Derivations::read(&strict, "input", &text).is_ok();
            let derivations = match Derivations::read(&repaired, "input", &text) {
                Ok(derivations) => derivations,
                Err(report) => {
                    assert!(!is_in_language, "{text:?}");
                    assert!(report.render(false).contains("ends too early"), "{text:?}");
                    refused += 1;
                    continue;
                }
            };
            let repairs = &derivations.repairs().diagnostics;
            let tree = derivations.trees().next().expect("a tree");
            let (mut spelt, mut kept) = (String::new(), String::new());
            for (_, node) in tree.nodes().filter(|(_, node)| node.is_token()) {
                let name = if node.name() == "W" { "w" } else { node.name().trim_matches('"') };
                spelt.push_str(name);
                if !node.is_inserted() {
                    kept.push_str(node.text());
                }
            }
            assert!(Derivations::read(&strict, "input", &spelt).is_ok(), "{text:?}: {spelt:?}");
            let mut rest = text.chars();
            assert!(kept.chars().all(|kept| rest.any(|letter| letter == kept)), "{text:?}");
            let is_unchanged = spelt == text;
            assert_eq!(is_unchanged, is_in_language, "{text:?}");
            assert!(repairs.is_empty() || !is_in_language, "{text:?}");
            with += usize::from(!repairs.is_empty());
        }
        assert!(with > 100, "{wishes}: {with} repaired, {refused} refused");
    }
}

/// A repair names the statement that allows it; statements that concern markup are refused.
#[test]
fn repairs_cite_their_statements() {
    let lists = |statements: &str| {
        let rules = "start s ; tokenizer text ; skip / +/ ; token W = /w/ ; s ::= (W \";\")* ;";
        Grammar::source("lists.grammar", &format!("{rules}\n{statements}\n")).checked()
    };
    let (report, grammar) = lists("wish \";\" ;");
    assert!(report.is_faultless(), "{}", report.render(false));
    let grammar = grammar.expect("a grammar without mistakes");
    let derivations = crate::common::made(Derivations::read(&grammar, "input", "w w; ;;w"));
    insta::assert_snapshot!(derivations.repairs().render(false));
    let (report, _) =
        lists("wish \"x\" W for \";\" ; W -> adopt <a> ; \";\" excluded -> discard ;");
    insta::assert_snapshot!(report.render(false));
    let all = "start s ; tokenizer text-all ; token W = /w/ ; s ::= W* ; wish W ; W -> discard ;";
    let (report, _) = Grammar::source("all.grammar", all).checked();
    insta::assert_snapshot!(report.render(false));
}
