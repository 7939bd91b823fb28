//! Elements that nothing tells apart: the search for ambiguity looks at one of them.
//!
//! Two elements are alike if they stand in the same places of the same rules, if the same lines forbid them, and if no other
//! element could have the tag of either. Ten thousand elements of one set are one then, in every content that the set is
//! in, and each content is searched in the time that its own rules take.

use super::Subject;
use crate::base::HashMap;
use crate::grammar::ast::Element;
use crate::grammar::compile::plain::{Plain, PlainSymbol};

/// A place in a right side: the nonterminal, what stands before it, and what behind it, each by a number.
pub(super) type Around = (usize, usize, usize);

/// Numbers for beginnings and ends of right sides, so that comparing two takes no walk over them.
#[derive(Default)]
pub(super) struct Sequences(HashMap<(usize, PlainSymbol), usize>);

impl Sequences {
    /// The number of a sequence that is longer by a symbol than another one; 0 is that of the empty one.
    fn longer(&mut self, sequence: usize, symbol: PlainSymbol) -> usize {
        let next = self.0.len() + 1;
        *self.0.entry((sequence, symbol)).or_insert(next)
    }

    /// The letters of a rule, each with the place where it stands.
    pub(super) fn places(&mut self, plain: &Plain, rule: usize) -> Vec<(PlainSymbol, Around)> {
        let (left, right) = (plain.rules[rule].left, &plain.rules[rule].right);
        let mut behind = vec![0; right.len()];
        for at in (1..right.len()).rev() {
            behind[at - 1] = self.longer(behind[at], right[at]);
        }
        let mut before = 0;
        let mut places = Vec::new();
        for (&symbol, behind) in right.iter().zip(behind) {
            if !matches!(symbol, PlainSymbol::Nonterminal(_)) {
                places.push((symbol, (left, before, behind)));
            }
            before = self.longer(before, symbol);
        }
        places
    }
}

/// For each element, whether it is the first of those that are alike.
fn first_of_alike(plain: &Plain) -> Vec<bool> {
    let count = plain.elements.len();
    let mut sequences = Sequences::default();
    let mut places: Vec<Vec<Around>> = vec![Vec::new(); count];
    for rule in 0..plain.rules.len() {
        for (letter, around) in sequences.places(plain, rule) {
            if let PlainSymbol::Element(element) = letter {
                places[element].push(around);
            }
        }
    }
    let mut forbidden: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (number, line) in plain.lines.iter().enumerate().filter(|(_, line)| line.excludes) {
        for element in line.members.iter().filter_map(|member| member.start()) {
            plain.occurrences(element).iter().for_each(|&at| forbidden[at].push(number));
        }
    }
    let tag = |element: &Element| (element.name.clone(), element.attribute.clone());
    let mut tags: HashMap<_, usize> = HashMap::default();
    for element in &plain.elements {
        *tags.entry(tag(&element.occurrence.element)).or_default() += 1;
    }
    let mut seen = HashMap::default();
    let mut is_first = |(number, (mut places, forbidden)): (usize, (Vec<Around>, Vec<usize>))| {
        places.sort_unstable();
        let is_shared = tags[&tag(&plain.elements[number].occurrence.element)] > 1;
        *seen.entry((places, forbidden, is_shared.then_some(number))).or_insert(number) == number
    };
    places.into_iter().zip(forbidden).enumerate().map(&mut is_first).collect()
}

/// The rules of each nonterminal, without those in which an element stands that is like an earlier one.
pub(super) fn rules(subject: &Subject<'_>) -> Vec<Vec<usize>> {
    let plain = &subject.stages.plain;
    let is_first = first_of_alike(plain);
    let is_kept = |rule: &usize| {
        plain.rules[*rule].right.iter().all(|symbol| match symbol {
            PlainSymbol::Element(element) => is_first[*element],
            _ => true,
        })
    };
    let kept = |rules: &Vec<usize>| rules.iter().copied().filter(is_kept).collect();
    subject.by_left.iter().map(kept).collect()
}
