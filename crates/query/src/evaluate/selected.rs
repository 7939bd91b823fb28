//! Selectors as legs of paths: the descendants of nodes that match.

use super::evaluator::Evaluator;
use super::failure::Eval;
use super::place::{DocumentId, EvalNode};
use crate::node::NodePart;
use crate::plan::{Plan, SelectorsId, Simple};
use crate::select::Matcher;
use wishful::base::HashMap;
use wishful::tree::NodeRef;

/// The matchers of the plan's selectors, one per document, created on first use.
pub(crate) struct Matchers<'e> {
    /// A flag: a selector tests for `:scope`.
    uses_scope: bool,
    ready: HashMap<DocumentId, Matcher<'e>>,
}

impl Matchers<'_> {
    pub(super) fn of(plan: &Plan) -> Self {
        Self { uses_scope: uses_scope(plan), ready: HashMap::default() }
    }
}

/// Reports whether a selector of the plan tests for `:scope`.
fn uses_scope(plan: &Plan) -> bool {
    for list in &plan.selectors {
        for selector in &list.alternatives {
            for (_, compound) in &selector.parts {
                if compound.tests.contains(&Simple::Scope) {
                    return true;
                }
            }
        }
    }
    false
}

impl<'e, 'd: 'e> Evaluator<'e, 'd> {
    /// Returns the matching descendants of a node-set, in document order. Nodes inside an earlier
    /// node of the set are skipped, since its descendants include theirs.
    pub(super) fn select(
        &mut self,
        selectors: SelectorsId,
        from: &[EvalNode],
    ) -> Eval<Vec<EvalNode>> {
        let mut found = Vec::new();
        let mut covered: Option<(DocumentId, usize)> = None;
        for place in from {
            self.steps.take(1)?;
            if let Some((document, end)) = covered
                && document == place.document
                && place.number() < end
            {
                continue;
            }
            let Some(host) = self.world.host(*place) else { continue };
            covered = Some((place.document, host.end()));
            self.below(selectors, *place, host, &mut found)?;
        }
        Ok(found)
    }

    fn below(
        &mut self,
        selectors: SelectorsId,
        place: EvalNode,
        host: NodeRef<'d>,
        found: &mut Vec<EvalNode>,
    ) -> Eval<()> {
        let document = host.document();
        let scope = self.focus_of_scope(place).unwrap_or(document.root());
        let (plan, view) = (self.plan, self.world.view);
        let matcher = self.matchers.ready.entry(place.document);
        let matcher = matcher.or_insert_with(|| Matcher::new(document, plan, view, scope));
        matcher.rescope(scope);
        if place.key.part != NodePart::Contents {
            let nodes = matcher.select(selectors, host, &mut self.steps)?;
            found.extend(nodes.into_iter().map(|node| place.beside(node)));
            return Ok(());
        }
        // The contents of a template form a separate tree, whose root is not an element.
        for child in host.children() {
            if matcher.matches(selectors, child.id(), &mut self.steps)? {
                found.push(place.beside(child.id()));
            }
            let nodes = matcher.select(selectors, child, &mut self.steps)?;
            found.extend(nodes.into_iter().map(|node| place.beside(node)));
        }
        Ok(())
    }

    /// Returns the node for `:scope`, if a selector uses it: the context node of the whole
    /// expression.
    fn focus_of_scope(&self, place: EvalNode) -> Option<NodeRef<'d>> {
        if self.matchers.uses_scope && self.current.document == place.document {
            self.world.inner(self.current)
        } else {
            None
        }
    }
}
