//! Matching of a node against a compound selector.

use super::controls::compares;
use super::program::{Compound, Test};
use super::run::MatchRun;
use super::structure::{is_element, root_element};
use crate::steps::BudgetExhausted;
use wishful::base::NameId;
use wishful::tree::{NodeId, NodeKind, NodeRef, TagOrigin};

impl Compound<'_> {
    /// Returns the candidate list of the first test.
    pub(super) fn listed(&self) -> &[NodeId] {
        match self.tests.first() {
            Some(Test::Name { list: Some(list), .. }) => list,
            Some(Test::Member(members)) => &members.list,
            _ => &[],
        }
    }
}

impl<'r, 'd> MatchRun<'r, 'd> {
    /// Reports whether a node passes the tests of a compound, without those first `passed` that it
    /// is known to pass.
    pub(super) fn fits(
        &mut self,
        compound: &'r Compound<'d>,
        node: NodeRef<'d>,
        passed: usize,
    ) -> Result<bool, BudgetExhausted> {
        self.steps.take(1)?;
        for test in &compound.tests[passed..] {
            if !self.passes(test, node)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn passes(&mut self, test: &'r Test<'d>, node: NodeRef<'d>) -> Result<bool, BudgetExhausted> {
        Ok(match test {
            Test::Name { lower, written, .. } => is_called(node, *lower, *written),
            Test::Namespace(namespace) => node.is_element() && node.namespace_id() == *namespace,
            Test::Member(members) => members.contains(node),
            Test::Attribute(test) => return test.passes(node, self.steps),
            Test::Spelling(test) => return test.passes(node, self.steps),
            Test::Comparison(comparison, attributes) => {
                return compares(*comparison, attributes, node, self.steps);
            }
            Test::Nth { a, b, count } => return self.is_nth(*a, *b, *count, node),
            Test::Is(selectors) => return self.matches(*selectors, node),
            Test::Not(selectors) => return Ok(!self.matches(*selectors, node)?),
            Test::Has(selectors) => return self.has(*selectors, node),
            Test::Language(test) => return self.has_language(*test, node),
            Test::Direction { right_to_left } => {
                return self.is_directed(*right_to_left, node);
            }
            Test::Root => self.is_root(node),
            Test::Scope if self.program.scope.is_element() => node == self.program.scope,
            Test::Scope => self.is_root(node),
            Test::Empty => return self.is_empty(node),
            Test::Text(test) => return self.has_text(*test, node),
            Test::Virtual => is_virtual(node),
            Test::Moved => node.moved_by().is_some(),
            Test::Cruft => node.kind() == NodeKind::Cruft,
            Test::Nearest(test) => return self.is_nearest(*test, node),
            Test::Grouped(test) => return self.is_placed(*test, node),
            Test::Never => false,
        })
    }

    fn is_root(&self, node: NodeRef<'d>) -> bool {
        let document = self.program.document;
        let root = self.program.root.get_or_init(|| root_element(document).map(NodeRef::id));
        *root == Some(node.id())
    }

    fn is_empty(&mut self, node: NodeRef<'d>) -> Result<bool, BudgetExhausted> {
        if node.has_template_contents() {
            return Ok(is_element(node));
        }
        let view = self.program.view;
        for child in node.children() {
            self.steps.take(1)?;
            let counts = match child.kind() {
                NodeKind::Element => is_element(child),
                NodeKind::Text => view.has_text(child),
                _ => false,
            };
            if counts {
                return Ok(false);
            }
        }
        Ok(is_element(node))
    }
}

fn is_called(node: NodeRef<'_>, lower: Option<NameId>, written: Option<NameId>) -> bool {
    let Some(name) = node.name_id() else { return false };
    Some(name) == written || Some(name) == lower && node.namespace_id().is_none()
}

fn is_virtual(node: NodeRef<'_>) -> bool {
    is_element(node) && !matches!(node.start_tag(), Some(TagOrigin::Written(_)))
}
