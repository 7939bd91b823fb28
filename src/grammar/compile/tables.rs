//! Pass 7: what the slippers look up, by rejected terminal: wishes and remedies.
//!
//! A `wish` statement permits tags at a cost, perhaps for some tokens only; here each goal terminal
//! gets one row of costs, in which the cheapest permission of a tag counts. Remedy lines add up in
//! order; each terminal gets the list of those whose left side names it.
//!
//! A virtual tag has no attributes: of `<x>` and `<x a=v>` in one list only `<x>` may be virtual, and
//! the wildcard start tag, which has no name, never is.

use super::merge::Merged;
use super::mistake::{Mistakes, error};
use super::plain::Plain;
use super::sets::{Member, Members, Sets, plain};
use crate::grammar::ast::{At, Element, Item, Items, Place, Remedy, Statement};
use indexmap::IndexMap;

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
    Adopt,
    /// Make it this element (by number).
    Rewrite(usize),
}

/// One remedy line, resolved.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// Terminals of the left side.
    pub(crate) left: Vec<usize>,
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
    /// Words that are checked but not carried out.
    pub(crate) deferred: Vec<(Place, String)>,
}

impl Tables {
    /// The cheapest permission of each tag for the sake of a goal, with its place.
    pub(crate) fn permitted(&self, goal: usize) -> IndexMap<usize, (u32, Place)> {
        let mut row: IndexMap<usize, (u32, Place)> = IndexMap::new();
        let applies =
            |wish: &&Wish| wish.purpose.as_ref().is_none_or(|purpose| purpose.contains(&goal));
        for wish in self.wishes.iter().filter(applies) {
            for (&tag, &place) in &wish.tags {
                let best = row.entry(tag).or_insert((wish.cost, place));
                if wish.cost < best.0 {
                    *best = (wish.cost, place);
                }
            }
        }
        row
    }
}

/// Resolves wishes and remedies.
pub(crate) fn tables(
    merged: &Merged,
    sets: &Sets,
    rules: &Plain,
    mistakes: &mut Mistakes,
) -> Tables {
    let mut tables = Tables::default();
    for (number, At { value, place }) in merged.statements.iter().enumerate() {
        match value {
            Statement::TextWhole => tables.whole_text = true,
            Statement::Formatting { .. } => {
                tables.deferred.push((*place, "formatting".to_owned()));
            }
            Statement::Wish { tags, cost, purpose, unless } => {
                tables.wishes.push(Wish {
                    tags: wished(tags, unless.as_ref(), sets, rules, mistakes),
                    cost: cost.as_ref().map_or(1, |cost| cost.value),
                    purpose: purpose.as_ref().map(|items| terminals(&sets.members(items), rules)),
                });
            }
            Statement::Remedy { left, excluded, within, remedies } => {
                let within = within.as_ref().map(|items| elements(&sets.members(items), rules));
                let mut line = Line {
                    left: terminals(&sets.members(left), rules),
                    excluded: *excluded,
                    within,
                    deeds: Vec::new(),
                    place: *place,
                    statement: number,
                };
                for remedy in remedies {
                    let deed = deed(remedy, sets, rules, &mut tables.deferred, mistakes);
                    line.deeds.extend(deed.map(|value| At { value, place: remedy.place }));
                }
                tables.remedies.push(line);
            }
            _ => {}
        }
    }
    tables
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
    let mut wished = IndexMap::new();
    for (adds, item) in &tags.terms {
        if !adds {
            continue;
        }
        report_others(&item.value, item.place, sets, mistakes);
        let members = virtual_tags(&sets.members_of(&item.value));
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

/// The members that may be virtual tags.
pub(crate) fn virtual_tags(members: &Members) -> Members {
    let may = |member: &&Member| match member {
        Member::Start(Element { name: None, .. }) => false,
        Member::Start(element @ Element { attribute: Some(_), .. }) => {
            !members.contains(&Member::Start(plain(element)))
        }
        Member::Start(_) | Member::End(_) => true,
        Member::Terminal(_) | Member::Literal(_) => false,
    };
    members.iter().filter(may).cloned().collect()
}

/// Terminals that are no tags cannot be virtual; nor can a start tag without a name.
fn report_others(item: &Item, place: Place, sets: &Sets, mistakes: &mut Mistakes) {
    let members = sets.members_of(item);
    let other = match item {
        Item::Name(name) if name == "all" => None,
        Item::Start(Element { name: None, .. }) => members.first(),
        _ => members.iter().find(|m| matches!(m, Member::Terminal(_) | Member::Literal(_))),
    };
    if let Some(other) = other {
        let message = format!("{} cannot be virtual", other.spelling());
        mistakes.push(
            error("contradictory", place, message)
                .label("only start and end tags of named elements, and `</*>`, can be"),
        );
    }
}

fn deed(
    remedy: &At<Remedy>,
    sets: &Sets,
    rules: &Plain,
    deferred: &mut Vec<(Place, String)>,
    mistakes: &mut Mistakes,
) -> Option<Deed> {
    match &remedy.value {
        Remedy::Grant => Some(Deed::Grant),
        Remedy::Drop => Some(Deed::Drop),
        Remedy::Adopt => {
            deferred.push((remedy.place, "adopt".to_owned()));
            Some(Deed::Adopt)
        }
        Remedy::Insert(item) => {
            report_others(item, remedy.place, sets, mistakes);
            let tags = terminals(&virtual_tags(&sets.members_of(item)), rules);
            Some(Deed::Insert(tags))
        }
        Remedy::Rewrite(item) => {
            deferred.push((remedy.place, "rewrite".to_owned()));
            match item {
                Item::Start(element) if element.name.is_some() => {
                    rules.occurrences(element).first().copied().map(Deed::Rewrite)
                }
                _ => {
                    mistakes.push(
                        error("contradictory", remedy.place, "a token is rewritten to a start tag")
                            .label("not a start tag with a name"),
                    );
                    None
                }
            }
        }
    }
}
