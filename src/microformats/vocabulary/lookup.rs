//! What is asked of a vocabulary.

use super::model::{Format, Property, Reading, Said, Vocabulary};
use crate::base::IndexMap;

/// How the classic formats are read as microformats2: a table made once for a vocabulary.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Backcompat {
    /// By root class, those formats that become something; and the parts that do, by `FORMAT/CLASS`: an element in the format
    /// that has the class and is no other root is a root of the part's types.
    pub(crate) roots: IndexMap<Box<str>, Becoming>,
}

/// What a root and the classes in it are read as.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Becoming {
    /// Root classes of microformats2: `h-card`.
    pub(crate) types: Vec<Box<str>>,
    /// By class, the properties of microformats2: `p-name`.
    pub(crate) classes: IndexMap<Box<str>, Vec<Box<str>>>,
    /// By link type, the properties; their kind says how a value is got.
    pub(crate) relations: IndexMap<Box<str>, Property>,
}

impl Vocabulary {
    /// The root classes, in the order of the files.
    pub(crate) fn roots(&self) -> impl Iterator<Item = &str> {
        self.formats.keys().map(|key| &**key).filter(|key| !key.contains(['/', '?']))
    }

    /// Whether a class is the root of a classic format.
    pub(crate) fn is_root(&self, class: &str) -> bool {
        !class.contains('/') && self.formats.contains_key(class)
    }

    /// The format of a root class.
    pub(crate) fn format(&self, root: &str) -> Option<&Format> {
        self.formats.get(root)
    }

    /// The classes of the parts of a format.
    pub(crate) fn parts_of(&self, root: &str) -> impl Iterator<Item = &str> {
        self.parts(root).map(|(_, part)| &*part.root)
    }

    /// The parts of a format, each with its key.
    pub(crate) fn parts(&self, root: &str) -> impl Iterator<Item = (&str, &Format)> {
        let of_it = move |key: &str| key.split_once('/').is_some_and(|(owner, _)| owner == root);
        self.formats.iter().map(|(key, format)| (&**key, format)).filter(move |(key, _)| of_it(key))
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

    /// How the classic formats are read as microformats2.
    pub(crate) fn backcompat(&self) -> Backcompat {
        let becomes = self.formats.iter().filter(|(_, format)| !format.becomes.is_empty());
        let roots =
            becomes.map(|(key, format)| (key.clone(), self.becoming(key, format))).collect();
        Backcompat { roots }
    }

    /// A format with those parts of it that are no items of microformats2: what is in them is the format's.
    fn becoming(&self, key: &str, format: &Format) -> Becoming {
        let mut becoming = Becoming { types: format.becomes.clone(), ..Becoming::default() };
        let parts = self.parts(key).map(|(_, part)| part).filter(|part| part.becomes.is_empty());
        for format in [format].into_iter().chain(parts) {
            becoming.take(format);
        }
        becoming
    }
}

impl Becoming {
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
