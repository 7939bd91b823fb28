//! Names as numbers: to compare them is to compare numbers.
//!
//! What a grammar mentions has the same number in every document that is parsed with it ([`KnownNames`]); what a document
//! has besides is numbered behind that ([`Names`]), so that a number means one name in one document.

use super::{ShortNames, narrow, wide};
use std::collections::HashMap;
use std::sync::Arc;

crate::base::id_type! {
    /// A name of an element or an attribute, interned. Two documents of one grammar agree about the names that the grammar
    /// mentions, and about no others.
    pub NameId
}

/// The names that are known before a document is.
#[derive(Clone, Debug, Default)]
pub(crate) struct KnownNames {
    names: Box<[Box<str>]>,
    numbers: ShortNames,
}

impl KnownNames {
    /// Names are numbered in their order; each is there once.
    pub(crate) fn new(names: Vec<Box<str>>) -> Self {
        let numbers = ShortNames::new(names.iter().map(|name| &**name));
        Self { names: names.into(), numbers }
    }

    pub(crate) fn id(&self, name: &str) -> Option<NameId> {
        self.numbers.get(name).map(NameId::new)
    }

    pub(crate) fn get(&self, id: NameId) -> Option<&str> {
        self.names.get(id.index()).map(AsRef::as_ref)
    }
}

/// The names of one document: those that are known, and its own.
///
/// Words carry names as labels. A label is one more than the number of a name, because 0 marks a word without one.
#[derive(Debug, Default, Clone)]
pub(crate) struct Names {
    known: Arc<KnownNames>,
    own: Vec<Box<str>>,
    ids: HashMap<Box<str>, NameId>,
}

impl Names {
    /// Those that are known.
    pub(crate) fn new(known: Arc<KnownNames>) -> Self {
        Self { known, ..Self::default() }
    }

    /// The number of a name, which it gets if it has none.
    pub(crate) fn intern(&mut self, name: &str) -> NameId {
        self.id(name).unwrap_or_else(|| {
            let id = NameId::new(self.known.names.len() + self.own.len());
            self.own.push(name.into());
            self.ids.insert(name.into(), id);
            id
        })
    }

    /// The number of a name, if it has one.
    #[must_use]
    pub(crate) fn id(&self, name: &str) -> Option<NameId> {
        self.known.id(name).or_else(|| self.ids.get(name).copied())
    }

    /// The name of a number.
    #[must_use]
    pub(crate) fn get(&self, id: NameId) -> Option<&str> {
        let own = || self.own.get(id.index().checked_sub(self.known.names.len())?);
        self.known.get(id).or_else(|| own().map(AsRef::as_ref))
    }

    /// Reports whether a name was known before the document was.
    #[must_use]
    pub(crate) fn is_known(&self, id: NameId) -> bool {
        id.index() < self.known.names.len()
    }

    /// The name of a label, if it is one.
    #[must_use]
    pub(crate) fn labelled(&self, label: u32) -> Option<&str> {
        self.get(of_label(label)?)
    }
}

/// The name that a label stands for; none for 0.
pub(crate) fn of_label(label: u32) -> Option<NameId> {
    wide(label).checked_sub(1).map(NameId::new)
}

/// The label that stands for a name.
pub(crate) fn to_label(name: NameId) -> u32 {
    narrow(name.index() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_numbered_once_and_known_ones_first() {
        let known = KnownNames::new(["p", "viewBox"].map(Into::into).to_vec());
        let mut names = Names::new(Arc::new(known));
        let own = ["acme", "p", "acme", "viewBox", "x"].map(|name| names.intern(name));
        assert_eq!(own.map(NameId::index), [2, 0, 2, 1, 3]);
        assert_eq!(own.map(|id| names.get(id)), ["acme", "p", "acme", "viewBox", "x"].map(Some));
        assert_eq!((names.id("x"), names.id("y")), (Some(own[4]), None));
        assert_eq!(names.get(NameId::new(4)), None);
        assert_eq!((names.labelled(0), names.labelled(to_label(own[0]))), (None, Some("acme")));
    }
}
