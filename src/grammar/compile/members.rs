//! Interned members of sets: a set is an ordered set of numbers.
//!
//! Sets are made of sets, so a compilation adds and looks up members some fifty thousand times.
//! [`MemberTable`] hashes a name where a statement has it. From then on, [`Members`] are joined,
//! subtracted and searched by number.
//!
//! The table grows while sets are resolved, because `svg:{ <a> }` means `<svg:a>`, which no
//! statement need name. Invariants: the two tags of an element enter the table together, and a
//! start tag with a test on an attribute enters it after the tag without.

use super::walk::spell;
use crate::base::{IndexSet, id_type};
use crate::grammar::ast::Element;
use elsa::sync::FrozenVec;
use indexmap::Equivalent;
use std::fmt;
use std::hash::{BuildHasherDefault, Hash, Hasher};
use std::sync::{Arc, PoisonError, RwLock};
use wishful_earley::util::QuickHasher;

id_type! {
    /// The number of a tag or terminal.
    pub MemberId
}

/// A member of a set: a tag or a terminal.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Member {
    /// `<x>`
    Start(Element),
    /// `</x>`; never with a test on an attribute.
    End(Element),
    /// `TEXT`
    Terminal(String),
    /// `"text"`
    Literal(String),
}

impl Member {
    /// Returns the member as written.
    pub fn spelling(&self) -> String {
        match self {
            Self::Start(element) => spell(element, false),
            Self::End(element) => spell(element, true),
            Self::Terminal(name) => name.clone(),
            Self::Literal(text) => format!("{text:?}"),
        }
    }

    /// Returns the element of a start tag.
    pub(crate) fn start(&self) -> Option<&Element> {
        match self {
            Self::Start(element) => Some(element),
            _ => None,
        }
    }

    pub(super) fn key(&self) -> MemberKey<'_> {
        match self {
            Self::Start(element) => MemberKey::Start(element),
            Self::End(element) => MemberKey::End(element),
            Self::Terminal(name) => MemberKey::Terminal(name),
            Self::Literal(text) => MemberKey::Literal(text),
        }
    }
}

/// A borrowed [`Member`]. An end tag has no test on an attribute.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum MemberKey<'a> {
    Start(&'a Element),
    End(&'a Element),
    Terminal(&'a str),
    Literal(&'a str),
}

impl Equivalent<Arc<Entry>> for MemberKey<'_> {
    fn equivalent(&self, entry: &Arc<Entry>) -> bool {
        *self == entry.member.key()
    }
}

/// A member in the table, with its relatives.
#[derive(Debug)]
struct Entry {
    member: Member,
    /// The end tag of a start tag.
    end: Option<MemberId>,
    /// The start tag without the test on an attribute, if this one has a test.
    plain: Option<MemberId>,
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.member == other.member
    }
}

impl Eq for Entry {}

impl Hash for Entry {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.member.key().hash(state);
    }
}

/// All tags and terminals, numbered.
#[derive(Default)]
pub(crate) struct MemberTable {
    entries: FrozenVec<Arc<Entry>>,
    /// The same entries, by member.
    numbers: RwLock<IndexSet<Arc<Entry>>>,
}

impl MemberTable {
    /// Returns the number of a member; adds it if it is new.
    pub(crate) fn number(&self, key: MemberKey<'_>) -> MemberId {
        let known = self.numbers.read().unwrap_or_else(PoisonError::into_inner).get_index_of(&key);
        if let Some(known) = known {
            return MemberId::new(known);
        }
        match key {
            MemberKey::Start(element) if element.attribute.is_some() => {
                let plain = self.number(MemberKey::Start(&plain(element)));
                self.add(Member::Start(element.clone()), self.end(plain), Some(plain))
            }
            MemberKey::Start(element) => {
                let end = self.add(Member::End(element.clone()), None, None);
                self.add(Member::Start(element.clone()), Some(end), None)
            }
            MemberKey::End(element) => {
                let end = self.add(Member::End(element.clone()), None, None);
                self.add(Member::Start(element.clone()), Some(end), None);
                end
            }
            MemberKey::Terminal(name) => self.add(Member::Terminal(name.to_owned()), None, None),
            MemberKey::Literal(text) => self.add(Member::Literal(text.to_owned()), None, None),
        }
    }

    fn add(&self, member: Member, end: Option<MemberId>, plain: Option<MemberId>) -> MemberId {
        let entry = Arc::new(Entry { member, end, plain });
        let mut numbers = self.numbers.write().unwrap_or_else(PoisonError::into_inner);
        let (number, is_new) = numbers.insert_full(entry.clone());
        if is_new {
            self.entries.push(entry);
        }
        MemberId::new(number)
    }

    fn entry(&self, id: MemberId) -> &Entry {
        self.entries.get(id.index()).expect("OK because `add` returns the number of an entry")
    }

    /// Returns a member by its number.
    pub(crate) fn get(&self, id: MemberId) -> &Member {
        &self.entry(id).member
    }

    /// Returns the end tag that a member is, or that closes its element.
    pub(crate) fn end(&self, id: MemberId) -> Option<MemberId> {
        match self.get(id) {
            Member::End(_) => Some(id),
            _ => self.entry(id).end,
        }
    }

    /// Returns the start tag without the test on an attribute that a start tag has.
    pub(crate) fn plain(&self, id: MemberId) -> Option<MemberId> {
        self.entry(id).plain
    }

    /// Iterates over the members in the order of their numbers.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Member> {
        (0..).map_while(|index| Some(&self.entries.get(index)?.member))
    }
}

impl fmt::Debug for MemberTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// Returns an element without its test on an attribute.
pub(crate) fn plain(element: &Element) -> Element {
    Element { attribute: None, ..element.clone() }
}

/// Members in the order of writing.
pub(crate) type Members = indexmap::IndexSet<MemberId, BuildHasherDefault<QuickHasher>>;
