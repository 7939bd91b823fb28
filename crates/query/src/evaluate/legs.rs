//! Legs: the steps of a path, with some pairs of steps fused.
//!
//! `//a` abbreviates `descendant-or-self::node()/child::a`, which literally means all nodes and
//! then the children of each. A *leg* replaces such a pair by its meaning: `descendant::a`,
//! answered from an index of names. If a predicate depends on the position among siblings, as in
//! `//a[1]`, the leg is the same, and its nodes are numbered parent by parent.

use super::facts::Facts;
use crate::plan::{Axis, Expr, ExprId, NodeTest, Plan, SelectorsId, Step};
use wishful::base::id_type;

id_type! {
    /// The index of a leg of a plan.
    pub(crate) LegId
}

/// One step, or two fused steps.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Leg<'e> {
    Axis(AxisLeg<'e>),
    Select(SelectorsId),
}

/// A step along an axis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AxisLeg<'e> {
    pub(crate) id: LegId,
    pub(crate) axis: Axis,
    pub(crate) test: &'e NodeTest,
    /// The name of an attribute that the nodes have besides: that of the next step.
    pub(crate) with_attribute: Option<&'e str>,
    pub(crate) predicates: &'e [ExprId],
    /// A flag: a predicate may depend on the position.
    pub(crate) is_positional: bool,
    /// A flag: positions count among the children of one parent, although the axis is `descendant`.
    pub(crate) by_parent: bool,
    /// A flag: no predicate can fail.
    pub(crate) is_total: bool,
}

/// The legs of all paths of a plan.
pub(crate) struct Legs<'e> {
    legs: Vec<Leg<'e>>,
    /// The start of each operation's legs in `legs`, and the end of the last ones.
    starts: Vec<usize>,
}

impl<'e> Legs<'e> {
    /// Computes the legs of all paths of a plan.
    pub(crate) fn of(plan: &'e Plan, facts: &Facts) -> Self {
        let mut legs =
            Self { legs: Vec::new(), starts: Vec::with_capacity(plan.operations.len() + 1) };
        for operation in &plan.operations {
            legs.starts.push(legs.legs.len());
            if let Expr::Path { steps, .. } = &operation.expr {
                legs.push_path(steps, facts);
            }
        }
        legs.starts.push(legs.legs.len());
        legs
    }

    /// Returns the legs of a path.
    pub(crate) fn path(&self, path: ExprId) -> &[Leg<'e>] {
        &self.legs[self.starts[path.index()]..self.starts[path.index() + 1]]
    }

    /// Returns the total number of legs.
    pub(crate) fn len(&self) -> usize {
        self.legs.len()
    }

    /// Appends the legs of a path: its steps, with pairs fused where possible.
    fn push_path(&mut self, steps: &'e [Step], facts: &Facts) {
        let mut steps = steps.iter().peekable();
        while let Some(step) = steps.next() {
            let own = self.leg(step, facts);
            let fused = steps.peek().and_then(|next| fused(own, self.leg(next, facts)));
            if fused.is_some() {
                steps.next();
            }
            let leg = fused.unwrap_or(own);
            self.legs.push(match steps.peek() {
                Some(Step::Axis { axis: Axis::Attribute, test, .. }) => with_attributes(leg, test),
                _ => leg,
            });
        }
    }

    /// Returns the leg of a single step.
    fn leg(&self, step: &'e Step, facts: &Facts) -> Leg<'e> {
        match step {
            Step::Select(selectors) => Leg::Select(*selectors),
            Step::Axis { axis, test, predicates } => Leg::Axis(AxisLeg {
                id: LegId::new(self.legs.len()),
                axis: *axis,
                test,
                with_attribute: None,
                predicates,
                is_positional: predicates.iter().any(|predicate| facts.counts(*predicate)),
                by_parent: false,
                is_total: predicates.iter().all(|predicate| facts.is_total(*predicate)),
            }),
        }
    }
}

/// Fuses `descendant-or-self::node()` with the next step, if the result means the same.
fn fused<'e>(first: Leg<'e>, second: Leg<'e>) -> Option<Leg<'e>> {
    let (Leg::Axis(first), Leg::Axis(second)) = (first, second) else { return None };
    if !is_all_below(first) {
        return None;
    }
    let axis = match second.axis {
        Axis::Child => Axis::Descendant,
        Axis::Descendant | Axis::DescendantOrSelf if !second.is_positional => second.axis,
        Axis::Itself if !second.is_positional => Axis::DescendantOrSelf,
        _ => return None,
    };
    Some(Leg::Axis(AxisLeg { axis, by_parent: second.is_positional, ..second }))
}

/// Reports whether a leg is `descendant-or-self::node()`.
fn is_all_below(leg: AxisLeg<'_>) -> bool {
    leg.axis == Axis::DescendantOrSelf && *leg.test == NodeTest::Node && leg.predicates.is_empty()
}

/// Restricts `descendant-or-self::node()` before a step to attributes: only elements have them, and
/// an index has the elements with an attribute of one name.
fn with_attributes<'e>(leg: Leg<'e>, attributes: &'e NodeTest) -> Leg<'e> {
    match leg {
        Leg::Axis(leg) if is_all_below(leg) => {
            let with_attribute = match attributes {
                NodeTest::Name { name, .. } => Some(&**name),
                _ => None,
            };
            Leg::Axis(AxisLeg { test: &NodeTest::Principal, with_attribute, ..leg })
        }
        _ => leg,
    }
}
