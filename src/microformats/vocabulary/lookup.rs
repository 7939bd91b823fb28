//! What is asked of a vocabulary.

use std::sync::OnceLock;

use super::model::{Format, Property, Reading, Said, Vocabulary};
use crate::base::IndexMap;

/// How the classic formats are read as microformats2: a table made once for a vocabulary.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Backcompat {
    becomings: Vec<Becoming>,
    /// By root class, those formats that become something.
    roots: IndexMap<Box<str>, usize>,
    /// By the length of a root class, which letters one of that length begins with.
    letters: [u32; LONGEST],
}

/// What elements say by their attributes, by their names: for each who may ask, as its number among what all elements say
/// to him.
pub(crate) type SaidOf = IndexMap<Box<str>, [Option<usize>; Reading::COUNT]>;

/// A table, if somebody has asked for it. It follows from the rest of a vocabulary: so it makes no difference between two, and a
/// copy, which may be changed, has none.
#[derive(Debug)]
pub(super) struct Made<T>(OnceLock<T>);

impl<T> Default for Made<T> {
    fn default() -> Self {
        Self(OnceLock::new())
    }
}

impl<T> Clone for Made<T> {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl<T> PartialEq for Made<T> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<T> Eq for Made<T> {}

/// Root classes are shorter than this, or are all looked up.
const LONGEST: usize = 24;

/// What a root and the classes in it are read as.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Becoming {
    /// Root classes of microformats2: `h-card`.
    pub(crate) types: Vec<Box<str>>,
    /// By class, the properties of microformats2: `p-name`.
    pub(crate) classes: IndexMap<Box<str>, Vec<Box<str>>>,
    /// By link type, the properties; their kind says how a value is got.
    pub(crate) relations: IndexMap<Box<str>, Property>,
    /// By class, the parts that are items: an element in the format that has the class and is no other root is one.
    parts: IndexMap<Box<str>, usize>,
}

impl Backcompat {
    /// What a class is read as, if it is the root of a format that becomes something.
    pub(crate) fn root(&self, class: &str) -> Option<&Becoming> {
        let letter = u32::from(class.bytes().next()? & 0x1F);
        if self.letters.get(class.len()).is_some_and(|letters| letters >> letter & 1 == 0) {
            return None;
        }
        self.roots.get(class).map(|&index| &self.becomings[index])
    }

    /// What a class is read as in a format, if it is that of a part that is an item.
    pub(crate) fn part(&self, format: &Becoming, class: &str) -> Option<&Becoming> {
        format.parts.get(class).map(|&index| &self.becomings[index])
    }

    fn add(&mut self, key: &str, becoming: Becoming) {
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
    /// The root classes, in the order of the files.
    pub(crate) fn roots(&self) -> impl Iterator<Item = &str> {
        self.formats.keys().map(|key| &**key).filter(|key| !key.contains(['/', '?']))
    }

    /// Returns the names of the syntaxes of structured data.
    pub fn syntaxes(&self) -> impl Iterator<Item = &str> {
        self.syntaxes.keys().map(|name| &**name)
    }

    /// The keys of formats and parts.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &str> {
        self.formats.keys().map(|key| &**key)
    }

    /// How much there is, and what.
    pub(crate) fn counts(&self) -> [(usize, &'static str); 4] {
        let formats = self.roots().count();
        let own = self.syntaxes.values().map(|syntax| &syntax.readings);
        let readings = own.chain([&self.readings]).flat_map(IndexMap::values);
        let readings = readings.map(IndexMap::len).sum();
        [
            (formats + self.elementals.len(), "format"),
            (self.formats.len() - formats, "part"),
            (readings, "reading"),
            (self.marks(), "mark"),
        ]
    }

    /// How many marks the syntaxes of structured data have.
    fn marks(&self) -> usize {
        self.syntaxes.values().map(|syntax| syntax.marks.len()).sum()
    }

    /// Whether a class is the root of a classic format.
    pub(crate) fn is_root(&self, class: &str) -> bool {
        !class.contains('/') && self.formats.contains_key(class)
    }

    /// The classes of the parts of a format.
    pub(crate) fn parts_of(&self, root: &str) -> impl Iterator<Item = &str> {
        let parts = self.formats.keys().filter_map(|key| key.split_once('/'));
        parts.filter(move |(owner, _)| *owner == root).map(|(_, class)| class)
    }

    /// What an element says to one who asks.
    pub(crate) fn said(&self, reading: Reading, element: &str) -> Option<&Said> {
        self.readings.get(&reading)?.get(element)
    }

    /// All that elements say to one who asks, by their names.
    pub(crate) fn sayings(&self, reading: Reading) -> impl Iterator<Item = (&str, &Said)> {
        let elements = self.readings.get(&reading).into_iter().flatten();
        elements.map(|(element, said)| (&**element, said))
    }

    /// What elements say, by their names.
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

    /// How the classic formats are read as microformats2.
    pub(crate) fn backcompat(&self) -> &Backcompat {
        self.backcompat.0.get_or_init(|| {
            let becomes = self.formats.iter().filter(|(_, format)| !format.becomes.is_empty());
            let roots = becomes.map(|(key, format)| (key.clone(), Becoming::of(format)));
            let mut roots: IndexMap<Box<str>, Becoming> = roots.collect();
            // A part that is no item of microformats2: what is in it is the format's.
            for (key, part) in self.formats.iter().filter(|(_, part)| part.becomes.is_empty()) {
                let owner = key.split_once('/').and_then(|(owner, _)| roots.get_mut(owner));
                owner.into_iter().for_each(|owner| owner.take(part));
            }
            let mut backcompat = Backcompat::default();
            roots.into_iter().for_each(|(key, becoming)| backcompat.add(&key, becoming));
            backcompat
        })
    }
}

impl Becoming {
    fn of(format: &Format) -> Self {
        let mut becoming = Self { types: format.becomes.clone(), ..Self::default() };
        becoming.take(format);
        becoming
    }

    /// Takes over what a format says; what is there already stays.
    fn take(&mut self, format: &Format) {
        let properties =
            format.properties.iter().map(|(class, property)| (class, &property.becomes));
        for (class, becomes) in properties.chain(&format.aliases) {
            if !becomes.is_empty() {
                self.classes.entry(class.clone()).or_insert_with(|| becomes.clone());
            }
        }
        let becomes = format.relations.iter().filter(|(_, property)| !property.becomes.is_empty());
        for (name, property) in becomes {
            self.relations.entry(name.clone()).or_insert_with(|| property.clone());
        }
    }
}
