//! What may stand directly in each element: the ground that several lints stand on.
//!
//! It is asked, not listed. A thousand elements with a content of the same thousand elements would
//! be a million pairs, while the rules that say so are a few thousand symbols. So what is kept is
//! what the rules of each nonterminal name themselves, and which other nonterminals; a question
//! walks from a content through those that it is made of, and not into elements. Most contents are
//! made of a handful.

use super::plain::{Plain, PlainElement, PlainSymbol};
use crate::base::HashSet;
use std::collections::BTreeSet;

/// What the rules of one nonterminal name, each ascending.
#[derive(Clone, Default)]
pub(crate) struct Own {
    pub(crate) elements: Vec<usize>,
    /// The start tags of the elements among them.
    pub(crate) terminals: Vec<usize>,
    /// Other nonterminals.
    pub(crate) inner: Vec<usize>,
}

impl Own {
    fn note(&mut self, plain: &Plain, symbol: PlainSymbol) {
        match symbol {
            PlainSymbol::Nonterminal(inner) => self.inner.push(inner),
            PlainSymbol::Element(element) => self.elements.push(element),
            PlainSymbol::Terminal(_) => {}
        }
        self.terminals.extend(plain.tag(symbol));
    }

    fn sort(&mut self) {
        for list in [&mut self.elements, &mut self.terminals, &mut self.inner] {
            list.sort_unstable();
            list.dedup();
        }
    }
}

/// What may stand directly in each element: elements and terminals, by number.
pub(crate) struct Containment {
    /// By element: the nonterminal of its content, and its end tag.
    contents: Vec<Option<(usize, usize)>>,
    /// By nonterminal.
    own: Vec<Own>,
}

impl Containment {
    pub(crate) fn of(plain: &Plain) -> Self {
        let mut own = vec![Own::default(); plain.nonterminals.len()];
        for rule in &plain.rules {
            rule.right.iter().for_each(|&symbol| own[rule.left].note(plain, symbol));
        }
        own.iter_mut().for_each(Own::sort);
        let content = |element: &PlainElement| {
            element.kind.as_ref().map(|(content, _)| (*content, element.tags.1))
        };
        Self { contents: plain.elements.iter().map(content).collect(), own }
    }

    /// The nonterminal of the content of an element.
    pub(crate) fn content(&self, element: usize) -> Option<usize> {
        self.contents[element].map(|(content, _)| content)
    }

    /// What some contents are made of, each nonterminal once; themselves included.
    fn made_of(&self, contents: impl IntoIterator<Item = usize>) -> impl Iterator<Item = &Own> {
        let mut seen = HashSet::default();
        let mut open: Vec<usize> = contents.into_iter().collect();
        std::iter::from_fn(move || {
            let fresh = std::iter::from_fn(|| open.pop()).find(|&number| seen.insert(number))?;
            let own = &self.own[fresh];
            open.extend(&own.inner);
            Some(own)
        })
    }

    /// Whether a terminal has a place directly in an element; its own end tag has.
    pub(crate) fn has_place(&self, element: usize, terminal: usize) -> bool {
        let names = |own: &Own| own.terminals.binary_search(&terminal).is_ok();
        self.contents[element].is_some_and(|(_, end)| end == terminal)
            || self.made_of(self.content(element)).any(names)
    }

    /// Those of some elements, given in ascending order, that may stand directly in one.
    pub(crate) fn standing(&self, element: usize, among: &[usize]) -> BTreeSet<usize> {
        let all = self.made_of(self.content(element));
        all.flat_map(|own| common(&own.elements, among)).collect()
    }

    /// The elements that may stand directly in one of some contents.
    pub(crate) fn elements(&self, contents: impl IntoIterator<Item = usize>) -> BTreeSet<usize> {
        self.made_of(contents).flat_map(|own| own.elements.iter().copied()).collect()
    }

    /// The elements that may stand directly in each.
    pub(crate) fn by_element(&self) -> Vec<BTreeSet<usize>> {
        (0..self.contents.len()).map(|number| self.elements(self.content(number))).collect()
    }

    /// For each element, whether its content names what is asked for.
    pub(crate) fn holding(&self, plain: &Plain, is: impl Fn(&Own) -> bool) -> Vec<bool> {
        let naming = (0..self.own.len()).filter(|&number| is(&self.own[number]));
        let holds = plain.made_with(naming.collect());
        let contents = self.contents.iter();
        contents.map(|content| content.is_some_and(|(content, _)| holds[content])).collect()
    }

    /// For each element, whether a terminal has a place directly in it.
    pub(crate) fn holding_terminal(&self, plain: &Plain, terminal: Option<usize>) -> Vec<bool> {
        let names = |own: &Own, terminal| own.terminals.binary_search(&terminal).is_ok();
        self.holding(plain, |own| terminal.is_some_and(|terminal| names(own, terminal)))
    }
}

/// What is in both of two ascending lists, in the time that the shorter one takes (times a
/// logarithm).
fn common<'l>(one: &'l [usize], other: &'l [usize]) -> impl Iterator<Item = usize> + 'l {
    let (short, long) = if one.len() < other.len() { (one, other) } else { (other, one) };
    short.iter().copied().filter(|member| long.binary_search(member).is_ok())
}
