//! The names of a vocabulary, interned for one reading of a document.

use crate::vocabulary::{Format, Property, PropertyKind, Reading, ValueSource, Vocabulary};
pub(super) use wishful::base::{HashMap, QuickMap, id_type, narrow, wide};
use wishful::tree::NodeRef;

id_type! {
    /// An interned class or link type of the vocabulary.
    pub(super) NameNumber
}

id_type! {
    /// The index of a format in the vocabulary.
    pub(super) FormatId
}

/// The index of a property in its format: first the properties by class, then those by link type.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct PropertySlot(u32);

/// The class of elements whose content is the value ("value excerpting").
pub(super) const VALUE: &str = "value";
/// The class of elements whose title is the value.
pub(super) const VALUE_TITLE: &str = "value-title";
/// The class of elements that include others (include pattern).
pub(super) const INCLUDE: &str = "include";

/// A symbol table of the vocabulary.
pub(super) struct Lexicon<'v> {
    vocabulary: &'v Vocabulary,
    classes: HashMap<&'v str, NameNumber>,
    link_types: HashMap<&'v str, NameNumber>,
    /// For each name, the format that has it as its root class.
    roots: Vec<Option<FormatId>>,
    slots: QuickMap<(u32, u32), PropertySlot>,
    readings: HashMap<(Reading, &'v str), &'v ValueSource>,
    /// Sets of link types that only count together.
    together: Vec<(NameNumber, &'v str)>,
    pub(super) value: NameNumber,
    pub(super) value_title: NameNumber,
}

impl<'v> Lexicon<'v> {
    pub(super) fn new(vocabulary: &'v Vocabulary) -> Self {
        let (value, value_title) = (NameNumber::new(0), NameNumber::new(1));
        let classes = [(VALUE, value), (VALUE_TITLE, value_title)].into_iter().collect();
        let mut lexicon = Self {
            vocabulary,
            classes,
            link_types: HashMap::default(),
            roots: vec![None; 2],
            slots: QuickMap::default(),
            readings: readings(vocabulary),
            together: Vec::new(),
            value,
            value_title,
        };
        for (index, format) in vocabulary.formats.values().enumerate() {
            lexicon.enter(FormatId::new(index), format);
        }
        lexicon
    }

    fn enter(&mut self, id: FormatId, format: &'v Format) {
        if !self.is_part(id) {
            let name = number(&mut self.classes, &mut self.roots, &format.root);
            self.roots[name.index()] = Some(id);
        }
        let by_class = format.properties.keys().map(|name| (name, false));
        let by_type = format.relations.keys().map(|name| (name, true));
        for (slot, (name, is_type)) in by_class.chain(by_type).enumerate() {
            let names = if is_type { &mut self.link_types } else { &mut self.classes };
            let (spelled, known) = (name, self.roots.len());
            let name = number(names, &mut self.roots, name);
            if is_type && spelled.contains(' ') && self.roots.len() > known {
                self.together.push((name, spelled));
            }
            self.slots.insert((key(id.index()), key(name.index())), PropertySlot(narrow(slot)));
        }
    }

    /// Returns the number of a class.
    pub(super) fn class(&self, class: &str) -> Option<NameNumber> {
        self.classes.get(class).copied()
    }

    /// Returns the number of a link type, regardless of case.
    pub(super) fn link_type(&self, name: &str) -> Option<NameNumber> {
        if let Some(&known) = self.link_types.get(name) {
            return Some(known);
        }
        self.link_types.get(&*name.to_ascii_lowercase()).copied()
    }

    /// Returns the numbers of those sets of link types that an attribute contains completely.
    pub(super) fn link_types_together(&self, rel: &str) -> impl Iterator<Item = NameNumber> {
        self.together.iter().filter_map(move |&(name, types)| {
            let mut types = types.split(' ');
            if types.all(|kind| has_link_type(rel, kind)) { Some(name) } else { None }
        })
    }

    /// Returns the format with a root class.
    pub(super) fn root(&self, name: NameNumber) -> Option<FormatId> {
        self.roots[name.index()]
    }

    pub(super) fn format(&self, id: FormatId) -> &'v Format {
        &self.vocabulary.formats[id.index()]
    }

    /// Returns the format with a root class, or a part by its key `FORMAT/PART`.
    pub(super) fn format_of(&self, key: &str) -> Option<FormatId> {
        Some(FormatId::new(self.vocabulary.formats.get_index_of(key)?))
    }

    /// Reports whether a format is a part of another one, and so has no root class.
    pub(super) fn is_part(&self, id: FormatId) -> bool {
        match self.vocabulary.formats.get_index(id.index()) {
            Some((key, _)) => key.contains('/'),
            None => false,
        }
    }

    /// Returns the number of formats.
    pub(super) fn formats(&self) -> usize {
        self.vocabulary.formats.len()
    }

    /// Returns the property of a format that a class or link type denotes.
    pub(super) fn slot(&self, format: FormatId, name: NameNumber) -> Option<PropertySlot> {
        self.slots.get(&(key(format.index()), key(name.index()))).copied()
    }

    /// Returns the property of a format with a name.
    pub(super) fn slot_called(&self, format: FormatId, name: &str) -> Option<PropertySlot> {
        let format = self.format(format);
        let mut all = format.properties.values().chain(format.relations.values());
        let index = all.position(|property| &*property.name == name)?;
        Some(PropertySlot(narrow(index)))
    }

    pub(super) fn property(&self, format: FormatId, slot: PropertySlot) -> &'v Property {
        let format = self.format(format);
        let index = wide(slot.0);
        match index.checked_sub(format.properties.len()) {
            None => &format.properties[index],
            Some(index) => &format.relations[index],
        }
    }

    /// Returns the class of a property, if it has one.
    pub(super) fn class_of(&self, format: FormatId, slot: PropertySlot) -> Option<NameNumber> {
        let (class, _) = self.format(format).properties.get_index(wide(slot.0))?;
        self.class(class)
    }

    /// Reports whether a property is identified by its link type.
    pub(super) fn is_relation(&self, format: FormatId, slot: PropertySlot) -> bool {
        wide(slot.0) >= self.format(format).properties.len()
    }

    /// Returns the required properties of a format.
    pub(super) fn required(&self, format: FormatId) -> impl Iterator<Item = &'v Property> {
        let format = self.format(format);
        let all = format.properties.values().chain(format.relations.values());
        all.filter(|property| property.cardinality.is_required())
    }

    /// Returns the compound formats that a property may contain, in order.
    pub(super) fn compounds(&self, property: &'v Property) -> impl Iterator<Item = FormatId> {
        self.allowed(property).filter(|&id| !self.is_part(id))
    }

    /// Returns the parts as which a property's element may be read.
    pub(super) fn parts(&self, property: &'v Property) -> impl Iterator<Item = FormatId> {
        self.allowed(property).filter(|&id| self.is_part(id))
    }

    fn allowed(&self, property: &'v Property) -> impl Iterator<Item = FormatId> {
        let roots: &[Box<str>] = match &property.kind {
            PropertyKind::Nested { roots, .. } => roots,
            PropertyKind::Plain(_) => &[],
        };
        roots.iter().filter_map(|root| self.format_of(root))
    }

    /// Returns the vocabulary's entry for an element in a reading.
    pub(super) fn reading(&self, reading: Reading, node: NodeRef<'_>) -> Option<&'v ValueSource> {
        self.readings.get(&(reading, node.name()?)).copied()
    }
}

/// Collects the vocabulary's entries for elements, by reading and element name.
fn readings(vocabulary: &Vocabulary) -> HashMap<(Reading, &str), &ValueSource> {
    let used = [Reading::Link, Reading::Stringify, Reading::Abbreviation, Reading::ImpliedPhoto];
    let mut entries = HashMap::default();
    for reading in used {
        for (element, entry) in vocabulary.sayings(reading) {
            entries.insert((reading, element), entry);
        }
    }
    entries
}

/// Reports whether an attribute `rel` has a link type, regardless of case.
fn has_link_type(rel: &str, kind: &str) -> bool {
    rel.split_ascii_whitespace().any(|own| own.eq_ignore_ascii_case(kind))
}

fn number<'v>(
    names: &mut HashMap<&'v str, NameNumber>,
    roots: &mut Vec<Option<FormatId>>,
    name: &'v str,
) -> NameNumber {
    *names.entry(name).or_insert_with(|| {
        roots.push(None);
        NameNumber::new(roots.len() - 1)
    })
}

fn key(index: usize) -> u32 {
    narrow(index)
}
