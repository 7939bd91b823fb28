//! The state of an evaluation: the plan, the documents, the step counter, and the caches.

use std::borrow::Cow;
use std::rc::Rc;

use super::facts::{Facts, OperationFact};
use super::failure::Eval;
use super::legs::{AxisLeg, Legs};
use super::node_test::Test;
use super::place::{DocumentId, EvalDocuments, EvalNode};
use super::selected::Matchers;
use super::settings::Settings;
use super::targets::Targets;
use super::val::Val;
use crate::plan::{ExprId, Plan};
use crate::steps::Steps;
use wishful::base::{HashMap, HashSet, Span};

/// The context of an operation. (XPath 1.0, section 1, "context".)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Focus {
    pub node: EvalNode,
    /// The context position, from 1.
    pub position: usize,
    pub size: usize,
}

impl Focus {
    /// Creates a context of a single node.
    pub(crate) fn on(node: EvalNode) -> Self {
        Self { node, position: 1, size: 1 }
    }
}

/// A cache key: an operation with a constant value within a tree, and the root of the tree.
pub(crate) type TreeKey = (ExprId, EvalNode);

/// A cache of one value for each operation that is constant within a tree, and each tree.
/// `notes/queries.md` lists all caches with their bounds.
pub(crate) type PerTree<T> = HashMap<TreeKey, T>;

/// An evaluation of a plan.
pub struct Evaluator<'e, 'd> {
    pub(crate) plan: &'e Plan,
    pub(crate) facts: Facts,
    pub(crate) legs: Rc<Legs<'e>>,
    pub world: EvalDocuments<'d>,
    pub(crate) settings: &'e Settings<'d>,
    pub steps: Steps,
    /// The node that `current()` returns.
    pub current: EvalNode,
    /// The nodes found so far, if the whole expression is a path.
    pub(crate) partial: Vec<EvalNode>,
    pub(crate) patterns: crate::patterns::Compiled,
    pub(super) matchers: Matchers<'e>,
    leg_caches: Vec<LegCache<'e>>,
    targets: HashMap<(usize, Goal, EvalNode), Rc<Targets>>,
    pub(super) constants: PerTree<Val<'e>>,
    /// The string-values of node-sets that are constant within a tree.
    pub(super) texts: PerTree<Rc<HashSet<Cow<'e, str>>>>,
    /// The minimum and maximum number among the string-values of these node-sets.
    pub(super) extremes: PerTree<(f64, f64)>,
    /// Cached answers to "does the path select a node", for paths that are constant within a tree.
    pub(crate) truths: PerTree<bool>,
    /// Cached answers of predicates that depend on the name of a node alone, sorted by their keys:
    /// predicate, length of the name, name.
    pub(super) by_name: Vec<((ExprId, usize, &'d str), bool)>,
    /// Cached first nodes of these paths. The outer option is `None` if a walk cannot determine the
    /// first node.
    pub(crate) firsts: PerTree<Option<Option<EvalNode>>>,
}

/// The condition that the nodes of a [`Targets`] satisfy.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Goal {
    /// The node test of the leg.
    Test,
    /// The node test and the predicates of the leg.
    Leg,
    /// The whole leg, and the rest of the path selects something from there.
    Rest,
}

/// The cached data of a leg.
#[derive(Clone, Default)]
struct LegCache<'e> {
    test: Option<(DocumentId, Rc<Test<'e>>)>,
    /// The number of nodes that walks for this leg have visited.
    walked: usize,
    has_targets: bool,
}

impl<'e, 'd: 'e> Evaluator<'e, 'd> {
    pub fn new(
        plan: &'e Plan,
        world: EvalDocuments<'d>,
        current: EvalNode,
        settings: &'e Settings<'d>,
    ) -> Self {
        let facts = Facts::of(plan);
        let legs = Rc::new(Legs::of(plan, &facts));
        let bytes = world.document(current).map_or(0, |document| document.text().len());
        Self {
            plan,
            matchers: Matchers::of(plan),
            leg_caches: vec![LegCache::default(); legs.len()],
            facts,
            legs,
            world,
            settings,
            steps: Steps::new(settings.limits.steps.of(bytes)),
            current,
            partial: Vec::new(),
            patterns: Default::default(),
            targets: HashMap::default(),
            constants: HashMap::default(),
            texts: HashMap::default(),
            extremes: HashMap::default(),
            truths: HashMap::default(),
            by_name: Vec::new(),
            firsts: HashMap::default(),
        }
    }

    pub(crate) fn fact(&self, expr: ExprId) -> OperationFact {
        self.facts.get(expr)
    }

    pub(crate) fn span(&self, expr: ExprId) -> Span {
        self.plan.span(expr)
    }

    /// Returns the node test of a leg, resolved for the document of a position.
    pub(crate) fn test(&mut self, leg: &AxisLeg<'e>, place: EvalNode) -> Rc<Test<'e>> {
        let cache = &mut self.leg_caches[leg.id.index()];
        match &cache.test {
            Some((document, test)) if *document == place.document => test.clone(),
            _ => {
                let test = Rc::new(match leg.with_attribute {
                    Some(name) => Test::WithAttribute(name),
                    None => Test::new(leg.test, leg.axis, self.world.document(place)),
                });
                cache.test = Some((place.document, test.clone()));
                test
            }
        }
    }

    /// Takes one step for a node that a walk of a leg visits.
    pub(crate) fn count_visit(&mut self, leg: &AxisLeg<'e>) -> Eval<()> {
        self.leg_caches[leg.id.index()].walked += 1;
        Ok(self.steps.take(1)?)
    }

    /// Returns the cached targets of a leg in the tree that contains `from`, if they have been
    /// computed.
    pub(crate) fn targets(
        &mut self,
        leg: &AxisLeg<'e>,
        goal: Goal,
        from: EvalNode,
    ) -> Option<Rc<Targets>> {
        let cache = &self.leg_caches[leg.id.index()];
        if !cache.has_targets {
            return None;
        }
        let root = self.world.root(from);
        self.targets.get(&(leg.id.index(), goal, root)).cloned()
    }

    /// Reports whether computing a leg's targets pays off: its walks have visited more nodes than
    /// the document has.
    pub(crate) fn is_walked_enough(&self, leg: &AxisLeg<'e>, from: EvalNode) -> bool {
        let walked = self.leg_caches[leg.id.index()].walked;
        walked > FEW && self.world.document(from).is_some_and(|document| walked > document.len())
    }

    pub(crate) fn store_targets(
        &mut self,
        leg: &AxisLeg<'e>,
        goal: Goal,
        root: EvalNode,
        targets: Targets,
    ) -> Rc<Targets> {
        let targets = Rc::new(targets);
        self.leg_caches[leg.id.index()].has_targets = true;
        self.targets.insert((leg.id.index(), goal, root), targets.clone());
        targets
    }
}

/// The number of walked nodes below which targets are never computed.
const FEW: usize = 64;
