//! Pass 7: what the slippers look up, by rejected terminal: wishes and remedies.
//!
//! A `wish` statement permits tags at a cost, perhaps for some tokens only; here each goal terminal
//! gets one row of costs, in which the cheapest permission of a tag counts. Remedy lines add up in
//! order; each terminal gets the list of those whose left side names it.
//!
//! A virtual tag has no attributes: of `<x>` and `<x a=v>` in one list only `<x>` may be virtual, and
//! the wildcard start tag, which has no name, never is.

use super::Modes;
use super::merge::Merged;
use super::mistake::{Mistakes, error};
use super::names::Names;
use super::plain::Plain;
use super::sets::{Member, Members, Sets, plain};
use super::symbols::holds;
use crate::base::{Code, IndexMap};
use crate::grammar::ast::{
    At, Element, Fact, Guard, Item, Items, Place, Rejected, Remedy, Statement,
};
use crate::grammar::schema::Head;
use std::borrow::Cow;

/// One `wish` statement, resolved.
#[derive(Clone, Debug)]
pub(crate) struct Wish {
    /// Terminals with the place of the item that permits each.
    pub(crate) tags: IndexMap<usize, Place>,
    pub(crate) cost: u32,
    /// Terminals for whose sake; `None` for all.
    pub(crate) purpose: Option<Vec<usize>>,
}

/// What a remedy does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Deed {
    /// Insert the first acceptable of these.
    Insert(Vec<usize>),
    Grant,
    Drop,
    Ignore,
    Admit,
    /// Close what these end tags close.
    Close(Vec<usize>, Option<Vec<usize>>),
    /// The adoption agency, not past these elements (by number).
    Adopt(Vec<usize>),
    Reopen,
    /// Take the element out of the stack, not past these elements.
    Unlink(Vec<usize>),
    /// Take back one of these elements.
    Retract(Vec<usize>),
    Merge,
    Rewrite(Rewritten),
}

/// What a rejected token is made into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Rewritten {
    /// One of these start tags, as the place has it.
    Start(Vec<usize>),
    /// One of these end tags.
    Ends(Vec<usize>),
    Text(String),
}

/// One remedy line, resolved.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// Terminals of the left side.
    pub(crate) left: Vec<usize>,
    /// Latches and exclusions; all must hold.
    pub(crate) guards: Vec<Guard>,
    /// A terminal that must be acceptable.
    pub(crate) wherever: Option<usize>,
    pub(crate) excluded: bool,
    /// Elements (by number) that must be the current one.
    pub(crate) within: Option<Vec<usize>>,
    pub(crate) deeds: Vec<At<Deed>>,
    pub(crate) place: Place,
    /// The statement's number.
    pub(crate) statement: usize,
}

/// Wishes and remedies in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tables {
    pub(crate) wishes: Vec<Wish>,
    pub(crate) remedies: Vec<Line>,
    pub(crate) whole_text: bool,
    /// By terminal.
    of_terminals: Vec<OfTerminal>,
    /// The wishes for the sake of any token, ascending.
    for_all: Vec<usize>,
}

/// What names a terminal: numbers, ascending.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
struct OfTerminal {
    /// Wishes that are for its sake, and not for any token's.
    wishes: Vec<usize>,
    /// Remedy lines.
    lines: Vec<usize>,
}

/// The cheapest permission of each tag, with its place.
type Permissions = IndexMap<usize, (u32, Place)>;

impl Tables {
    /// Notes which wishes and lines name each of so many terminals.
    fn index(&mut self, terminals: usize) {
        self.of_terminals = vec![OfTerminal::default(); terminals];
        for (number, wish) in self.wishes.iter().enumerate() {
            match &wish.purpose {
                None => self.for_all.push(number),
                Some(goals) => note(number, goals, &mut self.of_terminals, |of| &mut of.wishes),
            }
        }
        for (number, line) in self.remedies.iter().enumerate() {
            note(number, &line.left, &mut self.of_terminals, |of| &mut of.lines);
        }
    }

    /// The cheapest permission of each tag for the sake of a goal, with its place.
    pub(crate) fn permitted(&self, goal: usize) -> Permissions {
        let mut row = Permissions::default();
        for wish in self.permitting(goal) {
            for (&tag, &place) in &wish.tags {
                let best = row.entry(tag).or_insert((wish.cost, place));
                if wish.cost < best.0 {
                    *best = (wish.cost, place);
                }
            }
        }
        row
    }

    /// Whether anything may be virtual for the sake of a goal.
    pub(crate) fn is_permitting(&self, goal: usize) -> bool {
        let mut wishes = self.wishes_of(goal).iter().chain(&self.for_all);
        wishes.any(|&number| !self.wishes[number].tags.is_empty())
    }

    /// The wishes for the sake of a goal, in order.
    fn permitting(&self, goal: usize) -> impl Iterator<Item = &Wish> {
        let mut numbers = [self.wishes_of(goal), &self.for_all].concat();
        numbers.sort_unstable();
        numbers.into_iter().map(|number| &self.wishes[number])
    }

    /// The numbers of the wishes that are for the sake of a goal, and not for any token's.
    pub(crate) fn wishes_of(&self, goal: usize) -> &[usize] {
        self.of_terminals.get(goal).map_or(&[], |of| &of.wishes)
    }

    /// The numbers of the remedy lines for a token.
    pub(crate) fn lines_of(&self, token: usize) -> &[usize] {
        self.of_terminals.get(token).map_or(&[], |of| &of.lines)
    }

    /// The terminals by what names them, each list ascending.
    pub(crate) fn alike(&self) -> impl Iterator<Item = Vec<usize>> {
        let mut alike: IndexMap<&OfTerminal, Vec<usize>> = IndexMap::default();
        for (terminal, of) in self.of_terminals.iter().enumerate() {
            alike.entry(of).or_default().push(terminal);
        }
        alike.into_values()
    }
}

/// Notes a number for each of some terminals, once.
fn note(
    number: usize,
    terminals: &[usize],
    of_terminals: &mut [OfTerminal],
    list: fn(&mut OfTerminal) -> &mut Vec<usize>,
) {
    for &terminal in terminals {
        let known = list(&mut of_terminals[terminal]);
        if known.last() != Some(&number) {
            known.push(number);
        }
    }
}

/// Resolves wishes and remedies.
pub(crate) fn tables(
    merged: &Merged,
    (names, modes): (&Names, &Modes),
    sets: &Sets,
    rules: &Plain,
    mistakes: &mut Mistakes,
) -> Tables {
    let mut tables = Tables::default();
    for (number, At { value, place }) in merged.statements.iter().enumerate() {
        match value {
            Statement::Fact(fact) => match fact.row().head {
                Head::TextWhole => tables.whole_text = true,
                Head::Wish => tables.wishes.extend(wish(fact, sets, rules, mistakes)),
                _ => {}
            },
            Statement::Remedy { rejected, remedies } => {
                let by_mode = |guard: &&Guard| names.modes.contains_key(&guard.name.value);
                let mut decided = rejected.guards.iter().filter(by_mode);
                if !decided.all(|guard| holds(Some(guard), modes)) {
                    continue;
                }
                let mut line = line(rejected, sets, rules, *place, number);
                line.guards.retain(|guard| !by_mode(&guard));
                for remedy in remedies {
                    let deed = deed(remedy, sets, rules, mistakes);
                    line.deeds.extend(deed.map(|value| At { value, place: remedy.place }));
                }
                tables.remedies.push(line);
            }
            _ => {}
        }
    }
    tables.index(rules.terminals.len());
    tables
}

fn wish(fact: &Fact, sets: &Sets, rules: &Plain, mistakes: &mut Mistakes) -> Option<Wish> {
    let tags = wished(fact.items("tags")?, fact.items("unless"), sets, rules, mistakes);
    Some(Wish {
        tags,
        cost: fact.number("cost").unwrap_or(1),
        purpose: fact.items("for").map(|items| terminals(&sets.members(items), rules)),
    })
}

/// A remedy line without its remedies.
fn line(rejected: &Rejected, sets: &Sets, rules: &Plain, place: Place, statement: usize) -> Line {
    let wherever = rejected.wherever.as_ref().and_then(|terminal| {
        rules.terminals_of(&Member::Terminal(terminal.value.clone())).first().copied()
    });
    let within = rejected.within.as_ref();
    Line {
        left: terminals(&sets.members(&rejected.left), rules),
        guards: rejected.guards.clone(),
        wherever,
        excluded: rejected.excluded,
        within: within.map(|items| elements(&sets.members(items), rules)),
        deeds: Vec::new(),
        place,
        statement,
    }
}

fn terminals(members: &Members, rules: &Plain) -> Vec<usize> {
    members.iter().flat_map(|member| rules.terminals_of(member)).collect()
}

fn elements(members: &Members, rules: &Plain) -> Vec<usize> {
    let starts = members.iter().filter_map(Member::start);
    starts.flat_map(|element| rules.occurrences(element).iter().copied()).collect()
}

fn wished(
    tags: &Items,
    unless: Option<&Items>,
    sets: &Sets,
    rules: &Plain,
    mistakes: &mut Mistakes,
) -> IndexMap<usize, Place> {
    let all = sets.members(tags);
    let not = unless.map(|items| not_permitted(&sets.members(items))).unwrap_or_default();
    let mut wished = IndexMap::default();
    for (adds, item) in &tags.terms {
        if !adds {
            continue;
        }
        report_others(&item.value, item.place, sets, mistakes);
        let members = virtual_tags(&sets.members_of(&item.value), sets);
        for member in members.iter().filter(|m| all.contains(*m) && !not.contains(*m)) {
            for terminal in rules.terminals_of(member) {
                wished.entry(terminal).or_insert(item.place);
            }
        }
    }
    wished
}

/// The tags that an `unless` takes away: `<x>` stands for the element, so for its end tag, too.
pub(crate) fn not_permitted(members: &Members) -> Members {
    let ends = members.iter().filter_map(Member::start).map(|element| Member::End(plain(element)));
    members.iter().cloned().chain(ends.collect::<Vec<_>>()).collect()
}

/// The members that may be virtual: tags and marks.
pub(crate) fn virtual_tags(members: &Members, sets: &Sets) -> Members {
    let may = |member: &&Member| match member {
        Member::Start(Element { name: None, .. }) => false,
        Member::Start(element @ Element { attribute: Some(_), .. }) => {
            !members.contains(&Member::Start(plain(element)))
        }
        Member::Start(_) | Member::End(_) => true,
        Member::Terminal(name) => sets.is_mark(name),
        Member::Literal(_) => false,
    };
    members.iter().filter(may).cloned().collect()
}

/// Terminals that are neither tags nor marks cannot be virtual; nor can a start tag without a name.
fn report_others(item: &Item, place: Place, sets: &Sets, mistakes: &mut Mistakes) {
    let members = sets.members_of(item);
    let other = match item {
        Item::Name(name) if name == "all" => None,
        Item::Start(Element { name: None, .. }) => members.first(),
        _ => members.iter().find(|member| match member {
            Member::Terminal(name) => !sets.is_mark(name),
            Member::Literal(_) => true,
            Member::Start(_) | Member::End(_) => false,
        }),
    };
    if let Some(other) = other {
        let message = format!("{} cannot be virtual", other.spelling());
        mistakes.push(
            error(Code::Contradictory, place, message)
                .label("only marks, start and end tags of named elements, and `</*>`, can be"),
        );
    }
}

fn deed(remedy: &At<Remedy>, sets: &Sets, rules: &Plain, mistakes: &mut Mistakes) -> Option<Deed> {
    let place = remedy.place;
    let mut elements = |item| elements(&only_elements(item, place, sets, mistakes), rules);
    Some(match &remedy.value {
        Remedy::Grant => Deed::Grant,
        Remedy::Drop => Deed::Drop,
        Remedy::Admit => Deed::Admit,
        Remedy::Ignore => Deed::Ignore,
        Remedy::Reopen => Deed::Reopen,
        Remedy::Merge => Deed::Merge,
        Remedy::Adopt(item) => Deed::Adopt(elements(item)),
        Remedy::Unlink(item) => Deed::Unlink(elements(item)),
        Remedy::Retract(item) => Deed::Retract(elements(item)),
        Remedy::Close(item, unless) => {
            let tags = sets.members_of(item);
            let ends: Members = tags.iter().filter_map(end_of).collect();
            let unless = unless.as_ref().map(&mut elements);
            report_terminals("close", &tags, place, mistakes);
            Deed::Close(terminals(&ends, rules), unless)
        }
        Remedy::Insert(item) => {
            report_others(item, place, sets, mistakes);
            Deed::Insert(terminals(&virtual_tags(&sets.members_of(item), sets), rules))
        }
        Remedy::Rewrite(item) => Deed::Rewrite(rewritten(item, place, sets, rules, mistakes)?),
    })
}

/// The end tag that a member is, or that closes its element.
fn end_of(member: &Member) -> Option<Member> {
    match member {
        Member::Start(element) | Member::End(element) => Some(Member::End(plain(element))),
        Member::Terminal(_) | Member::Literal(_) => None,
    }
}

/// The members of a list of elements; others are a mistake.
fn only_elements<'s>(
    item: &Item,
    place: Place,
    sets: &'s Sets,
    mistakes: &mut Mistakes,
) -> Cow<'s, Members> {
    let members = sets.members_of(item);
    if let Some(other) = members.iter().find(|member| member.start().is_none()) {
        let message = format!("{} is no element that could be open", other.spelling());
        mistakes.push(
            error(Code::Contradictory, place, message)
                .label("only elements can be listed here")
                .help("an element is written as its start tag: `<x>`"),
        );
    }
    members
}

fn report_terminals(word: &str, members: &Members, place: Place, mistakes: &mut Mistakes) {
    if let Some(other) = members.iter().find(|member| end_of(member).is_none()) {
        let message = format!("`{word}` of {}, which is no element", other.spelling());
        mistakes
            .push(error(Code::Contradictory, place, message).label("only elements can be closed"));
    }
}

fn rewritten(
    item: &Item,
    place: Place,
    sets: &Sets,
    rules: &Plain,
    mistakes: &mut Mistakes,
) -> Option<Rewritten> {
    match item {
        Item::Literal(text) => return Some(Rewritten::Text(text.clone())),
        Item::Start(element @ Element { name: Some(_), attribute: None, .. }) => {
            let mut starts = rules.terminals_of(&Member::Start(element.clone()));
            // What holds in some place only comes before what holds anywhere.
            starts.reverse();
            return Some(Rewritten::Start(starts));
        }
        _ => {}
    }
    let members = sets.members_of(item);
    if !members.is_empty() && members.iter().all(|member| matches!(member, Member::End(_))) {
        return Some(Rewritten::Ends(terminals(&members, rules)));
    }
    mistakes.push(
        error(Code::Contradictory, place, "a token cannot be rewritten to this")
            .label("neither a plain start tag, nor end tags, nor a text")
            .help("write `rewrite <x>`, `rewrite </x>` or `rewrite \"text\"`"),
    );
    None
}
