//! The skeleton of a grammar's documents: elements of which no document has two, and in which all others stand.
//!
//! No line of a grammar says which they are; its rules do. How often an element can stand in a content at most is counted
//! over the rules (none, once, more often), from the start symbol in. So `<html>`, `<head>` and `<body>` are the skeleton
//! of `document ::= <html> EOF ;  <html> ::= <head> <body> ;`, and an element that holds no other is none of it.

use super::grammar::Grammar;
use crate::base::BitRow;
use crate::earley::{ContextId, ContextLine, FrameKindId, RuleId, Rules, Symbol, TerminalId};

/// More than once: it is not told how often.
const OFTEN: u8 = 2;

/// How often each kind of element can stand somewhere: none, once, `OFTEN`.
type Counts = Vec<u8>;

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
        let mut by_end = vec![0; rules.terminal_count()];
        for kind in (0..kinds).map(FrameKindId::new) {
            let count = &mut by_end[rules.frame_kind(kind).close.index()];
            *count = sum(*count, all[kind.index()]);
        }
        let mut skeleton = BitRow::new(rules.terminal_count());
        for kind in (0..kinds).map(FrameKindId::new) {
            let frame = rules.frame_kind(kind);
            let holds = contents[frame.content.index()].iter().any(|&count| count > 0);
            if holds && by_end[frame.close.index()] == 1 {
                skeleton.insert(frame.open.index());
                skeleton.insert(frame.close.index());
            }
        }
        skeleton
    }
}

fn sum(one: u8, other: u8) -> u8 {
    (one + other).min(OFTEN)
}

/// By nonterminal, how often each kind stands in what it reads: the most over its rules, in each the sum of its symbols.
/// Counts only grow, and no further than `OFTEN`, so this ends.
fn contents(rules: &Rules) -> Vec<Counts> {
    let mut counts = vec![vec![0; rules.frame_kind_count()]; rules.nonterminal_count()];
    loop {
        let mut grows = false;
        for rule in (0..rules.rule_count()).map(RuleId::new) {
            let mut of_rule = vec![0; rules.frame_kind_count()];
            for &symbol in rules.right(rule) {
                match symbol {
                    Symbol::Terminal(terminal) => {
                        if let Some(kind) = rules.opens(terminal) {
                            of_rule[kind.index()] = sum(of_rule[kind.index()], 1);
                        }
                    }
                    Symbol::Nonterminal(inner) => add(&mut of_rule, &counts[inner.index()]),
                }
            }
            let left = &mut counts[rules.left(rule).index()];
            for (known, found) in left.iter_mut().zip(of_rule) {
                grows |= found > *known;
                *known = found.max(*known);
            }
        }
        if !grows {
            return counts;
        }
    }
}

fn add(to: &mut Counts, more: &Counts) {
    to.iter_mut().zip(more).for_each(|(one, &other)| *one = sum(*one, other));
}

/// How often each kind stands in a document: in what the start symbol reads, and in each element of it.
fn in_documents(rules: &Rules, contents: &[Counts]) -> Counts {
    let outermost = &contents[rules.start().index()];
    let mut all = outermost.clone();
    loop {
        let mut found = outermost.clone();
        for kind in (0..all.len()).map(FrameKindId::new) {
            let inside = &contents[rules.frame_kind(kind).content.index()];
            (0..all[kind.index()]).for_each(|_| add(&mut found, inside));
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
        opened.filter_map(|terminal| rules.opens(terminal)).for_each(|kind| {
            all[kind.index()] = OFTEN;
        });
    }
}
