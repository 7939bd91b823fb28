//! `useless`: an exclusion or a wish for a token that is read all the same.
//!
//! * A token that a content excludes is read nevertheless if its remedies end in `admit`. In a base
//!   such lines close what is open first, as `<li>` closes an `<li>`. The author of a variant who
//!   excludes `<li>` from another content does not expect to find it there.
//! * A wish inserts tags for a rejected token. If each list that names one of its tags also names
//!   the token, then the token is accepted wherever the tag is, so the wish is never granted. Where
//!   such a token is excluded, a remedy can ask for the wish, so it must be admitted there.
//!
//! Only lines of the own file are reported, and only for an `admit` of another file.

use super::subject::Subject;
use crate::base::{Code, Diagnostic, HashSet};
use crate::grammar::ast::FileSpan;
use crate::grammar::compile::lines::ExceptionLine;
use crate::grammar::compile::mistake::{Mistakes, warning};
use crate::grammar::compile::plain::{NumberedGrammar, PlainSymbol, TerminalKey};
use crate::grammar::compile::reach::element_of_start;
use crate::grammar::compile::tables::{ResolvedRemedy, Wish};

pub(super) fn lint(subject: &Subject<'_>, mistakes: &mut Mistakes) {
    exclusions(subject, mistakes);
    for wish in &subject.stages.tables.wishes {
        let place = subject.stages.merged.statements[wish.statement].place;
        if Some(place.file) == subject.own {
            mistakes.extend(never_granted(subject, wish, place));
        }
    }
}

/// Returns the place of the `admit` by which a token is read wherever it is excluded, if nothing
/// but the closing of elements comes before it. Lines of other files for certain places are passed
/// over.
fn admitted(subject: &Subject<'_>, token: usize) -> Option<FileSpan> {
    for &line in subject.stages.tables.lines_of(token) {
        let line = &subject.stages.tables.remedies[line];
        if line.guards.is_empty() && line.within.is_none() && line.wherever.is_none() {
            for remedy in &line.remedies {
                match &remedy.value {
                    ResolvedRemedy::Admit => return Some(line.place),
                    ResolvedRemedy::Close(..)
                    | ResolvedRemedy::Adopt(_)
                    | ResolvedRemedy::Unlink(_)
                    | ResolvedRemedy::Reopen => {}
                    ResolvedRemedy::Insert(tags)
                        if tags.iter().all(|&tag| is_mark(subject, tag)) => {}
                    _ => return None,
                }
            }
        } else if Some(line.place.file) == subject.own {
            return None;
        }
    }
    None
}

fn is_mark(subject: &Subject<'_>, terminal: usize) -> bool {
    match subject.stages.plain.terminals.get_index(terminal) {
        Some(TerminalKey::Named(name)) => subject.stages.sets.is_mark(name),
        _ => false,
    }
}

/// Reports the exclusions of tokens that are admitted.
fn exclusions(subject: &Subject<'_>, mistakes: &mut Mistakes) {
    let plain = &subject.stages.plain;
    for (number, line) in plain.lines.iter().enumerate() {
        if !line.excludes || line.guard.is_some() || Some(line.place.file) != subject.own {
            continue;
        }
        // An element that excludes itself is closed before it is read again.
        let mut owners: HashSet<usize> = HashSet::default();
        for element in &plain.elements {
            if let Some((_, lines)) = &element.kind
                && lines.contains(&number)
            {
                owners.insert(element.tags.0);
            }
        }
        mistakes.extend(all_read(subject, line, &owners));
    }
}

/// Returns a warning if each token of an exclusion is admitted. As everywhere, a set is fine if one
/// of its members is.
fn all_read(
    subject: &Subject<'_>,
    line: &ExceptionLine,
    owners: &HashSet<usize>,
) -> Option<Diagnostic> {
    let mut first = None;
    for &member in &line.members {
        let &token = subject.stages.plain.terminals_of(member).first()?;
        let by = admitted(subject, token)?;
        if Some(by.file) == subject.own || owners.contains(&token) {
            return None;
        }
        first.get_or_insert((token, by));
    }
    let (token, by) = first?;
    Some(read_anyway(subject, line.place, token, by))
}

fn read_anyway(subject: &Subject<'_>, place: FileSpan, token: usize, by: FileSpan) -> Diagnostic {
    let token = subject.stages.plain.spelling(PlainSymbol::Terminal(token));
    warning(Code::Useless, place, format!("{token} is excluded here, but read all the same"))
        .label("does not keep it out")
        .also(by, "this ends in `admit`")
        .help(format!(
            "write `replace {token} excluded -> …` with another last remedy: `cruft` drops it, \
             `grant` inserts tags by a wish"
        ))
        .about(token)
}

/// Returns a warning for a wish of whose tags each is accepted only where each of its tokens is.
fn never_granted(subject: &Subject<'_>, wish: &Wish, place: FileSpan) -> Option<Diagnostic> {
    let goals = wish.purpose.as_ref()?;
    let (&tag, &goal) = (wish.tags.keys().next()?, goals.first()?);
    let mut by = None;
    for &goal in goals {
        for line in exclusions_of(subject, wish, goal) {
            if Some(line.place.file) == subject.own {
                return None;
            }
            by = Some(admitted(subject, goal)?);
        }
        if !wish.tags.keys().all(|&tag| goes_with(subject, tag, goal)) {
            return None;
        }
    }
    let plain = &subject.stages.plain;
    let [tag, goal] = [tag, goal].map(|tag| plain.spelling(PlainSymbol::Terminal(tag)));
    let message = format!("useless wish: {goal} is accepted wherever {tag} is");
    let mut mistake = warning(Code::Useless, place, message).label("never granted");
    if let Some(by) = by {
        mistake = mistake.also(by, format!("this ends in `admit` where {goal} is excluded"));
    }
    let help = format!(
        "a wish is for a rejected token: exclude {goal} where it needs {tag}, and let \
         `{goal} excluded -> grant` ask for the wish"
    );
    Some(mistake.help(help).about(goal))
}

/// Iterates over the exclusions of a token, except those that exclude all tags of a wish, too.
fn exclusions_of<'s>(
    subject: &'s Subject<'_>,
    wish: &'s Wish,
    token: usize,
) -> impl Iterator<Item = &'s ExceptionLine> {
    subject.stages.plain.lines.iter().filter(move |line| {
        line.excludes
            && names(subject, line, token)
            && !wish.tags.keys().all(|&tag| names(subject, line, tag))
    })
}

/// Reports whether an exclusion names a token.
fn names(subject: &Subject<'_>, line: &ExceptionLine, token: usize) -> bool {
    let plain = &subject.stages.plain;
    line.members.iter().any(|&member| plain.terminals_of(member).contains(&token))
}

/// Reports whether a token is accepted wherever a start tag is: each nonterminal with the tag has
/// both as alternatives of their own. False if none has the tag.
fn goes_with(subject: &Subject<'_>, tag: usize, token: usize) -> bool {
    let plain = &subject.stages.plain;
    if !subject.work.allows(Code::Useless, plain.rules.len()) {
        return false;
    }
    let mut having: HashSet<usize> = HashSet::default();
    for rule in &plain.rules {
        if rule.right.iter().any(|&symbol| begins(plain, symbol, tag)) {
            if rule.right.len() > 1 {
                return false;
            }
            having.insert(rule.left);
        }
    }
    !having.is_empty()
        && having.iter().all(|&left| {
            let mut rules = subject.by_left[left].iter().map(|&rule| &plain.rules[rule].right);
            rules.any(|right| matches!(right.as_slice(), &[symbol] if begins(plain, symbol, token)))
        })
}

/// Reports whether a symbol is a terminal, or an element whose start tag the terminal is. An
/// element has a number, and tags, for each context with a content of its own.
fn begins(plain: &NumberedGrammar, symbol: PlainSymbol, terminal: usize) -> bool {
    match symbol {
        PlainSymbol::Terminal(number) => number == terminal,
        PlainSymbol::Element(number) => element_of_start(plain, terminal).is_some_and(|other| {
            plain.elements[other].occurrence.element == plain.elements[number].occurrence.element
        }),
        PlainSymbol::Nonterminal(_) => false,
    }
}
