//! Compares the search on small grammars with an exhaustive one that merges nothing.

use super::alphabet::Alphabet;
use super::focus::{FocusNames, Nearness};
use super::probe::{Compared, Probe};
use super::search::{Search, SearchRound};
use super::side::{Setting, Side};
use super::{Options, distinguish};
use wishful::grammar::Grammar;

/// A grammar that exercises each part of a parser's state.
const SMALL: &str = r#"
start document ;
tokenizer html5 ;
latch seen set <u> clear <p> ;
style = <b> <i> ;
flow  = <p> <q> <u> style TEXT SPACE ;
document ::= <root> EOF ;
<root>   ::= flow* ;
<p>      ::= flow* excluding <p> ;
<q>      ::= flow* excluding [seen] <q> in <q> as quoting ;
<u> <b> <i> ::= flow* ;
formatting style markers <q> reopen {flow - <p>} special <p> ;
wish <root> for flow EOF ;
wish ends cost 2 for <p> ends EOF unless <q> ;
wish ends cost 3 for EOF ;
</b> </i> -> adopt <q> ;
<q> [quoting] -> close </q> unless <p> ;
ends -> cruft ;
"#;

fn side(name: &str, text: &str) -> Option<Side> {
    Side::new(name, |modes| Grammar::source("small.grammar", text).modes(modes).compile()).ok()
}

/// Returns the size of the smallest document of at most `most` tokens on which two grammars differ.
fn smallest(sides: &[Side], most: usize, merges: bool) -> Option<usize> {
    let statements: Vec<_> = sides.iter().map(|side| side.statements.clone()).collect();
    let focus = FocusNames::of(&statements);
    let alphabet = Alphabet::of(&statements, &focus);
    let probe = Probe { sides, compared: Compared::Trees, same_trees: true };
    let settings = [Setting::default()];
    let prices = vec![1; alphabet.kinds.len()];
    let mut search = Search::new(probe, &alphabet, &settings, prices, (most, 1));
    search.merges = merges;
    loop {
        match search.round() {
            SearchRound::Hit(hit) => return Some(hit.tokens),
            SearchRound::Done => return None,
            SearchRound::More => {}
        }
    }
}

/// Changes to the grammar. Each changes the effect of one part of a parser's state.
const CHANGES: [(&str, &str); 6] = [
    ("flow* excluding <p> ;", "flow* ;"),
    ("</b> </i> -> adopt <q> ;", ""),
    ("special <p>", "special <q>"),
    ("set <u> clear <p>", "set <u>"),
    ("markers <q>", "markers <u>"),
    ("<q> [quoting] -> close </q> unless <p> ;", ""),
];

#[test]
fn equal_states_have_equal_continuations() {
    let most = 3;
    let mut found = 0;
    for (written, instead) in CHANGES {
        let changed = SMALL.replace(written, instead);
        let sides = [side("small", SMALL).unwrap(), side("changed", &changed).expect(written)];
        let by_all = smallest(&sides, most, false);
        assert_eq!(smallest(&sides, most, true), by_all, "{written}");
        found += usize::from(by_all.is_some());
    }
    assert!(found >= 2, "{found} are told apart by {most} tokens");
}

/// Returns the class of a name.
fn class<'a>(alphabet: &'a Alphabet, name: &str) -> &'a Vec<String> {
    alphabet.classes.iter().find(|class| class.iter().any(|other| other == name)).unwrap()
}

#[test]
fn names_in_the_same_statements_form_one_class() {
    let sides = [side("small", SMALL).expect("it is a grammar")];
    let statements = vec![sides[0].statements.clone()];
    let alphabet = Alphabet::of(&statements, &FocusNames::of(&statements));
    assert_eq!(class(&alphabet, "b"), &["b", "i"]);
    let [p, q, u] = ["p", "q", "u"].map(|name| class(&alphabet, name).len());
    assert_eq!(p + q + u, 3);
}

#[test]
fn names_in_changed_statements_are_near() {
    let fewer = SMALL.replace("wish ends cost 3 for EOF ;", "").replace("set <u>", "set <b>");
    let sides = [side("small", SMALL).unwrap(), side("fewer", &fewer).unwrap()];
    let statements: Vec<_> = sides.iter().map(|side| side.statements.clone()).collect();
    let focus = FocusNames::of(&statements);
    for name in ["u", "seen", "EOF"] {
        assert_eq!(focus.nearness(name), Nearness::Direct, "{name}");
    }
    assert_eq!(focus.nearness("q"), Nearness::Near, "the rule of <q> asks for the latch");
    assert_eq!(focus.nearness("i"), Nearness::Far);
}

#[test]
fn equivalent_grammars_differ_on_no_document() {
    let renamed = SMALL.replace("flow", "anything").replace("style", "looks");
    let sides = [side("small", SMALL).unwrap(), side("renamed", &renamed).unwrap()];
    let options = Options { tokens: 4, ..Options::default() };
    let answer = distinguish(&sides, &options, &mut |_| true);
    assert!(answer.same && answer.tried == 0 && answer.found.is_none());
    let spared = format!("{SMALL}\n</q> in <p> -> cruft ;\n");
    let sides_spared = [side("small", SMALL).unwrap(), side("spared", &spared).unwrap()];
    let answer = distinguish(&sides_spared, &options, &mut |_| true);
    assert_eq!((answer.same, answer.exhausted), (false, Some(4)));
    assert!(answer.found.is_none(), "what is set aside in the end need not be set aside before");
    let remarked = format!("# A remark.\n{SMALL}");
    let sides = [side("small", SMALL).unwrap(), side("remarked", &remarked).unwrap()];
    let answer = distinguish(&sides, &options, &mut |_| true);
    assert!(answer.same && answer.tried == 0 && answer.found.is_none());
}

#[test]
fn the_answer_does_not_depend_on_the_number_of_threads() {
    let other = SMALL.replace("ends -> cruft ;", "");
    let sides = [side("small", SMALL).unwrap(), side("other", &other).unwrap()];
    let mut answers = Vec::new();
    for threads in [1, 3] {
        let options = Options { threads, tokens: 4, documents: 20_000, ..Options::default() };
        let answer = distinguish(&sides, &options, &mut |_| true);
        answers.push((answer.found, answer.exhausted, answer.tried));
    }
    assert_eq!(answers[0], answers[1]);
}
