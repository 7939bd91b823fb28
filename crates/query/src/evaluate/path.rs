//! Evaluation of paths: each leg maps the node-set of the previous leg to its own. (XPath 1.0,
//! section 2.)
//!
//! A leg without positional predicates is the axis of the whole set, followed by the predicates.
//! With positional predicates, the start node of each result matters.
//!
//! * If each result has only one start node (`child`, `attribute`), results are numbered there.
//! * Otherwise (`following-sibling::a[1]`) each start node is processed separately. Walks are used
//!   first; they end at the requested position. Once walks have cost as much as the size of the
//!   tree, the leg's [`Targets`](super::targets::Targets) are looked up instead.

use std::rc::Rc;

use super::evaluator::{Evaluator, Focus, Goal};
use super::failure::{Eval, Stop};
use super::legs::{AxisLeg, Leg};
use super::place::EvalNode;
use super::predicates::PredicateKind;
use super::sets::order;
use super::targets::Targets;
use crate::plan::{Axis, Expr, ExprId, NodeTest, Start};

impl<'e, 'd: 'e> Evaluator<'e, 'd> {
    /// Evaluates a path.
    pub(crate) fn path(&mut self, path: ExprId, focus: Focus) -> Eval<Vec<EvalNode>> {
        let mut nodes = self.start(path, focus)?;
        let legs = self.legs.clone();
        let legs = legs.path(path);
        let is_whole = path == self.plan.root();
        for (number, leg) in legs.iter().enumerate() {
            nodes = self.leg(leg, &nodes, is_whole && number + 1 == legs.len())?;
        }
        Ok(nodes)
    }

    /// Returns the start nodes of a path.
    pub(crate) fn start(&mut self, path: ExprId, focus: Focus) -> Eval<Vec<EvalNode>> {
        let plan = self.plan;
        let Expr::Path { start, .. } = plan.expr(path) else {
            unreachable!("only paths have legs")
        };
        Ok(match start {
            Start::Root => vec![self.world.root(focus.node)],
            Start::Context => vec![focus.node],
            Start::At(of) => self.nodes(*of, focus)?.to_vec(),
        })
    }

    /// Applies a leg to a node-set. For the last leg of the whole expression, a partial result is
    /// saved if the evaluation is cut off.
    pub(crate) fn leg(
        &mut self,
        leg: &Leg<'e>,
        from: &[EvalNode],
        is_last: bool,
    ) -> Eval<Vec<EvalNode>> {
        match leg {
            Leg::Select(selectors) => self.select(*selectors, from),
            Leg::Axis(leg) if !leg.is_positional => {
                let nodes = self.axis(from, leg.axis, |all, place| all.test(leg, place))?;
                self.filter_last(nodes, leg.predicates, is_last)
            }
            Leg::Axis(leg) => self.counted(leg, from, is_last),
        }
    }

    fn filter_last(
        &mut self,
        nodes: Vec<EvalNode>,
        predicates: &[ExprId],
        is_last: bool,
    ) -> Eval<Vec<EvalNode>> {
        let ([first @ .., last], true) = (predicates, is_last) else {
            return self.filter(nodes, predicates);
        };
        let nodes = self.filter(nodes, first)?;
        let mut accepted = Vec::new();
        let done = self.filter_into(nodes, last, &mut accepted);
        if matches!(done, Err(Stop::Cut(_))) {
            self.partial = accepted.clone();
        }
        done?;
        Ok(accepted)
    }

    /// Applies a leg with positional predicates.
    fn counted(
        &mut self,
        leg: &AxisLeg<'e>,
        from: &[EvalNode],
        is_last: bool,
    ) -> Eval<Vec<EvalNode>> {
        let mut found = Vec::new();
        let done = match leg.axis {
            _ if leg.by_parent => self.by_parent(leg, from, &mut found),
            // Each result is the only node on its axis, so its position is 1.
            Axis::Itself | Axis::Parent => self.alone(leg, from, &mut found),
            _ => self.each_alone(leg, from, &mut found),
        };
        order(&mut found);
        if matches!(done, Err(Stop::Cut(_))) && is_last {
            self.partial = found.clone();
        }
        done?;
        Ok(found)
    }

    fn alone(
        &mut self,
        leg: &AxisLeg<'e>,
        from: &[EvalNode],
        found: &mut Vec<EvalNode>,
    ) -> Eval<()> {
        for node in self.axis(from, leg.axis, |all, place| all.test(leg, place))? {
            found.extend(self.filter(vec![node], leg.predicates)?);
        }
        Ok(())
    }

    fn each_alone(
        &mut self,
        leg: &AxisLeg<'e>,
        from: &[EvalNode],
        found: &mut Vec<EvalNode>,
    ) -> Eval<()> {
        for place in from {
            let nodes = self.counted_from(leg, *place)?;
            found.extend(nodes);
        }
        Ok(())
    }

    /// Applies `//a[1]`: descendants, numbered among their siblings.
    fn by_parent(
        &mut self,
        leg: &AxisLeg<'e>,
        from: &[EvalNode],
        found: &mut Vec<EvalNode>,
    ) -> Eval<()> {
        let nodes = self.axis(from, leg.axis, |all, place| all.test(leg, place))?;
        self.steps.take(nodes.len())?;
        let mut nodes: Vec<(Option<EvalNode>, EvalNode)> =
            nodes.into_iter().map(|node| (self.world.parent(node), node)).collect();
        nodes.sort();
        for siblings in nodes.chunk_by(|a, b| a.0 == b.0) {
            let siblings = siblings.iter().map(|(_, node)| *node).collect();
            found.extend(self.filter(siblings, leg.predicates)?);
        }
        Ok(())
    }

    /// Applies a leg with positional predicates to one node; the result is in the order of the
    /// axis.
    pub(crate) fn counted_from(
        &mut self,
        leg: &AxisLeg<'e>,
        from: EvalNode,
    ) -> Eval<Vec<EvalNode>> {
        let first = leg.predicates.first().map(|first| self.pick(*first));
        let targets = match self.targets(leg, Goal::Test, from) {
            None if Targets::know(leg.axis) && self.is_walked_enough(leg, from) => {
                Some(self.find_test(leg, from)?)
            }
            targets => targets,
        };
        let slice = targets.as_ref().and_then(|targets| targets.slice(&self.world, from, leg.axis));
        let Some(slice) = slice else {
            let nodes = self.walk_to(leg, from, first.and_then(PredicateKind::most))?;
            return self.filter(nodes, leg.predicates);
        };
        let count = slice.nodes.len();
        let mut nodes = Vec::new();
        let position = match first {
            Some(PredicateKind::At(position)) => position,
            Some(PredicateKind::Last) => count,
            _ => {
                let most = first.and_then(PredicateKind::most).unwrap_or(count).min(count);
                self.steps.take(most)?;
                for index in 0..most {
                    if let Some(node) = slice.at(index) {
                        nodes.push(from.beside(node));
                    }
                }
                return self.filter(nodes, leg.predicates);
            }
        };
        self.steps.take(1)?;
        if let Some(index) = position.checked_sub(1)
            && let Some(node) = slice.at(index)
        {
            nodes.push(from.beside(node));
        }
        self.filter(nodes, &leg.predicates[1..])
    }

    /// Returns the nodes on an axis that pass the test, at most `most` of them.
    fn walk_to(
        &mut self,
        leg: &AxisLeg<'e>,
        from: EvalNode,
        most: Option<usize>,
    ) -> Eval<Vec<EvalNode>> {
        let test = self.test(leg, from);
        let most = most.unwrap_or(usize::MAX);
        let mut nodes = Vec::new();
        let mut walk = self.world.walk(from, leg.axis);
        while nodes.len() < most
            && let Some(node) = walk.next()
        {
            self.count_visit(leg)?;
            if self.world.passes(&test, node, leg.axis) {
                nodes.push(node);
            }
        }
        Ok(nodes)
    }

    /// Returns the first node of a path in document order, if a walk can find it: the last leg must
    /// follow a forward axis. The outer option is `None` if a walk cannot find it.
    pub(crate) fn first_of_path(
        &mut self,
        expr: ExprId,
        focus: Focus,
    ) -> Eval<Option<Option<EvalNode>>> {
        if !matches!(self.plan.expr(expr), Expr::Path { .. }) {
            return Ok(None);
        }
        if !self.fact(expr).reads.is_constant() {
            return self.first_by_walk(expr, focus);
        }
        let key = (expr, self.world.root(focus.node));
        if let Some(known) = self.firsts.get(&key) {
            return Ok(*known);
        }
        let first = self.first_by_walk(expr, focus)?;
        self.firsts.insert(key, first);
        Ok(first)
    }

    fn first_by_walk(&mut self, path: ExprId, focus: Focus) -> Eval<Option<Option<EvalNode>>> {
        let legs = self.legs.clone();
        let (last, before) = match legs.path(path).split_last() {
            None => return Ok(Some(self.start(path, focus)?.first().copied())),
            Some((Leg::Axis(last), before)) if !last.is_positional && is_forward(last.axis) => {
                (last, before)
            }
            Some(_) => return Ok(None),
        };
        let mut nodes = self.start(path, focus)?;
        for leg in before {
            nodes = self.leg(leg, &nodes, false)?;
        }
        if nodes.len() > 1 {
            let all = self.leg(&Leg::Axis(*last), &nodes, false)?;
            return Ok(Some(all.first().copied()));
        }
        let Some(from) = nodes.first() else { return Ok(Some(None)) };
        let test = self.test(last, *from);
        for node in self.world.walk(*from, last.axis) {
            self.steps.take(1)?;
            if self.world.passes(&test, node, last.axis) && self.hold(last.predicates, node)? {
                return Ok(Some(Some(node)));
            }
        }
        Ok(Some(None))
    }

    /// Computes the nodes of a tree that pass the test of a leg.
    fn find_test(&mut self, leg: &AxisLeg<'e>, from: EvalNode) -> Eval<Rc<Targets>> {
        self.find(leg, Goal::Test, from, |_, _| Ok(true))
    }

    /// Computes the nodes of a tree that pass the test of a leg and an additional condition.
    pub(crate) fn find(
        &mut self,
        leg: &AxisLeg<'e>,
        goal: Goal,
        from: EvalNode,
        mut is_wanted: impl FnMut(&mut Self, EvalNode) -> Eval<bool>,
    ) -> Eval<Rc<Targets>> {
        let tree = self.world.tree(from).expect("what is walked is in a tree");
        let test = self.test(leg, from);
        let has_root = *leg.test == NodeTest::Node && is_wanted(self, tree.root)?;
        let mut nodes = Vec::new();
        self.range(&tree, tree.inside.clone(), &test, &mut nodes)?;
        order(&mut nodes);
        let mut wanted = Vec::new();
        for node in nodes {
            if is_wanted(self, node)? {
                wanted.push(node.key.owner);
            }
        }
        let root = tree.root;
        Ok(self.store_targets(leg, goal, root, Targets::new(tree, has_root, wanted)))
    }
}

/// Reports whether an axis is in document order, and short enough that a walk beats an index.
fn is_forward(axis: Axis) -> bool {
    matches!(
        axis,
        Axis::Itself
            | Axis::Parent
            | Axis::Child
            | Axis::Attribute
            | Axis::FollowingSibling
            | Axis::Namespace
    )
}
