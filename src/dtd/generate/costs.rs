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
use crate::dtd::model::{Declared, Default, Dtd, ElementDeclaration};

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

    /// The end tag of an element, if it has one.
    fn end(
        &mut self,
        element: &str,
        number: usize,
        declaration: &ElementDeclaration,
        above: u32,
        steps: &Steps,
    ) {
        let of = match declaration.omit_end {
            _ if declaration.content == Declared::Empty => return,
            true => self.ends.entry(steps.sum + above).or_default(),
            false => self.broken_ends.entry((steps.step * 2 + above, number)).or_default(),
        };
        of.insert(element.to_owned());
    }
}

/// Where the costs of one sort end and those of the next begin.
struct Steps {
    deepest: u32,
    /// What all start tags that may be omitted cost together.
    sum: u32,
    /// More than all tags that may be omitted cost together.
    step: u32,
}

impl Steps {
    fn of(reach: &Reach, omissible: impl Fn(&str) -> bool) -> Self {
        let deepest = reach.deepest().min(HIGHEST);
        let starts = reach.depth.iter().filter(|(element, _)| omissible(element));
        let sum = starts.fold(0_u32, |sum, (_, &depth)| sum.saturating_add(depth)).min(HIGHEST);
        Self { deepest, sum, step: (sum + deepest + 1).next_multiple_of(1000) }
    }

    /// How many elements may stand above one, and itself: an inner one is ended at less cost.
    fn above(&self, depth: u32) -> u32 {
        self.deepest - depth + 1
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
