//! Families of adversarial HTML by size. Tests assert that work is linear on all of them, and the
//! tables of `benches/examples/speed` double them up to a million tokens.

#![allow(dead_code, reason = "each test uses a part of it")]

use wishful::{Grammar, Parser};

/// A named family of inputs by size.
pub(crate) type Family = (&'static str, fn(usize) -> String);

/// Families for any HTML grammar.
pub(crate) const EVERYWHERE: [Family; 9] = [
    ("nested div", |n| "<div>".repeat(n)),
    ("unclosed b", |n| "<b>".repeat(n)),
    ("nested table", |n| "<table><tr><td>".repeat(n)),
    ("bare nested tables", |n| "<table>".repeat(n)),
    ("paragraphs", |n| "<p>a".repeat(n)),
    ("hopeless end tags", |n| format!("{}{}", "<div>".repeat(n), "</x>".repeat(n))),
    ("unknown elements", |n| numbered(n, |i| format!("<x{i}>"))),
    ("crossed inline", |n| "<b><i>x</b>y</i>".repeat(n)),
    ("attributes", |n| format!("<p {}>", attributes(n))),
];

/// Families for the remedies and the repeated refusals of the grammar `whatwg`.
pub(crate) const STANDARD: [Family; 37] = [
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
        let all = numbered(n, |i| format!("<b id={i}><i id={i}><span><div>"));
        format!("{all}{}", "</b></i>".repeat(n))
    }),
    ("links that drop", |n| numbered(n, |i| format!("<a id={i}><div><span>"))),
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

/// A named family with a size.
pub(crate) type Measured = (&'static str, usize, fn(usize) -> String);

/// Families that are measured beside other parsers, with the size at which hand-written parsers
/// become slow. A careless parser does linear work for each piece. It may search the stack of open
/// elements, the list of active formatting elements, attributes, or a node's children.
pub(crate) const MEASURED: [Measured; 22] = [
    ("nested <div>", 12_500, |n| "<div>".repeat(n)),
    ("nested <span>, then </x>", 5_000, |n| "<span>".repeat(n) + &"</x>".repeat(n)),
    ("attributes on one tag", 10_000, |n| format!("<p {}>", attributes(n))),
    ("<a><table>", 10_000, |n| "<a><table>".repeat(n)),
    ("distinct open <font>", 5_000, |n| numbered(n, |i| format!("<font color={i}>"))),
    ("<b>, <div>s, </b>s", 5_000, |n| format!("<b>{}{}", "<div>".repeat(n), "</b>".repeat(n))),
    ("unclosed <b>", 10_000, |n| "<b>".repeat(n)),
    ("unclosed <b> with text", 10_000, |n| "<b>x".repeat(n)),
    ("nested <table>", 5_000, |n| "<table><tr><td>".repeat(n)),
    ("<table> in <table>", 10_000, |n| "<table>".repeat(n)),
    ("<p> in <button>", 10_000, |n| "<button><p>".repeat(n)),
    ("nested <ul><li>", 5_000, |n| "<ul><li>".repeat(n)),
    ("stray </p>", 20_000, |n| "</p>".repeat(n)),
    ("<td> without <table>", 20_000, |n| "<td>x".repeat(n)),
    ("fostered text", 10_000, |n| format!("<table>{}", "x<tr>".repeat(n))),
    ("nested <svg>, then </div>", 5_000, |n| "<svg>".repeat(n) + &"</div>".repeat(n)),
    ("attributes on <html>s", 5_000, |n| numbered(n, |i| format!("<html a{i}=1>"))),
    ("<option>s", 10_000, |n| format!("<select>{}", "<option>x".repeat(n))),
    ("<a><div>", 5_000, |n| "<a href=x><div>x".repeat(n)),
    ("unknown elements", 10_000, |n| numbered(n, |i| format!("<x{i}>"))),
    ("nested <template>", 5_000, |n| "<template><tr><td>x".repeat(n)),
    ("crossed <b> and <p>", 10_000, |n| "<b><p>x</b>y</p>".repeat(n)),
];

/// Concatenates `n` pieces.
pub(crate) fn numbered(n: usize, piece: impl Fn(usize) -> String) -> String {
    let mut text = String::new();
    for number in 0..n {
        text.push_str(&piece(number));
    }
    text
}

fn attributes(n: usize) -> String {
    numbered(n, |i| format!("a{i}=1 "))
}

/// Returns formatting elements that all differ.
fn fonts(n: usize) -> String {
    numbered(n, |i| format!("<font size={i}>"))
}

fn bolds(n: usize) -> String {
    numbered(n, |i| format!("<b id={i}>"))
}

/// Compiles a grammar for HTML.
fn grammar(name: &str, text: String) -> Parser {
    let text = format!("start document ;\ntokenizer html5 ;\n{text}");
    match Grammar::source(name, &text).compile() {
        Ok(grammar) => Parser::new(grammar).expect("it runs"),
        Err(report) => panic!("{}", report.render(false)),
    }
}

/// Lists numbered tags, each followed by `after`.
fn tags(range: std::ops::Range<usize>, name: &str, after: &str) -> String {
    range.map(|i| format!("<{name}{i}>{after} ")).collect()
}

/// Defines numbered elements that exclude themselves.
fn lists(count: usize, content: &str) -> String {
    numbered(count, |i| format!("<a{0}> ::= {content} excluding <a{0}> ;\n", i + 1))
}

/// Returns grammars whose wishes lead to searches, each with its families.
pub(crate) fn wishing() -> Vec<(Parser, Vec<Family>)> {
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
                let late = numbered(n, |i| format!("<c{}>", i % 60));
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
