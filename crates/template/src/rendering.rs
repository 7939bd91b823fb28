//! Renderings: the page that a template writes under an assignment of truth values to its
//! conditions, with the place in the template of each of its characters.

use crate::expression::Term;
use crate::program::{LOOPS, Program, ProgramStep};
use crate::scanner::PageScanner;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use wishful::base::{SourceFile, Span, hash_of, narrow};
use wishful::grammar::Grammar;
use wishful_earley::{PartialAssignment, PresenceCondition, PresenceConditions};

/// The most steps of a rendering, for each step of its program, and besides.
const STEPS: (usize, usize) = (8, 1 << 12);

/// The most work for the branches of a page: the loops and the attributes around each.
const WORK: usize = 1 << 20;

/// The most steps in which the end of a tag is looked for.
const REST: usize = 64;

/// A question with the answer true or false.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Question {
    /// Does the atom hold?
    Atom(usize),
    /// Has the loop a first round?
    Over(usize),
    /// Has the loop a second round?
    More(usize),
}

/// The variables of a program: a question in each combination of rounds of the loops around it.
pub(crate) struct Variables {
    /// By question, the number of its first variable.
    atoms: Vec<usize>,
    loops: Vec<usize>,
    /// By variable, its question and its rounds, a bit for each.
    all: Vec<(Question, usize)>,
    /// The variables of which at most one is true.
    rivals: Vec<Vec<usize>>,
    /// The loops whose last round matters after them.
    lasting: HashSet<usize>,
}

impl Variables {
    pub(crate) fn new(program: &Program) -> Self {
        let mut all = Vec::new();
        let mut add = |question, loops: &[usize]| {
            let start = all.len();
            all.extend((0..1 << loops.len().min(LOOPS)).map(|rounds| (question, rounds)));
            start
        };
        let mut atoms = Vec::new();
        for (number, atom) in program.atoms.iter().enumerate() {
            atoms.push(add(Question::Atom(number), &atom.loops));
        }
        let mut loops = Vec::new();
        for (number, one) in program.loops.iter().enumerate() {
            loops.push(add(Question::Over(number), &one.around));
            add(Question::More(number), &one.around);
        }
        let mut rivals = Vec::new();
        for group in program.rivals.iter().filter(|group| group.len() > 1) {
            let rounds = 1 << program.atoms[group[0]].loops.len().min(LOOPS);
            for round in 0..rounds {
                rivals.push(group.iter().map(|atom| atoms[*atom] + round).collect());
            }
        }
        Self { atoms, loops, all, rivals, lasting: lasting(program) }
    }

    /// Returns the groups of variables of which at most one is true.
    pub(crate) fn rivals(&self) -> &[Vec<usize>] {
        &self.rivals
    }

    /// Returns an assignment of some values, and of a default to the other variables unless that
    /// contradicts.
    pub(crate) fn assignment(&self, values: &PartialAssignment, default: bool) -> Vec<bool> {
        let value = |variable| values.get(&variable).copied().unwrap_or(default);
        let mut all: Vec<bool> = (0..self.all.len()).map(value).collect();
        for group in &self.rivals {
            let is_given = |variable: &&usize| values.get(*variable) == Some(&true);
            let one = group.iter().find(is_given);
            let one = one.or_else(|| group.iter().find(|variable| all[**variable])).copied();
            for &variable in group {
                all[variable] = one == Some(variable);
            }
        }
        all
    }

    /// Reports whether an assignment contradicts itself.
    pub(crate) fn contradicts(&self, assignment: &[bool]) -> bool {
        let is_wrong =
            |group: &Vec<usize>| group.iter().filter(|one| assignment[**one]).nth(1).is_some();
        self.rivals.iter().any(is_wrong)
    }

    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    /// Returns the question of a variable.
    pub(crate) fn question(&self, variable: usize) -> Question {
        self.all[variable].0
    }

    /// Returns the value of a variable in words.
    pub(crate) fn said(
        &self,
        program: &Program,
        file: &SourceFile,
        variable: usize,
        value: bool,
    ) -> String {
        match self.question(variable) {
            Question::Atom(number) => {
                let not = if value { "" } else { "not " };
                let atom = &program.atoms[number];
                let mut alike = program.atoms.iter().filter(|other| other.shown == atom.shown);
                // After an assignment it is another condition.
                let mut place = String::new();
                if alike.nth(1).is_some() {
                    place = format!(" of {}", file.position(atom.place.start));
                }
                format!("{not}`{}`{place}", atom.shown)
            }
            Question::Over(number) => {
                let items = if value { "items" } else { "no item" };
                format!("`{}` has {items}", program.loops[number].over)
            }
            Question::More(number) => {
                let items = if value { "several items" } else { "one item" };
                format!("`{}` has {items}", program.loops[number].over)
            }
        }
    }

    /// Returns the variable of a question in the rounds of the open loops.
    fn of(&self, program: &Program, question: Question, rounds: &Rounds) -> usize {
        let (start, loops) = match question {
            Question::Atom(number) => (self.atoms[number], &program.atoms[number].loops),
            Question::Over(number) | Question::More(number) => {
                let around = &program.loops[number].around;
                let shift = match question {
                    Question::More(_) => 1 << around.len().min(LOOPS),
                    _ => 0,
                };
                (self.loops[number] + shift, around)
            }
        };
        let mut index = 0;
        for (bit, number) in loops.iter().rev().take(LOOPS).enumerate() {
            if rounds.is_second[*number] {
                index |= 1 << bit;
            }
        }
        start + index
    }
}

/// Returns the loops on whose last round a condition outside of them depends.
fn lasting(program: &Program) -> HashSet<usize> {
    let (mut found, mut ends) = (HashSet::new(), HashMap::new());
    for (at, step) in program.steps.iter().enumerate() {
        match step {
            ProgramStep::Enter { number, to } => drop(ends.insert(*number, *to)),
            ProgramStep::Unless { condition, .. } => {
                let atoms = condition.0.iter().filter_map(|term| match term {
                    Term::Atom(number) => Some(&program.atoms[*number]),
                    _ => None,
                });
                let loops = atoms.flat_map(|atom| &atom.loops);
                found.extend(loops.filter(|number| ends.get(number).is_some_and(|end| *end <= at)));
            }
            _ => {}
        }
    }
    found
}

/// The loops that are open, and the rounds of all loops.
#[derive(Hash)]
struct Rounds {
    open: Vec<usize>,
    is_second: Vec<bool>,
}

/// A branch that a page has passed.
#[derive(Debug)]
pub(crate) struct PassedBranch {
    pub(crate) step: usize,
    /// The number of its step in its rounds.
    pub(crate) place: u64,
    /// The end of the page before it.
    pub(crate) offset: u32,
    pub(crate) condition: PresenceCondition,
    pub(crate) holds: bool,
    /// The number of [`PageScanner::tag`] before it.
    pub(crate) tag: Option<u64>,
    /// True inside of a tag, a comment or a declaration.
    pub(crate) in_markup: bool,
    pub(crate) in_comment: bool,
}

/// A page that a template writes.
#[derive(Debug, Default)]
pub(crate) struct Rendering {
    pub(crate) text: String,
    /// The parts of the text: where each begins, and its place in the template. What stands for a
    /// value has another length there.
    parts: Vec<(u32, Span, bool)>,
    /// The variables that were asked, in order.
    pub(crate) asked: Vec<usize>,
    pub(crate) branches: Vec<PassedBranch>,
    /// True if the branches would take too long to tell apart, and some are missing.
    pub(crate) is_unmapped: bool,
    /// True if the page is longer than the limit, and ends there.
    pub(crate) is_cut: bool,
}

/// A template and the parameters of its renderings.
pub(crate) struct Renderer<'t> {
    pub(crate) program: &'t Program,
    pub(crate) variables: &'t Variables,
    pub(crate) source: &'t str,
    pub(crate) grammar: &'t Grammar,
    /// The most bytes of a page.
    pub(crate) most: usize,
    /// True if what is not known is written as the tag that prints it, where that is possible.
    pub(crate) keeps_tags: bool,
}

impl Renderer<'_> {
    /// Renders a unit. `is_careful` if all attributes of a tag matter after it.
    pub(crate) fn render(
        &self,
        unit: Range<usize>,
        assignment: &[bool],
        is_careful: bool,
        conditions: &mut PresenceConditions,
    ) -> Rendering {
        let (mut out, mut scanner) = (Rendering::default(), PageScanner::new(self.grammar));
        let is_second = vec![false; self.program.loops.len()];
        let mut rounds = Rounds { open: Vec::new(), is_second };
        let mut at = unit.start;
        let mut left = self.program.steps.len().saturating_mul(STEPS.0) + STEPS.1;
        let mut work = 0;
        while at < unit.end && !out.is_cut {
            let step = &self.program.steps[at];
            let branch = self.branch(step, &rounds, &mut out, conditions);
            let holds = branch.is_none_or(|condition| {
                let holds = conditions.holds(condition, |variable| assignment[variable]);
                work += rounds.is_second.len() + scanner.attributes() + 1;
                if work > WORK {
                    out.is_unmapped = true;
                    return holds;
                }
                let rest = if is_careful { self.source } else { self.rest_of_tag(at) };
                out.branches.push(PassedBranch {
                    step: at,
                    place: hash_of((at, &rounds)),
                    offset: narrow(out.text.len()),
                    condition,
                    holds,
                    tag: scanner.tag(rest),
                    in_markup: scanner.is_in_markup(),
                    in_comment: scanner.is_in_comment(),
                });
                holds
            });
            at = self.step(at, holds, &mut rounds, &mut out, &mut scanner);
            left -= 1;
            out.is_cut |= left == 0;
        }
        out
    }

    /// Returns the condition on which a step goes on with the next one, if it has one.
    fn branch(
        &self,
        step: &ProgramStep,
        rounds: &Rounds,
        out: &mut Rendering,
        conditions: &mut PresenceConditions,
    ) -> Option<PresenceCondition> {
        let mut ask = |conditions: &mut PresenceConditions, question| {
            let variable = self.variables.of(self.program, question, rounds);
            out.asked.push(variable);
            conditions.variable(variable)
        };
        let constant = |value| {
            if value { PresenceCondition::ALWAYS } else { PresenceCondition::NEVER }
        };
        match step {
            ProgramStep::Unless { condition, .. } => {
                Some(condition.condition(conditions, |conditions, term| {
                    match (term, rounds.open.last()) {
                        (Term::Atom(number), _) => ask(conditions, Question::Atom(number)),
                        (Term::First, Some(&number)) => constant(!rounds.is_second[number]),
                        (Term::Last, Some(&number)) if rounds.is_second[number] => constant(true),
                        (Term::Last, Some(&number)) => {
                            let more = ask(conditions, Question::More(number));
                            conditions.not(more)
                        }
                        _ => constant(false),
                    }
                }))
            }
            ProgramStep::Enter { number, .. } => Some(ask(conditions, Question::Over(*number))),
            ProgramStep::Again { number, .. } if !rounds.is_second[*number] => {
                let more = ask(conditions, Question::More(*number));
                Some(conditions.not(more))
            }
            _ => None,
        }
    }

    /// Takes a step, and returns the next one.
    fn step(
        &self,
        at: usize,
        holds: bool,
        rounds: &mut Rounds,
        out: &mut Rendering,
        scanner: &mut PageScanner<'_>,
    ) -> usize {
        match &self.program.steps[at] {
            ProgramStep::Text(span) => self.write(out, scanner, *span, false),
            ProgramStep::Hole(span) => self.write(out, scanner, *span, true),
            ProgramStep::Jump(to) => return *to,
            ProgramStep::Unless { to, .. } | ProgramStep::Enter { to, .. } if !holds => return *to,
            ProgramStep::Unless { .. } => {}
            ProgramStep::Enter { number, .. } => rounds.open.push(*number),
            ProgramStep::Again { number, start } if !holds => {
                rounds.is_second[*number] = true;
                return *start;
            }
            ProgramStep::Again { number, .. } => {
                rounds.open.pop();
                if !self.variables.lasting.contains(number) {
                    rounds.is_second[*number] = false;
                }
            }
        }
        at + 1
    }

    /// Returns the source from a step to the first `>` that it may write.
    fn rest_of_tag(&self, at: usize) -> &str {
        let (mut start, mut end) = (None, 0);
        for step in self.program.steps[at..].iter().take(REST) {
            let ProgramStep::Text(span) = step else { continue };
            if span.range().start < end {
                // It goes on in another file.
                return self.source;
            }
            start.get_or_insert(span.range().start);
            end = span.range().end;
            if let Some(found) = self.source[span.range()].find('>') {
                end = span.range().start + found;
                break;
            }
        }
        &self.source[start.unwrap_or(end)..end]
    }

    fn write(&self, out: &mut Rendering, scanner: &mut PageScanner<'_>, span: Span, hole: bool) {
        let start = narrow(out.text.len());
        if hole {
            let tag = if self.keeps_tags { &self.source[span.range()] } else { "" };
            let text = scanner.placeholder(tag);
            scanner.read(&text);
            out.text.push_str(&text);
        } else {
            let text = &self.source[span.range()];
            scanner.read(text);
            out.text.push_str(text);
        }
        out.parts.push((start, span, hole));
        out.is_cut = out.text.len() > self.most;
    }
}

impl Rendering {
    /// Returns the parts of the text: the span of each, its place in the template, and whether it
    /// stands for a value.
    pub(crate) fn parts(&self) -> impl Iterator<Item = (Span, Span, bool)> {
        self.parts.iter().enumerate().map(|(index, &(start, source, is_hole))| {
            let next = self.parts.get(index + 1).map(|(next, ..)| *next);
            let end = next.unwrap_or_else(|| narrow(self.text.len()));
            (Span { start, end }, source, is_hole)
        })
    }

    /// Returns the part with an offset.
    fn part(&self, offset: u32) -> usize {
        self.parts.partition_point(|(start, ..)| *start <= offset).saturating_sub(1)
    }

    /// Returns the place in the template of a span of the page, and whether a part of it is what
    /// stands for a value.
    pub(crate) fn origin(&self, span: Span) -> (Span, bool) {
        let (first, last) = (self.part(span.start), self.part(span.end.max(span.start + 1) - 1));
        let parts = self.parts.get(first..=last).unwrap_or_default();
        let of = |offset: u32, index: usize| {
            let (start, source, is_hole) = self.parts[index];
            if !is_hole {
                (source.start + (offset - start)).min(source.end)
            } else if offset > start {
                source.end
            } else {
                source.start
            }
        };
        if parts.is_empty() {
            return (Span { start: 0, end: 0 }, false);
        }
        let start = of(span.start, first);
        let span = Span { start, end: of(span.end, last).max(start) };
        (span, parts.iter().any(|(_, _, is_hole)| *is_hole))
    }
}
