//! Tests of selectors on documents: examples, random selectors against an oracle, and costs.

mod cases;
mod html;
mod oracle;
mod random;
mod work;

use super::Matcher;
use crate::limits::Limits;
use crate::plan::{Plan, SelectorsId};
use crate::steps::Steps;
use crate::syntax::{Language, Syntax};
use crate::view::View;
use std::sync::OnceLock;
use wishful::tree::NodeRef;
use wishful::{Document, Grammar, ParseOptions, Parser};

/// Parses a page as browsers do.
fn page(html: &str) -> Document {
    static PARSER: OnceLock<Parser> = OnceLock::new();
    let parser = PARSER.get_or_init(|| Parser::new(Grammar::load("whatwg").unwrap()).unwrap());
    parser.parse(html, &ParseOptions::default()).unwrap()
}

/// Parses selectors; returns the plan and the index of the outermost list.
fn plan(text: &str) -> (Plan, SelectorsId) {
    let syntax = Syntax::of(Language::Css, Limits::default());
    let plan = syntax.read(text).unwrap_or_else(|report| panic!("{}", report.render(false)));
    let last = SelectorsId::new(plan.selectors.len() - 1);
    (plan, last)
}

/// Creates a budget without a limit.
fn endless() -> Steps {
    Steps::new(u64::MAX)
}

/// Returns the nodes below a root that selectors select.
fn selected<'d>(text: &str, root: NodeRef<'d>) -> Vec<NodeRef<'d>> {
    let (plan, list) = plan(text);
    let document = root.document();
    let mut matcher = Matcher::new(document, &plan, View::default(), root);
    let found = matcher.select(list, root, &mut endless()).unwrap();
    found.into_iter().map(|node| document.node(node).unwrap()).collect()
}

/// Returns the ids of the selected nodes; the name if there is no id.
fn ids(text: &str, root: NodeRef<'_>) -> String {
    let mut names = Vec::new();
    for node in selected(text, root) {
        names.push(node.element_id().or(node.name()).unwrap_or("-"));
    }
    names.join(" ")
}

/// Asserts the selected nodes of each selector.
fn check(html: &str, expected: &[(&str, &str)]) {
    let document = page(html);
    for &(selectors, ids_of) in expected {
        assert_eq!(ids(selectors, document.root()), ids_of, "{selectors}");
        // Testing each node separately gives the same result.
        let (plan, list) = plan(selectors);
        let mut matcher = Matcher::new(&document, &plan, View::default(), document.root());
        let own = document.nodes().same_tree().skip(1);
        let one_by_one =
            own.filter(|node| matcher.matches(list, node.id(), &mut endless()).unwrap());
        assert!(one_by_one.eq(selected(selectors, document.root())), "{selectors} one by one");
    }
}
