//! Tests of the cost of selectors: at most nodes times compounds, even for selectors that take
//! quadratic time in other engines.

use super::{Matcher, page, plan};
use crate::steps::Steps;
use crate::view::View;

/// Returns the steps for selecting all matches, and for testing each node.
fn steps(html: &str, selectors: &str) -> (u64, u64) {
    let document = page(html);
    let (plan, list) = plan(selectors);
    let root = document.root();
    let [mut all, mut each] = [0; 2].map(|_| Steps::new(u64::MAX));
    Matcher::new(&document, &plan, View::default(), root).select(list, root, &mut all).unwrap();
    let mut matcher = Matcher::new(&document, &plan, View::default(), root);
    for node in document.nodes() {
        matcher.matches(list, node.id(), &mut each).unwrap();
    }
    (all.taken(), each.taken())
}

/// Selectors for documents that repeat a part `n` times after a fixed start.
const DEEP: &[&str] = &[
    "x-a x-a x-a x-a x-a x-a",
    "b x-a x-a x-a x-a b",
    "x-a > x-a x-a > x-a x-a > b x-a",
    "div x-a div",
    ":has(:has(b))",
    ":has(:has(:has(nosuch), b))",
    "div:not(:has(b x-a))",
    "x-a:has(> x-a > x-a b)",
    ":contains('yxy')",
    ":content('yx')",
    ":lang(en)",
    ":dir(rtl)",
    ":nth-last-of-type(2n+1)",
    ":is(b x-a, x-a b) :is(x-a x-a, b)",
    ":default, :checked, :read-write, :indeterminate",
];

const FLAT: &[&str] = &[
    "a ~ a ~ a",
    "b ~ a ~ b ~ a",
    "a + a ~ a + a ~ b",
    ":nth-last-of-type(2n+1)",
    ":nth-last-of-type(3)",
    ":nth-child(3n+1 of a)",
    ":nth-last-child(-n+3 of :nth-child(2n of a))",
    ":only-of-type",
    "a:not(:has(~ b))",
    "a:has(~ a ~ b)",
    "a:has(+ a + b)",
    "a:not(a ~ a)",
    ":has(a:nth-last-child(2))",
    "a:contains('x')",
];

/// Asserts that the steps per part and compound are bounded by a constant.
fn check(selectors: &str, html: impl Fn(usize) -> String) {
    let compounds = 1 + selectors.matches([' ', '(', ':']).count();
    for count in [1000, 2000, 4000] {
        let most = u64::try_from(STEPS * compounds * count).unwrap();
        let (all, each) = steps(&html(count), selectors);
        assert!(all <= most && each <= most, "{selectors}: {all} and {each} steps for {count}");
    }
}

/// The bound on steps per node and compound; quadratic behaviour needs hundreds.
const STEPS: usize = 16;

/// Makes nested elements.
fn deep(count: usize) -> String {
    format!("<!doctype html><div>{}<b>yx</b>", "<x-a>x".repeat(count))
}

#[test]
fn deep_documents_cost_the_same_as_flat_ones() {
    for selectors in DEEP {
        check(selectors, deep);
    }
}

#[test]
fn flat_documents_cost_the_same_as_deep_ones() {
    for selectors in FLAT {
        check(selectors, |count| {
            format!("<!doctype html><div>{}<b>x</b><b></b>", "<a>y</a> ".repeat(count))
        });
        check(selectors, |count| {
            format!("<!doctype html><div>{}<b>x</b><b></b>", "<a></a><b></b> ".repeat(count / 2))
        });
    }
}

/// Checks that positions are not found by walking from each node, which would take five thousand
/// million steps.
#[test]
fn a_hundred_thousand_siblings_take_linear_work() {
    let html = format!("<!doctype html><div>{}", "<a>y</a>".repeat(100_000));
    let (all, each) = steps(&html, "a:nth-last-of-type(2n):not(:has(~ b)) ~ :nth-child(3n of a)");
    assert!(all < 5_000_000 && each < 5_000_000, "{all} and {each} steps");
}

#[test]
fn work_has_a_limit() {
    let document = page(&deep(1000));
    let (plan, list) = plan("x-a x-a");
    let mut steps = Steps::new(20);
    let mut matcher = Matcher::new(&document, &plan, View::default(), document.root());
    assert!(matcher.select(list, document.root(), &mut steps).is_err());
    assert_eq!(steps.taken(), 20);
}
