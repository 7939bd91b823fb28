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
use super::symbols::{ContextLine, RuleId, Symbol, TerminalId};
use crate::util::{BitRow, wide};
use std::collections::BTreeSet;
use std::fmt;

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "start {}", self.nonterminal_name(self.start()))?;
        for rule in (0..self.rule_count()).map(RuleId::new) {
            writeln!(f, "{}", self.rule_text(rule))?;
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
    /// Formats a rule.
    pub(super) fn rule_text(&self, rule: RuleId) -> String {
        let mut text = format!("{} ::=", self.nonterminal_name(self.left(rule)));
        for &symbol in self.right(rule) {
            text.push(' ');
            text.push_str(self.name(symbol));
        }
        text
    }

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

/// The Earley sets of the innermost frame that are in memory: the start set, then those of this
/// frame, and the sets that they refer to.
pub struct ChartDump {
    /// The items of each set in dotted notation, with the number of the set of their origin.
    pub sets: Vec<Vec<String>>,
}

impl Recogniser {
    /// Returns the Earley sets of the innermost frame that are in memory, for printing.
    #[must_use]
    pub fn chart(&self) -> ChartDump {
        let sets = self.sets();
        ChartDump { sets: sets.iter().map(|&set| self.items(set, &sets)).collect() }
    }

    fn sets(&self) -> Vec<SetId> {
        let machine = &self.machine;
        let frame = machine.frames.at(self.top);
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
        let start = match frame.kind {
            Some(_) => machine.chart.started(machine.content(frame.kind)),
            None => Some(machine.root.1),
        };
        if let Some(start) = start {
            sets.remove(&start);
        }
        start.into_iter().chain(sets).collect()
    }

    /// Returns the rules that expect a terminal here, each with the index of that terminal.
    #[must_use]
    pub fn scanning(&self) -> Vec<(RuleId, usize)> {
        let rules = &self.machine.rules;
        let mut scanning = Vec::new();
        for item in self.all_items(self.machine.frames.at(self.top).set) {
            let dotted = rules.analysis.rule(item.dotted);
            let next = rules.right(dotted.rule).get(wide(dotted.dot));
            if matches!(next, Some(Symbol::Terminal(_))) {
                scanning.push((dotted.rule, wide(dotted.dot)));
            }
        }
        scanning.sort_unstable();
        scanning.dedup();
        scanning
    }

    /// Returns the items of a set, the predicted ones last.
    fn all_items(&self, set: SetId) -> Vec<Item> {
        let machine = &self.machine;
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
        machine.chart.items(set).into_iter().chain(predicted).collect()
    }

    fn items(&self, set: SetId, sets: &[SetId]) -> Vec<String> {
        let rules = &self.machine.rules;
        let shown = self.all_items(set).into_iter().map(|item| {
            let number = sets.iter().position(|&other| other == item.origin).unwrap_or(0);
            format!("{}  [{number}]", rules.dotted_text(item.dotted))
        });
        shown.collect()
    }
}

impl fmt::Display for ChartDump {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, items) in self.sets.iter().enumerate() {
            writeln!(f, "set {number}")?;
            for item in items {
                writeln!(f, "  {item}")?;
            }
        }
        Ok(())
    }
}
