//! Differential test: for random expressions and documents, the evaluator agrees with the oracle.

use super::super::{Settings, evaluate};
use super::naive::{Naive, sort, written};
use crate::common::expressions::{AXES, Expressions, markup};
use crate::evaluate::facts::Facts;
use fastrand::Rng;

const NAMES: [&str; 6] = ["div", "a", "b", "p", "body", "nothing"];
const ATTRIBUTES: [&str; 5] = ["id", "class", "lang", "href", "title"];
const TEXTS: [&str; 7] = ["1", "2", "x", "ab", "", " x ", "1 2"];

fn expressions(seed: u64) -> Expressions {
    Expressions::new(seed, &NAMES, &ATTRIBUTES, &TEXTS)
}

#[test]
fn the_evaluator_agrees_with_the_recommendation() {
    let (mut expressions, mut random) = (expressions(18), Rng::with_seed(18));
    let mut found = 0;
    for _ in 0..60 {
        let size = random.usize(1..40);
        let html = markup(&mut random, size);
        let page = super::page(&html);
        for _ in 0..40 {
            let text = expressions.expression();
            let plan = super::plan(&text);
            let answer = evaluate(&plan, page.root(), &Settings::default());
            let answer = answer.unwrap_or_else(|failure| panic!("{text}: {failure}"));
            let naive = Naive::new(&page, &plan).run();
            assert_eq!(written(&answer.value), written(&naive), "{text} on {html}");
            let expected = Facts::of(&plan).gives(plan.root());
            assert_eq!(expected, sort(&answer.value), "{text}");
            found += usize::from(answer.value.to_boolean());
        }
    }
    assert!(found > 600, "{found} of the answers say something");
    for axis in AXES {
        assert!(expressions.asked[&format!("{axis}::")] > 20, "{axis}");
    }
}

#[test]
fn lookups_agree_with_walks() {
    // These documents are large enough for the evaluator to switch from walks to targets.
    let (mut expressions, mut random) = (expressions(19), Rng::with_seed(19));
    let html = markup(&mut random, 50);
    let page = super::page(&html);
    for _ in 0..80 {
        let predicate = expressions.nodes(1);
        for text in [
            format!("//*[{predicate}]"),
            format!("//node()[count({predicate}) > 1]"),
            format!("//*[not({predicate})][1]"),
        ] {
            let plan = super::plan(&text);
            let answer = evaluate(&plan, page.root(), &Settings::default()).unwrap();
            assert_eq!(written(&answer.value), written(&Naive::new(&page, &plan).run()), "{text}");
        }
    }
}
