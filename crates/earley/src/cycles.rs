//! Cycles in a forest, and a test that keeps the enumeration of trees out of dead ends.
//!
//! A cyclic grammar (`A -> A`, or `A -> N A` with an empty `N`) gives spans that contain
//! themselves. In a tree, no node is below a node of the same span. So below some nodes a choice
//! may lead to a dead end, because all its continuations are already ancestors. Backtracking out of
//! dead ends may take exponential time, so they are computed instead.
//!
//! A span *works* below a node if and only if it has a derivation in which no ancestor span of the
//! same extent occurs. Lemma: the smallest of these derivations repeats no span. So the working
//! spans are a least fixpoint over the few spans of one extent.
//!
//! Spans from which no cycle can be reached always work and need no test. In most grammars, these
//! are all spans. The recursion depth here is bounded by the length of a right side.

use super::forest::{Division, Extent, Forest, Part, PartKind, SpanId};

impl Forest {
    /// Reports for each span whether it can reach a cycle through spans of its own extent; returns
    /// an empty list if none can. Algorithm: repeatedly remove the spans that have no remaining
    /// parts of their own extent; those left over reach a cycle.
    pub(super) fn find_loops(&self) -> Vec<bool> {
        if !self.rules.units().is_cyclic() {
            return Vec::new();
        }
        let count = self.nodes.spans.len();
        let mut parts = Vec::with_capacity(count);
        for span in 0..count {
            parts.push(self.parts_of_same_extent(SpanId::new(span)));
        }
        let mut wholes = vec![Vec::new(); parts.len()];
        let mut remaining: Vec<usize> = parts.iter().map(Vec::len).collect();
        for (whole, parts) in parts.iter().enumerate() {
            for part in parts {
                wholes[part.index()].push(whole);
            }
        }
        let mut free: Vec<usize> = (0..parts.len()).filter(|&span| remaining[span] == 0).collect();
        let mut removed = free.len();
        while let Some(span) = free.pop() {
            for &whole in &wholes[span] {
                remaining[whole] -= 1;
                if remaining[whole] == 0 {
                    free.push(whole);
                    removed += 1;
                }
            }
        }
        if removed == count {
            return Vec::new();
        }
        remaining.into_iter().map(|count| count > 0).collect()
    }

    /// Returns the parts of a span that have the same extent as the span itself. In such a
    /// derivation, all other parts are empty.
    pub(super) fn parts_of_same_extent(&self, span: SpanId) -> Vec<SpanId> {
        let extent = self.extent(span);
        let mut unvisited: Vec<Part> =
            self.choices(span).iter().map(|choice| choice.right).collect();
        let mut parts = Vec::new();
        while let Some(part) = unvisited.pop() {
            match part.kind() {
                PartKind::Span(part) if self.extent(part) == extent => parts.push(part),
                PartKind::Prefix(prefix) => {
                    for &Division { before, last } in self.divisions(prefix) {
                        unvisited.push(last);
                        // A part that ends earlier has only smaller parts.
                        if self.start(last, extent.1) == extent.1 {
                            unvisited.push(before);
                        }
                    }
                }
                PartKind::Empty | PartKind::Word(_) | PartKind::Span(_) => {}
            }
        }
        parts
    }

    /// Reports whether a division of a prefix is possible inside a span with that extent, if its
    /// parts of the same extent must satisfy `work`. The prefix ends at `end`.
    pub(super) fn can_divide(
        &self,
        &Division { before, last }: &Division,
        end: u32,
        extent: Extent,
        work: &dyn Fn(SpanId) -> bool,
    ) -> bool {
        self.part_works(last, end, extent, work)
            && self.part_works(before, self.start(last, end), extent, work)
    }

    /// Reports whether a part that ends at `end` is possible inside a span with that extent.
    pub(super) fn part_works(
        &self,
        part: Part,
        end: u32,
        extent: Extent,
        work: &dyn Fn(SpanId) -> bool,
    ) -> bool {
        // A part that ends earlier has only smaller parts.
        if end != extent.1 {
            return true;
        }
        match part.kind() {
            PartKind::Empty | PartKind::Word(_) => true,
            PartKind::Span(span) => {
                self.extent(span) != extent || !self.is_looped(span) || work(span)
            }
            PartKind::Prefix(prefix) => {
                self.divisions(prefix).iter().any(|one| self.can_divide(one, end, extent, work))
            }
        }
    }

    /// Reports whether `span` has a derivation that avoids the spans of its own extent that satisfy
    /// `above`.
    pub(super) fn span_works(&self, span: SpanId, above: &dyn Fn(SpanId) -> bool) -> bool {
        if above(span) {
            return false;
        }
        let mut near = vec![span];
        let mut index = 0;
        while let Some(&next) = near.get(index) {
            for part in self.parts_of_same_extent(next) {
                if self.is_looped(part) && !near.contains(&part) && !above(part) {
                    near.push(part);
                }
            }
            index += 1;
        }
        let mut working: Vec<SpanId> = Vec::new();
        loop {
            let found = near
                .iter()
                .find(|&next| !working.contains(next) && self.works_with(*next, &working));
            match found {
                Some(&found) if found == span => return true,
                Some(&found) => working.push(found),
                None => return false,
            }
        }
    }

    /// Reports whether some rule derives `span` if its parts of the same extent must be in
    /// `working`.
    fn works_with(&self, span: SpanId, working: &[SpanId]) -> bool {
        let extent = self.extent(span);
        self.choices(span).iter().any(|choice| {
            self.part_works(choice.right, extent.1, extent, &|part| working.contains(&part))
        })
    }
}
