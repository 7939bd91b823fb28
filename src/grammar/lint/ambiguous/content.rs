//! One content as a grammar of the engine: rules over *letters*, which are terminals and whole
//! elements.
//!
//! Letters that occur at the same positions of the same rules are equivalent, so one terminal
//! represents all of them. Elements are first compared over all rules of the grammar
//! ([`without_alike`]). Ten thousand elements of one set then count as one in every content that
//! has the set. So the time for each content is that of its own rules.

use crate::base::{HashMap, HashSet, IndexMap, IndexSet};
use crate::earley::{Automaton, NonterminalId, RulesBuilder, Symbol, TerminalId};
use crate::grammar::ast::Element;
use crate::grammar::compile::plain::{Plain, PlainSymbol};
use std::collections::BTreeSet;

/// One content.
pub(super) struct Content<'p> {
    pub(super) plain: &'p Plain,
    /// The nonterminals that it derives; the first is that of the content itself.
    pub(super) nonterminals: IndexSet<usize>,
    /// By terminal: the letters that it represents, at least one.
    pub(super) letters: Vec<Vec<PlainSymbol>>,
    /// The left and right sides; nonterminal 0 is the content.
    rules: Vec<(NonterminalId, Vec<Symbol>)>,
    /// The number of its nonterminals, rules and symbols, before equivalent letters are merged.
    pub(super) size: usize,
}

impl<'p> Content<'p> {
    /// Returns the content of a nonterminal, without the rules that contain an excluded letter.
    pub(super) fn new(
        plain: &'p Plain,
        by_left: &[Vec<usize>],
        root: usize,
        excluded: &BTreeSet<PlainSymbol>,
    ) -> Self {
        let nonterminals = plain.made_of(by_left, root, |_| true);
        let numbers: Vec<usize> = nonterminals.iter().flat_map(|&n| &by_left[n]).copied().collect();
        let letters = letters(plain, &numbers, excluded);
        let firsts: IndexSet<PlainSymbol> = letters.iter().map(|class| class[0]).collect();
        let nonterminal = |number| nonterminals.get_index_of(&number).map(NonterminalId::new);
        let symbol = |&symbol: &PlainSymbol| match symbol {
            PlainSymbol::Nonterminal(number) => nonterminal(number).map(Symbol::Nonterminal),
            letter => firsts.get_index_of(&letter).map(TerminalId::new).map(Symbol::Terminal),
        };
        let written = numbers.iter().map(|&rule| &plain.rules[rule]);
        let symbols: usize = written.clone().map(|rule| 1 + rule.right.len()).sum();
        let size = nonterminals.len() + symbols;
        let rules = written.filter_map(|rule| {
            Some((nonterminal(rule.left)?, rule.right.iter().map(symbol).collect::<Option<_>>()?))
        });
        let rules = rules.collect();
        Self { plain, nonterminals, letters, rules, size }
    }

    /// Returns a key of everything that the result of a search depends on, except names. These are
    /// the rules, the classes of letters with terminals that may follow each other, and those with
    /// elements of the same tag.
    pub(super) fn signature(&self, follows: &[(usize, usize)], tags: &[usize]) -> Vec<usize> {
        let mut signature = vec![self.letters.len(), self.rules.len(), follows.len()];
        for (left, right) in &self.rules {
            signature.extend([left.index(), right.len()]);
            signature.extend(right.iter().map(|symbol| match symbol {
                Symbol::Terminal(terminal) => 2 * terminal.index(),
                Symbol::Nonterminal(nonterminal) => 2 * nonterminal.index() + 1,
            }));
        }
        let letters = self.letters.iter().enumerate();
        let letters = letters.flat_map(|(at, class)| class.iter().map(move |letter| (at, *letter)));
        let mut of_tag: IndexMap<usize, Vec<usize>> = IndexMap::default();
        let mut of_terminal: HashMap<usize, usize> = HashMap::default();
        for (at, letter) in letters {
            match letter {
                PlainSymbol::Element(number) => of_tag.entry(tags[number]).or_default().push(at),
                PlainSymbol::Terminal(number) => drop(of_terminal.insert(number, at)),
                PlainSymbol::Nonterminal(_) => {}
            }
        }
        for (first, then) in follows {
            let class = |terminal| of_terminal.get(terminal).map_or(0, |at| at + 1);
            signature.extend([class(first), class(then)]);
        }
        for classes in of_tag.values().filter(|classes| classes.len() > 1) {
            signature.push(classes.len());
            signature.extend(classes);
        }
        signature
    }

    /// Builds the engine's automaton; `None` if the content is too large for the engine.
    pub(super) fn automaton(&self) -> Option<Automaton> {
        let mut builder = RulesBuilder::new();
        for &number in &self.nonterminals {
            builder.nonterminal(self.plain.nonterminals[number].0.as_str());
        }
        for class in &self.letters {
            builder.terminal(self.plain.spelling(class[0]));
        }
        for (left, right) in &self.rules {
            builder.rule(*left, right.as_slice());
        }
        builder.start(NonterminalId::new(0));
        builder.build().ok().map(Automaton::new)
    }
}

/// Returns the letters of some rules, grouped by equivalence.
fn letters(
    plain: &Plain,
    rules: &[usize],
    excluded: &BTreeSet<PlainSymbol>,
) -> Vec<Vec<PlainSymbol>> {
    let mut classes: IndexMap<Vec<Around>, Vec<PlainSymbol>> = IndexMap::default();
    for (letter, places) in places(plain, rules.iter().copied()) {
        if !excluded.contains(&letter) {
            classes.entry(places).or_default().push(letter);
        }
    }
    classes.into_values().collect()
}

/// A position in a right side: the nonterminal on the left, and the numbers that [`Sequences`]
/// gives to the prefix before the position and to the suffix after it.
type Around = (usize, usize, usize);

/// Numbers for prefixes and suffixes of right sides, which make comparing two a constant-time
/// operation.
#[derive(Default)]
struct Sequences(HashMap<(usize, PlainSymbol), usize>);

impl Sequences {
    /// Returns the number of a sequence that is one symbol longer than another one; the empty
    /// sequence has the number 0.
    fn longer(&mut self, sequence: usize, symbol: PlainSymbol) -> usize {
        let next = self.0.len() + 1;
        *self.0.entry((sequence, symbol)).or_insert(next)
    }
}

/// Lists the positions of each letter in some rules. The letters ascend, and so do the positions of
/// each.
fn places(
    plain: &Plain,
    rules: impl Iterator<Item = usize>,
) -> impl Iterator<Item = (PlainSymbol, Vec<Around>)> {
    let mut sequences = Sequences::default();
    let mut places: IndexMap<PlainSymbol, Vec<Around>> = IndexMap::default();
    for rule in rules {
        let (left, right) = (plain.rules[rule].left, &plain.rules[rule].right);
        let mut behind = vec![0; right.len()];
        for at in (1..right.len()).rev() {
            behind[at - 1] = sequences.longer(behind[at], right[at]);
        }
        let mut before = 0;
        for (&symbol, behind) in right.iter().zip(behind) {
            if !matches!(symbol, PlainSymbol::Nonterminal(_)) {
                places.entry(symbol).or_default().push((left, before, behind));
            }
            before = sequences.longer(before, symbol);
        }
    }
    places.sort_unstable_keys();
    places.into_iter().map(|(letter, mut places)| {
        places.sort_unstable();
        (letter, places)
    })
}

/// Returns the rules of each nonterminal, without those that contain an element equivalent to an
/// earlier one. Equivalent elements occur at the same positions of the same rules, are forbidden by
/// the same lines, and have a tag that no other element has.
pub(super) fn without_alike(
    plain: &Plain,
    by_left: &[Vec<usize>],
    tags: &[usize],
) -> Vec<Vec<usize>> {
    let forbidden = forbidden(plain);
    let mut of_tag = vec![0; tags.len()];
    tags.iter().for_each(|&tag| of_tag[tag] += 1);
    let mut seen = HashSet::default();
    let mut later = HashSet::default();
    for (letter, places) in places(plain, 0..plain.rules.len()) {
        if let PlainSymbol::Element(number) = letter
            && of_tag[tags[number]] == 1
            && !seen.insert((places, &forbidden[number]))
        {
            later.insert(letter);
        }
    }
    let is_kept = |rule: &usize| !plain.rules[*rule].right.iter().any(|s| later.contains(s));
    by_left.iter().map(|rules| rules.iter().copied().filter(is_kept).collect()).collect()
}

/// Lists, by element, the numbers of the exclusions that forbid it.
fn forbidden(plain: &Plain) -> Vec<Vec<usize>> {
    let mut forbidden = vec![Vec::new(); plain.elements.len()];
    for (number, line) in plain.lines.iter().enumerate().filter(|(_, line)| line.excludes) {
        plain.elements_of(&line.members).for_each(|element| forbidden[element].push(number));
    }
    forbidden
}

/// Numbers, by element, its tag as the tokenizer produces it, without a namespace. Equal tags have
/// equal numbers.
pub(super) fn tags(plain: &Plain) -> Vec<usize> {
    let mut tags: IndexSet<Element> = IndexSet::default();
    let elements = plain.elements.iter().map(|element| &element.occurrence.element);
    elements
        .map(|element| tags.insert_full(Element { namespace: None, ..element.clone() }).0)
        .collect()
}
