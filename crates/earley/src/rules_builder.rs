//! The builder of rules, which collects them and checks them when they are complete.

use super::symbols::{
    Associativity, ContextId, ContextLine, FlagId, FrameKind, FrameKindId, Guard, LabelId,
    NONTERMINALS, NonterminalId, Rule, RuleId, Symbol, TerminalId, TerminalRole,
};
use crate::util::BitRow;
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// The reason why rules cannot be built: an unknown number, or a terminal with two roles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RulesError(pub(super) String);

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for RulesError {}

/// A builder that collects rules.
#[derive(Clone, Default, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct RulesBuilder {
    pub(super) terminals: Vec<String>,
    pub(super) nonterminals: Vec<String>,
    pub(super) rules: Vec<Rule>,
    pub(super) kinds: Vec<FrameKind>,
    pub(super) contexts: Vec<ContextLine>,
    pub(super) guards: Vec<Vec<Guard>>,
    pub(super) flags: usize,
    pub(super) labels: Vec<Vec<ContextId>>,
    start: Option<NonterminalId>,
    /// The names of rules; not stored.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(super) names: BTreeMap<RuleId, String>,
    /// The rules that the builder has added; not stored.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(super) helpers: BTreeSet<RuleId>,
    /// The precedence of rules, before it is expressed by further nonterminals; not stored.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(super) levels: BTreeMap<RuleId, (u32, Associativity)>,
}

impl RulesBuilder {
    /// Creates a builder without rules.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a terminal; the name is for printing.
    pub fn terminal(&mut self, name: impl Into<String>) -> TerminalId {
        self.terminals.push(name.into());
        TerminalId::new(self.terminals.len() - 1)
    }

    /// Adds a nonterminal; the name is for printing.
    pub fn nonterminal(&mut self, name: impl Into<String>) -> NonterminalId {
        self.nonterminals.push(name.into());
        NonterminalId::new(self.nonterminals.len() - 1)
    }

    /// Adds a rule, which ranks below all rules added before it.
    pub fn rule(&mut self, left: NonterminalId, right: impl Into<Vec<Symbol>>) -> RuleId {
        self.rules.push(Rule { left, right: right.into() });
        RuleId::new(self.rules.len() - 1)
    }

    /// Names a rule, for actions and messages.
    pub fn name_rule(&mut self, rule: RuleId, name: impl Into<String>) {
        self.names.insert(rule, name.into());
    }

    /// Adds a nonterminal for any number of a symbol, and returns it. Its rules are helpers: their
    /// children take their position in [`Tree::evaluate`](super::Tree::evaluate).
    pub fn star(&mut self, symbol: Symbol) -> Symbol {
        let list = self.nonterminal(format!("{}*", self.name(symbol)));
        self.helper(list, []);
        self.helper(list, [Symbol::Nonterminal(list), symbol]);
        Symbol::Nonterminal(list)
    }

    /// Adds a nonterminal for one or more of a symbol, and returns it. Its rules are helpers.
    pub fn plus(&mut self, symbol: Symbol) -> Symbol {
        let list = self.nonterminal(format!("{}+", self.name(symbol)));
        self.helper(list, [symbol]);
        self.helper(list, [Symbol::Nonterminal(list), symbol]);
        Symbol::Nonterminal(list)
    }

    /// Adds a nonterminal for a symbol or nothing, and returns it. Its rules are helpers.
    pub fn optional(&mut self, symbol: Symbol) -> Symbol {
        let option = self.nonterminal(format!("{}?", self.name(symbol)));
        self.helper(option, [symbol]);
        self.helper(option, []);
        Symbol::Nonterminal(option)
    }

    /// Adds a rule that trees do not show.
    pub(super) fn helper(&mut self, left: NonterminalId, right: impl Into<Vec<Symbol>>) {
        let rule = self.rule(left, right);
        self.helpers.insert(rule);
    }

    /// Returns the name of a symbol; it is empty if the symbol was never added.
    fn name(&self, symbol: Symbol) -> &str {
        let name = match symbol {
            Symbol::Terminal(terminal) => self.terminals.get(terminal.index()),
            Symbol::Nonterminal(nonterminal) => self.nonterminals.get(nonterminal.index()),
        };
        name.map_or("", String::as_str)
    }

    /// Adds a frame kind. Its context lines may be added later.
    pub fn frame_kind(&mut self, kind: FrameKind) -> FrameKindId {
        self.kinds.push(kind);
        FrameKindId::new(self.kinds.len() - 1)
    }

    /// Adds a context line. Its rows may refer to frame kinds that are added later.
    pub fn context(&mut self, line: ContextLine) -> ContextId {
        self.contexts.push(line);
        self.guards.push(Vec::new());
        ContextId::new(self.contexts.len() - 1)
    }

    /// Adds a flag; it is off at the start of a text.
    pub fn flag(&mut self) -> FlagId {
        self.flags += 1;
        FlagId::new(self.flags - 1)
    }

    /// Adds a label for context lines.
    pub fn label(&mut self) -> LabelId {
        self.labels.push(Vec::new());
        LabelId::new(self.labels.len() - 1)
    }

    /// Gives a context line a label.
    pub fn labelled(&mut self, line: ContextId, label: LabelId) {
        self.labels[label.index()].push(line);
    }

    /// Restricts an exclusion to texts where the guard holds; several guards must all hold.
    /// Inclusions have no guards.
    pub fn guard(&mut self, line: ContextId, guard: Guard) {
        self.guards[line.index()].push(guard);
    }

    /// Sets the start symbol, which derives the whole input.
    pub fn start(&mut self, symbol: NonterminalId) {
        self.start = Some(symbol);
    }

    /// Finishes the rules. Checks that there is a start symbol, that every id exists, and that
    /// every terminal has one role. Then resizes the rows of the context lines to the final number
    /// of terminals and frame kinds. Returns the start symbol and the role of each terminal.
    pub(super) fn finish(&mut self) -> Result<(NonterminalId, Vec<TerminalRole>), RulesError> {
        let start = self.start.ok_or_else(|| RulesError("no start symbol".into()))?;
        if self.nonterminals.len() > NONTERMINALS {
            return Err(RulesError(format!("more than {NONTERMINALS} nonterminals")));
        }
        self.check_ids(start)?;
        self.express_levels();
        let roles = self.roles()?;
        self.fit_rows(&roles)?;
        Ok((start, roles))
    }

    /// Checks that rules and frame kinds name only symbols and context lines that exist.
    fn check_ids(&self, start: NonterminalId) -> Result<(), RulesError> {
        let (terminals, nonterminals) = (self.terminals.len(), self.nonterminals.len());
        let mut fits = start.index() < nonterminals;
        for rule in &self.rules {
            fits &= rule.left.index() < nonterminals;
            for symbol in &rule.right {
                fits &= match symbol {
                    Symbol::Terminal(terminal) => terminal.index() < terminals,
                    Symbol::Nonterminal(nonterminal) => nonterminal.index() < nonterminals,
                };
            }
        }
        for kind in &self.kinds {
            fits &= kind.open.index() < terminals
                && kind.close.index() < terminals
                && kind.content.index() < nonterminals;
            for line in &kind.adds {
                fits &= line.index() < self.contexts.len();
            }
        }
        if fits {
            return Ok(());
        }
        Err(RulesError("a rule or frame kind names a symbol or context that does not exist".into()))
    }

    /// Returns the role of each terminal: it opens frames, closes frames, or is plain.
    fn roles(&self) -> Result<Vec<TerminalRole>, RulesError> {
        let mut roles = vec![TerminalRole::Plain; self.terminals.len()];
        for (index, kind) in self.kinds.iter().enumerate() {
            if roles[kind.open.index()] != TerminalRole::Plain {
                return Err(self.two_roles(kind.open));
            }
            roles[kind.open.index()] = TerminalRole::Opens(FrameKindId::new(index));
        }
        for kind in &self.kinds {
            if matches!(roles[kind.close.index()], TerminalRole::Opens(_)) {
                return Err(self.two_roles(kind.close));
            }
            roles[kind.close.index()] = TerminalRole::Closes;
        }
        for rule in &self.rules {
            for &symbol in &rule.right {
                if let Symbol::Terminal(terminal) = symbol
                    && roles[terminal.index()] == TerminalRole::Closes
                {
                    return Err(self.two_roles(terminal));
                }
            }
        }
        Ok(roles)
    }

    /// Returns the error for a terminal with two roles.
    fn two_roles(&self, terminal: TerminalId) -> RulesError {
        RulesError(format!("the terminal {} has two roles", self.terminals[terminal.index()]))
    }

    /// Resizes every row of the context lines to the number of terminals or kinds. Removes closing
    /// terminals from inclusions, which cannot admit them.
    fn fit_rows(&mut self, roles: &[TerminalRole]) -> Result<(), RulesError> {
        let mut closing = BitRow::new(roles.len());
        for (terminal, role) in roles.iter().enumerate() {
            if *role == TerminalRole::Closes {
                closing.insert(terminal);
            }
        }
        let (terminals, kinds) = (self.terminals.len(), self.kinds.len());
        for line in &mut self.contexts {
            match line {
                ContextLine::Exclusion { forbids, directly_in, until } => {
                    *forbids = fitted(forbids, terminals)?;
                    *until = fitted(until, kinds)?;
                    if let Some(inner) = directly_in {
                        *inner = fitted(inner, kinds)?;
                    }
                }
                ContextLine::Inclusion { admits, until } => {
                    *admits = fitted(admits, terminals)?;
                    admits.subtract(&closing);
                    *until = fitted(until, kinds)?;
                }
            }
        }
        Ok(())
    }
}

/// Returns a row with another capacity.
fn fitted(row: &BitRow, capacity: usize) -> Result<BitRow, RulesError> {
    if row.iter().any(|bit| bit >= capacity) {
        return Err(RulesError("a row of a context line is too long".into()));
    }
    Ok(BitRow::of(capacity, row.iter()))
}
