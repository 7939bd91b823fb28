//! Tests of the readings of expressions, and of the diagnostics for invalid texts.

use super::{Language, Syntax};
use crate::Query;
use crate::limits::Limits;
use crate::xml;
use Language::{Css, Parsley, XPath};
use wishful::ParseOptions;

/// Returns the best reading of an expression, or its rendered report.
fn read(language: Language, text: &str) -> String {
    match Syntax::of(language, Limits::default()).read(text) {
        Ok(plan) => plan.to_string(),
        Err(report) => report.render(false),
    }
}

#[test]
fn expressions_are_read() {
    let cases = [
        (XPath, " a / b ", "child::a/child::b"),
        (
            XPath,
            "//a[@b='c']/..",
            "/descendant-or-self::node()/child::a[(attribute::b = \"c\")]/parent::node()",
        ),
        (XPath, "* * * div div", "((child::* * child::*) div child::div)"),
        (XPath, "- -1 - a-b", "(-(-(1)) - child::a-b)"),
        (XPath, "/", "/"),
        (XPath, "1 * /*//a", "(1 * /child::*/descendant-or-self::node()/child::a)"),
        (
            XPath,
            "(/* and /div//b)",
            "(/child::* and /child::div/descendant-or-self::node()/child::b)",
        ),
        (XPath, "(//a)[2]/b", "((/descendant-or-self::node()/child::a)[2])/child::b"),
        (XPath, "svg:*|text()", "(child::svg:* | child::text())"),
        (XPath, "$n + .5", "($n + 0.5)"),
        (XPath, "ancestor::or[and or or]", "ancestor::or[(child::and or child::or)]"),
        (XPath, "processing-instruction('x')", "child::processing-instruction(\"x\")"),
        (Css, "a > b + .c ~ #d e", "css(a > b + .c ~ #d e)"),
        (Css, "*|a , |b, svg|*", "css(a, |b, svg|*)"),
        (Css, "[a=b i][c|='d' s][e]", "css([a=\"b\" i][c|=\"d\" s][e])"),
        (Css, ":NTH-LAST-CHILD( -2n - 1 of .x , y )", "css(:nth-last-child(-2n-1) of (.x, y))"),
        (Css, ":has(> a, + b c)", "css(:has(> a, + b c))"),
        (Css, "li:first", "css(li:nth-child(1) of (li))"),
        (Css, "li:lt(-1)", "css(li:nth-last-child(1n+2) of (li))"),
        (Css, r"#a\:b .\31 23", "css(#a:b .123)"),
        (Css, "/* a */a/**/.b /* > */ c/* */> d", "css(a.b c > d)"),
        (Css, "a:nth-child(2n/* x */ + /**/1)", "css(a:nth-child(2n+1))"),
        (Css, "[a='/* b */']", "css([a=\"/* b */\"])"),
        (Css, "a:HOVER", "css(a:is())"),
        (Css, "a > b::text", "css(a > b)/child::text()"),
        (Css, "a ::text", "css(a)/descendant::text()"),
        (Css, "a > *::text", "css(a > *)/child::text()"),
        (Css, "::text", "descendant::text()"),
        (Css, "a::attr( href )", "css(a)/attribute::href"),
        (Css, "a *::attr(b)", "css(a)/descendant-or-self::*/attribute::b"),
        (Css, "i, a::text, b", "(css(i, b) | css(a)/child::text())"),
        (
            Css,
            "p:-soup-contains(a, 'b'), :contains(c)",
            "css(p:is(:contains(\"a\"), :contains(\"b\")), :contains(\"c\"))",
        ),
        (Css, "a[href=\"x", "css(a[href=\"x\"])"),
        (Css, "a:not(.b /* c", "css(a:not(.b))"),
        (Parsley, "a:is(.b, [c='d", "css(a:is(.b, [c=\"d\"]))"),
        (
            Parsley,
            "//input[@*=\"1\"]",
            "/descendant-or-self::node()/child::input[(attribute::* = \"1\")]",
        ),
        (
            Parsley,
            "//p[a|*='x']",
            "/descendant-or-self::node()/child::p[((child::a | child::*) = \"x\")]",
        ),
        (Parsley, "a[b*=c]", "css(a[b*=\"c\"])"),
        (Parsley, "a @b | c @d", "(css(a)/attribute::b | css(c)/attribute::d)"),
        (Parsley, "count(a @b | c)", "count((css(a)/attribute::b | css(c)))"),
        (
            XPath,
            "//a/resolve-uri(@b)",
            "(/descendant-or-self::node()/child::a)/resolve-uri(attribute::b)",
        ),
        (Parsley, "h3 > a/resolve-uri(@b)", "(css(h3 > a))/resolve-uri(attribute::b)"),
        (Parsley, "a::text", "css(a)/child::text()"),
        (Parsley, "child::text", "child::text"),
        (
            Parsley,
            "//*/b | //c/*",
            "(/descendant-or-self::node()/child::*/child::b | /descendant-or-self::node()/child::c/child::*)",
        ),
        (Parsley, "a + b", "css(a + b)"),
        (Parsley, "1 + 2", "(1 + 2)"),
        (Parsley, "a", "css(a)"),
        (Parsley, "a[1]", "child::a[1]"),
        (Parsley, "a[b]", "css(a[b])"),
        (Parsley, "4 div div", "(4 div child::div)"),
        (Parsley, "body div b", "css(body div b)"),
        (Parsley, ".t a @href", "css(.t a)/attribute::href"),
        (Parsley, "h3 > a/@href", "(css(h3 > a))/attribute::href"),
        (Parsley, ".a .b = 'x'", "(css(.a .b) = \"x\")"),
        (Parsley, "(a , b)", "css(a, b)"),
        (Parsley, "h1|h2", "css(h1, h2)"),
        (Parsley, "svg|a", "css(svg|a)"),
    ];
    for (language, text, wanted) in cases {
        assert_eq!(read(language, text), wanted, "{} {text}", language.name());
    }
}

#[test]
fn each_mistake_has_a_span_and_advice() {
    let cases: &[(Language, &str, &[&str])] = &[
        (
            Css,
            "p:frist-child",
            &["1:3", "unknown pseudo-class `frist-child`", "did you mean `first-child`?"],
        ),
        (
            Css,
            "p:nht-child",
            &["did you mean `nth-child`?", "it is written `:nth-child(2n+1 of a)`"],
        ),
        (Css, "p::before", &["1:4", "pseudo-elements are not part of a document", "`::text`"]),
        (Css, "p::text b", &["1:9", "only at the end of a whole selector", "`p > a::text`"]),
        (Css, "p:not(a::text)", &["1:7", "only at the end of a whole selector"]),
        (Css, "a > /* b", &["1:5", "this comment is not closed"]),
        (Css, "a:not", &["the expression ends too early", "it is written `:not(a, b)`"]),
        (Css, "a:has()", &["1:7", "it is written `:has(> a)`"]),
        (Parsley, "a:has()", &["1:3", "the pseudo-class `:has` needs an argument", "`:has(> a)`"]),
        (Parsley, "a:not('.b')", &["1:3", "the pseudo-class `:not` takes another argument"]),
        (Parsley, "a:nth-child()", &["the pseudo-class `:nth-child` needs an argument"]),
        (Parsley, "a:hover()", &["the pseudo-class `:hover` takes no argument"]),
        (Parsley, "a:notted(b)", &["1:3", "unknown pseudo-class `:notted`"]),
        (Parsley, "regxp:match(a, 'b')", &["1:1", "did you mean `regexp:match`?"]),
        (Parsley, "p::text:hover", &["nothing may follow the pseudo-element `::text`"]),
        (Parsley, "p::first-thing", &["`::first-thing` is no pseudo-element", "`::attr(name)`"]),
        (
            XPath,
            "start-with(a, 'b')",
            &["did you mean `starts-with`?", "call it as `starts-with(text, text)`"],
        ),
        (Css, "a >", &["1:4", "the expression ends too early", "acceptable here: a name"]),
        (Css, "[a=b x]", &["1:6", "unknown case flag `x`", "`i` ignores case"]),
        (Css, "  ", &["the expression is empty"]),
        (XPath, "ancestr::p", &["1:1", "unknown axis `ancestr`", "did you mean `ancestor`?"]),
        (XPath, "/ * 5", &["1:3", "after `/`, `*` is the name of an element", "in parentheses"]),
        (Parsley, "a::text()", &["unknown axis `a`"]),
        (XPath, "a[", &["1:3", "the expression ends too early"]),
        (XPath, "node('x')", &["1:6", "`node()` takes no argument"]),
        (XPath, "count(", &["the expression ends too early"]),
        (Parsley, "a ! b", &["1:3", "`!` is not acceptable here", "`!=`"]),
    ];
    for (language, text, wanted) in cases {
        let report = read(*language, text);
        assert!(
            wanted.iter().all(|part| report.contains(part)),
            "{} {text}: {report}",
            language.name()
        );
    }
}

#[test]
fn nesting_and_length_have_limits() {
    let texts = [
        (XPath, nested("(", ")", 2000)),
        (XPath, nested("a[", "]", 2000)),
        (XPath, nested("- ", "", 2000)),
        (Css, nested(":not(", ")", 2000)),
        (Parsley, nested("a[", "]", 2000)),
        (XPath, vec!["1"; 2000].join("+")),
    ];
    for (language, text) in texts {
        assert!(read(language, &text).contains("nested deeper than"), "{}", &text[..20]);
    }
    assert!(read(XPath, &"a".repeat(1 << 17)).contains("65536 are allowed"));
}

/// Returns an expression of `depth` levels.
fn nested(open: &str, close: &str, depth: usize) -> String {
    open.repeat(depth) + "a" + &close.repeat(depth)
}

#[test]
fn no_option_permits_stack_overflow_by_expressions() {
    let limits = Limits { depth: usize::MAX, size: usize::MAX, ..Limits::default() };
    for (language, open, close) in [(XPath, "(", ")"), (XPath, "- ", ""), (Css, ":not(", ")")] {
        let text = nested(open, close, 1000);
        let report = Syntax::of(language, limits).read(&text).unwrap_err().render(false);
        assert!(report.contains("nested deeper than 256 levels"), "{report}");
        assert!(!report.contains("raise"), "{report}");
    }
}

/// Checks that the deepest permitted expression can be parsed, explained and evaluated within the
/// default stack of a thread, whatever the build profile.
#[test]
fn the_deepest_expressions_fit_in_the_stack_of_a_thread() {
    let thread = std::thread::Builder::new().stack_size(1 << 21).spawn(run_deepest).unwrap();
    thread.join().unwrap();
}

fn run_deepest() {
    let limits = Limits { depth: usize::MAX, ..Limits::default() };
    let document = xml::parser().parse("<a/>", &ParseOptions::default()).unwrap();
    for (language, open, close) in
        [(XPath, "a[", "]"), (XPath, "- ", ""), (Css, ":not(", ")"), (Parsley, "a[", "]")]
    {
        let text = nested(open, close, 250);
        let query = Query::compile_within(language, &text, limits).unwrap();
        assert!(!query.explain().is_empty(), "{text}");
        assert!(query.run(&document).unwrap().limit().is_none(), "{text}");
    }
}
