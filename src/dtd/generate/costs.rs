//! Costs of virtual tags: Kegler's and Connolly's priorities as numbers.
//!
//! The slippers grant the cheapest sequence of virtual tags after which a token is acceptable. The
//! DTD implies an order: start tags before end tags, outer start tags before inner ones, inner end
//! tags before outer ones, and omissible tags before required ones. Let `d` be the least depth of
//! an element (1 for the document element) and `D` the greatest `d`. Let `S` be the sum of all
//! omissible start tags' costs, and `T` the least multiple of 1000 that is at least `S + D + 1`:
//!
//! ```text
//! omissible start tag   d                 (all of them together cost less than one end tag)
//! omissible end tag     S + D - d + 1
//! required start tag    T + d
//! required end tag      2T + D - d + 1
//! ```

use std::collections::{BTreeMap, BTreeSet};

use super::needs::VirtualStartTags;
use super::reach::ReachableTypes;
use crate::dtd::model::{Declared, Default, Dtd, ElementDeclaration};

/// The bound of sums and depths, since costs are 32-bit numbers. Nobody reads the costs of a DTD
/// that is so deep.
const HIGHEST: u32 = 1_000_000;

/// The wishes: tags by their cost.
#[derive(Default)]
pub(super) struct Costs {
    /// The omissible start tags.
    pub(super) starts: BTreeMap<u32, BTreeSet<String>>,
    /// The omissible end tags.
    pub(super) ends: BTreeMap<u32, BTreeSet<String>>,
    /// The required start tags that may be virtual where a document breaks the DTD, by cost and
    /// declaration.
    pub(super) broken_starts: BTreeMap<(u32, usize), BTreeSet<String>>,
    /// The required end tags, by cost and declaration. They are virtual where a document breaks the
    /// DTD.
    pub(super) broken_ends: BTreeMap<(u32, usize), BTreeSet<String>>,
    /// The elements whose start tag is declared `O` but can never be omitted.
    pub(super) never: BTreeSet<String>,
}

impl Costs {
    pub(super) fn of(dtd: &Dtd, reach: &ReachableTypes, start: &str) -> Self {
        let needs = VirtualStartTags::of(dtd, reach);
        let omissible = |element: &str| {
            let required = element == start || needs.required.contains(element);
            required && may_omit_start(dtd, element)
        };
        let steps = Steps::of(reach, omissible);
        let mut costs = Self::default();
        for (element, &depth) in &reach.depth {
            let Some(&number) = dtd.elements.get(element) else { continue };
            let (declaration, depth) = (&dtd.declarations[number], depth.min(HIGHEST));
            if omissible(element) {
                costs.starts.entry(depth).or_default().insert(element.clone());
            } else if element == start || needs.needed.contains(element) {
                let broken = costs.broken_starts.entry((steps.step + depth, number));
                broken.or_default().insert(element.clone());
            }
            if declaration.omit_start && !omissible(element) {
                costs.never.insert(element.clone());
            }
            costs.end(element, number, declaration, steps.above(depth), &steps);
        }
        costs
    }

    /// Adds the end tag of an element, if the element has one.
    fn end(
        &mut self,
        element: &str,
        number: usize,
        declaration: &ElementDeclaration,
        above: u32,
        steps: &Steps,
    ) {
        if declaration.content == Declared::Empty {
            return;
        }
        let tags = if declaration.omit_end {
            self.ends.entry(steps.sum + above).or_default()
        } else {
            self.broken_ends.entry((steps.step * 2 + above, number)).or_default()
        };
        tags.insert(element.to_owned());
    }
}

/// The boundaries between the cost ranges.
struct Steps {
    deepest: u32,
    /// The sum of the costs of all omissible start tags.
    sum: u32,
    /// A number greater than the cost of every omissible tag.
    step: u32,
}

impl Steps {
    fn of(reach: &ReachableTypes, omissible: impl Fn(&str) -> bool) -> Self {
        let deepest = reach.deepest().min(HIGHEST);
        let mut sum = 0_u32;
        for (element, &depth) in &reach.depth {
            if omissible(element) {
                sum = sum.saturating_add(depth);
            }
        }
        let sum = sum.min(HIGHEST);
        Self { deepest, sum, step: (sum + deepest + 1).next_multiple_of(1000) }
    }

    /// Returns the largest number of elements at this depth and below it on one path. So inner
    /// elements have cheaper end tags.
    fn above(&self, depth: u32) -> u32 {
        self.deepest - depth + 1
    }
}

/// Reports whether the start tag may be omitted where the element is required. It may not if it has
/// a required attribute, or the element declared content (ISO 8879, 7.3.1.1).
fn may_omit_start(dtd: &Dtd, element: &str) -> bool {
    let Some(declaration) = dtd.declaration(element) else { return false };
    declaration.omit_start
        && matches!(declaration.content, Declared::Model(_) | Declared::Any)
        && dtd.attributes_of(element).iter().all(|attribute| attribute.default != Default::Required)
}
