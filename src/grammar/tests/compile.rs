//! Compiles small grammars and checks what the engine accepts.

use crate::earley::{Options, Recogniser, TerminalId, Word};
use crate::grammar::graph;
use crate::grammar::load::load_text;
use crate::grammar::model::{CompiledRemedy, TerminalKind};
use crate::grammar::{Grammar, Modes};

fn grammar(text: &str) -> Grammar {
    with_modes(text, &[])
}

fn with_modes(text: &str, modes: &[&str]) -> Grammar {
    let head = "start document ; tokenizer html5 ;";
    let modes = Modes::on(modes.iter().copied());
    match Grammar::source("test.grammar", &format!("{head}{text}")).modes(&modes).compile() {
        Ok(grammar) => grammar,
        Err(report) => panic!("{}", report.render(false)),
    }
}

/// Returns the terminals that a word such as `<p>` or `TEXT` may be read as.
fn candidates(grammar: &Grammar, word: &str) -> Vec<TerminalId> {
    if let Some(name) = word.strip_prefix("</") {
        return grammar.end_terminals(name.trim_end_matches('>')).to_vec();
    }
    if let Some(name) = word.strip_prefix('<') {
        let starts = grammar.start_terminals(name.trim_end_matches('>'));
        let mut candidates = Vec::new();
        for start in starts {
            if start.test.is_none() {
                candidates.push(start.terminal);
            }
        }
        return candidates;
    }
    let all = (0..grammar.rules().terminal_count()).map(TerminalId::new);
    all.filter(|&terminal| grammar.spelling(terminal) == word).collect()
}

/// Returns a recogniser after some words; wildcards have the label 1.
fn after(grammar: &Grammar, words: &str) -> Recogniser {
    let mut recogniser = Recogniser::new(grammar.rules().clone(), Options::default());
    for word in words.split_whitespace() {
        let Some(accepted) = words_of(grammar, word).find(|&w| recogniser.accepts(w)) else {
            panic!("{word} in {words} is refused; expected {:?}", expected(grammar, &recogniser));
        };
        recogniser.read(accepted).expect("it is acceptable");
    }
    recogniser
}

fn words_of<'a>(grammar: &'a Grammar, word: &str) -> impl Iterator<Item = Word> + 'a {
    candidates(grammar, word).into_iter().map(|terminal| {
        let is_wild = match grammar.terminal_kind(terminal) {
            TerminalKind::Start(element) | TerminalKind::End(element) => {
                grammar.element(element).name.is_none()
            }
            _ => false,
        };
        Word { terminal, label: u32::from(is_wild) }
    })
}

fn expected(grammar: &Grammar, recogniser: &Recogniser) -> Vec<String> {
    let expected = recogniser.expected();
    expected.iter().map(|t| grammar.spelling(TerminalId::new(t)).to_owned()).collect()
}

/// Reports whether a word is acceptable after others.
fn accepts(grammar: &Grammar, words: &str, word: &str) -> bool {
    let recogniser = after(grammar, words);
    words_of(grammar, word).any(|word| recogniser.accepts(word))
}

const TABLES: &str = "
    void <br> ;
    flow = <p> <br> <table> TEXT ;
    document ::= <body> EOF ;
    <body> ::= flow* ;
    <p> ::= flow*  excluding <p> until <td> ;
    <table> ::= (<caption> <tr>+)? ;
    <tr> ::= (<td> | SPACE)+ ;
    <caption> ::= TEXT* ;
    <td> ::= flow* ;
    wish <caption> <tr> ;
    wish </tr> </td> cost 3 for <tr> ;
    TEXT SPACE -> <td> cruft ;
    TEXT -> </td> ;";

#[test]
fn repetition_and_groups() {
    let grammar = grammar(TABLES);
    assert!(accepts(&grammar, "<body> <br> TEXT <p> <br>", "<br>"));
    assert!(!accepts(&grammar, "<body> <table>", "<tr>"));
    assert!(accepts(&grammar, "<body> <table>", "</table>"));
    assert!(accepts(&grammar, "<body> <table> <caption> </caption>", "<tr>"));
    assert!(!accepts(&grammar, "<body> <table> <caption> </caption>", "</table>"));
    assert!(!accepts(&grammar, "<body> <table> <caption> </caption> <tr>", "</tr>"));
    assert!(accepts(&grammar, "<body> <table> <caption> </caption> <tr> SPACE </tr>", "<tr>"));
    assert!(accepts(&grammar, "<body> TEXT </body>", "EOF"));
    assert!(grammar.frame_finite());
}

#[test]
fn exclusions_end_at_their_boundary() {
    let grammar = grammar(TABLES);
    assert!(!accepts(&grammar, "<body> <p>", "<p>"));
    let cell = "<body> <p> <table> <caption> </caption> <tr> <td>";
    assert!(accepts(&grammar, cell, "<p>"));
    assert!(!accepts(&grammar, &format!("{cell} <p>"), "<p>"));
}

#[test]
fn wishes_and_remedies_by_terminal() {
    let grammar = grammar(TABLES);
    let terminal = |word| candidates(&grammar, word)[0];
    let for_row = grammar.wishes(terminal("<tr>")).expect("wishes");
    assert_eq!(for_row.cost(terminal("</td>")), Some(3));
    assert_eq!(for_row.cost(terminal("<caption>")), Some(1));
    let for_text = grammar.wishes(terminal("TEXT")).expect("wishes");
    assert_eq!(for_text.cost(terminal("</td>")), None);
    let mut compiled = Vec::new();
    for line in grammar.remedies(terminal("TEXT")) {
        compiled.push(match &line.remedy {
            CompiledRemedy::Insert(insert) => grammar.spelling(insert.tags[0]).to_owned(),
            other => format!("{other:?}"),
        });
    }
    assert_eq!(compiled, ["Grant", "<td>", "Cruft", "</td>"]);
    let place = grammar.wish_place(terminal("<tr>"), terminal("</td>")).expect("a place");
    assert_eq!(grammar.cites(place).1, "wish </tr> </td> cost 3 for <tr> ;");
}

/// Returns the total size of the tables of a grammar with `elements` elements. Each element has its
/// own wishes and its own remedy, besides those for all.
fn size_of_tables(elements: usize) -> usize {
    let (mut names, mut own) = (String::new(), String::new());
    for i in 0..elements {
        names += &format!(" <x{i}>");
        own += &format!(
            "wish </x{i}> cost 3 for <x{i}> ; <x{i}> in <x0> -> cruft ; wish <x{i}> cost 5 ;"
        );
    }
    let tables = grammar(&format!(
        "document ::= flow* EOF ; {{flow - TEXT}} ::= flow* ; flow ={names} TEXT ;
         wish ends cost 4 for flow ; flow ends EOF -> ends cruft ; {own}"
    ))
    .tables;
    let mut size = tables.for_all.len() + tables.of_terminals.len();
    size += tables.lists.iter().map(Vec::len).sum::<usize>();
    size += tables.lines.iter().map(Vec::len).sum::<usize>();
    for wish in &tables.wishes {
        size += wish.items.len();
    }
    for permitted in &tables.permitted {
        size += permitted.wishes.len();
    }
    for remedies in &tables.remedies {
        size += remedies.lines.len() + usize::from(remedies.implied.is_some());
    }
    size
}

#[test]
fn tables_grow_with_the_grammar() {
    let (one, two, four) = (size_of_tables(100), size_of_tables(200), size_of_tables(400));
    assert!(two - one > 100, "they grow: {one}, {two}");
    assert!(four - two <= 2 * (two - one) + 10, "{one}, {two}, {four}");
}

#[test]
fn modes_choose_alternatives() {
    let text = "mode m ; document ::= <p>* EOF ; <p> ::= [m] TEXT* | [!m] SPACE* ;";
    assert!(accepts(&with_modes(text, &["m"]), "<p>", "TEXT"));
    assert!(!accepts(&grammar(text), "<p>", "TEXT"));
    assert!(accepts(&grammar(text), "<p>", "SPACE"));
}

#[test]
fn an_element_of_a_parent_has_its_own_rule() {
    let grammar = grammar(
        "document ::= <head> <body> EOF ; both = <noscript> SPACE ;
         <head> ::= both* ; <body> ::= (both | <b>)* ; <b> ::= both* ;
         <noscript> ::= TEXT* ; <head>/<noscript> ::= SPACE* ;",
    );
    assert!(accepts(&grammar, "<head> <noscript>", "SPACE"));
    assert!(!accepts(&grammar, "<head> <noscript>", "TEXT"));
    assert!(accepts(&grammar, "<head> </head> <body> <noscript>", "TEXT"));
    assert!(accepts(&grammar, "<head> </head> <body> <b> <noscript>", "TEXT"));
    assert_eq!(grammar.start_terminals("noscript").len(), 2);
    assert_eq!(grammar.end_terminals("noscript").len(), 1);
    let first = grammar.start_terminals("noscript")[0].terminal;
    let TerminalKind::Start(element) = grammar.terminal_kind(first) else { panic!("a start tag") };
    assert!(grammar.element(element).parent.is_some());
}

#[test]
fn exceptions_of_a_group_apply_to_its_content() {
    let grammar = grammar(
        "document ::= <t> EOF ; flow = <div> <form> <td> TEXT ;
         <t> ::= <td>* | <tr> ({flow - <form>} excluding <form> until <td>)* ;
         <tr> ::= TEXT* ; <div> <form> <td> ::= flow* ;",
    );
    assert!(accepts(&grammar, "<t> <td> <div>", "<form>"));
    assert!(!accepts(&grammar, "<t> <tr> </tr> <div>", "<form>"));
    assert!(accepts(&grammar, "<t> <tr> </tr> <div> <td>", "<form>"));
}

#[test]
fn wildcards_match_unnamed_elements() {
    let grammar = grammar(
        "namespace svg ; flow = all - <svg> + <svg:svg> TEXT ; document ::= <p>* EOF ;
         <p> <*> ::= flow* ; <svg:*> ::= svg:{all}* ; <svg:desc> ::= flow* ;",
    );
    assert!(!grammar.names("blink") && grammar.names("desc"));
    assert!(accepts(&grammar, "<p> <blink>", "<p>"));
    assert!(accepts(&grammar, "<p> <blink>", "</blink>"));
    assert!(!accepts(&grammar, "<p> <svg>", "TEXT"));
    assert!(accepts(&grammar, "<p> <svg> <desc>", "TEXT"));
    assert!(accepts(&grammar, "<p> <svg> <blink> <p>", "<desc>"));
    assert!(accepts(&grammar, "<p> <desc>", "TEXT"));
}

#[test]
fn attributes_make_terminals_of_their_own() {
    let grammar = grammar(
        "document ::= <p>* EOF ; void <input> ; flow = <input> TEXT ;
         <p> ::= {flow - <input type=hidden>}* ;",
    );
    let starts = grammar.start_terminals("input");
    assert_eq!(starts.len(), 2);
    assert!(starts[0].test.is_some() && starts[1].test.is_none());
    let recogniser = after(&grammar, "<p>");
    assert!(!recogniser.accepts(Word::plain(starts[0].terminal)));
    assert!(recogniser.accepts(Word::plain(starts[1].terminal)));
}

#[test]
fn inclusions_are_admitted_at_any_depth() {
    let grammar = grammar(
        "document ::= <pre> EOF ; <pre> ::= <b>* including <ins> ; <b> ::= TEXT ; <ins> ::= TEXT* ;",
    );
    assert!(accepts(&grammar, "<pre> <b>", "<ins>"));
    assert!(!accepts(&grammar, "<pre> <b> <ins> </ins>", "</b>"));
    assert!(accepts(&grammar, "<pre> <b> <ins> </ins> TEXT", "</b>"));
}

#[test]
fn general_grammars_are_not_frame_finite() {
    assert!(!grammar("document ::= nest EOF ; nest ::= TEXT nest SPACE | ;").frame_finite());
    assert!(grammar("document ::= list EOF ; list ::= list TEXT | ;").frame_finite());
    assert!(grammar("document ::= list EOF ; list ::= TEXT list | ;").frame_finite());
    assert!(!grammar("document ::= list EOF ; list ::= list list | TEXT ;").frame_finite());
}

/// Prints a grammar that uses another one, merged, with a loader in memory.
fn shown(main: &str, base: &str) -> String {
    let files = std::collections::HashMap::from([("base.grammar".into(), base.to_owned())]);
    let (sources, mistakes) = load_text("main.grammar", main, &files);
    assert!(mistakes.is_empty(), "{mistakes:?}");
    crate::grammar::print::file(&crate::grammar::statements::Statements::of(sources.units).file())
}

const BASE: &str = "start document ; tokenizer html5 ; cell = <td> <th> ; void <br> <hr> ;
    document ::= (cell | <br> | <hr> | TEXT)* EOF ; cell ::= TEXT* ;
    <td> -> cruft ; TEXT -> <td> ; wish </td> </th> ;";

#[test]
fn a_variant_edits_its_base() {
    let text = shown(
        "use \"base.grammar\" ; replace <td> ::= SPACE* ; cell |= <tq> ; remove void <br> ;
         <br> ::= ; TEXT -> <th> ; remove wish </th> ; remove <td> -> ; document |= EOF ;",
        BASE,
    );
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for line in [
        "cell = <td> <th> <tq> ;",
        "{cell - <td>} ::= TEXT* ;",
        "<td> ::= SPACE* ;",
        "void <hr> ;",
        "wish </td> ;",
        "EOF | EOF ;",
    ] {
        assert!(flat.contains(line), "{line} in {flat}");
    }
    assert!(!flat.contains("-> cruft"), "{flat}");
    let (ours, theirs) = (flat.find("TEXT -> <th>"), flat.find("TEXT -> <td>"));
    assert!(ours.is_some() && ours < theirs, "remedies of the variant come first: {flat}");
}

#[test]
fn graphs_are_drawn() {
    let rules = graph::rules(&Grammar::source("main.grammar", BASE).compile().unwrap());
    assert!(rules.starts_with("digraph rules {") && rules.contains("[shape=box, label=\"<td>\"]"));
    let nested = "start document ; tokenizer html5 ; document ::= <ul> EOF ; <ul> ::= <li>* ;
        <li> ::= (<ul> | <b> | <i>)* ; <b> <i> ::= TEXT* ;";
    let drawn = graph::containment(&Grammar::source("main.grammar", nested).compile().unwrap());
    assert!(drawn.contains("[label=\"<b> <i>\"]"), "{drawn}");
    assert_eq!(drawn.matches("->").count(), 3, "{drawn}");
}

#[test]
fn an_expansion_that_is_too_large_is_one_error() {
    let names: String = (0..1000).map(|i| format!(" <x{i}>")).collect();
    let rules: String = (0..1000).map(|i| format!("<x{i}>/s ::= TEXT* ;\n")).collect();
    let text = format!(
        "start document ; tokenizer html5 ; document ::= s* EOF ; s ={names} ;\n<*> ::= s* ;\n{rules}"
    );
    let error = Grammar::source("large.grammar", &text).compile().expect_err("a million rules");
    let text = error.to_string();
    let first =
        "error[limit]: with its sets expanded, this grammar exceeds the limit of 500000 parts";
    assert_eq!((text.lines().next(), text.matches("error[").count()), (Some(first), 1), "{text}");
}

#[test]
fn an_expansion_that_is_too_large_is_reported_at_its_rule() {
    let names: String = (0..1000).map(|i| format!(" <x{i}>")).collect();
    let rules: String =
        (0..1000).map(|i| format!("<x{i}>/<y> ::= TEXT* ;\n<x{i}> ::= s* ;\n")).collect();
    let head = "start document ; tokenizer html5 ; document ::= s* EOF ;";
    let text = format!("{head} s = <y>{names} ;\n<*> ::= s* ;\n{rules}void <hr> ;\n");
    let error = Grammar::source("large.grammar", &text).compile().expect_err("a million rules");
    let text = error.to_string();
    assert!(text.contains("error[limit]") && text.contains("::= s* ;"), "{text}");
    assert!(!text.contains("void <hr>"), "{text}");
}
