//! Pass 7: resolves wishes and remedies, by rejected terminal.
//!
//! A `wish` statement permits tags at a cost, possibly for certain tokens only. Each terminal gets
//! the list of its wishes; for each tag, the cheapest permission counts. Remedy lines are
//! cumulative, in order. Each terminal gets the list of lines whose left side names it.
//!
//! A virtual tag has no attributes: if a list has `<x>` and `<x a=v>`, only `<x>` may be virtual.
//! The start tag of a wildcard has no name, so it is never virtual.

use super::known::PassResults;
use super::mistake::{Mistakes, error};
use super::plain::NumberedGrammar;
use super::sets::{Member, MemberId, Members, Sets};
use crate::base::{Code, HashMap, IndexMap};
use crate::grammar::ast::{
    self, At, Element, Fact, FileSpan, Guard, Item, Items, Rejected, Remedy, Statement,
};
use crate::grammar::model::Rewriting;
use crate::grammar::schema::Head;
use std::sync::Arc;

/// One `wish` statement, resolved.
#[derive(Clone, Debug)]
pub(crate) struct Wish {
    /// The terminals that it permits. Statements that list the same items share one table.
    pub(crate) tags: Arc<WishedTags>,
    /// The spans of the items of the statement's list, in order.
    pub(crate) items: Vec<FileSpan>,
    pub(crate) cost: u32,
    /// The terminals after `for`; `None` for all.
    pub(crate) purpose: Option<Vec<usize>>,
    /// The index of the statement.
    pub(crate) statement: usize,
}

/// Terminals, each with the index of the item of the list that permits it.
pub(crate) type WishedTags = IndexMap<usize, usize>;

/// A resolved remedy; terminals and elements are numbers.
pub(crate) type ResolvedRemedy = ast::RemedyOf<Vec<usize>, Vec<usize>, Rewritten>;
/// The replacement of a rejected token.
pub(crate) type Rewritten = Rewriting<Vec<usize>>;

impl ResolvedRemedy {
    /// Returns the tags that the remedy inserts.
    pub(crate) fn inserted(&self) -> &[usize] {
        match self {
            Self::Insert(tags) => tags,
            _ => &[],
        }
    }
}

/// One remedy line, resolved.
#[derive(Clone, Debug)]
pub(crate) struct ResolvedLine {
    /// The terminals of the left side.
    pub(crate) left: Vec<usize>,
    /// The guards by latches and exclusions, all of which must hold.
    pub(crate) guards: Vec<Guard>,
    /// A terminal that must be acceptable.
    pub(crate) wherever: Option<usize>,
    pub(crate) excluded: bool,
    /// The elements, by number, one of which must be the current one.
    pub(crate) within: Option<Vec<usize>>,
    pub(crate) remedies: Vec<At<ResolvedRemedy>>,
    pub(crate) place: FileSpan,
    /// The index of the statement.
    pub(crate) statement: usize,
}

/// The wishes and remedies in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct ResolvedTables {
    pub(crate) wishes: Vec<Wish>,
    pub(crate) remedies: Vec<ResolvedLine>,
    pub(crate) whole_text: bool,
    /// By terminal.
    of_terminals: Vec<StatementsOfTerminal>,
    /// The wishes for any token, ascending.
    for_all: Vec<usize>,
}

/// The statements that name a terminal, as ascending numbers.
#[derive(Clone, Debug, Default)]
struct StatementsOfTerminal {
    /// The wishes whose `for` names the terminal.
    wishes: Vec<usize>,
    /// The remedy lines.
    lines: Vec<usize>,
}

/// The cheapest cost and its span, by permitted tag.
type Permissions = IndexMap<usize, (u32, FileSpan)>;

impl ResolvedTables {
    /// Indexes the wishes and lines by the terminals that they name.
    fn index(&mut self, terminals: usize) {
        self.of_terminals = vec![StatementsOfTerminal::default(); terminals];
        for (number, wish) in self.wishes.iter().enumerate() {
            match &wish.purpose {
                None => self.for_all.push(number),
                Some(goals) => record(number, goals, &mut self.of_terminals, |of| &mut of.wishes),
            }
        }
        for (number, line) in self.remedies.iter().enumerate() {
            record(number, &line.left, &mut self.of_terminals, |of| &mut of.lines);
        }
    }

    /// Returns the cheapest permission of each tag for a terminal.
    pub(crate) fn permitted(&self, goal: usize) -> Permissions {
        let mut row = Permissions::default();
        for wish in self.permitting(goal) {
            for (&tag, &item) in &*wish.tags {
                let place = wish.items[item];
                let best = row.entry(tag).or_insert((wish.cost, place));
                if wish.cost < best.0 {
                    *best = (wish.cost, place);
                }
            }
        }
        row
    }

    /// Reports whether any tag may be virtual for a terminal.
    pub(crate) fn is_permitting(&self, goal: usize) -> bool {
        let mut wishes = self.wishes_of(goal).iter().chain(&self.for_all);
        wishes.any(|&number| !self.wishes[number].tags.is_empty())
    }

    /// Iterates over the wishes for a terminal, in order.
    fn permitting(&self, goal: usize) -> impl Iterator<Item = &Wish> {
        let mut numbers = [self.wishes_of(goal), &self.for_all].concat();
        numbers.sort_unstable();
        numbers.into_iter().map(|number| &self.wishes[number])
    }

    /// Returns the numbers of the wishes for a terminal, without those for any token.
    pub(crate) fn wishes_of(&self, goal: usize) -> &[usize] {
        match self.of_terminals.get(goal) {
            Some(of) => &of.wishes,
            None => &[],
        }
    }

    /// Returns the numbers of the wishes for any token, ascending.
    pub(crate) fn for_all(&self) -> &[usize] {
        &self.for_all
    }

    /// Returns the numbers of the remedy lines for a token.
    pub(crate) fn lines_of(&self, token: usize) -> &[usize] {
        match self.of_terminals.get(token) {
            Some(of) => &of.lines,
            None => &[],
        }
    }
}

/// Adds a number to the lists of some terminals, once to each.
fn record(
    number: usize,
    terminals: &[usize],
    of_terminals: &mut [StatementsOfTerminal],
    list: fn(&mut StatementsOfTerminal) -> &mut Vec<usize>,
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
    known: PassResults<'_>,
    rules: &NumberedGrammar,
    mistakes: &mut Mistakes,
) -> ResolvedTables {
    let mut tables = ResolvedTables::default();
    let (lists, sets) = (HashMap::default(), known.sets);
    let mut resolver = Resolver { known, sets, rules, mistakes, lists };
    for (number, At { value, place }) in known.statements.iter().enumerate() {
        match value {
            Statement::Fact(fact) => match fact.row().head {
                Head::TextWhole => tables.whole_text = true,
                Head::Wish => tables.wishes.extend(resolver.wish(fact, number)),
                _ => {}
            },
            Statement::Remedy { rejected, remedies } => {
                if rejected.guards.iter().any(|guard| known.decided(guard) == Some(false)) {
                    continue;
                }
                let mut line = resolver.line(rejected, remedies, *place, number);
                line.guards.retain(|guard| known.decided(guard).is_none());
                tables.remedies.push(line);
            }
            _ => {}
        }
    }
    tables.index(rules.terminals.len());
    tables
}

/// The state of resolution.
struct Resolver<'a> {
    known: PassResults<'a>,
    sets: &'a Sets,
    rules: &'a NumberedGrammar,
    mistakes: &'a mut Mistakes,
    /// The lists of `wish` statements that were resolved, by their items and by what they exclude.
    lists: HashMap<(&'a Items, Option<&'a Items>), WishList>,
}

/// The list of tags of a `wish` statement, resolved.
#[derive(Clone)]
struct WishList {
    tags: Arc<WishedTags>,
    /// Members that cannot be inserted: the index of the item, and the spelling.
    unfit: Arc<[(usize, String)]>,
}

impl<'a> Resolver<'a> {
    fn wish(&mut self, fact: &'a Fact, statement: usize) -> Option<Wish> {
        if self.known.size.is_exceeded() {
            return None;
        }
        let (tags, unless) = (fact.items("tags")?, fact.items("unless"));
        let items: Vec<FileSpan> = tags.added().map(|item| item.place).collect();
        let list = match self.lists.get(&(tags, unless)) {
            Some(list) => list.clone(),
            None => {
                let list = self.wish_list(tags, unless);
                self.lists.insert((tags, unless), list.clone());
                list
            }
        };
        for (item, spelling) in list.unfit.iter() {
            self.cannot_be_virtual(items[*item], spelling);
        }
        Some(Wish {
            tags: list.tags,
            items,
            cost: fact.number("cost").unwrap_or(1),
            purpose: fact.items("for").map(|items| self.listed(items)),
            statement,
        })
    }

    fn line(
        &mut self,
        rejected: &Rejected,
        remedies: &[At<Remedy>],
        place: FileSpan,
        statement: usize,
    ) -> ResolvedLine {
        let wherever = match &rejected.wherever {
            Some(terminal) => {
                let terminal = self.sets.number(&Member::Terminal(terminal.value.clone()));
                self.rules.terminals_of(terminal).first().copied()
            }
            None => None,
        };
        let within = rejected
            .within
            .as_ref()
            .map(|items| self.rules.elements_of(&self.sets.members(items)).collect());
        let mut resolved = Vec::with_capacity(remedies.len());
        for remedy in remedies {
            if let Some(value) = self.resolve(remedy) {
                resolved.push(At { value, place: remedy.place });
            }
        }
        ResolvedLine {
            remedies: resolved,
            left: self.listed(&rejected.left),
            guards: rejected.guards.clone(),
            wherever,
            excluded: rejected.excluded,
            within,
            place,
            statement,
        }
    }

    /// Returns the terminals of a list, or none if the grammar is too large with them.
    fn listed(&self, items: &Items) -> Vec<usize> {
        if self.known.size.is_exceeded() {
            return Vec::new();
        }
        let members = self.sets.members(items);
        let is_allowed = self.known.size.allows(members.len(), items.place);
        if is_allowed { self.terminals(&members) } else { Vec::new() }
    }

    fn terminals(&self, members: &Members) -> Vec<usize> {
        members.iter().flat_map(|&member| self.rules.terminals_of(member)).copied().collect()
    }

    /// Resolves a list of tags without what `unless` excludes.
    fn wish_list(&self, tags: &Items, unless: Option<&Items>) -> WishList {
        let all = self.sets.members(tags);
        if !self.known.size.allows(all.len(), tags.place) {
            return WishList { tags: Arc::default(), unfit: Arc::default() };
        }
        let not = match unless {
            Some(items) => not_permitted(&self.sets.members(items), self.sets),
            None => Members::default(),
        };
        let (mut wished, mut unfit) = (WishedTags::default(), Vec::new());
        for (index, item) in tags.added().enumerate() {
            let members = self.sets.members_of(&item.value);
            if let Some(spelling) = self.unfit(&item.value, &members) {
                unfit.push((index, spelling));
            }
            for member in virtual_tags(&members, self.sets) {
                if !all.contains(&member) || not.contains(&member) {
                    continue;
                }
                for &terminal in self.rules.terminals_of(member) {
                    wished.entry(terminal).or_insert(index);
                }
            }
        }
        WishList { tags: Arc::new(wished), unfit: unfit.into() }
    }

    /// Returns the tags, marks and tokens that an item denotes, and reports a member that is none.
    fn virtual_tags(&mut self, item: &Item, place: FileSpan) -> Members {
        let members = self.sets.members_of(item);
        if let Some(spelling) = self.unfit(item, &members) {
            self.cannot_be_virtual(place, &spelling);
        }
        virtual_tags(&members, self.sets).collect()
    }

    /// Returns the spelling of a member that cannot be inserted: a terminal that is no tag, mark or
    /// token of a text, or a start tag without a name.
    fn unfit(&self, item: &Item, members: &Members) -> Option<String> {
        let unfit = match item {
            Item::Name(name) if name == "all" => None,
            Item::Start(Element { name: None, .. }) => self.sets.each(members).next(),
            _ => self.sets.each(members).find(|member| match member {
                Member::Terminal(name) => !self.sets.may_be_virtual(name),
                Member::Literal(_) | Member::Start(_) | Member::End(_) => false,
            }),
        };
        Some(unfit?.spelling())
    }

    fn cannot_be_virtual(&mut self, place: FileSpan, spelling: &str) {
        let label =
            "only marks, tags of named elements, `</*>` and tokens of a text can be inserted";
        self.contradictory(place, format!("{spelling} cannot be inserted"), label);
    }

    fn resolve(&mut self, remedy: &At<Remedy>) -> Option<ResolvedRemedy> {
        let place = remedy.place;
        Some(match &remedy.value {
            Remedy::Grant => ResolvedRemedy::Grant,
            Remedy::Cruft => ResolvedRemedy::Cruft,
            Remedy::Admit => ResolvedRemedy::Admit,
            Remedy::Discard => ResolvedRemedy::Discard,
            Remedy::Reopen => ResolvedRemedy::Reopen,
            Remedy::Merge => ResolvedRemedy::Merge,
            Remedy::Adopt(item) => ResolvedRemedy::Adopt(self.elements(item, place)),
            Remedy::Unlink(item) => ResolvedRemedy::Unlink(self.elements(item, place)),
            Remedy::Retract(item) => ResolvedRemedy::Retract(self.elements(item, place)),
            Remedy::Close(item, unless) => {
                let unless = unless.as_ref().map(|unless| self.elements(unless, place));
                ResolvedRemedy::Close(self.closed(item, place), unless)
            }
            Remedy::Insert(item) => {
                let tags = self.virtual_tags(item, place);
                ResolvedRemedy::Insert(self.terminals(&tags))
            }
            Remedy::Rewrite(item) => ResolvedRemedy::Rewrite(self.rewritten(item, place)?),
        })
    }

    /// Returns the elements of an item and reports other members.
    fn elements(&mut self, item: &Item, place: FileSpan) -> Vec<usize> {
        let members = self.sets.members_of(item);
        if let Some(other) = self.sets.each(&members).find(|member| member.start().is_none()) {
            let message = format!("{} is not an element", other.spelling());
            let mistake = error(Code::Contradictory, place, message)
                .label("only elements can be listed here")
                .help("write an element as its start tag: `<x>`");
            self.mistakes.push(mistake);
        }
        self.rules.elements_of(&members).collect()
    }

    /// Returns the end tags of the elements to close.
    fn closed(&mut self, item: &Item, place: FileSpan) -> Vec<usize> {
        let members = self.sets.members_of(item);
        if let Some(&other) = members.iter().find(|&&member| self.sets.end(member).is_none()) {
            let other = self.sets.member(other).spelling();
            let message = format!("`close` of {other}, which is not an element");
            self.contradictory(place, message, "only elements can be closed");
        }
        self.terminals(&members.iter().filter_map(|&id| self.sets.end(id)).collect())
    }

    fn contradictory(&mut self, place: FileSpan, message: String, label: &str) {
        self.mistakes.push(error(Code::Contradictory, place, message).label(label));
    }

    fn rewritten(&mut self, item: &Item, place: FileSpan) -> Option<Rewritten> {
        match item {
            Item::Literal(text) => return Some(Rewritten::Text(text.clone())),
            Item::Start(element @ Element { name: Some(_), attribute: None, .. }) => {
                let mut starts = self.rules.terminals_of(self.sets.start_of(element)).to_vec();
                // Puts the terminals for certain contexts before those for all contexts.
                starts.reverse();
                return Some(Rewritten::Start(starts));
            }
            _ => {}
        }
        let members = self.sets.members_of(item);
        let mut tags = self.sets.each(&members);
        if !members.is_empty() && tags.all(|member| matches!(member, Member::End(_))) {
            return Some(Rewritten::Ends(self.terminals(&members)));
        }
        self.mistakes.push(
            error(Code::Contradictory, place, "a token cannot be rewritten to this")
                .label("expected a plain start tag, end tags or a text")
                .help("write `rewrite <x>`, `rewrite </x>` or `rewrite \"text\"`"),
        );
        None
    }
}

/// Returns the tags that `unless` subtracts: `<x>` means the element, so its end tag as well.
pub(crate) fn not_permitted(members: &Members, sets: &Sets) -> Members {
    members.iter().copied().chain(members.iter().filter_map(|&id| sets.end(id))).collect()
}

/// Returns the members that may be virtual: marks, tags but for the wildcard start tag, and the
/// tokens of texts.
pub(crate) fn virtual_tags<'m>(
    members: &'m Members,
    sets: &'m Sets,
) -> impl Iterator<Item = MemberId> + Clone {
    members.iter().copied().filter(|&id| match sets.member(id) {
        Member::Start(Element { name: None, .. }) => false,
        Member::Start(_) => !sets.has_plain(id, members),
        Member::End(_) | Member::Literal(_) => true,
        Member::Terminal(name) => sets.may_be_virtual(name),
    })
}
