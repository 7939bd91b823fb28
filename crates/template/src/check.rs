//! The mistakes in the pages that a template may write, with the conditions under which they have
//! them.

use crate::dialect::Dialect;
use crate::inclusion::{ExpandedTemplate, IncludedFile};
use crate::program::Program;
use crate::rendering::{Question, Renderer, Rendering, Variables};
use crate::union::{ReadPage, UnitUnion};
use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use std::ops::Range;
use wishful::ParseOptions;
use wishful::base::{Finding, IndexMap, Location, Severity, SourceFile, Span, narrow, wide};
use wishful::slippers::event::RepairKind;
use wishful::tree::error_codes;
use wishful_diagnosis::{Diagnoser, MistakeKind};
use wishful_earley::PartialAssignment;

/// The number of variables up to which all assignments are diagnosed.
const EXHAUSTIVE: usize = 5;

/// The most renderings of a unit.
const RENDERINGS: usize = 96;

/// The most renderings that look for the condition of a finding.
const FLIPS: usize = 400;

/// The most conditions that are tried for a finding about content.
const LOCAL_CONDITIONS: usize = 64;

/// The most bytes of a page, for each byte of the template, and besides.
pub(crate) const PAGE: (usize, usize) = (8, 1 << 16);

/// The most bytes of all pages after the first one of each unit.
const BYTES: usize = 16 << 20;

/// The code of findings about the blocks of a template.
pub(crate) const BLOCK: &str = "template-block";

/// The beginning of a comment that allows codes.
const ALLOW: &str = "wishful: allow ";

/// The codes of findings about content that hold for a part of a page, too.
pub(crate) const LOCAL: [&str; 4] =
    ["misplaced-element", "obsolete-attribute", "unknown-attribute", "unknown-element"];

/// The mistakes in a template.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct TemplateCheck {
    /// The mistakes, sorted by position.
    pub findings: Vec<Finding>,
    /// The number of pages that were parsed.
    pub pages: usize,
    /// True if there are more states of the parser than pages that were tried, so that mistakes may
    /// be missed.
    pub is_sampled: bool,
}

/// A mistake is the same in two pages if its code and its start in the template are.
type MistakeKey = (String, u32);

/// Checks a template. `file` has its name and its text.
///
/// ```
/// use wishful::{Grammar, ParseOptions, Parser};
/// use wishful_check::Checker;
/// use wishful_diagnosis::Diagnoser;
/// use wishful_template::{Dialect, check};
///
/// let checker = Checker::new(Grammar::load("conforming")?)?;
/// let diagnoser = Diagnoser::new(Parser::new(Grammar::load("whatwg")?).unwrap(), checker);
/// let jinja = Dialect::named("jinja").unwrap();
/// let text = "<p>{% if admin %}<b>{% endif %}Hello</p>";
/// let file = wishful::base::SourceFile::new("hello.j2", text);
/// let checked = check(&jinja, &file, &diagnoser, &ParseOptions::default());
/// assert!(checked.findings[0].message.starts_with("if `admin`: `<b>` is not closed"));
/// # Ok::<(), wishful::diagnostics::Report>(())
/// ```
#[must_use]
pub fn check(
    dialect: &Dialect,
    file: &SourceFile,
    diagnoser: &Diagnoser,
    options: &ParseOptions,
) -> TemplateCheck {
    let (checked, program) = check_all(dialect, file, diagnoser, options);
    without_allowed(checked, &program, file, diagnoser)
}

/// Checks a template, whatever its comments allow.
fn check_all(
    dialect: &Dialect,
    file: &SourceFile,
    diagnoser: &Diagnoser,
    options: &ParseOptions,
) -> (TemplateCheck, Program) {
    let expanded = ExpandedTemplate::new(dialect, file.text());
    let (program, text) = (Program::expanded(dialect, &expanded), &*expanded.text);
    let has_files = expanded.files.len() > 1;
    let whole = has_files.then(|| SourceFile::new(file.name(), text));
    let variables = Variables::new(&program);
    let mut checked = TemplateCheck::default();
    for mistake in &program.mistakes {
        if expanded.other(wide(mistake.span.start)).is_some() {
            continue;
        }
        let place = Location::of(file, mistake.span);
        let message = mistake.message.clone();
        checked.findings.push(Finding::new(Severity::Error, BLOCK, message, place));
    }
    let renderer = Renderer {
        program: &program,
        variables: &variables,
        source: text,
        grammar: diagnoser.parser().grammar(),
        most: text.len().saturating_mul(PAGE.0) + PAGE.1,
        keeps_tags: false,
    };
    let mut bytes = BYTES;
    let mut explore = |unit: Range<usize>| {
        let mut pages = UnitPages {
            union: UnitUnion::new(&renderer, unit, diagnoser.parser(), options),
            file: whole.as_ref().unwrap_or(file),
            diagnoser,
            known: IndexMap::default(),
            bytes,
            flips: FLIPS,
        };
        checked.is_sampled |= pages.explore();
        let found = pages.findings();
        bytes = pages.bytes;
        checked.pages += pages.known.len();
        found
    };
    let mut found: Vec<(MistakeKey, Finding)> = Vec::new();
    for unit in &program.units {
        found.extend(explore(unit.clone()));
    }
    // An element may begin in one section and end in another one.
    if program.extends && program.units.len() > 1 && !found.is_empty() {
        let whole = explore(0..program.steps.len());
        let places: HashSet<u32> = whole.into_iter().map(|((_, start), _)| start).collect();
        found.retain(|((_, start), _)| places.contains(start));
    }
    let found: Vec<Finding> = found.into_iter().map(|(_, finding)| finding).collect();
    checked.findings.extend(if has_files {
        in_template(found, &expanded, (dialect, file), diagnoser, options)
    } else {
        found
    });
    checked.findings.sort_by_key(|finding| finding.place.as_ref().map(|place| place.start.offset));
    checked.findings.dedup_by(|one, other| one.code == other.code && one.place == other.place);
    (checked, program)
}

/// Returns the findings in a template with other files, at their places in the template.
///
/// A mistake that another file has by itself is reported when that is checked. Others are due to
/// the template: they are reported where it has mistakes without its files, or else at the tag that
/// includes the file.
fn in_template(
    found: Vec<Finding>,
    expanded: &ExpandedTemplate<'_>,
    (dialect, file): (&Dialect, &SourceFile),
    diagnoser: &Diagnoser,
    options: &ParseOptions,
) -> Vec<Finding> {
    let dialect = dialect.clone().with_folders(&[]);
    let alone = |file: &SourceFile| check_all(&dialect, file, diagnoser, options).0.findings;
    let start = |finding: &Finding| finding.place.as_ref().map(|place| place.start.offset);
    let (mut own, mut others, mut known) = (Vec::new(), Vec::new(), HashMap::new());
    for mut finding in found {
        let Some(offset) = start(&finding) else { continue };
        finding
            .related
            .retain(|related| expanded.other(wide(related.place.start.offset)).is_none());
        let Some(IncludedFile { name, part, tag, .. }) = expanded.other(wide(offset)) else {
            // (An element may end in another file.)
            let end = narrow(file.text().len());
            let related = finding.related.iter_mut().map(|related| &mut related.place);
            for place in finding.place.iter_mut().chain(related) {
                let span = Span { start: place.start.offset, end: place.end.offset.min(end) };
                if let Some(inside) = Location::of(file, span) {
                    *place = inside;
                }
            }
            own.push(finding);
            continue;
        };
        let other = SourceFile::new(name.as_str(), &expanded.text[part.clone()]);
        let known = known
            .entry(part.clone())
            .or_insert_with(|| alone(&other).iter().filter_map(start).collect::<HashSet<u32>>());
        let local = offset - narrow(part.start);
        if !known.contains(&local) {
            finding.message = format!("in {name}:{}: {}", other.position(local), finding.message);
            finding.place = Location::of(file, *tag);
            others.push(finding);
        }
    }
    let mut without = if others.is_empty() { Vec::new() } else { alone(file) };
    if !without.iter().any(|finding| finding.code == BLOCK) {
        let places: HashSet<Option<u32>> = own.iter().map(start).collect();
        without.retain(|one| !LOCAL.contains(&one.code.as_str()) && !places.contains(&start(one)));
        if !without.is_empty() {
            others = without;
        }
    }
    own.extend(others);
    own
}

/// Removes the findings that comments allow.
fn without_allowed(
    mut checked: TemplateCheck,
    program: &Program,
    file: &SourceFile,
    diagnoser: &Diagnoser,
) -> TemplateCheck {
    let (allowed, unknown) = allowed(program, file, &diagnoser.codes());
    checked.findings.retain(|finding| {
        let line = finding.place.as_ref().map_or(0, |place| place.start.line);
        let has = |line| allowed.contains(&(line, finding.code.as_str()));
        !has(line) && !has(line.saturating_sub(1))
    });
    checked.findings.extend(unknown);
    checked
}

/// Returns the codes that comments allow, `{# wishful: allow CODE… #}`, each with the line of its
/// comment: they are allowed there and in the next line. Of codes that no finding has, returns a
/// finding.
fn allowed<'t>(
    program: &Program,
    file: &'t SourceFile,
    codes: &[&str],
) -> (HashSet<(usize, &'t str)>, Vec<Finding>) {
    let (mut allowed, mut unknown) = (HashSet::new(), Vec::new());
    for (span, _) in &program.tags {
        let text = file.text().get(span.range()).unwrap_or_default();
        let Some((_, list)) = text.split_once(ALLOW) else { continue };
        let is_letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
        let list = list.trim_start().split(|letter: char| !is_letter(letter) && letter != ',');
        let list =
            list.take_while(|code| code.starts_with(|first: char| first.is_ascii_lowercase()));
        for code in list.flat_map(|list| list.split(',')).filter(|code| !code.is_empty()) {
            if codes.contains(&code) || code == BLOCK {
                allowed.insert((file.position(span.end).line, code));
            } else {
                let message = format!("no finding has the code `{code}`, which is allowed here");
                let place = Location::of(file, *span);
                unknown.push(Finding::new(Severity::Error, BLOCK, message, place));
            }
        }
    }
    (allowed, unknown)
}

/// The pages that a unit may write.
struct UnitPages<'a> {
    union: UnitUnion<'a>,
    file: &'a SourceFile,
    diagnoser: &'a Diagnoser,
    /// By assignment, the variables that were asked and the mistakes.
    known: IndexMap<Vec<bool>, CheckedPage>,
    /// The bytes that further pages may have.
    bytes: usize,
    /// The pages that may still be made for conditions.
    flips: usize,
}

/// The mistakes of a page, and the variables that its rendering asked.
struct CheckedPage {
    asked: Vec<usize>,
    mistakes: IndexMap<MistakeKey, Finding>,
}

impl UnitPages<'_> {
    /// Renders and checks pages until each way of each state was taken; all pages, if there are few
    /// conditions. Reports whether something was left out.
    fn explore(&mut self) -> bool {
        let variables = self.union.renderer.variables;
        let count = variables.len();
        let is_loop = |variable: usize| !matches!(variables.question(variable), Question::Atom(_));
        let loops = (0..count).filter(|variable| is_loop(*variable)).map(|one| (one, true));
        let none = PartialAssignment::new();
        let first = [(&none, true), (&none, false), (&loops.collect(), false)];
        let mut queue: VecDeque<Vec<bool>> =
            first.map(|(values, default)| variables.assignment(values, default)).into();
        let (mut asked, mut is_sampling) = (BTreeSet::<usize>::new(), false);
        loop {
            let Some(assignment) = queue.pop_front() else {
                let Some(plan) = self.union.next() else {
                    if self.union.is_exact() || is_sampling {
                        return !self.union.is_exact();
                    }
                    // Each condition the other way, at least.
                    is_sampling = true;
                    let first = variables.assignment(&none, true);
                    for &variable in asked.iter().take(RENDERINGS) {
                        let mut other = first.clone();
                        other[variable] = !other[variable];
                        queue.push_back(other);
                    }
                    continue;
                };
                // What the plan leaves open is as in the first pages.
                queue.push_back(variables.assignment(&plan, self.known.len().is_multiple_of(2)));
                continue;
            };
            if self.known.contains_key(&assignment) {
                continue;
            }
            if self.known.len() >= RENDERINGS || self.bytes == 0 {
                return true;
            }
            let page = self.page(&assignment).asked.clone();
            asked.extend(&page);
            if asked.len() <= EXHAUSTIVE {
                for variable in page {
                    let mut other = assignment.clone();
                    other[variable] = !other[variable];
                    if !variables.contradicts(&other) {
                        queue.push_back(other);
                    }
                }
            }
        }
    }

    /// Returns what is known about the page of an assignment.
    fn page(&mut self, assignment: &[bool]) -> &CheckedPage {
        if !self.known.contains_key(assignment) {
            let page = self.checked(assignment);
            self.known.insert(assignment.to_owned(), page);
        }
        &self.known[assignment]
    }

    fn checked(&mut self, assignment: &[bool]) -> CheckedPage {
        let ReadPage { mut rendering, document, .. } = self.union.read(assignment);
        let length = document.as_ref().map_or(rendering.text.len(), |page| page.text().len());
        self.bytes = self.bytes.saturating_sub(length + rendering.asked.len());
        let mut mistakes = IndexMap::default();
        if let Some(document) = document.map(|page| self.union.in_usual_context(page)) {
            for finding in self.diagnoser.findings(&document, &self.union.options) {
                if let Some((key, finding)) = self.moved(&rendering, finding) {
                    mistakes.entry(key).or_insert(finding);
                }
            }
        }
        let asked = std::mem::take(&mut rendering.asked);
        CheckedPage { asked, mistakes }
    }

    /// Reports whether a page has a mistake that another page has.
    fn has(&mut self, assignment: &[bool], key: &MistakeKey, other: &[bool]) -> Option<bool> {
        if !self.known.contains_key(assignment) {
            // Pages with the same repairs have the same mistakes.
            let reports = self.union.reports_of(assignment);
            let is_local = LOCAL.contains(&key.0.as_str());
            if !is_local && reports.is_some() && reports == self.union.reports_of(other) {
                return Some(true);
            }
            if self.flips == 0 || self.bytes == 0 {
                return None;
            }
            self.flips -= 1;
        }
        Some(self.page(assignment).mistakes.contains_key(key))
    }

    /// Moves a finding about a page to the template. `None` if it may be about the value that is
    /// not known.
    fn moved(&self, rendering: &Rendering, mut finding: Finding) -> Option<(MistakeKey, Finding)> {
        let place = finding.place.as_ref()?;
        let (span, has_hole) =
            rendering.origin(Span { start: place.start.offset, end: place.end.offset });
        let code = finding.code.as_str();
        let is_tag = MistakeKind::ALL.iter().any(|kind| kind.code() == code);
        let is_structural = is_tag || RepairKind::ALL.iter().any(|kind| kind.name() == code);
        let is_kept = is_structural
            || !has_hole && (error_codes().any(|other| other == code) || LOCAL.contains(&code));
        if !is_kept {
            return None;
        }
        finding.place = Location::of(self.file, span);
        for related in &mut finding.related {
            let span = Span { start: related.place.start.offset, end: related.place.end.offset };
            if let Some(place) = Location::of(self.file, rendering.origin(span).0) {
                related.place = place;
            }
        }
        // These are about places in the page.
        finding.notes.retain(|note| !note.starts_with("because of it"));
        Some(((code.to_owned(), span.start), finding))
    }

    /// Returns the mistakes of all pages, each with its simplest condition.
    fn findings(&mut self) -> Vec<(MistakeKey, Finding)> {
        let mut out = Vec::new();
        let mut first: Vec<(MistakeKey, Vec<bool>)> = Vec::new();
        let mut seen: HashSet<MistakeKey> = HashSet::new();
        let mut order: Vec<Vec<bool>> = self.known.keys().cloned().collect();
        order.sort_by_key(|assignment| assignment.iter().filter(|value| **value).count());
        for assignment in order {
            let mut keys: Vec<&MistakeKey> = self.known[&assignment].mistakes.keys().collect();
            keys.sort_by_key(|(code, start)| (*start, code.clone()));
            for key in keys {
                if seen.insert(key.clone()) {
                    first.push((key.clone(), assignment.clone()));
                }
            }
        }
        let deciding = if first.is_empty() { None } else { self.union.deciding() };
        for (key, assignment) in first {
            let mut finding = self.known[&assignment].mistakes[&key].clone();
            match self.conditions(&key, &assignment, deciding.as_ref()) {
                None => finding.message = format!("in some pages: {}", finding.message),
                Some(all) if all.is_empty() => {}
                Some(all) => {
                    finding.message = format!("if {}: {}", all.join(" and "), finding.message);
                }
            }
            out.push((key, finding));
        }
        out
    }

    /// Returns the conditions without which a page does not have a mistake. `None` if too many
    /// pages would be needed.
    fn conditions(
        &mut self,
        key: &MistakeKey,
        assignment: &[bool],
        deciding: Option<&HashSet<usize>>,
    ) -> Option<Vec<String>> {
        let (mut found, mut seen) = (Vec::<usize>::new(), HashSet::new());
        let asked = self.known[assignment].asked.clone();
        let is_local = LOCAL.contains(&key.0.as_str());
        if is_local && asked.len() > LOCAL_CONDITIONS {
            let is_always = self.known.values().all(|page| page.mistakes.contains_key(key));
            return is_always.then(Vec::new);
        }
        // What the parser reports does not depend on the others.
        let deciding = deciding.filter(|_| !is_local);
        for variable in asked {
            let may_decide = deciding.is_none_or(|deciding| deciding.contains(&variable));
            if !may_decide || !seen.insert(variable) {
                continue;
            }
            let mut other = assignment.to_owned();
            other[variable] = !other[variable];
            if self.union.renderer.variables.contradicts(&other) {
                continue;
            }
            if !self.has(&other, key, assignment)? {
                found.push(variable);
            }
        }
        // "Several items" implies "items".
        let question = |variable: &usize| self.union.renderer.variables.question(*variable);
        let several: Vec<Question> = found
            .iter()
            .filter(|variable| assignment[**variable])
            .filter_map(|variable| match question(variable) {
                Question::More(number) => Some(Question::Over(number)),
                _ => None,
            })
            .collect();
        found.retain(|variable| !several.contains(&question(variable)));
        let mut said: Vec<String> = Vec::new();
        for variable in found {
            let Renderer { program, variables, .. } = self.union.renderer;
            let text = variables.said(program, self.file, variable, assignment[variable]);
            if !said.contains(&text) {
                said.push(text);
            }
        }
        Some(said)
    }
}
