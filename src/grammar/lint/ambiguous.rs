//! `ambiguous`: two derivations of one short string inside one content, and one tag that could be two
//! elements.
//!
//! The contents of elements, and of the whole document, are searched one by one: in a content an
//! element is one letter, so ambiguity inside it belongs to its own content. Letters that stand in
//! the same places of the same rules are alike, so one of each kind is tried. The strings are grown
//! breadth first along what the engine expects, so that only beginnings of sentences are tried, to
//! a length of [`LONGEST`] and at most [`MOST`] strings a content. The search is a lint, not a proof:
//! what it reports is ambiguous, what it does not report may be.
//!
//! What the content's own element excludes is not tried.
//!
//! The same search sees a token that can stand here `once`, where such tokens come in any number: a
//! comment after a comment, cruft after cruft, and, if a run of text is not one token, text after the blanks that
//! begin it.

use super::Subject;
use super::derivations::Model;
use crate::earley::{
    NonterminalId, Options, Recogniser, Rules, RulesBuilder, Symbol, TerminalId, Word,
};
use crate::grammar::ast::Place;
use crate::grammar::compile::mistake::{Mistakes, warning};
use crate::grammar::compile::plain::{Plain, PlainSymbol};
use indexmap::{IndexMap, IndexSet};
use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};
use std::fmt::Write;
use std::sync::Arc;

/// Strings are at most this long.
const LONGEST: usize = 3;
/// At most this many strings of one content are tried.
const MOST: usize = 400;

/// Contents in which nothing was found, so that those which are the same under several modes are searched
/// once.
pub(super) type Searched = HashSet<String>;

pub(super) fn lint(subject: &Subject<'_>, searched: &mut Searched, mistakes: &mut Mistakes) {
    let plain = &subject.stages.plain;
    let cyclic: BTreeSet<usize> = super::cyclic::cycles(plain).into_iter().flatten().collect();
    let mut seen: BTreeSet<Place> = BTreeSet::new();
    for (root, excluded) in contents(subject) {
        let model = Model::of(plain, &subject.by_left, root);
        // A cycle gives every string infinitely many derivations: it is what is to be mended first.
        if model.nonterminals().any(|number| cyclic.contains(&number)) {
            continue;
        }
        let rules = named_rules(subject, &model);
        let search = Search::new(plain, model, &excluded, follows(subject));
        let Some(search) = search else { continue };
        let text = search.text();
        if searched.contains(&text) {
            continue;
        }
        let Some(found) = search.run() else {
            searched.insert(text);
            continue;
        };
        let is_once = matches!(found.what, What::Once(_));
        let place = plain.nonterminals[found.at].1.or(plain.nonterminals[root].1);
        if let Some(place) = place.filter(|place| seen.insert(*place)) {
            let mut mistake = found.mistake(plain, root, place);
            for rule in rules.into_iter().filter(|rule| is_once && *rule != place) {
                mistake = mistake.also(rule.file, rule.span, "by way of this rule");
            }
            mistakes.push(mistake);
        }
    }
}

/// Where the rules with a name stand that a content is made of.
fn named_rules(subject: &Subject<'_>, model: &Model<'_>) -> BTreeSet<Place> {
    let names = &subject.stages.names.nonterminals;
    let places = model.nonterminals().filter_map(|number| {
        let (name, place) = &subject.stages.plain.nonterminals[number];
        names.get(name).filter(|(named, _)| Some(*named) == *place).map(|(named, _)| *named)
    });
    places.collect()
}

/// Tokens that may come after others of an HTML tokenizer, wherever both can stand.
fn follows(subject: &Subject<'_>) -> &'static [(&'static str, &'static str)] {
    const FOLLOWS: [(&str, &str); 3] =
        [("COMMENT", "COMMENT"), ("CRUFT", "CRUFT"), ("SPACE", "TEXT")];
    let of_texts = subject.stages.names.tokenizer.as_ref().is_none_or(|name| name.value == "text");
    match (of_texts, subject.stages.tables.whole_text) {
        (true, _) => &[],
        (false, true) => &FOLLOWS[..2],
        (false, false) => &FOLLOWS,
    }
}

/// The contents that documents can have, each with the letters that its element excludes.
fn contents(subject: &Subject<'_>) -> IndexMap<usize, BTreeSet<PlainSymbol>> {
    let plain = &subject.stages.plain;
    let mut contents: IndexMap<usize, BTreeSet<PlainSymbol>> = IndexMap::new();
    contents.extend(plain.start.map(|start| (start, BTreeSet::new())));
    for (number, element) in plain.elements.iter().enumerate() {
        if let (true, Some((content, lines))) = (subject.reach.elements[number], &element.kind) {
            let lines = lines.iter().map(|&line| &plain.lines[line]);
            let everywhere = lines.filter(|line| line.excludes && line.within.is_none());
            let members = everywhere.flat_map(|line| &line.members);
            let terminals: BTreeSet<usize> =
                members.flat_map(|member| plain.terminals_of(member)).collect();
            let letters = terminals.into_iter().map(|terminal| {
                let of_start = super::reach::element_of_start(plain, terminal);
                of_start.map_or(PlainSymbol::Terminal(terminal), PlainSymbol::Element)
            });
            contents.entry(*content).or_insert_with(|| letters.collect());
        }
    }
    contents
}

/// Something that is ambiguous.
struct Found {
    string: Vec<PlainSymbol>,
    /// The nonterminal at which two trees differ, or the content.
    at: usize,
    what: What,
}

enum What {
    Trees([String; 2]),
    /// Two elements that one tag could be.
    Elements(usize, usize),
    /// This token cannot follow the last one of the string.
    Once(&'static str),
}

impl Found {
    fn mistake(self, plain: &Plain, root: usize, place: Place) -> crate::base::Diagnostic {
        let spelled: Vec<String> = self.string.iter().map(|&s| plain.spelling(s)).collect();
        let content = plain.nonterminals[root].1.filter(|content| *content != place);
        let mistake = match self.what {
            What::Trees([first, second]) => {
                let text = if spelled.is_empty() { "nothing".into() } else { spelled.join(" ") };
                warning("ambiguous", place, format!("{text} can be read in two ways here"))
                    .label("two derivations")
                    .note(format!("as {first}"))
                    .note(format!("or as {second}"))
            }
            What::Elements(first, second) => {
                let tag = plain.spelling(PlainSymbol::Element(first));
                let other = plain.spelling(PlainSymbol::Element(second));
                let message = format!("one tag could be {tag} or {other} here");
                let mistake = warning("ambiguous", place, message).label("both are acceptable");
                match spelled.as_slice() {
                    [] => mistake,
                    before => mistake.note(format!("after {}", before.join(" "))),
                }
            }
            What::Once(token) => {
                let message = format!("no {token} can follow here after {}", spelled.join(" "));
                warning("once", place, message)
                    .label(format!("not repeated, but {token} comes in any number"))
                    .help("write `*` after what holds it")
            }
        };
        match content {
            Some(content) => mistake.also(content.file, content.span, "in this content"),
            None => mistake,
        }
    }
}

struct Search<'a> {
    plain: &'a Plain,
    /// The content, with the first letter of each class for all of it.
    model: Model<'a>,
    rules: Arc<Rules>,
    /// The letters, each kind a class; the engine's terminals are numbered by class.
    classes: Vec<Vec<PlainSymbol>>,
    follows: &'static [(&'static str, &'static str)],
}

impl<'a> Search<'a> {
    fn new(
        plain: &'a Plain,
        model: Model<'a>,
        excluded: &BTreeSet<PlainSymbol>,
        follows: &'static [(&'static str, &'static str)],
    ) -> Option<Self> {
        let classes = classes(plain, &model, excluded);
        let firsts = classes.iter().map(|class| class[0]).collect();
        let model = model.restricted(&firsts);
        let rules = engine_rules(plain, &model, &classes)?;
        Some(Self { plain, model, rules: Arc::new(rules), classes, follows })
    }

    /// All that the search looks at: equal texts give equal results.
    fn text(&self) -> String {
        let mut text = format!("{:?}\n", self.follows);
        for class in &self.classes {
            let letters: Vec<String> = class.iter().map(|&l| self.plain.spelling(l)).collect();
            let _ = writeln!(text, "{letters:?}");
        }
        let numbers: IndexSet<usize> = self.model.nonterminals().collect();
        let _ = writeln!(text, "{:?}", numbers.get_index_of(&self.model.root()));
        for (number, &nonterminal) in numbers.iter().enumerate() {
            for &rule in self.model.rules_of(nonterminal) {
                let _ = write!(text, "{number} ::=");
                for &symbol in &self.plain.rules[rule].right {
                    let _ = match symbol {
                        PlainSymbol::Nonterminal(inner) => {
                            write!(text, " {:?}", numbers.get_index_of(&inner))
                        }
                        letter => write!(text, " {}", self.plain.spelling(letter)),
                    };
                }
                text.push('\n');
            }
        }
        text
    }

    fn run(&self) -> Option<Found> {
        let mut open: VecDeque<(Vec<usize>, Vec<usize>)> = VecDeque::from([Default::default()]);
        let mut tried = 0;
        while let Some((string, before)) = open.pop_front() {
            tried += 1;
            if tried > MOST {
                return None;
            }
            let mut recogniser = Recogniser::new(self.rules.clone(), Options::default());
            let reads = string
                .iter()
                .all(|&class| recogniser.read(Word::plain(TerminalId::new(class))).is_ok());
            if !reads {
                continue;
            }
            let expected: Vec<usize> =
                recogniser.expected().iter().filter(|&t| t < self.classes.len()).collect();
            let found = self
                .once(&string, &before, &expected)
                .or_else(|| self.look(&string, &expected, recogniser.complete()));
            if found.is_some() {
                return found;
            }
            if string.len() < LONGEST {
                open.extend(expected.iter().map(|&class| {
                    let mut longer = string.clone();
                    longer.push(class);
                    (longer, expected.clone())
                }));
            }
        }
        None
    }

    /// What is ambiguous about a string, or about what may come after it.
    fn look(&self, string: &[usize], expected: &[usize], complete: bool) -> Option<Found> {
        let letters: Vec<PlainSymbol> =
            string.iter().map(|&class| self.classes[class][0]).collect();
        if complete {
            let counts = self.model.counts(&letters);
            if self.model.is_ambiguous(&counts, &letters) {
                let (at, trees) = self.model.two_trees(&counts, &letters)?;
                return Some(Found { string: letters, at, what: What::Trees(trees) });
            }
        }
        let (first, second) = self.same_tag(expected)?;
        let what = What::Elements(first, second);
        Some(Found { string: letters, at: self.model.root(), what })
    }

    /// A token that was expected before the last one, and is not any more, though it may follow it in
    /// every document.
    fn once(&self, string: &[usize], before: &[usize], expected: &[usize]) -> Option<Found> {
        let last = *string.last()?;
        let (_, token) = self.follows.iter().find(|(first, then)| {
            let holds = |class: &usize, name: &str| {
                self.classes[*class].iter().any(|&letter| {
                    matches!(letter, PlainSymbol::Terminal(_))
                        && self.plain.spelling(letter) == name
                })
            };
            holds(&last, first)
                && before.iter().any(|class| holds(class, then))
                && !expected.iter().any(|class| holds(class, then))
        })?;
        let letters = string[..string.len() - 1].iter().map(|&class| self.classes[class][0]);
        let named = self.classes[last].iter().copied().find(|&letter| {
            self.follows.iter().any(|(first, _)| self.plain.spelling(letter) == *first)
        });
        let string: Vec<PlainSymbol> = letters.chain(named).collect();
        Some(Found { string, at: self.model.root(), what: What::Once(token) })
    }

    /// Two elements among those expected that one physical tag could be.
    fn same_tag(&self, expected: &[usize]) -> Option<(usize, usize)> {
        let mut tags = BTreeMap::new();
        for letter in expected.iter().flat_map(|&class| &self.classes[class]) {
            let PlainSymbol::Element(number) = *letter else { continue };
            let element = &self.plain.elements[number].occurrence.element;
            let tag = (element.name.clone(), element.attribute.clone());
            if let Some(other) = tags.insert(tag, number) {
                return Some((other.min(number), other.max(number)));
            }
        }
        None
    }
}

/// Letters by where they stand: those with the same places in the same rules are alike.
fn classes(
    plain: &Plain,
    model: &Model<'_>,
    excluded: &BTreeSet<PlainSymbol>,
) -> Vec<Vec<PlainSymbol>> {
    type Around = (usize, Vec<PlainSymbol>, Vec<PlainSymbol>);
    let mut places: BTreeMap<PlainSymbol, Vec<Around>> = BTreeMap::new();
    for nonterminal in model.nonterminals() {
        for &rule in model.rules_of(nonterminal) {
            let right = &plain.rules[rule].right;
            for (at, &symbol) in right.iter().enumerate() {
                if !matches!(symbol, PlainSymbol::Nonterminal(_)) {
                    let around = (nonterminal, right[..at].to_vec(), right[at + 1..].to_vec());
                    places.entry(symbol).or_default().push(around);
                }
            }
        }
    }
    let mut classes: IndexMap<Vec<Around>, Vec<PlainSymbol>> = IndexMap::new();
    for letter in model.letters().into_iter().filter(|letter| !excluded.contains(letter)) {
        let mut around = places.remove(&letter).unwrap_or_default();
        around.sort();
        classes.entry(around).or_default().push(letter);
    }
    classes.into_values().collect()
}

/// The content as rules of the engine, over the first letters of the classes.
fn engine_rules(plain: &Plain, model: &Model<'_>, classes: &[Vec<PlainSymbol>]) -> Option<Rules> {
    let mut builder = RulesBuilder::new();
    for class in classes {
        builder.terminal(plain.spelling(class[0]));
    }
    let mut numbers: BTreeMap<usize, NonterminalId> = BTreeMap::new();
    for nonterminal in model.nonterminals() {
        numbers.insert(nonterminal, builder.nonterminal(plain.nonterminals[nonterminal].0.clone()));
    }
    let firsts: BTreeMap<PlainSymbol, usize> =
        classes.iter().enumerate().map(|(number, class)| (class[0], number)).collect();
    for nonterminal in model.nonterminals() {
        for &rule in model.rules_of(nonterminal) {
            let symbol = |symbol: &PlainSymbol| match symbol {
                PlainSymbol::Nonterminal(number) => Symbol::Nonterminal(numbers[number]),
                letter => Symbol::Terminal(TerminalId::new(firsts[letter])),
            };
            let right: Vec<Symbol> = plain.rules[rule].right.iter().map(symbol).collect();
            builder.rule(numbers[&nonterminal], right);
        }
    }
    builder.start(*numbers.get(&model.root())?);
    builder.build().ok()
}
