//! The union of the parses of all branches of a text.
//!
//! A text with branches (`#ifdef` of C, `{% if %}` of a template) stands for one text for each
//! assignment of truth values to its variables: 2ⁿ texts. A parser of one of them knows at each
//! branch only its state. Texts that reach a branch in the same state are read alike from there, so
//! they are one *node* here: a branch, a state, and the [`PresenceCondition`] under which it is
//! reached.
//!
//! ```text
//! {% if a %}<b>{% endif %}x{% if b %}</b>{% endif %}
//!
//! if a  always ──┬─ a ─────► if b  in <b>, a ──────┬─ b ────► end  always
//!                └─ not a ─► if b  outside, not a ─┘  </b>: a report if `b and not a`
//! ```
//!
//! TypeChef (Kästner and others, OOPSLA 2011) and SuperC (Gazzillo and Grimm, PLDI 2012) fork a
//! parser at each branch, and merge parsers whose states are equal. Here nothing is forked: a text
//! is read from its start, its path is added to the graph ([`Branches::add`]), and the graph says
//! which texts would show something new ([`Branches::plan`]). A path passes one node of each place,
//! so there are about as many texts as the widest place has states, however many branches follow
//! one another: a thousand independent branches need two texts. A parser only has to give a number
//! that is equal for equal states alone.
//!
//! *Invariant*: each assignment in the condition of a node reaches this node, and after a plan
//! without texts, the conditions of the nodes of a place are a partition.

use crate::presence::{PresenceCondition, PresenceConditions};
use petgraph::algo::toposort;
use petgraph::graph::{DiGraph, EdgeIndex, NodeIndex};
use petgraph::visit::EdgeRef;
use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;

/// A branch on the way of a text.
#[derive(Clone, Debug)]
pub struct PathStep<R> {
    /// The number of the branch: of its place in the source, and of what besides its state decides
    /// how the text goes on.
    pub place: u64,
    /// The state of the parser before it. Equal numbers are equal states.
    pub state: u64,
    /// The condition of the branch.
    pub condition: PresenceCondition,
    /// The value of the condition in this text.
    pub holds: bool,
    /// The reports on the text from here to the next branch.
    pub reports: Vec<R>,
}

/// A branch in a state.
#[derive(Debug)]
struct BranchNode {
    condition: PresenceCondition,
    /// The assignments that reach it.
    reached: PresenceCondition,
    /// The ways from here, if the condition is false and true.
    ways: [Option<EdgeIndex>; 2],
    /// True for ways that some text of the current plan takes.
    is_planned: [bool; 2],
}

impl BranchNode {
    fn new(condition: PresenceCondition) -> Self {
        let reached = PresenceCondition::NEVER;
        Self { condition, reached, ways: [None; 2], is_planned: [false; 2] }
    }
}

/// The text between two branches.
#[derive(Debug)]
struct BranchWay<R> {
    holds: bool,
    reports: BTreeSet<R>,
}

/// Values of variables; the others do not matter, or are not known.
pub type PartialAssignment = HashMap<usize, bool>;

/// The union of the paths of some texts.
///
/// ```
/// use wishful_earley::{Branches, PartialAssignment, PathStep};
///
/// // `#ifdef X` before a number, and `#ifdef Y` before another one: is there one of them?
/// let mut branches = Branches::new(1 << 16);
/// let (x, y) = (branches.conditions().variable(0), branches.conditions().variable(1));
/// let (mut texts, mut plan) = (0, vec![PartialAssignment::new()]);
/// while !plan.is_empty() {
///     for values in plan {
///         let [has_x, has_y] = [0, 1].map(|name| *values.get(&name).unwrap_or(&false));
///         let reports = if has_x || has_y { vec![] } else { vec!["no number"] };
///         branches.add([
///             PathStep { place: 0, state: 0, condition: x, holds: has_x, reports: vec![] },
///             PathStep { place: 1, state: has_x.into(), condition: y, holds: has_y, reports },
///         ]);
///         texts += 1;
///     }
///     plan = branches.plan(8);
/// }
/// assert_eq!(texts, 4);
/// let (_, condition) = branches.reports().pop().unwrap();
/// assert_eq!(branches.conditions().simplest(condition), Some(vec![(1, false), (0, false)]));
/// ```
#[derive(Debug)]
pub struct Branches<R> {
    conditions: PresenceConditions,
    graph: DiGraph<BranchNode, BranchWay<R>>,
    /// By place and state. The start and the end are nodes, too.
    nodes: HashMap<(u64, u64), NodeIndex>,
    start: NodeIndex,
    end: NodeIndex,
    /// The assignments that are possible.
    assumed: PresenceCondition,
    /// False if one way led to two nodes, or had two sets of reports: then the numbers of the
    /// states are equal for states that are not.
    is_sound: bool,
}

impl<R: Ord + Hash + Clone> Branches<R> {
    /// Creates the union of no text, whose conditions have at most a number of tests.
    #[must_use]
    pub fn new(most: usize) -> Self {
        let mut graph = DiGraph::new();
        let [start, end] =
            [(); 2].map(|()| graph.add_node(BranchNode::new(PresenceCondition::ALWAYS)));
        let (conditions, nodes) = (PresenceConditions::new(most), HashMap::new());
        let assumed = PresenceCondition::ALWAYS;
        Self { conditions, graph, nodes, start, end, assumed, is_sound: true }
    }

    /// Returns the conditions, for those of further branches.
    pub fn conditions(&mut self) -> &mut PresenceConditions {
        &mut self.conditions
    }

    /// Excludes all assignments that are not in a set.
    pub fn assume(&mut self, condition: PresenceCondition) {
        self.assumed = self.conditions.and(self.assumed, condition);
    }

    /// Reports whether equal states were read alike so far, and all conditions are known.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.is_sound && !self.conditions.is_full()
    }

    /// Adds the path of a text: its branches in order. A first step with the condition
    /// [`PresenceCondition::ALWAYS`] has the reports on the text before the first branch.
    pub fn add(&mut self, path: impl IntoIterator<Item = PathStep<R>>) {
        let (mut from, mut holds, mut reports) = (self.start, true, BTreeSet::new());
        for step in path {
            let graph = &mut self.graph;
            let node = *self
                .nodes
                .entry((step.place, step.state))
                .or_insert_with(|| graph.add_node(BranchNode::new(step.condition)));
            self.is_sound &= self.graph[node].condition == step.condition;
            self.add_way(from, node, BranchWay { holds, reports });
            (from, holds) = (node, step.holds);
            reports = step.reports.into_iter().collect();
        }
        self.add_way(from, self.end, BranchWay { holds, reports });
    }

    fn add_way(&mut self, from: NodeIndex, to: NodeIndex, way: BranchWay<R>) {
        let side = usize::from(way.holds);
        if let Some(known) = self.graph[from].ways[side] {
            let leads = self.graph.edge_endpoints(known).is_some_and(|(_, node)| node == to);
            self.is_sound &= leads && self.graph[known].reports == way.reports;
            return;
        }
        let edge = self.graph.add_edge(from, to, way);
        self.graph[from].ways[side] = Some(edge);
    }

    /// Computes the conditions of all nodes, and returns the nodes in the order of the text.
    fn order(&mut self) -> Vec<NodeIndex> {
        let Ok(order) = toposort(&self.graph, None) else {
            self.is_sound = false;
            return Vec::new();
        };
        for node in self.graph.node_weights_mut() {
            (node.reached, node.is_planned) = (PresenceCondition::NEVER, [false; 2]);
        }
        self.graph[self.start].reached = self.assumed;
        for &node in &order {
            let ways: Vec<(NodeIndex, bool)> =
                self.graph.edges(node).map(|way| (way.target(), way.weight().holds)).collect();
            for (to, holds) in ways {
                let taken = self.taken(node, holds);
                self.graph[to].reached = self.conditions.or(self.graph[to].reached, taken);
            }
        }
        order
    }

    /// Returns the assignments that reach a node, and go on this way.
    fn taken(&mut self, node: NodeIndex, holds: bool) -> PresenceCondition {
        let BranchNode { condition, reached, .. } = self.graph[node];
        let way = if holds { condition } else { self.conditions.not(condition) };
        self.conditions.and(reached, way)
    }

    /// Returns the assignments of at most a number of texts that take ways on which no text was so
    /// far. There are none if all texts take known ways. A text may take more new ways than are
    /// planned, so first plans are best short.
    pub fn plan(&mut self, most: usize) -> Vec<PartialAssignment> {
        let mut plan = Vec::new();
        for node in self.order() {
            if node == self.start || node == self.end {
                continue;
            }
            for holds in [false, true] {
                let BranchNode { ways, is_planned, .. } = &self.graph[node];
                let side = usize::from(holds);
                if ways[side].is_some() || is_planned[side] || plan.len() >= most {
                    continue;
                }
                let taken = self.taken(node, holds);
                if let Some(values) = self.conditions.simplest(taken) {
                    let mut values = values.into_iter().collect();
                    self.extend(&mut values);
                    plan.push(values);
                }
            }
        }
        plan
    }

    /// Extends an assignment so that its text takes ways that no other text takes, where it can.
    fn extend(&mut self, values: &mut PartialAssignment) {
        let mut next = self.graph[self.start].ways[1];
        while let Some(way) = next {
            let Some((_, node)) = self.graph.edge_endpoints(way) else { return };
            if node == self.end {
                return;
            }
            let BranchNode { condition, ways, is_planned, .. } = &self.graph[node];
            let is_new = |side: usize| ways[side].is_none() && !is_planned[side];
            let sides = if is_new(0) && !is_new(1) { [0, 1] } else { [1, 0] };
            let condition = *condition;
            let Some(side) = sides
                .into_iter()
                .find(|side| self.conditions.extend(condition, *side == 1, values))
            else {
                return;
            };
            let node = &mut self.graph[node];
            node.is_planned[side] = true;
            next = node.ways[side];
        }
    }

    /// Returns the reports on the text of an assignment. `None` if it leaves the known ways.
    pub fn reports_of(&self, mut value: impl FnMut(usize) -> bool) -> Option<BTreeSet<&R>> {
        let (mut found, mut next) = (BTreeSet::new(), self.graph[self.start].ways[1]);
        while let Some(way) = next {
            found.extend(&self.graph[way].reports);
            let (_, node) = self.graph.edge_endpoints(way)?;
            if node == self.end {
                return Some(found);
            }
            let BranchNode { condition, ways, .. } = &self.graph[node];
            next = ways[usize::from(self.conditions.holds(*condition, &mut value))];
        }
        None
    }

    /// Returns all reports in their order, each with its condition.
    pub fn reports(&mut self) -> Vec<(R, PresenceCondition)> {
        let mut found: HashMap<R, PresenceCondition> = HashMap::new();
        for node in self.order() {
            for side in 0..2 {
                let Some(way) = self.graph[node].ways[side] else { continue };
                let taken = self.taken(node, side == 1);
                for report in self.graph[way].reports.clone() {
                    let known = found.entry(report).or_insert(PresenceCondition::NEVER);
                    *known = self.conditions.or(*known, taken);
                }
            }
        }
        let mut found: Vec<(R, PresenceCondition)> = found.into_iter().collect();
        found.sort();
        found
    }

    /// Returns the states at some places, each with its condition.
    pub fn states(&mut self, is_at: impl Fn(u64) -> bool) -> Vec<(u64, PresenceCondition)> {
        self.order();
        let at = self.nodes.iter().filter(|((place, _), _)| is_at(*place));
        let mut found: Vec<(u64, PresenceCondition)> =
            at.map(|((_, state), node)| (*state, self.graph[*node].reached)).collect();
        found.sort();
        found
    }

    /// Returns the number of ways between branches that texts have taken.
    #[must_use]
    pub fn ways(&self) -> usize {
        self.graph.edge_count()
    }
}
