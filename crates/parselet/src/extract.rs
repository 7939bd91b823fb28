//! Extraction: a recursive descent over the slots, from a document to rows.
//!
//! Each slot is filled from a [`Focus`], an evaluation context. The scope of a slot maps its focus
//! to one or more foci, and so does the node expression of a text. The depth of the recursion is
//! the nesting depth of the parselet.

use super::buckets::Buckets;
use super::evaluate::{Evaluator, Focus, Interruption, OrderKey};
use super::options::Dialect;
use super::rows::{RowContent, RowId, Rows};
use super::slots::{PlanId, Selection, SlotId, SlotShape, Slots};

/// An extraction in progress.
pub(super) struct Extractor<'e, 'd> {
    pub(super) slots: &'e Slots,
    pub(super) dialect: Dialect,
    pub(super) rows: Rows<'d>,
    pub(super) evaluator: Evaluator<'e, 'd>,
}

pub(super) type FillResult = Result<(), Interruption>;

impl<'e, 'd> Extractor<'e, 'd> {
    /// Fills the rows of all slots.
    pub(super) fn run(&mut self, root: &Focus<'d>) -> FillResult {
        self.fill(Rows::ROOT, root)
    }

    /// Fills a row according to its slot.
    fn fill(&mut self, row: RowId, focus: &Focus<'d>) -> FillResult {
        let slots = self.slots;
        let id = self.rows.get(row).slot;
        let slot = slots.get(id);
        let Some(scope) = slot.scope else {
            return match &slot.shape {
                SlotShape::Text(selection) => {
                    self.first(row, selection, std::slice::from_ref(focus))
                }
                SlotShape::Texts(selection) => {
                    let found = self.matches(selection, focus)?;
                    self.texts(row, selection, &found)
                }
                SlotShape::Object(members) => self.object(row, members, focus),
                SlotShape::Objects(members) => {
                    self.rows.get_mut(row).content = RowContent::Array(None);
                    Buckets::fill(self, id, row, members, focus)
                }
            };
        };
        let scopes = self.evaluator.foci(scope, focus)?;
        self.fill_scoped(row, id, &scopes)
    }

    /// Fills a row whose slot has a scope, from the foci of that scope.
    fn fill_scoped(&mut self, row: RowId, id: SlotId, scopes: &[Focus<'d>]) -> FillResult {
        let slots = self.slots;
        match &slots.get(id).shape {
            SlotShape::Text(selection) => self.first(row, selection, scopes),
            SlotShape::Object(members) => match scopes.first() {
                Some(scope) => self.object(row, members, scope),
                None => self.missing(row, None),
            },
            SlotShape::Texts(selection) => {
                let found = self.matches_in(selection, scopes)?;
                self.texts(row, selection, &found)
            }
            SlotShape::Objects(members) => {
                self.rows.get_mut(row).content = RowContent::Array(None);
                for scope in scopes {
                    let member = self.push(id, row)?;
                    self.object(member, members, scope)?;
                }
                Ok(())
            }
        }
    }

    /// Fills a row with a list of the texts of some matches.
    fn texts(&mut self, row: RowId, selection: &Selection, found: &[Focus<'d>]) -> FillResult {
        self.rows.get_mut(row).content = RowContent::Array(None);
        let slot = self.rows.get(row).slot;
        for each in found {
            let member = self.push(slot, row)?;
            self.text(member, selection, each)?;
        }
        Ok(())
    }

    /// Returns the matches in several scopes as one longer selector has them: each node once, in
    /// document order. In the dialect fizx, each scope gives its first match only.
    pub(super) fn matches_in(
        &mut self,
        selection: &Selection,
        scopes: &[Focus<'d>],
    ) -> Result<Vec<Focus<'d>>, Interruption> {
        let most = if self.dialect == Dialect::Fizx { 1 } else { usize::MAX };
        let mut placed: Vec<(OrderKey, Focus<'d>)> = Vec::new();
        for scope in scopes {
            for found in self.matches(selection, scope)?.into_iter().take(most) {
                placed.push((self.evaluator.place(&found), found));
            }
        }
        if self.dialect == Dialect::Wishful {
            // (The sort is stable: texts that a function computed at one node keep their order.)
            placed.sort_by_key(|(place, _)| *place);
            placed.dedup_by(|(place, found), (before, other)| {
                place == before && found.is_node() && other.is_node()
            });
        }
        Ok(placed.into_iter().map(|(_, found)| found).collect())
    }

    /// Turns a row into an object and fills its keys.
    pub(super) fn object(
        &mut self,
        row: RowId,
        members: &[SlotId],
        focus: &Focus<'d>,
    ) -> FillResult {
        self.rows.get_mut(row).content = RowContent::Object(None);
        self.rows.get_mut(row).node = Some(focus.node());
        // (Create all rows first, so that keys have rows even if a limit stops the run.)
        let mut inner = Vec::with_capacity(members.len());
        for &member in members {
            inner.push(self.push(member, row)?);
        }
        for row in inner {
            self.fill(row, focus)?;
        }
        Ok(())
    }

    /// Returns the items that an expression selects; the focus itself if it selects none by itself.
    pub(super) fn matches(
        &mut self,
        selection: &Selection,
        focus: &Focus<'d>,
    ) -> Result<Vec<Focus<'d>>, Interruption> {
        match selection.each {
            Some(each) => self.evaluator.foci(each, focus),
            None => Ok(vec![focus.clone()]),
        }
    }

    /// Fills a row with the first match in document order over several foci.
    pub(super) fn first(
        &mut self,
        row: RowId,
        selection: &Selection,
        foci: &[Focus<'d>],
    ) -> FillResult {
        let mut first: Option<(OrderKey, Focus<'d>)> = None;
        for focus in foci {
            // (Matches of one focus are in document order.)
            let Some(found) = self.matches(selection, focus)?.into_iter().next() else { continue };
            let place = self.evaluator.place(&found);
            if first.as_ref().is_none_or(|(first, _)| place < *first) {
                first = Some((place, found));
            }
        }
        match first {
            Some((_, first)) => self.text(row, selection, &first),
            None if foci.len() == 1 => self.missing(row, foci.first()),
            None => self.missing(row, None),
        }
    }

    /// Marks a row as missing, and records the node that was searched.
    fn missing(&mut self, row: RowId, focus: Option<&Focus<'d>>) -> FillResult {
        let row = self.rows.get_mut(row);
        row.content = RowContent::Missing;
        row.node = focus.map(Focus::node);
        Ok(())
    }

    /// Fills a row with the text of a match.
    pub(super) fn text(
        &mut self,
        row: RowId,
        selection: &Selection,
        found: &Focus<'d>,
    ) -> FillResult {
        let text = self.evaluator.text(selection.value, found)?;
        let row = self.rows.get_mut(row);
        row.content = RowContent::Text(text);
        row.node = Some(found.node());
        Ok(())
    }

    /// Returns the items that a plan selects from a focus.
    pub(super) fn foci(
        &mut self,
        plan: PlanId,
        focus: &Focus<'d>,
    ) -> Result<Vec<Focus<'d>>, Interruption> {
        self.evaluator.foci(plan, focus)
    }

    /// Appends a row, and counts it against the limits.
    pub(super) fn push(&mut self, slot: SlotId, parent: RowId) -> Result<RowId, Interruption> {
        self.evaluator.count_value()?;
        Ok(self.rows.push(slot, parent))
    }
}
