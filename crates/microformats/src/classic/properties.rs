//! Step 5 of the seed: "parse all properties", singular, plural and concatenated.

use super::draft::Draft;
use super::lexicon::{FormatId, PropertySlot, VALUE};
use super::reader::ClassicReader;
use super::run::ItemRun;
use super::view::EntryId;
use crate::results::{Form, Text, ValueRow};
use crate::step::{InputPosition, Step, StepInput};
use crate::vocabulary::{Cardinality, Property, PropertyKind, Simple};
use wishful::base::Span;

impl<'d, 'v> ClassicReader<'d, 'v, '_> {
    /// Applies step 5 to each of the properties, in the order of the vocabulary.
    pub(super) fn properties(&mut self, run: &mut ItemRun, draft: &mut Draft<'d>) {
        let found = self.with_properties(run);
        for group in found.chunk_by(|a, b| a.0 == b.0) {
            let slot = group[0].0;
            self.property(run, slot, group, draft);
        }
    }

    /// Returns the elements of all properties ("Find all elements with class="prop" that are
    /// descended from root"), and the links with types.
    fn with_properties(&mut self, run: &ItemRun) -> Vec<(PropertySlot, EntryId)> {
        self.account.look(run.sight.len());
        let mut found = Vec::new();
        for &entry in &run.sight {
            let (mut types, mut classes) = (Vec::new(), Vec::new());
            for &name in self.view.names(entry) {
                if run.removed.contains(&(entry, name)) || self.is_destroyed_name(name, run) {
                    continue;
                }
                let Some(slot) = self.lexicon.slot(run.format, name) else { continue };
                let is_type = self.lexicon.is_relation(run.format, slot);
                if is_type { types.push(slot) } else { classes.push(slot) }
            }
            // A link with `rel=tag` and the class of the same property counts by its type only.
            classes.retain(|&slot| {
                let name = &self.lexicon.property(run.format, slot).name;
                !types.iter().any(|&other| self.lexicon.property(run.format, other).name == *name)
            });
            for slot in classes.into_iter().chain(types) {
                found.push((slot, entry));
            }
        }
        found.sort_unstable();
        found
    }

    fn property(
        &mut self,
        run: &mut ItemRun,
        slot: PropertySlot,
        group: &[(PropertySlot, EntryId)],
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
            let row = self.element_value(run, property, element);
            if let Some(row) = row
                && self.lexicon.is_relation(run.format, slot)
            {
                self.related.insert(row.node);
            }
            rows.extend(row);
            if is_singular && !rows.is_empty() {
                break;
            }
        }
        if property.cardinality == Cardinality::Joined && rows.len() > 1 {
            rows = vec![self.joined(&rows)];
        }
        draft.add(property, rows);
    }

    /// Returns the value of an element: the part as which it can be read, or else a plain value.
    fn element_value(
        &mut self,
        run: &mut ItemRun,
        property: &'v Property,
        element: EntryId,
    ) -> Option<ValueRow<'d>> {
        let lexicon = self.lexicon;
        for part in lexicon.parts(property) {
            if let Some(row) = self.pivot(run, element, part) {
                return Some(row);
            }
        }
        match property.kind {
            PropertyKind::Nested { or: Some(Simple::Person), .. } => {
                self.person(run, property, element)
            }
            PropertyKind::Nested { or, .. } => self.value(run, element, or?),
            PropertyKind::Plain(simple) => self.value(run, element, simple),
        }
    }

    /// Reads the property's element as a microformat in its own right (the "pivot"). Returns `None`
    /// if it has no properties; an element with a single `value` becomes that value.
    pub(super) fn pivot(
        &mut self,
        run: &ItemRun,
        element: EntryId,
        part: FormatId,
    ) -> Option<ValueRow<'d>> {
        let mut inner = self.part_run(run, element, part)?;
        let draft = self.read_run(&mut inner);
        let value = draft.values(VALUE).first().copied();
        let node = self.view.entry(element).node;
        match value {
            _ if draft.groups.is_empty() => None,
            Some(value) if draft.groups.len() == 1 && draft.values(VALUE).len() == 1 => {
                Some(ValueRow { node, ..value })
            }
            _ => {
                let item = self.part_item(node, part, draft);
                let row = self.nested_value(element, item);
                let text = value.map_or(row.text, |value| value.text);
                Some(ValueRow { text, ..row })
            }
        }
    }

    /// Follows "If prop is a concatenated property, then its values are formed by concatenating the
    /// values of A together."
    fn joined(&mut self, rows: &[ValueRow<'d>]) -> ValueRow<'d> {
        let start = self.tables.buffer.len();
        let mut parts: Vec<StepInput> = Vec::new();
        let is_html = rows.iter().all(|row| matches!(row.form, Form::Html { .. }));
        for row in rows {
            self.append(row.text);
            if is_html {
                parts.push(StepInput::value(InputPosition::Content(row.node)));
            } else {
                parts.extend(row.parts.of(&self.tables.parts));
            }
        }
        let text = Text::Stored(Span::new(start, self.tables.buffer.len()));
        let form = if is_html { Form::JoinedHtml } else { Form::Plain };
        let parts = self.tables.note(parts);
        ValueRow { text, form, step: Step::Joined, parts, node: rows[0].node }
    }
}
