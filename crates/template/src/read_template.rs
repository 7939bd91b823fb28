//! A template that is read once, and the pages of its units.

use crate::check::PAGE;
use crate::dialect::Dialect;
use crate::program::{Program, ProgramStep};
use crate::rendering::{Renderer, Rendering, Variables};
use crate::union::UnitUnion;
use std::collections::BTreeSet;
use std::ops::Range;
use wishful::base::{Span, narrow, wide};
use wishful::{ParseOptions, Parser};
use wishful_earley::PresenceConditions;

/// The most pages of a unit.
pub(crate) const PATHS: usize = 1024;

/// The most assignments that are tried for these; some lead to the same page.
const ASSIGNMENTS: usize = 16 * PATHS;

/// The most tests in the conditions of a page.
const TESTS: usize = 1 << 16;

/// A template, read.
pub(crate) struct ReadTemplate<'t> {
    pub(crate) text: &'t str,
    pub(crate) program: Program,
    pub(crate) variables: Variables,
    /// True if pages show what prints as its tag.
    pub(crate) keeps_tags: bool,
}

impl<'t> ReadTemplate<'t> {
    pub(crate) fn new(dialect: &Dialect, text: &'t str) -> Self {
        let program = Program::read(dialect, text);
        let variables = Variables::new(&program);
        Self { text, program, variables, keeps_tags: false }
    }

    pub(crate) fn renderer<'r>(&'r self, parser: &'r Parser) -> Renderer<'r> {
        Renderer {
            program: &self.program,
            variables: &self.variables,
            source: self.text,
            grammar: parser.grammar(),
            most: self.text.len().saturating_mul(PAGE.0) + PAGE.1,
            keeps_tags: self.keeps_tags,
        }
    }

    pub(crate) fn render(
        &self,
        parser: &Parser,
        unit: Option<usize>,
        assignment: &[bool],
    ) -> Rendering {
        let mut conditions = PresenceConditions::new(TESTS);
        let steps = self.steps(unit);
        let mut page = self.renderer(parser).render(steps, assignment, false, &mut conditions);
        page.is_cut |= conditions.is_full();
        page
    }

    /// Returns the assignments of all pages of a unit, with the pages. `None` if there are too
    /// many.
    pub(crate) fn pages(
        &self,
        parser: &Parser,
        unit: Option<usize>,
    ) -> Option<Vec<(Vec<bool>, Rendering)>> {
        let (mut found, mut assignment) = (Vec::new(), vec![false; self.variables.len()]);
        let mut ways = BTreeSet::new();
        for step in 0.. {
            let rendering = self.render(parser, unit, &assignment);
            let (mut path, mut seen) = (rendering.asked.clone(), BTreeSet::new());
            path.retain(|variable| seen.insert(*variable));
            if rendering.is_cut || found.len() == PATHS || step == ASSIGNMENTS {
                return None;
            }
            let branches = rendering.branches.iter().map(|branch| (branch.place, branch.holds));
            let branches = branches.collect::<Vec<_>>();
            if !self.variables.contradicts(&assignment) && ways.insert(branches) {
                found.push((assignment.clone(), rendering));
            }
            // The variables that are not asked are false.
            while let Some(last) = path.pop() {
                assignment[last] = !assignment[last];
                if assignment[last] {
                    path.push(last);
                    break;
                }
            }
            if path.is_empty() {
                break;
            }
        }
        Some(found)
    }

    pub(crate) fn steps(&self, unit: Option<usize>) -> Range<usize> {
        unit.map_or(0..self.program.steps.len(), |unit| self.program.units[unit].clone())
    }

    /// Returns the options by which the pages of a unit are parsed.
    pub(crate) fn context(
        &self,
        parser: &Parser,
        unit: Option<usize>,
        options: &ParseOptions,
    ) -> ParseOptions {
        UnitUnion::new(&self.renderer(parser), self.steps(unit), parser, options).options
    }

    /// Returns the span of the text that a unit writes.
    pub(crate) fn span(&self, unit: usize) -> Span {
        let texts =
            self.program.steps[self.steps(Some(unit))].iter().filter_map(|step| match step {
                ProgramStep::Text(span) | ProgramStep::Hole(span) => Some(*span),
                _ => None,
            });
        texts.reduce(Span::join).unwrap_or(Span { start: 0, end: 0 })
    }

    /// Returns the end of a unit.
    pub(crate) fn end(&self, unit: Option<usize>) -> u32 {
        let last = self.program.units.len().saturating_sub(1);
        match unit {
            Some(unit) if self.program.extends || unit < last => self.span(unit).end,
            _ => narrow(self.text.len()),
        }
    }

    /// Returns all bytes that are no literal text, and the kinds of the other steps.
    pub(crate) fn tags(&self) -> (String, Vec<std::mem::Discriminant<ProgramStep>>) {
        let (mut texts, mut kinds) = (Vec::new(), Vec::new());
        for step in &self.program.steps {
            match step {
                ProgramStep::Text(span) => texts.push(*span),
                other => kinds.push(std::mem::discriminant(other)),
            }
        }
        let (mut tags, mut at) = (String::new(), 0);
        texts.sort_by_key(|span| span.start);
        for span in texts {
            tags.push_str(&self.text[at..wide(span.start)]);
            at = wide(span.end);
        }
        tags.push_str(&self.text[at..]);
        (tags, kinds)
    }
}

/// Returns the pages of each unit of a template for random values of its conditions, with the
/// options by which they are parsed; none if it has no condition. Sections are one page.
#[doc(hidden)]
#[must_use]
pub fn random_pages(
    dialect: &Dialect,
    text: &str,
    parser: &Parser,
    count: usize,
    mut random: impl FnMut() -> bool,
) -> Vec<(String, ParseOptions)> {
    let template = ReadTemplate::new(dialect, text);
    let (mut pages, length) = (Vec::new(), template.variables.len());
    let units = template.program.units.len();
    let units = if template.program.extends { vec![None] } else { (0..units).map(Some).collect() };
    for unit in units {
        let options = template.context(parser, unit, &ParseOptions::default());
        let mut assignment = || (0..length).map(|_| random()).collect::<Vec<bool>>();
        let possible = (0..if length == 0 { 0 } else { ASSIGNMENTS }).map(|_| assignment());
        let possible = possible.filter(|values| !template.variables.contradicts(values));
        for assignment in possible.take(count) {
            pages.push((template.render(parser, unit, &assignment).text, options.clone()));
        }
    }
    pages
}
