//! Step 5 of the seed: "parse all properties", singular, plural and concatenated.

use super::draft::Draft;
use super::lexicon::{FormatId, Slot};
use super::reader::Reader;
use super::run::Run;
use super::stringify::value_part;
use super::view::EntryId;
use crate::base::Span;
use crate::microformats::results::{Form, ItemId, ItemRow, Range, Text, ValueRow};
use crate::microformats::step::{Part, Place, Step};
use crate::microformats::vocabulary::{Cardinality, Kind, Property};

impl<'d, 'v> Reader<'d, 'v, '_> {
    /// Step 5, for each of the properties, in the vocabulary's order.
    pub(super) fn properties(&mut self, run: &mut Run, draft: &mut Draft<'d>) {
        let found = self.with_properties(run);
        for group in found.chunk_by(|a, b| a.0 == b.0) {
            let slot = group[0].0;
            self.property(run, slot, group, draft);
        }
    }

    /// "Find all elements with class="prop" that are descended from root", for all properties, and those with link types.
    fn with_properties(&mut self, run: &Run) -> Vec<(Slot, EntryId)> {
        self.account.look(run.sight.len());
        let mut found = Vec::new();
        for &entry in &run.sight {
            for &name in self.view.names(entry) {
                let is_gone =
                    run.removed.contains(&(entry, name)) || self.is_destroyed_name(name, run);
                let slot = self.lexicon.slot(run.format, name).filter(|_| !is_gone);
                found.extend(slot.map(|slot| (slot, entry)));
            }
        }
        found.sort();
        found
    }

    fn property(
        &mut self,
        run: &mut Run,
        slot: Slot,
        group: &[(Slot, EntryId)],
        draft: &mut Draft<'d>,
    ) {
        let property = self.lexicon.property(run.format, slot);
        let is_singular = property.cardinality.is_singular();
        if is_singular && draft.has(&property.name) {
            return;
        }
        let mut rows = Vec::new();
        for &(_, element) in group {
            if !self.account.has_room() {
                break;
            }
            rows.extend(self.element_value(run, property, element));
            if is_singular && !rows.is_empty() {
                break;
            }
        }
        if property.cardinality == Cardinality::Joined && rows.len() > 1 {
            rows = vec![self.joined(&rows)];
        }
        draft.add(property, rows);
    }

    /// The value of an element: the part that it is, or else what the property says besides.
    fn element_value(
        &mut self,
        run: &mut Run,
        property: &'v Property,
        element: EntryId,
    ) -> Option<ValueRow<'d>> {
        let lexicon = self.lexicon;
        for part in lexicon.parts(property) {
            if let Some(item) = self.pivot(run, element, part) {
                return Some(self.nested_value(element, item));
            }
        }
        let simple = match property.kind {
            Kind::Plain(simple) => simple,
            Kind::Nested { or, .. } => or?,
        };
        self.value(run, element, simple)
    }

    /// The "pivot": the property's element read as a microformat in its own right. `None` if it says nothing.
    pub(super) fn pivot(&mut self, run: &Run, element: EntryId, part: FormatId) -> Option<ItemId> {
        let mut inner = run.part(self, element, part)?;
        let draft = self.read_run(&mut inner);
        // What says nothing but its value is that value.
        let says = draft.groups.iter().any(|group| &*group.name != super::lexicon::VALUE);
        says.then(|| self.part_item(element, part, draft))
    }

    /// An item that is a part of another one.
    pub(super) fn part_item(
        &mut self,
        element: EntryId,
        part: FormatId,
        draft: Draft<'d>,
    ) -> ItemId {
        let item = ItemId::new(self.tables.items.len());
        let term = self.tables.term(&self.lexicon.format(part).root);
        self.tables.types.push(term);
        self.tables.items.push(ItemRow {
            node: self.view.entry(element).node,
            types: Range::new(self.tables.types.len() - 1, self.tables.types.len()),
            groups: Range::default(),
            children: Range::default(),
            is_valid: false,
        });
        self.store(item, part, draft);
        item
    }

    /// "If prop is a concatenated property, then its values are formed by concatenating the values of A together."
    fn joined(&mut self, rows: &[ValueRow<'d>]) -> ValueRow<'d> {
        let start = self.tables.buffer.len();
        let mut parts: Vec<Part> = Vec::new();
        let is_html = rows.iter().all(|row| matches!(row.form, Form::Html { .. }));
        for row in rows {
            self.append(row.text);
            match is_html {
                true => parts.push(value_part(Place::Content(row.node))),
                false => parts.extend(row.parts.of(&self.tables.parts)),
            }
        }
        let text = Text::Stored(Span::new(start, self.tables.buffer.len()));
        let form = if is_html { Form::JoinedHtml } else { Form::Plain };
        let parts = self.parts(parts);
        ValueRow { text, form, step: Step::Joined, parts, node: rows[0].node }
    }
}
