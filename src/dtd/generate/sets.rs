//! Named sets from the parameter entities with which a DTD's author groups elements.
//!
//! `<!ENTITY % font "tt | b | i">` says that the author regards these three elements as one thing.
//! A parsed content model does not have the reference any more, but it has all the members
//! together. So a greedy cover replaces the members of every alternation by named sets: the largest
//! entities first that it holds whole, without overlaps. The sets themselves are described by
//! smaller ones in the same way. Unused sets are left out.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::names::FreshNames;
use crate::dtd::model::{Dtd, GroupName};

/// The number of parameter entities that are considered. More names do not help a reader.
const MOST: usize = 1000;

/// A member of an alternation in the syntax of the grammar: `<b>`, `pcdata` or the name of a rule.
pub(super) type Atom = String;

/// The sets that may describe contents.
pub(super) struct EntitySets {
    sets: Vec<Candidate>,
    /// The indices of the sets that contain a member.
    holding: HashMap<Atom, Vec<usize>>,
    /// A cache of descriptions, by alternation.
    found: HashMap<BTreeSet<Atom>, Vec<Atom>>,
}

struct Candidate {
    entity: String,
    members: BTreeSet<Atom>,
    /// The set's name, from its first use on.
    name: Option<String>,
}

impl EntitySets {
    /// Collects the parameter entities of a DTD that group at least two known elements.
    pub(super) fn of(dtd: &Dtd, is_known: impl Fn(&str) -> bool) -> Self {
        let mut sets = Self { sets: Vec::new(), holding: HashMap::new(), found: HashMap::new() };
        let mut seen = BTreeSet::new();
        for (entity, members) in dtd.groups.iter().take(MOST) {
            let mut atoms: BTreeSet<Atom> = BTreeSet::new();
            for member in members {
                match member {
                    GroupName::Pcdata => drop(atoms.insert("pcdata".to_owned())),
                    GroupName::Element(name) if is_known(name) => {
                        atoms.insert(format!("<{name}>"));
                    }
                    GroupName::Element(_) => {}
                }
            }
            if atoms.len() > 1 && seen.insert(atoms.clone()) {
                for atom in &atoms {
                    sets.holding.entry(atom.clone()).or_default().push(sets.sets.len());
                }
                let entity = entity.clone();
                sets.sets.push(Candidate { entity, members: atoms, name: None });
            }
        }
        sets
    }

    /// Describes an alternation: named sets, then the remaining members.
    pub(super) fn describe(&mut self, atoms: &[Atom], names: &mut FreshNames) -> Vec<Atom> {
        let atoms: BTreeSet<Atom> = atoms.iter().cloned().collect();
        if let Some(found) = self.found.get(&atoms) {
            return found.clone();
        }
        let described = self.cover(&atoms, None, names);
        self.found.insert(atoms, described.clone());
        described
    }

    /// Covers a set of atoms. If it is the set `own` itself, only smaller sets are used.
    fn cover(
        &mut self,
        atoms: &BTreeSet<Atom>,
        own: Option<usize>,
        names: &mut FreshNames,
    ) -> Vec<Atom> {
        let mut left = atoms.clone();
        let mut described = Vec::new();
        for number in self.within(atoms, own) {
            if self.sets[number].members.is_subset(&left) {
                left.retain(|member| !self.sets[number].members.contains(member));
                let candidate = &mut self.sets[number];
                let name = candidate.name.get_or_insert_with(|| names.fresh(&candidate.entity));
                described.push(name.clone());
            }
        }
        described.extend(left);
        described
    }

    /// Returns the sets that are subsets of `atoms`, the largest first.
    fn within(&self, atoms: &BTreeSet<Atom>, own: Option<usize>) -> Vec<usize> {
        let mut near = BTreeSet::new();
        for atom in atoms {
            near.extend(self.holding.get(atom).into_iter().flatten().copied());
        }
        let most = if own.is_some() { atoms.len() - 1 } else { atoms.len() };
        let mut within = Vec::new();
        for number in near {
            let members = &self.sets[number].members;
            if members.len() <= most && members.is_subset(atoms) {
                within.push(number);
            }
        }
        within.sort_by_key(|&number| (std::cmp::Reverse(self.sets[number].members.len()), number));
        within
    }

    /// Returns the used sets and those that describe them, in the order of their declaration.
    pub(super) fn used(&mut self, names: &mut FreshNames) -> Vec<(String, Vec<Atom>)> {
        let mut described: BTreeMap<usize, Vec<Atom>> = BTreeMap::new();
        loop {
            let found = (0..self.sets.len()).find(|number| {
                self.sets[*number].name.is_some() && !described.contains_key(number)
            });
            let Some(number) = found else { break };
            let members = self.sets[number].members.clone();
            described.insert(number, self.cover(&members, Some(number), names));
        }
        let mut used = Vec::new();
        for (number, atoms) in described {
            if let Some(name) = &self.sets[number].name {
                used.push((name.clone(), atoms));
            }
        }
        used
    }
}
