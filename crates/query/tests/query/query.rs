//! Properties of all expressions: an expression compiles and evaluates, or its error has a source
//! position.

use wishful::{Allowance, Document, Grammar, ParseOptions, Parser};
use wishful_query::{Language, Limits, Query, Select, Value};

/// The expressions from which broken ones are made.
const EXPRESSIONS: &[&str] = &[
    "a + b",
    "ul > li:first-child a/@href",
    "//*[following::a][position() mod 2 = 1]/ancestor-or-self::node()",
    "count(//a[@href]) * -2.5 div (3 - .5)",
    ":is(a, b):not(.x):has(> c + d) ~ [e|='f' i]",
    ":nth-last-child(2n + 1 of .x, #y)",
    "concat(normalize-space(.), \"x\", substring-before('a:b', ':'))",
    "regexp:replace(string(.), '(a|b)+c*', 'gi', 'd')",
    "lib:outer-xml((li , #x strong, svg|path))",
    "id('x')/.. | preceding-sibling::text()[2] | @*",
    "str:tokenize(., ' ,')[last()] = set:distinct(//p)",
    ".price @title",
    r"#a\:b .\31 x",
    "format-number(12345.678, '#,##0.00')",
    "substring(., 2, 1 div 0) != $v",
];

/// The text that is inserted into expressions.
const PIECES: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    "//",
    "::",
    ":",
    ",",
    "|",
    " ",
    "'",
    "\"",
    "@",
    "*",
    ".",
    "..",
    "#",
    "+",
    "-",
    ">",
    "~",
    "=",
    "!=",
    "div",
    "and",
    "a",
    "node()",
    ":not(",
    ":has(",
    "2n",
    "of",
    "\\",
    "\u{e9}",
    "\u{1F600}",
    "\0",
    "\n",
    "9999999999",
    "$x",
];

const PAGE: &str = "<ul id=x><li class=x>one <b>1</b><li class=y><a href=/u>two</a>, three</ul><svg><path d=m /></svg>
    <!-- c --><p title=t>a:b <template><p>inner</template><td>x";

fn document() -> Document {
    let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    parser.parse(PAGE, &ParseOptions::default()).unwrap()
}

/// Returns the number of broken expressions to compile; `WISHFUL_MUTATIONS` overrides it.
fn mutations() -> usize {
    crate::common::mutations(1_500)
}

/// Returns a mutated expression.
fn broken(random: &mut fastrand::Rng) -> String {
    let mut text: Vec<char> = EXPRESSIONS[random.usize(..EXPRESSIONS.len())].chars().collect();
    for _ in 0..random.usize(1..5) {
        let at = random.usize(..=text.len());
        let end = (at + random.usize(..4)).min(text.len());
        let piece = PIECES[random.usize(..PIECES.len())];
        match random.usize(..3) {
            0 => drop(text.drain(at..end)),
            1 => drop(text.splice(at..end, piece.chars())),
            _ => drop(text.splice(at..at, piece.chars())),
        }
    }
    text.into_iter().collect()
}

/// Compiles an expression in each language and evaluates it. Returns the number of languages that
/// accepted it.
fn holds_up(document: &Document, text: &str) -> usize {
    let limits = Limits::default().steps(Allowance::fixed(100_000));
    let mut taken = 0;
    for language in [Language::Css, Language::XPath, Language::Parsley] {
        match Query::compile_within(language, text, limits) {
            Ok(query) => {
                taken += 1;
                assert!(query.explain().starts_with("read as "), "{text:?}");
                if let Ok(answer) = query.run(document) {
                    in_order(answer.value(), text);
                }
            }
            Err(report) => {
                assert!(!report.diagnostics.is_empty(), "{text:?}");
                for mistake in &report.diagnostics {
                    let span = mistake.primary.place.span;
                    assert!(text.get(span.range()).is_some(), "{text:?}: {span:?}");
                }
                assert!(report.render(false).contains("expression:"), "{text:?}");
            }
        }
    }
    taken
}

fn in_order(value: &Value<'_>, text: &str) {
    if let Value::Nodes(nodes) = value {
        assert!(nodes.is_sorted_by(|a, b| a < b), "{text:?}");
    }
}

#[test]
fn no_expression_panics_and_each_mistake_has_a_span() {
    let document = document();
    let mut whole = 0;
    for text in EXPRESSIONS {
        whole += holds_up(&document, text);
    }
    assert!(whole > EXPRESSIONS.len(), "{whole}");
    let mut random = fastrand::Rng::with_seed(18);
    let mut taken = 0;
    for _ in 0..mutations() {
        taken += holds_up(&document, &broken(&mut random));
    }
    assert!(taken > mutations() / 10, "{taken}");
}

/// An answer that reached the limit of steps is partial and marked as partial.
#[test]
fn a_cut_answer_names_its_limit() {
    let document = document();
    let ask = |steps| {
        let limits = Limits::default().steps(Allowance::fixed(steps));
        let query =
            Query::compile_within(Language::XPath, "//*[contains(., 'o')]", limits).unwrap();
        query.run(&document).unwrap()
    };
    let whole = ask(1 << 20);
    assert_eq!(whole.limit(), None);
    let Value::Nodes(all) = whole.value() else { panic!("a path gives nodes") };
    for steps in 0..whole.steps() {
        let cut = ask(steps);
        let Value::Nodes(some) = cut.value() else { panic!("a path gives nodes") };
        assert!(cut.limit().is_some() && some.len() <= all.len(), "{steps}");
        for node in some {
            assert!(all.contains(node), "{steps}");
        }
    }
}

/// `matches` agrees with `select`.
#[test]
fn selected_nodes_match() {
    let document = document();
    for selector in ["li", "li:last-child", ":has(a)", ".x b, svg|*", ":virtual"] {
        let query = Query::compile(Language::Css, selector).unwrap();
        let selected = document.select(selector).unwrap();
        assert!(!selected.is_empty(), "{selector}");
        for node in document.nodes() {
            assert_eq!(
                query.matches(node).unwrap(),
                selected.contains(&node),
                "{selector} {node:?}"
            );
            let around = std::iter::once(node).chain(node.ancestors());
            let nearest = around.filter(|node| selected.contains(node)).max();
            assert_eq!(query.closest(node).unwrap(), nearest, "{selector} {node:?}");
        }
    }
}

/// A partial answer is an error for `matches` and `closest`.
#[test]
fn matching_at_a_limit_is_an_error() {
    let document = document();
    let limits = Limits::default().steps(Allowance::fixed(3));
    let query = Query::compile_within(Language::XPath, "//li[contains(., 'x')]", limits).unwrap();
    let root = document.root();
    let refused = [query.matches(root).map(|_| ()), query.closest(root).map(|_| ())];
    for refused in refused {
        let said = refused.unwrap_err().render(false);
        assert!(said.contains("limit of steps reached"), "{said}");
    }
}

fn selects_attributes(language: Language, text: &str) -> bool {
    Query::compile(language, text).expect("it is correct").selects_attributes()
}

#[test]
fn queries_of_attributes_are_known_before_they_run() {
    for text in ["a::attr(href)", "p, i::attr(lang)", "a::attr(x), b"] {
        assert!(selects_attributes(Language::Css, text), "{text}");
    }
    for text in ["a", "a[href]", "a::text", "a:has([href])"] {
        assert!(!selects_attributes(Language::Css, text), "{text}");
    }
    for text in ["//a/@href", "//a | //b/@id", "(//a/@href)[1]"] {
        assert!(selects_attributes(Language::XPath, text), "{text}");
    }
    for text in ["//a[@href]", "string(//a/@href)", "//a/@href/.."] {
        assert!(!selects_attributes(Language::XPath, text), "{text}");
    }
}
