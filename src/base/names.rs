//! Interned names: comparing two names is comparing two numbers.
//!
//! A name that the grammar mentions has the same number in every document that is parsed with it
//! ([`KnownNames`]). The other names of a document get the numbers after those ([`Names`]). So
//! within one document, a number means one name.

use super::{ShortNames, narrow, wide};
use std::collections::HashMap;
use std::sync::Arc;

crate::base::id_type! {
    /// An interned name of an element or an attribute. Documents of one grammar share the ids of
    /// the names that the grammar mentions, and of no others.
    pub NameId
}

/// The names that the grammar mentions, known before any document is read.
#[derive(Clone, Debug, Default)]
pub struct KnownNames {
    names: Box<[Box<str>]>,
    numbers: ShortNames,
}

impl KnownNames {
    /// Numbers names in their order. No name may occur twice.
    pub fn new(names: Vec<Box<str>>) -> Self {
        let numbers = ShortNames::new(names.iter().map(|name| &**name));
        Self { names: names.into(), numbers }
    }

    pub fn id(&self, name: &str) -> Option<NameId> {
        self.numbers.get(name).map(NameId::new)
    }

    pub fn get(&self, id: NameId) -> Option<&str> {
        self.names.get(id.index()).map(AsRef::as_ref)
    }
}

/// The names of one document: the known ones and its own.
///
/// A token refers to its name by a label. A label is one more than the number of the name, because
/// 0 marks a token without a name.
#[derive(Debug, Default, Clone)]
pub struct Names {
    known: Arc<KnownNames>,
    own: Vec<Box<str>>,
    ids: HashMap<Box<str>, NameId>,
}

impl Names {
    /// Returns a table that has only the known names.
    pub fn new(known: Arc<KnownNames>) -> Self {
        // OK without `..Self::default()`, which would allocate another table of known names.
        Self { known, own: Vec::new(), ids: HashMap::new() }
    }

    /// Returns the id of a name, interning it if necessary.
    pub fn intern(&mut self, name: &str) -> NameId {
        if let Some(id) = self.id(name) {
            return id;
        }
        let id = NameId::new(self.known.names.len() + self.own.len());
        self.own.push(name.into());
        self.ids.insert(name.into(), id);
        id
    }

    /// Returns the id of a name if it is interned.
    #[must_use]
    pub fn id(&self, name: &str) -> Option<NameId> {
        self.known.id(name).or_else(|| self.ids.get(name).copied())
    }

    /// Returns the name of an id.
    #[must_use]
    pub fn get(&self, id: NameId) -> Option<&str> {
        match id.index().checked_sub(self.known.names.len()) {
            None => self.known.get(id),
            Some(index) => Some(self.own.get(index)?),
        }
    }

    /// Returns the number of names.
    #[must_use]
    pub fn count(&self) -> usize {
        self.known.names.len() + self.own.len()
    }

    /// Reports whether a name was known before the document was.
    #[must_use]
    pub fn is_known(&self, id: NameId) -> bool {
        id.index() < self.known.names.len()
    }

    /// Returns the name of a label; `None` for 0 and for a label that no name has.
    #[must_use]
    pub fn labelled(&self, label: u32) -> Option<&str> {
        self.get(of_label(label)?)
    }
}

/// Returns the name that a label refers to; `None` for 0.
pub fn of_label(label: u32) -> Option<NameId> {
    Some(NameId::new(wide(label).checked_sub(1)?))
}

/// Returns the label that refers to a name.
pub fn to_label(name: NameId) -> u32 {
    narrow(name.index() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_numbered_once_and_known_ones_first() {
        let known = KnownNames::new(["p", "viewBox"].map(Into::into).to_vec());
        let mut names = Names::new(Arc::new(known));
        for (name, number) in [("acme", 2), ("p", 0), ("acme", 2), ("viewBox", 1), ("x", 3)] {
            let id = names.intern(name);
            assert_eq!((id.index(), names.get(id)), (number, Some(name)));
        }
        assert_eq!((names.id("x"), names.id("y")), (Some(NameId::new(3)), None));
        assert_eq!(names.get(NameId::new(4)), None);
        let label = to_label(NameId::new(2));
        assert_eq!((names.labelled(0), names.labelled(label)), (None, Some("acme")));
    }
}
