//! The symbols reachable from the start symbol, which several lints need.
//!
//! A walk over the plain rules from the start symbol enters the contents of elements and the
//! elements that `including` lines admit. A reachable symbol may occur in some document if it is
//! productive. A terminal that is not reachable is never acceptable.

use super::plain::{NumberedGrammar, PlainSymbol, TerminalKey};
use super::sets::MemberId;

/// The reachable symbols, by number.
#[derive(Debug, Default, Clone)]
pub(crate) struct ReachableSymbols {
    pub(crate) nonterminals: Vec<bool>,
    pub(crate) elements: Vec<bool>,
    pub(crate) terminals: Vec<bool>,
    lines: Vec<bool>,
}

impl ReachableSymbols {
    /// Computes what is reachable from the start symbol and from the roots of fragments that have
    /// their own rules.
    pub(crate) fn from_start(plain: &NumberedGrammar, by_left: &[Vec<usize>]) -> Self {
        let mut roots = Vec::new();
        if let Some(start) = plain.start {
            roots.push(PlainSymbol::Nonterminal(start));
        }
        for (number, element) in plain.elements.iter().enumerate() {
            if element.occurrence.is_fragment() {
                roots.push(PlainSymbol::Element(number));
            }
        }
        Self::walk(plain, by_left, roots)
    }

    /// Reports whether a symbol is reachable.
    pub(crate) fn has(&self, symbol: PlainSymbol) -> bool {
        match symbol {
            PlainSymbol::Terminal(number) => self.terminals[number],
            PlainSymbol::Nonterminal(number) => self.nonterminals[number],
            PlainSymbol::Element(number) => self.elements[number],
        }
    }

    /// Computes what is reachable from the symbols of `open`.
    pub(crate) fn walk(
        plain: &NumberedGrammar,
        by_left: &[Vec<usize>],
        mut open: Vec<PlainSymbol>,
    ) -> Self {
        let mut reach = Self {
            nonterminals: vec![false; plain.nonterminals.len()],
            elements: vec![false; plain.elements.len()],
            terminals: vec![false; plain.terminals.len()],
            lines: vec![false; plain.lines.len()],
        };
        while let Some(symbol) = open.pop() {
            reach.enter(plain, by_left, symbol, &mut open);
        }
        reach
    }

    fn enter(
        &mut self,
        plain: &NumberedGrammar,
        by_left: &[Vec<usize>],
        symbol: PlainSymbol,
        open: &mut Vec<PlainSymbol>,
    ) {
        match symbol {
            PlainSymbol::Terminal(number) => self.terminals[number] = true,
            PlainSymbol::Nonterminal(number) => {
                if !std::mem::replace(&mut self.nonterminals[number], true) {
                    for &rule in &by_left[number] {
                        open.extend(&plain.rules[rule].right);
                    }
                }
            }
            PlainSymbol::Element(number) => {
                if !std::mem::replace(&mut self.elements[number], true) {
                    self.enter_element(plain, number, open);
                }
            }
        }
    }

    fn enter_element(
        &mut self,
        plain: &NumberedGrammar,
        number: usize,
        open: &mut Vec<PlainSymbol>,
    ) {
        let element = &plain.elements[number];
        self.terminals[element.tags.0] = true;
        let Some((content, lines)) = &element.kind else { return };
        self.terminals[element.tags.1] = true;
        open.push(PlainSymbol::Nonterminal(*content));
        for &line in lines {
            if std::mem::replace(&mut self.lines[line], true) || plain.lines[line].excludes {
                continue;
            }
            for &member in &plain.lines[line].members {
                open.extend(admitted(plain, member));
            }
        }
    }
}

/// Returns the symbol that an `including` of this member admits: an element's first occurrence.
fn admitted(plain: &NumberedGrammar, member: MemberId) -> Option<PlainSymbol> {
    match plain.occurrences_of(member).first() {
        Some(&element) => Some(PlainSymbol::Element(element)),
        None => Some(PlainSymbol::Terminal(*plain.terminals_of(member).first()?)),
    }
}

/// Returns the numbers of the rules of each nonterminal.
pub(crate) fn by_left(plain: &NumberedGrammar) -> Vec<Vec<usize>> {
    let mut by_left = vec![Vec::new(); plain.nonterminals.len()];
    for (number, rule) in plain.rules.iter().enumerate() {
        by_left[rule.left].push(number);
    }
    by_left
}

/// Returns the element whose start tag a terminal is.
pub(crate) fn element_of_start(plain: &NumberedGrammar, terminal: usize) -> Option<usize> {
    match plain.terminals.get_index(terminal) {
        Some(TerminalKey::Start(number)) => Some(*number),
        _ => None,
    }
}
