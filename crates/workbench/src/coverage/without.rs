//! Variants of a grammar, each without one of its lines.

use std::sync::Arc;
use wishful::base::FileSpan;
use wishful::grammar::ast::{At, Atom, Content, File, Items, Operand, Statement};
use wishful::grammar::print;
use wishful::grammar::schema::Head;
use wishful::grammar::statements::{Change, StatementId, Statements};

/// A grammar without one of its parts.
#[derive(Clone, Debug)]
pub struct Deletion {
    whole: Arc<Statements>,
    /// The change that removes the part.
    pub(super) change: Change,
    /// The span of the removed part.
    pub place: FileSpan,
    /// The text of the removed part.
    pub what: String,
    /// True if the part was an item that a list subtracts.
    pub(super) subtracts: bool,
}

impl Deletion {
    /// Returns the rest of the grammar.
    #[must_use]
    pub fn rest(&self) -> File {
        self.whole.changed(&self.change).file()
    }
}

/// Returns the deletion of each rule, exclusion, wish and remedy; with `parts` also those of the
/// items in their lists.
#[must_use]
pub fn deletions(whole: &Arc<Statements>, parts: bool) -> Vec<Deletion> {
    let mut deletions = Vec::new();
    for (number, At { value, place }) in whole.in_force().iter().enumerate() {
        let (id, place) = (StatementId::new(number), *place);
        let text = print::statement(value);
        let mut removals = Vec::new();
        if is_line(value) {
            removals.push((place, text.clone(), None));
        }
        for (place, what, rest) in without_exception(value) {
            removals.push((place, what, Some(rest)));
        }
        if parts {
            for (place, what, rest) in without_part(value) {
                removals.push((place, format!("{what} of {text}"), Some(rest)));
            }
        }
        for (place, what, instead) in removals {
            let subtracts = takes_away(value, place);
            let change = match instead {
                Some(statement) => Change::Replaced(id, statement),
                None => Change::Without(id),
            };
            deletions.push(Deletion { whole: whole.clone(), change, place, what, subtracts });
        }
    }
    deletions
}

/// Reports whether the item at a span is one that the list of a remedy or a wish subtracts.
fn takes_away(statement: &Statement, place: FileSpan) -> bool {
    let items = match statement {
        Statement::Remedy { rejected, .. } => &rejected.left,
        Statement::Fact(fact) if fact.row().head == Head::Wish => match fact.items("tags") {
            Some(items) => items,
            None => return false,
        },
        _ => return false,
    };
    items.terms.iter().any(|(adds, item)| !adds && item.place == place)
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

type Variant = (FileSpan, String, Statement);

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
fn take_exception(content: &mut Content, number: &mut usize) -> Option<(FileSpan, String)> {
    if *number < content.exceptions.len() {
        let exception = content.exceptions.remove(*number);
        return Some((exception.place, print::exception(&exception.value)));
    }
    *number -= content.exceptions.len();
    for alternative in &mut content.alternatives {
        for factor in &mut alternative.factors {
            if let Atom::Group(group) | Atom::Foster(_, group) = &mut factor.value.atom
                && let Some(taken) = take_exception(group, number)
            {
                return Some(taken);
            }
        }
    }
    None
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
            let removable = if remedies.len() > 1 { remedies.len() } else { 0 };
            for at in 0..removable {
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
    let starts_with_added = matches!(items.terms.get(1), Some((true, _)));
    usize::from(!starts_with_added)..items.terms.len()
}

fn take_item(items: &mut Items, at: usize) -> (FileSpan, String) {
    let (_, item) = items.terms.remove(at);
    (item.place, print::item(&item.value))
}
