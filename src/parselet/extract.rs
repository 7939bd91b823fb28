//! From a document to rows: each slot is filled from where it stands.
//!
//! A slot is filled from a *focus*, the node in whose scope it is, with its number among its like. A scope makes foci of a focus,
//! and so does what an expression goes through. What recurses here is what stands in one another in the parselet.

use super::buckets::Buckets;
use super::evaluate::{Evaluator, Focus, Place, Stop};
use super::rows::{Content, RowId, Rows};
use super::slots::{PlanId, Selection, Shape, SlotId, Slots};

/// A document being read.
pub(super) struct Extractor<'e, 'd> {
    pub(super) slots: &'e Slots,
    pub(super) rows: Rows<'d>,
    pub(super) evaluator: Evaluator<'e, 'd>,
}

pub(super) type Done = Result<(), Stop>;

impl<'e, 'd> Extractor<'e, 'd> {
    /// Fills all slots.
    pub(super) fn run(&mut self, root: &Focus<'d>) -> Done {
        self.fill(Rows::ROOT, root)
    }

    /// Fills a row by what its slot says.
    fn fill(&mut self, row: RowId, focus: &Focus<'d>) -> Done {
        let slots = self.slots;
        let id = self.rows.get(row).slot;
        let slot = slots.get(id);
        let Some(scope) = slot.scope else {
            return match &slot.shape {
                Shape::Text(selection) => self.first(row, selection, std::slice::from_ref(focus)),
                Shape::Texts(selection) => {
                    self.rows.get_mut(row).content = Content::Array(None);
                    for each in self.matches(selection, focus)? {
                        let member = self.push(id, row)?;
                        self.text(member, selection, &each)?;
                    }
                    Ok(())
                }
                Shape::Object(members) => self.object(row, members, focus),
                Shape::Objects(members) => {
                    self.rows.get_mut(row).content = Content::Array(None);
                    Buckets::fill(self, id, row, members, focus)
                }
            };
        };
        let scopes = self.evaluator.foci(scope, focus)?;
        self.fill_scoped(row, id, &scopes)
    }

    /// Fills a row whose slot has a scope.
    fn fill_scoped(&mut self, row: RowId, id: SlotId, scopes: &[Focus<'d>]) -> Done {
        let slots = self.slots;
        match &slots.get(id).shape {
            Shape::Text(selection) => self.first(row, selection, scopes),
            Shape::Object(members) => match scopes.first() {
                Some(scope) => self.object(row, members, scope),
                None => self.missing(row, None),
            },
            Shape::Texts(_) | Shape::Objects(_) => {
                self.rows.get_mut(row).content = Content::Array(None);
                scopes.iter().try_for_each(|scope| self.member(row, id, scope))
            }
        }
    }

    /// Adds what a scope node gives to an array.
    pub(super) fn member(&mut self, array: RowId, id: SlotId, scope: &Focus<'d>) -> Done {
        let slots = self.slots;
        let member = self.push(id, array)?;
        match &slots.get(id).shape {
            Shape::Text(selection) | Shape::Texts(selection) => {
                self.first(member, selection, std::slice::from_ref(scope))
            }
            Shape::Object(members) | Shape::Objects(members) => self.object(member, members, scope),
        }
    }

    /// Makes a row an object, and fills it.
    pub(super) fn object(&mut self, row: RowId, members: &[SlotId], focus: &Focus<'d>) -> Done {
        self.rows.get_mut(row).content = Content::Object(None);
        self.rows.get_mut(row).node = Some(focus.node());
        // (All keys first, so that those that are never reached are there.)
        let mut inner = Vec::with_capacity(members.len());
        for &member in members {
            inner.push(self.push(member, row)?);
        }
        inner.into_iter().try_for_each(|row| self.fill(row, focus))
    }

    /// What an expression goes through: the focus itself if it goes through nothing.
    pub(super) fn matches(
        &mut self,
        selection: &Selection,
        focus: &Focus<'d>,
    ) -> Result<Vec<Focus<'d>>, Stop> {
        match selection.each {
            Some(each) => self.evaluator.foci(each, focus),
            None => Ok(vec![focus.clone()]),
        }
    }

    /// Gives a row the first match in document order among those of some foci.
    pub(super) fn first(&mut self, row: RowId, selection: &Selection, foci: &[Focus<'d>]) -> Done {
        let mut first: Option<(Place, Focus<'d>)> = None;
        for focus in foci {
            // (Those of one focus are in order.)
            let Some(found) = self.matches(selection, focus)?.into_iter().next() else { continue };
            let place = self.evaluator.place(&found);
            if first.as_ref().is_none_or(|(first, _)| place < *first) {
                first = Some((place, found));
            }
        }
        match first {
            Some((_, first)) => self.text(row, selection, &first),
            None => self.missing(row, foci.first().filter(|_| foci.len() == 1)),
        }
    }

    /// Notes that there is nothing, and where it was looked for.
    fn missing(&mut self, row: RowId, focus: Option<&Focus<'d>>) -> Done {
        let row = self.rows.get_mut(row);
        row.content = Content::Missing;
        row.node = focus.map(Focus::node);
        Ok(())
    }

    /// Gives a row what a match says.
    pub(super) fn text(&mut self, row: RowId, selection: &Selection, found: &Focus<'d>) -> Done {
        let text = self.evaluator.text(selection.value, found)?;
        let row = self.rows.get_mut(row);
        row.content = Content::Text(text);
        row.node = Some(found.node());
        Ok(())
    }

    /// The foci of a scope, or of what an expression goes through.
    pub(super) fn foci(&mut self, plan: PlanId, focus: &Focus<'d>) -> Result<Vec<Focus<'d>>, Stop> {
        self.evaluator.foci(plan, focus)
    }

    /// A new row.
    pub(super) fn push(&mut self, slot: SlotId, parent: RowId) -> Result<RowId, Stop> {
        self.evaluator.count_value()?;
        Ok(self.rows.push(slot, parent))
    }
}
