//! What a parselet says: a slot for each of its keys.

use super::split::Parts;
use crate::base::{Span, id_type};
use crate::query::plan::Plan;

id_type! {
    /// A key of a parselet, with what stands behind it.
    pub(super) SlotId
}

id_type! {
    /// An expression, or a part of one.
    pub(super) PlanId
}

/// What an expression goes through, and what it says of each, as [`Parts`] has them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Selection {
    pub(super) each: Option<PlanId>,
    pub(super) value: Option<PlanId>,
}

/// A key of a parselet; the first slot is the whole, and has none.
#[derive(Clone, Debug)]
pub(super) struct Slot {
    /// As the answer has it.
    pub(super) name: Box<str>,
    /// Where the key is written, without quotes.
    pub(super) place: Span,
    /// Whose key it is; none if and only if it is the whole.
    pub(super) parent: Option<SlotId>,
    /// `?`: it may be missing.
    pub(super) optional: bool,
    /// `!`: none of its members may be broken.
    pub(super) complete: bool,
    pub(super) scope: Option<PlanId>,
    pub(super) shape: Shape,
}

/// What stands behind a key.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    /// `"expr"`
    Text(Selection),
    /// `["expr"]`
    Texts(Selection),
    /// `{…}`
    Object(Vec<SlotId>),
    /// `[{…}]`: each is a scope node's, or, without a scope, they are buckets that are filled in the order of the document.
    Objects(Vec<SlotId>),
}

/// All slots; those in a slot come behind it.
#[derive(Clone, Debug, Default)]
pub(super) struct Slots {
    slots: Vec<Slot>,
    plans: Vec<Plan>,
}

impl Slots {
    /// The whole.
    pub(super) const ROOT: SlotId = SlotId::new(0);

    pub(super) fn get(&self, id: SlotId) -> &Slot {
        &self.slots[id.index()]
    }

    pub(super) fn get_mut(&mut self, id: SlotId) -> &mut Slot {
        &mut self.slots[id.index()]
    }

    pub(super) fn add(&mut self, slot: Slot) -> SlotId {
        self.slots.push(slot);
        SlotId::new(self.slots.len() - 1)
    }

    pub(super) fn plan(&self, id: PlanId) -> &Plan {
        &self.plans[id.index()]
    }

    /// How many expressions there are, in parts.
    pub(super) fn plan_count(&self) -> usize {
        self.plans.len()
    }

    pub(super) fn add_plan(&mut self, plan: Plan) -> PlanId {
        self.plans.push(plan);
        PlanId::new(self.plans.len() - 1)
    }

    pub(super) fn add_parts(&mut self, Parts { each, value }: Parts) -> Selection {
        let mut add = |plan: Option<Plan>| plan.map(|plan| self.add_plan(plan));
        Selection { each: add(each), value: add(value) }
    }

    /// A slot and those that it is in, the innermost first.
    pub(super) fn around(&self, id: SlotId) -> impl Iterator<Item = SlotId> {
        std::iter::successors(Some(id), |id| self.get(*id).parent)
    }

    /// Whether a slot is another one, or in it.
    pub(super) fn is_in(&self, id: SlotId, other: SlotId) -> bool {
        self.around(id).any(|around| around == other)
    }

    /// Whether a key has a scope, or is in one.
    pub(super) fn is_in_scope(&self, id: SlotId) -> bool {
        self.around(id).any(|around| self.get(around).scope.is_some())
    }

    /// `/reviews/date`: arrays have no step of their own.
    pub(super) fn path(&self, id: SlotId) -> String {
        let mut names: Vec<&str> = self.around(id).map(|id| &*self.get(id).name).collect();
        // (The whole has the empty name.)
        names.reverse();
        names.join("/")
    }

    /// The slot of a path, with or without a `/` before it; the whole is `/`.
    pub(super) fn find(&self, path: &str) -> Option<SlotId> {
        if matches!(path, "" | "/") {
            return Some(Self::ROOT);
        }
        let is_it = |own: &str| own == path || own.strip_prefix('/') == Some(path);
        self.keys().find(|id| is_it(&self.path(*id)))
    }

    /// The slots of all keys, in the order in which they are written; those that another one of the same name replaced are none.
    pub(super) fn keys(&self) -> impl Iterator<Item = SlotId> {
        let mut open: Vec<SlotId> = self.get(Self::ROOT).members().iter().rev().copied().collect();
        std::iter::from_fn(move || {
            let id = open.pop()?;
            open.extend(self.get(id).members().iter().rev());
            Some(id)
        })
    }
}

impl Slot {
    /// The keys in it.
    pub(super) fn members(&self) -> &[SlotId] {
        match &self.shape {
            Shape::Object(members) | Shape::Objects(members) => members,
            Shape::Text(_) | Shape::Texts(_) => &[],
        }
    }

    /// Whether it gives an array.
    pub(super) fn is_array(&self) -> bool {
        matches!(self.shape, Shape::Texts(_) | Shape::Objects(_))
    }

    /// Whether it is a list of objects without a scope, whose keys are buckets.
    pub(super) fn has_buckets(&self) -> bool {
        matches!(self.shape, Shape::Objects(_)) && self.scope.is_none()
    }

    /// Whether it is an object that only nests: its keys are filled as if they stood where it does.
    pub(super) fn only_nests(&self) -> bool {
        matches!(self.shape, Shape::Object(_)) && self.scope.is_none()
    }
}
