//! Rules and Earley sets as text.
//!
//! The text of rules, which frames and context lines follow:
//!
//! ```text
//! start E
//! E ::= E plus T
//! E ::= T
//! ```
//!
//! The text of the sets of the innermost frame's chart, in the dotted notation of the papers, each
//! item with its origin. Sets that are no longer in memory are missing, unless the chart is kept:
//!
//! ```text
//! set 1
//!   T ::= n •  [0]
//!   E ::= E • plus T  [0]
//! ```

use super::closure::Dotted;
use super::items::{Item, SetId};
use super::recogniser::Recogniser;
use super::rules::Rules;
use super::symbols::{ContextLine, RuleId, TerminalId};
use crate::util::{BitRow, wide};
use std::collections::BTreeSet;
use std::fmt;

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "start {}", self.nonterminal_name(self.start()))?;
        for rule in (0..self.rule_count()).map(RuleId::new) {
            write!(f, "{} ::=", self.nonterminal_name(self.left(rule)))?;
            for &symbol in self.right(rule) {
                write!(f, " {}", self.name(symbol))?;
            }
            writeln!(f)?;
        }
        for kind in self.kinds() {
            let (open, close) = (self.terminal_name(kind.open), self.terminal_name(kind.close));
            write!(f, "frame {open} {} {close}", self.nonterminal_name(kind.content))?;
            f.write_str(if kind.labelled { " labelled" } else { "" })?;
            for line in &kind.adds {
                write!(f, " +{}", line.index())?;
            }
            writeln!(f)?;
        }
        for (index, line) in self.contexts().iter().enumerate() {
            let (verb, terminals) = match line {
                ContextLine::Exclusion { forbids, .. } => ("forbids", forbids),
                ContextLine::Inclusion { admits, .. } => ("admits", admits),
            };
            write!(f, "context {index} {verb}{}", self.names(terminals))?;
            if let ContextLine::Exclusion { directly_in: Some(kinds), .. } = line {
                write!(f, " in{}", self.kind_names(kinds))?;
            }
            writeln!(f, " until{}", self.kind_names(line.until()))?;
        }
        Ok(())
    }
}

impl Rules {
    /// Formats a rule with its dot.
    pub(super) fn dotted_text(&self, dotted: Dotted) -> String {
        let dotted = self.analysis.rule(dotted);
        let right = self.right(dotted.rule);
        let mut words: Vec<&str> = right.iter().map(|&symbol| self.name(symbol)).collect();
        words.insert(wide(dotted.dot), "•");
        format!("{} ::= {}", self.nonterminal_name(dotted.left), words.join(" "))
    }

    fn names(&self, terminals: &BitRow) -> String {
        let mut text = String::new();
        for index in terminals.iter() {
            text.push(' ');
            text.push_str(self.terminal_name(TerminalId::new(index)));
        }
        text
    }

    fn kind_names(&self, kinds: &BitRow) -> String {
        let mut text = String::new();
        for index in kinds.iter() {
            text.push(' ');
            text.push_str(self.terminal_name(self.kinds()[index].open));
        }
        text
    }
}

/// The Earley sets of the innermost frame, for printing.
pub struct ChartDump<'r> {
    recogniser: &'r Recogniser,
}

impl Recogniser {
    /// Returns the Earley sets of the innermost frame that are in memory, for printing.
    #[must_use]
    pub fn chart(&self) -> ChartDump<'_> {
        ChartDump { recogniser: self }
    }
}

impl fmt::Display for ChartDump<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sets = self.sets();
        for &set in &sets {
            self.set(f, set, &sets)?;
        }
        Ok(())
    }
}

impl ChartDump<'_> {
    /// Returns the start set, then the sets of this frame in memory, and the sets that they refer
    /// to.
    fn sets(&self) -> Vec<SetId> {
        let machine = &self.recogniser.machine;
        let frame = machine.frames.at(self.recogniser.top);
        let mut sets: BTreeSet<SetId> =
            (machine.frames.base(frame)..machine.chart.len()).map(SetId::new).collect();
        let mut needed = vec![frame.set];
        while let Some(set) = needed.pop() {
            sets.insert(set);
            for item in machine.chart.waiting_items(&machine.rules, set) {
                if !sets.contains(&item.origin) {
                    needed.push(item.origin);
                }
            }
        }
        let start = machine.chart.started(machine.content(frame.kind));
        if let Some(start) = start {
            sets.remove(&start);
        }
        start.into_iter().chain(sets).collect()
    }

    fn set(&self, f: &mut fmt::Formatter<'_>, set: SetId, sets: &[SetId]) -> fmt::Result {
        let machine = &self.recogniser.machine;
        let number = |set: SetId| sets.iter().position(|&other| other == set).unwrap_or(0);
        writeln!(f, "set {}", number(set))?;
        let mut predicted = Vec::new();
        for &seed in machine.chart.seeds(set) {
            for dotted in machine.rules.all_scanning(seed) {
                predicted.push(Item { dotted, origin: set });
            }
            for (_, dotted) in machine.rules.all_waiting(seed) {
                predicted.push(Item { dotted, origin: set });
            }
        }
        predicted.sort_unstable();
        predicted.dedup();
        for item in machine.chart.items(set).iter().chain(&predicted) {
            writeln!(f, "  {}  [{}]", machine.rules.dotted_text(item.dotted), number(item.origin))?;
        }
        Ok(())
    }
}
