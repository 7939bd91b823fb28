//! The cache of a grammar as text: cores, the steps between them, shared sets and their
//! transitions.
//!
//! The essay of `cores` has an example. Each item is followed by the slot of its origin, `[0]` for
//! a predicted one. `r0` is the set that a step starts from, `r1` the next set that it visits, and
//! so on. A question with a single known answer is followed by it. A question with several is
//! followed by an indented list of answers, each with its subtree.

use super::super::closure::{Dotted, DottedRule};
use super::super::items::SetId;
use super::super::rules::Rules;
use super::super::symbols::{NonterminalId, TerminalId};
use super::core::{ACCEPT, CoreId, CoreItem, Kernel, ListId};
use super::steps::{QuestionNodeId, Root, SlotRef, StepAnswer, StepNode, StepQuestion};
use super::{Cores, LEO};
use crate::util::Level;
use indexmap::IndexMap;
use std::fmt;

/// Prints cores, steps and shared sets. Unless `all` is set, it only counts unused start sets, and
/// abbreviates long lists of expected terminals.
pub(crate) fn print(rules: &Rules, cores: &Cores, all: bool) -> String {
    Print { rules, cores, all }.to_string()
}

/// The printer of one recogniser's cache.
struct Print<'a> {
    rules: &'a Rules,
    cores: &'a Cores,
    all: bool,
}

/// The maximum number of expected terminals that are printed unless `all` is set.
const MOST: usize = 12;

/// A pending part of a tree of questions, with its level of indentation.
enum PendingPart {
    Answer(String, usize),
    Node(QuestionNodeId, usize),
}

impl fmt::Display for Print<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let roots: Vec<_> = self.cores.steps.roots().collect();
        let (mut cores, mut idle) = (Vec::new(), 0);
        for core in (0..self.cores.cores.len()).map(CoreId::new) {
            if self.is_shown(&roots, core) {
                cores.push(core);
            } else {
                idle += 1;
            }
        }
        heading(f, cores.len(), ["core", "cores"])?;
        for core in cores {
            self.core(f, core)?;
        }
        if idle > 0 {
            writeln!(f, "not shown: {idle} cores of start sets in which no token was read")?;
        }
        writeln!(f)?;
        heading(f, roots.len(), ["step", "steps"])?;
        for ((core, tree), terminals) in by_tree(&roots) {
            let names: Vec<&str> = terminals.iter().map(|&at| self.terminal(at)).collect();
            writeln!(f, "core {}, {}", core.index(), names.join(" or "))?;
            self.tree(f, tree)?;
        }
        let shared_sets = &self.cores.shared_sets;
        let mut sets = Vec::new();
        for set in shared_sets.sets() {
            if self.is_shown(&roots, shared_sets.links.core(set)) {
                sets.push(set);
            }
        }
        writeln!(f)?;
        heading(f, sets.len(), ["shared set", "shared sets"])?;
        for set in sets {
            self.shared_set(f, set)?;
        }
        Ok(())
    }
}

/// Groups the steps that share a tree, in order of the first of each group.
fn by_tree(roots: &[Root]) -> IndexMap<(CoreId, QuestionNodeId), Vec<TerminalId>> {
    let mut trees: IndexMap<_, Vec<TerminalId>> = IndexMap::new();
    for &Root { core, terminal, node } in roots {
        trees.entry((core, node)).or_default().push(terminal);
    }
    trees
}

/// Prints a count with its noun.
fn heading(f: &mut fmt::Formatter<'_>, count: usize, [one, many]: [&str; 2]) -> fmt::Result {
    writeln!(f, "{count} {}", if count == 1 { one } else { many })
}

fn slot_text(of: SlotRef) -> String {
    let SlotRef { register, slot } = of;
    if of.is_register() { format!("r{register}") } else { format!("slot {slot} of r{register}") }
}

impl Print<'_> {
    /// Reports whether a core is printed, given the roots of all steps.
    fn is_shown(&self, roots: &[Root], core: CoreId) -> bool {
        let Kernel { start_of, .. } = self.cores.cores[core.index()].kernel;
        self.all || start_of.is_none() || roots.iter().any(|root| root.core == core)
    }

    fn terminal(&self, terminal: TerminalId) -> &str {
        self.rules.terminal_name(terminal)
    }

    fn nonterminal(&self, nonterminal: NonterminalId) -> &str {
        self.rules.nonterminal_name(nonterminal)
    }

    fn dotted(&self, dotted: Dotted) -> String {
        match dotted {
            ACCEPT => "the content is complete".to_owned(),
            _ => match *self.rules.analysis.rule(dotted) {
                DottedRule { next: None, left, .. } => {
                    format!("{} is complete", self.nonterminal(left))
                }
                _ => self.rules.dotted_text(dotted),
            },
        }
    }

    fn item(&self, item: &CoreItem) -> String {
        format!("{}  [{}]", self.dotted(item.dotted), item.slot)
    }

    fn core(&self, f: &mut fmt::Formatter<'_>, id: CoreId) -> fmt::Result {
        let core = &self.cores.cores[id.index()];
        let Kernel { items, complete, start_of } = &core.kernel;
        write!(f, "core {}", id.index())?;
        if let Some(content) = start_of {
            write!(f, ", the start of {}", self.nonterminal(*content))?;
        }
        writeln!(f, "{}", if *complete { ", complete" } else { "" })?;
        for item in items {
            writeln!(f, "  {}", self.item(item))?;
        }
        for (waits_for, item) in &core.leos {
            writeln!(f, "  leo {}: {}", self.nonterminal(*waits_for), self.item(item))?;
        }
        let expected = core.expected.iter().map(|at| self.terminal(TerminalId::new(at)));
        let names: Vec<&str> = expected.collect();
        let shown = if self.all { names.len() } else { names.len().min(MOST) };
        write!(f, "  expects {}", if names.is_empty() { "nothing" } else { "" })?;
        f.write_str(&names[..shown].join(" "))?;
        match names.len() - shown {
            0 => writeln!(f),
            more => writeln!(f, " and {more} more"),
        }
    }

    /// Prints the questions of one step, and the result of each sequence of answers.
    fn tree(&self, f: &mut fmt::Formatter<'_>, root: QuestionNodeId) -> fmt::Result {
        let mut open = vec![PendingPart::Node(root, 1)];
        while let Some(part) = open.pop() {
            match part {
                PendingPart::Answer(text, level) => writeln!(f, "{}{text}", Level(level))?,
                PendingPart::Node(node, level) => match *self.cores.steps.node(node) {
                    StepNode::Fork { question, .. } => {
                        self.fork(f, (node, question), level, &mut open)?;
                    }
                    StepNode::Leaf { core, parents } => {
                        let named = self.cores.steps.parents(&parents).iter();
                        let named: Vec<String> = named.map(|&at| slot_text(at)).collect();
                        let named = named.join(", ");
                        writeln!(f, "{}-> core {} [{named}]", Level(level), core.index())?;
                    }
                    StepNode::Slow => writeln!(f, "{}-> computed each time", Level(level))?,
                },
            }
        }
        Ok(())
    }

    /// Prints a question, and pushes the subtrees of its answers onto `open`.
    fn fork(
        &self,
        f: &mut fmt::Formatter<'_>,
        (node, question): (QuestionNodeId, StepQuestion),
        level: usize,
        open: &mut Vec<PendingPart>,
    ) -> fmt::Result {
        let mut answers: Vec<(QuestionNodeId, Vec<StepAnswer>)> = Vec::new();
        for (answer, next) in self.cores.steps.answers(node) {
            match answers.iter_mut().find(|(known, _)| *known == next) {
                Some((_, alike)) => alike.push(answer),
                None => answers.push((next, vec![answer])),
            }
        }
        write!(f, "{}{}", Level(level), self.question(question))?;
        if let [(next, alike)] = &answers[..] {
            open.push(PendingPart::Node(*next, level));
            return writeln!(f, " {}", self.answer(alike));
        }
        for (next, alike) in answers.iter().rev() {
            open.push(PendingPart::Node(*next, level + 2));
            open.push(PendingPart::Answer(self.answer(alike), level + 1));
        }
        writeln!(f)
    }

    fn question(&self, question: StepQuestion) -> String {
        match question {
            StepQuestion::Slot(of) | StepQuestion::NewSlot(of) => {
                let SlotRef { register, slot } = of;
                format!("slot {slot} of r{register}:")
            }
            StepQuestion::Waiting { slot, register, nonterminal } => {
                let nonterminal = self.nonterminal(nonterminal);
                if slot.is_register() {
                    format!("waiting for {nonterminal} in r{register}:")
                } else {
                    let slot = slot_text(slot);
                    format!("waiting for {nonterminal} in {slot}, which is r{register}:")
                }
            }
            StepQuestion::Leo { register, nonterminal } => {
                format!("Leo item for {} in r{register}:", self.nonterminal(nonterminal))
            }
        }
    }

    /// Formats answers that lead to the same node. Several answers can do so only if they are
    /// `StepAnswer::Waiting` with a common list.
    fn answer(&self, alike: &[StepAnswer]) -> String {
        match alike.first() {
            Some(StepAnswer::Slot(register)) => format!("r{register}"),
            Some(StepAnswer::Leo(dotted, register)) => {
                format!("{}  [r{register}]", self.dotted(*dotted))
            }
            Some(StepAnswer::Waiting(_, list)) => {
                let mut cores = Vec::new();
                for answer in alike {
                    if let StepAnswer::Waiting(core, _) = answer {
                        cores.push(format!("core {}", core.index()));
                    }
                }
                format!("as in {}: {}", cores.join(", "), self.waiting(*list))
            }
            None => "nothing yet".to_owned(),
        }
    }

    fn waiting(&self, list: ListId) -> String {
        if list == LEO {
            return "a Leo item".to_owned();
        }
        let items = self.cores.lists.value(list.index()).iter();
        items.map(|item| self.item(item)).collect::<Vec<_>>().join("; ")
    }

    fn shared_set(&self, f: &mut fmt::Formatter<'_>, set: SetId) -> fmt::Result {
        let shared_sets = &self.cores.shared_sets;
        write!(f, "set {}: core {}", set.index(), shared_sets.links.core(set).index())?;
        let named = shared_sets.links.parents(set).iter();
        let named: Vec<String> = named.map(|set| format!("set {}", set.index())).collect();
        if named.is_empty() {
            writeln!(f)?;
        } else {
            writeln!(f, " [{}]", named.join(", "))?;
        }
        for (terminal, to) in shared_sets.steps_from(set) {
            writeln!(f, "  {} -> set {}", self.terminal(terminal), to.index())?;
        }
        Ok(())
    }
}
