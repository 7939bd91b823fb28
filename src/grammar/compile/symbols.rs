//! Pass 5: what each element is: its rule, whether it is void, how its text is read.
//!
//! A rule describes elements by name, by a set, or as children of one parent; here each element gets
//! the number of the one statement that describes it. Two statements for one element are
//! `duplicate`; a void element with content, or one with two lexical states, is `contradictory`.
//!
//! An element without a rule of its own has the rule of the nearest wider one:
//! `<x a=v>` that of `<x>`, `<ns:x>` that of `<ns:*>`, and every one that of `<*>`.

use super::merge::Merged;
use super::mistake::{Mistakes, error};
use super::modes::Modes;
use super::names::Names;
use super::sets::{Member, Sets, plain, wildcard};
use super::walk::spell;
use crate::base::{Code, HashSet, IndexMap};
use crate::grammar::ast::{
    self, At, Content, Element, Fact, Guard, Item, Parent, Place, Statement,
};
use crate::grammar::schema::Head;

/// The statement that describes an element, and the place where it names it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Definition {
    pub(crate) statement: usize,
    pub(crate) place: Place,
}

/// What each element is.
#[derive(Clone, Debug, Default)]
pub(crate) struct Symbols {
    pub(crate) definitions: IndexMap<Element, Definition>,
    /// `P/<x>` and `fragment/<x>`: by parent, then child.
    pub(crate) children: IndexMap<(Parent, Element), Definition>,
    /// The parents among them.
    parents: HashSet<Parent>,
    pub(crate) void: IndexMap<Element, Place>,
    /// Elements that are void where a guard holds that is asked at run time.
    pub(crate) void_where: IndexMap<Element, Vec<Guard>>,
    /// The state's name, for the modes that are on.
    pub(crate) lexical: IndexMap<Element, (String, Place)>,
}

impl Symbols {
    /// The rule that an element has: its own or the nearest wider one's.
    pub(crate) fn definition(&self, element: &Element) -> Option<Definition> {
        let namespace = element.namespace.as_deref();
        let wider = [element.clone(), plain(element), wildcard(namespace), wildcard(None)];
        wider.iter().find_map(|element| self.definitions.get(element).copied())
    }

    /// The element that `P/<x>` rules name as this one: itself, or itself without its test.
    pub(crate) fn as_parent(&self, element: &Element) -> Option<Parent> {
        let wider = [element.clone(), plain(element)].map(Parent::Element);
        wider.into_iter().find(|wider| self.parents.contains(wider))
    }
}

/// Finds out what each element is.
pub(crate) fn symbols(
    merged: &Merged,
    names: &Names,
    sets: &Sets,
    modes: &Modes,
    mistakes: &mut Mistakes,
) -> Symbols {
    let mut symbols = Symbols::default();
    for (number, statement) in merged.statements.iter().enumerate() {
        if let Statement::Rule { left, .. } = &statement.value {
            let is_nonterminal = left.parent.is_none()
                && left.items.len() == 1
                && matches!(&left.items[0].value, Item::Name(name) if !sets.is_set(name));
            if !is_nonterminal {
                define(&mut symbols, sets, left, number, mistakes);
            }
        }
    }
    symbols.parents = symbols.children.keys().map(|(parent, _)| parent.clone()).collect();
    facts(&mut symbols, merged, (names, sets, modes), mistakes);
    check_void(&symbols, merged, mistakes);
    symbols
}

fn define(
    symbols: &mut Symbols,
    sets: &Sets,
    left: &crate::grammar::ast::Left,
    statement: usize,
    mistakes: &mut Mistakes,
) {
    for item in &left.items {
        let others = sets.members_of(&item.value);
        if let Some(other) = others.iter().find(|member| member.start().is_none()) {
            let message = format!("{} has no content that a rule could describe", other.spelling());
            mistakes.push(
                error(Code::Contradictory, item.place, message)
                    .label("not a list of elements")
                    .help("the left side of a rule is one new name, or elements and sets of them"),
            );
        }
    }
    for (element, place) in sets.elements(&left.items) {
        let definition = Definition { statement, place };
        let first = match &left.parent {
            None => symbols.definitions.insert(element.clone(), definition),
            Some(parent) => {
                symbols.children.insert((parent.value.clone(), element.clone()), definition)
            }
        };
        if let Some(first) = first {
            let message = format!("{} has two rules", spell(&element, false));
            mistakes.push(
                error(Code::Duplicate, place, message)
                    .label("the second")
                    .also(first.place.file, first.place.span, "the first")
                    .help("join them with `|`, or say `replace` if this is a variant"),
            );
        }
    }
}

fn facts(
    symbols: &mut Symbols,
    merged: &Merged,
    (names, sets, modes): (&Names, &Sets, &Modes),
    mistakes: &mut Mistakes,
) {
    /// The name of a mode, and whether it must be off.
    type Condition = Option<(String, bool)>;
    let mut states: IndexMap<(Element, Condition), (String, Place)> = IndexMap::default();
    for At { value: fact, .. } in ast::facts(&merged.statements, Head::Void) {
        void(symbols, fact, (names, sets, modes), mistakes);
    }
    for At { value: fact, .. } in ast::facts(&merged.statements, Head::Lexical) {
        let (Some(state), Some(items)) = (fact.text("state"), fact.items("elements")) else {
            continue;
        };
        let guard = fact.guards("guard").first();
        let key = guard.map(|guard| (guard.name.value.clone(), guard.negated));
        for element in sets.members(items).iter().filter_map(Member::start) {
            let fact = (state.value.clone(), items.place);
            let first = states.insert((element.clone(), key.clone()), fact);
            if let Some((first, place)) = first {
                mistakes.push(two_states(element, &first, &state.value, items.place, place));
            }
        }
    }
    // A guarded statement is the more particular one: it wins over one without a guard.
    states.sort_by(|a, _, b, _| a.1.is_some().cmp(&b.1.is_some()));
    for ((element, guard), fact) in states {
        if guard.is_none_or(|(name, negated)| modes.is_on(&name) != negated) {
            symbols.lexical.insert(element, fact);
        }
    }
}

/// One `void` statement. A guard by a mode is decided here.
fn void(
    symbols: &mut Symbols,
    fact: &Fact,
    (names, sets, modes): (&Names, &Sets, &Modes),
    mistakes: &mut Mistakes,
) {
    let Some(items) = fact.items("elements") else { return };
    let guard = fact.guards("guard").first();
    let later = guard.filter(|guard| !names.modes.contains_key(&guard.name.value));
    if later.is_none() && !modes.hold(guard) {
        return;
    }
    for element in sets.members(items).iter().filter_map(Member::start) {
        if let Some(guard) = later {
            symbols.void_where.entry(element.clone()).or_default().push(guard.clone());
        } else if let Some(first) = symbols.void.insert(element.clone(), items.place) {
            mistakes.push(said_twice(element, "void", items.place, first));
        }
    }
}

fn said_twice(
    element: &Element,
    what: &str,
    place: Place,
    first: Place,
) -> crate::base::Diagnostic {
    error(Code::Duplicate, place, format!("{} is {what} already", spell(element, false)))
        .label("said again")
        .also(first.file, first.span, "said here")
}

fn two_states(
    element: &Element,
    first: &str,
    second: &str,
    place: Place,
    before: Place,
) -> crate::base::Diagnostic {
    if first == second {
        return said_twice(element, first, place, before);
    }
    let spelling = spell(element, false);
    error(Code::Contradictory, place, format!("{spelling} is read as {first} and as {second}"))
        .label(second)
        .also(before.file, before.span, first)
}

fn check_void(symbols: &Symbols, merged: &Merged, mistakes: &mut Mistakes) {
    for (element, &place) in &symbols.void {
        if let Some(rule) = symbols.definitions.get(element)
            && let Statement::Rule { content, .. } = &merged.statements[rule.statement].value
            && !is_empty(content)
        {
            let message = format!("{} is void and has content", spell(element, false));
            mistakes.push(
                error(Code::Contradictory, rule.place, message)
                    .label("its content")
                    .also(place.file, place.span, "void")
                    .help("take it out of one of the two"),
            );
        }
        if let Some((state, lexical)) = symbols.lexical.get(element) {
            let message = format!("{} is void and its text is {state}", spell(element, false));
            mistakes.push(
                error(Code::Contradictory, *lexical, message)
                    .label("its text")
                    .also(place.file, place.span, "void"),
            );
        }
    }
}

fn is_empty(content: &Content) -> bool {
    content.alternatives.iter().all(|alternative| alternative.factors.is_empty())
}
