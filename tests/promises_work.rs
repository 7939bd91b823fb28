//! Work is linear in the input: each counter on its own, at `n` and at `2n`.

use wishful::slippers::Work;
use wishful::{Grammar, ParseOptions, Parser};

/// A family of inputs by size.
type Family = (&'static str, fn(usize) -> String);

const FAMILIES: [Family; 9] = [
    ("nested div", |n| "<div>".repeat(n)),
    ("unclosed b", |n| "<b>".repeat(n)),
    ("nested table", |n| "<table><tr><td>".repeat(n)),
    ("bare nested tables", |n| "<table>".repeat(n)),
    ("paragraphs", |n| "<p>a".repeat(n)),
    ("hopeless end tags", |n| format!("{}{}", "<div>".repeat(n), "</x>".repeat(n))),
    ("unknown elements", |n| (0..n).map(|i| format!("<x{i}>")).collect()),
    ("crossed inline", |n| "<b><i>x</b>y</i>".repeat(n)),
    ("attributes", |n| format!("<p {}>", (0..n).map(|i| format!("a{i}=1 ")).collect::<String>())),
];

/// What the remedies of the standard's grammar walk over, and what its lines refuse again and again.
const STANDARD: [Family; 37] = [
    ("text in unclosed b", |n| "<b>x".repeat(n)),
    ("unclosed p in divs", |n| "<div><p>x".repeat(n)),
    ("cells", |n| format!("<table>{}", "<tr><td>x".repeat(n))),
    ("nested lists", |n| "<ul><li>x".repeat(n)),
    ("adopted blocks", |n| "<b><p>x</b>y</p>".repeat(n)),
    ("links in blocks", |n| "<a href=x><div>x".repeat(n)),
    ("fostered text", |n| format!("<table>{}", "x<tr>".repeat(n))),
    ("fostered links", |n| "<table><a>x".repeat(n)),
    ("end tags of nothing", |n| format!("{}{}", "<div>".repeat(n), "</b></p></li></td>".repeat(n))),
    ("options", |n| format!("<select>{}", "<option>x<optgroup>y".repeat(n))),
    ("selects", |n| "<select><option>x".repeat(n)),
    ("templates", |n| "<template><tr><td>x".repeat(n)),
    ("closed templates", |n| "<template><p>x</template>".repeat(n)),
    ("foreign", |n| "<svg><g><foreignObject><p>x".repeat(n)),
    ("foreign end tags", |n| format!("{}{}", "<svg><g>".repeat(n), "</x>".repeat(n))),
    ("forms out of scope", |n| {
        format!("<form><table><tr><td>{}{}", "<div>".repeat(n), "</form>".repeat(n))
    }),
    ("formatting out of scope", |n| format!("<b><table>{}{}", "<div>".repeat(n), "</b>".repeat(n))),
    ("rows out of scope", |n| {
        format!("<table><tr><td><template>{}{}", "<div>".repeat(n), "<tr>".repeat(n))
    }),
    ("fonts", fonts),
    ("fonts and their end tags", |n| format!("{}{}", fonts(n), "</font>".repeat(n))),
    ("pending fonts", |n| format!("<p>{}</p>x{}", fonts(n), "</font>y".repeat(n))),
    ("pending fonts in vain", |n| format!("<p>{}</p><svg>{}", fonts(n), "x<g>".repeat(n))),
    ("fonts all alike", |n| "<font size=1 color=2><font color=2 size=1>".repeat(n)),
    ("other end tags in fonts", |n| format!("{}{}", fonts(n), "<i></i>".repeat(n))),
    ("adoption of blocks", |n| format!("<b>{}{}", "<div>".repeat(n), "</b>".repeat(n))),
    ("adoption between blocks", |n| format!("<b>{}", "<div></b>".repeat(n))),
    ("adoption in turns", |n| {
        format!("<b><i><u>{}{}", "<div>".repeat(n), "</b></i></u>".repeat(n))
    }),
    ("adoption past fonts", |n| {
        format!("<b><i>{}{}{}", "<div>".repeat(n), fonts(n), "</b></i>".repeat(n))
    }),
    ("adoption that drops what is between", |n| {
        format!("{}{}{}", bolds(n), "<div><span>".repeat(n), "</b>".repeat(n))
    }),
    ("adoption that drops all between", |n| {
        format!("{}{}{}{}", bolds(n), "<span>".repeat(n), "<div>".repeat(n), "</b>".repeat(n))
    }),
    ("adoption in turns that drops", |n| {
        let all: String = (0..n).map(|i| format!("<b id={i}><i id={i}><span><div>")).collect();
        format!("{all}{}", "</b></i>".repeat(n))
    }),
    ("links that drop", |n| (0..n).map(|i| format!("<a id={i}><div><span>")).collect()),
    ("hopeless end tags between latches", |n| {
        format!("{}{}", "<div>".repeat(n), "<form></x></form>".repeat(n))
    }),
    ("hopeless end tags of formatting between latches", |n| {
        format!("{}{}", "<div>".repeat(n), "<form></b></p></li></form>".repeat(n))
    }),
    ("hopeless rows between latches", |n| {
        format!("{}{}", "<div>".repeat(n), "<form><tr></td></form>".repeat(n))
    }),
    ("forms with blocks", |n| format!("<form>{}", "<div></form><form>".repeat(n))),
    ("second bodies", |n| format!("{}{}", "<div>".repeat(n), "<body a=1><html b=1>".repeat(n))),
];

/// Formatting elements no two of which are alike.
fn fonts(n: usize) -> String {
    (0..n).map(|i| format!("<font size={i}>")).collect()
}

fn bolds(n: usize) -> String {
    (0..n).map(|i| format!("<b id={i}>")).collect()
}

/// Grammars whose wishes lead to searches, each with its families.
fn wishing() -> Vec<(Parser, Vec<Family>)> {
    let grammar = |name: &str, text: String| {
        let text = format!("start document ;\ntokenizer html5 ;\n{text}");
        match Grammar::from_text(name, &text) {
            Ok(grammar) => Parser::new(grammar).expect("it runs"),
            Err(report) => panic!("{}", report.render(false)),
        }
    };
    let tags = |range: std::ops::Range<usize>, name: &str, after: &str| -> String {
        range.map(|i| format!("<{name}{i}>{after} ")).collect()
    };
    let lists = |count: usize, content: &str| -> String {
        (1..=count).map(|i| format!("<a{i}> ::= {content} excluding <a{i}> ;\n")).collect()
    };
    let tables = "document ::= (<table> | TEXT)* EOF ;
        <table> ::= <tbody>* ; <tbody> ::= <tr>* ; <tr> ::= <td>* ; <td> ::= (<table> | TEXT)* ;
        wish <table> <tbody> <tr> <td> ; wish ends ;";
    let ordered = format!(
        "document ::= <t>? EOF ; <t> ::= {} <row>? ; <row> <b> ::= (<b> | TEXT)* ;
         {{ {} }} ::= TEXT* ; wish ends ;",
        tags(0..60, "c", "?"),
        tags(0..60, "c", ""),
    );
    let many = |content: &str, around: &str| {
        let cheap = tags(1..17, "a", "");
        format!(
            "f = {cheap} <big> TEXT CRUFT ; document ::= (<t> | CRUFT)* EOF ; <t> ::= f* {around} ;
             {} <big> ::= <goal>* ; <goal> <x> ::= (TEXT | CRUFT)* ;
             wish {cheap} ; wish <big> cost 20 ; wish ends ;",
            lists(16, content),
        )
    };
    vec![
        (
            grammar("tables", tables.to_owned()),
            vec![
                ("cells in no table", |n| "<td>x".repeat(n)),
                ("tables in tables", |n| "<table>".repeat(n)),
                ("rows and sections", |n| "<td><tbody>".repeat(n)),
                ("unknown end tags", |n| format!("{}{}", "<td>".repeat(n), "</x>".repeat(n))),
            ],
        ),
        (
            grammar("ordered", ordered),
            vec![("children too late", |n| {
                let late: String = (0..n).map(|i| format!("<c{}>", i % 60)).collect();
                format!("<t><row>{}{late}", "<b>".repeat(n))
            })],
        ),
        (
            grammar("many wishes", many("f*", "")),
            vec![
                ("each granted", |n| "<t><goal>x</t>".repeat(n)),
                ("one after the other", |n| format!("<t>{}", "<goal>x".repeat(n))),
                ("inside the others", |n| format!("<t>{}", "<a1><a2><goal>".repeat(n))),
            ],
        ),
        (
            grammar("many wishes in vain", many("f*", "excluding <big>")),
            vec![("in vain", |n| format!("<t>{}", "<goal>x".repeat(n)))],
        ),
        (
            grammar("many wishes given up", many("f* <x>?", "excluding <big>")),
            vec![("given up", |n| format!("<t>{}", "<goal>x".repeat(n)))],
        ),
    ]
}

fn work(parser: &Parser, text: &str) -> Work {
    parser.parse_str(text, &ParseOptions::default()).expect("input never fails").work()
}

fn check(parser: &Parser, family: &Family, n: usize) {
    let (name, input) = family;
    // What is learnt once would hide in the first number what is done again and again.
    work(parser, &input(n));
    let [one, two] = [n, 2 * n].map(|n| work(parser, &input(n)).counters());
    let grammar = parser.grammar().name();
    for ((counter, one), (_, two)) in one.into_iter().zip(two) {
        assert!(two * 10 <= one * 21, "{counter}, {name} with {grammar}: {one} at n, {two} at 2n");
    }
}

#[test]
fn work_is_linear() {
    for name in ["marpa", "marpa-2009"] {
        let parser = Parser::new(Grammar::load(name).expect("it is shipped")).expect("it runs");
        FAMILIES.iter().for_each(|family| check(&parser, family, 4000));
    }
}

#[test]
fn work_of_the_standard_is_linear() {
    let parser = Parser::new(Grammar::load("whatwg").expect("it is shipped")).expect("it runs");
    FAMILIES.iter().chain(&STANDARD).for_each(|family| check(&parser, family, 1000));
}

#[test]
fn work_of_wishes_is_linear() {
    for (parser, families) in wishing() {
        families.iter().for_each(|family| check(&parser, family, 6000));
    }
}

/// What was once a cliff: so many failures that all of them were forgotten.
#[test]
fn failures_are_not_forgotten() {
    let wishing = wishing();
    let (parser, families) = &wishing[1];
    let work = work(parser, &families[0].1(22_000));
    assert!(work.engine.search_nodes < 62 * 22_000 + 10_000, "{work:?}");
    assert_eq!(work.engine.search_limits, 0);
}

/// A search that was given up, or found nothing, is not made again in the same place.
#[test]
fn failures_cost_once() {
    for (parser, families) in &wishing()[3..] {
        let [few, more] = [10, 1000].map(|n| work(parser, &families[0].1(n)).engine);
        // What the first text taught, the second need not learn.
        assert!(more.search_nodes <= few.search_nodes, "{}", parser.grammar().name());
    }
}

/// Cheap wishes that lead nowhere do not keep the search from the one that does.
#[test]
fn bounds_lead_the_search() {
    let wishing = wishing();
    let (parser, families) = &wishing[2];
    let work = work(parser, &families[0].1(1));
    assert!(work.engine.search_nodes < 100, "{work:?}");
}
