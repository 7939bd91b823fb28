//! The skeleton of a grammar's documents: elements of which no document has two, and in which all others stand.
//!
//! No line of a grammar says which they are; its rules do. How often an element can stand in a content at most is counted
//! over the rules (none, once, more often), from the start symbol in. So `<html>`, `<head>` and `<body>` are the skeleton
//! of `document ::= <html> EOF ;  <html> ::= <head> <body> ;`, and an element that holds no other is none of it.

use super::grammar::Grammar;
use crate::base::BitRow;
use crate::earley::{ContextId, ContextLine, FrameKindId, RuleId, Rules, Symbol, TerminalId};

/// How often each kind of element can stand somewhere: not at all, once, more often. (Rows, for there are as many of these as
/// nonterminals, each as long as there are kinds.)
#[derive(Clone, PartialEq, Eq)]
struct Counts {
    /// Once or more often.
    stands: BitRow,
    /// More than once.
    often: BitRow,
}

impl Grammar {
    /// The tags of the skeleton, by terminal.
    #[must_use]
    pub(crate) fn skeleton(&self) -> &BitRow {
        self.skeleton.get_or_init(|| self.find_skeleton())
    }

    fn find_skeleton(&self) -> BitRow {
        let rules = self.rules();
        let kinds = rules.frame_kind_count();
        let contents = contents(rules);
        let mut all = in_documents(rules, &contents);
        admit(rules, &mut all);
        // An element that a group of the grammar reads apart has several kinds.
        let mut by_end = Counts::none(rules.terminal_count());
        for kind in all.stands.iter().map(FrameKindId::new) {
            let end = rules.frame_kind(kind).close.index();
            by_end.add_one(end);
            if all.often.contains(kind.index()) {
                by_end.add_one(end);
            }
        }
        let mut skeleton = BitRow::new(rules.terminal_count());
        for kind in (0..kinds).map(FrameKindId::new) {
            let frame = rules.frame_kind(kind);
            let holds = !contents[frame.content.index()].stands.is_empty();
            if holds && by_end.is_once(frame.close.index()) {
                skeleton.insert(frame.open.index());
                skeleton.insert(frame.close.index());
            }
        }
        skeleton
    }
}

impl Counts {
    fn none(kinds: usize) -> Self {
        Self { stands: BitRow::new(kinds), often: BitRow::new(kinds) }
    }

    fn is_once(&self, kind: usize) -> bool {
        self.stands.contains(kind) && !self.often.contains(kind)
    }

    fn add_one(&mut self, kind: usize) {
        if !self.stands.insert(kind) {
            self.often.insert(kind);
        }
    }

    fn add(&mut self, more: &Self) {
        self.often.union_with_common(&self.stands, &more.stands);
        self.often.union_with(&more.often);
        self.stands.union_with(&more.stands);
    }

    /// Of each kind the more of both; whether that is new.
    fn raise(&mut self, other: &Self) -> bool {
        self.often.union_with(&other.often) | self.stands.union_with(&other.stands)
    }
}

/// By nonterminal, how often each kind stands in what it reads: the most over its rules, in each the sum of its symbols.
/// Counts only grow, and no further than "often", so this ends.
fn contents(rules: &Rules) -> Vec<Counts> {
    let kinds = rules.frame_kind_count();
    let mut counts = vec![Counts::none(kinds); rules.nonterminal_count()];
    loop {
        let mut grows = false;
        for rule in (0..rules.rule_count()).map(RuleId::new) {
            let mut of_rule = Counts::none(kinds);
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

/// How often each kind stands in a document: in what the start symbol reads, and in each element of it.
fn in_documents(rules: &Rules, contents: &[Counts]) -> Counts {
    let outermost = &contents[rules.start().index()];
    let mut all = outermost.clone();
    loop {
        let mut found = outermost.clone();
        for kind in all.stands.iter() {
            let inside = &contents[rules.frame_kind(FrameKindId::new(kind)).content.index()];
            found.add(inside);
            if all.often.contains(kind) {
                found.add(inside);
            }
        }
        if found == all {
            return all;
        }
        all = found;
    }
}

/// What a line admits anywhere may stand there often.
fn admit(rules: &Rules, all: &mut Counts) {
    for line in (0..rules.context_count()).map(ContextId::new) {
        let ContextLine::Inclusion { admits, .. } = rules.context(line) else { continue };
        let opened = admits.iter().map(TerminalId::new);
        for kind in opened.filter_map(|terminal| rules.opens(terminal)) {
            all.stands.insert(kind.index());
            all.often.insert(kind.index());
        }
    }
}
