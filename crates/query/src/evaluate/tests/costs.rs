//! Tests of the growth of the number of steps with the size of flat and of deep documents.

use super::{answer, page};
use wishful::Document;

/// Makes a flat list of items.
fn flat(size: usize) -> Document {
    let items = (0..size).map(|at| format!("<li class=c{}>{at}<b></b>", at % 3));
    page(&format!("<ul>{}</ul><p>end", items.collect::<String>()))
}

/// Makes nested elements.
fn deep(size: usize) -> Document {
    let names = ["<a>", "<div>", "<i>", "<x-b>"];
    let open: String = (0..size).map(|at| names[1 + at % 3]).collect();
    super::parsed("whatwg", &format!("<div>{}x", open.replace("<i>", "<x-a>")))
}

/// Asserts that doubling the document takes little more than twice the steps.
fn assert_linear(make: fn(usize) -> Document, expressions: &[&str]) {
    let pages = [1000, 2000, 4000].map(make);
    for text in expressions {
        let steps = [0, 1, 2].map(|at| {
            let answer = answer(&pages[at], text).unwrap();
            assert_eq!(answer.cut, None);
            answer.steps
        });
        for pair in steps.windows(2) {
            assert!(pair[1] * 10 <= pair[0] * 23 + 1000, "{text}: {steps:?}");
        }
    }
}

const EXPRESSIONS: [&str; 30] = [
    "//*[following::p]",
    "//*[following::nothing]",
    "//*[preceding::b[following::x-b]]",
    "//*[preceding::li[following::nothing]]",
    "//*[ancestor::nothing]",
    "//*[ancestor::*[following-sibling::nothing]]",
    "//*[not(descendant::nothing)]",
    "//*[following-sibling::nothing or preceding-sibling::nothing]",
    "//*[following::*[preceding::*[ancestor::nothing]]]",
    "//*[../nothing]",
    "//*[../*[../nothing]]",
    "//*[//nothing]",
    "//*[. = //nothing]",
    "//*[@class = //p/@class]",
    "//*[count(preceding::*) > 5]",
    "//*[count(following::b) = 3]",
    "//*[count(ancestor::*) = 3]",
    "//*[count(descendant::x-b) > 1]",
    "//*[count(preceding-sibling::*) mod 2 = 0]",
    "//*[count(following-sibling::li[@class = 'c1']) = 3]",
    "//li[last()]",
    "//li[position() > 5]",
    "//li[1]",
    "//li[following-sibling::*[1][self::b]]",
    "//*[preceding-sibling::*[1]]",
    "//*/following-sibling::p[1]",
    "//li/following-sibling::li[2]",
    "//li/preceding-sibling::nothing[last()]",
    "//*/following::nothing[1]",
    "//*/descendant::nothing[last()]",
];

#[test]
fn work_is_linear_in_flat_documents() {
    assert_linear(flat, &EXPRESSIONS);
}

#[test]
fn joins_cost_the_sum_of_their_sets() {
    let joins = [
        "//li[. = //b]",
        "//b[//li = .]",
        "//li[@class = //b/@class]",
        "//li[. != //b]",
        "//b[. < //li]",
        "//b[. >= //b]",
        "//li[count(.) = //li]",
    ];
    assert_linear(flat, &joins);
}

#[test]
fn work_is_linear_in_deep_documents() {
    assert_linear(deep, &EXPRESSIONS);
    assert_linear(
        deep,
        &[
            "//div//div//div//div",
            "//*//*//*",
            "//x-a/ancestor::div",
            "//*/ancestor-or-self::*/..",
            "//*/following::*/preceding::*",
        ],
    );
}

#[test]
fn existence_tests_stop_at_the_first_node() {
    let page = flat(4000);
    for text in [
        "/html/body/ul/li[1]",
        "boolean(/html/body/ul/li)",
        "/html/body/ul/li[position() < 3]",
        "string(/html/body/ul/li)",
    ] {
        let steps = answer(&page, text).unwrap().steps;
        assert!(steps < 100, "{text}: {steps}");
    }
}

#[test]
fn names_are_looked_up() {
    let page = flat(4000);
    for text in ["//p", "//p//b", "/descendant::p", "//li[1]/following::p", "count(//nothing)"] {
        let steps = answer(&page, text).unwrap().steps;
        assert!(steps < 4 * 4000, "{text}: {steps}");
    }
    assert!(answer(&page, "//p").unwrap().steps < 20);
}

#[test]
fn one_node_costs_its_surroundings_only() {
    let page = flat(4000);
    for text in
        ["/html/body/p/preceding-sibling::*[1]", "/html/body/ul/li[1]/b", "/html/body/p[../ul]"]
    {
        let steps = answer(&page, text).unwrap().steps;
        assert!(steps < 100, "{text}: {steps}");
    }
}
