//! Pass 5: finds, for each element, its rule, whether it is void, and its lexical state.
//!
//! A rule describes elements by name, by a set, or as children of one parent. This pass assigns to
//! each element the one statement that describes it. Two statements for one element are
//! `duplicate`. A void element with content or a lexical state is `contradictory`, and so is an
//! element with two lexical states.
//!
//! An element without its own rule has the rule of the nearest more general one. For `<x a=v>` that
//! is `<x>`, for `<ns:x>` it is `<ns:*>`, and for every element `<*>`.

use super::flat::only_name;
use super::known::PassResults;
use super::mistake::{Mistakes, error, listed, twice};
use super::sets::{plain, wildcard};
use super::walk::spell;
use crate::base::{Code, Diagnostic, HashSet, IndexMap};
use crate::grammar::ast::{
    At, Element, Fact, FileSpan, Guard, Item, LeftSide, Parent, Statement, facts,
};
use crate::grammar::schema::Head;

/// The statement that describes an element, and the span at which it names the element.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ElementDefinition {
    pub(crate) statement: usize,
    pub(crate) place: FileSpan,
}

/// The properties of elements.
#[derive(Clone, Debug, Default)]
pub(crate) struct Symbols {
    pub(crate) definitions: IndexMap<Element, ElementDefinition>,
    /// The rules of `P/<x>` and `fragment/<x>`, by parent and child.
    pub(crate) children: IndexMap<(Parent, Element), ElementDefinition>,
    /// The parents among the keys of `children`.
    parents: HashSet<Parent>,
    pub(crate) void: IndexMap<Element, FileSpan>,
    /// The elements that are void if one of these guards holds at run time.
    pub(crate) void_where: IndexMap<Element, Vec<Guard>>,
    /// The name of the lexical state, for the modes that are on.
    pub(crate) lexical: IndexMap<Element, (String, FileSpan)>,
}

impl Symbols {
    /// Returns the rule of an element: its own or that of the nearest more general one.
    pub(crate) fn definition(&self, element: &Element) -> Option<ElementDefinition> {
        if let Some(own) = self.definitions.get(element) {
            return Some(*own);
        }
        let wider = [plain(element), wildcard(element.namespace.as_deref()), wildcard(None)];
        wider.iter().find_map(|element| self.definitions.get(element).copied())
    }

    /// Returns the parent that `P/<x>` rules name for this element: itself, or itself without its
    /// test.
    pub(crate) fn as_parent(&self, element: &Element) -> Option<Parent> {
        let wider = [Parent::Element(element.clone()), Parent::Element(plain(element))];
        wider.into_iter().find(|wider| self.parents.contains(wider))
    }
}

/// Finds the properties of all elements.
pub(crate) fn symbols(known: PassResults<'_>, mistakes: &mut Mistakes) -> Symbols {
    let mut finder = Finder { known, symbols: Symbols::default(), mistakes };
    for (number, statement) in known.statements.iter().enumerate() {
        if let Statement::Rule { left, .. } = &statement.value
            && only_name(left).is_none_or(|name| known.sets.is_set(name.value))
        {
            finder.define(left, number);
        }
    }
    let parents = finder.symbols.children.keys().map(|(parent, _)| parent.clone()).collect();
    finder.symbols.parents = parents;
    facts(known.statements, Head::Void).for_each(|fact| finder.void(fact.value));
    finder.lexical();
    finder.check_void();
    finder.symbols
}

/// The properties found so far.
struct Finder<'a> {
    known: PassResults<'a>,
    symbols: Symbols,
    mistakes: &'a mut Mistakes,
}

impl Finder<'_> {
    fn define(&mut self, left: &LeftSide, statement: usize) {
        if self.known.size.is_exceeded() {
            return;
        }
        left.items.iter().for_each(|item| self.check_elements(item));
        let mut twice_defined: Vec<(Element, FileSpan, FileSpan)> = Vec::new();
        for (element, place) in self.known.sets.elements(&left.items) {
            if !self.known.size.allows(1, place) {
                return;
            }
            let definition = ElementDefinition { statement, place };
            let first = match &left.parent {
                None => self.symbols.definitions.insert(element.clone(), definition),
                Some(parent) => {
                    let child = (parent.value.clone(), element.clone());
                    self.symbols.children.insert(child, definition)
                }
            };
            twice_defined.extend(first.map(|first| (element, place, first.place)));
        }
        // `repalce <p> ::= …` has another mistake: an undefined name.
        let is_defined = |item: &At<Item>| match &item.value {
            Item::Name(name) => self.known.sets.is_set(name),
            _ => true,
        };
        if left.items.iter().all(is_defined) {
            self.report_duplicates(&twice_defined);
        }
    }

    /// Reports elements of one left side that have a rule already, each with its span and that of
    /// the first rule.
    fn report_duplicates(&mut self, elements: &[(Element, FileSpan, FileSpan)]) {
        let [(element, place, first), others @ ..] = elements else { return };
        let message = format!("duplicate rule for {}", spell(element, false));
        let mut mistake = twice(*place, message, "duplicate", *first)
            .help("join them with `|`, or write `replace` in a variant");
        // An edit of the same file may have put the element into a set that has a rule.
        let mut members = self.known.names.sets.values().flat_map(|(_, items)| items.added());
        if let Some(joined) = members.find(|item| {
            item.place.file != first.file
                && item.place.file == place.file
                && item.value == Item::Start(element.clone())
        }) {
            mistake = mistake.also(joined.place, "in a set since here");
        }
        let names: Vec<String> = others.iter().map(|(element, ..)| spell(element, false)).collect();
        if !names.is_empty() {
            mistake = mistake.note(format!("also for {}", listed(&names)));
        }
        self.mistakes.push(mistake);
    }

    /// Checks that a left side names only elements.
    fn check_elements(&mut self, item: &At<Item>) {
        let members = self.known.sets.members_of(&item.value);
        let mut members = self.known.sets.each(&members);
        if let Some(other) = members.find(|member| member.start().is_none()) {
            let message = format!("{} has no content that a rule could describe", other.spelling());
            self.mistakes.push(
                error(Code::Contradictory, item.place, message)
                    .label("not a list of elements")
                    .help("the left side of a rule is one new name, or elements and sets of them"),
            );
        }
    }

    /// Evaluates all `lexical` statements.
    fn lexical(&mut self) {
        /// The name of a mode, and whether it must be off.
        type Condition = Option<(String, bool)>;
        let mut states: IndexMap<(Element, Condition), (String, FileSpan)> = IndexMap::default();
        for At { value: fact, .. } in facts(self.known.statements, Head::Lexical) {
            let (Some(state), Some(items)) = (fact.text("state"), fact.items("elements")) else {
                continue;
            };
            let guard = fact.guards("guard").first();
            let key = guard.map(|guard| (guard.name.value.clone(), guard.negated));
            for element in self.known.sets.started(&self.known.sets.members(items)) {
                let fact = (state.value.clone(), items.place);
                let first = states.insert((element.clone(), key.clone()), fact);
                if let Some((first, place)) = first {
                    let twice = two_states(element, &first, &state.value, items.place, place);
                    self.mistakes.push(twice);
                }
            }
        }
        // A guarded statement is more specific, so it overrides one without a guard.
        let (guarded, others): (Vec<_>, Vec<_>) =
            states.into_iter().partition(|((_, guard), _)| guard.is_some());
        for ((element, guard), fact) in others.into_iter().chain(guarded) {
            if let Some((name, negated)) = guard
                && self.known.modes.is_on(&name) == negated
            {
                continue;
            }
            self.symbols.lexical.insert(element, fact);
        }
    }

    /// Evaluates one `void` statement. A guard by a mode is decided here.
    fn void(&mut self, fact: &Fact) {
        let Some(items) = fact.items("elements") else { return };
        let guard = fact.guards("guard").first();
        let decided = match guard {
            Some(guard) => self.known.decided(guard),
            None => Some(true),
        };
        if decided == Some(false) {
            return;
        }
        for element in self.known.sets.started(&self.known.sets.members(items)) {
            if decided.is_none()
                && let Some(guard) = guard
            {
                let guards = self.symbols.void_where.entry(element.clone()).or_default();
                guards.push(guard.clone());
            } else if let Some(first) = self.symbols.void.insert(element.clone(), items.place) {
                self.mistakes.push(said_twice(element, "void", items.place, first));
            }
        }
    }

    fn check_void(&mut self) {
        for (element, void) in &self.symbols.void {
            if let Some(rule) = self.symbols.definitions.get(element)
                && self.is_full(rule)
            {
                let message = format!("{} is void and has content", spell(element, false));
                self.mistakes.push(
                    error(Code::Contradictory, rule.place, message)
                        .label("its content")
                        .also(*void, "void")
                        .help("remove it from one of the two"),
                );
            }
            if let Some((state, lexical)) = self.symbols.lexical.get(element) {
                let spelling = spell(element, false);
                let message = format!("{spelling} is void and its text is {state}");
                let mistake = error(Code::Contradictory, *lexical, message).label("its text");
                self.mistakes.push(mistake.also(*void, "void"));
            }
        }
    }

    /// Reports whether a rule describes a non-empty content.
    fn is_full(&self, rule: &ElementDefinition) -> bool {
        match &self.known.statements[rule.statement].value {
            Statement::Rule { content, .. } => content.factors().next().is_some(),
            _ => false,
        }
    }
}

fn said_twice(element: &Element, what: &str, place: FileSpan, first: FileSpan) -> Diagnostic {
    error(Code::Duplicate, place, format!("duplicate: {} is already {what}", spell(element, false)))
        .label("duplicate")
        .also(first, "first declared here")
}

fn two_states(
    element: &Element,
    first: &str,
    second: &str,
    place: FileSpan,
    before: FileSpan,
) -> Diagnostic {
    if first == second {
        return said_twice(element, first, place, before);
    }
    let spelling = spell(element, false);
    error(Code::Contradictory, place, format!("{spelling} is read as {first} and as {second}"))
        .label(second)
        .also(before, first)
}
