//! The changes by which an obstacle goes: a statement in, the statement without it out.
//!
//! Each is the smallest that can be said: one guard, one element after `unless`, one token on the left.

use crate::earley::TerminalId;
use crate::grammar::ast::{
    At, Atom, Content, Element, Exception, Fact, Item, Items, Operand, Place, Rejected, Remedy,
    Statement,
};
use crate::grammar::schema::Head;
use crate::grammar::{ElementId, Grammar, TerminalKind};

/// The item that a terminal is written as.
pub(super) fn item_of(grammar: &Grammar, terminal: TerminalId) -> Item {
    match grammar.terminal_kind(terminal) {
        TerminalKind::Start(element) => Item::Start(element_of(grammar, element)),
        TerminalKind::End(element) => {
            Item::End(Element { attribute: None, ..element_of(grammar, element) })
        }
        _ => Item::Terminal(grammar.spelling(terminal).to_owned()),
    }
}

/// An element as it is written in a list.
pub(super) fn element_of(grammar: &Grammar, element: ElementId) -> Element {
    let info = grammar.element(element);
    Element {
        namespace: info.namespace.as_deref().map(Into::into),
        name: info.name.as_deref().map(Into::into),
        attribute: info.test.clone(),
    }
}

/// A remedy line with another left side.
fn with_rejected(statement: &Statement, edit: impl FnOnce(&mut Rejected)) -> Option<Statement> {
    let mut changed = statement.clone();
    let Statement::Remedy { rejected, .. } = &mut changed else { return None };
    edit(rejected);
    (changed != *statement).then_some(changed)
}

/// Without one of its guards.
pub(super) fn without_guard(statement: &Statement, name: &str, negated: bool) -> Option<Statement> {
    with_rejected(statement, |rejected| {
        rejected.guards.retain(|guard| guard.name.value != name || guard.negated != negated);
    })
}

/// For what no exclusion forbids, too.
pub(super) fn without_excluded(statement: &Statement) -> Option<Statement> {
    with_rejected(statement, |rejected| rejected.excluded = false)
}

/// Without its `in`.
pub(super) fn without_within(statement: &Statement) -> Option<Statement> {
    with_rejected(statement, |rejected| rejected.within = None)
}

/// Without its `where`.
pub(super) fn without_wherever(statement: &Statement) -> Option<Statement> {
    with_rejected(statement, |rejected| rejected.wherever = None)
}

/// A remedy line that does not name a token; if it named no other, none is left.
pub(super) fn without_token(statement: &Statement, token: &Item) -> Option<Option<Statement>> {
    let Statement::Remedy { rejected, .. } = statement else { return None };
    match fewer(&rejected.left, std::slice::from_ref(token)) {
        None => Some(None),
        Some(left) => with_rejected(statement, |rejected| rejected.left = left).map(Some),
    }
}

/// A remedy line whose remedy at a place is not kept from its work by these elements.
pub(super) fn sparing(statement: &Statement, at: Place, elements: &[Item]) -> Option<Statement> {
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

/// A wish that is not kept from closing these elements.
pub(super) fn wish_sparing(fact: &Fact, elements: &[Item]) -> Option<Statement> {
    let unless = less(fact.items("unless")?, elements);
    Some(fact.with("unless", Operand::Items(unless)))
}

/// A wish that is for the sake of a token, too.
pub(super) fn wish_for(fact: &Fact, token: &Item) -> Option<Statement> {
    let mut purpose = uncounted(fact.items("for")?);
    purpose.terms.push((true, At { value: token.clone(), place: purpose.place }));
    Some(fact.with("for", Operand::Items(purpose)))
}

/// A rule of which the exclusion at a place does not forbid a token.
pub(super) fn without_exclusion(
    statement: &Statement,
    at: Place,
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

/// The exceptions among which the one at a place is: those of a content, or of a group in it.
fn exceptions_with(content: &mut Content, at: Place) -> Option<&mut Vec<At<Exception>>> {
    if content.exceptions.iter().any(|exception| exception.place == at) {
        return Some(&mut content.exceptions);
    }
    let factors = content.alternatives.iter_mut().flat_map(|alternative| &mut alternative.factors);
    let mut groups = factors.filter_map(|factor| match &mut factor.value.atom {
        Atom::Group(content) | Atom::Foster(_, content) => Some(content),
        Atom::Item(_) => None,
    });
    groups.find_map(|group| exceptions_with(group, at))
}

/// A rule in whose content a token may stand anywhere.
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

/// A line that inserts these tags for a token.
pub(super) fn inserting(token: &Item, tags: Vec<Item>, place: Place) -> Statement {
    let left = Items::one(At { value: token.clone(), place });
    let rejected =
        Rejected { left, guards: Vec::new(), excluded: false, within: None, wherever: None };
    let remedy = |tag| At { value: Remedy::Insert(tag), place };
    Statement::Remedy { rejected, remedies: tags.into_iter().map(remedy).collect() }
}

/// A latch that an end tag does not turn off.
pub(super) fn without_clearing(statement: &Statement, tag: &Item) -> Option<Statement> {
    let fact = statement.fact(Head::Latch)?;
    Some(match fewer(fact.items("clear")?, std::slice::from_ref(tag)) {
        Some(clears) => fact.with("clear", Operand::Items(clears)),
        None => fact.without("clear"),
    })
}

/// A list without some items; none if it would be empty.
fn fewer(items: &Items, gone: &[Item]) -> Option<Items> {
    let adds = |(adds, item): &(bool, At<Item>)| !adds || !gone.contains(&item.value);
    let kept = Items {
        terms: items.terms.iter().filter(|term| adds(term)).cloned().collect(),
        ..uncounted(items)
    };
    let is_set =
        |(_, item): &(bool, At<Item>)| !matches!(item.value, Item::End(_) | Item::Terminal(_));
    match kept.terms.first() {
        None | Some((false, _)) => None,
        // A set may have them, too, and so may `<x>`, which stands for `<x a=v>`.
        Some(_) if kept.terms.iter().any(is_set) => Some(less(&kept, gone)),
        Some(_) => Some(kept),
    }
}

/// A list, and some items taken away from it.
fn less(items: &Items, gone: &[Item]) -> Items {
    let mut less = uncounted(items);
    let gone = gone.iter().map(|item| (false, At { value: item.clone(), place: items.place }));
    less.terms.extend(gone);
    less
}

fn uncounted(items: &Items) -> Items {
    Items { count: None, ..items.clone() }
}
