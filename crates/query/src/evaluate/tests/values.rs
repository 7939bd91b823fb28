//! Tests of types, operators and errors.

use super::{answer, ask, mistakes, page};
use crate::evaluate::{Context, Settings, evaluate};
use crate::value::Value;

#[test]
fn operators_convert_their_operands() {
    let page = page("<ul><li>1<li>2<li>3<li>x</ul><b>2</b><i></i>");
    let cases = [
        ("1 + '2'", "3"),
        ("'a' * 2", "NaN"),
        ("5 mod -2", "1"),
        ("-5 mod 2", "-1"),
        ("5.5 mod 2", "1.5"),
        ("1 div 0", "Infinity"),
        ("-1 div 0", "-Infinity"),
        ("0 div 0", "NaN"),
        ("-(0)", "0"),
        ("1 div -0", "-Infinity"),
        ("//li = 2", "true"),
        ("//li = '2'", "true"),
        ("//li != 2", "true"),
        ("//li < 2", "true"),
        ("//li > 3", "false"),
        ("3 > //li", "true"),
        ("1 > //li", "false"),
        ("//li = //b", "true"),
        ("//b != //b", "false"),
        ("//li != //b", "true"),
        ("//b != //li", "true"),
        ("//li < //b", "true"),
        ("//b < //li", "true"),
        ("//li[4] < //b", "false"),
        ("//nothing = //b", "false"),
        ("//nothing != //b", "false"),
        ("//nothing = false()", "true"),
        ("//li = true()", "true"),
        ("//li > false()", "true"),
        ("true() = 'x'", "true"),
        ("true() > 0", "true"),
        ("true() <= 'false'", "false"),
        ("true() <= '1'", "true"),
        ("1 = '1.0'", "true"),
        ("'1' = '1.0'", "false"),
        ("'a' < 'b'", "false"),
        ("'1' < '2'", "true"),
        ("0 div 0 = 0 div 0", "false"),
        ("0 div 0 != 0 div 0", "true"),
        ("1 or //nothing/..", "true"),
        ("'' or 0", "false"),
        ("'a' and //b", "true"),
        ("//i = ''", "true"),
        ("number(//i)", "NaN"),
        ("//li + 1", "2"),
        ("//li[. > 1]/text()", "\"2\" \"3\""),
        ("//li[2 > .]/text()", "\"1\""),
        ("//li[. = //b]/text()", "\"2\""),
        ("//li | //b", "li li li li b"),
    ];
    for (text, wanted) in cases {
        assert_eq!(ask(&page, text), wanted, "{text}");
    }
}

#[test]
fn joins_agree_with_pairwise_comparison() {
    let page = page("<p>1</p><p>2</p><p>x</p><b>2</b><b>3</b><i>x</i>");
    let cases = [
        ("//p[. = //b]", "p"),
        ("count(//p[//b = .])", "1"),
        ("count(//p[. != //b])", "3"),
        ("count(//i[. != //i])", "0"),
        ("count(//p[. != //i])", "2"),
        ("count(//p[. < //b])", "2"),
        ("count(//p[//b < .])", "0"),
        ("count(//p[. >= //b])", "1"),
        ("count(//p[. = //nothing])", "0"),
        ("count(//p[. != //nothing])", "0"),
    ];
    for (text, expected) in cases {
        assert_eq!(ask(&page, text), expected, "{text}");
    }
}

#[test]
fn variables_are_bound() {
    let page = page("<p id=a>1<p id=b>2");
    let nodes = answer(&page, "//p[2] | //p[1]").unwrap().value;
    let variables = [
        ("n", Value::Number(2.0)),
        ("t", Value::String("b".to_owned())),
        ("p", nodes),
        ("many", Value::Texts(vec!["1".to_owned(), "3".to_owned()])),
    ];
    let variables = variables.map(|(name, value)| (name.to_owned(), value));
    let settings = Settings { variables: variables.into_iter().collect(), ..Settings::default() };
    let ask = |text: &str| match evaluate(&super::plan(text), page.root(), &settings) {
        Ok(answer) => super::show(&answer.value),
        Err(failure) => format!("{} at {:?}", failure, failure.span().of(text)),
    };
    let cases = [
        ("//p[$n]", "p#b"),
        ("//p[$n = .]", "p#b"),
        ("//p[@id = $t]", "p#b"),
        ("$p[2]/@id", "@id=b"),
        ("//p[. = $many]", "p#a"),
        ("count($many)", "2"),
        ("$many[2]", "[\"3\"]"),
        ("1 + $x", "the variable `$x` has no value at \"$x\""),
        ("$t/a", "this must be a node-set at \"$t\""),
    ];
    for (text, wanted) in cases {
        assert_eq!(ask(text), wanted, "{text}");
    }
}

#[test]
fn the_caller_sets_the_context_position() {
    let page = page("<p>");
    let context = Context { node: page.root().into(), position: 3, size: 7 };
    let value = evaluate(&super::plan("position() * last()"), context, &Settings::default());
    assert_eq!(value.unwrap().value, Value::Number(21.0));
}

#[test]
fn static_mistakes_are_found_before_evaluation() {
    let cases = [
        ("count('a')", "'a': argument 1 of `count` must be a node-set"),
        ("count(1 + 1)", "1 + 1: argument 1 of `count` must be a node-set"),
        ("'a' | b", "'a': the left operand of `|` must be a node-set"),
        ("a | true()", "true(): the right operand of `|` must be a node-set"),
        ("'a'[1]", "'a': the operand of a predicate must be a node-set"),
        ("string(a)/b", "string(a): the start of a path must be a node-set"),
        ("set:leading(a, 1)", "1: argument 2 of `set:leading` must be a node-set"),
        (
            "sum(a | str:tokenize('a'))",
            "a | str:tokenize('a'): a node-set cannot mix nodes of a document with texts that a function returned",
        ),
        (
            "math:random()",
            "math:random(): `math:random` is not available: its result changes from call to call, but a query always gives the same result for the same page",
        ),
        ("nope:a", "nope:a: unknown namespace prefix `nope`"),
        ("regexp:test('a', '(')", "'(': bad pattern"),
        ("matches('a', 'a', 'g')", "'g': unknown pattern flag `g`, expected one of `i`, `m`, `s`"),
        (
            "replace('a', 'a', 'x', 'x')",
            "'x': unknown pattern flag `x`, expected one of `i`, `m`, `s`",
        ),
        ("regexp:test('a', 'a', 'x')", "'x': unknown pattern flag `x`, expected one of `g`, `i`"),
    ];
    for (text, wanted) in cases {
        let found = mistakes(text);
        assert!(found.len() == 1 && found[0].starts_with(wanted), "{text}: {found:?}");
    }
    for text in ["count(a) + 1", "set:distinct(str:tokenize('a'))[1]", "a[b]/c | id('x')", "$x | a"]
    {
        assert_eq!(mistakes(text), Vec::<String>::new(), "{text}");
    }
}
