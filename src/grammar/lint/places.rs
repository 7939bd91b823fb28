//! `useless`: remedies `in` elements where they cannot be done, or are never asked for.
//!
//! * It inserts a tag that stands directly in none of the elements.
//! * Nothing that its line inserts stands directly in one of the elements.
//! * One of the elements holds all tokens of the line in any order. Nothing but an exclusion can reject them there, and
//!   the line does not say `excluded`: most often the rule of the element is not the one that was meant.
//!
//! A grammar with `including` lines admits tags that no rule names; nothing is said of its insertions.

use super::subject::Subject;
use crate::base::{Code, Diagnostic};
use crate::grammar::ast::{At, Atom, Content, Item, Place, Rejected, Repeat, Statement};
use crate::grammar::compile::mistake::{Mistakes, warning};
use crate::grammar::compile::tables::{Deed, Line};
use crate::grammar::print;

pub(super) fn lint(subject: &Subject<'_>, mistakes: &mut Mistakes) {
    let including = subject.stages.plain.lines.iter().any(|line| !line.excludes);
    for line in &subject.stages.tables.remedies {
        let Statement::Remedy { rejected: Rejected { left, within: Some(within), .. }, .. } =
            &subject.stages.merged.statements[line.statement].value
        else {
            continue;
        };
        let items = within.terms.iter().filter(|(adds, _)| *adds).map(|(_, item)| item);
        let open: Vec<(&At<Item>, Vec<usize>)> =
            items.map(|item| (item, numbers(subject, item))).filter(|o| !o.1.is_empty()).collect();
        if !including {
            insertions(subject, line, &open, mistakes);
        }
        let is_plain = !line.excluded && line.guards.is_empty() && line.wherever.is_none();
        if is_plain && !line.left.is_empty() {
            let whole = |numbers: &[usize]| numbers.iter().all(|&n| holds_all(subject, n, line));
            for (item, _) in open.iter().filter(|(_, numbers)| whole(numbers)) {
                mistakes.push(never_asked(&print::items(left), item));
            }
        }
    }
}

/// The elements of an item that can be open, by number.
fn numbers(subject: &Subject<'_>, item: &At<Item>) -> Vec<usize> {
    let plain = &subject.stages.plain;
    let members = subject.stages.sets.members_of(&item.value);
    let all = members.iter().filter_map(|member| member.start());
    all.flat_map(|element| plain.occurrences(element).iter().copied())
        .filter(|&number| subject.reach.elements[number] && plain.elements[number].kind.is_some())
        .collect()
}

fn insertions(
    subject: &Subject<'_>,
    line: &Line,
    open: &[(&At<Item>, Vec<usize>)],
    mistakes: &mut Mistakes,
) {
    let fits = |tags: &[usize], numbers: &[usize]| {
        let has_place = |number, tag| subject.containment.has_place(number, tag);
        numbers.iter().any(|&number| tags.iter().any(|&tag| has_place(number, tag)))
    };
    let inserts = |deed: &At<Deed>| match &deed.value {
        Deed::Insert(tags) => Some((tags.clone(), deed.place)),
        _ => None,
    };
    let tags: Vec<(Vec<usize>, Place)> = line.deeds.iter().filter_map(inserts).collect();
    for (tags, place) in &tags {
        let known = tags.iter().any(|&tag| subject.reach.terminals[tag]);
        if known && !open.is_empty() && !open.iter().any(|(_, numbers)| fits(tags, numbers)) {
            mistakes.push(
                warning(Code::Useless, *place, "what this inserts has no place where it is tried")
                    .label("it stands in none of the elements after `in`"),
            );
        }
    }
    for (item, numbers) in open.iter().filter(|_| tags.len() == line.deeds.len()) {
        if !tags.iter().any(|(tags, _)| fits(tags, numbers)) {
            let message = format!("nothing is inserted in {}", print::item(&item.value));
            mistakes.push(
                warning(Code::Useless, item.place, message)
                    .label("it has no place for any tag of this line"),
            );
        }
    }
}

fn never_asked(left: &str, item: &At<Item>) -> Diagnostic {
    let within = print::item(&item.value);
    warning(Code::Useless, item.place, format!("{within} has a place for {left} anyway"))
        .label("only an exclusion can reject them there")
        .help(format!("say `excluded` if that is meant; else see to the rule of {within}"))
}

/// Whether an element holds all tokens of a line, in any order and number. (A tag may be one of several terminals, of which it
/// is the one that has a place here.)
fn holds_all(subject: &Subject<'_>, number: usize, line: &Line) -> bool {
    let has_place = |token: &usize| {
        let alike = |&terminal: &usize| {
            let plain = &subject.stages.plain;
            plain.terminal_spelling(terminal) == plain.terminal_spelling(*token)
        };
        (0..subject.stages.plain.terminals.len())
            .filter(alike)
            .any(|terminal| subject.containment.has_place(number, terminal))
    };
    let statement = subject.stages.plain.elements[number].statement;
    let Some(Statement::Rule { content, .. }) =
        statement.map(|at| &subject.stages.merged.statements[at].value)
    else {
        return false;
    };
    let [alternative] = content.alternatives.as_slice() else { return false };
    let [factor] = alternative.factors.as_slice() else { return false };
    factor.value.repeat == Repeat::Star
        && is_one_thing(subject, &factor.value.atom)
        && line.left.iter().all(has_place)
}

/// Whether an atom is one token or element, whichever it is.
fn is_one_thing(subject: &Subject<'_>, atom: &Atom) -> bool {
    let each = |content: &Content| {
        content.alternatives.iter().all(|alternative| match alternative.factors.as_slice() {
            [factor] => {
                factor.value.repeat == Repeat::Once && is_one_thing(subject, &factor.value.atom)
            }
            _ => false,
        })
    };
    match atom {
        Atom::Item(Item::Name(name)) => subject.stages.sets.is_set(name),
        Atom::Item(_) => true,
        Atom::Group(content) | Atom::Foster(_, content) => each(content),
    }
}
