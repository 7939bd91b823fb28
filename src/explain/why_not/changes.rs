//! Changes that remove an obstacle: functions from a statement to the changed statement.
//!
//! Each change is the smallest that the language can express: one guard, one element after
//! `unless`, one token on the left.

use crate::earley::TerminalId;
use crate::grammar::ast::{
    At, Atom, Content, Element, Exception, Fact, FileSpan, Item, Items, Operand, Rejected, Remedy,
    Statement,
};
use crate::grammar::schema::Head;
use crate::grammar::{ElementId, Grammar, TerminalKind};

/// Returns the item that denotes a terminal.
pub(super) fn item_of(grammar: &Grammar, terminal: TerminalId) -> Item {
    match grammar.terminal_kind(terminal) {
        TerminalKind::Start(element) => Item::Start(element_of(grammar, element)),
        TerminalKind::End(element) => {
            Item::End(Element { attribute: None, ..element_of(grammar, element) })
        }
        _ => Item::Terminal(grammar.spelling(terminal).to_owned()),
    }
}

/// Returns an element as written in a list.
pub(super) fn element_of(grammar: &Grammar, element: ElementId) -> Element {
    let info = grammar.element(element);
    Element {
        namespace: info.namespace.as_deref().map(Into::into),
        name: info.name.as_deref().map(Into::into),
        attribute: info.test.clone(),
    }
}

/// Returns a remedy line with an edited left side.
fn with_rejected(statement: &Statement, edit: impl FnOnce(&mut Rejected)) -> Option<Statement> {
    let mut changed = statement.clone();
    let Statement::Remedy { rejected, .. } = &mut changed else { return None };
    edit(rejected);
    if changed != *statement { Some(changed) } else { None }
}

/// Removes one guard from a remedy line.
pub(super) fn without_guard(statement: &Statement, name: &str, negated: bool) -> Option<Statement> {
    with_rejected(statement, |rejected| {
        rejected.guards.retain(|guard| guard.name.value != name || guard.negated != negated);
    })
}

/// Extends a remedy line for excluded tokens to all tokens.
pub(super) fn without_excluded(statement: &Statement) -> Option<Statement> {
    with_rejected(statement, |rejected| rejected.excluded = false)
}

/// Removes the `in` of a remedy line.
pub(super) fn without_within(statement: &Statement) -> Option<Statement> {
    with_rejected(statement, |rejected| rejected.within = None)
}

/// Removes the `where` of a remedy line.
pub(super) fn without_wherever(statement: &Statement) -> Option<Statement> {
    with_rejected(statement, |rejected| rejected.wherever = None)
}

/// Removes a token from the left side of a remedy line. Returns `Some(None)` if no other token is
/// left.
pub(super) fn without_token(statement: &Statement, token: &Item) -> Option<Option<Statement>> {
    let Statement::Remedy { rejected, .. } = statement else { return None };
    match fewer(&rejected.left, std::slice::from_ref(token)) {
        None => Some(None),
        Some(left) => Some(Some(with_rejected(statement, |rejected| rejected.left = left)?)),
    }
}

/// Removes these elements from the scope of the remedy at `at`, so that they do not block it any
/// more.
pub(super) fn sparing(statement: &Statement, at: FileSpan, elements: &[Item]) -> Option<Statement> {
    let mut changed = statement.clone();
    let Statement::Remedy { remedies, .. } = &mut changed else { return None };
    let remedy = remedies.iter_mut().find(|remedy| remedy.place == at)?;
    match &mut remedy.value {
        Remedy::Close(_, Some(scope)) | Remedy::Adopt(scope) | Remedy::Unlink(scope) => {
            let items = less(&Items::one(At { value: scope.clone(), place: at }), elements);
            *scope = Item::Braces { namespace: None, items };
        }
        _ => return None,
    }
    Some(changed)
}

/// Removes these elements from the `unless` of a wish, so that it may close them.
pub(super) fn wish_sparing(fact: &Fact, elements: &[Item]) -> Option<Statement> {
    let unless = less(fact.items("unless")?, elements);
    Some(fact.with("unless", Operand::Items(unless)))
}

/// Adds a token to the `for` of a wish.
pub(super) fn wish_for(fact: &Fact, token: &Item) -> Option<Statement> {
    let mut purpose = uncounted(fact.items("for")?);
    purpose.terms.push((true, At { value: token.clone(), place: purpose.place }));
    Some(fact.with("for", Operand::Items(purpose)))
}

/// Removes a token from the exclusion at `at` in a rule.
pub(super) fn without_exclusion(
    statement: &Statement,
    at: FileSpan,
    token: &Item,
) -> Option<Statement> {
    let mut changed = statement.clone();
    let Statement::Rule { content, .. } = &mut changed else { return None };
    let exceptions = exceptions_with(content, at)?;
    let index = exceptions.iter().position(|exception| exception.place == at)?;
    match fewer(&exceptions[index].value.items, std::slice::from_ref(token)) {
        Some(items) => exceptions[index].value.items = items,
        None => drop(exceptions.remove(index)),
    }
    Some(changed)
}

/// Returns the list of exceptions that contains the one at `at`: that of a content, or of a group
/// in it.
fn exceptions_with(content: &mut Content, at: FileSpan) -> Option<&mut Vec<At<Exception>>> {
    if content.exceptions.iter().any(|exception| exception.place == at) {
        return Some(&mut content.exceptions);
    }
    for alternative in &mut content.alternatives {
        for factor in &mut alternative.factors {
            if let Atom::Group(group) | Atom::Foster(_, group) = &mut factor.value.atom
                && let Some(found) = exceptions_with(group, at)
            {
                return Some(found);
            }
        }
    }
    None
}

/// Includes a token anywhere in the content of a rule.
pub(super) fn including(statement: &Statement, token: &Item) -> Option<Statement> {
    let mut changed = statement.clone();
    let Statement::Rule { content, .. } = &mut changed else { return None };
    let place = content.place;
    let items = Items::one(At { value: token.clone(), place });
    let none = (None, None, None, None);
    let (guard, within, until, label) = none;
    let value = Exception { excludes: false, guard, items, within, until, label };
    content.exceptions.push(At { value, place });
    Some(changed)
}

/// Returns a new line that inserts these tags for a token.
pub(super) fn inserting(token: &Item, tags: Vec<Item>, place: FileSpan) -> Statement {
    let left = Items::one(At { value: token.clone(), place });
    let rejected =
        Rejected { left, guards: Vec::new(), excluded: false, within: None, wherever: None };
    let remedies = tags.into_iter().map(|tag| At { value: Remedy::Insert(tag), place });
    Statement::Remedy { rejected, remedies: remedies.collect() }
}

/// Removes an end tag from those that clear a latch.
pub(super) fn without_clearing(statement: &Statement, tag: &Item) -> Option<Statement> {
    let fact = statement.fact(Head::Latch)?;
    Some(match fewer(fact.items("clear")?, std::slice::from_ref(tag)) {
        Some(clears) => fact.with("clear", Operand::Items(clears)),
        None => fact.without("clear"),
    })
}

/// Removes some items from a list; `None` if nothing is left.
fn fewer(items: &Items, gone: &[Item]) -> Option<Items> {
    let mut rest = uncounted(items);
    rest.terms.retain(|(adds, item)| !adds || !gone.contains(&item.value));
    let (starts_with_added, _) = rest.terms.first()?;
    if !starts_with_added {
        return None;
    }
    // A set in the list may contain the items, too, and so does `<x>`, which also denotes `<x
    // a=v>`.
    for (_, item) in &rest.terms {
        if !matches!(item.value, Item::End(_) | Item::Terminal(_)) {
            return Some(less(&rest, gone));
        }
    }
    Some(rest)
}

/// Subtracts some items from a list.
fn less(items: &Items, gone: &[Item]) -> Items {
    let mut less = uncounted(items);
    for item in gone {
        less.terms.push((false, At { value: item.clone(), place: items.place }));
    }
    less
}

fn uncounted(items: &Items) -> Items {
    Items { count: None, ..items.clone() }
}
