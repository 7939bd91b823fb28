//! The skeleton of a grammar's documents: the elements that occur at most once in every document
//! and contain other elements.
//!
//! No statement lists them; they follow from the rules. A fixpoint iteration counts, from the start
//! symbol inwards, how often an element can occur at most: never, once, or more often. So `<html>`,
//! `<head>` and `<body>` are the skeleton of
//! `document ::= <html> EOF ;  <html> ::= <head> <body> ;`. An element that contains no element is
//! not part of the skeleton.

use super::grammar::Grammar;
use crate::base::BitRow;
use crate::earley::{ContextId, ContextLine, FrameKindId, RuleId, Rules, Symbol, TerminalId};

/// The number of occurrences of each frame kind at most: none, one, or more. It is stored as bit
/// rows, since there is one such value for each nonterminal, with an entry for each kind.
#[derive(Clone, PartialEq, Eq)]
struct SkeletonCounts {
    /// The kinds that occur once or more often.
    occurs: BitRow,
    /// The kinds that may occur more than once.
    repeats: BitRow,
}

impl Grammar {
    /// Returns the start tags and end tags of the skeleton, by terminal.
    #[must_use]
    pub(crate) fn skeleton(&self) -> &BitRow {
        self.skeleton.get_or_init(|| self.find_skeleton())
    }

    /// Computes the skeleton.
    fn find_skeleton(&self) -> BitRow {
        let rules = self.rules();
        let kinds = rules.frame_kind_count();
        let contents = contents(rules);
        let mut all = in_documents(rules, &contents);
        admit(rules, &mut all);
        // An element that is also read in a group with its own exceptions has several kinds.
        let mut by_end = SkeletonCounts::none(rules.terminal_count());
        for kind in all.occurs.iter().map(FrameKindId::new) {
            let end = rules.frame_kind(kind).close.index();
            by_end.add_one(end);
            if all.repeats.contains(kind.index()) {
                by_end.add_one(end);
            }
        }
        let mut skeleton = BitRow::new(rules.terminal_count());
        for kind in (0..kinds).map(FrameKindId::new) {
            let frame = rules.frame_kind(kind);
            let holds = !contents[frame.content.index()].occurs.is_empty();
            if holds && by_end.is_once(frame.close.index()) {
                skeleton.insert(frame.open.index());
                skeleton.insert(frame.close.index());
            }
        }
        skeleton
    }
}

impl SkeletonCounts {
    /// Returns the counts of an empty text.
    fn none(kinds: usize) -> Self {
        Self { occurs: BitRow::new(kinds), repeats: BitRow::new(kinds) }
    }

    /// Reports whether a kind can occur, and never more than once.
    fn is_once(&self, kind: usize) -> bool {
        self.occurs.contains(kind) && !self.repeats.contains(kind)
    }

    /// Counts one occurrence of a kind.
    fn add_one(&mut self, kind: usize) {
        if !self.occurs.insert(kind) {
            self.repeats.insert(kind);
        }
    }

    /// Adds the counts of a neighbouring part. What occurs in both parts occurs more than once.
    fn add(&mut self, more: &Self) {
        self.repeats.union_with_common(&self.occurs, &more.occurs);
        self.repeats.union_with(&more.repeats);
        self.occurs.union_with(&more.occurs);
    }

    /// Raises each count to the greater of both, and reports whether any count has grown.
    fn raise(&mut self, other: &Self) -> bool {
        self.repeats.union_with(&other.repeats) | self.occurs.union_with(&other.occurs)
    }
}

/// Computes, for each nonterminal, how often each kind occurs in its derivations. This is the
/// greatest count over its rules; a rule's count is the sum over its symbols. The fixpoint exists
/// because counts only grow and are bounded by "more than once".
fn contents(rules: &Rules) -> Vec<SkeletonCounts> {
    let kinds = rules.frame_kind_count();
    let mut counts = vec![SkeletonCounts::none(kinds); rules.nonterminal_count()];
    loop {
        let mut grows = false;
        for rule in (0..rules.rule_count()).map(RuleId::new) {
            let mut of_rule = SkeletonCounts::none(kinds);
            for &symbol in rules.right(rule) {
                match symbol {
                    Symbol::Terminal(terminal) => {
                        if let Some(kind) = rules.opens(terminal) {
                            of_rule.add_one(kind.index());
                        }
                    }
                    Symbol::Nonterminal(inner) => of_rule.add(&counts[inner.index()]),
                }
            }
            grows |= counts[rules.left(rule).index()].raise(&of_rule);
        }
        if !grows {
            return counts;
        }
    }
}

/// Computes how often each kind occurs in a document: in the derivations of the start symbol, and
/// in the content of each element of those.
fn in_documents(rules: &Rules, contents: &[SkeletonCounts]) -> SkeletonCounts {
    let outermost = &contents[rules.start().index()];
    let mut all = outermost.clone();
    loop {
        let mut found = outermost.clone();
        for kind in all.occurs.iter() {
            let inside = &contents[rules.frame_kind(FrameKindId::new(kind)).content.index()];
            found.add(inside);
            if all.repeats.contains(kind) {
                found.add(inside);
            }
        }
        if found == all {
            return all;
        }
        all = found;
    }
}

/// Counts the elements that an inclusion admits as occurring more than once.
fn admit(rules: &Rules, all: &mut SkeletonCounts) {
    for line in (0..rules.context_count()).map(ContextId::new) {
        let ContextLine::Inclusion { admits, .. } = rules.context(line) else { continue };
        let opened = admits.iter().map(TerminalId::new);
        for kind in opened.filter_map(|terminal| rules.opens(terminal)) {
            all.occurs.insert(kind.index());
            all.repeats.insert(kind.index());
        }
    }
}
