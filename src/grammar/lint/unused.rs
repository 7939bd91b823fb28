//! `unused` and `unreachable`: definitions that nothing uses.
//!
//! A set, mode, namespace, token or named exclusion is unused if no other statement names it. A
//! rule is *unused* if nothing refers to what it describes. It is *unreachable* if only unreachable
//! rules refer to it. Unused are also `void` and `lexical` of an element that occurs nowhere, and
//! such an element in a set of the file itself. Usually the element is misspelt, or the rule or the
//! other set that had it was removed. Exempt is a tag that a remedy names, since it has an answer.
//! Sets of other files are not checked: they may hold elements that a variant has removed.

use super::subject::Subject;
use crate::base::{Code, Diagnostic, HashSet};
use crate::grammar::ast::{At, Element, FileSpan, Item, Statement};
use crate::grammar::compile::mistake::{Mistakes, warning};
use crate::grammar::compile::plain::{NumberedGrammar, PlainElement, PlainSymbol};
use crate::grammar::compile::walk::{self, spell};
use crate::grammar::schema::{Head, Role};

/// The names that other statements use, by kind.
#[derive(Default)]
struct UsedNames {
    names: HashSet<String>,
    terminals: HashSet<String>,
    namespaces: HashSet<String>,
    guards: HashSet<String>,
}

impl UsedNames {
    /// Collects all names that statements use.
    fn of(subject: &Subject<'_>) -> Self {
        let names = subject.stages.merged.edited.clone();
        let mut used = Self { names, ..Self::default() };
        for statement in &subject.stages.merged.statements {
            let own = match &statement.value {
                Statement::Set { name, .. } => Some(name.value.as_str()),
                _ => None,
            };
            walk::items(&statement.value, &mut |item, _, _| used.add(item, own));
            walk::guards(&statement.value, &mut |guard, _| {
                used.guards.insert(guard.name.value.clone());
            });
        }
        used
    }

    /// Adds the name in an item, unless the definition of that name itself uses it.
    fn add(&mut self, item: &Item, own: Option<&str>) {
        let _ = match item {
            Item::Name(name) if Some(name.as_str()) != own => self.names.insert(name.clone()),
            Item::Terminal(name) => self.terminals.insert(name.clone()),
            Item::Start(Element { namespace: Some(space), .. })
            | Item::End(Element { namespace: Some(space), .. }) => {
                self.namespaces.insert(space.to_string())
            }
            Item::Braces { namespace: Some(space), .. } => {
                self.namespaces.insert(space.value.clone())
            }
            _ => false,
        };
    }
}

/// Returns the names that were proposed for misspelt ones, which explains why they are unused.
fn meant(mistakes: &Mistakes) -> HashSet<String> {
    mistakes.iter().filter_map(|mistake| mistake.meant.clone()).collect()
}

/// Reports names that no other statement uses.
pub(super) fn names(subject: &Subject<'_>, mistakes: &mut Mistakes) {
    let (used, meant, names) = (UsedNames::of(subject), meant(mistakes), &subject.stages.names);
    let mut check = |kind: &str, name: &str, place: FileSpan, used: &HashSet<String>| {
        if !used.contains(name) && !meant.contains(name) {
            mistakes.push(never_used(kind, name, place));
        }
    };
    for (name, (place, _)) in &names.sets {
        check("set", name, *place, &used.names);
    }
    for (name, labels) in &names.labels {
        for label in labels {
            check("name of an exclusion", name, label.name, &used.guards);
        }
    }
    for (kind, declared, used) in [
        ("mode", &names.modes, &used.guards),
        ("latch", &names.latches, &used.guards),
        ("mark", &names.marks, &used.terminals),
        ("token", &names.tokens, &used.terminals),
        ("namespace", &names.namespaces, &used.namespaces),
    ] {
        for (name, place) in declared {
            check(kind, name, *place, used);
        }
    }
}

/// Returns the warning for a name that is defined and not used.
fn never_used(kind: &str, name: &str, place: FileSpan) -> Diagnostic {
    warning(Code::Unused, place, format!("the {kind} `{name}` is never used"))
        .label("defined here")
        .about(name)
}

/// Reports rules and facts about elements and nonterminals that occur in no document. Rules that
/// are unreachable because another one is unused are part of the warning about that one.
pub(super) fn rules(subject: &Subject<'_>, mistakes: &mut Mistakes) {
    let mut unused = UnusedRules::default();
    nonterminals(subject, &mut unused, mistakes);
    elements(subject, &mut unused, mistakes);
    unused.report(subject, mistakes);
    children(subject, mistakes);
    facts(subject, mistakes);
    listed(subject, mistakes);
}

/// Reports unused and unreachable nonterminals. Each named one may have several numbers, one for
/// each scope.
fn nonterminals(subject: &Subject<'_>, unused: &mut UnusedRules, mistakes: &Mistakes) {
    let plain = &subject.stages.plain;
    let meant = meant(mistakes);
    let mut reached = HashSet::default();
    for (number, (name, place)) in plain.nonterminals.iter().enumerate() {
        if subject.reach.nonterminals[number] {
            reached.insert((name.as_str(), *place));
        }
    }
    let mut used = HashSet::default();
    for (left, inner) in plain.inner_of(&plain.rules) {
        if left != inner {
            let (name, place) = &plain.nonterminals[inner];
            used.insert((name.as_str(), *place));
        }
    }
    for (name, &(place, _)) in &subject.stages.names.nonterminals {
        let key = (name.as_str(), Some(place));
        if reached.contains(&key) || meant.contains(name) {
            continue;
        }
        let numbers = plain.nonterminals.iter().enumerate();
        let own = numbers.filter(|(_, (other, at))| (other.as_str(), *at) == key);
        let symbols = own.map(|(number, _)| PlainSymbol::Nonterminal(number)).collect();
        if used.contains(&key) {
            unused
                .unreachable
                .push((symbols, unreachable(&format!("`{name}`"), place).about(name)));
        } else {
            unused.causes.push((symbols, in_no_rule(name, place)));
        }
    }
}

/// Returns the warning for a rule that no other rule uses.
fn in_no_rule(name: &str, place: FileSpan) -> Diagnostic {
    warning(Code::Unused, place, format!("unused rule `{name}`"))
        .label("defined here")
        .about(name)
        .help("use it in a rule, or remove it")
}

/// Returns the warning for an element or rule that only unreachable rules use.
fn unreachable(name: &str, place: FileSpan) -> Diagnostic {
    warning(Code::Unreachable, place, format!("unreachable: no document can contain {name}"))
        .label("used only by rules that are unreachable from the start symbol")
}

/// Iterates over the elements that can occur in some document.
fn reached<'s>(subject: &'s Subject<'_>) -> impl Iterator<Item = &'s PlainElement> {
    let all = subject.stages.plain.elements.iter().zip(&subject.reach.elements);
    all.filter_map(|(element, is_reached)| if *is_reached { Some(element) } else { None })
}

/// Returns the numbers of the elements that some rule or `including` line names, reachable or not.
fn named_elements(plain: &NumberedGrammar) -> HashSet<usize> {
    let mut named = HashSet::default();
    for rule in &plain.rules {
        for symbol in &rule.right {
            named.extend(symbol.element());
        }
    }
    for line in &plain.lines {
        if !line.excludes {
            named.extend(plain.elements_of(&line.members));
        }
    }
    named
}

/// Reports unused and unreachable rules of elements.
fn elements(subject: &Subject<'_>, unused: &mut UnusedRules, mistakes: &mut Mistakes) {
    let meant = meant(mistakes);
    let plain = &subject.stages.plain;
    let named = named_elements(plain);
    let mut governing: HashSet<usize> = HashSet::default();
    for element in reached(subject) {
        governing.extend(element.statement);
    }
    for (element, definition) in &subject.stages.symbols.definitions {
        let (spelling, place) = (spell(element, false), definition.place);
        if element.name.is_none() {
            if !governing.contains(&definition.statement) {
                mistakes.push(of_no_element(spelling, place));
            }
            continue;
        }
        if subject.is_reached(element) || meant.contains(&spelling) {
            continue;
        }
        let numbers = plain.occurrences(element);
        let symbols = numbers.iter().copied().map(PlainSymbol::Element).collect();
        if numbers.iter().any(|number| named.contains(number)) {
            let warning = unreachable(&spelling, place).about(spelling);
            unused.unreachable.push((symbols, warning));
        } else {
            unused.causes.push((symbols, without_room(spelling, place)));
        }
    }
}

/// The greatest number of causes from which unreachable rules are searched.
const EXPLORED: usize = 64;

/// The warnings about rules that no document uses, each with the symbols of the rule.
#[derive(Default)]
struct UnusedRules {
    /// Those that nothing refers to.
    causes: Vec<(Vec<PlainSymbol>, Diagnostic)>,
    /// Those that only unreachable rules refer to.
    unreachable: Vec<(Vec<PlainSymbol>, Diagnostic)>,
}

impl UnusedRules {
    /// Reports the warnings. An unreachable rule becomes a label of the cause that leads to it.
    fn report(self, subject: &Subject<'_>, mistakes: &mut Mistakes) {
        let Self { causes, mut unreachable } = self;
        for (number, (symbols, mut cause)) in causes.into_iter().enumerate() {
            if !unreachable.is_empty() && number < EXPLORED {
                let reach = subject.reached_from(symbols);
                let (own, rest): (Vec<_>, Vec<_>) = unreachable
                    .into_iter()
                    .partition(|(symbols, _)| symbols.iter().any(|symbol| reach.has(*symbol)));
                unreachable = rest;
                for (_, warning) in own {
                    cause = cause.also(warning.primary.place, "so this is unreachable as well");
                    cause.subjects.extend(warning.subjects);
                }
            }
            mistakes.push(cause);
        }
        mistakes.extend(unreachable.into_iter().map(|(_, warning)| warning));
    }
}

/// Returns the warning for a rule of `<*>` where every element has its own rule.
fn of_no_element(spelling: String, place: FileSpan) -> Diagnostic {
    warning(Code::Unused, place, format!("unused rule of {spelling}: it applies to no element"))
        .label("every element that can occur has its own rule")
        .about(spelling)
}

/// Returns the warning for an element that has a rule, but occurs in no content.
fn without_room(spelling: String, place: FileSpan) -> Diagnostic {
    warning(Code::Unused, place, format!("unused: {spelling} is not allowed in any content"))
        .label("its rule is never used")
        .help(format!("use {spelling} in a set or rule, or remove its rule"))
        .about(spelling)
}

/// Reports unused rules of elements in certain parents.
fn children(subject: &Subject<'_>, mistakes: &mut Mistakes) {
    let mut occurring = HashSet::default();
    for element in reached(subject) {
        occurring.insert((element.occurrence.parent.as_ref(), element.statement));
    }
    for ((parent, child), definition) in &subject.stages.symbols.children {
        if !occurring.contains(&(Some(parent), Some(definition.statement))) {
            let (parent, child) = (walk::parent_spelling(parent), spell(child, false));
            mistakes.push(never_in(parent, child, definition.place));
        }
    }
}

/// Returns the warning for a rule `P/<x>` whose element is never in that parent.
fn never_in(parent: String, child: String, place: FileSpan) -> Diagnostic {
    warning(Code::Unused, place, format!("unused: {child} is never a child of {parent}"))
        .label("this rule is never used")
        .about(child)
        .about(parent)
}

/// Reports `void` and `lexical` of elements that occur nowhere.
fn facts(subject: &Subject<'_>, mistakes: &mut Mistakes) {
    for statement in &subject.stages.merged.statements {
        let Statement::Fact(fact) = &statement.value else { continue };
        let what = match fact.row().head {
            Head::Void => "is void",
            Head::Lexical => "has a lexical state",
            _ => continue,
        };
        let Some(items) = fact.items("elements") else { continue };
        for (item, members) in subject.added(items) {
            let mut elements = subject.stages.sets.started(&members);
            let lost = elements
                .find(|element| element.attribute.is_none() && !subject.is_reached(element));
            if let Some(element) = lost {
                mistakes.push(occurs_nowhere(spell(element, false), what, item.place));
            }
        }
    }
}

/// Returns the warning for an element that other statements name, but that occurs in no content.
fn occurs_nowhere(spelling: String, what: &str, place: FileSpan) -> Diagnostic {
    let message = format!("{spelling} {what}, but is not allowed in any content");
    warning(Code::Unused, place, message)
        .label(format!("{spelling} is not allowed anywhere"))
        .about(spelling)
}

/// Reports elements that a set lists, but that occur nowhere.
fn listed(subject: &Subject<'_>, mistakes: &mut Mistakes) {
    let answered = answered(subject);
    let mut reached: HashSet<Option<&str>> = HashSet::default();
    for element in subject.stages.sets.universe().keys() {
        if subject.is_reached(element) {
            reached.insert(element.name.as_deref());
        }
    }
    let rules = &subject.stages.symbols.definitions;
    for statement in &subject.stages.merged.statements {
        let Statement::Set { items, .. } = &statement.value else { continue };
        for At { value: item, place } in items.added() {
            if let Item::Start(element) = item
                && Some(place.file) == subject.own
                && !reached.contains(&element.name.as_deref())
                && !rules.contains_key(element)
                && !answered.contains(element)
            {
                mistakes.push(listed_only(spell(element, false), *place));
            }
        }
    }
}

/// Returns the warning for an element that occurs in a set, but in the content of no rule.
fn listed_only(spelling: String, place: FileSpan) -> Diagnostic {
    warning(Code::Unused, place, format!("unused: {spelling} is not allowed in any content"))
        .label("in this set, but not allowed anywhere")
        .help("add it to a set that a rule uses, or write a remedy for its tag")
        .about(spelling)
}

/// Returns the elements whose start tags remedies name.
fn answered(subject: &Subject<'_>) -> HashSet<Element> {
    let mut named = HashSet::default();
    for statement in &subject.stages.merged.statements {
        let Statement::Remedy { rejected, .. } = &statement.value else { continue };
        walk::each(&rejected.left, Role::Rejected, &mut |item, _, _| {
            if let Item::Start(element) = item {
                named.insert(element.clone());
            }
        });
    }
    named
}
