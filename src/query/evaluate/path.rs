//! Paths: leg by leg from the set of nodes where the leg before ended. (XPath 1.0, section 2.)
//!
//! A leg without positions is an axis of the set and then its predicates. With positions it matters from where a node was
//! reached. Where each node is reached from one node only (`child`, `attribute`), its nodes are counted there; where from
//! several (`following-sibling::a[1]`), from each of them alone: first by walks, which end where the position is met, then, where
//! walks have cost as much as the tree is large, by looking in the leg's [`Targets`](super::targets::Targets).

use std::rc::Rc;

use super::evaluator::{Evaluator, Focus, Goal};
use super::failure::{Eval, Stop};
use super::legs::{AxisLeg, Leg};
use super::place::Place;
use super::predicates::Pick;
use super::sets::order;
use super::targets::Targets;
use crate::query::plan::{Axis, Expr, ExprId, NodeTest, Start};

impl<'e, 'd: 'e> Evaluator<'e, 'd> {
    /// The nodes of a path.
    pub(crate) fn path(&mut self, path: ExprId, focus: Focus) -> Eval<Vec<Place>> {
        let mut nodes = self.start(path, focus)?;
        let legs = self.legs.clone();
        let legs = legs.path(path);
        let is_whole = path == self.plan.root();
        for (number, leg) in legs.iter().enumerate() {
            nodes = self.leg(leg, &nodes, is_whole && number + 1 == legs.len())?;
        }
        Ok(nodes)
    }

    /// Where a path begins.
    pub(crate) fn start(&mut self, path: ExprId, focus: Focus) -> Eval<Vec<Place>> {
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

    /// The nodes where a leg ends. Of the last one of the whole, what there is if it is cut is kept.
    pub(crate) fn leg(&mut self, leg: &Leg<'e>, from: &[Place], is_last: bool) -> Eval<Vec<Place>> {
        match leg {
            Leg::Select(selectors) => self.select(*selectors, from),
            Leg::Axis(leg) if !leg.counts => {
                let nodes = self.axis(from, leg.axis, |all, place| all.test(leg, place))?;
                self.filter_last(nodes, leg.predicates, is_last)
            }
            Leg::Axis(leg) => self.counted(leg, from, is_last),
        }
    }

    fn filter_last(
        &mut self,
        nodes: Vec<Place>,
        predicates: &[ExprId],
        is_last: bool,
    ) -> Eval<Vec<Place>> {
        let ([first @ .., last], true) = (predicates, is_last) else {
            return self.filter(nodes, predicates);
        };
        let nodes = self.filter(nodes, first)?;
        let mut kept = Vec::new();
        let done = self.filter_into(nodes, last, &mut kept);
        if matches!(done, Err(Stop::Cut(_))) {
            self.partial = kept.clone();
        }
        done.map(|()| kept)
    }

    /// A leg whose predicates ask for positions.
    fn counted(&mut self, leg: &AxisLeg<'e>, from: &[Place], is_last: bool) -> Eval<Vec<Place>> {
        let mut found = Vec::new();
        let done = match leg.axis {
            _ if leg.by_parent => self.by_parent(leg, from, &mut found),
            // (Each node is the only one from wherever it is reached.)
            Axis::Itself | Axis::Parent => self.alone(leg, from, &mut found),
            _ => self.each_alone(leg, from, &mut found),
        };
        order(&mut found);
        if matches!(done, Err(Stop::Cut(_))) && is_last {
            self.partial = found.clone();
        }
        done.map(|()| found)
    }

    fn alone(&mut self, leg: &AxisLeg<'e>, from: &[Place], found: &mut Vec<Place>) -> Eval<()> {
        for node in self.axis(from, leg.axis, |all, place| all.test(leg, place))? {
            found.extend(self.filter(vec![node], leg.predicates)?);
        }
        Ok(())
    }

    fn each_alone(
        &mut self,
        leg: &AxisLeg<'e>,
        from: &[Place],
        found: &mut Vec<Place>,
    ) -> Eval<()> {
        for place in from {
            let nodes = self.counted_from(leg, *place)?;
            found.extend(nodes);
        }
        Ok(())
    }

    /// `//a[1]`: descendants, counted among their siblings.
    fn by_parent(&mut self, leg: &AxisLeg<'e>, from: &[Place], found: &mut Vec<Place>) -> Eval<()> {
        let nodes = self.axis(from, leg.axis, |all, place| all.test(leg, place))?;
        self.steps.take(nodes.len())?;
        let with_parent = |node: Place| (self.world.parent(node), node);
        let mut nodes: Vec<(Option<Place>, Place)> = nodes.into_iter().map(with_parent).collect();
        nodes.sort();
        for siblings in nodes.chunk_by(|a, b| a.0 == b.0) {
            let siblings = siblings.iter().map(|(_, node)| *node).collect();
            found.extend(self.filter(siblings, leg.predicates)?);
        }
        Ok(())
    }

    /// From one node, in the order of the axis.
    pub(crate) fn counted_from(&mut self, leg: &AxisLeg<'e>, from: Place) -> Eval<Vec<Place>> {
        let first = leg.predicates.first().map(|first| self.pick(*first));
        let targets = match self.targets(leg, Goal::Test, from) {
            None if Targets::know(leg.axis) && self.is_walked_enough(leg, from) => {
                Some(self.find_test(leg, from)?)
            }
            targets => targets,
        };
        let slice = targets.as_ref().and_then(|targets| targets.slice(&self.world, from, leg.axis));
        let Some(slice) = slice else {
            let nodes = self.walk_to(leg, from, first.and_then(Pick::most))?;
            return self.filter(nodes, leg.predicates);
        };
        let count = slice.nodes.len();
        match first {
            Some(Pick::At(position)) => {
                self.steps.take(1)?;
                let node = position.checked_sub(1).and_then(|position| slice.at(position));
                let nodes = node.map(|node| from.beside(node)).into_iter().collect();
                self.filter(nodes, &leg.predicates[1..])
            }
            Some(Pick::Last) => {
                self.steps.take(1)?;
                let node = count.checked_sub(1).and_then(|last| slice.at(last));
                let nodes = node.map(|node| from.beside(node)).into_iter().collect();
                self.filter(nodes, &leg.predicates[1..])
            }
            _ => {
                let most = first.and_then(Pick::most).map_or(count, |most| most.min(count));
                self.steps.take(most)?;
                let nodes = (0..most).filter_map(|position| slice.at(position));
                let nodes = nodes.map(|node| from.beside(node)).collect();
                self.filter(nodes, leg.predicates)
            }
        }
    }

    /// What passes the test on the axis from a node, no more than so many.
    fn walk_to(&mut self, leg: &AxisLeg<'e>, from: Place, most: Option<usize>) -> Eval<Vec<Place>> {
        let test = self.test(leg, from);
        let most = most.unwrap_or(usize::MAX);
        let mut nodes = Vec::new();
        let mut walk = self.world.walk(from, leg.axis);
        while nodes.len() < most
            && let Some(node) = walk.next()
        {
            self.walk_on(leg)?;
            if self.world.passes(&test, node, leg.axis) {
                nodes.push(node);
            }
        }
        Ok(nodes)
    }

    /// The first node of a path in document order, if that can be told by a walk: if its last leg goes forwards from one node.
    pub(crate) fn first_of_path(
        &mut self,
        expr: ExprId,
        focus: Focus,
    ) -> Eval<Option<Option<Place>>> {
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

    fn first_by_walk(&mut self, path: ExprId, focus: Focus) -> Eval<Option<Option<Place>>> {
        let legs = self.legs.clone();
        let (last, before) = match legs.path(path).split_last() {
            None => return Ok(Some(self.start(path, focus)?.first().copied())),
            Some((Leg::Axis(last), before)) if !last.counts && is_forward(last.axis) => {
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

    /// The nodes of the tree of a place that pass the test of a leg.
    fn find_test(&mut self, leg: &AxisLeg<'e>, from: Place) -> Eval<Rc<Targets>> {
        self.find(leg, Goal::Test, from, |_, _| Ok(true))
    }

    /// The nodes of the tree of a place that pass the test of a leg, and another one.
    pub(crate) fn find(
        &mut self,
        leg: &AxisLeg<'e>,
        goal: Goal,
        from: Place,
        mut is_wanted: impl FnMut(&mut Self, Place) -> Eval<bool>,
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
        Ok(self.keep_targets(leg, goal, root, Targets::new(tree, has_root, wanted)))
    }
}

/// Whether an axis is in document order, and not so long that an index is better.
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
