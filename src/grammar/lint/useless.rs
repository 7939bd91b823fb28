//! `useless` items of wishes, `omissible` statements and remedies. Items are useless if their tags
//! are acceptable nowhere, never virtual, or never in the input. So are items of `in` whose
//! elements are never open or reject nothing.
//!
//! An item is judged as a whole: a set is fine if one of its members is.
//! [`remedies`](super::remedies) checks the right sides of remedies.

use super::subject::Subject;
use crate::base::{Code, Diagnostic, HashMap, HashSet};
use crate::grammar::ast::{At, Atom, Content, Fact, Item, Items, Rejected, Repeat, Statement};
use crate::grammar::compile::mistake::{Mistakes, warning};
use crate::grammar::compile::sets::{Member, Members, plain};
use crate::grammar::compile::tables::{Line, ResolvedRemedy, not_permitted, virtual_tags};
use crate::grammar::compile::walk::spell;
use crate::grammar::print;
use crate::grammar::schema::Head;
use std::sync::Arc;

pub(super) fn lint(subject: &Subject<'_>, mistakes: &mut Mistakes) {
    let habits = Habits::of(subject);
    for statement in &subject.stages.merged.statements {
        if let Some(fact) = statement.value.fact(Head::Wish) {
            wish(subject, fact, mistakes);
        } else if let Some(fact) = statement.value.fact(Head::Omissible) {
            omissible(subject, &habits, fact, mistakes);
        }
    }
    for line in &subject.stages.tables.remedies {
        let statement = &subject.stages.merged.statements[line.statement];
        if let Statement::Remedy { rejected, .. } = &statement.value {
            left_side(subject, &habits, line, rejected, mistakes);
            within(subject, line, rejected, mistakes);
        }
    }
}

/// Tables over many statements.
struct Habits<'a> {
    /// The members that some exclusion forbids.
    forbidden: HashSet<&'a Member>,
    /// The tokens that some line rewrites.
    rewritten: HashSet<usize>,
    /// The tags that some wish or remedy inserts.
    inserted: HashSet<usize>,
}

impl<'a> Habits<'a> {
    fn of(subject: &Subject<'a>) -> Self {
        let (plain, tables) = (&subject.stages.plain, &subject.stages.tables);
        let exclusions = plain.lines.iter().filter(|line| line.excludes);
        let rewrites = |line: &&Line| {
            line.remedies.iter().any(|remedy| matches!(remedy.value, ResolvedRemedy::Rewrite(_)))
        };
        let rewriting = tables.remedies.iter().filter(rewrites);
        let remedies = tables.remedies.iter().flat_map(|line| &line.remedies);
        let lists = tables.wishes.iter().map(|wish| (Arc::as_ptr(&wish.tags), &wish.tags));
        let lists: HashMap<_, _> = lists.collect();
        let wished = lists.values().flat_map(|tags| tags.keys());
        Self {
            forbidden: exclusions.flat_map(|line| &line.members).collect(),
            rewritten: rewriting.flat_map(|line| &line.left).copied().collect(),
            inserted: remedies
                .flat_map(|remedy| remedy.value.inserted())
                .chain(wished)
                .copied()
                .collect(),
        }
    }
}

impl Habits<'_> {
    /// Reports whether inserted tags can help a token: it is acceptable somewhere, or is rewritten.
    fn is_helped(&self, subject: &Subject<'_>, member: &Member) -> bool {
        let tokens = subject.stages.plain.terminals_of(member);
        let is_rewritten = tokens.iter().any(|token| self.rewritten.contains(token));
        is_rewritten || subject.is_possible(member)
    }
}

/// Returns the diagnostic for an item.
fn useless(item: &At<Item>, message: &str, label: &str) -> Diagnostic {
    warning(Code::Useless, item.place, message).label(label).about(print::item(&item.value))
}

fn no_place(members: &Members) -> String {
    members.first().map_or_else(|| "no rule has a place for".to_owned(), no_place_for)
}

fn no_place_for(member: &Member) -> String {
    format!("no rule has a place for {}", member.spelling())
}

fn wish(subject: &Subject<'_>, fact: &Fact, mistakes: &mut Mistakes) {
    let Some(tags) = fact.items("tags") else { return };
    let wished = subject.added(tags);
    mistakes.extend(wished.filter_map(|(item, members)| never_granted(subject, item, &members)));
    if let Some(goals) = fact.items("for") {
        impossible(subject, goals, "nothing can be granted for the sake of this", mistakes);
    }
    let wished = subject.stages.sets.members(tags);
    let is_wished = |members: &Members| members.iter().any(|member| wished.contains(member));
    let unless = fact.items("unless").into_iter().flat_map(|items| subject.added(items));
    let idle = unless.filter(|(_, members)| !is_wished(&not_permitted(members)));
    mistakes.extend(idle.map(|(item, _)| {
        let message = "this is not among the tags that are wished for";
        useless(item, message, "not permitted in any case")
    }));
}

/// Returns a warning if no tag of an item of a wish is acceptable anywhere.
fn never_granted(subject: &Subject<'_>, item: &At<Item>, members: &Members) -> Option<Diagnostic> {
    let tags = virtual_tags(members, &subject.stages.sets);
    let first = tags.clone().next()?;
    if tags.clone().any(|member| subject.is_possible(member)) {
        return None;
    }
    let void = tags.clone().find_map(|member| match member {
        Member::End(of) if subject.stages.symbols.void.contains_key(&plain(of)) => Some(of),
        _ => None,
    });
    Some(match void {
        Some(element) => {
            let message = format!("{} can never be granted", spell(element, true));
            useless(item, &message, "void elements have no end tag")
        }
        None => useless(item, "this tag is acceptable nowhere", &no_place_for(first))
            .help("put its element into a rule, or take the wish away"),
    })
}

/// Reports the items that no rule accepts, with the given message.
fn impossible(subject: &Subject<'_>, items: &Items, message: &str, mistakes: &mut Mistakes) {
    let idle = subject.idle(items, |member| subject.is_possible(member));
    mistakes.extend(idle.map(|(item, members)| useless(item, message, &no_place(&members))));
}

fn omissible(subject: &Subject<'_>, habits: &Habits<'_>, fact: &Fact, mistakes: &mut Mistakes) {
    let may_be_virtual = |member: &Member| {
        let terminals = subject.stages.plain.terminals_of(member);
        let is_tag = matches!(member, Member::Start(_) | Member::End(_));
        !is_tag || terminals.iter().any(|terminal| habits.inserted.contains(terminal))
    };
    let tags = fact.items("tags").into_iter();
    for (item, members) in tags.flat_map(|tags| subject.idle(tags, may_be_virtual)) {
        mistakes.push(never_virtual(item, &members));
    }
    if let Some(items) = fact.items("before") {
        impossible(subject, items, "no virtual tag stands before this", mistakes);
    }
}

fn never_virtual(item: &At<Item>, members: &Members) -> Diagnostic {
    let tag = members.first().map(Member::spelling).unwrap_or_default();
    let label = format!("no wish and no remedy inserts {tag}");
    useless(item, "this tag is never virtual", &label)
        .help("permit it with a `wish`, or take it out of this list")
}

/// Checks the tokens of a remedy line.
fn left_side(
    subject: &Subject<'_>,
    habits: &Habits<'_>,
    line: &Line,
    rejected: &Rejected,
    mistakes: &mut Mistakes,
) {
    let is_inserting =
        line.remedies.iter().any(|remedy| matches!(remedy.value, ResolvedRemedy::Insert(_)));
    let is_forbidden = |member: &Member| habits.forbidden.contains(member);
    for (item, members) in subject.added(&rejected.left) {
        if rejected.excluded && !members.iter().any(is_forbidden) {
            mistakes.push(not_excluded(item));
        }
        if is_inserting && !members.iter().any(|member| habits.is_helped(subject, member)) {
            let message = "this is acceptable nowhere, so nothing that is inserted can help";
            mistakes.push(useless(item, message, "no rule has a place for it"));
        } else if !members.iter().any(|member| comes(subject, member)) {
            let message = "such a token never comes, so it is never rejected";
            mistakes.push(useless(item, message, "no token of the input"));
        }
    }
}

fn not_excluded(item: &At<Item>) -> Diagnostic {
    let what = print::item(&item.value);
    let message = format!("no exclusion forbids {what}, so it is never refused by one");
    useless(item, &message, "not excluded anywhere")
}

/// Reports whether the tokenizer can produce such a token at all.
fn comes(subject: &Subject<'_>, member: &Member) -> bool {
    let text = subject.is_of_texts();
    match member {
        Member::Start(_) | Member::End(_) => !text,
        Member::Literal(_) => text,
        Member::Terminal(name) if subject.stages.sets.is_mark(name) => false,
        Member::Terminal(name) => match name.as_str() {
            "CRUFT" => false,
            "RAW" => !subject.stages.symbols.lexical.is_empty(),
            "EOF" => true,
            "TEXT" | "SPACE" | "NUL" | "COMMENT" | "PI" | "DOCTYPE" => !text,
            _ => text,
        },
    }
}

/// Checks the elements after `in` of a line. Reports those that are never open, and those that
/// accept all tokens of the line in any order. In the latter only an exclusion can reject the
/// tokens, and the line does not say `excluded`. Usually the element has the wrong rule.
fn within(subject: &Subject<'_>, line: &Line, rejected: &Rejected, mistakes: &mut Mistakes) {
    let is_plain = !line.excluded && line.guards.is_empty() && line.wherever.is_none();
    let tokens = subject.stages.sets.members(&rejected.left);
    for (item, members) in rejected.within.iter().flat_map(|items| subject.added(items)) {
        let starts = members.iter().filter_map(Member::start);
        let numbers = starts.flat_map(|element| subject.stages.plain.occurrences(element));
        let open: Vec<usize> = numbers.copied().filter(|&at| subject.is_open(at)).collect();
        if open.is_empty() {
            let message = "this is never the current element";
            mistakes.push(useless(item, message, "void, or in no rule"));
        } else if is_plain && open.iter().all(|&at| holds_all(subject, at, &tokens)) {
            mistakes.push(has_a_place(item, &rejected.left));
        }
    }
}

fn has_a_place(item: &At<Item>, left: &Items) -> Diagnostic {
    let [what, left] = [print::item(&item.value), print::items(left)];
    let message = format!("{what} has a place for {left} anyway");
    useless(item, &message, "only an exclusion can reject them there")
        .help(format!("say `excluded` if that is meant; else see to the rule of {what}"))
}

/// Reports whether an element accepts all of some tokens, in any order and number; false if there
/// are no tokens.
fn holds_all(subject: &Subject<'_>, number: usize, tokens: &Members) -> bool {
    let plain = &subject.stages.plain;
    let has_place = |token: &Member| {
        let mut terminals = plain.terminals_of(token).into_iter();
        terminals.any(|terminal| subject.containment.has_place(number, terminal))
    };
    let rule = plain.elements[number].statement.map(|at| &subject.stages.merged.statements[at]);
    let Some(Statement::Rule { content, .. }) = rule.map(|rule| &rule.value) else { return false };
    let is_any = matches!(content.alternatives.as_slice(), [_])
        && each_is_one(content, Repeat::Star, subject);
    is_any && !tokens.is_empty() && tokens.iter().all(has_place)
}

/// Reports whether each alternative of a content is one token or element, repeated as `repeat`
/// says.
fn each_is_one(content: &Content, repeat: Repeat, subject: &Subject<'_>) -> bool {
    let is_one = |atom: &Atom| match atom {
        Atom::Item(Item::Name(name)) => subject.stages.sets.is_set(name),
        Atom::Item(_) => true,
        Atom::Group(group) | Atom::Foster(_, group) => each_is_one(group, Repeat::Once, subject),
    };
    content.alternatives.iter().all(|alternative| match alternative.factors.as_slice() {
        [factor] => factor.value.repeat == repeat && is_one(&factor.value.atom),
        _ => false,
    })
}
