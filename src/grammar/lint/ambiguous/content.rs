//! A content by itself, as the engine reads it: rules over *letters*, which are terminals and whole
//! elements.
//!
//! Letters that stand in the same places of the same rules are alike, and one terminal stands for
//! all of them. Elements are compared in all rules of the grammar first ([`without_alike`]): ten
//! thousand of one set are one then, in every content that the set is in, and each content is
//! looked at in the time that its own rules take.

use crate::base::{HashMap, HashSet, IndexMap, IndexSet};
use crate::earley::{Automaton, NonterminalId, RulesBuilder, Symbol, TerminalId};
use crate::grammar::ast::Element;
use crate::grammar::compile::plain::{Plain, PlainSymbol};
use std::collections::BTreeSet;

/// One content.
pub(super) struct Content<'p> {
    pub(super) plain: &'p Plain,
    /// The nonterminals that it is made of; the first is its own.
    pub(super) nonterminals: IndexSet<usize>,
    /// By terminal: the letters that it stands for, never none.
    pub(super) letters: Vec<Vec<PlainSymbol>>,
    /// Left sides, of which nonterminal 0 is the content, and right sides.
    rules: Vec<(NonterminalId, Vec<Symbol>)>,
    /// How many nonterminals, rules and symbols it is made of, before like letters are one.
    pub(super) size: usize,
}

impl<'p> Content<'p> {
    /// The content of a nonterminal, without the rules that hold what is excluded.
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

    /// All that a search of it depends on, but for names: the rules, which classes of letters hold a terminal that may
    /// follow another one, and which hold elements of the same tag.
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

    /// What reads it. `None` if it is too large for the engine.
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

/// The letters of some rules, those that are alike together.
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

/// A place in a right side: the nonterminal, what stands before it, and what behind it, each by a
/// number.
type Around = (usize, usize, usize);

/// Numbers for beginnings and ends of right sides, so that comparing two takes no walk over them.
#[derive(Default)]
struct Sequences(HashMap<(usize, PlainSymbol), usize>);

impl Sequences {
    /// The number of a sequence that is longer by a symbol than another one; 0 is that of the empty
    /// one.
    fn longer(&mut self, sequence: usize, symbol: PlainSymbol) -> usize {
        let next = self.0.len() + 1;
        *self.0.entry((sequence, symbol)).or_insert(next)
    }
}

/// Where each letter stands in some rules. The letters ascend, and so do the places of each.
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

/// The rules of each nonterminal, without those in which an element stands that is like an earlier
/// one: in the same places of the same rules, forbidden by the same lines, and with a tag that no
/// other element has.
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

/// By element: the numbers of the exclusions that forbid it.
fn forbidden(plain: &Plain) -> Vec<Vec<usize>> {
    let mut forbidden = vec![Vec::new(); plain.elements.len()];
    for (number, line) in plain.lines.iter().enumerate().filter(|(_, line)| line.excludes) {
        plain.elements_of(&line.members).for_each(|element| forbidden[element].push(number));
    }
    forbidden
}

/// By element: its tag, as the tokenizer gives it, without a namespace; the same number for the same tag.
pub(super) fn tags(plain: &Plain) -> Vec<usize> {
    let mut tags: IndexSet<Element> = IndexSet::default();
    let elements = plain.elements.iter().map(|element| &element.occurrence.element);
    elements
        .map(|element| tags.insert_full(Element { namespace: None, ..element.clone() }).0)
        .collect()
}
