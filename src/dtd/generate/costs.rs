//! What a virtual tag costs: Kegler's and Connolly's priorities as numbers.
//!
//! The slippers grant the cheapest sequence of virtual tags after which a token is acceptable. From the DTD follows an order:
//! start tags before end tags, of start tags the outer before the inner, of end tags the inner before the outer; and what the DTD lets
//! an author omit before what it does not. With `d` for how deep an element stands at least (1 for the document element),
//! `D` for the greatest of these, and `S` for the sum of all omissible start tags' costs:
//!
//! ```text
//! start tag that may be omitted   d                 (so all of them together cost less than one end tag)
//! end tag that may be omitted     S + D - d + 1
//! start tag that must be there    1000 × …: the same order above all of these
//! end tag that must be there
//! ```

use std::collections::{BTreeMap, BTreeSet};

use super::needs::Needs;
use super::reach::Reach;
use crate::dtd::model::{Declared, Default, Dtd};

/// No sum and no depth counts for more: costs are numbers of 32 bits, and of a DTD that deep nobody reads them.
const HIGHEST: u32 = 1_000_000;

/// The wishes: tags by their cost.
#[derive(Default)]
pub(super) struct Costs {
    /// Start tags that may be omitted.
    pub(super) starts: BTreeMap<u32, BTreeSet<String>>,
    /// End tags that may be omitted.
    pub(super) ends: BTreeMap<u32, BTreeSet<String>>,
    /// Start tags that are needed where a document breaks the DTD, by cost and declaration.
    pub(super) broken_starts: BTreeMap<(u32, usize), BTreeSet<String>>,
    /// End tags that a document leaves out although it must not, by cost and declaration.
    pub(super) broken_ends: BTreeMap<(u32, usize), BTreeSet<String>>,
    /// Elements whose start tag is declared `O` and can never be omitted.
    pub(super) never: BTreeSet<String>,
}

impl Costs {
    pub(super) fn of(dtd: &Dtd, reach: &Reach, start: &str) -> Self {
        let needs = Needs::of(dtd, reach);
        let mut costs = Self::default();
        let deepest = reach.deepest().min(HIGHEST);
        let omissible = |element: &str| {
            let required = element == start || needs.required.contains(element);
            required && may_omit_start(dtd, element)
        };
        let starts = reach.depth.iter().filter(|(element, _)| omissible(element));
        let sum = starts.fold(0_u32, |sum, (_, &depth)| sum.saturating_add(depth)).min(HIGHEST);
        let step = (sum + deepest + 1).next_multiple_of(1000);
        for (element, depth) in
            reach.depth.iter().map(|(element, &depth)| (element, depth.min(HIGHEST)))
        {
            let Some(&number) = dtd.elements.get(element) else { continue };
            let declaration = &dtd.declarations[number];
            if omissible(element) {
                costs.starts.entry(depth).or_default().insert(element.clone());
            } else if element == start || needs.needed.contains(element) {
                costs
                    .broken_starts
                    .entry((step + depth, number))
                    .or_default()
                    .insert(element.clone());
            }
            if declaration.omit_start && !omissible(element) {
                costs.never.insert(element.clone());
            }
            let end = deepest - depth + 1;
            if declaration.content == Declared::Empty {
                continue;
            }
            let of = match declaration.omit_end {
                true => costs.ends.entry(sum + end).or_default(),
                false => costs.broken_ends.entry((step * 2 + end, number)).or_default(),
            };
            of.insert(element.clone());
        }
        costs
    }
}

/// Whether the start tag may be omitted where the element is required: not if it says what must be said (ISO 8879, 7.3.1.1).
fn may_omit_start(dtd: &Dtd, element: &str) -> bool {
    let has_content = |content: &Declared| matches!(content, Declared::Model(_) | Declared::Any);
    let declaration = dtd.declaration(element);
    let omissible = declaration.is_some_and(|it| it.omit_start && has_content(&it.content));
    omissible
        && dtd.attributes_of(element).iter().all(|attribute| attribute.default != Default::Required)
}
