//! Every text has answers, and the answers are consistent.

use super::{Project, SymbolKind, copied, highlights, outline, renamed, typed};
use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;
use wishful::grammar::compile::words::{LEXICAL_STATES, TERMINALS, TOKENIZERS};
use wishful::grammar::parse::reserved_words;
use wishful::grammar::pieces::acceptable;
use wishful::grammar::schema_help::help;
use wishful::grammar::{EmbeddedOnly, Grammar, shipped};

const MINE: &str = "use \"marpa\" ;
namespace svg ; # a \u{1F600}
mark LATE ;
chimes = <bell> <gong> {svg:{ <desc> }} ;
latch rung on set <bell> clear <gong> ;
<bell> <gong> ::= [rung] chimes* | TEXT* ;
<svg:desc> ::= TEXT* ;
block |= chimes ;
remove inline = <blink> ;
wish LATE cost 2 for </bell> unless <gong> ;
</bell> -> <bell> cruft ;
";

fn project(text: &str) -> Project<'static> {
    Project::new("/mine.grammar", text, &EmbeddedOnly)
}

/// Calls all queries of an editor for a text at an offset.
fn ask_all(text: &str, offset: usize) {
    let project = project(text);
    let completions = project.completions("/mine.grammar", offset);
    assert!(completions.is_sorted(), "{completions:?}");
    if let Some(hover) = project.hover("/mine.grammar", offset) {
        assert!(hover.span.range().start <= offset && offset <= hover.span.range().end);
        assert!(!hover.text.is_empty());
    }
    if let Some(found) = project.symbol_at("/mine.grammar", offset) {
        assert!(project.references(&found.symbol).contains(&found));
        assert!(!project.definitions(&found.symbol).is_empty());
    }
    assert_eq!(typed(text, offset).range().end, offset);
}

#[test]
fn every_beginning_of_a_text_has_answers() {
    // The used grammar is left out to save time.
    let text = MINE.replace("use \"marpa\" ;", "");
    for (at, _) in text.char_indices() {
        ask_all(&text[..at], at);
        assert!(outline(&text[..at]).iter().all(|entry| !entry.name.is_empty()));
        let after: String = text[at..].chars().skip(9).collect();
        let rest = format!("{}{after}", &text[..at]);
        ask_all(&rest, at);
    }
}

#[test]
fn noise_and_depth_have_answers() {
    let mut random = fastrand::Rng::with_seed(7);
    let parts = [
        "<p>",
        "</p>",
        "(",
        "{",
        "}",
        ";",
        "\n",
        "=",
        "::=",
        "\"",
        "#",
        "é",
        "\u{1F600}",
        "name",
        "TEXT",
        "/",
        "[",
        "svg:{",
        "replace",
    ];
    for _ in 0..300 {
        let text: String = (0..30).map(|_| parts[random.usize(..parts.len())]).collect();
        ask_all(&text, text.len());
        let found = highlights(&text);
        assert!(found.windows(2).all(|two| two[0].span.end <= two[1].span.start), "{text:?}");
    }
    for sign in ["(", "{", "x ::= (", "x = {", "\n<p>", "[x] "] {
        let text = sign.repeat(20_000);
        assert!(outline(&text).len() <= 1, "{sign}");
        acceptable(&text, text.len());
    }
}

#[test]
fn symbols_are_distinguished_and_found_everywhere() {
    let project = project(MINE);
    let kinds = [
        ("chimes", SymbolKind::Name, "chimes", 3),
        ("rung", SymbolKind::Switch, "rung", 2),
        ("LATE", SymbolKind::Terminal, "LATE", 2),
        ("bell>", SymbolKind::Element, "bell", 6),
        ("desc", SymbolKind::Element, "svg:desc", 2),
        ("svg ", SymbolKind::Namespace, "svg", 3),
    ];
    for (needle, kind, name, count) in kinds {
        let offset = MINE.find(needle).expect(needle) + 1;
        let found = project.symbol_at("/mine.grammar", offset).expect(needle);
        assert_eq!((found.symbol.kind, found.symbol.name.as_str()), (kind, name));
        let own =
            project.references(&found.symbol).into_iter().filter(|one| one.file == "/mine.grammar");
        assert_eq!(own.count(), count, "{needle}");
    }
}

#[test]
fn every_symbol_of_the_shipped_grammars_is_found_again() {
    for grammar in shipped() {
        let name = format!("{}.grammar", grammar.name);
        let index = super::index::Index::of(grammar.text);
        assert!(index.stretches.iter().all(|stretch| !stretch.line.is_empty()), "{name}");
        for spot in &index.spots {
            let written = spot.span.of(grammar.text).to_lowercase();
            let name = spot.symbol.name.to_lowercase();
            assert_eq!(name.rsplit(':').next(), Some(written.as_str()));
        }
    }
}

#[test]
fn every_word_has_its_own_help() {
    let mut texts = HashMap::new();
    let names = TERMINALS.all().chain(LEXICAL_STATES.all()).chain(TOKENIZERS.all());
    let words = reserved_words().chain(names).chain(["all", "ends"]);
    for word in words.collect::<BTreeSet<_>>() {
        let text = help(word).unwrap_or_else(|| panic!("`{word}` has no help"));
        assert_eq!(texts.insert(text, word), None, "{word}");
    }
    assert!(help("frobnicate").is_none() && help("=").is_none());
}

#[test]
fn words_of_a_statement_are_explained_on_hover() {
    let text =
        "void <br> ;\n<p> ::= flow* excluding <p> until <div> ;\nwish <tr> cost 2 for <td> ;";
    let project = project(text);
    let cases = [
        ("void", "void guard? elements ;"),
        ("excluding", "no X is acceptable at any depth"),
        ("until", "elements inside which the line no longer holds"),
        ("for", "the tokens for whose sake"),
        ("wish", "wish tags (cost NUMBER)? (for items)? (unless items)? ;"),
    ];
    for (word, part) in cases {
        let offset = text.find(word).expect(word) + 1;
        let hover = project.hover("/mine.grammar", offset).expect(word);
        assert_eq!(hover.span.of(text), word);
        assert!(hover.text.contains(part), "{word}: {}", hover.text);
    }
}

/// Most editors cannot fold a hover, so a long list has its first members and the number of others.
#[test]
fn long_lists_of_a_hover_are_cut() {
    let rules: String = (0..12).map(|at| format!("<x{at}> ::= many* ;\n")).collect();
    let members: Vec<String> = (0..10).map(|at| format!("<x{at}>")).collect();
    let text = format!("many = {} ;\n{rules}<p> ::= many* ;", members.join(" "));
    let project = project(&text);
    let set = project.hover("/mine.grammar", 1).expect("a name").text;
    assert!(set.contains("a set of 10\n") && set.contains("<x7>  # and 2 more\n"), "{set}");
    assert!(set.contains("and 13 more statements"), "{set}");
    let element = project.documentation("<x1>", Some(SymbolKind::Element)).expect("an element");
    assert!(element.contains("<x1> ::= many* ;"), "{element}");
}

#[test]
fn a_copied_statement_replaces_its_original() {
    for (name, step) in [("marpa", 1), ("whatwg", 7), ("no-foster", 1)] {
        let grammar = shipped().find(|grammar| grammar.name == name).expect(name);
        for entry in outline(grammar.text).iter().step_by(step) {
            let Some((span, copy)) = copied(grammar.text, entry.span.range().start) else {
                continue;
            };
            assert_eq!(span, entry.span);
            let variant = format!("use \"{name}\" ;\n{copy}\n");
            let compiled = Grammar::source("mine.grammar", &variant).compile();
            assert!(compiled.is_ok(), "{name}: {copy}");
        }
    }
}

/// Reports whether a text may continue with a label.
fn is_accepted(before: &str, label: &str) -> bool {
    let text = format!("{before} {label} ");
    !acceptable(&text, text.len()).0.is_empty()
}

#[test]
fn completion_offers_only_acceptable_words() {
    let text = MINE.replace("use \"marpa\" ;", "");
    let mut offered = 0;
    for (at, _) in text.match_indices(' ') {
        let before = &text[..at + 1];
        for one in project(before).completions("/mine.grammar", before.len()) {
            offered += 1;
            assert!(is_accepted(before, &one.label), "{before:?} does not go on with {one:?}");
        }
    }
    assert!(offered > 500, "{offered}");
}

/// Returns the labels of the completions at the end of a text.
fn labels(text: &str) -> Vec<String> {
    let found = project(text).completions("/mine.grammar", text.len());
    found.into_iter().map(|one| one.label).collect()
}

fn has(text: &str, label: &str) -> bool {
    labels(text).iter().any(|one| one == label)
}

#[test]
fn completion_offers_the_expected_kinds() {
    assert!(has("use \"wha", "\"whatwg\""));
    assert!(has("tokenizer ", "sgml-shorttag") && !has("tokenizer ", "ends"));
    assert!(has(&format!("{MINE}\nblock |= chi"), "chimes"));
    assert!(has(&format!("{MINE}\nblock |= <be"), "<bell>"));
    assert!(
        has(&format!("{MINE}\n<p> |= ["), "rung") && !has(&format!("{MINE}\n<p> |= ["), "chimes")
    );
    assert!(has(&format!("{MINE}\nsoft </bell> "), "keeping"));
    assert!(labels("# a comment ").is_empty());
    let half_typed = format!("{MINE}\nchi");
    assert!(has(&half_typed, "chimes") && !has(&half_typed, "chi"));
    assert!(has(&format!("{MINE}\nchimes"), "chimes"));
}

fn compiled(files: &HashMap<PathBuf, String>) -> Grammar {
    let grammar = Grammar::named("/mine.grammar").loader(files).compile();
    grammar.map_err(|report| report.render(false)).unwrap()
}

#[test]
fn a_rename_leaves_the_compiled_grammar_unchanged() {
    let base = "start document ;\ntokenizer html5 ;\ndocument ::= <p> EOF ;\n<p> ::= words* ;\nwords = TEXT SPACE ;\nwish <p> ends ;\nTEXT SPACE COMMENT DOCTYPE <*> </*> -> cruft ;\n";
    let variant = "use \"base.grammar\" ;\nreplace <p> ::= words words* ;\n";
    let files = HashMap::from([
        (PathBuf::from("/base.grammar"), base.to_owned()),
        (PathBuf::from("/mine.grammar"), variant.to_owned()),
    ]);
    let projects = [
        Project::new("/base.grammar", base, &files),
        Project::new("/mine.grammar", variant, &files),
    ];
    let symbol =
        projects[1].symbol_at("/mine.grammar", variant.find("words").unwrap()).unwrap().symbol;
    let occurrences = renamed(&projects, "/base.grammar", &symbol, "prose", &|_| true).unwrap();
    let mut written = files.clone();
    for (name, places) in &occurrences {
        let text = written.get_mut(&PathBuf::from(name)).unwrap();
        for place in places.iter().rev() {
            text.replace_range(place.span.range(), "prose");
        }
    }
    assert!(written.values().all(|text| !text.contains("words")));
    assert_eq!(compiled(&files).rules().rule_count(), compiled(&written).rules().rule_count());
    for wrong in ["all", "wish", "Prose", "a b", "", "document", "é"] {
        let refused = renamed(&projects, "/base.grammar", &symbol, wrong, &|_| true);
        assert!(refused.is_err(), "{wrong}");
    }
    let locked =
        renamed(&projects, "/base.grammar", &symbol, "prose", &|name| name != "/base.grammar");
    assert!(locked.unwrap_err().to_string().contains("/base.grammar"));
}

#[test]
fn shipped_grammars_refuse_renames() {
    let project = [project(MINE)];
    let symbol = project[0].symbol_at("/mine.grammar", MINE.find("block").unwrap()).unwrap().symbol;
    let is_own = &|name: &str| name.starts_with('/');
    let refusal = renamed(&project, "/mine.grammar", &symbol, "blocks", is_own).unwrap_err();
    assert!(refusal.to_string().contains("marpa.grammar"), "{refusal}");
}

#[test]
fn an_incomplete_statement_does_not_affect_the_next() {
    let text = "chimes = <bell>\n\n<gong> ::= TEXT* ;\n";
    let kinds: Vec<_> = outline(text).iter().map(|entry| entry.kind).collect();
    assert_eq!(kinds, ["statement", "rule"]);
}
