//! A template as a program that writes a page: flat steps with jumps, so that nothing recurses.
//!
//! ```text
//! {% if a %}<b>{% else %}<i>{% endif %}x       0  unless a: to 3
//!                                              1  text <b>
//!                                              2  to 4
//!                                              3  text <i>
//!                                              4  text x
//! ```

use crate::dialect::{BlockKind, BlockRule, Dialect};
use crate::expression::{self, Formula};
use crate::inclusion::{ExpandedTemplate, Inclusion};
use crate::tags::{TagFinder, TagKind, TemplateTag, group, statements};
use regex::Captures;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use wishful::base::{Span, narrow};

/// A step of a program.
#[derive(Clone, Debug)]
pub(crate) enum ProgramStep {
    /// Writes text of the template.
    Text(Span),
    /// Writes what is not known: the value of a tag.
    Hole(Span),
    /// Goes on elsewhere, unless the condition holds.
    Unless { condition: Formula, to: usize },
    /// Goes on elsewhere.
    Jump(usize),
    /// Begins the first round of a loop, or goes on elsewhere if there is none.
    Enter { number: usize, to: usize },
    /// Begins the second round of a loop, if there is one.
    Again { number: usize, start: usize },
}

impl ProgramStep {
    /// Sets the step to go on at.
    fn leads_to(&mut self, step: usize) {
        if let Self::Unless { to, .. } | Self::Jump(to) | Self::Enter { to, .. } = self {
            *to = step;
        }
    }
}

/// A condition without logical operators.
#[derive(Clone, Debug)]
pub(crate) struct Atom {
    /// The text, with one blank between words.
    pub(crate) shown: String,
    /// The loops in whose rounds it may differ.
    pub(crate) loops: Vec<usize>,
    /// The statement in which it is first.
    pub(crate) place: Span,
}

/// The identity of a condition: the tokens, the loops in whose rounds it may differ, and the
/// versions of its names. Assignments make new ones.
type AtomKey = (String, Vec<usize>, Vec<u32>);

/// The identity of a value that is compared with constants: its text, the kind of the constants,
/// and the rest of an [`AtomKey`].
type ComparedKey = (String, bool, (Vec<usize>, Vec<u32>));

/// A loop.
#[derive(Clone, Debug)]
pub(crate) struct Loop {
    /// The text of what it repeats over.
    pub(crate) over: String,
    /// The loops around it.
    pub(crate) around: Vec<usize>,
}

/// A mistake in the blocks of a template.
#[derive(Clone, Debug)]
pub(crate) struct BlockMistake {
    pub(crate) span: Span,
    pub(crate) message: String,
}

/// A template, read.
#[derive(Debug, Default)]
pub(crate) struct Program {
    pub(crate) steps: Vec<ProgramStep>,
    pub(crate) atoms: Vec<Atom>,
    /// The atoms of which at most one holds: a name is compared with different values.
    pub(crate) rivals: Vec<Vec<usize>>,
    pub(crate) loops: Vec<Loop>,
    /// The parts that are rendered on their own: the steps of each.
    pub(crate) units: Vec<Range<usize>>,
    /// Set if the units are sections of a page that another file writes.
    pub(crate) extends: bool,
    pub(crate) mistakes: Vec<BlockMistake>,
    /// The tags, with their kinds. A block without tags that writes nothing is one.
    pub(crate) tags: Vec<(Span, TagKind)>,
}

/// The value of a name: its version, and the loops in whose rounds it may differ.
type Binding = (u32, Vec<usize>);

/// A block whose end is not read yet.
struct OpenBlock<'d> {
    block: &'d BlockRule,
    span: Span,
    word: String,
    /// The step at its start.
    step: usize,
    /// The step that leads to the next part.
    pending: Option<usize>,
    /// The steps that lead to the end.
    leaving: Vec<usize>,
    /// The number of the loop.
    number: Option<usize>,
    subject: String,
    /// The bindings of names around the block.
    bindings: Vec<(String, Option<Binding>)>,
}

/// The most loops around a condition in whose rounds it may differ.
pub(crate) const LOOPS: usize = 3;

/// The most bytes of a tag that ends a block without tags.
const STATEMENT: usize = 256;

/// The most blocks around a stray end in which its start is looked for.
const SEARCHED: usize = 1000;

impl Program {
    /// Adds a branch at a place of the source that is always taken, and returns its step. Within
    /// a tag of a block, it is after the text before the tag.
    pub(crate) fn mark(&mut self, place: u32) -> usize {
        let span = |step: &ProgramStep| match step {
            ProgramStep::Text(span) | ProgramStep::Hole(span) => Some(*span),
            _ => None,
        };
        let contains = |step: &ProgramStep| {
            span(step).is_some_and(|span| span.start <= place && place < span.end)
        };
        let is_before = |step: &ProgramStep| span(step).is_some_and(|span| span.end <= place);
        let within = self.steps.iter().position(contains);
        let before = || self.steps.iter().rposition(is_before).map_or(0, |step| step + 1);
        let at = within.unwrap_or_else(before);
        let mut added = vec![ProgramStep::Unless { condition: Formula::always(), to: 0 }];
        let mut mark = at;
        if let Some(ProgramStep::Text(text)) = self.steps.get_mut(at)
            && text.start < place
        {
            added.insert(0, ProgramStep::Text(Span { end: place, ..*text }));
            (text.start, mark) = (place, at + 1);
        }
        let count = added.len();
        // (A jump to the place goes to what was added.)
        let moved = |step: usize| if step > at { step + count } else { step };
        for step in &mut self.steps {
            match step {
                ProgramStep::Unless { to, .. }
                | ProgramStep::Jump(to)
                | ProgramStep::Enter { to, .. }
                | ProgramStep::Again { start: to, .. } => *to = moved(*to),
                ProgramStep::Text(_) | ProgramStep::Hole(_) => {}
            }
        }
        let is_last = at == self.steps.len();
        for unit in &mut self.units {
            let end = if unit.end > at || is_last { unit.end + count } else { unit.end };
            *unit = moved(unit.start)..end;
        }
        self.steps.splice(at..at, added);
        mark
    }

    /// Reads a template without the files that it includes.
    pub(crate) fn read(dialect: &Dialect, text: &str) -> Self {
        Self::expanded(dialect, &ExpandedTemplate::alone(text))
    }

    /// Reads a template with the files that it includes.
    pub(crate) fn expanded(dialect: &Dialect, expanded: &ExpandedTemplate<'_>) -> Self {
        let (finder, text) = (TagFinder::new(dialect), &*expanded.text);
        let mut reader = ProgramReader {
            dialect,
            text,
            program: Self::default(),
            open: Vec::new(),
            ended: ended_words(dialect, &finder, text),
            bindings: HashMap::new(),
            versions: 0,
            numbers: HashMap::new(),
            compared: HashMap::new(),
            tag: Span { start: 0, end: 0 },
            sections: Vec::new(),
            extends: false,
            closed: None,
        };
        reader.read(&finder, expanded);
        reader.finish()
    }
}

/// Returns the words of blocks of kind [`BlockKind::Any`] that have an end somewhere which is not
/// that of another kind: `{% set a = 1 %}` begins nothing that `{% endset %}` ends.
fn ended_words(dialect: &Dialect, finder: &TagFinder<'_>, text: &str) -> HashSet<String> {
    let (mut words, mut at) = (HashSet::new(), 0);
    while let Some(tag) = finder.next(text, at) {
        at = tag.span.range().end;
        let content = &text[tag.content.range()];
        let ends = dialect.blocks.iter().filter_map(|block| block.end.0.captures(content));
        let ended: Vec<&str> = ends.map(|found| group(&found, "word")).collect();
        if !ended.contains(&"") {
            words.extend(ended.into_iter().map(str::to_owned));
        }
    }
    words
}

struct ProgramReader<'d> {
    dialect: &'d Dialect,
    text: &'d str,
    program: Program,
    open: Vec<OpenBlock<'d>>,
    ended: HashSet<String>,
    bindings: HashMap<String, Binding>,
    versions: u32,
    numbers: HashMap<AtomKey, usize>,
    compared: HashMap<ComparedKey, usize>,
    /// The tag that is read.
    tag: Span,
    /// The outermost sections.
    sections: Vec<Range<usize>>,
    extends: bool,
    /// The block that the statement before in the same tag has closed.
    closed: Option<OpenBlock<'d>>,
}

impl<'d> ProgramReader<'d> {
    fn read(&mut self, finder: &TagFinder<'_>, expanded: &ExpandedTemplate<'_>) {
        let Range { start: mut at, mut end } = expanded.first;
        let mut around = Vec::new();
        loop {
            let Some(tag) = finder.next(&self.text[..end], at) else {
                self.text_to(at, end);
                let Some(outer) = around.pop() else { return };
                (at, end) = outer;
                finder.forget();
                continue;
            };
            let start = tag.span.range().start;
            self.text_to(at, start);
            at = tag.span.range().end;
            self.program.tags.push((tag.span, tag.kind));
            if tag.kind == TagKind::Comment {
                continue;
            }
            let included = expanded.inclusions.get(&start);
            if let Some(Inclusion { part, resume, .. }) = included {
                around.push((*resume, end));
                (at, end) = (part.start, part.end);
                finder.forget();
            }
            if included.is_some_and(|included| included.is_file) {
                continue;
            }
            (self.closed, self.tag) = (None, tag.span);
            let content = &self.text[tag.content.range()];
            let mut is_known = false;
            if tag.kind == TagKind::Value && !self.dialect.open_values {
                // It prints.
            } else if self.dialect.code && tag.kind == TagKind::Statement {
                for statement in statements(content) {
                    is_known |= self.statement(&tag, statement);
                }
            } else {
                is_known = self.statement(&tag, content);
            }
            // Code that no pattern matches may print.
            if tag.kind == TagKind::Value && is_blank_string(content) {
                let Span { start, end } = tag.content;
                self.push(ProgramStep::Text(Span { start: start + 1, end: end - 1 }));
            } else if !is_known && (tag.kind == TagKind::Value || self.dialect.code) {
                self.push(ProgramStep::Hole(tag.span));
            }
            if let Some(open) = self.open.last()
                && matches!(open.block.is, BlockKind::Verbatim | BlockKind::Comment)
                && open.span == tag.span
            {
                at = self.skip(finder, at..end);
            }
        }
    }

    /// Passes the content of a block without tags, and closes the block.
    fn skip(
        &mut self,
        finder: &TagFinder<'_>,
        Range { start, end: length }: Range<usize>,
    ) -> usize {
        let Some(open) = self.open.pop() else { return start };
        let (end, text) = (&open.block.end.0, &self.text[..length]);
        let tag = finder.short(text, start, STATEMENT, |content| end.is_match(content));
        if tag.is_none() {
            self.mistake(open.span, "this block is not closed");
        }
        let span = tag.map_or(length..length, |tag| tag.span.range());
        let end = Span::new(span.start, span.end);
        if open.block.is == BlockKind::Verbatim {
            self.text_to(start, span.start);
            self.program.tags.push((end, TagKind::Statement));
        } else if let Some((span, _)) = self.program.tags.last_mut() {
            *span = span.join(end);
        }
        span.end
    }

    fn text_to(&mut self, start: usize, end: usize) {
        if start < end {
            self.push(ProgramStep::Text(Span { start: narrow(start), end: narrow(end) }));
        }
    }

    fn push(&mut self, step: ProgramStep) -> usize {
        self.program.steps.push(step);
        self.program.steps.len() - 1
    }

    fn here(&self) -> usize {
        self.program.steps.len()
    }

    fn mistake(&mut self, span: Span, message: &str) {
        self.program.mistakes.push(BlockMistake { span, message: message.to_owned() });
    }

    /// Reads a statement, and reports whether a pattern matches it.
    fn statement(&mut self, tag: &TemplateTag, content: &'d str) -> bool {
        let closed = self.closed.take();
        if let Some(open) = closed
            && part_of(open.block, content)
        {
            self.open.push(open);
        }
        if self.is_part(content) || self.is_end(content) {
            return true;
        }
        if self.is_stray(content) {
            self.mistake(tag.span, "no block is open that this tag could end or divide");
            return true;
        }
        if self.dialect.extends.as_ref().is_some_and(|pattern| pattern.0.is_match(content)) {
            self.extends = true;
            return true;
        }
        let assigned = self.dialect.assign.as_ref();
        let assigned = assigned.and_then(|pattern| pattern.0.captures(content));
        if let Some(found) = &assigned {
            let around = self.loops();
            for name in expression::names(group(found, "names")) {
                self.bind(name, around.clone());
            }
        }
        self.is_start(tag, content) || assigned.is_some() && !self.dialect.code
    }

    /// Reports whether a statement ends or divides a block, though none is open that it could.
    fn is_stray(&self, content: &str) -> bool {
        let mut blocks = self.dialect.blocks.iter().filter(|block| block.is != BlockKind::Any);
        blocks.any(|block| block.end.0.is_match(content) || part_of(block, content))
    }

    /// Begins the next part of the innermost block, if the statement does.
    fn is_part(&mut self, content: &str) -> bool {
        let Some(open) = self.open.last() else { return false };
        let block = open.block;
        let found = block.middle.as_ref().and_then(|pattern| pattern.0.captures(content));
        if found.is_none()
            && !block.otherwise.as_ref().is_some_and(|pattern| pattern.0.is_match(content))
        {
            return false;
        }
        if let Some(number) = open.number {
            let start = open.step + 1;
            self.push(ProgramStep::Again { number, start });
        }
        let jump = self.push(ProgramStep::Jump(0));
        let subject = self.open.last().map(|open| open.subject.clone()).unwrap_or_default();
        let condition = found.map(|found| self.condition(&subject, group(&found, "condition")));
        let here = self.here();
        let Some(open) = self.open.last_mut() else { return true };
        open.leaving.push(jump);
        if block.is == BlockKind::Any && open.pending.is_none() && open.leaving.len() == 1 {
            // It is a condition on what its start says.
            let (step, word) = (open.step, self.text[open.span.range()].to_owned());
            let atom = self.atom(&word, true);
            self.program.steps[step] =
                ProgramStep::Unless { condition: Formula(vec![atom]), to: here };
        }
        let Some(open) = self.open.last_mut() else { return true };
        if let Some(pending) = open.pending.take() {
            self.program.steps[pending].leads_to(here);
        }
        if let Some(condition) = condition {
            open.pending = Some(here);
            self.push(ProgramStep::Unless { condition, to: 0 });
        }
        true
    }

    /// Ends a block, if the statement does.
    fn is_end(&mut self, content: &str) -> bool {
        let is_ended = |open: &OpenBlock<'_>| {
            open.block
                .end
                .0
                .captures(content)
                .is_some_and(|found| open.word.is_empty() || group(&found, "word") == open.word)
        };
        let searched = self.open.iter().rev().take(SEARCHED);
        let Some(index) = searched.into_iter().position(is_ended) else { return false };
        for _ in 0..index {
            if let Some(open) = self.open.pop() {
                if open.block.is != BlockKind::Any {
                    let message = "this block is not closed before the one around it";
                    self.mistake(open.span, message);
                }
                self.close(open);
            }
        }
        if let Some(open) = self.open.pop() {
            self.closed = self.close(open);
        }
        true
    }

    /// Ends a block. Returns it, if it may go on with another part.
    fn close(&mut self, mut open: OpenBlock<'d>) -> Option<OpenBlock<'d>> {
        if let Some(number) = open.number
            && open.leaving.is_empty()
        {
            let start = open.step + 1;
            self.push(ProgramStep::Again { number, start });
        }
        let end = self.here();
        for &step in open.leaving.iter().chain(&open.pending) {
            self.program.steps[step].leads_to(end);
        }
        for (name, binding) in open.bindings.drain(..) {
            match binding {
                Some(binding) => self.bindings.insert(name, binding),
                None => self.bindings.remove(&name),
            };
        }
        let inside = open.step..end;
        let is_outermost = |one: &OpenBlock<'_>| one.block.is != BlockKind::Section;
        match open.block.is {
            BlockKind::Section if self.open.iter().all(is_outermost) => self.sections.push(inside),
            BlockKind::Apart => {
                self.program.steps[open.step].leads_to(end);
                self.program.units.push(open.step + 1..end);
            }
            BlockKind::Condition if self.dialect.code => return Some(open),
            _ => {}
        }
        None
    }

    /// Begins a block, if the statement does.
    fn is_start(&mut self, tag: &TemplateTag, content: &'d str) -> bool {
        for block in &self.dialect.blocks {
            let Some(found) = block.start.0.captures(content) else { continue };
            let word = group(&found, "word");
            if block.is == BlockKind::Any && !self.ended.contains(word) {
                self.push(ProgramStep::Hole(tag.span));
                return true;
            }
            let mut open = OpenBlock {
                block,
                span: tag.span,
                word: word.to_owned(),
                step: self.here(),
                pending: None,
                leaving: Vec::new(),
                number: None,
                subject: String::new(),
                bindings: Vec::new(),
            };
            match block.is {
                BlockKind::Condition => {
                    let unless = group(&found, "unless");
                    let condition = if unless.is_empty() {
                        self.condition("", group(&found, "condition"))
                    } else {
                        self.condition("", unless).negated()
                    };
                    open.pending = Some(self.push(ProgramStep::Unless { condition, to: 0 }));
                }
                BlockKind::Choice => {
                    open.subject = group(&found, "subject").trim().to_owned();
                    open.pending = Some(self.push(ProgramStep::Jump(0)));
                }
                BlockKind::Loop => self.start_loop(&mut open, &found),
                BlockKind::Apart => drop(self.push(ProgramStep::Jump(0))),
                BlockKind::Any => drop(self.push(ProgramStep::Jump(self.here() + 1))),
                BlockKind::Section | BlockKind::Verbatim | BlockKind::Comment => {}
            }
            self.open.push(open);
            return true;
        }
        false
    }

    fn start_loop(&mut self, open: &mut OpenBlock<'d>, found: &Captures<'_>) {
        let around = self.loops();
        let number = self.program.loops.len();
        let over = expression::words(group(found, "over"));
        self.program.loops.push(Loop { over, around: around.clone() });
        open.pending = Some(self.push(ProgramStep::Enter { number, to: 0 }));
        open.number = Some(number);
        let names = expression::names(group(found, "names"));
        for name in names.into_iter().chain(self.dialect.loop_names.iter().cloned()) {
            let before = self.bindings.get(&name).cloned();
            open.bindings.push((name.clone(), before));
            self.bind(name, [around.as_slice(), &[number]].concat());
        }
    }

    /// Returns the numbers of the innermost open loops.
    fn loops(&self) -> Vec<usize> {
        let numbers = self.open.iter().rev().filter_map(|open| open.number);
        let mut loops: Vec<usize> = numbers.take(LOOPS).collect();
        loops.reverse();
        loops
    }

    fn bind(&mut self, name: String, loops: Vec<usize>) {
        self.versions += 1;
        self.bindings.insert(name, (self.versions, loops));
    }

    fn condition(&mut self, subject: &str, text: &str) -> Formula {
        let dialect = self.dialect;
        if subject.is_empty() {
            return expression::read(dialect, text, &mut |text, shown| {
                self.number(text, shown, false)
            });
        }
        Formula(vec![self.atom(&format!("{subject} == {}", text.trim()), false)])
    }

    fn atom(&mut self, text: &str, differs: bool) -> expression::Term {
        let text = expression::words(text);
        expression::Term::Atom(self.number(&text, &text, differs))
    }

    /// Returns the number of an atom, which may differ in each round of the loops around it.
    fn number(&mut self, text: &str, shown: &str, differs: bool) -> usize {
        let (mut loops, mut versions) = (Vec::new(), Vec::new());
        for name in expression::names(text) {
            if let Some((version, around)) = self.bindings.get(&name) {
                versions.push(*version);
                loops.extend(around);
            }
        }
        if differs {
            loops = self.loops();
        }
        loops.sort_unstable();
        loops.dedup();
        let comparison = expression::comparison(text);
        let text = comparison.as_ref().map_or(text.to_owned(), |(name, is_text, value)| {
            let quote = if *is_text { "'" } else { "" };
            format!("{name} == {quote}{value}{quote}")
        });
        let atom = Atom { shown: shown.to_owned(), loops: loops.clone(), place: self.tag };
        let Program { atoms, rivals, .. } = &mut self.program;
        let compared = (loops.clone(), versions.clone());
        *self.numbers.entry((text, loops, versions)).or_insert_with(|| {
            atoms.push(atom);
            let number = atoms.len() - 1;
            if let Some((name, is_text, _)) = comparison {
                let group = self.compared.entry((name.to_owned(), is_text, compared));
                let group = *group.or_insert(rivals.len());
                rivals.resize(rivals.len().max(group + 1), Vec::new());
                rivals[group].push(number);
            }
            number
        })
    }

    fn finish(mut self) -> Program {
        while let Some(open) = self.open.pop() {
            if open.block.is != BlockKind::Any {
                self.mistake(open.span, "this block is not closed");
            }
            self.close(open);
        }
        let main = 0..self.here();
        self.program.extends = self.extends;
        if self.extends {
            self.program.units.append(&mut self.sections);
        } else {
            self.program.units.push(main);
        }
        self.program.mistakes.sort_by_key(|mistake| mistake.span.start);
        self.program
    }
}

/// Reports whether an expression is a string of blanks, as in `{{ ' ' }}`.
fn is_blank_string(content: &str) -> bool {
    let strip = |quote| content.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
    let inner = strip('"').or_else(|| strip('\''));
    inner.is_some_and(|inner| !inner.is_empty() && inner.trim().is_empty())
}

/// Reports whether a statement begins a further part of a block.
fn part_of(block: &BlockRule, content: &str) -> bool {
    let mut patterns = [&block.middle, &block.otherwise].into_iter().flatten();
    patterns.any(|pattern| pattern.0.is_match(content))
}
