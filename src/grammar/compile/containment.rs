//! The possible children of each element, which several lints need.
//!
//! Queries compute the answer instead of reading a list. A thousand elements with a content of the
//! same thousand elements would be a million pairs, though their rules have a few thousand symbols.
//! So the table has, for each nonterminal, the elements, terminals and nonterminals that its own
//! rules name. A query walks from a content through its nonterminals, not into elements. Most
//! contents have only a few nonterminals.

use super::plain::{NumberedGrammar, PlainSymbol};
use crate::base::HashSet;
use std::collections::BTreeSet;

/// The symbols that the rules of one nonterminal name, each list ascending.
#[derive(Clone, Default)]
pub(crate) struct OwnSymbols {
    pub(crate) elements: Vec<usize>,
    /// The terminals, and the start tags of the elements.
    pub(crate) terminals: Vec<usize>,
    /// The other nonterminals.
    pub(crate) inner: Vec<usize>,
}

impl OwnSymbols {
    fn record(&mut self, plain: &NumberedGrammar, symbol: PlainSymbol) {
        match symbol {
            PlainSymbol::Nonterminal(inner) => self.inner.push(inner),
            PlainSymbol::Element(element) => self.elements.push(element),
            PlainSymbol::Terminal(_) => {}
        }
        self.terminals.extend(plain.tag(symbol));
    }

    /// Reports whether the rules name a terminal.
    fn names(&self, terminal: usize) -> bool {
        self.terminals.binary_search(&terminal).is_ok()
    }

    fn sort(&mut self) {
        for list in [&mut self.elements, &mut self.terminals, &mut self.inner] {
            list.sort_unstable();
            list.dedup();
        }
    }
}

/// The possible children of each element: elements and terminals, by number.
pub(crate) struct Containment {
    /// By element: the nonterminal of its content, and its end tag.
    contents: Vec<Option<(usize, usize)>>,
    /// By nonterminal.
    own: Vec<OwnSymbols>,
}

impl Containment {
    pub(crate) fn of(plain: &NumberedGrammar) -> Self {
        let mut own = vec![OwnSymbols::default(); plain.nonterminals.len()];
        for rule in &plain.rules {
            for &symbol in &rule.right {
                own[rule.left].record(plain, symbol);
            }
        }
        own.iter_mut().for_each(OwnSymbols::sort);
        let contents =
            plain.elements.iter().map(|element| Some((element.content()?, element.tags.1)));
        Self { contents: contents.collect(), own }
    }

    /// Returns the nonterminal of the content of an element.
    pub(crate) fn content(&self, element: usize) -> Option<usize> {
        let (content, _) = self.contents[element]?;
        Some(content)
    }

    /// Iterates over the nonterminals reachable from some contents without entering elements, each
    /// once, the contents included.
    fn made_of(
        &self,
        contents: impl IntoIterator<Item = usize>,
    ) -> impl Iterator<Item = &OwnSymbols> {
        let mut seen = HashSet::default();
        let mut open: Vec<usize> = contents.into_iter().collect();
        std::iter::from_fn(move || {
            let fresh = std::iter::from_fn(|| open.pop()).find(|&number| seen.insert(number))?;
            let own = &self.own[fresh];
            open.extend(&own.inner);
            Some(own)
        })
    }

    /// Reports whether an element accepts a terminal; true for its own end tag.
    pub(crate) fn has_place(&self, element: usize, terminal: usize) -> bool {
        if let Some((_, end)) = self.contents[element]
            && end == terminal
        {
            return true;
        }
        self.made_of(self.content(element)).any(|own| own.names(terminal))
    }

    /// Returns those of some elements, given in ascending order, that may be children of `element`.
    pub(crate) fn direct_children(&self, element: usize, among: &[usize]) -> BTreeSet<usize> {
        let mut direct_children = BTreeSet::new();
        for own in self.made_of(self.content(element)) {
            direct_children.extend(common(&own.elements, among));
        }
        direct_children
    }

    /// Returns the elements that may be children in one of some contents.
    pub(crate) fn elements(&self, contents: impl IntoIterator<Item = usize>) -> BTreeSet<usize> {
        let mut elements = BTreeSet::new();
        for own in self.made_of(contents) {
            elements.extend(&own.elements);
        }
        elements
    }

    /// Returns the possible child elements of each element.
    pub(crate) fn by_element(&self) -> Vec<BTreeSet<usize>> {
        (0..self.contents.len()).map(|number| self.elements(self.content(number))).collect()
    }

    /// Reports, for each element, whether a nonterminal of its content satisfies `is`.
    pub(crate) fn holding(
        &self,
        plain: &NumberedGrammar,
        is: impl Fn(&OwnSymbols) -> bool,
    ) -> Vec<bool> {
        let mut naming = Vec::new();
        for (number, own) in self.own.iter().enumerate() {
            if is(own) {
                naming.push(number);
            }
        }
        let holds = plain.made_with(naming);
        let mut holding = Vec::with_capacity(self.contents.len());
        for content in &self.contents {
            holding.push(match content {
                Some((content, _)) => holds[*content],
                None => false,
            });
        }
        holding
    }

    /// Reports, for each element, whether its content accepts a terminal.
    pub(crate) fn holding_terminal(
        &self,
        plain: &NumberedGrammar,
        terminal: Option<usize>,
    ) -> Vec<bool> {
        self.holding(plain, |own| match terminal {
            Some(terminal) => own.names(terminal),
            None => false,
        })
    }
}

/// Iterates over the intersection of two ascending lists. The time is that of the shorter list
/// times a logarithm of the longer one.
fn common<'l>(one: &'l [usize], other: &'l [usize]) -> impl Iterator<Item = usize> + 'l {
    let (short, long) = if one.len() < other.len() { (one, other) } else { (other, one) };
    short.iter().copied().filter(|member| long.binary_search(member).is_ok())
}
