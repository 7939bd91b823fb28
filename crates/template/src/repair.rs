//! Repairs of a template: its text is changed, its tags never are, and every page that it may
//! write is compared before and after.
//!
//! ```text
//! page with a mistake ──► edits of the page ──► edits of the template, if all is literal text
//!                         Diagnosis, fix                 │
//! all pages of the unit ──► the pages of the new template, by the same assignments ──► accepted
//!                           same tree, or fewer mistakes; none is new
//! ```
//!
//! There are two stages, as for pages. [`RepairStage::Intent`] repairs what was probably meant
//! otherwise: pages in which no mistake is repaired keep their trees. [`RepairStage::Tree`] keeps
//! the tree of every page. In both, no page has a mistake that it did not have, and the number of
//! mistakes decreases. The rounds end at a text that an earlier round began with, since what one
//! stage repairs may be a mistake to the other one.
//!
//! The pages of a unit are those of its union, so that all ways through its branches are in one. A
//! repair is tried on as many as show all ways of each page *together with* the repaired one
//! ([`UnitUnion::with`]). If there are too many, the unit stays as it is: a repair that was not
//! tried on all of these makes no promise.
//!
//! ```text
//! {% if a %}<b>x{% endif %}y</p>      after y: in a page without a, `</b>` closes nothing
//!                                     after x: accepted
//! ```

use crate::check::{BLOCK, LOCAL, check};
use crate::dialect::Dialect;
use crate::edit_group::{EditGroup, after, applied, before, edits_between, in_template};
use crate::program::Program;
use crate::read_template::{PATHS, ReadTemplate};
use crate::rendering::Rendering;
use crate::union::UnitUnion;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use wishful::ParseOptions;
use wishful::base::{Allowance, Finding, IndexMap, Location, SourceFile, Span, wide};
use wishful::tree::Document;
use wishful::tree::alike::compare;
use wishful_diagnosis::{Diagnoser, SourceEdit};
use wishful_edit::fix::fix_text;

/// The most bytes of all pages that are parsed.
const BYTES: usize = 64 << 20;

/// The parses that the diagnosis of a page with mistakes takes, about.
const DIAGNOSIS: usize = 8;

/// The most places for an end tag besides the probable one.
const PLACES: usize = 16;

/// The result of repairing a template.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct TemplateRepair {
    /// The new text. The tags of the template are those of the old one, byte for byte.
    pub text: String,
    /// The number of repairs after which pages have another tree.
    pub intended: usize,
    /// The mistakes that remain.
    pub left: Vec<RemainingFinding>,
}

/// A mistake that remains.
#[derive(Debug)]
#[non_exhaustive]
pub struct RemainingFinding {
    /// The mistake, at its place in the old text.
    pub finding: Finding,
    /// The reason why it is not repaired.
    pub reason: String,
}

/// Repairs a template: no byte of its tags changes, and each page that it may write has the tree
/// that it had. With `is_intended`, what was probably meant otherwise is repaired first; then only
/// the pages without such a mistake keep their trees. No page has a new mistake.
///
/// ```
/// use wishful::{Grammar, ParseOptions, Parser};
/// use wishful_check::Checker;
/// use wishful_diagnosis::Diagnoser;
/// use wishful_template::{Dialect, repair};
///
/// let checker = Checker::new(Grammar::load("conforming")?)?;
/// let diagnoser = Diagnoser::new(Parser::new(Grammar::load("whatwg")?).unwrap(), checker);
/// let jinja = Dialect::named("jinja").unwrap();
/// let text = "<p>{% if admin %}</b>{% endif %}Hello</p>";
/// let file = wishful::base::SourceFile::new("hello.j2", text);
/// let repaired = repair(&jinja, &file, &diagnoser, &ParseOptions::default(), false);
/// assert_eq!(repaired.text, "<p>{% if admin %}{% endif %}Hello</p>");
/// assert!(repaired.left.is_empty());
/// # Ok::<(), wishful::diagnostics::Report>(())
/// ```
#[must_use]
pub fn repair(
    dialect: &Dialect,
    file: &SourceFile,
    diagnoser: &Diagnoser,
    options: &ParseOptions,
    is_intended: bool,
) -> TemplateRepair {
    let alone = dialect.clone().with_folders(&[]);
    let mut repairer = TemplateRepairer {
        dialect: &alone,
        diagnoser,
        options: options.clone().fragment(None).lexer(None),
        text: file.text().to_owned(),
        done: Vec::new(),
        round: 0,
        refused: Vec::new(),
        bytes: BYTES,
        intended: 0,
    };
    let findings = repairer.mistakes();
    if !dialect.folders.is_empty() {
        let with_others = mistakes(dialect, file, diagnoser, options);
        let key = |one: &Finding| (one.code.clone(), one.place.as_ref().map(|place| place.start));
        let known: BTreeSet<_> = with_others.iter().map(key).collect();
        if findings.iter().any(|finding| !known.contains(&key(finding))) {
            let reason = || OTHERS.to_owned();
            let left = with_others.into_iter();
            let left = left.map(|finding| RemainingFinding { finding, reason: reason() });
            return TemplateRepair { text: repairer.text, intended: 0, left: left.collect() };
        }
    }
    let has_blocks = findings.iter().any(|finding| finding.code == BLOCK);
    if !findings.is_empty() && !has_blocks && !repairer.run(is_intended) {
        // A second repair would go on where this one has stopped.
        repairer.text = file.text().to_owned();
        repairer.done.clear();
        repairer.intended = 0;
    }
    let mut left = Vec::new();
    for mut finding in repairer.mistakes() {
        let Some(place) = &finding.place else { continue };
        let [start, end] = [place.start.offset, place.end.offset].map(|at| repairer.origin(at, 0));
        let reason = if has_blocks {
            "the blocks of the template have mistakes, so that its pages are not known".to_owned()
        } else if repairer.bytes == 0 {
            MANY.to_owned()
        } else {
            repairer.reason(start)
        };
        finding.place = Location::of(file, Span { start, end: end.max(start) });
        left.push(RemainingFinding { finding, reason });
    }
    TemplateRepair { text: repairer.text, intended: repairer.intended, left }
}

impl std::fmt::Display for RemainingFinding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { finding, reason } = self;
        if let Some(place) = &finding.place {
            write!(f, "{}:{}: ", place.start.line, place.start.column)?;
        }
        write!(f, "left as it is ({}): {reason}", finding.message)
    }
}

/// The reason for mistakes in templates that write too many pages.
const MANY: &str = "a repair cannot be tried on every page that the template may write: there are \
                    too many combinations of conditions";

/// The reason for mistakes in templates that depend on other files.
const OTHERS: &str = "what the template includes or extends begins or ends elements of it";

/// Returns the mistakes of a template that a repair may mend.
fn mistakes(
    dialect: &Dialect,
    file: &SourceFile,
    diagnoser: &Diagnoser,
    options: &ParseOptions,
) -> Vec<Finding> {
    let mut found = check(dialect, file, diagnoser, options).findings;
    found.retain(|finding| !LOCAL.contains(&finding.code.as_str()));
    found
}

/// A kind of repair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum RepairStage {
    /// Repairs what was probably meant otherwise.
    Intent,
    /// Writes the same trees without mistakes.
    Tree,
}

/// A page of a template.
struct RepairPage {
    /// The unit, or `None` for all of the template.
    unit: Option<usize>,
    assignment: Vec<bool>,
    options: ParseOptions,
    rendering: Rendering,
    /// The place in the template of the end of the page.
    end: u32,
    mistakes: MistakeCounts,
    /// The page as it was probably meant; empty if that is not asked.
    meant: String,
}

/// The mistakes of a page: the number for each code and place in the template when
/// the round began.
type MistakeCounts = BTreeMap<(String, u32), usize>;

struct TemplateRepairer<'a> {
    dialect: &'a Dialect,
    diagnoser: &'a Diagnoser,
    options: ParseOptions,
    /// The text so far.
    text: String,
    /// The accepted edits, each group of the text before it.
    done: Vec<EditGroup>,
    /// The number of these when the round began.
    round: usize,
    /// The spans of the original template where a repair was refused, with the reason.
    refused: Vec<(Span, String)>,
    /// The bytes that further pages may have.
    bytes: usize,
    intended: usize,
}

impl RepairPage {
    /// Reports whether edits of the template may change the page.
    fn has(&self, edits: &EditGroup) -> bool {
        edits.iter().any(|edit| {
            let touches = |of: Span| edit.span.start <= of.end && of.start <= edit.span.end;
            // (An empty page has no parts.)
            edit.span.end >= self.end || self.rendering.parts().any(|(_, of, _)| touches(of))
        })
    }
}

impl TemplateRepairer<'_> {
    /// Returns the mistakes in the pages of the template so far, and in its blocks.
    fn mistakes(&self) -> Vec<Finding> {
        let file = SourceFile::new("template", self.text.as_str());
        mistakes(self.dialect, &file, self.diagnoser, &self.options)
    }

    /// Repairs until nothing changes, or what one stage repairs is a mistake to the other one.
    /// Reports false if a limit was reached.
    fn run(&mut self, is_intended: bool) -> bool {
        let stages = [RepairStage::Intent, RepairStage::Tree];
        let mut rounds: IndexMap<String, (usize, usize)> = IndexMap::default();
        loop {
            // The last round is the first one of a second repair, and changes nothing, too.
            if let Some(&(done, intended)) = rounds.get(&self.text) {
                self.done.truncate(done);
                self.intended = intended;
                return true;
            }
            self.round = self.done.len();
            rounds.insert(self.text.clone(), (self.round, self.intended));
            self.refused.clear();
            for stage in &stages[usize::from(!is_intended)..] {
                let units = Program::read(self.dialect, &self.text).units.len();
                for unit in 0..units {
                    self.unit(*stage, unit);
                }
            }
            if self.bytes == 0 {
                return false;
            }
        }
    }

    /// Returns the offset, before the accepted edits from a number on, of an offset in the text.
    fn origin(&self, offset: u32, first: usize) -> u32 {
        self.done[first..].iter().rev().fold(offset, |at, edits| before(edits, at))
    }

    /// Returns the reason why the mistake at an offset of the original template remains.
    fn reason(&self, offset: u32) -> String {
        let distance =
            |span: &Span| offset.saturating_sub(span.end).max(span.start.saturating_sub(offset));
        let nearest = self.refused.iter().min_by_key(|(span, _)| (distance(span), span.len()));
        nearest.map_or("no repair of it is known".to_owned(), |(_, reason)| reason.clone())
    }

    /// Repairs what a unit writes.
    fn unit(&mut self, stage: RepairStage, unit: usize) {
        let text = self.text.clone();
        let template = ReadTemplate::new(self.dialect, &text);
        // An element may begin in one section and end in another one.
        let is_section = template.program.extends && template.program.units.len() > 1;
        let units = [Some(unit), None];
        let mut pages = Vec::new();
        for unit in &units[..1 + usize::from(is_section)] {
            if !self.add_pages(stage, &template, *unit, &mut pages) {
                let span = template.span(unit.unwrap_or_default());
                self.refuse(span, MANY);
                return;
            }
        }
        let mut groups = self.proposals(stage, &pages, unit);
        // First the repairs after which each page is as it was probably meant.
        let strict = [stage == RepairStage::Intent, false];
        for is_strict in strict {
            for index in 0..groups.len() {
                let Some(group) = groups[index].clone() else { continue };
                match self.pages_after(stage, is_strict, &mut pages, &group) {
                    Ok(changed) => {
                        pages = changed;
                        groups[index] = None;
                        for other in &mut groups {
                            *other = other.take().and_then(|other| after(&group, other));
                        }
                        self.intended += usize::from(stage == RepairStage::Intent);
                    }
                    Err(_) if is_strict => {}
                    Err(reason) => {
                        let spans = group.iter().map(|edit| edit.span);
                        let span = spans.reduce(Span::join).unwrap_or(Span { start: 0, end: 0 });
                        self.refuse(span, &reason);
                        groups[index] = None;
                    }
                }
            }
        }
    }

    fn refuse(&mut self, span: Span, reason: &str) {
        let span = Span { start: self.origin(span.start, 0), end: self.origin(span.end, 0) };
        self.refused.push((span, reason.to_owned()));
    }

    /// Adds all pages of a unit. Reports false if there are too many.
    fn add_pages(
        &mut self,
        stage: RepairStage,
        template: &ReadTemplate<'_>,
        unit: Option<usize>,
        pages: &mut Vec<RepairPage>,
    ) -> bool {
        let parser = self.diagnoser.parser();
        let renderer = template.renderer(parser);
        let mut union = UnitUnion::new(&renderer, template.steps(unit), parser, &self.options);
        if !union.read_all(PATHS, &mut self.bytes) {
            return false;
        }
        for assignment in union.assignments() {
            let page = (unit, assignment.as_slice());
            let Some(page) = self.page(stage, template, page, &union.options) else { return false };
            pages.push(page);
        }
        true
    }

    /// Reads a page. `None` if a limit is reached.
    fn page(
        &mut self,
        stage: RepairStage,
        template: &ReadTemplate<'_>,
        (unit, assignment): (Option<usize>, &[bool]),
        options: &ParseOptions,
    ) -> Option<RepairPage> {
        let rendering = template.render(self.diagnoser.parser(), unit, assignment);
        let document = self.parsed(&rendering.text, options)?;
        if document.limit().is_some() || rendering.is_cut {
            return None;
        }
        let end = template.end(unit);
        let (mistakes, meant) = self.mistakes_of(stage, &document, (&rendering, end), options);
        if self.bytes == 0 {
            return None;
        }
        let (assignment, options) = (assignment.to_owned(), options.clone());
        Some(RepairPage { unit, assignment, options, rendering, end, mistakes, meant })
    }

    /// Adds pages, so that they show all that may differ between the template and the changed one.
    ///
    /// # Errors
    /// The reason why the templates cannot be compared.
    fn add_pairs(
        &mut self,
        stage: RepairStage,
        (template, changed): (&ReadTemplate<'_>, &ReadTemplate<'_>),
        pages: &mut Vec<RepairPage>,
    ) -> Result<(), String> {
        let parser = self.diagnoser.parser();
        let units: BTreeSet<Option<usize>> = pages.iter().map(|page| page.unit).collect();
        for unit in units {
            let [old, new] = [template, changed].map(|template| template.renderer(parser));
            let before = UnitUnion::new(&old, template.steps(unit), parser, &self.options);
            let after = UnitUnion::new(&new, changed.steps(unit), parser, &self.options);
            if before.options.fragment != after.options.fragment {
                return Err(
                    "its repair would make a whole page of a part, or a part of it".to_owned()
                );
            }
            let mut pairs = before.with(after);
            for page in pages.iter().filter(|page| page.unit == unit) {
                pairs.read(&page.assignment);
            }
            while let Some(values) = pairs.next() {
                let assignment = template.variables.assignment(&values, false);
                let added = self.page(stage, template, (unit, &assignment), &pairs.options);
                let added = added.filter(|_| pages.len() < PATHS).ok_or(MANY)?;
                pairs.read(&added.assignment);
                pages.push(added);
            }
            if !pairs.is_exact() {
                return Err(MANY.to_owned());
            }
        }
        Ok(())
    }

    fn parsed(&mut self, page: &str, options: &ParseOptions) -> Option<Document> {
        self.bytes = self.bytes.saturating_sub(page.len() + 1);
        self.diagnoser.parser().parse(page, options).ok()
    }

    /// Returns the mistakes of a page, what `check` reports or what `fix` repairs, and the page as
    /// it was probably meant.
    fn mistakes_of(
        &mut self,
        stage: RepairStage,
        document: &Document,
        (rendering, end): (&Rendering, u32),
        options: &ParseOptions,
    ) -> (MistakeCounts, String) {
        let mut found = MistakeCounts::new();
        let mut add = |code: &str, at: u32| {
            let is_end = wide(at) >= rendering.text.len();
            let place =
                if is_end { end } else { rendering.origin(Span { start: at, end: at }).0.start };
            let place = self.origin(place, self.round);
            *found.entry((code.to_owned(), place)).or_default() += 1;
        };
        let mut meant = String::new();
        if stage == RepairStage::Tree {
            for repair in document.mistakes() {
                let repair = document.repairs()[repair.index()];
                add(repair.kind.name(), repair.span.start);
            }
            for error in document.errors() {
                add(error.code, error.at);
            }
        } else {
            let diagnosis = self.diagnoser.diagnose(document, options);
            for finding in self.diagnoser.findings_of(&diagnosis, document, Allowance::OUTPUT) {
                if let Some(place) = finding.place {
                    add(&finding.code, place.start.offset);
                }
            }
            if !diagnosis.mistakes.is_empty() {
                self.bytes = self.bytes.saturating_sub(DIAGNOSIS * rendering.text.len());
            }
            meant = diagnosis.text;
        }
        (found, meant)
    }

    /// Returns the edits of the template that may repair mistakes in the pages of a unit.
    fn proposals(
        &mut self,
        stage: RepairStage,
        pages: &[RepairPage],
        unit: usize,
    ) -> Vec<Option<EditGroup>> {
        let own: Vec<&RepairPage> = pages.iter().filter(|page| page.unit == Some(unit)).collect();
        // The first and the last page with each mistake tell enough.
        let mut chosen = BTreeSet::new();
        for is_back in [false, true] {
            let mut known = BTreeSet::new();
            for step in 0..own.len() {
                let index = if is_back { own.len() - 1 - step } else { step };
                let count = known.len();
                known.extend(own[index].mistakes.keys());
                if known.len() > count {
                    chosen.insert(index);
                }
            }
        }
        let mut groups: Vec<EditGroup> = Vec::new();
        for page in chosen.into_iter().map(|index| own[index]) {
            for edits in self.of_page(stage, page) {
                let sides =
                    [None, Some(page.end)].map(|late| in_template(&page.rendering, &edits, late));
                if let ([None, None], [first, ..]) = (&sides, &edits[..]) {
                    let place = page.rendering.origin(first.span).0;
                    self.refuse(place, "what would have to change is in a tag of the template");
                }
                for group in sides.into_iter().flatten() {
                    if !groups.contains(&group) {
                        groups.push(group);
                    }
                }
            }
        }
        // In a branch, a repair changes fewer pages.
        groups.sort_by_cached_key(|group| pages.iter().filter(|page| page.has(group)).count());
        groups.into_iter().map(Some).collect()
    }

    /// Returns the edits of a page that may repair some of its mistakes.
    fn of_page(&mut self, stage: RepairStage, page: &RepairPage) -> Vec<EditGroup> {
        let options = page.options.clone().record_events(true);
        let Some(document) = self.parsed(&page.rendering.text, &options) else { return Vec::new() };
        let (parser, text) = (self.diagnoser.parser(), page.rendering.text.as_str());
        let mut groups = Vec::new();
        if stage == RepairStage::Tree {
            let fixed = fix_text(parser, &document, &options);
            let fixed = fixed.ok().and_then(|fixed| String::from_utf8(fixed.bytes).ok());
            let edits = fixed.map_or(Vec::new(), |fixed| edits_between(text, &fixed));
            groups.extend(edits.iter().map(|edit| vec![edit.clone()]));
            // What is written by one literal text may belong together.
            for (span, ..) in page.rendering.parts() {
                let is_inside =
                    |edit: &&SourceEdit| span.start <= edit.span.start && edit.span.end <= span.end;
                groups.push(edits.iter().filter(is_inside).cloned().collect());
            }
            groups.push(edits);
        }
        for mistake in self.diagnoser.diagnose(&document, &page.options).mistakes {
            let mut edits = mistake.edits;
            edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
            groups.push(edits.clone());
            let [edit] = &edits[..] else { continue };
            if stage == RepairStage::Intent && edit.span.is_empty() {
                // The end of a branch after the mistake, the nearest to the probable place first.
                let starts = page.rendering.parts().map(|(span, ..)| span.start);
                let inside = mistake.place.end + 1..edit.span.start;
                let mut starts: Vec<u32> = starts.filter(|start| inside.contains(start)).collect();
                starts.reverse();
                for start in starts.into_iter().take(PLACES) {
                    let span = Span { start, end: start };
                    groups.push(vec![SourceEdit { span, text: edit.text.clone() }]);
                }
            }
        }
        groups.retain(|edits| !edits.is_empty());
        // Of two equal tags, either may be one too many.
        for index in 0..groups.len() {
            let [SourceEdit { span, text: new }] = &groups[index][..] else { continue };
            let length = span.end - span.start;
            if new.is_empty() && text[..wide(span.start)].ends_with(span.of(text)) {
                let span = Span { start: span.start - length, end: span.start };
                groups.push(vec![SourceEdit { span, text: String::new() }]);
            }
        }
        groups
    }

    /// Accepts some edits of the text, and returns its pages after them.
    ///
    /// # Errors
    /// The reason why they are not accepted.
    fn pages_after(
        &mut self,
        stage: RepairStage,
        is_strict: bool,
        pages: &mut Vec<RepairPage>,
        edits: &EditGroup,
    ) -> Result<Vec<RepairPage>, String> {
        let old = self.text.clone();
        let template = ReadTemplate::new(self.dialect, &old);
        let text = applied(&old, edits);
        let changed = ReadTemplate::new(self.dialect, &text);
        if changed.tags() != template.tags()
            || changed.variables.len() != template.variables.len()
            || changed.program.units.len() != template.program.units.len()
            || !changed.program.mistakes.is_empty()
        {
            return Err("its repair would change the tags of the template".to_owned());
        }
        self.add_pairs(stage, (&template, &changed), pages)?;
        self.done.push(edits.clone());
        let after = self.changed_pages((stage, is_strict), &changed, pages, edits);
        match after {
            Ok(_) => self.text = text,
            Err(_) => drop(self.done.pop()),
        }
        after
    }

    /// Returns the pages of the changed template, if all of them keep the promise.
    fn changed_pages(
        &mut self,
        (stage, is_strict): (RepairStage, bool),
        changed: &ReadTemplate<'_>,
        pages: &[RepairPage],
        edits: &EditGroup,
    ) -> Result<Vec<RepairPage>, String> {
        let parser = self.diagnoser.parser();
        let render = |page: &RepairPage| changed.render(parser, page.unit, &page.assignment);
        let mut compared = HashMap::new();
        let (mut gone, mut is_better) = (BTreeSet::new(), false);
        for (index, page) in pages.iter().enumerate() {
            if !page.has(edits) {
                continue;
            }
            let rendering = render(page);
            if rendering.text == page.rendering.text {
                continue;
            }
            if rendering.is_cut || self.bytes == 0 {
                return Err(MANY.to_owned());
            }
            let [old, new] =
                [&page.rendering, &rendering].map(|one| self.parsed(&one.text, &page.options));
            let (Some(old), Some(new)) = (old, new) else { return Err(MANY.to_owned()) };
            let end = changed.end(page.unit);
            let (mistakes, meant) = self.mistakes_of(stage, &new, (&rendering, end), &page.options);
            for (mistake, count) in &mistakes {
                if page.mistakes.get(mistake).is_none_or(|before| before < count) {
                    let code = &mistake.0;
                    return Err(format!("its repair would be a mistake in other pages ({code})"));
                }
            }
            let is_fewer = mistakes != page.mistakes;
            if (stage == RepairStage::Tree || !is_fewer) && !compare(&old, &new).is_equal() {
                return Err("its repair would change the tree of a page".to_owned());
            }
            if is_strict {
                let [old, new] = [&page.meant, &meant].map(|text| self.parsed(text, &page.options));
                let (Some(old), Some(new)) = (old, new) else { return Err(MANY.to_owned()) };
                if !compare(&old, &new).is_equal() {
                    return Err("its repair would change a page as it is meant".to_owned());
                }
            }
            gone.extend(page.mistakes.keys().filter(|mistake| !mistakes.contains_key(*mistake)));
            is_better |= is_fewer;
            compared.insert(index, (rendering, mistakes, meant));
        }
        if !is_better {
            return Err("no repair of it is known".to_owned());
        }
        for (index, page) in pages.iter().enumerate() {
            let mistakes = compared.get(&index).map_or(&page.mistakes, |(_, mistakes, _)| mistakes);
            if mistakes.keys().any(|mistake| gone.contains(mistake)) {
                return Err("its repair would leave it in other pages".to_owned());
            }
        }
        let mut after = Vec::new();
        for (index, page) in pages.iter().enumerate() {
            let unchanged = || (render(page), page.mistakes.clone(), page.meant.clone());
            let is_compared = compared.contains_key(&index);
            let (rendering, mistakes, meant) = compared.remove(&index).unwrap_or_else(unchanged);
            if !is_compared && rendering.text != page.rendering.text {
                return Err("its repair would change a page that was not compared".to_owned());
            }
            after.push(RepairPage {
                unit: page.unit,
                assignment: page.assignment.clone(),
                options: page.options.clone(),
                rendering,
                end: changed.end(page.unit),
                mistakes,
                meant,
            });
        }
        Ok(after)
    }
}
