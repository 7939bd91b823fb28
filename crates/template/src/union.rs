//! The union of the parses of all pages that a unit may write.
//!
//! A page is rendered and parsed; before each branch, the state of the parser is hashed. Pages with
//! equal states at a branch are read alike after it, so a page is made only if it takes a way on
//! which none was ([`wishful_earley::Branches`]).
//!
//! A branch may stand inside of a tag or a text. There, the state is that before the tag or the
//! text, together with what of its beginning matters to the rest ([`PageScanner::tag`]).
//!
//! [`PageScanner::tag`]: crate::scanner::PageScanner::tag

use crate::dialect::Dialect;
use crate::program::Program;
use crate::rendering::{PassedBranch, Question, Renderer, Rendering, Variables};
use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use std::ops::Range;
use wishful::base::{Span, hash_of, narrow, wide};
use wishful::grammar::TokenizerKind;
use wishful::slippers::{RunFingerprint, RunView, TextEffect, Trace};
use wishful::token::KindRef;
use wishful::tree::{NodeKind, NodeRef};
use wishful::{Document, ParseOptions, Parser};
use wishful_earley::{
    Branches, PartialAssignment, PathStep, PresenceCondition, PresenceConditions,
};

/// The context of a part of a page: its content may begin with any element, which decides what may
/// follow.
const CONTEXT: &str = "template";

/// A context that is decided from the start. Most parts are read alike in it; a token that is not,
/// such as a row, has a repair there.
const DECIDED: &str = "div";

/// The context of a part that has no mistake in it, but some in the usual one.
const DRAWING: &str = "svg g";

/// The most tests in the conditions of a unit.
const TESTS: usize = 1 << 18;

/// The most work for the states of a unit: the open elements at each branch.
const WORK: usize = 1 << 21;

/// The most pages that are planned at once.
const PLANNED: usize = 32;

/// The place of what is at the end of a page.
const END: u32 = u32::MAX;

/// A repair or a parse error of a page.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PageReport {
    /// The place in the template.
    pub place: u32,
    /// The name of the repair, or the standard's code.
    pub code: &'static str,
    /// The terminal of an inserted tag.
    pub inserted: Option<usize>,
}

/// The union of the pages of a unit that were read so far.
pub(crate) struct UnitUnion<'a> {
    pub(crate) renderer: &'a Renderer<'a>,
    parser: &'a Parser,
    unit: Range<usize>,
    /// The options by which pages are parsed.
    pub(crate) options: ParseOptions,
    /// Those of the union. They have another context if all repairs are the same in both.
    reading: ParseOptions,
    /// Tokens that have the same repairs in both contexts.
    alike: HashSet<String>,
    /// The union of the pages of a changed template, whose states count, too.
    changed: Option<Box<Self>>,
    branches: Branches<PageReport>,
    /// The assignments of pages to read.
    queue: VecDeque<PartialAssignment>,
    /// True if a page was too long, or had too many states, so that its path is not known.
    is_cut: bool,
    /// The places of each step, one for each of its rounds.
    places: HashMap<usize, BTreeSet<u64>>,
    /// The pages that were read.
    assignments: Vec<Vec<bool>>,
    /// True if all attributes of tags count as parts of the state.
    is_careful: bool,
    /// The work that states of further pages may take.
    work: usize,
    /// The effect of text in each state met so far, by the hash of the state.
    effects: HashMap<u64, TextEffect>,
    /// The most pages of the next plan.
    most_planned: usize,
    /// The number of known ways at the last plan. Pages that take no new way end the search.
    planned: usize,
}

/// A page, read.
pub(crate) struct ReadPage {
    pub(crate) rendering: Rendering,
    /// `None` if the page was too long.
    pub(crate) document: Option<Document>,
    /// The state at each branch.
    states: Vec<u64>,
}

impl<'a> UnitUnion<'a> {
    pub(crate) fn new(
        renderer: &'a Renderer<'a>,
        unit: Range<usize>,
        parser: &'a Parser,
        options: &ParseOptions,
    ) -> Self {
        let options = options.clone().fragment(None).lexer(None);
        let reading = options.clone();
        let (branches, queue) = (branches(renderer), VecDeque::new());
        let mut union = Self {
            renderer,
            parser,
            unit,
            options,
            reading,
            alike: HashSet::new(),
            changed: None,
            branches,
            queue,
            is_cut: false,
            places: HashMap::new(),
            assignments: Vec::new(),
            is_careful: false,
            work: WORK,
            effects: HashMap::new(),
            most_planned: 1,
            planned: 0,
        };
        let all = union.render(&renderer.variables.assignment(&PartialAssignment::new(), true));
        let document = parser.parse(all.text.clone(), &union.options);
        let has_context = parser.grammar().names(CONTEXT);
        if has_context && document.is_ok_and(|document| !is_whole_page(&document)) {
            let within = |name| union.options.clone().fragment(Some(name));
            let (mut least, mut context) = (usize::MAX, CONTEXT);
            for name in [DECIDED, CONTEXT, DRAWING] {
                let page = parser.parse(all.text.clone(), &within(name));
                let repairs = page.map_or(usize::MAX, |page| page.repairs().len());
                if repairs < least && (name != DRAWING || repairs == 0) {
                    (least, context) = (repairs, name);
                }
                if least == 0 {
                    break;
                }
            }
            let usual = if context == DRAWING { DRAWING } else { CONTEXT };
            (union.reading, union.options) = (within(context), within(usual));
        }
        union
    }

    /// Makes this the union of pairs of pages: of each page and the page of a changed template by
    /// the same assignment. The tags of the templates are the same.
    ///
    /// A state is then a pair of states, and what the tree of one page has so far and that of the
    /// other one has not. So if the trees of all pairs that were read are equal, all are.
    pub(crate) fn with(mut self, mut changed: Self) -> Self {
        self.reading = self.options.clone();
        changed.reading = self.options.clone();
        changed.options = self.options.clone();
        Self { changed: Some(Box::new(changed)), ..self }
    }

    /// Returns the assignments of the pages that were read.
    pub(crate) fn assignments(&self) -> &[Vec<bool>] {
        &self.assignments
    }

    pub(crate) fn render(&mut self, assignment: &[bool]) -> Rendering {
        let conditions = self.branches.conditions();
        self.renderer.render(self.unit.clone(), assignment, self.is_careful, conditions)
    }

    /// Returns the assignment of a page that takes a new way. There is none if all pages take ways
    /// that are known.
    pub(crate) fn next(&mut self) -> Option<PartialAssignment> {
        if !self.branches.is_sound() && !self.is_careful {
            // Read again, with all that may matter.
            self.is_careful = true;
            self.read_again();
        }
        if self.queue.is_empty() && self.planned != self.branches.ways() {
            self.planned = self.branches.ways();
            self.queue.extend(self.branches.plan(self.most_planned));
            self.most_planned = PLANNED.min(2 * self.most_planned);
        }
        self.queue.pop_front()
    }

    fn read_again(&mut self) {
        (self.branches, self.planned) = (branches(self.renderer), 0);
        self.queue.clear();
        for assignment in std::mem::take(&mut self.assignments) {
            self.read(&assignment);
        }
    }

    /// Reports whether a token has the same repairs in both contexts of the unit.
    fn is_alike(&mut self, token: &str) -> bool {
        if self.reading.fragment == self.options.fragment || self.alike.contains(token) {
            return true;
        }
        let contexts = [&self.reading, &self.options];
        let [one, other] = contexts.map(|options| {
            let page = self.parser.parse(token, options).ok()?;
            Some(page.repairs().iter().map(|repair| repair.kind).collect::<Vec<_>>())
        });
        one == other && self.alike.insert(token.to_owned())
    }

    /// Reads pages until none takes a new way: at most a number, and after the first one as many as
    /// the bytes allow. Reports whether the union is that of all pages.
    pub(crate) fn read_all(&mut self, most: usize, bytes: &mut usize) -> bool {
        let mut plan = Some(PartialAssignment::new());
        let mut pages = 0_usize;
        while let Some(values) = &plan
            && pages < most
            && (pages == 0 || *bytes > 0)
        {
            let assignment = self.renderer.variables.assignment(values, pages.is_multiple_of(2));
            let document = self.read(&assignment).document;
            *bytes = document.map_or(0, |page| bytes.saturating_sub(page.text().len()));
            pages += 1;
            plan = self.next();
        }
        plan.is_none() && self.is_exact()
    }

    /// Reports whether the union is that of all pages, once no page takes a new way.
    pub(crate) fn is_exact(&self) -> bool {
        !self.is_cut && self.branches.is_sound()
    }

    /// Returns the condition of each state of the parser before a step, and the simplest assignment
    /// that leads to it.
    pub(crate) fn states(&mut self, step: usize) -> Vec<(PresenceCondition, Vec<bool>)> {
        let mut found = Vec::new();
        let places = self.places.get(&step).cloned().unwrap_or_default();
        for (_, condition) in self.branches.states(|place| places.contains(&place)) {
            let Some(values) = self.conditions().simplest(condition) else { continue };
            let values = values.into_iter().collect();
            found.push((condition, self.renderer.variables.assignment(&values, false)));
        }
        found.sort_by(|(_, one), (_, other)| other.cmp(one));
        found
    }

    pub(crate) fn conditions(&mut self) -> &mut PresenceConditions {
        self.branches.conditions()
    }

    /// Returns the variables on which it depends what there is to say. `None` if that is not known.
    pub(crate) fn deciding(&mut self) -> Option<HashSet<usize>> {
        if !self.is_exact() {
            return None;
        }
        let (mut reports, mut variables) = (self.branches.reports(), HashSet::new());
        for (_, condition) in reports.drain(..) {
            variables.extend(self.conditions().variables(condition));
        }
        Some(variables)
    }

    /// Returns what there is to say about a page. `None` if it takes a way that is not known.
    pub(crate) fn reports_of(&self, assignment: &[bool]) -> Option<BTreeSet<&PageReport>> {
        self.branches.reports_of(|variable| assignment[variable])
    }

    /// Renders and parses a page, and adds it to the union.
    pub(crate) fn read(&mut self, assignment: &[bool]) -> ReadPage {
        let mut rendering = self.render(assignment);
        self.assignments.push(assignment.to_owned());
        let states = Vec::new();
        if rendering.is_cut {
            self.is_cut = true;
            return ReadPage { rendering, document: None, states };
        }
        let text = std::mem::take(&mut rendering.text);
        let branches = rendering.branches.iter();
        let offsets = branches.map(|branch| (branch.offset, branch.in_markup)).collect();
        let mut trace = StateTrace {
            offsets,
            length: narrow(text.len()),
            is_html: self.parser.grammar().tokenizer() == TokenizerKind::Html5,
            run: 0,
            in_run: false,
            states: Vec::new(),
            work: self.work,
            effects: std::mem::take(&mut self.effects),
        };
        let Ok(document) = self.parser.run(text, &self.reading, &mut trace) else {
            return ReadPage { rendering, document: None, states };
        };
        let repaired = document.repairs().iter().filter_map(|one| document.token(one.token));
        let repaired: Vec<Span> = repaired.map(|token| token.span).collect();
        if !repaired.into_iter().all(|span| self.is_alike(span.of(document.text()))) {
            self.reading = self.options.clone();
            self.assignments.pop();
            self.read_again();
            return self.read(assignment);
        }
        (self.work, self.effects) = (trace.work, trace.effects);
        if rendering.is_unmapped || trace.states.len() < rendering.branches.len() {
            self.is_cut = true;
            return ReadPage { rendering, document: Some(document), states };
        }
        let states = trace.states.iter().zip(&rendering.branches);
        let states = states.map(|(state, branch)| state.key(branch, &rendering, document.text()));
        let states: Vec<u64> = states.collect();
        let pairs = self.pairs(assignment, &states, &rendering, &document);
        let mut reports = reports(&document, &rendering);
        let mut first = Vec::new();
        let mut path = Vec::new();
        for (branch, state) in rendering.branches.iter().zip(pairs) {
            self.places.entry(branch.step).or_default().insert(branch.place);
            let (place, condition, holds) = (branch.place, branch.condition, branch.holds);
            path.push(PathStep { place, state, condition, holds, reports: Vec::new() });
        }
        for (decided, report) in reports.drain(..) {
            let after = rendering.branches.partition_point(|branch| branch.offset <= decided);
            match after.checked_sub(1).and_then(|index| path.get_mut(index)) {
                Some(step) => step.reports.push(report),
                None => first.push(report),
            }
        }
        let condition = PresenceCondition::ALWAYS;
        let start = PathStep { place: 0, state: 0, condition, holds: true, reports: first };
        self.branches.add(std::iter::once(start).chain(path));
        ReadPage { rendering, document: Some(document), states }
    }

    /// Returns a page as it is read in the usual context.
    pub(crate) fn in_usual_context(&self, page: Document) -> Document {
        if self.reading.fragment == self.options.fragment {
            return page;
        }
        self.parser.parse(page.text().to_owned(), &self.options).unwrap_or(page)
    }

    /// Returns the states of a page together with those of the page of the changed template.
    fn pairs(
        &mut self,
        assignment: &[bool],
        states: &[u64],
        rendering: &Rendering,
        document: &Document,
    ) -> Vec<u64> {
        let Some(changed) = &mut self.changed else { return states.to_vec() };
        changed.is_careful = self.is_careful;
        let other = changed.read(assignment);
        let after = other.document.as_ref();
        if other.states.len() != states.len() || changed.is_cut {
            self.is_cut = true;
            return states.to_vec();
        }
        let Some(after) = after else { return states.to_vec() };
        let trees = [(document, rendering), (after, &other.rendering)];
        let [before, after] = trees.map(|(document, rendering)| sizes(document, rendering));
        let sides = states.iter().zip(&other.states).zip(before.iter().zip(after));
        sides.map(|(states, (old, new))| hash_of((states, old.wrapping_sub(new)))).collect()
    }
}

/// The repairs and the parse errors of all pages of a template, each with its condition.
#[doc(hidden)]
#[derive(Debug)]
pub struct TemplateReports {
    pub reports: Vec<(PageReport, PresenceCondition)>,
    conditions: PresenceConditions,
    /// The texts of the conditions, by variable.
    names: Vec<String>,
    /// The number of pages that were parsed.
    pub pages: usize,
    /// True if the reports are those of all pages.
    pub is_exact: bool,
    /// The options with which the pages were parsed.
    pub options: ParseOptions,
}

impl TemplateReports {
    /// Reads the pages of the first unit of a template, at most a number of them.
    #[must_use]
    pub fn read(dialect: &Dialect, text: &str, parser: &Parser, most: usize) -> Self {
        let program = Program::read(dialect, text);
        let variables = Variables::new(&program);
        let (source, grammar) = (text, parser.grammar());
        let renderer = Renderer {
            program: &program,
            variables: &variables,
            source,
            grammar,
            most: 1 << 24,
            keeps_tags: false,
        };
        let unit = program.units.first().cloned().unwrap_or_default();
        let mut union = UnitUnion::new(&renderer, unit, parser, &ParseOptions::default());
        let mut bytes = usize::MAX;
        let is_exact = union.read_all(most, &mut bytes);
        let pages = union.assignments().len();
        let name = |variable| match variables.question(variable) {
            Question::Atom(number) => program.atoms[number].shown.clone(),
            Question::Over(number) => format!("over {}", program.loops[number].over),
            Question::More(number) => format!("more {}", program.loops[number].over),
        };
        let names = (0..variables.len()).map(name).collect();
        let UnitUnion { mut branches, options, .. } = union;
        let reports = branches.reports();
        let conditions = std::mem::replace(branches.conditions(), PresenceConditions::new(2));
        Self { reports, conditions, names, pages, is_exact, options }
    }

    /// Reports whether a condition holds, given the values of the template's conditions.
    pub fn holds(&self, condition: PresenceCondition, value: impl Fn(&str) -> bool) -> bool {
        self.conditions.holds(condition, |variable| value(&self.names[variable]))
    }
}

/// Returns a union of no page.
fn branches(renderer: &Renderer<'_>) -> Branches<PageReport> {
    let mut branches = Branches::new(TESTS);
    for group in renderer.variables.rivals() {
        let possible = branches.conditions().at_most_one(group);
        branches.assume(possible);
    }
    branches
}

/// Returns a number for the part of a tree before each branch: the sum of the elements that begin
/// in it, and of the bytes of its texts.
fn sizes(document: &Document, rendering: &Rendering) -> Vec<u64> {
    let mut parts: Vec<(Span, Option<u64>)> = Vec::new();
    for node in document.nodes() {
        let (name, spans) = (node.name().map(hash_of), node.spans());
        let count = if name.is_some() { 1 } else { spans.len() };
        parts.extend(spans.into_iter().take(count).map(|span| (span, name)));
    }
    parts.sort_unstable_by_key(|(span, _)| span.start);
    let (mut sizes, mut sum, mut parts) = (Vec::new(), 0_u64, parts.into_iter().peekable());
    let mut end = 0;
    for branch in &rendering.branches {
        while let Some((span, name)) = parts.next_if(|(span, _)| span.start < branch.offset) {
            sum = sum.wrapping_add(name.unwrap_or_else(|| u64::from(span.end - span.start)));
            end = if name.is_some() { 0 } else { span.end };
        }
        sizes.push(sum.wrapping_sub(u64::from(end.saturating_sub(branch.offset))));
    }
    sizes
}

/// Returns what there is to say about a page, each with the offset at which it is decided.
fn reports(document: &Document, rendering: &Rendering) -> Vec<(u32, PageReport)> {
    let text = document.text();
    let length = narrow(text.len());
    let place = |at: u32| {
        if at >= length { END } else { rendering.origin(Span { start: at, end: at }).0.start }
    };
    let mut found = Vec::new();
    for repair in document.repairs() {
        let Some(token) = document.token(repair.token) else { continue };
        let (is_text, token) = (matches!(token.kind, KindRef::Text(_)), token.span);
        let mut at = repair.span.start;
        let decided = if is_text {
            // A run of blanks is read by what follows it; where it begins does not matter.
            let rest = &text[repair.span.range().start..token.range().end];
            let blanks = narrow(rest.len() - rest.trim_start().len());
            let decided = at + blanks;
            if decided < token.end {
                at = decided;
            }
            decided
        } else {
            token.end.max(token.start + 1) - 1
        };
        let report = PageReport {
            place: place(at),
            code: repair.kind.name(),
            inserted: repair.inserted.map(|terminal| terminal.index()),
        };
        found.push((decided, report));
    }
    for error in document.errors() {
        let (place, code) = (place(error.at), error.code);
        found.push((error.at, PageReport { place, code, inserted: None }));
    }
    found
}

/// A trace that records the state of the parser before each branch.
struct StateTrace {
    /// The offsets of the branches whose states are not known yet, in order; true for those inside
    /// of markup.
    offsets: VecDeque<(u32, bool)>,
    length: u32,
    is_html: bool,
    /// The start of the run of text and of lost characters.
    run: u32,
    in_run: bool,
    states: Vec<BranchState>,
    /// The work that states may still take.
    work: usize,
    /// The effect of text in each state met so far, by the hash of the state.
    effects: HashMap<u64, TextEffect>,
}

/// The state of a parser before a branch.
struct BranchState {
    fingerprint: RunFingerprint,
    text: TextEffect,
    /// The offset to which the fingerprint belongs.
    start: u32,
    /// What stands from there to the branch.
    kind: PendingKind,
}

/// What a token is of which a branch sees the beginning.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PendingKind {
    Text,
    Markup,
    /// A token of a grammar that is not one of markup.
    Other,
}

impl Trace for StateTrace {
    fn wants_records(&self) -> bool {
        false
    }

    fn before(&mut self, run: &mut dyn RunView) {
        let token = run.token();
        let (span, is_text) = (token.span, matches!(token.kind, KindRef::Text(_)));
        let in_run = is_text || matches!(token.kind, KindRef::Lost);
        if in_run && !self.in_run {
            self.run = span.start;
        }
        self.in_run = in_run;
        let is_end = matches!(token.kind, KindRef::EndOfFile);
        // A text may go on after the branch, and what the file ends in, too.
        let may_go_on = in_run || !self.is_html;
        let kind = match (self.is_html, is_text) {
            (false, _) => PendingKind::Other,
            (true, true) => PendingKind::Text,
            (true, false) => PendingKind::Markup,
        };
        while let Some(&(offset, in_markup)) = self.offsets.front() {
            let is_before = offset == span.end && (may_go_on || in_markup);
            if !(is_end || is_before || offset < span.end) {
                break;
            }
            self.offsets.pop_front();
            // The characters lost in a text are kept with it.
            let is_lost = in_run && !is_text && offset == span.end && span.end < self.length;
            let start = if is_lost { self.run } else { span.start.min(offset) };
            let kind = if is_lost { PendingKind::Other } else { kind };
            if self.work == 0 {
                return;
            }
            let fingerprint = run.fingerprint();
            let cost = fingerprint.tags.len() + wide(offset - start) / 16 + 1;
            self.work = self.work.saturating_sub(cost);
            let text = if kind == PendingKind::Text && start < offset {
                let effects = self.effects.entry(fingerprint.hash);
                *effects.or_insert_with(|| run.text_effect())
            } else {
                TextEffect::None
            };
            self.states.push(BranchState { fingerprint, text, start, kind });
        }
    }
}

impl BranchState {
    /// Returns the number of the state before a branch.
    fn key(&self, branch: &PassedBranch, rendering: &Rendering, text: &str) -> u64 {
        let origin = |span: Span| rendering.origin(Span { end: span.start, ..span }).0.start;
        let tags: Vec<u32> = self.fingerprint.tags.iter().map(|span| origin(*span)).collect();
        let pending = &text[Span { start: self.start, end: branch.offset }.range()];
        let start = origin(Span { start: self.start, end: self.start });
        let pending = match (self.kind, branch.tag) {
            _ if pending.is_empty() => 0,
            (PendingKind::Text, _) if !pending.contains("<!--") && !pending.contains('\0') => {
                let begun = incomplete(pending);
                match self.text {
                    TextEffect::None if begun.is_empty() => 0,
                    TextEffect::None => hash_of((1, begun)),
                    effect => {
                        let is_blank = pending.trim_start().is_empty();
                        // What is read without a repair is not reported.
                        let matters = is_blank && effect == TextEffect::Repaired;
                        let after_blank = pending.ends_with(char::is_whitespace);
                        hash_of((5, is_blank, matters.then_some(start), after_blank, begun))
                    }
                }
            }
            (PendingKind::Markup, Some(tag)) => hash_of((2, start, tag)),
            (PendingKind::Markup, None) if branch.in_comment => {
                let last = pending.floor_char_boundary(pending.len().saturating_sub(4));
                hash_of((3, start, &pending[last..]))
            }
            _ => hash_of((4, start, pending)),
        };
        hash_of((self.fingerprint.hash, tags, pending))
    }
}

/// Returns the last characters of a text, if they may begin a tag or a character reference.
fn incomplete(text: &str) -> &str {
    let is_short = |c: char| c.is_ascii_alphanumeric() || matches!(c, '/' | '#' | '!' | '-');
    let start = text.strip_suffix(';').unwrap_or(text).trim_end_matches(is_short).len();
    if text[..start].ends_with(['<', '&']) { &text[start - 1..] } else { "" }
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
