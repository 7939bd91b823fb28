//! Positions among siblings.
//!
//! A position is found by walking to the first or last sibling, which is often near. Once such
//! walks have cost as much as numbering all elements of the document, one pass numbers them all.

use super::program::SiblingCount;
use super::run::MatchRun;
use super::structure::is_element;
use crate::plan::CountedSiblings;
use crate::steps::BudgetExhausted;
use wishful::base::{HashMap, NameId, counted};
use wishful::tree::{NodeId, NodeRef};

/// The type of an element, as `:nth-of-type` compares it: namespace and name.
type ElementType = (Option<NameId>, Option<NameId>);

/// Returns the type of an element.
fn type_of(element: NodeRef<'_>) -> ElementType {
    (element.namespace_id(), element.name_id())
}

impl<'d> MatchRun<'_, 'd> {
    /// Reports whether the position of a node is `a`·n + `b` for some n.
    pub(super) fn is_nth(
        &mut self,
        a: i32,
        b: i32,
        count: usize,
        node: NodeRef<'d>,
    ) -> Result<bool, BudgetExhausted> {
        if !is_element(node) || !self.is_counted(self.program.counts[count].among, node)? {
            return Ok(false);
        }
        if let Some(table) = &self.caches.positions[count].table {
            return Ok(is_of(a, b, table[node.id().index()]));
        }
        // With a ≤ 0, no position after `b` matches.
        let most = if a <= 0 { b.unsigned_abs() } else { u32::MAX };
        let before = self.steps.taken();
        let position = self.position(self.program.counts[count], node, most)?;
        let cache = &mut self.caches.positions[count];
        cache.spent += self.steps.taken() - before;
        if cache.spent > 2 * counted(self.program.document.len()) {
            let table = self.all_positions(self.program.counts[count])?;
            self.caches.positions[count].table = Some(table);
        }
        Ok(position.is_some_and(|position| is_of(a, b, position)))
    }

    /// Reports whether an element counts among its siblings.
    fn is_counted(
        &mut self,
        among: CountedSiblings,
        node: NodeRef<'d>,
    ) -> Result<bool, BudgetExhausted> {
        match among {
            CountedSiblings::Matching(selectors) => self.matches(selectors, node),
            CountedSiblings::All | CountedSiblings::OfType => Ok(true),
        }
    }

    /// Returns the position of a counted element, if it is at most `most`.
    fn position(
        &mut self,
        count: SiblingCount,
        node: NodeRef<'d>,
        most: u32,
    ) -> Result<Option<u32>, BudgetExhausted> {
        let (own, mut position, mut at) = (type_of(node), 1, node);
        loop {
            self.steps.take(1)?;
            let next = if count.from_end { at.next_sibling() } else { at.previous_sibling() };
            let Some(sibling) = next else { return Ok(Some(position)) };
            at = sibling;
            if !is_element(sibling) {
                continue;
            }
            let counts = match count.among {
                CountedSiblings::OfType => type_of(sibling) == own,
                among => self.is_counted(among, sibling)?,
            };
            position += u32::from(counts);
            if position > most {
                return Ok(None);
            }
        }
    }

    /// Computes the positions of all elements.
    fn all_positions(&mut self, count: SiblingCount) -> Result<Vec<u32>, BudgetExhausted> {
        let document = self.program.document;
        self.steps.take(document.len())?;
        let mut table = vec![0; document.len()];
        let mut last: HashMap<(NodeId, ElementType), u32> = HashMap::default();
        let elements = document.elements();
        for index in 0..elements.len() {
            let index = if count.from_end { elements.len() - 1 - index } else { index };
            let element = self.node(elements[index]);
            if !self.is_counted(count.among, element)? {
                continue;
            }
            let parent = element.parent().map_or(NodeId::ROOT, NodeRef::id);
            let alike = if count.among == CountedSiblings::OfType {
                type_of(element)
            } else {
                (None, None)
            };
            let position = last.entry((parent, alike)).or_default();
            *position += 1;
            table[element.id().index()] = *position;
        }
        Ok(table)
    }
}

/// Reports whether a position is `a`·n + `b` for some n ≥ 0.
fn is_of(a: i32, b: i32, position: u32) -> bool {
    let (a, rest) = (i64::from(a), i64::from(position) - i64::from(b));
    if a == 0 { rest == 0 } else { rest % a == 0 && rest / a >= 0 }
}

#[cfg(test)]
mod tests {
    use super::is_of;

    /// Checks the examples of Selectors 4, section 13.3.1.
    #[test]
    fn positions_match_the_formula() {
        let cases: [(i32, i32, &[u32]); 7] = [
            (2, 1, &[1, 3, 5, 7, 9, 11]),
            (10, -1, &[9]),
            (-1, 3, &[1, 2, 3]),
            (0, 5, &[5]),
            (-2, 6, &[2, 4, 6]),
            (i32::MAX, i32::MIN, &[]),
            (i32::MIN, i32::MAX, &[]),
        ];
        for (a, b, positions) in cases {
            for position in 1..=12 {
                let is_listed = positions.contains(&position);
                assert_eq!(is_of(a, b, position), is_listed, "{a}n+{b}: {position}");
            }
        }
    }
}
