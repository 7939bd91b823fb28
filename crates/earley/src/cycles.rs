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

use super::forest::{Division, Forest, Last, PrefixId, SpanId};

/// The beginning and the end of a span.
pub(super) type Extent = (u32, u32);

impl Forest {
    /// Returns the offsets of a span.
    pub(super) fn extent(&self, span: SpanId) -> Extent {
        let node = &self.spans[span.index()];
        (node.start, node.end)
    }

    /// Reports for each span whether it can reach a cycle through spans of its own extent.
    /// Algorithm: repeatedly remove the spans that have no remaining parts of their own extent;
    /// those left over reach a cycle.
    pub(super) fn find_loops(&self) -> Vec<bool> {
        let mut parts = Vec::with_capacity(self.spans.len());
        for span in 0..self.spans.len() {
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
        while let Some(span) = free.pop() {
            for &whole in &wholes[span] {
                remaining[whole] -= 1;
                if remaining[whole] == 0 {
                    free.push(whole);
                }
            }
        }
        remaining.into_iter().map(|count| count > 0).collect()
    }

    /// Returns the parts of a span that have the same extent as the span itself. In such a
    /// derivation, all other parts are empty.
    fn parts_of_same_extent(&self, span: SpanId) -> Vec<SpanId> {
        let extent = self.extent(span);
        let mut unvisited: Vec<PrefixId> =
            self.spans[span.index()].alternatives.iter().filter_map(|one| one.right).collect();
        let mut parts = Vec::new();
        while let Some(prefix) = unvisited.pop() {
            for division in &self.prefixes[prefix.index()] {
                if let Last::Span(part) = division.last
                    && self.extent(part) == extent
                {
                    parts.push(part);
                }
                if let Some(before) = division.before
                    && self.end(before) == Some(extent.1)
                {
                    unvisited.push(before);
                }
            }
        }
        parts
    }

    /// Returns the end of a prefix.
    fn end(&self, prefix: PrefixId) -> Option<u32> {
        let division = self.prefixes[prefix.index()].first()?;
        Some(match division.last {
            Last::Terminal(_, start) => start + 1,
            Last::Span(span) => self.spans[span.index()].end,
        })
    }

    /// Reports whether a division of a prefix is possible inside a span with that extent, if its
    /// parts of the same extent must satisfy `work`.
    pub(super) fn can_divide(
        &self,
        division: &Division,
        extent: Extent,
        work: &dyn Fn(SpanId) -> bool,
    ) -> bool {
        let last_works = match division.last {
            Last::Terminal(..) => true,
            Last::Span(part) => {
                self.extent(part) != extent || !self.loops[part.index()] || work(part)
            }
        };
        last_works && division.before.is_none_or(|before| self.prefix_works(before, extent, work))
    }

    /// Reports whether some division of a prefix is possible.
    pub(super) fn prefix_works(
        &self,
        prefix: PrefixId,
        extent: Extent,
        work: &dyn Fn(SpanId) -> bool,
    ) -> bool {
        // A prefix that ends earlier has only smaller parts.
        self.end(prefix) != Some(extent.1)
            || self.prefixes[prefix.index()].iter().any(|one| self.can_divide(one, extent, work))
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
                if self.loops[part.index()] && !near.contains(&part) && !above(part) {
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
        for alternative in &self.spans[span.index()].alternatives {
            let Some(right) = alternative.right else { return true };
            if self.prefix_works(right, extent, &|part| working.contains(&part)) {
                return true;
            }
        }
        false
    }
}
