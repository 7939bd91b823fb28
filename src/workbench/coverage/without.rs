//! Variants of a grammar, each without one of its lines.

use crate::base::Place;
use crate::grammar::ast::{At, Atom, Content, File, Items, Operand, Statement};
use crate::grammar::print;
use crate::grammar::schema::Head;
use std::sync::Arc;

/// A grammar without one of its parts.
#[derive(Clone, Debug)]
pub struct Deletion {
    whole: Arc<File>,
    /// The number of the statement.
    at: usize,
    /// The replacement of the statement, if there is one.
    instead: Option<Statement>,
    /// The span of the removed part.
    pub place: Place,
    /// The text of the removed part.
    pub what: String,
    /// True if the part was an item that a list subtracts.
    pub(super) subtracts: bool,
}

impl Deletion {
    /// Returns the rest of the grammar.
    #[must_use]
    pub fn rest(&self) -> File {
        let mut rest = (*self.whole).clone();
        match &self.instead {
            Some(statement) => rest.statements[self.at].value = statement.clone(),
            None => drop(rest.statements.remove(self.at)),
        }
        rest
    }
}

/// Returns the deletion of each rule, exclusion, wish and remedy; with `parts` also those of the
/// items in their lists.
#[must_use]
pub fn deletions(file: &File, parts: bool) -> Vec<Deletion> {
    let whole = Arc::new(file.clone());
    let of_statement = |(at, statement): (usize, &At<Statement>)| {
        let (value, place) = (&statement.value, statement.place);
        let text = print::statement(value);
        let line = is_line(value).then(|| (place, text.clone(), None));
        let exceptions = without_exception(value).into_iter().map(instead);
        let parts = if parts { without_part(value) } else { Vec::new() };
        let parts = parts
            .into_iter()
            .map(instead)
            .map(|(place, what, rest)| (place, format!("{what} of {text}"), rest));
        let all = line.into_iter().chain(exceptions).chain(parts);
        let made = all.map(|(place, what, instead)| {
            let subtracts = takes_away(value, place);
            Deletion { whole: whole.clone(), at, instead, place, what, subtracts }
        });
        made.collect::<Vec<_>>()
    };
    file.statements.iter().enumerate().flat_map(of_statement).collect()
}

/// Converts a variant to a replacement of its statement.
fn instead((place, what, statement): Variant) -> (Place, String, Option<Statement>) {
    (place, what, Some(statement))
}

/// Reports whether the item at a span is one that the list of a remedy or a wish subtracts.
fn takes_away(statement: &Statement, place: Place) -> bool {
    let items = match statement {
        Statement::Remedy { rejected, .. } => Some(&rejected.left),
        Statement::Fact(fact) if fact.row().head == Head::Wish => fact.items("tags"),
        _ => None,
    };
    let is_it = |(adds, item): &(bool, At<_>)| !adds && item.place == place;
    items.is_some_and(|items| items.terms.iter().any(is_it))
}

/// Reports whether a statement can be deleted: one that affects repairs or contents. Excluded are
/// sets, which only name things, and statements about repairs. For each of the latter,
/// `tests/parsing/conforming.rs` has a document.
fn is_line(statement: &Statement) -> bool {
    match statement {
        Statement::Set { .. } => false,
        Statement::Fact(fact) => !matches!(
            fact.row().head,
            Head::Start
                | Head::Tokenizer
                | Head::Use
                | Head::Mode
                | Head::Namespace
                | Head::Omissible
                | Head::Attributes
                | Head::Allow
        ),
        _ => true,
    }
}

type Variant = (Place, String, Statement);

/// Returns the variants of a rule without one of its `excluding` and `including` lines.
fn without_exception(statement: &Statement) -> Vec<Variant> {
    let mut variants = Vec::new();
    loop {
        let mut smaller = statement.clone();
        let Statement::Rule { content, .. } = &mut smaller else { return variants };
        let mut number = variants.len();
        let Some((place, what)) = take_exception(content, &mut number) else { return variants };
        variants.push((place, what, smaller));
    }
}

/// Removes the exception with a number from a content and its groups.
fn take_exception(content: &mut Content, number: &mut usize) -> Option<(Place, String)> {
    if *number < content.exceptions.len() {
        let exception = content.exceptions.remove(*number);
        return Some((exception.place, print::exception(&exception.value)));
    }
    *number -= content.exceptions.len();
    let factors = content.alternatives.iter_mut().flat_map(|alternative| &mut alternative.factors);
    let mut groups = factors.filter_map(|factor| match &mut factor.value.atom {
        Atom::Group(content) => Some(content),
        _ => None,
    });
    groups.find_map(|group| take_exception(group, number))
}

/// Returns the variants of a remedy or a wish without one of its items.
fn without_part(statement: &Statement) -> Vec<Variant> {
    let mut variants = Vec::new();
    match statement {
        Statement::Remedy { rejected, remedies } => {
            for at in several(&rejected.left) {
                let mut smaller = statement.clone();
                let Statement::Remedy { rejected, .. } = &mut smaller else { continue };
                let (place, what) = take_item(&mut rejected.left, at);
                variants.push((place, what, smaller));
            }
            for at in (0..remedies.len()).filter(|_| remedies.len() > 1) {
                let mut smaller = statement.clone();
                let Statement::Remedy { remedies, .. } = &mut smaller else { continue };
                let remedy = remedies.remove(at);
                variants.push((remedy.place, print::remedy(&remedy.value), smaller));
            }
        }
        Statement::Fact(fact) if fact.row().head == Head::Wish => {
            let Some(tags) = fact.items("tags") else { return variants };
            for at in several(tags) {
                let mut fewer = tags.clone();
                let (place, what) = take_item(&mut fewer, at);
                variants.push((place, what, fact.with("tags", Operand::Items(fewer))));
            }
        }
        _ => {}
    }
    variants
}

/// Returns the indices of the items that can be removed. A list is never empty, and begins with an
/// item that it adds.
fn several(items: &Items) -> impl Iterator<Item = usize> {
    let begins = |at: &usize| *at > 0 || items.terms.get(1).is_some_and(|(adds, _)| *adds);
    (0..items.terms.len()).filter(begins).collect::<Vec<_>>().into_iter()
}

fn take_item(items: &mut Items, at: usize) -> (Place, String) {
    let (_, item) = items.terms.remove(at);
    (item.place, print::item(&item.value))
}
