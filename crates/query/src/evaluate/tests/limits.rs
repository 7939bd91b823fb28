//! Tests of the limits, and of the partial answers after reaching one.

use super::{page, plan};
use crate::evaluate::{Answer, ReachedLimit, Settings, evaluate};
use crate::limits::Limits;
use crate::value::Value;
use wishful::Document;
use wishful::base::Allowance;

fn bounded<'d>(document: &'d Document, text: &str, limits: Limits) -> Answer<'d> {
    let settings = Settings { limits, ..Settings::default() };
    evaluate(&plan(text), document.root(), &settings).unwrap()
}

#[test]
fn a_cut_answer_is_a_subset() {
    let page = page(&"<p>a<b>b</b></p>".repeat(200));
    let texts = [
        "//p[contains(., 'a')]",
        "//b/preceding::p[position() mod 2 = 1]",
        "//b[. = 'b'][1]",
        "//*[self::b or self::p][. = 'b']",
    ];
    for text in texts {
        let whole = bounded(&page, text, Limits::default());
        let Value::Nodes(all) = &whole.value else { panic!("{text}") };
        let mut counts = Vec::new();
        for most in (0..whole.steps).step_by(usize::try_from(whole.steps / 50).unwrap().max(1)) {
            let limits = Limits { steps: Allowance::fixed(most), ..Limits::default() };
            let cut = bounded(&page, text, limits);
            let Value::Nodes(nodes) = &cut.value else { panic!("{text}") };
            assert!(cut.cut == Some(ReachedLimit::Steps) && cut.steps <= most, "{text} {most}");
            assert!(nodes.iter().all(|node| all.contains(node)), "{text} {most}");
            assert!(nodes.is_sorted());
            counts.push(nodes.len());
        }
        assert!(counts.is_sorted() && counts.last() > Some(&0), "{text} {counts:?}");
        let limits = Limits { steps: Allowance::fixed(whole.steps), ..Limits::default() };
        assert_eq!(bounded(&page, text, limits), whole, "{text}");
    }
}

#[test]
fn cut_scalars_are_empty() {
    let page = page(&"<p>a</p>".repeat(100));
    let limits = Limits { steps: Allowance::fixed(20), ..Limits::default() };
    let cut = bounded(&page, "count(//p[contains(., 'a')])", limits);
    assert!(matches!(cut.value, Value::Number(number) if number.is_nan()) && cut.cut.is_some());
    assert_eq!(bounded(&page, "not(//p[. = 'b'])", limits).value, Value::Boolean(false));
}

#[test]
fn texts_and_sets_are_bounded() {
    let page = page(&"<p>a</p>".repeat(100));
    let limits = Limits { answer: Allowance::fixed(10), ..Limits::default() };
    let cut = bounded(&page, "//p", limits);
    assert_eq!(cut.cut, Some(ReachedLimit::Answer));
    assert!(matches!(cut.value, Value::Nodes(nodes) if nodes.len() == 10));
    let cut = bounded(&page, "string(/)", limits);
    assert_eq!((cut.value, cut.cut), (Value::String("a".repeat(10)), Some(ReachedLimit::Answer)));
    for text in ["str:padding(11)", "concat(/, 'a')", "str:concat(//p)", "str:padding(1 div 0)"] {
        let cut = bounded(&page, text, limits);
        assert_eq!(
            (cut.value, cut.cut),
            (Value::String(String::new()), Some(ReachedLimit::Answer)),
            "{text}"
        );
    }
}
