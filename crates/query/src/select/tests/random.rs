//! Differential test: for random selectors on random documents, the matcher agrees with the oracle,
//! independently of earlier queries.

use fastrand::Rng;

use super::oracle::{Oracle, is_below};
use super::{Matcher, endless, page, plan};

use crate::view::View;
use wishful::tree::NodeRef;
use wishful::{Document, Grammar, Parser};

fn one<'t>(rng: &mut Rng, of: &[&'t str]) -> &'t str {
    of[rng.usize(..of.len())]
}

const NAMES: &[&str] = &[
    "div", "p", "b", "i", "ul", "li", "a", "span", "svg", "textPath", "template", "input", "input",
    "select", "option", "optgroup", "fieldset", "legend", "form", "bdi", "table", "td", "h2",
    "textarea", "button", "meta", "progress", "P", "A", "SVG", "TextPath",
];

const ATTRIBUTES: &[&str] = &[
    "id=a",
    "id=b",
    "id=B",
    "id=c",
    "class=x",
    "class='y X'",
    "class='x y'",
    "lang=en",
    "lang=de-Latn-DE",
    "lang",
    "xml:lang=fr",
    "dir=rtl",
    "dir=auto",
    "dir=ltr",
    "dir=LTR",
    "type=radio",
    "type=checkbox",
    "type=tel",
    "type=text",
    "type=SUBMIT",
    "checked",
    "name=n",
    "name=m",
    "disabled",
    "required",
    "readonly",
    "href=q",
    "xlink:href=r",
    "title='One two'",
    "title=one-x",
    "value",
    "value='\u{5d0}'",
    "form=a",
    "multiple",
    "selected",
    "type=number",
    "type=time",
    "min=2",
    "max=12:00",
    "value=13:00",
    "value=1",
    "step=3",
    "pattern='[a-z]+'",
    "contenteditable",
    "contenteditable=false",
    "placeholder=p",
    "http-equiv=content-language content=it",
    "size=1",
];

const TEXTS: &[&str] =
    &["x", "aa", " ", "\n\t", "\u{5d0}", "One &nbsp; two", "<!-- c -->", "1", "aab", ""];

const FORMULAS: &[&str] =
    &["1", "2", "odd", "even", "-n+2", "n+2", "2n", "3n-1", "0", "-2n+5", "n"];

/// Generates a random, badly formed document.
fn html(rng: &mut Rng) -> String {
    let mut html = String::from(one(rng, &["<!doctype html>", ""]));
    for _ in 0..rng.usize(1..28) {
        let name = one(rng, NAMES);
        if rng.u8(..4) == 0 {
            html += &format!("</{name}>");
        } else {
            html += &format!("<{name}");
            for _ in 0..rng.usize(..4) {
                html += &format!(" {}", one(rng, ATTRIBUTES));
            }
            html += ">";
        }
        html += one(rng, TEXTS);
    }
    html
}

fn selectors(rng: &mut Rng, depth: usize) -> String {
    let count = 1 + usize::from(rng.u8(..4) == 0);
    let list: Vec<String> = (0..count).map(|_| selector(rng, depth)).collect();
    list.join(", ")
}

fn selector(rng: &mut Rng, depth: usize) -> String {
    let mut selector = compound(rng, depth);
    while rng.u8(..5) < 2 {
        selector += one(rng, &[" ", " ", " > ", " + ", " ~ "]);
        selector += &compound(rng, depth);
    }
    selector
}

fn compound(rng: &mut Rng, depth: usize) -> String {
    let mut compound = match rng.u8(..6) {
        0 => String::from("*"),
        1 => format!(
            "{}|{}",
            one(rng, &["html", "svg", "*", ""]),
            one(rng, &["*", "p", "a", "textPath"])
        ),
        2 | 3 => one(rng, NAMES).to_owned(),
        _ => String::new(),
    };
    while compound.is_empty() || rng.u8(..3) == 0 {
        compound += &simple(rng, depth);
    }
    compound
}

fn simple(rng: &mut Rng, depth: usize) -> String {
    match rng.u8(..if depth > 0 { 12 } else { 8 }) {
        0 => one(rng, &["#a", "#b", "#B", "#c", "#d"]).to_owned(),
        1 => one(rng, &[".x", ".X", ".y", ".z"]).to_owned(),
        2 | 3 => attribute(rng),
        4 => {
            let kind = one(rng, &["child", "last-child", "of-type", "last-of-type"]);
            format!(":nth-{kind}({})", one(rng, FORMULAS))
        }
        5 => format!(
            ":{}",
            one(
                rng,
                &[
                    "first-child",
                    "last-child",
                    "only-child",
                    "first-of-type",
                    "last-of-type",
                    "only-of-type",
                    "root",
                    "scope",
                    "empty",
                    "virtual",
                    "moved",
                    "cruft",
                    "parent",
                ]
            )
        ),
        6 => format!(
            ":{}",
            one(
                rng,
                &[
                    "any-link",
                    "checked",
                    "selected",
                    "disabled",
                    "enabled",
                    "required",
                    "optional",
                    "valid",
                    "invalid",
                    "in-range",
                    "out-of-range",
                    "defined",
                    "read-only",
                    "read-write",
                    "placeholder-shown",
                    "indeterminate",
                    "default",
                    "header",
                    "input",
                    "text",
                    "submit",
                    "button",
                ]
            )
        ),
        7 => one(
            rng,
            &[
                ":lang(en)",
                ":lang('*-DE', fr)",
                ":lang('')",
                ":lang(it, de)",
                ":dir(ltr)",
                ":dir(rtl)",
                ":contains('aa')",
                ":contains('x')",
                ":contains('aaaab')",
                ":content('aa')",
                ":content('One two')",
                ":content('')",
                ":contains('')",
            ],
        )
        .to_owned(),
        8 => {
            let kind = one(rng, &["child", "last-child"]);
            format!(":nth-{kind}({} of {})", one(rng, FORMULAS), selectors(rng, depth - 1))
        }
        9 => format!(":is({})", selectors(rng, depth - 1)),
        10 => format!(":not({})", selectors(rng, depth - 1)),
        _ => {
            let relation = one(rng, &["", "", "> ", "+ ", "~ "]);
            format!(":has({relation}{})", selectors(rng, depth - 1))
        }
    }
}

fn attribute(rng: &mut Rng) -> String {
    let name = one(
        rng,
        &[
            "title",
            "lang",
            "type",
            "TYPE",
            "href",
            "xlink|href",
            "*|href",
            "*|lang",
            "class",
            "checked",
        ],
    );
    let value = match rng.u8(..3) {
        0 => String::new(),
        _ => {
            let operator = one(rng, &["=", "!=", "~=", "|=", "^=", "$=", "*="]);
            let value = one(
                rng,
                &["'One two'", "one", "two", "x", "en", "RADIO", "radio", "''", "q", "ne"],
            );
            format!("{operator}{value}{}", one(rng, &["", "", " i", " s"]))
        }
    };
    format!("[{name}{value}]")
}

fn document(rng: &mut Rng, marpa: &Parser) -> Document {
    let html = html(rng);
    match rng.u8(..5) {
        0 => marpa.parse(&html, &Default::default()).unwrap(),
        _ => page(&html),
    }
}

/// Checks one random case: selectors, scope and view on a document.
fn check(rng: &mut Rng, document: &Document) -> usize {
    let text = selectors(rng, 2);
    let (plan, list) = plan(&text);
    let scope = if rng.bool() { document.root() } else { random_node(rng, document) };
    let view = View { drops_blanks: rng.u8(..4) == 0 };
    let oracle = Oracle { plan: &plan, document, scope, drops_blanks: view.drops_blanks };
    let expected: Vec<NodeRef<'_>> =
        document.nodes().filter(|node| oracle.matches(list, *node)).collect();
    let mut matcher = Matcher::new(document, &plan, view, scope);
    let mut roots = vec![document.root()];
    roots.extend((0..3).map(|_| random_node(rng, document)));
    for root in roots {
        let found = matcher.select(list, root, &mut endless()).unwrap();
        let mut below = Vec::new();
        for node in &expected {
            if is_below(*node, root) {
                below.push(node.id());
            }
        }
        assert_eq!(found, below, "{text}\nfrom {root:?} in {}", document.text());
    }
    let mut fresh = Matcher::new(document, &plan, view, scope);
    for _ in 0..document.len() {
        let node = random_node(rng, document);
        let is_expected = expected.contains(&node);
        let is_found = fresh.matches(list, node.id(), &mut endless()).unwrap();
        assert_eq!(is_found, is_expected, "{text}\nof {node:?} in {}", document.text());
        let is_found = matcher.matches(list, node.id(), &mut endless()).unwrap();
        assert_eq!(is_found, is_expected, "{text}\nlater of {node:?}");
    }
    expected.len()
}

fn random_node<'d>(rng: &mut Rng, document: &'d Document) -> NodeRef<'d> {
    document.nodes().nth(rng.usize(..document.len())).unwrap()
}

#[test]
fn selection_agrees_with_the_standard() {
    let marpa = Parser::new(Grammar::load("marpa").unwrap()).unwrap();
    let mut rng = Rng::with_seed(18);
    let cases = std::env::var("CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(250);
    let mut found = Vec::new();
    for _ in 0..cases {
        let document = document(&mut rng, &marpa);
        found.extend((0..12).map(|_| check(&mut rng, &document)));
    }
    let some = found.iter().filter(|count| **count > 0).count();
    assert!(some * 4 > found.len(), "{some} of {} find something", found.len());
}
