//! One content as a grammar of the engine: rules over *letters*, which are terminals and whole
//! elements.
//!
//! Letters that occur at the same positions of the same rules are equivalent, so one terminal
//! represents all of them. Elements are first compared over all rules of the grammar
//! ([`without_alike`]). Ten thousand elements of one set then count as one in every content that
//! has the set. So the time for each content is that of its own rules.

use super::items::SymbolRule;
use crate::base::{HashMap, HashSet, IndexMap, IndexSet};
use crate::earley::{Automaton, NonterminalId, RulesBuilder, Symbol, TerminalId};
use crate::grammar::ast::{Element, FileSpan};
use crate::grammar::compile::plain::{NumberedGrammar, PlainSymbol};
use std::collections::BTreeSet;

/// One content.
pub(super) struct ContentGrammar<'p> {
    pub(super) plain: &'p NumberedGrammar,
    /// By nonterminal of the grammar: the rules to search.
    by_left: &'p [Vec<usize>],
    /// The nonterminals that it derives; the first is that of the content itself.
    pub(super) nonterminals: IndexSet<usize>,
    /// By terminal: the letters that it represents, at least one.
    pub(super) letters: Vec<Vec<PlainSymbol>>,
    /// The left and right sides; nonterminal 0 is the content.
    rules: Vec<(NonterminalId, Vec<Symbol>)>,
    /// The number of its nonterminals, rules and symbols, before equivalent letters are merged.
    pub(super) size: usize,
}

impl<'p> ContentGrammar<'p> {
    /// Returns the content of a nonterminal, without the rules that contain an excluded letter; if
    /// `has_all`, with the nonterminals that it does not derive as well.
    pub(super) fn new(
        plain: &'p NumberedGrammar,
        by_left: &'p [Vec<usize>],
        root: usize,
        excluded: &BTreeSet<PlainSymbol>,
        has_all: bool,
    ) -> Self {
        let mut nonterminals = plain.reachable(by_left, root, |_| true);
        if has_all {
            nonterminals.extend(0..plain.nonterminals.len());
        }
        let mut numbers: Vec<usize> = Vec::new();
        for &nonterminal in &nonterminals {
            numbers.extend(&by_left[nonterminal]);
        }
        let letters = letters(plain, &numbers, excluded);
        let firsts: IndexSet<PlainSymbol> = letters.iter().map(|class| class[0]).collect();
        let mut rules = Vec::with_capacity(numbers.len());
        let mut size = nonterminals.len();
        for &number in &numbers {
            let rule = &plain.rules[number];
            size += 1 + rule.right.len();
            let Some(left) = nonterminals.get_index_of(&rule.left) else { continue };
            let right = rule.right.iter().map(|&symbol| lowered(symbol, &nonterminals, &firsts));
            if let Some(right) = right.collect() {
                rules.push((NonterminalId::new(left), right));
            }
        }
        Self { plain, by_left, nonterminals, letters, rules, size }
    }

    /// Returns the span of a nonterminal, by its number in the content.
    pub(super) fn place(&self, number: usize) -> Option<FileSpan> {
        self.plain.nonterminals[self.nonterminals[number]].1
    }

    /// Returns a key of everything that the result of a search depends on, except names. These are
    /// the rules, the classes of letters with terminals that may follow each other, and those with
    /// elements of the same tag.
    pub(super) fn signature(&self, follows: &[(usize, usize)], tags: &[usize]) -> Vec<usize> {
        let mut signature = vec![self.letters.len(), self.rules.len(), follows.len()];
        for (left, right) in &self.rules {
            signature.extend([left.index(), right.len()]);
            for symbol in right {
                signature.push(match symbol {
                    Symbol::Terminal(terminal) => 2 * terminal.index(),
                    Symbol::Nonterminal(nonterminal) => 2 * nonterminal.index() + 1,
                });
            }
        }
        let mut of_tag: IndexMap<usize, Vec<usize>> = IndexMap::default();
        let mut of_terminal: HashMap<usize, usize> = HashMap::default();
        for (number, class) in self.letters.iter().enumerate() {
            for letter in class {
                match *letter {
                    PlainSymbol::Element(element) => {
                        of_tag.entry(tags[element]).or_default().push(number);
                    }
                    PlainSymbol::Terminal(terminal) => {
                        of_terminal.insert(terminal, number);
                    }
                    PlainSymbol::Nonterminal(_) => {}
                }
            }
        }
        for (first, then) in follows {
            for terminal in [first, then] {
                signature.push(match of_terminal.get(terminal) {
                    Some(class) => class + 1,
                    None => 0,
                });
            }
        }
        for classes in of_tag.values() {
            if classes.len() > 1 {
                signature.push(classes.len());
                signature.extend(classes);
            }
        }
        signature
    }

    /// Builds the engine's automaton for the texts of a nonterminal; `None` if the rules are too
    /// large for the engine. The terminals after those of the letters stand for whole
    /// nonterminals, the `leaves`.
    pub(super) fn automaton(&self, root: usize, leaves: &[usize]) -> Option<Automaton> {
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
        for &leaf in leaves {
            let terminal = builder.terminal(self.name(leaf));
            builder.rule(NonterminalId::new(leaf), [Symbol::Terminal(terminal)]);
        }
        builder.start(NonterminalId::new(root));
        Some(Automaton::new(builder.build().ok()?))
    }

    /// Returns the name of a nonterminal, by its number in the content.
    pub(super) fn name(&self, number: usize) -> &str {
        &self.plain.nonterminals[self.nonterminals[number]].0
    }

    /// Reports whether a nonterminal is a group, a repetition or braces.
    pub(super) fn is_helper(&self, number: usize) -> bool {
        self.plain.helpers[self.nonterminals[number]]
    }

    /// Returns the nonterminals that a nonterminal derives, itself included, by their numbers in
    /// the content.
    pub(super) fn derived(&self, number: usize) -> HashSet<usize> {
        let derived = self.plain.reachable(self.by_left, self.nonterminals[number], |_| true);
        derived.iter().filter_map(|inner| self.nonterminals.get_index_of(inner)).collect()
    }

    /// Returns the rules with numbered symbols: first the nonterminals, then the letters.
    pub(super) fn numbered_rules(&self) -> Vec<SymbolRule> {
        let mut rules = Vec::with_capacity(self.rules.len());
        for (left, right) in &self.rules {
            let numbered = right.iter().map(|symbol| match symbol {
                Symbol::Nonterminal(nonterminal) => nonterminal.index(),
                Symbol::Terminal(letter) => self.nonterminals.len() + letter.index(),
            });
            rules.push((left.index(), numbered.collect()));
        }
        rules
    }

    /// Replaces the helpers in a form of numbered symbols by a shortest form of each without
    /// helpers. The second form has none of them empty, if possible: `<b>* <b>*` has one derivation
    /// of the empty text, but two of a repetition of `<b>`.
    pub(super) fn without_helpers(&self, form: &[usize]) -> [Vec<usize>; 2] {
        let rules = self.numbered_rules();
        let mut helpers = HelperForms::default();
        loop {
            let mut is_same = true;
            for (left, right) in rules.iter().filter(|(left, _)| self.is_helper(*left)) {
                if let Some(form) = self.replaced(right, &helpers)
                    && helpers.shortest.get(left).is_none_or(|known| form.len() < known.len())
                {
                    helpers.shortest.insert(*left, form);
                    is_same = false;
                }
                if right.iter().all(|symbol| helpers.empty.contains(symbol)) {
                    is_same &= !helpers.empty.insert(*left);
                }
            }
            if is_same {
                let needed: Vec<usize> =
                    form.iter().copied().filter(|symbol| !helpers.empty.contains(symbol)).collect();
                return [needed.as_slice(), form]
                    .map(|form| self.filled(form, &helpers).unwrap_or_else(|| form.to_vec()));
            }
        }
    }

    /// Replaces each helper in a form by its shortest form that is not empty, if it has one.
    fn filled(&self, form: &[usize], helpers: &HelperForms) -> Option<Vec<usize>> {
        let mut filled = Vec::with_capacity(form.len());
        for &symbol in form {
            match helpers.shortest.get(&symbol) {
                Some(shortest) => filled.extend_from_slice(shortest),
                None if symbol >= self.nonterminals.len() || !self.is_helper(symbol) => {
                    filled.push(symbol);
                }
                None if helpers.empty.contains(&symbol) => {}
                None => return None,
            }
        }
        Some(filled)
    }

    /// Returns the shortest form of a right side that is not empty, if one is known.
    fn replaced(&self, right: &[usize], helpers: &HelperForms) -> Option<Vec<usize>> {
        let needed: Vec<usize> =
            right.iter().copied().filter(|symbol| !helpers.empty.contains(symbol)).collect();
        if !needed.is_empty() {
            return self.filled(&needed, helpers);
        }
        let known = right.iter().filter_map(|symbol| helpers.shortest.get(symbol));
        known.min_by_key(|form| form.len()).cloned()
    }
}

/// The forms of helpers without helpers, as far as they are known.
#[derive(Default)]
struct HelperForms {
    /// A shortest form that is not empty.
    shortest: HashMap<usize, Vec<usize>>,
    /// The helpers that derive the empty text.
    empty: HashSet<usize>,
}

/// Returns the engine's symbol for one of a rule; `None` for an excluded letter.
fn lowered(
    symbol: PlainSymbol,
    nonterminals: &IndexSet<usize>,
    letters: &IndexSet<PlainSymbol>,
) -> Option<Symbol> {
    Some(match symbol {
        PlainSymbol::Nonterminal(number) => {
            Symbol::Nonterminal(NonterminalId::new(nonterminals.get_index_of(&number)?))
        }
        letter => Symbol::Terminal(TerminalId::new(letters.get_index_of(&letter)?)),
    })
}

/// Returns the letters of some rules, grouped by equivalence.
fn letters(
    plain: &NumberedGrammar,
    rules: &[usize],
    excluded: &BTreeSet<PlainSymbol>,
) -> Vec<Vec<PlainSymbol>> {
    let mut classes: IndexMap<Vec<RulePosition>, Vec<PlainSymbol>> = IndexMap::default();
    for (letter, places) in places(plain, rules.iter().copied()) {
        if !excluded.contains(&letter) {
            classes.entry(places).or_default().push(letter);
        }
    }
    classes.into_values().collect()
}

/// A position in a right side: the nonterminal on the left, and the numbers that [`Sequences`]
/// gives to the prefix before the position and to the suffix after it.
type RulePosition = (usize, usize, usize);

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
    plain: &NumberedGrammar,
    rules: impl Iterator<Item = usize>,
) -> IndexMap<PlainSymbol, Vec<RulePosition>> {
    let mut sequences = Sequences::default();
    let mut places: IndexMap<PlainSymbol, Vec<RulePosition>> = IndexMap::default();
    for rule in rules {
        let (left, right) = (plain.rules[rule].left, &plain.rules[rule].right);
        let mut after = vec![0; right.len()];
        for at in (1..right.len()).rev() {
            after[at - 1] = sequences.longer(after[at], right[at]);
        }
        let mut before = 0;
        for (&symbol, after) in right.iter().zip(after) {
            if !matches!(symbol, PlainSymbol::Nonterminal(_)) {
                places.entry(symbol).or_default().push((left, before, after));
            }
            before = sequences.longer(before, symbol);
        }
    }
    places.sort_unstable_keys();
    for positions in places.values_mut() {
        positions.sort_unstable();
    }
    places
}

/// Returns the rules of each nonterminal, without those that contain an element equivalent to an
/// earlier one. Equivalent elements occur at the same positions of the same rules, are forbidden by
/// the same lines, and have a tag that no other element has.
pub(super) fn without_alike(
    plain: &NumberedGrammar,
    by_left: &[Vec<usize>],
    tags: &[usize],
) -> Vec<Vec<usize>> {
    let forbidden = forbidden(plain);
    let mut of_tag = vec![0; tags.len()];
    for &tag in tags {
        of_tag[tag] += 1;
    }
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
    let mut distinct = by_left.to_vec();
    for rules in &mut distinct {
        rules.retain(|&rule| !plain.rules[rule].right.iter().any(|s| later.contains(s)));
    }
    distinct
}

/// Lists, by element, the numbers of the exclusions that forbid it.
fn forbidden(plain: &NumberedGrammar) -> Vec<Vec<usize>> {
    let mut forbidden = vec![Vec::new(); plain.elements.len()];
    for (number, line) in plain.lines.iter().enumerate() {
        if line.excludes {
            for element in plain.elements_of(&line.members) {
                forbidden[element].push(number);
            }
        }
    }
    forbidden
}

/// Numbers, by element, its tag as the tokenizer produces it, without a namespace. Equal tags have
/// equal numbers.
pub(super) fn tags(plain: &NumberedGrammar) -> Vec<usize> {
    let mut tags: IndexSet<Element> = IndexSet::default();
    let mut numbers = Vec::with_capacity(plain.elements.len());
    for element in &plain.elements {
        let element = Element { namespace: None, ..element.occurrence.element.clone() };
        numbers.push(tags.insert_full(element).0);
    }
    numbers
}
