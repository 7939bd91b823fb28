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

use super::reach::{ReachableTypes, children};
use crate::dtd::model::{Connector, Declared, Dtd, ModelPart, Occurs, Particle};

/// The elements whose start tags may be virtual.
pub(super) struct VirtualStartTags {
    /// The elements that are contextually required somewhere.
    pub(super) required: BTreeSet<String>,
    /// The elements without which some element could not be ended. They include the required ones.
    pub(super) needed: BTreeSet<String>,
}

impl VirtualStartTags {
    pub(super) fn of(dtd: &Dtd, reach: &ReachableTypes) -> Self {
        let heights = heights(dtd, reach);
        let mut needs = Self { required: BTreeSet::new(), needed: BTreeSet::new() };
        let mut reached = BTreeSet::new();
        for element in reach.depth.keys() {
            reached.extend(dtd.elements.get(element).copied());
        }
        for number in reached {
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
fn heights<'d>(dtd: &'d Dtd, reach: &ReachableTypes) -> Heights<'d> {
    let holders = holders(dtd, reach);
    let mut heights = Heights::new();
    let mut next: BTreeSet<&str> = BTreeSet::new();
    for element in dtd.elements.keys() {
        if reach.has(element) {
            next.insert(element);
        }
    }
    for round in 0.. {
        let mut done = Vec::new();
        for &element in &next {
            if let Some(declaration) = dtd.declaration(element)
                && let Declared::Model(model) = &declaration.content
                && height(model, &heights).is_none()
            {
                continue;
            }
            done.push(element);
        }
        if done.is_empty() {
            break;
        }
        for &element in &done {
            heights.insert(element, round);
        }
        next.clear();
        for element in done {
            for &holder in holders.get(element).into_iter().flatten() {
                if !heights.contains_key(holder) {
                    next.insert(holder);
                }
            }
        }
    }
    heights
}

/// Returns, for each element, the elements that can directly contain it.
fn holders<'d>(dtd: &'d Dtd, reach: &ReachableTypes) -> HashMap<&'d str, BTreeSet<&'d str>> {
    let mut holders: HashMap<&str, BTreeSet<&str>> = HashMap::new();
    for (element, &number) in &dtd.elements {
        if !reach.has(element) {
            continue;
        }
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
        ModelPart::Pcdata => Some(0),
        ModelPart::Element(name) => Some(heights.get(name.as_str())? + 1),
        ModelPart::Group(Connector::Or, members) => {
            members.iter().filter_map(|member| height(member, heights)).min()
        }
        ModelPart::Group(_, members) => {
            let mut highest = 0;
            for member in members {
                highest = highest.max(height(member, heights)?);
            }
            Some(highest)
        }
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
        ModelPart::Pcdata => {}
        ModelPart::Element(name) => {
            found.insert(name.clone());
        }
        ModelPart::Group(Connector::Or, members) if members.len() > 1 => {
            let soonest =
                members.iter().min_by_key(|member| height(member, heights).unwrap_or(u32::MAX));
            if let (false, Some(member)) = (strictly, soonest) {
                required(member, strictly, heights, found);
            }
        }
        ModelPart::Group(_, members) => {
            for member in members {
                required(member, strictly, heights, found);
            }
        }
    }
}
