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
//! | `stopped` | `work`: a note: not all was searched, because the grammar is too large for that |
//!
//! A grammar with modes is several grammars. Each mode is tried by itself besides none at all: what is
//! unused, unreachable or useless must be so in all of them; what is wrong in one is wrong.

mod alike;
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
mod work;

use super::ast::{self, Element};
use super::compile::containment::{self, Containment};
use super::compile::plain::{Plain, PlainElement, PlainSymbol};
use super::compile::reach::{self, Reach};
use super::compile::sets::Member;
use super::compile::walk::spell;
use super::compile::{Modes, Stages, stages};
use crate::base::{Code, Diagnostic, FileId, Files, HashMap, HashSet, Severity};
use work::Work;

/// What a lint looks at.
pub(crate) struct Subject<'a> {
    pub(crate) stages: &'a Stages,
    /// The rules of each nonterminal.
    pub(crate) by_left: Vec<Vec<usize>>,
    pub(crate) reach: Reach,
    /// What stands directly in each element.
    pub(crate) containment: Containment,
    /// The terminals that are written alike.
    by_spelling: HashMap<String, Vec<usize>>,
    /// What some rule or `including` line asks for, reached or not.
    asked_for: HashSet<usize>,
    /// Names that were proposed in the place of a misspelt one: no wonder that they are unused.
    proposed: HashSet<&'a str>,
    /// The file that is checked, not one that it uses.
    pub(crate) own: Option<FileId>,
    /// What has been looked at.
    work: Work,
}

impl<'a> Subject<'a> {
    fn new(stages: &'a Stages, units: &[ast::File], mistakes: &'a [Diagnostic]) -> Self {
        let plain = &stages.plain;
        let by_left = reach::by_left(plain);
        let reach = Reach::from_start(plain, &by_left);
        let mut by_spelling: HashMap<String, Vec<usize>> = HashMap::default();
        for terminal in 0..plain.terminals.len() {
            by_spelling.entry(plain.terminal_spelling(terminal)).or_default().push(terminal);
        }
        Self {
            stages,
            reach,
            containment: Containment::of(plain),
            by_spelling,
            asked_for: asked_for(plain),
            by_left,
            proposed: mistakes.iter().filter_map(|mistake| mistake.meant.as_deref()).collect(),
            own: units.last().map(|file| file.id),
            work: Work::of(plain),
        }
    }

    /// Whether some mistake proposes this name.
    pub(crate) fn is_meant(&self, name: &str) -> bool {
        self.proposed.contains(name)
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
        let mut numbers = self.stages.plain.occurrences(element).iter();
        numbers.any(|number| self.asked_for.contains(number))
    }

    /// Whether a tag or terminal can be acceptable anywhere.
    pub(crate) fn is_possible(&self, member: &Member) -> bool {
        let terminals = self.stages.plain.terminals_of(member);
        terminals.into_iter().any(|terminal| self.reach.terminals[terminal])
    }
}

/// The elements that some rule or `including` line names.
fn asked_for(plain: &Plain) -> HashSet<usize> {
    let symbols = plain.rules.iter().flat_map(|rule| &rule.right);
    let in_rules = symbols.filter_map(|symbol| match symbol {
        PlainSymbol::Element(number) => Some(*number),
        _ => None,
    });
    let including = plain.lines.iter().filter(|line| !line.excludes);
    let admitted = including.flat_map(|line| &line.members).filter_map(Member::start);
    in_rules.chain(admitted.flat_map(|element| plain.occurrences(element)).copied()).collect()
}

/// How an element is written in messages.
pub(crate) fn spelling_of(element: &PlainElement) -> String {
    spell(&element.occurrence.element, false)
}

/// The codes of what must be so under every mode to be reported.
const IN_ALL_MODES: [Code; 5] =
    [Code::Unused, Code::Unreachable, Code::Useless, Code::Contradictory, Code::Empty];

/// So many modes are tried one by one, however large the grammar is …
const MODES: usize = 8;
/// … and as many as make no more symbols than this, all grammars together. What is written counts, too: a mode may leave
/// little of it, and all is read for each.
const SYMBOLS: usize = 1 << 18;
/// How many bytes of a grammar's text count as a symbol.
const BYTES: usize = 8;

/// Compiles a grammar under each of its modes and lints it: all mistakes, less what is allowed, in
/// the order of their places.
pub(crate) fn check(files: &Files, units: &[ast::File]) -> Vec<Diagnostic> {
    let mut searched = ambiguous::Searched::default();
    let (first, mut mistakes) = linted(files, units, &Modes::default(), &mut searched);
    let modes: Vec<&str> = first.names.modes.keys().map(String::as_str).collect();
    let written: usize = units.iter().map(|unit| files.get(unit.id).text().len()).sum();
    let size = first.plain.size() + written / BYTES;
    let one_by_one = MODES.max(SYMBOLS / size.max(1)).min(modes.len());
    let mut seen: HashSet<Diagnostic> = mistakes.iter().cloned().collect();
    for mode in &modes[..one_by_one] {
        let (_, more) = linted(files, units, &Modes::on([*mode]), &mut searched);
        let more = keep_common(&mut mistakes, more);
        let is_new =
            |mistake: &Diagnostic| !must_be_everywhere(mistake) && seen.insert(mistake.clone());
        mistakes.extend(more.into_iter().filter(is_new));
    }
    if let Some(&mode) = modes.get(one_by_one) {
        let rest = Modes::on(modes[one_by_one..].iter().copied());
        let (_, more) = linted(files, units, &rest, &mut searched);
        keep_common(&mut mistakes, more);
        mistakes.push(together(first.names.modes[mode], modes.len() - one_by_one));
    }
    unchanged::lint(files, units, &mut mistakes);
    allow::apply(&first.merged, units, &mut mistakes);
    mistakes.sort_by(|a, b| {
        (a.primary.0, a.primary.1, a.code).cmp(&(b.primary.0, b.primary.1, b.code))
    });
    mistakes.dedup();
    mistakes
}

/// Whether something is a mistake only if it is so in all modes.
fn must_be_everywhere(mistake: &Diagnostic) -> bool {
    mistake.severity == Severity::Warning && IN_ALL_MODES.contains(&mistake.code)
}

/// Of what must be so everywhere, keeps what is found in another mode, too; gives what is found there.
fn keep_common(mistakes: &mut Vec<Diagnostic>, more: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let found: HashSet<&Diagnostic> = more.iter().collect();
    mistakes.retain(|mistake| !must_be_everywhere(mistake) || found.contains(mistake));
    more
}

/// That some modes were not tried by themselves.
fn together(place: ast::Place, modes: usize) -> Diagnostic {
    let message = format!("this mode and all after it ({modes}) were only tried all at once");
    Diagnostic::remark(Code::Stopped, place.file, place.span, message)
        .label("the first of them")
        .note("to try each by itself would take much longer than compiling the grammar; what is wrong in one of them only may not be seen")
}

fn linted(
    files: &Files,
    units: &[ast::File],
    modes: &Modes,
    searched: &mut ambiguous::Searched,
) -> (Stages, Vec<Diagnostic>) {
    let (stages, found) = stages(files, units, modes);
    let mut mistakes = found.clone();
    let subject = Subject::new(&stages, units, &found);
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
    let first = units.last().and_then(|unit| unit.statements.first());
    subject.work.report(first.map(|statement| statement.place), &mut mistakes);
    (stages, mistakes)
}

/// Whether it is known what the rules hold. Without a start symbol, or where a name is not defined,
/// nearly everything would be reported as unreachable, and most of that would be wrong.
fn rules_are_whole(stages: &Stages, mistakes: &[Diagnostic]) -> bool {
    let spoils = |mistake: &Diagnostic| {
        mistake.severity == Severity::Error
            && matches!(mistake.code, Code::Undefined | Code::Cyclic)
    };
    stages.plain.start.is_some() && !mistakes.iter().any(spoils)
}
