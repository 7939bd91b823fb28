//! `ambiguous`: two derivations of one short string inside one content, and one tag that could be two
//! elements.
//!
//! The contents of elements, and of the whole document, are searched one by one: in a content an
//! element is one letter, so ambiguity inside it belongs to its own content. Letters that stand in
//! the same places of the same rules are alike, so one of each kind is tried. The strings are grown
//! breadth first along what may follow, so that only beginnings of contents are tried, the shortest first. A
//! [`Tally`] counts the derivations of all that it has read, finished or not: a string in which something has two is
//! continued to a whole content, and reported.
//!
//! After most strings the same may follow as after a shorter one, with as many derivations; then only that one is
//! continued. In contents that are finite automata, as those of HTML are, nothing is left to try after a few strings,
//! and the content *is* unambiguous. In others the search ends at strings of [`LONGEST`] letters, or when it has made [`MOST`]
//! items: what it reports is ambiguous, what it does not report may be.
//!
//! What the content's own element excludes is not tried.
//!
//! The same search sees a token that can stand here `once`, where such tokens come in any number: a
//! comment after a comment, cruft after cruft, and, if a run of text is not one token, text after the blanks that
//! begin it.

use super::Subject;
use super::alike::{self, Around, Sequences};
use super::derivations::Model;
use super::tally::{Column, Kernel, Tally};
use crate::base::{Code, HashMap, HashSet, IndexMap, IndexSet};
use crate::grammar::ast::Place;
use crate::grammar::compile::mistake::{Mistakes, warning};
use crate::grammar::compile::plain::{Plain, PlainSymbol};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

const CODE: Code = Code::Ambiguous;
/// Strings are at most this long; twice that where one that is ambiguous already is continued to its end.
const LONGEST: usize = 12;
/// At most this many items are made for one content. Items are work that does not depend on the machine.
const MOST: usize = 40_000;

/// Contents in which nothing was found, so that those which are the same under several modes are searched
/// once.
pub(super) type Searched = HashSet<String>;

pub(super) fn lint(subject: &Subject<'_>, searched: &mut Searched, mistakes: &mut Mistakes) {
    let plain = &subject.stages.plain;
    let cyclic: BTreeSet<usize> = super::cyclic::cycles(plain).into_iter().flatten().collect();
    let mut seen: BTreeSet<Place> = BTreeSet::new();
    let by_left = alike::rules(subject);
    for (root, excluded) in contents(subject) {
        let model = Model::of(plain, &by_left, root);
        if !subject.work.allows(CODE, model.size()) {
            break;
        }
        // A cycle gives every string infinitely many derivations: it is what is to be mended first.
        if model.nonterminals().any(|number| cyclic.contains(&number)) {
            continue;
        }
        let search = Search::new(plain, model, &excluded, follows(subject));
        let text = search.text();
        if searched.contains(&text) {
            continue;
        }
        let (found, steps) = search.run();
        // What this one took is not to be had by the next.
        subject.work.allows(CODE, steps);
        let Some(found) = found else {
            searched.insert(text);
            continue;
        };
        let is_once = matches!(found.what, What::Once(_));
        let place = plain.nonterminals[found.at].1.or(plain.nonterminals[root].1);
        if let Some(place) = place.filter(|place| seen.insert(*place)) {
            let mut mistake = found.mistake(plain, root, place);
            let rules = if is_once { named_rules(subject, root) } else { BTreeSet::new() };
            for rule in rules.into_iter().filter(|rule| *rule != place) {
                mistake = mistake.also(rule.file, rule.span, "by way of this rule");
            }
            mistakes.push(mistake);
        }
    }
}

/// Where the rules with a name stand that a content is made of.
fn named_rules(subject: &Subject<'_>, root: usize) -> BTreeSet<Place> {
    let model = Model::of(&subject.stages.plain, &subject.by_left, root);
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
    let mut contents: IndexMap<usize, BTreeSet<PlainSymbol>> = IndexMap::default();
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
                warning(Code::Ambiguous, place, format!("{text} can be read in two ways here"))
                    .label("two derivations")
                    .note(format!("as {first}"))
                    .note(format!("or as {second}"))
            }
            What::Elements(first, second) => {
                let tag = plain.spelling(PlainSymbol::Element(first));
                let other = plain.spelling(PlainSymbol::Element(second));
                let message = format!("one tag could be {tag} or {other} here");
                let mistake = warning(Code::Ambiguous, place, message).label("both are acceptable");
                match spelled.as_slice() {
                    [] => mistake,
                    before => mistake.note(format!("after {}", before.join(" "))),
                }
            }
            What::Once(token) => {
                let message = format!("no {token} can follow here after {}", spelled.join(" "));
                warning(Code::Once, place, message)
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
    /// The letters, each kind a class, by the first of it.
    classes: IndexMap<PlainSymbol, Vec<PlainSymbol>>,
    follows: &'static [(&'static str, &'static str)],
}

/// A string that was tried: another one and a letter.
struct Step {
    before: Option<usize>,
    letter: Option<PlainSymbol>,
    column: Column,
    /// Two steps are of one class if and only if they have the same continuations.
    class: usize,
    /// Whether it is the first of its class.
    is_new: bool,
}

/// The strings of a search.
struct Steps<'a> {
    tally: Tally<'a>,
    all: Vec<Step>,
    kernels: HashMap<Kernel, usize>,
    classes: usize,
    /// Items that were made.
    work: usize,
}

impl<'a> Steps<'a> {
    fn new(tally: Tally<'a>) -> Self {
        let mut steps =
            Self { tally, all: Vec::new(), kernels: HashMap::default(), classes: 0, work: 0 };
        let first = steps.tally.first();
        steps.push(None, None, first, &[]);
        steps
    }

    /// The steps that lead to a step, from the first to itself.
    fn path(&self, to: usize) -> Vec<usize> {
        let mut path: Vec<usize> =
            std::iter::successors(Some(to), |&step| self.all[step].before).collect();
        path.reverse();
        path
    }

    fn string(&self, path: &[usize]) -> Vec<PlainSymbol> {
        path.iter().filter_map(|&step| self.all[step].letter).collect()
    }

    fn grow(&mut self, path: &[usize], letter: PlainSymbol) {
        let columns: Vec<&Column> = path.iter().map(|&step| &self.all[step].column).collect();
        let column = self.tally.next(&columns, letter);
        self.push(path.last().copied(), Some(letter), column, path);
    }

    fn push(
        &mut self,
        before: Option<usize>,
        letter: Option<PlainSymbol>,
        column: Column,
        path: &[usize],
    ) {
        self.work += Tally::work(&column);
        let classes: Vec<usize> = path.iter().map(|&step| self.all[step].class).collect();
        let kernel = self.tally.kernel(&column, &classes);
        let class = *self.kernels.entry(kernel).or_insert(self.classes);
        let is_new = class == self.classes;
        self.classes += usize::from(is_new);
        self.all.push(Step { before, letter, column, class, is_new });
    }

    /// From now on only this string is continued.
    fn only(&mut self, step: usize) {
        self.all.truncate(step + 1);
        self.kernels.clear();
    }
}

impl<'a> Search<'a> {
    fn new(
        plain: &'a Plain,
        model: Model<'a>,
        excluded: &BTreeSet<PlainSymbol>,
        follows: &'static [(&'static str, &'static str)],
    ) -> Self {
        let classes = classes(plain, &model, excluded);
        let model = model.restricted(&classes.keys().copied().collect());
        Self { plain, model, classes, follows }
    }

    /// All that the search looks at: equal texts give equal results.
    fn text(&self) -> String {
        let mut text = format!("{:?}\n", self.follows);
        for class in self.classes.values() {
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

    /// What is found, and how many items that took.
    fn run(&self) -> (Option<Found>, usize) {
        let mut steps = Steps::new(Tally::new(self.plain, &self.model));
        let found = self.find(&mut steps);
        (found, steps.work)
    }

    fn find(&self, steps: &mut Steps<'_>) -> Option<Found> {
        let mut is_ambiguous = false;
        let mut at = 0;
        while at < steps.all.len() && steps.work <= MOST {
            let path = steps.path(at);
            let string = steps.string(&path);
            let column = &steps.all[at].column;
            let expected = Tally::expected(column);
            if !is_ambiguous {
                let before = steps.all[at].before.map(|step| &steps.all[step].column);
                if let Some(found) = self.once(&string, before, &expected) {
                    return Some(found);
                }
            }
            if Tally::is_ambiguous(column) {
                if steps.tally.is_whole(column) {
                    return self.two_trees(string);
                }
                if !is_ambiguous {
                    is_ambiguous = true;
                    steps.only(at);
                }
            } else if let Some((first, second)) = self.same_tag(&expected) {
                let what = What::Elements(first, second);
                return Some(Found { string, at: self.model.root(), what });
            }
            let longest = if is_ambiguous { 2 * LONGEST } else { LONGEST };
            if steps.all[at].is_new && path.len() <= longest {
                let mut letters = expected.into_iter();
                while let (true, Some(letter)) = (steps.work <= MOST, letters.next()) {
                    steps.grow(&path, letter);
                }
            }
            at += 1;
        }
        None
    }

    fn two_trees(&self, string: Vec<PlainSymbol>) -> Option<Found> {
        let counts = self.model.counts(&string);
        let (at, trees) = self.model.two_trees(&counts, &string)?;
        Some(Found { string, at, what: What::Trees(trees) })
    }

    /// A token that was expected before the last one, and is not any more, though it may follow it in
    /// every document.
    fn once(
        &self,
        string: &[PlainSymbol],
        before: Option<&Column>,
        expected: &BTreeSet<PlainSymbol>,
    ) -> Option<Found> {
        let (last, earlier) = string.split_last()?;
        let named = |letter: PlainSymbol, name: &str| {
            matches!(letter, PlainSymbol::Terminal(_)) && self.plain.spelling(letter) == name
        };
        let holds =
            |class: &PlainSymbol, name: &str| self.classes[class].iter().any(|&l| named(l, name));
        let (first, token) = self.follows.iter().find(|(first, then)| {
            holds(last, first)
                && before.map(Tally::expected).iter().flatten().any(|class| holds(class, then))
                && !expected.iter().any(|class| holds(class, then))
        })?;
        let last = self.classes[last].iter().copied().find(|&letter| named(letter, first));
        let string: Vec<PlainSymbol> = earlier.iter().copied().chain(last).collect();
        Some(Found { string, at: self.model.root(), what: What::Once(token) })
    }

    /// Two elements among those expected that one physical tag could be.
    fn same_tag(&self, expected: &BTreeSet<PlainSymbol>) -> Option<(usize, usize)> {
        let mut tags = BTreeMap::new();
        for letter in expected.iter().flat_map(|class| &self.classes[class]) {
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
) -> IndexMap<PlainSymbol, Vec<PlainSymbol>> {
    let mut places: BTreeMap<PlainSymbol, Vec<Around>> = BTreeMap::new();
    let mut sequences = Sequences::default();
    for rule in model.nonterminals().flat_map(|number| model.rules_of(number)) {
        for (letter, around) in sequences.places(plain, *rule) {
            places.entry(letter).or_default().push(around);
        }
    }
    let mut classes: IndexMap<Vec<Around>, Vec<PlainSymbol>> = IndexMap::default();
    for letter in model.letters().into_iter().filter(|letter| !excluded.contains(letter)) {
        let mut around = places.remove(&letter).unwrap_or_default();
        around.sort_unstable();
        classes.entry(around).or_default().push(letter);
    }
    classes.into_values().map(|class| (class[0], class)).collect()
}
