//! The line of the grammar that decides a difference: the one without which our tree is the peer's.
//!
//! Each line, exclusion and item of the grammar is removed in turn, and the rest parses all
//! documents. If no removal gives the peer's tree, the line decides whose removal changes the tree
//! where it first differs. Of several, the one decides whose removal changes the fewest documents.

use super::dump::{Kind, comparable, first_difference};
use crate::ablation;
use crate::suite::{Input, Parsers};
use wishful::grammar::ast::{Atom, Content, File, FileSpan, Item, Items, Operand, Statement};
use wishful::grammar::{Grammar, print};
use wishful_workbench::coverage::{Deletion, deletions};

/// A question: a document, our tree and the peer's.
pub(crate) struct Question {
    pub(crate) input: Input,
    pub(crate) ours: String,
    pub(crate) theirs: String,
    pub(crate) kind: Kind,
}

impl Question {
    /// Reports whether the document has a tag of this name.
    fn has_tag(&self, name: &str) -> bool {
        let text = self.input.text.to_lowercase();
        text.contains(&format!("<{name}")) || text.contains(&format!("</{name}"))
    }
}

/// The line that decides.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Decision {
    /// True if our tree is the peer's without the line.
    pub(crate) gives_theirs: bool,
    /// The file of the grammar.
    pub(crate) file: String,
    /// The text of the line in the file.
    pub(crate) line: String,
    /// The part of the line, or the statement that it begins.
    pub(crate) part: String,
}

/// The effect of a removal on a document, the most telling first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Effect {
    GivesTheirs,
    /// The first line that differs becomes the peer's.
    GivesTheirLine,
    /// That line becomes another one.
    ChangesLine,
}

/// A part of the grammar that can be removed.
struct Removal {
    rest: Rest,
    place: FileSpan,
    what: String,
    /// The name of the tag, if the part is one.
    tag: Option<String>,
}

enum Rest {
    Deletion(Deletion),
    /// The number of a statement, and the statement without an item.
    Member(usize, Statement),
}

impl Removal {
    fn rest(&self, file: &File) -> File {
        match &self.rest {
            Rest::Deletion(deletion) => deletion.rest(),
            Rest::Member(at, smaller) => {
                let mut rest = file.clone();
                rest.statements[*at].value = smaller.clone();
                rest
            }
        }
    }
}

/// Collects the items of sets and facts and the symbols of rules, which `deletions` leaves out.
fn members(file: &File) -> Vec<Removal> {
    let mut removals = Vec::new();
    for (at, statement) in file.statements.iter().enumerate() {
        for number in 0.. {
            let mut smaller = statement.value.clone();
            let Some((place, what)) = take(&mut smaller, number) else { break };
            let tag = what.strip_prefix('<').and_then(|tag| tag.strip_suffix('>'));
            let tag = tag.map(str::to_owned);
            let what = format!("{what} of {}", name(&statement.value));
            removals.push(Removal { rest: Rest::Member(at, smaller), place, what, tag });
        }
    }
    removals
}

/// Returns the name of a set, the left side of a rule, or the first words of a fact.
fn name(statement: &Statement) -> String {
    match statement {
        Statement::Set { name, .. } => name.value.clone(),
        Statement::Rule { left, .. } => {
            let names: Vec<_> = left.items.iter().map(|item| print::item(&item.value)).collect();
            names.join(" ")
        }
        Statement::Fact(fact) => fact.row().words.to_owned(),
        _ => "a statement".to_owned(),
    }
}

/// Removes the item or symbol with a number from a statement.
fn take(statement: &mut Statement, mut number: usize) -> Option<(FileSpan, String)> {
    match statement {
        Statement::Set { items, .. } => take_term(items, number),
        Statement::Rule { content, .. } => take_symbol(content, &mut number),
        Statement::Fact(fact) => {
            for slot in fact.row().slots {
                let Some(items) = fact.items(slot.name) else { continue };
                let mut fewer = items.clone();
                if let Some(taken) = take_term(&mut fewer, number) {
                    *statement = fact.with(slot.name, Operand::Items(fewer));
                    return Some(taken);
                }
                number -= items.terms.len();
            }
            None
        }
        _ => None,
    }
}

/// Removes the term with a number from a list.
fn take_term(items: &mut Items, number: usize) -> Option<(FileSpan, String)> {
    if number >= items.terms.len() {
        return None;
    }
    let (_, item) = items.terms.remove(number);
    items.count = None;
    Some((item.place, print::item(&item.value)))
}

/// Removes the symbol with a number from a content: an alternative, or an item in braces.
fn take_symbol(content: &mut Content, number: &mut usize) -> Option<(FileSpan, String)> {
    let alternatives = &mut content.alternatives;
    if alternatives.len() > 1 {
        if *number < alternatives.len() {
            let taken = alternatives.remove(*number);
            let first = taken.factors.first().map_or(content.place, |factor| factor.place);
            return Some((first, "an alternative".to_owned()));
        }
        *number -= alternatives.len();
    }
    for alternative in alternatives {
        for factor in &mut alternative.factors {
            match &mut factor.value.atom {
                Atom::Item(Item::Braces { items, .. }) => {
                    if let Some(taken) = take_term(items, *number) {
                        return Some(taken);
                    }
                    *number -= items.terms.len();
                }
                Atom::Item(_) => {}
                Atom::Group(group) | Atom::Foster(_, group) => {
                    if let Some(taken) = take_symbol(group, number) {
                        return Some(taken);
                    }
                }
            }
        }
    }
    None
}

/// The parts of a grammar that can be removed.
pub(crate) struct RemovableParts {
    grammar: Grammar,
    file: File,
    removals: Vec<Removal>,
}

/// The effect of a removal, the number of trees that it changes, and the length of the part.
type Rank = (Effect, usize, usize);

impl RemovableParts {
    pub(crate) fn load(name: &str) -> Self {
        let grammar = Grammar::load(name).expect("a shipped grammar loads");
        let file = grammar.statements().file();
        let mut removals: Vec<Removal> = deletions(grammar.statements(), true)
            .into_iter()
            .map(|deletion| Removal {
                place: deletion.place,
                what: deletion.what.clone(),
                tag: None,
                rest: Rest::Deletion(deletion),
            })
            .collect();
        removals.extend(members(&file));
        Self { grammar, file, removals }
    }

    /// Finds the deciding line of each question.
    pub(crate) fn decide(&self, questions: &[Question]) -> Vec<Option<Decision>> {
        let mut best: Vec<Option<(Rank, usize)>> = vec![None; questions.len()];
        for (number, removal) in self.removals.iter().enumerate() {
            let Ok(parsers) = ablation::parsers(&removal.rest(&self.file)) else { continue };
            let trees: Vec<_> = questions.iter().map(|one| tree(&parsers, &one.input)).collect();
            let pairs = || questions.iter().zip(&trees);
            let changed = pairs().filter(|(one, tree)| tree.as_ref() != Some(&one.ours)).count();
            let length = removal.place.span.range().len();
            for (at, (question, tree)) in pairs().enumerate() {
                let effect = tree.as_ref().and_then(|tree| effect(tree, question));
                let Some(effect) = effect else { continue };
                // A grammar without a tag that the document lacks may differ by accident.
                let has_tag = removal.tag.as_ref().is_none_or(|tag| question.has_tag(tag));
                if effect == Effect::ChangesLine && !has_tag {
                    continue;
                }
                let key = (effect, changed, length);
                if best[at].is_none_or(|(least, _)| key < least) {
                    best[at] = Some((key, number));
                }
            }
        }
        best.into_iter()
            .map(|best| best.map(|((effect, ..), number)| self.decision(effect, number)))
            .collect()
    }

    fn decision(&self, effect: Effect, number: usize) -> Decision {
        let Removal { place, what, .. } = &self.removals[number];
        let file = self.grammar.files().get(place.file);
        let line = file.line(file.position(place.span.start).line);
        Decision {
            gives_theirs: effect == Effect::GivesTheirs,
            file: file.name().to_owned(),
            line: line.trim().to_owned(),
            part: what.split_whitespace().collect::<Vec<_>>().join(" "),
        }
    }
}

/// Returns the effect of a removal by the tree without it, if the effect matters here.
fn effect(tree: &str, Question { ours, theirs, kind, .. }: &Question) -> Option<Effect> {
    if tree == ours {
        return None;
    }
    if tree == theirs {
        return Some(Effect::GivesTheirs);
    }
    let at = first_difference(ours, theirs);
    if first_difference(ours, tree) != at {
        return None;
    }
    if tree.lines().nth(at) == theirs.lines().nth(at) {
        return Some(Effect::GivesTheirLine);
    }
    // Without the line that reads a text, the text is elsewhere; but the characters in it come from
    // the tokenizer.
    let is_lexical = matches!(kind, Kind::Attributes | Kind::Comment | Kind::Doctype | Kind::Text);
    (!is_lexical).then_some(Effect::ChangesLine)
}

fn tree(parsers: &Parsers, input: &Input) -> Option<String> {
    Some(comparable(&parsers.tree(input).ok()?))
}
