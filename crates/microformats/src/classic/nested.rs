//! Step 3 of the seed: "parse all properties that may contain nested microformats".

use super::draft::Draft;
use super::lexicon::{FormatId, PropertySlot};
use super::reader::ClassicReader;
use super::run::ItemRun;
use super::view::EntryId;
use crate::results::{Form, ItemId, Text, ValueRow};
use crate::step::{InputPosition, Role, Step, StepInput};
use crate::vocabulary::{Property, PropertyKind};
pub(super) use wishful::base::QuickMap;

/// For each format, the entry up to which the elements of one property have been searched for its
/// roots.
type SearchedEntries = QuickMap<FormatId, usize>;

impl<'d, 'v> ClassicReader<'d, 'v, '_> {
    /// Applies step 3 to each of the properties.
    pub(super) fn nested(&mut self, run: &mut ItemRun, draft: &mut Draft<'d>) {
        let mut found = self.candidates(run);
        let mut from = 0;
        while let Some(&(slot, _)) = found.get(from) {
            let end = found.partition_point(|&(other, _)| other <= slot);
            let elements: Vec<EntryId> = found[from..end].iter().map(|&(_, entry)| entry).collect();
            from = end;
            let property = self.lexicon.property(run.format, slot);
            let rows = self.outer(run, slot, &elements);
            // A root whose class was removed no longer counts for the following properties.
            if !rows.is_empty() && self.opens(run, slot) {
                found = self.candidates(run);
                from = found.partition_point(|&(other, _)| other <= slot);
            }
            draft.add(property, rows);
        }
    }

    /// Returns the lists E of all properties: the elements with the property's class, without an
    /// element with a root class between them and the root.
    fn candidates(&mut self, run: &ItemRun) -> Vec<(PropertySlot, EntryId)> {
        self.account.look(run.sight.len());
        let mut found = Vec::new();
        let mut closed_until = 0;
        for &entry in &run.sight {
            if entry.index() < closed_until {
                continue;
            }
            for &name in self.view.names(entry) {
                if run.removed.contains(&(entry, name)) {
                    continue;
                }
                if let Some(slot) = self.lexicon.slot(run.format, name)
                    && self.nests(run, slot)
                {
                    found.push((slot, entry));
                }
                if self.lexicon.root(name).is_some() {
                    closed_until = self.view.end(entry);
                }
            }
        }
        found.sort_unstable();
        found
    }

    /// Reports whether a property may contain compound items.
    fn nests(&self, run: &ItemRun, slot: PropertySlot) -> bool {
        let property = self.lexicon.property(run.format, slot);
        matches!(property.kind, PropertyKind::Nested { .. })
            && self.lexicon.compounds(property).next().is_some()
    }

    /// Reports whether the class of a property is a saved root class, so that its content survives
    /// the removal of the class.
    fn opens(&self, run: &ItemRun, slot: PropertySlot) -> bool {
        if let Some(class) = self.lexicon.class_of(run.format, slot)
            && let Some(format) = self.lexicon.root(class)
        {
            return run.saves.contains(&format);
        }
        false
    }

    /// Implements OUTER: "for each element e in E".
    fn outer(
        &mut self,
        run: &mut ItemRun,
        slot: PropertySlot,
        elements: &[EntryId],
    ) -> Vec<ValueRow<'d>> {
        let property = self.lexicon.property(run.format, slot);
        let mut rows = Vec::new();
        let mut searched = SearchedEntries::default();
        for &element in elements {
            if let Some(item) = self.inner(run, property, element, &mut searched) {
                rows.push(self.nested_value(element, item));
            }
            if !rows.is_empty() {
                self.remove_class(run, slot, element);
                if property.cardinality.is_singular() {
                    break;
                }
            }
        }
        rows
    }

    /// Follows "Change the class attribute, removing prop from the class list."
    fn remove_class(&self, run: &mut ItemRun, slot: PropertySlot, element: EntryId) {
        if let Some(name) = self.lexicon.class_of(run.format, slot) {
            run.removed.insert((element, name));
        }
    }

    /// Implements INNER: "for each microformat root class name that might be present". Returns the
    /// first item in F of the first format that has one.
    fn inner(
        &mut self,
        run: &mut ItemRun,
        property: &'v Property,
        element: EntryId,
        searched: &mut SearchedEntries,
    ) -> Option<ItemId> {
        let lexicon = self.lexicon;
        for format in lexicon.compounds(property) {
            let until = searched.entry(format).or_default();
            // A search from an enclosing element has already destroyed the roots in this one.
            if *until > element.index() {
                continue;
            }
            *until = self.view.end(element);
            let found = self.search(run, format, element);
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// Returns the first valid item: "Search for any elements within e which have the microformat
    /// root class name". Destroys all these elements (DESTROY_ELEMENT), unless their format is
    /// saved.
    ///
    /// Saved ones survive here, too: otherwise the seed's own example of a name in an address would
    /// have no name.
    fn search(&mut self, run: &mut ItemRun, format: FormatId, element: EntryId) -> Option<ItemId> {
        let end = self.view.end(element);
        let (mut from, mut found) = (element.index(), None);
        while found.is_none() && from < end {
            let next = self.roots_from(format, EntryId::new(from)).first();
            let Some(&(root, item)) = next else { break };
            if root.index() >= end {
                break;
            }
            self.account.look(1);
            let is_there = self.has_root_class(run, root, format);
            if is_there && self.tables.items[item.index()].is_valid {
                found = Some(item);
            }
            let destroys = is_there && !run.saves.contains(&format);
            from = if destroys { self.view.end(root) } else { root.index() + 1 };
        }
        if !run.saves.contains(&format) {
            self.sweep(run, format, element);
        }
        found
    }

    /// Reports whether a root still has its class in this copy.
    fn has_root_class(&mut self, run: &ItemRun, root: EntryId, format: FormatId) -> bool {
        if run.left.as_ref().is_some_and(|left| !left.contains(&format)) {
            return false;
        }
        let name = self.lexicon.class(&self.lexicon.format(format).root);
        let is_there = name.is_none_or(|name| !run.removed.contains(&(root, name)));
        is_there && !self.is_destroyed(run, root)
    }

    /// Reports whether a root is inside a destroyed one.
    fn is_destroyed(&mut self, run: &ItemRun, root: EntryId) -> bool {
        self.account.look(run.destroyed.len());
        for &format in &run.destroyed {
            if let Some(around) = self.view.root_around(root, format)
                && run.has_swept(format, around)
            {
                return true;
            }
        }
        false
    }

    /// Records that the roots of a format in an element are destroyed.
    fn sweep(&mut self, run: &mut ItemRun, format: FormatId, element: EntryId) {
        if !run.destroyed.contains(&format) {
            run.destroyed.push(format);
        }
        if !run.has_swept(format, element) {
            let (start, end) = (element.index(), self.view.end(element));
            let inside = run.swept.range((format, start)..(format, end));
            let inside: Vec<_> = inside.map(|(&key, _)| key).collect();
            for key in inside {
                run.swept.remove(&key);
            }
            run.swept.insert((format, start), end);
        }
    }

    /// Creates the row of an item as the value of a property of `element`.
    pub(super) fn nested_value(&mut self, element: EntryId, item: ItemId) -> ValueRow<'d> {
        self.is_value_of_property(item);
        self.account.work.values += 1;
        let node = self.view.entry(element).node;
        let parts = self
            .tables
            .note([StepInput { role: Role::Value, place: InputPosition::Content(node) }]);
        let text = self.trimmed_text(element);
        ValueRow {
            text,
            form: Form::Item { item, alt: None, html: false },
            step: Step::Nested,
            parts,
            node,
        }
    }

    /// Returns the text of an entry by `_STRINGIFY`, "trim excess white space from the result".
    pub(super) fn trimmed_text(&self, entry: EntryId) -> Text<'d> {
        let span = self.view.entry(entry).text;
        Text::Stored(super::text::trimmed(span, &self.tables.buffer))
    }
}

impl ItemRun {
    /// Reports whether the roots of a format at an entry are destroyed.
    fn has_swept(&self, format: FormatId, entry: EntryId) -> bool {
        match self.swept.range((format, 0)..=(format, entry.index())).next_back() {
            Some((_, &end)) => entry.index() < end,
            None => false,
        }
    }
}
