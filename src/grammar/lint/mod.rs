//! The lint: what a grammar says that cannot be meant.
//!
//! Each lint is one file and one function from a `Subject` to diagnostics; all run, so that every
//! mistake is found in one go. The rule for all of them: no false alarms. A lint judges an item as it
//! is written, a set as a whole: that one member of a set is useless somewhere is the nature of sets.
//!
//! | code | says |
//! | --- | --- |
//! | `undefined` `duplicate` `contradictory` `cyclic` | found by the passes of [`compile`](super::compile) |
//! | `unused` `unreachable` | `unused`: defined, and nothing can ask for it |
//! | `unproductive` | `unproductive`: can never be finished |
//! | `cyclic` | `cyclic`: `A -> A` |
//! | `empty` `useless` | `sets`: comes to nothing, changes nothing |
//! | `contradictory` `useless` | `contexts`: forbids what cannot be |
//! | `useless` | `wishes`, `remedies`, `places`: can never be done; `astray`: is done in vain |
//! | `endless` | `endless`: virtual start tags inside each other for ever |
//! | `ambiguous` | `ambiguous`: two trees of one short text |
//! | `misspelt` | `misspelt`: an element that is probably another one |
//! | `fallback` | `fallback`: its rule was probably lost |
//! | `unanswered` | `unanswered`: no wish, no remedy, where the others have one |
//! | `once` | `ambiguous`: a token that comes in any number has room for one |
//! | `useless` | `tokens`: a token that an earlier one always wins over |
//! | `unreadable` | `text`: how text is read and what has room for it do not fit |
//! | `unfinished` | `unfinished`: what must be in it cannot be virtual where a document ends |
//! | `unlike` | `unlike`, `exclusions`: one place that does not do what all its like do |
//! | `duplicate` | `exclusions`: an exclusion twice in one content |
//! | `useless` | `unchanged`: a variant that says nothing but `use` |
//! | `allow` | `allow`: allows what is not reported |
//!
//! A grammar with modes is several grammars. Each mode is tried by itself besides none at all: what is
//! unused, unreachable or useless must be so in all of them; what is wrong in one is wrong.

mod allow;
mod ambiguous;
mod astray;
mod contexts;
mod cyclic;
mod derivations;
mod endless;
mod exclusions;
mod fallback;
mod misspelt;
mod omissions;
mod places;
pub(crate) mod reach;
mod remedies;
mod sets;
mod tally;
mod text;
mod tokens;
mod unanswered;
mod unchanged;
mod unfinished;
mod unlike;
mod unproductive;
mod unused;
mod wishes;

use super::ast::{self, Element};
use super::compile::plain::{PlainElement, PlainSymbol};
use super::compile::sets::Member;
use super::compile::walk::spell;
use super::compile::{Modes, Stages, stages};
use crate::base::{Diagnostic, FileId, Files, Severity};
use reach::Reach;

/// What a lint looks at.
pub(crate) struct Subject<'a> {
    pub(crate) stages: &'a Stages,
    /// The rules of each nonterminal.
    pub(crate) by_left: Vec<Vec<usize>>,
    pub(crate) reach: Reach,
    /// What stands directly in each element.
    pub(crate) containment: endless::Containment,
    /// Names that were proposed in the place of a misspelt one: no wonder that they are unused.
    proposed: Vec<String>,
    /// The file that is checked, not one that it uses.
    pub(crate) own: Option<FileId>,
}

impl<'a> Subject<'a> {
    fn new(stages: &'a Stages, units: &[ast::File], mistakes: &[Diagnostic]) -> Self {
        let by_left = reach::by_left(&stages.plain);
        let reach = Reach::from_start(&stages.plain, &by_left);
        let help = mistakes.iter().flat_map(|mistake| &mistake.help).cloned();
        let containment = endless::Containment::of(&stages.plain, &by_left);
        let own = units.last().map(|file| file.id);
        Self { stages, by_left, reach, containment, proposed: help.collect(), own }
    }

    /// Whether some mistake proposes this name.
    pub(crate) fn is_meant(&self, name: &str) -> bool {
        let quoted = format!("`{name}`");
        self.proposed.iter().any(|help| help.contains(&quoted))
    }

    /// Whether an element, with or without attributes, can stand in some document.
    pub(crate) fn is_reached(&self, element: &Element) -> bool {
        let variants = self.stages.sets.variants(element).iter();
        let mut numbers = std::iter::once(element)
            .chain(variants)
            .flat_map(|element| self.stages.plain.occurrences(element));
        numbers.any(|&number| self.reach.elements[number])
    }

    /// Whether some rule or `including` line, reached or not, asks for an element.
    pub(crate) fn is_asked_for(&self, element: &Element) -> bool {
        let plain = &self.stages.plain;
        let numbers = plain.occurrences(element);
        let in_rule = plain.rules.iter().flat_map(|rule| &rule.right).any(
            |symbol| matches!(symbol, PlainSymbol::Element(number) if numbers.contains(number)),
        );
        let member = Member::Start(element.clone());
        in_rule || plain.lines.iter().any(|line| !line.excludes && line.members.contains(&member))
    }

    /// Whether a tag or terminal can be acceptable anywhere.
    pub(crate) fn is_possible(&self, member: &Member) -> bool {
        let terminals = self.stages.plain.terminals_of(member);
        terminals.into_iter().any(|terminal| self.reach.terminals[terminal])
    }
}

/// How an element is written in messages.
pub(crate) fn spelling_of(element: &PlainElement) -> String {
    spell(&element.occurrence.element, false)
}

/// The codes of what must be so under every mode to be reported.
const IN_ALL_MODES: [&str; 5] = ["unused", "unreachable", "useless", "contradictory", "empty"];

/// Compiles a grammar under each of its modes and lints it: all mistakes, less what is allowed, in
/// the order of their places.
pub(crate) fn check(files: &Files, units: &[ast::File]) -> Vec<Diagnostic> {
    let mut searched = ambiguous::Searched::default();
    let (first, mut mistakes) = linted(files, units, &Modes::default(), &mut searched);
    for mode in first.names.modes.keys() {
        let (_, more) = linted(files, units, &Modes::on([mode.as_str()]), &mut searched);
        mistakes.retain(|mistake| {
            let everywhere =
                mistake.severity == Severity::Warning && IN_ALL_MODES.contains(&mistake.code);
            !everywhere || more.contains(mistake)
        });
        let anywhere = more.into_iter().filter(|mistake| {
            mistake.severity == Severity::Error || !IN_ALL_MODES.contains(&mistake.code)
        });
        let new: Vec<_> = anywhere.filter(|mistake| !mistakes.contains(mistake)).collect();
        mistakes.extend(new);
    }
    unchanged::lint(files, units, &mut mistakes);
    allow::apply(&first.merged, units, &mut mistakes);
    mistakes.sort_by(|a, b| {
        (a.primary.0, a.primary.1, a.code).cmp(&(b.primary.0, b.primary.1, b.code))
    });
    mistakes.dedup();
    mistakes
}

fn linted(
    files: &Files,
    units: &[ast::File],
    modes: &Modes,
    searched: &mut ambiguous::Searched,
) -> (Stages, Vec<Diagnostic>) {
    let (stages, mut mistakes) = stages(files, units, modes);
    let subject = Subject::new(&stages, units, &mistakes);
    sets::lint(&subject, &mut mistakes);
    unused::names(&subject, &mut mistakes);
    misspelt::lint(&subject, &mut mistakes);
    if rules_are_whole(&stages, &mistakes) {
        unused::lint(&subject, &mut mistakes);
        unproductive::lint(&subject, &mut mistakes);
        cyclic::lint(&subject, &mut mistakes);
        contexts::lint(&subject, &mut mistakes);
        wishes::lint(&subject, &mut mistakes);
        omissions::lint(&subject, &mut mistakes);
        remedies::lint(&subject, &mut mistakes);
        places::lint(&subject, &mut mistakes);
        astray::lint(&subject, &mut mistakes);
        endless::lint(&subject, &mut mistakes);
        fallback::lint(&subject, &mut mistakes);
        text::lint(&subject, &mut mistakes);
        tokens::lint(&subject, &mut mistakes);
        unfinished::lint(&subject, &mut mistakes);
        unlike::lint(&subject, &mut mistakes);
        exclusions::lint(&subject, &mut mistakes);
        unanswered::lint(&subject, &mut mistakes);
        ambiguous::lint(&subject, searched, &mut mistakes);
    }
    (stages, mistakes)
}

/// For each element, by number, those that may stand directly in it.
pub(crate) fn containment(
    plain: &super::compile::plain::Plain,
    by_left: &[Vec<usize>],
) -> Vec<std::collections::BTreeSet<usize>> {
    endless::Containment::of(plain, by_left).elements
}

/// Whether it is known what the rules hold. Without a start symbol, or where a name is not defined,
/// nearly everything would be reported as unreachable, and most of that would be wrong.
fn rules_are_whole(stages: &Stages, mistakes: &[Diagnostic]) -> bool {
    let spoils = |mistake: &Diagnostic| {
        mistake.severity == Severity::Error && matches!(mistake.code, "undefined" | "cyclic")
    };
    stages.plain.start.is_some() && !mistakes.iter().any(spoils)
}
