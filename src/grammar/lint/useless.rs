//! `useless` items of wishes, `omissible` statements and remedies. Items are useless if their tags
//! are acceptable nowhere, never virtual, or never in the input. So are items of `in` whose
//! elements are never open or reject nothing.
//!
//! An item is judged as a whole: a set is fine if one of its members is.
//! [`remedies`](super::remedies) checks the right sides of remedies.

use super::subject::Subject;
use crate::base::{Code, Diagnostic, HashMap, HashSet};
use crate::grammar::ast::{At, Atom, Content, Fact, Item, Items, Rejected, Repeat, Statement};
use crate::grammar::compile::lines::ExceptionLine;
use crate::grammar::compile::mistake::{Mistakes, warning};
use crate::grammar::compile::sets::{Member, MemberId, Members, Sets, plain};
use crate::grammar::compile::tables::{ResolvedLine, ResolvedRemedy, not_permitted, virtual_tags};
use crate::grammar::compile::walk::spell;
use crate::grammar::print;
use crate::grammar::schema::Head;
use std::sync::Arc;

/// The advice for `excluded` that does not apply.
const NOT_EXCLUDED: &str =
    "leave out `excluded`: a tag that the content lacks is rejected, not excluded";

/// Checks the items of all wishes, `omissible` statements and remedy lines.
pub(super) fn lint(subject: &Subject<'_>, mistakes: &mut Mistakes) {
    let habits = StatementTables::of(subject);
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
struct StatementTables {
    /// The members that some exclusion forbids. If all wait until a guard is on, the first of them.
    forbidden: HashMap<MemberId, Option<usize>>,
    /// The tokens that some line rewrites.
    rewritten: HashSet<usize>,
    /// The tags that some wish or remedy inserts.
    inserted: HashSet<usize>,
}

impl StatementTables {
    /// Collects the tables.
    fn of(subject: &Subject<'_>) -> Self {
        let (plain, tables) = (&subject.stages.plain, &subject.stages.tables);
        let mut habits = Self {
            forbidden: HashMap::default(),
            rewritten: HashSet::default(),
            inserted: HashSet::default(),
        };
        for (number, line) in plain.lines.iter().enumerate().filter(|(_, line)| line.excludes) {
            let waits = line.guard.as_ref().is_some_and(|guard| !guard.negated);
            for &member in &line.members {
                let first = habits.forbidden.entry(member).or_insert(Some(number));
                if !waits {
                    *first = None;
                }
            }
        }
        for line in &tables.remedies {
            for remedy in &line.remedies {
                habits.inserted.extend(remedy.value.inserted());
                if matches!(remedy.value, ResolvedRemedy::Rewrite(_)) {
                    habits.rewritten.extend(&line.left);
                }
            }
        }
        let mut seen = HashSet::default();
        for wish in &tables.wishes {
            if seen.insert(Arc::as_ptr(&wish.tags)) {
                habits.inserted.extend(wish.tags.keys());
            }
        }
        habits
    }
}

impl StatementTables {
    /// Reports whether inserted tags can help a token: it is acceptable somewhere, or is rewritten.
    fn is_helped(&self, subject: &Subject<'_>, member: MemberId) -> bool {
        let tokens = subject.stages.plain.terminals_of(member);
        let is_rewritten = tokens.iter().any(|token| self.rewritten.contains(token));
        is_rewritten || subject.is_possible(member)
    }

    /// Reports whether a member is no tag, or a tag that some wish or remedy inserts.
    fn may_be_virtual(&self, subject: &Subject<'_>, member: MemberId) -> bool {
        if !matches!(subject.stages.sets.member(member), Member::Start(_) | Member::End(_)) {
            return true;
        }
        let terminals = subject.stages.plain.terminals_of(member);
        terminals.iter().any(|terminal| self.inserted.contains(terminal))
    }
}

/// Returns the diagnostic for an item.
fn useless(item: &At<Item>, message: &str, label: &str) -> Diagnostic {
    warning(Code::Useless, item.place, message).label(label).about(print::item(&item.value))
}

/// Returns the label for members that no rule accepts; it names the first.
fn no_place(members: &Members, sets: &Sets) -> String {
    match sets.each(members).next() {
        Some(first) => no_place_for(first),
        None => "no rule allows".to_owned(),
    }
}

/// Returns the label for a member that no rule accepts.
fn no_place_for(member: &Member) -> String {
    format!("no rule allows {}", member.spelling())
}

/// Checks the tags, the tokens and the `unless` of a wish.
fn wish(subject: &Subject<'_>, fact: &Fact, mistakes: &mut Mistakes) {
    let Some(tags) = fact.items("tags") else { return };
    for (item, members) in subject.added(tags) {
        mistakes.extend(never_granted(subject, item, &members));
    }
    if let Some(goals) = fact.items("for") {
        impossible(
            subject,
            goals,
            "useless goal: inserting tags cannot make this token acceptable",
            mistakes,
        );
    }
    let Some(unless) = fact.items("unless") else { return };
    let wished = subject.stages.sets.members(tags);
    for (item, members) in subject.added(unless) {
        let not_permitted = not_permitted(&members, &subject.stages.sets);
        // An edit may have split a wish of a used file.
        if Some(item.place.file) == subject.own
            && !not_permitted.iter().any(|member| wished.contains(member))
        {
            let message = "this tag is not in the list of the `wish`";
            mistakes.push(useless(item, message, "not permitted by this `wish`"));
        }
    }
}

/// Returns a warning if no tag of an item of a wish is acceptable anywhere.
fn never_granted(subject: &Subject<'_>, item: &At<Item>, members: &Members) -> Option<Diagnostic> {
    let sets = &subject.stages.sets;
    let mut tags = virtual_tags(members, sets);
    let first = sets.member(tags.clone().next()?);
    if tags.clone().any(|member| subject.is_possible(member)) {
        return None;
    }
    let void = tags.find_map(|member| match sets.member(member) {
        Member::End(of) if subject.stages.symbols.void.contains_key(&plain(of)) => Some(of),
        _ => None,
    });
    Some(match void {
        Some(element) => {
            let message = format!("{} can never be inserted", spell(element, true));
            useless(item, &message, "void elements have no end tag")
        }
        None => useless(item, "this tag is not acceptable anywhere", &no_place_for(first))
            .help("use its element in a rule, or remove it from the wish"),
    })
}

/// Reports the items that no rule accepts, with the given message.
fn impossible(subject: &Subject<'_>, items: &Items, message: &str, mistakes: &mut Mistakes) {
    for (item, members) in subject.idle(items, |member| subject.is_possible(member)) {
        mistakes.push(useless(item, message, &no_place(&members, &subject.stages.sets)));
    }
}

/// Checks the tags and the tokens of an `omissible` statement.
fn omissible(
    subject: &Subject<'_>,
    habits: &StatementTables,
    fact: &Fact,
    mistakes: &mut Mistakes,
) {
    if let Some(tags) = fact.items("tags") {
        for (item, members) in subject.idle(tags, |tag| habits.may_be_virtual(subject, tag)) {
            mistakes.push(never_virtual(item, subject.stages.sets.each(&members).next()));
        }
    }
    if let Some(items) = fact.items("before") {
        impossible(subject, items, "no tag is ever inserted before this", mistakes);
    }
}

/// Returns the warning for an omissible tag that is never inserted.
fn never_virtual(item: &At<Item>, first: Option<&Member>) -> Diagnostic {
    let tag = first.map(Member::spelling).unwrap_or_default();
    let label = format!("no wish and no remedy inserts {tag}");
    useless(item, "this tag is never inserted", &label)
        .help("permit it with a `wish`, or remove it from this list")
}

/// Checks the tokens of a remedy line.
fn left_side(
    subject: &Subject<'_>,
    habits: &StatementTables,
    line: &ResolvedLine,
    rejected: &Rejected,
    mistakes: &mut Mistakes,
) {
    let is_inserting =
        line.remedies.iter().any(|remedy| matches!(remedy.value, ResolvedRemedy::Insert(_)));
    for (item, members) in subject.added(&rejected.left) {
        if rejected.excluded {
            let mut forbidding = members.iter().filter_map(|member| habits.forbidden.get(member));
            match forbidding.next() {
                None => mistakes.push(not_excluded(item)),
                Some(&Some(first))
                    if rejected.guards.is_empty()
                        && Some(item.place.file) == subject.own
                        && forbidding.all(Option::is_some) =>
                {
                    mistakes.extend(waiting(item, &subject.stages.plain.lines[first]));
                }
                Some(_) => {}
            }
        }
        if is_inserting && !members.iter().any(|&member| habits.is_helped(subject, member)) {
            let message = "this is not acceptable anywhere, so inserting tags cannot help";
            mistakes.push(useless(item, message, "no rule allows it"));
        } else if !subject.stages.sets.each(&members).any(|member| comes(subject, member)) {
            let message = "the tokenizer never produces this token, so it is never rejected";
            mistakes.push(useless(item, message, "no token of the input"));
        }
    }
}

/// Returns the warning for `excluded` with a token that no exclusion forbids.
fn not_excluded(item: &At<Item>) -> Diagnostic {
    let what = print::item(&item.value);
    let message = format!("no exclusion forbids {what}, so `excluded` never applies");
    useless(item, &message, "not excluded anywhere").help(NOT_EXCLUDED)
}

/// Returns the warning for `excluded` with a token that only an exclusion with a guard forbids.
fn waiting(item: &At<Item>, exclusion: &ExceptionLine) -> Option<Diagnostic> {
    let what = print::item(&item.value);
    let guard = &exclusion.guard.as_ref()?.name.value;
    let message = format!("`excluded` applies to {what} only after `{guard}` is on");
    let mistake = useless(item, &message, "not excluded before")
        .also(exclusion.place, "no other exclusion forbids it");
    Some(mistake.help(NOT_EXCLUDED))
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
fn within(
    subject: &Subject<'_>,
    line: &ResolvedLine,
    rejected: &Rejected,
    mistakes: &mut Mistakes,
) {
    let is_plain = !line.excluded && line.guards.is_empty() && line.wherever.is_none();
    let tokens = subject.stages.sets.members(&rejected.left);
    let Some(within) = &rejected.within else { return };
    for (item, members) in subject.added(within) {
        let mut open = Vec::new();
        for number in subject.stages.plain.elements_of(&members) {
            if subject.is_open(number) {
                open.push(number);
            }
        }
        if open.is_empty() {
            let message = "this is never the current element";
            mistakes.push(useless(item, message, "void, or in no rule"));
        } else if is_plain && open.iter().all(|&number| accepts_all(subject, number, &tokens)) {
            mistakes.push(always_accepted(item, &rejected.left));
        }
    }
}

/// Returns the warning for an item after `in` whose content accepts all tokens of the remedy line.
/// Only an exclusion can reject them, so the line never applies there.
fn always_accepted(item: &At<Item>, tokens: &Items) -> Diagnostic {
    let [what, tokens] = [print::item(&item.value), print::items(tokens)];
    let message = format!("{what} always allows {tokens}");
    useless(item, &message, "only an exclusion can reject them there")
        .help(format!("add `excluded` if that is intended; otherwise check the rule of {what}"))
}

/// Reports whether an element accepts all of some tokens, in any order and number; false if there
/// are no tokens.
fn accepts_all(subject: &Subject<'_>, number: usize, tokens: &Members) -> bool {
    let plain = &subject.stages.plain;
    let Some(statement) = plain.elements[number].statement else { return false };
    let statement = &subject.stages.merged.statements[statement].value;
    let Statement::Rule { content, .. } = statement else { return false };
    let is_any = matches!(content.alternatives.as_slice(), [_])
        && each_is_one(content, Repeat::Star, subject);
    if !is_any || tokens.is_empty() {
        return false;
    }
    for &token in tokens {
        let mut terminals = plain.terminals_of(token).iter();
        if !terminals.any(|&terminal| subject.containment.has_place(number, terminal)) {
            return false;
        }
    }
    true
}

/// Reports whether each alternative of a content is one token or element, repeated as `repeat`
/// says.
fn each_is_one(content: &Content, repeat: Repeat, subject: &Subject<'_>) -> bool {
    for alternative in &content.alternatives {
        let [factor] = alternative.factors.as_slice() else { return false };
        if factor.value.repeat != repeat {
            return false;
        }
        let is_one = match &factor.value.atom {
            Atom::Item(Item::Name(name)) => subject.stages.sets.is_set(name),
            Atom::Item(_) => true,
            Atom::Group(group) | Atom::Foster(_, group) => {
                each_is_one(group, Repeat::Once, subject)
            }
        };
        if !is_one {
            return false;
        }
    }
    true
}
