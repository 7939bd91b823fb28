//! The compiled form of a parselet: one slot for each key.

use super::split::SplitExpression;
use wishful::base::{Span, id_type};
use wishful_query::plan::Plan;

id_type! {
    pub(super) SlotId
}

id_type! {
    /// An index of a compiled expression, or of one part of a split expression.
    pub(super) PlanId
}

/// The two parts of an expression, as in [`SplitExpression`]: the nodes that it selects, and the
/// text of each.
#[derive(Clone, Copy, Debug)]
pub(super) struct Selection {
    pub(super) each: Option<PlanId>,
    pub(super) value: Option<PlanId>,
}

/// A key of a parselet with its compiled value; the first slot is the root and has no key.
#[derive(Clone, Debug)]
pub(super) struct KeySlot {
    /// The name of the key in the answer.
    pub(super) name: Box<str>,
    /// The span of the key, without its quotes.
    pub(super) place: Span,
    /// The slot that contains the key; `None` only for the root.
    pub(super) parent: Option<SlotId>,
    /// The operator `?`: the key may be missing.
    pub(super) optional: bool,
    /// The operator `!`: no member of the array may be broken.
    pub(super) complete: bool,
    pub(super) scope: Option<PlanId>,
    pub(super) shape: SlotShape,
}

/// The shape of a key's value.
#[derive(Clone, Debug)]
pub(super) enum SlotShape {
    /// A text: `"expr"`.
    Text(Selection),
    /// A list of texts: `["expr"]`.
    Texts(Selection),
    /// An object: `{…}`.
    Object(Vec<SlotId>),
    /// A list of objects: `[{…}]`. With a scope, each scope node gives an object; without one, the
    /// keys are buckets.
    Objects(Vec<SlotId>),
}

/// All slots and plans. Invariant: a slot comes after the slot that contains it.
#[derive(Clone, Debug, Default)]
pub(super) struct Slots {
    slots: Vec<KeySlot>,
    plans: Vec<Plan>,
}

impl Slots {
    /// The root object.
    pub(super) const ROOT: SlotId = SlotId::new(0);

    pub(super) fn get(&self, id: SlotId) -> &KeySlot {
        &self.slots[id.index()]
    }

    pub(super) fn get_mut(&mut self, id: SlotId) -> &mut KeySlot {
        &mut self.slots[id.index()]
    }

    pub(super) fn add(&mut self, slot: KeySlot) -> SlotId {
        self.slots.push(slot);
        SlotId::new(self.slots.len() - 1)
    }

    pub(super) fn plan(&self, id: PlanId) -> &Plan {
        &self.plans[id.index()]
    }

    /// Returns the number of plans; a split expression has two.
    pub(super) fn plan_count(&self) -> usize {
        self.plans.len()
    }

    pub(super) fn add_plan(&mut self, plan: Plan) -> PlanId {
        self.plans.push(plan);
        PlanId::new(self.plans.len() - 1)
    }

    pub(super) fn add_parts(
        &mut self,
        SplitExpression { each, value }: SplitExpression,
    ) -> Selection {
        Selection {
            each: each.map(|plan| self.add_plan(plan)),
            value: value.map(|plan| self.add_plan(plan)),
        }
    }

    /// Returns a slot and its ancestors, innermost first.
    pub(super) fn around(&self, id: SlotId) -> impl Iterator<Item = SlotId> {
        std::iter::successors(Some(id), |id| self.get(*id).parent)
    }

    /// Reports whether a slot is another slot or inside it.
    pub(super) fn is_in(&self, id: SlotId, other: SlotId) -> bool {
        self.around(id).any(|around| around == other)
    }

    /// Reports whether a key has a scope or is inside one.
    pub(super) fn is_in_scope(&self, id: SlotId) -> bool {
        self.around(id).any(|around| self.get(around).scope.is_some())
    }

    /// Returns the path of a slot, like `/reviews/date`; arrays add no segment.
    pub(super) fn path(&self, id: SlotId) -> String {
        let mut names: Vec<&str> = self.around(id).map(|id| &*self.get(id).name).collect();
        // (The root has an empty name.)
        names.reverse();
        names.join("/")
    }

    /// Returns the slot of a path, with or without a leading `/`; the root is `/`.
    pub(super) fn find(&self, path: &str) -> Option<SlotId> {
        if matches!(path, "" | "/") {
            return Some(Self::ROOT);
        }
        self.keys().find(|id| {
            let own = self.path(*id);
            own == path || own.strip_prefix('/') == Some(path)
        })
    }

    /// Returns the slots of all keys in the order of the parselet, without keys that a later one of
    /// the same name replaces.
    pub(super) fn keys(&self) -> impl Iterator<Item = SlotId> {
        let mut open: Vec<SlotId> = self.get(Self::ROOT).members().iter().rev().copied().collect();
        std::iter::from_fn(move || {
            let id = open.pop()?;
            open.extend(self.get(id).members().iter().rev());
            Some(id)
        })
    }
}

impl KeySlot {
    /// Returns the keys inside the slot.
    pub(super) fn members(&self) -> &[SlotId] {
        match &self.shape {
            SlotShape::Object(members) | SlotShape::Objects(members) => members,
            SlotShape::Text(_) | SlotShape::Texts(_) => &[],
        }
    }

    pub(super) fn is_array(&self) -> bool {
        matches!(self.shape, SlotShape::Texts(_) | SlotShape::Objects(_))
    }

    /// Reports whether the slot is a list of objects without a scope, so that its keys are buckets.
    pub(super) fn has_buckets(&self) -> bool {
        matches!(self.shape, SlotShape::Objects(_)) && self.scope.is_none()
    }

    /// Reports whether the slot is an object without a scope: its keys share the scope of the slot
    /// around it.
    pub(super) fn only_nests(&self) -> bool {
        matches!(self.shape, SlotShape::Object(_)) && self.scope.is_none()
    }
}
