//! Queries of a vocabulary.

use std::sync::OnceLock;

use super::model::{Format, Property, Reading, ValueSource, Vocabulary};
use wishful::base::IndexMap;

/// The mapping from classic formats to microformats2: a table that is computed once per vocabulary.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Backcompat {
    becomings: Vec<ModernClasses>,
    /// The formats with an equivalent in microformats2, by root class.
    roots: IndexMap<Box<str>, usize>,
    /// A filter for root classes: for each length, a bit set of the first letters of classes with
    /// that length.
    letters: [u32; LONGEST],
}

/// The readings of elements, by element name. For each reading, the index of the element in the
/// table of that reading.
pub(crate) type SaidOf = IndexMap<Box<str>, [Option<usize>; Reading::COUNT]>;

/// A table computed at the first use. It is a function of the rest of the vocabulary. So it does
/// not affect equality, and a clone, which may be modified, starts without it.
#[derive(Debug)]
pub(super) struct ComputedTable<T>(OnceLock<T>);

impl<T> Default for ComputedTable<T> {
    fn default() -> Self {
        Self(OnceLock::new())
    }
}

impl<T> Clone for ComputedTable<T> {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl<T> PartialEq for ComputedTable<T> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<T> Eq for ComputedTable<T> {}

/// A bound on the length of root classes in the filter; longer ones are always looked up.
const LONGEST: usize = 24;

/// The microformats2 equivalents of a root class and of the classes inside it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ModernClasses {
    /// The equivalent root classes, like `h-card`.
    pub(crate) types: Vec<Box<str>>,
    /// The equivalent properties of each class, like `p-name`.
    pub(crate) classes: IndexMap<Box<str>, Vec<Box<str>>>,
    /// The equivalent properties of each link type; the kind of the property says how to read its
    /// value.
    pub(crate) relations: IndexMap<Box<str>, Property>,
    /// The parts that become items, by class. An element inside the format with that class is an
    /// item, unless it is another root.
    parts: IndexMap<Box<str>, usize>,
}

impl Backcompat {
    /// Returns the equivalent of a root class, if its format has one.
    pub(crate) fn root(&self, class: &str) -> Option<&ModernClasses> {
        let letter = u32::from(class.bytes().next()? & 0x1F);
        if self.letters.get(class.len()).is_some_and(|letters| letters >> letter & 1 == 0) {
            return None;
        }
        Some(&self.becomings[*self.roots.get(class)?])
    }

    /// Returns the equivalent of the class of a part that becomes an item.
    pub(crate) fn part(&self, format: &ModernClasses, class: &str) -> Option<&ModernClasses> {
        Some(&self.becomings[*format.parts.get(class)?])
    }

    fn add(&mut self, key: &str, becoming: ModernClasses) {
        let index = self.becomings.len();
        self.becomings.push(becoming);
        match key.split_once('/') {
            Some((owner, part)) => {
                if let Some(&owner) = self.roots.get(owner) {
                    self.becomings[owner].parts.insert(part.into(), index);
                }
            }
            None => {
                let letter = key.bytes().next().unwrap_or_default() & 0x1F;
                if let Some(letters) = self.letters.get_mut(key.len()) {
                    *letters |= 1 << letter;
                }
                self.roots.insert(key.into(), index);
            }
        }
    }
}

impl Vocabulary {
    /// Returns the root classes, in the order of the files.
    pub(crate) fn roots(&self) -> impl Iterator<Item = &str> {
        self.formats.keys().map(|key| &**key).filter(|key| !key.contains(['/', '?']))
    }

    /// Returns the names of the syntaxes of structured data.
    pub fn syntaxes(&self) -> impl Iterator<Item = &str> {
        self.syntaxes.keys().map(|name| &**name)
    }

    /// Returns the keys of formats and parts.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.formats.keys().map(|key| &**key)
    }

    /// Returns the numbers of definitions, by their kind.
    pub fn counts(&self) -> [(usize, &'static str); 4] {
        let formats = self.roots().count();
        let own = self.syntaxes.values().map(|syntax| &syntax.readings);
        let mut readings = 0;
        for elements in own.chain([&self.readings]).flat_map(IndexMap::values) {
            readings += elements.len();
        }
        [
            (formats + self.elementals.len(), "format"),
            (self.formats.len() - formats, "part"),
            (readings, "reading"),
            (self.marks(), "mark"),
        ]
    }

    /// Returns the number of marks in all syntaxes of structured data.
    fn marks(&self) -> usize {
        self.syntaxes.values().map(|syntax| syntax.marks.len()).sum()
    }

    /// Reports whether a class is the root class of a classic format.
    pub(crate) fn is_root(&self, class: &str) -> bool {
        !class.contains('/') && self.formats.contains_key(class)
    }

    /// Returns the classes of the parts of a format.
    pub(crate) fn parts_of(&self, root: &str) -> impl Iterator<Item = &str> {
        self.formats.keys().filter_map(move |key| match key.split_once('/') {
            Some((owner, class)) if owner == root => Some(class),
            _ => None,
        })
    }

    /// Returns the entry for an element in a reading.
    pub(crate) fn said(&self, reading: Reading, element: &str) -> Option<&ValueSource> {
        self.readings.get(&reading)?.get(element)
    }

    /// Returns all entries of a reading, by element name.
    pub(crate) fn sayings(&self, reading: Reading) -> impl Iterator<Item = (&str, &ValueSource)> {
        let elements = self.readings.get(&reading).into_iter().flatten();
        elements.map(|(element, said)| (&**element, said))
    }

    /// Returns the readings of elements, by element name.
    pub(crate) fn said_of(&self) -> &SaidOf {
        self.said_of.0.get_or_init(|| {
            let mut said_of = SaidOf::default();
            for (reading, elements) in &self.readings {
                for (rank, element) in elements.keys().enumerate() {
                    let said = said_of.entry(element.clone()).or_insert([None; Reading::COUNT]);
                    said[reading.number()] = Some(rank);
                }
            }
            said_of
        })
    }

    /// Returns the mapping from classic formats to microformats2.
    pub(crate) fn backcompat(&self) -> &Backcompat {
        self.backcompat.0.get_or_init(|| {
            let mut roots: IndexMap<Box<str>, ModernClasses> = IndexMap::default();
            for (key, format) in &self.formats {
                if !format.becomes.is_empty() {
                    roots.insert(key.clone(), ModernClasses::of(format));
                }
            }
            // The properties of a part that is not an item belong to its format.
            for (key, part) in &self.formats {
                if part.becomes.is_empty()
                    && let Some((owner, _)) = key.split_once('/')
                    && let Some(owner) = roots.get_mut(owner)
                {
                    owner.take(part);
                }
            }
            let mut backcompat = Backcompat::default();
            for (key, becoming) in roots {
                backcompat.add(&key, becoming);
            }
            backcompat
        })
    }
}

impl ModernClasses {
    fn of(format: &Format) -> Self {
        let mut becoming = Self { types: format.becomes.clone(), ..Self::default() };
        becoming.take(format);
        becoming
    }

    /// Adds the equivalents of a format's properties; existing ones have priority.
    fn take(&mut self, format: &Format) {
        let properties =
            format.properties.iter().map(|(class, property)| (class, &property.becomes));
        for (class, becomes) in properties.chain(&format.aliases) {
            if !becomes.is_empty() {
                self.classes.entry(class.clone()).or_insert_with(|| becomes.clone());
            }
        }
        for (name, property) in &format.relations {
            if !property.becomes.is_empty() {
                self.relations.entry(name.clone()).or_insert_with(|| property.clone());
            }
        }
    }
}
