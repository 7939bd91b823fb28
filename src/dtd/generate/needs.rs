//! The elements that contents require, and of these the elements whose start tags may be omitted.
//!
//! An element is *contextually required* (ISO 8879, 7.3.1.1) where the content allows no other
//! element and cannot end without it. Only there may its start tag be omitted.
//!
//! If a document breaks the DTD, more elements are needed. Of several elements, one of which must
//! come, the needed one is the one that can be ended soonest, and the first of those. So every
//! element can be ended, whatever it lacks.

use std::collections::{BTreeSet, HashMap};

use indexmap::IndexMap;

use super::reach::{Reach, children};
use crate::dtd::model::{Connector, Declared, Dtd, Occurs, Part, Particle};

/// The elements whose start tags may be virtual.
pub(super) struct Needs {
    /// The elements that are contextually required somewhere.
    pub(super) required: BTreeSet<String>,
    /// The elements without which some element could not be ended. They include the required ones.
    pub(super) needed: BTreeSet<String>,
}

impl Needs {
    pub(super) fn of(dtd: &Dtd, reach: &Reach) -> Self {
        let heights = heights(dtd, reach);
        let mut needs = Self { required: BTreeSet::new(), needed: BTreeSet::new() };
        let reached = reach.depth.keys().filter_map(|element| dtd.elements.get(element).copied());
        for number in reached.collect::<BTreeSet<usize>>() {
            if let Declared::Model(model) = &dtd.declarations[number].content {
                required(model, true, &heights, &mut needs.required);
                required(model, false, &heights, &mut needs.needed);
            }
        }
        needs
    }
}

/// The least number of levels of elements inside an element that its end requires, for each element
/// type. An element type that has no entry can never be ended.
type Heights<'d> = IndexMap<&'d str, u32>;

/// Computes heights as a least fixpoint, one height per round. A round examines only elements with
/// a child whose height the previous round found.
fn heights<'d>(dtd: &'d Dtd, reach: &Reach) -> Heights<'d> {
    let holders = holders(dtd, reach);
    let mut heights = Heights::new();
    let all = dtd.elements.keys().map(String::as_str);
    let mut next: BTreeSet<&str> = all.filter(|element| reach.has(element)).collect();
    for round in 0.. {
        let is_ready = |element: &&&str| match dtd.declaration(element).map(|it| &it.content) {
            Some(Declared::Model(model)) => height(model, &heights).is_some(),
            _ => true,
        };
        let done: Vec<&str> = next.iter().filter(is_ready).copied().collect();
        if done.is_empty() {
            break;
        }
        heights.extend(done.iter().map(|&element| (element, round)));
        let near = done.iter().filter_map(|element| holders.get(element)).flatten().copied();
        next = near.filter(|element| !heights.contains_key(element)).collect();
    }
    heights
}

/// Returns, for each element, the elements that can directly contain it.
fn holders<'d>(dtd: &'d Dtd, reach: &Reach) -> HashMap<&'d str, BTreeSet<&'d str>> {
    let mut holders: HashMap<&str, BTreeSet<&str>> = HashMap::new();
    for (element, &number) in dtd.elements.iter().filter(|(element, _)| reach.has(element)) {
        for child in children(dtd, number) {
            holders.entry(child).or_default().insert(element);
        }
    }
    holders
}

/// Returns the least height that a content requires; `None` if it requires an element that has no
/// height yet.
fn height(particle: &Particle, heights: &Heights<'_>) -> Option<u32> {
    if matches!(particle.occurs, Occurs::Optional | Occurs::Any) {
        return Some(0);
    }
    match &particle.what {
        Part::Pcdata => Some(0),
        Part::Element(name) => heights.get(name.as_str()).map(|height| height + 1),
        Part::Group(Connector::Or, members) => {
            members.iter().filter_map(|member| height(member, heights)).min()
        }
        Part::Group(_, members) => members
            .iter()
            .map(|member| height(member, heights))
            .try_fold(0, |highest, one| Some(highest.max(one?))),
    }
}

/// Adds the elements that a content needs. If `strictly`, adds only those for which there is no
/// alternative.
fn required(
    particle: &Particle,
    strictly: bool,
    heights: &Heights<'_>,
    found: &mut BTreeSet<String>,
) {
    if matches!(particle.occurs, Occurs::Optional | Occurs::Any) {
        return;
    }
    match &particle.what {
        Part::Pcdata => {}
        Part::Element(name) => {
            found.insert(name.clone());
        }
        Part::Group(Connector::Or, members) if members.len() > 1 => {
            let soonest =
                members.iter().min_by_key(|member| height(member, heights).unwrap_or(u32::MAX));
            if let (false, Some(member)) = (strictly, soonest) {
                required(member, strictly, heights, found);
            }
        }
        Part::Group(_, members) => {
            members.iter().for_each(|member| required(member, strictly, heights, found));
        }
    }
}
