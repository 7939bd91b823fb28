//! The line of the grammar that decides a difference: the one without which our tree is the peer's.
//!
//! Each line, exclusion and item of the grammar is removed in turn, and the rest parses all
//! documents. If no removal gives the peer's tree, the line decides whose removal changes the tree
//! where it first differs.

use super::dump::{Kind, comparable, first_difference};
use crate::ablation;
use crate::suite::{Input, Parsers};
use std::collections::HashSet;
use wishful::grammar::ast::{Atom, Content, File, FileSpan, Item, Items, Statement};
use wishful::grammar::load::{Sources, load};
use wishful::grammar::{FileSystem, entry::merged_file, print};
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
    /// The number of a set or rule, and the statement without an item.
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

/// Collects the items of sets and the symbols of rules, which `deletions` leaves out.
fn members(file: &File) -> Vec<Removal> {
    let mut removals = Vec::new();
    for (at, statement) in file.statements.iter().enumerate() {
        for number in 0.. {
            let mut smaller = statement.value.clone();
            let (name, taken) = match &mut smaller {
                Statement::Set { name, items } => (name.value.clone(), take_term(items, number)),
                Statement::Rule { left, content } => {
                    let names: Vec<_> =
                        left.items.iter().map(|one| print::item(&one.value)).collect();
                    (names.join(" "), take_symbol(content, &mut { number }))
                }
                _ => break,
            };
            let Some((place, what)) = taken else { break };
            let tag = what.strip_prefix('<').and_then(|tag| tag.strip_suffix('>'));
            let tag = tag.map(str::to_owned);
            let what = format!("{what} of {name}");
            removals.push(Removal { rest: Rest::Member(at, smaller), place, what, tag });
        }
    }
    removals
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

/// The removals of a grammar.
pub(crate) struct Grammar {
    sources: Sources,
    file: File,
    removals: Vec<Removal>,
}

impl Grammar {
    pub(crate) fn load(name: &str) -> Self {
        let (sources, _) = load(name, &FileSystem);
        let file = merged_file(&sources);
        let mut removals: Vec<Removal> = deletions(&file, true)
            .into_iter()
            .map(|deletion| Removal {
                place: deletion.place,
                what: deletion.what.clone(),
                tag: None,
                rest: Rest::Deletion(deletion),
            })
            .collect();
        removals.extend(members(&file));
        Self { sources, file, removals }
    }

    /// Finds the deciding line of each question.
    pub(crate) fn decide(&self, questions: &[Question], whole: &Parsers) -> Vec<Option<Decision>> {
        let mut best: Vec<Option<((Effect, bool, bool, usize), usize)>> =
            vec![None; questions.len()];
        let fired: Vec<HashSet<FileSpan>> =
            questions.iter().map(|one| whole.fired(&one.input).unwrap_or_default()).collect();
        for (number, removal) in self.removals.iter().enumerate() {
            let Ok(parsers) = ablation::parsers(&removal.rest(&self.file)) else { continue };
            for (at, question) in questions.iter().enumerate() {
                let Some(effect) = effect(&parsers, question) else { continue };
                // A grammar without a tag that the document lacks may differ by accident.
                let has_tag = removal.tag.as_ref().is_none_or(|tag| question.has_tag(tag));
                if effect == Effect::ChangesLine && !has_tag {
                    continue;
                }
                let has_fired = fired[at].iter().any(|place| overlap(*place, removal.place));
                let is_member = matches!(removal.rest, Rest::Member(..));
                let length = removal.place.span.range().len();
                let key = (effect, !has_fired, is_member, length);
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
        let file = self.sources.files.get(place.file);
        let line = file.line(file.position(place.span.start).line);
        Decision {
            gives_theirs: effect == Effect::GivesTheirs,
            file: file.name().to_owned(),
            line: line.trim().to_owned(),
            part: what.split_whitespace().collect::<Vec<_>>().join(" "),
        }
    }
}

fn overlap(a: FileSpan, b: FileSpan) -> bool {
    a.file == b.file && a.span.start < b.span.end && b.span.start < a.span.end
}

/// Returns the effect of a removal, if it has one that matters here.
fn effect(parsers: &Parsers, Question { input, ours, theirs, kind }: &Question) -> Option<Effect> {
    let tree = comparable(&parsers.tree(input).ok()?);
    if tree == *ours {
        return None;
    }
    if tree == *theirs {
        return Some(Effect::GivesTheirs);
    }
    let at = first_difference(ours, theirs);
    if first_difference(ours, &tree) != at {
        return None;
    }
    let is_theirs = tree.lines().nth(at) == theirs.lines().nth(at);
    if is_theirs {
        return Some(Effect::GivesTheirLine);
    }
    // Without the line that reads a text, the text is elsewhere; but the characters in it come from
    // the tokenizer.
    let is_lexical = matches!(kind, Kind::Attributes | Kind::Comment | Kind::Doctype | Kind::Text);
    (!is_lexical).then_some(Effect::ChangesLine)
}
