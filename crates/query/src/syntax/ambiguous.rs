//! Tests of the ambiguity of Parsley's expressions: the readings of a text, their ranks, and the
//! effect of reordering lines of the grammar.

use std::fmt::Write;

use super::{Language, Syntax};
use crate::Value;
use crate::evaluate::{Settings, evaluate};
use crate::limits::Limits;
use crate::plan::Plan;
use wishful::{Grammar, NodeRef, ParseOptions, Parser};

/// Texts with at least two readings.
const TEXTS: [&str; 36] = [
    "a + b",
    "a+b",
    "a > b",
    "a and b and c",
    "a * b",
    "a div b",
    "body div b",
    "a mod b",
    "a and b",
    "a or b",
    "div div div",
    "a[b]",
    "a[b] + c[d]",
    "a[1]",
    "a/b",
    "a//b",
    "a",
    "*",
    "a.b",
    "a.b.c",
    "h1|h2",
    "svg|a",
    "(a)",
    "(a + b)",
    "(a)[1]",
    "4 div div",
    "1 + a",
    "- a",
    "a = b",
    "a != b",
    "a < b",
    "count(a)",
    "concat(a, b)",
    "string(a + b)",
    "h3 > a/@href",
    "a[b = c]",
];

/// The page on which the readings are evaluated, from its body.
const PAGE: &str = "<body><a b=c href=u class=b>1</a> <b class=c>2</b> <div>4 <div>2<a>9</a></div> <b>3</b></div> <c d>5</c>
    <h1>6</h1> <h2>7</h2> <h3><a href=v><b>8</b></a></h3> <svg><a>0</a></svg>";

fn plans(grammar: &Grammar, text: &str) -> Vec<Plan> {
    let syntax = Syntax { grammar, language: Language::Parsley, limits: Limits::default() };
    syntax.read_all(text, 256).unwrap_or_else(|report| panic!("{}", report.text()))
}

fn readings(grammar: &Grammar, text: &str) -> Vec<String> {
    plans(grammar, text).iter().map(ToString::to_string).collect()
}

/// Summarises the value of a reading; for nodes, their number and the first string-value.
fn given(plan: &Plan, body: NodeRef<'_>) -> String {
    let answer = evaluate(plan, body, &Settings::default());
    let value = answer.expect("nothing is wrong with it").value().clone();
    match &value {
        Value::Nodes(nodes) if nodes.len() != 1 => {
            format!("{} nodes: {:?}", nodes.len(), value.to_text())
        }
        Value::Nodes(_) => format!("1 node: {:?}", value.to_text()),
        other => other.to_text().into_owned(),
    }
}

#[test]
fn readings_are_ranked() {
    let parser = Parser::new(Grammar::load("whatwg").expect("it is shipped")).expect("it runs");
    let page = parser.parse(PAGE, &ParseOptions::default()).expect("HTML is never refused");
    let body = page.first_element("body").expect("each page has one");
    let mut out = String::new();
    for text in TEXTS {
        let plans = plans(Language::Parsley.grammar(), text);
        assert!(plans.len() > 1, "{text} can be read in one way");
        let _ = writeln!(out, "{text}");
        for plan in &plans {
            let _ = writeln!(out, "    {plan}  ->  {}", given(plan, body));
        }
    }
    insta::assert_snapshot!(out);
}

/// Checks that reordering an alternative changes the best reading of a text.
#[test]
fn the_order_of_lines_decides() {
    let cases = [
        (
            "replace expression ::= blank | blank or-expression | blank selection | blank selection-path ;",
            "a + b",
            "css(a + b)",
            "(child::a + child::b)",
        ),
        (
            "replace argument ::= or-expression | selected attribute-of? | alternatives | selection-path ;",
            "count(a)",
            "count(css(a))",
            "count(child::a)",
        ),
        (
            "replace expression ::= blank | blank selection | blank or-expression | blank selection-path ;",
            "h3 > a/@href",
            "(css(h3 > a))/attribute::href",
            "(child::h3 > child::a/attribute::href)",
        ),
        (
            "replace path-expression ::= filtered | filtered (child-slash | any-slash) relative-path | location-path
             | filter-expression | filter-expression (child-slash | any-slash) relative-path ;",
            "a[1]",
            "child::a[1]",
            "(css(a))[1]",
        ),
        (
            "replace selection ::= alternatives | selector-list attribute-of? ; replace namespace-prefix ::= \"html\" ;",
            "svg|a",
            "css(svg|a)",
            "css(svg, a)",
        ),
    ];
    for (line, text, before, after) in cases {
        let variant = format!("use \"parsley\" ; {line}");
        let variant = Grammar::source("variant.grammar", &variant).compile();
        let variant = variant.unwrap_or_else(|report| panic!("{}", report.text()));
        assert_eq!(readings(Language::Parsley.grammar(), text)[0], before);
        assert_eq!(readings(&variant, text)[0], after, "{line}");
    }
}
