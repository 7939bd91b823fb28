//! The mistakes in the pages that a template may write, with the conditions under which they have
//! them.

use crate::dialect::Dialect;
use crate::program::Program;
use crate::rendering::{Question, Renderer, Rendering, Variables};
use std::collections::{HashMap, HashSet, VecDeque};
use std::ops::Range;
use wishful::base::{Finding, Location, Severity, SourceFile, Span};
use wishful::slippers::event::RepairKind;
use wishful::tree::{NodeKind, NodeRef, error_codes};
use wishful::{Document, ParseOptions};
use wishful_diagnosis::{Diagnoser, MistakeKind};

/// The context of a part of a page: its content may begin with any element.
const CONTEXT: &str = "template";

/// The number of variables up to which all assignments are tried.
const EXHAUSTIVE: usize = 5;

/// The most renderings of a unit.
const RENDERINGS: usize = 96;

/// The most renderings that look for the condition of a finding.
const FLIPS: usize = 400;

/// The most bytes of a page, for each byte of the template, and besides.
const PAGE: (usize, usize) = (8, 1 << 16);

/// The most bytes of all pages after the first one of each unit.
const BYTES: usize = 16 << 20;

/// The codes of findings about content that hold for a part of a page, too.
const LOCAL: [&str; 4] =
    ["misplaced-element", "obsolete-attribute", "unknown-attribute", "unknown-element"];

/// The mistakes in a template.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct TemplateCheck {
    /// The mistakes, sorted by position.
    pub findings: Vec<Finding>,
    /// The number of pages that were parsed.
    pub pages: usize,
    /// True if there are more combinations of conditions than were tried.
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
    let program = Program::read(dialect, file.text());
    let variables = Variables::new(&program);
    let mut checked = TemplateCheck::default();
    for mistake in &program.mistakes {
        let place = Location::of(file, mistake.span);
        let message = mistake.message.clone();
        checked.findings.push(Finding::new(Severity::Error, "template-block", message, place));
    }
    let renderer = Renderer {
        program: &program,
        variables: &variables,
        source: file.text(),
        grammar: diagnoser.parser().grammar(),
        most: file.text().len().saturating_mul(PAGE.0) + PAGE.1,
    };
    let mut bytes = BYTES;
    let mut explore = |unit: Range<usize>| {
        let mut pages = UnitPages {
            renderer: &renderer,
            unit,
            file,
            diagnoser,
            options: options.clone().fragment(None),
            known: HashMap::new(),
            order: Vec::new(),
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
    checked.findings.extend(found.into_iter().map(|(_, finding)| finding));
    checked.findings.sort_by_key(|finding| finding.place.as_ref().map(|place| place.start.offset));
    checked.findings.dedup_by(|one, other| one.code == other.code && one.place == other.place);
    checked
}

/// The pages that a unit may write.
struct UnitPages<'a> {
    renderer: &'a Renderer<'a>,
    unit: Range<usize>,
    file: &'a SourceFile,
    diagnoser: &'a Diagnoser,
    options: ParseOptions,
    /// By assignment, the variables that were asked and the mistakes.
    known: HashMap<Vec<bool>, CheckedPage>,
    /// The assignments in the order of their discovery.
    order: Vec<Vec<bool>>,
    /// The bytes that further pages may have.
    bytes: usize,
    /// The pages that may still be made for conditions.
    flips: usize,
}

/// The mistakes of a page, and the variables that its rendering asked.
struct CheckedPage {
    asked: Vec<usize>,
    mistakes: HashMap<MistakeKey, Finding>,
}

impl UnitPages<'_> {
    /// Renders and checks pages until each condition was true and false. Reports whether some
    /// combinations were left out.
    fn explore(&mut self) -> bool {
        let count = self.renderer.variables.len();
        let is_loop = |variable: usize| {
            !matches!(self.renderer.variables.question(variable), Question::Atom(_))
        };
        let loops: Vec<bool> = (0..count).map(is_loop).collect();
        let mut queue = VecDeque::from([vec![true; count], vec![false; count], loops]);
        let mut seen: HashSet<(usize, bool)> = HashSet::new();
        let mut asked: HashSet<usize> = HashSet::new();
        self.options.fragment = self.fragment();
        while let Some(assignment) = queue.pop_front() {
            if self.known.contains_key(&assignment) {
                continue;
            }
            if self.known.len() >= RENDERINGS || self.bytes == 0 {
                return true;
            }
            let page = self.page(&assignment);
            asked.extend(&page.asked);
            let is_small = asked.len() <= EXHAUSTIVE;
            for variable in page.asked.clone() {
                seen.insert((variable, assignment[variable]));
                // (Each is as long as there are variables.)
                if queue.len() >= RENDERINGS {
                    break;
                }
                if is_small || !seen.contains(&(variable, !assignment[variable])) {
                    let mut other = assignment.clone();
                    other[variable] = !other[variable];
                    queue.push_back(other);
                }
            }
        }
        asked.len() > EXHAUSTIVE
    }

    /// Returns the context of the unit: none, if it writes a whole page.
    fn fragment(&mut self) -> Option<String> {
        let rendering = self.rendering(&vec![true; self.renderer.variables.len()]);
        let options = self.options.clone().fragment(None);
        let document = self.diagnoser.parser().parse(rendering.text, &options).ok()?;
        if is_whole_page(&document) { None } else { Some(CONTEXT.to_owned()) }
    }

    fn rendering(&self, assignment: &[bool]) -> Rendering {
        self.renderer.render(self.unit.clone(), assignment)
    }

    /// Returns what is known about the page of an assignment.
    fn page(&mut self, assignment: &[bool]) -> &CheckedPage {
        if !self.known.contains_key(assignment) {
            let page = self.checked(assignment);
            self.order.push(assignment.to_owned());
            self.known.insert(assignment.to_owned(), page);
        }
        &self.known[assignment]
    }

    fn checked(&mut self, assignment: &[bool]) -> CheckedPage {
        let mut rendering = self.rendering(assignment);
        let text = std::mem::take(&mut rendering.text);
        self.bytes = self.bytes.saturating_sub(text.len() + rendering.asked.len());
        let mut mistakes = HashMap::new();
        if !rendering.is_cut
            && let Ok(document) = self.diagnoser.parser().parse(text, &self.options)
        {
            for finding in self.diagnoser.findings(&document, &self.options) {
                if let Some((key, finding)) = self.moved(&rendering, finding) {
                    mistakes.entry(key).or_insert(finding);
                }
            }
        }
        let asked = std::mem::take(&mut rendering.asked);
        CheckedPage { asked, mistakes }
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
        let mut order = self.order.clone();
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
        for (key, assignment) in first {
            let mut finding = self.known[&assignment].mistakes[&key].clone();
            match self.conditions(&key, &assignment) {
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
    fn conditions(&mut self, key: &MistakeKey, assignment: &[bool]) -> Option<Vec<String>> {
        let (mut found, mut seen) = (Vec::<usize>::new(), HashSet::new());
        for variable in self.known[assignment].asked.clone() {
            if !seen.insert(variable) {
                continue;
            }
            let mut other = assignment.to_owned();
            other[variable] = !other[variable];
            if !self.known.contains_key(&other) {
                if self.flips == 0 || self.bytes == 0 {
                    return None;
                }
                self.flips -= 1;
            }
            if self.page(&other).mistakes.contains_key(key) {
                continue;
            }
            found.push(variable);
        }
        // "Several items" implies "items".
        let question = |variable: &usize| self.renderer.variables.question(*variable);
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
            let text = self.said(variable, assignment[variable]);
            if !said.contains(&text) {
                said.push(text);
            }
        }
        Some(said)
    }

    /// Returns a condition in words.
    fn said(&self, variable: usize, value: bool) -> String {
        let program = self.renderer.program;
        match self.renderer.variables.question(variable) {
            Question::Atom(number) => {
                let not = if value { "" } else { "not " };
                let atom = &program.atoms[number];
                let mut alike = program.atoms.iter().filter(|other| other.shown == atom.shown);
                // After an assignment it is another condition.
                let mut place = String::new();
                if alike.nth(1).is_some() {
                    place = format!(" of {}", self.file.position(atom.place.start));
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
}

/// Reports whether a page has a tag of its outermost element or of a child of it, or a doctype.
fn is_whole_page(document: &Document) -> bool {
    let is_written = |node: NodeRef<'_>| match node.kind() {
        NodeKind::Doctype => true,
        NodeKind::Element => !node.is_virtual(),
        _ => false,
    };
    let mut outermost = document.root().children();
    outermost.any(|node| is_written(node) || node.children().any(is_written))
}
